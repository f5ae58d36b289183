//! Classes of readers, and values that differ between the two classes.

use serde::{Deserialize, Serialize};

use crate::base::seat::Role;

/// Class of readers of an encounter, either the storytellers, or players and spectators. All
/// members see the same; each class has its own view and its own line numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Class {
    /// The storyteller and co-storytellers.
    Storyteller,
    /// Players and spectators.
    Table,
}

impl Class {
    /// Both classes of readers.
    pub const ALL: [Self; 2] = [Self::Storyteller, Self::Table];

    /// Returns the class of people in this role.
    #[must_use]
    pub const fn of(role: Role) -> Self {
        if role.can_run_table() {
            Self::Storyteller
        } else {
            Self::Table
        }
    }
}

/// A value as storytellers know it and as players know it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PerClass<T> {
    /// The value with everything hidden included.
    pub(crate) all: T,
    /// The value as players know it.
    pub(crate) players: T,
}

impl<T: Copy> PerClass<T> {
    /// Returns the same value for both classes.
    pub(crate) const fn same_for_all(value: T) -> Self {
        Self {
            all: value,
            players: value,
        }
    }
}

impl<T> PerClass<T> {
    /// Returns the value that a class knows.
    pub(crate) const fn for_class(&self, class: Class) -> &T {
        match class {
            Class::Storyteller => &self.all,
            Class::Table => &self.players,
        }
    }
}
