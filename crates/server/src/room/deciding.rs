//! Decides commands, answers questions, and lets deadlines expire.

use std::time::Duration;

use rules::encounter::{
    Command, Given, Question, Record, Refusal, Reply, decide, decide_fairly, reply,
};
use rules::fair::{Hex, Nonce, Thrower};
use rules::id::{CommandId, SeatId};
use rules::seat::Actor;
use rules::wire::{self, Keeps, ToAsker, Why};
use tracing::Instrument as _;

use super::class::encode;
use super::memory::is_done;
use super::pending::Order;
use super::state::{AnswerTo, Asker, Broken, IDLE, Paces, Room, Waiting};
use super::{Came, SocketId};
use crate::http::limits::{COMMANDS, QUESTIONS};
use crate::http::rate::Bucket;
use crate::store::{Seat, Standing, StoreError};

/// Shortest pause before the room checks deadlines again.
const TIME_UP_EVERY: Duration = Duration::from_millis(100);

impl Room {
    /// Whether a deadline of the encounter may expire before the next request.
    pub(super) fn waits_for_time_up(&self) -> bool {
        self.keeps() == Keeps::Everything && self.encounter.next_time_up().is_some()
    }

    /// Returns the time until the next deadline expires, within the limits of a sensible pause.
    pub(super) fn until_time_up(&self) -> Duration {
        let next = self.encounter.next_time_up().unwrap_or(u64::MAX);
        let left = Duration::from_millis(next.saturating_sub(self.clock.now()));
        // The clock may be set back meanwhile; and a deadline that cannot be decided must not be tried all the time.
        left.clamp(TIME_UP_EVERY, IDLE)
    }

    /// Decides every question whose deadline has passed, as the table's settings say.
    pub(super) fn answer_overdue(&mut self) {
        if self.keeps() != Keeps::Everything {
            return;
        }
        for (exchange, slot) in self.encounter.overdue(self.clock.now()) {
            let given = Given {
                id: self.chance.command(),
                by: Actor::Server,
                command: Command::TimeUp { exchange, slot },
            };
            // A previous timeout may have ended what this question was about.
            if let Err(why) = self.accept(&given) {
                tracing::debug!(%why, "a question whose time is up is not asked any more");
            }
        }
    }

    /// Returns the rate budgets of a seat.
    pub(super) fn paces(&mut self, seat: SeatId) -> &mut Paces {
        self.paces.entry(seat).or_insert_with(|| Paces {
            commands: Bucket::full(),
            joins: Bucket::full(),
            questions: Bucket::full(),
            repairs: Bucket::full(),
        })
    }

    /// Returns the refusal for a seat that has used up its quota. The refusal is not remembered: the same command may
    /// be sent again.
    pub(super) fn too_much(&self, seat: SeatId) -> Option<Why> {
        let runs = |seat| {
            let known = self.encounter.seat(seat);
            known.is_some_and(|known| known.role.runs_the_table())
        };
        let (size, demo) = (&self.size.0, self.size.1);
        let quotas = self.rooms.quotas();
        quotas.refuse((size, demo), seat, runs, self.clock.now())
    }

    /// Looks up in the store whether a command was accepted long ago, if that is possible. Returns whether it is
    /// known now: a seat has only as many look-ups as commands.
    ///
    /// # Errors
    ///
    /// [`StoreError`] where the store is not available: then no true answer can be given.
    async fn look_up(&mut self, seat: SeatId, id: CommandId) -> Result<bool, StoreError> {
        if !self.answers.is_unsure(id) {
            return Ok(true);
        }
        if !self.paces(seat).commands.take(COMMANDS) {
            return Ok(false);
        }
        self.find_done(id).await?;
        Ok(true)
    }

    /// Remembers a command as accepted if the store has it.
    pub(super) async fn find_done(&mut self, id: CommandId) -> Result<(), StoreError> {
        if self.answers.is_unsure(id) && is_done(self.scene.id, id, &*self.store).await? {
            self.answers.done(id);
        }
        Ok(())
    }

    /// Handles a command received over a socket.
    pub(super) async fn hear_command(
        &mut self,
        (socket, came): (SocketId, Came),
        id: CommandId,
        command: Command,
    ) {
        let Some(seat) = self.guests.get(socket).map(|guest| guest.seat) else {
            return;
        };
        match self.look_up(seat, id).await {
            Ok(is_sure) => self.decide((socket, came), (id, is_sure), command),
            // The browser sends it again, to a room that can look it up.
            Err(error) => {
                tracing::warn!(%error, "whether a command was accepted cannot be looked up");
                self.guests.close(socket, wire::close::STARTING_OVER);
            }
        }
    }

    /// Handles a command received with a form.
    ///
    /// # Errors
    ///
    /// [`Broken`] where the room has to start over.
    pub(super) async fn hear_form(
        &mut self,
        asker: Asker,
        seat: &Seat,
        id: CommandId,
        command: Command,
    ) -> Result<(), Broken> {
        let looked_up = self.look_up(seat.id, id).await;
        let was_kept = self.is_kept(id);
        let answer = match looked_up {
            Ok(true) => {
                let span = asker.came.span.clone();
                self.give(seat, id, command).instrument(span).await?
            }
            Ok(false) => Err(Why::TooFast),
            Err(_) => Err(Why::NotKept),
        };
        match was_kept && answer.is_ok() {
            true => self.answer_one(asker, id, answer),
            false => self.waiting.push(Waiting { asker, id, answer }),
        }
        Ok(())
    }

