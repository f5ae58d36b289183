//! The event of changed groups, whose combatants act as one.

use serde::{Deserialize, Serialize};

use super::is_seen;
use crate::encounter::combatant::Combatant;
use crate::encounter::fact::{Fact, Revert};
use crate::encounter::log::What;
use crate::encounter::log_line::LogLine;
use crate::encounter::state::State;
use crate::encounter::viewer::Viewer;
use crate::id::{CombatantId, GroupId};
use crate::initiative::Initiative;

/// Combatants joined a group or left one, or members of a group took over the initiative that one of them rolled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Grouped {
    /// The members, in the order in which they act: either all visible to players, or not all.
    pub members: Vec<Member>,
}

/// A change of one combatant's group and initiative.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Member {
    /// The combatant that changed.
    pub id: CombatantId,
    /// The group and initiative before the change.
    pub before: (Option<GroupId>, Option<Initiative>),
    /// The group and initiative after the change.
    pub after: (Option<GroupId>, Option<Initiative>),
}

impl Fact for Grouped {
    fn apply(&self, state: &mut State) {
        for member in &self.members {
            let after = member.after.clone();
            state.with(member.id, |who| (who.group, who.initiative) = after);
        }
    }

    fn log_line(&self, state: &State) -> Option<LogLine> {
        let changed = |member: &&Member| member.before.0 != member.after.0;
        let who = self.members.iter().filter(changed);
        let as_one = who.clone().next()?.after.0.is_some();
        let there: Vec<&Combatant> = who
            .filter_map(|member| state.combatant(member.id))
            .collect();
        let public = there.iter().all(|who| is_seen(who));
        let names = there.iter().map(|who| who.full_name()).collect();
        Some(LogLine::new(public, What::Grouped { names, as_one }))
    }
}

impl Revert for Grouped {
    type Inverse = Self;

    const UNDONE_BY_PLAYERS: bool = false;

    fn inverse(&self) -> Self {
        let back = self.members.iter().cloned().map(|member| Member {
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
            let who = state.known(viewer, member.id);
            who.is_some_and(|who| {
                who.group == *group && score(&who.initiative) == score(initiative)
            })
        })
    }
}
