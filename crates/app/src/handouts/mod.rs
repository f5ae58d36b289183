//! Handouts: the shelf of those who run the table, and what a player knows. Loaded later than the first part of the
//! program; a table without handouts needs none of it.

pub mod bringing;
mod cards;
mod editor;
mod form;
mod giving;
mod handing;
pub mod known;
mod known_state;
mod markdown;
pub(crate) mod paper;
mod picture_field;
mod reading;
mod seen;
mod sharing;
pub mod shelf;
mod shelf_state;
mod uncovering;
mod whisper_back;
mod zoom;
