//! Settings of the whole table. A new setting is added here and in the view.

use crate::messages::encounter as msg;
use std::mem;

use serde::{Deserialize, Serialize};

use super::combatant::FoeHealth;
use super::countdown::{COUNTDOWN_SECONDS, Countdown};
use super::log::LogMessage;
use super::log::log_line::LogLine;
use super::refusal::Refusal;
use crate::ruleset::settings::Value;

/// The settings of a table besides its house rules.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableSettings {
    /// Visibility of foes' health to players.
    pub foe_health: FoeHealth,
    /// Whether players see the odds against visible foes.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub foe_odds: bool,
    /// The time limit for players' questions; `None` is no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub countdown: Option<Countdown>,
}

/// A setting of a table with its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TableSetting {
    /// Visibility of foes' health to players.
    FoeHealth(FoeHealth),
    /// Whether players see the odds against visible foes.
    FoeOdds(bool),
    /// The time limit for players' questions; `None` is no limit.
    Countdown(Option<Countdown>),
}

impl TableSetting {
    /// Sets this value and returns the one before.
    pub(crate) fn replace_in(self, into: &mut TableSettings) -> Self {
        match self {
            Self::FoeHealth(shown) => Self::FoeHealth(mem::replace(&mut into.foe_health, shown)),
            Self::FoeOdds(shown) => Self::FoeOdds(mem::replace(&mut into.foe_odds, shown)),
            Self::Countdown(to) => Self::Countdown(mem::replace(&mut into.countdown, to)),
        }
    }

    /// Returns the same setting with the current value of a table.
    pub(crate) fn current_value(&self, at: &TableSettings) -> Self {
        self.clone().replace_in(&mut at.clone())
    }

    /// Checks that the value is allowed.
    ///
    /// # Errors
    /// [`Refusal::OutOfBounds`].
    pub(crate) fn check(&self) -> Result<(), Refusal> {
        match self {
            Self::Countdown(Some(to)) if !COUNTDOWN_SECONDS.contains(&to.seconds) => {
                Err(Refusal::OutOfBounds)
            }
            Self::FoeHealth(_) | Self::FoeOdds(_) | Self::Countdown(_) => Ok(()),
        }
    }

    /// Returns the log line for setting this value.
    pub(super) fn log_line(&self) -> LogLine {
        let set = |key: &str, to, words: String| LogMessage::Set {
            key: key.to_owned(),
            to,
            words,
            rule: None,
        };
        match self {
            Self::FoeHealth(shown) => LogLine::new(false, LogMessage::FoeHealth { shown: *shown }),
            Self::FoeOdds(shown) => {
                let words = match shown {
                    true => msg::PLAYERS_SEE_THE_ODDS_AGAINST,
                    false => msg::PLAYERS_NO_LONGER_SEE_THE,
                };
                LogLine::new_public(set("foe_odds", Value::Yes(*shown), words.into()))
            }
            Self::Countdown(to) => {
                let words = match to {
                    Some(to) => msg::questions_wait(&to.description()),
                    None => msg::QUESTIONS_WAIT_FOR_THEIR_ANSWER.into(),
                };
                let seconds = to.map_or(0, |to| to.seconds.into());
                LogLine::new_public(set("countdown", Value::Number(seconds), words))
            }
        }
    }
}
