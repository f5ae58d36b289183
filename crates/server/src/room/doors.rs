//! Admission to a room: seats that connect, seats that change, and sockets that have to close.

use std::time::Duration;

use rules::encounter::{Class, Command, Given, Refusal, View};
use rules::id::SeatId;
use rules::likeness::told_apart;
use rules::seat::Actor;
use rules::text::Name;
use rules::wire::{self, FromServer, Keeps, Seen};
use tokio::time::Instant;

use super::class::encode;
use super::guests::Circle;
use super::outbox::Outbox;
use super::{Picture, SocketId};
use crate::http::limits::REPAIRS;
use crate::store::{Seat, Standing};

use super::pending::Order;
use super::state::{Broken, Room};

/// Time for which a cached snapshot is kept: viewers seldom connect alone.
const OTHERS_COME: Duration = Duration::from_secs(1);

impl Room {
    /// Returns the current view of a seat; `None` where it may not see this encounter.
    pub(super) async fn picture_of(&mut self, seat: &Seat) -> Result<Option<Picture>, Broken> {
        let Some(class) = self.seat(seat).await? else {
            return Ok(None);
        };
        self.tell_later();
        let (told, epoch) = self.feed(self.circle(seat, class));
        let (seq, view) = (told.seq(), told.view().clone());
        Ok(Some(Picture {
            class,
            epoch,
            seq,
            view,
            proposed: self.encounter.proposed_by(seat.id),
            here: self.guests.here(),
        }))
    }

    /// Applies the new roles of two seats. Their browsers reload the page with the new role.
    pub(super) async fn hand_over(&mut self, seats: &[Seat; 2]) -> Result<(), Broken> {
        for seat in seats {
            self.seats.moves.insert(seat.id, seat.moves);
            if let Err(why) = self.seat_by_name(seat) {
                tracing::warn!(%why, "a seat could not change what it is for");
            }
        }
        self.keep().await?;
        self.rooms.news().changed(self.scene.table);
        let ids = seats.each_ref().map(|seat| seat.id);
        self.guests
            .close_those(|guest| ids.contains(&guest.seat).then_some(wire::close::ELSEWHERE));
        Ok(())
    }

    /// Removes a seat that its holder gives up.
    pub(super) async fn rise(&mut self, seat: SeatId) -> Result<(), Broken> {
        let given = Given {
            id: self.chance.command(),
            by: Actor::Seat(seat),
            command: Command::Unseat { seat },
        };
        if let Err(why) = self.accept(&given) {
            tracing::debug!(%why, "a seat that was given up is not known here");
        }
        self.remember(Order::Given(Box::new(given), None));
        self.keep().await
    }

    /// Commits everything decided so far, makes the seat known to the encounter, and returns its class. `None` where
    /// it may not enter.
    pub(super) async fn seat(&mut self, seat: &Seat) -> Result<Option<Class>, Broken> {
        self.keep().await?;
        if !self.look_before_they_come().await? {
            return Ok(None);
        }
        if self.left || self.seats.revoked.contains(&seat.id) || self.has_moved(seat) {
            return Ok(None);
        }
        if !self.is_open_to(seat).await {
            return Ok(None);
        }
        self.moved(seat.id, seat.moves);
        let actor = Actor::Seat(seat.id);
        // A seat that took or gave away the role of storyteller has another role than the encounter knows.
        let known = self.encounter.seat(seat.id).map(|known| known.role);
        if known != Some(seat.role) {
            if self.keeps() == Keeps::NothingNow {
                return Ok(None);
            }
            if let Err(why) = self.seat_by_name(seat) {
                tracing::warn!(%why, "somebody could not be seated");
                return Ok(None);
            }
            self.keep().await?;
            if self.damaged.is_some() {
                // The damaged encounter can be viewed, but the arrival is not recorded.
                self.tell();
            }
        }
        Ok(View::class_of(&self.encounter, actor))
    }

