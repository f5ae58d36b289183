//! What people see.

pub mod page;
#[cfg(feature = "ssr")]
pub mod print;
