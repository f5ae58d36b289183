//! Makes it so. Never refuses, never rolls: the log already happened.

use super::event::{Event, Place, Record, Source, Spot};
use super::label::Label;
use super::limits::SAME_GESTURE_MS;
use super::log::{Entry, ItemTold, What};
use super::state::{Combatant, Encounter, FoeHealth, Side, ThisRound, Timing, Turn};
use crate::gear::{Item, ItemId};
use crate::house::House;
use crate::id::{CombatantId, SeatId};
use crate::plan::ABORT_FAILED;
use crate::seat::{Actor, Seat};
use crate::settings::Value;
use crate::sheet::SheetEdit;
use crate::system::HealthState;
use crate::term::RuleId;
use crate::track::{Track, TrackChange};

/// Who and when, for the log entries of one record.
#[derive(Clone, Copy)]
struct Stamp {
    at: u64,
    by: Actor,
}

impl Encounter {
    /// Applies everything one command did.
    pub fn apply(&mut self, record: &Record) {
        let stamp = Stamp {
            at: record.at,
            by: record.by,
        };
        let before = self.picture_for_redo();
        let mut entries = Vec::new();
        for event in &record.events {
            match event {
                Event::Undone {
                    command,
                    events,
                    gesture,
                } => {
                    events.iter().for_each(|event| self.change(event));
                    self.strike(record.by, *command, events, *gesture);
                }
                Event::Redone { command, events } => {
                    events.iter().for_each(|event| self.change(event));
                    self.unstrike(*command, events);
                }
                event => {
                    self.change(event);
                    self.tell(stamp, event, &mut entries);
                }
            }
        }
        self.remember(record, entries);
        self.end_redo(record, before.as_ref());
    }

    /// A gesture that lost one of its clicks is told anew, or struck out when nothing of it
    /// is left.
    pub(super) fn retell_gesture(&mut self, entries: &[u32], by: &str) {
        for at in 0..self.log.len() {
            let entry = &self.log[at];
            if !entries.contains(&entry.no) {
                continue;
            }
            let gesture = entry.gesture;
            let left = gesture.and_then(|(whose, before)| self.marked_since(whose, &before));
            let entry = &mut self.log[at];
            match left {
                Some((change, states)) if change != TrackChange::default() => {
                    entry.undone = None;
                    retell(&mut entry.what, change, states);
                }
                _ => entry.undone = Some(by.to_owned()),
            }
        }
    }

    /// What has changed on a track since the first box of a gesture, and what is wrong with
    /// its owner that was not then.
    fn marked_since(
        &self,
        id: CombatantId,
        before: &Track,
    ) -> Option<(TrackChange, Vec<HealthState>)> {
        let combatant = self.combatants.get(&id)?;
        let rules = self.rules();
        let then = rules.health(&combatant.sheet, before, &combatant.conditions, &self.house);
        let then = then.states;
        let mut states = combatant.health(rules, &self.house).states;
        states.retain(|state| !then.contains(state));
        Some((combatant.track.change_since(before), states))
    }

