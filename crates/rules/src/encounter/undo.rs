//! Who can take back or bring back what, and what becomes of the log then.
//!
//! What a player can do here follows from what players see, and from nothing else.

use super::combatant::{Combatant, Side};
use super::event::{Event, Place, Record};
use super::exchange::Exchange;
use super::history::{Deed, Taken, TakenBack};
use super::limits::LOG_WINDOW;
use super::log::What;
use super::proposal::Fate;
use super::refusal::Refusal;
use super::state::Encounter;
use super::view::{Class, Offer, View};
use crate::house::House;
use crate::id::{CombatantId, CommandId, ExchangeId};
use crate::initiative::Initiative;
use crate::seat::Actor;

impl Encounter {
    /// What this actor would take back: for those who run the table the newest deed that is
    /// still as it was left, for players their own newest.
    pub(crate) fn to_undo(&self, by: Actor) -> Result<(&Deed, Offer), Refusal> {
        let runs = self.runs(by);
        let mut why = Refusal::NothingToUndo;
        for deed in self.history.deeds.iter().rev() {
            let may = if runs {
                !deed.beyond
            } else {
                deed.own && deed.by == by
            };
            let Some(offer) = may.then(|| self.offer(deed, runs)).flatten() else {
                continue;
            };
            if self.is_as_left(deed, runs) {
                return Ok((deed, offer));
            }
            why = Refusal::ChangedSince;
            // A player's newest is theirs to take back or to leave; further back would
            // surprise them.
            if !runs {
                break;
            }
        }
        Err(why)
    }

    /// What brought an exchange to its end, if it is still as it was left.
    pub(crate) fn to_run_again(&self, by: Actor, id: ExchangeId) -> Result<&Deed, Refusal> {
        let deed = self.ending(id).ok_or(Refusal::NothingToUndo)?;
        match self.is_as_left(deed, self.runs(by)) {
            true => Ok(deed),
            false => Err(Refusal::ChangedSince),
        }
    }

    /// The deed that ended an exchange which had been asking something.
    fn ending(&self, id: ExchangeId) -> Option<&Deed> {
        self.exchange(id).filter(|it| it.is_over())?;
        let ended = |event: &Event| match event {
            Event::ExchangeMoved { id: of, back, .. } => *of == id && !back,
            _ => false,
        };
        let mut deeds = self.history.deeds.iter().rev().map(|deed| &**deed);
        deeds.find(|deed| !deed.beyond && deed.events.iter().any(ended))
    }

    /// The line that tells of the end of an exchange, in the numbers of those who run the table,
    /// who can run it again from there.
    pub(crate) fn ended_by(&self, id: ExchangeId) -> Option<u32> {
        self.offer(self.ending(id)?, true).map(|offer| offer.line)
    }

    /// Whether all that a deed did is still so, as far as this person knows.
    fn is_as_left(&self, deed: &Deed, runs: bool) -> bool {
        // Of an exchange that went on several times at once, the last is what is now.
        let later = |n: usize| deed.events.get(n + 1..).unwrap_or_default();
        let stands = |(n, event): (usize, &Event)| {
            moved(event, later(n)) || self.still_so(runs, event, &deed.events)
        };
        let whole = deed.events.iter().all(says_how_it_stood);
        whole && deed.events.iter().enumerate().all(stands)
    }

    /// What this actor would bring back: what was taken back last, for players by themselves.
    pub(crate) fn to_redo(&self, by: Actor) -> Result<(&TakenBack, Offer), Refusal> {
        let runs = self.runs(by);
        let newest = self.history.undone.iter().rev().find(|it| match runs {
            true => it.for_all,
            false => it.for_own && it.deed.by == by,
        });
        let newest = newest.ok_or(Refusal::NothingToRedo)?;
        let deed = &newest.deed;
        let offer = self.offer(deed, runs).ok_or(Refusal::NothingToRedo)?;
        let earlier = |n: usize| deed.events.get(..n).unwrap_or_default();
        let before = |(n, event): (usize, &Event)| {
            moved(event, earlier(n)) || goes_on_from(event, earlier(n)) || self.not_so(runs, event)
        };
        match deed.events.iter().enumerate().all(before) {
            true => Ok((newest, offer)),
            false => Err(Refusal::ChangedSince),
        }
    }

