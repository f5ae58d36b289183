//! Catches up with records that other servers wrote to the same log, and decides again what came too late.
//!
//! Only the store determines the order of events. A room that lost the race has shown nobody what it decided: it
//! returns to the committed state, reads the new records, and decides the same operations again.

use std::collections::BTreeMap;
use std::time::Duration;

use rules::encounter::{DiceEvent, Encounter, Event, Given, Record, Refusal};
use rules::fair::Nonce;
use rules::id::{CommandId, SeatId};
use rules::seat::Role;
use rules::wire::{self, Why};

use super::dice::DiceSecrets;
use super::keeping::unseated;
use super::life::{Broken, Room, Waiting};
use super::memory::PAGE;
use crate::store::{DiceSecret, Outlook, Seat, Standing, StoreError};

/// Longest pause, in milliseconds, before the third attempt; doubled for each attempt after it …
const PAUSE_MS: u64 = 2;
/// … up to this. The actual pause is a random part of it.
const LONGEST_PAUSE_MS: u64 = 100;

/// The committed state as far as it was read, while the room has decided more than that.
pub(super) struct Base {
    encounter: Encounter,
    secrets: DiceSecrets,
}

/// An operation that was decided and is not committed yet, so that it can be decided again.
pub(super) enum Order {
    /// A command, and the browser's contribution to its dice.
    Given(Box<Given>, Option<Nonce>),
    /// Seating of a person, or a change of their role.
    Sit(Box<Seat>),
    /// Commitment to new dice secrets where needed.
    Bind,
    /// Disclosure of the dice secrets after the encounter's end.
    Bare,
}

impl Order {
    /// Returns the id of the command, if this is one.
    fn command(&self) -> Option<CommandId> {
        match self {
            Self::Given(given, _) => Some(given.id),
            Self::Sit(_) | Self::Bind | Self::Bare => None,
        }
    }
}

impl Room {
    /// Starts to track the committed state, if other servers write to the log as well.
    pub(super) fn share(&mut self) {
        if self.store.is_shared() && self.damaged.is_none() {
            self.base = Some(Box::new(Base {
                encounter: self.encounter.clone(),
                secrets: self.secrets.clone(),
            }));
        }
    }

    /// Whether other servers may write to the log as well.
    pub(super) fn is_shared(&self) -> bool {
        self.base.is_some()
    }

    /// Records an operation that may have to be decided again.
    pub(super) fn remember(&mut self, order: Order) {
        if self.is_shared() {
            self.orders.push(order);
        }
    }

    /// Marks the present state as committed. The copy is cheap: the two share what does not change.
    pub(super) fn settle(&mut self) {
        if let Some(base) = &mut self.base {
            base.encounter = self.encounter.clone();
            base.secrets = self.secrets.clone();
        }
    }

    /// Resets the encounter to the committed state, and drops the uncommitted records.
    pub(super) fn back_to_what_is_kept(&mut self) {
        let Some(base) = &self.base else { return };
        self.encounter = base.encounter.clone();
        self.secrets = base.secrets.clone();
        self.begins = None;
        for record in std::mem::take(&mut self.fresh) {
            self.answers.undone(record.command);
        }
    }

    /// Rebases the pending operations on the records that another server committed first.
    pub(super) async fn decide_again(&mut self, tries: u32) -> Result<(), StoreError> {
        self.rooms.meters().overtaken.inc();
        self.back_to_what_is_kept();
        self.pause(tries).await;
        let has_more = self.catch_up().await?;
        self.look_at_scene().await?;
        // Where no record came between, another server recorded a refusal.
        let refused = match has_more {
            true => BTreeMap::new(),
            false => self.store.refused(self.scene.id).await?,
        };
        let given: Vec<_> = self.orders.iter().filter_map(Order::command).collect();
        for id in given {
            self.find_done(id).await?;
        }
        let orders = std::mem::take(&mut self.orders);
        for order in orders {
            self.order_again(order, &refused);
        }
        Ok(())
    }

    /// Backs off before another attempt: the more attempts were lost, the longer.
    async fn pause(&self, tries: u32) {
        if tries < 2 {
            return;
        }
        let longest = (PAUSE_MS << (tries - 2).min(6)).min(LONGEST_PAUSE_MS);
        let mut drawn = [0; 2];
        self.chance.fill(&mut drawn);
        let pause = u64::from(u16::from_be_bytes(drawn)) % (longest + 1);
        tokio::time::sleep(Duration::from_millis(pause)).await;
    }

    /// Decides one operation again, and replaces its pending answer.
    fn order_again(&mut self, order: Order, refused: &BTreeMap<CommandId, Refusal>) {
        match order {
            Order::Given(given, nonce) => {
                let answer = self.given_again(&given, nonce, refused.get(&given.id));
                let decided = |it: &&mut Waiting| {
                    it.id == given.id && matches!(it.answer, Ok(()) | Err(Why::Refused(_)))
                };
                for waits in self.waiting.iter_mut().filter(decided) {
                    waits.answer = answer.clone();
                }
                self.orders.push(Order::Given(given, nonce));
            }
            Order::Sit(seat) => {
                let known = self.encounter.seat(seat.id).map(|known| known.role);
                let may = self.scene.standing != Standing::Over && !self.is_gone(seat.id);
                if known != Some(seat.role)
                    && may
                    && let Err(why) = self.seat_by_name(&seat)
                {
                    tracing::debug!(%why, "somebody could not be seated when it was tried again");
                }
            }
            Order::Bind if self.scene.standing != Standing::Over => {
                self.bind_dice();
                self.orders.push(Order::Bind);
            }
            Order::Bare if self.scene.standing == Standing::Over => {
                self.bare_dice();
                self.orders.push(Order::Bare);
            }
            // The encounter's new standing makes the operation unnecessary.
            Order::Bind | Order::Bare => {}
        }
    }

    /// Decides a command again, unless it was committed or refused elsewhere.
    fn given_again(
        &mut self,
        given: &Given,
        nonce: Option<Nonce>,
        refused: Option<&Refusal>,
    ) -> Result<(), Why> {
        if self.answers.of(given.id) == Some(Ok(())) {
            // The log has it: another room accepted the same command.
            return Ok(());
        }
        self.answers.forget(given.id);
        let answer = match (refused, self.scene.standing) {
            // The requester may have been sent this refusal.
            (Some(why), _) => Err(Why::Refused(why.clone())),
            (None, Standing::Over) => Err(Why::Refused(Refusal::Overtaken)),
            (None, Standing::Current | Standing::Prepared) => {
                self.accept_with(given, nonce).map_err(Why::Refused)
            }
        };
        if let Err(why) = &answer {
            self.answers.refused(given.id, why.clone());
        }
        answer
    }

    /// Forgets the refusal of an operation, so that the command is decided when it is sent again.
    pub(super) fn forget_refusal(&mut self, order: &Order) {
        if let Order::Given(given, _) = order {
            self.answers.forget(given.id);
        }
    }

    /// Whether a seat was revoked or given up.
    fn is_gone(&self, seat: SeatId) -> bool {
        self.seats.revoked.contains(&seat)
    }

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
