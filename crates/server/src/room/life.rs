//! Task of a room: receives requests, decides them, commits, and only then sends the changes.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use rules::encounter::{Class, Encounter, Record};
use rules::id::{CommandId, SeatId};
use rules::wire::{self, Epoch, Keeps, Why};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::Instant;

use super::again::{Base, Order};
use super::class::ClassFeed;
use super::dice::DiceSecrets;
use super::guests::Guests;
use super::later::Later;
use super::memory::{Answers, Memory};
use super::rooms::Presence;
use super::{Came, Request, Rooms, SocketId};
use crate::chance::Chance;
use crate::clock::Clock;
use crate::limits::JOINS;
use crate::rate::Bucket;
use crate::store::{Changed, End, Scene, Size, Standing, Store, StoreError};

/// Most requests answered with one commit.
const TOGETHER: usize = 256;
/// Time for which a room without a socket stays open.
pub(super) const IDLE: Duration = Duration::from_secs(60);
/// Number of records between snapshots.
pub(super) const SNAPSHOT_EVERY: u64 = 200;

/// An open encounter and all that its task needs.
pub(crate) struct Room {
    pub(super) scene: Scene,
    pub(super) rooms: Rooms,
    pub(super) store: Arc<dyn Store>,
    pub(super) chance: Arc<dyn Chance>,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) epoch: Epoch,
    /// The encounter as it will be once all uncommitted records are committed.
    pub(super) encounter: Encounter,
    /// The encounter as the sockets were last sent it. The two share what did not change since.
    pub(super) shown: Encounter,
    pub(super) secrets: DiceSecrets,
    /// Number of the last committed record.
    pub(super) last: u64,
    /// First damaged or lost record of the log, if any: nothing is written behind it.
    pub(super) damaged: Option<u64>,
    /// Whether the store can commit at present.
    pub(super) keeping: watch::Receiver<bool>,
    /// Durability as it was last sent to the sockets.
    pub(super) told_keeps: Keeps,
    /// Number of the last record in the stored snapshot; 0 without one.
    pub(super) pictured: u64,
    pub(super) answers: Answers,
    /// Size of what the table has written, and whether the table is a demo.
    pub(super) size: (Size, bool),
    pub(super) seats: Changed,
    /// Feeds of the two classes, as in `Class::ALL`.
    pub(super) told: [ClassFeed; 2],
    /// The delayed view of spectators, where the table has set a delay.
    pub(super) later: Option<Later>,
    /// End of the time for which cached snapshots are kept for further viewers.
    pub(super) others_come_until: Option<Instant>,
    pub(super) guests: Guests,
    pub(super) paces: HashMap<SeatId, Paces>,
    /// Records that are decided and not committed yet.
    pub(super) fresh: Vec<Record>,
    /// Set while a commit makes this the current encounter; holds the encounter that is left, if one is.
    pub(super) begins: Option<Option<End>>,
    /// Answers that wait for the commit.
    pub(super) waiting: Vec<Waiting>,
    /// The committed state as far as it was read, where other servers write to the log as well.
    pub(super) base: Option<Box<Base>>,
    /// Operations decided or refused since the last commit, in order; only where the log is shared.
    pub(super) orders: Vec<Order>,
    /// Last known number of changes to the table's seats (moved, handed over or revoked).
    pub(super) turns: u64,
    /// Whether the shared log could not be read when a browser connected.
    pub(super) is_blind: bool,
    /// Whether another server has moved the table to another encounter.
    pub(super) left: bool,
    /// Occupancy that the registry of rooms reads.
    pub(super) presence: Arc<Presence>,
}

/// An answer that waits for the commit.
pub(super) struct Waiting {
    pub(super) asker: Asker,
    pub(super) id: CommandId,
    pub(super) answer: Result<(), Why>,
}

/// Destination of the answer to a command, and the time that was received.
pub(super) struct Asker {
    pub(super) to: AnswerTo,
    pub(super) came: Came,
}

/// Destination of an answer.
pub(super) enum AnswerTo {
    Socket(SocketId),
    Form(oneshot::Sender<Result<(), Why>>),
}

/// Rate budgets of a seat.
pub(super) struct Paces {
    pub(super) commands: Bucket,
    pub(super) joins: Bucket,
    pub(super) questions: Bucket,
    pub(super) repairs: Bucket,
}

/// Error that ends the room: its memory differs from the store.
pub(super) struct Broken;

/// Whether a request comes from a person at the table, and not from another server.
const fn is_of_somebody(ask: &Request) -> bool {
    !matches!(
        ask,
        Request::Look(_) | Request::Written(..) | Request::Elsewhere(_)
    )
}

/// Background verification of the log's hash links; yields the first damaged record, if any.
type Followed = tokio::task::JoinHandle<Result<Option<u64>, StoreError>>;

