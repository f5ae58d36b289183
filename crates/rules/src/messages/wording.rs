//! Stored texts: a message with its arguments, so that a record can be read in other words or another language, or
//! verbatim words.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
#[cfg(not(target_arch = "wasm32"))]
use std::sync::Arc;

#[cfg(not(target_arch = "wasm32"))]
use serde::{Deserialize, Serialize};

use super::Text;
#[cfg(not(target_arch = "wasm32"))]
pub use stored::serialize_as_words;

mod stored;

/// Wording that is stored with events: a title, a label or a reason, as a message or verbatim words.
///
/// A wording derefs to a string and compares as one. Serialized, a message is an array of its key and its arguments
/// (`["d10.wounded"]`, `["chronicle.damage-of-x","Knife"]`), and verbatim words are a string. Browsers, which have no
/// keys, are sent strings: see [`serialize_as_words`].
#[derive(Clone)]
pub enum Wording {
    /// Verbatim words, written by people or by a release that stored sentences.
    Verbatim(Cow<'static, str>),
    /// A message without arguments.
    Message(Text),
    /// A message with arguments.
    #[cfg(not(target_arch = "wasm32"))]
    Phrase(Arc<Phrase>),
}

/// A message with its arguments and its sentence.
#[cfg(not(target_arch = "wasm32"))]
#[derive(Clone)]
pub struct Phrase {
    /// The file and the key in it.
    key: Cow<'static, str>,
    arguments: Vec<Argument>,
    /// The sentence in the language of the program.
    words: String,
}

/// Argument that is put into a catalog message: a number, a name or another message.
#[cfg(not(target_arch = "wasm32"))]
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Argument {
    /// A number, which may choose a plural.
    Number(i64),
    /// A name, or another message.
    Words(Wording),
}

/// Creates a message with arguments in the form that this target stores.
macro_rules! phrase {
    ($key:expr, [$($argument:expr),* $(,)?], $words:expr) => {{
        let words = $words;
        #[cfg(not(target_arch = "wasm32"))]
        let wording = $crate::messages::Wording::phrase($key, vec![$($argument),*], words);
        #[cfg(target_arch = "wasm32")]
        let wording = $crate::messages::Wording::verbatim(words);
        wording
    }};
}
pub(super) use phrase;

impl Wording {
    /// Creates a message with arguments and the sentence they make.
    #[cfg(not(target_arch = "wasm32"))]
    pub(super) fn phrase(
        key: impl Into<Cow<'static, str>>,
        arguments: Vec<Argument>,
        words: String,
    ) -> Self {
        let key = key.into();
        Self::Phrase(Arc::new(Phrase {
            key,
            arguments,
            words,
        }))
    }

    /// Returns the reason in a sentence composed of a reason and its rule.
    #[cfg(not(target_arch = "wasm32"))]
    pub(crate) fn reason(&self) -> Option<&Self> {
        let Self::Phrase(phrase) = self else {
            return None;
        };
        match (&*phrase.key, &*phrase.arguments) {
            ("core.reason-and-rule", [Argument::Words(reason), _]) => Some(reason),
            _ => None,
        }
    }

    /// Returns `None`, as browsers have no parts of a sentence.
    #[cfg(target_arch = "wasm32")]
    pub(crate) const fn reason(&self) -> Option<&Self> {
        None
    }

    /// Creates verbatim words, which are in no catalog.
    #[must_use]
    pub fn verbatim(words: impl Into<Cow<'static, str>>) -> Self {
        Self::Verbatim(words.into())
    }

    /// Returns the words in the language of the program.
    #[must_use]
    #[inline]
    pub fn as_str(&self) -> &str {
        match self {
            Self::Verbatim(words) => words,
            Self::Message(text) => text.get(),
            #[cfg(not(target_arch = "wasm32"))]
            Self::Phrase(phrase) => &phrase.words,
        }
    }
}

impl Default for Wording {
    /// Returns a wording without any words.
    fn default() -> Self {
        Self::Verbatim(Cow::Borrowed(""))
    }
}

impl Deref for Wording {
    type Target = str;

    #[inline]
    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl AsRef<str> for Wording {
    fn as_ref(&self) -> &str {
        self
    }
}

impl fmt::Display for Wording {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self)
    }
}

impl fmt::Debug for Wording {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}

