//! Rows of the performance page, shared with the load program.

pub(crate) use list::{ROWS, Row, named};

#[path = "../../../tests/load/src/rows.rs"]
mod list;
