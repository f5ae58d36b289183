//! What one combatant did, added up.

use std::collections::BTreeMap;

use super::{Fighter, Pace};
use crate::track::Packet;

/// Both together; what is more than a number can hold is not counted.
pub(super) const fn sum(one: Packet, other: Packet) -> Packet {
    Packet {
        bashing: one.bashing.saturating_add(other.bashing),
        lethal: one.lethal.saturating_add(other.lethal),
        aggravated: one.aggravated.saturating_add(other.aggravated),
        points: one.points.saturating_add(other.points),
    }
}

/// What one combatant did.
#[derive(Default)]
pub(super) struct Deeds {
    pub(super) dealt: Packet,
    pub(super) taken: Packet,
    pub(super) spent: BTreeMap<String, i32>,
    pub(super) botches: usize,
    pub(super) exceptional: usize,
    /// How long their turn took in each round.
    pub(super) turns: BTreeMap<u32, u64>,
}

impl Deeds {
    pub(super) fn fighter(self, name: String) -> Fighter {
        let mut times: Vec<u64> = self.turns.into_values().collect();
        times.sort_unstable();
        let middle = times.len().saturating_sub(1) / 2;
        let pace = times.get(middle).zip(times.last());
        Fighter {
            name,
            dealt: self.dealt,
            taken: self.taken,
            spent: self.spent.into_iter().collect(),
            botches: self.botches,
            exceptional: self.exceptional,
            pace: pace.map(|(median, longest)| Pace {
                turns: times.len(),
                median: *median,
                longest: *longest,
            }),
        }
    }
}
