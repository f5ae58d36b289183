//! Rooms: each encounter is owned by one task, so its state needs no locks.
//!
//! - [`request`]: the requests to a room
//! - [`rooms`]: the open rooms and the way to send them requests
//! - [`announcing`]: telling open rooms what happened elsewhere
//! - [`occupancy`]: which room has to make place for another
//! - [`state`]: an open encounter and all that its task needs
//! - [`opening`]: opening a room
//! - [`task`]: the task of a room and its main loop
//! - [`load`]: loading a room from its snapshot and log
//! - [`admission`]: admitting seats and disconnecting them
//! - [`commands`]: deciding commands and answering questions
//! - [`commit`]: committing records, then sending the changes
//! - [`following`]: catching up with other servers
//! - [`rebase`]: deciding again what lost the race
//! - [`pending`]: operations that are decided and not committed yet
//! - [`class_feed`]: the numbered messages of one class of viewers
//! - [`audience`]: which feed a seat is sent
//! - [`delayed_view`]: the delayed view of spectators
//! - [`safety_desk`]: what was said for safety and waits for its time
//! - [`safety`]: what is said for safety, without who said it
//! - [`secrets`]: the secrets the dice are derived from
//! - [`dice`]: committing to these secrets and revealing them
//! - [`connections`]: the connected sockets
//! - [`throttle`]: the order of commands that came too fast
//! - [`outbox`]: the queue of messages to one socket
//! - [`next_encounter`]: moving the table to another encounter

mod admission;
mod announcing;
mod audience;
mod class_feed;
mod commands;
mod commit;
mod connections;
mod delayed_view;
mod dice;
mod following;
mod load;
mod next_encounter;
mod occupancy;
mod opening;
mod outbox;
mod pending;
mod private_feed;
mod rebase;
mod request;
mod rooms;
mod safety;
mod safety_desk;
mod secrets;
mod state;
mod task;
mod throttle;

pub(crate) use self::class_feed::encode;
pub(crate) use self::opening::run_room;
pub(crate) use self::outbox::{CloseListener, Outbox, OutboxItem, OutboxReceiver, outbox_channel};
pub(crate) use self::request::{
    Destination, NextEncounter, ReceivedAt, Request, SafetyRequest, SeatSnapshot, SocketId,
};
pub(crate) use self::rooms::Rooms;
