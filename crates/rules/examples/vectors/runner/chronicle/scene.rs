//! A scene from a vector's fields, and an exchange played in it.

use rules::sorted::{Map, Set};

use rules::condition::{Condition, Conditions, Until};
use rules::dial::Reading;
use rules::dice::Dice;
use rules::exchange::{
    Choice, Combat, Effect, Hold, Intent, Line, Party, Played, Policy, Ruled, Ruling, Scene, Slot,
    play_out,
};
use rules::fighter::Fighter;
use rules::gear::{Carried, Gear, Item};
use rules::house::House;
use rules::roll::Grade;
use rules::sheet::Sheet;
use rules::system::SystemId;
use rules::term;
use rules::text::Name;
use rules::track::{Boxes, Packet, Track};
use serde_json::Value;

use super::given::Armor;

pub(super) const TARGET: Party = Party::Target(0);

/// Dice for questions of which no die is read.
pub(super) struct Twos;

impl Dice for Twos {
    fn die(&mut self, _sides: u16) -> u16 {
        2
    }
}

/// A combatant.
#[derive(Clone)]
pub(super) struct Made {
    sheet: Sheet,
    track: Track,
    tally: Map<String, u16>,
    conditions: Conditions,
    gear: Gear,
}

impl Made {
    /// A combatant with exactly these traits; every other one that is rolled is 0.
    pub(super) fn new(traits: &[(&str, i32)]) -> Self {
        let zero = ["strength", "dexterity", "stamina", "wits", "composure"];
        let mut all: Map<String, i32> = zero.iter().map(|key| ((*key).to_owned(), 0)).collect();
        all.extend(
            traits
                .iter()
                .map(|(key, value)| ((*key).to_owned(), *value)),
        );
        Self {
            sheet: Sheet {
                kind: None,
                traits: all,
                ..Sheet::default()
            },
            track: Track::Boxes(Boxes::new(60, Packet::default()).unwrap_or(Boxes::ONE)),
            tally: Map::new(),
            conditions: Conditions::new(),
            gear: Gear::new(),
        }
    }

    pub(super) fn vampire(mut self, is: bool) -> Self {
        self.sheet.kind = is.then(|| "vampire".to_owned());
        self
    }

    /// So wounded that this is the penalty.
    pub(super) fn hurt(self, penalty: i32) -> Result<Self, String> {
        let filled = match penalty {
            0 => 0,
            -1 => 5,
            -2 => 6,
            -3 => 7,
            other => return Err(format!("no row of boxes gives {other}")),
        };
        let marks = Packet {
            bashing: filled,
            ..Packet::default()
        };
        let boxes = Boxes::new(7, marks).map_err(|why| why.to_string())?;
        Ok(self.tracked(boxes))
    }

    pub(super) fn tracked(mut self, boxes: Boxes) -> Self {
        self.track = Track::Boxes(boxes);
        self
    }

    pub(super) fn is(self, condition: &str, is: bool) -> Self {
        self.in_state(condition, if is { Some(0) } else { None })
    }

    pub(super) fn in_state(mut self, condition: &str, amount: Option<i32>) -> Self {
        if let Some(amount) = amount {
            let until = Until::Lifted;
            let condition_now = Condition { amount, until };
            self.conditions.insert(condition.to_owned(), condition_now);
        }
        self
    }

    pub(super) fn counted(mut self, key: &str, times: i32) -> Result<Self, String> {
        let times = u16::try_from(times).map_err(|why| why.to_string())?;
        self.tally.insert(key.to_owned(), times);
        Ok(self)
    }

    /// How often something was counted.
    pub(super) fn times(&self, key: &str) -> i32 {
        self.tally.get(key).copied().unwrap_or(0).into()
    }

    /// The first part of a value that follows from the numbers.
    pub(super) fn shown(&self, combat: &dyn Combat, title: &str) -> i32 {
        let (pools, house) = (Map::new(), House::default());
        let shown = combat.shown(&self.fighter(&pools, &house));
        let found = shown.into_iter().find(|(other, _)| *other == title);
        let terms = found.map_or_else(Vec::new, |(_, terms)| terms);
        terms.first().map_or(0, |term| term.value)
    }

    /// What is in the hand takes this from initiative.
    pub(super) fn initiative(&self) -> Result<i32, String> {
        let (pools, house) = (Map::new(), House::default());
        let rules = SystemId::Chronicle.rules();
        let rolled = rules.initiative(&self.fighter(&pools, &house), 1);
        let weapon = rolled.terms.iter().filter(|term| &*term.label == "Weapon");
        Ok(term::sum(weapon))
    }

