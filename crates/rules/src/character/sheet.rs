//! Character sheets: kind, traits and saved rolls of a combatant, and edits to them.

use crate::base::sorted_map::Map;
use crate::messages::{Text, Wording};

use serde::{Deserialize, Serialize};

use crate::character::track::LevelPenalties;

/// Specification of one trait that a rule system reads from a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TraitSpec {
    /// Key in a [`Sheet`], also accepted in a quick-add line.
    pub key: &'static str,
    /// Label shown on the screen.
    pub title: Text,
    /// Alternative words accepted in a quick-add line.
    pub aliases: &'static [&'static str],
    /// Smallest sensible value of the trait.
    pub min: i32,
    /// Largest sensible value of the trait.
    pub max: i32,
    /// Value assumed when the sheet does not list the trait.
    pub default: i32,
}

/// Maximum number of dots for traits counted in dots.
pub const MAX_DOTS: i32 = 30;

impl TraitSpec {
    /// Whether the trait is counted in dots, as one is that starts at 0 and has at most
    /// [`MAX_DOTS`].
    #[must_use]
    pub const fn is_dotted(&self) -> bool {
        self.min == 0 && self.max <= MAX_DOTS
    }
}

/// Kind of creature that a rule system treats specially.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KindSpec {
    /// Key in a [`Sheet`], also a word in a quick-add line.
    pub key: &'static str,
    /// Label shown on the screen.
    pub title: Text,
}

impl KindSpec {
    /// Creates a kind of creature with its word on a sheet and its label.
    #[must_use]
    pub const fn new(key: &'static str, title: Text) -> Self {
        Self { key, title }
    }
}

/// Pool of points that can be spent and regained.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PoolSpec {
    /// Key under which the remaining points are stored.
    pub key: &'static str,
    /// Label shown on the screen.
    pub title: Text,
    /// Maximum number of points in the pool.
    pub most: i32,
}

/// Maximum number of custom traits on one sheet.
pub const MAX_CUSTOM_TRAITS: usize = 24;
/// Maximum length of a sheet's notes, in characters.
pub const MAX_NOTES_CHARS: usize = 2_000;

/// Maximum number of saved rolls on one sheet.
pub const MAX_SAVED_ROLLS: usize = 12;
/// Maximum length of a saved roll's expression, in characters.
pub const MAX_SAVED_ROLL_CHARS: usize = 120;

/// Group of traits under one heading of a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TraitGroup {
    /// Heading shown above the group.
    pub title: Text,
    /// Keys of the traits, in display order.
    pub keys: &'static [&'static str],
}

impl TraitGroup {
    /// Creates a group of traits under a heading.
    #[must_use]
    pub const fn new(title: Text, keys: &'static [&'static str]) -> Self {
        Self { title, keys }
    }
}

/// Archetype of a character, which is a ready-made sheet to start a new combatant from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Archetype {
    /// Key by which commands request it.
    pub key: &'static str,
    /// Title shown on the screen.
    pub title: Text,
    /// Kind, traits and gear in quick-add syntax, without a name.
    pub line: &'static str,
}

impl Archetype {
    /// Returns the gear named in the archetype's quick-add line, or the whole line if it names no
    /// gear.
    #[must_use]
    pub fn gear_summary(&self) -> &'static str {
        let with = self.line.split_once(" with ");
        with.map_or(self.line, |(_, gear)| gear)
    }
}

/// Kind, traits, notes and saved rolls of a combatant; missing traits have the system's default.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Hash)]
pub struct Sheet {
    /// Kind of the creature; `None` is the system's first kind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// Trait values that were set explicitly, by key.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub traits: Map<String, i32>,
    /// Custom traits unknown to the rules (a merit, a Discipline, a language), by name; usable in
    /// rolls.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub custom: Map<String, i32>,
    /// Free-form notes about the character.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub notes: String,
    /// Saved rolls by name, in the syntax that follows `/roll`.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub rolls: Map<String, String>,
    /// Cost of each health level, in systems that have levels; `None` is the usual seven.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub levels: Option<LevelPenalties>,
}

