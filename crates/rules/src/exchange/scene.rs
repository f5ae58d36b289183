//! Who takes part in an exchange and how things stand between them.

use crate::messages::Text;
use crate::messages::core as msg;
use serde::{Deserialize, Serialize};

use super::intent::Intent;
use super::slot::{Party, Slot};
use crate::condition::Conditions;
use crate::dial::Reading;
use crate::fighter::Fighter;
use crate::gear::{Gear, Item};
use crate::house::House;
use crate::initiative::Initiative;
use crate::plan::Plan;
use crate::sheet::Sheet;
use crate::sorted::Map;
use crate::track::Track;

/// The table as an exchange reads it at one moment: everybody in it with traits, wounds, gear and
/// situation as they are then, without what the exchange itself has counted, spent and fired so
/// far. What the acting combatant had done counts as it did at the declaration.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// Who acts; `None` for what no combatant does: a fall, a fire.
    pub actor: Option<&'a Fighter<'a>>,
    /// Against whom.
    pub targets: &'a [Fighter<'a>],
    /// Others who may be drawn in: those an actor may not want to hit, protectors.
    pub bystanders: &'a [Fighter<'a>],
    /// How things stand between the actor and each target, in the order of the targets, then
    /// each bystander: the dials of [`Combat::situation`](super::Combat::situation).
    pub between: &'a [Reading],
    /// Who of them holds, pins or aims at whom.
    pub holds: &'a [Hold],
    /// What is done.
    pub intent: &'a Intent,
    /// The house rules.
    pub house: &'a House,
}

/// One party of an exchange that holds, pins or aims at another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hold {
    /// Who holds.
    pub by: Party,
    /// Who is held.
    pub on: Party,
    /// How: a key its system knows.
    pub key: String,
    /// How much of it.
    #[serde(default)]
    pub amount: i32,
}

/// A way in which one combatant holds another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HoldSpec {
    /// The key in a [`Hold`].
    pub key: &'static str,
    /// What the one who holds does to the one who is held: "holds", "aims at".
    pub word: Text,
    /// The greatest amount; 0 where it has none.
    pub most: i32,
}

impl HoldSpec {
    /// The ways that most systems know.
    pub const COMMON: &'static [Self] = &[
        Self::new("grapple", msg::GRAPPLES, 100),
        Self::new("hold", msg::HOLDS, 100),
        Self::new("pin", msg::PINS, 100),
        Self::new("aim", msg::AIMS_AT, 100),
        Self::new("control", msg::CONTROLS, 100),
        Self::new("shield", msg::HIDES_BEHIND, 100),
        Self::new("help", msg::HELPS_AGAINST, 100),
    ];

    /// A way to hold, its word and its greatest amount.
    #[must_use]
    pub const fn new(key: &'static str, word: Text, most: i32) -> Self {
        Self { key, word, most }
    }
}

impl<'a> Scene<'a> {
    /// How much one party holds another in this way; `None` when they do not.
    #[must_use]
    pub fn held(&self, by: Party, on: Party, key: &str) -> Option<i32> {
        let mut holds = self.holds.iter();
        let hold = holds.find(|hold| hold.by == by && hold.on == on && hold.key == key);
        hold.map(|hold| hold.amount)
    }

    /// A party's combatant; `None` for the storyteller and for those who are not there.
    #[must_use]
    pub fn party(&self, party: Party) -> Option<&'a Fighter<'a>> {
        match party {
            Party::Actor => self.actor,
            Party::Target(n) => self.targets.get(usize::from(n)),
            Party::Bystander(n) => self.bystanders.get(usize::from(n)),
            Party::Storyteller => None,
        }
    }

    /// The only or first target.
    #[must_use]
    pub fn target(&self) -> Option<&'a Fighter<'a>> {
        self.targets.first()
    }

    /// A dial of the situation between the actor and a target: as set for this exchange, else as
    /// it is remembered, else `default`.
    #[must_use]
    pub fn between(&self, target: u8, key: &str, default: i32) -> i32 {
        let remembered = self.between.get(usize::from(target));
        let set = self.intent.set.get(key);
        set.or_else(|| remembered.and_then(|set| set.get(key)))
            .unwrap_or(default)
    }

