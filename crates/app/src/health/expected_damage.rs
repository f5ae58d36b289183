//! The average damage of a hit that the reader is asked to defend against.

use leptos::prelude::*;
use rules::base::id::CombatantId;

/// Average damage of the hit that is being answered, and the combatant it would harm. Empty while there is no such
/// question or the reader may not know the odds.
#[derive(Clone, Copy)]
pub struct ExpectedDamage(RwSignal<Option<(CombatantId, u16)>>);

impl ExpectedDamage {
    /// Creates an empty value, without expected damage.
    #[must_use]
    pub fn none() -> Self {
        Self(RwSignal::new(None))
    }

    /// Sets a combatant's expected damage; 0 clears it. Does nothing once the page is gone.
    pub fn set(self, who: CombatantId, points: u16) {
        _ = self.0.try_set((points > 0).then_some((who, points)));
    }

    /// Returns the expected damage of this combatant; 0 without a question, or if the reader may not know the odds.
    #[must_use]
    pub fn points_for(self, id: CombatantId) -> u16 {
        self.0
            .get()
            .map_or(0, |(who, points)| if who == id { points } else { 0 })
    }
}