impl Sheet {
    /// Whether no kind and no traits are set yet.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        self.kind.is_none() && self.traits.is_empty() && self.custom.is_empty()
    }

    /// Returns the chat line for one of the saved rolls.
    #[must_use]
    pub fn roll_line(&self, name: &str) -> Option<String> {
        self.rolls.get(name).map(|roll| roll_line(name, roll))
    }

    /// Returns the value of a trait, or its default.
    #[must_use]
    pub fn get(&self, spec: &TraitSpec) -> i32 {
        self.traits.get(spec.key).copied().unwrap_or(spec.default)
    }

    /// Returns the sheet with an edit applied.
    #[must_use]
    pub fn with_edit(mut self, edit: &SheetEdit) -> Self {
        match edit {
            SheetEdit::Trait { key, after, .. } => match after {
                Some(value) => _ = self.traits.insert(key.clone(), *value),
                None => _ = self.traits.remove(key),
            },
            SheetEdit::Kind { after, .. } => self.kind.clone_from(after),
            SheetEdit::Custom { name, after, .. } => match after {
                Some(value) => _ = self.custom.insert(name.clone(), *value),
                None => _ = self.custom.remove(name),
            },
            SheetEdit::Notes { after, .. } => self.notes.clone_from(after),
            SheetEdit::Roll { name, after, .. } => match after {
                Some(roll) => _ = self.rolls.insert(name.clone(), roll.clone()),
                None => _ = self.rolls.remove(name),
            },
            SheetEdit::Levels { after, .. } => self.levels = *after,
            SheetEdit::Several { edits, .. } => {
                return edits.iter().fold(self, |sheet, edit| sheet.with_edit(edit));
            }
        }
        self
    }

    /// Whether the creature is of this kind.
    #[must_use]
    pub fn is_kind(&self, kind: &str) -> bool {
        self.kind.as_deref() == Some(kind)
    }
}

/// Builds the chat line for a saved roll, labeled with its name.
pub(crate) fn roll_line(name: &str, roll: &str) -> String {
    match roll.contains('#') {
        true => format!("/roll {roll}"),
        false => format!("/roll {roll} # {name}"),
    }
}

/// Reversible edit of a combatant's sheet, such as setting a trait or kind of creature.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SheetEdit {
    /// Sets a trait; `None` stands for the system's default.
    Trait {
        /// Key of the edited trait.
        key: String,
        /// Value before the edit.
        before: Option<i32>,
        /// Value after the edit.
        after: Option<i32>,
    },
    /// Sets the kind of creature; `None` is the system's first.
    Kind {
        /// Kind before the edit.
        before: Option<String>,
        /// Kind after the edit.
        after: Option<String>,
    },
    /// Sets a custom trait; `None` means that the trait does not exist.
    Custom {
        /// Name of the custom trait.
        name: String,
        /// Value before the edit.
        before: Option<i32>,
        /// Value after the edit.
        after: Option<i32>,
    },
    /// Replaces the notes of the sheet.
    Notes {
        /// Notes before the edit.
        before: String,
        /// Notes after the edit.
        after: String,
    },
    /// Adds, changes or removes a saved roll.
    Roll {
        /// Name of the saved roll.
        name: String,
        /// Expression before the edit; `None` if there was no such roll.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        before: Option<String>,
        /// Expression after the edit; `None` removes the roll.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        after: Option<String>,
    },
    /// Replaces the health levels; `None` is the usual seven.
    Levels {
        /// Costs before the edit.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        before: Option<LevelPenalties>,
        /// Costs after the edit.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        after: Option<LevelPenalties>,
    },
    /// Applies several edits in order.
    Several {
        /// Edits in the order of application.
        edits: Vec<SheetEdit>,
        /// Title of the archetype that the edits apply, if any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<Wording>,
    },
}

impl SheetEdit {
    /// Returns the edit that undoes this one.
    #[must_use]
    pub fn inverse(self) -> Self {
        match self {
            Self::Trait { key, before, after } => Self::Trait {
                key,
                before: after,
                after: before,
            },
            Self::Kind { before, after } => Self::Kind {
                before: after,
                after: before,
            },
            Self::Custom {
                name,
                before,
                after,
            } => Self::Custom {
                name,
                before: after,
                after: before,
            },
            Self::Notes { before, after } => Self::Notes {
                before: after,
                after: before,
            },
            Self::Roll {
                name,
                before,
                after,
            } => Self::Roll {
                name,
                before: after,
                after: before,
            },
            Self::Levels { before, after } => Self::Levels {
                before: after,
                after: before,
            },
            Self::Several { edits, from } => Self::Several {
                edits: edits.into_iter().rev().map(Self::inverse).collect(),
                from,
            },
        }
    }

    /// Whether a sheet has the values that this edit set.
    #[must_use]
    pub fn is_applied_to(&self, sheet: &Sheet) -> bool {
        match self {
            Self::Trait { key, after, .. } => sheet.traits.get(key) == after.as_ref(),
            Self::Kind { after, .. } => sheet.kind == *after,
            Self::Custom { name, after, .. } => sheet.custom.get(name) == after.as_ref(),
            Self::Notes { after, .. } => sheet.notes == *after,
            Self::Roll { name, after, .. } => sheet.rolls.get(name) == after.as_ref(),
            Self::Levels { after, .. } => sheet.levels == *after,
            Self::Several { .. } => sheet.clone().with_edit(self) == *sheet,
        }
    }
}
