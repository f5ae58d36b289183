//! The table log, and what is typed into it.

pub mod assign_initiative;
pub mod chat_input;
pub mod entries;
