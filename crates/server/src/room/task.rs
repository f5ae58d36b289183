//! Task of a room: receives requests, decides them, commits, and only then sends the changes.

use std::sync::atomic::Ordering;

use rules::encounter::Question;
use rules::wire::{self, Durability, NotDoneReason, ResumePoint};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::Instant;

use super::opening::LogVerification;
use super::pending::PendingOp;
use super::state::{IDLE_TIMEOUT, Requester, Room, RoomBroken, RoomStatus, SNAPSHOT_EVERY};
use super::{NextEncounter, Outbox, Request, SocketId};
use crate::http::limits::JOINS;
use crate::store::{EncounterStage, Seat};

/// Maximum number of requests to a room that one commit answers.
const MAX_BATCH: usize = 256;

/// Whether a request comes from a person at the table, and not from another server.
const fn is_from_person(ask: &Request) -> bool {
    !matches!(
        ask,
        Request::StatusPolled(_) | Request::LogAppended(..) | Request::RemotePresence(..)
    )
}

/// Waits for the verification of the log and returns whether it found damage; forever if none runs.
async fn wait_for_damage(followed: &mut Option<LogVerification>) -> bool {
    match followed {
        Some(task) => matches!(task.await, Ok(Ok(Some(_)))),
        None => std::future::pending().await,
    }
}

/// Everything besides requests that a room waits for.
struct Waits {
    followed: Option<LogVerification>,
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
    /// Handles requests of the room until it sleeps, ends, breaks, or the table moves on.
    pub(super) async fn run_loop(
        mut self,
        mut inbox: mpsc::Receiver<Request>,
        followed: Option<LogVerification>,
    ) {
        if self.settle_in().await.is_err() {
            return self.close_broken();
        }
        let mut asks = Vec::new();
        let mut waits = Waits {
            followed,
            keeping: self.durability_watch.clone(),
            announces: None,
            sleeps: None,
        };
        loop {
            match self.wait(&mut inbox, &mut asks, &mut waits).await {
                Woken::Due => {}
                Woken::Idle => {
                    inbox.close();
                    // A request that slipped in is not answered; its sender repeats it to the next room.
                    return self.save_snapshot().await;
                }
                // The sockets reconnect to a room with the records before the damage.
                Woken::Damaged => return self.close_broken(),
            }
            // People who were sent something together answer together: their commands have arrived, and the tasks of
            // their sockets wait behind this one. They share one commit; a lone command waits for nobody.
            tokio::task::yield_now().await;
            while asks.len() < MAX_BATCH
                && let Ok(ask) = inbox.try_recv()
            {
                asks.push(ask);
            }
            if asks.iter().any(is_from_person) {
                waits.sleeps = None;
            }
            for ask in asks.drain(..) {
                let Some(ask) = self.end_if_asked(ask, &mut inbox).await else {
                    return;
                };
                match self.handle_request(ask).await {
                    Ok(RoomStatus::Open) => {}
                    Ok(RoomStatus::Left) => {
                        inbox.close();
                        self.scene.stage = EncounterStage::Over;
                        return self.redirect_and_close().await;
                    }
                    Err(RoomBroken) => return self.close_broken(),
                }
            }
            self.send_delayed();
            self.expire_overdue();
            self.write_due_safety();
            if self.commit().await.is_err() {
                return self.close_broken();
            }
            if self.has_left {
                inbox.close();
                return self.redirect_and_close().await;
            }
            waits.announces = self.announce();
        }
    }

    /// Prepares a room for its first request: a snapshot, dice secrets, and the table's seats.
    async fn settle_in(&mut self) -> Result<(), RoomBroken> {
        if self.last_seq >= self.snapshot_seq + SNAPSHOT_EVERY {
            // The log was read record by record, as after every change of the rules: not a second time.
            self.save_snapshot().await;
        }
        if self.damaged.is_some() {
            // A damaged encounter stays as it is.
            return Ok(());
        }
        if self.scene.stage == EncounterStage::Over {
            return self.reveal_ended_dice().await;
        }
        // Seats given up or revoked while the table was at another encounter.
        let gone = self.seats.revoked.clone();
        self.commit_dice();
        self.push_pending(PendingOp::CommitDice);
        // And the seats unknown here: taken in another encounter, or imported from a file.
        let sitting = std::mem::take(&mut self.seats.in_use);
        self.revoke_seats(&gone);
        self.seat_missing(&sitting);
        self.commit().await
    }

