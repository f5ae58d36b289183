//! Masquerade: a short d10 guide for vampires, in three stages a turn (rules `MSQ-…`).
//!
//! Each file covers one topic. Every public item names the rules it implements; the players' guide
//! `docs/rules/masquerade.md` explains them in plain words.
//!
//! A violation of the rules is a [`Refusal`], impossible input is a
//! [`InvalidInput`](crate::systems::d10::input::InvalidInput). No result is final: the storyteller may
//! change any term before a roll and any result after it, and describes what it looks like
//! (MSQ-NARR-01).

mod archetypes;
pub mod attack;
pub mod celerity;
pub mod chart;
mod combat;
pub mod command;
pub mod damage;
pub mod defense;
mod demo;
mod facts;
pub mod initiative;
pub mod refusal;
mod ruleset;
pub mod settings;
pub mod sheet;
pub mod soak;
pub mod track;

pub use refusal::Refusal;
pub use ruleset::Masquerade;
pub use settings::Settings;
