//! What the winner of a contest may do, and in which order (CHR-GRAP-05 to 14).

use serde::{Deserialize, Serialize};

use super::{Grappler, Side};
use crate::systems::chronicle::condition::Condition;
use crate::systems::chronicle::settings::Settings;

/// One move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Move {
    /// The grapple ends, and the winner still has an action (CHR-GRAP-06).
    BreakFree,
    /// Draws a weapon or turns the other's (CHR-GRAP-07).
    ControlWeapon,
    /// Hurts the other (CHR-GRAP-08).
    Damage,
    /// Gets the weapon out of the grapple (CHR-GRAP-09).
    Disarm,
    /// Both go down (CHR-GRAP-10).
    DropProne,
    /// Neither has Defense (CHR-GRAP-11).
    Hold,
    /// Binds the held one (CHR-GRAP-12).
    Restrain,
    /// Holds the other in front (CHR-GRAP-13).
    TakeCover,
    /// Hurls the other away (CHR-GRAP-14).
    Throw,
}

impl Move {
    /// Whether the grapple is over after it, so that nothing can follow (CHR-GRAP-05).
    #[must_use]
    pub const fn ends_grapple(self) -> bool {
        matches!(self, Self::BreakFree | Self::Throw)
    }
}

/// Why the moves cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum NoMove {
    /// More moves than won.
    #[error("{allowed} may be made (CHR-GRAP-05)")]
    TooMany {
        /// How many moves were won.
        allowed: u8,
    },
    /// Something after the end.
    #[error("the grapple is over by then (CHR-GRAP-05)")]
    Over,
    /// No weapon under control.
    #[error("first the weapon must be under control (CHR-GRAP-09)")]
    NoControl,
    /// No hold of one's own.
    #[error("first a hold must stand (CHR-GRAP-12)")]
    NoHold,
    /// Not strong enough.
    #[error("throwing somebody takes more Strength than their Size (CHR-GRAP-14)")]
    TooHeavy,
}

/// What stands between the two, before or after a contest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Ties {
    /// Who has a weapon under control, until the other takes it (CHR-GRAP-07).
    pub controls: Option<Side>,
    /// Whose Hold stands, until the held one wins (CHR-GRAP-11).
    pub holds: Option<Side>,
}

/// What the moves come to, before any die of their own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Made {
    /// What stands now.
    pub ties: Ties,
    /// Conditions in the order of the moves.
    pub conditions: Vec<Condition>,
    /// Damage moves, each with whether a weapon was under control.
    pub blows: Vec<bool>,
    /// Whether the other is hurled away.
    pub thrown: bool,
    /// Whether the grapple is over.
    pub over: bool,
    /// Whether the winner may act again this turn (CHR-GRAP-06, CHR-GRAP-15).
    pub action_back: bool,
}

/// Plays the moves of `winner` one after the other; an earlier one may allow a later one.
///
/// # Errors
/// [`NoMove`] with the first move that cannot be made; then none is.
pub fn play(
    moves: &[Move],
    allowed: u8,
    winner: Side,
    ties: Ties,
    thrower: &Grappler,
    victim: &Grappler,
    settings: &Settings,
) -> Result<Made, NoMove> {
    if moves.len() > usize::from(allowed) {
        return Err(NoMove::TooMany { allowed });
    }
    let mut made = Made {
        ties,
        ..Made::default()
    };
    // The held one has won: that Hold is broken (CHR-GRAP-11).
    if made.ties.holds == Some(winner.other()) {
        made.ties.holds = None;
    }
    for one in moves {
        if made.over {
            return Err(NoMove::Over);
        }
        let armed = made.ties.controls == Some(winner);
        match one {
            Move::BreakFree => made.action_back = true,
            Move::ControlWeapon => made.ties.controls = Some(winner),
            Move::Damage => made.blows.push(armed),
            Move::Disarm if !armed => return Err(NoMove::NoControl),
            Move::Disarm => made.ties.controls = None,
            Move::DropProne => made.conditions.push(Condition::BothProne),
            Move::Hold => made.ties.holds = Some(winner),
            Move::Restrain if made.ties.holds != Some(winner) => return Err(NoMove::NoHold),
            Move::Restrain => made.conditions.push(Condition::Immobilised),
            Move::TakeCover => made.conditions.push(Condition::HumanShield),
            Move::Throw if !can_throw(thrower, victim, settings) => return Err(NoMove::TooHeavy),
            Move::Throw => {
                made.thrown = true;
                made.conditions.push(Condition::KnockedDown);
            }
        }
        if one.ends_grapple() {
            made.over = true;
            made.ties = Ties::default();
        }
    }
    Ok(made)
}

/// Whether one is strong enough to throw the other: bare Strength above Size (CHR-GRAP-14).
#[must_use]
pub const fn can_throw(thrower: &Grappler, victim: &Grappler, settings: &Settings) -> bool {
    if settings.throw_needs_more_than_size {
        thrower.strength > victim.size
    } else {
        thrower.strength >= victim.size
    }
}
