//! Rolls that the storyteller asks for: the form that asks, the card that gathers the answers, and the card of whoever
//! is asked. Loaded later than the first part of the program; a table where nothing is asked needs none of it.

mod answered;
mod card;
mod form;
mod form_more;
mod form_state;
mod gathering;
mod known;
mod picking;
pub(crate) mod reading;
mod seal;
pub mod stage;
mod tell;
mod time_left;
mod wish;
mod words;

pub(crate) use form_state::dial_of;
