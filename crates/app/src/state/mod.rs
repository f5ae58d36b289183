//! The state of a table's page: the confirmed view, the expected effects of pending commands, and the signals that
//! components read. Only methods here write them.

mod commands;
mod confirmed;
pub mod news;
mod notices;
pub mod prediction;
pub mod private;
mod received_private;
mod refresh;
#[cfg(feature = "ssr")]
mod sample;
pub mod submission;
pub mod table_state;
pub mod typed_line;
mod undo;
pub mod watch;
