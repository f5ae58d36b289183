//! The door: connections are accepted under one honest budget, watched, and turned away.
//!
//! [`listener`] accepts and serves, [`places`] is the budget, [`stream`] one connection's
//! bytes with an eye on the clock; [`small`] is another door, for machines that watch.

mod listener;
mod places;
mod small;
mod stream;

pub use self::listener::bind;
pub(crate) use self::listener::serve;
pub(crate) use self::places::Place;
pub(crate) use self::small::answer_all;
