//! HTTP listener: accepts connections within a limit, monitors them, and rejects the rest.
//!
//! [`accept`] accepts and serves, [`slots`] limits the number of connections, [`stream`] watches the bytes and the
//! time limits of one connection, [`transport`] speaks TLS; [`simple`] is a separate listener for monitoring tools.

mod accept;
mod binding;
mod simple;
mod slots;
mod stream;
mod transport;

pub(crate) use self::accept::accept_connections;
pub use self::binding::bind;
pub(crate) use self::simple::serve_simple;
pub(crate) use self::slots::{ConnectionSlot, ConnectionSlots};
pub use self::transport::{Listener, Tls, TlsError};
