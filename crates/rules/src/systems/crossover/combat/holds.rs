//! Keys of the ways in which one combatant has hold of another, aims at them or lies in wait for
//! them.

use super::super::state;
use crate::exchange::{Effect, HoldSpec, Party};
use crate::messages::crossover as msg;

/// Key of a clinch (XOV-CLOSE-04).
pub(super) const CLINCH: &str = "clinch";
/// Key of a hold (XOV-CLOSE-06).
pub(super) const HOLD: &str = "hold";
/// A tackle the turn before (XOV-CLOSE-02).
pub(super) const TACKLE: &str = "tackle";
/// Aiming at them (XOV-RNG-01).
pub(super) const AIM: &str = "aim";
/// Having parried their blow (XOV-CLOSE-10).
pub(super) const RIPOSTE: &str = "riposte";
/// Having made or declared a close attack on them this turn (XOV-CLOSE-09).
pub(super) const ENGAGES: &str = "engages";
/// Having answered the pistol they pressed on with a disarm (XOV-CLOSE-07).
pub(super) const ANSWERED: &str = "answered";
/// Key of an ambush (XOV-MAN-03).
pub(super) const AMBUSH: &str = "ambush";

/// The holds that people see (XOV-CLOSE-02, XOV-CLOSE-04, XOV-CLOSE-06, XOV-CLOSE-10, XOV-MAN-03,
/// XOV-RNG-01).
pub(super) static SPECS: [HoldSpec; 6] = [
    HoldSpec::new(CLINCH, msg::CLINCHES, 0),
    HoldSpec::new(HOLD, msg::HOLDS, 0),
    HoldSpec::new(TACKLE, msg::TACKLED_2, 0),
    HoldSpec::new(AIM, msg::AIMS_AT, 30),
    HoldSpec::new(RIPOSTE, msg::HAS_A_RIPOSTE_AT, 0),
    HoldSpec::new(AMBUSH, msg::LIES_IN_WAIT_FOR, 30),
];

/// Returns the effect by which one party takes a hold of this kind on another.
pub(super) const fn hold(by: Party, on: Party, key: &'static str) -> Effect {
    Effect::Hold {
        by,
        on,
        key: std::borrow::Cow::Borrowed(key),
        amount: 0,
    }
}

/// Returns the conditions that a clinch brings to both combatants, and a hold to each of the two.
pub(super) fn conditions_of(grip: &crate::exchange::HoldSide<'_>) -> Vec<(&'static str, i32)> {
    match grip.key {
        CLINCH => vec![(state::CLINCHED, 0)],
        HOLD if grip.holds => vec![(state::HOLDING, 0)],
        HOLD => vec![(state::HELD, 0)],
        _ => Vec::new(),
    }
}
