//! The dice-proof state of an encounter: current epochs, roll counters, seals. Secrets are not part of it
//! before they are disclosed.

use std::collections::{BTreeMap, VecDeque};

use serde::{Deserialize, Serialize};

use super::dice_event::DiceEvent;
use super::limits::{MAX_SEALS, UNSEEN_ROLLS};
use super::refusal::Refusal;
use crate::fair::{Bytes32, EPOCH_ROLLS, RollerId, Sight, Throw};

/// The current epoch of one kind of dice.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Epoch {
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
pub(crate) struct Sealed {
    /// The hidden roll behind the seal.
    pub(crate) throw: Throw,
    /// Whether the roll has been disclosed.
    pub(crate) opened: bool,
}

/// The public state of the dice proof.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Fairness {
    /// The current epoch of open dice.
    open: Epoch,
    /// The current epoch of hidden dice.
    hidden: Epoch,
    /// Number of rolls of each roller.
    counters: BTreeMap<RollerId, u64>,
    /// The newest hidden rolls, oldest first.
    unseen: VecDeque<Throw>,
    /// All seals, in the order of their numbers.
    seals: Vec<Sealed>,
}

impl Fairness {
    /// Whether nothing has been recorded, as in encounters older than epochs.
    pub(crate) fn is_plain(&self) -> bool {
        *self == Self::default()
    }

    /// Returns the current epoch of a kind of dice.
    pub(crate) const fn epoch(&self, sight: Sight) -> &Epoch {
        match sight {
            Sight::Open => &self.open,
            Sight::Hidden => &self.hidden,
        }
    }

    /// Returns the current epoch of a kind of dice for changes.
    fn epoch_mut(&mut self, sight: Sight) -> &mut Epoch {
        match sight {
            Sight::Open => &mut self.open,
            Sight::Hidden => &mut self.hidden,
        }
    }

    /// Returns the number of rolls a roller has made.
    pub(crate) fn rolls_of(&self, roller: RollerId) -> u64 {
        self.counters.get(&roller).copied().unwrap_or(0)
    }

    /// Whether a kind of dice needs a new epoch.
    pub(crate) fn needs_epoch(&self, sight: Sight) -> bool {
        let epoch = self.epoch(sight);
        epoch.commitment.is_none() || epoch.rolls >= EPOCH_ROLLS || epoch.asked
    }

    /// Returns the number of the open epoch with the server's commitment, as sent to browsers.
    pub(crate) fn binding(&self) -> String {
        let commitment = self.open.commitment.as_ref();
        commitment.map_or_else(String::new, |it| format!("{} {it}", self.open.number))
    }

    /// Whether players see the same epoch and commitment in another state.
    pub(crate) fn is_bound_like(&self, other: &Self) -> bool {
        let bound = |of: &Self| (of.open.number, of.open.commitment);
        bound(self) == bound(other)
    }

    /// Applies an event of the dice proof.
    pub(crate) fn change(&mut self, event: &DiceEvent) {
        match event {
            DiceEvent::Bound {
                sight,
                epoch,
                commitment,
            } => {
                *self.epoch_mut(*sight) = Epoch {
                    number: *epoch,
                    commitment: Some(*commitment),
                    rolls: 0,
                    asked: false,
                };
            }
            DiceEvent::Bared { .. } => {}
            DiceEvent::Thrown(throw) => self.threw(throw),
            DiceEvent::EpochAsked => {
                for epoch in [&mut self.open, &mut self.hidden] {
                    epoch.asked = epoch.rolls > 0;
                }
            }
            DiceEvent::Sealed { roll, .. } => {
                let throw = self.unseen.iter().find(|throw| throw.counter == *roll);
                let throw = throw.cloned();
                self.seals.extend(throw.map(|throw| Sealed {
                    throw,
                    opened: false,
                }));
            }
            DiceEvent::Opened { no, .. } => {
                if let Some(seal) = at(*no).and_then(|at| self.seals.get_mut(at)) {
                    seal.opened = true;
                }
            }
        }
    }

    /// Counts a roll and remembers it if it is hidden.
    fn threw(&mut self, throw: &Throw) {
        let counter = self.counters.entry(throw.roller).or_default();
        *counter = throw.counter.max(*counter);
        let epoch = self.epoch_mut(throw.sight);
        epoch.rolls = epoch.rolls.saturating_add(1);
        if throw.sight == Sight::Hidden {
            self.unseen.push_back(throw.clone());
            let old = self.unseen.len().saturating_sub(UNSEEN_ROLLS);
            self.unseen.drain(..old);
        }
    }

    /// Returns a hidden roll that can be sealed.
    ///
    /// # Errors
    /// [`Refusal::NothingToDo`] if it is sealed already, [`Refusal::Full`], or [`Refusal::NoSuchLine`] if it is
    /// too old.
    pub(crate) fn to_seal(&self, roll: u64) -> Result<&Throw, Refusal> {
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
    pub(crate) fn next_seal(&self) -> u32 {
        u32::try_from(self.seals.len()).map_or(u32::MAX, |count| count.saturating_add(1))
    }

    /// Returns the roll behind a seal that can be disclosed.
    ///
    /// # Errors
    /// [`Refusal::NoSuchLine`], or [`Refusal::NothingToDo`] if it is disclosed already.
    pub(crate) fn to_open(&self, no: u32) -> Result<&Throw, Refusal> {
        let seal = at(no).and_then(|at| self.seals.get(at));
        let seal = seal.ok_or(Refusal::NoSuchLine)?;
        match seal.opened {
            true => Err(Refusal::NothingToDo),
            false => Ok(&seal.throw),
        }
    }
}

/// Converts the number of a seal, counted from 1, to an index.
fn at(no: u32) -> Option<usize> {
    usize::try_from(no).ok()?.checked_sub(1)
}
