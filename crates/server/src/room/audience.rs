//! Feeds of a room's audiences: which of them a seat is sent, and what spectators are sent later.

use std::time::Duration;

use rules::base::id::SeatId;
use rules::base::seat::Role;
use rules::encounter::{Class, Encounter, Record};
use rules::wire::{self, RoomEpoch};

use super::class_feed::ClassFeed;
use super::connections::Audience;
use super::delayed_view::DelayedView;
use super::state::Room;
use crate::store::{Seat, StoreError};

impl Room {
    /// Returns the audience that a seat belongs to, viewers who are sent the same messages at the
    /// same time.
    pub(super) fn audience(&self, seat: &Seat, class: Class) -> Audience {
        match (&self.delayed, seat.role) {
            (Some(_), Role::Spectator) => Audience::Delayed,
            (_, _) => Audience::Live(class),
        }
    }

    /// Returns the feed of an audience, its current view with recent messages, and the epoch of its
    /// numbers.
    pub(super) fn feed(&mut self, circle: Audience) -> (&mut ClassFeed, RoomEpoch) {
        let [storyteller, table] = &mut self.feeds;
        match (circle, &mut self.delayed) {
            (Audience::Delayed, Some(later)) => (&mut later.feed, later.epoch),
            (Audience::Live(Class::Storyteller), _) => (storyteller, self.epoch),
            (Audience::Live(Class::Table) | Audience::Delayed, _) => (table, self.epoch),
        }
    }

    /// Drops the cached snapshots of all feeds.
    pub(super) fn drop_cached_json(&mut self) {
        self.snapshots_cached_until = None;
        let later = self.delayed.as_mut().map(|later| &mut later.feed);
        for told in self.feeds.iter_mut().chain(later) {
            told.drop_cached_json();
        }
    }

    /// Whether a seat sees the encounter with a delay.
    pub(super) fn sees_delayed(&self, seat: SeatId) -> bool {
        let role = self.encounter.seat(seat).map(|seat| seat.role);
        self.delayed.is_some() && role == Some(Role::Spectator)
    }

    /// Returns the encounter as a seat sees it, for spectators possibly with a delay.
    pub(super) fn encounter_known_to(&self, seat: SeatId) -> &Encounter {
        match &self.delayed {
            Some(later) if self.sees_delayed(seat) => &later.encounter,
            Some(_) | None => &self.encounter,
        }
    }

    /// Returns the time until a record is shown to spectators with a delay; `None` if none waits.
    pub(super) fn time_to_delayed(&self) -> Option<Duration> {
        self.delayed.as_ref()?.time_to_next(self.clock.now())
    }

    /// Sends spectators the changes whose delay has passed.
    pub(super) fn send_delayed(&mut self) {
        let (now, [_, table]) = (self.clock.now(), &self.feeds);
        let Some(later) = &mut self.delayed else {
            return;
        };
        if let Some(message) = later.advance(now, &table.view().seats) {
            self.connections
                .broadcast(Some(Audience::Delayed), &message);
        }
    }

    /// Queues committed records for spectators who see them with a delay.
    pub(super) fn queue_delayed(&mut self, records: Vec<Record>) {
        if let Some(later) = &mut self.delayed {
            later.not_due.extend(records);
        }
    }

    /// Sets the delay for spectators, in seconds; 0 turns it off. What they have seen already stays seen. Their
    /// browsers reload the page when the delay is turned on or off.
    pub(super) fn set_view_delay(&mut self, seconds: u32) {
        let seats = self.feed_of_class(Class::Table).view().seats.clone();
        match (&mut self.delayed, seconds) {
            (None, 0) => return,
            (Some(later), 1..) => {
                later.delay_ms = u64::from(seconds).saturating_mul(1_000);
                return self.send_delayed();
            }
            (later @ Some(_), 0) => *later = None,
            (later @ None, 1..) => {
                let epoch = self.chance.new_epoch();
                let now = self.encounter.clone();
                *later = Some(DelayedView::new(now, seconds, epoch, &seats));
            }
        }
        let encounter = &self.encounter;
        self.connections.close_where(|guest| {
            let role = encounter.seat(guest.seat).map(|seat| seat.role);
            (role == Some(Role::Spectator)).then_some(wire::close::ELSEWHERE)
        });
    }

    /// Returns the current delay for spectators, in seconds.
    pub(super) fn view_delay_seconds(&self) -> u32 {
        let delay = self
            .delayed
            .as_ref()
            .map_or(0, |later| later.delay_ms / 1_000);
        u32::try_from(delay).unwrap_or(u32::MAX)
    }

    /// Reads the delayed view of spectators from the log, if `seconds` is a delay.
    pub(super) async fn replay_delay(&mut self, seconds: u32) -> Result<(), StoreError> {
        if seconds > 0 {
            let [_, table] = &self.feeds;
            let of = (seconds, self.chance.new_epoch());
            let now = self.clock.now();
            let seats = &table.view().seats;
            self.delayed =
                Some(DelayedView::read(&self.scene, &*self.store, now, of, seats).await?);
        }
        Ok(())
    }
}
