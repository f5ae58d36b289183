//! The chat command: `+combat/init` and `+combat/init NAME=SUM` (XOV-INIT-03, XOV-INIT-04).

use serde::{Deserialize, Serialize};

use super::settings::{NpcInit, Settings};
use crate::dice::Dice;
use crate::systems::d10::command::{at_most, first_word, is_digits, trimmed};
use crate::systems::d10::dice::SIDES;

/// The word that calls it, in any letter case.
pub const WORD: &str = "+combat/init";
/// The longest name, in characters.
pub const NAME_MOST: usize = 60;
/// The highest sum of Dexterity and Wits that can be typed.
pub const SUM_MOST: i32 = 40;

/// The sender's active character.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Actor {
    /// Its name.
    pub name: String,
    /// Dexterity.
    #[serde(default)]
    pub dexterity: i32,
    /// Wits.
    #[serde(default)]
    pub wits: i32,
}

/// Who typed the line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sender {
    /// Their active character, if they have one.
    pub actor: Option<Actor>,
    /// Whether they are the storyteller.
    pub storyteller: bool,
}

/// What the line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// A roll for the sender's character.
    Own,
    /// A roll for somebody without a sheet.
    Npc {
        /// Their name, as typed.
        name: String,
        /// Their Dexterity + Wits, as typed.
        sum: i32,
    },
}

/// Why nothing was rolled. The message is shown to the sender alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum CommandError {
    /// Another word.
    #[error("Unknown command. Try +combat/init")]
    UnknownCommand,
    /// No character to roll for.
    #[error("Pick a character first.")]
    NoCharacter,
    /// Something after the word, but no `=`.
    #[error("Use +combat/init NAME=SUM")]
    MissingEquals,
    /// Nothing before the `=`.
    #[error("Name the NPC before the equals sign.")]
    MissingName,
    /// More than [`NAME_MOST`] characters.
    #[error("That name is too long.")]
    NameTooLong,
    /// Nothing after the `=`.
    #[error("Give Dexterity + Wits after the equals sign.")]
    MissingSum,
    /// Not plain digits.
    #[error("The sum must be a plain whole number.")]
    SumNotInteger,
    /// More than [`SUM_MOST`].
    #[error("The sum must be between 0 and {SUM_MOST}.")]
    SumOutOfRange,
    /// The table leaves this to the storyteller.
    #[error("Only the storyteller rolls for NPCs at this table.")]
    StorytellerOnly,
}

/// Whose initiative was rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Whose {
    /// The sender's character.
    Pc,
    /// Somebody without a sheet.
    Npc,
}

/// What came of it. Wounds and anything else are not in it (XOV-INIT-06).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reply {
    /// Whose it is.
    pub kind: Whose,
    /// Their name.
    pub name: String,
    /// Dexterity + Wits.
    pub rating: i32,
    /// The die.
    pub die: u16,
    /// Both together.
    pub total: i32,
    /// The line shown to everybody who may see the combatant.
    pub text: String,
}

/// Reads a line.
///
/// # Errors
/// [`CommandError`] with the first thing that is wrong, in the order of its variants.
pub fn parse(line: &str) -> Result<Command, CommandError> {
    let (word, rest) = first_word(line);
    if !word.eq_ignore_ascii_case(WORD) {
        return Err(CommandError::UnknownCommand);
    }
    if rest.is_empty() {
        return Ok(Command::Own);
    }
    let (name, sum) = rest.split_once('=').ok_or(CommandError::MissingEquals)?;
    let (name, sum) = (trimmed(name), trimmed(sum));
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
        sum: at_most(sum, SUM_MOST).ok_or(CommandError::SumOutOfRange)?,
    })
}

/// Reads a line and rolls one die for it.
///
/// # Errors
/// [`CommandError`]; then no die was thrown.
pub fn play(
    line: &str,
    sender: &Sender,
    by: &Settings,
    dice: &mut dyn Dice,
) -> Result<Reply, CommandError> {
    let (kind, name, rating) = match parse(line)? {
        Command::Own => {
            let actor = sender.actor.as_ref().ok_or(CommandError::NoCharacter)?;
            let rating = actor.dexterity.saturating_add(actor.wits);
            (Whose::Pc, actor.name.clone(), rating)
        }
        Command::Npc { .. } if by.npc_init_by == NpcInit::Gm && !sender.storyteller => {
            return Err(CommandError::StorytellerOnly);
        }
        Command::Npc { name, sum } => (Whose::Npc, name, sum),
    };
    let die = dice.die(SIDES);
    let total = rating.saturating_add(i32::from(die));
    let text = format!("{name} rolls initiative: rating {rating} + die {die} = {total}");
    Ok(Reply {
        kind,
        name,
        rating,
        die,
        total,
        text,
    })
}

/// The one combatant a typed name means: its position, ASCII case ignored. With none, or more
/// than one, the roll is only written down and the storyteller says where it belongs
/// (XOV-INIT-04).
#[must_use]
pub fn row<'a>(name: &str, combatants: impl IntoIterator<Item = &'a str>) -> Option<usize> {
    let mut same = combatants
        .into_iter()
        .enumerate()
        .filter(|(_, other)| other.eq_ignore_ascii_case(name));
    match (same.next(), same.next()) {
        (Some((index, _)), None) => Some(index),
        _ => None,
    }
}
