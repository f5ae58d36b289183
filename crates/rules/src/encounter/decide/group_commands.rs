//! Commands for a whole group at once, and for a member who leaves it.

use super::Decision;
use super::group::{TokenLists, leave_group_change};
use crate::base::dice::Dice;
use crate::base::id::CombatantId;
use crate::character::phase::Phase;
use crate::encounter::aggregate::dry_run::DryRun;
use crate::encounter::aggregate::encounter::Encounter;
use crate::encounter::combatant::{Combatant, RoundState, Turn};
use crate::encounter::command::TokenDestination;
use crate::encounter::event::Event;
use crate::encounter::feature::GroupMemberChange;
use crate::encounter::feature::{Grouped, Moved};
use crate::encounter::refusal::Refusal;
use crate::encounter::viewer::Viewer;

impl Decision<'_> {
    /// Returns the turn as the sender knows it.
    fn turn_for_sender(&self, state: &Encounter) -> Turn {
        *state.turn.for_class(self.viewer().class)
    }

    /// Ends the turns of all who act as one with the acting combatant, as that many presses of "next" in one command.
    /// Stops at the end of their part of this phase. In the declaration phase, members without a plan declare the same
    /// plan.
    pub(super) fn end_group_turn(&self, seen: Turn) -> Result<Vec<Event>, Refusal> {
        let mut trial = DryRun::new(self.state);
        trial.extend(self.next_turn(seen, false)?);
        let acting = seen.acting.and_then(|id| self.state.combatants.get(&id));
        let group = acting.map(|who| self.state.group_members(who, self.viewer()));
        let group = group.unwrap_or_default();
        let part = |turn: Turn| (turn.round, turn.phase, turn.pass);
        for _ in group.iter().skip(1) {
            let now = self.turn_for_sender(trial.encounter());
            let goes_on = now.acting.is_some_and(|id| group.contains(&id));
            if !goes_on || part(now) != part(seen) {
                break;
            }
            let decision = self.with_state(trial.encounter());
            let mut more: Vec<Event> = match (acting, now.acting) {
                (Some(who), Some(next)) if seen.phase == Phase::Declare => {
                    decision.copy_plan(who, next).into_iter().collect()
                }
                _ => Vec::new(),
            };
            more.extend(decision.next_turn(now, false)?);
            trial.extend(more);
        }
        Ok(trial.into_events())
    }

    /// Builds the event that gives the group member `id` the plan of `who`; `None` if that member
    /// has a plan or may not make this one. A visible member never gets the plan of a hidden one.
    fn copy_plan(&self, who: &Combatant, id: CombatantId) -> Option<Event> {
        let next = self.state.combatants.get(&id)?;
        let plan = who.now.plan.as_ref()?;
        if next.now.plan.is_some() || (who.hidden && !next.hidden) {
            return None;
        }
        let rules = self.state.rules();
        let forbids = self.with_fighter(next, |fighter| rules.forbids_plan(fighter, Some(plan)));
        let after = RoundState {
            plan: Some(plan.clone()),
            ..next.now.clone()
        };
        forbids.is_none().then(|| self.intent_event(next, after))
    }

    /// Moves a whole group out of the order to the bench, the acting combatant last, so that no
    /// member acts in between, and with a single log line.
    pub(super) fn bench_group(&self, who: &Combatant) -> Result<Vec<Event>, Refusal> {
        let mut all = self.members_moving_with(who);
        if all.is_empty() {
            all.push(who.id);
        }
        all.retain(|id| self.state.order.contains(id));
        if all.is_empty() {
            return Err(Refusal::NothingToDo);
        }
        let acts = |id: &CombatantId| {
            [self.state.turn.all, self.state.turn.players].map(|turn| turn.acting == Some(*id))
        };
        // Visible members go first, so that they go as they would without the others.
        all.sort_by_key(|id| (!self.state.is_visible(*id), acts(id)));
        let mut trial = DryRun::new(self.state);
        for id in all {
            let mut more = self
                .with_state(trial.encounter())
                .move_token(id, TokenDestination::Bench)?;
            if !trial.is_empty() {
                more.iter_mut().for_each(suppress_log_line);
            }
            trial.extend(more);
        }
        Ok(trial.into_events())
    }

    /// Takes a combatant out of their group and moves them to its edge; the others stay together.
    pub(super) fn leave_group(
        &self,
        id: CombatantId,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        let who = self.find_own_combatant(id)?;
        let all = self.state.group_members(who, self.viewer());
        let seen = self.state.group_members(who, Viewer::PLAYERS);
        if all.is_empty() {
            return Err(Refusal::NothingToDo);
        }
        // To players this combatant is alone already: the others leave, of whom they know nothing.
        if !who.hidden && seen.is_empty() {
            let others = all.into_iter().filter(|other| *other != id);
            return Ok(self.split_off(others.collect(), dice));
        }
        let mut events = vec![Event::Grouped(Grouped {
            members: vec![leave_group_change(who)],
        })];
        let others = if who.hidden { all } else { seen };
        events.extend(self.move_to_group_edge(who, &others));
        Ok(events)
    }

    /// Takes hidden members out of a group; two or more form a new one.
    fn split_off(&self, ids: Vec<CombatantId>, dice: &mut dyn Dice) -> Vec<Event> {
        let group = (ids.len() > 1).then(|| self.fresh_group_id(dice));
        let there = ids.iter().filter_map(|id| self.state.combatants.get(id));
        let parts = |who: &Combatant| GroupMemberChange {
            after: (group, who.initiative.clone()),
            ..leave_group_change(who)
        };
        vec![Event::Grouped(Grouped {
            members: there.map(parts).collect(),
        })]
    }

    /// Moves a combatant who leaves from the middle of a group to its edge, to the end if the turn
    /// has yet to reach them, to the start if it has passed them, so that nobody acts twice or
    /// never. In their own turn they stay.
    fn move_to_group_edge(&self, who: &Combatant, group: &[CombatantId]) -> Option<Event> {
        let (order, turn): (Vec<CombatantId>, Turn) = match who.hidden {
            true => (self.state.order.clone(), self.state.turn.all),
            false => (
                self.state.visible_among(&self.state.order).collect(),
                self.state.turn.players,
            ),
        };
        let place = |id: CombatantId| order.iter().position(|other| *other == id);
        let own = place(who.id)?;
        let others = group.iter().copied().filter(|other| *other != who.id);
        let mut others: Vec<(usize, CombatantId)> =
            others.filter_map(|id| Some((place(id)?, id))).collect();
        others.sort_unstable();
        let ((first, leader), (last, follower)) = (others.first()?, others.last()?);
        let acting = turn.acting.and_then(place);
        if !(first..last).contains(&&own) || acting == Some(own) {
            return None;
        }
        let mut lists: TokenLists = self.copy_lists();
        if acting.is_some_and(|acting| acting > own && acting <= *last) {
            let before = |order: &[CombatantId]| {
                let at = order.iter().position(|other| other == leader);
                at.unwrap_or(0)
            };
            return self.put_in_order(who.id, before, &mut lists);
        }
        let moved = self.put_behind(*follower, &[who.id], &mut lists);
        moved.into_iter().next()
    }
}

/// Suppresses the log line of a token that moves along with another.
fn suppress_log_line(event: &mut Event) {
    if let Event::Moved(Moved { told, .. }) = event {
        *told = None;
    }
}
