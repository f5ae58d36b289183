//! Undo and redo: who can undo or redo what, and the effect on the log.
//!
//! What a player can do here follows only from what players see. Each event answers most questions for itself;
//! [`policy`] answers those that depend on the other events of the same command.

mod policy;

use self::policy::{
    brought_only, can_player_undo, coalesce_events, is_nobodys_event, is_reversible, is_reverted,
    is_undo_or_redo, rolls_dice, shares_subject, still_holds,
};
use crate::base::id::{CommandId, ExchangeId};
use crate::base::seat::Actor;
use crate::encounter::aggregate::encounter::Encounter;
use crate::encounter::aggregate::history::{UndoEntry, UndoResult, UndoneEntry};
use crate::encounter::event::{Event, Record};
use crate::encounter::feature::ExchangeMoved;
use crate::encounter::limits::LOG_WINDOW;
use crate::encounter::log::LogMessage;
use crate::encounter::refusal::Refusal;
use crate::encounter::view::{UndoOffer, View};
use crate::encounter::viewer::Viewer;

impl Encounter {
    /// Returns the action that this actor would undo, for storytellers the newest one that is
    /// unchanged since, for players their own newest one.
    ///
    /// # Errors
    /// [`Refusal::NothingToUndo`] or [`Refusal::ChangedSince`].
    pub(crate) fn undo_candidate(&self, by: Actor) -> Result<(&UndoEntry, UndoOffer), Refusal> {
        let viewer = self.viewer_of(by);
        let mut why = Refusal::NothingToUndo;
        for deed in self.history.deeds.iter().rev() {
            let may = if viewer.sees_hidden() {
                !deed.beyond
            } else {
                deed.own && deed.by == by
            };
            let Some(offer) = may.then(|| self.undo_offer(deed, viewer)).flatten() else {
                continue;
            };
            if self.is_unchanged(deed, viewer) {
                return Ok((deed, offer));
            }
            why = Refusal::ChangedSince;
            // A player may undo only their newest action; an older one would surprise
            // them.
            if !viewer.sees_hidden() {
                break;
            }
        }
        Err(why)
    }

    /// Whether a player has done something more recent than this action, as far as the log lines they read
    /// tell.
    pub(crate) fn has_acted_since(&self, by: Actor, deed: &UndoEntry) -> bool {
        let since = self.history.deeds.iter().rev();
        let mut since = since.take_while(|newer| newer.command() != deed.command());
        !self.can_run_table(by)
            && since
                .any(|newer| newer.by == by && self.undo_offer(newer, Viewer::PLAYERS).is_some())
    }

    /// Returns the action that ended an exchange, if it is unchanged since.
    pub(crate) fn rerun_candidate(&self, by: Actor, id: ExchangeId) -> Result<&UndoEntry, Refusal> {
        let deed = self.ending_entry(id).ok_or(Refusal::NothingToUndo)?;
        match self.is_unchanged(deed, self.viewer_of(by)) {
            true => Ok(deed),
            false => Err(Refusal::ChangedSince),
        }
    }

    /// Returns the action that answered the last question of an exchange; `None` while the exchange
    /// goes on.
    fn ending_entry(&self, id: ExchangeId) -> Option<&UndoEntry> {
        self.exchange(id).filter(|it| it.is_over())?;
        let ended = |event: &Event| match event {
            Event::ExchangeMoved(ExchangeMoved { id: of, back, .. }) => *of == id && !back,
            _ => false,
        };
        let mut deeds = self.history.deeds.iter().rev().map(|deed| &**deed);
        deeds.find(|deed| !deed.beyond && deed.events.iter().any(ended))
    }

    /// Returns the storytellers' number of the log line that tells of an exchange's end, from which they can
    /// rerun it.
    pub(crate) fn ending_log_line(&self, id: ExchangeId) -> Option<u32> {
        self.undo_offer(self.ending_entry(id)?, Viewer::STORYTELLER)
            .map(|offer| offer.line)
    }

    /// Whether everything an action did is still so, as far as this viewer knows.
    fn is_unchanged(&self, deed: &UndoEntry, viewer: Viewer) -> bool {
        // If an action changed the same thing several times, only the last change must still hold.
        let later = |n: usize| deed.events.get(n + 1..).unwrap_or_default();
        let stands = |(n, event): (usize, &Event)| {
            shares_subject(event, later(n)) || still_holds(self, viewer, event, &deed.events)
        };
        let whole = deed.events.iter().all(is_reversible);
        whole && deed.events.iter().enumerate().all(stands)
    }

    /// Returns the action that this actor would redo, which is the one undone last, for players by
    /// themselves.
    ///
    /// # Errors
    /// [`Refusal::NothingToRedo`] or [`Refusal::ChangedSince`].
    pub(crate) fn redo_candidate(&self, by: Actor) -> Result<(&UndoneEntry, UndoOffer), Refusal> {
        let viewer = self.viewer_of(by);
        let newest = self
            .history
            .undone
            .iter()
            .rev()
            .find(|it| match viewer.sees_hidden() {
                true => it.for_all,
                false => it.for_own && it.deed.by == by,
            });
        let newest = newest.ok_or(Refusal::NothingToRedo)?;
        let deed = &newest.deed;
        let offer = self
            .undo_offer(deed, viewer)
            .ok_or(Refusal::NothingToRedo)?;
        let earlier = |n: usize| deed.events.get(..n).unwrap_or_default();
        let before = |(n, event): (usize, &Event)| {
            shares_subject(event, earlier(n)) || is_reverted(self, viewer, event, &deed.events)
        };
        match deed.events.iter().enumerate().all(before) {
            true => Ok((newest, offer)),
            false => Err(Refusal::ChangedSince),
        }
    }