    /// Waits until requests arrive, which are added to `asks`, or something is due.
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
        match self.connections.is_empty() {
            true => _ = sleeps.get_or_insert_with(|| Instant::now() + IDLE_TIMEOUT),
            false => *sleeps = None,
        }
        tokio::select! {
            // Whatever wakes the room, everything due is done after this. The fixed order harms nobody and lets
            // simulations repeat a run.
            biased;
            came = inbox.recv_many(asks, MAX_BATCH) => match came {
                0 => Woken::Idle,
                _ => Woken::Due,
            },
            () = tokio::time::sleep_until(announces.unwrap_or_else(Instant::now)), if announces.is_some() => Woken::Due,
            () = tokio::time::sleep_until(self.next_safety().unwrap_or_else(Instant::now)), if self.next_safety().is_some() => Woken::Due,
            () = tokio::time::sleep(self.time_to_deadline()), if self.has_deadline() => Woken::Due,
            () = tokio::time::sleep(self.time_to_delayed().unwrap_or_default()), if self.time_to_delayed().is_some() => Woken::Due,
            () = tokio::time::sleep_until(self.snapshots_cached_until.unwrap_or_else(Instant::now)), if self.snapshots_cached_until.is_some() => {
                self.drop_cached_json();
                Woken::Due
            }
            () = tokio::time::sleep_until(sleeps.unwrap_or_else(Instant::now)), if sleeps.is_some() => Woken::Idle,
            damaged = wait_for_damage(followed) => {
                *followed = None;
                match damaged {
                    true => Woken::Damaged,
                    false => Woken::Due,
                }
            }
            Ok(()) = keeping.changed() => {
                self.announce_durability(self.durability());
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
            Request::Sleep if self.connections.is_empty() => {
                inbox.close();
                // Requests behind this one are repeated to the next room.
                if self.commit().await.is_ok() {
                    self.save_snapshot().await;
                }
                None
            }
            Request::End(code, ended) => {
                inbox.close();
                if self.commit().await.is_ok() {
                    self.connections.close_where(|_| Some(code));
                    self.save_snapshot().await;
                }
                _ = ended.send(());
                None
            }
            other => Some(other),
        }
    }

    /// Tells all sockets whether commands can be stored and who is connected. Returns when the
    /// latter is to be announced again.
    fn announce(&mut self) -> Option<Instant> {
        self.announce_durability(self.durability());
        let next = self.connections.announce_connected();
        self.connections.announce_reading(&self.encounter);
        let sockets = self.connections.count();
        self.occupancy.sockets.store(sockets, Ordering::Relaxed);
        if self.is_shared() {
            let own = self.connections.local_seats();
            self.rooms.cluster().announce_presence(self.scene.id, own);
            let reading = self.connections.local_readers(&self.encounter);
            self.rooms
                .cluster()
                .announce_reading(self.scene.id, reading);
        }
        next
    }