    /// Seats everyone whom the table has and the encounter does not know in their present role: nobody is at a table
    /// unseen.
    pub(super) fn seat_all(&mut self, seats: &[Seat]) {
        if self.scene.standing == Standing::Over || self.why_not().is_some() {
            return;
        }
        for seat in seats {
            let known = self.encounter.seat(seat.id).map(|known| known.role);
            if known == Some(seat.role) || self.seats.revoked.contains(&seat.id) {
                continue;
            }
            if let Err(why) = self.seat_by_name(seat) {
                tracing::warn!(%why, "somebody who has a seat could not be put into it");
            }
        }
    }

    /// Makes a seat known to the encounter. If the name is taken, as at tables from before names were unique, a
    /// number is appended, so that nobody is locked out.
    pub(super) fn seat_by_name(&mut self, seat: &Seat) -> Result<(), Refusal> {
        self.remember(Order::Sit(Box::new(seat.clone())));
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

    /// Whether this seat's browser was admitted before the seat moved to another one.
    pub(super) fn has_moved(&self, seat: &Seat) -> bool {
        let moves = self.seats.moves.get(&seat.id);
        moves.is_some_and(|moves| *moves > seat.moves)
    }

    /// Returns the close code for a viewer who may not enter.
    pub(super) fn why_out(&self, seat: &Seat) -> u16 {
        if self.scene.standing == Standing::Over {
            wire::close::ELSEWHERE
        } else if self.has_moved(seat) {
            wire::close::SEAT_MOVED
        } else {
            wire::close::SEAT_GONE
        }
    }

    /// Records that a seat has moved this many times, and closes the sockets of earlier browsers.
    pub(super) fn moved(&mut self, seat: SeatId, moves: u32) {
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

    /// Brings a new socket up to date: with the messages it missed, or with a snapshot.
    pub(super) fn welcome(
        &mut self,
        you: SeatId,
        circle: Circle,
        seen: Option<Seen>,
        outbox: &Outbox,
    ) {
        self.tell_later();
        let (told, epoch) = self.feed(circle);
        let gap = seen
            .filter(|seen| seen.epoch == epoch)
            .and_then(|seen| told.missed(seen));
        let first = match &gap {
            Some(_) => encode(&FromServer::Resumed { you }),
            None => told.snapshot(epoch, you),
        };
        if gap.is_none() {
            self.others_come_until = Some(Instant::now() + OTHERS_COME);
        }
        self.tell_what_is_kept(self.keeps());
        let keeps = match self.told_keeps {
            Keeps::Everything => None,
            not => encode(&FromServer::Keeps(not)),
        };
        let fits = first.is_some_and(|first| outbox.put(first))
            && gap.into_iter().flatten().all(|message| outbox.put(message))
            && keeps.is_none_or(|message| outbox.put(message));
        if !fits {
            outbox.close(wire::close::LAGGING);
        }
    }

    /// Compares a browser's checksum of its view with the feed's. If the browser is up to date and differs, it
    /// reloads its page, and the fault is logged for the host.
    pub(super) fn compare(&mut self, socket: SocketId, seq: u64, sum: u32) {
        let Some((seat, circle)) = self
            .guests
            .get(socket)
            .map(|guest| (guest.seat, guest.circle))
        else {
            return;
        };
        let (told, _) = self.feed(circle);
        if told.seq() != seq || told.sum() == sum || !self.paces(seat).repairs.take(REPAIRS) {
            return;
        }
        tracing::warn!(
            encounter.id = %self.scene.id, seat = seat.0, seq,
            "a browser sees something else than it was told: it loads its page again"
        );
        self.guests.close(socket, wire::close::ELSEWHERE);
    }

    /// Closes the sockets of revoked seats, and of seats whose class has changed.
    pub(super) fn show_out(&mut self, gone: &[SeatId]) {
        self.seats.revoked.extend(gone);
        if let Some(seats) = &mut self.size.0.seats {
            seats.retain(|seat, _| !gone.contains(seat));
        }
        let encounter = &self.encounter;
        self.guests.close_those(
            |guest| match View::class_of(encounter, Actor::Seat(guest.seat)) {
                Some(class) if class == guest.circle.class() => None,
                Some(_) => Some(wire::close::ELSEWHERE),
                None => Some(wire::close::SEAT_GONE),
            },
        );
    }
}
