//! Decides commands, answers questions, and lets deadlines expire.

use std::time::Duration;

use rules::base::id::{CommandId, SeatId};
use rules::base::seat::Actor;
use rules::dice_proof::{Hex, Nonce, Thrower};
use rules::encounter::{
    Command, IssuedCommand, Question, Record, Refusal, Reply, answer_question, decide,
    decide_with_proof,
};
use rules::wire::{self, Durability, NotDoneReason, QuestionReply};
use tracing::Instrument as _;

use super::class_feed::encode;
use super::load::is_in_log;
use super::pending::PendingOp;
use super::state::{
    AnswerTarget, IDLE_TIMEOUT, PendingAnswer, RateBudgets, Requester, Room, RoomBroken,
};
use super::{ReceivedAt, SocketId};
use crate::http::limits::{COMMANDS, QUESTIONS};
use crate::http::rate::Bucket;
use crate::store::{EncounterStage, Seat, StoreError};

/// Shortest pause before the room checks deadlines again.
const DEADLINE_INTERVAL: Duration = Duration::from_millis(100);

impl Room {
    /// Whether a question's deadline may expire before the next request.
    pub(super) fn has_deadline(&self) -> bool {
        self.durability() == Durability::Everything && self.encounter.next_deadline().is_some()
    }

    /// Returns the time until the next deadline of a question expires, within the limits of a
    /// sensible pause.
    pub(super) fn time_to_deadline(&self) -> Duration {
        let next = self.encounter.next_deadline().unwrap_or(u64::MAX);
        let left = Duration::from_millis(next.saturating_sub(self.clock.now()));
        // The clock may be set back meanwhile; and a deadline that cannot be decided must not be tried all the time.
        left.clamp(DEADLINE_INTERVAL, IDLE_TIMEOUT)
    }

    /// Decides every question of an exchange whose deadline has passed, as the table's settings
    /// say.
    pub(super) fn expire_overdue(&mut self) {
        if self.durability() != Durability::Everything {
            return;
        }
        for (exchange, slot) in self.encounter.overdue_questions(self.clock.now()) {
            let given = IssuedCommand {
                id: self.chance.new_command_id(),
                by: Actor::Server,
                command: Command::TimeUp { exchange, slot },
            };
            // A previous timeout may have ended what this question was about.
            if let Err(why) = self.accept(&given) {
                tracing::debug!(%why, "a question whose time is up is not asked any more");
            }
        }
    }

    /// Returns the rate limits of a seat with what is left of them.
    pub(super) fn budgets(&mut self, seat: SeatId) -> &mut RateBudgets {
        self.budgets.entry(seat).or_insert_with(|| RateBudgets {
            commands: Bucket::full(),
            joins: Bucket::full(),
            questions: Bucket::full(),
            repairs: Bucket::full(),
        })
    }

    /// Returns the refusal for a seat that has used up its quota of storage; `None` if it may
    /// write. The refusal is not remembered: the same command may be sent again.
    pub(super) fn quota_refusal(&self, seat: SeatId) -> Option<NotDoneReason> {
        let runs = |seat| {
            let known = self.encounter.seat(seat);
            known.is_some_and(|known| known.role.can_run_table())
        };
        let (size, demo) = (&self.size.0, self.size.1);
        let quotas = self.rooms.quotas();
        quotas.refusal((size, demo), seat, runs, self.clock.now())
    }

    /// Looks up in the store whether a command was accepted long ago, and returns whether that is
    /// known now. A seat has only as many look-ups as commands.
    ///
    /// # Errors
    ///
    /// [`StoreError`] where the store is not available: then no true answer can be given.
    async fn look_up_command(&mut self, seat: SeatId, id: CommandId) -> Result<bool, StoreError> {
        if !self.answers.needs_lookup(id) {
            return Ok(true);
        }
        if !self.budgets(seat).commands.take(COMMANDS) {
            return Ok(false);
        }
        self.mark_if_done(id).await?;
        Ok(true)
    }

    /// Remembers a command as accepted if the store has it.
    pub(super) async fn mark_if_done(&mut self, id: CommandId) -> Result<(), StoreError> {
        if self.answers.needs_lookup(id) && is_in_log(self.scene.id, id, &*self.store).await? {
            self.answers.mark_accepted(id);
        }
        Ok(())
    }

