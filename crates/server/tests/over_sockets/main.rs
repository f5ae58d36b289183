//! The server over real sockets and real files: what somebody with a browser, and somebody
//! with bad intentions, can see of it.

mod again;
mod answers;
mod bad_input;
mod browsers;
mod client;
mod crash;
mod hidden;
mod keeping;
mod leaving;
mod logging;
mod moving;
mod names;
mod probe;
mod protocol;
mod server;
mod story;
mod systems;
