//! The chat command: `!inits DEX WITS` (MSQ-INIT-01, MSQ-INIT-03, MSQ-INIT-04, MSQ-INIT-05).

use serde::{Deserialize, Serialize};

use super::settings::Settings;
use crate::dice::Dice;
use crate::systems::d10::command::{at_most, first_word, is_digits, words};
use crate::systems::d10::dice::SIDES;

/// The word that calls it, in any letter case.
pub const WORD: &str = "!inits";

/// What was typed: trusted, and written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Typed {
    /// Dexterity, which comes first.
    pub dexterity: i32,
    /// Wits.
    pub wits: i32,
}

impl Typed {
    /// Whether it is not what the sender's sheet says; the row shows a mark, nothing more
    /// (MSQ-INIT-05).
    #[must_use]
    pub const fn differs(&self, dexterity: i32, wits: i32) -> bool {
        self.dexterity != dexterity || self.wits != wits
    }
}

/// Why nothing was rolled. The message is shown to the sender alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum CommandError {
    /// Another word.
    #[error("Unknown command. Try !inits DEX WITS")]
    UnknownCommand,
    /// Not two words after it.
    #[error("Give two numbers: Dexterity, then Wits.")]
    ArgumentCount,
    /// Not plain digits.
    #[error("Both values must be whole numbers.")]
    NotInteger,
    /// More than the table allows.
    #[error("Values run from 0 to 10.")]
    OutOfRange,
}

/// What came of it. Wounds are added by hand on the row (MSQ-INIT-06).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reply {
    /// Whose it is.
    pub name: String,
    /// Dexterity.
    pub dexterity: i32,
    /// Wits.
    pub wits: i32,
    /// The die, kept apart: it breaks ties (MSQ-TURN-02).
    pub die: u16,
    /// All three together.
    pub total: i32,
    /// The line shown to everybody who may see the combatant.
    pub text: String,
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

/// Reads a line and rolls one die for `name`: the sender's active character, or the sender.
///
/// # Errors
/// [`CommandError`]; then no die was thrown.
pub fn play(
    line: &str,
    name: &str,
    by: &Settings,
    dice: &mut dyn Dice,
) -> Result<Reply, CommandError> {
    let Typed { dexterity, wits } = parse(line, by)?;
    let die = dice.die(SIDES);
    let total = dexterity
        .saturating_add(wits)
        .saturating_add(i32::from(die));
    let text = format!(
        "{name}’s Dex:{dexterity}, Wits: {wits} plus Init Roll: {die}. Initiative = {total}"
    );
    Ok(Reply {
        name: name.to_owned(),
        dexterity,
        wits,
        die,
        total,
        text,
    })
}

/// Whether a roll counts: everybody rolls each turn, and a second roll in one turn only if the
/// storyteller accepts it (MSQ-INIT-02, MSQ-INIT-03).
#[must_use]
pub const fn counts(already_rolled: bool, accepted: bool, by: &Settings) -> bool {
    !already_rolled || accepted || by.later_roll_replaces
}

/// Whether initiative is rolled at the beginning of this turn, counted from 1 (MSQ-INIT-02).
#[must_use]
pub const fn is_rolled(turn: u32, by: &Settings) -> bool {
    turn <= 1 || by.initiative_each_turn
}
