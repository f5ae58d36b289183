//! What was decided is kept, and only then told.

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
use super::life::{AnswerTo, Asker, Broken, Room, SNAPSHOT_EVERY, Waiting};
use super::memory::{Memory, pack};
use crate::meters;
use crate::store::{Append, Kept, Refusals, Revoked, SNAPSHOT_FORMAT, Size, Standing, StoreError};

/// How long a room whose log cannot be read waits for its disk, and how often it looks.
const READ_AGAIN: Duration = Duration::from_secs(10);
const READ_AGAIN_EVERY: Duration = Duration::from_millis(100);

impl Room {
    /// Whether what is done here is kept.
    pub(super) fn keeps(&self) -> Keeps {
        match self.damaged {
            Some(_) => Keeps::NothingMore,
            None if *self.keeping.borrow() => Keeps::Everything,
            None => Keeps::NothingNow,
        }
    }

    /// Tells everybody whether what they do is kept, if they were told otherwise.
    pub(super) fn tell_what_is_kept(&mut self, keeps: Keeps) {
        if self.told_keeps == keeps {
            return;
        }
        self.told_keeps = keeps;
        if let Some(message) = encode(&FromServer::Keeps(keeps)) {
            self.guests.tell(None, &message);
        }
    }

    /// Why nothing is even decided, if that is so.
    pub(super) fn why_not(&self) -> Option<Why> {
        match self.keeps() {
            Keeps::Everything => None,
            Keeps::NothingNow => Some(Why::NotKept),
            Keeps::NothingMore => Some(Why::Damaged),
        }
    }

    /// Keeps what was decided, then tells everybody, then answers those who asked. Where others were first it
    /// is decided again, as often as it takes.
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

    /// Whether it may go well when it is tried again: the disk or the database is not there.
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

    /// Keeps what was refused, where others write as well: nobody is refused something by what was so a moment ago
    /// ([`StoreError::Conflict`] where the log has more than what a refusal was decided on), and nobody does it later.
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

    /// What is about to be refused, where others write as well.
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

    /// Writes what was decided, and tells everybody.
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
        // Nobody hears of something that is kept while they think that nothing is.
        self.tell_what_is_kept(Keeps::Everything);
        self.last += count;
        self.scene.called = Some(self.encounter.title().clone());
        if self.begins.take().is_some() {
            self.scene.standing = Standing::Current;
        }
        if wants_snapshot {
            self.pictured = self.last;
        }
        // Who is shown out hears nothing of what came with it.
        self.show_out(&gone);
        self.tell();
        self.answer();
        if !gone.is_empty() {
            self.rooms
                .gone_elsewhere(self.scene.table, self.scene.id, gone);
        }
        Ok(())
    }

    /// Waits until it is written. Should that take long, everybody is told meanwhile.
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

    /// Nothing of what was decided since the last time is kept: those who asked are told so, and the
    /// encounter is again as the log has it. Nobody was shown anything else.
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

    /// The same where others write as well: what was on its way may be in the log after all, and others may
    /// have gone on from there.
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

    /// Reads the log. Where the disk is gone altogether it cannot even be read: that is tried for a while.
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

    /// One message for each class, the same bytes for everybody in it.
    pub(super) fn tell(&mut self) {
        for told in &mut self.told {
            if let Some(message) = told.follow(&self.shown, &self.encounter) {
                self.guests.tell(Some(Circle::Now(told.class())), &message);
            }
        }
        self.shown = self.encounter.clone();
        self.tell_later();
    }

    pub(super) fn answer(&mut self) {
        for Waiting { asker, id, answer } in std::mem::take(&mut self.waiting) {
            self.answer_one(asker, id, answer);
        }
    }

    pub(super) fn answer_one(&mut self, asker: Asker, id: CommandId, answer: Result<(), Why>) {
        let Asker { to, came } = asker;
        self.note_answer(&came, &answer);
        let socket = match to {
            AnswerTo::Socket(socket) => socket,
            // A form that is gone by now sees on its next page what came of it.
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

    /// How long an answer took and of what kind it is, for the host: what was asked and refused is none of theirs.
    fn note_answer(&self, came: &Came, answer: &Result<(), Why>) {
        let took = came.at.elapsed();
        self.rooms.meters().answered(took, answer);
        let took_us = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        let answer = answer.as_ref().map_or_else(meters::refusal, |()| "done");
        came.span
            .in_scope(|| tracing::debug!(answer, took_us, "a command was answered"));
    }

    /// What is in memory is not what is on disk: everybody comes back to a room that is.
    pub(super) fn break_up(mut self) {
        for Waiting { asker, id, .. } in std::mem::take(&mut self.waiting) {
            self.answer_one(asker, id, Err(Why::NotKept));
        }
        self.guests
            .close_those(|_| Some(wire::close::STARTING_OVER));
    }

    /// Keeps a snapshot for next time, unless there is one of this very state.
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

/// The seats that are gone by a record.
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
