//! The end of an exchange that still follows the table.

use serde::{Deserialize, Serialize};

use super::Exchange;
use crate::exchange::{Effect, ExchangeStep, LedgerLine};

/// The end of an exchange that still follows the table because no answer has fixed it: the last lines of its
/// ledger, its next questions, its last effects.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExchangeTail {
    /// Number of ledger lines before the tail.
    pub kept: u16,
    /// The ledger lines of the tail.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<LedgerLine>,
    /// The next question or questions; `None` when the exchange is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<ExchangeStep>,
    /// Number of effects applied before the tail.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub before: u16,
    /// The effects of the tail.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub landed: Vec<Effect>,
}

/// Whether a count is zero, in which case serialization leaves it out.
const fn is_zero(count: &u16) -> bool {
    *count == 0
}

impl Exchange {
    /// Returns those of the effects that have not been applied yet.
    pub(in crate::encounter) fn pending_effects(&self, mut effects: Vec<Effect>) -> Vec<Effect> {
        let mut landed = self.landed.clone();
        effects.retain(|effect| {
            let old = landed.iter().position(|old| old == effect);
            old.map(|at| landed.swap_remove(at)).is_none()
        });
        effects
    }

    /// Returns the end of the exchange from the first ledger line that differs from `ledger`.
    pub(in crate::encounter) fn tail_since(&self, ledger: &[LedgerLine]) -> ExchangeTail {
        let same = self.ledger.iter().zip(ledger);
        let kept = same.take_while(|(old, new)| old == new).count();
        let landed = self.landed.len();
        ExchangeTail {
            kept: u16::try_from(kept).unwrap_or(u16::MAX),
            lines: self.ledger.get(kept..).unwrap_or_default().to_vec(),
            next: self.next.clone(),
            before: u16::try_from(landed).unwrap_or(u16::MAX),
            landed: Vec::new(),
        }
    }

    /// Whether the last ledger lines, questions and effects of the exchange are those of this tail.
    pub(in crate::encounter) fn ends_with(&self, tail: &ExchangeTail) -> bool {
        let kept = usize::from(tail.kept);
        let landed = usize::from(tail.before);
        self.next == tail.next
            && self.ledger.get(kept..) == Some(&tail.lines)
            && self.landed.get(landed..) == Some(&tail.landed)
    }

    /// Replaces the end of the exchange with this tail.
    pub(in crate::encounter) fn set_tail(&mut self, tail: &ExchangeTail) {
        self.ledger.truncate(usize::from(tail.kept));
        self.ledger.extend(tail.lines.iter().cloned());
        self.next.clone_from(&tail.next);
        self.landed.truncate(usize::from(tail.before));
        self.landed.extend(tail.landed.iter().cloned());
    }
}
