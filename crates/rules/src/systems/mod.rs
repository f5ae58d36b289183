//! The rule systems an encounter can run on, one folder each.

pub mod ascension;
pub mod chronicle;
pub mod crossover;
pub mod family;
pub mod masquerade;
pub mod tristat;
