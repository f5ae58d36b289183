//! Clocks and extended actions: what storytellers do with them, rolls for them, and what fills them.

mod cause;
mod edit;
mod roll;
mod tick;