    /// The line that tells of a deed, in the numbers of those who run the table or of
    /// players; `None` when none of their lines does. What no line at all tells of is 0.
    fn offer(&self, deed: &Deed, runs: bool) -> Option<Offer> {
        if runs && deed.entries.is_empty() {
            return Some(Offer { line: 0, more: 0 });
        }
        let first_read = self.log.len().saturating_sub(LOG_WINDOW);
        let told = deed.entries.iter().filter_map(|no| {
            let at = self.log.binary_search_by_key(no, |entry| entry.no).ok()?;
            let entry = self.log.get(at)?;
            let no = match runs {
                true => (at >= first_read).then_some(entry.no),
                false => entry.public_no,
            };
            Some((no?, matches!(entry.what, What::WaitedTooLong { .. })))
        });
        let told: Vec<(u32, bool)> = told.collect();
        // That a combatant waited too long follows from the turn, which is told after it.
        let head = told.iter().find(|(_, aside)| !aside).or(told.first())?;
        let more = told.len().saturating_sub(1);
        Some(Offer {
            line: head.0,
            more: u32::try_from(more).unwrap_or(u32::MAX),
        })
    }

    /// Whether what an event made so has not been changed again, as far as this person knows.
    /// What players lost sight of is not so. `deed` is all that happened with it.
    fn still_so(&self, runs: bool, event: &Event, deed: &[Event]) -> bool {
        let there = |id: &CombatantId| self.known(runs, *id).is_some();
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
            Event::TurnChanged { after, .. } => self.turn == *after,
            Event::FoeHealthSet { after, .. } => self.foe_health == *after,
            Event::FoeOddsSet { shown } => self.foe_odds == *shown,
            Event::CountdownSet { after, .. } => self.countdown == *after,
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
            // A hold follows from what its parties do. One that players do not see is nothing
            // that keeps them from taking back what it followed from.
            Event::Held {
                by, on, key, after, ..
            } => {
                let known = there(by) && there(on);
                match runs {
                    true => known && self.ties.held(*by, *on, key) == *after,
                    false => !known || self.ties.held(*by, *on, key) == *after,
                }
            }
            Event::ExchangeDeclared { exchange } => self
                .known_exchange(runs, exchange.id)
                .is_some_and(|now| now.steps() == exchange.steps()),
            Event::ExchangeWithdrawn { exchange } => {
                // One that ended because a combatant left comes back with that combatant. To players, from
                // whom some parties may be hidden, who else is there is no reason to refuse.
                let stands = |id| there(&id) || deed.iter().any(|event| takes_away(event, id));
                let all_stand = !runs || exchange.parties().all(stands);
                self.exchange(exchange.id).is_none() && all_stand
            }
            Event::ExchangeMoved { id, step, back, .. } => {
                let done = usize::from(*step) + usize::from(!back);
                self.known_exchange(runs, *id)
                    .is_some_and(|now| now.steps() == done)
            }
            event => self.combatant_still_so(runs, event),
        }
    }

    /// The same of what an event changed about one combatant. What changes nothing is always so.
    fn combatant_still_so(&self, runs: bool, event: &Event) -> bool {
        let find = |id: &CombatantId| self.known(runs, *id);
        // Numbers of foes, and how they are, may be nothing that players know of.
        let open = |id: &CombatantId| find(id).filter(|now| runs || now.side == Side::Character);
        let well_known =
            |id: &CombatantId| find(id).filter(|now| runs || self.health_is_public(now));
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
            | Event::FoeHealthSet { .. }
            | Event::FoeOddsSet { .. }
            | Event::CountdownSet { .. }
            | Event::TimeUp { .. }
            | Event::HouseRuleSet { .. }
            | Event::Situated { .. }
            | Event::Held { .. }
            | Event::ExchangeDeclared { .. }
            | Event::ExchangeWithdrawn { .. }
            | Event::ExchangeMoved { .. }
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
    fn not_so(&self, runs: bool, event: &Event) -> bool {
        match event {
            Event::Added { combatant, .. } => !self.combatants.contains_key(&combatant.id),
            Event::Removed { combatant, .. } => self.known(runs, combatant.id).is_some(),
            // One that did not come back, or that players do not see, is no reason to refuse.
            Event::ExchangeWithdrawn { exchange } => self
                .known_exchange(runs, exchange.id)
                .is_none_or(|now| now.steps() == exchange.steps()),
            event => event
                .inverse()
                .is_none_or(|inverse| self.still_so(runs, &inverse, &[])),
        }
    }

    fn known_exchange(&self, runs: bool, id: ExchangeId) -> Option<&Exchange> {
        let exchange = self.exchange(id)?;
        (runs || self.exchange_is_public(exchange)).then_some(exchange)
    }

    fn known(&self, runs: bool, id: CombatantId) -> Option<&Combatant> {
        let combatant = self.combatants.get(&id)?;
        (runs || !combatant.hidden).then_some(combatant)
    }
}

