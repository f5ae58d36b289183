//! Chronicle, beyond scenes: single rules, house rules, laws, exchanges.

mod exchange_attack;
mod exchange_contest;
mod exchange_turn;
mod laws;
mod settings;
mod single;
mod story;
pub(crate) mod table;
mod turned;
