//! How much one address, one seat and the whole server may ask for, and what happens beyond:
//! a typed answer, and nothing changes.

use std::net::IpAddr;
use std::time::Duration;

use rules::id::{SeatId, TableId};
use rules::seat::Role;
use rules::wire::Why;

use crate::rate::{Pace, Rate, household, network};
use crate::store::{Size, Written};

/// Bytes of a form.
pub(crate) const MAX_FORM: usize = 16 * 1024;
/// Bytes of an uploaded picture …
pub(crate) const MAX_PICTURE: usize = 8 * 1024 * 1024;
/// … and of a form with one. What is heavier than a picture may be is read up to here and thrown away, so
/// that its sender hears why.
pub(crate) const MAX_UPLOAD: usize = 32 * 1024 * 1024;
/// How long a picture may take to come from a phone, and to be unpacked …
pub(crate) const UPLOAD_TIME: Duration = Duration::from_secs(90);
/// … and how long its sender, or a file's, may send nothing.
pub(crate) const SILENT_TIME: Duration = Duration::from_secs(10);
/// Bytes of uploaded pictures and files that are in memory at once …
pub(crate) const MAX_BODIES: usize = 128 * 1024 * 1024;
/// … and those of one household: the largest file there may be, and two pictures.
pub(crate) const MAX_HOUSEHOLD_BODIES: usize = 64 * 1024 * 1024;
/// Pictures that are unpacked at once: each takes 64 MB at worst, and a core.
pub(crate) const PICTURES_AT_ONCE: usize = 1;
/// Bytes of a file with a table …
pub(crate) const MAX_ARCHIVE: usize = 48 * 1024 * 1024;
/// … and of a form with one, as for pictures.
pub(crate) const MAX_ARCHIVE_FORM: usize = 64 * 1024 * 1024;
/// How long such a file may take to come and to be checked.
pub(crate) const ARCHIVE_TIME: Duration = Duration::from_secs(180);
/// Files with tables that are checked at once, of which one may be a household's.
pub(crate) const ARCHIVES_AT_ONCE: usize = 3;
/// Pictures of one seat.
const PORTRAITS: Pace = Pace::new(12, Duration::from_secs(5));
/// Portraits a table keeps, of 10 to 20 kB each. Beyond, none is added.
pub(crate) const MAX_PORTRAITS: u32 = 400;
/// Connections open at once, websockets included, unless the options or the operating system
/// say fewer. For the next one the quietest goes that is no websocket.
pub(crate) const MAX_CONNECTIONS: usize = 8_192;
/// One household may have one in so many of them …
const HOUSEHOLDS: usize = 8;
/// … but always this many: a group with its browsers behind one router.
const HOUSEHOLD_LEAST: usize = 48;
/// Connections that wait to be accepted: everybody at once after a restart.
pub(crate) const BACKLOG: u32 = 4_096;
/// Requests of a household that are answered at once where tables are made and people come to them …
pub(crate) const AT_THE_DOOR: usize = 1;
/// … and pages of tables. What comes beyond waits for these, and for nobody else's …
pub(crate) const AT_TABLES: usize = 1;
/// … and for as long again as the one before took, up to so long.
pub(crate) const LONGEST_REST: Duration = Duration::from_millis(20);
/// How long a household waits that is told that it asks too often; the next such answer comes behind it.
pub(crate) const REFUSAL_TIME: Duration = Duration::from_millis(100);
/// Encounters held in memory at once. For the next one the one goes at once that nobody asked for the longest time and
/// that has no socket, of the household with the most such; without one the next is told that there is no room. …
pub(crate) const MAX_ROOMS: usize = 2_000;
/// … Of those, the ones that one household woke …
pub(crate) const MAX_HOUSEHOLD_ROOMS: usize = 500;
/// … and those of one table, likewise.
pub(crate) const MAX_TABLE_ROOMS: usize = 32;
/// How often a household wakes rooms: each reads a snapshot, or a log.
pub(crate) const WAKES: Pace = Pace::new(500, Duration::from_millis(50));
/// Seats in use at one table. One more is told that the table is full.
pub(crate) const MAX_SEATS: u32 = 40;
/// By how many seconds later spectators may see a table, at most.
pub(crate) const MAX_DELAY: u32 = 600;
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
/// How long sockets and rooms have to say goodbye when the server goes down. The program itself ends a
/// second later, whatever is not done by then.
pub(crate) const GOODBYE_TIME: Duration = Duration::from_secs(4);

