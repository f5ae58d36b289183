//! Makes it so. Never refuses, never rolls: the log already happened.

mod combatant;
mod place;

use super::combatant::Combatant;
use super::countdown::Wait;
use super::encounter::Encounter;
use super::event::{Event, Record};
use super::logbook::Stamp;
use super::proposal::Fate;
use super::state::State;
use super::table_settings::TableSetting;
use crate::gear::{Item, ItemId};
use crate::house::House;
use crate::id::CombatantId;
use crate::plan::ABORT_FAILED;
use crate::seat::Seat;

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
                    events.iter().for_each(|event| self.state.change(event));
                    self.strike(record.by, *command, events, *gesture);
                }
                Event::Redone { command, events } => {
                    events.iter().for_each(|event| self.state.change(event));
                    self.unstrike(*command, events);
                }
                event => {
                    self.state.change(event);
                    self.tell(stamp, event, &mut entries);
                    // What is taken back or brought back makes nobody forget: that would not come back with it.
                    if let Event::ExchangeDeclared { exchange } = event {
                        self.state.forget_old_exchanges(exchange.id);
                    } else if let Event::ExchangeMoved { id, .. }
                    | Event::ExchangeReread { id, .. } = event
                    {
                        self.state.forget_old_exchanges(*id);
                    }
                }
            }
        }
        self.state.watch_questions(record.at);
        self.remember(record, entries);
        self.end_redo(record, before.as_ref());
    }
}

