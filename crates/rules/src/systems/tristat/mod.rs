//! Tri-Stat: two dice at or under a target, damage without a die (rules `TRI-…`).
//!
//! One file per topic. Every public item names the rules it plays; the players' guide
//! `docs/rules/tristat.md` explains each of them in plain words.
//!
//! An attack succeeds at or under its target, a defense only under it: the two comparisons
//! live in [`roll`] and nowhere else. Functions with many inputs take one typed struct,
//! check it and answer nonsense with [`input::Nonsense`]; a thing the rules forbid is an
//! answer of its own type. How they are played one after the other stands in `combat`.

pub mod ability;
mod archetypes;
mod asked;
pub mod attack;
pub mod chart;
mod combat;
pub mod critical;
pub mod damage;
pub mod defense;
mod demo;
pub mod disarm;
pub mod energy;
pub mod escape;
pub mod flank;
pub mod grapple;
pub mod health;
mod house;
pub mod initiative;
pub mod input;
pub mod numbers;
pub mod roll;
pub mod settings;
pub mod sheet;
pub mod stance;
pub mod stats;
mod system;
pub mod technique;
pub mod throw;
mod told;

pub use system::Tristat;
