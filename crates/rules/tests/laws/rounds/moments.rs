//! Two at the same moment spare each other: what one of them suffers of the other neither bars nor
//! lessens their own deed of that moment, and counts from its end.

use std::collections::BTreeMap;

use rules::base::id::{CombatantId, ExchangeId};
use rules::character::track::Track;
use rules::encounter::feature::{ExchangeDeclared, Harmed, Marked};
use rules::encounter::{Combatant, Command, Event, Timing, Turn, View};

use super::seen::{Picture, Seen, acts};

/// Those who were struck at the moment at which they act themselves, each as they were before;
/// `None` where something else befell them since.
#[derive(Debug, Default)]
pub(super) struct Struck {
    before: BTreeMap<CombatantId, Option<Track>>,
    /// How often it happened.
    pub(super) often: usize,
    /// How often one who was taken out by it had their turn all the same.
    pub(super) acted: usize,
}

/// Whether two stand side by side at the same rank, both in their places.
fn level(one: &Combatant, other: &Combatant) -> bool {
    let rank = |who: &Combatant| who.initiative.as_ref().map(|it| it.rank.clone());
    let placed = |who: &Combatant| who.now.timing == Timing::InPlace;
    let ranked = rank(one).is_some_and(|rank| !rank.is_empty());
    ranked && rank(one) == rank(other) && placed(one) && placed(other)
}

/// All who act at the moment at which the fight stands, by their places and scores.
pub(super) fn together(now: &Picture, view: &View) -> Vec<CombatantId> {
    let there = view.order.iter().filter_map(|id| now.who(*id));
    let there: Vec<&Combatant> = there.filter(|who| !who.now.timing.is_waiting()).collect();
    let acting = acts(view.turn);
    let groups = there.chunk_by(|one, other| level(one, other));
    let mut groups = groups.filter(|group| group.iter().any(|who| Some(who.id) == acting));
    let group = groups.next().unwrap_or_default();
    group.iter().map(|who| who.id).collect()
}

/// Whether these two act at this moment.
fn share(now: &Picture, one: CombatantId, other: CombatantId) -> bool {
    let hidden = [one, other].map(|id| now.who(id).is_none_or(|who| who.hidden));
    let group = together(now, now.for_one(hidden.contains(&true)));
    one != other && group.contains(&one) && group.contains(&other)
}

impl Struck {
    /// Goes on with a command, and judges what the struck read of themselves.
    pub(super) fn judge(&mut self, seen: &Seen<'_>) {
        if seen.goes_back() {
            self.before.clear();
            return;
        }
        self.has_the_turn(seen);
        let moment = |now: &Picture, id: CombatantId| {
            let who = now.who(id);
            who.is_some_and(|who| together(now, now.for_one(who.hidden)).contains(&id))
        };
        self.before.retain(|id, _| {
            let same = |hidden| {
                let (was, is): (Turn, Turn) = seen.turns(hidden);
                was.round == is.round
            };
            moment(seen.is, *id) && same(true) && same(false)
        });
        let by = self.struck_by(seen);
        for event in &seen.record.events {
            let (Event::Harmed(Harmed { id, .. }) | Event::Marked(Marked { id, .. })) = event
            else {
                continue;
            };
            let struck = by.is_some_and(|by| share(seen.was, by, *id));
            let track = seen.was.who(*id).map(|who| who.track);
            match self.before.get_mut(id) {
                Some(before) if !struck => *before = None,
                Some(_) => {}
                None if struck && moment(seen.is, *id) => {
                    self.often += 1;
                    self.before.insert(*id, track);
                }
                None => {}
            }
        }
        for (id, before) in &self.before {
            let Some(before) = before else { continue };
            for (of, track) in reads(seen.is, *id) {
                assert_eq!(
                    track, *before,
                    "{of:?} of {id:?} reads what came at the same moment after {:?}",
                    seen.record
                );
            }
        }
        self.counts_when_it_is_over(seen);
    }

    /// Who brings an exchange on with this.
    fn struck_by(&self, seen: &Seen<'_>) -> Option<CombatantId> {
        let id = match seen.command {
            Command::Answer { exchange, .. } | Command::Rule { exchange, .. } => Some(*exchange),
            _ => seen.record.events.iter().find_map(|event| match event {
                Event::ExchangeDeclared(ExchangeDeclared { exchange }) => Some(exchange.id),
                _ => None,
            }),
        };
        seen.is.state.exchange(id?)?.by
    }

    /// Who was struck at their moment acts in it all the same.
    fn has_the_turn(&mut self, seen: &Seen<'_>) {
        if !matches!(seen.command, Command::NextTurn { .. }) {
            return;
        }
        for hidden in [true, false] {
            let (now, next) = seen.turns(hidden);
            let group = together(seen.was, seen.was.for_one(hidden));
            let at = group.iter().position(|id| acts(now) == Some(*id));
            let Some(due) = at.and_then(|at| group.get(at + 1)) else {
                continue;
            };
            let own = seen.was.who(*due).is_some_and(|who| who.hidden == hidden);
            if now == next || !own || !self.before.contains_key(due) {
                continue;
            }
            self.acted += usize::from(seen.was.is_out(*due));
            assert_eq!(
                acts(next),
                Some(*due),
                "struck at their own moment, and passed over by {:?}",
                seen.record
            );
        }
    }

    /// Whoever is not at such a moment reads themselves as they are.
    fn counts_when_it_is_over(&self, seen: &Seen<'_>) {
        for (id, row) in &seen.is.all.rows {
            if together(seen.is, seen.is.for_one(row.hidden)).contains(id) {
                continue;
            }
            // Those who waited for the same moment share it as well.
            if row.timing == Timing::CutIn {
                continue;
            }
            let Some(now) = row.track else { continue };
            for (of, track) in reads(seen.is, *id) {
                assert_eq!(track, now, "{of:?} of {id:?} after {:?}", seen.record);
            }
        }
    }
}

/// What the open exchanges of a combatant read of their own health.
fn reads(now: &Picture, id: CombatantId) -> Vec<(ExchangeId, Track)> {
    let open = now.all.exchanges.values().filter(|it| it.next.is_some());
    let open = open.filter_map(|it| now.state.exchange(it.id));
    let own = open.filter(|it| it.by == Some(id) && !it.is_over());
    let read = own.filter_map(|it| {
        let track = now
            .state
            .with_scene(it, |scene| scene.actor.map(|who| *who.track));
        Some((it.id, track?))
    });
    read.collect()
}
