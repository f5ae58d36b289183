//! Health boxes and health points, and the hand that marks them.

pub mod boxes;
pub mod choice;
pub mod expected_damage;
pub mod gesture;
pub mod hit_mark;
pub mod points;
pub mod taps;