    /// Decides a command received over a socket. Where it is unsure whether it was accepted long ago, it has to be
    /// sent again.
    fn decide(
        &mut self,
        (socket, came): (SocketId, Came),
        (id, is_sure): (CommandId, bool),
        command: Command,
    ) {
        let span = came.span.clone();
        let _within = span.enter();
        let to = AnswerTo::Socket(socket);
        let asker = Asker { to, came };
        let (known, not) = (self.answers.of(id), self.why_not());
        let Some(guest) = self.guests.get(socket) else {
            return;
        };
        if let Some(answer) = known {
            guest.held.let_go(id);
            // A repeated command that was committed long ago does not depend on the next commit.
            return match self.is_kept(id) {
                true => self.answer_one(asker, id, answer),
                false => self.waiting.push(Waiting { asker, id, answer }),
            };
        }
        if let Some(why) = not {
            self.tell_what_is_kept(self.keeps());
            let answer = Err(why);
            return self.waiting.push(Waiting { asker, id, answer });
        }
        let (seat, in_turn) = (guest.seat, guest.held.lets(id));
        let in_time = is_sure && in_turn && self.paces(seat).commands.take(COMMANDS);
        if let Some(guest) = self.guests.get(socket) {
            match in_time {
                true => guest.held.let_go(id),
                false => guest.held.hold(id),
            }
        }
        let answer = match in_time {
            true => self.ordered(seat, (id, true), command),
            false => Err(Why::TooFast),
        };
        self.waiting.push(Waiting { asker, id, answer });
    }

    /// Whether a command was accepted and committed.
    pub(super) fn is_kept(&self, id: CommandId) -> bool {
        let is_fresh = self.fresh.iter().any(|record| record.command == id);
        self.answers.of(id) == Some(Ok(())) && !is_fresh
    }

    /// Decides a command of a seat that came with a form and not over a socket.
    async fn give(
        &mut self,
        seat: &Seat,
        id: CommandId,
        command: Command,
    ) -> Result<Result<(), Why>, Broken> {
        if let Some(why) = self.why_not() {
            return Ok(Err(why));
        }
        if self.seat_here(seat).await?.is_none() {
            if self.is_blind {
                return Ok(Err(Why::NotKept));
            }
            let over = self.scene.standing == Standing::Over;
            return Ok(Err(Why::Refused(match over {
                true => Refusal::Overtaken,
                false => Refusal::NoSeat,
            })));
        }
        if let Some(answer) = self.answers.of(id) {
            return Ok(answer);
        }
        Ok(match self.paces(seat.id).commands.take(COMMANDS) {
            true => self.ordered(seat.id, (id, false), command),
            false => Err(Why::TooFast),
        })
    }

    /// Decides a command of a seat and remembers the answer. An id minted by the seat's browser is its contribution
    /// to the dice.
    pub(super) fn ordered(
        &mut self,
        seat: SeatId,
        (id, by_browser): (CommandId, bool),
        command: Command,
    ) -> Result<(), Why> {
        let given = Given {
            id,
            by: Actor::Seat(seat),
            command,
        };
        if let Some(why) = self.too_much(seat) {
            return Err(why);
        }
        // A refusal and its reason would tell spectators of the present.
        if self.sees_later(seat) && !matches!(given.command, Command::Unseat { .. }) {
            return Err(Why::Refused(Refusal::NotAllowed));
        }
        let nonce = by_browser.then(|| Hex(id.to_bytes()));
        let answer = self.accept_with(&given, nonce).map_err(Why::Refused);
        if let Err(why) = &answer {
            self.answers.refused(id, why.clone());
        }
        self.remember(Order::Given(Box::new(given), nonce));
        answer
    }

    /// Answers a question of a seat on the socket it came from.
    pub(super) fn reply(&mut self, socket: SocketId, no: u32, question: &Question) {
        let Some(seat) = self.guests.get(socket).map(|guest| guest.seat) else {
            return;
        };
        let in_time = self.paces(seat).questions.take(QUESTIONS);
        let reply = match in_time {
            true => reply(self.known_to(seat), Actor::Seat(seat), question),
            false => Reply::TooFast,
        };
        if let Some(message) = encode(&ToAsker::Reply(no, reply)) {
            self.guests.put(socket, message);
        }
    }

    /// Decides a command and applies it here unless it is refused. Nobody else sees it before it is committed.
    pub(super) fn accept(&mut self, given: &Given) -> Result<(), Refusal> {
        self.accept_with(given, None)
    }

    /// Decides and applies a command as [`Room::accept`] does, with the browser's contribution to the dice.
    pub(super) fn accept_with(
        &mut self,
        given: &Given,
        nonce: Option<Nonce>,
    ) -> Result<(), Refusal> {
        // An encounter that was over and continues may need a new commitment.
        self.bind_dice();
        let mut other = self.chance.dice(given.id);
        let events = match self.secrets.sources() {
            Some(sources) if !self.chance.is_scripted() => {
                let rolls_of = |roller| self.encounter.rolls_of(roller);
                let of = (self.scene.dice, rolls_of);
                let thrower = Thrower::new(of, (given.by, nonce), sources, &mut *other);
                decide_fairly(&self.encounter, given, thrower)?
            }
            _ => decide(&self.encounter, given, &mut *other)?,
        };
        let record = Record {
            at: self.clock.now(),
            by: given.by,
            command: given.id,
            events,
        };
        self.take_in(record);
        // The last roll of an epoch ends it, and its rolls can be verified.
        self.bind_dice();
        Ok(())
    }

    /// Applies a record to the encounter and queues it for the next commit.
    pub(super) fn take_in(&mut self, record: Record) {
        self.encounter.apply(&record);
        if self.damaged.is_some() {
            // Nothing is added to a damaged log.
            return;
        }
        self.answers.done(record.command);
        self.fresh.push(record);
    }
}
