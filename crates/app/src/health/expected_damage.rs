//! The damage a hit is about to do to a combatant on average, while the reader is asked how to meet it.

use leptos::prelude::*;
use rules::id::CombatantId;

/// Average damage of the hit that is being answered, and the combatant it would hit. Empty while nothing is asked or
/// the reader may not know it.
#[derive(Clone, Copy)]
pub struct ExpectedDamage(RwSignal<Option<(CombatantId, u16)>>);

impl ExpectedDamage {
    /// No damage, for nothing is asked.
    #[must_use]
    pub fn none() -> Self {
        Self(RwSignal::new(None))
    }

    /// Sets what a combatant is about to lose; 0 is nothing. A page that is gone hears of none.
    pub fn set(self, who: CombatantId, points: u16) {
        _ = self.0.try_set((points > 0).then_some((who, points)));
    }

    /// The damage a hit is about to do to this combatant; 0 while nothing is asked, or the reader may not know.
    #[must_use]
    pub fn points_for(self, id: CombatantId) -> u16 {
        self.0
            .get()
            .map_or(0, |(who, points)| if who == id { points } else { 0 })
    }
}
