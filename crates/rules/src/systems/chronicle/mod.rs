//! Chronicle: pools of ten-sided dice, eights succeed (rules `CHR-…`).
//!
//! One file per topic. Every item names the rules it plays; the players' guide
//! `docs/rules/chronicle.md` explains each of them in plain words.
//!
//! `combat/maneuvers.rs` is the table of maneuvers: a row names the functions that play it, and they read their
//! combatants from the `Stage`. Nothing here is final: the storyteller may change any term before a roll and any
//! result after it.

mod archetypes;
mod armor;
mod attack;
mod bleed;
mod called_shot;
mod chances;
mod chart;
mod combat;
mod concealment;
mod condition;
mod contest;
mod cover;
mod damage;
mod defense;
mod demo;
mod grapple;
mod heal;
mod improvised;
mod initiative;
mod input;
mod knockout;
mod known_conditions;
mod look;
mod numbers;
mod passing;
mod place;
mod pool;
mod range;
mod reading;
pub mod settings;
mod shield;
mod state;
mod system;
mod terms;
mod thrown;
mod traits;
mod turn;
mod vampire;
mod weapon;
mod wounds;

/// Rule system of Chronicle (`CHR-…`), as an implementation of the system traits.
#[derive(Clone, Copy, Debug)]
pub struct Chronicle;
