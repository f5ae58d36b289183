//! Whether what was done stands as it was left, as far as those who want to take it back know.

use crate::encounter::combatant::Side;
use crate::encounter::event::{Event, Place};
use crate::encounter::exchange::Exchange;
use crate::encounter::proposal::Fate;
use crate::encounter::state::State;
use crate::encounter::viewer::Viewer;
use crate::house::House;
use crate::id::CombatantId;
use crate::initiative::Initiative;

impl State {
    /// Whether what an event made so has not been changed again, as far as this person knows.
    /// What players lost sight of is not so. `deed` is all that happened with it.
    pub(super) fn still_so(&self, viewer: Viewer, event: &Event, deed: &[Event]) -> bool {
        let there = |id: &CombatantId| self.known(viewer, *id).is_some();
        match event {
            Event::Removed { combatant, .. } => !self.combatants.contains_key(&combatant.id),
            Event::Proposed { proposal, fate } => {
                let there = self.proposals.iter().any(|it| it.id == proposal.id);
                there == (*fate == Fate::Made)
            }
            Event::Titled { after, .. } => self.title == *after,
            Event::Sorted { after, .. } => {
                let mut now = self.order.clone();
                let mut then = after.clone();
                now.sort_unstable();
                then.sort_unstable();
                now == then
            }
            Event::TurnChanged { after, .. } => self.turn.all == *after,
            Event::TableSet { after, .. } => after.now(&self.table) == *after,
            Event::HouseRuleSet { key, after, .. } => {
                House::meant(self.rules().settings(), key, after)
                    .is_some_and(|(spec, after)| self.house.value(spec) == after)
            }
            Event::Situated {
                from,
                to,
                key,
                after,
                ..
            } => there(from) && there(to) && self.ties.dial(*from, *to, key) == *after,
            // What players do not see keeps them from nothing.
            Event::Covered { cover, after, .. } => {
                let known = viewer.sees_hidden() || after.is_none() || self.cover_is_seen(*cover);
                !known || self.covers.get(cover) == after.as_deref()
            }
            // A hold follows from what its parties do. One that players do not see is nothing
            // that keeps them from taking back what it followed from.
            Event::Held {
                by, on, key, after, ..
            } => {
                let known = there(by) && there(on);
                match viewer.sees_hidden() {
                    true => known && self.ties.held(*by, *on, key) == *after,
                    false => !known || self.ties.held(*by, *on, key) == *after,
                }
            }
            Event::ExchangeDeclared { exchange } => self
                .known_exchange(viewer, exchange.id)
                .is_some_and(|now| now.steps() == exchange.steps()),
            Event::ExchangeWithdrawn { exchange } => {
                // One that ended because a combatant left comes back with that combatant. To players, from
                // whom some parties may be hidden, who else is there is no reason to refuse.
                let stands = |id| there(&id) || deed.iter().any(|event| takes_away(event, id));
                let all_stand = !viewer.sees_hidden() || exchange.parties().all(stands);
                self.exchange(exchange.id).is_none() && all_stand
            }
            Event::ExchangeMoved {
                id,
                step,
                back,
                advance,
            } => {
                let done = usize::from(*step) + usize::from(!back);
                let newest = |now: &Exchange| now.newest().map(|(input, _)| input.clone());
                self.known_exchange(viewer, *id).is_some_and(|now| {
                    now.steps() == done && (*back || newest(now).as_ref() == Some(&advance.input))
                })
            }
            // What is asked is read again whenever the table changes; only an end stays.
            Event::ExchangeReread { id, after, .. } => {
                let now = self.known_exchange(viewer, *id);
                let unknown = now.is_none() && !viewer.sees_hidden();
                after.next.is_some() || unknown || now.is_some_and(Exchange::is_over)
            }
            event => self.combatant_still_so(viewer, event),
        }
    }