    /// Changes the state, without a word in the log.
    pub(super) fn change(&mut self, event: &Event) {
        match event {
            Event::Seated { seat, name, role } => {
                self.seats.insert(
                    *seat,
                    Seat {
                        name: name.clone(),
                        role: *role,
                    },
                );
            }
            Event::Unseated { seat, .. } => {
                self.seats.remove(seat);
            }
            Event::Titled { after, .. } => self.title = after.clone(),
            Event::Added {
                combatant,
                place,
                ties,
            } => {
                self.count_label(combatant);
                self.ids.insert(combatant.id);
                self.combatants.insert(combatant.id, (**combatant).clone());
                self.put(combatant.id, *place);
                self.ties.put_back(ties);
            }
            Event::Removed { combatant, .. } => {
                self.lift(combatant.id);
                self.combatants.remove(&combatant.id);
                self.ties.drop_all_of(combatant.id);
            }
            Event::Renamed {
                id,
                after: (name, label),
                ..
            } => self.with(*id, |combatant| {
                combatant.name = name.clone();
                combatant.label = *label;
            }),
            Event::Veiled {
                id,
                hidden,
                after,
                turn,
                ..
            } => {
                self.with(*id, |combatant| {
                    combatant.hidden = *hidden;
                    combatant.label = *after;
                });
                if let Some((_, known)) = turn {
                    self.public_turn = *known;
                }
            }
            Event::Assigned { id, after, .. } => {
                self.with(*id, |combatant| combatant.owner = *after)
            }
            Event::Noted { id, after, .. } => {
                self.with(*id, |combatant| combatant.note.clone_from(after));
            }
            Event::InitiativeRolled { id, after, .. } => {
                self.with(*id, |combatant| combatant.initiative.clone_from(after));
            }
            Event::Reranked { id, after, .. } => self.with(*id, |combatant| {
                if let Some(initiative) = &mut combatant.initiative {
                    initiative.rank.clone_from(after);
                }
            }),
            Event::Moved { id, from, to, .. } => {
                let to = self.past_hidden_only(*id, *from, *to);
                self.lift(*id);
                self.put(*id, to);
            }
            Event::Sorted { after, .. } => self.order.clone_from(after),
            Event::TurnChanged {
                after,
                public_after,
                ..
            } => {
                self.turn = *after;
                self.public_turn = *public_after;
            }
            Event::Harmed { id, after, .. } | Event::Marked { id, after, .. } => {
                self.with(*id, |combatant| combatant.track = *after);
            }
            Event::FoeHealthSet { after, .. } => self.foe_health = *after,
            Event::Refreshed { id, after, .. } => self.with(*id, |combatant| {
                (combatant.initiative, combatant.now) = after.clone();
            }),
            // What was counted meanwhile stays counted, also when this is taken back.
            Event::Intended { id, after, .. } => self.with(*id, |combatant| {
                combatant.now.plan.clone_from(&after.plan);
                combatant.now.timing.clone_from(&after.timing);
                combatant.now.behind = after.behind;
            }),
            Event::Spent {
                id, pool, after, ..
            } => self.with(*id, |combatant| {
                if *after == 0 {
                    combatant.spent.remove(pool);
                } else {
                    combatant.spent.insert(pool.clone(), *after);
                }
            }),
            Event::Conditioned { id, key, after, .. } => self.with(*id, |combatant| {
                match after {
                    Some(condition) => combatant.conditions.insert(key.clone(), *condition),
                    None => combatant.conditions.remove(key),
                };
            }),
            Event::DueChanged { id, after, .. } => {
                self.with(*id, |combatant| combatant.due.clone_from(after));
            }
            Event::Equipped {
                id, item, after, ..
            } => self.with(*id, |combatant| {
                match after {
                    Some(after) => combatant.gear.insert(*item, (**after).clone()),
                    None => combatant.gear.remove(item),
                };
                combatant.items = combatant.items.max(*item);
            }),
            Event::ItemChanged {
                id,
                item,
                key,
                after,
                ..
            } => self.with_item(*id, *item, |item| {
                match after {
                    Some(number) => item.numbers.insert(key.clone(), *number),
                    None => item.numbers.remove(key),
                };
            }),
            Event::Carried {
                id, item, after, ..
            } => self.with_item(*id, *item, |item| item.carried = *after),
            Event::SheetChanged {
                id, edit, track, ..
            } => self.with(*id, |combatant| {
                combatant.sheet = std::mem::take(&mut combatant.sheet).edited(edit);
                if let Some((_, after)) = track {
                    combatant.track = *after;
                }
            }),
            Event::Situated {
                from,
                to,
                key,
                after,
                ..
            } => self.ties.situate((*from, *to), key, *after),
            Event::Held {
                by, on, key, after, ..
            } => self.ties.hold((*by, *on), key, *after),
            Event::ExchangeDeclared { exchange } => {
                self.exchanges.retain(|other| other.id != exchange.id);
                self.exchanges.push((**exchange).clone());
                self.forget_old_exchanges(exchange.id);
            }
            Event::ExchangeWithdrawn { exchange } => {
                self.exchanges.retain(|other| other.id != exchange.id);
            }
            Event::ExchangeMoved {
                id, back, advance, ..
            } => {
                if let Some(exchange) = self.exchange_mut(*id) {
                    match back {
                        true => exchange.go_back(),
                        false => exchange.go_on(advance),
                    }
                }
                self.forget_old_exchanges(*id);
            }
            Event::Counted { id, key, by } => {
                self.with(*id, |combatant| count_by(combatant, key, *by));
            }
            Event::HouseRuleSet { key, after, .. } => {
                if let Some((spec, after)) = House::meant(self.rules().settings(), key, after) {
                    self.house.put(spec, after);
                }
            }
            Event::Rolled(roll) => {
                if let Some(id) = roll.id {
                    self.with(id, |combatant| {
                        roll.counts.iter().for_each(|key| count(combatant, key));
                    });
                }
            }
            Event::Aborted {
                id, changed: false, ..
            } => self.with(*id, |combatant| count(combatant, ABORT_FAILED)),
            Event::InitiativeOffered { .. }
            | Event::Aborted { .. }
            | Event::Said { .. }
            | Event::SceneEnded
            | Event::Told { .. }
            | Event::Undone { .. }
            | Event::Redone { .. } => {}
        }
        // A label follows its combatant: one that was renamed or shown has used up a letter.
        if let Event::Renamed { id, .. } | Event::Veiled { id, .. } = event
            && let Some(combatant) = self.combatants.get(id).cloned()
        {
            self.count_label(&combatant);
        }
    }

