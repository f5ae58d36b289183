//! The initiative order and the bench, with their rows.

pub mod bench;
pub mod drag;
pub mod group;
pub mod list;
pub mod phases;
pub mod row;
