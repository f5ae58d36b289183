//! A scene as a test sets it up, and an exchange played in it.

use rules::base::sorted_map::Map;

use rules::base::dice::{Dice, DiceScript};
use rules::base::text::Name;
use rules::character::condition::{Condition, Conditions, Until};
use rules::character::gear::{Gear, Item};
use rules::character::parameters::Parameters;
use rules::character::sheet::Sheet;
use rules::character::track::{Boxes, DamagePacket, Track};
use rules::exchange::{
    self, Answer, ChoiceOption, CombatRules, Effect, ExchangeStep, Hold, Intent, LedgerLine, Odds,
    Party, PlayedExchange, Policy, Progress, RollBenefit, Ruling, RulingKind, Scene, SceneHistory,
    Slot,
};
use rules::ruleset::ClientRules;
use rules::ruleset::combatant_info::CombatantInfo;
use rules::ruleset::house_rules::HouseRules;
use rules::systems::chronicle::Chronicle;

/// A combatant.
#[derive(Clone, Debug)]
pub(crate) struct Made {
    pub(crate) sheet: Sheet,
    pub(crate) track: Track,
    pub(crate) tally: Map<String, u16>,
    pub(crate) pools: Map<String, i32>,
    pub(crate) conditions: Conditions,
    pub(crate) gear: Gear,
}

/// A combatant with these traits; what is not named is 2 for attributes, 0 for skills.
pub(crate) fn made(traits: &[(&str, i32)]) -> Made {
    let traits = traits.iter();
    let sheet = Sheet {
        kind: None,
        traits: traits
            .map(|(key, value)| ((*key).to_owned(), *value))
            .collect(),
        ..Sheet::default()
    };
    let pools = Chronicle.pool_specs(&sheet);
    Made {
        track: Chronicle.unmarked_track(&sheet).expect("a track"),
        pools: pools
            .into_iter()
            .map(|pool| (pool.key.to_owned(), pool.most))
            .collect(),
        sheet,
        tally: Map::new(),
        conditions: Conditions::new(),
        gear: Gear::new(),
    }
}

/// Every trait of a fighter 3.
pub(crate) fn soldier() -> Made {
    let keys = [
        "strength",
        "dexterity",
        "brawl",
        "weaponry",
        "firearms",
        "athletics",
        "stealth",
    ];
    made(&keys.map(|key| (key, 3)))
}

/// Defense 2, Stamina 2, Health 7.
pub(crate) fn victim() -> Made {
    made(&[("dexterity", 2), ("wits", 3), ("stamina", 2)])
}

impl Made {
    pub(crate) fn vampire(mut self) -> Self {
        self.sheet.kind = Some("vampire".to_owned());
        self
    }

    pub(crate) fn with(mut self, key: &str, value: i32) -> Self {
        self.sheet.traits.insert(key.to_owned(), value);
        self
    }

    pub(crate) fn marked(mut self, bashing: u16, lethal: u16, aggravated: u16) -> Self {
        let size = self.track.boxes().expect("boxes").size();
        let marks = DamagePacket {
            bashing,
            lethal,
            aggravated,
            points: 0,
        };
        self.track = Track::Boxes(Boxes::new(size, marks).expect("a track"));
        self
    }

    pub(crate) fn is(self, condition: &str) -> Self {
        self.in_state(condition, 0)
    }

    pub(crate) fn in_state(mut self, condition: &str, amount: i32) -> Self {
        let condition_now = Condition {
            amount,
            until: Until::Lifted,
        };
        self.conditions.insert(condition.to_owned(), condition_now);
        self
    }

    pub(crate) fn counted(mut self, key: &str, times: u16) -> Self {
        self.tally.insert(key.to_owned(), times);
        self
    }

    /// With a row of the charts, as item 1, 2, …
    pub(crate) fn carries(self, row: &str) -> Self {
        let row = Chronicle
            .item_chart()
            .into_iter()
            .find(|it| it.key == row)
            .expect("a row");
        self.has(row.item)
    }

    pub(crate) fn has(mut self, item: Item) -> Self {
        let id = u16::try_from(self.gear.len() + 1).expect("few");
        self.gear.insert(id, item);
        self
    }

    pub(crate) fn number(mut self, item: u16, key: &str, value: i32) -> Self {
        let item = self.gear.get_mut(&item).expect("an item");
        item.numbers.insert(key.to_owned(), value);
        self
    }

    pub(crate) fn fighter<'a>(&'a self, house: &'a HouseRules) -> CombatantInfo<'a> {
        CombatantInfo {
            unscored: false,
            moved: 0,
            sheet: &self.sheet,
            track: &self.track,
            initiative: None,
            plan: None,
            tally: &self.tally,
            pools: &self.pools,
            conditions: &self.conditions,
            gear: &self.gear,
            house,
        }
    }
}