    fn with(&mut self, id: CombatantId, change: impl FnOnce(&mut Combatant)) {
        if let Some(combatant) = self.combatants.get_mut(&id) {
            change(combatant);
        }
    }

    fn with_item(&mut self, id: CombatantId, item: ItemId, change: impl FnOnce(&mut Item)) {
        self.with(id, |combatant| {
            if let Some(item) = combatant.gear.get_mut(&item) {
                change(item);
            }
        });
    }

    fn count_label(&mut self, combatant: &Combatant) {
        let series = match combatant.label {
            Label::Roman(_) | Label::Unseen => &mut self.labels.romans,
            Label::Plain | Label::Letter(_) => &mut self.labels.letters,
        };
        let used = series.entry(combatant.name.folded()).or_default();
        *used = (*used).max(combatant.label.ordinal());
    }

    fn lift(&mut self, id: CombatantId) {
        self.order.retain(|other| *other != id);
        self.bench.retain(|other| *other != id);
    }

    /// Where a move leads. One that only passed hidden ones never changes what players see,
    /// also when it is taken back after they saw others come and go.
    fn past_hidden_only(&self, id: CombatantId, from: Place, to: Place) -> Place {
        match (from, to, self.place_of(id)) {
            (Place::Order(from), Place::Order(to), Some(Place::Order(now)))
                if from.seen == to.seen =>
            {
                let hidden = to.at.saturating_sub(to.seen);
                Place::Order(Spot {
                    at: now.seen.saturating_add(hidden),
                    seen: now.seen,
                })
            }
            _ => to,
        }
    }

    fn put(&mut self, id: CombatantId, place: Place) {
        let (list, spot) = match place {
            Place::Bench(spot) => (&self.bench, spot),
            Place::Order(spot) => (&self.order, spot),
        };
        let [at, seen] = [spot.at, spot.seen].map(|n| usize::try_from(n).unwrap_or(usize::MAX));
        // Somebody whom players see stands after as many as they saw before, whatever
        // hidden ones have come and gone.
        let (first, last) = if self.is_seen(id) {
            let mut known = (0..list.len()).filter(|at| self.is_seen(list[*at]));
            let first = match seen.checked_sub(1) {
                None => 0,
                Some(before) => known.nth(before).map_or(list.len(), |at| at + 1),
            };
            (first, known.next().unwrap_or(list.len()))
        } else {
            (0, list.len())
        };
        let at = at.clamp(first, last);
        match place {
            Place::Bench(_) => self.bench.insert(at, id),
            Place::Order(_) => self.order.insert(at, id),
        }
    }

