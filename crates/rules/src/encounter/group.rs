//! Groups that act as one: combatants with one initiative and one place in the order, each with health, gear
//! and steps of their own.
//!
//! What players see of a group follows from the members they see: a hidden member never moves a visible one and
//! never gives one an initiative.

use super::combatant::Combatant;
use super::state::State;
use super::viewer::Viewer;
use crate::base::id::CombatantId;

impl State {
    /// Whether two combatants act as one, because they have the same group, side and owner.
    pub(crate) fn are_grouped(one: &Combatant, other: &Combatant) -> bool {
        one.group.is_some()
            && (one.group, one.side, one.owner) == (other.group, other.side, other.owner)
    }

    /// Returns the members of a combatant's group that the viewer sees, the combatant included, in the order
    /// and then on the bench; empty if there are fewer than two.
    pub(crate) fn group_members(&self, who: &Combatant, viewer: Viewer) -> Vec<CombatantId> {
        if who.group.is_none() {
            return Vec::new();
        }
        let standing = self.order.iter().chain(&self.bench);
        let there = standing.filter_map(|id| self.combatants.get(id));
        let members = there.filter(|other| Self::are_grouped(who, other));
        let members: Vec<CombatantId> = members
            .filter(|other| viewer.sees_hidden() || !other.hidden)
            .map(|other| other.id)
            .collect();
        match members.len() {
            0 | 1 => Vec::new(),
            _ => members,
        }
    }

    /// Returns groups of combatants who act at the same moment, among those that `seen` accepts, without
    /// moments that consist of one group that acts as one.
    pub(crate) fn simultaneous_groups_shown(
        &self,
        seen: impl Fn(CombatantId) -> bool,
    ) -> Vec<Vec<CombatantId>> {
        let mut moments = self.simultaneous_groups(seen);
        moments.retain(|moment| {
            let mut there = moment.iter().filter_map(|id| self.combatants.get(id));
            let first = there.next();
            !first.is_some_and(|first| there.all(|other| Self::are_grouped(first, other)))
        });
        moments
    }

    /// Returns the member with the lowest id among those that a viewer sees, who represents a
    /// combatant's group.
    pub(crate) fn group_representative(
        &self,
        who: &Combatant,
        viewer: Viewer,
    ) -> Option<CombatantId> {
        self.group_members(who, viewer).into_iter().min()
    }
}
