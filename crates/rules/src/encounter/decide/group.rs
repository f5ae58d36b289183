//! Group commands: combatants who act as one, and where they stand in the order.

use super::Decision;
use crate::base::dice::Dice;
use crate::base::id::{CombatantId, GroupId};
use crate::base::sorted_map::Set;
use crate::character::initiative::Initiative;
use crate::encounter::combatant::Combatant;
use crate::encounter::combatant::place::TokenPlace;
use crate::encounter::event::Event;
use crate::encounter::feature::GroupMemberChange;
use crate::encounter::feature::{Grouped, Moved};
use crate::encounter::refusal::Refusal;
use crate::encounter::state::State;
use crate::encounter::viewer::Viewer;

/// The initiative order and the bench (combatants who are not in the order), as they change while
/// tokens move one after the other.
pub(super) struct TokenLists {
    pub(super) order: Vec<CombatantId>,
    pub(super) bench: Vec<CombatantId>,
}

impl Decision<'_> {
    /// Groups combatants of one side and owner.
    pub(super) fn group_combatants(
        &self,
        ids: &Set<CombatantId>,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        let mut members = Vec::new();
        for id in ids.iter() {
            members.push(self.find_own_combatant(*id)?);
        }
        let (Some(first), true) = (members.first(), members.len() > 1) else {
            return Err(Refusal::NothingToDo);
        };
        let like = |who: &&Combatant| (who.side, who.owner) == (first.side, first.owner);
        if !members.iter().all(like) {
            return Err(Refusal::NotAlike);
        }
        // Combatants whom players see come first, wherever the others stand.
        let place = |who: &&Combatant| {
            let mut standing = self.state.order.iter().chain(&self.state.bench);
            let bench = !self.state.order.contains(&who.id);
            let at = standing.position(|id| *id == who.id);
            (who.hidden, bench, who.initiative.is_none(), at)
        };
        members.sort_by_key(place);
        let leader = members.first().copied().ok_or(Refusal::NothingToDo)?;
        // Players see only what follows from combatants they see: hidden members who join or leave change nothing for
        // the visible ones who stay together.
        let shown = members.iter().filter(|who| !who.hidden);
        let shown: Set<CombatantId> = shown.map(|who| who.id).collect();
        let seen = self.state.group_members(leader, Viewer::PLAYERS);
        let stays = !seen.is_empty()
            && seen.len() == shown.len()
            && seen.iter().all(|id| shown.contains(id));
        let group = match leader.group.filter(|_| stays) {
            Some(group) => group,
            None => self.fresh_group_id(dice),
        };
        let stands = self.state.order.contains(&leader.id);
        let joins = |who: &&Combatant| GroupMemberChange {
            id: who.id,
            before: (who.group, who.initiative.clone()),
            after: match stands && (who.hidden || !stays) {
                true => (Some(group), leader.initiative.clone()),
                false => (Some(group), who.initiative.clone()),
            },
        };
        let mut changed: Vec<GroupMemberChange> = members.iter().map(joins).collect();
        let there = self.state.combatants.values();
        // A player never changes a combatant they do not see.
        let known = |who: &&Combatant| self.can_run_table() || !who.hidden;
        let leaves = there.filter(|who| who.group == Some(group) && !ids.contains(&who.id));
        let leaves = leaves.filter(known);
        changed.extend(leaves.map(leave_group_change));
        changed.retain(|member| member.before != member.after);
        if changed.iter().all(|it| it.before.0 == it.after.0) {
            return Err(Refusal::NothingToDo);
        }
        let mut events = self.group_events(changed);
        if stands {
            let followers = members.iter().skip(1);
            let followers = followers.filter(|who| who.hidden || !stays);
            let followers = followers.map(|who| who.id);
            let followers: Vec<CombatantId> = followers.collect();
            events.extend(self.put_behind(leader.id, &followers, &mut self.copy_lists()));
        }
        Ok(events)
    }

    /// Dissolves the group of a combatant, as far as the sender knows its members.
    pub(super) fn dissolve_group(&self, id: CombatantId) -> Result<Vec<Event>, Refusal> {
        let who = self.find_own_combatant(id)?;
        let members = self.members_moving_with(who).into_iter();
        let members = members.filter_map(|id| self.state.combatants.get(&id));
        let members: Vec<GroupMemberChange> = members.map(leave_group_change).collect();
        match members.is_empty() {
            true => Err(Refusal::NothingToDo),
            false => Ok(self.group_events(members)),
        }
    }

    /// Returns the members of a combatant's group who move with that combatant, which are all of
    /// them if players see the combatant, otherwise only the hidden ones. A player never moves a
    /// combatant they do not see.
    pub(super) fn members_moving_with(&self, who: &Combatant) -> Vec<CombatantId> {
        let mut all = self.state.group_members(who, self.viewer());
        if who.hidden {
            all.retain(|id| !self.state.is_visible(*id));
        }
        all
    }

    /// Builds the events of changed members, visible members before hidden ones. A single visible member shares one
    /// event with the hidden ones, as players are told of no group of one.
    fn group_events(&self, members: Vec<GroupMemberChange>) -> Vec<Event> {
        let seen = |member: &GroupMemberChange| self.state.is_visible(member.id);
        let (shown, hidden): (Vec<GroupMemberChange>, Vec<GroupMemberChange>) =
            members.into_iter().partition(seen);
        let parts = match shown.len() {
            1 => vec![shown.into_iter().chain(hidden).collect()],
            _ => vec![shown, hidden],
        };
        let parts = parts.into_iter().filter(|members| !members.is_empty());
        parts
            .map(|members| Event::Grouped(Grouped { members }))
            .collect()
    }

    /// Gives the followers the initiative that was rolled for their group.
    pub(super) fn share_initiative(
        &self,
        followers: &[CombatantId],
        rolled: &Initiative,
    ) -> Vec<Event> {
        let follows = |id: &CombatantId| {
            let who = self.state.combatants.get(id)?;
            Some(GroupMemberChange {
                id: *id,
                before: (who.group, who.initiative.clone()),
                after: (who.group, Some(rolled.clone())),
            })
        };
        let members = followers.iter().filter_map(follows);
        let members = members.filter(|member| member.before != member.after);
        self.group_events(members.collect())
    }

    /// Returns the first member, as players see the order, of the group that `before` belongs to,
    /// in front of which a token dragged there goes; `before` itself outside of other groups.
    fn first_of_group_at(&self, who: &Combatant, before: CombatantId) -> CombatantId {
        let Some(other) = self.state.combatants.get(&before) else {
            return before;
        };
        if other.hidden || State::are_grouped(who, other) {
            return before;
        }
        let group = self.state.group_members(other, Viewer::PLAYERS);
        let seen: Vec<CombatantId> = self.state.visible_among(&self.state.order).collect();
        let at = seen.iter().position(|id| *id == before).unwrap_or(0);
        let ahead = seen.iter().take(at).rev();
        let ahead = ahead.take_while(|id| group.contains(id));
        ahead.last().copied().unwrap_or(before)
    }

    /// Returns the first visible combatant from `before` on in the order, other than the token itself; for a hidden
    /// token `before` itself.
    fn next_seen_from(&self, who: &Combatant, before: CombatantId) -> Option<CombatantId> {
        if who.hidden {
            return Some(before);
        }
        let behind = self.state.order.iter().skip_while(|id| **id != before);
        let mut seen = behind.filter(|id| self.state.is_visible(**id) && **id != who.id);
        seen.next().copied()
    }

    /// Moves a whole group to a place in the order; `None` if the token moves alone. Within their group, tokens move
    /// one by one.
    pub(super) fn move_group(
        &self,
        who: &Combatant,
        before: Option<CombatantId>,
    ) -> Result<Option<Vec<Event>>, Refusal> {
        let (mut lists, standing) = (self.copy_lists(), &self.state.order);
        let mut all = self.members_moving_with(who);
        if all.is_empty() {
            all.push(who.id);
        }
        // Beside a hidden combatant, a token goes where players see it go.
        let meant = before.and_then(|id| self.next_seen_from(who, id));
        if meant.is_some_and(|id| all.contains(&id)) {
            return Ok(None);
        }
        let whole = meant.map(|id| self.first_of_group_at(who, id));
        let before = if whole == meant { before } else { whole };
        let before = match before {
            // A hidden member of the same group is no fixed place: it moves along.
            Some(id) if all.contains(&id) => {
                let mut behind = standing.iter().skip_while(|other| **other != id);
                behind.find(|other| !all.contains(other)).copied()
            }
            before => before,
        };
        // Members whom players see go first, so that they end where they would without the others.
        let (shown, hidden): (Vec<CombatantId>, Vec<CombatantId>) =
            all.into_iter().partition(|id| self.state.is_visible(*id));
        let all: Vec<CombatantId> = shown.into_iter().chain(hidden).collect();
        let Some((first, others)) = all.split_first() else {
            return Ok(None);
        };
        if before.is_some_and(|id| !standing.contains(&id)) {
            return Err(Refusal::NoSuchCombatant);
        }
        let place = |order: &[CombatantId]| match before {
            None => order.len(),
            Some(before) => {
                let there = order.iter().position(|id| *id == before);
                there.unwrap_or(order.len())
            }
        };
        let moved = self.put_in_order(*first, place, &mut lists);
        let mut events: Vec<Event> = moved.into_iter().collect();
        events.extend(self.put_behind(*first, others, &mut lists));
        if lists.order == *standing {
            return Err(Refusal::NothingToDo);
        }
        let seen = |order: &[CombatantId]| self.state.visible_among(order).collect::<Vec<_>>();
        let public = self.state.is_visible(who.id) && seen(&lists.order) != seen(standing);
        // Tell of the first visible move, if there is one: which of the others must move depends on hidden combatants.
        let goes = |event: &Event| {
            matches!(event, Event::Moved(Moved { id, from, to, .. })
                if self.state.is_visible(*id) && !from.looks_same_to_players(*to))
        };
        let first = events.iter().position(goes).unwrap_or(0);
        if let Some(Event::Moved(Moved { told, .. })) = events.get_mut(first) {
            *told = Some(public);
        }
        Ok(Some(events))
    }

    /// Puts the tokens of `followers` right behind that of `leader`, one after the other.
    pub(super) fn put_behind(
        &self,
        leader: CombatantId,
        followers: &[CombatantId],
        lists: &mut TokenLists,
    ) -> Vec<Event> {
        let mut last = leader;
        let mut events = Vec::new();
        for id in followers.iter().copied() {
            let at = move |order: &[CombatantId]| {
                let there = order.iter().position(|other| *other == last);
                there.map_or(order.len(), |at| at + 1)
            };
            events.extend(self.put_in_order(id, at, lists));
            last = id;
        }
        events
    }

    /// Puts a token at the index that `at` finds in the order without it; `None` if it stands there
    /// already.
    pub(super) fn put_in_order(
        &self,
        id: CombatantId,
        at: impl FnOnce(&[CombatantId]) -> usize,
        lists: &mut TokenLists,
    ) -> Option<Event> {
        let from = self.state.token_place_in(&lists.order, &lists.bench, id)?;
        lists.order.retain(|other| *other != id);
        lists.bench.retain(|other| *other != id);
        let at = at(&lists.order).min(lists.order.len());
        let to = TokenPlace::Order(self.state.position_at(&lists.order, at));
        lists.order.insert(at, id);
        (from != to).then_some(Event::Moved(Moved {
            id,
            from,
            to,
            told: None,
        }))
    }

    /// Copies the order and the bench (combatants who are not in the order) of the state.
    pub(super) fn copy_lists(&self) -> TokenLists {
        TokenLists {
            order: self.state.order.clone(),
            bench: self.state.bench.clone(),
        }
    }

    /// Draws a group id that no combatant has.
    pub(super) fn fresh_group_id(&self, dice: &mut dyn Dice) -> GroupId {
        let mut group = GroupId::draw(dice);
        let there = |group| {
            let mut all = self.state.combatants.values();
            all.any(|who| who.group == Some(group))
        };
        while there(group) {
            group = group.next();
        }
        group
    }
}

/// Builds the change that takes a combatant out of their group.
pub(super) fn leave_group_change(who: &Combatant) -> GroupMemberChange {
    GroupMemberChange {
        id: who.id,
        before: (who.group, who.initiative.clone()),
        after: (None, who.initiative.clone()),
    }
}