    /// Writes into the log what an event means to its readers.
    fn tell(&mut self, stamp: Stamp, event: &Event, entries: &mut Vec<u32>) {
        if let Event::TurnChanged {
            before,
            public_before,
            after,
            back,
            ..
        } = event
        {
            self.tell_turn(stamp, (*before, *after), *public_before, *back, entries);
            return;
        }
        let Some((public, what)) = self.wording(event) else {
            return;
        };
        if self.joins_last_entry(stamp, event, public, &what, entries) {
            return;
        }
        let no = self.write(stamp.at, stamp.by, public, what);
        entries.push(no);
        let other = self.is_for_another(stamp.by, event);
        let Some(entry) = self.log.back_mut() else {
            return;
        };
        entry.other = other;
        if let Event::Marked { id, before, .. } = event {
            entry.gesture = Some((*id, *before));
        }
    }

    /// Whether an event concerns a combatant somebody else plays than the one who did it.
    /// Those nobody plays are those who run the table's.
    fn is_for_another(&self, by: Actor, event: &Event) -> bool {
        let Actor::Seat(seat) = by else { return false };
        let owner = match event {
            Event::Added { combatant, .. } | Event::Removed { combatant, .. } => combatant.owner,
            Event::Renamed { id, .. }
            | Event::Assigned { id, .. }
            | Event::Noted { id, .. }
            | Event::InitiativeRolled { id, .. }
            | Event::Intended { id, .. }
            | Event::Aborted { id, .. }
            | Event::Spent { id, .. }
            | Event::Equipped { id, .. }
            | Event::ItemChanged { id, .. }
            | Event::Carried { id, .. }
            | Event::SheetChanged { id, .. }
            | Event::Moved { id, .. }
            | Event::Harmed { id, .. }
            | Event::Marked { id, .. } => match self.combatants.get(id) {
                Some(combatant) => combatant.owner,
                None => return false,
            },
            Event::Rolled(roll) => match roll.id.and_then(|id| self.combatants.get(&id)) {
                Some(combatant) => combatant.owner,
                None => return false,
            },
            _ => return false,
        };
        match owner {
            Some(owner) => owner != seat,
            None => !self.runs(by),
        }
    }

    /// What players know of the turn and what is so may differ: each gets its own entry, and
    /// a change players do not see is no entry of theirs.
    fn tell_turn(
        &mut self,
        stamp: Stamp,
        (before, after): (Turn, Turn),
        public_before: Turn,
        back: Option<bool>,
        entries: &mut Vec<u32>,
    ) {
        // Whoever cuts in stands before the one who acted; nobody went back for that.
        let last = self.log.back().filter(|entry| entries.contains(&entry.no));
        let cuts_in = last.is_some_and(|entry| matches!(entry.what, What::CutsIn { .. }));
        let known = self.public_turn;
        if known != public_before {
            let what = self.turn_wording((public_before, known), back, cuts_in, true);
            entries.push(self.write(stamp.at, stamp.by, true, what));
        }
        if after != known && after != before {
            let what = self.turn_wording((before, after), back, cuts_in, false);
            entries.push(self.write(stamp.at, stamp.by, false, what));
        }
    }

    /// Who everybody sees act at the same moment as somebody.
    fn beside(&self, acting: &Combatant) -> Vec<String> {
        let groups = self.together(|id| self.is_seen(id));
        let group = groups.into_iter().find(|group| group.contains(&acting.id));
        let others = group.unwrap_or_default().into_iter();
        others
            .filter(|id| *id != acting.id)
            .filter_map(|id| Some(self.combatants.get(&id)?.full_name()))
            .collect()
    }

