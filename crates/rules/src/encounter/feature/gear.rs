//! Events about the gear of combatants. The gear of a foe is for the storyteller's eyes.

use serde::{Deserialize, Serialize};

use crate::base::id::CombatantId;
use crate::character::gear::{Carried, Item, ItemId};
use crate::encounter::feature::event_payload::{EventPayload, SetsValue};
use crate::encounter::log::log_line::LogLine;
use crate::encounter::log::{ItemChangeMessage, LogMessage};
use crate::encounter::state::State;
use crate::encounter::viewer::Viewer;
use crate::messages::Wording;

/// An item was given to a combatant or taken away: either `before` or `after` is `None`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Equipped {
    /// The combatant with the item.
    pub id: CombatantId,
    /// The id of the item.
    pub item: ItemId,
    /// The item before, if it was there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<Box<Item>>,
    /// The item after, if it is there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<Box<Item>>,
}

impl EventPayload for Equipped {
    fn apply(&self, state: &mut State) {
        state.update_combatant(self.id, |who| {
            match &self.after {
                Some(item) => _ = who.gear.insert(self.item, (**item).clone()),
                None => _ = who.gear.remove(&self.item),
            }
            // Each item id is given once.
            who.items = who.items.max(self.item);
        });
    }

    fn log_line(&self, state: &State) -> Option<LogLine> {
        let (item, told) = match &self.after {
            Some(after) => (after, ItemChangeMessage::Given),
            None => (self.before.as_ref()?, ItemChangeMessage::Taken),
        };
        state.item_log_line(self.id, item, told)
    }
}

impl SetsValue for Equipped {
    type Value = Option<Box<Item>>;

    const PLAYERS_CAN_UNDO: bool = true;

    fn before_and_after(&mut self) -> (&mut Self::Value, &mut Self::Value) {
        (&mut self.before, &mut self.after)
    }

    fn sets_same_value(&self, _other: &Self) -> bool {
        false
    }

    fn value_still_holds(&self, state: &State, viewer: Viewer) -> bool {
        let who = state.find_with_known_numbers(viewer, self.id);
        who.is_some_and(|who| who.gear.get(&self.item) == self.after.as_deref())
    }
}

/// A number of an item changed, such as its rounds left or the wear of armor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ItemChanged {
    /// The combatant with the item.
    pub id: CombatantId,
    /// The id of the item.
    pub item: ItemId,
    /// The key of the number.
    pub key: String,
    /// The title of the number.
    pub title: Wording,
    /// The value before; `None` if the item had no such number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<i32>,
    /// The value after; `None` if the item has no such number now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<i32>,
}

impl EventPayload for ItemChanged {
    fn apply(&self, state: &mut State) {
        state.update_item(self.id, self.item, |item| {
            item.set_number(&self.key, self.after);
        });
    }

    fn log_line(&self, state: &State) -> Option<LogLine> {
        let item = state.combatant(self.id)?.gear.get(&self.item)?;
        let told = ItemChangeMessage::Number {
            title: self.title.clone(),
            now: self.after,
        };
        state.item_log_line(self.id, item, told)
    }
}

impl SetsValue for ItemChanged {
    type Value = Option<i32>;

    const PLAYERS_CAN_UNDO: bool = true;

    fn before_and_after(&mut self) -> (&mut Self::Value, &mut Self::Value) {
        (&mut self.before, &mut self.after)
    }

    fn sets_same_value(&self, other: &Self) -> bool {
        (self.id, self.item, &self.key) == (other.id, other.item, &other.key)
    }

    fn value_still_holds(&self, state: &State, viewer: Viewer) -> bool {
        let item = state.find_known_item(viewer, self.id, self.item);
        item.is_some_and(|item| item.number(&self.key) == self.after)
    }
}

/// An item was drawn, put away, put on or dropped.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CarryChanged {
    /// The combatant with the item.
    pub id: CombatantId,
    /// The id of the item.
    pub item: ItemId,
    /// The way it was carried before.
    pub before: Carried,
    /// The way it is carried after.
    pub after: Carried,
}

impl EventPayload for CarryChanged {
    fn apply(&self, state: &mut State) {
        state.update_item(self.id, self.item, |item| item.carried = self.after);
    }

    fn log_line(&self, state: &State) -> Option<LogLine> {
        let item = state.combatant(self.id)?.gear.get(&self.item)?;
        state.item_log_line(self.id, item, ItemChangeMessage::Carried(self.after))
    }
}

impl SetsValue for CarryChanged {
    type Value = Carried;

    const PLAYERS_CAN_UNDO: bool = true;

    fn before_and_after(&mut self) -> (&mut Self::Value, &mut Self::Value) {
        (&mut self.before, &mut self.after)
    }

    fn sets_same_value(&self, other: &Self) -> bool {
        (self.id, self.item) == (other.id, other.item)
    }

    fn value_still_holds(&self, state: &State, viewer: Viewer) -> bool {
        let item = state.find_known_item(viewer, self.id, self.item);
        item.is_some_and(|item| item.carried == self.after)
    }
}

impl State {
    /// Changes an item of a combatant, if there is one of this id.
    fn update_item(&mut self, id: CombatantId, item: ItemId, change: impl FnOnce(&mut Item)) {
        self.update_combatant(id, |who| {
            if let Some(item) = who.gear.get_mut(&item) {
                change(item);
            }
        });
    }

    /// Finds an item of a combatant whose numbers the viewer knows.
    fn find_known_item(&self, viewer: Viewer, id: CombatantId, item: ItemId) -> Option<&Item> {
        self.find_with_known_numbers(viewer, id)?.gear.get(&item)
    }

    /// Builds the log line of what happened to an item.
    fn item_log_line(
        &self,
        id: CombatantId,
        item: &Item,
        told: ItemChangeMessage,
    ) -> Option<LogLine> {
        let combatant = self.combatant(id)?;
        let what = LogMessage::Gear {
            name: combatant.full_name(),
            item: item.name.to_string(),
            told,
        };
        Some(LogLine::new(self.sheet_is_public(combatant), what).about(combatant))
    }
}

impl Item {
    /// Sets a number of the item, or removes it with `None`.
    pub(in crate::encounter) fn set_number(&mut self, key: &str, number: Option<i32>) {
        match number {
            Some(number) => _ = self.numbers.insert(key.to_owned(), number),
            None => _ = self.numbers.remove(key),
        }
    }
}
