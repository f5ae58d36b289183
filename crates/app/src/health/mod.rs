//! Health boxes and health points, with the gestures that mark them.

pub mod boxes;
pub mod choice;
pub mod choice_menu;
pub mod expected_damage;
pub mod gesture;
pub mod hand;
pub mod hit_mark;
pub mod marks;
pub mod points;
pub mod taps;
