//! Signals that all components can read and only the state writes.

use leptos::prelude::*;

/// A signal that can be read everywhere, and written only within `state`.
#[derive(Debug)]
pub struct Watch<T: 'static>(pub(super) RwSignal<T>);

impl<T> Clone for Watch<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Watch<T> {}

impl<T: Send + Sync + 'static> Watch<T> {
    /// Creates a signal with its first value.
    pub(super) fn new(value: T) -> Self {
        Self(RwSignal::new(value))
    }

    /// Subscribes the running effect or memo to the value.
    pub fn track(&self) {
        self.0.track();
    }

    /// Reads the value and subscribes the running effect or memo to its changes.
    pub fn with<U>(&self, read: impl FnOnce(&T) -> U) -> U {
        self.0.with(read)
    }

    /// Reads the value without reacting to changes.
    pub fn with_untracked<U>(&self, read: impl FnOnce(&T) -> U) -> U {
        self.0.with_untracked(read)
    }

    /// Writes the value and notifies its readers.
    pub(super) fn set(&self, value: T) {
        self.0.set(value);
    }

    /// Writes the value if it differs.
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
    /// Returns a copy of the value, reactively.
    #[must_use]
    pub fn get(&self) -> T {
        self.0.get()
    }

    /// Returns a copy of the value without reacting to changes.
    #[must_use]
    pub fn get_untracked(&self) -> T {
        self.0.get_untracked()
    }
}
