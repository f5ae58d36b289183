//! Stats and the four values that follow from them (TRI-STAT-01 to 05).

use crate::messages::Text;
use crate::messages::tristat as msg;
use serde::{Deserialize, Serialize};

use super::input::{self, Nonsense};
use super::numbers;
use crate::term::{self, Term};

/// The lowest a Stat may be (TRI-STAT-01).
pub const STAT_LEAST: i32 = 1;
/// The highest a Stat may be (TRI-STAT-01).
pub const STAT_MOST: i32 = 12;

/// The three Stats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Stats {
    /// Body.
    pub body: i32,
    /// Mind.
    pub mind: i32,
    /// Soul.
    pub soul: i32,
}

/// What attributes and defects add to the four values, as typed on the sheet (TRI-STAT-05).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Bonuses {
    /// Added to the Combat Value only; the Defense Value has its own.
    pub combat_value: i32,
    /// Added to the Defense Value.
    pub defense_value: i32,
    /// Added to Health.
    pub health: i32,
    /// Added to Energy.
    pub energy: i32,
}

/// The four values a fight is fought with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Derived {
    /// Combat Value (CV).
    pub combat_value: i32,
    /// Defense Value (DV).
    pub defense_value: i32,
    /// Health points of an unhurt combatant.
    pub health: i32,
    /// Energy points of a rested combatant.
    pub energy: i32,
}

impl Stats {
    /// The Combat Value: a third of all three, rounded down (TRI-STAT-01).
    #[must_use]
    pub const fn combat_value(&self) -> i32 {
        self.body
            .saturating_add(self.mind)
            .saturating_add(self.soul)
            .div_euclid(3)
    }

    /// The four values without any bonus (TRI-STAT-01 to 04).
    #[must_use]
    pub const fn derive(&self) -> Derived {
        let combat_value = self.combat_value();
        Derived {
            combat_value,
            defense_value: combat_value.saturating_sub(numbers::DEFENSE_GAP),
            health: points(self.body, self.soul),
            energy: points(self.mind, self.soul),
        }
    }

    /// The four values as the sheet has them (TRI-STAT-05). A bonus to the Combat Value
    /// leaves the Defense Value where it is.
    #[must_use]
    pub const fn derive_with(&self, bonuses: &Bonuses) -> Derived {
        let plain = self.derive();
        Derived {
            combat_value: plain.combat_value.saturating_add(bonuses.combat_value),
            defense_value: plain.defense_value.saturating_add(bonuses.defense_value),
            health: plain.health.saturating_add(bonuses.health),
            energy: plain.energy.saturating_add(bonuses.energy),
        }
    }
}

/// Points of two Stats (TRI-STAT-03, TRI-STAT-04).
const fn points(one: i32, other: i32) -> i32 {
    one.saturating_add(other)
        .saturating_mul(numbers::POINTS_PER_STAT)
}

/// Adds a term unless it is 0.
pub(super) fn push(terms: &mut Vec<Term>, label: Text, value: i32, rule: &'static str) {
    if value != 0 {
        terms.push(Term::of_rule(label, value, rule));
    }
}

/// Adds what was typed: a number without a name, then named terms.
pub(super) fn push_typed(terms: &mut Vec<Term>, other: i32, typed: &[Term]) {
    if other != 0 {
        terms.push(Term::typed(msg::OTHER, other));
    }
    terms.extend(typed.iter().cloned());
}

/// Whether all typed terms are possible, alone and together.
pub(super) fn check_typed(typed: &[Term]) -> Result<(), Nonsense> {
    input::list("terms", typed.len())?;
    for one in typed {
        input::numbers([(msg::A_TERM.get(), one.value)])?;
    }
    input::numbers([(msg::ALL_TERMS_TOGETHER.get(), term::sum(typed))])
}
