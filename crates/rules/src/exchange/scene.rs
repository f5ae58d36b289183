//! The scene of an exchange: its parties and the relations between them.

use crate::messages::Text;
use crate::messages::core as msg;
use serde::{Deserialize, Serialize};

use super::effect::{Effect, Shift};
use super::intent::Intent;
use super::slot::{Party, Slot};
use crate::base::sorted_map::Map;
use crate::base::term::{RuleId, Term};
use crate::character::condition::Conditions;
use crate::character::gear::{Gear, Item};
use crate::character::initiative::Initiative;
use crate::character::parameters::Parameters;
use crate::character::plan::Plan;
use crate::character::sheet::Sheet;
use crate::character::track::Track;
use crate::ruleset::combatant_info::CombatantInfo;
use crate::ruleset::house_rules::HouseRules;
use crate::space::Separation;

/// The table as an exchange reads it at one moment: all parties with traits, wounds, gear and situation as they are
/// then, without what the exchange itself has counted, spent and fired so far. The counts of the acting combatant are
/// those at the declaration.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// The acting combatant; `None` for what no combatant does: a fall, a fire.
    pub actor: Option<&'a CombatantInfo<'a>>,
    /// The targets of the exchange.
    pub targets: &'a [CombatantInfo<'a>],
    /// Other combatants who may be drawn in: those the actor may not want to hit, protectors.
    pub bystanders: &'a [CombatantInfo<'a>],
    /// The situation between the actor and each target, in the order of the targets, then each bystander: the
    /// parameters of [`CombatRules::situation_parameters`](super::CombatRules::situation_parameters).
    pub situations: &'a [Parameters],
    /// The holds, pins and aims among the parties.
    pub holds: &'a [Hold],
    /// What the places of the scene say of the actor and each target, then each bystander; empty without them.
    pub space: &'a [Separation],
    /// The intent that is carried out.
    pub intent: &'a Intent,
    /// The house rules in effect.
    pub house: &'a HouseRules,
}

/// A party of an exchange that holds, pins or aims at another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hold {
    /// The party that holds.
    pub by: Party,
    /// The party that is held.
    pub on: Party,
    /// The kind of hold, a key its system knows.
    pub key: String,
    /// The strength of the hold.
    #[serde(default)]
    pub amount: i32,
}

/// A kind of hold of one combatant on another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HoldSpec {
    /// The key in a [`Hold`].
    pub key: &'static str,
    /// The word for what the holder does to the held combatant, such as "holds" or "aims at".
    pub word: Text,
    /// The greatest strength; 0 if it has none.
    pub most: i32,
}

impl HoldSpec {
    /// The kinds of hold that most systems know.
    pub const COMMON: &'static [Self] = &[
        Self::new("grapple", msg::GRAPPLES, 100),
        Self::new("hold", msg::HOLDS, 100),
        Self::new("pin", msg::PINS, 100),
        Self::new("aim", msg::AIMS_AT, 100),
        Self::new("control", msg::CONTROLS, 100),
        Self::new("shield", msg::HIDES_BEHIND, 100),
        Self::new("help", msg::HELPS_AGAINST, 100),
    ];

    /// Creates a kind of hold with its word and greatest strength.
    #[must_use]
    pub const fn new(key: &'static str, word: Text, most: i32) -> Self {
        Self { key, word, most }
    }
}

impl<'a> Scene<'a> {
    /// Returns the strength of a hold of one party on another; `None` if there is no such hold.
    #[must_use]
    pub fn hold_amount(&self, by: Party, on: Party, key: &str) -> Option<i32> {
        let mut holds = self.holds.iter();
        let hold = holds.find(|hold| hold.by == by && hold.on == on && hold.key == key);
        hold.map(|hold| hold.amount)
    }

    /// Returns the combatant of a party; `None` for the storyteller and for parties that are not there.
    #[must_use]
    pub fn find_party(&self, party: Party) -> Option<&'a CombatantInfo<'a>> {
        match party {
            Party::Actor => self.actor,
            Party::Target(n) => self.targets.get(usize::from(n)),
            Party::Bystander(n) => self.bystanders.get(usize::from(n)),
            Party::Storyteller => None,
        }
    }

    /// Returns the only or first target.
    #[must_use]
    pub fn first_target(&self) -> Option<&'a CombatantInfo<'a>> {
        self.targets.first()
    }

    /// Returns a situation parameter between the actor and a target: as set for this exchange, else as stored for the
    /// pair, else `default`.
    #[must_use]
    pub fn situation_value(&self, target: u8, key: &str, default: i32) -> i32 {
        let remembered = self.situations.get(usize::from(target));
        let set = self.intent.set.get(key);
        set.or_else(|| remembered.and_then(|set| set.get(key)))
            .unwrap_or(default)
    }