    /// Handles a command received over a websocket at the time `came`.
    pub(super) async fn handle_socket_command(
        &mut self,
        (socket, came): (SocketId, ReceivedAt),
        id: CommandId,
        command: Command,
    ) {
        let Some(seat) = self.connections.get(socket).map(|guest| guest.seat) else {
            return;
        };
        match self.look_up_command(seat, id).await {
            Ok(is_sure) => self.decide_socket_command((socket, came), (id, is_sure), command),
            // The browser sends it again, to a room that can look it up.
            Err(error) => {
                tracing::warn!(%error, "whether a command was accepted cannot be looked up");
                self.connections.close(socket, wire::close::STARTING_OVER);
            }
        }
    }

    /// Handles a command received with a form.
    ///
    /// # Errors
    ///
    /// [`RoomBroken`] where the room has to start over.
    pub(super) async fn handle_form_command(
        &mut self,
        asker: Requester,
        seat: &Seat,
        id: CommandId,
        command: Command,
    ) -> Result<(), RoomBroken> {
        let looked_up = self.look_up_command(seat.id, id).await;
        let was_kept = self.is_committed(id);
        let answer = match looked_up {
            Ok(true) => {
                let span = asker.came.span.clone();
                self.decide_form_command(seat, id, command)
                    .instrument(span)
                    .await?
            }
            Ok(false) => Err(NotDoneReason::TooFast),
            Err(_) => Err(NotDoneReason::NotKept),
        };
        match was_kept && answer.is_ok() {
            true => self.send_answer(asker, id, answer),
            false => self
                .pending_answers
                .push(PendingAnswer { asker, id, answer }),
        }
        Ok(())
    }

    /// Decides a command received over a websocket, unless it is not sure (`is_sure`) whether it
    /// was accepted long ago. The browser then has to send it again.
    fn decide_socket_command(
        &mut self,
        (socket, came): (SocketId, ReceivedAt),
        (id, is_sure): (CommandId, bool),
        command: Command,
    ) {
        let span = came.span.clone();
        let _within = span.enter();
        let to = AnswerTarget::Socket(socket);
        let asker = Requester { to, came };
        let (known, not) = (self.answers.answer_to(id), self.durability_refusal());
        let Some(guest) = self.connections.get(socket) else {
            return;
        };
        if let Some(answer) = known {
            guest.throttle.release(id);
            // A repeated command that was committed long ago does not depend on the next commit.
            return match self.is_committed(id) {
                true => self.send_answer(asker, id, answer),
                false => self
                    .pending_answers
                    .push(PendingAnswer { asker, id, answer }),
            };
        }
        if let Some(why) = not {
            self.announce_durability(self.durability());
            let answer = Err(why);
            return self
                .pending_answers
                .push(PendingAnswer { asker, id, answer });
        }
        let (seat, in_turn) = (guest.seat, guest.throttle.allows(id));
        let in_time = is_sure && in_turn && self.budgets(seat).commands.take(COMMANDS);
        if let Some(guest) = self.connections.get(socket) {
            match in_time {
                true => guest.throttle.release(id),
                false => guest.throttle.hold(id),
            }
        }
        let answer = match in_time {
            true => self.decide_for_seat(seat, (id, true), command),
            false => Err(NotDoneReason::TooFast),
        };
        self.pending_answers
            .push(PendingAnswer { asker, id, answer });
    }

    /// Whether a command was accepted and committed.
    pub(super) fn is_committed(&self, id: CommandId) -> bool {
        let is_fresh = self.uncommitted.iter().any(|record| record.command == id);
        self.answers.answer_to(id) == Some(Ok(())) && !is_fresh
    }

