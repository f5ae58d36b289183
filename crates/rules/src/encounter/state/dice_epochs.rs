//! The dice-proof state of an encounter: current epochs, roll counters, seals. Secrets are not part of it
//! before they are disclosed.

use std::collections::{BTreeMap, VecDeque};

use serde::{Deserialize, Serialize};

use super::dice_event::DiceEvent;
use crate::dice_proof::{Bytes32, DiceVisibility, EPOCH_ROLLS, RollProof, RollerId};
use crate::encounter::limits::{MAX_SEALABLE_ROLLS, MAX_SEALS};
use crate::encounter::refusal::Refusal;

/// The current epoch of one kind of dice, that is, the rolls that follow from one secret of the
/// server.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DiceEpoch {
    /// The number of the epoch; 0 before the first.
    pub number: u32,
    /// The hash the server has committed to; `None` before the first epoch.
    pub commitment: Option<Bytes32>,
    /// Number of rolls in it so far.
    pub rolls: u32,
    /// Whether a storyteller has asked for it to end.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) asked: bool,
}

/// A hidden roll that players know of by its hash.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SealedRoll {
    /// The hidden roll behind the seal.
    pub(crate) throw: RollProof,
    /// Whether the roll has been disclosed.
    pub(crate) opened: bool,
}

/// The public state of the dice proof.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct DiceProofState {
    /// The current epoch of open dice.
    open: DiceEpoch,
    /// The current epoch of hidden dice.
    hidden: DiceEpoch,
    /// Number of rolls of each roller.
    counters: BTreeMap<RollerId, u64>,
    /// The newest hidden rolls, oldest first.
    unseen: VecDeque<RollProof>,
    /// All seals, in the order of their numbers.
    seals: Vec<SealedRoll>,
}

impl DiceProofState {
    /// Whether nothing has been recorded, as in encounters older than epochs.
    pub(crate) fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Returns the current epoch of a kind of dice.
    pub(crate) const fn epoch(&self, sight: DiceVisibility) -> &DiceEpoch {
        match sight {
            DiceVisibility::Open => &self.open,
            DiceVisibility::Hidden => &self.hidden,
        }
    }

    /// Returns the current epoch of a kind of dice for changes.
    fn epoch_mut(&mut self, sight: DiceVisibility) -> &mut DiceEpoch {
        match sight {
            DiceVisibility::Open => &mut self.open,
            DiceVisibility::Hidden => &mut self.hidden,
        }
    }

    /// Returns the number of rolls that a roller has made in the encounter's dice epochs.
    pub(crate) fn roll_count(&self, roller: RollerId) -> u64 {
        self.counters.get(&roller).copied().unwrap_or(0)
    }

    /// Whether a kind of dice needs a new epoch.
    pub(crate) fn needs_epoch(&self, sight: DiceVisibility) -> bool {
        let epoch = self.epoch(sight);
        epoch.commitment.is_none() || epoch.rolls >= EPOCH_ROLLS || epoch.asked
    }

    /// Returns the number of the open epoch with the server's commitment, as sent to browsers.
    pub(crate) fn binding_text(&self) -> String {
        let commitment = self.open.commitment.as_ref();
        commitment.map_or_else(String::new, |it| format!("{} {it}", self.open.number))
    }

    /// Whether the number and commitment (hash) of the open dice epoch are the same as in another
    /// state.
    pub(crate) fn has_same_binding(&self, other: &Self) -> bool {
        let bound = |of: &Self| (of.open.number, of.open.commitment);
        bound(self) == bound(other)
    }

    /// Applies an event of the dice proof.
    pub(crate) fn apply(&mut self, event: &DiceEvent) {
        match event {
            DiceEvent::Bound {
                sight,
                epoch,
                commitment,
            } => {
                *self.epoch_mut(*sight) = DiceEpoch {
                    number: *epoch,
                    commitment: Some(*commitment),
                    rolls: 0,
                    asked: false,
                };
            }
            DiceEvent::Bared { .. } => {}
            DiceEvent::Thrown(throw) => self.count_throw(throw),
            DiceEvent::EpochAsked => {
                for epoch in [&mut self.open, &mut self.hidden] {
                    epoch.asked = epoch.rolls > 0;
                }
            }
            DiceEvent::Sealed { roll, .. } => {
                let throw = self.unseen.iter().find(|throw| throw.counter == *roll);
                let throw = throw.cloned();
                self.seals.extend(throw.map(|throw| SealedRoll {
                    throw,
                    opened: false,
                }));
            }
            DiceEvent::Opened { no, .. } => {
                if let Some(seal) = seal_index(*no).and_then(|at| self.seals.get_mut(at)) {
                    seal.opened = true;
                }
            }
        }
    }

    /// Counts a roll and remembers it if it is hidden.
    fn count_throw(&mut self, throw: &RollProof) {
        let counter = self.counters.entry(throw.roller).or_default();
        *counter = throw.counter.max(*counter);
        let epoch = self.epoch_mut(throw.sight);
        epoch.rolls = epoch.rolls.saturating_add(1);
        if throw.sight == DiceVisibility::Hidden {
            self.unseen.push_back(throw.clone());
            let old = self.unseen.len().saturating_sub(MAX_SEALABLE_ROLLS);
            self.unseen.drain(..old);
        }
    }

    /// Returns a hidden roll that can be sealed.
    ///
    /// # Errors
    /// [`Refusal::NothingToDo`] if it is sealed already, [`Refusal::Full`], or [`Refusal::NoSuchLine`] if it is
    /// too old.
    pub(crate) fn sealable_roll(&self, roll: u64) -> Result<&RollProof, Refusal> {
        if self.seals.iter().any(|seal| seal.throw.counter == roll) {
            return Err(Refusal::NothingToDo);
        }
        if self.seals.len() >= MAX_SEALS {
            return Err(Refusal::Full);
        }
        let mut unseen = self.unseen.iter();
        let found = unseen.find(|throw| throw.counter == roll);
        found.ok_or(Refusal::NoSuchLine)
    }

    /// Returns the number of the next seal.
    pub(crate) fn next_seal_number(&self) -> u32 {
        u32::try_from(self.seals.len()).map_or(u32::MAX, |count| count.saturating_add(1))
    }

    /// Returns the roll behind a seal that can be disclosed.
    ///
    /// # Errors
    /// [`Refusal::NoSuchLine`], or [`Refusal::NothingToDo`] if it is disclosed already.
    pub(crate) fn openable_roll(&self, no: u32) -> Result<&RollProof, Refusal> {
        let seal = seal_index(no).and_then(|at| self.seals.get(at));
        let seal = seal.ok_or(Refusal::NoSuchLine)?;
        match seal.opened {
            true => Err(Refusal::NothingToDo),
            false => Ok(&seal.throw),
        }
    }
}

/// Converts the number of a seal, counted from 1, to an index.
fn seal_index(no: u32) -> Option<usize> {
    usize::try_from(no).ok()?.checked_sub(1)
}
