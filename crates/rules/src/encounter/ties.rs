//! What stands between two combatants: how they are situated, and who holds whom.
//!
//! Belongs to a pair and goes with either of them. What touches a hidden combatant is the
//! storyteller's alone.

use serde::{Deserialize, Serialize};

use crate::dial::Reading;
use crate::id::CombatantId;
use crate::sorted::Map;

/// How things stand for one combatant who turns on another: first whose side it is, then towards
/// whom. The dials are those of [`Combat::situation`](crate::exchange::Combat::situation).
pub type Situation = Map<CombatantId, Map<CombatantId, Reading>>;

/// That one combatant holds, pins or aims at another.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Held {
    /// Who holds.
    pub by: CombatantId,
    /// Who is held.
    pub on: CombatantId,
    /// How: the key of a [`HoldSpec`](crate::exchange::HoldSpec).
    pub key: String,
    /// How much of it, where it has an amount.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub amount: i32,
    /// Whether players see what it does to those they see, though they do not see both: an exchange
    /// brought it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub felt: bool,
}

impl Held {
    /// Whether a combatant is one of the two.
    #[must_use]
    pub fn touches(&self, id: CombatantId) -> bool {
        self.by == id || self.on == id
    }
}

const fn is_zero(amount: &i32) -> bool {
    *amount == 0
}

/// Everything that stands between combatants: in an encounter all of it, in the event of one who
/// goes what goes with them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ties {
    /// What was set by hand about the situation.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub(crate) situation: Situation,
    /// The holds, sorted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) holds: Vec<Held>,
}

impl Ties {
    /// Whether nothing stands between any two.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.situation.is_empty() && self.holds.is_empty()
    }

    /// A dial of the situation as it was set by hand; `None` when it was not.
    pub(crate) fn dial(&self, from: CombatantId, to: CombatantId, key: &str) -> Option<i32> {
        self.situation.get(&from)?.get(&to)?.get(key)
    }

    /// Sets a dial, or with `None` forgets what was set.
    pub(crate) fn situate(
        &mut self,
        (from, to): (CombatantId, CombatantId),
        key: &str,
        value: Option<i32>,
    ) {
        let all = self.situation.or_default(from);
        let reading = all.or_default(to);
        match value {
            Some(value) => reading.set(key, value),
            None => reading.unset(key),
        }
        all.retain(|_, reading| !reading.is_plain());
        self.situation.retain(|_, all| !all.is_empty());
    }

    /// How much one combatant holds another in this way; `None` when they do not.
    pub(crate) fn held(&self, by: CombatantId, on: CombatantId, key: &str) -> Option<i32> {
        self.hold_of(by, on, key).map(|hold| hold.amount)
    }

    /// The hold of one combatant on another.
    pub(crate) fn hold_of(&self, by: CombatantId, on: CombatantId, key: &str) -> Option<&Held> {
        let mut holds = self.holds.iter();
        holds.find(|hold| hold.by == by && hold.on == on && hold.key == key)
    }

    /// Takes hold, changes how firmly, or with `None` lets go.
    pub(crate) fn hold(
        &mut self,
        (by, on): (CombatantId, CombatantId),
        key: &str,
        (amount, felt): (Option<i32>, bool),
    ) {
        let same = |hold: &Held| hold.by == by && hold.on == on && hold.key == key;
        self.holds.retain(|hold| !same(hold));
        self.holds.extend(amount.map(|amount| Held {
            by,
            on,
            key: key.to_owned(),
            amount,
            felt,
        }));
        self.holds.sort_unstable();
    }

    /// Those that touch a combatant.
    pub(crate) fn of(&self, id: CombatantId) -> Self {
        self.only(|one, other| one == id || other == id)
    }

    /// Those between two of whom this is true.
    pub(crate) fn only(&self, between: impl Fn(CombatantId, CombatantId) -> bool) -> Self {
        let mut ties = self.clone();
        for (from, all) in ties.situation.iter_mut() {
            all.retain(|to, _| between(*from, *to));
        }
        ties.situation.retain(|_, all| !all.is_empty());
        ties.holds.retain(|hold| between(hold.by, hold.on));
        ties
    }

    /// Drops what touches a combatant.
    pub(crate) fn drop_all_of(&mut self, id: CombatantId) {
        *self = self.only(|one, other| one != id && other != id);
    }

    /// Puts back what was dropped.
    pub(crate) fn put_back(&mut self, ties: &Self) {
        for (from, all) in &ties.situation {
            let here = self.situation.or_default(*from);
            here.extend(all.iter().map(|(to, reading)| (*to, reading.clone())));
        }
        for hold in &ties.holds {
            let how = (Some(hold.amount), hold.felt);
            self.hold((hold.by, hold.on), &hold.key, how);
        }
    }
}
