//! The intentions of combatants: the plan of a round, waiting and acting early.

pub mod fields;
pub mod parts;
pub mod planning;
pub mod timing;
