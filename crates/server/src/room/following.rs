//! Catches up with what other servers wrote: to the log of the encounter, to its table and to the seats.

use std::collections::BTreeMap;

use rules::encounter::{DiceEvent, Event, Record};
use rules::id::SeatId;
use rules::seat::Role;
use rules::wire;

use super::keeping::unseated;
use super::memory::PAGE;
use super::secrets::DiceSecrets;
use super::state::{Broken, Room};
use crate::store::{DiceSecret, Outlook, Standing, StoreError};

impl Room {
    /// Reads and applies the records that other servers wrote since, and sends the changes. Returns whether there
    /// were any. Must be called when nothing is uncommitted.
    pub(super) async fn catch_up(&mut self) -> Result<bool, StoreError> {
        if !self.is_shared() || self.damaged.is_some() {
            return Ok(false);
        }
        let (records, last) = match self.read_on().await {
            Err(StoreError::Damaged(record)) => {
                tracing::error!(
                    encounter.id = %self.scene.id, record,
                    "the log of an encounter is damaged from this record on: it can only be read from now on"
                );
                self.damaged = Some(record);
                self.tell_what_is_kept(self.keeps());
                return Ok(false);
            }
            read => read?,
        };
        if records.is_empty() {
            return Ok(false);
        }
        let secrets = match records.iter().any(binds) {
            true => Some(self.store.dice_secrets(self.scene.id).await?),
            false => None,
        };
        self.take_from_others(records, last, secrets);
        Ok(true)
    }

    /// Reads the records behind the last known one, and returns them with the new last number.
    async fn read_on(&self) -> Result<(Vec<Record>, u64), StoreError> {
        let (mut all, mut last) = (Vec::new(), self.last);
        loop {
            let page = self.store.records(self.scene.id, last, PAGE).await?;
            let Some((number, _)) = page.last() else {
                return Ok((all, last));
            };
            last = *number;
            all.extend(page.into_iter().map(|(_, record)| record));
        }
    }

    /// Applies records that another server committed, and sends the changes.
    fn take_from_others(
        &mut self,
        records: Vec<Record>,
        last: u64,
        secrets: Option<Vec<DiceSecret>>,
    ) {
        let roles = self.roles_here();
        let mut gone = Vec::new();
        for record in &records {
            self.encounter.apply(record);
            self.answers.done(record.command);
            gone.extend(unseated(record).map(|revoked| revoked.seat));
        }
        if let Some(secrets) = secrets {
            self.secrets = DiceSecrets::running((self.scene.dice, &self.encounter), secrets);
        }
        self.last = last;
        self.settle();
        self.scene.called = Some(self.encounter.title().clone());
        self.put_off(records);
        // A seat that was revoked by these records must not see what came with them.
        self.show_out(&gone);
        self.tell();
        // A seat whose role has changed reloads the page with its new role.
        let encounter = &self.encounter;
        self.guests.close_those(|guest| {
            let now = encounter.seat(guest.seat).map(|seat| seat.role);
            let was = roles.get(&guest.seat).copied();
            (was.is_some() && was != now).then_some(wire::close::ELSEWHERE)
        });
    }

    /// Returns the roles of the seats connected to this server.
    fn roles_here(&self) -> BTreeMap<SeatId, Role> {
        let seats = self.guests.own().into_iter();
        let known = seats.filter_map(|seat| Some((seat, self.encounter.seat(seat)?.role)));
        known.collect()
    }

    /// Reads the status of the encounter, and catches up with the log if it has more. Returns whether it had.
    async fn look(&mut self) -> Result<bool, StoreError> {
        if !self.is_shared() {
            return Ok(false);
        }
        let looked = self.store.outlook(&[self.scene.id]).await?;
        match looked.first() {
            Some(outlook) => self.follow(outlook).await,
            None => Err(StoreError::Gone),
        }
    }

    /// Handles a status of the encounter that was read for all open rooms.
    pub(super) async fn look_and_follow(&mut self, outlook: &Outlook) -> Result<(), Broken> {
        if !self.is_shared() {
            return Ok(());
        }
        self.keep().await?;
        let followed = self.follow(outlook).await;
        self.after_looking(followed).await
    }

    /// Handles another server's report of the log's length and last records. Where these follow the last known one,
    /// the log need not be read.
    pub(super) async fn follow_another(
        &mut self,
        last: u64,
        records: Vec<Record>,
    ) -> Result<(), Broken> {
        if last <= self.last {
            return Ok(());
        }
        self.keep().await?;
        let read = match last > self.last {
            true if self.take_told(last, records) => Ok(true),
            true => self.catch_up().await,
            false => Ok(false),
        };
        self.after_looking(read).await
    }

