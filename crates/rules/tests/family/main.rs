//! Crossover, Masquerade and Ascension, beyond the vectors: charts, house rules, laws, guides.

mod ascension;
mod crossover;
mod guide;
mod laws;
mod masquerade;
