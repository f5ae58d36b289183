//! The middle of the screen: what is declared, asked and ruled in exchanges.
//!
//! What can be done, what a roll is made of and what is asked next all come from the rules, as data; nothing here knows
//! a rule system.

pub mod acting;
pub mod card;
pub mod chance;
mod cover;
pub mod draft;
pub mod fight;
mod holds;
pub mod next_action;
pub mod open_questions;
mod proposals;
pub mod question;
pub mod rulings;
pub mod strip;
pub mod targets;
