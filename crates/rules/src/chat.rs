//! Lines typed into the log: what a system's players type, and what every table understands.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::dial::{Dial, Range, Reading};
use crate::fighter::Fighter;
use crate::system::RuleSystem;
use crate::term::Term;

/// What a line of chat asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ask {
    /// Initiative for the sender's active character, from its sheet.
    OwnInitiative,
    /// Initiative from numbers that were typed: no sheet is read.
    TypedInitiative {
        /// For whom; `None` is the sender's active character.
        name: Option<String>,
        /// What is added to the die.
        terms: Vec<Term>,
    },
    /// A roll.
    Roll(Box<RollLine>),
}

/// A roll as typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RollLine {
    /// What for, if somebody said.
    pub what: Option<String>,
    /// The parts, as they were typed or as the sheet has them.
    pub terms: Vec<(String, i32)>,
    /// How the dice are read.
    pub reading: Reading,
    /// Whether only the storyteller is to see it.
    pub hidden: bool,
}

/// Why a line was not understood. Shown to the sender alone; no die fell.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[error("{text}")]
pub struct ChatError {
    /// Which error, as the system's rules name it.
    pub code: Cow<'static, str>,
    /// What to say.
    pub text: Cow<'static, str>,
}

impl ChatError {
    /// An error.
    #[must_use]
    pub fn new(code: impl Into<Cow<'static, str>>, text: impl Into<Cow<'static, str>>) -> Self {
        Self {
            code: code.into(),
            text: text.into(),
        }
    }
}

/// Whether a line is meant for the program and not for the table.
#[must_use]
pub fn is_command(line: &str) -> bool {
    line.trim_start().starts_with(['/', '+', '!'])
}

/// Understands a line that [`is_command`].
///
/// Every table knows `/init` and `/roll`; the rest is the system's. A roll is
/// `/roll part {(+|-) part} {word} [# what for]`: a part is a number or a trait of the
/// sender's active character, a word sets a dial: `specialty`, `difficulty 7`, `diff=7`,
/// `9-again`, `hidden`.
///
/// # Errors
/// [`ChatError`] says what is wrong with it; nothing is guessed.
pub fn read(
    line: &str,
    rules: &dyn RuleSystem,
    sender: Option<&Fighter<'_>>,
) -> Result<Ask, ChatError> {
    if let Some(answer) = rules.chat(line, sender) {
        return answer;
    }
    let line = line.trim();
    let (word, rest) = line
        .split_once([' ', '\t'])
        .map_or((line, ""), |(word, rest)| (word, rest.trim()));
    match word.to_ascii_lowercase().as_str() {
        "/init" if rest.is_empty() => match sender {
            Some(_) => Ok(Ask::OwnInitiative),
            None => Err(ChatError::new("no_character", "Pick a character first.")),
        },
        "/init" => Err(ChatError::new(
            "argument_count",
            "/init stands alone: it rolls for your character.",
        )),
        "/roll" | "/r" => roll(rest, rules, sender).map(|roll| Ask::Roll(Box::new(roll))),
        _ => {
            let known = rules.chat_help();
            let text = format!("Unknown command. Try {known}");
            Err(ChatError::new("unknown_command", text))
        }
    }
}

fn wrong(text: impl Into<Cow<'static, str>>) -> ChatError {
    ChatError::new("roll", text)
}