/// An exchange and what was answered so far.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) actor: Made,
    pub(crate) targets: Vec<Made>,
    pub(crate) bystanders: Vec<Made>,
    pub(crate) between: Vec<Parameters>,
    pub(crate) holds: Vec<Hold>,
    pub(crate) intent: Intent,
    pub(crate) house: HouseRules,
    pub(crate) answers: Map<Slot, Answer>,
    pub(crate) rulings: Vec<Ruling>,
}

pub(crate) fn table(maneuver: &'static str, actor: Made, targets: &[Made]) -> Table {
    let mut intent = Intent::of(maneuver);
    intent.item = actor.gear.keys().next().copied();
    Table {
        actor,
        targets: targets.to_vec(),
        bystanders: Vec::new(),
        between: Vec::new(),
        holds: Vec::new(),
        intent,
        house: HouseRules::default(),
        answers: Map::new(),
        rulings: Vec::new(),
    }
}

impl Table {
    pub(crate) fn set(mut self, key: &str, value: i32) -> Self {
        self.intent.set.set(key, value);
        self
    }

    /// Sets the situation between the actor and one of the others.
    pub(crate) fn between(mut self, n: usize, key: &str, value: i32) -> Self {
        while self.between.len() <= n {
            self.between.push(Parameters::default());
        }
        self.between[n].set(key, value);
        self
    }

    pub(crate) fn bystander(mut self, who: Made) -> Self {
        self.bystanders.push(who);
        self
    }

    pub(crate) fn held(mut self, by: Party, on: Party, key: &str, amount: i32) -> Self {
        self.holds.push(Hold {
            by,
            on,
            key: key.to_owned(),
            amount,
        });
        self
    }

    pub(crate) fn ruled(mut self, what: RulingKind) -> Self {
        self.rulings.push(Ruling { what, why: None });
        self
    }

    pub(crate) fn chose(mut self, slot: &str, key: &str) -> Self {
        self.answers
            .insert(slot.into(), Answer::Chose(key.to_owned()));
        self
    }

    pub(crate) fn rolled(mut self, slot: &str, faces: &[u16]) -> Self {
        let answer = Answer::Rolled {
            faces: faces.to_vec(),
            bought: Vec::new(),
            typed: false,
        };
        self.answers.insert(slot.into(), answer);
        self
    }

    pub(crate) fn take_back(mut self, slot: &str) -> Self {
        self.answers.remove(&Slot::from(slot)).expect("an answer");
        self
    }

    /// Looks at it as a scene.
    pub(crate) fn scene<T>(&self, look: impl FnOnce(&Scene<'_>) -> T) -> T {
        let house = &self.house;
        let actor = self.actor.fighter(house);
        let targets: Vec<_> = self.targets.iter().map(|it| it.fighter(house)).collect();
        let bystanders: Vec<_> = self.bystanders.iter().map(|it| it.fighter(house)).collect();
        look(&Scene {
            actor: Some(&actor),
            targets: &targets,
            bystanders: &bystanders,
            situations: &self.between,
            holds: &self.holds,
            space: &[],
            intent: &self.intent,
            house,
        })
    }

    /// How far the answers bring it.
    pub(crate) fn step(&self) -> Progress {
        self.try_step().expect("not refused")
    }

    pub(crate) fn try_step(&self) -> Result<Progress, String> {
        let step = |scene: &Scene<'_>| {
            exchange::play_answers(
                &Chronicle,
                &SceneHistory::unchanging(*scene),
                &self.answers,
                &self.rulings,
            )
        };
        self.scene(step).map_err(|why| why.to_string())
    }

    /// The slot asked next and who answers.
    pub(crate) fn asks(&self) -> (String, Party) {
        let next = self.step().next.expect("a question");
        let (slot, by) = next.slot_and_party().expect("one question");
        (slot.to_string(), by)
    }

    /// The sum of the roll asked next.
    pub(crate) fn pool(&self) -> i32 {
        match self.step().next {
            Some(ExchangeStep::Roll { check, .. }) => check.sum(),
            other => panic!("no roll: {other:?}"),
        }
    }

    /// What comes of it once all is answered.
    pub(crate) fn effects(&self) -> Vec<Effect> {
        let progress = self.step();
        assert_eq!(progress.next, None);
        progress.effects
    }

    /// Plays it out with these faces, which must be exactly enough, and these choices.
    pub(crate) fn out(
        &self,
        choices: &[(&'static str, &'static str)],
        faces: &[u16],
    ) -> PlayedExchange {
        let mut dice = DiceScript::new(faces.iter().copied());
        let played = self
            .play(&Choices(choices.to_vec()), &mut dice)
            .expect("not refused");
        assert_eq!(
            (dice.missing_faces(), dice.remaining_faces()),
            (0, 0),
            "dice"
        );
        played
    }

    pub(crate) fn play(
        &self,
        policy: &dyn Policy,
        dice: &mut dyn Dice,
    ) -> Result<PlayedExchange, String> {
        let play =
            |scene: &Scene<'_>| exchange::play_out(&Chronicle, scene, &self.rulings, policy, dice);
        self.scene(play).map_err(|why| why.to_string())
    }

