//! A scene for an exchange: who acts, against whom, with what.

use rules::base::sorted_map::{Map, Set};

use rules::base::dice::DiceScript;
use rules::base::term;
use rules::base::text::Name;
use rules::character::condition::{Condition, Conditions};
use rules::character::gear::{Carried, Gear, Item, ItemId};
use rules::character::parameters::Parameters;
use rules::character::plan::Plan;
use rules::character::sheet::Sheet;
use rules::character::track::Track;
use rules::encounter::quick_add;
use rules::exchange::{
    Answer, ChoiceOption, Effect, FirstOpen, Hold, Intent, LedgerLine, Party, PlayedExchange,
    Policy, Progress, Ruling, RulingKind, Scene, SceneHistory, Slot, play_answers, play_out,
};
use rules::ruleset::SystemId;
use rules::ruleset::combatant_info::CombatantInfo;
use rules::ruleset::house_rules::HouseRules;

/// A combatant who takes part.
#[derive(Clone, Debug)]
pub(crate) struct Who {
    pub(crate) sheet: Sheet,
    pub(crate) track: Track,
    pub(crate) plan: Option<Plan>,
    pub(crate) tally: Map<String, u16>,
    pub(crate) pools: Map<String, i32>,
    pub(crate) conditions: Conditions,
    pub(crate) gear: Gear,
}

impl Who {
    pub(crate) fn new(line: &str) -> Self {
        let rules = SystemId::Tristat.rules();
        let sheet = quick_add::read(line, rules).expect("a line").sheet;
        let pools = rules.pool_specs(&sheet).into_iter();
        Self {
            track: rules.unmarked_track(&sheet).expect("a track"),
            pools: pools.map(|pool| (pool.key.to_owned(), pool.most)).collect(),
            plan: None,
            tally: Map::new(),
            conditions: Conditions::new(),
            gear: Gear::new(),
            sheet,
        }
    }

    /// With a row of the chart.
    pub(crate) fn with(mut self, key: &str) -> Self {
        let rows = SystemId::Tristat.combat().item_chart();
        let row = rows.into_iter().find(|row| row.key == key);
        self.put(row.unwrap_or_else(|| panic!("{key}")).item);
        self
    }

    /// With one of the table's own.
    pub(crate) fn with_own(
        mut self,
        kind: &str,
        number: (&str, i32),
        tags: &[&str],
        carried: Carried,
    ) -> Self {
        self.put(Item {
            name: Name::new("Thing").expect("a name"),
            kind: kind.to_owned(),
            carried,
            numbers: Map::from([(number.0.to_owned(), number.1)]),
            tags: tags.iter().map(|it| (*it).to_owned()).collect::<Set<_>>(),
        });
        self
    }

    fn put(&mut self, item: Item) {
        let id = ItemId::try_from(self.gear.len()).expect("few items");
        self.gear.insert(id, item);
    }

    /// The last item is somewhere else.
    pub(crate) fn stowed(mut self) -> Self {
        if let Some((_, last)) = self.gear.iter_mut().last() {
            last.carried = Carried::Stowed;
        }
        self
    }

    pub(crate) fn taking(mut self, stance: &str) -> Self {
        self.plan = Some(Plan {
            stance: Some(stance.to_owned()),
            ..Plan::default()
        });
        self
    }

    pub(crate) fn having_done(mut self, key: &str, times: u16) -> Self {
        self.tally.insert(key.to_owned(), times);
        self
    }

    pub(crate) fn being(mut self, key: &str) -> Self {
        self.conditions.insert(key.to_owned(), Condition::default());
        self
    }

    pub(crate) fn with_energy(mut self, left: i32) -> Self {
        self.pools.insert("energy".to_owned(), left);
        self
    }

    fn fighter<'a>(&'a self, house: &'a HouseRules) -> CombatantInfo<'a> {
        CombatantInfo {
            unscored: false,
            moved: 0,
            sheet: &self.sheet,
            track: &self.track,
            initiative: None,
            plan: self.plan.as_ref(),
            tally: &self.tally,
            pools: &self.pools,
            conditions: &self.conditions,
            gear: &self.gear,
            house,
        }
    }
}

