//! The round: who acts first, and the steps of a turn.

pub(crate) mod initiative;
pub(crate) mod turn;
