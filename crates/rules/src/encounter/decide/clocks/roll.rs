//! Rolls for an extended action.

use crate::base::dice::Dice;
use crate::base::id::{ClockId, CombatantId};
use crate::base::roll::Grade;
use crate::clock::{ClockDue, Contribution, Helper, count_progress, pool_terms};
use crate::encounter::command::{RollInput, TermInput};
use crate::encounter::decide::Decision;
use crate::encounter::event::Event;
use crate::encounter::log::ClockCause;
use crate::encounter::refusal::Refusal;

impl Decision<'_> {
    /// Rolls for an extended action, in which the combatant leads or helps; a storyteller may let anybody roll.
    pub(in crate::encounter::decide) fn roll_for_clock(
        &self,
        clock: ClockId,
        id: CombatantId,
        faces: Option<&[u16]>,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        let found = self.find_clock(clock)?;
        let who = self.find_own_combatant(id)?;
        let mut action = found.action.as_deref().ok_or(Refusal::NoSuchClock)?;
        let helps = action.helpers.iter().any(|helper| helper.who == id);
        let joined = match helps {
            true => found.clone(),
            false => {
                self.require_storyteller()?;
                let leads = action.helpers.is_empty();
                self.joined_clock(clock, Helper { who: id, leads }, true)?
            }
        };
        action = joined.action.as_deref().unwrap_or(action);
        let round = self.state.turn_for_combatant(who).round;
        if joined.is_full() || !action.has_roll_left(id, round) {
            return Err(Refusal::NoRollLeft);
        }
        let rules = self.state.rules();
        let terms = self.with_fighter(who, |who| pool_terms(&action.pool, rules, who));
        let terms = terms.ok_or(Refusal::NoSuchTrait)?.into_iter();
        let ask = RollInput {
            id: Some(id),
            what: joined.name.to_string(),
            terms: terms
                .map(|(label, value)| TermInput { label, value })
                .collect(),
            reading: action.reading.clone(),
            // A roll that players read would tell them of the clock.
            hidden: joined.hidden,
            bare: false,
            faces: faces.map(<[u16]>::to_vec),
        };
        let mut events = self.make_roll(&ask, dice)?;
        let rolled = events.iter().find_map(|event| match event {
            Event::Rolled(roll) => Some(roll.rolled.clone()),
            _ => None,
        });
        let Some(rolled) = rolled else {
            return Ok(events);
        };
        let successes = count_progress(&rolled);
        let turn = action.rolls_of(id).saturating_add(1);
        let mut after = joined.clone();
        let over = after.fill(successes.into());
        if let Some(action) = &mut after.action {
            action.made.push(Contribution {
                who: Some(id),
                turn,
                round,
                successes,
            });
            action.failed = rolled.grade == Grade::DramaticFailure;
            if action.failed {
                after.due = Some(ClockDue::Botch);
            }
        }
        let cause = ClockCause::Action {
            name: who.full_name(),
            successes,
            secret: joined.hidden || !self.is_roll_public(who),
        };
        events.extend(self.filled_events(clock, after, (Some(cause), over), dice));
        Ok(events)
    }
}
