//! What may happen at the table, who may do it and who may see it.
//!
//! Pure: no clock, no input or output, no chance of its own. The server and the browser
//! run the same code.

pub mod archive;
pub mod chat;
pub mod cite;
pub mod condition;
pub mod dial;
pub mod dice;
pub mod dice_words;
pub mod due;
pub mod encounter;
pub mod exchange;
pub mod fair;
pub mod fighter;
pub mod gear;
pub mod house;
pub mod id;
pub mod initiative;
pub mod likeness;
pub mod messages;
pub mod passage;
pub mod phase;
pub mod plan;
pub mod reader;
pub mod roll;
pub mod seat;
pub mod settings;
mod shared;
pub mod sheet;
pub mod sorted;
pub mod speech;
pub mod story;
pub mod switch;
pub mod system;
#[cfg(not(private_systems))]
pub mod systems;
// `cargo xtask check` compiles it so: what nothing outside the folder reaches is reported as unused.
#[cfg(private_systems)]
mod systems;
pub mod term;
pub mod text;
pub mod track;
pub mod typed;
pub mod wire;
