//! Crossover: d10 pools for fights between creatures of several kinds (rules `XOV-…`).
//!
//! One file per topic. Every public item names the rules it plays; the players' guide
//! `docs/rules/crossover.md` explains each of them in plain words.
//!
//! What the rules forbid is a [`Refusal`], what cannot be is a
//! [`Nonsense`](crate::systems::d10::input::Nonsense). Nothing here is final: the
//! storyteller may change any term before a roll and any result after it. The martial arts of
//! single games have no numbers here: such a blow is described as one likes and played as one
//! of the general maneuvers (XOV-POL-03).

pub mod abort;
pub mod actions;
pub mod aim;
pub mod ambush;
mod archetypes;
pub mod attack;
pub mod blind;
pub mod chart;
mod combat;
pub mod command;
pub mod conditions;
pub mod creature;
pub mod daze;
pub mod defense;
mod demo;
pub mod dice;
mod due;
pub mod grip;
pub mod initiative;
pub mod knockdown;
pub mod maneuver;
pub mod maneuver_chart;
pub mod movement;
pub mod parry;
pub mod powers;
pub mod ready;
pub mod refusal;
pub mod settings;
pub mod sheet;
pub mod soak;
pub mod spray;
pub mod stake;
mod system;
pub mod tactics;
pub mod track;

pub use refusal::Refusal;
pub use settings::Settings;
pub use system::Crossover;

/// Why there is no answer.
pub type Denied = crate::systems::d10::input::Denied<Refusal>;
