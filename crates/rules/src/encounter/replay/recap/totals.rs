//! Totals of one combatant for a recap.

use std::collections::BTreeMap;

use super::{CombatantRecap, TurnLengths};
use crate::character::track::DamagePacket;

/// Adds two packets of damage, saturating.
pub(super) const fn add_packets(one: DamagePacket, other: DamagePacket) -> DamagePacket {
    DamagePacket {
        bashing: one.bashing.saturating_add(other.bashing),
        lethal: one.lethal.saturating_add(other.lethal),
        aggravated: one.aggravated.saturating_add(other.aggravated),
        points: one.points.saturating_add(other.points),
    }
}

/// Running totals of one combatant for the recap: damage dealt and taken, points spent, botches.
#[derive(Default)]
pub(super) struct CombatantTotals {
    /// Damage dealt, by severity.
    pub(super) dealt: DamagePacket,
    /// Damage taken, by severity.
    pub(super) taken: DamagePacket,
    /// Points spent, by the title of the pool.
    pub(super) spent: BTreeMap<String, i32>,
    /// Number of rolls that failed in the worst way.
    pub(super) botches: usize,
    /// Number of exceptional rolls.
    pub(super) exceptional: usize,
    /// Length of the combatant's turn in each round, in milliseconds.
    pub(super) turns: BTreeMap<u32, u64>,
}

impl CombatantTotals {
    /// Converts the totals to the recap of the combatant.
    pub(super) fn into_recap(self, name: String) -> CombatantRecap {
        let mut times: Vec<u64> = self.turns.into_values().collect();
        times.sort_unstable();
        let middle = times.len().saturating_sub(1) / 2;
        let pace = times.get(middle).zip(times.last());
        CombatantRecap {
            name,
            dealt: self.dealt,
            taken: self.taken,
            spent: self.spent.into_iter().collect(),
            botches: self.botches,
            exceptional: self.exceptional,
            pace: pace.map(|(median, longest)| TurnLengths {
                turns: times.len(),
                median: *median,
                longest: *longest,
            }),
        }
    }
}
