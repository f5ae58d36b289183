//! Changes of a view: the difference between two views of one class, as sent to browsers.

use serde::{Deserialize, Serialize};

use super::ask::AskViews;
use super::clock::ClockView;
use super::components::{HoldView, LogLineView, ProposalView, SeatView, UndoOffer};
use super::exchange::ExchangeView;
use super::row::CombatantRow;
use super::scene::{SceneMove, SceneView, apply_moves, diff_moves};
use super::table_screen::ScreenView;
use super::view::View;
use crate::base::id::{CombatantId, CoverId, ExchangeId, HandoutId, SeatId};
use crate::base::late::Late;
use crate::base::sorted_map::{Map, Set};
use crate::character::parameters::Parameters;
use crate::character::track::Track;
use crate::encounter::combatant::Turn;
use crate::encounter::combatant::relations::Situation;
use crate::encounter::limits::LOG_WINDOW;
use crate::encounter::safety::Boundary;
use crate::encounter::state::cover::Cover;
use crate::encounter::table_settings::TableSetting;
use crate::handout::Handout;
use crate::handout::HandoutShelf;
use crate::ruleset::Health;
use crate::ruleset::house_rules::HouseRules;

/// The parts of a view that are known to be unchanged.
#[derive(Default)]
pub(super) struct Unchanged {
    /// Ids of the unchanged rows.
    pub(super) rows: Set<CombatantId>,
    /// Ids of the unchanged exchanges.
    pub(super) exchanges: Set<ExchangeId>,
    /// Numbers of the unchanged log lines.
    pub(super) lines: Set<u32>,
}

/// Change of a viewer's view of the encounter, sent to clients in place of the whole view. The names on the wire are
/// short, because the commonest change, a clicked box, goes to all viewers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// The new title of the scene.
    Title(String),
    /// The new current turn.
    Turn(Turn),
    /// The new next turn.
    Next(Option<Turn>),
    /// The new groups that act at the same moment.
    Together(Vec<Vec<CombatantId>>),
    /// The new house rules.
    House(HouseRules),
    /// A combatant that is new or has changed in more than its health.
    Row(Box<CombatantRow>),
    /// A combatant's health: its id, the track, the penalty and states.
    #[serde(rename = "hp")]
    Health(CombatantId, Option<Track>, Health),
    /// A combatant that is no longer visible.
    Gone(CombatantId),
    /// The new initiative order.
    Order(Vec<CombatantId>),
    /// The new list of combatants on the bench.
    Bench(Vec<CombatantId>),
    /// The situation of the first combatant towards the second; empty when it is at its defaults again.
    Between(CombatantId, CombatantId, Parameters),
    /// The new map of covers.
    Covers(Map<CoverId, Cover>),
    /// The new list of holds.
    Holds(Vec<HoldView>),
    /// The new scene; `None` if there is none any more.
    Scene(Option<Late<SceneView>>),
    /// The moves in the scene.
    Moves(Late<Vec<SceneMove>>),
    /// The new clocks; `None` if there are none any more.
    Clocks(Option<Late<Vec<ClockView>>>),
    /// The new list of what the game leaves out; `None` if nothing is.
    Boundaries(Option<Late<Vec<Boundary>>>),
    /// A handout of the shelf that is new or has changed; `None` if it is gone.
    Handout(HandoutId, Option<Late<Handout>>),
    /// What the table screen shows now; `None` if nothing is chosen and no handout is on it.
    Screen(Option<Late<ScreenView>>),
    /// An exchange that is new or has changed.
    Exchange(Box<ExchangeView>),
    /// An exchange that is no longer shown.
    ExchangeGone(ExchangeId),
    /// The new list of asked rolls; `None` if there are none any more.
    Asks(AskViews),
    /// The new list of players' proposals.
    Proposals(Vec<ProposalView>),
    /// A seat that is new or has changed.
    Seat(SeatView),
    /// A seat that was removed.
    SeatGone(SeatId),
    /// A log line that is new or has changed, identified by its number.
    #[serde(rename = "log")]
    Line(Box<LogLineView>),
    /// A table setting that has changed.
    Table(TableSetting),
    /// The number of the current epoch with the server's commitment.
    Dice(String),
    /// Whether there is anything to undo.
    CanUndo(bool),
    /// The action that undo would affect for a seat; `None` if there is none.
    Undo(SeatId, Option<UndoOffer>),
    /// The action that redo would affect for a seat; `None` if there is none.
    Redo(SeatId, Option<UndoOffer>),
}

