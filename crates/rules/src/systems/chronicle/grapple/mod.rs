//! Wrestling: getting hold of each other, and the contest of each later turn (CHR-GRAP-01 to 20).

pub(crate) mod contest;
mod controlled;
pub(crate) mod moves;
pub(crate) mod play;
pub(crate) mod sides;
pub(crate) mod start;
pub(crate) mod turn;