    /// The same of what an event changed about one combatant. What changes nothing is always so.
    fn combatant_still_so(&self, viewer: Viewer, event: &Event) -> bool {
        let find = |id: &CombatantId| self.known(viewer, *id);
        // Numbers of foes, and how they are, may be nothing that players know of.
        let open = |id: &CombatantId| {
            find(id).filter(|now| viewer.sees_hidden() || now.side == Side::Character)
        };
        let well_known = |id: &CombatantId| {
            find(id).filter(|now| viewer.sees_hidden() || self.health_is_public(now))
        };
        match event {
            Event::Added { combatant, .. } => find(&combatant.id).is_some_and(|now| {
                now.initiative.is_none()
                    && now.track == combatant.track
                    && now.owner == combatant.owner
                    && matches!(self.place_of(now.id), Some(Place::Bench(_)))
            }),
            Event::Edited { id, after, .. } => find(id).is_some_and(|now| after.now(now) == *after),
            Event::Renamed {
                id,
                after: (name, label),
                ..
            } => find(id).is_some_and(|now| now.name == *name && now.label == *label),
            Event::Veiled { id, hidden, .. } => find(id).is_some_and(|now| now.hidden == *hidden),
            Event::Grouped { members } => members.iter().all(|member| {
                find(&member.id).is_some_and(|now| {
                    let (group, initiative) = &member.after;
                    let score = |it: &Option<Initiative>| it.as_ref().map(|it| it.score);
                    now.group == *group && score(&now.initiative) == score(initiative)
                })
            }),
            Event::InitiativeRolled { id, after, .. } => find(id).is_some_and(|now| {
                now.initiative.as_ref().map(|i| i.score) == after.as_ref().map(|i| i.score)
            }),
            Event::Reranked { id, .. } => find(id).is_some_and(|now| now.initiative.is_some()),
            Event::Moved { id, .. } | Event::Counted { id, .. } => find(id).is_some(),
            // What they rolled since is counted and stays so.
            Event::Refreshed {
                id,
                after: (initiative, then),
                ..
            } => find(id)
                .is_some_and(|now| now.initiative == *initiative && now.now.intends_as(then)),
            Event::Intended { id, after, .. } => {
                find(id).is_some_and(|now| now.now.intends_as(after))
            }
            Event::Harmed { id, after, .. } | Event::Marked { id, after, .. } => {
                well_known(id).is_some_and(|now| now.track == *after)
            }
            Event::Conditioned { id, key, after, .. } => {
                well_known(id).is_some_and(|now| now.conditions.get(key).copied() == *after)
            }
            Event::Spent {
                id, pool, after, ..
            } => open(id).is_some_and(|now| now.spent.get(pool).copied().unwrap_or(0) == *after),
            Event::DueChanged { id, after, .. } => open(id).is_some_and(|now| now.due == *after),
            Event::Equipped {
                id, item, after, ..
            } => open(id).is_some_and(|now| now.gear.get(item) == after.as_deref()),
            Event::ItemChanged {
                id,
                item,
                key,
                after,
                ..
            } => {
                let item = open(id).and_then(|now| now.gear.get(item));
                item.is_some_and(|item| item.number(key) == *after)
            }
            Event::Carried {
                id, item, after, ..
            } => {
                let item = open(id).and_then(|now| now.gear.get(item));
                item.is_some_and(|item| item.carried == *after)
            }
            Event::SheetChanged {
                id, edit, track, ..
            } => open(id).is_some_and(|now| {
                edit.is_in(&now.sheet) && track.is_none_or(|(_, after)| now.track == after)
            }),
            Event::Removed { .. }
            | Event::Titled { .. }
            | Event::Sorted { .. }
            | Event::TurnChanged { .. }
            | Event::TableSet { .. }
            | Event::TimeUp { .. }
            | Event::HouseRuleSet { .. }
            | Event::Situated { .. }
            | Event::Covered { .. }
            | Event::Held { .. }
            | Event::ExchangeDeclared { .. }
            | Event::ExchangeWithdrawn { .. }
            | Event::ExchangeMoved { .. }
            | Event::ExchangeReread { .. }
            | Event::Spared { .. }
            | Event::InitiativeOffered { .. }
            | Event::Told { .. }
            | Event::Aborted { .. }
            | Event::Said { .. }
            | Event::SceneEnded
            | Event::Opened { .. }
            | Event::Brought { .. }
            | Event::TimePassed { .. }
            | Event::Seated { .. }
            | Event::Unseated { .. }
            | Event::Muted { .. }
            | Event::Proposed { .. }
            | Event::OwnDice { .. }
            | Event::Undone { .. }
            | Event::Redone { .. }
            | Event::Dice(_)
            | Event::Rolled(_) => true,
        }
    }

    /// Whether all is as it was before an event, as far as this person knows.
    pub(super) fn not_so(&self, viewer: Viewer, event: &Event) -> bool {
        match event {
            Event::Added { combatant, .. } => !self.combatants.contains_key(&combatant.id),
            Event::Removed { combatant, .. } => self.known(viewer, combatant.id).is_some(),
            // One that did not come back, or that players do not see, is no reason to refuse.
            Event::ExchangeWithdrawn { exchange } => self
                .known_exchange(viewer, exchange.id)
                .is_none_or(|now| now.steps() == exchange.steps()),
            event => event
                .inverse()
                .is_none_or(|inverse| self.still_so(viewer, &inverse, &[])),
        }
    }
}

/// Whether an event can be turned round by what it says: a step back of earlier releases does not say
/// what was asked before it, and every exchange that goes a step back is one that asks.
pub(super) fn says_how_it_stood(event: &Event) -> bool {
    match event {
        Event::ExchangeMoved {
            back: true,
            advance,
            ..
        } => advance.next.is_some(),
        _ => true,
    }
}

/// Whether an event took a combatant out of the encounter.
fn takes_away(event: &Event, id: CombatantId) -> bool {
    matches!(event, Event::Removed { combatant, .. } if combatant.id == id)
}

/// Whether an event brought an exchange on that others of its deed brought on, too.
pub(super) fn moved(event: &Event, others: &[Event]) -> bool {
    let exchange = |event: &Event| match event {
        Event::ExchangeMoved { id, .. } => Some(*id),
        _ => None,
    };
    let id = exchange(event);
    id.is_some() && others.iter().any(|other| exchange(other) == id)
}

/// Whether an event found a combatant fresh whose part in the round had changed just before, in the same
/// deed: a combatant who cut in has their turn begin.
pub(super) fn goes_on_from(event: &Event, earlier: &[Event]) -> bool {
    let Event::Refreshed { id, .. } = event else {
        return false;
    };
    let intended =
        |other: &Event| matches!(other, Event::Intended { id: whose, .. } if whose == id);
    earlier.iter().any(intended)
}
