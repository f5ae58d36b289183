//! Connected sockets of a room: their number a seat, and sending messages to them.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use rules::encounter::Class;
use rules::id::SeatId;
use rules::wire::{self, FromServer};
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::Utf8Bytes;

use super::SocketId;
use super::class::encode;
use super::held::Held;
use super::outbox::Outbox;
use crate::http::limits::MAX_SEAT_SOCKETS;

/// Shortest pause between announcements of the connected seats: after a restart everybody reconnects at once.
const HERE_EVERY: Duration = Duration::from_millis(100);

/// Audience of viewers who are sent the same messages at the same time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Circle {
    /// Viewers of this class, without delay.
    Now(Class),
    /// Spectators, who see what players see after the table's delay.
    Later,
}

impl Circle {
    /// Returns the class whose view the audience sees.
    pub(super) const fn class(self) -> Class {
        match self {
            Self::Now(class) => class,
            Self::Later => Class::Table,
        }
    }
}

/// A connected socket.
pub(super) struct Guest {
    pub(super) seat: SeatId,
    /// Number of times the seat had moved when its browser was admitted.
    pub(super) moves: u32,
    pub(super) circle: Circle,
    pub(super) held: Held,
    outbox: Outbox,
}

/// All connected sockets of the room.
#[derive(Default)]
pub(super) struct Guests {
    sockets: BTreeMap<SocketId, Guest>,
    seats: BTreeMap<SeatId, BTreeSet<SocketId>>,
    /// Seats that have a socket at another server.
    elsewhere: BTreeSet<SeatId>,
    next: u64,
    /// Connected seats as last announced, and the time of that.
    told: Option<(Vec<SeatId>, Instant)>,
}

impl Guests {
    pub(super) fn is_empty(&self) -> bool {
        self.sockets.is_empty()
    }

    pub(super) fn count(&self) -> usize {
        self.sockets.len()
    }

    /// Returns a connected socket.
    pub(super) fn get(&mut self, socket: SocketId) -> Option<&mut Guest> {
        self.sockets.get_mut(&socket)
    }

    /// Adds a socket and sends it the connected seats. A seat at its limit loses its oldest socket.
    pub(super) fn enter(
        &mut self,
        (seat, moves): (SeatId, u32),
        circle: Circle,
        outbox: Outbox,
    ) -> SocketId {
        let own = self.seats.entry(seat).or_default();
        if own.len() >= MAX_SEAT_SOCKETS
            && let Some(oldest) = own.first().copied()
        {
            self.close(oldest, wire::close::LAGGING);
        }
        self.next += 1;
        let socket = SocketId(self.next);
        self.seats.entry(seat).or_default().insert(socket);
        let held = Held::default();
        let guest = Guest {
            seat,
            moves,
            circle,
            held,
            outbox,
        };
        self.sockets.insert(socket, guest);
        if let Some(message) = encode(&FromServer::Here(self.here())) {
            self.put(socket, message);
        }
        socket
    }

    /// Removes a socket without closing it.
    pub(super) fn leave(&mut self, socket: SocketId) -> Option<Guest> {
        let guest = self.sockets.remove(&socket)?;
        if let Some(own) = self.seats.get_mut(&guest.seat) {
            own.remove(&socket);
            if own.is_empty() {
                self.seats.remove(&guest.seat);
            }
        }
        Some(guest)
    }

    /// Removes a socket and closes it with a code.
    pub(super) fn close(&mut self, socket: SocketId, code: u16) {
        if let Some(guest) = self.leave(socket) {
            guest.outbox.close(code);
        }
    }

    /// Sends a message to one socket, which is closed if its outbox is full.
    pub(super) fn put(&mut self, socket: SocketId, message: Utf8Bytes) {
        let guest = self.sockets.get(&socket);
        if guest.is_some_and(|guest| !guest.outbox.put(message)) {
            self.close(socket, wire::close::LAGGING);
        }
    }

    /// Sends the same bytes to all sockets, or to those of one audience.
    pub(super) fn tell(&mut self, circle: Option<Circle>, message: &Utf8Bytes) {
        let those = self.sockets.iter();
        let those = those.filter(|(_, guest)| circle.is_none_or(|circle| guest.circle == circle));
        let full = those.filter(|(_, guest)| !guest.outbox.put(message.clone()));
        let full: Vec<SocketId> = full.map(|(socket, _)| *socket).collect();
        for socket in full {
            self.close(socket, wire::close::LAGGING);
        }
    }