    /// Decides a command of a seat that came with a form and not over a socket.
    async fn decide_form_command(
        &mut self,
        seat: &Seat,
        id: CommandId,
        command: Command,
    ) -> Result<Result<(), NotDoneReason>, RoomBroken> {
        if let Some(why) = self.durability_refusal() {
            return Ok(Err(why));
        }
        if self.admit_to_stay(seat).await?.is_none() {
            if self.is_log_unreadable {
                return Ok(Err(NotDoneReason::NotKept));
            }
            let over = self.scene.stage == EncounterStage::Over;
            return Ok(Err(NotDoneReason::Refused(match over {
                true => Refusal::Overtaken,
                false => Refusal::NoSeat,
            })));
        }
        if let Some(answer) = self.answers.answer_to(id) {
            return Ok(answer);
        }
        Ok(match self.budgets(seat.id).commands.take(COMMANDS) {
            true => self.decide_for_seat(seat.id, (id, false), command),
            false => Err(NotDoneReason::TooFast),
        })
    }

    /// Decides a command of a seat and remembers the answer; `by_browser` says that the seat's
    /// browser chose its id. Such an id is the browser's contribution to the dice.
    pub(super) fn decide_for_seat(
        &mut self,
        seat: SeatId,
        (id, by_browser): (CommandId, bool),
        command: Command,
    ) -> Result<(), NotDoneReason> {
        let given = IssuedCommand {
            id,
            by: Actor::Seat(seat),
            command,
        };
        if let Some(why) = self.quota_refusal(seat) {
            return Err(why);
        }
        // A refusal and its reason would tell spectators of the present.
        if self.sees_delayed(seat) && !matches!(given.command, Command::Unseat { .. }) {
            return Err(NotDoneReason::Refused(Refusal::NotAllowed));
        }
        let nonce = by_browser.then(|| Hex(id.to_bytes()));
        let answer = self
            .accept_with_nonce(&given, nonce)
            .map_err(NotDoneReason::Refused);
        if let Err(why) = &answer {
            self.answers.mark_refused(id, why.clone());
        }
        self.push_pending(PendingOp::Command(Box::new(given), nonce));
        answer
    }

    /// Answers a question of a seat on the socket it came from.
    pub(super) fn answer_question(&mut self, socket: SocketId, no: u32, question: &Question) {
        let Some(seat) = self.connections.get(socket).map(|guest| guest.seat) else {
            return;
        };
        let in_time = self.budgets(seat).questions.take(QUESTIONS);
        let reply = match in_time {
            true => answer_question(self.encounter_known_to(seat), Actor::Seat(seat), question),
            false => Reply::TooFast,
        };
        if let Some(message) = encode(&QuestionReply::Reply(no, reply)) {
            self.connections.send_to(socket, message);
        }
    }

    /// Decides a command and applies it in memory, unless it is refused. Nobody else sees it before
    /// it is committed.
    pub(super) fn accept(&mut self, given: &IssuedCommand) -> Result<(), Refusal> {
        self.accept_with_nonce(given, None)
    }

    /// Decides and applies a command as [`Room::accept`] does, with `nonce`, the browser's
    /// contribution to the dice.
    pub(super) fn accept_with_nonce(
        &mut self,
        given: &IssuedCommand,
        nonce: Option<Nonce>,
    ) -> Result<(), Refusal> {
        // An encounter that was over and continues may need a new commitment.
        self.commit_dice();
        let mut other = self.chance.dice(given.id);
        let events = match self.secrets.sources() {
            Some(sources) if !self.chance.is_scripted() => {
                let rolls_of = |roller| self.encounter.roll_count(roller);
                let of = (self.scene.dice, rolls_of);
                let thrower = Thrower::new(of, (given.by, nonce), sources, &mut *other);
                decide_with_proof(&self.encounter, given, thrower)?
            }
            _ => decide(&self.encounter, given, &mut *other)?,
        };
        let record = Record {
            at: self.clock.now(),
            by: given.by,
            command: given.id,
            events,
        };
        self.apply_record(record);
        // The last roll of an epoch ends it, and its rolls can be verified.
        self.commit_dice();
        Ok(())
    }

    /// Applies a record to the encounter and queues it for the next commit.
    pub(super) fn apply_record(&mut self, record: Record) {
        self.encounter.apply(&record);
        if self.damaged.is_some() {
            // Nothing is added to a damaged log.
            return;
        }
        self.answers.mark_accepted(record.command);
        self.uncommitted.push(record);
    }
}
