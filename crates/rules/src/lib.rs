//! What may happen at the table, who may do it and who may see it.
//!
//! Pure: no clock, no input or output, no chance of its own. The server and the browser
//! run the same code.

pub mod dice;
pub mod encounter;
pub mod id;
pub mod initiative;
pub mod roll;
pub mod seat;
pub mod sheet;
pub mod system;
pub mod systems;
pub mod term;
pub mod text;
pub mod track;
pub mod wire;
