//! Steps of one turn (CHR-TURN-01 to 03, CHR-MOVE-01, CHR-MOVE-02, CHR-CHG-01 to 04,
//! CHR-PRONE-04, CHR-PRONE-05, CHR-CMP-01, CHR-CMP-02, CHR-CMP-04).

mod budget;

use crate::systems::chronicle::gear::weapon::AttackKind;
pub(crate) use budget::{Budget, NoStep};

/// Act that an instant action is spent on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Act {
    /// Any attack without a name of its own here; bursts and covering fire too.
    Attack,
    /// +2 dice, no Defense (CHR-CMP-04).
    AllOut,
    /// Runs and strikes (CHR-CHG-01).
    Charge,
    /// Defense doubled, nothing else (CHR-DODGE-01).
    Dodge,
    /// Takes aim, stands still (CHR-AIM-02).
    Aim,
    /// Draws, puts away or readies a weapon (CHR-CMP-01).
    Draw,
    /// Draws a hidden weapon (CHR-CMP-01).
    DrawHidden,
    /// Swaps a magazine (CHR-CMP-02).
    ReloadClip,
    /// Loads round by round (CHR-CMP-02).
    ReloadSingle,
    /// Works on a jammed gun (CHR-CMP-05).
    ClearJam,
    /// Gets up (CHR-PRONE-05).
    Rise,
    /// Joins or helps in a grapple (CHR-GRAP-19).
    JoinGrapple,
    /// The contest of a grapple one is in (CHR-GRAP-15).
    Grapple,
}

impl Act {
    /// All acts, in the order of the enum.
    pub(crate) const ALL: [Self; 13] = [
        Self::Attack,
        Self::AllOut,
        Self::Charge,
        Self::Dodge,
        Self::Aim,
        Self::Draw,
        Self::DrawHidden,
        Self::ReloadClip,
        Self::ReloadSingle,
        Self::ClearJam,
        Self::Rise,
        Self::JoinGrapple,
        Self::Grapple,
    ];

    /// Whether the act takes Defense away from here to the end of the turn.
    #[must_use]
    pub(crate) const fn loses_defense(self) -> bool {
        matches!(
            self,
            Self::AllOut | Self::Charge | Self::DrawHidden | Self::ReloadSingle
        )
    }

    /// Whether the combatant may also walk in the turn of this act. A charge brings its own
    /// movement.
    #[must_use]
    pub(crate) const fn allows_moving(self) -> bool {
        !matches!(self, Self::Aim | Self::Charge | Self::Grapple)
    }

    /// Whether the act may not be declared once Defense was applied this turn.
    #[must_use]
    pub(crate) const fn looks_back(self) -> bool {
        matches!(self, Self::AllOut | Self::Charge)
    }
}

/// Step of a combatant's turn, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// Walks so many yards.
    Move(i32),
    /// Runs so many yards.
    Run(i32),
    /// Spends the instant action.
    Act(Declared),
}

/// Instant action that is declared, with what decides whether the turn allows it. A charge is
/// offered no all-out attack (CHR-CHG-03).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Declared {
    /// Act that the action is spent on.
    pub(crate) act: Act,
    /// The kind of attack, if it is one.
    pub(crate) kind: Option<AttackKind>,
    /// The way of a charge, in yards.
    pub(crate) distance: i32,
}
