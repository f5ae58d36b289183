//! Command line: options, and the commands that work on the store without a server.

pub mod command;
pub mod lan;
pub mod options;
pub mod order;
pub mod verify;
