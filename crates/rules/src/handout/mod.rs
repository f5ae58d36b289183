//! Handouts: letters, pictures, notes and names that storytellers give to characters.
//!
//! A [`Handout`] is as storytellers see it, with what is covered of it and who has it. [`KnownHandout`] is what one
//! reader is told of it: covered parts are not in it. [`HandoutShelf`] holds all of an encounter.

mod area;
mod handout_item;
mod known;
mod limits;
mod passage;
mod shelf;

pub use area::{Area, CoveredArea};
pub use handout_item::{
    CardNote, GivenAs, Handout, HandoutKind, HandoutPicture, Holding, ScreenMark,
};
pub use known::{KnownHandout, KnownPassage, KnownPicture};
pub use limits::{
    MAX_AREAS, MAX_CARD_NOTE, MAX_CARD_NOTES, MAX_HANDOUT_TEXT, MAX_HANDOUTS, MAX_NAME_CARDS,
    MAX_PASSAGES, MAX_PICTURE_WORDS, MAX_SHELF_TEXT,
};
pub use passage::Passage;
pub use shelf::HandoutShelf;
