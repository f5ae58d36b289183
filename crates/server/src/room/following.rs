//! Catches up with what other servers wrote: to the log of the encounter, to its table and to the seats.

use std::collections::BTreeMap;

use rules::base::id::SeatId;
use rules::base::seat::Role;
use rules::encounter::{DiceEvent, Event, Record};
use rules::wire;

use super::commit::revoked_seats;
use super::load::RECORDS_PER_PAGE;
use super::secrets::DiceSecrets;
use super::state::{Room, RoomBroken};
use crate::store::{DiceSecret, EncounterStage, EncounterStatus, StoreError};

impl Room {
    /// Reads and applies the records that other servers wrote, sends the changes, and returns
    /// whether there were any. Must be called when nothing is uncommitted.
    pub(super) async fn catch_up(&mut self) -> Result<bool, StoreError> {
        if !self.is_shared() || self.damaged.is_some() {
            return Ok(false);
        }
        let (records, last) = match self.read_new_records().await {
            Err(StoreError::Damaged(record)) => {
                tracing::error!(
                    encounter.id = %self.scene.id, record,
                    "the log of an encounter is damaged from this record on: it can only be read from now on"
                );
                self.damaged = Some(record);
                self.announce_durability(self.durability());
                return Ok(false);
            }
            read => read?,
        };
        if records.is_empty() {
            return Ok(false);
        }
        let secrets = match records.iter().any(binds_dice) {
            true => Some(self.store.dice_secrets(self.scene.id).await?),
            false => None,
        };
        self.apply_remote_records(records, last, secrets);
        Ok(true)
    }

    /// Reads the records behind the last known one, and returns them with the new last number.
    async fn read_new_records(&self) -> Result<(Vec<Record>, u64), StoreError> {
        let (mut all, mut last) = (Vec::new(), self.last_seq);
        loop {
            let page = self
                .store
                .records(self.scene.id, last, RECORDS_PER_PAGE)
                .await?;
            let Some((number, _)) = page.last() else {
                return Ok((all, last));
            };
            last = *number;
            all.extend(page.into_iter().map(|(_, record)| record));
        }
    }

    /// Applies records that another server committed, and sends the changes.
    fn apply_remote_records(
        &mut self,
        records: Vec<Record>,
        last: u64,
        secrets: Option<Vec<DiceSecret>>,
    ) {
        let roles = self.connected_roles();
        let mut gone = Vec::new();
        for record in &records {
            self.encounter.apply(record);
            self.answers.mark_accepted(record.command);
            gone.extend(revoked_seats(record).map(|revoked| revoked.seat));
        }
        if let Some(secrets) = secrets {
            self.secrets = DiceSecrets::from_stored((self.scene.dice, &self.encounter), secrets);
        }
        self.last_seq = last;
        self.mark_committed();
        self.scene.renamed_to = Some(self.encounter.title().clone());
        self.queue_delayed(records);
        // A seat that was revoked by these records must not see what came with them.
        self.close_revoked(&gone);
        self.send_changes();
        // A seat whose role has changed reloads the page with its new role.
        let encounter = &self.encounter;
        self.connections.close_where(|guest| {
            let now = encounter.seat(guest.seat).map(|seat| seat.role);
            let was = roles.get(&guest.seat).copied();
            (was.is_some() && was != now).then_some(wire::close::ELSEWHERE)
        });
    }

    /// Returns the roles of the seats connected to this server.
    fn connected_roles(&self) -> BTreeMap<SeatId, Role> {
        let seats = self.connections.local_seats().into_iter();
        let known = seats.filter_map(|seat| Some((seat, self.encounter.seat(seat)?.role)));
        known.collect()
    }

    /// Reads the status of the encounter, catches up with the log if it has more, and returns
    /// whether it had.
    async fn poll(&mut self) -> Result<bool, StoreError> {
        if !self.is_shared() {
            return Ok(false);
        }
        let looked = self.store.poll_status(&[self.scene.id]).await?;
        match looked.first() {
            Some(outlook) => self.apply_status(outlook).await,
            None => Err(StoreError::Gone),
        }
    }

    /// Handles a status of the encounter that was read for all open rooms.
    pub(super) async fn handle_status(
        &mut self,
        outlook: &EncounterStatus,
    ) -> Result<(), RoomBroken> {
        if !self.is_shared() {
            return Ok(());
        }
        self.commit().await?;
        let followed = self.apply_status(outlook).await;
        self.finish_catch_up(followed).await
    }

    /// Handles another server's report of the log's length and last records. Where these follow the last known one,
    /// the log need not be read.
    pub(super) async fn handle_log_appended(
        &mut self,
        last: u64,
        records: Vec<Record>,
    ) -> Result<(), RoomBroken> {
        if last <= self.last_seq {
            return Ok(());
        }
        self.commit().await?;
        let read = match last > self.last_seq {
            true if self.try_apply_reported(last, records) => Ok(true),
            true => self.catch_up().await,
            false => Ok(false),
        };
        self.finish_catch_up(read).await
    }

