//! Who sits at the table, and what that lets them do.

use crate::messages::{Text, core as msg};
use serde::{Deserialize, Serialize};

use crate::id::SeatId;
use crate::text::Name;

/// What a seat is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Runs the table and sees everything.
    Storyteller,
    /// Helps to run it: sees and may do what the storyteller may.
    CoStoryteller,
    /// Plays one or more combatants.
    Player,
    /// Watches and listens.
    Spectator,
}

impl Role {
    /// Whether this role sees what is hidden and may change everything.
    #[must_use]
    pub const fn runs_the_table(self) -> bool {
        matches!(self, Self::Storyteller | Self::CoStoryteller)
    }

    /// Whether this role can leave the table. It must not be left without its storyteller.
    #[must_use]
    pub const fn may_leave(self) -> bool {
        !matches!(self, Self::Storyteller)
    }

    /// What it is called.
    #[must_use]
    pub const fn title(self) -> Text {
        match self {
            Self::Storyteller => msg::STORYTELLER,
            Self::CoStoryteller => msg::CO_STORYTELLER,
            Self::Player => msg::PLAYER,
            Self::Spectator => msg::SPECTATOR,
        }
    }

    /// The word for it in files and on pages' marks.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Storyteller => "storyteller",
            Self::CoStoryteller => "co-storyteller",
            Self::Player => "player",
            Self::Spectator => "spectator",
        }
    }
}

/// One person's place at the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seat {
    /// The name they gave.
    pub name: Name,
    /// What the seat is for.
    pub role: Role,
    /// Whether they may watch and do nothing, because those who run the table say so.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub muted: bool,
}

/// Whether a person may make a link that moves a seat to another device: each for their own
/// seat, those who run the table for others' as well, but not for the storyteller's.
#[must_use]
pub fn may_move(mover: (SeatId, Role), moved: (SeatId, Role)) -> bool {
    let ((mover, role), (moved, its_role)) = (mover, moved);
    mover == moved || (role.runs_the_table() && its_role != Role::Storyteller)
}

/// Whether a person may hand the storytelling over to another seat: the storyteller alone, and not to
/// themselves.
#[must_use]
pub fn may_hand_over(from: (SeatId, Role), to: (SeatId, Role)) -> bool {
    let ((from, role), (to, its_role)) = (from, to);
    from != to && role == Role::Storyteller && its_role != Role::Storyteller
}

/// Who gives a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Actor {
    /// The program itself: opens encounters and seats people whom the door let in.
    #[serde(rename = "house")]
    Server,
    /// A person in a seat.
    Seat(SeatId),
}
