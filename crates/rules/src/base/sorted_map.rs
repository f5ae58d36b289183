//! Map and set types backed by short sorted vectors.
//!
//! Used in code that browsers link and where a table has only a handful of entries: rows, pools,
//! conditions. The B-trees of the standard library are made for thousands of entries and add eight
//! times as much code per type to each first load. Serialized like those.
//!
//! Not `litemap`, which other libraries here use: with it the first load is 3.5 kB larger, and it writes an
//! empty map as a list.

mod set;

pub use set::Set;

use std::borrow::Borrow;
use std::cmp::Ordering;
use std::fmt;
use std::iter;
use std::marker::PhantomData;
use std::ops::Index;
use std::slice;
use std::vec;

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Maximum number of entries to preallocate, whatever the size hint says.
const MAX_PREALLOCATED: usize = 256;

/// Map backed by a vector that is sorted by key.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Map<K, V>(Vec<(K, V)>);

/// Iterator over the entries of a map.
pub type Pairs<'a, K, V> = iter::Map<slice::Iter<'a, (K, V)>, fn(&'a (K, V)) -> (&'a K, &'a V)>;

impl<K, V> Map<K, V> {
    /// Creates an empty map.
    #[must_use]
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Number of entries in the map.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether the map has no entries.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Iterates over the entries in the order of keys.
    pub fn iter(&self) -> Pairs<'_, K, V> {
        self.0.iter().map(|(key, value)| (key, value))
    }

    /// Iterates over the keys in order.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &K> + ExactSizeIterator + Clone {
        self.0.iter().map(|(key, _)| key)
    }

    /// Iterates over the values in the order of keys.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &V> + ExactSizeIterator + Clone {
        self.0.iter().map(|(_, value)| value)
    }

    /// Iterates over the entries with mutable values, in the order of keys.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (&K, &mut V)> {
        self.0.iter_mut().map(|(key, value)| (&*key, value))
    }

    /// Consumes the map and returns its keys.
    pub fn into_keys(self) -> impl Iterator<Item = K> {
        self.0.into_iter().map(|(key, _)| key)
    }

    /// Consumes the map and returns its values.
    pub fn into_values(self) -> impl Iterator<Item = V> {
        self.0.into_iter().map(|(_, value)| value)
    }

    /// Removes all entries from the map.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Retains only the entries of the map for which `keep` returns true.
    pub fn retain(&mut self, mut keep: impl FnMut(&K, &mut V) -> bool) {
        self.0.retain_mut(|(key, value)| keep(key, value));
    }
}

impl<K: Ord, V> Map<K, V> {
    /// Returns the index of a key, or as an error the index where it belongs.
    fn search<Q: Ord + ?Sized>(&self, key: &Q) -> Result<usize, usize>
    where
        K: Borrow<Q>,
    {
        self.0.binary_search_by(|(here, _)| here.borrow().cmp(key))
    }

    /// Returns the value of a key.
    #[must_use]
    pub fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        let at = self.search(key).ok()?;
        self.0.get(at).map(|(_, value)| value)
    }

    /// Returns a mutable reference to the value of a key.
    pub fn get_mut<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
    {
        let at = self.search(key).ok()?;
        self.0.get_mut(at).map(|(_, value)| value)
    }

    /// Returns a mutable reference to the value of a key, inserting the default if it has none.
    pub fn get_or_insert_default(&mut self, key: K) -> &mut V
    where
        V: Default,
    {
        let value = self.remove(&key).unwrap_or_default();
        let (Ok(at) | Err(at)) = self.search(&key);
        let (_, value) = self.0.insert_mut(at, (key, value));
        value
    }

    /// Whether a key has a value.
    #[must_use]
    pub fn contains_key<Q: Ord + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.search(key).is_ok()
    }

    /// Sets the value of a key and returns the previous one.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        match self.search(&key) {
            Ok(at) => {
                let (_, old) = self.0.get_mut(at)?;
                Some(std::mem::replace(old, value))
            }
            Err(at) => {
                self.0.insert(at, (key, value));
                None
            }
        }
    }

    /// Removes a key and returns its value.
    pub fn remove<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        let at = self.search(key).ok()?;
        Some(self.0.remove(at).1)
    }
}

/// Panics for a missing key, like the maps of the standard library.
impl<K: Borrow<Q> + Ord, Q: Ord + ?Sized, V> Index<&Q> for Map<K, V> {
    type Output = V;

    fn index(&self, key: &Q) -> &V {
        let (_, value) = &self.0[self.search(key).unwrap_or(usize::MAX)];
        value
    }
}

impl<K, V> Default for Map<K, V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K: fmt::Debug, V: fmt::Debug> fmt::Debug for Map<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self).finish()
    }
}

impl<K: Ord, V> Extend<(K, V)> for Map<K, V> {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, pairs: I) {
        for (key, value) in pairs {
            self.insert(key, value);
        }
    }
}

