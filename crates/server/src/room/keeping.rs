//! Commits decided records to the store, then sends the changes and the answers.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use rules::encounter::feature::Unseated;
use rules::encounter::{Event, Record, Refusal};
use rules::id::{CommandId, SeatId};
use rules::seat::Actor;
use rules::wire::{self, FromServer, Keeps, Why};
use tokio::time::Instant;

use super::Came;
use super::class::encode;
use super::guests::Circle;
use super::memory::{Memory, pack};
use super::state::{AnswerTo, Asker, Broken, Room, SNAPSHOT_EVERY, Waiting};
use crate::meters;
use crate::store::{Append, Kept, Refusals, Revoked, SNAPSHOT_FORMAT, Size, Standing, StoreError};

/// Time for which a room whose log cannot be read keeps trying …
const READ_AGAIN: Duration = Duration::from_secs(10);
/// … and pause between its attempts.
const READ_AGAIN_EVERY: Duration = Duration::from_millis(100);

impl Room {
    /// Returns whether commands can be committed at present.
    pub(super) fn keeps(&self) -> Keeps {
        match self.damaged {
            Some(_) => Keeps::NothingMore,
            None if *self.keeping.borrow() => Keeps::Everything,
            None => Keeps::NothingNow,
        }
    }

    /// Sends the durability to all sockets if it differs from what they were last sent.
    pub(super) fn tell_what_is_kept(&mut self, keeps: Keeps) {
        if self.told_keeps == keeps {
            return;
        }
        self.told_keeps = keeps;
        if let Some(message) = encode(&FromServer::Keeps(keeps)) {
            self.guests.tell(None, &message);
        }
    }

    /// Returns why no command can be decided at present, if so.
    pub(super) fn why_not(&self) -> Option<Why> {
        match self.keeps() {
            Keeps::Everything => None,
            Keeps::NothingNow => Some(Why::NotKept),
            Keeps::NothingMore => Some(Why::Damaged),
        }
    }

    /// Commits what was decided, then sends the changes and the answers. Where another server wrote first, everything
    /// is decided again, as often as it takes.
    ///
    /// # Errors
    ///
    /// [`Broken`] where the room has to start over.
    pub(super) async fn keep(&mut self) -> Result<(), Broken> {
        let mut tries = 0;
        loop {
            let written = match self.fresh.is_empty() {
                true => self.refuse().await,
                false => self.write().await,
            };
            let overtaken = match written {
                Ok(()) => break,
                Err(StoreError::Conflict) if self.is_shared() => {
                    tries += 1;
                    self.decide_again(tries).await
                }
                Err(error) => Err(error),
            };
            match overtaken {
                Ok(()) => {}
                Err(error) if self.may_pass(&error) => {
                    tracing::debug!(%error, "nothing could be kept");
                    self.step_back().await?;
                    break;
                }
                Err(error) => {
                    tracing::error!(%error, encounter.id = %self.scene.id, "a room starts over: nothing could be kept");
                    return Err(Broken);
                }
            }
        }
        self.orders.clear();
        self.answer();
        Ok(())
    }

