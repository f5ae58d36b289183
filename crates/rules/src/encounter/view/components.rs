//! Small parts of a view: holds, seats, proposals, log lines, undo offers.

use serde::{Deserialize, Serialize};

use crate::base::id::{CombatantId, CommandId, SeatId};
use crate::base::seat::{Actor, Role};
use crate::encounter::log::{LogEntry, LogMessage};
use crate::encounter::viewer::Viewer;
use crate::messages::Wording;

/// A hold of one combatant on another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Hash)]
pub struct HoldView {
    /// The combatant that holds.
    pub by: CombatantId,
    /// The combatant that is held.
    pub on: CombatantId,
    /// The key of the kind of hold.
    pub key: String,
    /// The verb of the hold: "holds", "aims at".
    pub word: Wording,
    /// The amount of the hold, where it has one.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub amount: i32,
}

/// Whether an amount is zero, in which case serialization leaves it out.
const fn is_zero(amount: &i32) -> bool {
    *amount == 0
}

/// Seat of a person at the table as the view shows it, with name and role.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Hash)]
pub struct SeatView {
    /// The id of the seat.
    pub id: SeatId,
    /// The name of the person.
    pub name: String,
    /// The role of the seat.
    pub role: Role,
    /// Whether the person rolls real dice and types the faces.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub own_dice: bool,
    /// Whether the seat is muted and may only watch.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub muted: bool,
}

/// A player's proposal as shown to readers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Hash)]
pub struct ProposalView {
    /// The id by which it is settled.
    pub id: CommandId,
    /// The name of the player.
    pub by: String,
    /// The proposed command in words.
    pub words: String,
}

/// A log line as a viewer reads it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Hash)]
pub struct LogLineView {
    /// The line's number among those of this class, from 1.
    pub no: u32,
    /// The time in milliseconds since 1970.
    pub at: u64,
    /// The name of the person who acted; `None` is the server.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// The seat of the person who acted, because names may look alike.
    #[serde(rename = "s", default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<SeatId>,
    /// Whether the person acted for another person's combatant.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub other: bool,
    /// The message of the line.
    pub what: LogMessage,
    /// Whether players do not read this line.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hidden: bool,
    /// The name of the person who undid it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undone: Option<String>,
}

/// The action that undo or redo would affect, named by its log lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Hash)]
#[serde(from = "UndoOfferWire", into = "UndoOfferWire")]
pub struct UndoOffer {
    /// The number of the line that tells of it, as the reader counts lines; 0 when none does.
    pub line: u32,
    /// Number of further lines that tell of it.
    pub more: u32,
}

/// Wire form of an offer to undo: a log line's number as `41`, or `[41,2]` with two more lines.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum UndoOfferWire {
    Line(u32),
    Lines(u32, u32),
}

impl From<UndoOfferWire> for UndoOffer {
    fn from(text: UndoOfferWire) -> Self {
        match text {
            UndoOfferWire::Line(line) => Self { line, more: 0 },
            UndoOfferWire::Lines(line, more) => Self { line, more },
        }
    }
}

impl From<UndoOffer> for UndoOfferWire {
    fn from(UndoOffer { line, more }: UndoOffer) -> Self {
        match more {
            0 => Self::Line(line),
            more => Self::Lines(line, more),
        }
    }
}

/// Builds the line of a log entry for a viewer, with the number it has for them.
pub(super) fn build_log_line(no: u32, entry: &LogEntry, viewer: Viewer) -> LogLineView {
    LogLineView {
        no,
        at: entry.at,
        by: entry.by_name.clone(),
        seat: match entry.by {
            Actor::Server => None,
            Actor::Seat(seat) => Some(seat),
        },
        other: entry.other,
        what: match entry.veiled && !viewer.sees_hidden() {
            true => entry.what.clone().redacted_for_players(),
            false => entry.what.clone().shortened(),
        },
        hidden: entry.public_no.is_none(),
        undone: entry.undone.clone(),
    }
}
