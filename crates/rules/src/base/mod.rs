//! What every other module stands on: ids, texts, seats, dice, terms, and the collections and the JSON reader.

pub mod confusables;
pub mod dice;
pub mod id;
pub mod json_reader;
pub mod late;
pub mod roll;
pub mod rule_links;
pub mod rule_switch;
pub mod seat;
pub(crate) mod shared;
pub mod sorted_map;
pub mod term;
pub mod text;
