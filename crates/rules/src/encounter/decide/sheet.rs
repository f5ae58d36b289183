//! Sheet commands: edits of a combatant's sheet, and the changes to health that follow.

use super::Decision;
use crate::base::id::CombatantId;
use crate::base::sorted_map::Map;
use crate::base::text::{self, Name, TextError};
use crate::character::condition::Conditions;
use crate::character::gear::{Gear, Item, ItemId, MAX_ITEMS};
use crate::character::sheet::{
    Archetype, MAX_CUSTOM_TRAITS, MAX_NOTES_CHARS, MAX_SAVED_ROLL_CHARS, MAX_SAVED_ROLLS, Sheet,
    SheetEdit, roll_line,
};
use crate::character::track::{LevelPenalties, LevelsError};
use crate::chat;
use crate::chat_command::ChatCommand;
use crate::encounter::combatant::Combatant;
use crate::encounter::command::SheetEditInput;
use crate::encounter::event::Event;
use crate::encounter::feature::{Equipped, SheetChanged};
use crate::encounter::limits::{MAX_CUSTOM_VALUE, MAX_SHEET_EDITS};
use crate::encounter::quick_add;
use crate::encounter::refusal::Refusal;
use crate::messages::Text;
use crate::messages::encounter as msg;
use crate::ruleset::combatant_info::CombatantInfo;

/// Placeholder for the name in the quick-add line of an archetype, which has none.
const ARCHETYPE_NAME: Text = msg::NOBODY;

