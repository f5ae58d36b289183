//! Moves a table from one encounter to another: carries combatants over and sends everybody there.
//!
//! The room of the encounter that is left does this between two of its commands, so the next encounter knows
//! everything that was done there.

use std::collections::BTreeSet;

use rules::encounter::along::Company;
use rules::encounter::{Class, Command, Encounter, Given, Record, Refusal};
use rules::id::{EncounterId, SeatId};
use rules::seat::Actor;
use rules::text::Name;
use rules::wire::{self, Why};

use super::pending::Order;
use super::state::{Broken, Room, Stays};
use super::{Onward, Request, To};
use crate::http::limits::COMMANDS;
use crate::store::{End, NewScene, Scene, Seat, Standing, StoreError};

/// Most attempts to move on while other servers write to the encounters as well.
const TRIES: u32 = 8;

impl Room {
    /// Moves the table to another encounter for a seat. This encounter's log is not changed.
    ///
    /// # Errors
    ///
    /// [`Broken`] where the room has to start over; the inner error is the refusal for the seat.
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
            // Another server wrote to this encounter meanwhile: its records have to be carried over, too.
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

    /// Makes one attempt to move on, from the encounter as this room knows it.
    async fn go(&mut self, seat: &Seat, onward: &Onward) -> Result<Stays, Why> {
        let company = self.encounter.company(Actor::Seat(seat.id), &onward.along);
        let company = company.map_err(Why::Refused)?;
        // Records behind a damaged one are unknown and are not carried over.
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

    /// Creates the encounter that follows this one.
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

    /// Makes this prepared encounter the current one, with the combatants carried over.
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
                // Browsers that prepared the encounter load it again: it is the table's current one now.
                self.guests.close_those(|_| Some(wire::close::ELSEWHERE));
                return Ok(Ok(()));
            }
            let left = leaves.map(|leaves| leaves.encounter);
            match self.store.outlook(left.as_slice()).await.as_deref() {
                // Another server wrote here first; the encounter that is left is unchanged.
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

    /// Ends the room after the table moved to another encounter: reveals the dice secrets, and sends all sockets
    /// there.
    pub(super) async fn leave(mut self) {
        self.bare_dice();
        self.remember(Order::Bare);
        if self.keep().await.is_err() {
            return self.break_up();
        }
        self.guests.close_those(|_| Some(wire::close::ELSEWHERE));
        self.keep_snapshot().await;
    }

    /// Revokes seats that this encounter may still have, and commits that.
    pub(super) async fn unseat(&mut self, gone: &BTreeSet<SeatId>) -> Result<(), Broken> {
        self.take_away(gone);
        self.keep().await
    }

    /// Revokes seats that this encounter may still have, without committing.
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

    /// Whether a seat may view this encounter: while it is prepared, only those who can run the table.
    pub(super) async fn is_open_to(&mut self, seat: &Seat) -> bool {
        if seat.role.runs_the_table() {
            return true;
        }
        if self.scene.standing == Standing::Prepared {
            self.look_again().await;
        }
        self.scene.standing != Standing::Prepared
    }

    /// Admits a seat that wants to stay, and returns its class; `None` where the table is at another encounter.
    pub(super) async fn seat_here(&mut self, seat: &Seat) -> Result<Option<Class>, Broken> {
        if self.scene.standing == Standing::Over {
            self.look_again().await;
        }
        match self.scene.standing {
            Standing::Over => Ok(None),
            Standing::Current | Standing::Prepared => self.seat(seat).await,
        }
    }

    /// Updates the standing of this encounter from the store; logs a failure to read it.
    async fn look_again(&mut self) {
        match self.look_at_scene().await {
            Ok(()) | Err(StoreError::Gone) => {}
            Err(error) => tracing::warn!(%error, "a room could not look again"),
        }
    }

    /// Returns the encounter's title if the store does not have it yet.
    pub(super) fn new_title(&self) -> Option<Name> {
        let title = self.encounter.title();
        (self.scene.name() != title).then(|| title.clone())
    }
}

/// Turns a store error into the refusal for the requester, and logs it for the host.
fn not_made(error: &StoreError) -> Why {
    match error {
        StoreError::Conflict => Why::Refused(Refusal::Overtaken),
        _ => {
            tracing::warn!(%error, "a table could not go on to another encounter");
            Why::NotKept
        }
    }
}