    /// Handles one request, and returns whether the room stays open.
    async fn handle_request(&mut self, ask: Request) -> Result<RoomStatus, RoomBroken> {
        match ask {
            Request::Snapshot { seat, answer } => self.hear_opening(&seat, answer).await?,
            Request::Picture {
                seat,
                address,
                answer,
            } => self.hear_picture(&seat, address, answer).await?,
            Request::Join {
                seat,
                seen,
                private,
                outbox,
                answer,
            } => {
                self.hear_join(&seat, (seen, private), outbox, answer)
                    .await?
            }
            Request::SocketCommand {
                socket,
                id,
                command,
                came,
            } => {
                self.handle_socket_command((socket, came), id, command)
                    .await
            }
            Request::FormCommand {
                seat,
                id,
                command,
                came,
                answer,
            } => {
                let asker = Requester::of_form(answer, came);
                self.handle_form_command(asker, &seat, id, *command).await?;
            }
            Request::Question {
                socket,
                no,
                question,
            } => self.hear_question(socket, no, &question).await?,
            Request::StatusPolled(outlook) => self.handle_status(&outlook).await?,
            Request::LogAppended(last, records) => self.handle_log_appended(last, records).await?,
            Request::RemotePresence(seats, open) => self.connections.set_elsewhere(seats, open),
            Request::Safety(ask) => self.hear_safety(ask),
            Request::Reading(socket, ask) => self.connections.set_reading(socket, ask),
            Request::Checksum { socket, seq, sum } => self.compare_checksum(socket, seq, sum),
            Request::SeatMoved { seat, moves } => self.close_moved(seat, moves),
            Request::HandedOver { seats, answer } => {
                self.apply_handover(&seats).await?;
                _ = answer.send(());
            }
            Request::SetDelay(seconds) => self.hear_delay(seconds).await?,
            Request::LeaveSeat { seat, answer } => self.hear_leave(seat, answer).await?,
            Request::SocketClosed(socket) => _ = self.connections.remove(socket),
            Request::NextEncounter {
                seat,
                onward,
                answer,
            } => return self.hear_onward(&seat, *onward, answer).await,
            Request::Begin {
                by,
                company,
                leaves,
                answer,
            } => _ = answer.send(self.begin_encounter(by, &company, leaves).await?),
            Request::Sit { seat, answer } => self.hear_sit(&seat, answer).await?,
            Request::SeatTaken(seat) => self.seat_missing(&[seat]),
            Request::SeatsRevoked(seats) => {
                self.revoke_and_commit(&seats.into_iter().collect()).await?
            }
            // A socket has connected meanwhile.
            Request::Sleep => self.occupancy.is_leaving.store(false, Ordering::Relaxed),
            // Handled by the main loop.
            Request::End(..) => {}
        }
        Ok(RoomStatus::Open)
    }

    /// Admits a browser's websocket for a seat, or closes it with the reason.
    async fn hear_join(
        &mut self,
        seat: &Seat,
        seen: (Option<ResumePoint>, Option<u64>),
        outbox: Outbox,
        answer: oneshot::Sender<SocketId>,
    ) -> Result<(), RoomBroken> {
        match self.admit_to_stay(seat).await? {
            // The seat may be valid, but its arrival cannot be committed now.
            None if self.is_log_unreadable || self.durability() == Durability::NothingNow => {
                outbox.close(wire::close::STARTING_OVER);
            }
            None => outbox.close(self.close_code_for(seat)),
            Some(_) if !self.budgets(seat.id).joins.take(JOINS) => {
                outbox.close(wire::close::LAGGING);
            }
            Some(class) => {
                let circle = self.audience(seat, class);
                self.send_initial_state(seat.id, circle, seen, &outbox);
                let socket = self.connections.add((seat.id, seat.moves), circle, outbox);
                _ = answer.send(socket);
            }
        }
        Ok(())
    }

    /// Answers a question that a browser sent over its websocket, such as what a combatant can declare now.
    async fn hear_question(
        &mut self,
        socket: SocketId,
        no: u32,
        question: &Question,
    ) -> Result<(), RoomBroken> {
        // Nothing is shown before it is committed.
        self.commit().await?;
        self.answer_question(socket, no, question);
        Ok(())
    }

    /// Sets the delay of spectators' views; it applies to records committed after this.
    async fn hear_delay(&mut self, seconds: u32) -> Result<(), RoomBroken> {
        self.commit().await?;
        self.set_view_delay(seconds);
        Ok(())
    }

    /// Moves the table to another encounter for a seat, and returns whether this room stays open.
    async fn hear_onward(
        &mut self,
        seat: &Seat,
        onward: NextEncounter,
        answer: oneshot::Sender<Result<(), NotDoneReason>>,
    ) -> Result<RoomStatus, RoomBroken> {
        let done = self.move_to_next_encounter(seat, onward).await?;
        let stays = match done {
            Ok(stays) => stays,
            Err(_) => RoomStatus::Open,
        };
        _ = answer.send(done.map(|_| ()));
        Ok(stays)
    }

    /// Adds a person's seat to the encounter, and tells the table's other rooms if it is new here.
    async fn hear_sit(
        &mut self,
        seat: &Seat,
        answer: oneshot::Sender<bool>,
    ) -> Result<(), RoomBroken> {
        let was_known = self.encounter.seat(seat.id).is_some();
        let sits = self.admit_to_stay(seat).await?.is_some();
        if sits && !was_known {
            self.rooms.notify_seat_taken(self.scene.id, seat);
        }
        _ = answer.send(sits);
        Ok(())
    }
}
