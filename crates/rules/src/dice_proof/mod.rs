//! Provably fair dice: every face follows from a secret that the server committed to before the first roll, and from
//! what each roller's browser added. `docs/dice.md` is the specification.
//!
//! [`stream`] turns bytes into faces, [`thrower`] is the [`crate::base::dice::Dice`] of one command, [`check`] verifies
//! recorded rolls, and [`luck`] computes how likely they are.

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

pub use self::hex::{Hex, HexError};
pub use self::stream::{DiceStream, MAX_BLOCKS, MAX_SIDES};
pub use self::thrower::{DiceSource, Thrower};
use crate::base::id::EncounterId;
use crate::base::seat::Actor;

/// Number of rolls in an epoch; with the last of them it is over.
pub const EPOCH_ROLLS: u32 = 1_000;

/// Domain separator of commitments to a secret.
const COMMITMENT_LABEL: &[u8] = b"vtt-dice-commit-v1\0";
/// Domain separator of the bytes of a roll.
const STREAM_LABEL: &[u8] = b"vtt-dice-v1\0";
/// Domain separator of roller ids.
const ROLLER_LABEL: &[u8] = b"vtt-dice-roller-v1\0";
/// Domain separator of nonces made by the server.
const NONCE_LABEL: &[u8] = b"vtt-dice-nonce-v1\0";
/// Domain separator of salts of hidden rolls.
const SALT_LABEL: &[u8] = b"vtt-dice-salt-v1\0";
/// Domain separator of seals of hidden rolls.
const SEAL_LABEL: &[u8] = b"vtt-dice-seal-v1\0";

/// Id of a roller in the dice proof, sixteen bytes that follow from the encounter and the seat.
pub type RollerId = Hex<16>;
/// The bytes that the roller's browser adds to a roll.
pub type Nonce = Hex<16>;
/// Thirty-two bytes of the dice proof, such as a hash, a commitment, a disclosed secret, or a salt.
pub type Bytes32 = Hex<32>;

/// Random secret of a dice epoch, from which all dice of that epoch are derived. It is never printed, and becomes
/// data only by [`Secret::expose`].
#[derive(Clone, PartialEq, Eq)]
pub struct Secret([u8; 32]);

impl Secret {
    /// Creates a secret of these bytes, which must come from a secure source.
    #[must_use]
    pub const fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Returns the secret as data: to be stored privately, or disclosed when its epoch is over.
    #[must_use]
    pub const fn expose(&self) -> Bytes32 {
        Hex(self.0)
    }

    /// Returns the commitment to the secret: the SHA-256 of the encounter, the epoch and the secret.
    #[must_use]
    pub fn commitment(&self, encounter: EncounterId, epoch: u32) -> Bytes32 {
        let mut hash = Sha256::new();
        hash.update(COMMITMENT_LABEL);
        hash.update(encounter.to_bytes());
        hash.update(epoch.to_be_bytes());
        hash.update(self.0);
        Hex(hash.finalize().into())
    }

    /// Starts an HMAC-SHA256 with the secret as the key and a label as the first input.
    fn start_mac(&self, label: &[u8]) -> Hmac<Sha256> {
        // HMAC takes a key of any length; this one has 32 bytes.
        let mut padded = hmac::digest::Key::<Hmac<Sha256>>::default();
        if let Some(start) = padded.get_mut(..self.0.len()) {
            start.copy_from_slice(&self.0);
        }
        let mut mac = Hmac::<Sha256>::new(&padded);
        mac.update(label);
        mac
    }

    /// Returns the salt that is hashed together with a hidden roll, so that nobody finds the roll by trying.
    fn salt_for(&self, roll: &RollKey) -> Bytes32 {
        let mut mac = self.start_mac(SALT_LABEL);
        roll.update_mac(&mut mac);
        Hex(mac.finalize().into_bytes().into())
    }

