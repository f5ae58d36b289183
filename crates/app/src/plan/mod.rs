//! Plans of combatants for a round, delays, and aborted actions.

pub mod fields;
pub mod parts;
pub mod planning;
pub mod timing;
