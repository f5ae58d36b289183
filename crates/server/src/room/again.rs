//! What others wrote to the same log: catching up with it, and deciding again what came too late.
//!
//! Nobody but the store says in which order things happened. A room that was not first has shown nobody what
//! it decided: it goes back to what is kept, reads on, and decides the same orders anew.

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

/// How many milliseconds a room that was not first waits before it tries for the third time; twice as long before
/// each try behind that …
const PAUSE_MS: u64 = 2;
/// … and so long at most. By chance it is less.
const LONGEST_PAUSE_MS: u64 = 100;

/// What the log has, as far as it was read, while a room has decided more than that.
pub(super) struct Base {
    encounter: Encounter,
    secrets: DiceSecrets,
}

/// Something that was decided and is not kept yet, so that it can be decided again.
pub(super) enum Order {
    /// A command, and what a browser adds to its dice.
    Given(Box<Given>, Option<Nonce>),
    /// A person takes a seat, or has another role from now on.
    Sit(Box<Seat>),
    /// Dice are bound where they have to be.
    Bind,
    /// What dice came from is told where the encounter is over.
    Bare,
}

impl Order {
    /// The command that is decided.
    fn command(&self) -> Option<CommandId> {
        match self {
            Self::Given(given, _) => Some(given.id),
            Self::Sit(_) | Self::Bind | Self::Bare => None,
        }
    }
}

impl Room {
    /// Begins to remember how to go back, where others write to the log as well.
    pub(super) fn share(&mut self) {
        if self.store.is_shared() && self.damaged.is_none() {
            self.base = Some(Box::new(Base {
                encounter: self.encounter.clone(),
                secrets: self.secrets.clone(),
            }));
        }
    }

    /// Whether others may write to the log as well.
    pub(super) fn is_shared(&self) -> bool {
        self.base.is_some()
    }

    /// Remembers what was ordered, where it may have to be decided again.
    pub(super) fn remember(&mut self, order: Order) {
        if self.is_shared() {
            self.orders.push(order);
        }
    }

    /// What is so here is kept: from now on nobody goes back behind it. The copy costs little: the two share what does
    /// not change.
    pub(super) fn settle(&mut self) {
        if let Some(base) = &mut self.base {
            base.encounter = self.encounter.clone();
            base.secrets = self.secrets.clone();
        }
    }

    /// Goes back to what is kept: nothing else was decided.
    pub(super) fn back_to_what_is_kept(&mut self) {
        let Some(base) = &self.base else { return };
        self.encounter = base.encounter.clone();
        self.secrets = base.secrets.clone();
        self.begins = None;
        for record in std::mem::take(&mut self.fresh) {
            self.answers.undone(record.command);
        }
    }

