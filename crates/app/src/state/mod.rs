//! The knowledge of a table's page: the view that the server confirmed, what it will look like with what is on its way,
//! and the signals that the components watch. The verbs here are the only ones that write them.

mod commands;
mod confirmed;
pub mod news;
mod notices;
pub mod prediction;
mod refresh;
pub mod table_state;
mod undo;
pub mod watch;
