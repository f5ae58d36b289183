//! Crossover: d10 pools for fights between creatures of several kinds (rules `XOV-…`).
//!
//! One file per topic. Items name the rules they play; the players' guide
//! `docs/rules/crossover.md` explains each of them in plain words. Exchanges are in `combat`, which
//! has a row and functions for each maneuver; the other files have what rolls outside of exchanges
//! need, too.
//!
//! What the rules forbid is a [`Refusal`], what cannot be is a
//! [`InvalidInput`](crate::systems::d10::input::InvalidInput). Nothing here is final: the
//! storyteller may change any term before a roll and any result after it. The martial arts of
//! single games have no numbers here: such a blow is described as one likes and played as one
//! of the general maneuvers (XOV-POL-03).

mod actions;
mod archetypes;
mod chart;
mod combat;
mod command;
mod conditions;
mod creature;
mod demo;
mod dice;
mod due;
mod facts;
mod initiative;
mod movement;
mod refusal;
mod ruleset;
mod settings;
mod sheet;
mod state;
mod track;
mod turn;

pub use refusal::Refusal;
pub use ruleset::Crossover;
pub use settings::Settings;

/// Reason for which the rules deny an answer.
type Denied = crate::systems::d10::input::Denied<Refusal>;
