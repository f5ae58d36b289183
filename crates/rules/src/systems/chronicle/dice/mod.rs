//! Dice: pools, their terms and parameters, and the odds of a roll.

pub(crate) mod chances;
pub(crate) mod pool;
pub(crate) mod reading;
pub(crate) mod terms;