    /// Applies records that another server sent, if the store is not needed for that, and returns
    /// whether it did. Must be called when nothing is uncommitted.
    fn try_apply_reported(&mut self, last: u64, mut records: Vec<Record>) -> bool {
        let first = last.checked_sub(records.len() as u64);
        let known = first.and_then(|first| self.last_seq.checked_sub(first));
        let Some(known) = known.and_then(|known| usize::try_from(known).ok()) else {
            return false;
        };
        if !self.is_shared() || self.damaged.is_some() || known >= records.len() {
            return false;
        }
        let new = records.split_off(known);
        // Dice secrets are never sent between servers: they are read from the store.
        if new.iter().any(binds_dice) {
            return false;
        }
        self.rooms.meters().followed.inc();
        self.apply_remote_records(new, last, None);
        true
    }

    /// Commits what was decided while catching up with other servers; an error other than a deleted
    /// encounter is left to the next attempt.
    async fn finish_catch_up(
        &mut self,
        looked: Result<bool, StoreError>,
    ) -> Result<(), RoomBroken> {
        match looked {
            Ok(_) => self.commit().await,
            Err(StoreError::Gone) => Err(RoomBroken),
            // The status is read again soon.
            Err(error) => {
                tracing::debug!(%error, "a room could not look at its log");
                Ok(())
            }
        }
    }

    /// Catches up with other servers before a viewer is admitted, and returns whether the log could
    /// be read. So they see everything acknowledged by any server.
    pub(super) async fn refresh_before_admission(&mut self) -> Result<bool, RoomBroken> {
        let looked = self.poll().await;
        self.is_log_unreadable = looked.is_err();
        self.finish_catch_up(looked).await?;
        Ok(!self.is_log_unreadable)
    }

    /// Applies the encounter's status in the store to the room, and returns whether the log had
    /// more. Must be called when nothing is uncommitted.
    async fn apply_status(&mut self, outlook: &EncounterStatus) -> Result<bool, StoreError> {
        let more = outlook.end.last > self.last_seq && self.catch_up().await?;
        if outlook.stage != self.scene.stage {
            self.refresh_scene().await?;
        }
        if outlook.seat_changes != self.seat_changes {
            self.refresh_seats(outlook.seat_changes).await?;
        }
        if self.view_delay_seconds() != outlook.delay {
            self.set_view_delay(outlook.delay);
        }
        Ok(more)
    }

    /// Reads the changed seats of the table, and closes the sockets of those that may not stay.
    async fn refresh_seats(&mut self, turns: u64) -> Result<(), StoreError> {
        let changed = self.store.seat_changes(self.scene.table).await?;
        for (seat, moves) in changed.moves {
            let known = self.seats.moves.get(&seat).copied().unwrap_or_default();
            if moves <= known {
                continue;
            }
            let kept = self.store.seat(self.scene.table, seat).await?;
            let role = self.encounter.seat(seat).map(|known| known.role);
            if kept.is_some_and(|kept| Some(kept.role) != role) {
                // Handed over: the person still has the seat, in another role.
                self.seats.moves.insert(seat, moves);
                self.connections.close_where(|guest| {
                    (guest.seat == seat && guest.moves < moves).then_some(wire::close::ELSEWHERE)
                });
            }
            self.close_moved(seat, moves);
        }
        self.seat_changes = turns;
        let gone = changed.revoked.into_iter();
        let gone: Vec<_> = gone.filter(|seat| !self.is_revoked(*seat)).collect();
        self.revoke_seats(gone.iter());
        self.close_revoked(&gone);
        self.seat_missing(&changed.in_use);
        Ok(())
    }

    /// Reads from the store whether this encounter is prepared, current or over, and acts on a
    /// change.
    pub(super) async fn refresh_scene(&mut self) -> Result<(), StoreError> {
        let scene = self.store.encounter(self.scene.id).await?;
        let now = scene.ok_or(StoreError::Gone)?.stage;
        let before = std::mem::replace(&mut self.scene.stage, now);
        match (before, now) {
            (EncounterStage::Current | EncounterStage::Prepared, EncounterStage::Over) => {
                self.has_left = true
            }
            // Browsers that prepared the encounter load it again: it is the table's current one now.
            (EncounterStage::Prepared, EncounterStage::Current) => {
                self.connections
                    .close_where(|_| Some(wire::close::ELSEWHERE));
            }
            (EncounterStage::Over, EncounterStage::Current) => {
                self.has_left = false;
                // Seats taken while the table was elsewhere are known here from now on, too.
                let sitting = self.store.seats(self.scene.table).await?;
                self.seat_missing(&sitting);
            }
            (_, EncounterStage::Current | EncounterStage::Prepared) => self.has_left = false,
            (EncounterStage::Over, EncounterStage::Over) => {}
        }
        Ok(())
    }
}

/// Whether a record commits the server to new dice secrets.
fn binds_dice(record: &Record) -> bool {
    let binds = |event: &Event| match event {
        Event::Dice(event) => matches!(**event, DiceEvent::Bound { .. }),
        _ => false,
    };
    record.events.iter().any(binds)
}
