//! Shared implementation of the system traits: sheets, tracks, parameters, odds, steps, sentences.
//!
//! The three systems answer these questions alike; rule ids are passed in by each system.

pub mod abort;
pub mod chat_errors;
pub mod health;
pub mod initiative;
pub mod remaining_turn;
pub mod roll_parameters;
pub mod roll_text;
pub mod rolls;
pub mod sheet;
pub mod steps;
pub mod tally;
