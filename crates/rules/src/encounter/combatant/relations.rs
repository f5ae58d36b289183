//! Relations between pairs of combatants: the situation as it was set, and holds.
//!
//! Relations are removed with either combatant of the pair. Relations with a hidden combatant are for
//! storytellers only.

use serde::{Deserialize, Serialize};

use crate::base::id::CombatantId;
use crate::base::sorted_map::Map;
use crate::character::parameters::Parameters;
use crate::space::Stance;

/// Parameters of the situation, first by the combatant they apply to, then by the other combatant. The
/// parameters are those of [`CombatRules::situation_parameters`](crate::exchange::CombatRules::situation_parameters).
pub type Situation = Map<CombatantId, Map<CombatantId, Parameters>>;

/// Hold between two combatants, of whom one holds, pins or aims at the other.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct CombatantHold {
    /// The combatant that holds.
    pub by: CombatantId,
    /// The combatant that is held.
    pub on: CombatantId,
    /// The key of a [`HoldSpec`](crate::exchange::HoldSpec).
    pub key: String,
    /// The amount of the hold, where it has one.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub amount: i32,
    /// Whether players see its effect on visible combatants even if they do not see both, because an exchange
    /// brought it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub felt: bool,
}

impl CombatantHold {
    /// Whether a combatant is one of the two.
    #[must_use]
    pub fn involves(&self, id: CombatantId) -> bool {
        self.by == id || self.on == id
    }
}

/// Whether an amount is zero, in which case serialization leaves it out.
const fn is_zero(amount: &i32) -> bool {
    *amount == 0
}

/// Nearness of two combatants in a place of the scene, one of whom has stepped up to the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Nearness {
    /// The combatant who stepped up.
    pub who: CombatantId,
    /// The other combatant.
    pub to: CombatantId,
    /// How the first stands to the other.
    pub stance: Stance,
}

/// All relations between combatants of an encounter, or those of a removed combatant.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Relations {
    /// The parameters of the situation that were set.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub(crate) situation: Situation,
    /// The holds between combatants, sorted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) holds: Vec<CombatantHold>,
    /// Pairs at arm's length of each other in the scene, sorted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) near: Vec<Nearness>,
}

impl Relations {
    /// Whether the combatants have no relations, which makes the value empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.situation.is_empty() && self.holds.is_empty() && self.near.is_empty()
    }

    /// Returns a parameter of the situation between two combatants, such as their distance, as it
    /// was set; `None` if it was not.
    pub(crate) fn parameter(&self, from: CombatantId, to: CombatantId, key: &str) -> Option<i32> {
        self.situation.get(&from)?.get(&to)?.get(key)
    }

    /// Sets a parameter of the situation, or removes it with `None`.
    pub(crate) fn set_parameter(
        &mut self,
        (from, to): (CombatantId, CombatantId),
        key: &str,
        value: Option<i32>,
    ) {
        let all = self.situation.get_or_insert_default(from);
        let reading = all.get_or_insert_default(to);
        match value {
            Some(value) => reading.set(key, value),
            None => reading.unset(key),
        }
        all.retain(|_, reading| !reading.is_plain());
        self.situation.retain(|_, all| !all.is_empty());
    }

    /// Returns the amount of a hold; `None` if there is no such hold.
    pub(crate) fn hold_amount(&self, by: CombatantId, on: CombatantId, key: &str) -> Option<i32> {
        self.find_hold(by, on, key).map(|hold| hold.amount)
    }

    /// Returns the hold of one combatant on another.
    pub(crate) fn find_hold(
        &self,
        by: CombatantId,
        on: CombatantId,
        key: &str,
    ) -> Option<&CombatantHold> {
        let mut holds = self.holds.iter();
        holds.find(|hold| hold.by == by && hold.on == on && hold.key == key)
    }

    /// Sets a hold of `by` on `on` with its amount, or removes it with `None`; `felt` says whether
    /// players see its effect though they may not see both combatants.
    pub(crate) fn set_hold(
        &mut self,
        (by, on): (CombatantId, CombatantId),
        key: &str,
        (amount, felt): (Option<i32>, bool),
    ) {
        let same = |hold: &CombatantHold| hold.by == by && hold.on == on && hold.key == key;
        self.holds.retain(|hold| !same(hold));
        self.holds.extend(amount.map(|amount| CombatantHold {
            by,
            on,
            key: key.to_owned(),
            amount,
            felt,
        }));
        self.holds.sort_unstable();
    }

    /// Returns the relations of a combatant.
    pub(crate) fn of_combatant(&self, id: CombatantId) -> Self {
        self.filter_pairs(|one, other| one == id || other == id)
    }

    /// Returns the relations of those pairs that `between` accepts.
    pub(crate) fn filter_pairs(&self, between: impl Fn(CombatantId, CombatantId) -> bool) -> Self {
        let mut ties = self.clone();
        for (from, all) in ties.situation.iter_mut() {
            all.retain(|to, _| between(*from, *to));
        }
        ties.situation.retain(|_, all| !all.is_empty());
        ties.holds.retain(|hold| between(hold.by, hold.on));
        ties.near.retain(|near| between(near.who, near.to));
        ties
    }

    /// Removes the relations of a combatant.
    pub(crate) fn remove_combatant(&mut self, id: CombatantId) {
        *self = self.filter_pairs(|one, other| one != id && other != id);
    }

    /// Restores the relations `ties` of combatants who come back after they were removed.
    pub(crate) fn restore(&mut self, ties: &Self) {
        for (from, all) in &ties.situation {
            let here = self.situation.get_or_insert_default(*from);
            here.extend(all.iter().map(|(to, reading)| (*to, reading.clone())));
        }
        for hold in &ties.holds {
            let how = (Some(hold.amount), hold.felt);
            self.set_hold((hold.by, hold.on), &hold.key, how);
        }
        for near in &ties.near {
            self.set_stance((near.who, near.to), Some(near.stance));
        }
    }

    /// Returns how a combatant has stepped up to another; `None` if they have not.
    #[must_use]
    pub fn stance(&self, who: CombatantId, to: CombatantId) -> Option<Stance> {
        let mut near = self.near.iter();
        near.find(|near| near.who == who && near.to == to)
            .map(|near| near.stance)
    }

    /// Sets how a combatant stands to another they have stepped up to; `None` steps away.
    pub(crate) fn set_stance(
        &mut self,
        (who, to): (CombatantId, CombatantId),
        stance: Option<Stance>,
    ) {
        self.near.retain(|near| near.who != who || near.to != to);
        self.near
            .extend(stance.map(|stance| Nearness { who, to, stance }));
        self.near.sort_unstable();
    }
}
