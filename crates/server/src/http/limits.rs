//! Limits of one address, one seat and the whole server. Beyond a limit the answer is a typed refusal, and nothing
//! changes.

#[cfg(test)]
mod docs_table;

use std::net::IpAddr;
use std::time::Duration;

use rules::base::id::{SeatId, TableId};
use rules::base::seat::Role;
use rules::wire::NotDoneReason;

use crate::http::rate::{Pace, RateLimiter, customer_network, household_address};
use crate::store::{BytesWritten, TableUsage};

/// Maximum number of bytes of an HTML form without a file.
pub(crate) const MAX_FORM: usize = 16 * 1024;
/// Maximum number of bytes of an uploaded picture.
pub(crate) const MAX_PICTURE: usize = 8 * 1024 * 1024;
/// Maximum number of bytes of a form with an uploaded picture. Heavier pictures are read up to here and dropped, so
/// that the sender learns why.
pub(crate) const MAX_UPLOAD: usize = 32 * 1024 * 1024;
/// Longest time for an uploaded picture to arrive and to be decoded.
pub(crate) const UPLOAD_TIME: Duration = Duration::from_secs(90);
/// Longest silence of a browser that uploads a picture or a file.
pub(crate) const SILENT_TIME: Duration = Duration::from_secs(10);
/// Maximum number of bytes of uploaded pictures and files in memory at once.
pub(crate) const MAX_BODIES: usize = 128 * 1024 * 1024;
/// Maximum bytes of request bodies held for one household, enough for the largest file there may be and two pictures.
pub(crate) const MAX_HOUSEHOLD_BODIES: usize = 64 * 1024 * 1024;
/// Number of uploaded pictures decoded at once, each of which takes 64 MB at worst, and a core.
pub(crate) const PICTURES_AT_ONCE: usize = 1;
/// Maximum number of bytes of an uploaded archive file of a table.
pub(crate) const MAX_ARCHIVE: usize = 48 * 1024 * 1024;
/// Maximum number of bytes of a form with an archive file, as for pictures.
pub(crate) const MAX_ARCHIVE_FORM: usize = 64 * 1024 * 1024;
/// Longest time for a table file to arrive and to be checked.
pub(crate) const ARCHIVE_TIME: Duration = Duration::from_secs(180);
/// Table files checked at once, of which one may be a household's.
pub(crate) const ARCHIVES_AT_ONCE: usize = 3;
/// Rate limit on the portraits that one seat uploads.
const PORTRAITS: Pace = Pace::new(12, Duration::from_secs(5));
/// Most portraits and pictures of handouts that a table stores. A portrait has 10 to 20 kB, a picture up to 1 MB.
pub(crate) const MAX_PORTRAITS: u32 = 400;
/// Most bytes of portraits and pictures of handouts that a table stores, so that its file is not too large to read.
pub(crate) const MAX_PORTRAIT_BYTES: u32 = 24 * 1024 * 1024;
/// Most connections open at once, websockets included, unless the options or the operating system set fewer. For one
/// more, the connection is closed that was quiet for longest and is no websocket.
pub(crate) const MAX_CONNECTIONS: usize = 8_192;
/// Divisor of the server's connections that gives the share of one household.
const HOUSEHOLD_DIVISOR: usize = 8;
/// Number of connections that one household may always have, as for a group with its browsers behind one router.
const MIN_HOUSEHOLD_CONNECTIONS: usize = 48;
/// Number of TCP connections that can wait to be accepted. After a restart everybody reconnects at once.
pub(crate) const BACKLOG: u32 = 4_096;
/// Number of requests of one household answered at once where tables are created and joined.
pub(crate) const FRONT_PAGES_AT_ONCE: usize = 1;
/// Number of pages of tables answered at once for one household. Further requests wait for these, and for no other
/// household's.
pub(crate) const TABLE_PAGES_AT_ONCE: usize = 1;
/// Longest pause before the next request of a household is answered, which is otherwise as long as the previous answer
/// took.
pub(crate) const MAX_REST: Duration = Duration::from_millis(20);
/// Time after which a household is told that it sends too many requests; its next such answer waits for this one.
pub(crate) const REFUSAL_TIME: Duration = Duration::from_millis(100);
/// Most encounters in memory at once. For one more, the room without sockets is put to sleep that was unused for
/// longest, of the household with most such rooms; without one the request is refused.
pub(crate) const MAX_ROOMS: usize = 2_000;
/// Maximum number of open rooms that one household opened.
pub(crate) const MAX_HOUSEHOLD_ROOMS: usize = 500;
/// Maximum number of open rooms of one table.
pub(crate) const MAX_TABLE_ROOMS: usize = 32;
/// Rate limit on the rooms that one household opens, each of which reads a snapshot or a log.
pub(crate) const ROOM_OPENINGS: Pace = Pace::new(500, Duration::from_millis(50));
/// Most seats in use at one table; for one more the table is full.
pub(crate) const MAX_SEATS: u32 = 40;
/// Longest delay, in seconds, of the spectators' view.
pub(crate) const MAX_DELAY: u32 = 600;
/// Most sockets of one seat in a room: a phone, a tablet, a laptop, and those a bad connection left behind. For one
/// more, the oldest is closed. So nobody can fill a room: with all seats taken it has this many times [`MAX_SEATS`].
pub(crate) const MAX_SEAT_SOCKETS: usize = 24;
/// Longest time from the first byte of a connection to the end of a request's headers.
pub(crate) const HEADERS_TIME: Duration = Duration::from_secs(5);
/// Longest time that a connection waits for its next request, headers included.
pub(crate) const IDLE_TIME: Duration = Duration::from_secs(15);
/// Longest time for a handler to answer.
pub(crate) const REQUEST_TIME: Duration = Duration::from_secs(15);
/// Longest time that a client may take no bytes of a response.
pub(crate) const WRITE_TIME: Duration = Duration::from_secs(10);
/// Time for sockets and rooms to close when the server shuts down. The program ends one second later in any case.
pub(crate) const GOODBYE_TIME: Duration = Duration::from_secs(4);

