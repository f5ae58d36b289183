//! What a table asks of the three systems and they answer alike: sheets, tracks, dials, odds,
//! steps, sentences. The ids of rules come from the system that answers.

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
