//! The initiative order and the bench, with their rows.

pub mod bench;
pub mod drag;
pub mod dragging;
pub mod ghost;
pub mod group;
pub mod handles;
pub mod list;
pub mod phases;
pub mod row;
pub mod row_actions;
pub mod row_words;
pub mod spots;
pub mod walk;
