//! Commands that set and lift conditions by hand.

use super::Decision;
use crate::base::id::CombatantId;
use crate::character::condition::{Condition, Until};
use crate::encounter::event::Event;
use crate::encounter::feature::Conditioned;
use crate::encounter::refusal::Refusal;
use crate::encounter::state::State;

/// Maximum number of rounds a condition can be set for.
const MAX_ROUNDS: u16 = 1_000;

impl Decision<'_> {
    /// Sets a condition of a combatant, or changes its amount or duration.
    pub(super) fn set_condition(
        &self,
        id: CombatantId,
        key: &str,
        condition: Condition,
    ) -> Result<Vec<Event>, Refusal> {
        let who = self.find_own_combatant(id)?;
        let specs = self.state.rules().facts().condition_specs.iter();
        let mut known = specs.filter(|spec| spec.key == key);
        let spec = known.next().ok_or(Refusal::NoSuchCondition)?;
        let rounds = match condition.until {
            Until::Rounds(rounds) => rounds,
            Until::Lifted
            | Until::OwnTurn
            | Until::AfterTurn
            | Until::ThisTurn
            | Until::Scene
            | Until::NextAction { .. }
            | Until::SecondTurn
            | Until::Healed { .. } => 1,
        };
        if !(0..=spec.most).contains(&condition.amount) || !(1..=MAX_ROUNDS).contains(&rounds) {
            return Err(Refusal::OutOfBounds);
        }
        let condition = Condition {
            until: condition
                .until
                .resolve_next_action(self.state.own_turn_state(who)),
            ..condition
        };
        let before = who.conditions.get(key).copied();
        if before == Some(condition) {
            return Err(Refusal::NothingToDo);
        }
        Ok(vec![Event::Conditioned(Conditioned {
            id,
            key: key.to_owned(),
            before,
            after: Some(condition),
        })])
    }

    /// Lifts a condition of a combatant, with the holds that bring it.
    pub(super) fn lift_condition(&self, id: CombatantId, key: &str) -> Result<Vec<Event>, Refusal> {
        let who = self.find_own_combatant(id)?;
        let kept = who.conditions.get(key).copied();
        let kept = kept.map(|before| {
            Event::Conditioned(Conditioned {
                id,
                key: key.to_owned(),
                before: Some(before),
                after: None,
            })
        });
        // A condition that holds bring is lifted by ending them.
        let holds = self.state.holds_behind_condition(who, key, self.viewer());
        let holds = holds.map(|hold| self.state.hold_end_event(hold));
        let events: Vec<Event> = kept.into_iter().chain(holds).collect();
        match events.is_empty() {
            true => Err(Refusal::NothingToDo),
            false => Ok(events),
        }
    }
}

impl State {
    /// Builds the event by which something else brings a condition to a combatant; `None` if it is there already, or the
    /// combatant is not.
    pub(super) fn condition_event(&self, id: CombatantId, key: &str) -> Option<Event> {
        let who = self.combatant(id)?;
        let none = !who.conditions.contains_key(key);
        none.then(|| {
            Event::Conditioned(Conditioned {
                id,
                key: key.to_owned(),
                before: None,
                after: Some(Condition::default()),
            })
        })
    }
}
