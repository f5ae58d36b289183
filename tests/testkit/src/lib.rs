//! Helpers that the tests of several crates share.

pub mod aim;
pub mod authority;
pub mod scene;
pub mod table;
pub mod turned;
