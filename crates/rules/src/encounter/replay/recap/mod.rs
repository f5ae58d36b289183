//! Recap after the fight: who fell, the biggest hit, botches, and the length of turns.
//!
//! A [`RecapRecorder`] follows an encounter record by record and notes what one class of readers was told: an event
//! counts if its log line, when it is written, is readable for the class. So a recap contains nothing that was
//! hidden, is complete however long the fight was, and leaves out what was undone.

mod note;
mod notes;
mod recorder;
mod tally;
mod text;
mod totals;

pub use self::text::{COLUMNS, EMPTY_CELL, EMPTY_RECAP, NOBODY_FELL, duration_text};

pub use self::recorder::RecapRecorder;
use crate::base::roll::Grade;
use crate::character::track::DamagePacket;
use crate::encounter::class::Class;
use crate::ruleset::SystemId;

/// The recap of an encounter, final or so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recap {
    /// The rule system of the encounter.
    pub system: SystemId,
    /// The class of readers whose knowledge it contains.
    pub class: Class,
    /// The scenes, the newest first.
    pub scenes: Vec<SceneRecap>,
}

/// The recap of one scene, until it ended or up to now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SceneRecap {
    /// The title of the scene.
    pub title: String,
    /// Number of rounds played.
    pub rounds: usize,
    /// Number of combatants' turns in them.
    pub turns: usize,
    /// Playing time in milliseconds, without breaks.
    pub lasted: u64,
    /// The biggest hit; of equal ones the first.
    pub biggest: Option<HitRecap>,
    /// The combatants that fell, in order.
    pub fallen: Vec<FallRecap>,
    /// The combatants with anything to tell, the greatest damage dealt first.
    pub fighters: Vec<CombatantRecap>,
    /// Memorable rolls, in order.
    pub rolls: Vec<MemorableRoll>,
}

/// Damage that a combatant took at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HitRecap {
    /// The combatant who dealt it, where that is known.
    pub by: Option<String>,
    /// The combatant who took it.
    pub to: String,
    /// The damage by severity.
    pub packet: DamagePacket,
    /// The maneuver that dealt it: "Strike".
    pub with: Option<String>,
    /// The round it happened in; 0 is before the first.
    pub round: u32,
}

/// The moment a combatant was taken out of the fight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FallRecap {
    /// The combatant that fell.
    pub who: String,
    /// The resulting state: "unconscious".
    pub word: String,
    /// The round it happened in; 0 is before the first.
    pub round: u32,
}

/// Recap of one combatant's damage dealt and taken, points spent, botches, and length of turns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CombatantRecap {
    /// The name of the combatant.
    pub name: String,
    /// Damage dealt, where an exchange tells that it was them.
    pub dealt: DamagePacket,
    /// Damage taken, by severity.
    pub taken: DamagePacket,
    /// Points spent, by the title of the pool.
    pub spent: Vec<(String, i32)>,
    /// Number of rolls that failed in the worst way.
    pub botches: usize,
    /// Number of exceptional rolls.
    pub exceptional: usize,
    /// The length of their turns; `None` if they had none.
    pub pace: Option<TurnLengths>,
}

/// The length of a combatant's turns, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnLengths {
    /// Number of turns taken.
    pub turns: usize,
    /// The median length; of two in the middle the shorter.
    pub median: u64,
    /// The longest turn taken.
    pub longest: u64,
}

/// A roll with the worst or the best grade.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemorableRoll {
    /// The combatant who rolled, or else the person.
    pub who: Option<String>,
    /// The purpose of the roll.
    pub what: String,
    /// The outcome in the words of the system.
    pub outcome: String,
    /// The grade of the roll: the worst or the best.
    pub grade: Grade,
    /// The round it happened in; 0 is before the first.
    pub round: u32,
}
