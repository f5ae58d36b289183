//! A token in the air, and where it would land.

use rules::id::CombatantId;

/// A place where a token can land.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    /// On the bench.
    Bench,
    /// In the order, at this place among the others, counted from 0.
    Order(usize),
    /// On the combatant that is to be attacked; nobody yet.
    Target(Option<CombatantId>),
}

/// A token in the air.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drag {
    /// The combatant of the token.
    pub id: CombatantId,
    /// The place where it would land.
    pub spot: Spot,
    /// The place it came from.
    pub(super) from: Spot,
    /// The position of the pointer; `None` under the keyboard.
    pub(super) at: Option<(f64, f64)>,
}
