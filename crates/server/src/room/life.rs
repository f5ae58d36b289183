//! What a room does: it decides, keeps, and only then tells.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use rules::encounter::{
    Class, Command, Encounter, Event, Given, Question, Record, Refusal, Reply, View, decide, reply,
};
use rules::id::{CommandId, SeatId};
use rules::likeness::told_apart;
use rules::seat::Actor;
use rules::text::Name;
use rules::wire::{self, Epoch, FromServer, Seen, ToAsker, Why};
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

use super::class::{ClassFeed, encode};
use super::guests::Guests;
use super::memory::{Answers, Memory, pack};
use super::outbox::Outbox;
use super::{Picture, Request, Rooms, SocketId};
use crate::chance::Chance;
use crate::clock::Clock;
use crate::limits::{COMMANDS, JOINS, QUESTIONS};
use crate::rate::Bucket;
use crate::store::{Append, Changed, Kept, Revoked, SNAPSHOT_FORMAT, Scene, Seat, Standing, Store};

/// Asks answered with one commit.
const TOGETHER: usize = 256;
/// How long a room without a socket stays open.
const IDLE: Duration = Duration::from_secs(60);
/// How soon the room looks again whether a question has waited too long.
const TIME_UP_EVERY: Duration = Duration::from_millis(100);
/// Records between snapshots.
const SNAPSHOT_EVERY: u64 = 200;

/// One encounter that is being played.
pub(crate) struct Room {
    pub(super) scene: Scene,
    pub(super) rooms: Rooms,
    pub(super) store: Arc<dyn Store>,
    pub(super) chance: Arc<dyn Chance>,
    pub(super) clock: Arc<dyn Clock>,
    epoch: Epoch,
    /// As it will be when everything in `fresh` is kept.
    pub(super) encounter: Encounter,
    /// The number of the last record that is kept.
    last: u64,
    /// The number of the last record in the snapshot that is kept; 0 without one.
    pictured: u64,
    answers: Answers,
    pub(super) seats: Changed,
    told: [ClassFeed; 2],
    pub(super) guests: Guests,
    paces: HashMap<SeatId, Paces>,
    /// Records that are decided and not yet kept.
    pub(super) fresh: Vec<Record>,
    /// Whether the table is here from now on, once what is fresh is kept.
    pub(super) begins: bool,
    /// Answers that wait for the commit.
    waiting: Vec<(Asker, CommandId, Result<(), Why>)>,
}

/// Where the answer to a command goes.
enum Asker {
    Socket(SocketId),
    Form(oneshot::Sender<Result<(), Why>>),
}

/// What a seat has left of what it may do at once.
pub(super) struct Paces {
    pub(super) commands: Bucket,
    joins: Bucket,
    questions: Bucket,
}

/// The room cannot go on: what it holds is not what is kept.
pub(super) struct Broken;

/// Whether the room stays open after what it heard.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Stays {
    /// It does.
    Open,
    /// The table is at another encounter.
    Left,
}

impl Room {
    /// The whole life of a room, from the log to sleep.
    pub(crate) async fn open(
        scene: Scene,
        rooms: Rooms,
        store: Arc<dyn Store>,
        chance: Arc<dyn Chance>,
        clock: Arc<dyn Clock>,
        inbox: mpsc::Receiver<Request>,
    ) {
        let memory = match Memory::read(&scene, &*store).await {
            Ok(memory) => memory,
            // Those who wait find the door closed and are told.
            Err(error) => {
                return tracing::error!(%error, encounter.id = %scene.id, "a room could not be opened");
            }
        };
        let Memory {
            scene,
            encounter,
            last,
            pictured,
            answers,
            seats,
        } = memory;
        let room = Self {
            epoch: chance.epoch(),
            told: Class::ALL.map(|class| ClassFeed::new(class, &encounter)),
            scene,
            rooms,
            store,
            chance,
            clock,
            encounter,
            last,
            pictured,
            answers,
            seats,
            guests: Guests::default(),
            paces: HashMap::new(),
            fresh: Vec::new(),
            begins: false,
            waiting: Vec::new(),
        };
        room.live(inbox).await;
    }

