//! Values that few tables have, kept out of the first part of the browser's program.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::{Deref, DerefMut};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Value that few tables have, boxed so that the browser loads its code later.
///
/// The tool that splits the browser's program begins its later part at the functions of this module. So what reads,
/// copies or compares a `T` is loaded only where there is one, and a type that is reached through `Late` alone adds
/// nothing to a first load.
pub struct Late<T>(Box<T>);

impl<T> Late<T> {
    /// Puts a value on the heap.
    #[must_use]
    pub fn new(value: T) -> Self {
        Self(Box::new(value))
    }

    /// Returns the boxed value itself, without the box.
    #[must_use]
    pub fn into_inner(self) -> T {
        *self.0
    }
}

impl<T> Deref for Late<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> DerefMut for Late<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}

impl<T: fmt::Debug> fmt::Debug for Late<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<T: Clone> Clone for Late<T> {
    fn clone(&self) -> Self {
        Self(copy_late(&self.0))
    }
}

impl<T: PartialEq> PartialEq for Late<T> {
    fn eq(&self, other: &Self) -> bool {
        compare_late(&**self, &**other)
    }
}

impl<T: Eq> Eq for Late<T> {}

impl<T: Hash> Hash for Late<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        hash_late(&**self, state);
    }
}

impl<T: Serialize> Serialize for Late<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Late<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read_late(deserializer).map(Self)
    }
}

/// Deserializes a value by code in the part of the browser's program that is loaded later.
#[inline(never)]
fn read_late<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Box<T>, D::Error> {
    T::deserialize(deserializer).map(Box::new)
}

/// Copies a value by code in the part of the browser's program that is loaded later.
#[inline(never)]
fn copy_late<T: Clone>(value: &T) -> Box<T> {
    Box::new(value.clone())
}

/// Compares two values by code in the part of the browser's program that is loaded later.
#[inline(never)]
fn compare_late<T: PartialEq>(one: &T, other: &T) -> bool {
    one == other
}

/// Hashes a value by code in the part of the browser's program that is loaded later.
#[inline(never)]
fn hash_late<T: Hash, H: Hasher>(value: &T, state: &mut H) {
    value.hash(state);
}
