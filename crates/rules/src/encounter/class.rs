//! Classes of viewers, and values that the two classes know differently.

use serde::{Deserialize, Serialize};

use crate::seat::Role;

/// A class of viewers: all of them see the same, and each class has its own view and log numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Class {
    /// Storyteller and co-storytellers.
    Storyteller,
    /// Players and spectators.
    Table,
}

impl Class {
    /// Every class.
    pub const ALL: [Self; 2] = [Self::Storyteller, Self::Table];

    /// The class of people in this role.
    #[must_use]
    pub const fn of(role: Role) -> Self {
        if role.runs_the_table() {
            Self::Storyteller
        } else {
            Self::Table
        }
    }
}

/// A value as the storyteller's class knows it, and as the players' class does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Both<T> {
    /// With what is hidden.
    pub(crate) all: T,
    /// Without it.
    pub(crate) players: T,
}

impl<T: Copy> Both<T> {
    /// The same value for both.
    pub(crate) const fn same(value: T) -> Self {
        Self {
            all: value,
            players: value,
        }
    }
}

impl<T> Both<T> {
    /// The value that a class knows.
    pub(crate) const fn for_class(&self, class: Class) -> &T {
        match class {
            Class::Storyteller => &self.all,
            Class::Table => &self.players,
        }
    }
}
