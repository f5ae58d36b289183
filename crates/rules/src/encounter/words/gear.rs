//! What combatants carry, and what their sheets say.

use super::Wording;
use crate::encounter::event::Event;
use crate::encounter::log::{ItemTold, What};
use crate::encounter::state::Encounter;
use crate::sheet::SheetEdit;

impl Encounter {
    pub(super) fn gear_wording(&self, event: &Event) -> Option<Wording> {
        match event {
            Event::SheetChanged {
                id, edit, states, ..
            } => {
                let combatant = self.combatant(*id)?;
                let name = combatant.full_name();
                let states = states.clone();
                let what = match edit.clone() {
                    SheetEdit::Trait { key, after, .. } => What::TraitSet {
                        name,
                        key,
                        value: after,
                        states,
                    },
                    SheetEdit::Kind { after, .. } => What::KindSet {
                        name,
                        kind: after,
                        states,
                    },
                };
                Some(Wording::new(self.sheet_is_public(combatant), what))
            }
            event => self.item_wording(event),
        }
    }

    /// What a line says of an item. What a foe carries is the storyteller's to know.
    fn item_wording(&self, event: &Event) -> Option<Wording> {
        let (id, item, told) = match event {
            Event::Equipped {
                id,
                before,
                after: None,
                ..
            } => (id, before.as_deref()?, ItemTold::Taken),
            Event::Equipped {
                id,
                after: Some(after),
                ..
            } => (id, &**after, ItemTold::Given),
            Event::ItemChanged {
                id,
                item,
                title,
                after,
                ..
            } => {
                let told = ItemTold::Number {
                    title: title.clone(),
                    now: *after,
                };
                (id, self.combatant(*id)?.gear.get(item)?, told)
            }
            Event::Carried {
                id, item, after, ..
            } => {
                let item = self.combatant(*id)?.gear.get(item)?;
                (id, item, ItemTold::Carried(*after))
            }
            _ => return None,
        };
        let combatant = self.combatant(*id)?;
        let what = What::Gear {
            name: combatant.full_name(),
            item: item.name.to_string(),
            told,
        };
        Some(Wording::new(self.sheet_is_public(combatant), what))
    }
}
