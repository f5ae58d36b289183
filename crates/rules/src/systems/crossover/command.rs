//! The chat command: `+combat/init` and `+combat/init NAME=SUM` (XOV-INIT-03, XOV-INIT-04).

use crate::base::term::Term;
use crate::chat_command::{ChatCommand, ChatError};
use crate::messages::crossover as msg;
use crate::systems::d10::chat_words::{is_digits, parse_at_most, split_first_word, trim_blanks};
use crate::systems::d10::shared_rules::{chat_errors, initiative as rolled};

/// The word that calls it, in any letter case.
const WORD: &str = "+combat/init";
/// The longest name, in characters.
const NAME_MOST: usize = 60;
/// The highest sum of Dexterity and Wits that can be typed.
const SUM_MOST: i32 = 40;

/// Chat command of Crossover (`+combat/init`) that rolls initiative for a character or a named NPC.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Command {
    /// A roll for the sender's character.
    Own,
    /// A roll for a combatant without a sheet.
    Npc {
        /// Their name, as typed.
        name: String,
        /// Their Dexterity + Wits, as typed.
        sum: i32,
    },
}

/// Reason why a chat command of Crossover rolled nothing. The message is shown to the sender alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
enum CommandError {
    /// Another word.
    #[error("Unknown command. Try +combat/init")]
    UnknownCommand,
    /// No character to roll for.
    #[error("{}", msg::PICK_A_CHARACTER_FIRST)]
    NoCharacter,
    /// Something after the word, but no `=`.
    #[error("Use +combat/init NAME=SUM")]
    MissingEquals,
    /// Nothing before the `=`.
    #[error("{}", msg::NAME_THE_NPC_BEFORE_THE)]
    MissingName,
    /// More than [`NAME_MOST`] characters.
    #[error("{}", msg::THAT_NAME_IS_TOO_LONG)]
    NameTooLong,
    /// Nothing after the `=`.
    #[error("{}", msg::GIVE_DEXTERITY_PLUS_WITS_AFTER)]
    MissingSum,
    /// Not plain digits.
    #[error("{}", msg::THE_SUM_MUST_BE_A)]
    SumNotInteger,
    /// More than [`SUM_MOST`].
    #[error("{}", msg::the_sum_must_be_between(&SUM_MOST))]
    SumOutOfRange,
}

/// Parses a chat line into a command of Crossover, such as `+combat/init`.
///
/// # Errors
/// [`CommandError`] with the first thing that is wrong, in the order of its variants.
fn parse(line: &str) -> Result<Command, CommandError> {
    let (word, rest) = split_first_word(line);
    if !word.eq_ignore_ascii_case(WORD) {
        return Err(CommandError::UnknownCommand);
    }
    if rest.is_empty() {
        return Ok(Command::Own);
    }
    let (name, sum) = rest.split_once('=').ok_or(CommandError::MissingEquals)?;
    let (name, sum) = (trim_blanks(name), trim_blanks(sum));
    if name.is_empty() {
        return Err(CommandError::MissingName);
    }
    if name.chars().count() > NAME_MOST {
        return Err(CommandError::NameTooLong);
    }
    if sum.is_empty() {
        return Err(CommandError::MissingSum);
    }
    if !is_digits(sum) {
        return Err(CommandError::SumNotInteger);
    }
    Ok(Command::Npc {
        name: name.to_owned(),
        sum: parse_at_most(sum, SUM_MOST).ok_or(CommandError::SumOutOfRange)?,
    })
}

/// Parses a line of chat that begins with `+`, by a sender with a character or without one; `None`
/// for other lines (XOV-INIT-03, XOV-INIT-04).
pub(super) fn chat(line: &str, has_character: bool) -> Option<Result<ChatCommand, ChatError>> {
    if !line.trim_start().starts_with('+') {
        return None;
    }
    Some(match parse(line) {
        Ok(Command::Own) if !has_character => {
            Err(chat_errors::chat_error(&CommandError::NoCharacter))
        }
        Ok(Command::Own) => Ok(ChatCommand::OwnInitiative),
        Ok(Command::Npc { name, sum }) => Ok(ChatCommand::TypedInitiative {
            name: Some(name),
            terms: vec![Term::from_typed(rolled::RATING, sum)],
        }),
        Err(error) => Err(chat_errors::chat_error(&error)),
    })
}
