//! Clocks: rounds of segments that something fills, and extended actions that named characters fill by rolls.
//!
//! [`Clock`] is one of them; [`parse_clock`] reads it from a line. [`Forecast`] says when an extended action will
//! probably be done. Who may see a clock, and which rolls of an encounter fill it, is in
//! [`encounter`](crate::encounter).

mod action;
mod describe;
mod forecast;
mod limits;
mod model;
mod pool;
mod problem;

pub use action::{Contribution, ExtendedAction, Helper, count_progress};
pub use describe::parse_clock;
pub use forecast::{Forecast, forecast};
pub use limits::{
    MAX_CLOCK_LINE, MAX_CLOCKS, MAX_HELPERS, MAX_PINNED, MAX_ROLLS, MAX_SUCCESSES, SEGMENTS,
};
pub use model::{Clock, ClockDue, FillTrigger, FullOutcome, Moment, RollTrigger, Tone};
pub use pool::{parse_pool, pool_terms};
pub use problem::{ClockLineError, ClockLineProblem};
