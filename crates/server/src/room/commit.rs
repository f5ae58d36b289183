//! Commits decided records to the store, then sends the changes and the answers.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use rules::base::id::{CommandId, SeatId};
use rules::base::seat::Actor;
use rules::encounter::feature::Unseated;
use rules::encounter::{Event, Record, Refusal};
use rules::wire::{self, Durability, NotDoneReason, ServerMessage};
use tokio::time::Instant;

use super::ReceivedAt;
use super::class_feed::encode;
use super::connections::Audience;
use super::load::{LoadedRoom, serialize_snapshot};
use super::state::{AnswerTarget, PendingAnswer, Requester, Room, RoomBroken, SNAPSHOT_EVERY};
use crate::metrics;
use crate::store::{
    Append, EncounterStage, Refusals, RevokedSeat, SNAPSHOT_FORMAT, Snapshot, StoreError,
    TableUsage,
};

/// Time for which a room whose log cannot be read keeps trying to read it.
const RELOAD_TIMEOUT: Duration = Duration::from_secs(10);
/// Pause between the attempts of a room to read its log.
const RELOAD_INTERVAL: Duration = Duration::from_millis(100);

impl Room {
    /// Returns whether commands can be stored now, or never again because of damage.
    pub(super) fn durability(&self) -> Durability {
        match self.damaged {
            Some(_) => Durability::NothingMore,
            None if *self.durability_watch.borrow() => Durability::Everything,
            None => Durability::NothingNow,
        }
    }

    /// Tells all sockets whether commands can be stored, unless they were last told the same.
    pub(super) fn announce_durability(&mut self, keeps: Durability) {
        if self.announced_durability == keeps {
            return;
        }
        self.announced_durability = keeps;
        if let Some(message) = encode(&ServerMessage::Keeps(keeps)) {
            self.connections.broadcast(None, &message);
        }
    }

    /// Returns why no command can be decided at present, if so.
    pub(super) fn durability_refusal(&self) -> Option<NotDoneReason> {
        match self.durability() {
            Durability::Everything => None,
            Durability::NothingNow => Some(NotDoneReason::NotKept),
            Durability::NothingMore => Some(NotDoneReason::Damaged),
        }
    }

    /// Commits what was decided, then sends the changes and the answers. Where another server wrote first, everything
    /// is decided again, as often as it takes.
    ///
    /// # Errors
    ///
    /// [`RoomBroken`] where the room has to start over.
    pub(super) async fn commit(&mut self) -> Result<(), RoomBroken> {
        let mut tries = 0;
        loop {
            let written = match self.uncommitted.is_empty() {
                true => self.record_refusals().await,
                false => self.write_records().await,
            };
            let overtaken = match written {
                Ok(()) => break,
                Err(StoreError::Conflict) if self.is_shared() => {
                    tries += 1;
                    self.rebase(tries).await
                }
                Err(error) => Err(error),
            };
            match overtaken {
                Ok(()) => {}
                Err(error) if self.is_transient(&error) => {
                    tracing::debug!(%error, "nothing could be kept");
                    self.roll_back().await?;
                    break;
                }
                Err(error) => {
                    tracing::error!(%error, encounter.id = %self.scene.id, "a room starts over: nothing could be kept");
                    return Err(RoomBroken);
                }
            }
        }
        self.pending_ops.clear();
        self.send_answers();
        Ok(())
    }

    /// Whether an error may go away by itself, because the disk or the database is not available.
    fn is_transient(&self, error: &StoreError) -> bool {
        match error {
            StoreError::NotKept => true,
            StoreError::Database(_) => self.is_shared(),
            StoreError::Conflict
            | StoreError::Gone
            | StoreError::Unreadable(_)
            | StoreError::Damaged(_)
            | StoreError::Altered(_)
            | StoreError::Closed => false,
        }
    }

    /// Writes the pending refusals to a shared store, so that every server gives the same answer.
    ///
    /// # Errors
    ///
    /// [`StoreError::Conflict`] where the log has grown since the refusals were decided.
    async fn record_refusals(&mut self) -> Result<(), StoreError> {
        let of = self.pending_refusals();
        if of.is_empty() || self.durability() != Durability::Everything {
            return Ok(());
        }
        let refusals = Refusals {
            encounter: self.scene.id,
            after: self.last_seq,
            by_command: of,
            at: self.clock.now(),
        };
        self.store.record_refusals(refusals).await
    }

    /// Returns the refusals about to be sent; empty unless other servers write to the log as well.
    fn pending_refusals(&self) -> BTreeMap<CommandId, Refusal> {
        let refused = |it: &PendingAnswer| match &it.answer {
            Err(NotDoneReason::Refused(why)) => Some((it.id, why.clone())),
            _ => None,
        };
        match self.is_shared() {
            true => self.pending_answers.iter().filter_map(refused).collect(),
            false => BTreeMap::new(),
        }
    }

