//! Slots of a turn: what happens in them, and who shares one.

use std::fmt;

use serde::{Deserialize, Serialize};

/// What somebody does in a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Act {
    /// Declared action number so-and-so, from 1.
    Ordinary(i32),
    /// Extra action of a power.
    Power(i32),
    /// Extra action bought with Faith.
    Faith(i32),
    /// Extra action of Celerity.
    Celerity(i32),
}

/// One slot: who, and what.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Slot {
    /// Who acts.
    pub who: String,
    /// What it is.
    pub act: Act,
}

impl Slot {
    /// A slot.
    #[must_use]
    pub fn new(who: &str, act: Act) -> Self {
        Self {
            who: who.to_owned(),
            act,
        }
    }
}

impl fmt::Display for Slot {
    /// `Ana:2`, `Ana:p1` for a power, `Ana:f1` for Faith, `Ana:c1` for Celerity.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let who = &self.who;
        match self.act {
            Act::Ordinary(number) => write!(f, "{who}:{number}"),
            Act::Power(number) => write!(f, "{who}:p{number}"),
            Act::Faith(number) => write!(f, "{who}:f{number}"),
            Act::Celerity(number) => write!(f, "{who}:c{number}"),
        }
    }
}

/// Sorts by `key`, highest first, and puts equal keys into one group. Inside a group the
/// names stand in ascending order.
#[must_use]
pub fn groups<'a, T, K: Ord>(
    all: impl IntoIterator<Item = &'a T>,
    name: impl Fn(&T) -> &str,
    key: impl Fn(&T) -> K,
) -> Vec<Vec<&'a T>> {
    let mut sorted: Vec<&T> = all.into_iter().collect();
    sorted.sort_by(|a, b| key(b).cmp(&key(a)).then_with(|| name(a).cmp(name(b))));
    sorted
        .chunk_by(|a, b| key(a) == key(b))
        .map(<[&T]>::to_vec)
        .collect()
}
