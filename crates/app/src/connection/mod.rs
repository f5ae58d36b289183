//! The way to the server and back: the socket, how it is kept open, and what outlives it.

pub mod lifecycle;
pub mod offline_queue;
pub mod socket;
