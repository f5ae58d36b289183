//! The dice list of an encounter for a class of viewers, and the check of each roll against the secret of its epoch.
//! Needs nothing but the list itself.

use crate::messages::Text;
use crate::messages::core as msg;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::{
    Bytes32, DiceStream, DiceVisibility, Hex, RollKey, RollProof, RollerId, Secret, seal_hash,
};
use crate::base::id::EncounterId;

/// The value of [`DiceLog::format`] in a list that was given out.
pub const FORMAT: &str = "coterie-dice-2";
/// The value of [`DiceLog::format`] in a list without a sum: not given out yet, or made by an older version.
pub const FORMAT_WITHOUT_SUM: &str = "coterie-dice-1";

/// Domain separator of the sum of a dice list.
const LIST_LABEL: &[u8] = b"vtt-dice-list-v1\0";

/// List of an encounter's dice for later verification, with all that a class of viewers may know of
/// them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DiceLog {
    /// The format name, such as [`FORMAT`].
    pub format: String,
    /// The id of the encounter.
    pub encounter: EncounterId,
    /// The title of the encounter.
    pub title: String,
    /// Every epoch, in the order in which they began.
    pub epochs: Vec<EpochLog>,
    /// Every roll, in the order in which they were made.
    pub rolls: Vec<RollLog>,
    /// Hidden rolls whose seals players were shown.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seals: Vec<SealLog>,
    /// Number of rolls that the log mentions and this list lacks: typed faces, and rolls from before the server made
    /// commitments.
    #[serde(default, skip_serializing_if = "is_none_of_them")]
    pub unproved: u32,
    /// The hash of the whole list, so that nothing can go missing unnoticed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sum: Option<Bytes32>,
}

/// Whether no roll lacks a proof, for serialization.
const fn is_none_of_them(unproved: &u32) -> bool {
    *unproved == 0
}

/// Epoch in the published dice list, which is a run of rolls drawn from one secret.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EpochLog {
    /// Whether the epoch is of open or hidden dice.
    #[serde(default, skip_serializing_if = "DiceVisibility::is_open")]
    pub sight: DiceVisibility,
    /// The number of the epoch, from 1.
    pub epoch: u32,
    /// The commitment that the server made.
    pub commitment: Bytes32,
    /// Number of rolls in the list when the commitment was made.
    pub bound_after: u32,
    /// The secret, once it is disclosed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<Bytes32>,
    /// Number of rolls in the list when the secret was disclosed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub told_after: Option<u32>,
}

/// Roll in the published dice list, with its time, roller and faces for verification.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RollLog {
    /// The time of the roll, in milliseconds since 1970.
    pub at: u64,
    /// The name of the person who gave the command; `None` is the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// The log lines that tell of the roll.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub told: Vec<String>,
    /// The dice with the data needed to check them.
    #[serde(flatten)]
    pub throw: RollProof,
}

/// The seal of a hidden roll that players were shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SealLog {
    /// The number of the seal, from 1.
    pub no: u32,
    /// The hash of salt and words.
    pub seal: Bytes32,
    /// The salt and words that were hashed, once the seal is opened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opened: Option<(Bytes32, String)>,
}

/// Result of checking one roll or epoch of the published dice against the disclosed secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DiceVerdict {
    /// The item agrees with the secret.
    Checked,
    /// The secret is not disclosed yet.
    NotYet,
    /// The item does not agree, for this reason.
    Differs(String),
}

/// The results of checking a whole list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiceReport {
    /// The checked items in words, each with its verdict.
    pub all: Vec<(String, DiceVerdict)>,
}

impl DiceReport {
    /// Whether no check found a difference.
    #[must_use]
    pub fn has_no_differences(&self) -> bool {
        let mut all = self.all.iter();
        all.all(|(_, verdict)| !matches!(verdict, DiceVerdict::Differs(_)))
    }

    /// Returns the number of checks with this verdict.
    #[must_use]
    pub fn count(&self, verdict: &DiceVerdict) -> usize {
        self.all.iter().filter(|(_, it)| it == verdict).count()
    }
}

impl DiceLog {
    /// Creates an empty list of published dice for an encounter.
    #[must_use]
    pub fn new(encounter: EncounterId, title: String) -> Self {
        Self {
            format: FORMAT_WITHOUT_SUM.to_owned(),
            encounter,
            title,
            epochs: Vec::new(),
            rolls: Vec::new(),
            seals: Vec::new(),
            unproved: 0,
            sum: None,
        }
    }

    /// Returns the list in the form in which it is given out, with its sum.
    #[must_use]
    pub fn with_sum(mut self) -> Self {
        FORMAT.clone_into(&mut self.format);
        self.sum = Some(self.compute_sum());
        self
    }

    /// Computes the SHA-256 of the list as compact JSON without the sum.
    fn compute_sum(&self) -> Bytes32 {
        let bare = Self {
            sum: None,
            ..self.clone()
        };
        let mut hash = Sha256::new();
        hash.update(LIST_LABEL);
        hash.update(serde_json::to_vec(&bare).unwrap_or_default());
        Hex(hash.finalize().into())
    }

    /// Checks all epochs, rolls and seals, and the list as a whole.
    #[must_use]
    pub fn check(&self) -> DiceReport {
        let epochs = self.epochs.iter().map(|epoch| {
            let words = format!("{} {}", epoch_words(epoch.sight), epoch.epoch);
            (words, self.check_epoch(epoch))
        });
        let mut counters = BTreeMap::new();
        let rolls = (1..).zip(&self.rolls).map(|(no, roll): (u32, &RollLog)| {
            let verdict = self.check_roll(no, &roll.throw, &mut counters);
            (msg::roll(&no), verdict)
        });
        let seals = self.seals.iter();
        let seals = seals.map(|seal| (msg::seal(&seal.no), check_seal(seal)));
        let list = self.check_list();
        let list = list.map(|why| ("list".to_owned(), DiceVerdict::Differs(why.to_owned())));
        DiceReport {
            all: epochs.chain(rolls).chain(seals).chain(list).collect(),
        }
    }

