//! The message catalog: all text that the program shows to people, written in `messages/en/*.ftl` in the Fluent format.
//!
//! [Text] is a message without arguments; a message with arguments is a function that takes them and returns the
//! sentence. Each file is a module: `messages/en/masquerade.ftl` holds the words of that rule system.
//!
//! The catalog does not hold what people write, the guides, demos, the program's own log, and the help of its options.

#[cfg(debug_assertions)]
pub mod made_up;
mod text;
mod wording;

pub(crate) use text::Entry;
pub use text::Text;
use text::entry;
#[cfg(test)]
pub(crate) use text::text_of_test;
pub use wording::Wording;
use wording::phrase;
#[cfg(not(target_arch = "wasm32"))]
pub use wording::{Argument, serialize_as_words};

/// Returns the language tag of a page's messages.
#[must_use]
pub fn language_tag() -> &'static str {
    #[cfg(debug_assertions)]
    if made_up::is_on() {
        return made_up::TAG;
    }
    "en"
}

include!(concat!(env!("OUT_DIR"), "/messages.rs"));
