//! Values that everyone may watch and that only the state writes.

use leptos::prelude::*;

/// A signal that can be read and watched everywhere, and written only within `state`.
#[derive(Debug)]
pub struct Watch<T: 'static>(pub(super) RwSignal<T>);

impl<T> Clone for Watch<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Watch<T> {}

impl<T: Send + Sync + 'static> Watch<T> {
    /// A signal with its first value.
    pub(super) fn new(value: T) -> Self {
        Self(RwSignal::new(value))
    }

    /// Runs whatever reads this again once the value changes.
    pub fn track(&self) {
        self.0.track();
    }

    /// Reads the value and watches it.
    pub fn with<U>(&self, read: impl FnOnce(&T) -> U) -> U {
        self.0.with(read)
    }

    /// Reads the value without watching it.
    pub fn with_untracked<U>(&self, read: impl FnOnce(&T) -> U) -> U {
        self.0.with_untracked(read)
    }

    /// Writes the value and tells all who watch it.
    pub(super) fn set(&self, value: T) {
        self.0.set(value);
    }

    /// Writes the value where it is another one.
    pub(super) fn set_if_changed(&self, value: T)
    where
        T: PartialEq,
    {
        if self.0.with_untracked(|old| *old != value) {
            self.0.set(value);
        }
    }
}

impl<T: Clone + Send + Sync + 'static> Watch<T> {
    /// Returns a copy of the value and watches it.
    #[must_use]
    pub fn get(&self) -> T {
        self.0.get()
    }

    /// Returns a copy of the value without watching it.
    #[must_use]
    pub fn get_untracked(&self) -> T {
        self.0.get_untracked()
    }
}
