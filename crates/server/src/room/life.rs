//! What a room does: it decides, keeps, and only then tells.

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

/// Asks answered with one commit.
const TOGETHER: usize = 256;
/// How long a room without a socket stays open.
pub(super) const IDLE: Duration = Duration::from_secs(60);
/// Records between snapshots.
pub(super) const SNAPSHOT_EVERY: u64 = 200;

/// One encounter that is being played.
pub(crate) struct Room {
    pub(super) scene: Scene,
    pub(super) rooms: Rooms,
    pub(super) store: Arc<dyn Store>,
    pub(super) chance: Arc<dyn Chance>,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) epoch: Epoch,
    /// As it will be when everything in `fresh` is kept.
    pub(super) encounter: Encounter,
    /// As everybody here was last told. The two share what did not change since.
    pub(super) shown: Encounter,
    pub(super) secrets: DiceSecrets,
    /// The number of the last record that is kept.
    pub(super) last: u64,
    /// The first record of the log that is damaged or lost: behind it nothing is written.
    pub(super) damaged: Option<u64>,
    /// Whether the store keeps what it is given.
    pub(super) keeping: watch::Receiver<bool>,
    /// What everybody here was last told about that.
    pub(super) told_keeps: Keeps,
    /// The number of the last record in the snapshot that is kept; 0 without one.
    pub(super) pictured: u64,
    pub(super) answers: Answers,
    /// How much the table has written, and whether it is a demonstration.
    pub(super) size: (Size, bool),
    pub(super) seats: Changed,
    pub(super) told: [ClassFeed; 2],
    /// What spectators are told where they see it later.
    pub(super) later: Option<Later>,
    /// Until when what one was shown who came is kept for others who come as well.
    pub(super) others_come_until: Option<Instant>,
    pub(super) guests: Guests,
    pub(super) paces: HashMap<SeatId, Paces>,
    /// Records that are decided and not yet kept.
    pub(super) fresh: Vec<Record>,
    /// Whether the table is here from now on, once what is fresh is kept, and the encounter it leaves.
    pub(super) begins: Option<Option<End>>,
    /// Answers that wait for the commit.
    pub(super) waiting: Vec<Waiting>,
    /// Where others write to the log as well: what it has, as far as it was read.
    pub(super) base: Option<Box<Base>>,
    /// There also: what was decided since the last commit, or refused, in order.
    pub(super) orders: Vec<Order>,
    /// What was last known of how often seats of the table were moved, handed over or taken away.
    pub(super) turns: u64,
    /// Whether the log could not be read when a browser came, where others write to it.
    pub(super) is_blind: bool,
    /// Whether the table has gone elsewhere, by another's hand.
    pub(super) left: bool,
    /// What others need to know of who is here.
    pub(super) presence: Arc<Presence>,
}

/// An answer that waits for the commit.
pub(super) struct Waiting {
    pub(super) asker: Asker,
    pub(super) id: CommandId,
    pub(super) answer: Result<(), Why>,
}

/// Where the answer to a command goes, and when that came in.
pub(super) struct Asker {
    pub(super) to: AnswerTo,
    pub(super) came: Came,
}

/// Where an answer goes.
pub(super) enum AnswerTo {
    Socket(SocketId),
    Form(oneshot::Sender<Result<(), Why>>),
}

/// What a seat has left of what it may do at once.
pub(super) struct Paces {
    pub(super) commands: Bucket,
    pub(super) joins: Bucket,
    pub(super) questions: Bucket,
    pub(super) repairs: Bucket,
}

/// The room cannot go on: what it holds is not what is kept.
pub(super) struct Broken;

/// Whether a person at the table asks, and not another server.
const fn is_of_somebody(ask: &Request) -> bool {
    !matches!(
        ask,
        Request::Look(_) | Request::Written(..) | Request::Elsewhere(_)
    )
}

/// A log that is compared with its links, beside all else.
type Followed = tokio::task::JoinHandle<Result<Option<u64>, StoreError>>;

/// How long a room waits for that before it opens.
const FOLLOWING: Duration = Duration::from_millis(100);

/// Whether a log that was followed is damaged; never where none is.
async fn until_followed(followed: &mut Option<Followed>) -> bool {
    match followed {
        Some(task) => matches!(task.await, Ok(Ok(Some(_)))),
        None => std::future::pending().await,
    }
}

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
        (inbox, presence): (mpsc::Receiver<Request>, Arc<Presence>),
    ) {
        let (memory, followed) = match Self::recall(&scene, &store).await {
            Ok(recalled) => recalled,
            // Those who wait find the door closed and are told.
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
            // Nobody is shown the present in its place.
            return tracing::error!(%error, encounter.id = %room.scene.id, "a room could not be opened");
        }
        let (rooms, id) = (room.rooms.clone(), room.scene.id);
        let elsewhere = rooms.news().elsewhere(id);
        room.guests.are_elsewhere(elsewhere);
        room.live(inbox, followed).await;
        rooms.news().here(id, Vec::new());
    }

    /// Reads what there is, and follows the log below its snapshot meanwhile: a short one at once, a long one while the
    /// room is open already.
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
            // Without its snapshot it opens up to the damage.
            Ok(Ok(Ok(Some(_)))) => Ok((Memory::read(scene, &**store).await?, None)),
            // What cannot be read now is found by whoever reads it.
            Ok(_) => Ok((memory, None)),
        }
    }

    async fn live(mut self, mut inbox: mpsc::Receiver<Request>, mut followed: Option<Followed>) {
        if self.last >= self.pictured + SNAPSHOT_EVERY {
            // It was read record by record, as after every change of the rules: not twice.
            self.keep_snapshot().await;
        }
        if self.damaged.is_some() {
            // It stays as it is.
        } else if self.scene.standing != Standing::Over {
            // Those who left or were shown out while the table was at another encounter.
            let gone = self.seats.revoked.clone();
            self.bind_dice();
            self.remember(Order::Bind);
            // And those of whom nobody heard here: they came elsewhere, in a file, or before a seat was told of at once.
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
        // When to tell who is here, if that is due.
        let mut look = None;
        // When it goes to sleep, while nobody is here.
        let mut sleeps = None;
        loop {
            match self.guests.is_empty() {
                true => _ = sleeps.get_or_insert_with(|| Instant::now() + IDLE),
                false => sleeps = None,
            }
            let came = tokio::select! {
                // Whatever wakes it, everything that is due is done below: so the order is nobody's loss, and a
                // simulation of it can be repeated.
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
                        // Everybody comes back to a room that opens up to the damage.
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
                // A request that slipped in is not answered, and is made again of the next room.
                return self.keep_snapshot().await;
            }
            // People who were told something together answer together: their commands have come, and their sockets' tasks wait
            // behind this one. They share the commit; who is alone waits for nobody.
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
                    // What comes behind it is asked again of the next room.
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
                // It may be theirs, and it cannot be kept now that they came.
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
                // Nobody is shown anything before it is kept.
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
                // What is put off begins behind what is kept.
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
            // Somebody has come meanwhile.
            Request::Sleep => self.presence.leaves.store(false, Ordering::Relaxed),
            // Heard before anything else.
            Request::End(..) => {}
        }
        Ok(Stays::Open)
    }

    pub(super) fn told(&mut self, class: Class) -> &mut ClassFeed {
        let [storyteller, table] = &mut self.told;
        if class == storyteller.class() {
            storyteller
        } else {
            table
        }
    }
}