    /// Whether an error may go away by itself: the disk or the database is not available.
    fn may_pass(&self, error: &StoreError) -> bool {
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
    async fn refuse(&mut self) -> Result<(), StoreError> {
        let of = self.refused();
        if of.is_empty() || self.keeps() != Keeps::Everything {
            return Ok(());
        }
        let refusals = Refusals {
            encounter: self.scene.id,
            after: self.last,
            of,
            at: self.clock.now(),
        };
        self.store.refuse(refusals).await
    }

    /// Returns the refusals about to be sent; empty unless other servers write to the log as well.
    fn refused(&self) -> BTreeMap<CommandId, Refusal> {
        let refused = |it: &Waiting| match &it.answer {
            Err(Why::Refused(why)) => Some((it.id, why.clone())),
            _ => None,
        };
        match self.is_shared() {
            true => self.waiting.iter().filter_map(refused).collect(),
            false => BTreeMap::new(),
        }
    }

    /// Appends the uncommitted records to the log and sends the changes to all sockets.
    async fn write(&mut self) -> Result<(), StoreError> {
        let records = std::mem::take(&mut self.fresh);
        let again = (self.is_shared() || self.later.is_some()).then(|| records.clone());
        let count = records.len() as u64;
        let mut revoked: Vec<Revoked> = records.iter().flat_map(unseated).collect();
        revoked.retain(|it| !self.seats.revoked.contains(&it.seat));
        let gone: Vec<SeatId> = revoked.iter().map(|revoked| revoked.seat).collect();
        let wants_snapshot = self.last + count >= self.pictured + SNAPSHOT_EVERY;
        let append = Append {
            encounter: self.scene.id,
            after: self.last,
            records,
            standing: self.scene.standing,
            leaves: self.begins.flatten(),
            revoked,
            secrets: std::mem::take(&mut self.secrets.fresh),
            called: self.new_title(),
            becomes_current: self.begins.is_some(),
            snapshot: wants_snapshot.then(|| pack(&self.encounter)).flatten(),
            refused: self.refused(),
        };
        let records = again.unwrap_or_default();
        let size = match self.written(append).await {
            Ok(size) => size,
            Err(error) => {
                self.fresh = records;
                return Err(error);
            }
        };
        self.size.0.all = size.all;
        self.size.0.seats = size.seats.or(self.size.0.seats.take());
        self.settle();
        if self.is_shared() {
            let last = self.last + count;
            self.rooms.news().wrote(self.scene.id, last, &records);
        }
        self.put_off(records);
        // Nobody is sent a committed change while they believe that nothing is committed.
        self.tell_what_is_kept(Keeps::Everything);
        self.last += count;
        self.scene.called = Some(self.encounter.title().clone());
        if self.begins.take().is_some() {
            self.scene.standing = Standing::Current;
        }
        if wants_snapshot {
            self.pictured = self.last;
        }
        // A seat that was revoked by these records must not see what came with them.
        self.show_out(&gone);
        self.tell();
        self.answer();
        if !gone.is_empty() {
            self.rooms
                .gone_elsewhere(self.scene.table, self.scene.id, gone);
        }
        Ok(())
    }

    /// Appends to the store and waits. Sockets are told meanwhile if the store stops writing.
    pub(super) async fn written(&mut self, append: Append) -> Result<Size, StoreError> {
        let (store, mut keeping) = (Arc::clone(&self.store), self.keeping.clone());
        keeping.mark_unchanged();
        let mut writing = store.append(append);
        loop {
            tokio::select! {
                biased;
                written = &mut writing => return written,
                Ok(()) = keeping.changed() => self.tell_what_is_kept(self.keeps()),
            }
        }
    }

    /// Drops everything since the last commit and restores the encounter from the log. Requesters are answered
    /// [`Why::NotKept`]; nobody was shown anything of it.
    async fn step_back(&mut self) -> Result<(), Broken> {
        if self.is_shared() {
            self.step_back_to_what_is_kept().await;
            return Ok(());
        }
        self.tell_what_is_kept(Keeps::NothingNow);
        for Waiting { asker, id, .. } in std::mem::take(&mut self.waiting) {
            self.answer_one(asker, id, Err(Why::NotKept));
        }
        self.fresh.clear();
        let memory = match self.read_again().await {
            Ok(memory) if memory.last == self.last => memory,
            Ok(_) => {
                tracing::error!(encounter.id = %self.scene.id, "a room starts over: its log is another one");
                return Err(Broken);
            }
            Err(error) => {
                tracing::error!(%error, encounter.id = %self.scene.id, "a room starts over: its log cannot be read");
                return Err(Broken);
            }
        };
        self.encounter = memory.encounter;
        self.answers = memory.answers;
        self.secrets = memory.secrets;
        self.pictured = memory.pictured;
        self.damaged = memory.damaged;
        self.begins = None;
        Ok(())
    }

    /// Drops everything since the last commit where other servers write as well: the records may be in the log after
    /// all, and others may have continued from there.
    async fn step_back_to_what_is_kept(&mut self) {
        self.back_to_what_is_kept();
        let orders = std::mem::take(&mut self.orders);
        for order in &orders {
            self.forget_refusal(order);
        }
        self.tell_what_is_kept(Keeps::NothingNow);
        if let Err(error) = self.catch_up().await {
            tracing::debug!(%error, "a room could not look what became of what it wrote");
        }
        for Waiting { asker, id, .. } in std::mem::take(&mut self.waiting) {
            let answer = match self.is_kept(id) {
                true => Ok(()),
                false => Err(Why::NotKept),
            };
            self.answer_one(asker, id, answer);
        }
    }

    /// Loads the room from the store. While the disk is not available, tries again for a limited time.
    async fn read_again(&self) -> Result<Memory, StoreError> {
        let until = Instant::now() + READ_AGAIN;
        loop {
            let memory = Memory::read(&self.scene, &*self.store).await;
            if memory.is_ok() || self.keeps() == Keeps::Everything || Instant::now() >= until {
                return memory;
            }
            tokio::time::sleep(READ_AGAIN_EVERY).await;
        }
    }

    /// Sends each class its changes: one message a class, the same bytes for all of its sockets.
    pub(super) fn tell(&mut self) {
        for told in &mut self.told {
            if let Some(message) = told.follow(&self.shown, &self.encounter) {
                self.guests.tell(Some(Circle::Now(told.class())), &message);
            }
        }
        self.shown = self.encounter.clone();
        self.tell_later();
    }

    /// Sends all pending answers.
    pub(super) fn answer(&mut self) {
        for Waiting { asker, id, answer } in std::mem::take(&mut self.waiting) {
            self.answer_one(asker, id, answer);
        }
    }

    /// Sends the answer to a command to its requester.
    pub(super) fn answer_one(&mut self, asker: Asker, id: CommandId, answer: Result<(), Why>) {
        let Asker { to, came } = asker;
        self.note_answer(&came, &answer);
        let socket = match to {
            AnswerTo::Socket(socket) => socket,
            // A form that was closed meanwhile shows the outcome on its next page.
            AnswerTo::Form(form) => {
                _ = form.send(answer);
                return;
            }
        };
        let message = match answer {
            Ok(()) => FromServer::Done(id),
            Err(why) => FromServer::NotDone(id, why),
        };
        if let Some(message) = encode(&message) {
            self.guests.put(socket, message);
        }
    }

    /// Records the latency and the kind of an answer for the host. The command and the refusal's text are not logged:
    /// they are private to the table.
    fn note_answer(&self, came: &Came, answer: &Result<(), Why>) {
        let took = came.at.elapsed();
        self.rooms.meters().answered(took, answer);
        let took_us = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        let answer = answer.as_ref().map_or_else(meters::refusal, |()| "done");
        came.span
            .in_scope(|| tracing::debug!(answer, took_us, "a command was answered"));
    }

    /// Closes all sockets of a room whose memory differs from the store; they reconnect to a new room.
    pub(super) fn break_up(mut self) {
        for Waiting { asker, id, .. } in std::mem::take(&mut self.waiting) {
            self.answer_one(asker, id, Err(Why::NotKept));
        }
        self.guests
            .close_those(|_| Some(wire::close::STARTING_OVER));
    }

    /// Saves a snapshot of the encounter, unless the store has one of this very state.
    pub(super) async fn keep_snapshot(&mut self) {
        if self.last == self.pictured || self.keeps() != Keeps::Everything {
            return;
        }
        let Some(body) = pack(&self.encounter) else {
            return;
        };
        let kept = Kept {
            seq: self.last,
            format: SNAPSHOT_FORMAT.to_owned(),
            body,
        };
        match self.store.keep_snapshot(self.scene.id, kept).await {
            Ok(()) => self.pictured = self.last,
            Err(error) => {
                tracing::warn!(%error, "a snapshot could not be kept; the log will do");
            }
        }
    }
}

/// Returns the seats that a record revokes.
pub(super) fn unseated(record: &Record) -> impl Iterator<Item = Revoked> {
    let by = match record.by {
        Actor::Server => None,
        Actor::Seat(by) => Some(by),
    };
    record.events.iter().filter_map(move |event| match event {
        Event::Unseated(Unseated { seat, .. }) => Some(Revoked { seat: *seat, by }),
        _ => None,
    })
}
