//! Collection of the combatants of an encounter, by id.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Combatant;
use crate::base::id::CombatantId;
use crate::base::shared::Shared;

/// The combatants of an encounter, by id. Copies of the encounter share unchanged combatants.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Combatants(BTreeMap<CombatantId, Shared<Combatant>>);

impl Combatants {
    /// Returns the combatant with this id.
    pub(crate) fn get(&self, id: &CombatantId) -> Option<&Combatant> {
        self.0.get(id).map(|combatant| &**combatant)
    }

    /// Returns the combatant with this id for changes.
    pub(crate) fn get_mut(&mut self, id: &CombatantId) -> Option<&mut Combatant> {
        self.0.get_mut(id).map(|combatant| &mut **combatant)
    }

    /// Whether a combatant with this id exists.
    pub(crate) fn contains_key(&self, id: &CombatantId) -> bool {
        self.0.contains_key(id)
    }

    /// Whether this collection shares the given combatant of a copy, and therefore holds the same state of it.
    pub(crate) fn shares_combatant(&self, who: &Combatant) -> bool {
        let ours = self.0.get(&who.id);
        ours.is_some_and(|ours| std::ptr::eq(&raw const **ours, who))
    }

    /// Whether all combatants are shared with a copy.
    pub(crate) fn shares_all(&self, copy: &Self) -> bool {
        let mut both = self.0.iter().zip(&copy.0);
        self.0.len() == copy.0.len()
            && both.all(|((id, one), (other_id, other))| id == other_id && one.ptr_eq(other))
    }

    /// Iterates over all combatants in the order of their ids.
    pub(crate) fn values(&self) -> impl DoubleEndedIterator<Item = &Combatant> + Clone {
        self.0.values().map(|combatant| &**combatant)
    }

    /// Iterates over the ids, in order.
    pub(crate) fn keys(&self) -> impl DoubleEndedIterator<Item = &CombatantId> + Clone {
        self.0.keys()
    }

    /// Inserts or replaces a combatant.
    pub(crate) fn insert(&mut self, combatant: Combatant) {
        self.0.insert(combatant.id, combatant.into());
    }

    /// Removes the combatant with this id.
    pub(crate) fn remove(&mut self, id: &CombatantId) {
        self.0.remove(id);
    }
}
