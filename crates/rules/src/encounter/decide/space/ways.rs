//! Ways of combatants in the scene: where they can go now, what it costs and brings, and how far they still get.

use super::moves::Step;
use crate::base::id::{CombatantId, LocationId};
use crate::base::late::Late;
use crate::encounter::combatant::Combatant;
use crate::encounter::command::SceneDestination;
use crate::encounter::decide::Decision;
use crate::encounter::limits::MAX_MOVED_TOGETHER;
use crate::encounter::question::Reply;
use crate::encounter::refusal::Refusal;
use crate::messages::{Wording, encounter as msg};
use crate::space::{MovementReach, Pace, StepsLeft, Way};

impl Decision<'_> {
    /// Lists the places that a combatant, or several together, could go to now, the nearest first and the barred ones
    /// last.
    pub(in crate::encounter::decide) fn list_ways(
        &self,
        who: CombatantId,
        with: &[CombatantId],
    ) -> Result<Reply, Refusal> {
        if with.len() >= MAX_MOVED_TOGETHER {
            return Err(Refusal::OutOfBounds);
        }
        let all = std::iter::once(&who).chain(with);
        let all = all.map(|id| self.find_own_combatant(*id));
        let all: Vec<&Combatant> = all.collect::<Result<_, Refusal>>()?;
        let places = self.state.plan.locations.keys().copied();
        let known = places.filter(|to| self.state.knows_location(self.viewer(), *to));
        let ways = known.filter_map(|to| self.slowest_way(&all, to).transpose());
        let mut ways: Vec<Way> = ways.collect::<Result<_, Refusal>>()?;
        ways.sort_by_key(|way| (way.barred.is_some(), way.distance.unwrap_or(u32::MAX)));
        let left = all.iter().filter_map(|who| self.steps_left(who));
        let left = left.min_by_key(|steps| steps.left);
        Ok(Reply::Ways(Late::new(MovementReach { ways, left })))
    }

    /// Returns the way of the slowest combatant who is not yet in a place, with what going there
    /// brings all of them; `None` if all are there.
    fn slowest_way(&self, all: &[&Combatant], to: LocationId) -> Result<Option<Way>, Refusal> {
        let away = all.iter().filter(|who| who.location != Some(to));
        let ways = away.map(|who| Ok((who.id, self.way_to(who, to)?)));
        let ways: Vec<(CombatantId, Way)> = ways.collect::<Result<_, Refusal>>()?;
        let brings: Vec<Wording> = ways.iter().flat_map(|(_, it)| it.brings.clone()).collect();
        let slowness = |(_, way): &(CombatantId, Way)| {
            let far = way.distance.unwrap_or(u32::MAX);
            (way.barred.is_some(), way.action, far)
        };
        let slowest = ways.into_iter().max_by_key(slowness);
        Ok(slowest.map(|(id, mut way)| {
            way.slowest = (all.len() > 1).then_some(id);
            way.brings.clear();
            for words in brings {
                if !way.brings.contains(&words) {
                    way.brings.push(words);
                }
            }
            way
        }))
    }

    /// Returns the way of a combatant to a place, with what going there costs and brings.
    pub(super) fn way_to(&self, who: &Combatant, to: LocationId) -> Result<Way, Refusal> {
        let state = self.state;
        let step = self.plan_step(who, SceneDestination::Place(to))?;
        let barred = self.step_bar(who, &step);
        let barred = barred.or_else(|| self.maneuver_bar(who, &step));
        let paced = step.pace.filter(|_| barred.is_none());
        let reach = |public| state.route_between(who.location?, to, public)?.distance;
        let distance = reach(self.counts_publicly(who, Some(to)));
        let shorter = reach(false).filter(|_| self.can_run_table());
        let action = barred.is_none() && self.is_action(who, &step);
        Ok(Way {
            to,
            distance,
            shorter: shorter.filter(|shorter| distance.is_none_or(|known| *shorter < known)),
            pace: paced.map(|pace| pace.title.into()),
            action,
            brings: self.what_going_brings(who, paced.filter(|_| action)),
            barred,
            slowest: None,
        })
    }

    /// Whether a step is declared as a maneuver that takes an action.
    fn is_action(&self, who: &Combatant, step: &Step) -> bool {
        let maneuver = self.maneuver_of(who, step);
        maneuver.is_some_and(|maneuver| self.takes_action(who, maneuver, step))
    }

    /// Returns how far a combatant in the scene still gets in the turn at the pace of the turn so far; `None` where the
    /// rules count no distances.
    fn steps_left(&self, who: &Combatant) -> Option<StepsLeft> {
        let counts = self.state.uses_scene() && self.turn_for(who).round > 0;
        who.location.filter(|_| counts)?;
        let paces = self.with_fighter(who, |who| self.state.system.combat().paces(who));
        let now = paces.iter().find(|pace| pace.reach >= who.now.moved);
        let of = now.or(paces.last())?.reach;
        Some(StepsLeft {
            left: of.saturating_sub(who.now.moved),
            of,
        })
    }

    /// Returns in words what going elsewhere means for a combatant, such as whose side they leave,
    /// and that it is all they do this turn.
    fn what_going_brings(&self, who: &Combatant, pace: Option<Pace>) -> Vec<Wording> {
        let state = self.state;
        let known = |id: &CombatantId| {
            self.can_run_table() || state.is_in_sight(*id) && !state.is_out_of_sight(who.id)
        };
        let near = state.ties.near.iter();
        let mut others: Vec<CombatantId> = near
            .filter_map(|near| match (near.who == who.id, near.to == who.id) {
                (true, _) => Some(near.to),
                (_, true) => Some(near.who),
                _ => None,
            })
            .filter(known)
            .collect();
        others.sort_unstable();
        others.dedup();
        let others = others.into_iter().filter_map(|id| state.combatant(id));
        let leaves = others.map(|other| {
            msg::wordings::you_leave_the_side_of(Wording::verbatim(other.full_name()))
        });
        let whole = pace.map(|pace| msg::wordings::is_the_whole_turn(pace.title));
        leaves.chain(whole).collect()
    }
}
