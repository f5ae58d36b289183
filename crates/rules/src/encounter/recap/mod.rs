//! After the fight: who fell, the biggest hit, botches, and how long turns took.
//!
//! A [`Course`] follows an encounter record by record and notes what one class of viewers was
//! told: whether a line of the log is theirs decides, when it is written. So a recap holds nothing
//! that was hidden, is whole however long the fight was, and what was taken back is not in it.

mod course;
mod deeds;
mod moment;
mod notes;
mod tally;
mod words;

pub use self::words::{COLUMNS, EMPTY, NOBODY, NOTHING, time};

pub use self::course::Course;
use super::class::Class;
use crate::roll::Grade;
use crate::system::SystemId;
use crate::track::Packet;

/// What is told of an encounter when it is over, or so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recap {
    /// The rules it ran on.
    pub system: SystemId,
    /// Whose it is: it holds what this class of viewers was told, and no more.
    pub class: Class,
    /// Its scenes, the newest first.
    pub scenes: Vec<Scene>,
}

/// What happened until a scene ended, or up to now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scene {
    /// Its title.
    pub title: String,
    /// How many rounds were played.
    pub rounds: usize,
    /// How many turns combatants had in them.
    pub turns: usize,
    /// How long that took, in milliseconds, without breaks.
    pub lasted: u64,
    /// The biggest hit: of equal ones the first.
    pub biggest: Option<Hit>,
    /// Who fell, in that order.
    pub fallen: Vec<Fall>,
    /// Everybody of whom there is something to tell, who dealt most first.
    pub fighters: Vec<Fighter>,
    /// Rolls to remember, in order.
    pub rolls: Vec<Memorable>,
}

/// Damage that a combatant took at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    /// Who dealt it, where that is known.
    pub by: Option<String>,
    /// Who took it.
    pub to: String,
    /// How much.
    pub packet: Packet,
    /// What was done: "Strike".
    pub with: Option<String>,
    /// In which round; 0 is before the first.
    pub round: u32,
}

/// That a combatant could act no longer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fall {
    /// Who.
    pub who: String,
    /// What became of them: "unconscious".
    pub word: String,
    /// In which round; 0 is before the first.
    pub round: u32,
}

/// What a combatant did, bore and spent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fighter {
    /// Who.
    pub name: String,
    /// The damage they dealt, where an exchange says that it was them.
    pub dealt: Packet,
    /// The damage they took.
    pub taken: Packet,
    /// What they spent of their pools, by its word.
    pub spent: Vec<(String, i32)>,
    /// How many of their rolls went badly wrong.
    pub botches: usize,
    /// How many were exceptional.
    pub exceptional: usize,
    /// How long their turns took; `None` when they had none.
    pub pace: Option<Pace>,
}

/// How long turns took, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// How many there were.
    pub turns: usize,
    /// The one in the middle; of two in the middle the shorter.
    pub median: u64,
    /// The longest.
    pub longest: u64,
}

/// A roll that went badly wrong, or very well.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Memorable {
    /// Who rolled: a combatant, or the person whose roll it was.
    pub who: Option<String>,
    /// What for.
    pub what: String,
    /// What came of it, in the words of its system.
    pub outcome: String,
    /// The worst grade or the best.
    pub grade: Grade,
    /// In which round; 0 is before the first.
    pub round: u32,
}