    /// Returns what is wrong with the list as a whole; `None` if nothing is missing and its sum is
    /// right. A list of an older version has no sum.
    fn check_list(&self) -> Option<&'static str> {
        if !(1..).zip(&self.seals).all(|(no, seal)| seal.no == no) {
            return Some(msg::A_SEAL_IS_MISSING.get());
        }
        match self.sum {
            None if self.format == FORMAT_WITHOUT_SUM => None,
            None => Some(msg::ITS_SUM_IS_MISSING.get()),
            Some(sum) if sum == self.compute_sum() => None,
            Some(_) => Some(msg::IT_IS_NOT_AS_IT.get()),
        }
    }

    /// Checks the secret of an epoch against its commitment, and its place in the list.
    fn check_epoch(&self, epoch: &EpochLog) -> DiceVerdict {
        let of_it = |other: &&EpochLog| (other.sight, other.epoch) == (epoch.sight, epoch.epoch);
        if self.epochs.iter().filter(of_it).count() > 1 {
            return DiceVerdict::Differs(msg::THERE_ARE_TWO_EPOCHS_OF.into());
        }
        let before = |other: &&EpochLog| {
            (other.sight, Some(other.epoch)) == (epoch.sight, epoch.epoch.checked_sub(1))
        };
        if epoch.epoch != 1 && !self.epochs.iter().any(|other| before(&other)) {
            return DiceVerdict::Differs(msg::THE_EPOCH_BEFORE_IT_IS.into());
        }
        let rolls = u32::try_from(self.rolls.len()).unwrap_or(u32::MAX);
        let by_then = epoch.told_after.unwrap_or(0).max(epoch.bound_after);
        if by_then > rolls {
            return DiceVerdict::Differs(msg::rolls_had_been_made_by(&by_then, &rolls));
        }
        let Some(secret) = epoch.secret else {
            return match epoch.told_after {
                None => DiceVerdict::NotYet,
                Some(_) => DiceVerdict::Differs(msg::ITS_SECRET_WAS_TOLD_AND.into()),
            };
        };
        if epoch.told_after.is_none() {
            return DiceVerdict::Differs(msg::WHEN_ITS_SECRET_WAS_TOLD.into());
        }
        let commitment = Secret::new(secret.0).commitment(self.encounter, epoch.epoch);
        match commitment == epoch.commitment {
            true => DiceVerdict::Checked,
            false => {
                DiceVerdict::Differs(msg::the_server_was_bound_to(&epoch.commitment, &commitment))
            }
        }
    }

    /// Checks the dice of a roll against the secret of its epoch. `counters` holds the last counter of each roller.
    fn check_roll(
        &self,
        no: u32,
        throw: &RollProof,
        counters: &mut BTreeMap<RollerId, u64>,
    ) -> DiceVerdict {
        let last = counters.insert(throw.roller, throw.counter).unwrap_or(0);
        if last.checked_add(1) != Some(throw.counter) {
            let counter = throw.counter;
            return DiceVerdict::Differs(msg::it_is_number_of_its(&counter, &last));
        }
        let mut epochs = self.epochs.iter();
        let epoch = epochs.find(|it| (it.sight, it.epoch) == (throw.sight, throw.epoch));
        let Some(epoch) = epoch else {
            return DiceVerdict::Differs(msg::ITS_EPOCH_IS_NOT_IN.into());
        };
        if no <= epoch.bound_after {
            return DiceVerdict::Differs(msg::IT_WAS_MADE_BEFORE_THE.into());
        }
        if epoch.told_after.is_some_and(|told| no > told) {
            return DiceVerdict::Differs(msg::IT_WAS_MADE_AFTER_THE.into());
        }
        let Some(secret) = epoch.secret else {
            return DiceVerdict::NotYet;
        };
        let key = RollKey {
            encounter: self.encounter,
            epoch: throw.epoch,
            roller: throw.roller,
            counter: throw.counter,
        };
        let mut stream = DiceStream::new(&Secret::new(secret.0), &key, &throw.nonce);
        for (at, (sides, face)) in (1..).zip(&throw.dice) {
            let at: u32 = at;
            match stream.die(u32::from(*sides)) {
                Some(right) if right == u32::from(*face) => {}
                Some(right) => {
                    return DiceVerdict::Differs(msg::die_shows_and_the_secret(&at, &face, &right));
                }
                None => return DiceVerdict::Differs(msg::there_is_no_die_in(&at)),
            }
        }
        DiceVerdict::Checked
    }
}

/// Checks an opened seal against its hash.
fn check_seal(sealed: &SealLog) -> DiceVerdict {
    match &sealed.opened {
        None => DiceVerdict::NotYet,
        Some((salt, words)) if seal_hash(salt, words) == sealed.seal => DiceVerdict::Checked,
        Some(_) => DiceVerdict::Differs(msg::WHAT_IS_TOLD_IS_NOT.into()),
    }
}

/// Returns the name of an epoch of these dice.
#[must_use]
pub const fn epoch_words(sight: DiceVisibility) -> Text {
    match sight {
        DiceVisibility::Open => msg::EPOCH,
        DiceVisibility::Hidden => msg::HIDDEN_EPOCH,
    }
}