    fn turn_wording(
        &self,
        (before, after): (Turn, Turn),
        back: Option<bool>,
        cuts_in: bool,
        public: bool,
    ) -> What {
        let acting = after.acting.and_then(|id| self.combatants.get(&id));
        let with = acting.map_or_else(Vec::new, |acting| self.beside(acting));
        let passed = match back == Some(false) && !cuts_in {
            true => self.passed_over(before, after, public),
            false => Vec::new(),
        };
        let passed = passed.iter().filter_map(|id| self.combatants.get(id));
        let back = !cuts_in && back.unwrap_or_else(|| self.was_earlier(&after, &before));
        What::Turn {
            round: after.round,
            phase: after.phase,
            name: acting.map(Combatant::full_name),
            with,
            passed: passed.map(Combatant::full_name).collect(),
            back,
        }
    }

    /// Some events belong to the entry before: combatants of one line, boxes of one gesture.
    fn joins_last_entry(
        &mut self,
        stamp: Stamp,
        event: &Event,
        public: bool,
        what: &What,
        entries: &mut Vec<u32>,
    ) -> bool {
        let same = |entry: &Entry| entry.public_no.is_some() == public;
        let Some(at) = self.log.iter().rposition(same) else {
            return false;
        };
        let last = &self.log[at];
        match (event, last.gesture) {
            (Event::Added { .. }, _) if entries.contains(&last.no) => {
                if let (What::Added { names }, What::Added { names: more }) =
                    (&mut self.log[at].what, what)
                {
                    names.extend(more.iter().cloned());
                }
                true
            }
            (
                Event::Marked {
                    id, before: was, ..
                },
                Some((whose, before)),
            ) => {
                let fresh = stamp.at.saturating_sub(last.at) <= SAME_GESTURE_MS;
                if whose != *id || last.by != stamp.by || last.undone.is_some() || !fresh {
                    return false;
                }
                if !self.history.goes_on(last.no, whose, was) {
                    return false;
                }
                let Some((change, states)) = self.marked_since(whose, &before) else {
                    return false;
                };
                let last = &mut self.log[at];
                retell(&mut last.what, change, states);
                last.at = stamp.at.max(last.at);
                entries.push(last.no);
                true
            }
            _ => false,
        }
    }

