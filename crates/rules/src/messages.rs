//! The catalog of messages: everything the program says to people, written in `messages/en/*.ftl` in the format of Fluent.
//!
//! [Text] is a message without arguments; one with arguments is a function that takes them and returns the sentence. A
//! file is a module: `messages/en/masquerade.ftl` has the words of that rule system.
//!
//! Not in it: what people write, the guides, demonstrations, lines of the program's own log, and the help of its options.

use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;

use serde::{Serialize, Serializer};

#[cfg(debug_assertions)]
pub mod made_up;

/// What a page says of the language of its messages.
#[must_use]
pub fn language() -> &'static str {
    #[cfg(debug_assertions)]
    if made_up::is_on() {
        return made_up::TAG;
    }
    "en"
}

/// A message without arguments.
#[derive(Clone, Copy)]
pub struct Text {
    /// The file and the key in it. Browsers never need it.
    #[cfg(not(target_arch = "wasm32"))]
    key: &'static str,
    text: &'static str,
    #[cfg(debug_assertions)]
    made_up: &'static str,
}

impl Text {
    /// No words at all.
    pub(crate) const NONE: Self = Self::new("", "", "");

    #[cfg_attr(
        any(target_arch = "wasm32", not(debug_assertions)),
        expect(
            unused_variables,
            reason = "a browser needs no keys, a release no made-up language"
        )
    )]
    const fn new(key: &'static str, text: &'static str, made_up: &'static str) -> Self {
        Self {
            #[cfg(not(target_arch = "wasm32"))]
            key,
            text,
            #[cfg(debug_assertions)]
            made_up,
        }
    }

    /// Words of a test that are no message.
    #[cfg(test)]
    pub(crate) const fn of_test(words: &'static str) -> Self {
        Self::new("", words, words)
    }

    /// The message in the language of the program.
    #[must_use]
    pub fn get(self) -> &'static str {
        #[cfg(debug_assertions)]
        if made_up::is_on() {
            return self.made_up;
        }
        self.text
    }

    /// The file and the key in it, such as `masquerade.dodge`.
    #[cfg(not(target_arch = "wasm32"))]
    #[must_use]
    pub const fn key(self) -> &'static str {
        self.key
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
        fmt::Debug::fmt(self.text, f)
    }
}

impl Serialize for Text {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.get())
    }
}

impl PartialEq for Text {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
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

include!(concat!(env!("OUT_DIR"), "/messages.rs"));