/// Rate limit on the commands of one seat, which allows quick input, and a burst after a lost connection.
pub(crate) const COMMANDS: Pace = Pace::new(300, Duration::from_millis(25));
/// Rate limit on the questions of one seat, since odds take a room some milliseconds.
pub(crate) const QUESTIONS: Pace = Pace::new(20, Duration::from_millis(250));
/// Reloads of one seat's page because its view differs from the server's: not endlessly.
pub(crate) const REPAIRS: Pace = Pace::new(2, Duration::from_secs(600));
/// Rate limit on the sockets that one seat opens in a room, which allows a page loaded again and again, or a bad
/// connection.
pub(crate) const JOINS: Pace = Pace::new(60, Duration::from_millis(250));
/// New connections of a household at its limit, each in exchange for its quietest one.
pub(crate) const RECONNECTIONS: Pace = Pace::new(100, Duration::from_millis(20));
/// Rate limit on the recaps of one seat, each of which reads a whole log.
const RECAPS: Pace = Pace::new(20, Duration::from_secs(3));
/// Steps of the past that one seat views: dragging the bar requests the next when the last has arrived.
const REPLAYS: Pace = Pace::new(150, Duration::from_millis(100));
/// Logs read at once for recaps, of which one may be for a household.
pub(crate) const RECAPS_AT_ONCE: usize = 2;
/// Messages of one socket, of any kind.
pub(crate) const MESSAGES: Pace = Pace::new(600, Duration::from_millis(10));

/// Maximum number of encounters of one table.
pub(crate) const MAX_SCENES: usize = 1_000;
/// Maximum number of prepared encounters among those of one table.
pub(crate) const MAX_PREPARED: usize = 24;

