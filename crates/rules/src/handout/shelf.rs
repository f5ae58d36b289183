//! The shelf: all handouts of an encounter.

use serde::{Deserialize, Serialize};

use super::handout_item::Handout;
use crate::base::id::{CombatantId, HandoutId};
use crate::base::shared::Shared;
use crate::base::sorted_map::Map;

/// All handouts of an encounter. Cheap to copy.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct HandoutShelf(Map<HandoutId, Shared<Handout>>);

impl HandoutShelf {
    /// Whether the shelf holds no handout.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the number of handouts on the shelf.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    /// Finds the letter, picture, note or name with this id; `None` if a storyteller has removed it.
    #[must_use]
    pub fn get(&self, id: HandoutId) -> Option<&Handout> {
        self.0.get(&id).map(|handout| &**handout)
    }

    /// Iterates over the handouts by their ids.
    pub fn iter(&self) -> impl Iterator<Item = (HandoutId, &Handout)> + Clone {
        self.0.iter().map(|(id, handout)| (*id, &**handout))
    }

    /// Sets a handout, or removes it with `None`.
    pub fn set(&mut self, id: HandoutId, handout: Option<Handout>) {
        match handout {
            Some(handout) => _ = self.0.insert(id, Shared::from(handout)),
            None => _ = self.0.remove(&id),
        }
    }

    /// Adds the handouts of another shelf that are not on this one.
    pub(crate) fn add_missing(&mut self, other: &Self) {
        for (id, handout) in other.0.iter() {
            if !self.0.contains_key(id) {
                self.0.insert(*id, handout.clone());
            }
        }
    }

    /// Returns the ids of the handouts that differ between two shelves.
    #[must_use]
    pub fn differences(&self, other: &Self) -> Vec<HandoutId> {
        let gone = other.0.keys().filter(|id| !self.0.contains_key(id));
        let changed = self.0.iter();
        let changed = changed.filter(|(id, handout)| other.0.get(id) != Some(handout));
        changed.map(|(id, _)| id).chain(gone).copied().collect()
    }

    /// Returns the position that the next handout of a character has among those of the character.
    pub(crate) fn next_position(&self, who: CombatantId) -> u32 {
        let held = self.0.values();
        let held = held.filter_map(|handout| Some(handout.holders.get(&who)?.nth));
        held.max().unwrap_or(0).saturating_add(1)
    }
}
