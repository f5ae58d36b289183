//! The server over real sockets and real files: what somebody with a browser, and somebody
//! with bad intentions, can see of it.

mod again;
mod answers;
mod bad_input;
mod browsers;
mod cast;
mod client;
mod crash;
mod crowd;
mod goodbyes;
mod guides;
mod handshake;
mod hidden;
mod keeping;
mod leaving;
mod logging;
mod moving;
mod names;
mod probe;
mod program;
mod protocol;
mod questions;
mod raw;
mod recap;
mod server;
mod settings;
mod sheet;
mod starting;
mod story;
mod systems;
mod too_fast;
