//! What is measured and what is wanted of it: the very list of the load.

pub(crate) use list::{ROWS, Row, named};

#[path = "../../../tests/load/src/rows.rs"]
mod list;