/// Returns the changes that turn the view `old` into the view `new`; empty if they are equal.
#[must_use]
pub fn diff(old: &View, new: &View) -> Vec<Change> {
    diff_except(old, new, &Unchanged::default())
}

/// Returns the changes from `old` to `new`, skipping the parts in `kept`, which `old` need not hold any more.
pub(super) fn diff_except(old: &View, new: &View, kept: &Unchanged) -> Vec<Change> {
    let mut changes = Vec::new();
    if old.title != new.title {
        changes.push(Change::Title(new.title.clone()));
    }
    diff_rows(old, new, kept, &mut changes);
    if old.order != new.order {
        changes.push(Change::Order(new.order.clone()));
    }
    if old.bench != new.bench {
        changes.push(Change::Bench(new.bench.clone()));
    }
    if old.turn != new.turn {
        changes.push(Change::Turn(new.turn));
    }
    if old.next != new.next {
        changes.push(Change::Next(new.next));
    }
    if old.together != new.together {
        changes.push(Change::Together(new.together.clone()));
    }
    if old.house != new.house {
        changes.push(Change::House(new.house.clone()));
    }
    changes.extend(situation_changes(&old.situation, &new.situation));
    if old.covers != new.covers {
        changes.push(Change::Covers(new.covers.clone()));
    }
    if old.holds != new.holds {
        changes.push(Change::Holds(new.holds.clone()));
    }
    diff_scene(old, new, &mut changes);
    if old.clocks != new.clocks {
        changes.push(Change::Clocks(new.clocks.clone()));
    }
    if old.boundaries != new.boundaries {
        changes.push(Change::Boundaries(new.boundaries.clone()));
    }
    diff_handouts(old, new, &mut changes);
    if old.screen != new.screen {
        changes.push(Change::Screen(new.screen.clone()));
    }
    diff_exchanges(old, new, kept, &mut changes);
    if old.asks != new.asks {
        changes.push(Change::Asks(new.asks.clone()));
    }
    if old.proposals != new.proposals {
        changes.push(Change::Proposals(new.proposals.clone()));
    }
    for seat in &new.seats {
        if !old.seats.contains(seat) {
            changes.push(Change::Seat(seat.clone()));
        }
    }
    let left = old
        .seats
        .iter()
        .filter(|seat| new.seats.iter().all(|other| other.id != seat.id));
    changes.extend(left.map(|seat| Change::SeatGone(seat.id)));
    diff_log(old, new, kept, &mut changes);
    let settings = new.table_settings().into_iter().zip(old.table_settings());
    let settings = settings.filter(|(now, before)| now != before);
    changes.extend(settings.filter_map(|(now, _)| now.map(Change::Table)));
    if old.dice != new.dice {
        changes.push(Change::Dice(new.dice.clone()));
    }
    if old.can_undo != new.can_undo {
        changes.push(Change::CanUndo(new.can_undo));
    }
    let offers = |old, new| offer_changes(old, new).into_iter();
    let undo = offers(&old.undo, &new.undo);
    changes.extend(undo.map(|(seat, offer)| Change::Undo(seat, offer)));
    let redo = offers(&old.redo, &new.redo);
    changes.extend(redo.map(|(seat, offer)| Change::Redo(seat, offer)));
    changes
}

/// Adds the changes of combatants' rows between two views: those that are new, have changed, or are gone.
fn diff_rows(old: &View, new: &View, kept: &Unchanged, changes: &mut Vec<Change>) {
    let rows = new.rows.iter().filter(|(id, _)| !kept.rows.contains(*id));
    for (id, row) in rows {
        match old.rows.get(id) {
            Some(before) if before == row => {}
            Some(before) if differs_only_in_health(before, row) => {
                changes.push(Change::Health(*id, row.track, row.health.clone()));
            }
            _ => changes.push(Change::Row(row.clone())),
        }
    }
    let gone = old.rows.keys().filter(|id| !new.rows.contains_key(id));
    changes.extend(gone.map(|id| Change::Gone(*id)));
}