/// Commands of one seat: a quick hand, and a burst after a lost line.
pub(crate) const COMMANDS: Pace = Pace::new(300, Duration::from_millis(25));
/// Questions of one seat: odds take a room some milliseconds.
pub(crate) const QUESTIONS: Pace = Pace::new(20, Duration::from_millis(250));
/// How often a seat's browser loads its page again because it went astray: not without end.
pub(crate) const REPAIRS: Pace = Pace::new(2, Duration::from_secs(600));
/// Sockets one seat opens in a room: a page that is loaded again and again, a bad line.
pub(crate) const JOINS: Pace = Pace::new(60, Duration::from_millis(250));
/// How often a household that has all connections it may have gets a new one for its quietest.
pub(crate) const STORM: Pace = Pace::new(100, Duration::from_millis(20));
/// Recaps of one seat: each follows a whole log.
const RECAPS: Pace = Pace::new(20, Duration::from_secs(3));
/// Steps of the past that one seat looks at: a finger on the bar asks for the next when the last has come.
const REPLAYS: Pace = Pace::new(150, Duration::from_millis(100));
/// Logs that are followed for recaps at once, of which one may be for a household.
pub(crate) const RECAPS_AT_ONCE: usize = 2;
/// Messages of one socket, of whatever kind.
pub(crate) const MESSAGES: Pace = Pace::new(600, Duration::from_millis(10));

/// Encounters a table keeps. Beyond, no other is made.
pub(crate) const MAX_SCENES: usize = 1_000;
/// Of these, encounters that are prepared.
pub(crate) const MAX_PREPARED: usize = 24;

/// Bytes of logs that are kept. Beyond, commands are refused with the time when it goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quotas {
    /// Of a demonstration.
    pub demo: u64,
    /// Of a table, in all its encounters. Those who only play stop at a half of it.
    pub table: u64,
    /// Of a table in a day. Of it an eighth is one player's at most. When all who only play have three eighths, each
    /// of them still has a sixty-fourth: so no player silences another, and all together not those who run the table.
    pub day: u64,
}

impl Default for Quotas {
    fn default() -> Self {
        const MB: u64 = 1_000_000;
        // A long evening writes about five.
        Self {
            demo: 16 * MB,
            table: 1_000 * MB,
            day: 64 * MB,
        }
    }
}

/// A day, in milliseconds.
const DAY_MS: u64 = 24 * 60 * 60 * 1000;

/// Which day a time is in.
pub(crate) const fn day(at: u64) -> u64 {
    at / DAY_MS
}

impl Quotas {
    /// Why a seat writes no more at this time, at a table with so much, if that is so. `runs` says which seats run the
    /// table. What those write is nothing to the others: much of it is hidden, and no refusal may tell of that.
    pub(crate) fn refuse(
        &self,
        (size, demo): (&Size, bool),
        seat: SeatId,
        runs: impl Fn(SeatId) -> bool,
        now: u64,
    ) -> Option<Why> {
        let all = match demo {
            true => self.demo.min(self.table),
            false => self.table,
        };
        let of_day = |written: &Written| match written.day == day(now) {
            true => written.of_day,
            false => 0,
        };
        let seats = || size.seats.iter().flatten();
        let left = DAY_MS - now % DAY_MS;
        let today = Why::Full {
            minutes: u32::try_from(left.div_ceil(60_000)).ok(),
        };
        let for_good = Why::Full { minutes: None };
        if runs(seat) {
            let written: u64 = seats().map(|(_, written)| of_day(written)).sum();
            return match (size.all.bytes >= all, written >= self.day) {
                (true, _) => Some(for_good),
                (false, true) => Some(today),
                (false, false) => None,
            };
        }
        let players = || seats().filter(|(seat, _)| !runs(**seat));
        if players().map(|(_, written)| written.bytes).sum::<u64>() >= all / 2 {
            return Some(for_good);
        }
        let own = seats().find(|(other, _)| **other == seat);
        let own = own.map_or(0, |(_, written)| of_day(written));
        let together: u64 = players().map(|(_, written)| of_day(written)).sum();
        let is_much = own >= self.day / 8;
        let is_more_than_its_own = together >= self.day / 8 * 3 && own >= self.day / 64;
        (is_much || is_more_than_its_own).then_some(today)
    }
}

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
    pages: Rate<IpAddr>,
    codes: Codes,
    recaps: Rate<(TableId, SeatId)>,
    replays: Rate<(TableId, SeatId)>,
    portraits: Rate<(TableId, SeatId)>,
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
            pages: Rate::new(PAGES),
            codes: Codes::default(),
            recaps: Rate::new(RECAPS),
            replays: Rate::new(REPLAYS),
            portraits: Rate::new(PORTRAITS),
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

    /// One more word of a page about itself, which no option lifts.
    pub(crate) fn pages(&self, address: IpAddr) -> bool {
        self.pages.take(address)
    }

    /// One more recap, which no option lifts: it is a seat's.
    pub(crate) fn recaps(&self, table: TableId, seat: SeatId) -> bool {
        self.recaps.take((table, seat))
    }

    /// One more look at the past, likewise.
    pub(crate) fn replays(&self, table: TableId, seat: SeatId) -> bool {
        self.replays.take((table, seat))
    }

    /// One more portrait, likewise.
    pub(crate) fn portraits(&self, table: TableId, seat: SeatId) -> bool {
        self.portraits.take((table, seat))
    }

    /// One more try at a code.
    pub(crate) fn codes(&self, address: IpAddr) -> bool {
        !self.on || self.codes.take(address)
    }
}

