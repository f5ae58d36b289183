//! What may happen at the table, who may do it and who may see it.
//!
//! Pure: no clock, no input or output, no chance of its own. The server and the browser
//! run the same code.

pub mod archive;
pub mod chat;
pub mod combatant_info;
pub mod condition;
pub mod confusables;
pub mod demo_script;
pub mod dice;
pub mod dice_notation;
pub mod dice_proof;
pub mod downtime;
pub mod due;
pub mod encounter;
pub mod exchange;
pub mod gear;
pub mod house_rules;
pub mod id;
pub mod initiative;
pub mod json_reader;
pub mod messages;
pub mod parameters;
pub mod phase;
pub mod plan;
pub mod roll;
pub mod rule_links;
pub mod rule_switch;
pub mod seat;
pub mod settings;
mod shared;
pub mod sheet;
pub mod sorted_map;
pub mod system;
#[cfg(not(private_systems))]
pub mod systems;
pub mod vocabulary;
// `cargo xtask check` compiles it so: what nothing outside the folder reaches is reported as unused.
pub mod chat_command;
#[cfg(private_systems)]
mod systems;
pub mod term;
pub mod text;
pub mod track;
pub mod wire;