    /// Whether everybody may read of an event, and what it says.
    fn wording(&self, event: &Event) -> Option<(bool, What)> {
        let seen = |combatant: &Combatant| !combatant.hidden;
        let of = |id: &CombatantId| self.combatants.get(id);
        let seat_name = |seat: SeatId| self.seat(seat).map(|seat| seat.name.to_string());
        Some(match event {
            Event::Seated { name, role, .. } => (
                true,
                What::Joined {
                    name: name.to_string(),
                    role: *role,
                },
            ),
            Event::Unseated { name, .. } => (
                true,
                What::Left {
                    name: name.to_string(),
                },
            ),
            Event::Titled { after, .. } => (
                true,
                What::Titled {
                    title: after.to_string(),
                },
            ),
            Event::Added { combatant, .. } => (
                seen(combatant),
                What::Added {
                    names: vec![combatant.full_name()],
                },
            ),
            Event::Removed { combatant, .. } => (
                seen(combatant),
                What::Removed {
                    name: combatant.full_name(),
                },
            ),
            Event::Renamed {
                id,
                before: (name, label),
                ..
            } => {
                let combatant = of(id)?;
                let before = match label.print() {
                    None => name.to_string(),
                    Some(label) => format!("{name} {label}"),
                };
                (
                    seen(combatant),
                    What::Renamed {
                        before,
                        after: combatant.full_name(),
                    },
                )
            }
            Event::Veiled {
                id, hidden: true, ..
            } => (
                false,
                What::Hidden {
                    name: of(id)?.full_name(),
                },
            ),
            Event::Veiled { id, .. } => (
                true,
                What::Revealed {
                    name: of(id)?.full_name(),
                },
            ),
            Event::Assigned { id, after, .. } => {
                let combatant = of(id)?;
                let to = after.and_then(seat_name);
                (
                    seen(combatant),
                    What::Assigned {
                        name: combatant.full_name(),
                        to,
                    },
                )
            }
            Event::Noted { id, after, .. } => {
                let combatant = of(id)?;
                let text = after.as_ref().map(ToString::to_string);
                (
                    seen(combatant),
                    What::Noted {
                        name: combatant.full_name(),
                        text,
                    },
                )
            }
            Event::InitiativeRolled {
                id,
                after,
                typed,
                source,
                ..
            } => {
                let (combatant, initiative) = (of(id)?, after.as_ref()?);
                // A foe's die and score together would tell its traits. Numbers typed into
                // the log are everybody's.
                let open = combatant.side == Side::Character || *source == Source::Typed;
                let what = What::Initiative {
                    name: combatant.full_name(),
                    die: open.then_some(initiative.die),
                    score: initiative.score,
                    typed: *typed,
                    terms: match open {
                        true => initiative.terms.clone(),
                        false => Vec::new(),
                    },
                    source: *source,
                };
                (seen(combatant), what)
            }
            Event::Moved {
                id,
                to,
                told: Some(public),
                ..
            } => {
                let combatant = of(id)?;
                let bench = matches!(to, Place::Bench(_));
                (
                    *public,
                    What::Moved {
                        name: combatant.full_name(),
                        bench,
                    },
                )
            }
            Event::Sorted { told, .. } => (*told, What::Sorted),
            Event::Harmed {
                id,
                packet,
                excess,
                states,
                ..
            } => {
                let combatant = of(id)?;
                let what = What::Harmed {
                    name: combatant.full_name(),
                    packet: *packet,
                    excess: *excess,
                    states: states.clone(),
                };
                (self.health_is_public(combatant), what)
            }
            Event::Marked {
                id,
                before,
                after,
                states,
            } => {
                let combatant = of(id)?;
                (
                    self.health_is_public(combatant),
                    marked(combatant, before, after, states),
                )
            }
            Event::Rolled(roll) => {
                let combatant = roll.id.as_ref().and_then(of);
                let what = What::Rolled {
                    name: combatant.map(Combatant::full_name),
                    what: roll.what.to_string(),
                    terms: roll.terms.clone(),
                    pool: roll.pool,
                    reading: roll.reading.clone(),
                    rolled: roll.rolled.clone(),
                    typed: roll.typed,
                };
                (!roll.hidden && combatant.is_none_or(seen), what)
            }
            Event::FoeHealthSet { after, .. } => (false, What::FoeHealth { shown: *after }),
            Event::InitiativeOffered {
                name,
                public,
                initiative,
                why,
            } => (
                *public,
                What::Offered {
                    name: name.clone(),
                    initiative: initiative.clone(),
                    why: *why,
                },
            ),
            Event::Refreshed { id, before, .. } => {
                if !before.1.timing.is_waiting() {
                    return None;
                }
                let combatant = of(id)?;
                let name = combatant.full_name();
                (seen(combatant), What::WaitedTooLong { name })
            }
            Event::Intended { id, before, after } => {
                let combatant = of(id)?;
                (seen(combatant), self.intended(combatant, before, after)?)
            }
            Event::Aborted { id, changed, roll } => {
                let combatant = of(id)?;
                let what = What::Aborted {
                    name: combatant.full_name(),
                    changed: *changed,
                    rolled: roll.clone(),
                };
                (seen(combatant), what)
            }
            Event::Spent {
                id,
                pool,
                before,
                after,
            } => {
                let combatant = of(id)?;
                let what = What::Spent {
                    name: combatant.full_name(),
                    pool: pool.clone(),
                    by: before.saturating_sub(*after),
                    left: combatant.pools(self.rules()).get(pool).copied()?,
                };
                // What a foe has left is the storyteller's to know.
                (seen(combatant) && combatant.side == Side::Character, what)
            }
            Event::Conditioned { id, key, after, .. } => {
                let combatant = of(id)?;
                let what = What::Conditioned {
                    name: combatant.full_name(),
                    key: key.clone(),
                    condition: *after,
                };
                (self.health_is_public(combatant), what)
            }
            Event::Equipped { .. } | Event::ItemChanged { .. } | Event::Carried { .. } => {
                return self.item_wording(event);
            }
            Event::SheetChanged {
                id, edit, states, ..
            } => {
                let combatant = of(id)?;
                let name = combatant.full_name();
                let states = states.clone();
                let what = match edit.clone() {
                    SheetEdit::Trait { key, after, .. } => What::TraitSet {
                        name,
                        key,
                        value: after,
                        states,
                    },
                    SheetEdit::Kind { after, .. } => What::KindSet {
                        name,
                        kind: after,
                        states,
                    },
                };
                (self.sheet_is_public(combatant), what)
            }
            Event::Situated {
                from, to, words, ..
            } => {
                let what = What::Situated {
                    from: of(from)?.full_name(),
                    to: of(to)?.full_name(),
                    words: words.clone(),
                };
                (self.is_seen(*from) && self.is_seen(*to), what)
            }
            Event::Held {
                by,
                on,
                word,
                after,
                ..
            } => {
                let what = What::Held {
                    by: of(by)?.full_name(),
                    on: of(on)?.full_name(),
                    word: word.clone(),
                    amount: *after,
                };
                (self.is_seen(*by) && self.is_seen(*on), what)
            }
            Event::DueChanged {
                id,
                waived,
                done,
                before,
                ..
            } => {
                let combatant = of(id)?;
                let name = combatant.full_name();
                let done = before.iter().find(|due| Some(&due.key) == done.as_ref());
                let what = match done {
                    Some(due) => What::CameDue {
                        name,
                        words: due.words.clone(),
                        rule: due.rule.clone(),
                    },
                    None => What::Waived {
                        name,
                        words: waived.clone()?,
                    },
                };
                // What is due to a foe tells how it is.
                (seen(combatant) && combatant.side == Side::Character, what)
            }
            Event::ExchangeDeclared { exchange } => {
                (self.exchange_is_public(exchange), self.declared(exchange))
            }
            Event::ExchangeWithdrawn { exchange } => (
                self.exchange_is_public(exchange),
                What::Withdrawn {
                    name: self.named(exchange.by),
                    what: exchange.title.clone(),
                },
            ),
            Event::ExchangeMoved { id, back: true, .. } => {
                let exchange = self.exchange(*id)?;
                let what = What::TakenBack {
                    what: exchange.title.clone(),
                };
                (self.exchange_is_public(exchange), what)
            }
            Event::ExchangeMoved { id, advance, .. } => {
                let exchange = self.exchange(*id)?;
                let (open, what) = self.moved_on(exchange, &advance.input)?;
                (open && self.exchange_is_public(exchange), what)
            }
            Event::Told {
                id,
                words,
                rule,
                exchange,
            } => {
                let public = self
                    .exchange(*exchange)
                    .is_some_and(|it| self.exchange_is_public(it));
                let what = What::Told {
                    name: self.named(*id),
                    words: words.clone(),
                    rule: rule.clone(),
                };
                (public, what)
            }
            Event::SceneEnded => (true, What::SceneEnded),
            Event::Said { text } => (true, What::Said { text: text.clone() }),
            Event::HouseRuleSet { key, after, .. } => (true, self.house_rule_wording(key, after)),
            Event::Counted { .. }
            | Event::Reranked { .. }
            | Event::Moved { .. }
            | Event::TurnChanged { .. }
            | Event::Undone { .. }
            | Event::Redone { .. } => return None,
        })
    }

