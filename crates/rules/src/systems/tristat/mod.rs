//! Tri-Stat: two dice at or under a target, damage without a die (rules `TRI-…`).
//!
//! One file per topic. Items name the rules they play; the players' guide
//! `docs/rules/tristat.md` explains each of them in plain words.
//!
//! An attack succeeds at or under its target, a defense only under it: the two comparisons live in
//! `roll` and nowhere else. Exchanges are in `combat`, which has a row and a function for each
//! maneuver; the other files have what rolls outside of exchanges need, too.

mod ability;
mod archetypes;
mod chart;
mod combat;
mod conditions;
mod critical;
mod demo;
mod energy;
mod health;
mod hold;
mod initiative;
mod input;
mod numbers;
mod roll;
mod roll_request;
mod ruleset;
pub mod settings;
mod sheet;
mod speech;
mod stance;
mod stats;
mod technique;

pub use ruleset::Tristat;
