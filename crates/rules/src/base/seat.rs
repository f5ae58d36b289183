//! Seats at the table: roles and what they permit.

use crate::messages::{Text, core as msg};
use serde::{Deserialize, Serialize};

use crate::base::id::SeatId;
use crate::base::text::Name;

/// Role of a seat at the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Runs the table and sees everything.
    Storyteller,
    /// Helps to run the table, with the storyteller's view and permissions.
    CoStoryteller,
    /// Plays one or more combatants.
    Player,
    /// Watches without playing a combatant.
    Spectator,
}

impl Role {
    /// Whether this role sees hidden data and may change everything.
    #[must_use]
    pub const fn can_run_table(self) -> bool {
        matches!(self, Self::Storyteller | Self::CoStoryteller)
    }

    /// Whether this role can leave the table; the storyteller cannot.
    #[must_use]
    pub const fn can_leave_table(self) -> bool {
        !matches!(self, Self::Storyteller)
    }

    /// Returns the title of the role, as the screen shows it.
    #[must_use]
    pub const fn title(self) -> Text {
        match self {
            Self::Storyteller => msg::STORYTELLER,
            Self::CoStoryteller => msg::CO_STORYTELLER,
            Self::Player => msg::PLAYER,
            Self::Spectator => msg::SPECTATOR,
        }
    }

    /// Returns the role's key in files and HTML attributes.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Storyteller => "storyteller",
            Self::CoStoryteller => "co-storyteller",
            Self::Player => "player",
            Self::Spectator => "spectator",
        }
    }
}

/// Seat of one person at the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seat {
    /// Name that the person gave.
    pub name: Name,
    /// Role of the seat.
    pub role: Role,
    /// Whether the storyteller has restricted the seat to watching.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub muted: bool,
}

/// Whether a person may create a link that moves a seat to another device: their own seat, or as a
/// storyteller any seat except the storyteller's.
#[must_use]
pub fn can_move_seat(mover: (SeatId, Role), moved: (SeatId, Role)) -> bool {
    let ((mover, role), (moved, its_role)) = (mover, moved);
    mover == moved || (role.can_run_table() && its_role != Role::Storyteller)
}

/// Whether a person may hand the storyteller role over to another seat; only the storyteller may.
#[must_use]
pub fn can_hand_over_table(from: (SeatId, Role), to: (SeatId, Role)) -> bool {
    let ((from, role), (to, its_role)) = (from, to);
    from != to && role == Role::Storyteller && its_role != Role::Storyteller
}

/// Author of a command, either the server itself or the person in a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Actor {
    /// The server itself, which opens encounters and seats admitted people.
    #[serde(rename = "house")]
    Server,
    /// Person in a seat.
    Seat(SeatId),
}
