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
use super::life::{Broken, Room, Stays};
use crate::limits::COMMANDS;
use crate::store::{NewScene, Scene, Seat, Standing};

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
        if self.scene.standing != Standing::Current {
            return Ok(Err(Why::Refused(Refusal::Overtaken)));
        }
        if !sits {
            return Ok(Err(Why::Refused(Refusal::NoSeat)));
        }
        if !self.paces(seat.id).commands.take(COMMANDS) {
            return Ok(Err(Why::TooFast));
        }
        let company = match self.encounter.company(Actor::Seat(seat.id), &onward.along) {
            Ok(company) => company,
            Err(refusal) => return Ok(Err(Why::Refused(refusal))),
        };
        Ok(match onward.to {
            To::New { id, title, begins } => self.make(seat, &company, (id, title, begins)).await,
            To::Prepared(scene) => {
                let begin = |answer| Request::Begin {
                    by: seat.id,
                    company: Box::new(company.clone()),
                    answer,
                };
                let begun = self.rooms.ask(&scene, begin).await;
                begun
                    .map_or(Err(Why::NotKept), |(begun, _)| begun)
                    .map(|()| Stays::Left)
            }
            To::Past(scene) => {
                let now = self.clock.now();
                let made = self.store.make_current(scene.id, now).await;
                made.map(|()| Stays::Left).map_err(|error| {
                    tracing::warn!(%error, "an encounter could not be taken up again");
                    Why::NotKept
                })
            }
        })
    }

    /// Makes the encounter that goes on from this one.
    async fn make(
        &mut self,
        seat: &Seat,
        company: &Company,
        (id, title, begins): (EncounterId, Name, bool),
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
        };
        match self.store.make_scene(new).await {
            Ok(()) if begins => Ok(Stays::Left),
            Ok(()) => Ok(Stays::Open),
            Err(error) => {
                tracing::warn!(%error, "an encounter could not be made");
                Err(Why::NotKept)
            }
        }
    }

    /// The table comes to this encounter, which was prepared, with those who come along.
    pub(super) async fn begin(
        &mut self,
        by: SeatId,
        company: &Company,
    ) -> Result<Result<(), Why>, Broken> {
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
        let record = Record {
            at: self.clock.now(),
            by: Actor::Seat(by),
            command: self.chance.command(),
            events,
        };
        self.take_in(record);
        self.begins = true;
        self.keep().await?;
        if self.scene.standing == Standing::Prepared {
            return Ok(Err(Why::NotKept));
        }
        // Those who prepared it look at it anew: it is the table's now.
        self.guests.close_those(|_| Some(wire::close::ELSEWHERE));
        Ok(Ok(()))
    }

    /// The table is at another encounter: everybody goes there.
    pub(super) async fn leave(mut self) {
        self.bare_dice();
        if self.keep().await.is_err() {
            return self.break_up();
        }
        self.guests.close_those(|_| Some(wire::close::ELSEWHERE));
        self.keep_snapshot().await;
    }

    /// Seats are gone that this encounter may still know.
    pub(super) async fn unseat(&mut self, gone: &BTreeSet<SeatId>) -> Result<(), Broken> {
        self.seats.revoked.extend(gone);
        for seat in gone {
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
        }
        self.keep().await
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

    /// Learns what this encounter is to its table by now.
    async fn look_again(&mut self) {
        match self.store.scene(self.scene.id).await {
            Ok(Some(scene)) => self.scene.standing = scene.standing,
            Ok(None) => {}
            Err(error) => tracing::warn!(%error, "a room could not look again"),
        }
    }

    /// The title, if the store does not know it.
    pub(super) fn new_title(&self) -> Option<Name> {
        let title = self.encounter.title();
        (self.scene.name() != title).then(|| title.clone())
    }
}
