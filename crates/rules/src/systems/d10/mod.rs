//! What the family of d10 systems has in common: dice against a difficulty, seven health
//! levels, the exchange of blows, several actions in a turn.
//!
//! Crossover, Masquerade and Ascension are alike down to here and no further. Who wins a tie,
//! what a specialty does, who soaks what and what a second action costs stays with each of
//! them; where they differ in a number only, the number comes in as an argument. The rule
//! ids belong to the systems, so no function in here names one.

pub mod abort_price;
pub mod actions;
pub mod ask;
pub mod chart;
pub mod command;
pub mod damage;
pub mod dice;
pub mod input;
pub mod items;
pub mod levels;
pub mod resolve;
pub mod table;
pub mod ways;
