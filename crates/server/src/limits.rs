//! How much one address, one seat and the whole server may ask for, and what happens beyond:
//! a typed answer, and nothing changes.

use std::net::IpAddr;
use std::time::Duration;

use crate::rate::{Pace, Rate};

/// Bytes of a form.
pub(crate) const MAX_FORM: usize = 16 * 1024;
/// Connections open at once. The next one waits to be accepted.
pub(crate) const MAX_CONNECTIONS: usize = 8_192;
/// Encounters held in memory at once. The next one is told that there is no room.
pub(crate) const MAX_ROOMS: usize = 2_000;
/// Sockets in one room.
pub(crate) const MAX_SOCKETS: usize = 1_000;
/// How long a browser may take to send its headers, and a handler to answer.
pub(crate) const REQUEST_TIME: Duration = Duration::from_secs(15);
/// How long sockets and rooms have to say goodbye when the server goes down.
pub(crate) const GOODBYE_TIME: Duration = Duration::from_secs(5);

/// Commands of one seat: a quick hand, and a burst after a lost line.
pub(crate) const COMMANDS: Pace = Pace::new(300, Duration::from_millis(25));
/// Messages of one socket, of whatever kind.
pub(crate) const MESSAGES: Pace = Pace::new(600, Duration::from_millis(10));

/// What one address may do, unless the settings lift it.
#[derive(Debug)]
pub(crate) struct Rates {
    on: bool,
    tables: Rate<IpAddr>,
    seats: Rate<IpAddr>,
    demos: Rate<IpAddr>,
    codes: Rate<IpAddr>,
}

impl Rates {
    pub(crate) fn new(on: bool) -> Self {
        let minute = Duration::from_secs(60);
        Self {
            on,
            tables: Rate::new(Pace::new(20, minute * 3)),
            seats: Rate::new(Pace::new(40, minute)),
            demos: Rate::new(Pace::new(20, minute / 2)),
            codes: Rate::new(Pace::new(10, minute / 10)),
        }
    }

    /// One more table.
    pub(crate) fn tables(&self, address: IpAddr) -> bool {
        !self.on || self.tables.take(address)
    }

    /// One more seat.
    pub(crate) fn seats(&self, address: IpAddr) -> bool {
        !self.on || self.seats.take(address)
    }

    /// One more demonstration.
    pub(crate) fn demos(&self, address: IpAddr) -> bool {
        !self.on || self.demos.take(address)
    }

    /// One more try at a code.
    pub(crate) fn codes(&self, address: IpAddr) -> bool {
        !self.on || self.codes.take(address)
    }
}
