//! Decides again what lost the race against another server.
//!
//! Only the store determines the order of events. A room that lost the race has shown nobody what it decided: it
//! returns to the committed state, reads the new records, and decides the same operations again.

use std::collections::BTreeMap;
use std::time::Duration;

use rules::base::id::{CommandId, SeatId};
use rules::dice_proof::Nonce;
use rules::encounter::{IssuedCommand, Refusal};
use rules::wire::NotDoneReason;

use super::pending::{CommittedState, PendingOp};
use super::state::{PendingAnswer, Room};
use crate::store::{EncounterStage, StoreError};

/// Longest pause, in milliseconds, before the third attempt to write; doubled for each attempt after it.
const FIRST_PAUSE_MS: u64 = 2;
/// Upper limit of the longest pause between attempts to write, in milliseconds. The actual pause is a random part of
/// it.
const MAX_PAUSE_MS: u64 = 100;

impl Room {
    /// Begins to track the committed state, if other servers write to the same log.
    pub(super) fn init_shared(&mut self) {
        if self.store.is_shared() && self.damaged.is_none() {
            self.committed = Some(Box::new(CommittedState {
                encounter: self.encounter.clone(),
                secrets: self.secrets.clone(),
            }));
        }
    }

    /// Whether other servers may write to the log of the encounter as well.
    pub(super) fn is_shared(&self) -> bool {
        self.committed.is_some()
    }

    /// Records an operation that may have to be decided again, when another server writes first.
    pub(super) fn push_pending(&mut self, order: PendingOp) {
        if self.is_shared() {
            self.pending_ops.push(order);
        }
    }

    /// Marks the present state of the encounter as committed to the store. The copy is cheap: the two share what does
    /// not change.
    pub(super) fn mark_committed(&mut self) {
        if let Some(base) = &mut self.committed {
            base.encounter = self.encounter.clone();
            base.secrets = self.secrets.clone();
        }
    }

    /// Resets the encounter to the committed state, and drops the uncommitted records.
    pub(super) fn reset_to_committed(&mut self) {
        let Some(base) = &self.committed else { return };
        self.encounter = base.encounter.clone();
        self.secrets = base.secrets.clone();
        self.begins_from = None;
        for record in std::mem::take(&mut self.uncommitted) {
            self.answers.forget_accepted(record.command);
        }
    }

    /// Decides the pending operations again after the records that another server committed first.
    pub(super) async fn rebase(&mut self, tries: u32) -> Result<(), StoreError> {
        self.rooms.meters().overtaken.inc();
        self.reset_to_committed();
        self.back_off(tries).await;
        let has_more = self.catch_up().await?;
        self.refresh_scene().await?;
        // Where no record came between, another server recorded a refusal.
        let refused = match has_more {
            true => BTreeMap::new(),
            false => self.store.refusals(self.scene.id).await?,
        };
        let given: Vec<_> = self
            .pending_ops
            .iter()
            .filter_map(PendingOp::command_id)
            .collect();
        for id in given {
            self.mark_if_done(id).await?;
        }
        let orders = std::mem::take(&mut self.pending_ops);
        for order in orders {
            self.redo_op(order, &refused);
        }
        Ok(())
    }

    /// Waits before another attempt to write after a conflict. The more attempts were lost, the longer it waits.
    async fn back_off(&self, tries: u32) {
        if tries < 2 {
            return;
        }
        let longest = (FIRST_PAUSE_MS << (tries - 2).min(6)).min(MAX_PAUSE_MS);
        let mut drawn = [0; 2];
        self.chance.fill_bytes(&mut drawn);
        let pause = u64::from(u16::from_be_bytes(drawn)) % (longest + 1);
        tokio::time::sleep(Duration::from_millis(pause)).await;
    }

    /// Decides one uncommitted operation again, and replaces its pending answer.
    fn redo_op(&mut self, order: PendingOp, refused: &BTreeMap<CommandId, Refusal>) {
        match order {
            PendingOp::Command(given, nonce) => {
                let answer = self.redo_command(&given, nonce, refused.get(&given.id));
                let decided = |it: &&mut PendingAnswer| {
                    it.id == given.id
                        && matches!(it.answer, Ok(()) | Err(NotDoneReason::Refused(_)))
                };
                for waits in self.pending_answers.iter_mut().filter(decided) {
                    waits.answer = answer.clone();
                }
                self.pending_ops.push(PendingOp::Command(given, nonce));
            }
            PendingOp::Sit(seat) => {
                let known = self.encounter.seat(seat.id).map(|known| known.role);
                let may = self.scene.stage != EncounterStage::Over && !self.is_revoked(seat.id);
                if known != Some(seat.role)
                    && may
                    && let Err(why) = self.sit_with_unique_name(&seat)
                {
                    tracing::debug!(%why, "somebody could not be seated when it was tried again");
                }
            }
            PendingOp::Safety(deed) => {
                if self.scene.stage != EncounterStage::Over {
                    self.write_safety(&deed);
                }
                self.pending_ops.push(PendingOp::Safety(deed));
            }
            PendingOp::CommitDice if self.scene.stage != EncounterStage::Over => {
                self.commit_dice();
                self.pending_ops.push(PendingOp::CommitDice);
            }
            PendingOp::RevealDice if self.scene.stage == EncounterStage::Over => {
                self.reveal_dice();
                self.pending_ops.push(PendingOp::RevealDice);
            }
            // The encounter's new standing makes the operation unnecessary.
            PendingOp::CommitDice | PendingOp::RevealDice => {}
        }
    }

    /// Decides an uncommitted command again, unless it was committed or refused elsewhere.
    fn redo_command(
        &mut self,
        given: &IssuedCommand,
        nonce: Option<Nonce>,
        refused: Option<&Refusal>,
    ) -> Result<(), NotDoneReason> {
        if self.answers.answer_to(given.id) == Some(Ok(())) {
            // The log has it: another room accepted the same command.
            return Ok(());
        }
        self.answers.forget_refusal(given.id);
        let answer = match (refused, self.scene.stage) {
            // The requester may have been sent this refusal.
            (Some(why), _) => Err(NotDoneReason::Refused(why.clone())),
            (None, EncounterStage::Over) => Err(NotDoneReason::Refused(Refusal::Overtaken)),
            (None, EncounterStage::Current | EncounterStage::Prepared) => self
                .accept_with_nonce(given, nonce)
                .map_err(NotDoneReason::Refused),
        };
        if let Err(why) = &answer {
            self.answers.mark_refused(given.id, why.clone());
        }
        answer
    }

    /// Forgets the refusal of an operation, so that the command is decided when it is sent again.
    pub(super) fn forget_refusal(&mut self, order: &PendingOp) {
        if let PendingOp::Command(given, _) = order {
            self.answers.forget_refusal(given.id);
        }
    }

    /// Whether a seat was revoked or given up.
    pub(super) fn is_revoked(&self, seat: SeatId) -> bool {
        self.seats.revoked.contains(&seat)
    }
}
