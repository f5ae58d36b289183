//! Chat command for initiative: `!inits DEX WITS` (MSQ-INIT-01, MSQ-INIT-03, MSQ-INIT-04).

use crate::messages::masquerade as msg;
use serde::Serialize;

use super::settings::Settings;
use crate::systems::d10::chat_words::{is_digits, parse_at_most, split_first_word, split_words};

/// Name of the command, matched in any letter case.
pub const COMMAND_WORD: &str = "!inits";

/// Typed traits for initiative, which are trusted and logged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TypedTraits {
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
pub fn parse_initiative_command(
    line: &str,
    settings: &Settings,
) -> Result<TypedTraits, CommandError> {
    let (word, rest) = split_first_word(line);
    if !word.eq_ignore_ascii_case(COMMAND_WORD) {
        return Err(CommandError::UnknownCommand);
    }
    let mut words = split_words(rest);
    let (Some(dexterity), Some(wits), None) = (words.next(), words.next(), words.next()) else {
        return Err(CommandError::ArgumentCount);
    };
    if !is_digits(dexterity) || !is_digits(wits) {
        return Err(CommandError::NotInteger);
    }
    let value = |digits| parse_at_most(digits, settings.trait_most).ok_or(CommandError::OutOfRange);
    Ok(TypedTraits {
        dexterity: value(dexterity)?,
        wits: value(wits)?,
    })
}

/// Whether an initiative roll counts; a second roll in one turn does only if the storyteller
/// accepts it or a house rule says so (MSQ-INIT-02, MSQ-INIT-03).
#[must_use]
pub const fn is_roll_counted(already_rolled: bool, accepted: bool, settings: &Settings) -> bool {
    !already_rolled || accepted || settings.later_roll_replaces
}
