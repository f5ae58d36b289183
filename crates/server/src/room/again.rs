//! Decides again what lost the race against another server.
//!
//! Only the store determines the order of events. A room that lost the race has shown nobody what it decided: it
//! returns to the committed state, reads the new records, and decides the same operations again.

use std::collections::BTreeMap;
use std::time::Duration;

use rules::encounter::{Given, Refusal};
use rules::fair::Nonce;
use rules::id::{CommandId, SeatId};
use rules::wire::Why;

use super::pending::{Base, Order};
use super::state::{Room, Waiting};
use crate::store::{Standing, StoreError};

/// Longest pause, in milliseconds, before the third attempt; doubled for each attempt after it …
const PAUSE_MS: u64 = 2;
/// … up to this. The actual pause is a random part of it.
const LONGEST_PAUSE_MS: u64 = 100;

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
    pub(super) fn is_gone(&self, seat: SeatId) -> bool {
        self.seats.revoked.contains(&seat)
    }
}
