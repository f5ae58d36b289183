//! Commands and questions: what is decided of them, and what waits too long.

use std::time::Duration;

use rules::encounter::{
    Command, Given, Question, Record, Refusal, Reply, decide, decide_fairly, reply,
};
use rules::fair::{Hex, Nonce, Thrower};
use rules::id::{CommandId, SeatId};
use rules::seat::Actor;
use rules::wire::{self, Keeps, ToAsker, Why};
use tracing::Instrument as _;

use super::again::Order;
use super::class::encode;
use super::life::{AnswerTo, Asker, Broken, IDLE, Paces, Room, Waiting};
use super::memory::is_done;
use super::{Came, SocketId};
use crate::limits::{COMMANDS, QUESTIONS};
use crate::rate::Bucket;
use crate::store::{Seat, Standing, StoreError};

/// How soon the room looks again whether a question has waited too long.
const TIME_UP_EVERY: Duration = Duration::from_millis(100);

impl Room {
    /// Whether a question may have waited too long before anything else happens.
    pub(super) fn waits_for_time_up(&self) -> bool {
        self.keeps() == Keeps::Everything && self.encounter.next_time_up().is_some()
    }

    /// How long until the next question has waited too long.
    pub(super) fn until_time_up(&self) -> Duration {
        let next = self.encounter.next_time_up().unwrap_or(u64::MAX);
        let left = Duration::from_millis(next.saturating_sub(self.clock.now()));
        // The clock may be set back meanwhile; and what cannot be decided is not tried all the time.
        left.clamp(TIME_UP_EVERY, IDLE)
    }

    /// Decides every question that has waited too long, as the table has set it.
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
            // One answer may have ended what the next question was about.
            if let Err(why) = self.accept(&given) {
                tracing::debug!(%why, "a question whose time is up is not asked any more");
            }
        }
    }

    pub(super) fn paces(&mut self, seat: SeatId) -> &mut Paces {
        self.paces.entry(seat).or_insert_with(|| Paces {
            commands: Bucket::full(),
            joins: Bucket::full(),
            questions: Bucket::full(),
            repairs: Bucket::full(),
        })
    }

    /// Why a seat may write no more, if that is so. Not remembered: the same command may be given again.
    pub(super) fn too_much(&self, seat: SeatId) -> Option<Why> {
        let runs = |seat| {
            let known = self.encounter.seat(seat);
            known.is_some_and(|known| known.role.runs_the_table())
        };
        let (size, demo) = (&self.size.0, self.size.1);
        let quotas = self.rooms.quotas();
        quotas.refuse((size, demo), seat, runs, self.clock.now())
    }

    /// Looks up whether a command was accepted long ago, where it may have been. Answers whether that is known now: a
    /// seat has as many looked up as it may give.
    ///
    /// # Errors
    ///
    /// [`StoreError`] where the store is away: then nothing true can be answered.
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

    /// Remembers a command that was accepted long ago, if it was.
    pub(super) async fn find_done(&mut self, id: CommandId) -> Result<(), StoreError> {
        if self.answers.is_unsure(id) && is_done(self.scene.id, id, &*self.store).await? {
            self.answers.done(id);
        }
        Ok(())
    }

    /// A command that came over a socket.
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
            // It is said again, to a room that knows.
            Err(error) => {
                tracing::warn!(%error, "whether a command was accepted cannot be looked up");
                self.guests.close(socket, wire::close::STARTING_OVER);
            }
        }
    }

    /// A command that came with a form.
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

    /// Decides a command that came over a socket. Where it is not known whether it was accepted long ago, it is to be
    /// given again.
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
            // Said again and kept long ago: that what comes with it may not be kept is nothing to it.
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

    /// Whether a command was done and is on disk.
    pub(super) fn is_kept(&self, id: CommandId) -> bool {
        let is_fresh = self.fresh.iter().any(|record| record.command == id);
        self.answers.of(id) == Some(Ok(())) && !is_fresh
    }

    /// Decides a command of a seat whose browser has no socket here, only a form.
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

    /// Decides a command of a seat and remembers the answer. An id that the seat's browser minted
    /// is what it adds to the dice.
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
        // What is refused, and why, would tell of the present.
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

    /// Answers a question of the seat behind a socket, there and nowhere else.
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

    /// Decides a command and, unless it is refused, makes it so here: nobody else sees it
    /// before it is kept.
    pub(super) fn accept(&mut self, given: &Given) -> Result<(), Refusal> {
        self.accept_with(given, None)
    }

    /// The same with what the browser adds to the dice.
    pub(super) fn accept_with(
        &mut self,
        given: &Given,
        nonce: Option<Nonce>,
    ) -> Result<(), Refusal> {
        // An encounter that was over and goes on may have to be bound anew.
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
        // With the last roll of an epoch it is over, and what was rolled can be checked.
        self.bind_dice();
        Ok(())
    }

    /// Makes so here what a record says.
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