    pub(crate) fn odds(&self, policy: &dyn Policy) -> Odds {
        let odds =
            |scene: &Scene<'_>| exchange::exchange_odds(&Chronicle, scene, &self.rulings, policy);
        self.scene(odds).expect("not refused")
    }

    /// Why its maneuver is barred: the words and the rule.
    pub(crate) fn bar(&self) -> Option<(String, String)> {
        let barred = self.scene(|scene| Chronicle.find_bar(scene));
        barred.map(|(why, rule)| (why.to_string(), rule.to_string()))
    }

    /// The rule that bars its maneuver; empty where none does.
    pub(crate) fn barred(&self) -> String {
        self.bar().map_or_else(String::new, |(_, rule)| rule)
    }
}

/// Takes these options by their slots, else the first; buys what its key names.
pub(crate) struct Choices(pub(crate) Vec<(&'static str, &'static str)>);

impl Policy for Choices {
    fn choose(&self, slot: &Slot, options: &[ChoiceOption]) -> String {
        let found = self.0.iter().find(|(at, _)| *at == slot.as_str());
        let open = options.iter().find(|option| option.barred.is_none());
        let first = open.map_or_else(String::new, |option| option.key.to_string());
        found.map_or(first, |(_, key)| (*key).to_owned())
    }

    fn number(&self, slot: &Slot, range: (i32, i32)) -> i32 {
        let found = self.0.iter().find(|(at, _)| *at == slot.as_str());
        found.map_or(range.0, |(_, number)| number.parse().expect("a number"))
    }

    fn buy(&self, slot: &Slot, buys: &[RollBenefit]) -> Vec<String> {
        let found = self.0.iter().find(|(at, _)| *at == slot.as_str());
        let bought = buys
            .iter()
            .filter(|buy| found.is_some_and(|(_, key)| buy.key == *key));
        bought.map(|buy| buy.key.to_string()).collect()
    }
}

/// Points of bashing, lethal and aggravated that a party takes.
pub(crate) fn harm(effects: &[Effect], party: Party) -> [u16; 3] {
    let mut sum = [0; 3];
    for effect in effects {
        if let Effect::Harm { to, packet } = effect
            && *to == party
        {
            for (sum, more) in
                sum.iter_mut()
                    .zip([packet.bashing, packet.lethal, packet.aggravated])
            {
                *sum += more;
            }
        }
    }
    sum
}

/// The conditions a party gains, by key, with their amounts and ends.
pub(crate) fn gained(effects: &[Effect], party: Party) -> Vec<(String, i32, Until)> {
    let gains = effects.iter().filter_map(|effect| match effect {
        Effect::Gain {
            who,
            key,
            condition,
        } if *who == party => Some((key.to_string(), condition.amount, condition.until)),
        _ => None,
    });
    gains.collect()
}

/// Whether a party gains a condition.
pub(crate) fn gains(effects: &[Effect], party: Party, condition: &str) -> bool {
    gained(effects, party)
        .iter()
        .any(|(key, ..)| key == condition)
}

/// Whether a party loses a condition.
pub(crate) fn loses(effects: &[Effect], party: Party, condition: &str) -> bool {
    effects.iter().any(
        |effect| matches!(effect, Effect::Lose { who, key } if *who == party && key == condition),
    )
}

/// How often something is counted for a party.
pub(crate) fn counts(effects: &[Effect], party: Party, count: &str) -> usize {
    let counts = effects.iter().filter(
        |effect| matches!(effect, Effect::Count { who, key } if *who == party && key == count),
    );
    counts.count()
}

/// By how much a number of an item of the actor changes.
pub(crate) fn wear(effects: &[Effect], number: &str) -> i32 {
    let each = effects.iter().map(|effect| match effect {
        Effect::Wear {
            who: Party::Actor,
            key,
            by,
            ..
        } if key == number => *by,
        _ => 0,
    });
    each.sum()
}

/// The rules of what is told.
pub(crate) fn told(effects: &[Effect]) -> Vec<String> {
    let told = effects.iter().filter_map(|effect| match effect {
        Effect::Tell { rule, .. } => Some(rule.to_string()),
        _ => None,
    });
    told.collect()
}

/// A line of the ledger.
pub(crate) fn line<'a>(ledger: &'a [LedgerLine], slot: &str) -> &'a LedgerLine {
    let mut found = ledger.iter().filter(|line| line.slot.as_str() == slot);
    found.next().unwrap_or_else(|| panic!("no line {slot}"))
}

/// A thing of the table's own.
pub(crate) fn item(kind: &str, numbers: &[(&str, i32)], tags: &[&str]) -> Item {
    Item {
        name: Name::new("Thing").expect("a name"),
        kind: kind.to_owned(),
        carried: rules::character::gear::Carried::Held,
        numbers: numbers
            .iter()
            .map(|(key, n)| ((*key).to_owned(), *n))
            .collect(),
        tags: tags.iter().map(|tag| (*tag).to_owned()).collect(),
    }
}
