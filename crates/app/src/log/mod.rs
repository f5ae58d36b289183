//! The table log and its input line.

pub mod assign_initiative;
pub mod chat_input;
pub mod entries;
pub(crate) mod whisper;
