//! Messages without arguments, which are constants.

use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;

use serde::{Serialize, Serializer};

/// Entry of the message catalog with one message's words, and the key that translations use.
#[derive(Clone, Copy)]
pub(crate) struct Entry {
    /// The file and the key in it. Browsers never need this.
    #[cfg(not(target_arch = "wasm32"))]
    pub(super) key: &'static str,
    pub(super) text: &'static str,
    #[cfg(debug_assertions)]
    pub(super) made_up: &'static str,
}

#[cfg(test)]
impl Entry {
    /// Creates a catalog entry with these words in tests.
    pub(crate) const fn of_test(words: &'static str) -> Self {
        Self {
            key: "",
            text: words,
            made_up: words,
        }
    }
}

/// Creates an [`Entry`] in the form in which [`Text`] holds it.
macro_rules! entry {
    ($key:expr, $text:expr, $made_up:expr) => {{
        const ENTRY: $crate::messages::Entry = $crate::messages::Entry {
            #[cfg(not(target_arch = "wasm32"))]
            key: $key,
            text: $text,
            #[cfg(debug_assertions)]
            made_up: $made_up,
        };
        #[cfg(target_arch = "wasm32")]
        let entry = ENTRY;
        #[cfg(not(target_arch = "wasm32"))]
        let entry = &ENTRY;
        entry
    }};
}
pub(super) use entry;

/// Creates a [`Text`] for a test, with words that are no message.
#[cfg(test)]
macro_rules! text_of_test {
    ($words:expr) => {
        $crate::messages::Text::of_test(const { &$crate::messages::Entry::of_test($words) })
    };
}
#[cfg(test)]
pub(crate) use text_of_test;

/// The entry itself, as browsers have no use for its key.
#[cfg(target_arch = "wasm32")]
pub(super) type EntryRef = Entry;
/// A reference of one machine word, so that a [`Wording`](super::Wording) is no larger than its text.
#[cfg(not(target_arch = "wasm32"))]
pub(super) type EntryRef = &'static Entry;

/// Text of the message catalog without arguments, such as a title or label.
#[derive(Clone, Copy)]
pub struct Text(EntryRef);

impl Text {
    /// The text without any words.
    pub(crate) const NONE: Self = Self::new(entry!("", "", ""));

    /// Creates the text of a catalog entry.
    pub(super) const fn new(entry: EntryRef) -> Self {
        Self(entry)
    }

    /// Creates a text from a catalog entry in tests.
    #[cfg(test)]
    pub(crate) const fn of_test(entry: EntryRef) -> Self {
        Self(entry)
    }

    /// Returns the message in the language of the program.
    #[must_use]
    pub fn get(self) -> &'static str {
        #[cfg(debug_assertions)]
        if super::made_up::is_on() {
            return self.0.made_up;
        }
        self.0.text
    }

    /// Returns the catalog file of the text and its key there, such as `masquerade.dodge`.
    #[cfg(not(target_arch = "wasm32"))]
    #[must_use]
    pub const fn key(self) -> &'static str {
        self.0.key
    }
}

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &'static str {
        self.get()
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.get())
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.0.text, f)
    }
}

impl Serialize for Text {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.get())
    }
}

impl PartialEq for Text {
    fn eq(&self, other: &Self) -> bool {
        self.0.text == other.0.text
    }
}

impl Eq for Text {}

impl PartialEq<str> for Text {
    fn eq(&self, other: &str) -> bool {
        self.get() == other
    }
}

impl PartialEq<&str> for Text {
    fn eq(&self, other: &&str) -> bool {
        self.get() == *other
    }
}

impl PartialEq<Text> for String {
    fn eq(&self, other: &Text) -> bool {
        self == other.get()
    }
}

impl PartialEq<Text> for Cow<'_, str> {
    fn eq(&self, other: &Text) -> bool {
        self == other.get()
    }
}

impl From<Text> for String {
    fn from(text: Text) -> Self {
        text.get().to_owned()
    }
}

impl From<Text> for Cow<'static, str> {
    fn from(text: Text) -> Self {
        Cow::Borrowed(text.get())
    }
}

impl From<Text> for &'static str {
    fn from(text: Text) -> Self {
        text.get()
    }
}