    /// Another server was first: what was done there is so, and everything that waits is decided on it.
    pub(super) async fn decide_again(&mut self, tries: u32) -> Result<(), StoreError> {
        self.rooms.meters().overtaken.inc();
        self.back_to_what_is_kept();
        self.pause(tries).await;
        let has_more = self.catch_up().await?;
        self.look_at_scene().await?;
        // Where nothing came between, something of it was refused elsewhere.
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

    /// The more often another server was first, the longer this room keeps out of the way.
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
            // The encounter has become what makes it needless.
            Order::Bind | Order::Bare => {}
        }
    }

    fn given_again(
        &mut self,
        given: &Given,
        nonce: Option<Nonce>,
        refused: Option<&Refusal>,
    ) -> Result<(), Why> {
        if self.answers.of(given.id) == Some(Ok(())) {
            // It is in the log: another room took the same command.
            return Ok(());
        }
        self.answers.forget(given.id);
        let answer = match (refused, self.scene.standing) {
            // Who asked may have been told so.
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

    /// What was refused may be given again, and is decided then.
    pub(super) fn forget_refusal(&mut self, order: &Order) {
        if let Order::Given(given, _) = order {
            self.answers.forget(given.id);
        }
    }

    /// Whether a seat was taken away or given up.
    fn is_gone(&self, seat: SeatId) -> bool {
        self.seats.revoked.contains(&seat)
    }

    /// Reads what others wrote since, makes it so here, and tells everybody. Called when nothing waits to be
    /// kept. Answers whether there was anything.
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
        // Who is shown out hears nothing of what came with it.
        self.show_out(&gone);
        self.tell();
        // Who is something else from now on loads the page again, as whom they are.
        let encounter = &self.encounter;
        self.guests.close_those(|guest| {
            let now = encounter.seat(guest.seat).map(|seat| seat.role);
            let was = roles.get(&guest.seat).copied();
            (was.is_some() && was != now).then_some(wire::close::ELSEWHERE)
        });
    }

    fn roles_here(&self) -> BTreeMap<SeatId, Role> {
        let seats = self.guests.own().into_iter();
        let known = seats.filter_map(|seat| Some((seat, self.encounter.seat(seat)?.role)));
        known.collect()
    }

    /// Whether the log has more than this room knows. Then it is read.
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

    /// The news have looked how things stand.
    pub(super) async fn look_and_follow(&mut self, outlook: &Outlook) -> Result<(), Broken> {
        if !self.is_shared() {
            return Ok(());
        }
        self.keep().await?;
        let followed = self.follow(outlook).await;
        self.after_looking(followed).await
    }

    /// Another server says that the log has so many records, and which the last of them are. Where these follow what
    /// this room knows, the log need not be read.
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

    /// Takes what another server told of the log, if that is all that is new in it, and all there is to know of it.
    /// Called when nothing waits to be kept.
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
        // The secrets of dice are told to nobody: they are read.
        if new.iter().any(binds) {
            return false;
        }
        self.rooms.meters().followed.inc();
        self.take_from_others(new, last, None);
        true
    }

    async fn after_looking(&mut self, looked: Result<bool, StoreError>) -> Result<(), Broken> {
        match looked {
            Ok(_) => self.keep().await,
            Err(StoreError::Gone) => Err(Broken),
            // It is looked again soon.
            Err(error) => {
                tracing::debug!(%error, "a room could not look at its log");
                Ok(())
            }
        }
    }

    /// Nobody who comes is shown less than what was acknowledged, by whichever server that was. Whether the log
    /// could be read.
    pub(super) async fn look_before_they_come(&mut self) -> Result<bool, Broken> {
        let looked = self.look().await;
        self.is_blind = looked.is_err();
        self.after_looking(looked).await?;
        Ok(!self.is_blind)
    }

    /// How things stand by now: what has changed is read. Answers whether the log had more. Called when nothing
    /// waits to be kept.
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

    /// Seats were made, moved, handed over or taken away: who has no business here any more goes.
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
                // Handed over: they sit there still, in another role.
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

    /// Learns what this encounter is to its table by now, and acts on it.
    pub(super) async fn look_at_scene(&mut self) -> Result<(), StoreError> {
        let scene = self.store.scene(self.scene.id).await?;
        let now = scene.ok_or(StoreError::Gone)?.standing;
        let before = std::mem::replace(&mut self.scene.standing, now);
        match (before, now) {
            (Standing::Current | Standing::Prepared, Standing::Over) => self.left = true,
            // Those who prepared it look at it anew: it is the table's now.
            (Standing::Prepared, Standing::Current) => {
                self.guests.close_those(|_| Some(wire::close::ELSEWHERE));
            }
            (Standing::Over, Standing::Current) => {
                self.left = false;
                // Who came while the table was elsewhere is here from now on, too.
                let sitting = self.store.seats(self.scene.table).await?;
                self.seat_all(&sitting);
            }
            (_, Standing::Current | Standing::Prepared) => self.left = false,
            (Standing::Over, Standing::Over) => {}
        }
        Ok(())
    }
}

/// Whether a record binds the server to the secret of other dice.
fn binds(record: &Record) -> bool {
    let binds = |event: &Event| match event {
        Event::Dice(event) => matches!(**event, DiceEvent::Bound { .. }),
        _ => false,
    };
    record.events.iter().any(binds)
}
