//! What combatants carry. What a foe carries is the storyteller's to know.

use serde::{Deserialize, Serialize};

use crate::encounter::fact::{Edit, Fact};
use crate::encounter::log::{ItemTold, What};
use crate::encounter::log_line::LogLine;
use crate::encounter::state::State;
use crate::encounter::viewer::Viewer;
use crate::gear::{Carried, Item, ItemId};
use crate::id::CombatantId;
use crate::messages::Wording;

/// An item came to a combatant, or went: one of before and after is nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Equipped {
    /// Whose.
    pub id: CombatantId,
    /// Which.
    pub item: ItemId,
    /// The item as it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<Box<Item>>,
    /// The item as it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<Box<Item>>,
}

impl Fact for Equipped {
    fn apply(&self, state: &mut State) {
        state.with(self.id, |who| {
            match &self.after {
                Some(item) => _ = who.gear.insert(self.item, (**item).clone()),
                None => _ = who.gear.remove(&self.item),
            }
            // An id is given once.
            who.items = who.items.max(self.item);
        });
    }

    fn log_line(&self, state: &State) -> Option<LogLine> {
        let (item, told) = match &self.after {
            Some(after) => (after, ItemTold::Given),
            None => (self.before.as_ref()?, ItemTold::Taken),
        };
        state.item_line(self.id, item, told)
    }
}

impl Edit for Equipped {
    type Value = Option<Box<Item>>;

    const UNDONE_BY_PLAYERS: bool = true;

    fn values(&mut self) -> (&mut Self::Value, &mut Self::Value) {
        (&mut self.before, &mut self.after)
    }

    fn same_place(&self, _other: &Self) -> bool {
        false
    }

    fn stands(&self, state: &State, viewer: Viewer) -> bool {
        let who = state.known_numbers(viewer, self.id);
        who.is_some_and(|who| who.gear.get(&self.item) == self.after.as_deref())
    }
}

/// An item has another number: rounds left in it, armor worn down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ItemChanged {
    /// Whose.
    pub id: CombatantId,
    /// Which.
    pub item: ItemId,
    /// The key of the number.
    pub key: String,
    /// The word for it.
    pub title: Wording,
    /// Before; `None` is that it had no such number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<i32>,
    /// After.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<i32>,
}

impl Fact for ItemChanged {
    fn apply(&self, state: &mut State) {
        state.with_item(self.id, self.item, |item| {
            item.set_number(&self.key, self.after);
        });
    }

    fn log_line(&self, state: &State) -> Option<LogLine> {
        let item = state.combatant(self.id)?.gear.get(&self.item)?;
        let told = ItemTold::Number {
            title: self.title.clone(),
            now: self.after,
        };
        state.item_line(self.id, item, told)
    }
}

impl Edit for ItemChanged {
    type Value = Option<i32>;

    const UNDONE_BY_PLAYERS: bool = true;

    fn values(&mut self) -> (&mut Self::Value, &mut Self::Value) {
        (&mut self.before, &mut self.after)
    }

    fn same_place(&self, other: &Self) -> bool {
        (self.id, self.item, &self.key) == (other.id, other.item, &other.key)
    }

    fn stands(&self, state: &State, viewer: Viewer) -> bool {
        let item = state.known_item(viewer, self.id, self.item);
        item.is_some_and(|item| item.number(&self.key) == self.after)
    }
}

/// An item was drawn, put away, put on, dropped.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CarryChanged {
    /// Whose.
    pub id: CombatantId,
    /// Which.
    pub item: ItemId,
    /// Before.
    pub before: Carried,
    /// After.
    pub after: Carried,
}

impl Fact for CarryChanged {
    fn apply(&self, state: &mut State) {
        state.with_item(self.id, self.item, |item| item.carried = self.after);
    }

    fn log_line(&self, state: &State) -> Option<LogLine> {
        let item = state.combatant(self.id)?.gear.get(&self.item)?;
        state.item_line(self.id, item, ItemTold::Carried(self.after))
    }
}

impl Edit for CarryChanged {
    type Value = Carried;

    const UNDONE_BY_PLAYERS: bool = true;

    fn values(&mut self) -> (&mut Self::Value, &mut Self::Value) {
        (&mut self.before, &mut self.after)
    }

    fn same_place(&self, other: &Self) -> bool {
        (self.id, self.item) == (other.id, other.item)
    }

    fn stands(&self, state: &State, viewer: Viewer) -> bool {
        let item = state.known_item(viewer, self.id, self.item);
        item.is_some_and(|item| item.carried == self.after)
    }
}

impl State {
    fn with_item(&mut self, id: CombatantId, item: ItemId, change: impl FnOnce(&mut Item)) {
        self.with(id, |who| {
            if let Some(item) = who.gear.get_mut(&item) {
                change(item);
            }
        });
    }

    fn known_item(&self, viewer: Viewer, id: CombatantId, item: ItemId) -> Option<&Item> {
        self.known_numbers(viewer, id)?.gear.get(&item)
    }

    fn item_line(&self, id: CombatantId, item: &Item, told: ItemTold) -> Option<LogLine> {
        let combatant = self.combatant(id)?;
        let what = What::Gear {
            name: combatant.full_name(),
            item: item.name.to_string(),
            told,
        };
        Some(LogLine::new(self.sheet_is_public(combatant), what).of(combatant))
    }
}

impl Item {
    /// One of its numbers is another, or it has no such number any more.
    pub(in crate::encounter) fn set_number(&mut self, key: &str, number: Option<i32>) {
        match number {
            Some(number) => _ = self.numbers.insert(key.to_owned(), number),
            None => _ = self.numbers.remove(key),
        }
    }
}
