//! Tri-Stat, beyond scenes: single rules, house rules, laws, the exchange.

mod exchange;
mod exchange_odds;
mod exchange_table;
mod fight;
mod laws;
mod round;
mod settings;
mod single;
mod table;
