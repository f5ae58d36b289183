//! Crossover, Masquerade and Ascension, beyond scenes: charts, house rules, laws, what
//! they answer a table, and whole turns at one.

mod answers;
mod ascension;
mod ascension_exchanges;
mod crossover;
mod crossover_exchanges;
mod duel;
mod laws;
mod masquerade;
mod masquerade_exchanges;
mod owned_fighter;
mod stage;
mod turns;
