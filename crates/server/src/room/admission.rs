//! Admission to a room: seats that connect, seats that change, and sockets that have to close.

use std::time::Duration;

use rules::base::confusables::make_distinct_name;
use rules::base::id::{PictureAddress, PictureId, SeatId};
use rules::base::seat::Actor;
use rules::base::text::Name;
use rules::encounter::{Class, Command, IssuedCommand, Refusal, View};
use rules::handout::Area;
use rules::wire::{self, Durability, ResumePoint, ServerMessage};
use tokio::sync::oneshot;
use tokio::time::Instant;

use super::class_feed::encode;
use super::connections::Audience;
use super::outbox::Outbox;
use super::{SeatSnapshot, SocketId};
use crate::http::limits::REPAIRS;
use crate::store::{EncounterStage, Seat};

use super::pending::PendingOp;
use super::state::{Room, RoomBroken};

/// Time for which a cached snapshot is kept: viewers seldom connect alone.
const SNAPSHOT_CACHE_TIME: Duration = Duration::from_secs(1);

impl Room {
    /// Returns the current view of a seat for its page; `None` where it may not see this encounter.
    pub(super) async fn seat_snapshot(
        &mut self,
        seat: &Seat,
    ) -> Result<Option<SeatSnapshot>, RoomBroken> {
        let Some(class) = self.admit(seat).await? else {
            return Ok(None);
        };
        self.send_delayed();
        let (told, epoch) = self.feed(self.audience(seat, class));
        let (seq, view) = (told.seq(), told.view().clone());
        Ok(Some(SeatSnapshot {
            class,
            epoch,
            seq,
            view,
            proposed: self.encounter.proposals_of(seat.id),
            present: self.connections.connected_seats(),
        }))
    }

    /// Applies the new roles of two seats after the storyteller handed over. Their browsers reload
    /// the page with the new role.
    pub(super) async fn apply_handover(&mut self, seats: &[Seat; 2]) -> Result<(), RoomBroken> {
        for seat in seats {
            self.seats.moves.insert(seat.id, seat.moves);
            if let Err(why) = self.sit_with_unique_name(seat) {
                tracing::warn!(%why, "a seat could not change what it is for");
            }
        }
        self.commit().await?;
        self.rooms.cluster().announce_table_change(self.scene.table);
        let ids = seats.each_ref().map(|seat| seat.id);
        self.connections
            .close_where(|guest| ids.contains(&guest.seat).then_some(wire::close::ELSEWHERE));
        Ok(())
    }

    /// Removes a seat from the encounter that its holder gives up.
    pub(super) async fn leave_seat(&mut self, seat: SeatId) -> Result<(), RoomBroken> {
        let given = IssuedCommand {
            id: self.chance.new_command_id(),
            by: Actor::Seat(seat),
            command: Command::Unseat { seat },
        };
        if let Err(why) = self.accept(&given) {
            tracing::debug!(%why, "a seat that was given up is not known here");
        }
        self.push_pending(PendingOp::Command(Box::new(given), None));
        self.commit().await
    }

    /// Admits a seat to the encounter after committing everything decided so far, and returns its
    /// class of readers, whose view it gets. `None` where it may not enter.
    pub(super) async fn admit(&mut self, seat: &Seat) -> Result<Option<Class>, RoomBroken> {
        self.commit().await?;
        if !self.refresh_before_admission().await? {
            return Ok(None);
        }
        if self.has_left || self.seats.revoked.contains(&seat.id) || self.is_outdated(seat) {
            return Ok(None);
        }
        if !self.is_open_to(seat).await {
            return Ok(None);
        }
        self.close_moved(seat.id, seat.moves);
        let actor = Actor::Seat(seat.id);
        // A seat that took or gave away the role of storyteller has another role than the encounter knows.
        let known = self.encounter.seat(seat.id).map(|known| known.role);
        if known != Some(seat.role) {
            if self.durability() == Durability::NothingNow {
                return Ok(None);
            }
            if let Err(why) = self.sit_with_unique_name(seat) {
                tracing::warn!(%why, "somebody could not be seated");
                return Ok(None);
            }
            self.commit().await?;
            if self.damaged.is_some() {
                // The damaged encounter can be viewed, but the arrival is not recorded.
                self.send_changes();
            }
        }
        Ok(View::class_of(&self.encounter, actor))
    }

    /// Adds to the encounter all those seats of the table that it does not know in their present
    /// role, so that nobody is at a table unseen.
    pub(super) fn seat_missing(&mut self, seats: &[Seat]) {
        if self.scene.stage == EncounterStage::Over || self.durability_refusal().is_some() {
            return;
        }
        for seat in seats {
            let known = self.encounter.seat(seat.id).map(|known| known.role);
            if known == Some(seat.role) || self.seats.revoked.contains(&seat.id) {
                continue;
            }
            if let Err(why) = self.sit_with_unique_name(seat) {
                tracing::warn!(%why, "somebody who has a seat could not be put into it");
            }
        }
    }

