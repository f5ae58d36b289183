//! The smaller things that a view is made of.

use serde::{Deserialize, Serialize};

use crate::encounter::log::{Entry, What};
use crate::encounter::viewer::Viewer;
use crate::id::{CombatantId, CommandId, SeatId};
use crate::messages::Wording;
use crate::seat::{Actor, Role};

/// That one combatant holds, pins or aims at another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Hash)]
pub struct HoldView {
    /// The holder.
    pub by: CombatantId,
    /// The combatant that is held.
    pub on: CombatantId,
    /// How: the key its system knows.
    pub key: String,
    /// What the one does to the other: "holds", "aims at".
    pub word: Wording,
    /// How much of it, where it has an amount.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub amount: i32,
}

const fn is_zero(amount: &i32) -> bool {
    *amount == 0
}

/// One person at the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Hash)]
pub struct SeatView {
    /// The seat.
    pub id: SeatId,
    /// Their name.
    pub name: String,
    /// Their role.
    pub role: Role,
    /// Whether they roll real dice and type their faces.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub own_dice: bool,
    /// Whether they may watch and do nothing.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub muted: bool,
}

/// What a player proposes, to those who run the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Hash)]
pub struct ProposalView {
    /// By what it is settled.
    pub id: CommandId,
    /// The player's name.
    pub by: String,
    /// What, in words.
    pub words: String,
}

/// One line of the table log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Hash)]
pub struct Line {
    /// Its number among the lines this class of viewer sees, from 1.
    pub no: u32,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// Who did it; `None` is the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// The seat of who did it: names may look alike.
    #[serde(rename = "s", default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<SeatId>,
    /// Whether it was done for another person's combatant.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub other: bool,
    /// What happened.
    pub what: What,
    /// Whether players do not see this line.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hidden: bool,
    /// Who took it back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undone: Option<String>,
}

/// What undo or redo would act on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Hash)]
#[serde(from = "OfferText", into = "OfferText")]
pub struct Offer {
    /// The number of the line that tells of it, as the reader counts lines; 0 when none does.
    pub line: u32,
    /// How many more lines tell of it.
    pub more: u32,
}

/// An offer on the wire: `41`, or `[41,2]` with two more lines.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum OfferText {
    Line(u32),
    Lines(u32, u32),
}

impl From<OfferText> for Offer {
    fn from(text: OfferText) -> Self {
        match text {
            OfferText::Line(line) => Self { line, more: 0 },
            OfferText::Lines(line, more) => Self { line, more },
        }
    }
}

impl From<Offer> for OfferText {
    fn from(Offer { line, more }: Offer) -> Self {
        match more {
            0 => Self::Line(line),
            more => Self::Lines(line, more),
        }
    }
}

/// What a viewer reads in an entry, which is this number of theirs.
pub(super) fn line_of(no: u32, entry: &Entry, viewer: Viewer) -> Line {
    Line {
        no,
        at: entry.at,
        by: entry.by_name.clone(),
        seat: match entry.by {
            Actor::Server => None,
            Actor::Seat(seat) => Some(seat),
        },
        other: entry.other,
        what: match entry.veiled && !viewer.sees_hidden() {
            true => entry.what.clone().veiled(),
            false => entry.what.clone().folded(),
        },
        hidden: entry.public_no.is_none(),
        undone: entry.undone.clone(),
    }
}