    pub(super) fn has(mut self, item: Item) -> Self {
        let id = u16::try_from(self.gear.len() + 1).unwrap_or(u16::MAX);
        self.gear.insert(id, item);
        self
    }

    /// Wears these pieces, whose ratings add up.
    pub(super) fn wears(mut self, armor: &[Armor]) -> Result<Self, String> {
        for (nth, piece) in armor.iter().enumerate() {
            let places = serde_json::to_value(&piece.covers).map_err(|why| why.to_string())?;
            let places = places.as_array().cloned().unwrap_or_default();
            let places: Vec<&str> = places.iter().filter_map(Value::as_str).collect();
            let numbers = [("ballistic", piece.ballistic), ("general", piece.general)];
            let mut worn = item("armor", &numbers, &places)?;
            worn.carried = Carried::Worn;
            if piece.supernatural || nth > 0 {
                worn.tags.insert("supernatural".to_owned());
            }
            self = self.has(worn);
        }
        Ok(self)
    }

    fn fighter<'a>(&'a self, pools: &'a Map<String, i32>, house: &'a House) -> Fighter<'a> {
        Fighter {
            unscored: false,
            sheet: &self.sheet,
            track: &self.track,
            initiative: None,
            plan: None,
            tally: &self.tally,
            pools,
            conditions: &self.conditions,
            gear: &self.gear,
            house,
        }
    }
}

/// An item in a hand.
pub(super) fn item(kind: &str, numbers: &[(&str, i32)], tags: &[&str]) -> Result<Item, String> {
    Ok(Item {
        name: Name::new("Item").map_err(|why| why.to_string())?,
        kind: kind.to_owned(),
        carried: Carried::Held,
        numbers: numbers
            .iter()
            .map(|(key, n)| ((*key).to_owned(), *n))
            .collect(),
        tags: tags.iter().map(|tag| (*tag).to_owned()).collect::<Set<_>>(),
    })
}

/// A scene in which a combatant does something.
pub(super) struct Table {
    pub(super) actor: Made,
    pub(super) targets: Vec<Made>,
    pub(super) bystanders: Vec<Made>,
    pub(super) between: Vec<Reading>,
    pub(super) holds: Vec<Hold>,
    pub(super) intent: Intent,
    pub(super) rulings: Vec<Ruling>,
}

impl Table {
    pub(super) fn new(maneuver: &'static str, actor: Made, targets: Vec<Made>) -> Self {
        let mut intent = Intent::of(maneuver);
        intent.item = actor.gear.keys().next().copied();
        Self {
            actor,
            targets,
            bystanders: Vec::new(),
            between: Vec::new(),
            holds: Vec::new(),
            intent,
            rulings: Vec::new(),
        }
    }

    pub(super) fn set(&mut self, key: &str, value: i32) {
        if value != 0 {
            self.intent.set.set(key, value);
        }
    }

    pub(super) fn between(&mut self, n: usize, key: &str, value: i32) {
        if self.between.len() <= n {
            self.between.resize(n + 1, Reading::default());
        }
        if let Some(reading) = self.between.get_mut(n) {
            reading.set(key, value);
        }
    }

    pub(super) fn hold(&mut self, by: Party, on: Party, key: &str, amount: i32) {
        let key = key.to_owned();
        self.holds.push(Hold {
            by,
            on,
            key,
            amount,
        });
    }

    pub(super) fn rule(&mut self, what: Ruled) {
        self.rulings.push(Ruling { what, why: None });
    }

    /// One more term in a sum.
    pub(super) fn add(&mut self, slot: &str, label: &str, value: i32) -> Result<(), String> {
        if value != 0 {
            let label = Name::new(label).map_err(|why| why.to_string())?;
            let slot = Slot::from(slot);
            self.rule(Ruled::Add { slot, label, value });
        }
        Ok(())
    }

    /// A roll that came to this many successes, without dice.
    pub(super) fn force(&mut self, slot: &str, successes: u32) {
        let grade = match successes {
            0 => Grade::Failure,
            1..=4 => Grade::Success,
            _ => Grade::Exceptional,
        };
        self.rule(Ruled::Roll {
            slot: slot.into(),
            successes,
            grade,
            margin: None,
        });
    }

