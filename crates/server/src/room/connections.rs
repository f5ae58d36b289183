//! Connected sockets of a room: their number a seat, and sending messages to them.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use rules::base::id::{AskId, SeatId};
use rules::base::late::Late;
use rules::encounter::{Class, Encounter};
use rules::wire::{self, ServerMessage};
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::Utf8Bytes;

use super::SocketId;
use super::class_feed::encode;
use super::outbox::Outbox;
use super::throttle::CommandThrottle;
use crate::http::limits::MAX_SEAT_SOCKETS;

/// Shortest pause between announcements of the connected seats: after a restart everybody reconnects at once.
const ANNOUNCE_INTERVAL: Duration = Duration::from_millis(100);

/// Audience of viewers who are sent the same messages at the same time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Audience {
    /// Viewers of this class, without delay.
    Live(Class),
    /// Spectators, who see what players see after the table's delay.
    Delayed,
}

impl Audience {
    /// Returns the class whose view the audience sees.
    pub(super) const fn class(self) -> Class {
        match self {
            Self::Live(class) => class,
            Self::Delayed => Class::Table,
        }
    }
}

/// A connected websocket of a seat, as the room knows it.
pub(super) struct Connection {
    pub(super) seat: SeatId,
    /// Number of times the seat had moved when its browser was admitted.
    pub(super) moves: u32,
    pub(super) audience: Audience,
    pub(super) throttle: CommandThrottle,
    /// The asked roll whose card is open; 0 is none.
    reading: AskId,
    outbox: Outbox,
}

/// All connected websockets of the room, by their id and by seat.
#[derive(Default)]
pub(super) struct Connections {
    sockets: BTreeMap<SocketId, Connection>,
    seats: BTreeMap<SeatId, BTreeSet<SocketId>>,
    /// Seats that have a socket at another server.
    remote_seats: BTreeSet<SeatId>,
    /// Seats that have the card of an asked roll open at another server.
    remote_readers: Vec<(SeatId, AskId)>,
    next: u64,
    /// Connected seats as last announced, and the time of that.
    last_announced: Option<(Vec<SeatId>, Instant)>,
    /// Seats with the card of an asked roll open, as last announced.
    last_reading: Vec<(SeatId, AskId)>,
}

impl Connections {
    /// Whether no websocket is connected to the room.
    pub(super) fn is_empty(&self) -> bool {
        self.sockets.is_empty()
    }

    /// Returns the number of websockets connected to the room.
    pub(super) fn count(&self) -> usize {
        self.sockets.len()
    }

    /// Returns the connected websocket with this id, if it is still connected.
    pub(super) fn get(&mut self, socket: SocketId) -> Option<&mut Connection> {
        self.sockets.get_mut(&socket)
    }

    /// Adds a websocket of a seat and sends it the list of connected seats. A seat at its limit
    /// loses its oldest socket.
    pub(super) fn add(
        &mut self,
        (seat, moves): (SeatId, u32),
        circle: Audience,
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
        let held = CommandThrottle::default();
        let guest = Connection {
            seat,
            moves,
            audience: circle,
            throttle: held,
            reading: AskId(0),
            outbox,
        };
        self.sockets.insert(socket, guest);
        if let Some(message) = encode(&ServerMessage::Here(self.connected_seats())) {
            self.send_to(socket, message);
        }
        if circle == Audience::Live(Class::Storyteller) && !self.last_reading.is_empty() {
            let reading = Late::new(self.last_reading.clone());
            if let Some(message) = encode(&ServerMessage::Reading(reading)) {
                self.send_to(socket, message);
            }
        }
        socket
    }

    /// Removes a websocket without closing it, and returns it if it was connected.
    pub(super) fn remove(&mut self, socket: SocketId) -> Option<Connection> {
        let guest = self.sockets.remove(&socket)?;
        if let Some(own) = self.seats.get_mut(&guest.seat) {
            own.remove(&socket);
            if own.is_empty() {
                self.seats.remove(&guest.seat);
            }
        }
        Some(guest)
    }

