//! Dice rolled outside of exchanges: the panel, its sum, and the card of the newest roll.

pub mod card;
pub mod faces;
pub mod odds;
pub mod panel;
pub mod parameter_controls;
pub mod pool;
pub mod roller;
pub mod saved_rolls;
pub mod sum_editor;