/// The text after `/roll`.
fn roll(
    text: &str,
    rules: &dyn RuleSystem,
    sender: Option<&Fighter<'_>>,
) -> Result<RollLine, ChatError> {
    let (text, what) = match text.split_once('#') {
        Some((text, what)) => (text, Some(what.trim()).filter(|what| !what.is_empty())),
        None => (text, None),
    };
    let example = rules.speech().roll_example;
    let spaced = spread(text);
    let mut words = spaced.split_whitespace().peekable();
    let mut line = RollLine {
        what: what.map(str::to_owned),
        terms: Vec::new(),
        reading: Reading::default(),
        hidden: false,
    };
    let dials = rules.dials(sender);
    let mut sign = None;
    while let Some(word) = words.next() {
        let lower = word.to_ascii_lowercase();
        match lower.as_str() {
            "+" | "-" if sign.is_some() => {
                return Err(wrong(format!("Something is missing before {word}.")));
            }
            "+" => sign = Some(1),
            "-" => sign = Some(-1),
            "hidden" => line.hidden = true,
            _ => {
                let first = line.terms.is_empty();
                let part = if first || sign.is_some() {
                    part(&lower, rules, sender)?
                } else {
                    None
                };
                match part {
                    Some((label, value)) => {
                        let value = value.saturating_mul(sign.take().unwrap_or(1));
                        line.terms.push((label, value));
                    }
                    None if sign.is_some() => {
                        return Err(wrong(format!("{word} is no number and no trait.")));
                    }
                    None => {
                        let next = words.peek().copied();
                        if set(&lower, next, rules, &dials, &mut line.reading)? {
                            words.next();
                        }
                    }
                }
            }
        }
    }
    if sign.is_some() {
        return Err(wrong("Something is missing at the end."));
    }
    if line.terms.is_empty() && line.reading == Reading::default() {
        return Err(wrong(format!("Say what to roll: {example}")));
    }
    Ok(line)
}

/// Signs stand for themselves between parts, and not inside words such as `9-again`.
fn spread(text: &str) -> String {
    let mut spread = String::with_capacity(text.len() + 8);
    let chars: Vec<char> = text.chars().collect();
    for (at, char) in chars.iter().enumerate() {
        let next = chars.get(at + 1).copied().unwrap_or(' ');
        let before = at.checked_sub(1).and_then(|at| chars.get(at)).copied();
        let joins = before.is_some_and(char::is_alphanumeric) && next.is_alphabetic();
        let is_sign = match char {
            '+' => true,
            // `9-again` is a word, `dex-wits` is a sum of traits nobody takes from each other.
            '-' | '−' => !joins,
            _ => false,
        };
        if is_sign {
            spread.push(' ');
            spread.push(if *char == '+' { '+' } else { '-' });
            spread.push(' ');
        } else {
            spread.push(*char);
        }
    }
    spread
}

/// A part of a sum: a number, or a trait of the sender's character.
fn part(
    word: &str,
    rules: &dyn RuleSystem,
    sender: Option<&Fighter<'_>>,
) -> Result<Option<(String, i32)>, ChatError> {
    if word.bytes().all(|byte| byte.is_ascii_digit()) {
        let value = word.parse().ok().filter(|value| *value <= 1_000);
        let value = value.ok_or_else(|| wrong("That number is too large."))?;
        return Ok(Some(("Typed".to_owned(), value)));
    }
    let specs = rules.traits().iter();
    let mut named = specs.filter(|spec| spec.key == word || spec.aliases.contains(&word));
    let Some(spec) = named.next() else {
        return Ok(rules
            .derived(word, sender)
            .map(|(title, value)| (title.to_owned(), value)));
    };
    match sender {
        Some(sender) => Ok(Some((spec.title.to_owned(), sender.sheet.get(spec)))),
        None => Err(ChatError::new("no_character", "Pick a character first.")),
    }
}

/// Sets a dial; whether the next word was its number.
fn set(
    word: &str,
    next: Option<&str>,
    rules: &dyn RuleSystem,
    dials: &[Dial],
    reading: &mut Reading,
) -> Result<bool, ChatError> {
    if let Some((key, value)) = rules.dial_word(word) {
        reading.set(key, value);
        return Ok(false);
    }
    let (key, glued) = match word.split_once(['=', ':']) {
        Some((key, value)) => (key, Some(value)),
        None => (word, None),
    };
    let dial = dials
        .iter()
        .find(|dial| dial.key == key || (key.len() >= 3 && dial.key.starts_with(key)));
    let Some(dial) = dial else {
        let text = format!(
            "{word} means nothing here. Try {}",
            rules.speech().roll_example
        );
        return Err(wrong(text));
    };
    if dial.range == Range::Flag {
        reading.set(dial.key, 1);
        return Ok(false);
    }
    let text = glued.or(next).unwrap_or_default();
    let value = text.parse().ok().filter(|value| dial.takes(*value));
    let value = value.ok_or_else(|| match &dial.range {
        Range::Number(least, most) => wrong(format!("{} goes from {least} to {most}.", dial.title)),
        _ => wrong(format!("{} cannot be {text}.", dial.title)),
    })?;
    reading.set(dial.key, value);
    Ok(glued.is_none())
}
