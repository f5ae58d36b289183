//! The chat command: `!inits DEX WITS` (MSQ-INIT-01, MSQ-INIT-03, MSQ-INIT-04).

use crate::messages::masquerade as msg;
use serde::Serialize;

use super::settings::Settings;
use crate::systems::d10::command::{at_most, first_word, is_digits, words};

/// The word that calls it, in any letter case.
pub const WORD: &str = "!inits";

/// What was typed: trusted, and written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Typed {
    /// Dexterity, which comes first.
    pub dexterity: i32,
    /// Wits.
    pub wits: i32,
}

/// Why nothing was rolled. The message is shown to the sender alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum CommandError {
    /// Another word.
    #[error("{}", msg::UNKNOWN_COMMAND_TRY_INITS_DEX)]
    UnknownCommand,
    /// Not two words after it.
    #[error("{}", msg::GIVE_TWO_NUMBERS_DEXTERITY_THEN)]
    ArgumentCount,
    /// Not plain digits.
    #[error("{}", msg::BOTH_VALUES_MUST_BE_WHOLE)]
    NotInteger,
    /// More than the table allows.
    #[error("{}", msg::VALUES_RUN_FROM_0_TO)]
    OutOfRange,
}

/// Reads a line. Each error is looked for in the whole line before the next.
///
/// # Errors
/// [`CommandError`] with the first thing that is wrong, in the order of its variants.
pub fn parse(line: &str, by: &Settings) -> Result<Typed, CommandError> {
    let (word, rest) = first_word(line);
    if !word.eq_ignore_ascii_case(WORD) {
        return Err(CommandError::UnknownCommand);
    }
    let mut words = words(rest);
    let (Some(dexterity), Some(wits), None) = (words.next(), words.next(), words.next()) else {
        return Err(CommandError::ArgumentCount);
    };
    if !is_digits(dexterity) || !is_digits(wits) {
        return Err(CommandError::NotInteger);
    }
    let value = |digits| at_most(digits, by.trait_most).ok_or(CommandError::OutOfRange);
    Ok(Typed {
        dexterity: value(dexterity)?,
        wits: value(wits)?,
    })
}

/// Whether a roll counts: all combatants roll each turn, and a second roll in one turn only if the
/// storyteller accepts it (MSQ-INIT-02, MSQ-INIT-03).
#[must_use]
pub const fn counts(already_rolled: bool, accepted: bool, by: &Settings) -> bool {
    !already_rolled || accepted || by.later_roll_replaces
}