/// What the pages of one household say of themselves.
const PAGES: Pace = Pace::new(10, Duration::from_secs(60));

/// Tries at spoken codes of one household …
const CODES_HOUSEHOLD: Pace = Pace::new(10, Duration::from_secs(6));
/// … of one network of the long kind, which one customer may have whole …
const CODES_NETWORK: Pace = Pace::new(40, Duration::from_secs(3));
/// … and of everybody together, twice. Four words are one in 2³²: at this pace a thousand tables that all wait for
/// guests are found once in months, and that with every try of the whole world.
const CODES_ALL: Pace = Pace::new(100, Duration::from_secs(1));
/// Tries of a household that come out of a share which those who try on and on have no part in: who mistypes a code once
/// gets in, whatever a few others do.
const CODES_FIRST: Pace = Pace::new(2, Duration::from_secs(60));
/// How often the log says that codes are being guessed.
const CODES_TOLD: Pace = Pace::new(1, Duration::from_secs(60));

/// Who tries spoken codes how often. A guesser who changes addresses is held by what all of them have together.
#[derive(Debug)]
struct Codes {
    households: Rate<IpAddr>,
    networks: Rate<IpAddr>,
    firsts: Rate<IpAddr>,
    all_firsts: Rate<()>,
    all: Rate<()>,
    told: Rate<()>,
}

impl Default for Codes {
    fn default() -> Self {
        Self {
            households: Rate::new(CODES_HOUSEHOLD),
            networks: Rate::new(CODES_NETWORK),
            firsts: Rate::new(CODES_FIRST),
            all_firsts: Rate::new(CODES_ALL),
            all: Rate::new(CODES_ALL),
            told: Rate::new(CODES_TOLD),
        }
    }
}

impl Codes {
    fn take(&self, address: IpAddr) -> bool {
        // Who has no try left takes none of the others'.
        let own = self.households.take(household(address))
            && network(address).is_none_or(|network| self.networks.take(network));
        if !own {
            return false;
        }
        let first = self.firsts.take(household(address)) && self.all_firsts.take(());
        let all = first || self.all.take(());
        if !all && self.told.take(()) {
            tracing::warn!(
                "spoken codes are being guessed from many addresses: tries are refused for now"
            );
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use std::net::{Ipv4Addr, Ipv6Addr};

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_dozen_addresses_do_not_use_up_the_tries_of_others() {
        let codes = Codes::default();
        let of = |number: u32| IpAddr::from(Ipv4Addr::from(number << 8));
        for second in 0..600_u32 {
            for guesser in 0..12 {
                while codes.take(of(guesser)) {}
            }
            if second % 20 == 0 {
                assert!(codes.take(of(1_000 + second)), "after {second} s");
            }
            tokio::time::advance(Duration::from_secs(1)).await;
        }
    }

    #[tokio::test(start_paused = true)]
    async fn codes_are_limited_for_a_household_a_network_and_for_all() {
        let codes = Codes::default();
        let tries = |address: IpAddr, most: usize| {
            let done = std::iter::repeat_with(|| codes.take(address));
            done.take(most).filter(|taken| *taken).count()
        };
        let six = |network: u16, household: u16, host: u16| {
            IpAddr::V6(Ipv6Addr::new(
                0x2001, 0xdb8, network, household, 0, 0, 0, host,
            ))
        };
        // Other addresses of one household, other households of one network.
        assert_eq!(tries(six(1, 1, 1), 20), 10);
        assert_eq!(tries(six(1, 1, 2), 20), 0);
        let of_network: usize = (2..20).map(|it| tries(six(1, it, 1), 10)).sum();
        assert_eq!(of_network, 30);
        // Three hundred addresses that have nothing in common.
        let all: usize = (0..300)
            .map(|it| tries(Ipv4Addr::from(it << 8).into(), 10))
            .sum();
        assert_eq!(all, 160);
        tokio::time::advance(Duration::from_secs(60)).await;
        let later: usize = (0..300)
            .map(|it| tries(Ipv4Addr::from(it << 8).into(), 10))
            .sum();
        assert_eq!(later, 120);
    }
}