// ---- What apply keeps of it ----

impl Encounter {
    /// Keeps what a record did so that it can be taken back; `entries` tell of it.
    pub(super) fn remember(&mut self, record: &Record, entries: Vec<u32>) {
        let lasting = record.events.iter().filter(|it| it.inverse().is_some());
        let events = joined(lasting);
        if events.is_empty() {
            return;
        }
        // Dice lie there whatever is taken back: what they cost a player stays paid, unless
        // those who run the table give it back.
        let rolled = |event: &Event| matches!(event, Event::Rolled(_) | Event::Aborted { .. });
        // What became of an exchange that players do not see is nothing to them.
        let hidden = |id| self.combatants.get(&id).is_some_and(|who| who.hidden);
        let players = |event: &Event| match event {
            Event::ExchangeWithdrawn { exchange } => exchange.parties().any(hidden),
            event => is_a_players(event),
        };
        let own = !self.runs(record.by)
            && events.iter().all(players)
            && !record.events.iter().any(rolled);
        let deed = Deed::new(record.command, record.by, events);
        self.history.remember(deed.told(entries, own));
    }

    /// Strikes out the lines of what was taken back.
    pub(super) fn strike(&mut self, by: Actor, command: CommandId, inverse: &[Event], all: bool) {
        let own = !self.runs(by);
        match self.history.take_back(command, inverse, all, own) {
            None => {}
            Some(Taken::Whole(entries)) => {
                let name = self.actor_name(by).unwrap_or_default();
                self.set_undone(&entries, Some(&name));
            }
            Some(Taken::Click(entries)) => {
                let name = self.actor_name(by).unwrap_or_default();
                self.retell_gesture(&entries, &name);
            }
        }
    }

    /// Takes the stroke out of the lines of what was brought back.
    pub(super) fn unstrike(&mut self, command: CommandId, events: &[Event]) {
        let entries = self.history.bring_back(command, events);
        self.set_undone(&entries, None);
    }

    fn set_undone(&mut self, entries: &[u32], by: Option<&str>) {
        let told = self.log.iter_mut();
        for entry in told.filter(|entry| entries.contains(&entry.no)) {
            entry.undone = by.map(str::to_owned);
        }
    }

    /// What players see, if that matters to what they can bring back.
    pub(super) fn picture_for_redo(&self) -> Option<View> {
        let matters = self.history.players_may_bring_back();
        matters.then(|| View::picture(self, Class::Table))
    }

    /// What was taken back can be brought back until its owner sees something happen;
    /// `before` is what players saw before the record.
    pub(super) fn end_redo(&mut self, record: &Record, before: Option<&View>) {
        // What only keeps the dice fair is no person's doing.
        let keeps_fair = |event: &Event| matches!(event, Event::Dice(_));
        if record.by == Actor::Server && record.events.iter().all(keeps_fair) {
            return;
        }
        let back_and_forth =
            |event: &Event| matches!(event, Event::Undone { .. } | Event::Redone { .. });
        let back_and_forth = record.events.iter().all(back_and_forth);
        if !back_and_forth {
            self.history.end_for_all();
        }
        if before.is_some_and(|before| *before != View::picture(self, Class::Table)) {
            let goes_on = back_and_forth && !self.runs(record.by);
            self.history.end_for_players(goes_on.then_some(record.by));
        }
    }
}

/// The events of a record, where several that changed the same thing one after the other are one:
/// so whether it is still so is asked of the last, and what it was before of the first.
fn joined<'a>(events: impl Iterator<Item = &'a Event>) -> Vec<Event> {
    let mut joined: Vec<Event> = Vec::new();
    for event in events {
        if !joined.iter_mut().any(|before| goes_on(before, event)) {
            joined.push(event.clone());
        }
    }
    joined
}

