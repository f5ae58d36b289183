//! Conditions: what each does and when it ends, and those the table plays.

pub(crate) mod condition;
pub(crate) mod known_conditions;