    pub(super) fn play(
        &self,
        choices: &[(&str, &str)],
        dice: &mut dyn Dice,
    ) -> Result<Got, String> {
        let (house, pools) = (House::default(), Map::new());
        let actor = self.actor.fighter(&pools, &house);
        let fighters = |all: &'_ [Made]| -> Vec<usize> { (0..all.len()).collect() };
        let targets: Vec<Fighter<'_>> = fighters(&self.targets)
            .into_iter()
            .filter_map(|n| self.targets.get(n))
            .map(|it| it.fighter(&pools, &house))
            .collect();
        let bystanders: Vec<Fighter<'_>> = self
            .bystanders
            .iter()
            .map(|it| it.fighter(&pools, &house))
            .collect();
        let scene = Scene {
            actor: Some(&actor),
            targets: &targets,
            bystanders: &bystanders,
            between: &self.between,
            holds: &self.holds,
            intent: &self.intent,
            house: &house,
        };
        let policy = Chosen(choices);
        play_out(
            SystemId::Chronicle.combat(),
            &scene,
            &self.rulings,
            &policy,
            dice,
        )
        .map(Got)
        .map_err(|why| why.to_string())
    }
}

/// Takes these options by their slots, else the first.
struct Chosen<'a>(&'a [(&'a str, &'a str)]);

impl Policy for Chosen<'_> {
    fn choose(&self, slot: &Slot, options: &[Choice]) -> String {
        let found = self.0.iter().find(|(at, _)| *at == slot.as_str());
        let open = options.iter().find(|option| option.barred.is_none());
        let first = open.map_or_else(String::new, |option| option.key.to_string());
        found.map_or(first, |(_, key)| (*key).to_owned())
    }
}

/// What came of it.
pub(super) struct Got(pub(super) Played);

impl Got {
    pub(super) fn line(&self, slot: &str) -> Option<&Line> {
        self.0.ledger.iter().find(|line| line.slot.as_str() == slot)
    }

    /// The sum of a line.
    pub(super) fn pool(&self, slot: &str) -> Option<i32> {
        self.line(slot).map(|line| term::sum(&line.terms))
    }

    /// The successes of every roll for this purpose, together.
    pub(super) fn successes(&self, purpose: &str) -> u32 {
        let lines = self
            .0
            .ledger
            .iter()
            .filter(|line| line.slot.purpose() == purpose);
        let rolled = lines.filter_map(|line| line.rolled.as_ref());
        rolled.fold(0, |sum, rolled| sum.saturating_add(rolled.successes))
    }

    /// What a party takes.
    pub(super) fn harm(&self, party: Party) -> Packet {
        let mut sum = Packet::default();
        for effect in &self.0.effects {
            if let Effect::Harm { to, packet } = effect
                && *to == party
            {
                sum.bashing = sum.bashing.saturating_add(packet.bashing);
                sum.lethal = sum.lethal.saturating_add(packet.lethal);
                sum.aggravated = sum.aggravated.saturating_add(packet.aggravated);
            }
        }
        sum
    }

    /// How much of a condition a party gains.
    pub(super) fn gains(&self, party: Party, condition: &str) -> Option<i32> {
        self.0.effects.iter().find_map(|effect| match effect {
            Effect::Gain {
                who,
                key,
                condition: now,
            } if *who == party && key == condition => Some(now.amount),
            _ => None,
        })
    }

    /// How long a condition that a party gains lasts.
    pub(super) fn lasts(&self, party: Party, condition: &str) -> Option<Until> {
        self.0.effects.iter().find_map(|effect| match effect {
            Effect::Gain {
                who,
                key,
                condition: now,
            } if *who == party && key == condition => Some(now.until),
            _ => None,
        })
    }

    /// How often something is counted of a party.
    pub(super) fn counts(&self, party: Party, counted: &str) -> i32 {
        let counts = self.0.effects.iter().filter(
            |effect| matches!(effect, Effect::Count { who, key } if *who == party && key == counted),
        );
        i32::try_from(counts.count()).unwrap_or(i32::MAX)
    }

    /// What a number of the situation becomes.
    pub(super) fn placed(&self, number: &str) -> Option<i32> {
        self.0.effects.iter().find_map(|effect| match effect {
            Effect::Place { key, value, .. } if key == number => Some(*value),
            _ => None,
        })
    }

    /// Whether a rule told something.
    pub(super) fn told(&self, id: &str) -> bool {
        let mut effects = self.0.effects.iter();
        effects.any(|effect| matches!(effect, Effect::Tell { rule, .. } if rule.as_str() == id))
    }

    /// By how much a number of the actor's item changes.
    pub(super) fn wear(&self, number: &str) -> i32 {
        let each = self.0.effects.iter().map(|effect| match effect {
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
}
