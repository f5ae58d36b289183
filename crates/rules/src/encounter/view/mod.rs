//! Views: an encounter as one viewer may see it. [`View::of`] is the only place that hides anything.

mod ask;
mod builder;
mod change;
mod checksum;
mod clock;
mod components;
mod exchange;
mod handouts;
mod incremental;
mod private;
mod row;
mod scene;
mod table_screen;
#[expect(
    clippy::module_inception,
    reason = "the view itself is one of its rooms"
)]
mod view;

pub use self::ask::{AskAnswerView, AskView, AskViews};
pub use self::change::{Change, diff};
pub use self::clock::{ActionView, ClockView, HelperView};
pub use self::components::{HoldView, LogLineView, ProposalView, SeatView, UndoOffer};
pub use self::exchange::{ExchangeView, WaitView};
pub use self::handouts::known_handouts;
pub use self::private::{PrivateChange, PrivateLine, PrivateView};
pub use self::row::{CombatantRow, DerivedValue};
pub use self::scene::{SceneMove, SceneView, Standpoint};
pub use self::table_screen::ScreenView;
pub use self::view::View;
