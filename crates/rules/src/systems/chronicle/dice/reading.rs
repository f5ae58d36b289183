//! Parameters of a roll (CHR-DICE-02, CHR-DICE-04).

use super::pool::{Again, Ask};
use crate::character::parameters::Parameters;

/// Returns the dice roll that a pool and its parameters ask for.
pub(crate) fn ask(pool: i32, reading: &Parameters) -> Ask {
    Ask {
        pool,
        again: match reading.get_or(AGAIN, 10) {
            9 => Again::Nine,
            8 => Again::Eight,
            0 => Again::Never,
            _ => Again::Ten,
        },
        rote: reading.is_on(ROTE),
        chance: reading.is_on(CHANCE),
    }
}

pub(crate) const AGAIN: &str = "again";
pub(crate) const ROTE: &str = "rote";
pub(crate) const CHANCE: &str = "chance";