impl PartialEq for Wording {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Wording {}

impl PartialOrd for Wording {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Wording {
    fn cmp(&self, other: &Self) -> Ordering {
        self.as_str().cmp(other)
    }
}

impl Hash for Wording {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

impl PartialEq<str> for Wording {
    fn eq(&self, other: &str) -> bool {
        **self == *other
    }
}

impl PartialEq<&str> for Wording {
    fn eq(&self, other: &&str) -> bool {
        **self == **other
    }
}

impl PartialEq<Text> for Wording {
    fn eq(&self, other: &Text) -> bool {
        **self == **other
    }
}

impl From<Text> for Wording {
    fn from(text: Text) -> Self {
        Self::Message(text)
    }
}

/// Converts numbers that choose no plural, which stand in a message as they are written.
macro_rules! from_numbers {
    ($($number:ty),*) => {
        $(impl From<$number> for Wording {
            fn from(number: $number) -> Self {
                Self::verbatim(number.to_string())
            }
        })*
    };
}
from_numbers!(u8, u16, u32, u64, usize, i32);

impl From<&Self> for Wording {
    fn from(words: &Self) -> Self {
        words.clone()
    }
}

impl From<&Text> for Wording {
    fn from(text: &Text) -> Self {
        Self::Message(*text)
    }
}

impl From<Wording> for String {
    fn from(words: Wording) -> Self {
        words.to_string()
    }
}

impl From<Wording> for Cow<'static, str> {
    fn from(words: Wording) -> Self {
        match words {
            Wording::Verbatim(words) => words,
            other => other.to_string().into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::{core, d10};

    fn read(json: &str) -> Wording {
        serde_json::from_str(json).expect("words")
    }

    fn written(words: &Wording) -> String {
        serde_json::to_string(words).expect("words")
    }

    #[test]
    fn a_message_is_kept_by_its_key_and_sent_in_words() {
        let reason =
            core::wordings::reason_and_rule(d10::WOUNDED, Wording::verbatim("MSQ-HLTH-02"));
        let kept = r#"["core.reason-and-rule",["d10.wounded"],"MSQ-HLTH-02"]"#;
        assert_eq!(written(&reason), kept);
        assert_eq!(read(kept), reason);
        assert_eq!(written(&read(kept)), kept);
        let sent = serialize_as_words(|| written(&reason));
        assert_eq!(sent, format!("{:?}", "Wounded (MSQ-HLTH-02)."));
        assert_eq!(written(&reason), kept, "only while it is asked for");
    }

    #[test]
    fn a_number_that_chooses_a_plural_stays_a_number() {
        let passes = core::wordings::hours_pass(1);
        assert_eq!(written(&passes), r#"["core.hours-pass",1]"#);
        assert_eq!(
            read(r#"["core.hours-pass",6]"#),
            core::wordings::hours_pass(6)
        );
    }

    #[test]
    fn words_of_people_and_of_old_records_stay_as_they_are() {
        let words = read("\"Strength of the Bear\"");
        assert_eq!(written(&words), "\"Strength of the Bear\"");
    }

    #[test]
    fn a_key_of_a_later_release_is_kept() {
        for later in [
            r#"["places.too-far-to-run","Ilse",3]"#,
            r#"["d10.wounded","with an argument"]"#,
            r#"["nowhere"]"#,
        ] {
            let words = read(later);
            assert_eq!(written(&words), later);
        }
        assert_eq!(&*read(r#"["places.too-far-to-run"]"#), "too far to run");
        assert!(serde_json::from_str::<Wording>("[]").is_err());
        assert!(serde_json::from_str::<Wording>("3").is_err());
    }

    /// Collects the arrays that are messages.
    fn find_messages(value: &serde_json::Value, found: &mut Vec<String>) {
        match value {
            serde_json::Value::Array(all) => {
                let key = all.first().and_then(serde_json::Value::as_str);
                if key.is_some_and(|key| key.contains('.')) {
                    found.push(value.to_string());
                }
                all.iter().for_each(|value| find_messages(value, found));
            }
            serde_json::Value::Object(all) => {
                all.values().for_each(|value| find_messages(value, found));
            }
            _ => {}
        }
    }

    #[test]
    fn a_message_that_was_kept_once_stays_in_the_catalog() {
        let mut found = Vec::new();
        for record in include_str!("../../tests/fixtures/with_keys.jsonl").lines() {
            find_messages(&serde_json::from_str(record).expect("a record"), &mut found);
        }
        assert!(found.len() > 50, "{}", found.len());
        for message in found {
            let read: Vec<Argument> = serde_json::from_str(&message).expect("a message");
            let (key, arguments) = read.split_first().expect("a key");
            let Argument::Words(key) = key else {
                panic!("{message}");
            };
            let (file, name) = key.split_once('.').expect("a file");
            let there = crate::messages::find(file, name, arguments);
            assert!(there.is_some(), "a record keeps {message}");
        }
    }
}