impl State {
    /// Changes the state, without a word in the log.
    pub(super) fn change(&mut self, event: &Event) {
        match event {
            Event::Seated { seat, name, role } => {
                let (name, role) = (name.clone(), *role);
                // Those who run the table are never muted.
                let was = self.seats.get(seat).is_some_and(|seat| seat.muted);
                let muted = was && !role.runs_the_table();
                self.seats.insert(*seat, Seat { name, role, muted });
            }
            Event::Muted { seat, muted, .. } => {
                if let Some(seat) = self.seats.get_mut(seat) {
                    seat.muted = *muted;
                }
            }
            Event::Proposed { proposal, fate } => {
                self.proposals.retain(|it| it.id != proposal.id);
                if *fate == Fate::Made {
                    let at = self.proposals.partition_point(|it| it.id < proposal.id);
                    self.proposals.insert(at, (**proposal).clone());
                }
            }
            Event::Unseated { seat, .. } => {
                self.seats.remove(seat);
                self.proposals.retain(|proposal| proposal.by != *seat);
                self.own_dice.remove(seat);
            }
            Event::Dice(event) => self.fair.change(event),
            Event::OwnDice { seat, own: true } => _ = self.own_dice.insert(*seat),
            Event::OwnDice { seat, own: false } => _ = self.own_dice.remove(seat),
            Event::Titled { after, .. } => self.title.clone_from(after),
            Event::TableSet { after, .. } => {
                after.clone().put(&mut self.table);
                // Whatever is asked now has the new time from now on.
                if matches!(after, TableSetting::Countdown(_)) {
                    self.waits.clear();
                }
            }
            Event::TimeUp {
                exchange,
                slot,
                back,
                ..
            } => {
                let slots = self.waits.entry(*exchange).or_default();
                match back {
                    true => slots.remove(slot),
                    false => slots.insert(slot.clone(), Wait::Up),
                };
            }
            Event::HouseRuleSet { key, after, .. } => {
                if let Some((spec, after)) = House::meant(self.rules().settings(), key, after) {
                    self.house.put(spec, after);
                }
            }
            Event::Added {
                combatant,
                place,
                ties,
            } => self.come(combatant, *place, ties),
            Event::Opened {
                seats,
                own_dice,
                house,
                table,
                unseen,
            } => {
                self.seats.clone_from(seats);
                self.own_dice.clone_from(own_dice);
                self.house.clone_from(house);
                self.table.clone_from(table);
                self.unseen = *unseen;
            }
            Event::Brought {
                combatant, place, ..
            } => self.arrive(combatant, *place),
            Event::Removed { combatant, .. } => self.go(combatant.id),
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
            } => (self.turn.all, self.turn.players) = (*after, *public_after),
            Event::Situated {
                from,
                to,
                key,
                after,
                ..
            } => self.ties.situate((*from, *to), key, *after),
            Event::Covered { cover, after, .. } => match after {
                Some(after) => _ = self.covers.insert(*cover, (**after).clone()),
                None => _ = self.covers.remove(cover),
            },
            Event::Held {
                by,
                on,
                key,
                after,
                felt,
                ..
            } => self.ties.hold((*by, *on), key, (*after, *felt)),
            Event::ExchangeDeclared { exchange } => {
                self.exchanges.retain(|other| other.id != exchange.id);
                self.exchanges.push((**exchange).clone().into());
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
            }
            Event::Spared { id, after, .. } => {
                match after {
                    Some(after) => self.spared.insert(*id, (**after).clone()),
                    None => self.spared.remove(id),
                };
            }
            Event::ExchangeReread { id, after, .. } => {
                if let Some(exchange) = self.exchange_mut(*id) {
                    exchange.set_tail(after);
                }
            }
            event => self.change_combatant(event),
        }
    }

    /// Changes the state by an event and by those within it, without a word in the log.
    pub(super) fn change_all(&mut self, event: &Event) {
        match event {
            Event::Undone { events, .. } | Event::Redone { events, .. } => {
                events.iter().for_each(|event| self.change(event));
            }
            event => self.change(event),
        }
    }

    /// What an event changes about one combatant; nothing of what has been changed above, and of
    /// what is only told.
    fn change_combatant(&mut self, event: &Event) {
        match event {
            Event::Edited { id, after, .. } => self.with(*id, |it| after.put(it)),
            Event::Renamed { id, after, .. } => {
                self.with(*id, |it| (it.name, it.label) = after.clone());
                self.use_up_label_of(*id);
            }
            Event::Veiled {
                id,
                hidden,
                after,
                turn,
                ..
            } => {
                self.with(*id, |it| (it.hidden, it.label) = (*hidden, *after));
                if let Some((_, known)) = turn {
                    self.turn.players = *known;
                }
                self.use_up_label_of(*id);
            }
            Event::Grouped { members } => {
                for member in members {
                    let after = member.after.clone();
                    self.with(member.id, |it| (it.group, it.initiative) = after);
                }
            }
            Event::InitiativeRolled { id, after, .. } => {
                self.with(*id, |it| it.initiative.clone_from(after));
            }
            Event::Reranked { id, after, .. } => self.with(*id, |it| it.rerank(after)),
            Event::Refreshed { id, after, .. } => {
                self.with(*id, |it| (it.initiative, it.now) = after.clone());
            }
            Event::Intended { id, after, .. } => self.with(*id, |it| it.intend(after)),
            Event::Harmed { id, after, .. } | Event::Marked { id, after, .. } => {
                self.with(*id, |it| it.track = *after);
            }
            Event::Spent {
                id, pool, after, ..
            } => self.with(*id, |it| it.set_spent(pool, *after)),
            Event::Conditioned { id, key, after, .. } => {
                self.with(*id, |it| it.set_condition(key, *after));
            }
            Event::DueChanged { id, after, .. } => self.with(*id, |it| it.due.clone_from(after)),
            Event::Equipped {
                id, item, after, ..
            } => self.with(*id, |it| it.equip(*item, after.as_deref())),
            Event::ItemChanged {
                id,
                item,
                key,
                after,
                ..
            } => self.with_item(*id, *item, |item| item.set_number(key, *after)),
            Event::Carried {
                id, item, after, ..
            } => self.with_item(*id, *item, |item| item.carried = *after),
            Event::SheetChanged {
                id, edit, track, ..
            } => self.with(*id, |it| it.edit_sheet(edit, *track)),
            Event::Counted { id, key, by } => self.with(*id, |it| it.count(key, *by)),
            Event::Rolled(roll) => {
                if let Some(id) = roll.id {
                    let counts = roll.counts.iter();
                    self.with(id, |it| counts.for_each(|key| it.count(key, 1)));
                }
            }
            Event::Aborted {
                id, changed: false, ..
            } => self.with(*id, |it| it.count(ABORT_FAILED, 1)),
            Event::Seated { .. }
            | Event::Unseated { .. }
            | Event::Muted { .. }
            | Event::Proposed { .. }
            | Event::OwnDice { .. }
            | Event::Dice(_)
            | Event::Titled { .. }
            | Event::TableSet { .. }
            | Event::TimeUp { .. }
            | Event::HouseRuleSet { .. }
            | Event::Added { .. }
            | Event::Removed { .. }
            | Event::Moved { .. }
            | Event::Sorted { .. }
            | Event::TurnChanged { .. }
            | Event::Situated { .. }
            | Event::Covered { .. }
            | Event::Held { .. }
            | Event::ExchangeDeclared { .. }
            | Event::ExchangeWithdrawn { .. }
            | Event::ExchangeMoved { .. }
            | Event::ExchangeReread { .. }
            | Event::Spared { .. }
            | Event::Aborted { .. }
            | Event::InitiativeOffered { .. }
            | Event::Said { .. }
            | Event::SceneEnded
            | Event::Opened { .. }
            | Event::Brought { .. }
            | Event::TimePassed { .. }
            | Event::Told { .. }
            | Event::Undone { .. }
            | Event::Redone { .. } => {}
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
}
