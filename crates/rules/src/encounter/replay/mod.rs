//! The log read again: the encounter as it stood earlier, the recap of a fight, and the thrown dice.

pub(super) mod dice_log_recorder;
pub mod past;
pub mod recap;
