//! What an encounter knows of its dice: which epoch is running, how often each roller rolled, what
//! is sealed. Secrets are not among it before they are told.

use std::collections::{BTreeMap, VecDeque};

use serde::{Deserialize, Serialize};

use super::dice_event::DiceEvent;
use super::limits::{MAX_SEALS, UNSEEN_ROLLS};
use super::refusal::Refusal;
use crate::fair::{Bytes32, EPOCH_ROLLS, RollerId, Sight, Throw};

/// The epoch of one kind of dice that is running.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Epoch {
    /// Its number; 0 before the first.
    pub number: u32,
    /// What the server is bound to; `None` before the first.
    pub commitment: Option<Bytes32>,
    /// Rolls in it so far.
    pub rolls: u32,
    /// Whether the storyteller wants it to end.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) asked: bool,
}

/// A hidden roll that players know of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Sealed {
    pub(crate) throw: Throw,
    pub(crate) opened: bool,
}

/// What is known of the dice.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Fairness {
    open: Epoch,
    hidden: Epoch,
    /// How often each roller rolled.
    counters: BTreeMap<RollerId, u64>,
    /// The newest hidden rolls, oldest first.
    unseen: VecDeque<Throw>,
    /// Seals, the first one first.
    seals: Vec<Sealed>,
}

impl Fairness {
    /// Whether nothing is known of them: in an encounter of before there were epochs.
    pub(crate) fn is_plain(&self) -> bool {
        *self == Self::default()
    }

    pub(crate) const fn epoch(&self, sight: Sight) -> &Epoch {
        match sight {
            Sight::Open => &self.open,
            Sight::Hidden => &self.hidden,
        }
    }

    fn epoch_mut(&mut self, sight: Sight) -> &mut Epoch {
        match sight {
            Sight::Open => &mut self.open,
            Sight::Hidden => &mut self.hidden,
        }
    }

    /// How often a roller has rolled.
    pub(crate) fn rolls_of(&self, roller: RollerId) -> u64 {
        self.counters.get(&roller).copied().unwrap_or(0)
    }

    /// Whether dice of a kind need another epoch.
    pub(crate) fn needs_epoch(&self, sight: Sight) -> bool {
        let epoch = self.epoch(sight);
        epoch.commitment.is_none() || epoch.rolls >= EPOCH_ROLLS || epoch.asked
    }

    /// What the browsers of players know of the epoch: its number and what the server is bound to.
    pub(crate) fn binding(&self) -> String {
        let commitment = self.open.commitment.as_ref();
        commitment.map_or_else(String::new, |it| format!("{} {it}", self.open.number))
    }

    /// Whether the server is bound to the same in another moment, as far as players know.
    pub(crate) fn is_bound_like(&self, other: &Self) -> bool {
        let bound = |of: &Self| (of.open.number, of.open.commitment);
        bound(self) == bound(other)
    }

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

    /// A hidden roll that can be sealed: a newer one, and not sealed yet.
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

    /// The number the next seal has.
    pub(crate) fn next_seal(&self) -> u32 {
        u32::try_from(self.seals.len()).map_or(u32::MAX, |count| count.saturating_add(1))
    }

    /// A seal that can be opened.
    pub(crate) fn to_open(&self, no: u32) -> Result<&Throw, Refusal> {
        let seal = at(no).and_then(|at| self.seals.get(at));
        let seal = seal.ok_or(Refusal::NoSuchLine)?;
        match seal.opened {
            true => Err(Refusal::NothingToDo),
            false => Ok(&seal.throw),
        }
    }
}

/// Where the seal of a number stands.
fn at(no: u32) -> Option<usize> {
    usize::try_from(no).ok()?.checked_sub(1)
}
