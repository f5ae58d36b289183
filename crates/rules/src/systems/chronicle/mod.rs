//! Chronicle: pools of ten-sided dice, eights succeed (rules `CHR-…`).
//!
//! One file per topic. Every public item names the rules it plays; the players' guide
//! `docs/rules/chronicle.md` explains each of them in plain words.
//!
//! Functions with many inputs take one typed struct, check it and answer nonsense with
//! [`input::Nonsense`]; a thing the rules forbid is an answer of its own type. Nothing here
//! is final: the storyteller may change any term before a roll and any result after it.

pub mod aim;
mod archetypes;
pub mod armor;
pub mod attack;
pub mod bleed;
pub mod burst;
pub mod called_shot;
pub mod chances;
pub mod chart;
pub mod close_quarters;
mod combat;
pub mod concealment;
pub mod condition;
pub mod contest;
pub mod cover;
pub mod covering_fire;
pub mod damage;
pub mod defense;
mod demo;
pub mod disarm;
pub mod grapple;
pub mod handling;
pub mod heal;
pub mod improvised;
pub mod initiative;
pub mod input;
pub mod knockout;
mod known_conditions;
pub mod melee_fire;
pub mod numbers;
mod passing;
mod place;
pub mod pool;
pub mod prone;
pub mod pulled;
pub mod range;
mod reading;
pub mod settings;
pub mod shield;
mod state;
pub mod surprise;
mod system;
pub mod terms;
pub mod thrown;
pub mod touch;
mod traits;
pub mod turn;
pub mod vampire;
pub mod weapon;
pub mod wounds;

pub use system::Chronicle;
