//! Helpers that the tests of several crates share.

pub mod authority;
pub mod forged_ids;
pub mod scene;
pub mod setting_values;
pub mod table;