    /// Removes a websocket and closes it with a close code.
    pub(super) fn close(&mut self, socket: SocketId, code: u16) {
        if let Some(guest) = self.remove(socket) {
            guest.outbox.close(code);
        }
    }

    /// Sends a message to one socket, which is closed if its outbox is full.
    pub(super) fn send_to(&mut self, socket: SocketId, message: Utf8Bytes) {
        let guest = self.sockets.get(&socket);
        if guest.is_some_and(|guest| !guest.outbox.put(message)) {
            self.close(socket, wire::close::LAGGING);
        }
    }

    /// Sends the same bytes to all websockets, or to those of the audience `circle`.
    pub(super) fn broadcast(&mut self, circle: Option<Audience>, message: &Utf8Bytes) {
        let those = self.sockets.iter();
        let those = those.filter(|(_, guest)| circle.is_none_or(|circle| guest.audience == circle));
        let full = those.filter(|(_, guest)| !guest.outbox.put(message.clone()));
        let full: Vec<SocketId> = full.map(|(socket, _)| *socket).collect();
        for socket in full {
            self.close(socket, wire::close::LAGGING);
        }
    }

    /// Sends a message to all sockets of a seat that follow the table without delay.
    pub(super) fn send_to_seat(&mut self, seat: SeatId, message: &Utf8Bytes) {
        let live = |socket: &SocketId| {
            let guest = self.sockets.get(socket);
            guest.is_some_and(|guest| guest.audience != Audience::Delayed)
        };
        let own = self.seats.get(&seat).into_iter().flatten().copied();
        let own: Vec<SocketId> = own.filter(live).collect();
        for socket in own {
            self.send_to(socket, message.clone());
        }
    }

    /// Closes every websocket for which `reason` returns a close code.
    pub(super) fn close_where(&mut self, reason: impl Fn(&Connection) -> Option<u16>) {
        let those = self.sockets.iter();
        let those = those.filter_map(|(socket, guest)| Some((*socket, reason(guest)?)));
        let those: Vec<(SocketId, u16)> = those.collect();
        for (socket, code) in those {
            self.close(socket, code);
        }
    }

    /// Returns the seats that have a socket at this server.
    pub(super) fn local_seats(&self) -> Vec<SeatId> {
        self.seats.keys().copied().collect()
    }

    /// Returns the seats that have a socket at any server.
    pub(super) fn connected_seats(&self) -> Vec<SeatId> {
        if self.remote_seats.is_empty() {
            return self.local_seats();
        }
        let all: BTreeSet<SeatId> = self
            .seats
            .keys()
            .chain(&self.remote_seats)
            .copied()
            .collect();
        all.into_iter().collect()
    }

    /// Sets the seats that have a socket at another server, and those with the card of an asked roll open there.
    pub(super) fn set_elsewhere(&mut self, seats: Vec<SeatId>, reading: Vec<(SeatId, AskId)>) {
        self.remote_seats = seats.into_iter().collect();
        self.remote_readers = reading;
    }

    /// Announces the connected seats if they have changed; if it is too early, returns when to try
    /// again. Many arrivals at once share one announcement.
    pub(super) fn announce_connected(&mut self) -> Option<Instant> {
        let (now, last) = (Instant::now(), self.last_announced.as_ref());
        let here = self.connected_seats();
        if last.is_some_and(|(told, _)| *told == here) {
            return None;
        }
        let next = last.map(|(_, at)| *at + ANNOUNCE_INTERVAL);
        if let Some(next) = next.filter(|next| *next > now) {
            return Some(next);
        }
        let message = encode(&ServerMessage::Here(here.clone()));
        self.last_announced = Some((here, now));
        if let Some(message) = message {
            self.broadcast(None, &message);
        }
        None
    }
}

impl Connections {
    /// Notes that a websocket's page has the card of this asked roll open; 0 is none.
    pub(super) fn set_reading(&mut self, socket: SocketId, ask: AskId) {
        if let Some(guest) = self.sockets.get_mut(&socket) {
            guest.reading = ask;
        }
    }

