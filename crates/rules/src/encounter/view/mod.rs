//! Views: an encounter as one viewer may see it. [`View::of`] is the only place that hides anything.

mod change;
mod exchange;
mod follow;
mod parts;
mod pieces;
mod row;
mod sum;
#[expect(
    clippy::module_inception,
    reason = "the view itself is one of its rooms"
)]
mod view;

pub use self::change::{Change, diff};
pub use self::exchange::{ExchangeView, WaitView};
pub use self::pieces::{HoldView, Line, Offer, ProposalView, SeatView};
pub use self::row::{Row, Shown};
pub use self::view::View;
