//! State of a dragged token, and the place where it would land.

use rules::base::id::{ClockId, CombatantId};

use crate::scene::spots::BoardSpot;

/// A place in the initiative order or on the board where a dragged combatant's token can land.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    /// On the bench.
    Bench,
    /// In the order, at this place among the others, counted from 0.
    Order(usize),
    /// On a combatant as a target; `None` while the token is over no combatant.
    Target(Option<CombatantId>),
    /// On the board of the scene.
    Board(BoardSpot),
    /// On the card of an extended action, which it joins or leaves.
    Action(ClockId),
}

/// A combatant's token that is being dragged within the initiative order or on the board, with the place where it would land.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drag {
    /// The combatant of the token.
    pub id: CombatantId,
    /// The place where the token would land.
    pub spot: Spot,
    /// The place from which the token came.
    pub(crate) from: Spot,
    /// The position of the pointer; `None` for the keyboard.
    pub(crate) at: Option<(f64, f64)>,
}

impl Drag {
    /// Whether the token is lifted from the board of the scene, and not from the order.
    #[must_use]
    pub const fn is_on_board(&self) -> bool {
        matches!(self.from, Spot::Board(_))
    }
}
