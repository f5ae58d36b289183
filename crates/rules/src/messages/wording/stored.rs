//! Serialized wordings: an array of a key and arguments in a record, words for people.

#[cfg(not(target_arch = "wasm32"))]
use std::borrow::Cow;
#[cfg(not(target_arch = "wasm32"))]
use std::fmt;

use serde::{Deserialize, Serialize, Serializer};

#[cfg(not(target_arch = "wasm32"))]
use super::Argument;
use super::Wording;

#[cfg(not(target_arch = "wasm32"))]
impl Wording {
    /// Finds the message of a key. A key that the catalog lacks, as in a record of a later release, is stored as it is
    /// and reads as its own words.
    fn from_key(key: &str, arguments: Vec<Argument>) -> Self {
        let (file, name) = key.split_once('.').unwrap_or(("", key));
        crate::messages::find(file, name, &arguments).unwrap_or_else(|| {
            let words = name.replace('-', " ");
            let key = Cow::Owned(key.to_owned());
            Self::phrase(key, arguments, words)
        })
    }
}

#[cfg(not(target_arch = "wasm32"))]
std::thread_local! {
    /// Whether wordings are serialized as words instead of keys on this thread.
    static IN_WORDS: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}

/// Runs `write` so that wordings are serialized as words instead of keys, for output sent to people.
#[cfg(not(target_arch = "wasm32"))]
pub fn serialize_as_words<T>(write: impl FnOnce() -> T) -> T {
    /// Restores the previous mode, even when `write` panics.
    struct Reset(bool);
    impl Drop for Reset {
        fn drop(&mut self) {
            IN_WORDS.set(self.0);
        }
    }
    let _reset = Reset(IN_WORDS.replace(true));
    write()
}

#[cfg(target_arch = "wasm32")]
impl Serialize for Wording {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self)
    }
}

#[cfg(target_arch = "wasm32")]
impl<'de> Deserialize<'de> for Wording {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(Self::verbatim)
    }
}

#[cfg(not(target_arch = "wasm32"))]
impl Serialize for Wording {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeSeq as _;
        let (key, arguments) = match self {
            _ if IN_WORDS.get() => return serializer.serialize_str(self),
            Self::Verbatim(words) => return serializer.serialize_str(words),
            Self::Message(text) => (text.key(), &[][..]),
            Self::Phrase(phrase) => (&*phrase.key, &*phrase.arguments),
        };
        let mut array = serializer.serialize_seq(Some(1 + arguments.len()))?;
        array.serialize_element(key)?;
        for argument in arguments {
            array.serialize_element(argument)?;
        }
        array.end()
    }
}

#[cfg(not(target_arch = "wasm32"))]
impl<'de> Deserialize<'de> for Wording {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        /// Serde visitor that reads a [`Wording`] as words, or as an array of a key and arguments.
        struct Visitor;

        impl<'de> serde::de::Visitor<'de> for Visitor {
            type Value = Wording;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("words, or an array of a key and arguments")
            }

            fn visit_str<E: serde::de::Error>(self, words: &str) -> Result<Wording, E> {
                Ok(Wording::verbatim(words.to_owned()))
            }

            fn visit_string<E: serde::de::Error>(self, words: String) -> Result<Wording, E> {
                Ok(Wording::verbatim(words))
            }

            fn visit_seq<A: serde::de::SeqAccess<'de>>(
                self,
                mut array: A,
            ) -> Result<Wording, A::Error> {
                let nothing = || serde::de::Error::invalid_length(0, &self);
                let key: String = array.next_element()?.ok_or_else(nothing)?;
                let mut arguments = Vec::new();
                while let Some(argument) = array.next_element()? {
                    arguments.push(argument);
                }
                Ok(Wording::from_key(&key, arguments))
            }
        }

        deserializer.deserialize_any(Visitor)
    }
}