/// Adds the changes of the scene between two views, which are moves alone where its places are the
/// same, otherwise all of it.
fn diff_scene(old: &View, new: &View, changes: &mut Vec<Change>) {
    match (&old.scene, &new.scene) {
        (None, None) => {}
        (Some(old), Some(new)) if old.plan == new.plan && old.draft == new.draft => {
            let moves = diff_moves(old, new);
            changes.extend((!moves.is_empty()).then(|| Change::Moves(Late::new(moves))));
        }
        (_, scene) => changes.push(Change::Scene(scene.clone())),
    }
}

/// Adds the handouts that are new, have changed, or are gone.
fn diff_handouts(old: &View, new: &View, changes: &mut Vec<Change>) {
    if old.handouts.is_none() && new.handouts.is_none() {
        return;
    }
    let empty = HandoutShelf::default();
    let before = old.handouts.as_deref().unwrap_or(&empty);
    let after = new.handouts.as_deref().unwrap_or(&empty);
    let different = after.differences(before).into_iter();
    changes.extend(different.map(|id| {
        let now = after.get(id).cloned();
        Change::Handout(id, now.map(Late::new))
    }));
}

/// Adds the changes of exchanges between two views: those that are new, have changed, or are gone.
fn diff_exchanges(old: &View, new: &View, kept: &Unchanged, changes: &mut Vec<Change>) {
    let exchanges = new.exchanges.iter();
    for (id, exchange) in exchanges.filter(|(id, _)| !kept.exchanges.contains(*id)) {
        if old.exchanges.get(id) != Some(exchange) {
            changes.push(Change::Exchange(Box::new(exchange.clone())));
        }
    }
    let gone = old.exchanges.keys();
    let gone = gone.filter(|id| !new.exchanges.contains_key(id));
    changes.extend(gone.map(|id| Change::ExchangeGone(*id)));
}

/// Adds the log lines that are new or have changed.
fn diff_log(old: &View, new: &View, kept: &Unchanged, changes: &mut Vec<Change>) {
    for line in new.log.iter().filter(|line| !kept.lines.contains(&line.no)) {
        let before = old.log.binary_search_by_key(&line.no, |old| old.no);
        if before.map(|at| &old.log[at]) != Ok(line) {
            changes.push(Change::Line(Box::new(line.clone())));
        }
    }
}

/// Returns the changes of the situation, pair by pair.
fn situation_changes(old: &Situation, new: &Situation) -> Vec<Change> {
    let none = Parameters::default();
    let pairs = |all: &Situation| -> Set<(CombatantId, CombatantId)> {
        let pairs = all
            .iter()
            .flat_map(|(from, all)| all.keys().map(|to| (*from, *to)));
        pairs.collect()
    };
    let at = |all: &Situation, (from, to): (CombatantId, CombatantId)| {
        let reading = all.get(&from).and_then(|all| all.get(&to));
        reading.unwrap_or(&none).clone()
    };
    let all = pairs(old).into_iter().chain(pairs(new));
    let all: Set<_> = all.collect();
    let changed = all
        .into_iter()
        .filter(|pair| at(old, *pair) != at(new, *pair));
    changed
        .map(|(from, to)| Change::Between(from, to, at(new, (from, to))))
        .collect()
}

/// Undo or redo actions by seat.
type UndoOffers = Map<SeatId, UndoOffer>;

/// Returns the seats whose undo or redo action has changed.
fn offer_changes(old: &UndoOffers, new: &UndoOffers) -> Vec<(SeatId, Option<UndoOffer>)> {
    let gone = old.keys().filter(|seat| !new.contains_key(seat));
    let gone = gone.map(|seat| (*seat, None));
    let other = new
        .iter()
        .filter(|(seat, offer)| old.get(seat) != Some(offer))
        .map(|(seat, offer)| (*seat, Some(*offer)));
    gone.chain(other).collect()
}

