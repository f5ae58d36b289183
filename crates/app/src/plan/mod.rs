//! What combatants intend: the plan of a round, waiting and acting early.

pub mod planning;
pub mod timing;
