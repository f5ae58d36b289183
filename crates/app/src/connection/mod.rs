//! The connection to the server: the socket, its upkeep, the messages, and the queue of pending commands.

pub mod inbox;
pub mod lifecycle;
pub mod offline_queue;
pub mod questions;
pub mod socket;
