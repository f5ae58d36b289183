//! The dice of an encounter as a class of viewers may know of them, and whether each fell as the
//! secret of its epoch says. Needs nothing but what is in it.

use crate::messages::Text;
use crate::messages::core as msg;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::{Bytes32, Hex, RollKey, RollerId, Secret, Sight, Stream, Throw, seal};
use crate::id::EncounterId;

/// What [`DiceLog::format`] says of a list that is given out.
pub const FORMAT: &str = "coterie-dice-2";
/// What it says of one that has no sum: it is not given out yet, or an older version did.
pub const WITHOUT_SUM: &str = "coterie-dice-1";

const LIST: &[u8] = b"vtt-dice-list-v1\0";

/// Everything a class of viewers may know of the dice of an encounter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DiceLog {
    /// What this is: [`FORMAT`].
    pub format: String,
    /// The encounter.
    pub encounter: EncounterId,
    /// What it is called.
    pub title: String,
    /// Every epoch, as it began.
    pub epochs: Vec<EpochLog>,
    /// Every roll, as it was made.
    pub rolls: Vec<RollLog>,
    /// Hidden rolls that players were told of.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seals: Vec<SealLog>,
    /// Rolls that lines of the log tell of and the list lacks: faces that were typed, and what was rolled
    /// before the server was bound.
    #[serde(default, skip_serializing_if = "is_none_of_them")]
    pub unproved: u32,
    /// The hash of all of this, so that nothing can go missing without a trace.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sum: Option<Bytes32>,
}

const fn is_none_of_them(unproved: &u32) -> bool {
    *unproved == 0
}

/// An epoch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EpochLog {
    /// Of which dice.
    #[serde(default, skip_serializing_if = "Sight::is_open")]
    pub sight: Sight,
    /// Its number, from 1.
    pub epoch: u32,
    /// What the server bound itself to.
    pub commitment: Bytes32,
    /// How many rolls of the list had been made by then.
    pub bound_after: u32,
    /// The secret, once it is told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<Bytes32>,
    /// How many rolls of the list had been made when it was told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub told_after: Option<u32>,
}

/// A roll.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RollLog {
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// The name of who gave the command; `None` is the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// What it was for, as the log says.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub told: Vec<String>,
    /// The dice and how they came about.
    #[serde(flatten)]
    pub throw: Throw,
}

/// A hidden roll that players were told of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SealLog {
    /// Its number, from 1.
    pub no: u32,
    /// The hash.
    pub seal: Bytes32,
    /// What was hashed, once it is told: the salt and the words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opened: Option<(Bytes32, String)>,
}

/// What came of checking one thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is as the secret says.
    Checked,
    /// The secret is not told yet.
    NotYet,
    /// It is not.
    Differs(String),
}

/// What came of checking a whole list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdicts {
    /// What is checked, in words, and what came of it.
    pub all: Vec<(String, Verdict)>,
}

impl Verdicts {
    /// Whether nothing differs.
    #[must_use]
    pub fn is_right(&self) -> bool {
        let mut all = self.all.iter();
        all.all(|(_, verdict)| !matches!(verdict, Verdict::Differs(_)))
    }

    /// How many of them came out so.
    #[must_use]
    pub fn count(&self, verdict: &Verdict) -> usize {
        self.all.iter().filter(|(_, it)| it == verdict).count()
    }
}

impl DiceLog {
    /// A list with nothing in it.
    #[must_use]
    pub fn new(encounter: EncounterId, title: String) -> Self {
        Self {
            format: WITHOUT_SUM.to_owned(),
            encounter,
            title,
            epochs: Vec::new(),
            rolls: Vec::new(),
            seals: Vec::new(),
            unproved: 0,
            sum: None,
        }
    }

    /// The list as it is given out, with its sum.
    #[must_use]
    pub fn summed(mut self) -> Self {
        FORMAT.clone_into(&mut self.format);
        self.sum = Some(self.sum_of_all());
        self
    }

    /// The SHA-256 of the list as JSON without blanks and without the sum.
    fn sum_of_all(&self) -> Bytes32 {
        let bare = Self {
            sum: None,
            ..self.clone()
        };
        let mut hash = Sha256::new();
        hash.update(LIST);
        hash.update(serde_json::to_vec(&bare).unwrap_or_default());
        Hex(hash.finalize().into())
    }

    /// Checks all of it.
    #[must_use]
    pub fn check(&self) -> Verdicts {
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
        let list = self.flaw();
        let list = list.map(|why| ("list".to_owned(), Verdict::Differs(why.to_owned())));
        Verdicts {
            all: epochs.chain(rolls).chain(seals).chain(list).collect(),
        }
    }

