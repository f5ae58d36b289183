//! Moves a table from one encounter to another: carries combatants over and sends everybody there.
//!
//! The room of the encounter that is left does this between two of its commands, so the next encounter knows
//! everything that was done there.

use std::collections::BTreeSet;

use rules::base::id::{EncounterId, SeatId};
use rules::base::seat::Actor;
use rules::base::text::Name;
use rules::encounter::carry_over::CarryOver;
use rules::encounter::{Class, Command, Encounter, IssuedCommand, Record, Refusal};
use rules::wire::{self, NotDoneReason};

use super::pending::PendingOp;
use super::state::{Room, RoomBroken, RoomStatus};
use super::{Destination, NextEncounter, Request};
use crate::http::limits::COMMANDS;
use crate::store::{EncounterInfo, EncounterStage, LogPosition, NewEncounter, Seat, StoreError};

/// Most attempts to move on while other servers write to the encounters as well.
const MAX_ATTEMPTS: u32 = 8;

impl Room {
    /// Moves the table to another encounter as a seat commands, with the combatants carried over.
    /// This encounter's log is not changed.
    ///
    /// # Errors
    ///
    /// [`RoomBroken`] where the room has to start over; the inner error is the refusal for the seat.
    pub(super) async fn move_to_next_encounter(
        &mut self,
        seat: &Seat,
        onward: NextEncounter,
    ) -> Result<Result<RoomStatus, NotDoneReason>, RoomBroken> {
        let sits = self.admit_to_stay(seat).await?.is_some();
        if sits && !self.budgets(seat.id).commands.take(COMMANDS) {
            return Ok(Err(NotDoneReason::TooFast));
        }
        for _ in 0..MAX_ATTEMPTS {
            if self.scene.stage != EncounterStage::Current {
                break;
            }
            if self.is_log_unreadable {
                return Ok(Err(NotDoneReason::NotKept));
            }
            if !sits {
                return Ok(Err(NotDoneReason::Refused(Refusal::NoSeat)));
            }
            let done = self.try_next_encounter(seat, &onward).await;
            if done.is_ok() {
                self.rooms.cluster().announce_table_change(self.scene.table);
            }
            if done != Err(NotDoneReason::Refused(Refusal::Overtaken)) {
                return Ok(done);
            }
            // Another server wrote to this encounter meanwhile: its records have to be carried over, too.
            let before = (self.last_seq, self.scene.stage);
            if self.rebase(0).await.is_err() {
                return Ok(Err(NotDoneReason::NotKept));
            }
            self.commit().await?;
            if before == (self.last_seq, self.scene.stage) {
                break;
            }
        }
        Ok(Err(NotDoneReason::Refused(Refusal::Overtaken)))
    }

    /// Makes one attempt to move the table on, from the encounter as this room knows it.
    async fn try_next_encounter(
        &mut self,
        seat: &Seat,
        onward: &NextEncounter,
    ) -> Result<RoomStatus, NotDoneReason> {
        let company = self
            .encounter
            .prepare_carry_over(Actor::Seat(seat.id), &onward.companions);
        let company = company.map_err(NotDoneReason::Refused)?;
        let mut company = company.with_handouts(&self.encounter);
        if onward.with_places {
            company = company.with_places(&self.encounter);
        }
        // Records behind a damaged one are unknown and are not carried over.
        let leaves = self.damaged.is_none().then_some(LogPosition {
            encounter: self.scene.id,
            last: self.last_seq,
        });
        match &onward.to {
            Destination::New { id, title, begins } => {
                let (id, title) = (*id, title.clone());
                self.create_next_encounter(seat, &company, (id, title, *begins), leaves)
                    .await
            }
            Destination::Prepared(scene) => {
                let begin = |answer| Request::Begin {
                    by: seat.id,
                    company: Box::new(company.clone()),
                    leaves,
                    answer,
                };
                let begun = self.rooms.send_request(scene, begin).await;
                begun
                    .map_or(Err(NotDoneReason::NotKept), |(begun, _)| begun)
                    .map(|()| RoomStatus::Left)
            }
            Destination::Past(scene) => {
                let now = self.clock.now();
                let made = self
                    .store
                    .set_current_encounter(scene.id, now, leaves)
                    .await;
                made.map(|()| RoomStatus::Left)
                    .map_err(|error| to_refusal(&error))
            }
        }
    }

    /// Creates the encounter that follows this one, which `begins` now or is prepared.
    async fn create_next_encounter(
        &mut self,
        seat: &Seat,
        company: &CarryOver,
        (id, title, begins): (EncounterId, Name, bool),
        leaves: Option<LogPosition>,
    ) -> Result<RoomStatus, NotDoneReason> {
        let system = self.scene.system;
        let fresh = Encounter::new(title.clone(), system);
        let events = fresh
            .arrival_events(company, !begins)
            .map_err(NotDoneReason::Refused)?;
        let at = self.clock.now();
        let record = Record {
            at,
            by: Actor::Seat(seat.id),
            command: self.chance.new_command_id(),
            events,
        };
        let first = EncounterInfo::new_current(id, self.scene.table, title, system);
        let standing = match begins {
            true => EncounterStage::Current,
            false => EncounterStage::Prepared,
        };
        let new = NewEncounter {
            info: EncounterInfo {
                stage: standing,
                ..first
            },
            at,
            records: vec![record],
            continues_from: leaves,
        };
        match self.store.create_encounter(new).await {
            Ok(()) if begins => Ok(RoomStatus::Left),
            Ok(()) => Ok(RoomStatus::Open),
            Err(error) => Err(to_refusal(&error)),
        }
    }

