//! Dice nobody has to trust: every face follows from a secret the server bound itself to before the
//! first roll, and from what each roller's browser added. `docs/dice.md` is the specification.
//!
//! [`stream`] makes faces of bytes, [`thrower`] is the [`crate::dice::Dice`] of one command,
//! [`check`] says whether what is written down is what fell, [`luck`] how likely that is.

pub mod check;
mod hex;
pub mod luck;
mod stream;
mod thrower;

use crate::messages::core as msg;
use std::fmt;

use hmac::{Hmac, KeyInit as _, Mac as _};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

pub use self::hex::{Hex, NotHex};
pub use self::stream::{MAX_BLOCKS, MAX_SIDES, Stream};
pub use self::thrower::{Source, Thrower};
use crate::id::EncounterId;
use crate::seat::Actor;

/// Rolls in one epoch: with the last of them it is over.
pub const EPOCH_ROLLS: u32 = 1_000;

const COMMIT: &[u8] = b"vtt-dice-commit-v1\0";
const BYTES: &[u8] = b"vtt-dice-v1\0";
const ROLLER: &[u8] = b"vtt-dice-roller-v1\0";
const NONCE: &[u8] = b"vtt-dice-nonce-v1\0";
const SALT: &[u8] = b"vtt-dice-salt-v1\0";
const SEAL: &[u8] = b"vtt-dice-seal-v1\0";

/// Who throws dice: sixteen bytes that follow from the encounter and the seat.
pub type RollerId = Hex<16>;
/// What the roller's browser adds to a roll.
pub type Nonce = Hex<16>;
/// A hash, a commitment, a secret that is bared, a salt.
pub type Bytes32 = Hex<32>;

/// The secret of an epoch. It is nowhere printed, and becomes data only by [`Secret::bare`].
#[derive(Clone, PartialEq, Eq)]
pub struct Secret([u8; 32]);

impl Secret {
    /// A secret of these bytes, which must come from a secure source.
    #[must_use]
    pub const fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The secret as data: to be kept privately, or told when its epoch is over.
    #[must_use]
    pub const fn bare(&self) -> Bytes32 {
        Hex(self.0)
    }

    /// What binds the server to it: the SHA-256 of it and the epoch.
    #[must_use]
    pub fn commitment(&self, encounter: EncounterId, epoch: u32) -> Bytes32 {
        let mut hash = Sha256::new();
        hash.update(COMMIT);
        hash.update(encounter.to_bytes());
        hash.update(epoch.to_be_bytes());
        hash.update(self.0);
        Hex(hash.finalize().into())
    }

    fn mac(&self, label: &[u8]) -> Hmac<Sha256> {
        // A key of any length is one; this one is of 32 bytes.
        let mut padded = hmac::digest::Key::<Hmac<Sha256>>::default();
        if let Some(start) = padded.get_mut(..self.0.len()) {
            start.copy_from_slice(&self.0);
        }
        let mut mac = Hmac::<Sha256>::new(&padded);
        mac.update(label);
        mac
    }

    /// What is hashed together with a hidden roll, so that nobody finds it by trying.
    fn salt(&self, roll: &RollKey) -> Bytes32 {
        let mut mac = self.mac(SALT);
        roll.before_the_nonce(&mut mac);
        Hex(mac.finalize().into_bytes().into())
    }

    /// The nonce of a roll whose roller gave none. It follows from the secret and the counter, so
    /// that a roll that is made again after a crash falls as it fell before.
    fn nonce(&self, roll: &RollKey) -> Nonce {
        let mut mac = self.mac(NONCE);
        roll.before_the_nonce(&mut mac);
        let bytes: [u8; 32] = mac.finalize().into_bytes().into();
        let mut nonce = [0; 16];
        for (to, from) in nonce.iter_mut().zip(bytes) {
            *to = from;
        }
        Hex(nonce)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(not printed)")
    }
}

/// Which roll: nobody rolls twice under the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RollKey {
    /// The encounter.
    pub encounter: EncounterId,
    /// The epoch, from 1.
    pub epoch: u32,
    /// Who rolls.
    pub roller: RollerId,
    /// Their own counter, from 1.
    pub counter: u64,
}

impl RollKey {
    fn before_the_nonce(&self, mac: &mut Hmac<Sha256>) {
        mac.update(&self.encounter.to_bytes());
        mac.update(&self.epoch.to_be_bytes());
        mac.update(&self.roller.0);
        mac.update(&self.counter.to_be_bytes());
    }
}

/// The two kinds of dice of an encounter. Each has secrets, epochs and counters of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sight {
    /// Players see the faces.
    #[default]
    Open,
    /// Players do not, and learn nothing of the roll.
    Hidden,
}

impl Sight {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Open, Self::Hidden];

    /// Whether players see the faces.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        matches!(self, Self::Open)
    }
}

/// Who throws the dice of a command: the seat that gave it, by number; 0 is the program. All hidden
/// dice have one roller, whose number no seat has.
#[must_use]
pub fn roller(encounter: EncounterId, by: Actor, sight: Sight) -> RollerId {
    let number = match (sight, by) {
        (Sight::Hidden, _) => u32::MAX,
        (Sight::Open, Actor::Server) => 0,
        (Sight::Open, Actor::Seat(seat)) => seat.0,
    };
    let mut hash = Sha256::new();
    hash.update(ROLLER);
    hash.update(encounter.to_bytes());
    hash.update(number.to_be_bytes());
    let bytes: [u8; 32] = hash.finalize().into();
    let mut id = [0; 16];
    for (to, from) in id.iter_mut().zip(bytes) {
        *to = from;
    }
    Hex(id)
}

/// What players are told of a hidden roll before they are told the roll: the SHA-256 of a salt and
/// the roll in words.
#[must_use]
pub fn seal(salt: &Bytes32, words: &str) -> Bytes32 {
    let mut hash = Sha256::new();
    hash.update(SEAL);
    hash.update(salt.0);
    hash.update(words.as_bytes());
    Hex(hash.finalize().into())
}

/// One roll as it is written down: all that is needed to check it once the secret is known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Throw {
    /// Whether players see the faces.
    #[serde(default, skip_serializing_if = "Sight::is_open")]
    pub sight: Sight,
    /// The epoch, from 1.
    pub epoch: u32,
    /// Who rolled.
    pub roller: RollerId,
    /// Their own counter, from 1.
    pub counter: u64,
    /// What their browser added.
    pub nonce: Nonce,
    /// Whether no browser added anything and the server made the nonce.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub nonce_by_server: bool,
    /// Sides and face of each die, in the order they fell.
    pub dice: Vec<(u16, u16)>,
    /// What a seal of it is salted with; only of a hidden one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub salt: Option<Bytes32>,
    /// What it was for; only of a hidden one, which no public line tells of.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub what: String,
}

impl Throw {
    /// What is sealed, and told when the seal is opened.
    #[must_use]
    pub fn words(&self) -> String {
        let mut words = self.what.clone();
        for (at, (sides, face)) in self.dice.iter().enumerate() {
            let before = match at {
                0 if words.is_empty() => "",
                0 => ": ",
                _ => ", ",
            };
            words.push_str(&msg::d(&before, &sides, &face));
        }
        words
    }
}