    /// Makes a seat known to the encounter. If the name is taken, as at tables from before names were unique, a
    /// number is appended, so that nobody is locked out.
    pub(super) fn sit_with_unique_name(&mut self, seat: &Seat) -> Result<(), Refusal> {
        self.push_pending(PendingOp::Sit(Box::new(seat.clone())));
        let sit = |room: &mut Self, name: String| {
            let command = Command::Sit {
                seat: seat.id,
                name,
                role: seat.role,
            };
            room.accept(&IssuedCommand {
                id: room.chance.new_command_id(),
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
                let apart = make_distinct_name(&Name::new(&seat.name)?, &names);
                sit(self, apart.to_string())
            }
            done => done,
        }
    }

    /// Whether the browser of this seat was admitted before the seat moved to another browser.
    pub(super) fn is_outdated(&self, seat: &Seat) -> bool {
        let moves = self.seats.moves.get(&seat.id);
        moves.is_some_and(|moves| *moves > seat.moves)
    }

    /// Returns the websocket close code for a viewer who may not enter.
    pub(super) fn close_code_for(&self, seat: &Seat) -> u16 {
        if self.scene.stage == EncounterStage::Over {
            wire::close::ELSEWHERE
        } else if self.is_outdated(seat) {
            wire::close::SEAT_MOVED
        } else {
            wire::close::SEAT_GONE
        }
    }

    /// Records that a seat has moved `moves` times to another browser, and closes the sockets of
    /// earlier browsers.
    pub(super) fn close_moved(&mut self, seat: SeatId, moves: u32) {
        let known = self.seats.moves.entry(seat).or_default();
        if moves <= *known {
            return;
        }
        *known = moves;
        self.connections.close_where(|guest| {
            let goes = guest.seat == seat && guest.moves < moves;
            goes.then_some(wire::close::SEAT_MOVED)
        });
    }

    /// Brings a new websocket up to date with the messages it missed, or with a whole view.
    pub(super) fn send_initial_state(
        &mut self,
        you: SeatId,
        circle: Audience,
        (seen, private): (Option<ResumePoint>, Option<u64>),
        outbox: &Outbox,
    ) {
        self.send_delayed();
        let (told, epoch) = self.feed(circle);
        let gap = seen
            .filter(|seen| seen.epoch == epoch)
            .and_then(|seen| told.missed_messages(seen));
        let first = match &gap {
            Some(_) => encode(&ServerMessage::Resumed { you }),
            None => told.snapshot(epoch, you),
        };
        if gap.is_none() {
            self.snapshots_cached_until = Some(Instant::now() + SNAPSHOT_CACHE_TIME);
        }
        self.announce_durability(self.durability());
        let private = match circle {
            Audience::Live(_) => {
                let private = private.filter(|_| gap.is_some());
                self.private_feeds.initial_messages(you, private)
            }
            Audience::Delayed => Vec::new(),
        };
        let keeps = match self.announced_durability {
            Durability::Everything => None,
            not => encode(&ServerMessage::Keeps(not)),
        };
        let fits = first.is_some_and(|first| outbox.put(first))
            && gap.into_iter().flatten().all(|message| outbox.put(message))
            && private.into_iter().all(|message| outbox.put(message))
            && keeps.is_none_or(|message| outbox.put(message))
            && self.recent_call().is_none_or(|message| outbox.put(message));
        if !fits {
            outbox.close(wire::close::LAGGING);
        }
    }

    /// Compares a browser's checksum of its view with that of the view it was sent. If the browser
    /// is up to date and differs, it reloads its page, and the fault is logged for the host.
    pub(super) fn compare_checksum(&mut self, socket: SocketId, seq: u64, sum: u32) {
        let Some((seat, circle)) = self
            .connections
            .get(socket)
            .map(|guest| (guest.seat, guest.audience))
        else {
            return;
        };
        let (told, _) = self.feed(circle);
        if told.seq() != seq || told.checksum() == sum || !self.budgets(seat).repairs.take(REPAIRS)
        {
            return;
        }
        tracing::warn!(
            encounter.id = %self.scene.id, seat = seat.0, seq,
            "a browser sees something else than it was told: it loads its page again"
        );
        self.connections.close(socket, wire::close::ELSEWHERE);
    }

    /// Closes the sockets of revoked seats, and of seats whose class has changed.
    pub(super) fn close_revoked(&mut self, gone: &[SeatId]) {
        self.seats.revoked.extend(gone);
        if let Some(seats) = &mut self.size.0.seats {
            seats.retain(|seat, _| !gone.contains(seat));
        }
        let encounter = &self.encounter;
        self.connections.close_where(|guest| {
            match View::class_of(encounter, Actor::Seat(guest.seat)) {
                Some(class) if class == guest.audience.class() => None,
                Some(_) => Some(wire::close::ELSEWHERE),
                None => Some(wire::close::SEAT_GONE),
            }
        });
    }

    /// Answers a page with the current view of a seat, unless the seat is not admitted.
    pub(super) async fn hear_opening(
        &mut self,
        seat: &Seat,
        answer: oneshot::Sender<SeatSnapshot>,
    ) -> Result<(), RoomBroken> {
        if let Some(snapshot) = self.seat_snapshot(seat).await? {
            _ = answer.send(snapshot);
        }
        Ok(())
    }

    /// Answers which picture a seat finds at an address, and what is covered of it.
    pub(super) async fn hear_picture(
        &mut self,
        seat: &Seat,
        address: PictureAddress,
        answer: oneshot::Sender<Option<(PictureId, Vec<Area>)>>,
    ) -> Result<(), RoomBroken> {
        if self.admit(seat).await?.is_some() {
            let known = self.encounter_known_to(seat.id);
            _ = answer.send(known.picture_at(seat.id, address));
        }
        Ok(())
    }

    /// Removes a seat that its holder gives up, and answers once that is stored.
    pub(super) async fn hear_leave(
        &mut self,
        seat: SeatId,
        answer: oneshot::Sender<()>,
    ) -> Result<(), RoomBroken> {
        self.leave_seat(seat).await?;
        _ = answer.send(());
        Ok(())
    }
}
