//! Ascension: d10 pools for mages in a fight (rules `ASC-…`).
//!
//! One file per topic. Every public item names the rules it plays; the players' guide
//! `docs/rules/ascension.md` explains each of them in plain words.
//!
//! What the rules forbid is a [`Refusal`], what cannot be is a
//! [`Nonsense`](crate::systems::d10::input::Nonsense). Nothing here is final: the
//! storyteller may change any term before a roll and any result after it. Each attack runs
//! through three phases: attack, defense, damage (ASC-TURN-02).

pub mod abort;
mod archetypes;
pub mod attack;
pub mod chart;
mod combat;
pub mod defense;
mod demo;
pub mod desperate;
pub mod dice;
mod incoming;
pub mod initiative;
pub mod refusal;
pub mod settings;
pub mod sheet;
pub mod soak;
pub mod split;
mod system;
pub mod track;

pub use refusal::Refusal;
pub use settings::Settings;
pub use system::Ascension;

/// Why there is no answer.
pub type Denied = crate::systems::d10::input::Denied<Refusal>;
