//! Stats and the four values that follow from them (TRI-STAT-01 to 04).

use super::numbers;
use crate::base::term::Term;
use crate::messages::Text;

/// The lowest a Stat may be (TRI-STAT-01).
pub(super) const STAT_LEAST: i32 = 1;
/// The highest a Stat may be (TRI-STAT-01).
pub(super) const STAT_MOST: i32 = 12;

/// Values of the three Stats of a character.
#[derive(Clone, Copy)]
pub(super) struct Stats {
    pub(super) body: i32,
    pub(super) mind: i32,
    pub(super) soul: i32,
}

/// Derived values of a character, such as Combat Value and Health.
#[derive(Clone, Copy)]
pub(super) struct Derived {
    /// Combat Value (CV).
    pub(super) combat_value: i32,
    /// Defense Value (DV).
    pub(super) defense_value: i32,
    /// Health points of an unhurt combatant.
    pub(super) health: i32,
    /// Energy points of a rested combatant.
    pub(super) energy: i32,
}

impl Stats {
    /// Returns the four derived values without any bonus (TRI-STAT-01 to 04). The Combat Value is a
    /// third of all three, rounded down.
    pub(super) const fn derive(&self) -> Derived {
        let all = self
            .body
            .saturating_add(self.mind)
            .saturating_add(self.soul);
        let combat_value = all.div_euclid(3);
        Derived {
            combat_value,
            defense_value: combat_value.saturating_sub(numbers::DEFENSE_GAP),
            health: points(self.body, self.soul),
            energy: points(self.mind, self.soul),
        }
    }
}

/// Returns the points of Health or Energy that follow from two Stats (TRI-STAT-03, TRI-STAT-04).
const fn points(one: i32, other: i32) -> i32 {
    one.saturating_add(other)
        .saturating_mul(numbers::POINTS_PER_STAT)
}

/// Adds a term to a sum unless its value is 0.
pub(super) fn push(terms: &mut Vec<Term>, label: Text, value: i32, rule: &'static str) {
    if value != 0 {
        terms.push(Term::from_rule(label, value, rule));
    }
}
