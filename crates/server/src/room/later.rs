//! What spectators see where their table shows it to them later: the encounter as it was.

use std::collections::VecDeque;
use std::time::Duration;

use rules::encounter::view::SeatView;
use rules::encounter::{Class, Encounter, Record, View};
use rules::id::SeatId;
use rules::seat::Role;
use rules::wire::{self, Epoch};
use tokio_tungstenite::tungstenite::Utf8Bytes;

use super::class::ClassFeed;
use super::guests::Circle;
use super::life::Room;
use super::memory;
use crate::store::{Scene, Seat, Store, StoreError};

/// How soon the room looks again whether something is to be told by now, and how late at most.
const LOOK_EVERY: (Duration, Duration) = (Duration::from_millis(100), Duration::from_secs(1));

/// The encounter as it was so long ago, for those who see it later.
pub(super) struct Later {
    /// How much later, in milliseconds.
    delay: u64,
    /// Numbers of this feed are its own: who has followed the present is given a whole picture.
    pub(super) epoch: Epoch,
    /// As it was.
    encounter: Encounter,
    /// What is kept and not to be told yet, oldest first.
    waiting: VecDeque<Record>,
    pub(super) told: ClassFeed,
}

impl Later {
    /// From what these viewers have seen so far.
    fn new(encounter: Encounter, seconds: u32, epoch: Epoch, seats: &[SeatView]) -> Self {
        let view = of(&encounter, seats);
        Self {
            delay: u64::from(seconds).saturating_mul(1_000),
            epoch,
            told: ClassFeed::of(Class::Table, view),
            encounter,
            waiting: VecDeque::new(),
        }
    }

    /// From the log: as the encounter was so long before now, and what has happened since.
    pub(super) async fn read(
        scene: &Scene,
        store: &dyn Store,
        now: u64,
        (seconds, epoch): (u32, Epoch),
        seats: &[SeatView],
    ) -> Result<Self, StoreError> {
        let delay = u64::from(seconds).saturating_mul(1_000);
        let is_told = |record: &Record| record.at.saturating_add(delay) <= now;
        let (encounter, mut last) = match memory::pictured(scene.id, store).await? {
            // What is as old as that was told, and so was all before it.
            Some((encounter, seq)) => {
                let before = store.records(scene.id, seq.saturating_sub(1), 1).await;
                let newest = before.unwrap_or_default();
                match newest.first().is_some_and(|(_, record)| is_told(record)) {
                    true => (encounter, seq),
                    false => (blank(scene), 0),
                }
            }
            None => (blank(scene), 0),
        };
        let mut later = Self::new(encounter, seconds, epoch, seats);
        loop {
            let page = match store.records(scene.id, last, memory::PAGE).await {
                // What comes behind the damage nobody sees.
                Err(StoreError::Damaged(_)) => break,
                page => page?,
            };
            let Some((number, _)) = page.last() else {
                break;
            };
            last = *number;
            for (_, record) in page {
                match later.waiting.is_empty() && is_told(&record) {
                    true => later.encounter.apply(&record),
                    false => later.waiting.push_back(record),
                }
            }
        }
        later.told = ClassFeed::of(Class::Table, of(&later.encounter, seats));
        Ok(later)
    }

    /// Takes what has waited long enough into the picture; the message for those who see it, if there is one.
    fn follow(&mut self, now: u64, seats: &[SeatView]) -> Option<Utf8Bytes> {
        let mut changed = self.told.view().seats != seats;
        while let Some(record) = self.waiting.front()
            && record.at.saturating_add(self.delay) <= now
        {
            if let Some(record) = self.waiting.pop_front() {
                self.encounter.apply(&record);
                changed = true;
            }
        }
        match changed {
            true => self.told.turn_to(of(&self.encounter, seats)),
            false => None,
        }
    }

    /// How long until something more is to be told.
    fn until(&self, now: u64) -> Option<Duration> {
        let next = self.waiting.front()?.at.saturating_add(self.delay);
        let left = Duration::from_millis(next.saturating_sub(now));
        let (soon, late) = LOOK_EVERY;
        // The clock may be set meanwhile.
        Some(left.clamp(soon, late))
    }
}

/// What spectators are shown of an encounter as it was: who sits at the table is as it is now, and of what was
/// prepared unseen they know nothing, as nobody did then.
fn of(encounter: &Encounter, seats: &[SeatView]) -> View {
    let mut view = View::of(encounter, Class::Table);
    if encounter.is_unseen() {
        let title = encounter.title().clone();
        view = View::of(&Encounter::new(title, view.system), Class::Table);
    }
    view.seats = seats.to_vec();
    view
}

/// The encounter before anything happened.
fn blank(scene: &Scene) -> Encounter {
    Encounter::new(scene.title.clone(), scene.system)
}

impl Room {
    /// With whom a seat of a class is told what happens.
    pub(super) fn circle(&self, seat: &Seat, class: Class) -> Circle {
        match (&self.later, seat.role) {
            (Some(_), Role::Spectator) => Circle::Later,
            (_, _) => Circle::Now(class),
        }
    }

    /// The feed of a circle, and the epoch of its numbers.
    pub(super) fn feed(&mut self, circle: Circle) -> (&mut ClassFeed, Epoch) {
        let [storyteller, table] = &mut self.told;
        match (circle, &mut self.later) {
            (Circle::Later, Some(later)) => (&mut later.told, later.epoch),
            (Circle::Now(Class::Storyteller), _) => (storyteller, self.epoch),
            (Circle::Now(Class::Table) | Circle::Later, _) => (table, self.epoch),
        }
    }

    /// Nobody comes just now: what travels to those who come is written anew for the next.
    pub(super) fn forget_texts(&mut self) {
        self.others_come_until = None;
        let later = self.later.as_mut().map(|later| &mut later.told);
        for told in self.told.iter_mut().chain(later) {
            told.forget_text();
        }
    }

    /// Whether a seat sees what happens later.
    pub(super) fn sees_later(&self, seat: SeatId) -> bool {
        let role = self.encounter.seat(seat).map(|seat| seat.role);
        self.later.is_some() && role == Some(Role::Spectator)
    }

    /// The encounter as far as a seat may be answered about it.
    pub(super) fn known_to(&self, seat: SeatId) -> &Encounter {
        match &self.later {
            Some(later) if self.sees_later(seat) => &later.encounter,
            Some(_) | None => &self.encounter,
        }
    }

    /// How long until spectators are to be told something that waits.
    pub(super) fn until_later(&self) -> Option<Duration> {
        self.later.as_ref()?.until(self.clock.now())
    }

    /// Tells spectators what they are to know by now.
    pub(super) fn tell_later(&mut self) {
        let (now, [_, table]) = (self.clock.now(), &self.told);
        let Some(later) = &mut self.later else { return };
        if let Some(message) = later.follow(now, &table.view().seats) {
            self.guests.tell(Some(Circle::Later), &message);
        }
    }

    /// Of what is kept from now on spectators are told later.
    pub(super) fn put_off(&mut self, records: Vec<Record>) {
        if let Some(later) = &mut self.later {
            later.waiting.extend(records);
        }
    }

    /// The table shows spectators what happens so many seconds later from now on; 0 is at once. What they have
    /// seen they have seen. Their browsers load the page again when they begin or cease to see it later.
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

    /// By how many seconds later spectators see what happens, as far as this room knows.
    pub(super) fn delay_now(&self) -> u32 {
        let delay = self.later.as_ref().map_or(0, |later| later.delay / 1_000);
        u32::try_from(delay).unwrap_or(u32::MAX)
    }

    /// Reads what spectators are to see, where their table shows it to them later.
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
