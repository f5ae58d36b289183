//! The event of changed groups, whose combatants act as one.

use serde::{Deserialize, Serialize};

use super::is_seen;
use crate::base::id::{CombatantId, GroupId};
use crate::character::initiative::Initiative;
use crate::encounter::combatant::Combatant;
use crate::encounter::feature::event_payload::{EventPayload, Revertible};
use crate::encounter::log::LogMessage;
use crate::encounter::log::log_line::LogLine;
use crate::encounter::state::State;
use crate::encounter::viewer::Viewer;

/// Combatants joined a group or left one, or members of a group took over the initiative that one of them rolled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Grouped {
    /// The members, in the order in which they act: either all visible to players, or not all.
    pub members: Vec<GroupMemberChange>,
}

/// A change of one combatant's group and initiative.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GroupMemberChange {
    /// The combatant that changed.
    pub id: CombatantId,
    /// The group and initiative before the change.
    pub before: (Option<GroupId>, Option<Initiative>),
    /// The group and initiative after the change.
    pub after: (Option<GroupId>, Option<Initiative>),
}

impl EventPayload for Grouped {
    fn apply(&self, state: &mut State) {
        for member in &self.members {
            let after = member.after.clone();
            state.update_combatant(member.id, |who| (who.group, who.initiative) = after);
        }
    }

    fn log_line(&self, state: &State) -> Option<LogLine> {
        let changed = |member: &&GroupMemberChange| member.before.0 != member.after.0;
        let who = self.members.iter().filter(changed);
        let as_one = who.clone().next()?.after.0.is_some();
        let there: Vec<&Combatant> = who
            .filter_map(|member| state.combatant(member.id))
            .collect();
        let public = there.iter().all(|who| is_seen(who));
        let names = there.iter().map(|who| who.full_name()).collect();
        Some(LogLine::new(public, LogMessage::Grouped { names, as_one }))
    }
}

impl Revertible for Grouped {
    type Inverse = Self;

    const PLAYERS_CAN_UNDO: bool = false;

    fn inverse(&self) -> Self {
        let back = self
            .members
            .iter()
            .cloned()
            .map(|member| GroupMemberChange {
                id: member.id,
                before: member.after,
                after: member.before,
            });
        Self {
            members: back.collect(),
        }
    }

    fn coalesce(&mut self, _later: &Self) -> bool {
        false
    }

    fn still_holds(&self, state: &State, viewer: Viewer) -> bool {
        self.members.iter().all(|member| {
            let (group, initiative) = &member.after;
            let score = |it: &Option<Initiative>| it.as_ref().map(|it| it.score);
            let who = state.known_combatant(viewer, member.id);
            who.is_some_and(|who| {
                who.group == *group && score(&who.initiative) == score(initiative)
            })
        })
    }
}
