//! The storyteller's last word (CHR-ST-01 to 03): any term before a roll, any result after
//! it, each change on record and open to being taken back.

use serde::{Deserialize, Serialize};

use super::attack::pool::{AttackPool, Mode};
use super::condition::Condition;
use super::settings::Settings;
use crate::term::{RuleId, Term};
use crate::track::{Boxes, Packet};

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

/// What the storyteller decides; also what stood before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// One more term.
    AddTerm(Term),
    /// Another value for a term.
    ChangeTerm {
        /// Which term.
        term: TermKey,
        /// Its value from now on.
        value: i32,
    },
    /// One term less.
    StrikeTerm(TermKey),
    /// Another mode: pool, chance, impossible, automatic.
    Mode(Mode),
    /// Other damage, in amount or kind.
    Damage(Packet),
    /// Other conditions.
    Conditions(Vec<Condition>),
    /// Another track altogether.
    Track(Boxes),
    /// Another number of bullets.
    Ammo(i32),
    /// Other targets of a burst, by name (CHR-AUTO-12).
    Targets(Vec<String>),
}

/// One decision on record (CHR-ST-02).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ruling {
    /// Who decided.
    pub who: String,
    /// When, in the caller's own count.
    pub when: u64,
    /// What stood before; `None` when there was nothing.
    pub old: Option<Change>,
    /// What stands now.
    pub new: Change,
    /// Whether it was taken back.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub undone: bool,
}

/// Every decision about one thing, in order. The last one that stands counts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Rulings(Vec<Ruling>);

impl Rulings {
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
            .map(|ruling| &ruling.new)
    }

    /// A sum's terms as the storyteller leaves them.
    #[must_use]
    pub fn terms(&self, mut terms: Vec<Term>) -> Vec<Term> {
        for change in self.standing() {
            match change {
                Change::AddTerm(term) => terms.push(term.clone()),
                Change::ChangeTerm { term, value } => {
                    if let Some(found) = terms.iter_mut().find(|found| term.fits(found)) {
                        found.value = *value;
                    }
                }
                Change::StrikeTerm(term) => {
                    if let Some(index) = terms.iter().position(|found| term.fits(found)) {
                        terms.remove(index);
                    }
                }
                _ => {}
            }
        }
        terms
    }

    /// A pool as the storyteller leaves it: terms first, then a forced mode.
    #[must_use]
    pub fn pool(&self, pool: AttackPool, settings: &Settings) -> AttackPool {
        if self.standing().next().is_none() {
            return pool;
        }
        let terms = self.terms(pool.terms.clone());
        let pool = pool.with_terms(terms, settings);
        let forced = self.standing().rev().find_map(|change| match change {
            Change::Mode(mode) => Some(*mode),
            _ => None,
        });
        match forced {
            Some(mode) => pool.with_mode(mode),
            None => pool,
        }
    }

    /// The damage decided on, if any.
    #[must_use]
    pub fn damage(&self) -> Option<Packet> {
        self.standing().rev().find_map(|change| match change {
            Change::Damage(packet) => Some(*packet),
            _ => None,
        })
    }

    /// The conditions decided on, if any.
    #[must_use]
    pub fn conditions(&self) -> Option<Vec<Condition>> {
        self.standing().rev().find_map(|change| match change {
            Change::Conditions(conditions) => Some(conditions.clone()),
            _ => None,
        })
    }

    /// The track decided on, if any.
    #[must_use]
    pub fn track(&self) -> Option<Boxes> {
        self.standing().rev().find_map(|change| match change {
            Change::Track(boxes) => Some(*boxes),
            _ => None,
        })
    }

    /// The bullets decided on, if any.
    #[must_use]
    pub fn ammo(&self) -> Option<i32> {
        self.standing().rev().find_map(|change| match change {
            Change::Ammo(bullets) => Some(*bullets),
            _ => None,
        })
    }

    /// The targets decided on, if any.
    #[must_use]
    pub fn targets(&self) -> Option<&[String]> {
        self.standing().rev().find_map(|change| match change {
            Change::Targets(names) => Some(names.as_slice()),
            _ => None,
        })
    }
}
