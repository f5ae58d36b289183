//! Shared code of the d10 systems: dice against a difficulty, seven health levels, exchanges, and
//! several actions in a turn.
//!
//! Crossover, Masquerade and Ascension share only this code. Each system decides for itself who
//! wins a tie, what a specialty does, who soaks which damage and what a second action costs. Where
//! systems differ only in a number, the number is an argument. Rule ids belong to the systems, so
//! no function in here names one.

pub mod abort_price;
pub mod actions;
pub mod chart;
pub mod chat_words;
pub mod damage;
pub mod dice;
pub mod distribution;
pub mod input;
pub mod items;
pub mod levels;
pub mod resolve;
pub mod roll_request;
pub mod shared_rules;
