//! How a table goes on from one encounter to another: who comes along, and that everybody follows.
//!
//! The room of the encounter that is left does it, between two of its commands, so that nothing is
//! done there that the next encounter does not know of.

use std::collections::BTreeSet;

use rules::encounter::along::{Company, Rest};
use rules::encounter::{Class, Command, Encounter, Given, Record, Refusal};
use rules::id::{CombatantId, EncounterId, SeatId};
use rules::seat::Actor;
use rules::text::Name;
use rules::wire::{self, Why};

use super::Request;
use super::again::Order;
use super::life::{Broken, Room, Stays};
use crate::limits::COMMANDS;
use crate::store::{End, NewScene, Scene, Seat, Standing, StoreError};

/// How often it is tried to go on while others write to the encounters, too.
const TRIES: u32 = 8;

/// Where a table goes on, and with whom.
#[derive(Clone, Debug)]
pub(crate) struct Onward {
    /// Who comes along.
    pub(crate) along: Vec<(CombatantId, Rest)>,
    /// Where to.
    pub(crate) to: To,
}

/// The encounter a table goes on to.
#[derive(Clone, Debug)]
pub(crate) enum To {
    /// One that is made now; it is prepared unseen, or begins now.
    New {
        id: EncounterId,
        title: Name,
        begins: bool,
    },
    /// One that was prepared; it begins now.
    Prepared(Scene),
    /// One that was over: it goes on as it was, and nobody comes along.
    Past(Scene),
}

impl Room {
    /// Goes on as a seat wishes. Nothing is changed in this encounter.
    pub(super) async fn onward(
        &mut self,
        seat: &Seat,
        onward: Onward,
    ) -> Result<Result<Stays, Why>, Broken> {
        let sits = self.seat_here(seat).await?.is_some();
        if sits && !self.paces(seat.id).commands.take(COMMANDS) {
            return Ok(Err(Why::TooFast));
        }
        for _ in 0..TRIES {
            if self.scene.standing != Standing::Current {
                break;
            }
            if self.is_blind {
                return Ok(Err(Why::NotKept));
            }
            if !sits {
                return Ok(Err(Why::Refused(Refusal::NoSeat)));
            }
            let done = self.go(seat, &onward).await;
            if done.is_ok() {
                self.rooms.news().changed(self.scene.table);
            }
            if done != Err(Why::Refused(Refusal::Overtaken)) {
                return Ok(done);
            }
            // Something happened here meanwhile, at another server: it comes along, too.
            let before = (self.last, self.scene.standing);
            if self.decide_again(0).await.is_err() {
                return Ok(Err(Why::NotKept));
            }
            self.keep().await?;
            if before == (self.last, self.scene.standing) {
                break;
            }
        }
        Ok(Err(Why::Refused(Refusal::Overtaken)))
    }

    /// Tries once, from this encounter as it is known here.
    async fn go(&mut self, seat: &Seat, onward: &Onward) -> Result<Stays, Why> {
        let company = self.encounter.company(Actor::Seat(seat.id), &onward.along);
        let company = company.map_err(Why::Refused)?;
        // Behind damage nobody knows what there is, and nothing of it comes along.
        let leaves = self.damaged.is_none().then_some(End {
            encounter: self.scene.id,
            last: self.last,
        });
        match &onward.to {
            To::New { id, title, begins } => {
                let (id, title) = (*id, title.clone());
                self.make(seat, &company, (id, title, *begins), leaves)
                    .await
            }
            To::Prepared(scene) => {
                let begin = |answer| Request::Begin {
                    by: seat.id,
                    company: Box::new(company.clone()),
                    leaves,
                    answer,
                };
                let begun = self.rooms.ask(scene, begin).await;
                begun
                    .map_or(Err(Why::NotKept), |(begun, _)| begun)
                    .map(|()| Stays::Left)
            }
            To::Past(scene) => {
                let now = self.clock.now();
                let made = self.store.make_current(scene.id, now, leaves).await;
                made.map(|()| Stays::Left).map_err(|error| not_made(&error))
            }
        }
    }

    /// Makes the encounter that goes on from this one.
    async fn make(
        &mut self,
        seat: &Seat,
        company: &Company,
        (id, title, begins): (EncounterId, Name, bool),
        leaves: Option<End>,
    ) -> Result<Stays, Why> {
        let system = self.scene.system;
        let fresh = Encounter::new(title.clone(), system);
        let events = fresh.arrival(company, !begins).map_err(Why::Refused)?;
        let at = self.clock.now();
        let record = Record {
            at,
            by: Actor::Seat(seat.id),
            command: self.chance.command(),
            events,
        };
        let first = Scene::first(id, self.scene.table, title, system);
        let standing = match begins {
            true => Standing::Current,
            false => Standing::Prepared,
        };
        let new = NewScene {
            scene: Scene { standing, ..first },
            at,
            records: vec![record],
            leaves,
        };
        match self.store.make_scene(new).await {
            Ok(()) if begins => Ok(Stays::Left),
            Ok(()) => Ok(Stays::Open),
            Err(error) => Err(not_made(&error)),
        }
    }

