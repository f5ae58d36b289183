//! What happened to the dice themselves.

use serde::{Deserialize, Serialize};

use crate::fair::{Bytes32, Sight, Throw};

/// Something happened to the dice themselves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DiceEvent {
    /// The server bound itself to the secret of an epoch, before the first roll in it.
    Bound {
        /// Of which dice.
        #[serde(default, skip_serializing_if = "Sight::is_open")]
        sight: Sight,
        /// The epoch, from 1.
        epoch: u32,
        /// The hash of the secret.
        commitment: Bytes32,
    },
    /// An epoch is over and its secret is told.
    Bared {
        /// Of which dice.
        #[serde(default, skip_serializing_if = "Sight::is_open")]
        sight: Sight,
        /// The epoch.
        epoch: u32,
        /// The secret.
        secret: Bytes32,
    },
    /// A command's dice fell as the secret says.
    Thrown(Throw),
    /// The storyteller wants the epoch to end.
    EpochAsked,
    /// Players are told that there was a hidden roll, and a hash of it.
    Sealed {
        /// The number of the seal, from 1.
        no: u32,
        /// The counter of the hidden roll.
        roll: u64,
        /// The hash.
        seal: Bytes32,
    },
    /// Players are told what a seal was of.
    Opened {
        /// The number of the seal.
        no: u32,
        /// What was hashed with it.
        salt: Bytes32,
        /// The roll in words, as it was hashed.
        words: String,
    },
}