    /// What a line says of a house rule: it brings its words along, because browsers do not
    /// have those of every setting.
    fn house_rule_wording(&self, key: &str, to: &Value) -> What {
        let meant = House::meant(self.rules().settings(), key, to);
        let (words, rule) = meant.map_or_else(Default::default, |(spec, value)| {
            let words = if value == spec.usual() {
                format!("No house rule any more: {}", spec.title())
            } else {
                format!("House rule: {}", spec.tell(&value))
            };
            let rule = (!spec.rule().is_empty()).then(|| RuleId::new(spec.rule()));
            (words, rule)
        });
        let key = key.to_owned();
        match to {
            Value::Yes(on) => What::HouseRule {
                key,
                on: *on,
                words,
                rule,
            },
            to => What::Set {
                key,
                to: to.clone(),
                words,
                rule,
            },
        }
    }

    /// What a line says of an item. What a foe carries is the storyteller's to know.
    fn item_wording(&self, event: &Event) -> Option<(bool, What)> {
        let (id, item, told) = match event {
            Event::Equipped {
                id,
                before,
                after: None,
                ..
            } => (id, before.as_deref()?, ItemTold::Taken),
            Event::Equipped {
                id,
                after: Some(after),
                ..
            } => (id, &**after, ItemTold::Given),
            Event::ItemChanged {
                id,
                item,
                title,
                after,
                ..
            } => {
                let told = ItemTold::Number {
                    title: title.clone(),
                    now: *after,
                };
                (id, self.combatants.get(id)?.gear.get(item)?, told)
            }
            Event::Carried {
                id, item, after, ..
            } => {
                let item = self.combatants.get(id)?.gear.get(item)?;
                (id, item, ItemTold::Carried(*after))
            }
            _ => return None,
        };
        let combatant = self.combatants.get(id)?;
        let what = What::Gear {
            name: combatant.full_name(),
            item: item.name.to_string(),
            told,
        };
        Some((self.sheet_is_public(combatant), what))
    }

