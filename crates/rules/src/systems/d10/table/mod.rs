//! Shared implementation of the system traits: sheets, tracks, parameters, odds, steps, sentences.
//!
//! The three systems answer these questions alike; rule ids are passed in by each system.

pub mod abort;
pub mod dials;
pub mod health;
pub mod initiative;
pub mod left;
pub mod refused;
pub mod rolls;
pub mod sheet;
pub mod speech;
pub mod steps;
pub mod tally;
