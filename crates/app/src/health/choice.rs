//! State of the menu with the marks for one box, while it is open.

use rules::base::id::CombatantId;
use rules::character::track::Severity;

/// The health box whose menu of damage kinds is open, with the menu's place on the screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    pub(super) id: CombatantId,
    /// The mark in the box when the menu was opened. Sorting may have put another mark there since.
    pub(super) from: Option<Severity>,
    pub(super) left: f64,
    pub(super) top: f64,
}
