//! Chronicle: pools of ten-sided dice, eights succeed (rules `CHR-…`).
//!
//! One file per topic. Every public item names the rules it plays; the players' guide
//! `docs/rules/chronicle.md` explains each of them in plain words.

pub mod damage;
pub mod initiative;
pub mod pool;
mod system;
pub mod wounds;

pub use system::Chronicle;

/// The lowest face that is a success (CHR-DICE-01).
pub const SUCCESS_FACE: u16 = 8;
/// From how many successes on a roll is exceptional (CHR-DICE-03).
pub const EXCEPTIONAL_AT: u32 = 5;