    async fn live(mut self, mut inbox: mpsc::Receiver<Request>) {
        if self.last >= self.pictured + SNAPSHOT_EVERY {
            // It was read record by record, as after every change of the rules: not twice.
            self.picture().await;
        }
        if self.scene.standing != Standing::Over {
            // Those who left or were shown out while the table was at another encounter.
            let gone = self.seats.revoked.clone();
            if self.unseat(&gone).await.is_err() {
                return self.break_up();
            }
        }
        let mut asks = Vec::new();
        // When to tell who is here, if that is due.
        let mut look = None;
        loop {
            let idle = self.guests.is_empty();
            let came = tokio::select! {
                came = inbox.recv_many(&mut asks, TOGETHER) => Some(came),
                () = tokio::time::sleep_until(look.unwrap_or_else(Instant::now)), if look.is_some() => None,
                () = tokio::time::sleep(self.until_time_up()), if self.encounter.next_time_up().is_some() => None,
                () = tokio::time::sleep(IDLE), if idle => Some(0),
            };
            if came == Some(0) {
                inbox.close();
                // A request that slipped in is not answered, and is made again of the next room.
                return self.picture().await;
            }
            for ask in asks.drain(..) {
                if let Request::End(code, ended) = ask {
                    inbox.close();
                    if self.keep().await.is_ok() {
                        self.guests.close_those(|_| Some(code));
                        self.picture().await;
                    }
                    _ = ended.send(());
                    return;
                }
                match self.hear(ask).await {
                    Ok(Stays::Open) => {}
                    Ok(Stays::Left) => {
                        inbox.close();
                        return self.leave().await;
                    }
                    Err(Broken) => return self.break_up(),
                }
            }
            self.answer_overdue();
            if self.keep().await.is_err() {
                return self.break_up();
            }
            look = self.guests.tell_who_is_here();
        }
    }

    async fn hear(&mut self, ask: Request) -> Result<Stays, Broken> {
        match ask {
            Request::Picture { seat, answer } => {
                if let Some(class) = self.seat(&seat).await? {
                    let told = self.told(class);
                    let (seq, view) = (told.seq(), told.view().clone());
                    _ = answer.send(Picture {
                        class,
                        epoch: self.epoch,
                        seq,
                        view,
                    });
                }
            }
            Request::Join {
                seat,
                seen,
                outbox,
                answer,
            } => match self.seat_here(&seat).await? {
                None => outbox.close(self.why_out(&seat)),
                Some(_) if !self.paces(seat.id).joins.take(JOINS) => {
                    outbox.close(wire::close::LAGGING);
                }
                Some(class) => {
                    self.welcome(seat.id, class, seen, &outbox);
                    let socket = self.guests.enter((seat.id, seat.moves), class, outbox);
                    _ = answer.send(socket);
                }
            },
            Request::Do {
                socket,
                id,
                command,
            } => self.decide(socket, id, command),
            Request::Give {
                seat,
                id,
                command,
                answer,
            } => {
                let done = self.give(&seat, id, *command).await?;
                self.waiting.push((Asker::Form(answer), id, done));
            }
            Request::Ask {
                socket,
                no,
                question,
            } => {
                // Nobody is shown anything before it is kept.
                self.keep().await?;
                self.reply(socket, no, &question);
            }
            Request::Moved { seat, moves } => self.moved(seat, moves),
            Request::Rise { seat, answer } => {
                let given = Given {
                    id: self.chance.command(),
                    by: Actor::Seat(seat),
                    command: Command::Unseat { seat },
                };
                if let Err(why) = self.accept(&given) {
                    tracing::debug!(%why, "a seat that was given up is not known here");
                }
                self.keep().await?;
                _ = answer.send(());
            }
            Request::Leave(socket) => _ = self.guests.leave(socket),
            Request::Onward {
                seat,
                onward,
                answer,
            } => {
                let done = self.onward(&seat, *onward).await?;
                let stays = match done {
                    Ok(stays) => stays,
                    Err(_) => Stays::Open,
                };
                _ = answer.send(done.map(|_| ()));
                return Ok(stays);
            }
            Request::Begin {
                by,
                company,
                answer,
            } => {
                let done = self.begin(by, &company).await?;
                _ = answer.send(done);
            }
            Request::Gone(seats) => self.unseat(&seats.into_iter().collect()).await?,
            // Heard before anything else.
            Request::End(..) => {}
        }
        Ok(Stays::Open)
    }

    /// How long until the next question has waited too long.
    fn until_time_up(&self) -> Duration {
        let next = self.encounter.next_time_up().unwrap_or(u64::MAX);
        let left = Duration::from_millis(next.saturating_sub(self.clock.now()));
        // The clock may be set back meanwhile; and what cannot be decided is not tried all the time.
        left.clamp(TIME_UP_EVERY, IDLE)
    }

