//! Inputs of an exchange: an answer or a ruling, and what it changed.

use serde::{Deserialize, Serialize};

use crate::exchange::{Answer, ExchangeStep, LedgerLine, Ruling, Slot};

/// The changes that one answer or ruling made, kept to take it back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct StepFrame {
    /// The answer or ruling.
    pub(super) input: ExchangeInput,
    /// The earlier answer to the same question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) before: Option<Answer>,
    /// The questions that were open before it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) next: Option<ExchangeStep>,
    /// Number of ledger lines that stayed.
    pub(super) kept: usize,
    /// The ledger lines it replaced.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) lines: Vec<LedgerLine>,
    /// Number of effects applied before it.
    pub(super) landed: usize,
    /// Whether a new snapshot of the table was read for it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) read: bool,
}

impl StepFrame {
    /// Whether this frame holds an answer to a question.
    pub(super) fn is_answer_to(&self, slot: &Slot) -> bool {
        matches!(&self.input, ExchangeInput::Answer(other, _) if other == slot)
    }
}

/// Input by which an exchange advances, either a party's answer or a storyteller's ruling.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ExchangeInput {
    /// An answer to a question.
    Answer(Slot, Answer),
    /// A ruling of a storyteller.
    Ruling(Ruling),
}
