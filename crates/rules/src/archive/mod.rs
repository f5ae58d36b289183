//! A table as one file: what stands in it, who may have what of it, and what is checked before
//! anything of one is believed. `docs/protocol.md` has the form.
//!
//! An [`Archive`] is for those who run the table: it holds whole logs. [`Told`] is for everybody
//! else: what one class of viewers was told, and nothing besides.
//!
//! The secret of an epoch of dice that is not over is in neither. Logs hold those that were told; the
//! others are kept beside the log, and nothing here can name them.

mod check;
mod make;
mod told;

use serde::{Deserialize, Serialize};

pub use self::check::{Checked, Flaw};
pub use self::told::{TOLD, Told, ToldCourse};
use crate::encounter::Record;
use crate::fair::Bytes32;
use crate::id::{CombatantId, EncounterId, PortraitId, SeatId};
use crate::seat::Role;
use crate::system::SystemId;
use crate::text::Name;
use crate::track::Track;

/// What [`Archive::format`] says.
pub const FORMAT: &str = "coterie-table";
/// The newest form that this program writes and reads. One more with every change that an older
/// program would misread.
pub const VERSION: u32 = 1;
/// The last moment a file may speak of, in milliseconds since 1970: the end of the year 9999.
pub const LAST_MOMENT: u64 = 253_402_300_799_999;

/// The highest number a seat in a file may have.
pub const MAX_SEAT: u32 = 400;
/// Seats in use in a file.
pub const MAX_SEATED: usize = 40;
/// Encounters in a file.
pub const MAX_ENCOUNTERS: usize = 1_000;
/// Portraits in a file.
pub const MAX_PORTRAITS: usize = 400;
/// Characters of a portrait as text.
pub const MAX_PORTRAIT: usize = 128 * 1024;
/// Bytes of a record as text.
pub const MAX_RECORD: usize = 1024 * 1024;
/// Bytes of the state of an encounter as text.
pub const MAX_STATE: usize = 8 * 1024 * 1024;

/// How much of a table a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Everything.
    Table,
    /// Everybody at the current encounter, as they are, and nothing of what happened.
    Cast,
    /// One encounter.
    Encounter,
}

/// A table, or a part of one, as a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Archive {
    /// What this is: [`FORMAT`].
    pub format: String,
    /// The form: [`VERSION`] or an older one.
    pub version: u32,
    /// How much of the table it holds.
    pub kind: Kind,
    /// When it was written, in milliseconds since 1970.
    pub made_at: u64,
    /// Which program wrote it: its name and version.
    pub made_by: String,
    /// The fingerprint of the rules in that program: states are compared where it is the same.
    pub rules: String,
    /// The table's name.
    pub table: Name,
    /// Everybody who ever sat there, by number.
    pub seats: Vec<ArchivedSeat>,
    /// The encounters: the current one first.
    pub encounters: Vec<ArchivedEncounter>,
    /// What combatants look like.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub portraits: Vec<ArchivedPortrait>,
}

/// A seat without what opens it: no token, no browser, no link.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArchivedSeat {
    /// The number at the table.
    pub seat: SeatId,
    /// What it is for.
    pub role: Role,
    /// The name they gave.
    pub name: Name,
    /// Whether it was given up or taken away. Its number is not given again.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub gone: bool,
    /// Whom they play in the current encounter, for the person who reads the file; the log says it too.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub owns: Vec<String>,
}

/// What an encounter is to its table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ArchivedStanding {
    /// What the table's page shows: one in a file.
    Current,
    /// Only those who run the table know of it.
    Prepared,
    /// It was current, and another is now.
    Over,
}

/// An encounter with everything that happened in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArchivedEncounter {
    /// The title it began with.
    pub title: Name,
    /// The rules it runs on.
    pub system: SystemId,
    /// What it is to its table.
    pub standing: ArchivedStanding,
    /// When it was made, in milliseconds since 1970.
    pub made_at: u64,
    /// When it was over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<u64>,
    /// The id its dice are bound to: all that was rolled can be checked under it, wherever the
    /// encounter goes on.
    pub dice: EncounterId,
    /// Who is there when the last record has happened. It is compared with what the records make.
    pub cast: Vec<ArchivedCombatant>,
    /// The hash of the state behind the last record, likewise.
    pub state: Bytes32,
    /// The hash of that state, the rules it was made by and the id of the dice, so that other rules can tell
    /// whether it is what was written. Older versions wrote none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bound: Option<Bytes32>,
    /// What every accepted command did, each with its number, from 1 without gaps.
    pub records: Vec<(u64, Record)>,
}

/// A combatant in short.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArchivedCombatant {
    /// The id.
    pub id: CombatantId,
    /// The name with its label.
    pub name: String,
    /// Who plays it; `None` is the storyteller.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<SeatId>,
    /// Whether players do not know that it exists.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hidden: bool,
    /// Its health.
    pub track: Track,
}

/// A portrait.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArchivedPortrait {
    /// By what the log calls it.
    pub id: PortraitId,
    /// The picture as base64: a JPEG.
    pub jpeg: String,
}
