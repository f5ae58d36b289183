//! Masquerade: a short d10 guide for vampires, in three stages a turn (rules `MSQ-…`).
//!
//! One file per topic. Every public item names the rules it plays; the players' guide
//! `docs/rules/masquerade.md` explains each of them in plain words.
//!
//! What the rules forbid is a [`Refusal`], what cannot be is a
//! [`Nonsense`](crate::systems::d10::input::Nonsense). Nothing here is final: the
//! storyteller may change any term before a roll and any result after it, and tells what it
//! looked like (MSQ-NARR-01).

pub mod abort;
mod archetypes;
pub mod attack;
pub mod celerity;
pub mod chart;
mod combat;
pub mod command;
pub mod damage;
pub mod defense;
mod demo;
pub mod dice;
pub mod initiative;
pub mod refusal;
pub mod settings;
pub mod sheet;
pub mod soak;
mod system;
pub mod track;

pub use refusal::Refusal;
pub use settings::Settings;
pub use system::Masquerade;

/// Why there is no answer.
pub type Denied = crate::systems::d10::input::Denied<Refusal>;
