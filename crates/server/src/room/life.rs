//! Task of a room: receives requests, decides them, commits, and only then sends the changes.

use std::sync::atomic::Ordering;

use rules::encounter::Question;
use rules::wire::{self, Keeps, Seen, Why};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::Instant;

use super::opening::Followed;
use super::pending::Order;
use super::state::{AnswerTo, Asker, Broken, IDLE, Room, SNAPSHOT_EVERY, Stays};
use super::{Onward, Outbox, Request, SocketId};
use crate::http::limits::JOINS;
use crate::store::{Seat, Standing};

/// Most requests answered with one commit.
const TOGETHER: usize = 256;

/// Whether a request comes from a person at the table, and not from another server.
const fn is_of_somebody(ask: &Request) -> bool {
    !matches!(
        ask,
        Request::Look(_) | Request::Written(..) | Request::Elsewhere(_)
    )
}

/// Waits for the verification of the log and returns whether it found damage; never ends where none runs.
async fn until_followed(followed: &mut Option<Followed>) -> bool {
    match followed {
        Some(task) => matches!(task.await, Ok(Ok(Some(_)))),
        None => std::future::pending().await,
    }
}

/// Everything besides requests that a room waits for.
struct Waits {
    followed: Option<Followed>,
    keeping: watch::Receiver<bool>,
    /// Time to announce the connected seats, if that is due.
    announces: Option<Instant>,
    /// Time at which the room goes to sleep, while no socket is connected.
    sleeps: Option<Instant>,
}

/// Reason for which a waiting room wakes up.
enum Woken {
    /// Requests arrived, or something is due.
    Due,
    /// Nobody was connected for some time, or no request can arrive any more.
    Idle,
    /// The log turned out to be damaged below the snapshot.
    Damaged,
}

impl Room {
    /// Runs the main loop until the room sleeps, ends, breaks, or the table moves on.
    pub(super) async fn live(
        mut self,
        mut inbox: mpsc::Receiver<Request>,
        followed: Option<Followed>,
    ) {
        if self.settle_in().await.is_err() {
            return self.break_up();
        }
        let mut asks = Vec::new();
        let mut waits = Waits {
            followed,
            keeping: self.keeping.clone(),
            announces: None,
            sleeps: None,
        };
        loop {
            match self.wait(&mut inbox, &mut asks, &mut waits).await {
                Woken::Due => {}
                Woken::Idle => {
                    inbox.close();
                    // A request that slipped in is not answered; its sender repeats it to the next room.
                    return self.keep_snapshot().await;
                }
                // The sockets reconnect to a room with the records before the damage.
                Woken::Damaged => return self.break_up(),
            }
            // People who were sent something together answer together: their commands have arrived, and the tasks of
            // their sockets wait behind this one. They share one commit; a lone command waits for nobody.
            tokio::task::yield_now().await;
            while asks.len() < TOGETHER
                && let Ok(ask) = inbox.try_recv()
            {
                asks.push(ask);
            }
            if asks.iter().any(is_of_somebody) {
                waits.sleeps = None;
            }
            for ask in asks.drain(..) {
                let Some(ask) = self.end_if_asked(ask, &mut inbox).await else {
                    return;
                };
                match self.hear(ask).await {
                    Ok(Stays::Open) => {}
                    Ok(Stays::Left) => {
                        inbox.close();
                        self.scene.standing = Standing::Over;
                        return self.leave().await;
                    }
                    Err(Broken) => return self.break_up(),
                }
            }
            self.tell_later();
            self.answer_overdue();
            if self.keep().await.is_err() {
                return self.break_up();
            }
            if self.left {
                inbox.close();
                return self.leave().await;
            }
            waits.announces = self.announce();
        }
    }

