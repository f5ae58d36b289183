//! Chronicle: pools of ten-sided dice, eights succeed (rules `CHR-…`).
//!
//! One file per topic. Every item names the rules it plays; the players' guide
//! `docs/rules/chronicle.md` explains each of them in plain words.
//!
//! `combat/maneuvers.rs` is the table of maneuvers: a row names the functions that play it, and they read their
//! combatants from the `Stage`. Nothing here is final: the storyteller may change any term before a roll and any
//! result after it.

mod archetypes;
mod attack;
mod charts;
mod combat;
mod conditions;
mod contest;
mod demo;
mod dice;
mod gear;
mod grapple;
mod health;
mod input;
mod look;
mod numbers;
mod round;
mod ruleset;
pub mod settings;
mod state;
mod traits;
mod vampire;

/// Rule system of Chronicle (`CHR-…`), as an implementation of the system traits.
#[derive(Clone, Copy, Debug)]
pub struct Chronicle;
