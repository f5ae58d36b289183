//! Rows of the performance page, shared with the load program.

pub(crate) use list::{ROWS, Row, find_row};

#[path = "../../../tests/load/src/rows.rs"]
mod list;
