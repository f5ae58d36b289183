//! The middle of the screen: exchanges with their declarations, questions and rulings.
//!
//! Actions, the terms of rolls and the next question all come from the rules, as data; nothing here knows a rule
//! system.

pub mod acting;
mod answering;
mod candidates;
pub mod card;
pub mod chance;
mod cover;
mod declaring;
pub mod draft;
pub mod draft_card;
mod draft_options;
mod draft_questions;
pub mod fight;
mod holds;
mod maneuvers;
pub mod next_action;
pub mod open_questions;
pub mod parts;
mod proposals;
pub mod question;
mod roll_question;
pub mod rulings;
pub mod strip;
pub mod targets;