/// Time for which a room waits for the verification before it opens.
const FOLLOWING: Duration = Duration::from_millis(100);

/// Waits for the verification of the log and returns whether it found damage; never ends where none runs.
async fn until_followed(followed: &mut Option<Followed>) -> bool {
    match followed {
        Some(task) => matches!(task.await, Ok(Ok(Some(_)))),
        None => std::future::pending().await,
    }
}

/// Whether the room stays open after a request.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Stays {
    /// The room stays open.
    Open,
    /// The table moved to another encounter.
    Left,
}

impl Room {
    /// Runs a room from loading it to its sleep.
    pub(crate) async fn open(
        scene: Scene,
        rooms: Rooms,
        store: Arc<dyn Store>,
        chance: Arc<dyn Chance>,
        clock: Arc<dyn Clock>,
        (inbox, presence): (mpsc::Receiver<Request>, Arc<Presence>),
    ) {
        let (memory, followed) = match Self::recall(&scene, &store).await {
            Ok(recalled) => recalled,
            // Waiting requesters find the inbox closed and are told so.
            Err(error) => {
                return tracing::error!(%error, encounter.id = %scene.id, "a room could not be opened");
            }
        };
        let Memory {
            scene,
            encounter,
            last,
            damaged,
            pictured,
            answers,
            size,
            seats,
            secrets,
            delay,
        } = memory;
        let turns = seats.turns();
        if let Some(record) = damaged {
            tracing::error!(
                encounter.id = %scene.id, record,
                "the log of an encounter is damaged from this record on: it is opened to be read only"
            );
        }
        let mut room = Self {
            epoch: chance.epoch(),
            told: Class::ALL.map(|class| ClassFeed::new(class, &encounter)),
            keeping: store.keeping(),
            told_keeps: match damaged {
                Some(_) => Keeps::NothingMore,
                None => Keeps::Everything,
            },
            scene,
            rooms,
            store,
            chance,
            clock,
            shown: encounter.clone(),
            encounter,
            secrets,
            last,
            damaged,
            pictured,
            answers,
            size,
            seats,
            later: None,
            others_come_until: None,
            guests: Guests::default(),
            paces: HashMap::new(),
            fresh: Vec::new(),
            begins: None,
            waiting: Vec::new(),
            base: None,
            orders: Vec::new(),
            turns,
            is_blind: false,
            left: false,
            presence,
        };
        room.share();
        if let Err(error) = room.look_back(delay).await {
            // Spectators must not be shown the present in its place.
            return tracing::error!(%error, encounter.id = %room.scene.id, "a room could not be opened");
        }
        let (rooms, id) = (room.rooms.clone(), room.scene.id);
        let elsewhere = rooms.news().elsewhere(id);
        room.guests.are_elsewhere(elsewhere);
        room.live(inbox, followed).await;
        rooms.news().here(id, Vec::new());
    }

    /// Loads the room and verifies the log below its snapshot: a short log before the room opens, a long one
    /// meanwhile.
    async fn recall(
        scene: &Scene,
        store: &Arc<dyn Store>,
    ) -> Result<(Memory, Option<Followed>), StoreError> {
        let memory = Memory::read(scene, &**store).await?;
        if memory.pictured == 0 || memory.damaged.is_some() {
            return Ok((memory, None));
        }
        let (id, of) = (scene.id, Arc::clone(store));
        let mut followed = tokio::spawn(async move { of.first_damaged(id).await });
        match tokio::time::timeout(FOLLOWING, &mut followed).await {
            Err(_) => Ok((memory, Some(followed))),
            // Without its snapshot the room opens with the records before the damage.
            Ok(Ok(Ok(Some(_)))) => Ok((Memory::read(scene, &**store).await?, None)),
            // Records that cannot be read now are reported by the next reader.
            Ok(_) => Ok((memory, None)),
        }
    }

