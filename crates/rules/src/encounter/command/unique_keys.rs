//! Maps in commands, in which no key may occur twice.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{self, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use crate::base::sorted_map::Map;

/// Reads a map and rejects a key that occurs twice: which of its values counts would depend on the reader.
///
/// # Errors
/// The error of the deserializer; one that names the key if it occurs twice.
pub(super) fn read_unique_keys<'de, K, V, D>(from: D) -> Result<Map<K, V>, D::Error>
where
    K: Deserialize<'de> + Ord + Copy + fmt::Display,
    V: Deserialize<'de>,
    D: Deserializer<'de>,
{
    from.deserialize_map(UniqueKeysVisitor(PhantomData))
}

/// Serde visitor behind [`read_unique_keys`].
struct UniqueKeysVisitor<K, V>(PhantomData<(K, V)>);

impl<'de, K, V> Visitor<'de> for UniqueKeysVisitor<K, V>
where
    K: Deserialize<'de> + Ord + Copy + fmt::Display,
    V: Deserialize<'de>,
{
    type Value = Map<K, V>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut read = Map::new();
        while let Some(key) = map.next_key::<K>()? {
            if read.insert(key, map.next_value()?).is_some() {
                return Err(de::Error::custom(format_args!("`{key}` is there twice")));
            }
        }
        Ok(read)
    }
}