    /// Brings a room up to date before its first request: stores a snapshot, commits to dice secrets, and takes over
    /// what became of the table's seats meanwhile.
    async fn settle_in(&mut self) -> Result<(), Broken> {
        if self.last >= self.pictured + SNAPSHOT_EVERY {
            // The log was read record by record, as after every change of the rules: not a second time.
            self.keep_snapshot().await;
        }
        if self.damaged.is_some() {
            // A damaged encounter stays as it is.
            return Ok(());
        }
        if self.scene.standing == Standing::Over {
            return self.bare_at_last().await;
        }
        // Seats given up or revoked while the table was at another encounter.
        let gone = self.seats.revoked.clone();
        self.bind_dice();
        self.remember(Order::Bind);
        // And the seats unknown here: taken in another encounter, or imported from a file.
        let sitting = std::mem::take(&mut self.seats.sitting);
        self.take_away(&gone);
        self.seat_all(&sitting);
        self.keep().await
    }

    /// Waits until requests arrive or something is due.
    async fn wait(
        &mut self,
        inbox: &mut mpsc::Receiver<Request>,
        asks: &mut Vec<Request>,
        waits: &mut Waits,
    ) -> Woken {
        let Waits {
            followed,
            keeping,
            announces,
            sleeps,
        } = waits;
        match self.guests.is_empty() {
            true => _ = sleeps.get_or_insert_with(|| Instant::now() + IDLE),
            false => *sleeps = None,
        }
        tokio::select! {
            // Whatever wakes the room, everything due is done after this. The fixed order harms nobody and lets
            // simulations repeat a run.
            biased;
            came = inbox.recv_many(asks, TOGETHER) => match came {
                0 => Woken::Idle,
                _ => Woken::Due,
            },
            () = tokio::time::sleep_until(announces.unwrap_or_else(Instant::now)), if announces.is_some() => Woken::Due,
            () = tokio::time::sleep(self.until_time_up()), if self.waits_for_time_up() => Woken::Due,
            () = tokio::time::sleep(self.until_later().unwrap_or_default()), if self.until_later().is_some() => Woken::Due,
            () = tokio::time::sleep_until(self.others_come_until.unwrap_or_else(Instant::now)), if self.others_come_until.is_some() => {
                self.forget_texts();
                Woken::Due
            }
            () = tokio::time::sleep_until(sleeps.unwrap_or_else(Instant::now)), if sleeps.is_some() => Woken::Idle,
            damaged = until_followed(followed) => {
                *followed = None;
                match damaged {
                    true => Woken::Damaged,
                    false => Woken::Due,
                }
            }
            Ok(()) = keeping.changed() => {
                self.tell_what_is_kept(self.keeps());
                Woken::Due
            }
        }
    }

    /// Ends the room if a request asks for that; returns any other request.
    async fn end_if_asked(
        &mut self,
        ask: Request,
        inbox: &mut mpsc::Receiver<Request>,
    ) -> Option<Request> {
        match ask {
            Request::Sleep if self.guests.is_empty() => {
                inbox.close();
                // Requests behind this one are repeated to the next room.
                if self.keep().await.is_ok() {
                    self.keep_snapshot().await;
                }
                None
            }
            Request::End(code, ended) => {
                inbox.close();
                if self.keep().await.is_ok() {
                    self.guests.close_those(|_| Some(code));
                    self.keep_snapshot().await;
                }
                _ = ended.send(());
                None
            }
            other => Some(other),
        }
    }

    /// Tells everybody what is kept and who is connected. Returns when the connected seats are to be announced again.
    fn announce(&mut self) -> Option<Instant> {
        self.tell_what_is_kept(self.keeps());
        let next = self.guests.tell_who_is_here();
        let sockets = self.guests.count();
        self.presence.sockets.store(sockets, Ordering::Relaxed);
        if self.is_shared() {
            let own = self.guests.own();
            self.rooms.news().here(self.scene.id, own);
        }
        next
    }