    /// Appends the uncommitted records to the log and sends the changes to all sockets.
    async fn write_records(&mut self) -> Result<(), StoreError> {
        let records = std::mem::take(&mut self.uncommitted);
        let again = (self.is_shared() || self.delayed.is_some()).then(|| records.clone());
        let count = records.len() as u64;
        let mut revoked: Vec<RevokedSeat> = records.iter().flat_map(revoked_seats).collect();
        revoked.retain(|it| !self.seats.revoked.contains(&it.seat));
        let gone: Vec<SeatId> = revoked.iter().map(|revoked| revoked.seat).collect();
        let wants_snapshot = self.last_seq + count >= self.snapshot_seq + SNAPSHOT_EVERY;
        let append = Append {
            encounter: self.scene.id,
            after: self.last_seq,
            records,
            stage: self.scene.stage,
            left_encounter: self.begins_from.flatten(),
            revoked,
            secrets: std::mem::take(&mut self.secrets.unsaved),
            renamed_to: self.unsaved_title(),
            becomes_current: self.begins_from.is_some(),
            snapshot: wants_snapshot
                .then(|| serialize_snapshot(&self.encounter))
                .flatten(),
            refused: self.pending_refusals(),
        };
        let records = again.unwrap_or_default();
        let size = match self.append_and_wait(append).await {
            Ok(size) => size,
            Err(error) => {
                self.uncommitted = records;
                return Err(error);
            }
        };
        self.size.0.total = size.total;
        self.size.0.seats = size.seats.or(self.size.0.seats.take());
        self.mark_committed();
        if self.is_shared() {
            let last = self.last_seq + count;
            self.rooms
                .cluster()
                .announce_records(self.scene.id, last, &records);
        }
        self.queue_delayed(records);
        // Nobody is sent a committed change while they believe that nothing is committed.
        self.announce_durability(Durability::Everything);
        self.last_seq += count;
        self.scene.renamed_to = Some(self.encounter.title().clone());
        if self.begins_from.take().is_some() {
            self.scene.stage = EncounterStage::Current;
        }
        if wants_snapshot {
            self.snapshot_seq = self.last_seq;
        }
        // A seat that was revoked by these records must not see what came with them.
        self.close_revoked(&gone);
        self.send_changes();
        self.send_answers();
        if !gone.is_empty() {
            self.rooms
                .notify_seats_revoked(self.scene.table, self.scene.id, gone);
        }
        Ok(())
    }

    /// Appends records to the store and waits until they are durable. Sockets are told meanwhile if
    /// the store stops writing.
    pub(super) async fn append_and_wait(
        &mut self,
        append: Append,
    ) -> Result<TableUsage, StoreError> {
        let (store, mut keeping) = (Arc::clone(&self.store), self.durability_watch.clone());
        keeping.mark_unchanged();
        let mut writing = store.append(append);
        loop {
            tokio::select! {
                biased;
                written = &mut writing => return written,
                Ok(()) = keeping.changed() => self.announce_durability(self.durability()),
            }
        }
    }

    /// Drops everything since the last commit and restores the encounter from the log. Requesters are answered
    /// [`NotDoneReason::NotKept`]; nobody was shown anything of it.
    async fn roll_back(&mut self) -> Result<(), RoomBroken> {
        if self.is_shared() {
            self.roll_back_shared().await;
            return Ok(());
        }
        self.announce_durability(Durability::NothingNow);
        for PendingAnswer { asker, id, .. } in std::mem::take(&mut self.pending_answers) {
            self.send_answer(asker, id, Err(NotDoneReason::NotKept));
        }
        self.uncommitted.clear();
        let memory = match self.reload().await {
            Ok(memory) if memory.last_seq == self.last_seq => memory,
            Ok(_) => {
                tracing::error!(encounter.id = %self.scene.id, "a room starts over: its log is another one");
                return Err(RoomBroken);
            }
            Err(error) => {
                tracing::error!(%error, encounter.id = %self.scene.id, "a room starts over: its log cannot be read");
                return Err(RoomBroken);
            }
        };
        self.encounter = memory.encounter;
        self.answers = memory.answers;
        self.secrets = memory.secrets;
        self.snapshot_seq = memory.snapshot_seq;
        self.damaged = memory.damaged;
        self.begins_from = None;
        Ok(())
    }