/// Most bytes of logs that are stored for a demo table, for a table, and for a table in one day.
/// Beyond, commands are refused with the time until they are accepted again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quotas {
    /// Quota of a demo table.
    pub demo: u64,
    /// Quota of a table, in all its encounters. Those who only play stop at half of it.
    pub table: u64,
    /// Quota of a table in a day. One player may use an eighth of it. When all who only play have used three eighths,
    /// each of them still has a sixty-fourth: so no player silences another, and all together do not silence those
    /// who run the table.
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

/// Length of a day, in milliseconds.
const DAY_MS: u64 = 24 * 60 * 60 * 1000;

/// Returns the number of the day that a time is in, counted from 1970.
pub(crate) const fn day_number(at: u64) -> u64 {
    at / DAY_MS
}

impl Quotas {
    /// Returns the refusal for a seat that may write no more now, at a table of this size; `None`
    /// if it may. `runs` tells which seats can run the table. Their bytes do not count toward the
    /// players' quota: much of them is hidden, and no refusal may reveal that.
    pub(crate) fn refusal(
        &self,
        (size, demo): (&TableUsage, bool),
        seat: SeatId,
        runs: impl Fn(SeatId) -> bool,
        now: u64,
    ) -> Option<NotDoneReason> {
        let all = match demo {
            true => self.demo.min(self.table),
            false => self.table,
        };
        let of_day = |written: &BytesWritten| match written.day == day_number(now) {
            true => written.day_bytes,
            false => 0,
        };
        let seats = || size.seats.iter().flatten();
        let left = DAY_MS - now % DAY_MS;
        let today = NotDoneReason::Full {
            minutes: u32::try_from(left.div_ceil(60_000)).ok(),
        };
        let for_good = NotDoneReason::Full { minutes: None };
        if runs(seat) {
            let written: u64 = seats().map(|(_, written)| of_day(written)).sum();
            return match (size.total.bytes >= all, written >= self.day) {
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

/// Returns the most seats of a role at one table, so that no link takes the room of another.
pub(crate) const fn max_seats(role: Role) -> u32 {
    match role {
        Role::Storyteller => 1,
        Role::CoStoryteller => 3,
        Role::Player => 24,
        Role::Spectator => 12,
    }
}

/// Returns how many of the server's connections one household may have.
pub(crate) fn household_connections(connections: usize) -> usize {
    (connections / HOUSEHOLD_DIVISOR).max(MIN_HOUSEHOLD_CONNECTIONS)
}

/// Rate limits of IP addresses, unless the options lift them, and of seats.
#[derive(Debug)]
pub(crate) struct Rates {
    is_on: bool,
    tables: RateLimiter<IpAddr>,
    seats: RateLimiter<IpAddr>,
    guests: RateLimiter<(IpAddr, TableId)>,
    demos: RateLimiter<IpAddr>,
    pages: RateLimiter<IpAddr>,
    codes: CodeLimits,
    recaps: RateLimiter<(TableId, SeatId)>,
    replays: RateLimiter<(TableId, SeatId)>,
    portraits: RateLimiter<(TableId, SeatId)>,
}

impl Rates {
    /// Creates all rate limiters with full allowances; with `on` false, those of addresses are lifted.
    pub(crate) fn new(on: bool) -> Self {
        let minute = Duration::from_secs(60);
        Self {
            is_on: on,
            tables: RateLimiter::new(Pace::new(20, minute * 3)),
            seats: RateLimiter::new(Pace::new(40, minute)),
            guests: RateLimiter::new(Pace::new(12, minute)),
            demos: RateLimiter::new(Pace::new(20, minute / 2)),
            pages: RateLimiter::new(PAGE_REPORTS),
            codes: CodeLimits::default(),
            recaps: RateLimiter::new(RECAPS),
            replays: RateLimiter::new(REPLAYS),
            portraits: RateLimiter::new(PORTRAITS),
        }
    }

    /// Takes one new table from the address's limit; `false` if none is left.
    pub(crate) fn allow_table(&self, address: IpAddr) -> bool {
        !self.is_on || self.tables.take(address)
    }

    /// Takes one new seat at this table from the address's limits; `false` if none is left.
    pub(crate) fn allow_seat(&self, address: IpAddr, table: TableId) -> bool {
        !self.is_on || (self.guests.take((address, table)) && self.seats.take(address))
    }

    /// Takes one new demo table from the address's limit; `false` if none is left.
    pub(crate) fn allow_demo(&self, address: IpAddr) -> bool {
        !self.is_on || self.demos.take(address)
    }

    /// Takes one failure report of a page from the address's limit; `false` if none is left. No
    /// option lifts this limit.
    pub(crate) fn allow_page_report(&self, address: IpAddr) -> bool {
        self.pages.take(address)
    }

    /// Takes one recap from the seat's limit; `false` if none is left. No option lifts this limit.
    pub(crate) fn allow_recap(&self, table: TableId, seat: SeatId) -> bool {
        self.recaps.take((table, seat))
    }

    /// Takes one view of the past from the seat's limit; `false` if none is left. No option lifts
    /// this limit.
    pub(crate) fn allow_replay(&self, table: TableId, seat: SeatId) -> bool {
        self.replays.take((table, seat))
    }

    /// Takes one uploaded picture from the seat's limit; `false` if none is left. No option lifts
    /// this limit.
    pub(crate) fn allow_portrait(&self, table: TableId, seat: SeatId) -> bool {
        self.portraits.take((table, seat))
    }

    /// Takes one try at an invitation code from the limits; `false` if none is left.
    pub(crate) fn allow_code(&self, address: IpAddr) -> bool {
        !self.is_on || self.codes.take(address)
    }
}

/// Reports of one household's pages about themselves.
const PAGE_REPORTS: Pace = Pace::new(10, Duration::from_secs(60));

/// Rate limit on the tries at spoken codes of one household.
const CODES_HOUSEHOLD: Pace = Pace::new(10, Duration::from_secs(6));
/// Rate limit on the tries at spoken codes of one IPv6 network, which one customer may have whole.
const CODES_NETWORK: Pace = Pace::new(40, Duration::from_secs(3));
/// Rate limit on the tries at spoken codes of everybody together, twice. Four words are one in 2³²: at this pace a
/// thousand tables that all wait for guests are found once in months, with every try of the whole world.
const CODES_ALL: Pace = Pace::new(100, Duration::from_secs(1));
/// Tries of a household from a separate share for first tries: a person who mistypes a code once gets in, whatever a
/// few guessers do.
const CODES_FIRST: Pace = Pace::new(2, Duration::from_secs(60));
/// Log messages that codes are being guessed.
const CODES_LOGGED: Pace = Pace::new(1, Duration::from_secs(60));

/// Rate limits on tries at the spoken codes of invitations, by household, by network and in all. A guesser who changes
/// addresses is held by the common limit.
#[derive(Debug)]
struct CodeLimits {
    households: RateLimiter<IpAddr>,
    networks: RateLimiter<IpAddr>,
    firsts: RateLimiter<IpAddr>,
    all_firsts: RateLimiter<()>,
    all: RateLimiter<()>,
    told: RateLimiter<()>,
}

impl Default for CodeLimits {
    fn default() -> Self {
        Self {
            households: RateLimiter::new(CODES_HOUSEHOLD),
            networks: RateLimiter::new(CODES_NETWORK),
            firsts: RateLimiter::new(CODES_FIRST),
            all_firsts: RateLimiter::new(CODES_ALL),
            all: RateLimiter::new(CODES_ALL),
            told: RateLimiter::new(CODES_LOGGED),
        }
    }
}

impl CodeLimits {
    /// Takes one try at an invitation code for this address; `false` if any of its limits is used
    /// up.
    fn take(&self, address: IpAddr) -> bool {
        // A household without tries takes none of the common ones.
        let own = self.households.take(household_address(address))
            && customer_network(address).is_none_or(|network| self.networks.take(network));
        if !own {
            return false;
        }
        let first = self.firsts.take(household_address(address)) && self.all_firsts.take(());
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
        let codes = CodeLimits::default();
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
        let codes = CodeLimits::default();
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