    /// Applies records that another server sent, if these are all the new ones and need nothing from the store.
    /// Returns whether it did. Must be called when nothing is uncommitted.
    fn take_told(&mut self, last: u64, mut records: Vec<Record>) -> bool {
        let first = last.checked_sub(records.len() as u64);
        let known = first.and_then(|first| self.last.checked_sub(first));
        let Some(known) = known.and_then(|known| usize::try_from(known).ok()) else {
            return false;
        };
        if !self.is_shared() || self.damaged.is_some() || known >= records.len() {
            return false;
        }
        let new = records.split_off(known);
        // Dice secrets are never sent between servers: they are read from the store.
        if new.iter().any(binds) {
            return false;
        }
        self.rooms.meters().followed.inc();
        self.take_from_others(new, last, None);
        true
    }

    /// Commits what catching up has decided; an error other than a deleted encounter is left to the next attempt.
    async fn after_looking(&mut self, looked: Result<bool, StoreError>) -> Result<(), Broken> {
        match looked {
            Ok(_) => self.keep().await,
            Err(StoreError::Gone) => Err(Broken),
            // The status is read again soon.
            Err(error) => {
                tracing::debug!(%error, "a room could not look at its log");
                Ok(())
            }
        }
    }

    /// Catches up before a viewer is admitted, so that they see everything acknowledged by any server. Returns
    /// whether the log could be read.
    pub(super) async fn look_before_they_come(&mut self) -> Result<bool, Broken> {
        let looked = self.look().await;
        self.is_blind = looked.is_err();
        self.after_looking(looked).await?;
        Ok(!self.is_blind)
    }

    /// Applies a status of the encounter: reads whatever has changed. Returns whether the log had more. Must be
    /// called when nothing is uncommitted.
    async fn follow(&mut self, outlook: &Outlook) -> Result<bool, StoreError> {
        let more = outlook.end.last > self.last && self.catch_up().await?;
        if outlook.standing != self.scene.standing {
            self.look_at_scene().await?;
        }
        if outlook.seats != self.turns {
            self.look_at_seats(outlook.seats).await?;
        }
        if self.delay_now() != outlook.delay {
            self.delay(outlook.delay);
        }
        Ok(more)
    }

    /// Reads the changed seats of the table, and closes the sockets of those that may not stay.
    async fn look_at_seats(&mut self, turns: u64) -> Result<(), StoreError> {
        let changed = self.store.changed_seats(self.scene.table).await?;
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
                self.guests.close_those(|guest| {
                    (guest.seat == seat && guest.moves < moves).then_some(wire::close::ELSEWHERE)
                });
            }
            self.moved(seat, moves);
        }
        self.turns = turns;
        let gone = changed.revoked.into_iter();
        let gone: Vec<_> = gone.filter(|seat| !self.is_gone(*seat)).collect();
        self.take_away(gone.iter());
        self.show_out(&gone);
        self.seat_all(&changed.sitting);
        Ok(())
    }

    /// Reads the standing of this encounter at its table, and acts on a change.
    pub(super) async fn look_at_scene(&mut self) -> Result<(), StoreError> {
        let scene = self.store.scene(self.scene.id).await?;
        let now = scene.ok_or(StoreError::Gone)?.standing;
        let before = std::mem::replace(&mut self.scene.standing, now);
        match (before, now) {
            (Standing::Current | Standing::Prepared, Standing::Over) => self.left = true,
            // Browsers that prepared the encounter load it again: it is the table's current one now.
            (Standing::Prepared, Standing::Current) => {
                self.guests.close_those(|_| Some(wire::close::ELSEWHERE));
            }
            (Standing::Over, Standing::Current) => {
                self.left = false;
                // Seats taken while the table was elsewhere are known here from now on, too.
                let sitting = self.store.seats(self.scene.table).await?;
                self.seat_all(&sitting);
            }
            (_, Standing::Current | Standing::Prepared) => self.left = false,
            (Standing::Over, Standing::Over) => {}
        }
        Ok(())
    }
}

/// Whether a record commits the server to other dice secrets.
fn binds(record: &Record) -> bool {
    let binds = |event: &Event| match event {
        Event::Dice(event) => matches!(**event, DiceEvent::Bound { .. }),
        _ => false,
    };
    record.events.iter().any(binds)
}