    /// The item the actor does it with.
    #[must_use]
    pub fn item(&self) -> Option<&'a Item> {
        self.actor?.gear.get(&self.intent.item?)
    }

    /// What was set about the intent, or this.
    #[must_use]
    pub fn set(&self, key: &str, default: i32) -> i32 {
        self.intent.set.or(key, default)
    }
}

/// The moments of an exchange: how the table stood at each answer that was given, and how it
/// stands now. A question and a roll read the table as it is when they are asked and thrown; an
/// answer given since changes nothing of it.
#[derive(Clone, Debug)]
pub struct Moments<'a> {
    now: Scene<'a>,
    /// Each from the answer of that number on, the oldest first.
    read: Vec<(usize, Scene<'a>)>,
    /// The questions answered, in the order of their answers.
    answered: Vec<Slot>,
}

impl<'a> Moments<'a> {
    /// An exchange through which the table stays as it is.
    #[must_use]
    pub const fn only(now: Scene<'a>) -> Self {
        Self {
            now,
            read: Vec::new(),
            answered: Vec::new(),
        }
    }

    /// An exchange with answers: what was read `from` the answer of each number on, the oldest
    /// first, and to which questions the answers were given.
    #[must_use]
    pub const fn new(now: Scene<'a>, read: Vec<(usize, Scene<'a>)>, answered: Vec<Slot>) -> Self {
        Self {
            now,
            read,
            answered,
        }
    }

    /// The table as it is now.
    #[must_use]
    pub const fn now(&self) -> &Scene<'a> {
        &self.now
    }

    /// The table as the first answer read it, or as it is now where none was given.
    #[must_use]
    pub fn first(&self) -> &Scene<'a> {
        self.at(0)
    }

    /// The table as a question reads it: as its answer did, or as it is now.
    #[must_use]
    pub fn at_slot(&self, slot: &Slot) -> &Scene<'a> {
        self.number(slot).map_or(&self.now, |at| self.at(at))
    }

    /// The number of a question's answer, its newest where it was answered more than once.
    pub(super) fn number(&self, slot: &Slot) -> Option<usize> {
        self.answered.iter().rposition(|other| other == slot)
    }

    /// The table as the answer of this number read it.
    pub(super) fn at(&self, answer: usize) -> &Scene<'a> {
        if answer >= self.answered.len() {
            return &self.now;
        }
        let read = self.read.iter().rev().find(|(from, _)| *from <= answer);
        read.map_or(&self.now, |(_, scene)| scene)
    }
}

/// A combatant as an answer of an exchange read them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Facts {
    /// Their numbers.
    pub sheet: Sheet,
    /// Their health.
    pub track: Track,
    /// Their place in the fight.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub initiative: Option<Initiative>,
    /// Whether they stood in the order of a fight under way without a score.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unscored: bool,
    /// What they had declared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<Plan>,
    /// The conditions they were in.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub conditions: Conditions,
    /// What they carried.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub gear: Gear,
    /// What is counted of them, without what the exchange has counted itself.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub tally: Map<String, u16>,
    /// What was left of their pools, without what the exchange has spent itself. Exchanges of
    /// earlier releases wrote none down, and read pools, and the tallies of others than the acting
    /// combatant, as they are now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pools: Option<Map<String, i32>>,
}

impl Facts {
    /// A combatant with all that an exchange reads of them.
    #[must_use]
    pub fn of(who: &Fighter<'_>) -> Self {
        Self {
            sheet: who.sheet.clone(),
            track: *who.track,
            initiative: who.initiative.cloned(),
            unscored: who.unscored,
            plan: who.plan.cloned(),
            conditions: who.conditions.clone(),
            gear: who.gear.clone(),
            tally: who.tally.clone(),
            pools: Some(who.pools.clone()),
        }
    }

    /// The combatant with this tally and these pools.
    #[must_use]
    pub fn fighter<'a>(
        &'a self,
        tally: &'a Map<String, u16>,
        pools: &'a Map<String, i32>,
        house: &'a House,
    ) -> Fighter<'a> {
        Fighter {
            sheet: &self.sheet,
            track: &self.track,
            initiative: self.initiative.as_ref(),
            unscored: self.unscored,
            plan: self.plan.as_ref(),
            tally,
            pools,
            conditions: &self.conditions,
            gear: &self.gear,
            house,
        }
    }
}