    /// What somebody means to do now that they did not before.
    fn intended(&self, who: &Combatant, before: &ThisRound, after: &ThisRound) -> Option<What> {
        let name = who.full_name();
        if before.timing != after.timing {
            return match &after.timing {
                Timing::InPlace => None,
                Timing::CutIn => Some(What::CutsIn { name }),
                Timing::Waiting(until) => Some(What::Waits {
                    name,
                    until: until.as_ref().map(ToString::to_string),
                }),
            };
        }
        (before.plan != after.plan).then(|| {
            let sealed = after.plan.is_some() && self.is_sealed(who);
            What::Planned {
                name,
                plan: after.plan.clone().filter(|_| !sealed),
                sealed,
            }
        })
    }

    /// Whether everybody may read a combatant's sheet, and what else is known with it.
    pub(crate) fn sheet_is_public(&self, combatant: &Combatant) -> bool {
        !combatant.hidden && combatant.side == Side::Character
    }

    /// Whether everybody may see how a combatant is.
    pub(crate) fn health_is_public(&self, combatant: &Combatant) -> bool {
        !combatant.hidden
            && (combatant.side == Side::Character || self.foe_health == FoeHealth::Shown)
    }

    /// Whether one turn came before another in the order as the first releases counted it, whose
    /// records do not say whether a turn was a step back: declaring goes up, acting goes down,
    /// those who wait have no step and those who are out have one.
    fn was_earlier(&self, this: &Turn, that: &Turn) -> bool {
        let place = |turn: &Turn| (turn.round, turn.phase, turn.pass);
        let round = self.round_as_first_counted();
        let steps = || round.place(*this).zip(round.place(*that));
        place(this) < place(that)
            || (place(this) == place(that) && steps().is_some_and(|(this, that)| this < that))
    }
}

/// One more of what is counted in this round.
fn count(combatant: &mut Combatant, key: &str) {
    count_by(combatant, key, 1);
}

/// More or fewer of what is counted in this round. What is counted no more is forgotten.
fn count_by(combatant: &mut Combatant, key: &str, by: i32) {
    let tally = &mut combatant.now.tally;
    let before = tally.get(key).copied().unwrap_or(0);
    let after = i32::from(before).saturating_add(by).max(0);
    match u16::try_from(after).unwrap_or(u16::MAX) {
        0 => _ = tally.remove(key),
        count => _ = tally.insert(key.to_owned(), count),
    }
}

fn marked(combatant: &Combatant, before: &Track, after: &Track, states: &[HealthState]) -> What {
    let change = after.change_since(before);
    What::Marked {
        name: combatant.full_name(),
        change: change.marks,
        points: change.points,
        states: states.to_vec(),
    }
}

/// Tells in the same entry what a gesture has come to by now.
fn retell(what: &mut What, change: TrackChange, states: Vec<HealthState>) {
    if let What::Marked {
        change: marks,
        points,
        states: told,
        ..
    } = what
    {
        (*marks, *points, *told) = (change.marks, change.points, states);
    }
}
