//! The server over real sockets and real files: what somebody with a browser, and somebody
//! with bad intentions, can see of it.

mod again;
mod answers;
mod archive;
mod asks;
mod astray;
mod attacks;
mod authority;
mod backup;
mod bad_input;
mod bits;
mod browsers;
mod cast;
mod chaos;
mod client;
mod cluster;
mod compose;
mod confined;
mod crash;
mod crowd;
mod damage;
mod delay;
mod dice;
#[cfg(unix)]
mod double_click;
mod drawer;
mod faults;
mod figures;
mod framing;
#[cfg(unix)]
mod front;
mod frozen;
mod ghosts;
mod goodbyes;
mod guides;
mod handshake;
mod hidden;
mod keeping;
mod leaving;
mod logging;
mod moving;
mod names;
#[cfg(unix)]
mod news;
#[cfg(unix)]
mod nodes;
mod origins;
#[cfg(unix)]
mod own_tls;
mod pairs;
mod portraits;
#[cfg(unix)]
mod postgres;
mod probe;
mod program;
mod promises;
mod proposing;
mod protocol;
mod proxy;
mod questions;
mod quotas;
mod raw;
mod recap;
mod refused;
mod replay;
mod restore;
#[cfg(unix)]
mod safety;
mod samples;
mod scribe;
mod seats;
mod second_release;
mod server;
mod settings;
mod sheet;
mod starting;
mod stores;
mod story;
mod systems;
#[cfg(unix)]
mod tls;
mod too_fast;
#[cfg(unix)]
mod transfer;
#[cfg(unix)]
mod two_nodes;
mod uploads;
mod watched;
mod whispers;