impl<K: Ord, V> FromIterator<(K, V)> for Map<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(pairs: I) -> Self {
        let pairs = pairs.into_iter();
        let (least, most) = pairs.size_hint();
        // Allocates for the upper bound of a filtered iterator: growing repeatedly would cost more.
        let room = most.unwrap_or(least).min(MAX_PREALLOCATED);
        let mut map = Self(Vec::with_capacity(room));
        map.extend(pairs);
        map
    }
}

impl<K: Ord, V, const N: usize> From<[(K, V); N]> for Map<K, V> {
    fn from(pairs: [(K, V); N]) -> Self {
        pairs.into_iter().collect()
    }
}

impl<K, V> IntoIterator for Map<K, V> {
    type Item = (K, V);
    type IntoIter = vec::IntoIter<(K, V)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a, K, V> IntoIterator for &'a Map<K, V> {
    type Item = (&'a K, &'a V);
    type IntoIter = Pairs<'a, K, V>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<K: Serialize, V: Serialize> Serialize for Map<K, V> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self)
    }
}

impl<'de, K: Deserialize<'de> + Ord, V: Deserialize<'de>> Deserialize<'de> for Map<K, V> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        /// Serde visitor that reads the entries of a [`Map`].
        struct Read<K, V>(PhantomData<(K, V)>);

        impl<'de, K: Deserialize<'de> + Ord, V: Deserialize<'de>> Visitor<'de> for Read<K, V> {
            type Value = Map<K, V>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a map")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut pairs: A) -> Result<Map<K, V>, A::Error> {
                let mut map = Map::new();
                while let Some((key, value)) = pairs.next_entry()? {
                    map.insert(key, value);
                }
                Ok(map)
            }
        }

        from.deserialize_map(Read(PhantomData))
    }
}

/// Sorts a short list by insertion; stable.
pub fn insertion_sort<T>(list: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    for end in 1..list.len() {
        let mut at = end;
        while let Some(before) = at.checked_sub(1)
            && let Some([one, other]) = list.get(before..=at)
            && compare(one, other).is_gt()
        {
            list.swap(before, at);
            at = before;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;

    /// Unordered numbers with duplicates.
    const MIXED: [u32; 9] = [5, 3, 9, 3, 1, 8, 5, 0, 7];

    #[test]
    fn a_map_does_what_a_tree_does() {
        let (mut map, mut tree) = (Map::new(), BTreeMap::new());
        for (value, key) in (0_u8..).zip(MIXED) {
            assert_eq!(map.insert(key, value), tree.insert(key, value));
            assert_eq!(map.len(), tree.len());
        }
        assert!(map.iter().eq(&tree));
        assert!(map.keys().eq(tree.keys()) && map.values().eq(tree.values()));
        for key in 0..10 {
            assert_eq!(map.get(&key), tree.get(&key));
            assert_eq!(map.contains_key(&key), tree.contains_key(&key));
        }
        *map.get_or_insert_default(4) += 2;
        *tree.entry(4).or_default() += 2;
        *map.get_or_insert_default(5) += 2;
        *tree.entry(5).or_default() += 2;
        assert!(map.iter().eq(&tree));
        map.retain(|key, _| key % 2 == 1);
        tree.retain(|key, _| key % 2 == 1);
        for key in MIXED {
            assert_eq!(map.remove(&key), tree.remove(&key));
        }
        assert!(map.is_empty() && tree.is_empty());
    }

    #[test]
    fn a_set_does_what_a_tree_does() {
        let (mut set, mut tree) = (Set::new(), BTreeSet::new());
        for value in MIXED {
            assert_eq!(set.insert(value), tree.insert(value));
        }
        assert!(set.iter().eq(&tree));
        for value in MIXED {
            assert_eq!(set.contains(&value), tree.contains(&value));
            assert_eq!(set.remove(&value), tree.remove(&value));
        }
        assert!(set.is_empty() && tree.is_empty());
    }

    #[test]
    fn both_are_written_as_trees_are() {
        let tree: BTreeMap<u32, u32> = MIXED.into_iter().map(|key| (key, key + 1)).collect();
        let text = serde_json::to_string(&tree).expect("text");
        let map: Map<u32, u32> = tree.into_iter().collect();
        assert_eq!(serde_json::to_string(&map).expect("text"), text);
        assert_eq!(serde_json::from_str::<Map<u32, u32>>(&text).ok(), Some(map));
        let set = Set::from(MIXED);
        let text = serde_json::to_string(&BTreeSet::from(MIXED)).expect("text");
        assert_eq!(serde_json::to_string(&set).expect("text"), text);
        let mixed = serde_json::to_string(&MIXED).expect("text");
        assert_eq!(serde_json::from_str(&mixed).ok(), Some(set));
    }

    #[test]
    fn what_is_equal_keeps_its_order() {
        let mut list: Vec<_> = MIXED.into_iter().enumerate().collect();
        let mut other = list.clone();
        insertion_sort(&mut list, |(_, one), (_, two)| one.cmp(two));
        other.sort_by_key(|(_, number)| *number);
        assert_eq!(list, other);
    }
}