/// Whether an event can be turned round by what it says: a step back of earlier releases does not say
/// what was asked before it, and every exchange that goes a step back is one that asks.
fn says_how_it_stood(event: &Event) -> bool {
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
fn moved(event: &Event, others: &[Event]) -> bool {
    let exchange = |event: &Event| match event {
        Event::ExchangeMoved { id, .. } => Some(*id),
        _ => None,
    };
    let id = exchange(event);
    id.is_some() && others.iter().any(|other| exchange(other) == id)
}

/// Whether an event found a combatant fresh whose part in the round had changed just before, in the same
/// deed: a combatant who cut in has their turn begin.
fn goes_on_from(event: &Event, earlier: &[Event]) -> bool {
    let Event::Refreshed { id, .. } = event else {
        return false;
    };
    let intended =
        |other: &Event| matches!(other, Event::Intended { id: whose, .. } if whose == id);
    earlier.iter().any(intended)
}

/// Whether an event changed again what the one before changed; then that one takes it in.
fn goes_on(before: &mut Event, event: &Event) -> bool {
    match (before, event) {
        (
            Event::Spent {
                id, pool, after, ..
            },
            Event::Spent {
                id: whose,
                pool: of,
                before,
                after: now,
                ..
            },
        ) if id == whose && pool == of && after == before => *after = *now,
        (
            Event::ItemChanged {
                id,
                item,
                key,
                after,
                ..
            },
            Event::ItemChanged {
                id: whose,
                item: which,
                key: of,
                before,
                after: now,
                ..
            },
        ) if (&*id, &*item, &*key, &*after) == (whose, which, of, before) => *after = *now,
        (
            Event::TurnChanged {
                after,
                public_after,
                ..
            },
            Event::TurnChanged {
                before,
                public_before,
                after: now,
                public_after: known,
                ..
            },
        ) if (&*after, &*public_after) == (before, public_before) => {
            (*after, *public_after) = (*now, *known);
        }
        (
            Event::Refreshed { id, after, .. },
            Event::Refreshed {
                id: whose,
                before,
                after: now,
            },
        ) if id == whose && after == before => after.clone_from(now),
        (
            Event::DueChanged { id, after, .. },
            Event::DueChanged {
                id: whose,
                before,
                after: now,
                ..
            },
        ) if id == whose && after == before => after.clone_from(now),
        (
            Event::Carried {
                id, item, after, ..
            },
            Event::Carried {
                id: whose,
                item: which,
                before,
                after: now,
            },
        ) if (&*id, &*item, &*after) == (whose, which, before) => *after = *now,
        (
            Event::Conditioned { id, key, after, .. },
            Event::Conditioned {
                id: whose,
                key: of,
                before,
                after: now,
            },
        ) if (&*id, &*key, &*after) == (whose, of, before) => *after = *now,
        (
            Event::Harmed { id, after, .. },
            Event::Harmed {
                id: whose,
                before,
                after: now,
                ..
            },
        ) if id == whose && after == before => *after = *now,
        (
            Event::Held {
                by, on, key, after, ..
            },
            Event::Held {
                by: who,
                on: whom,
                key: of,
                before,
                after: now,
                ..
            },
        ) if (&*by, &*on, &*key, &*after) == (who, whom, of, before) => *after = *now,
        (
            Event::Situated {
                from,
                to,
                key,
                after,
                ..
            },
            Event::Situated {
                from: who,
                to: whom,
                key: of,
                before,
                after: now,
                ..
            },
        ) if (&*from, &*to, &*key, &*after) == (who, whom, of, before) => *after = *now,
        _ => return false,
    }
    true
}

/// Whether a player may take such an event back. Not a turn, which may have moved on where
/// they cannot see, and not a die; nor what they did when they ran the table.
const fn is_a_players(event: &Event) -> bool {
    matches!(
        event,
        Event::Added { .. }
            | Event::Removed { .. }
            | Event::Renamed { .. }
            | Event::Edited { .. }
            | Event::Harmed { .. }
            | Event::Marked { .. }
            | Event::Spent { .. }
            | Event::Intended { .. }
            | Event::Conditioned { .. }
            | Event::Equipped { .. }
            | Event::ItemChanged { .. }
            | Event::Carried { .. }
            | Event::SheetChanged { .. }
            | Event::Situated { .. }
            | Event::Held { .. }
            // What others proposed goes with a combatant, and its owner does not learn of it.
            | Event::Proposed { fate: Fate::Gone, .. }
    )
}