    /// Decides every question that has waited too long, as the table has set it.
    fn answer_overdue(&mut self) {
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
        })
    }

    fn told(&mut self, class: Class) -> &mut ClassFeed {
        let [storyteller, table] = &mut self.told;
        if class == storyteller.class() {
            storyteller
        } else {
            table
        }
    }

    /// Everything decided so far is kept, and the seat is one the encounter knows.
    pub(super) async fn seat(&mut self, seat: &Seat) -> Result<Option<Class>, Broken> {
        self.keep().await?;
        if self.seats.revoked.contains(&seat.id) || self.has_moved(seat) {
            return Ok(None);
        }
        if !self.is_open_to(seat).await {
            return Ok(None);
        }
        self.moved(seat.id, seat.moves);
        let actor = Actor::Seat(seat.id);
        if self.encounter.seat(seat.id).is_none() {
            if let Err(why) = self.seat_by_name(seat) {
                tracing::warn!(%why, "somebody could not be seated");
                return Ok(None);
            }
            self.keep().await?;
        }
        Ok(View::class_of(&self.encounter, actor))
    }

    /// Puts a viewer into their seat. A namesake of another, from before names were unique, gets a
    /// number behind the name: nobody is locked out.
    fn seat_by_name(&mut self, seat: &Seat) -> Result<(), Refusal> {
        let sit = |room: &mut Self, name: String| {
            let command = Command::Sit {
                seat: seat.id,
                name,
                role: seat.role,
            };
            room.accept(&Given {
                id: room.chance.command(),
                by: Actor::Server,
                command,
            })
        };
        match sit(self, seat.name.clone()) {
            Err(Refusal::NameTaken) => {
                let seats = View::of(&self.encounter, Class::Storyteller).seats;
                let names: Vec<Name> = seats
                    .iter()
                    .filter_map(|other| Name::new(&other.name).ok())
                    .collect();
                let apart = told_apart(&Name::new(&seat.name)?, &names);
                sit(self, apart.to_string())
            }
            done => done,
        }
    }

    /// Whether the browser that was let in with this seat is not the one that holds it now.
    fn has_moved(&self, seat: &Seat) -> bool {
        let moves = self.seats.moves.get(&seat.id);
        moves.is_some_and(|moves| *moves > seat.moves)
    }

    /// The close code for a viewer without a place here.
    fn why_out(&self, seat: &Seat) -> u16 {
        if self.scene.standing == Standing::Over {
            wire::close::ELSEWHERE
        } else if self.has_moved(seat) {
            wire::close::SEAT_MOVED
        } else {
            wire::close::SEAT_GONE
        }
    }

    /// A seat has moved so many times: browsers let in before the last move are shown out.
    fn moved(&mut self, seat: SeatId, moves: u32) {
        let known = self.seats.moves.entry(seat).or_default();
        if moves <= *known {
            return;
        }
        *known = moves;
        self.guests.close_those(|guest| {
            let goes = guest.seat == seat && guest.moves < moves;
            goes.then_some(wire::close::SEAT_MOVED)
        });
    }

    /// Brings a browser up to date: with what it missed, or with everything.
    fn welcome(&mut self, you: SeatId, class: Class, seen: Option<Seen>, outbox: &Outbox) {
        let epoch = self.epoch;
        let told = self.told(class);
        let gap = seen
            .filter(|seen| seen.epoch == epoch)
            .and_then(|seen| told.missed(seen));
        let first = match &gap {
            Some(_) => encode(&FromServer::Resumed { you }),
            None => told.snapshot(epoch, you),
        };
        let fits = first.is_some_and(|first| outbox.put(first))
            && gap.into_iter().flatten().all(|message| outbox.put(message));
        if !fits {
            outbox.close(wire::close::LAGGING);
        }
    }

    fn decide(&mut self, socket: SocketId, id: CommandId, command: Command) {
        let known = self.answers.of(id);
        let Some(guest) = self.guests.get(socket) else {
            return;
        };
        if let Some(answer) = known {
            guest.held.let_go(id);
            return self.waiting.push((Asker::Socket(socket), id, answer));
        }
        let (seat, in_turn) = (guest.seat, guest.held.lets(id));
        let in_time = in_turn && self.paces(seat).commands.take(COMMANDS);
        if let Some(guest) = self.guests.get(socket) {
            match in_time {
                true => guest.held.let_go(id),
                false => guest.held.hold(id),
            }
        }
        let answer = match in_time {
            true => self.ordered(seat, id, command),
            false => Err(Why::TooFast),
        };
        self.waiting.push((Asker::Socket(socket), id, answer));
    }

    /// Decides a command of a seat whose browser has no socket here, only a form.
    async fn give(
        &mut self,
        seat: &Seat,
        id: CommandId,
        command: Command,
    ) -> Result<Result<(), Why>, Broken> {
        if self.seat_here(seat).await?.is_none() {
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
            true => self.ordered(seat.id, id, command),
            false => Err(Why::TooFast),
        })
    }

    /// Decides a command of a seat and remembers the answer.
    fn ordered(&mut self, seat: SeatId, id: CommandId, command: Command) -> Result<(), Why> {
        let given = Given {
            id,
            by: Actor::Seat(seat),
            command,
        };
        let answer = self.accept(&given).map_err(Why::Refused);
        if let Err(why) = &answer {
            self.answers.refused(id, why.clone());
        }
        answer
    }

    /// Answers a question of the seat behind a socket, there and nowhere else.
    fn reply(&mut self, socket: SocketId, no: u32, question: &Question) {
        let Some(seat) = self.guests.get(socket).map(|guest| guest.seat) else {
            return;
        };
        let reply = match self.paces(seat).questions.take(QUESTIONS) {
            true => reply(&self.encounter, Actor::Seat(seat), question),
            false => Reply::TooFast,
        };
        if let Some(message) = encode(&ToAsker::Reply(no, reply)) {
            self.guests.put(socket, message);
        }
    }

    /// Decides a command and, unless it is refused, makes it so here: nobody else sees it
    /// before it is kept.
    pub(super) fn accept(&mut self, given: &Given) -> Result<(), Refusal> {
        let mut dice = self.chance.dice(given.id);
        let events = decide(&self.encounter, given, &mut *dice)?;
        let record = Record {
            at: self.clock.now(),
            by: given.by,
            command: given.id,
            events,
        };
        self.take_in(record);
        Ok(())
    }

    /// Makes so here what a record says.
    pub(super) fn take_in(&mut self, record: Record) {
        self.encounter.apply(&record);
        self.answers.done(record.command);
        self.fresh.push(record);
    }

    /// Keeps what was decided, then tells everybody, then answers those who asked.
    pub(super) async fn keep(&mut self) -> Result<(), Broken> {
        if !self.fresh.is_empty() {
            let records = std::mem::take(&mut self.fresh);
            let count = records.len() as u64;
            let mut revoked: Vec<Revoked> = records.iter().flat_map(unseated).collect();
            revoked.retain(|it| !self.seats.revoked.contains(&it.seat));
            let gone: Vec<SeatId> = revoked.iter().map(|revoked| revoked.seat).collect();
            let wants_snapshot = self.last + count >= self.pictured + SNAPSHOT_EVERY;
            let append = Append {
                encounter: self.scene.id,
                after: self.last,
                records,
                revoked,
                called: self.new_title(),
                becomes_current: self.begins,
                snapshot: wants_snapshot.then(|| pack(&self.encounter)).flatten(),
            };
            if let Err(error) = self.store.append(append).await {
                tracing::error!(%error, encounter.id = %self.scene.id, "a room starts over: nothing could be kept");
                return Err(Broken);
            }
            self.last += count;
            self.scene.called = Some(self.encounter.title().clone());
            if std::mem::take(&mut self.begins) {
                self.scene.standing = Standing::Current;
            }
            if wants_snapshot {
                self.pictured = self.last;
            }
            self.tell();
            self.answer();
            self.show_out(&gone);
            if !gone.is_empty() {
                self.rooms
                    .gone_elsewhere(self.scene.table, self.scene.id, gone);
            }
        }
        self.answer();
        Ok(())
    }

    /// One message for each class, the same bytes for everybody in it.
    fn tell(&mut self) {
        for told in &mut self.told {
            if let Some(message) = told.follow(&self.encounter) {
                self.guests.tell(Some(told.class()), &message);
            }
        }
    }

    fn answer(&mut self) {
        for (asker, id, answer) in std::mem::take(&mut self.waiting) {
            self.answer_one(asker, id, answer);
        }
    }

    fn answer_one(&mut self, asker: Asker, id: CommandId, answer: Result<(), Why>) {
        let socket = match asker {
            Asker::Socket(socket) => socket,
            // A form that is gone by now sees on its next page what came of it.
            Asker::Form(form) => {
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

    /// Those whose seat is gone, or who see something else from now on, leave at once.
    fn show_out(&mut self, gone: &[SeatId]) {
        self.seats.revoked.extend(gone);
        let encounter = &self.encounter;
        self.guests.close_those(
            |guest| match View::class_of(encounter, Actor::Seat(guest.seat)) {
                Some(class) if class == guest.class => None,
                Some(_) => Some(wire::close::STARTING_OVER),
                None => Some(wire::close::SEAT_GONE),
            },
        );
    }

    /// What is in memory is not what is on disk: everybody comes back to a room that is.
    pub(super) fn break_up(mut self) {
        for (asker, id, _) in std::mem::take(&mut self.waiting) {
            self.answer_one(asker, id, Err(Why::NotKept));
        }
        self.guests
            .close_those(|_| Some(wire::close::STARTING_OVER));
    }

    /// Keeps a picture for next time, unless there is one of this very state.
    pub(super) async fn picture(&mut self) {
        if self.last == self.pictured {
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

fn unseated(record: &Record) -> impl Iterator<Item = Revoked> {
    let by = match record.by {
        Actor::Server => None,
        Actor::Seat(by) => Some(by),
    };
    record.events.iter().filter_map(move |event| match event {
        Event::Unseated { seat, .. } => Some(Revoked { seat: *seat, by }),
        _ => None,
    })
}
