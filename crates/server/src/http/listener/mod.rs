//! HTTP listener: accepts connections within a limit, monitors them, and rejects the rest.
//!
//! [`accept`] accepts and serves, [`slots`] limits the number of connections, [`stream`] watches the bytes and the
//! time limits of one connection; [`simple`] is a separate listener for monitoring tools.

mod accept;
mod simple;
mod slots;
mod stream;

pub(crate) use self::accept::accept_connections;
pub use self::accept::bind;
pub(crate) use self::simple::serve_simple;
pub(crate) use self::slots::ConnectionSlot;
