//! Two who meet in an exchange, and the three lives of it.

use rules::base::sorted_map::Map;

use rules::base::dice::{Dice, DiceScript};
use rules::base::roll::Grade;
use rules::character::parameters::Parameters;
use rules::exchange::{
    Answer, ChoiceOption, Effect, ExchangeStep, FirstOpen, Intent, Maneuver, Odds, Party,
    PlayedExchange, Policy, Progress, RollBenefit, Ruling, RulingKind, Scene, SceneHistory, Slot,
    exchange_odds, play_answers, play_out,
};
use testkit::table::SeededDice;

use super::owned_fighter::OwnedFighter;

/// Two who meet.
#[derive(Clone)]
pub(crate) struct Duel {
    pub(crate) actor: OwnedFighter,
    pub(crate) target: OwnedFighter,
    pub(crate) between: Parameters,
    pub(crate) intent: Intent,
    pub(crate) rulings: Vec<Ruling>,
    pub(crate) answers: Map<Slot, Answer>,
    chosen: Map<String, String>,
    bought: Map<String, Vec<String>>,
}

impl Policy for Duel {
    fn choose(&self, slot: &Slot, options: &[ChoiceOption]) -> String {
        let known = self.chosen.get(slot.purpose());
        known.map_or_else(|| FirstOpen.choose(slot, options), Clone::clone)
    }

    fn number(&self, slot: &Slot, (least, _): (i32, i32)) -> i32 {
        let known = self.chosen.get(slot.purpose());
        known.map_or(least, |number| number.parse().expect("a number"))
    }

    fn buy(&self, slot: &Slot, _: &[RollBenefit]) -> Vec<String> {
        self.bought.get(slot.purpose()).cloned().unwrap_or_default()
    }
}

impl Duel {
    /// One against the other with this maneuver.
    pub(crate) fn of(actor: OwnedFighter, target: OwnedFighter, maneuver: &'static str) -> Self {
        Self {
            actor,
            target,
            between: Parameters::default(),
            intent: Intent::of(maneuver),
            rulings: Vec::new(),
            answers: Map::new(),
            chosen: Map::new(),
            bought: Map::new(),
        }
    }

    /// With the first thing the acting combatant carries.
    pub(crate) fn armed(mut self) -> Self {
        self.intent.item = Some(0);
        self
    }

    /// With something set about it.
    pub(crate) fn set(mut self, key: &str, value: i32) -> Self {
        self.intent.set.set(key, value);
        self
    }

    /// With something set about the situation.
    pub(crate) fn at(mut self, key: &str, value: i32) -> Self {
        self.between.set(key, value);
        self
    }

    /// Under a house rule that holds for both.
    pub(crate) fn under(
        mut self,
        key: &str,
        value: impl Into<rules::ruleset::settings::Value>,
    ) -> Self {
        self.actor.house.set_unchecked(key, value);
        self.target.house = self.actor.house.clone();
        self
    }

    /// What is chosen for a question when no person sits at the table.
    pub(crate) fn policy(mut self, slot: &str, key: &str) -> Self {
        self.chosen.insert(slot.to_owned(), key.to_owned());
        self
    }

    /// What is bought for a roll then.
    pub(crate) fn buying(mut self, slot: &str, key: &str) -> Self {
        let keys = self.bought.get_or_insert_default(slot.to_owned());
        keys.push(key.to_owned());
        self
    }

    /// A ruling of the storyteller.
    pub(crate) fn ruled(mut self, what: RulingKind) -> Self {
        self.rulings.push(Ruling { what, why: None });
        self
    }

    /// A roll came to so many successes.
    pub(crate) fn came_to(self, slot: &str, successes: u32) -> Self {
        let grade = match successes {
            0 => Grade::Failure,
            _ => Grade::Success,
        };
        self.ruled(RulingKind::Roll {
            slot: slot.into(),
            successes,
            grade,
            margin: None,
        })
    }

    /// A party chose.
    pub(crate) fn chose(mut self, slot: &str, key: &str) -> Self {
        self.answers.insert(slot.into(), Answer::Chose(key.into()));
        self
    }

    /// A party named a number.
    pub(crate) fn named(mut self, slot: &str, number: i32) -> Self {
        self.answers.insert(slot.into(), Answer::Number(number));
        self
    }

    /// Dice fell.
    pub(crate) fn fell(self, slot: &str, faces: &[u16]) -> Self {
        self.fell_buying(slot, faces, &[])
    }

    /// Dice fell, for which something was bought.
    pub(crate) fn fell_buying(mut self, slot: &str, faces: &[u16], bought: &[&str]) -> Self {
        let answer = Answer::Rolled {
            faces: faces.to_vec(),
            bought: bought.iter().map(|key| (*key).to_owned()).collect(),
            typed: false,
        };
        self.answers.insert(slot.into(), answer);
        self
    }