    /// Drops everything uncommitted where other servers write as well, and reads what they wrote.
    /// The records may be in the log after all, and others may have continued from there.
    async fn roll_back_shared(&mut self) {
        self.reset_to_committed();
        let orders = std::mem::take(&mut self.pending_ops);
        for order in &orders {
            self.forget_refusal(order);
        }
        self.announce_durability(Durability::NothingNow);
        if let Err(error) = self.catch_up().await {
            tracing::debug!(%error, "a room could not look what became of what it wrote");
        }
        for PendingAnswer { asker, id, .. } in std::mem::take(&mut self.pending_answers) {
            let answer = match self.is_committed(id) {
                true => Ok(()),
                false => Err(NotDoneReason::NotKept),
            };
            self.send_answer(asker, id, answer);
        }
    }

    /// Loads the state of the room again from the store. While the disk is not available, tries
    /// again for a limited time.
    async fn reload(&self) -> Result<LoadedRoom, StoreError> {
        let until = Instant::now() + RELOAD_TIMEOUT;
        loop {
            let memory = LoadedRoom::load(&self.scene, &*self.store).await;
            if memory.is_ok()
                || self.durability() == Durability::Everything
                || Instant::now() >= until
            {
                return memory;
            }
            tokio::time::sleep(RELOAD_INTERVAL).await;
        }
    }

    /// Sends each class of readers the changes of its view, and then each seat what it alone is told. There is one
    /// message a class, with the same bytes for all of its sockets.
    pub(super) fn send_changes(&mut self) {
        for told in &mut self.feeds {
            if let Some(message) = told.advance(&self.last_sent, &self.encounter) {
                self.connections
                    .broadcast(Some(Audience::Live(told.class())), &message);
            }
        }
        let private = self.private_feeds.advance(&self.last_sent, &self.encounter);
        for (seat, message) in private {
            self.connections.send_to_seat(seat, &message);
        }
        self.last_sent = self.encounter.clone();
        self.send_delayed();
        self.send_safety();
    }

    /// Sends the answers to all commands that were decided since the last ones.
    pub(super) fn send_answers(&mut self) {
        for PendingAnswer { asker, id, answer } in std::mem::take(&mut self.pending_answers) {
            self.send_answer(asker, id, answer);
        }
    }

    /// Sends the answer to a command to its requester.
    pub(super) fn send_answer(
        &mut self,
        asker: Requester,
        id: CommandId,
        answer: Result<(), NotDoneReason>,
    ) {
        let Requester { to, came } = asker;
        self.record_answer_metrics(&came, &answer);
        let socket = match to {
            AnswerTarget::Socket(socket) => socket,
            // A form that was closed meanwhile shows the outcome on its next page.
            AnswerTarget::Form(form) => {
                _ = form.send(answer);
                return;
            }
        };
        let message = match answer {
            Ok(()) => ServerMessage::Done(id),
            Err(why) => ServerMessage::NotDone(id, why),
        };
        if let Some(message) = encode(&message) {
            self.connections.send_to(socket, message);
        }
    }

    /// Records in the metrics how long the answer to a command took, and of which kind it is. The
    /// command and the refusal's text are not logged: they are private to the table.
    fn record_answer_metrics(&self, came: &ReceivedAt, answer: &Result<(), NotDoneReason>) {
        let took = came.at.elapsed();
        self.rooms.meters().observe_answer(took, answer);
        let took_us = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        let answer = answer
            .as_ref()
            .map_or_else(metrics::refusal_kind, |()| "done");
        came.span
            .in_scope(|| tracing::debug!(answer, took_us, "a command was answered"));
    }

    /// Closes all sockets of a room that differs from the store, so that they join a new room.
    pub(super) fn close_broken(mut self) {
        for PendingAnswer { asker, id, .. } in std::mem::take(&mut self.pending_answers) {
            self.send_answer(asker, id, Err(NotDoneReason::NotKept));
        }
        self.connections
            .close_where(|_| Some(wire::close::STARTING_OVER));
    }

    /// Saves a snapshot of the encounter, unless the store has one of this very state.
    pub(super) async fn save_snapshot(&mut self) {
        if self.last_seq == self.snapshot_seq || self.durability() != Durability::Everything {
            return;
        }
        let Some(body) = serialize_snapshot(&self.encounter) else {
            return;
        };
        let kept = Snapshot {
            seq: self.last_seq,
            format: SNAPSHOT_FORMAT.to_owned(),
            body,
        };
        match self.store.save_snapshot(self.scene.id, kept).await {
            Ok(()) => self.snapshot_seq = self.last_seq,
            Err(error) => {
                tracing::warn!(%error, "a snapshot could not be kept; the log will do");
            }
        }
    }
}

/// Returns the seats that a record revokes.
pub(super) fn revoked_seats(record: &Record) -> impl Iterator<Item = RevokedSeat> {
    let by = match record.by {
        Actor::Server => None,
        Actor::Seat(by) => Some(by),
    };
    record.events.iter().filter_map(move |event| match event {
        Event::Unseated(Unseated { seat, .. }) => Some(RevokedSeat { seat: *seat, by }),
        _ => None,
    })
}