    /// What is wrong with the list as a whole, if it is not as it was given out. One of an older version has
    /// no sum.
    fn flaw(&self) -> Option<&'static str> {
        if !(1..).zip(&self.seals).all(|(no, seal)| seal.no == no) {
            return Some(msg::A_SEAL_IS_MISSING.get());
        }
        match self.sum {
            None if self.format == WITHOUT_SUM => None,
            None => Some(msg::ITS_SUM_IS_MISSING.get()),
            Some(sum) if sum == self.sum_of_all() => None,
            Some(_) => Some(msg::IT_IS_NOT_AS_IT.get()),
        }
    }

    fn check_epoch(&self, epoch: &EpochLog) -> Verdict {
        let of_it = |other: &&EpochLog| (other.sight, other.epoch) == (epoch.sight, epoch.epoch);
        if self.epochs.iter().filter(of_it).count() > 1 {
            return Verdict::Differs(msg::THERE_ARE_TWO_EPOCHS_OF.into());
        }
        let before = |other: &&EpochLog| {
            (other.sight, Some(other.epoch)) == (epoch.sight, epoch.epoch.checked_sub(1))
        };
        if epoch.epoch != 1 && !self.epochs.iter().any(|other| before(&other)) {
            return Verdict::Differs(msg::THE_EPOCH_BEFORE_IT_IS.into());
        }
        let rolls = u32::try_from(self.rolls.len()).unwrap_or(u32::MAX);
        let by_then = epoch.told_after.unwrap_or(0).max(epoch.bound_after);
        if by_then > rolls {
            return Verdict::Differs(msg::rolls_had_been_made_by(&by_then, &rolls));
        }
        let Some(secret) = epoch.secret else {
            return match epoch.told_after {
                None => Verdict::NotYet,
                Some(_) => Verdict::Differs(msg::ITS_SECRET_WAS_TOLD_AND.into()),
            };
        };
        if epoch.told_after.is_none() {
            return Verdict::Differs(msg::WHEN_ITS_SECRET_WAS_TOLD.into());
        }
        let commitment = Secret::new(secret.0).commitment(self.encounter, epoch.epoch);
        match commitment == epoch.commitment {
            true => Verdict::Checked,
            false => Verdict::Differs(msg::the_server_was_bound_to(&epoch.commitment, &commitment)),
        }
    }

    fn check_roll(
        &self,
        no: u32,
        throw: &Throw,
        counters: &mut BTreeMap<RollerId, u64>,
    ) -> Verdict {
        let last = counters.insert(throw.roller, throw.counter).unwrap_or(0);
        if last.checked_add(1) != Some(throw.counter) {
            let counter = throw.counter;
            return Verdict::Differs(msg::it_is_number_of_its(&counter, &last));
        }
        let mut epochs = self.epochs.iter();
        let epoch = epochs.find(|it| (it.sight, it.epoch) == (throw.sight, throw.epoch));
        let Some(epoch) = epoch else {
            return Verdict::Differs(msg::ITS_EPOCH_IS_NOT_IN.into());
        };
        if no <= epoch.bound_after {
            return Verdict::Differs(msg::IT_WAS_MADE_BEFORE_THE.into());
        }
        if epoch.told_after.is_some_and(|told| no > told) {
            return Verdict::Differs(msg::IT_WAS_MADE_AFTER_THE.into());
        }
        let Some(secret) = epoch.secret else {
            return Verdict::NotYet;
        };
        let key = RollKey {
            encounter: self.encounter,
            epoch: throw.epoch,
            roller: throw.roller,
            counter: throw.counter,
        };
        let mut stream = Stream::new(&Secret::new(secret.0), &key, &throw.nonce);
        for (at, (sides, face)) in (1..).zip(&throw.dice) {
            let at: u32 = at;
            match stream.die(u32::from(*sides)) {
                Some(right) if right == u32::from(*face) => {}
                Some(right) => {
                    return Verdict::Differs(msg::die_shows_and_the_secret(&at, &face, &right));
                }
                None => return Verdict::Differs(msg::there_is_no_die_in(&at)),
            }
        }
        Verdict::Checked
    }
}

fn check_seal(sealed: &SealLog) -> Verdict {
    match &sealed.opened {
        None => Verdict::NotYet,
        Some((salt, words)) if seal(salt, words) == sealed.seal => Verdict::Checked,
        Some(_) => Verdict::Differs(msg::WHAT_IS_TOLD_IS_NOT.into()),
    }
}

/// What an epoch of these dice is called.
#[must_use]
pub const fn epoch_words(sight: Sight) -> Text {
    match sight {
        Sight::Open => msg::EPOCH,
        Sight::Hidden => msg::HIDDEN_EPOCH,
    }
}