    pub(crate) fn staged<T>(&self, look: impl FnOnce(&Scene<'_>) -> T) -> T {
        let actor = self.actor.fighter();
        look(&Scene {
            actor: Some(&actor),
            targets: &[self.target.fighter()],
            bystanders: &[],
            situations: std::slice::from_ref(&self.between),
            holds: &[],
            space: &[],
            intent: &self.intent,
            house: &self.actor.house,
        })
    }

    /// How far it has come at the table.
    #[track_caller]
    pub(crate) fn progress(&self) -> Progress {
        let combat = self.actor.system.combat();
        let progress = self.staged(|scene| {
            play_answers(
                combat,
                &SceneHistory::unchanging(*scene),
                &self.answers,
                &self.rulings,
            )
        });
        progress.expect("possible")
    }

    /// What is asked next, as a slot.
    #[track_caller]
    pub(crate) fn asks(&self) -> String {
        let next = self.progress().next;
        let asked = next.as_ref().and_then(|step| step.slot_and_party());
        asked.map_or_else(|| "nothing".to_owned(), |(slot, _)| slot.to_string())
    }

    /// The roll that is asked for next: its dice and its difficulty.
    #[track_caller]
    pub(crate) fn rolls(&self) -> (i32, i32) {
        match self.progress().next {
            Some(ExchangeStep::Roll { check, .. }) => {
                (check.sum(), check.reading.get_or("difficulty", 6))
            }
            other => panic!("no roll: {other:?}"),
        }
    }

    /// The options of the choice that is asked next: the key, the dice, and the rule that bars
    /// it, if one does.
    #[track_caller]
    pub(crate) fn options(&self) -> Vec<(String, Option<i32>, Option<String>)> {
        match self.progress().next {
            Some(ExchangeStep::Choose { options, .. }) => options
                .into_iter()
                .map(|one| {
                    let barred = one.barred.map(|(_, rule)| rule.to_string());
                    (one.key.into_owned(), one.sum, barred)
                })
                .collect(),
            other => panic!("no choice: {other:?}"),
        }
    }

    /// One of those options.
    #[track_caller]
    pub(crate) fn option(&self, key: &str) -> (Option<i32>, Option<String>) {
        let mut options = self.options().into_iter();
        let found = options.find(|(known, ..)| known == key);
        found
            .map(|(_, sum, barred)| (sum, barred))
            .expect("an option")
    }

    /// The effects so far, or of all of it.
    #[track_caller]
    pub(crate) fn effects(&self) -> Vec<Effect> {
        self.progress().effects
    }

    /// A maneuver as it is offered.
    #[track_caller]
    pub(crate) fn offered(&self) -> &'static Maneuver {
        let combat = self.actor.system.combat();
        let mut all = combat.maneuvers().iter();
        let meant = all.find(|it| it.key == self.intent.maneuver);
        meant.expect("a maneuver")
    }

    /// The rule that bars the maneuver.
    #[track_caller]
    pub(crate) fn barred(&self) -> Option<String> {
        let combat = self.actor.system.combat();
        let bar = self.staged(|scene| combat.find_bar(scene));
        bar.map(|(_, rule)| rule.to_string())
    }

    /// Plays it with these dice.
    #[track_caller]
    pub(crate) fn played(&self, faces: &[u16]) -> PlayedExchange {
        let mut script = DiceScript::new(faces.iter().copied());
        let played = self.thrown(&mut script);
        assert_eq!(
            (script.missing_faces(), script.remaining_faces()),
            (0, 0),
            "{played:?}"
        );
        played
    }

    #[track_caller]
    pub(crate) fn thrown(&self, dice: &mut dyn Dice) -> PlayedExchange {
        let combat = self.actor.system.combat();
        let played = self.staged(|scene| play_out(combat, scene, &self.rulings, self, dice));
        played.expect("possible")
    }

    #[track_caller]
    pub(crate) fn odds(&self) -> Odds {
        let combat = self.actor.system.combat();
        let odds = self.staged(|scene| exchange_odds(combat, scene, &self.rulings, self));
        odds.expect("possible")
    }
}

/// The levels a party takes.
pub(crate) fn levels(effects: &[Effect], party: Party) -> u32 {
    let each = effects.iter().map(|effect| match effect {
        Effect::Harm { to, packet } if *to == party => u32::from(packet.total()),
        _ => 0,
    });
    each.sum()
}

/// How often something is counted for a party.
pub(crate) fn counted(effects: &[Effect], party: Party, what: &str) -> usize {
    let is = |effect: &&Effect| match effect {
        Effect::Count { who, key } => *who == party && key == what,
        _ => false,
    };
    effects.iter().filter(is).count()
}

/// The exact odds of each set-up are what so many exchanges played out come to: how likely each
/// outcome is, and the damage on average, within five standard errors.
#[track_caller]
pub(crate) fn odds_hold(setups: &[(&str, Duel)]) {
    const PLAYED: u32 = 50_000;
    let count = f64::from(PLAYED);
    for (seed, (name, duel)) in (1_u64..).zip(setups) {
        let odds = duel.odds();
        assert!(odds.exact, "{name}");
        let mut dice = SeededDice(seed);
        let mut seen: Map<Vec<Effect>, u32> = Map::new();
        let (mut sum, mut squares) = (0.0, 0.0);
        for _ in 0..PLAYED {
            let effects = duel.thrown(&mut dice).effects;
            let damage = f64::from(levels(&effects, Party::Target(0)));
            sum += damage;
            squares += damage * damage;
            *seen.get_or_insert_default(effects) += 1;
        }
        let mean = sum / count;
        let error = ((squares / count - mean * mean) / count).sqrt();
        let told = odds.mean_damage(Party::Target(0));
        assert!(
            (mean - told).abs() <= 5.0 * error + 1e-9,
            "{name}: {mean} {told}"
        );
        assert!(told > 0.05, "{name}: nothing happens in it");
        for (effects, chance) in &odds.outcomes {
            let often = f64::from(seen.remove(effects).unwrap_or(0)) / count;
            let error = (chance * (1.0 - chance) / count).sqrt();
            let near = (often - chance).abs() <= 5.0 * error + 1.0 / count;
            assert!(near, "{name}: {effects:?} {often} {chance}");
        }
        assert!(seen.is_empty(), "{name}: {seen:?}");
    }
}
