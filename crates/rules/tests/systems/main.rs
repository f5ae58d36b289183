//! The rule systems beyond what scenes play: single rules, charts, house rules, laws, exchanges, whole
//! stories.

mod chronicle;
mod family;
mod guide;
mod stories;
mod tristat;
mod tristat_round;
