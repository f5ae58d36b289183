//! Clocks as the rules read them: the pool of an extended action, and which rolls fill a clock.

use super::State;
use crate::base::id::ClockId;
use crate::base::term::{self, Term};
use crate::clock::{Clock, ExtendedAction, pool_terms};
use crate::encounter::combatant::Combatant;
use crate::messages::Wording;

impl State {
    /// Returns the clocks in their order, hidden ones included.
    pub(in crate::encounter) fn sorted_clocks(&self) -> Vec<(ClockId, &Clock)> {
        let mut all: Vec<_> = self.clocks.iter().map(|(id, clock)| (*id, clock)).collect();
        all.sort_by_key(|(_, clock)| clock.rank);
        all
    }

    /// Returns the names of the traits that sheets have beside those of the rules.
    pub(in crate::encounter) fn custom_traits(&self) -> Vec<String> {
        let sheets = self.combatants.values().map(|who| &who.sheet);
        let names = sheets.flat_map(|sheet| sheet.custom.keys());
        names.cloned().collect()
    }

    /// Returns the sum of a combatant's pool for an extended action, with what the rules add; `None` if it cannot be
    /// rolled.
    pub(in crate::encounter) fn action_pool(
        &self,
        combatant: &Combatant,
        action: &ExtendedAction,
    ) -> Option<i32> {
        let pools = combatant.remaining_pools(self.rules());
        let conditions = self.conditions_of(combatant, !combatant.hidden);
        let who = combatant.fighter(&pools, &conditions, &self.house);
        let terms = pool_terms(&action.pool, self.rules(), &who)?.into_iter();
        let mut terms: Vec<Term> = terms
            .map(|(label, value)| Term::from_typed(Wording::verbatim(label), value))
            .collect();
        let reading = self.rules().with_defaults(&who, &action.reading);
        let mut given = self.rules().roll_terms(&who, &reading);
        given.extend(self.rules().implied_terms(&who, &terms));
        terms.extend(given);
        Some(term::sum_terms(&terms))
    }
}