/// Sets or removes the undo or redo action of a seat.
fn set_offer(offers: &mut UndoOffers, seat: SeatId, now: Option<UndoOffer>) {
    match now {
        Some(now) => _ = offers.insert(seat, now),
        None => _ = offers.remove(&seat),
    }
}

/// Whether two rows differ in nothing but health.
fn differs_only_in_health(before: &CombatantRow, after: &CombatantRow) -> bool {
    let healed = CombatantRow {
        track: after.track,
        health: after.health.clone(),
        ..before.clone()
    };
    healed == *after
}

impl View {
    /// Applies one change to the view. A change of something that this view does not hold has no effect.
    pub fn apply_change(&mut self, change: &Change) {
        match change {
            Change::Title(title) => self.title.clone_from(title),
            Change::Turn(turn) => self.turn = *turn,
            Change::Next(next) => self.next = *next,
            Change::Together(together) => self.together.clone_from(together),
            Change::House(house) => self.house.clone_from(house),
            Change::Row(row) => {
                self.rows.insert(row.id, row.clone());
            }
            Change::Health(id, track, health) => {
                if let Some(row) = self.rows.get_mut(id) {
                    row.track = *track;
                    row.health = health.clone();
                }
            }
            Change::Gone(id) => {
                self.rows.remove(id);
            }
            Change::Order(order) => self.order.clone_from(order),
            Change::Bench(bench) => self.bench.clone_from(bench),
            Change::Between(from, to, reading) => {
                let all = self.situation.get_or_insert_default(*from);
                all.insert(*to, reading.clone());
                all.retain(|_, reading| !reading.is_plain());
                self.situation.retain(|_, all| !all.is_empty());
            }
            Change::Covers(covers) => self.covers.clone_from(covers),
            Change::Holds(holds) => self.holds.clone_from(holds),
            Change::Scene(scene) => self.scene.clone_from(scene),
            Change::Moves(moves) => {
                if let Some(scene) = &mut self.scene {
                    apply_moves(scene, moves);
                }
            }
            Change::Clocks(clocks) => self.clocks.clone_from(clocks),
            Change::Boundaries(all) => self.boundaries.clone_from(all),
            Change::Screen(screen) => self.screen.clone_from(screen),
            Change::Handout(id, now) => self.set_handout(*id, now.as_ref()),
            Change::Exchange(exchange) => {
                self.exchanges.insert(exchange.id, (**exchange).clone());
            }
            Change::ExchangeGone(id) => {
                self.exchanges.remove(id);
            }
            Change::Asks(asks) => self.asks.clone_from(asks),
            Change::Proposals(proposals) => self.proposals.clone_from(proposals),
            Change::Seat(seat) => match self.seats.binary_search_by_key(&seat.id, |old| old.id) {
                Ok(at) => self.seats[at] = seat.clone(),
                Err(at) => self.seats.insert(at, seat.clone()),
            },
            Change::SeatGone(id) => self.seats.retain(|seat| seat.id != *id),
            Change::Line(line) => {
                match self.log.binary_search_by_key(&line.no, |old| old.no) {
                    Ok(at) => self.log[at] = (**line).clone(),
                    Err(at) => self.log.insert(at, (**line).clone()),
                }
                let old = self.log.len().saturating_sub(LOG_WINDOW);
                self.log.drain(..old);
            }
            Change::Table(setting) => self.set_table_setting(setting.clone()),
            Change::Dice(binding) => self.dice.clone_from(binding),
            Change::CanUndo(can) => self.can_undo = *can,
            Change::Undo(seat, now) => set_offer(&mut self.undo, *seat, *now),
            Change::Redo(seat, now) => set_offer(&mut self.redo, *seat, *now),
        }
    }
}

impl View {
    /// Sets or removes a handout of the shelf.
    #[inline(never)]
    pub(super) fn set_handout(&mut self, id: HandoutId, now: Option<&Late<Handout>>) {
        let empty = || Late::new(HandoutShelf::default());
        let shelf = self.handouts.get_or_insert_with(empty);
        shelf.set(id, now.map(|now| (**now).clone()));
        if shelf.is_empty() {
            self.handouts = None;
        }
    }
}
