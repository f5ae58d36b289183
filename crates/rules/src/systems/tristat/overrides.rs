//! The storyteller's last word: any term before a roll, any result after it, each change on
//! record and open to being taken back.

use serde::{Deserialize, Serialize};

use crate::term::{RuleId, Term};

/// Which sum or roll of an exchange is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// The attack roll.
    Attack,
    /// The defense roll.
    Defense,
    /// The Body check of somebody whose weapon was struck (TRI-DISARM-05).
    Grip,
}

/// Names one term of a sum.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TermKey {
    /// Its label.
    pub label: String,
    /// Its rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<RuleId>,
}

impl TermKey {
    /// The name of `term`.
    #[must_use]
    pub fn of(term: &Term) -> Self {
        Self {
            label: term.label.clone().into_owned(),
            rule: term.rule.clone(),
        }
    }

    fn fits(&self, term: &Term) -> bool {
        term.label == self.label && term.rule == self.rule
    }
}

/// What the storyteller decides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// One more term.
    AddTerm(Side, Term),
    /// Another value for a term.
    ChangeTerm(Side, TermKey, i32),
    /// One term less.
    StrikeTerm(Side, TermKey),
    /// A roll that succeeds or fails whatever it shows.
    Success(Side, bool),
    /// Another loss of Health, collision included.
    Loss(i32),
}

/// One decision on record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ruling {
    /// Who decided.
    pub who: String,
    /// When, in the caller's own count.
    pub when: u64,
    /// What stands now.
    pub change: Change,
    /// Whether it was taken back.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub undone: bool,
}

/// Every decision about one thing, in order. The last one that stands counts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Rulings(Vec<Ruling>);

impl Rulings {
    /// No decisions yet.
    #[must_use]
    pub const fn none() -> Self {
        Self(Vec::new())
    }

    /// Puts a decision on record.
    pub fn record(&mut self, ruling: Ruling) {
        self.0.push(ruling);
    }

    /// Every decision, those taken back included.
    #[must_use]
    pub fn all(&self) -> &[Ruling] {
        &self.0
    }

    /// Takes back decision number `index`, counted from 0; `false` when there is none.
    pub fn undo(&mut self, index: usize) -> bool {
        self.0
            .get_mut(index)
            .map(|ruling| ruling.undone = true)
            .is_some()
    }

    /// The decisions that stand.
    pub fn standing(&self) -> impl DoubleEndedIterator<Item = &Change> {
        self.0
            .iter()
            .filter(|ruling| !ruling.undone)
            .map(|ruling| &ruling.change)
    }

    /// A sum's terms as the storyteller leaves them.
    #[must_use]
    pub fn terms(&self, side: Side, mut terms: Vec<Term>) -> Vec<Term> {
        for change in self.standing() {
            match change {
                Change::AddTerm(of, term) if *of == side => terms.push(term.clone()),
                Change::ChangeTerm(of, key, value) if *of == side => {
                    if let Some(found) = terms.iter_mut().find(|found| key.fits(found)) {
                        found.value = *value;
                    }
                }
                Change::StrikeTerm(of, key) if *of == side => {
                    if let Some(index) = terms.iter().position(|found| key.fits(found)) {
                        terms.remove(index);
                    }
                }
                _ => {}
            }
        }
        terms
    }

    /// Whether a roll was decided on, and how.
    #[must_use]
    pub fn success(&self, side: Side) -> Option<bool> {
        self.standing().rev().find_map(|change| match change {
            Change::Success(of, success) if *of == side => Some(*success),
            _ => None,
        })
    }

    /// The loss of Health decided on, if any.
    #[must_use]
    pub fn loss(&self) -> Option<i32> {
        self.standing().rev().find_map(|change| match change {
            Change::Loss(points) => Some(*points),
            _ => None,
        })
    }
}
