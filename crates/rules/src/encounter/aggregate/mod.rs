//! The encounter as a whole: its state, log and history, and how events are applied to it.

mod apply;
pub(super) mod dry_run;
pub(super) mod encounter;
pub(super) mod history;
pub(super) mod log_append;