impl Decision<'_> {
    /// Sets or clears a trait of a sheet.
    pub(super) fn set_trait(
        &self,
        id: CombatantId,
        key: &str,
        after: Option<i32>,
    ) -> Result<Vec<Event>, Refusal> {
        let who = self.find_own_combatant(id)?;
        let edit = self.trait_edit(&who.sheet, key, after)?;
        self.apply_sheet_edit(who, edit)
    }

    /// Sets or clears the kind of creature on a combatant's sheet.
    pub(super) fn set_kind(
        &self,
        id: CombatantId,
        after: Option<&str>,
    ) -> Result<Vec<Event>, Refusal> {
        let who = self.find_own_combatant(id)?;
        let edit = self.kind_edit(&who.sheet, after)?;
        self.apply_sheet_edit(who, edit)
    }

    /// Applies several edits to a sheet, ignoring those that change nothing; at least one must.
    pub(super) fn edit_sheet(
        &self,
        id: CombatantId,
        asked: &[SheetEditInput],
    ) -> Result<Vec<Event>, Refusal> {
        let who = self.find_own_combatant(id)?;
        if asked.len() > MAX_SHEET_EDITS {
            return Err(Refusal::OutOfBounds);
        }
        let mut edits = self.resolve_edits(&who.sheet, asked)?;
        let edit = match edits.len() {
            0 => return Err(Refusal::NothingToDo),
            1 => edits.remove(0),
            _ => SheetEdit::Several { edits, from: None },
        };
        self.apply_sheet_edit(who, edit)
    }

    /// Fills a sheet from an archetype, and adds the archetype's gear.
    pub(super) fn apply_archetype(
        &self,
        id: CombatantId,
        key: &str,
    ) -> Result<Vec<Event>, Refusal> {
        let who = self.find_own_combatant(id)?;
        let rules = self.state.rules();
        let mut known = rules.facts().archetypes.iter();
        let known = known.find(|archetype| archetype.key == key);
        let Archetype { title, line, .. } = *known.ok_or(Refusal::NoSuchArchetype)?;
        let draft = quick_add::read(&format!("{ARCHETYPE_NAME} {line}"), rules)?;
        let mut asked = vec![SheetEditInput::Kind(draft.sheet.kind)];
        let levels = draft.sheet.levels.map(|levels| levels.to_string());
        asked.extend(levels.map(SheetEditInput::Levels));
        let traits = draft.sheet.traits.into_iter();
        asked.extend(traits.map(|(key, value)| SheetEditInput::Trait {
            key,
            value: Some(value),
        }));
        let edits = self.resolve_edits(&who.sheet, &asked)?;
        let mut events = match edits.is_empty() {
            true => Vec::new(),
            false => {
                let from = Some(title.into());
                self.apply_sheet_edit(who, SheetEdit::Several { edits, from })?
            }
        };
        let has = |name: &Name| who.gear.values().any(|item| item.name == *name);
        let gear = self.find_gear(&draft.gear)?.into_iter();
        let new: Vec<Item> = gear
            .map(|(_, item)| item)
            .filter(|item| !has(&item.name))
            .collect();
        if who.gear.len().saturating_add(new.len()) > MAX_ITEMS {
            return Err(Refusal::TooManyItems);
        }
        for (item, nth) in new.into_iter().zip(1..) {
            let number: Option<ItemId> = who.items.checked_add(nth);
            events.push(Event::Equipped(Equipped {
                id,
                item: number.ok_or(Refusal::TooManyItems)?,
                before: None,
                after: Some(Box::new(item)),
            }));
        }
        match events.is_empty() {
            true => Err(Refusal::NothingToDo),
            false => Ok(events),
        }
    }

    /// Converts edit requests to edits of a sheet, without those that change nothing.
    fn resolve_edits(
        &self,
        sheet: &Sheet,
        asked: &[SheetEditInput],
    ) -> Result<Vec<SheetEdit>, Refusal> {
        let mut sheet = sheet.clone();
        let mut edits = Vec::new();
        for ask in asked {
            let edit = match ask {
                SheetEditInput::Trait { key, value } => self.trait_edit(&sheet, key, *value)?,
                SheetEditInput::Custom { name, value } => self.custom_edit(&sheet, name, *value)?,
                SheetEditInput::Kind(kind) => self.kind_edit(&sheet, kind.as_deref())?,
                SheetEditInput::Roll { name, line } => {
                    self.roll_edit(&sheet, name, line.as_deref())?
                }
                SheetEditInput::Levels(typed) => self.levels_edit(&sheet, typed)?,
                SheetEditInput::Notes(typed) => SheetEdit::Notes {
                    before: sheet.notes.clone(),
                    after: text::clean_lines(typed, MAX_NOTES_CHARS).map_err(
                        |error| match error {
                            TextError::TooLong => Refusal::NotesTooLong,
                            error => Refusal::Text(error),
                        },
                    )?,
                },
            };
            if !edit.is_applied_to(&sheet) {
                sheet = sheet.with_edit(&edit);
                edits.push(edit);
            }
        }
        Ok(edits)
    }

    /// Builds the edit of a trait that the system knows.
    fn trait_edit(
        &self,
        sheet: &Sheet,
        key: &str,
        after: Option<i32>,
    ) -> Result<SheetEdit, Refusal> {
        let mut specs = self.state.rules().facts().trait_specs.iter();
        let spec = specs.find(|spec| spec.key == key);
        let spec = spec.ok_or(Refusal::NoSuchTrait)?;
        check_range(spec.title.get(), after, (spec.min, spec.max))?;
        Ok(SheetEdit::Trait {
            key: key.to_owned(),
            before: sheet.traits.get(key).copied(),
            after,
        })
    }

    /// Builds the edit of a custom trait; a name that a trait of the system has means that trait.
    fn custom_edit(
        &self,
        sheet: &Sheet,
        name: &str,
        after: Option<i32>,
    ) -> Result<SheetEdit, Refusal> {
        let name = Name::new(name)?;
        let folded = name.to_folded();
        let mut specs = self.state.rules().facts().trait_specs.iter();
        let known = specs.find(|spec| spec.title.to_lowercase() == folded || spec.key == folded);
        if let Some(spec) = known {
            return self.trait_edit(sheet, spec.key, after);
        }
        // Names that differ only in letter case are the same trait.
        let mut there = sheet.custom.keys();
        let there = there.find(|there| there.to_lowercase() == folded).cloned();
        if there.is_none() && after.is_none() {
            return Err(Refusal::NoSuchTrait);
        }
        if there.is_none() && sheet.custom.len() >= MAX_CUSTOM_TRAITS {
            return Err(Refusal::TooManyTraits);
        }
        let name = there.unwrap_or_else(|| name.to_string());
        check_range(&name, after, (-MAX_CUSTOM_VALUE, MAX_CUSTOM_VALUE))?;
        Ok(SheetEdit::Custom {
            before: sheet.custom.get(&name).copied(),
            name,
            after,
        })
    }

    /// Builds the edit of a custom roll. A line that the rules cannot read as a roll of this sheet is refused.
    fn roll_edit(
        &self,
        sheet: &Sheet,
        name: &str,
        after: Option<&str>,
    ) -> Result<SheetEdit, Refusal> {
        let name = Name::new(name)?;
        let folded = name.to_folded();
        let mut there = sheet.rolls.keys();
        let there = there.find(|there| there.to_lowercase() == folded).cloned();
        let after = match after {
            None if there.is_none() => return Err(Refusal::NoSuchRoll),
            None => None,
            Some(_) if there.is_none() && sheet.rolls.len() >= MAX_SAVED_ROLLS => {
                return Err(Refusal::TooManyRolls);
            }
            Some(typed) => {
                let typed = typed.trim();
                let typed = typed.strip_prefix("/roll ").unwrap_or(typed);
                let roll = text::clean_line(typed, MAX_SAVED_ROLL_CHARS)?;
                let line = roll_line(name.as_str(), &roll);
                let (rules, house) = (self.state.rules(), &self.state.house);
                let track = rules.unmarked_track(sheet)?;
                let (tally, pools) = (Map::new(), Map::new());
                let who = CombatantInfo {
                    sheet,
                    track: &track,
                    initiative: None,
                    unscored: false,
                    moved: 0,
                    plan: None,
                    tally: &tally,
                    pools: &pools,
                    conditions: &Conditions::new(),
                    gear: &Gear::new(),
                    house,
                };
                match chat::parse_command(&line, rules, Some(&who), house)? {
                    ChatCommand::Roll(_) | ChatCommand::Plain(_) => Some(roll),
                    ChatCommand::OwnInitiative | ChatCommand::TypedInitiative { .. } => {
                        return Err(Refusal::NoSuchRoll);
                    }
                }
            }
        };
        let name = there.unwrap_or_else(|| name.to_string());
        Ok(SheetEdit::Roll {
            before: sheet.rolls.get(&name).cloned(),
            name,
            after,
        })
    }

    /// Builds the edit of the health levels. Seven levels at the usual penalties are stored as none.
    fn levels_edit(&self, sheet: &Sheet, typed: &str) -> Result<SheetEdit, Refusal> {
        let after = match typed.trim() {
            "" => None,
            _ if !self.state.rules().has_levels(sheet) => {
                return Err(LevelsError::NoLevels.into());
            }
            typed => {
                let typed = text::clean_line(typed, MAX_SAVED_ROLL_CHARS)?;
                LevelPenalties::read(&typed)?.unless_default()
            }
        };
        Ok(SheetEdit::Levels {
            before: sheet.levels,
            after,
        })
    }

    /// Builds the edit of the kind of creature that a sheet names.
    fn kind_edit(&self, sheet: &Sheet, after: Option<&str>) -> Result<SheetEdit, Refusal> {
        let kinds = self.state.rules().facts().creature_kinds;
        if after.is_some_and(|key| kinds.iter().all(|kind| kind.key != key)) {
            return Err(Refusal::NoSuchKind);
        }
        Ok(SheetEdit::Kind {
            before: sheet.kind.clone(),
            after: after.map(str::to_owned),
        })
    }

    /// Applies an edit to the sheet of a combatant. The track follows: marks stay, its size changes. The rest of each
    /// pool follows too, as only the spent points are stored.
    fn apply_sheet_edit(&self, who: &Combatant, edit: SheetEdit) -> Result<Vec<Event>, Refusal> {
        if edit.is_applied_to(&who.sheet) {
            return Err(Refusal::NothingToDo);
        }
        let rules = self.state.rules();
        let sheet = who.sheet.clone().with_edit(&edit);
        let after = who.track.refit_to(rules.unmarked_track(&sheet)?)?;
        let before = who.health(rules, &self.state.house).states;
        let mut states = rules
            .health_state(&sheet, &after, &who.conditions, &self.state.house)
            .states;
        states.retain(|state| !before.contains(state));
        let changed = Event::SheetChanged(SheetChanged {
            id: who.id,
            edit,
            track: (after != who.track).then_some((who.track, after)),
            states,
        });
        Ok(match after == who.track {
            true => vec![changed],
            false => self.with_lapsed_conditions(who, &after, changed),
        })
    }
}

/// Checks that a value is within its range.
fn check_range(title: &str, value: Option<i32>, (min, max): (i32, i32)) -> Result<(), Refusal> {
    match value.is_some_and(|value| !(min..=max).contains(&value)) {
        true => Err(Refusal::OutOfRange {
            title: title.to_owned(),
            min,
            max,
        }),
        false => Ok(()),
    }
}