    /// Returns the seats at this server that are asked for a roll and have its card open.
    pub(super) fn local_readers(&self, encounter: &Encounter) -> Vec<(SeatId, AskId)> {
        let open = self
            .sockets
            .values()
            .filter(|guest| guest.reading != AskId(0));
        let open = open.map(|guest| (guest.seat, guest.reading));
        let asked: BTreeSet<_> = open
            .filter(|(seat, ask)| encounter.is_asked(*seat, *ask))
            .collect();
        asked.into_iter().collect()
    }

    /// Tells those who run the table which of the seats that are asked for a roll have its card open, if that has
    /// changed. Nobody else hears of it.
    pub(super) fn announce_reading(&mut self, encounter: &Encounter) {
        let elsewhere = self.remote_readers.iter().copied();
        let asked = elsewhere.filter(|(seat, ask)| encounter.is_asked(*seat, *ask));
        let here = self.local_readers(encounter).into_iter();
        let now: BTreeSet<(SeatId, AskId)> = here.chain(asked).collect();
        let now: Vec<(SeatId, AskId)> = now.into_iter().collect();
        if now == self.last_reading {
            return;
        }
        self.last_reading.clone_from(&now);
        if let Some(message) = encode(&ServerMessage::Reading(Late::new(now))) {
            self.broadcast(Some(Audience::Live(Class::Storyteller)), &message);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::outbox::{OutboxReceiver, outbox_channel};
    use super::*;

    fn enter(guests: &mut Connections, seat: u32) -> OutboxReceiver {
        let (outbox, mail) = outbox_channel();
        guests.add((SeatId(seat), 0), Audience::Live(Class::Table), outbox);
        mail
    }

    fn heard(mail: &mut OutboxReceiver) -> Vec<String> {
        let all = std::iter::from_fn(|| mail.try_next());
        all.map(|text| text.to_string()).collect()
    }

    #[tokio::test(start_paused = true)]
    async fn many_who_come_at_once_are_told_of_once() {
        let mut guests = Connections::default();
        let mut first = enter(&mut guests, 1);
        assert_eq!(guests.announce_connected(), None);
        assert_eq!(heard(&mut first), [r#"{"here":[1]}"#; 2]);
        let begun = Instant::now();
        let mut rest: Vec<OutboxReceiver> = (2..=9)
            .map(|seat| {
                let mail = enter(&mut guests, seat);
                assert_eq!(guests.announce_connected(), Some(begun + ANNOUNCE_INTERVAL));
                mail
            })
            .collect();
        assert_eq!(heard(&mut first), [""; 0]);
        assert_eq!(heard(&mut rest[1]), [r#"{"here":[1,2,3]}"#]);
        tokio::time::advance(ANNOUNCE_INTERVAL).await;
        assert_eq!(guests.announce_connected(), None);
        assert_eq!(heard(&mut first), [r#"{"here":[1,2,3,4,5,6,7,8,9]}"#]);
        // A second socket of a seat is news to itself alone.
        let mut second = enter(&mut guests, 1);
        assert_eq!(guests.announce_connected(), None);
        assert_eq!(heard(&mut second).len(), 1);
        assert_eq!(heard(&mut first), [""; 0]);
    }

    #[tokio::test]
    async fn a_seat_loses_its_oldest_and_nobody_elses() {
        let mut guests = Connections::default();
        let other = enter(&mut guests, 1);
        let mut own: Vec<OutboxReceiver> = Vec::new();
        for _ in 0..=MAX_SEAT_SOCKETS {
            own.push(enter(&mut guests, 2));
        }
        let closed = own.iter().map(|mail| mail.close_code().is_some());
        let closed: Vec<bool> = closed.collect();
        assert!(closed[0] && closed[1..].iter().all(|closed| !closed));
        assert_eq!(own[0].close_code(), Some(wire::close::LAGGING));
        assert_eq!(other.close_code(), None);
        assert_eq!(guests.sockets.len(), MAX_SEAT_SOCKETS + 1);
    }
}
