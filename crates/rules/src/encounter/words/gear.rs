//! What combatants carry, and what their sheets say.

use crate::encounter::event::Event;
use crate::encounter::log::{ItemTold, What};
use crate::encounter::log_line::LogLine;
use crate::encounter::state::State;
use crate::sheet::SheetEdit;
use crate::speech::number;
use crate::track::LevelCosts;

/// Edits of a sheet that one line tells of in full.
const EDITS_TOLD: usize = 5;

/// Levels of health: how many, and what each costs where that is not the usual.
fn levels_in_words(levels: Option<LevelCosts>) -> String {
    let levels = levels.unwrap_or(LevelCosts::SEVEN);
    match (levels.is_usual(), levels.levels()) {
        (true, 1) => String::from("1 health level"),
        (true, count) => format!("{count} health levels"),
        (false, _) => format!("health levels {levels}"),
    }
}

impl State {
    pub(super) fn gear_wording(&self, event: &Event) -> Option<LogLine> {
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
                    SheetEdit::Custom {
                        name: key, after, ..
                    } => What::TraitSet {
                        name,
                        key,
                        value: after,
                        states,
                    },
                    SheetEdit::Notes { .. } => What::SheetWritten {
                        name,
                        words: "notes".to_owned(),
                        states,
                    },
                    SheetEdit::Roll { name: roll, .. } => What::SheetWritten {
                        name,
                        words: format!("roll “{roll}”"),
                        states,
                    },
                    SheetEdit::Levels { after, .. } => What::SheetWritten {
                        name,
                        words: levels_in_words(after),
                        states,
                    },
                    SheetEdit::Several { edits, from } => What::SheetWritten {
                        name,
                        words: from.unwrap_or_else(|| self.edits_in_words(&edits)),
                        states,
                    },
                };
                Some(LogLine::new(self.sheet_is_public(combatant), what))
            }
            event => self.item_wording(event),
        }
    }

    /// Several edits of a sheet: the first few, and how many more.
    fn edits_in_words(&self, edits: &[SheetEdit]) -> String {
        let rules = self.rules();
        let written = |title: &str, value: Option<i32>| match value {
            Some(value) => format!("{title} {}", number(value)),
            None => format!("{title} not written"),
        };
        let word = |edit: &SheetEdit| match edit {
            SheetEdit::Trait { key, after, .. } => {
                let spec = rules.traits().iter().find(|spec| spec.key == key);
                written(spec.map_or(key, |spec| spec.title), *after)
            }
            SheetEdit::Custom { name, after, .. } => written(name, *after),
            SheetEdit::Kind { after, .. } => {
                let mut kinds = rules.kinds().iter();
                let spec = kinds.find(|kind| after.as_deref().is_none_or(|key| kind.key == key));
                spec.map_or("", |spec| spec.title).to_owned()
            }
            SheetEdit::Notes { .. } => "notes".to_owned(),
            SheetEdit::Roll { name, .. } => format!("roll “{name}”"),
            SheetEdit::Levels { after, .. } => levels_in_words(*after),
            SheetEdit::Several { edits, .. } => self.edits_in_words(edits),
        };
        let mut words: Vec<String> = edits.iter().take(EDITS_TOLD).map(word).collect();
        let more = edits.len().saturating_sub(EDITS_TOLD);
        words.extend((more > 0).then(|| format!("{more} more")));
        words.join(", ")
    }

    /// What a line says of an item. What a foe carries is the storyteller's to know.
    fn item_wording(&self, event: &Event) -> Option<LogLine> {
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
        Some(LogLine::new(self.sheet_is_public(combatant), what))
    }
}
