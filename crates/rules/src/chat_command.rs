//! Parsed chat commands, and the errors for lines that cannot be parsed.

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::base::term::{BarReason, RuleId, Term};
use crate::character::parameters::Parameters;
use crate::messages::{Wording, core as msg};

/// Command parsed from a line typed into the chat, such as an initiative roll or `/roll`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChatCommand {
    /// Rolls initiative for the sender's active character, from its sheet.
    OwnInitiative,
    /// Rolls initiative from typed numbers, without reading a sheet.
    TypedInitiative {
        /// Name of the combatant; `None` is the sender's active character.
        name: Option<String>,
        /// Terms added to the die.
        terms: Vec<Term>,
    },
    /// Rolls dice under the system's rules.
    Roll(Box<RollLine>),
    /// Rolls ordinary dice and adds them up.
    Plain(Box<PlainDiceLine>),
}

/// Roll of ordinary dice as typed into the chat, such as `2d6 + 3`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlainDiceLine {
    /// Purpose of the roll, if the line names one.
    pub purpose: Option<String>,
    /// Normalized text of the expression.
    pub normalized: String,
    /// Summands in the order in which they were typed.
    pub parts: Vec<PlainDicePart>,
    /// Whether only the storyteller sees the roll.
    pub hidden: bool,
}

/// Signed part of a sum of ordinary dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlainDicePart {
    /// Whether the part is subtracted.
    pub is_subtracted: bool,
    /// Dice or number of the part.
    pub operand: PlainDiceOperand,
}

/// Operand in a sum of ordinary dice, either dice or a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlainDiceOperand {
    /// Number of dice and their number of sides.
    Dice(u16, u16),
    /// Constant number without dice.
    Number(u16),
}

/// Roll by the game's rules as typed into the chat after `/roll`: parts, parameters and purpose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RollLine {
    /// Purpose of the roll, if the line names one.
    pub purpose: Option<String>,
    /// Labels and values of the parts: typed numbers and traits of the sheet.
    pub terms: Vec<(String, i32)>,
    /// Parameters that the line sets.
    pub reading: Parameters,
    /// Whether only the storyteller sees the roll.
    pub hidden: bool,
}

/// Error for a chat line, shown to the sender alone; no die was thrown.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[error("{text}")]
pub struct ChatError {
    /// Machine-readable code, as named by the system's rules.
    pub code: Cow<'static, str>,
    /// Message shown to the sender.
    pub text: Wording,
}

impl ChatError {
    /// Creates an error from its code and its message.
    #[must_use]
    pub fn new(code: impl Into<Cow<'static, str>>, text: impl Into<Wording>) -> Self {
        Self {
            code: code.into(),
            text: text.into(),
        }
    }
}

impl ChatError {
    /// Creates an error for a refusal by a rule, whose reason and rule form one sentence.
    #[must_use]
    pub fn from_rule(
        code: impl Into<Cow<'static, str>>,
        why: impl Into<Wording>,
        rule: &'static str,
    ) -> Self {
        let rule = Wording::verbatim(rule);
        Self::new(code, msg::wordings::reason_and_rule(why, rule))
    }

    /// Splits the message into the bare reason and the rule cited in parentheses, or `rule` if none
    /// is cited.
    #[must_use]
    pub fn to_bar_reason(&self, rule: &RuleId) -> BarReason {
        // All rule ids of a system share a prefix such as `XOV-`.
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

impl fmt::Display for PlainDiceOperand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Dice(1, sides) => write!(f, "d{sides}"),
            Self::Dice(count, sides) => write!(f, "{count}d{sides}"),
            Self::Number(number) => write!(f, "{number}"),
        }
    }
}