    /// Runs the main loop until the room sleeps, ends, breaks, or the table moves on.
    async fn live(mut self, mut inbox: mpsc::Receiver<Request>, mut followed: Option<Followed>) {
        if self.last >= self.pictured + SNAPSHOT_EVERY {
            // The log was read record by record, as after every change of the rules: not a second time.
            self.keep_snapshot().await;
        }
        if self.damaged.is_some() {
            // A damaged encounter stays as it is.
        } else if self.scene.standing != Standing::Over {
            // Seats given up or revoked while the table was at another encounter.
            let gone = self.seats.revoked.clone();
            self.bind_dice();
            self.remember(Order::Bind);
            // And the seats unknown here: taken in another encounter, or imported from a file.
            let sitting = std::mem::take(&mut self.seats.sitting);
            self.take_away(&gone);
            self.seat_all(&sitting);
            if self.keep().await.is_err() {
                return self.break_up();
            }
        } else if self.bare_at_last().await.is_err() {
            return self.break_up();
        }
        let mut asks = Vec::new();
        let mut keeping = self.keeping.clone();
        // When to announce the connected seats, if that is due.
        let mut look = None;
        // When the room goes to sleep, while no socket is connected.
        let mut sleeps = None;
        loop {
            match self.guests.is_empty() {
                true => _ = sleeps.get_or_insert_with(|| Instant::now() + IDLE),
                false => sleeps = None,
            }
            let came = tokio::select! {
                // Whatever wakes the loop, everything due is done below. The fixed order harms nobody and lets
                // simulations repeat a run.
                biased;
                came = inbox.recv_many(&mut asks, TOGETHER) => Some(came),
                () = tokio::time::sleep_until(look.unwrap_or_else(Instant::now)), if look.is_some() => None,
                () = tokio::time::sleep(self.until_time_up()), if self.waits_for_time_up() => None,
                () = tokio::time::sleep(self.until_later().unwrap_or_default()), if self.until_later().is_some() => None,
                () = tokio::time::sleep_until(self.others_come_until.unwrap_or_else(Instant::now)), if self.others_come_until.is_some() => {
                    self.forget_texts();
                    None
                }
                () = tokio::time::sleep_until(sleeps.unwrap_or_else(Instant::now)), if sleeps.is_some() => Some(0),
                damaged = until_followed(&mut followed) => {
                    followed = None;
                    if damaged {
                        // The sockets reconnect to a room with the records before the damage.
                        return self.break_up();
                    }
                    None
                }
                Ok(()) = keeping.changed() => {
                    self.tell_what_is_kept(self.keeps());
                    None
                }
            };
            if came == Some(0) {
                inbox.close();
                // A request that slipped in is not answered; its sender repeats it to the next room.
                return self.keep_snapshot().await;
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
                sleeps = None;
            }
            for ask in asks.drain(..) {
                if matches!(ask, Request::Sleep) && self.guests.is_empty() {
                    inbox.close();
                    // Requests behind this one are repeated to the next room.
                    if self.keep().await.is_ok() {
                        self.keep_snapshot().await;
                    }
                    return;
                }
                if let Request::End(code, ended) = ask {
                    inbox.close();
                    if self.keep().await.is_ok() {
                        self.guests.close_those(|_| Some(code));
                        self.keep_snapshot().await;
                    }
                    _ = ended.send(());
                    return;
                }
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
            self.tell_what_is_kept(self.keeps());
            look = self.guests.tell_who_is_here();
            let sockets = self.guests.count();
            self.presence.sockets.store(sockets, Ordering::Relaxed);
            if self.is_shared() {
                let own = self.guests.own();
                self.rooms.news().here(self.scene.id, own);
            }
        }
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
            } => match self.seat_here(&seat).await? {
                // The seat may be valid, but its arrival cannot be committed now.
                None if self.is_blind || self.keeps() == Keeps::NothingNow => {
                    outbox.close(wire::close::STARTING_OVER);
                }
                None => outbox.close(self.why_out(&seat)),
                Some(_) if !self.paces(seat.id).joins.take(JOINS) => {
                    outbox.close(wire::close::LAGGING);
                }
                Some(class) => {
                    let circle = self.circle(&seat, class);
                    self.welcome(seat.id, circle, seen, &outbox);
                    let socket = self.guests.enter((seat.id, seat.moves), circle, outbox);
                    _ = answer.send(socket);
                }
            },
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
            } => {
                // Nothing is shown before it is committed.
                self.keep().await?;
                self.reply(socket, no, &question);
            }
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
                leaves,
                answer,
            } => {
                let done = self.begin(by, &company, leaves).await?;
                _ = answer.send(done);
            }
            Request::Sit { seat, answer } => {
                let was_known = self.encounter.seat(seat.id).is_some();
                let sits = self.seat_here(&seat).await?.is_some();
                if sits && !was_known {
                    self.rooms.seated_elsewhere(self.scene.id, &seat);
                }
                _ = answer.send(sits);
            }
            Request::Seated(seat) => self.seat_all(&[seat]),
            Request::Gone(seats) => self.unseat(&seats.into_iter().collect()).await?,
            // A socket has connected meanwhile.
            Request::Sleep => self.presence.leaves.store(false, Ordering::Relaxed),
            // Handled by the main loop.
            Request::End(..) => {}
        }
        Ok(Stays::Open)
    }

    /// Returns the feed of a class.
    pub(super) fn told(&mut self, class: Class) -> &mut ClassFeed {
        let [storyteller, table] = &mut self.told;
        if class == storyteller.class() {
            storyteller
        } else {
            table
        }
    }
}
