//! Shared code of the d10 systems: dice against a difficulty, seven health levels, exchanges, and
//! several actions in a turn.
//!
//! Crossover, Masquerade and Ascension share only this code. Each system decides for itself who
//! wins a tie, what a specialty does, who soaks which damage and what a second action costs. Where
//! systems differ only in a number or a rule id, it is in their [`facts::D10Facts`] or an argument,
//! so no function in here names a rule.

pub mod actions;
pub mod chart;
pub mod chat_words;
pub mod damage;
pub mod dice;
pub mod distribution;
pub mod facts;
pub mod family;
pub mod input;
pub mod items;
pub mod levels;
pub mod resolve;
pub mod roll_request;
pub mod shared_rules;
