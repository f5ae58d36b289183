//! Events about the conditions of combatants.

use serde::{Deserialize, Serialize};

use crate::base::id::CombatantId;
use crate::character::condition::{Condition, Until};
use crate::encounter::combatant::Combatant;
use crate::encounter::feature::event_payload::{EventPayload, SetsValue};
use crate::encounter::log::LogMessage;
use crate::encounter::log::log_line::LogLine;
use crate::encounter::state::State;
use crate::encounter::viewer::Viewer;

/// A condition was set, changed or lifted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Conditioned {
    /// The combatant with the condition.
    pub id: CombatantId,
    /// The key of the condition.
    pub key: String,
    /// The condition before the change.
    pub before: Option<Condition>,
    /// The condition after the change.
    pub after: Option<Condition>,
}

impl Conditioned {
    /// Whether the condition only gets nearer to its end, as the damage that brought it heals.
    fn is_healing(&self) -> bool {
        self.before.zip(self.after).is_some_and(|(before, after)| {
            let of_damage = |it: Condition| matches!(it.until, Until::Healed { .. });
            before.amount == after.amount && of_damage(before) && of_damage(after)
        })
    }
}

impl EventPayload for Conditioned {
    fn apply(&self, state: &mut State) {
        state.update_combatant(self.id, |who| who.set_condition(&self.key, self.after));
    }

    fn log_line(&self, state: &State) -> Option<LogLine> {
        if self.is_healing() {
            return None;
        }
        let combatant = state.combatant(self.id)?;
        let what = LogMessage::Conditioned {
            name: combatant.full_name(),
            key: self.key.clone(),
            condition: self.after,
        };
        Some(LogLine::new(state.health_is_public(combatant), what))
    }
}

impl SetsValue for Conditioned {
    type Value = Option<Condition>;

    const PLAYERS_CAN_UNDO: bool = true;

    fn before_and_after(&mut self) -> (&mut Self::Value, &mut Self::Value) {
        (&mut self.before, &mut self.after)
    }

    fn sets_same_value(&self, other: &Self) -> bool {
        (self.id, &self.key) == (other.id, &other.key)
    }

    fn value_still_holds(&self, state: &State, viewer: Viewer) -> bool {
        let who = state.find_with_known_health(viewer, self.id);
        who.is_some_and(|who| who.conditions.get(&self.key).copied() == self.after)
    }
}

impl Combatant {
    /// Sets a condition of the combatant, or lifts it with `None`.
    pub(in crate::encounter) fn set_condition(&mut self, key: &str, condition: Option<Condition>) {
        match condition {
            Some(condition) => _ = self.conditions.insert(key.to_owned(), condition),
            None => _ = self.conditions.remove(key),
        }
    }
}
