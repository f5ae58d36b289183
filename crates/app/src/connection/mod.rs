//! The way to the server and back: the socket, how it is kept open, what comes over it, and what outlives it.

pub mod inbox;
pub mod lifecycle;
pub mod offline_queue;
pub mod questions;
pub mod socket;
