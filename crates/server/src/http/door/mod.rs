//! HTTP listener: accepts connections within a limit, monitors them, and rejects the rest.
//!
//! [`listener`] accepts and serves, [`places`] limits the number of connections, [`stream`] watches the bytes and the
//! time limits of one connection; [`small`] is a separate listener for monitoring tools.

mod listener;
mod places;
mod small;
mod stream;

pub use self::listener::bind;
pub(crate) use self::listener::serve;
pub(crate) use self::places::Place;
pub(crate) use self::small::answer_all;
