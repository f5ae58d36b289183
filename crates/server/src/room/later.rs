//! Delayed view for spectators, where their table has set a delay: the encounter as it was.

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

/// Shortest and longest pause before the room checks for delayed records that are due.
const LOOK_EVERY: (Duration, Duration) = (Duration::from_millis(100), Duration::from_secs(1));

/// The encounter as spectators see it, a fixed time behind the present.
pub(super) struct Later {
    /// Delay, in milliseconds.
    delay: u64,
    /// Epoch of this feed's own numbers: a viewer who followed the present gets a full snapshot.
    pub(super) epoch: Epoch,
    /// The encounter as it was before the delay.
    encounter: Encounter,
    /// Committed records that are not shown yet, oldest first.
    waiting: VecDeque<Record>,
    pub(super) told: ClassFeed,
}

impl Later {
    /// Starts the delay at the encounter these viewers have seen so far.
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

    /// Reads the delayed view from the log: the encounter as it was before the delay, and the records since.
    ///
    /// # Errors
    ///
    /// [`StoreError`] where the store cannot be read, except for damage: records behind it are left out.
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
            // A record as old as that was shown, and so were all before it.
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
                // Records behind the damage are shown to nobody.
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

    /// Applies the records whose delay has passed, and returns the message for the viewers if anything changed.
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

    /// Returns the time until the next record is due.
    fn until(&self, now: u64) -> Option<Duration> {
        let next = self.waiting.front()?.at.saturating_add(self.delay);
        let left = Duration::from_millis(next.saturating_sub(now));
        let (soon, late) = LOOK_EVERY;
        // The clock may be adjusted meanwhile.
        Some(left.clamp(soon, late))
    }
}

/// Returns the view of spectators of an earlier state. The seats are the present ones, and nothing of an encounter
/// that was prepared out of sight is shown.
fn of(encounter: &Encounter, seats: &[SeatView]) -> View {
    let mut view = View::of(encounter, Class::Table);
    if encounter.is_unseen() {
        let title = encounter.title().clone();
        view = View::of(&Encounter::new(title, view.system), Class::Table);
    }
    view.seats = seats.to_vec();
    view
}

/// Returns the encounter before anything happened.
fn blank(scene: &Scene) -> Encounter {
    Encounter::new(scene.title.clone(), scene.system)
}

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
