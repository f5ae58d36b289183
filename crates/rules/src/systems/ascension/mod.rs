//! Ascension: d10 pools for mages in a fight (rules `ASC-…`).
//!
//! Each file covers one topic. Every public item names the rules it implements; the players' guide
//! `docs/rules/ascension.md` explains them in plain words.
//!
//! A violation of the rules is a [`Refusal`], impossible input is a
//! [`InvalidInput`](crate::systems::d10::input::InvalidInput). No result is final: the storyteller may
//! change any term before a roll and any result after it. Each attack has three phases: attack,
//! defense, damage (ASC-TURN-02).

mod archetypes;
pub mod attack;
pub mod chart;
mod combat;
pub mod defense;
mod demo;
pub mod desperate;
mod facts;
mod incoming;
pub mod refusal;
mod ruleset;
pub mod settings;
pub mod sheet;
pub mod soak;
pub mod split;
pub mod track;

pub use refusal::Refusal;
pub use ruleset::Ascension;
pub use settings::Settings;
