//! Sentences about the outcome of an exchange, stored with it as they were told.

use serde::{Deserialize, Serialize};

use crate::messages::Wording;

/// A sentence about the outcome of an exchange.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutcomeSentence {
    /// Number of steps of the exchange after which it was told.
    pub step: u16,
    /// The sentence as storytellers read it.
    pub words: Wording,
    /// The version that players read.
    #[serde(default, skip_serializing_if = "PlayerVersion::is_same")]
    pub players: PlayerVersion,
    /// The kind of outcome it tells of.
    #[serde(default, skip_serializing_if = "OutcomeKind::is_upshot")]
    pub of: OutcomeKind,
}

/// The kind of outcome that a sentence tells of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OutcomeKind {
    /// The result for a party, which no other log line tells.
    #[default]
    Upshot,
    /// Damage, which has a log line of its own for those who see the target's health.
    Harm,
    /// An action that other log lines tell of as well.
    Deed,
}

impl OutcomeKind {
    /// Whether the sentence tells the result for a party.
    pub(in crate::encounter) const fn is_upshot(&self) -> bool {
        matches!(self, Self::Upshot)
    }
}

/// The version of an outcome sentence that players read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PlayerVersion {
    /// Exactly the sentence that storytellers read.
    #[default]
    All,
    /// Another sentence, which leaves out what players may not know.
    Other(Wording),
    /// No sentence, because players do not know of the exchange.
    Nothing,
}

impl PlayerVersion {
    /// Whether players read the same sentence.
    const fn is_same(&self) -> bool {
        matches!(self, Self::All)
    }
}

impl OutcomeSentence {
    /// Returns the sentence that players read, if any.
    pub(in crate::encounter) const fn for_players(&self) -> Option<&Wording> {
        match &self.players {
            PlayerVersion::All => Some(&self.words),
            PlayerVersion::Other(words) => Some(words),
            PlayerVersion::Nothing => None,
        }
    }
}
