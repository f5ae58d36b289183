//! Consequences of rolls that a storyteller asks for: conditions, clocks and handouts, as outcomes are settled.

use super::Decision;
use crate::base::dice::Dice;
use crate::base::id::{AskId, CombatantId};
use crate::encounter::aggregate::dry_run::DryRun;
use crate::encounter::ask::{AskConsequence, AskTelling, AskedRoll};
use crate::encounter::combatant::Combatant;
use crate::encounter::event::Event;
use crate::encounter::log::ClockCause;
use crate::encounter::refusal::Refusal;

impl Decision<'_> {
    /// Checks that the condition, clock or handout which an asked roll is to bring exists, and that
    /// the clock is no extended action.
    pub(super) fn check_consequence(&self, follows: &AskConsequence) -> Result<(), Refusal> {
        match follows {
            AskConsequence::Condition(key) => {
                let mut specs = self.state.rules().facts().condition_specs.iter();
                match specs.any(|spec| spec.key == key) {
                    true => Ok(()),
                    false => Err(Refusal::NoSuchCondition),
                }
            }
            AskConsequence::Tick { clock, .. } => match self.find_clock(*clock)?.action {
                None => Ok(()),
                Some(_) => Err(Refusal::NoSuchClock),
            },
            AskConsequence::Handout(id) => self.find_handout(*id).map(drop),
        }
    }

    /// Returns the events of an asked roll's consequences, for each combatant whose passing or
    /// failing `events` settle.
    pub(super) fn follow_ask(
        &self,
        id: AskId,
        events: &[Event],
        dice: &mut dyn Dice,
    ) -> Vec<Event> {
        let mut trial = DryRun::with_applied(self.state, events);
        let (Some(before), Some(after)) = (self.state.ask(id), trial.encounter().ask(id)) else {
            return Vec::new();
        };
        let after = after.clone();
        for who in after.answers.keys().copied() {
            let Some(passed) = after.has_passed(who) else {
                continue;
            };
            if before.has_passed(who).is_some() {
                continue;
            }
            for follows in &after.follows {
                let here = self.with_state(trial.encounter());
                let more = here.follow_outcome(&after, (who, passed), follows, dice);
                trial.extend(more);
            }
        }
        trial.into_events()
    }

    /// Returns the events of one consequence of an asked roll for a combatant who passed or failed,
    /// as far as it can still happen.
    fn follow_outcome(
        &self,
        ask: &AskedRoll,
        (who, passed): (CombatantId, bool),
        follows: &AskConsequence,
        dice: &mut dyn Dice,
    ) -> Vec<Event> {
        let secret = matches!(ask.telling, AskTelling::Secret { .. });
        match follows {
            AskConsequence::Condition(key) if !passed => {
                let condition = self.state.condition_event(who, key);
                condition.into_iter().collect()
            }
            AskConsequence::Tick { clock, passed: on } if *on == passed => {
                let cause = ClockCause::Roll {
                    name: self.state.combatant(who).map(Combatant::full_name),
                    of: self.state.ask_title(ask).to_string(),
                    failed: !passed,
                    secret: secret || !self.state.is_visible(who),
                };
                self.fill_by_roll(*clock, cause, dice)
            }
            // Nobody else learns that somebody passed in secret.
            AskConsequence::Handout(id) if passed => {
                let given = self.hand_over(*id, &[who].into_iter().collect(), secret, dice);
                given.unwrap_or_default()
            }
            AskConsequence::Condition(_)
            | AskConsequence::Tick { .. }
            | AskConsequence::Handout(_) => Vec::new(),
        }
    }
}