    /// The table comes to this encounter, which was prepared, with those who come along.
    pub(super) async fn begin(
        &mut self,
        by: SeatId,
        company: &Company,
        leaves: Option<End>,
    ) -> Result<Result<(), Why>, Broken> {
        let command = self.chance.command();
        for _ in 0..TRIES {
            self.keep().await?;
            self.look_again().await;
            if self.scene.standing != Standing::Prepared {
                return Ok(Err(Why::Refused(Refusal::Overtaken)));
            }
            if let Some(why) = self.why_not() {
                return Ok(Err(why));
            }
            let events = match self.encounter.arrival(company, false) {
                Ok(events) => events,
                Err(refusal) => return Ok(Err(Why::Refused(refusal))),
            };
            self.take_in(Record {
                at: self.clock.now(),
                by: Actor::Seat(by),
                command,
                events,
            });
            self.begins = Some(leaves);
            self.keep().await?;
            if self.is_kept(command) {
                // Those who prepared it look at it anew: it is the table's now.
                self.guests.close_those(|_| Some(wire::close::ELSEWHERE));
                return Ok(Ok(()));
            }
            let left = leaves.map(|leaves| leaves.encounter);
            match self.store.outlook(left.as_slice()).await.as_deref() {
                // Others were first here; nothing happened where the table comes from.
                Ok([outlook]) if Some(outlook.end) == leaves => {}
                Ok([]) if leaves.is_none() => {}
                Ok(_) => return Ok(Err(Why::Refused(Refusal::Overtaken))),
                Err(_) => break,
            }
            if !self.is_shared() {
                break;
            }
        }
        Ok(Err(Why::NotKept))
    }

    /// The table is at another encounter: everybody goes there.
    pub(super) async fn leave(mut self) {
        self.bare_dice();
        self.remember(Order::Bare);
        if self.keep().await.is_err() {
            return self.break_up();
        }
        self.guests.close_those(|_| Some(wire::close::ELSEWHERE));
        self.keep_snapshot().await;
    }

    /// Seats are gone that this encounter may still know.
    pub(super) async fn unseat(&mut self, gone: &BTreeSet<SeatId>) -> Result<(), Broken> {
        self.take_away(gone);
        self.keep().await
    }

    /// The same, before it is kept.
    pub(super) fn take_away<'a>(&mut self, gone: impl IntoIterator<Item = &'a SeatId>) {
        for seat in gone {
            self.seats.revoked.insert(*seat);
            if self.encounter.seat(*seat).is_none() {
                continue;
            }
            let given = Given {
                id: self.chance.command(),
                by: Actor::Server,
                command: Command::Unseat { seat: *seat },
            };
            if let Err(why) = self.accept(&given) {
                tracing::warn!(%why, "a seat that is gone could not be taken away");
            }
            self.remember(Order::Given(Box::new(given), None));
        }
    }

    /// Whether a seat may look at this encounter: while it is prepared, only who runs the table.
    pub(super) async fn is_open_to(&mut self, seat: &Seat) -> bool {
        if seat.role.runs_the_table() {
            return true;
        }
        if self.scene.standing == Standing::Prepared {
            self.look_again().await;
        }
        self.scene.standing != Standing::Prepared
    }

    /// What a seat sees that comes to stay: nobody stays where the table is no more.
    pub(super) async fn seat_here(&mut self, seat: &Seat) -> Result<Option<Class>, Broken> {
        if self.scene.standing == Standing::Over {
            self.look_again().await;
        }
        match self.scene.standing {
            Standing::Over => Ok(None),
            Standing::Current | Standing::Prepared => self.seat(seat).await,
        }
    }

    /// Learns what this encounter is to its table by now, if that can be read.
    async fn look_again(&mut self) {
        match self.look_at_scene().await {
            Ok(()) | Err(StoreError::Gone) => {}
            Err(error) => tracing::warn!(%error, "a room could not look again"),
        }
    }

    /// The title, if the store does not know it.
    pub(super) fn new_title(&self) -> Option<Name> {
        let title = self.encounter.title();
        (self.scene.name() != title).then(|| title.clone())
    }
}

/// Why a table could not go on, for who asked and for the host.
fn not_made(error: &StoreError) -> Why {
    match error {
        StoreError::Conflict => Why::Refused(Refusal::Overtaken),
        _ => {
            tracing::warn!(%error, "a table could not go on to another encounter");
            Why::NotKept
        }
    }
}
