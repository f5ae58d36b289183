//! What a line typed into the log means to the rules, or why it means nothing to them.

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::dial::Reading;
use crate::messages::{Wording, core as msg};
use crate::term::{Bar, RuleId, Term};

/// What a line of chat asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Typed {
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
    /// Ordinary dice, added up.
    Plain(Box<PlainLine>),
}

/// Ordinary dice as typed: `2d6 + 3`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlainLine {
    /// What for, if the line says.
    pub what: Option<String>,
    /// The line, written one way.
    pub said: String,
    /// What is added up, in the order in which it was typed.
    pub parts: Vec<PlainPart>,
    /// Whether only the storyteller is to see it.
    pub hidden: bool,
}

/// A part of a sum of ordinary dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlainPart {
    /// Whether it is taken away.
    pub minus: bool,
    /// What it is.
    pub what: PlainWhat,
}

/// Dice or a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlainWhat {
    /// So many dice of so many sides.
    Dice(u16, u16),
    /// A number.
    Number(u16),
}

/// A roll as typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RollLine {
    /// What for, if the line says.
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
    pub text: Wording,
}

impl ChatError {
    /// An error.
    #[must_use]
    pub fn new(code: impl Into<Cow<'static, str>>, text: impl Into<Wording>) -> Self {
        Self {
            code: code.into(),
            text: text.into(),
        }
    }
}

impl ChatError {
    /// A rule refuses: the reason and its rule as a sentence.
    #[must_use]
    pub fn of_rule(
        code: impl Into<Cow<'static, str>>,
        why: impl Into<Wording>,
        rule: &'static str,
    ) -> Self {
        let rule = Wording::verbatim(rule);
        Self::new(code, msg::wordings::reason_and_rule(why, rule))
    }

    /// The reason by itself, and the first rule that it cites in parentheses; else `rule`.
    #[must_use]
    pub fn bar(&self, rule: &RuleId) -> Bar {
        // The rules of a system all begin alike: `XOV-`.
        let family = rule
            .as_str()
            .split_inclusive('-')
            .next()
            .unwrap_or_default();
        let cited = self.text.split_once(family).map(|(_, rest)| {
            let end = rest.find(|c: char| c != '-' && !c.is_ascii_alphanumeric());
            let rest = end.and_then(|end| rest.get(..end)).unwrap_or(rest);
            RuleId::from(format!("{family}{rest}"))
        });
        let why = self.text.reason().cloned().unwrap_or_else(|| {
            let words = self.text.split(&format!(" ({family}")).next();
            let words = words.unwrap_or(&self.text).trim_end_matches('.');
            Wording::verbatim(words.to_owned())
        });
        (why, cited.unwrap_or_else(|| rule.clone()))
    }
}

impl fmt::Display for PlainWhat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Dice(1, sides) => write!(f, "d{sides}"),
            Self::Dice(count, sides) => write!(f, "{count}d{sides}"),
            Self::Number(number) => write!(f, "{number}"),
        }
    }
}
