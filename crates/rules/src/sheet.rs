//! A combatant's numbers, as far as a fight needs them.

use crate::sorted::Map;

use serde::{Deserialize, Serialize};

/// One trait a rule system reads from a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TraitSpec {
    /// The key in a [`Sheet`], also accepted in a quick-add line.
    pub key: &'static str,
    /// The word on the screen.
    pub title: &'static str,
    /// Other words for it in a quick-add line.
    pub aliases: &'static [&'static str],
    /// The least value that makes sense.
    pub min: i32,
    /// The greatest value that makes sense.
    pub max: i32,
    /// The value of a sheet that does not say.
    pub default: i32,
}

/// One kind of creature a rule system treats in a way of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KindSpec {
    /// The key in a [`Sheet`], also a word in a quick-add line.
    pub key: &'static str,
    /// The word on the screen.
    pub title: &'static str,
}

/// Something that can be spent and comes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PoolSpec {
    /// The key under which what is left is kept.
    pub key: &'static str,
    /// The word on the screen.
    pub title: &'static str,
    /// The most there is.
    pub most: i32,
}

/// A combatant's kind and traits. What is not written has the system's default.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sheet {
    /// The creature's kind; `None` is the system's first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// The traits that were given.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub traits: Map<String, i32>,
}

impl Sheet {
    /// The value of a trait, or the default its system names.
    #[must_use]
    pub fn get(&self, spec: &TraitSpec) -> i32 {
        self.traits.get(spec.key).copied().unwrap_or(spec.default)
    }

    /// The same sheet after an edit.
    #[must_use]
    pub fn edited(mut self, edit: &SheetEdit) -> Self {
        match edit {
            SheetEdit::Trait { key, after, .. } => match after {
                Some(value) => _ = self.traits.insert(key.clone(), *value),
                None => _ = self.traits.remove(key),
            },
            SheetEdit::Kind { after, .. } => self.kind.clone_from(after),
        }
        self
    }

    /// Whether it is of this kind.
    #[must_use]
    pub fn is(&self, kind: &str) -> bool {
        self.kind.as_deref() == Some(kind)
    }
}

/// One edit of a sheet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SheetEdit {
    /// A trait has another value; `None` is what the system takes where a sheet does not say.
    Trait {
        /// The key of the trait.
        key: String,
        /// Before.
        before: Option<i32>,
        /// After.
        after: Option<i32>,
    },
    /// The creature is of another kind; `None` is the system's first.
    Kind {
        /// Before.
        before: Option<String>,
        /// After.
        after: Option<String>,
    },
}

impl SheetEdit {
    /// The edit that takes this one back.
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
        }
    }

    /// Whether a sheet is as this edit left it.
    #[must_use]
    pub fn is_in(&self, sheet: &Sheet) -> bool {
        match self {
            Self::Trait { key, after, .. } => sheet.traits.get(key) == after.as_ref(),
            Self::Kind { after, .. } => sheet.kind == *after,
        }
    }
}
