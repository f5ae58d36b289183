//! The scene as places: the list of a phone, what an exchange and its draft show of it, and where everybody is. Loaded
//! later than the first part of the program; a fight without a scene needs none of it.

mod icons;
pub mod list;
pub mod moves;
pub mod pin;
pub mod ribbon;
pub mod whereabouts;