/// Combat Value 6, Melee 3, Brawl 3: an attack against 9.
pub(crate) fn attacker() -> Who {
    Who::new("Kei body 6 mind 6 soul 6 melee 3 brawl 3 ranged 3")
}

/// Defense Value 4 and 3 of everything: a defense against 7.
pub(crate) fn defender() -> Who {
    Who::new("Ren body 6 mind 6 soul 6 melee_defense 3 brawl_defense 3 ranged_defense 3")
}

/// A whole exchange before it is played.
#[derive(Clone, Debug)]
pub(crate) struct Fight {
    pub(crate) actor: Option<Who>,
    pub(crate) targets: Vec<Who>,
    pub(crate) bystanders: Vec<Who>,
    pub(crate) between: Vec<Parameters>,
    pub(crate) holds: Vec<Hold>,
    pub(crate) intent: Intent,
    pub(crate) house: HouseRules,
    pub(crate) rulings: Vec<Ruling>,
}

impl Fight {
    pub(crate) fn new(actor: Who, target: Who, maneuver: &'static str) -> Self {
        Self {
            actor: Some(actor),
            targets: vec![target],
            bystanders: Vec::new(),
            between: vec![Parameters::default(), Parameters::default()],
            holds: Vec::new(),
            intent: Intent::of(maneuver),
            house: HouseRules::default(),
            rulings: Vec::new(),
        }
    }

    /// With the first item of the actor.
    pub(crate) fn armed(mut self) -> Self {
        self.intent.item = Some(0);
        self
    }

    pub(crate) fn set(mut self, key: &str, value: i32) -> Self {
        self.intent.set.set(key, value);
        self
    }

    pub(crate) fn between(mut self, key: &str, value: i32) -> Self {
        self.between[0].set(key, value);
        self
    }

    pub(crate) fn holding(mut self, by: Party, on: Party) -> Self {
        let key = "grapple".to_owned();
        self.holds.push(Hold {
            by,
            on,
            key,
            amount: 0,
        });
        self
    }

    pub(crate) fn at(
        mut self,
        setting: &str,
        value: impl Into<rules::ruleset::settings::Value>,
    ) -> Self {
        self.house.set_unchecked(setting, value);
        self
    }

    pub(crate) fn ruled(mut self, what: RulingKind) -> Self {
        self.rulings.push(Ruling { what, why: None });
        self
    }

    fn fighters<'a>(&'a self, all: &'a [Who]) -> Vec<CombatantInfo<'a>> {
        all.iter().map(|who| who.fighter(&self.house)).collect()
    }

    pub(crate) fn look<T>(&self, look: impl FnOnce(&Scene<'_>) -> T) -> T {
        let actor = self.actor.as_ref().map(|who| who.fighter(&self.house));
        let targets = self.fighters(&self.targets);
        let bystanders = self.fighters(&self.bystanders);
        look(&Scene {
            actor: actor.as_ref(),
            targets: &targets,
            bystanders: &bystanders,
            situations: &self.between,
            holds: &self.holds,
            space: &[],
            intent: &self.intent,
            house: &self.house,
        })
    }

    pub(crate) fn step(&self, answers: &Map<Slot, Answer>) -> Progress {
        let combat = SystemId::Tristat.combat();
        let progress = self.look(|scene| {
            play_answers(
                combat,
                &SceneHistory::unchanging(*scene),
                answers,
                &self.rulings,
            )
        });
        progress.expect("a possible exchange")
    }

    /// Plays it with these faces, which must be exactly enough; the target defends.
    #[track_caller]
    pub(crate) fn play(&self, faces: &[u16]) -> PlayedExchange {
        self.play_by(&Says::default(), faces)
    }

    #[track_caller]
    pub(crate) fn play_by(&self, policy: &dyn Policy, faces: &[u16]) -> PlayedExchange {
        let mut script = DiceScript::new(faces.iter().copied());
        let combat = SystemId::Tristat.combat();
        let played = self.look(|scene| play_out(combat, scene, &self.rulings, policy, &mut script));
        let played = played.expect("a possible exchange");
        assert_eq!(
            (script.missing_faces(), script.remaining_faces()),
            (0, 0),
            "dice"
        );
        played
    }

    /// The code with which it is refused; no die is thrown.
    #[track_caller]
    pub(crate) fn refused(&self) -> String {
        let mut script = DiceScript::new([1, 1]);
        let combat = SystemId::Tristat.combat();
        let played =
            self.look(|scene| play_out(combat, scene, &self.rulings, &FirstOpen, &mut script));
        assert_eq!(script.remaining_faces(), 2);
        played.expect_err("refused").code.into_owned()
    }

    /// The rule that bars the maneuver now.
    pub(crate) fn barred(&self) -> Option<String> {
        let bar = self.look(|scene| SystemId::Tristat.combat().find_bar(scene));
        bar.map(|(_, rule)| rule.to_string())
    }
}

/// Chooses these, by the purpose of the question; else the first that is open. Names the most,
/// and buys these.
#[derive(Default)]
pub(crate) struct Says {
    pub(crate) chooses: Map<&'static str, &'static str>,
    pub(crate) names: Option<i32>,
    pub(crate) buys: Map<&'static str, Vec<&'static str>>,
}

impl Says {
    pub(crate) fn choosing(slot: &'static str, key: &'static str) -> Self {
        Self {
            chooses: Map::from([(slot, key)]),
            ..Self::default()
        }
    }