    /// Returns the separation (distance and obstacles) between the actor and a target in the scene;
    /// `None` without a scene.
    #[must_use]
    pub fn separation(&self, target: u8) -> Option<&'a Separation> {
        let between = self.space.get(usize::from(target));
        between.filter(|between| between.there.is_some())
    }

    /// Returns the effect by which the actor steps up to a target of the scene who is not at arm's length yet.
    #[must_use]
    pub fn closing_in(&self, target: u8) -> Option<Effect> {
        let apart = !self.separation(target)?.close;
        apart.then_some(Effect::Shift {
            who: Party::Actor,
            to: Shift::UpTo(Party::Target(target)),
        })
    }

    /// Returns the value of a parameter between the actor and a party, targets first, as it follows from the places of
    /// the scene; `None` without a scene, or where it was set otherwise by hand.
    #[must_use]
    pub fn scene_value(&self, party: u8, key: &str) -> Option<i32> {
        let mut readings = self.separation(party)?.readings.iter();
        readings.find(|read| read.key == key).map(|read| read.value)
    }

    /// Marks the terms whose rules follow from the places of the scene, unless the exchange sets their parameter.
    pub(super) fn mark_terms(&self, terms: &mut [Term]) {
        let readings = self.space.iter().flat_map(|between| &between.readings);
        let read = readings.filter(|read| self.intent.set.get(&read.key).is_none());
        let rules: Vec<&str> = read
            .flat_map(|read| &read.rules)
            .map(String::as_str)
            .collect();
        for term in terms {
            let rule = term.rule.as_ref().map(RuleId::as_str);
            term.from_scene = rule.is_some_and(|rule| rules.contains(&rule));
        }
    }

    /// Returns the item that the actor uses.
    #[must_use]
    pub fn item(&self) -> Option<&'a Item> {
        self.actor?.gear.get(&self.intent.item?)
    }

    /// Returns a parameter of the intent, or `default` if it is not set.
    #[must_use]
    pub fn parameter_or(&self, key: &str, default: i32) -> i32 {
        self.intent.set.get_or(key, default)
    }
}

/// Scenes of an exchange over time, which are the table as each given answer read it, and as it is
/// now. A question and a roll read the table of the moment when they are asked and thrown; later
/// answers do not change that.
#[derive(Clone, Debug)]
pub struct SceneHistory<'a> {
    now: Scene<'a>,
    /// Scenes by the number of the answer from which on they apply, oldest first.
    read: Vec<(usize, Scene<'a>)>,
    /// The slots of the answered questions, in the order of their answers.
    answered: Vec<Slot>,
}

impl<'a> SceneHistory<'a> {
    /// Creates the history of an exchange during which the table stays as it is.
    #[must_use]
    pub const fn unchanging(now: Scene<'a>) -> Self {
        Self {
            now,
            read: Vec::new(),
            answered: Vec::new(),
        }
    }

    /// Creates a history from the current scene, the scenes read from each answer on (by its number, oldest first), and
    /// the slots that were answered.
    #[must_use]
    pub const fn new(now: Scene<'a>, read: Vec<(usize, Scene<'a>)>, answered: Vec<Slot>) -> Self {
        Self {
            now,
            read,
            answered,
        }
    }

    /// Returns the table as it is now.
    #[must_use]
    pub const fn current(&self) -> &Scene<'a> {
        &self.now
    }

    /// Returns the table as the first answer read it, or as it is now if there is no answer.
    #[must_use]
    pub fn at_first_answer(&self) -> &Scene<'a> {
        self.at_answer(0)
    }

    /// Returns the table as the question of a slot reads it: as its answer did, or as it is now.
    #[must_use]
    pub fn at_slot(&self, slot: &Slot) -> &Scene<'a> {
        self.answer_number(slot)
            .map_or(&self.now, |at| self.at_answer(at))
    }

    /// Returns the number of a slot's answer, its newest if it was answered more than once.
    pub(super) fn answer_number(&self, slot: &Slot) -> Option<usize> {
        self.answered.iter().rposition(|other| other == slot)
    }

    /// Returns the table as the answer of this number read it.
    pub(super) fn at_answer(&self, answer: usize) -> &Scene<'a> {
        if answer >= self.answered.len() {
            return &self.now;
        }
        let read = self.read.iter().rev().find(|(from, _)| *from <= answer);
        read.map_or(&self.now, |(_, scene)| scene)
    }
}

/// A combatant as an answer of an exchange read them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CombatantSnapshot {
    /// The sheet with the traits.
    pub sheet: Sheet,
    /// The health of the combatant.
    pub track: Track,
    /// The initiative of the combatant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub initiative: Option<Initiative>,
    /// Whether the combatant was in the order of a fight under way without an initiative.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unscored: bool,
    /// The distance that the combatant moved in the scene in this turn.
    #[serde(default, skip_serializing_if = "is_unmoved")]
    pub moved: u32,
    /// The plan that was declared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<Plan>,
    /// The conditions of the combatant.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub conditions: Conditions,
    /// The gear of the combatant.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub gear: Gear,
    /// The counts of the round, without those of the exchange itself.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub tally: Map<String, u16>,
    /// The points left in each pool, without what the exchange itself has spent. Exchanges of earlier releases stored
    /// none; they read pools, and the tallies of everyone but the acting combatant, as they are now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pools: Option<Map<String, i32>>,
}

/// Whether a combatant has not moved, which is not written.
const fn is_unmoved(distance: &u32) -> bool {
    *distance == 0
}

impl CombatantSnapshot {
    /// Copies all that an exchange reads of a combatant.
    #[must_use]
    pub fn of(who: &CombatantInfo<'_>) -> Self {
        Self {
            sheet: who.sheet.clone(),
            track: *who.track,
            initiative: who.initiative.cloned(),
            unscored: who.unscored,
            moved: who.moved,
            plan: who.plan.cloned(),
            conditions: who.conditions.clone(),
            gear: who.gear.clone(),
            tally: who.tally.clone(),
            pools: Some(who.pools.clone()),
        }
    }

    /// Returns the combatant for the rules, with this tally and these pools.
    #[must_use]
    pub fn as_fighter<'a>(
        &'a self,
        tally: &'a Map<String, u16>,
        pools: &'a Map<String, i32>,
        house: &'a HouseRules,
    ) -> CombatantInfo<'a> {
        CombatantInfo {
            sheet: &self.sheet,
            track: &self.track,
            initiative: self.initiative.as_ref(),
            unscored: self.unscored,
            moved: self.moved,
            plan: self.plan.as_ref(),
            tally,
            pools,
            conditions: &self.conditions,
            gear: &self.gear,
            house,
        }
    }
}