    /// Returns the nonce of a roll whose roller gave none. It follows from the secret and the counter, so that a roll
    /// repeated after a crash falls as it fell before.
    fn nonce_for(&self, roll: &RollKey) -> Nonce {
        let mut mac = self.start_mac(NONCE_LABEL);
        roll.update_mac(&mut mac);
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

/// Key of a roll in the dice proof, from which its dice stream is derived. No two rolls have the same key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RollKey {
    /// The id of the encounter.
    pub encounter: EncounterId,
    /// The number of the epoch, from 1.
    pub epoch: u32,
    /// The id of the roller.
    pub roller: RollerId,
    /// The roller's own counter, from 1.
    pub counter: u64,
}

impl RollKey {
    /// Feeds the key into an HMAC, ahead of the nonce.
    fn update_mac(&self, mac: &mut Hmac<Sha256>) {
        mac.update(&self.encounter.to_bytes());
        mac.update(&self.epoch.to_be_bytes());
        mac.update(&self.roller.0);
        mac.update(&self.counter.to_be_bytes());
    }
}

/// Visibility of a die to players, either open or hidden from them. Open and hidden dice have secrets, epochs and
/// counters of their own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DiceVisibility {
    /// Dice whose faces players see.
    #[default]
    Open,
    /// Dice whose faces players do not see, nor anything of the roll.
    Hidden,
}

impl DiceVisibility {
    /// Both kinds of dice.
    pub const ALL: [Self; 2] = [Self::Open, Self::Hidden];

    /// Whether players see the faces of dice with this visibility.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        matches!(self, Self::Open)
    }
}

/// Returns the id of the roller of a command's dice: for open dice the seat that gave it, by number, with 0 for the
/// program. All hidden dice have one roller, whose number no seat has.
#[must_use]
pub fn roller_id(encounter: EncounterId, by: Actor, sight: DiceVisibility) -> RollerId {
    let number = match (sight, by) {
        (DiceVisibility::Hidden, _) => u32::MAX,
        (DiceVisibility::Open, Actor::Server) => 0,
        (DiceVisibility::Open, Actor::Seat(seat)) => seat.0,
    };
    let mut hash = Sha256::new();
    hash.update(ROLLER_LABEL);
    hash.update(encounter.to_bytes());
    hash.update(number.to_be_bytes());
    let bytes: [u8; 32] = hash.finalize().into();
    let mut id = [0; 16];
    for (to, from) in id.iter_mut().zip(bytes) {
        *to = from;
    }
    Hex(id)
}

/// Returns the seal of a hidden roll, which players are shown before the roll itself: the SHA-256 of a salt and the
/// roll in words.
#[must_use]
pub fn seal_hash(salt: &Bytes32, words: &str) -> Bytes32 {
    let mut hash = Sha256::new();
    hash.update(SEAL_LABEL);
    hash.update(salt.0);
    hash.update(words.as_bytes());
    Hex(hash.finalize().into())
}

/// A roll as it is recorded, with all that is needed to check it once the secret is known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RollProof {
    /// Whether players see the faces.
    #[serde(default, skip_serializing_if = "DiceVisibility::is_open")]
    pub sight: DiceVisibility,
    /// The number of the epoch, from 1.
    pub epoch: u32,
    /// The id of the roller.
    pub roller: RollerId,
    /// The roller's own counter, from 1.
    pub counter: u64,
    /// The bytes that the roller's browser added.
    pub nonce: Nonce,
    /// Whether the server made the nonce, as no browser added anything.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub nonce_by_server: bool,
    /// Sides and face of each die, in the order in which they fell.
    pub dice: Vec<(u16, u16)>,
    /// The salt of the seal; only for a hidden roll.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub salt: Option<Bytes32>,
    /// The purpose of the roll; only for a hidden one, which no public line tells of.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub what: String,
}

impl RollProof {
    /// Returns the text that is sealed, and shown when the seal is opened.
    #[must_use]
    pub fn sealed_text(&self) -> String {
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