    /// Handles one request, and returns whether the room stays open.
    async fn hear(&mut self, ask: Request) -> Result<Stays, Broken> {
        match ask {
            Request::Picture { seat, answer } => {
                if let Some(picture) = self.picture_of(&seat).await? {
                    _ = answer.send(picture);
                }
            }
            Request::Join {
                seat,
                seen,
                outbox,
                answer,
            } => self.hear_join(&seat, seen, outbox, answer).await?,
            Request::Do {
                socket,
                id,
                command,
                came,
            } => self.hear_command((socket, came), id, command).await,
            Request::Give {
                seat,
                id,
                command,
                came,
                answer,
            } => {
                let asker = Asker {
                    to: AnswerTo::Form(answer),
                    came,
                };
                self.hear_form(asker, &seat, id, *command).await?;
            }
            Request::Ask {
                socket,
                no,
                question,
            } => self.hear_question(socket, no, &question).await?,
            Request::Look(outlook) => self.look_and_follow(&outlook).await?,
            Request::Written(last, records) => self.follow_another(last, records).await?,
            Request::Elsewhere(seats) => self.guests.are_elsewhere(seats),
            Request::Sum { socket, seq, sum } => self.compare(socket, seq, sum),
            Request::Moved { seat, moves } => self.moved(seat, moves),
            Request::HandedOver { seats, answer } => {
                self.hand_over(&seats).await?;
                _ = answer.send(());
            }
            Request::Delayed(seconds) => {
                // The delay applies to records committed after this.
                self.keep().await?;
                self.delay(seconds);
            }
            Request::Rise { seat, answer } => {
                self.rise(seat).await?;
                _ = answer.send(());
            }
            Request::Leave(socket) => _ = self.guests.leave(socket),
            Request::Onward {
                seat,
                onward,
                answer,
            } => return self.hear_onward(&seat, *onward, answer).await,
            Request::Begin {
                by,
                company,
                leaves,
                answer,
            } => _ = answer.send(self.begin(by, &company, leaves).await?),
            Request::Sit { seat, answer } => self.hear_sit(&seat, answer).await?,
            Request::Seated(seat) => self.seat_all(&[seat]),
            Request::Gone(seats) => self.unseat(&seats.into_iter().collect()).await?,
            // A socket has connected meanwhile.
            Request::Sleep => self.presence.leaves.store(false, Ordering::Relaxed),
            // Handled by the main loop.
            Request::End(..) => {}
        }
        Ok(Stays::Open)
    }

    /// Admits a socket of a seat, or closes it with the reason.
    async fn hear_join(
        &mut self,
        seat: &Seat,
        seen: Option<Seen>,
        outbox: Outbox,
        answer: oneshot::Sender<SocketId>,
    ) -> Result<(), Broken> {
        match self.seat_here(seat).await? {
            // The seat may be valid, but its arrival cannot be committed now.
            None if self.is_blind || self.keeps() == Keeps::NothingNow => {
                outbox.close(wire::close::STARTING_OVER);
            }
            None => outbox.close(self.why_out(seat)),
            Some(_) if !self.paces(seat.id).joins.take(JOINS) => {
                outbox.close(wire::close::LAGGING);
            }
            Some(class) => {
                let circle = self.circle(seat, class);
                self.welcome(seat.id, circle, seen, &outbox);
                let socket = self.guests.enter((seat.id, seat.moves), circle, outbox);
                _ = answer.send(socket);
            }
        }
        Ok(())
    }

    /// Answers a question.
    async fn hear_question(
        &mut self,
        socket: SocketId,
        no: u32,
        question: &Question,
    ) -> Result<(), Broken> {
        // Nothing is shown before it is committed.
        self.keep().await?;
        self.reply(socket, no, question);
        Ok(())
    }

    /// Moves the table to another encounter, and returns whether this room stays open.
    async fn hear_onward(
        &mut self,
        seat: &Seat,
        onward: Onward,
        answer: oneshot::Sender<Result<(), Why>>,
    ) -> Result<Stays, Broken> {
        let done = self.onward(seat, onward).await?;
        let stays = match done {
            Ok(stays) => stays,
            Err(_) => Stays::Open,
        };
        _ = answer.send(done.map(|_| ()));
        Ok(stays)
    }

    /// Seats a person, and tells the table's other rooms if the seat is new here.
    async fn hear_sit(&mut self, seat: &Seat, answer: oneshot::Sender<bool>) -> Result<(), Broken> {
        let was_known = self.encounter.seat(seat.id).is_some();
        let sits = self.seat_here(seat).await?.is_some();
        if sits && !was_known {
            self.rooms.seated_elsewhere(self.scene.id, seat);
        }
        _ = answer.send(sits);
        Ok(())
    }
}
