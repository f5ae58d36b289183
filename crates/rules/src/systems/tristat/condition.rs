//! What somebody is under, and when it ends (TRI-TURN-03, TRI-PRONE-01).

use serde::{Deserialize, Serialize};

/// When something ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Until {
    /// Until their next turn: it ends as that turn starts.
    NextTurn,
    /// Until the end of their turn: of the one under way, or else of the next.
    EndOfTurn,
    /// This round.
    EndOfRound,
    /// Until something ends it.
    Cleared,
}

/// A moment at which things end, for the one concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Moment {
    /// Their turn starts.
    TurnStarts,
    /// Their turn ends.
    TurnEnds,
    /// The round ends.
    RoundEnds,
}

impl Until {
    /// Whether it is over at this moment (TRI-TURN-03).
    #[must_use]
    pub const fn is_over(self, at: Moment) -> bool {
        matches!(
            (self, at),
            (Self::NextTurn, Moment::TurnStarts)
                | (Self::EndOfTurn, Moment::TurnEnds)
                | (Self::EndOfRound, Moment::RoundEnds)
        )
    }
}

/// Something somebody is under.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Condition {
    /// Held: no movement, attacks and defenses hindered (TRI-GRAP-01 to 03).
    Grappled,
    /// Lies on the ground; a mark, and what the table makes of it (TRI-PRONE-01).
    Prone,
    /// The weapon was nearly lost (TRI-DISARM-04).
    ShakenWeapon,
    /// All on attack: no defenses (TRI-STANCE-01).
    TotalAttack,
    /// All on defense: no attacks (TRI-STANCE-02).
    TotalDefense,
    /// Failed to get free: no defenses (TRI-ESC-04).
    LostEscape,
}

impl Condition {
    /// Every condition.
    pub const ALL: [Self; 6] = [
        Self::Grappled,
        Self::Prone,
        Self::ShakenWeapon,
        Self::TotalAttack,
        Self::TotalDefense,
        Self::LostEscape,
    ];

    /// When it ends by itself.
    #[must_use]
    pub const fn until(self) -> Until {
        match self {
            Self::Grappled | Self::Prone => Until::Cleared,
            Self::ShakenWeapon => Until::EndOfTurn,
            Self::TotalAttack | Self::TotalDefense | Self::LostEscape => Until::NextTurn,
        }
    }

    /// The word on the screen.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Grappled => "grappled",
            Self::Prone => "prone",
            Self::ShakenWeapon => "shaken weapon",
            Self::TotalAttack => "total attack",
            Self::TotalDefense => "total defense",
            Self::LostEscape => "failed to get free",
        }
    }

    /// Where it says so.
    #[must_use]
    pub const fn rule(self) -> &'static str {
        match self {
            Self::Grappled => "TRI-GRAP-02",
            Self::Prone => "TRI-PRONE-01",
            Self::ShakenWeapon => "TRI-DISARM-04",
            Self::TotalAttack => "TRI-STANCE-01",
            Self::TotalDefense => "TRI-STANCE-02",
            Self::LostEscape => "TRI-ESC-04",
        }
    }

    /// Whether somebody under it may move (TRI-GRAP-02).
    #[must_use]
    pub const fn allows_moving(self) -> bool {
        !matches!(self, Self::Grappled)
    }
}

/// Takes away what is over at this moment, keeping the order of the rest (TRI-TURN-03).
pub fn pass(held: &mut Vec<Condition>, at: Moment) {
    held.retain(|one| !one.until().is_over(at));
}
