//! Chat command for initiative: `!inits DEX WITS` (MSQ-INIT-01, MSQ-INIT-03, MSQ-INIT-04).

use crate::messages::masquerade as msg;
use serde::Serialize;

use super::settings::Settings;
use crate::systems::d10::command::{at_most, first_word, is_digits, words};

/// Name of the command, matched in any letter case.
pub const WORD: &str = "!inits";

/// Typed traits for initiative, which are trusted and logged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Typed {
    /// Dexterity rating, which is typed first.
    pub dexterity: i32,
    /// Wits rating, which is typed second.
    pub wits: i32,
}

/// Reason why a command was not understood; the message is shown to the sender alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum CommandError {
    /// Line that begins with another word.
    #[error("{}", msg::UNKNOWN_COMMAND_TRY_INITS_DEX)]
    UnknownCommand,
    /// Number of arguments other than two.
    #[error("{}", msg::GIVE_TWO_NUMBERS_DEXTERITY_THEN)]
    ArgumentCount,
    /// Argument that is not made of digits.
    #[error("{}", msg::BOTH_VALUES_MUST_BE_WHOLE)]
    NotInteger,
    /// Value above the maximum of the table.
    #[error("{}", msg::VALUES_RUN_FROM_0_TO)]
    OutOfRange,
}

/// Parses a line as the initiative command.
///
/// # Errors
/// [`CommandError`] for the first mistake, in the order of the variants.
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

/// Whether an initiative roll counts: a second roll in one turn only if the storyteller accepts it
/// or a house rule says so (MSQ-INIT-02, MSQ-INIT-03).
#[must_use]
pub const fn counts(already_rolled: bool, accepted: bool, by: &Settings) -> bool {
    !already_rolled || accepted || by.later_roll_replaces
}
