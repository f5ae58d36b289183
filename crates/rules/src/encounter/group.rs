//! Those who act as one: like combatants with one initiative and one place in the order, each with
//! boxes, gear and steps of its own.
//!
//! What players see of a group follows from the members they see: who is not seen never moves a
//! member that is, and never gives one an initiative.

use super::combatant::Combatant;
use super::state::State;
use super::viewer::Viewer;
use crate::id::CombatantId;

impl State {
    /// Whether two act as one: of one group, on one side, played by one person.
    pub(crate) fn act_as_one(one: &Combatant, other: &Combatant) -> bool {
        one.group.is_some()
            && (one.group, one.side, one.owner) == (other.group, other.side, other.owner)
    }

    /// All who act as one with a combatant and that combatant, as they stand in the order and then
    /// on the bench; only those players see unless `all` are wanted. None where that is nobody else.
    pub(crate) fn group_of(&self, who: &Combatant, viewer: Viewer) -> Vec<CombatantId> {
        if who.group.is_none() {
            return Vec::new();
        }
        let standing = self.order.iter().chain(&self.bench);
        let there = standing.filter_map(|id| self.combatants.get(id));
        let members = there.filter(|other| Self::act_as_one(who, other));
        let members: Vec<CombatantId> = members
            .filter(|other| viewer.sees_hidden() || !other.hidden)
            .map(|other| other.id)
            .collect();
        match members.len() {
            0 | 1 => Vec::new(),
            _ => members,
        }
    }

    /// Those who act at the same moment, of all whom `seen` lets through, without those who act as
    /// one: they act one after the other, and their row says so.
    pub(crate) fn level(&self, seen: impl Fn(CombatantId) -> bool) -> Vec<Vec<CombatantId>> {
        let mut moments = self.together(seen);
        moments.retain(|moment| {
            let mut there = moment.iter().filter_map(|id| self.combatants.get(id));
            let first = there.next();
            !first.is_some_and(|first| there.all(|other| Self::act_as_one(first, other)))
        });
        moments
    }

    /// What stands for the group of a combatant to a reader: the first, by id, of those they see.
    pub(crate) fn acts_with(&self, who: &Combatant, viewer: Viewer) -> Option<CombatantId> {
        self.group_of(who, viewer).into_iter().min()
    }
}
