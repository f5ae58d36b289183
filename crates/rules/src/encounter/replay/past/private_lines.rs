//! Log lines of the past that single seats were told.

use std::collections::BTreeMap;

use crate::base::id::SeatId;
use crate::encounter::aggregate::encounter::Encounter;
use crate::encounter::view::{PrivateLine, PrivateView};

/// Maximum number of private lines remembered for one seat. Beyond it the oldest are dropped.
const MAX_REMEMBERED: usize = 2_000;

/// Private lines of one seat by number, each with the number of records when it was written.
type LinesOfSeat = BTreeMap<u32, (PrivateLine, u64)>;

/// Private lines of all seats, each in its latest form.
#[derive(Clone, Debug, Default)]
pub(super) struct PrivateLines(BTreeMap<SeatId, LinesOfSeat>);

impl PrivateLines {
    /// Notes the private lines that are new or have changed after `read` records.
    pub(super) fn note(&mut self, encounter: &Encounter, read: u64) {
        for seat in encounter.seats.keys() {
            for line in PrivateView::of(encounter, *seat).log {
                let lines = self.0.entry(*seat).or_default();
                let since = lines.get(&line.line.no).map_or(read, |(_, since)| *since);
                lines.insert(line.line.no, (line, since));
                while lines.len() > MAX_REMEMBERED {
                    lines.pop_first();
                }
            }
        }
    }

    /// Iterates over the lines of a seat, oldest first, each with the number of records when it was written.
    pub(super) fn of_seat(
        &self,
        seat: SeatId,
    ) -> impl DoubleEndedIterator<Item = (&PrivateLine, u64)> {
        let lines = self.0.get(&seat).into_iter().flat_map(BTreeMap::values);
        lines.map(|(line, record)| (line, *record))
    }
}
