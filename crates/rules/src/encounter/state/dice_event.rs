//! Events of the dice proof: commitments, thrown dice, seals.

use serde::{Deserialize, Serialize};

use crate::dice_proof::{Bytes32, DiceVisibility, RollProof};

/// An event of the dice proof of an encounter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DiceEvent {
    /// The server committed to the secret of an epoch, before the first roll in it.
    Bound {
        /// The kind of dice, open or hidden.
        #[serde(default, skip_serializing_if = "DiceVisibility::is_open")]
        sight: DiceVisibility,
        /// The number of the epoch, from 1.
        epoch: u32,
        /// The hash of the secret.
        commitment: Bytes32,
    },
    /// An epoch ended and its secret was disclosed.
    Bared {
        /// The kind of dice, open or hidden.
        #[serde(default, skip_serializing_if = "DiceVisibility::is_open")]
        sight: DiceVisibility,
        /// The number of the epoch, from 1.
        epoch: u32,
        /// The secret of the epoch.
        secret: Bytes32,
    },
    /// A command's dice were thrown from the secret of the epoch.
    Thrown(RollProof),
    /// A storyteller asked for the epoch to end.
    EpochAsked,
    /// A hash of a hidden roll was published to players.
    Sealed {
        /// The number of the seal, from 1.
        no: u32,
        /// The counter of the hidden roll.
        roll: u64,
        /// The hash of the hidden roll.
        seal: Bytes32,
    },
    /// The hidden roll behind a seal was disclosed to players.
    Opened {
        /// The number of the seal.
        no: u32,
        /// The salt that was hashed with the roll.
        salt: Bytes32,
        /// The roll in words, as it was hashed.
        words: String,
    },
}
