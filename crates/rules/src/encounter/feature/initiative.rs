//! Events about initiative: rolled, offered, and rolled off between equals.

use serde::{Deserialize, Serialize};

use super::is_seen;
use crate::base::id::CombatantId;
use crate::character::initiative::Initiative;
use crate::encounter::combatant::Side;
use crate::encounter::feature::event_payload::{EventPayload, SetsValue};
use crate::encounter::log::log_line::LogLine;
use crate::encounter::log::{InitiativeSource, LogMessage, UnassignedReason};
use crate::encounter::state::State;
use crate::encounter::viewer::Viewer;

/// The initiative of a combatant was set or cleared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InitiativeRolled {
    /// The combatant with the initiative.
    pub id: CombatantId,
    /// The initiative before the change.
    pub before: Option<Initiative>,
    /// The initiative after the change.
    pub after: Option<Initiative>,
    /// Whether the face of a real die was typed.
    pub typed: bool,
    /// The source of the initiative.
    #[serde(default, skip_serializing_if = "InitiativeSource::is_sheet")]
    pub source: InitiativeSource,
}

impl EventPayload for InitiativeRolled {
    fn apply(&self, state: &mut State) {
        state.update_combatant(self.id, |who| who.initiative.clone_from(&self.after));
    }

    /// Returns the log line of the initiative, without the die of a foe, as die and score together
    /// would reveal its traits. Numbers typed into the log are public anyway.
    fn log_line(&self, state: &State) -> Option<LogLine> {
        let combatant = state.combatant(self.id)?;
        let with = state
            .group_members(combatant, Viewer::for_combatant(combatant))
            .len();
        let name = match with {
            0 => combatant.full_name(),
            all => format!("{} ×{all}", combatant.name),
        };
        let now = self.after.as_ref()?;
        let open = combatant.side == Side::Character || self.source == InitiativeSource::Typed;
        let what = LogMessage::Initiative {
            name,
            die: open.then_some(now.die),
            score: now.score,
            typed: self.typed,
            terms: match open {
                true => now.terms.clone(),
                false => Vec::new(),
            },
            source: self.source,
        };
        Some(LogLine::new(is_seen(combatant), what).about(combatant))
    }
}

impl SetsValue for InitiativeRolled {
    type Value = Option<Initiative>;

    const PLAYERS_CAN_UNDO: bool = false;

    fn before_and_after(&mut self) -> (&mut Self::Value, &mut Self::Value) {
        (&mut self.before, &mut self.after)
    }

    fn sets_same_value(&self, _other: &Self) -> bool {
        false
    }

    fn value_still_holds(&self, state: &State, viewer: Viewer) -> bool {
        let score = |it: &Option<Initiative>| it.as_ref().map(|it| it.score);
        let who = state.known_combatant(viewer, self.id);
        who.is_some_and(|who| score(&who.initiative) == score(&self.after))
    }
}

/// An initiative was rolled that stays in the log: for no combatant, or for one who had an initiative already.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InitiativeOffered {
    /// The name as typed, or the name of the combatant.
    pub name: String,
    /// Whether players may read it.
    pub public: bool,
    /// The initiative that was rolled.
    pub initiative: Initiative,
    /// The reason why no combatant has it.
    pub why: UnassignedReason,
}

impl EventPayload for InitiativeOffered {
    fn apply(&self, _state: &mut State) {}

    fn log_line(&self, _state: &State) -> Option<LogLine> {
        let what = LogMessage::Offered {
            name: self.name.clone(),
            initiative: self.initiative.clone(),
            why: self.why,
        };
        Some(LogLine::new(self.public, what))
    }
}

/// Event that a tie in initiative was rolled off, so only the rank that decides between equals changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reranked {
    /// The combatant with the rank.
    pub id: CombatantId,
    /// The rank before the change.
    pub before: Vec<i32>,
    /// The rank after the change.
    pub after: Vec<i32>,
}

impl EventPayload for Reranked {
    fn apply(&self, state: &mut State) {
        state.update_combatant(self.id, |who| {
            if let Some(initiative) = &mut who.initiative {
                initiative.rank.clone_from(&self.after);
            }
        });
    }

    fn log_line(&self, _state: &State) -> Option<LogLine> {
        None
    }
}

impl SetsValue for Reranked {
    type Value = Vec<i32>;

    const PLAYERS_CAN_UNDO: bool = false;

    fn before_and_after(&mut self) -> (&mut Self::Value, &mut Self::Value) {
        (&mut self.before, &mut self.after)
    }

    fn sets_same_value(&self, _other: &Self) -> bool {
        false
    }

    fn value_still_holds(&self, state: &State, viewer: Viewer) -> bool {
        let who = state.known_combatant(viewer, self.id);
        who.is_some_and(|who| who.initiative.is_some())
    }
}