    /// Closes every socket for which `reason` returns a close code.
    pub(super) fn close_those(&mut self, reason: impl Fn(&Guest) -> Option<u16>) {
        let those = self.sockets.iter();
        let those = those.filter_map(|(socket, guest)| Some((*socket, reason(guest)?)));
        let those: Vec<(SocketId, u16)> = those.collect();
        for (socket, code) in those {
            self.close(socket, code);
        }
    }

    /// Returns the seats that have a socket at this server.
    pub(super) fn own(&self) -> Vec<SeatId> {
        self.seats.keys().copied().collect()
    }

    /// Returns the seats that have a socket at any server.
    pub(super) fn here(&self) -> Vec<SeatId> {
        if self.elsewhere.is_empty() {
            return self.own();
        }
        let all: BTreeSet<SeatId> = self.seats.keys().chain(&self.elsewhere).copied().collect();
        all.into_iter().collect()
    }

    /// Sets the seats that have a socket at another server.
    pub(super) fn are_elsewhere(&mut self, seats: Vec<SeatId>) {
        self.elsewhere = seats.into_iter().collect();
    }

    /// Announces the connected seats if they have changed. Returns when to try again if it is too early: many
    /// arrivals at once share one announcement.
    pub(super) fn tell_who_is_here(&mut self) -> Option<Instant> {
        let (now, last) = (Instant::now(), self.told.as_ref());
        let here = self.here();
        if last.is_some_and(|(told, _)| *told == here) {
            return None;
        }
        let next = last.map(|(_, at)| *at + HERE_EVERY);
        if let Some(next) = next.filter(|next| *next > now) {
            return Some(next);
        }
        let message = encode(&FromServer::Here(here.clone()));
        self.told = Some((here, now));
        if let Some(message) = message {
            self.tell(None, &message);
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::super::outbox::{Mail, outbox};
    use super::*;

    fn enter(guests: &mut Guests, seat: u32) -> Mail {
        let (outbox, mail) = outbox();
        guests.enter((SeatId(seat), 0), Circle::Now(Class::Table), outbox);
        mail
    }

    fn heard(mail: &mut Mail) -> Vec<String> {
        let all = std::iter::from_fn(|| mail.waiting());
        all.map(|text| text.to_string()).collect()
    }

    #[tokio::test(start_paused = true)]
    async fn many_who_come_at_once_are_told_of_once() {
        let mut guests = Guests::default();
        let mut first = enter(&mut guests, 1);
        assert_eq!(guests.tell_who_is_here(), None);
        assert_eq!(heard(&mut first), [r#"{"here":[1]}"#; 2]);
        let begun = Instant::now();
        let mut rest: Vec<Mail> = (2..=9)
            .map(|seat| {
                let mail = enter(&mut guests, seat);
                assert_eq!(guests.tell_who_is_here(), Some(begun + HERE_EVERY));
                mail
            })
            .collect();
        assert_eq!(heard(&mut first), [""; 0]);
        assert_eq!(heard(&mut rest[1]), [r#"{"here":[1,2,3]}"#]);
        tokio::time::advance(HERE_EVERY).await;
        assert_eq!(guests.tell_who_is_here(), None);
        assert_eq!(heard(&mut first), [r#"{"here":[1,2,3,4,5,6,7,8,9]}"#]);
        // A second socket of a seat is news to itself alone.
        let mut second = enter(&mut guests, 1);
        assert_eq!(guests.tell_who_is_here(), None);
        assert_eq!(heard(&mut second).len(), 1);
        assert_eq!(heard(&mut first), [""; 0]);
    }

    #[tokio::test]
    async fn a_seat_loses_its_oldest_and_nobody_elses() {
        let mut guests = Guests::default();
        let other = enter(&mut guests, 1);
        let mut own: Vec<Mail> = Vec::new();
        for _ in 0..=MAX_SEAT_SOCKETS {
            own.push(enter(&mut guests, 2));
        }
        let closed = own.iter().map(|mail| mail.goodbye().is_some());
        let closed: Vec<bool> = closed.collect();
        assert!(closed[0] && closed[1..].iter().all(|closed| !closed));
        assert_eq!(own[0].goodbye(), Some(wire::close::LAGGING));
        assert_eq!(other.goodbye(), None);
        assert_eq!(guests.sockets.len(), MAX_SEAT_SOCKETS + 1);
    }
}
