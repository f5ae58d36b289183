//! Parser for common dice notation: `5d10`, `2d6+3`, `d100`, `6d10>=8`.

use std::borrow::Cow;

use crate::base::roll::MAX_DICE;
use crate::chat_command::{ChatError, PlainDiceLine, PlainDiceOperand, PlainDicePart};
use crate::messages::{Wording, core as msg};

/// Maximum number of sides of an ordinary die.
pub const MAX_SIDES: u16 = 1_000;
/// Maximum number of ordinary dice in one roll.
pub const MAX_PLAIN_DICE: u16 = 100;
const _: () = assert!((MAX_PLAIN_DICE as usize) < MAX_DICE);

/// Creates an error about the syntax of ordinary dice such as `2d6 + 3`.
fn roll_error(text: impl Into<Cow<'static, str>>) -> ChatError {
    ChatError::new("roll", Wording::verbatim(text))
}

/// Parses a word such as `5d10` into the numbers of dice and sides; `None` if it is not dice
/// notation.
pub(crate) fn parse_dice(word: &str) -> Option<Result<(u16, u16), ChatError>> {
    let (count, sides) = word.split_once('d')?;
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let begins = sides.starts_with(|c: char| c.is_ascii_digit() || c == '%');
    if !is_number(count) || !begins {
        return None;
    }
    if sides != "%" && !is_number(sides) {
        return Some(Err(roll_error(msg::dice_are_typed_as_2d6(&word))));
    }
    let count = if count.is_empty() { "1" } else { count };
    let sides = if sides == "%" { "100" } else { sides };
    let count = count
        .parse()
        .ok()
        .filter(|count| (1..=MAX_PLAIN_DICE).contains(count));
    let sides = sides
        .parse()
        .ok()
        .filter(|sides| (2..=MAX_SIDES).contains(sides));
    Some(match (count, sides) {
        (Some(count), Some(sides)) => Ok((count, sides)),
        (None, _) => Err(roll_error(msg::n1_to_dice(&word, &MAX_PLAIN_DICE))),
        (_, None) => Err(roll_error(msg::a_die_has_2_to(&word, &MAX_SIDES))),
    })
}

/// Parses ordinary dice and numbers joined by plus and minus signs.
pub(crate) fn parse_dice_sum(
    words: &[&str],
    what: Option<&str>,
) -> Result<PlainDiceLine, ChatError> {
    let mut line = PlainDiceLine {
        purpose: what.map(str::to_owned),
        normalized: String::new(),
        parts: Vec::new(),
        hidden: false,
    };
    let (mut sign, mut count) = (None, 0_u16);
    for word in words {
        let part = match *word {
            "+" | "-" if sign.is_some() => {
                return Err(roll_error(msg::something_is_missing_before(&word)));
            }
            "+" | "-" => {
                sign = Some(*word == "-");
                continue;
            }
            "hidden" if sign.is_none() => {
                line.hidden = true;
                continue;
            }
            word => match parse_dice(word) {
                Some(read) => {
                    let (more, sides) = read?;
                    count = count.saturating_add(more);
                    PlainDiceOperand::Dice(more, sides)
                }
                None => match word.parse().ok().filter(|number| *number <= 1_000) {
                    Some(number) => PlainDiceOperand::Number(number),
                    None => {
                        return Err(roll_error(msg::cannot_stand_beside_ordinary_dice(&word)));
                    }
                },
            },
        };
        let minus = match (sign.take(), line.parts.is_empty()) {
            (Some(minus), _) => minus,
            (None, true) => false,
            (None, false) => return Err(roll_error(msg::put_plus_or_minus_before(&word))),
        };
        line.normalized
            .push_str(match (minus, line.parts.is_empty()) {
                (false, true) => "",
                (true, true) => "−",
                (false, false) => " + ",
                (true, false) => " − ",
            });
        line.normalized.push_str(&part.to_string());
        line.parts.push(PlainDicePart {
            is_subtracted: minus,
            operand: part,
        });
    }
    if sign.is_some() {
        return Err(roll_error(msg::SOMETHING_IS_MISSING_AT_THE));
    }
    match (count, line.parts.len()) {
        (1..=MAX_PLAIN_DICE, 1..=20) => Ok(line),
        _ => Err(roll_error(msg::that_is_more_than_dice(&MAX_PLAIN_DICE))),
    }
}