    pub(crate) fn buying(slot: &'static str, keys: &[&'static str]) -> Self {
        Self {
            buys: Map::from([(slot, keys.to_vec())]),
            ..Self::default()
        }
    }
}

impl Policy for Says {
    fn choose(&self, slot: &Slot, options: &[ChoiceOption]) -> String {
        match self.chooses.get(slot.purpose()) {
            Some(key) => (*key).to_owned(),
            None => FirstOpen.choose(slot, options),
        }
    }

    fn number(&self, _slot: &Slot, (_, most): (i32, i32)) -> i32 {
        self.names.unwrap_or(most)
    }

    fn buy(&self, slot: &Slot, _buys: &[rules::exchange::RollBenefit]) -> Vec<String> {
        let keys = self.buys.get(slot.purpose());
        keys.into_iter()
            .flatten()
            .map(|key| (*key).to_owned())
            .collect()
    }
}

/// The sum of the line of a slot.
pub(crate) fn sum(played: &PlayedExchange, slot: &str) -> Option<i32> {
    line(played, slot).map(|line| term::sum_terms(&line.terms))
}

pub(crate) fn line<'a>(played: &'a PlayedExchange, slot: &str) -> Option<&'a LedgerLine> {
    played.ledger.iter().find(|line| line.slot.as_str() == slot)
}

/// What changes, a word each.
pub(crate) fn told(effects: &[Effect]) -> Vec<String> {
    let who = |party: &Party| match party {
        Party::Actor => "actor".to_owned(),
        Party::Target(n) => format!("target{n}"),
        other => format!("{other:?}"),
    };
    let each = effects.iter().map(|effect| match effect {
        Effect::Harm { to, packet } => format!("{} −{}", who(to), packet.points),
        Effect::Spend {
            who: by, points, ..
        } => format!("{} spends {points}", who(by)),
        Effect::Count { who: by, key } => format!("{} counts {key}", who(by)),
        Effect::Gain { who: by, key, .. } => format!("{} is {key}", who(by)),
        Effect::Lose { who: by, key } => format!("{} is not {key}", who(by)),
        Effect::Carry { who: by, item, to } => format!("{} {item} {to:?}", who(by)),
        Effect::Hold { by, on, .. } => format!("{} holds {}", who(by), who(on)),
        Effect::Release { by, on, .. } => format!("{} releases {}", who(by), who(on)),
        Effect::Tell { rule, .. } => format!("tells {rule}"),
        other => format!("{other:?}"),
    });
    each.collect()
}

/// Health lost by a target, all together.
pub(crate) fn lost(played: &PlayedExchange) -> u16 {
    let each = played.effects.iter().map(|effect| match effect {
        Effect::Harm { packet, .. } => packet.points,
        _ => 0,
    });
    each.sum()
}