    /// Makes this prepared encounter the current one, with the combatants carried over.
    pub(super) async fn begin_encounter(
        &mut self,
        by: SeatId,
        company: &CarryOver,
        leaves: Option<LogPosition>,
    ) -> Result<Result<(), NotDoneReason>, RoomBroken> {
        let command = self.chance.new_command_id();
        for _ in 0..MAX_ATTEMPTS {
            self.commit().await?;
            self.try_refresh_scene().await;
            if self.scene.stage != EncounterStage::Prepared {
                return Ok(Err(NotDoneReason::Refused(Refusal::Overtaken)));
            }
            if let Some(why) = self.durability_refusal() {
                return Ok(Err(why));
            }
            let events = match self.encounter.arrival_events(company, false) {
                Ok(events) => events,
                Err(refusal) => return Ok(Err(NotDoneReason::Refused(refusal))),
            };
            self.apply_record(Record {
                at: self.clock.now(),
                by: Actor::Seat(by),
                command,
                events,
            });
            self.begins_from = Some(leaves);
            self.commit().await?;
            if self.is_committed(command) {
                // Browsers that prepared the encounter load it again: it is the table's current one now.
                self.connections
                    .close_where(|_| Some(wire::close::ELSEWHERE));
                return Ok(Ok(()));
            }
            let left = leaves.map(|leaves| leaves.encounter);
            match self.store.poll_status(left.as_slice()).await.as_deref() {
                // Another server wrote here first; the encounter that is left is unchanged.
                Ok([outlook]) if Some(outlook.end) == leaves => {}
                Ok([]) if leaves.is_none() => {}
                Ok(_) => return Ok(Err(NotDoneReason::Refused(Refusal::Overtaken))),
                Err(_) => break,
            }
            if !self.is_shared() {
                break;
            }
        }
        Ok(Err(NotDoneReason::NotKept))
    }

    /// Ends the room after the table moved to another encounter, by revealing the dice secrets and
    /// sending all sockets there.
    pub(super) async fn redirect_and_close(mut self) {
        self.reveal_dice();
        self.push_pending(PendingOp::RevealDice);
        if self.commit().await.is_err() {
            return self.close_broken();
        }
        self.connections
            .close_where(|_| Some(wire::close::ELSEWHERE));
        self.save_snapshot().await;
    }

    /// Revokes those seats in `gone` that this encounter still has, and commits that.
    pub(super) async fn revoke_and_commit(
        &mut self,
        gone: &BTreeSet<SeatId>,
    ) -> Result<(), RoomBroken> {
        self.revoke_seats(gone);
        self.commit().await
    }

    /// Revokes those seats in `gone` that this encounter still has, without committing.
    pub(super) fn revoke_seats<'a>(&mut self, gone: impl IntoIterator<Item = &'a SeatId>) {
        for seat in gone {
            self.seats.revoked.insert(*seat);
            if self.encounter.seat(*seat).is_none() {
                continue;
            }
            let given = IssuedCommand {
                id: self.chance.new_command_id(),
                by: Actor::Server,
                command: Command::Unseat { seat: *seat },
            };
            if let Err(why) = self.accept(&given) {
                tracing::warn!(%why, "a seat that is gone could not be taken away");
            }
            self.push_pending(PendingOp::Command(Box::new(given), None));
        }
    }

    /// Whether a seat may view this encounter, which only those who run the table may while it is
    /// prepared.
    pub(super) async fn is_open_to(&mut self, seat: &Seat) -> bool {
        if seat.role.can_run_table() {
            return true;
        }
        if self.scene.stage == EncounterStage::Prepared {
            self.try_refresh_scene().await;
        }
        self.scene.stage != EncounterStage::Prepared
    }

    /// Admits a seat that wants to stay, and returns its class of readers; `None` where the table
    /// is at another encounter.
    pub(super) async fn admit_to_stay(&mut self, seat: &Seat) -> Result<Option<Class>, RoomBroken> {
        if self.scene.stage == EncounterStage::Over {
            self.try_refresh_scene().await;
        }
        match self.scene.stage {
            EncounterStage::Over => Ok(None),
            EncounterStage::Current | EncounterStage::Prepared => self.admit(seat).await,
        }
    }

    /// Updates from the store whether this encounter is prepared, current or over; logs a failure
    /// to read it.
    async fn try_refresh_scene(&mut self) {
        match self.refresh_scene().await {
            Ok(()) | Err(StoreError::Gone) => {}
            Err(error) => tracing::warn!(%error, "a room could not look again"),
        }
    }

    /// Returns the encounter's title if the store does not have it yet.
    pub(super) fn unsaved_title(&self) -> Option<Name> {
        let title = self.encounter.title();
        (self.scene.current_title() != title).then(|| title.clone())
    }
}

/// Turns a store error into the refusal for the requester, and logs it for the host.
fn to_refusal(error: &StoreError) -> NotDoneReason {
    match error {
        StoreError::Conflict => NotDoneReason::Refused(Refusal::Overtaken),
        _ => {
            tracing::warn!(%error, "a table could not go on to another encounter");
            NotDoneReason::NotKept
        }
    }
}
