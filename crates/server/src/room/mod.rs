//! Rooms: each encounter is owned by one task, so its state needs no locks.
//!
//! - [`request`]: the requests to a room
//! - [`rooms`]: the open rooms and the way to send them requests
//! - [`announcing`]: telling open rooms what happened elsewhere
//! - [`occupancy`]: which room has to make place for another
//! - [`state`]: an open encounter and all that its task needs
//! - [`opening`]: opening a room
//! - [`life`]: the task of a room and its main loop
//! - [`memory`]: loading a room from its snapshot and log
//! - [`doors`]: admitting seats and disconnecting them
//! - [`deciding`]: deciding commands and answering questions
//! - [`keeping`]: committing records, then sending the changes
//! - [`following`]: catching up with other servers
//! - [`again`]: deciding again what lost the race
//! - [`pending`]: operations that are decided and not committed yet
//! - [`class`]: the numbered messages of one class of viewers
//! - [`audience`]: which feed a seat is sent
//! - [`later`]: the delayed view of spectators
//! - [`secrets`]: the secrets the dice are derived from
//! - [`dice`]: committing to these secrets and revealing them
//! - [`guests`]: the connected sockets
//! - [`held`]: the order of commands that came too fast
//! - [`outbox`]: the queue of messages to one socket
//! - [`onward`]: moving the table to another encounter

mod again;
mod announcing;
mod audience;
mod class;
mod deciding;
mod dice;
mod doors;
mod following;
mod guests;
mod held;
mod keeping;
mod later;
mod life;
mod memory;
mod occupancy;
mod onward;
mod opening;
mod outbox;
mod pending;
mod request;
mod rooms;
mod secrets;
mod state;

pub(crate) use self::class::encode;
pub(crate) use self::opening::run_room;
pub(crate) use self::outbox::{Ending, Mail, Outbox, Told, outbox};
pub(crate) use self::request::{Came, Onward, Picture, Request, SocketId, To};
pub(crate) use self::rooms::Rooms;
