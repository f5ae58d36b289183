//! How much one address, one seat and the whole server may ask for, and what happens beyond:
//! a typed answer, and nothing changes.

use std::net::IpAddr;
use std::time::Duration;

use rules::id::{SeatId, TableId};
use rules::seat::Role;

use crate::rate::{Pace, Rate};

/// Bytes of a form.
pub(crate) const MAX_FORM: usize = 16 * 1024;
/// Connections open at once, websockets included, unless the options or the operating system
/// say fewer. For the next one the quietest goes that is no websocket.
pub(crate) const MAX_CONNECTIONS: usize = 8_192;
/// One household may have one in so many of them …
const HOUSEHOLDS: usize = 8;
/// … but always this many: a group with its browsers behind one router.
const HOUSEHOLD_LEAST: usize = 48;
/// Connections that wait to be accepted: everybody at once after a restart.
pub(crate) const BACKLOG: u32 = 4_096;
/// Encounters held in memory at once. The next one is told that there is no room.
pub(crate) const MAX_ROOMS: usize = 2_000;
/// Seats in use at one table. One more is told that the table is full.
pub(crate) const MAX_SEATS: u32 = 40;
/// Sockets one seat may have in a room: a phone, a tablet, a laptop, and those a bad line left
/// behind. For the next one the oldest goes. So nobody can fill a room: with all seats taken
/// it has this many times [`MAX_SEATS`].
pub(crate) const MAX_SEAT_SOCKETS: usize = 24;
/// How long a browser may take from the first byte of a connection to the end of a request's
/// headers.
pub(crate) const HEAD_TIME: Duration = Duration::from_secs(5);
/// How long a connection may wait for its next request, headers and all.
pub(crate) const IDLE_TIME: Duration = Duration::from_secs(15);
/// How long a handler may take to answer.
pub(crate) const REQUEST_TIME: Duration = Duration::from_secs(15);
/// How long the other end may take nothing of an answer.
pub(crate) const WRITE_TIME: Duration = Duration::from_secs(10);
/// How long sockets and rooms have to say goodbye when the server goes down.
pub(crate) const GOODBYE_TIME: Duration = Duration::from_secs(5);

/// Commands of one seat: a quick hand, and a burst after a lost line.
pub(crate) const COMMANDS: Pace = Pace::new(300, Duration::from_millis(25));
/// Questions of one seat: odds take a room some milliseconds.
pub(crate) const QUESTIONS: Pace = Pace::new(20, Duration::from_millis(250));
/// Sockets one seat opens in a room: a page that is loaded again and again, a bad line.
pub(crate) const JOINS: Pace = Pace::new(60, Duration::from_millis(250));
/// Recaps of one seat: each follows a whole log.
const RECAPS: Pace = Pace::new(20, Duration::from_secs(3));
/// Logs that are followed for recaps at once.
pub(crate) const RECAPS_AT_ONCE: usize = 2;
/// Messages of one socket, of whatever kind.
pub(crate) const MESSAGES: Pace = Pace::new(600, Duration::from_millis(10));

/// Encounters a table keeps. Beyond, no other is made.
pub(crate) const MAX_SCENES: usize = 1_000;
/// Of these, encounters that are prepared.
pub(crate) const MAX_PREPARED: usize = 24;

/// Seats in use at one table for each role, so that no link takes the room of another.
pub(crate) const fn most_seats(role: Role) -> u32 {
    match role {
        Role::Storyteller => 1,
        Role::CoStoryteller => 3,
        Role::Player => 24,
        Role::Spectator => 12,
    }
}

/// Of so many connections one household may have this many.
pub(crate) fn of_one_household(connections: usize) -> usize {
    (connections / HOUSEHOLDS).max(HOUSEHOLD_LEAST)
}

/// What one address may do, unless the options lift it, and what a seat may do.
#[derive(Debug)]
pub(crate) struct Rates {
    on: bool,
    tables: Rate<IpAddr>,
    seats: Rate<IpAddr>,
    guests: Rate<(IpAddr, TableId)>,
    demos: Rate<IpAddr>,
    codes: Rate<IpAddr>,
    recaps: Rate<(TableId, SeatId)>,
}

impl Rates {
    pub(crate) fn new(on: bool) -> Self {
        let minute = Duration::from_secs(60);
        Self {
            on,
            tables: Rate::new(Pace::new(20, minute * 3)),
            seats: Rate::new(Pace::new(40, minute)),
            guests: Rate::new(Pace::new(12, minute)),
            demos: Rate::new(Pace::new(20, minute / 2)),
            codes: Rate::new(Pace::new(10, minute / 10)),
            recaps: Rate::new(RECAPS),
        }
    }

    /// One more table.
    pub(crate) fn tables(&self, address: IpAddr) -> bool {
        !self.on || self.tables.take(address)
    }

    /// One more seat, at this table.
    pub(crate) fn seats(&self, address: IpAddr, table: TableId) -> bool {
        !self.on || (self.guests.take((address, table)) && self.seats.take(address))
    }

    /// One more demonstration.
    pub(crate) fn demos(&self, address: IpAddr) -> bool {
        !self.on || self.demos.take(address)
    }

    /// One more recap, which no option lifts: it is a seat's.
    pub(crate) fn recaps(&self, table: TableId, seat: SeatId) -> bool {
        self.recaps.take((table, seat))
    }

    /// One more try at a code.
    pub(crate) fn codes(&self, address: IpAddr) -> bool {
        !self.on || self.codes.take(address)
    }
}
