//! What came of an exchange, as it was told: kept with it, and as it was said.

use serde::{Deserialize, Serialize};

use crate::messages::Wording;

/// One sentence of what came of an exchange.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Came {
    /// After how many steps of the exchange it came.
    pub step: u16,
    /// The sentence, as those who run the table read it.
    pub words: Wording,
    /// What players read of it.
    #[serde(default, skip_serializing_if = "Heard::is_all")]
    pub players: Heard,
    /// What it tells of.
    #[serde(default, skip_serializing_if = "Of::is_upshot")]
    pub of: Of,
}

/// What a sentence about an exchange tells of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Of {
    /// What became of it for a party, which no other line of the log says.
    #[default]
    Upshot,
    /// Damage, of which the log has a line for those who see how its target is.
    Harm,
    /// What was done, as other lines of the log say.
    Deed,
}

impl Of {
    pub(super) const fn is_upshot(&self) -> bool {
        matches!(self, Self::Upshot)
    }
}

/// What players read of a sentence about an exchange.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Heard {
    /// The sentence.
    #[default]
    All,
    /// Another one, which keeps what they may not know.
    Other(Wording),
    /// Nothing: they did not know of the exchange.
    Nothing,
}

impl Heard {
    const fn is_all(&self) -> bool {
        matches!(self, Self::All)
    }
}

impl Came {
    /// What players read of it.
    pub(super) const fn for_players(&self) -> Option<&Wording> {
        match &self.players {
            Heard::All => Some(&self.words),
            Heard::Other(words) => Some(words),
            Heard::Nothing => None,
        }
    }
}