    /// Returns the log line that tells of an action, in the numbers of the viewer's class; `None` if the class
    /// reads no such line. An action without any line has the number 0, for storytellers.
    fn undo_offer(&self, deed: &UndoEntry, viewer: Viewer) -> Option<UndoOffer> {
        if viewer.sees_hidden() && deed.entries.is_empty() {
            return Some(UndoOffer { line: 0, more: 0 });
        }
        let first_read = self.log.kept.len().saturating_sub(LOG_WINDOW);
        let told = deed.entries.iter().filter_map(|no| {
            let at = self
                .log
                .kept
                .binary_search_by_key(no, |entry| entry.no)
                .ok()?;
            let entry = self.log.kept.get(at)?;
            let no = match viewer.sees_hidden() {
                true => (at >= first_read).then_some(entry.no),
                false => entry.public_no,
            };
            Some((no?, matches!(entry.what, LogMessage::WaitedTooLong { .. })))
        });
        let told: Vec<(u32, bool)> = told.collect();
        // A combatant that waited too long is a side note to the turn, which is told after it.
        let head = told.iter().find(|(_, aside)| !aside).or(told.first())?;
        let more = told.len().saturating_sub(1);
        Some(UndoOffer {
            line: head.0,
            more: u32::try_from(more).unwrap_or(u32::MAX),
        })
    }
}

impl Encounter {
    /// Adds a record to the undo history; `entries` are the log entries that tell of it, and
    /// `brought` those of them about clocks, conditions or handouts that a roll brings.
    pub(super) fn record_history(
        &mut self,
        record: &Record,
        mut entries: Vec<u32>,
        brought: Vec<u32>,
    ) {
        let lasting = record.events.iter().filter(|it| it.inverse().is_some());
        let events = coalesce_events(lasting);
        if events.is_empty() {
            return;
        }
        // Undo does not unroll dice: what they cost a player stays paid, unless a storyteller
        // gives it back.
        let own = !self.can_run_table(record.by)
            && can_player_undo(self, record, &events)
            && !record.events.iter().any(rolls_dice);
        // A roll stays, so only what it brought can be undone. That is the table's, not the player's who rolled: they
        // may not know of it.
        let by = match brought_only(&record.events, &events) {
            true => {
                entries = brought;
                Actor::Server
            }
            false => record.by,
        };
        let deed = UndoEntry::new(record.command, by, events);
        self.history.push(deed.with_log_entries(entries, own));
    }

    /// Strikes out the log lines of an undone command as undone by `by`; unless `all`, of a gesture
    /// (clicks in a row) only the click of this command.
    pub(super) fn strike_log_lines(
        &mut self,
        by: Actor,
        command: CommandId,
        inverse: &[Event],
        all: bool,
    ) {
        let own = !self.can_run_table(by);
        match self.history.undo_command(command, inverse, all, own) {
            None => {}
            Some(UndoResult::Whole(entries)) => {
                let name = self.actor_name(by).unwrap_or_default();
                self.set_undone_by(&entries, Some(&name));
            }
            Some(UndoResult::Click(entries)) => {
                let name = self.actor_name(by).unwrap_or_default();
                self.update_gesture_entries(&entries, &name);
            }
        }
    }

    /// Restores the log lines of a redone command.
    pub(super) fn restore_log_lines(&mut self, command: CommandId, events: &[Event]) {
        let entries = self.history.redo_command(command, events);
        self.set_undone_by(&entries, None);
    }

    /// Sets or clears the name of the person who undid these log entries.
    fn set_undone_by(&mut self, entries: &[u32], by: Option<&str>) {
        let told = self.log.kept.iter_mut();
        for entry in told.filter(|entry| entries.contains(&entry.no)) {
            entry.undone = by.map(str::to_owned);
        }
        self.log.private.set_undone_by(entries, by);
    }

    /// Returns the players' view, if it matters to what they can redo.
    pub(super) fn players_view_for_redo(&self) -> Option<View> {
        let matters = self.history.can_players_redo();
        matters.then(|| View::without_undo_offers(self, Viewer::PLAYERS))
    }

    /// Ends redo for everybody who has seen something happen; `before` is the players' view before the record.
    pub(super) fn expire_redo(&mut self, record: &Record, before: Option<&View>) {
        // Records that only serve the dice proof or safety are nobody's action, and whispers are none to those who do not
        // read them.
        let is_quiet = |event: &Event| match record.by {
            Actor::Server => is_nobodys_event(event),
            Actor::Seat(_) => matches!(event, Event::Whispered(_)),
        };
        if record.events.iter().all(is_quiet) {
            return;
        }
        let back_and_forth = record.events.iter().all(is_undo_or_redo);
        if !back_and_forth {
            self.history.end_redo_for_storytellers();
        }
        if before.is_some_and(|before| *before != View::without_undo_offers(self, Viewer::PLAYERS))
        {
            let goes_on = back_and_forth && !self.can_run_table(record.by);
            self.history
                .end_redo_for_players(goes_on.then_some(record.by));
        }
    }
}
