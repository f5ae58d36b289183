//! Several nodes on one Postgres that hear of each other over NATS: one service, whichever of them a browser talks to.
//!
//! ```text
//! listener.rs   a plain client of NATS that listens in
//! link.rs       a line between a node and what it needs: slow, hanging or cut
//! service.rs    the nodes: started, killed, paused, sent home
//! calm.rs       stories in which one thing goes wrong at a time
//! trouble.rs    what goes wrong in a history, by chance
//! player.rs     a player who plays on, whichever node is there
//! judge.rs      whether one order of the log fits everything that was answered
//! planted.rs    violations that are planted, and found by it
//! histories.rs  histories by chance, each of them judged
//! ```

mod calm;
mod histories;
mod judge;
mod link;
pub(crate) mod listener;
mod planted;
mod player;
mod service;
mod trouble;
