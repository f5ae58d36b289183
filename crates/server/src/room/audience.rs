//! Feeds of a room's audiences: which of them a seat is sent, and what spectators are sent later.

use std::time::Duration;

use rules::encounter::{Class, Encounter, Record};
use rules::id::SeatId;
use rules::seat::Role;
use rules::wire::{self, Epoch};

use super::class::ClassFeed;
use super::guests::Circle;
use super::later::Later;
use super::state::Room;
use crate::store::{Seat, StoreError};

impl Room {
    /// Returns the audience that a seat belongs to.
    pub(super) fn circle(&self, seat: &Seat, class: Class) -> Circle {
        match (&self.later, seat.role) {
            (Some(_), Role::Spectator) => Circle::Later,
            (_, _) => Circle::Now(class),
        }
    }

    /// Returns the feed of an audience, and the epoch of its numbers.
    pub(super) fn feed(&mut self, circle: Circle) -> (&mut ClassFeed, Epoch) {
        let [storyteller, table] = &mut self.told;
        match (circle, &mut self.later) {
            (Circle::Later, Some(later)) => (&mut later.told, later.epoch),
            (Circle::Now(Class::Storyteller), _) => (storyteller, self.epoch),
            (Circle::Now(Class::Table) | Circle::Later, _) => (table, self.epoch),
        }
    }

    /// Drops the cached snapshots of all feeds.
    pub(super) fn forget_texts(&mut self) {
        self.others_come_until = None;
        let later = self.later.as_mut().map(|later| &mut later.told);
        for told in self.told.iter_mut().chain(later) {
            told.forget_text();
        }
    }

    /// Whether a seat sees the encounter with a delay.
    pub(super) fn sees_later(&self, seat: SeatId) -> bool {
        let role = self.encounter.seat(seat).map(|seat| seat.role);
        self.later.is_some() && role == Some(Role::Spectator)
    }

    /// Returns the encounter as far as a seat may be answered about it.
    pub(super) fn known_to(&self, seat: SeatId) -> &Encounter {
        match &self.later {
            Some(later) if self.sees_later(seat) => &later.encounter,
            Some(_) | None => &self.encounter,
        }
    }

    /// Returns the time until a record becomes due for spectators.
    pub(super) fn until_later(&self) -> Option<Duration> {
        self.later.as_ref()?.until(self.clock.now())
    }

    /// Sends spectators the changes that are due.
    pub(super) fn tell_later(&mut self) {
        let (now, [_, table]) = (self.clock.now(), &self.told);
        let Some(later) = &mut self.later else { return };
        if let Some(message) = later.follow(now, &table.view().seats) {
            self.guests.tell(Some(Circle::Later), &message);
        }
    }

    /// Queues committed records for spectators who see them with a delay.
    pub(super) fn put_off(&mut self, records: Vec<Record>) {
        if let Some(later) = &mut self.later {
            later.waiting.extend(records);
        }
    }

    /// Sets the delay for spectators, in seconds; 0 turns it off. What they have seen already stays seen. Their
    /// browsers reload the page when the delay is turned on or off.
    pub(super) fn delay(&mut self, seconds: u32) {
        let seats = self.told(Class::Table).view().seats.clone();
        match (&mut self.later, seconds) {
            (None, 0) => return,
            (Some(later), 1..) => {
                later.delay = u64::from(seconds).saturating_mul(1_000);
                return self.tell_later();
            }
            (later @ Some(_), 0) => *later = None,
            (later @ None, 1..) => {
                let epoch = self.chance.epoch();
                let now = self.encounter.clone();
                *later = Some(Later::new(now, seconds, epoch, &seats));
            }
        }
        let encounter = &self.encounter;
        self.guests.close_those(|guest| {
            let role = encounter.seat(guest.seat).map(|seat| seat.role);
            (role == Some(Role::Spectator)).then_some(wire::close::ELSEWHERE)
        });
    }

    /// Returns the current delay for spectators, in seconds.
    pub(super) fn delay_now(&self) -> u32 {
        let delay = self.later.as_ref().map_or(0, |later| later.delay / 1_000);
        u32::try_from(delay).unwrap_or(u32::MAX)
    }

    /// Reads the delayed view of spectators from the log, where their table has set a delay.
    pub(super) async fn look_back(&mut self, seconds: u32) -> Result<(), StoreError> {
        if seconds > 0 {
            let [_, table] = &self.told;
            let of = (seconds, self.chance.epoch());
            let now = self.clock.now();
            let seats = &table.view().seats;
            self.later = Some(Later::read(&self.scene, &*self.store, now, of, seats).await?);
        }
        Ok(())
    }
}
