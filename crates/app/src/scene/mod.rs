//! The scene as places: the board of cards, moves on it, and its forms; the list of a phone; and what an exchange shows
//! of it. Loaded later than the first part of the program; a fight without a scene needs none of it.

pub mod board;
mod card;
mod card_drag;
mod carried;
mod context;
mod dialog;
mod forms;
mod geometry;
mod grid;
mod icons;
mod joining;
mod jump;
mod keys;
mod left;
mod link;
mod link_form;
pub mod list;
mod marks;
pub mod moves;
mod pieces;
pub mod pin;
mod place_form;
pub mod ribbon;
mod setup;
mod several;
pub mod spots;
pub mod state;
mod token;
pub mod vantage;
mod ways_list;
