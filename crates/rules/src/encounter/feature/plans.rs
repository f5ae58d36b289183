//! Events about the intentions of combatants: plans, waits, and aborted actions.

use serde::{Deserialize, Serialize};

use super::is_seen;
use crate::base::id::CombatantId;
use crate::base::roll::RollResult;
use crate::base::term::RuleId;
use crate::character::plan::ABORT_FAILED;
use crate::encounter::combatant::{Combatant, RoundState, Timing};
use crate::encounter::feature::event_payload::{EventPayload, Revertible};
use crate::encounter::log::LogMessage;
use crate::encounter::log::log_line::LogLine;
use crate::encounter::state::State;
use crate::encounter::viewer::Viewer;

/// A combatant's plan or timing in the round changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Intended {
    /// The combatant who acts or plans.
    pub id: CombatantId,
    /// The round data before the change.
    pub before: RoundState,
    /// The round data after the change.
    pub after: RoundState,
    /// Whether the plan is still hidden from players. Records of earlier releases do not say; there it follows from the
    /// turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sealed: Option<bool>,
    /// The rule by which the stance of the plan was out of turn, where a storyteller set it all the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub out_of_turn: Option<RuleId>,
}

impl Intended {
    /// Builds the log message of the plan or timing that is new.
    fn log_message(&self, state: &State, who: &Combatant) -> Option<LogMessage> {
        let Self { before, after, .. } = self;
        let name = who.full_name();
        if before.timing != after.timing {
            return match &after.timing {
                Timing::InPlace => None,
                Timing::CutIn => Some(LogMessage::CutsIn { name }),
                Timing::Waiting(until) => Some(LogMessage::Waits {
                    name,
                    until: until.as_ref().map(ToString::to_string),
                }),
            };
        }
        (before.plan != after.plan).then(|| {
            let of_turn = || after.plan.is_some() && state.is_plan_sealed(who);
            let sealed = self.sealed.unwrap_or_else(of_turn);
            LogMessage::Planned {
                name,
                plan: after.plan.clone().filter(|_| !sealed),
                sealed,
                out_of_turn: self.out_of_turn.clone().filter(|_| !sealed),
            }
        })
    }
}

impl EventPayload for Intended {
    /// Counts made meanwhile stay, also when the event is undone.
    fn apply(&self, state: &mut State) {
        let RoundState {
            plan,
            timing,
            behind,
            stood,
            beside,
            ..
        } = &self.after;
        state.update_combatant(self.id, |who| {
            who.now.plan.clone_from(plan);
            who.now.timing.clone_from(timing);
            (who.now.behind, who.now.stood) = (*behind, *stood);
            who.now.beside = *beside;
        });
    }

    fn log_line(&self, state: &State) -> Option<LogLine> {
        let combatant = state.combatant(self.id)?;
        let what = self.log_message(state, combatant)?;
        Some(LogLine::new(is_seen(combatant), what).about(combatant))
    }
}

// No `Edit`: whether the plan is sealed and out of turn belongs to one direction only.
impl Revertible for Intended {
    type Inverse = Self;

    const PLAYERS_CAN_UNDO: bool = true;

    fn inverse(&self) -> Self {
        Self {
            id: self.id,
            before: self.after.clone(),
            after: self.before.clone(),
            sealed: None,
            out_of_turn: None,
        }
    }

    fn coalesce(&mut self, _later: &Self) -> bool {
        false
    }

    fn still_holds(&self, state: &State, viewer: Viewer) -> bool {
        let who = state.known_combatant(viewer, self.id);
        who.is_some_and(|who| who.now.has_same_intent(&self.after))
    }
}

/// A combatant tried to abort a declared action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AbortTried {
    /// The combatant who aborts the action.
    pub id: CombatantId,
    /// Whether the action is given up.
    pub changed: bool,
    /// The roll of the attempt, if there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub roll: Option<RollResult>,
}

impl EventPayload for AbortTried {
    fn apply(&self, state: &mut State) {
        if !self.changed {
            state.update_combatant(self.id, |who| who.add_to_tally(ABORT_FAILED, 1));
        }
    }

    fn log_line(&self, state: &State) -> Option<LogLine> {
        let combatant = state.combatant(self.id)?;
        let what = LogMessage::Aborted {
            name: combatant.full_name(),
            changed: self.changed,
            rolled: self.roll.clone(),
        };
        Some(LogLine::new(is_seen(combatant), what).about(combatant))
    }
}
