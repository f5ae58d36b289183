//! Delayed view for spectators, where their table has set a delay: the encounter as it was.

use std::collections::VecDeque;
use std::time::Duration;

use rules::encounter::view::SeatView;
use rules::encounter::{Class, Encounter, Record, View};
use rules::wire::RoomEpoch;
use tokio_tungstenite::tungstenite::Utf8Bytes;

use super::class_feed::ClassFeed;
use super::load;
use crate::store::{EncounterInfo, Store, StoreError};

/// Shortest and longest pause before the room checks for delayed records that are due.
const CHECK_INTERVAL: (Duration, Duration) = (Duration::from_millis(100), Duration::from_secs(1));

/// The encounter as spectators see it, a fixed time behind the present.
pub(super) struct DelayedView {
    /// Delay, in milliseconds.
    pub(super) delay_ms: u64,
    /// Epoch of this feed's own numbers: a viewer who followed the present gets a full snapshot.
    pub(super) epoch: RoomEpoch,
    /// The encounter as it was before the delay.
    pub(super) encounter: Encounter,
    /// Committed records that are not shown yet, oldest first.
    pub(super) not_due: VecDeque<Record>,
    pub(super) feed: ClassFeed,
}

impl DelayedView {
    /// Creates a delayed view that begins at `encounter`, as its viewers have seen it so far.
    pub(super) fn new(
        encounter: Encounter,
        seconds: u32,
        epoch: RoomEpoch,
        seats: &[SeatView],
    ) -> Self {
        let view = spectator_view(&encounter, seats);
        Self {
            delay_ms: u64::from(seconds).saturating_mul(1_000),
            epoch,
            feed: ClassFeed::with_view(Class::Table, view),
            encounter,
            not_due: VecDeque::new(),
        }
    }

    /// Reads the delayed view of spectators from the log. It consists of the encounter as it was before the delay, and
    /// the records since.
    ///
    /// # Errors
    ///
    /// [`StoreError`] where the store cannot be read, except for damage: records behind it are left out.
    pub(super) async fn read(
        scene: &EncounterInfo,
        store: &dyn Store,
        now: u64,
        (seconds, epoch): (u32, RoomEpoch),
        seats: &[SeatView],
    ) -> Result<Self, StoreError> {
        let delay = u64::from(seconds).saturating_mul(1_000);
        let is_told = |record: &Record| record.at.saturating_add(delay) <= now;
        let (encounter, mut last) = match load::read_snapshot(scene.id, store).await? {
            // A record as old as that was shown, and so were all before it.
            Some((encounter, seq)) => {
                let before = store.records(scene.id, seq.saturating_sub(1), 1).await;
                let newest = before.unwrap_or_default();
                match newest.first().is_some_and(|(_, record)| is_told(record)) {
                    true => (encounter, seq),
                    false => (blank_encounter(scene), 0),
                }
            }
            None => (blank_encounter(scene), 0),
        };
        let mut later = Self::new(encounter, seconds, epoch, seats);
        loop {
            let page = match store.records(scene.id, last, load::RECORDS_PER_PAGE).await {
                // Records behind the damage are shown to nobody.
                Err(StoreError::Damaged(_)) => break,
                page => page?,
            };
            let Some((number, _)) = page.last() else {
                break;
            };
            last = *number;
            for (_, record) in page {
                match later.not_due.is_empty() && is_told(&record) {
                    true => later.encounter.apply(&record),
                    false => later.not_due.push_back(record),
                }
            }
        }
        later.feed = ClassFeed::with_view(Class::Table, spectator_view(&later.encounter, seats));
        Ok(later)
    }

    /// Applies the records whose delay has passed, and returns the message for the viewers if anything changed.
    pub(super) fn advance(&mut self, now: u64, seats: &[SeatView]) -> Option<Utf8Bytes> {
        let mut changed = self.feed.view().seats != seats;
        while let Some(record) = self.not_due.front()
            && record.at.saturating_add(self.delay_ms) <= now
        {
            if let Some(record) = self.not_due.pop_front() {
                self.encounter.apply(&record);
                changed = true;
            }
        }
        match changed {
            true => self
                .feed
                .replace_view(spectator_view(&self.encounter, seats)),
            false => None,
        }
    }

    /// Returns the time until the next record is shown to the viewers; `None` if none waits.
    pub(super) fn time_to_next(&self, now: u64) -> Option<Duration> {
        let next = self.not_due.front()?.at.saturating_add(self.delay_ms);
        let left = Duration::from_millis(next.saturating_sub(now));
        let (soon, late) = CHECK_INTERVAL;
        // The clock may be adjusted meanwhile.
        Some(left.clamp(soon, late))
    }
}

/// Returns the view that spectators have of an earlier state of the encounter, with the present
/// seats. Nothing of an encounter that was prepared out of sight is shown.
fn spectator_view(encounter: &Encounter, seats: &[SeatView]) -> View {
    let mut view = View::of(encounter, Class::Table);
    if encounter.is_prepared() {
        let title = encounter.title().clone();
        view = View::of(&Encounter::new(title, view.system), Class::Table);
    }
    view.seats = seats.to_vec();
    view
}

/// Returns the encounter as it was before anything happened in it.
fn blank_encounter(scene: &EncounterInfo) -> Encounter {
    Encounter::new(scene.title.clone(), scene.system)
}
