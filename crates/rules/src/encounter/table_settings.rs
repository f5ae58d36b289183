//! What holds for the whole table. A new setting is written here, and where a view tells of it.

use crate::messages::encounter as msg;
use std::mem;

use serde::{Deserialize, Serialize};

use super::combatant::FoeHealth;
use super::countdown::{Countdown, SECONDS};
use super::log::What;
use super::log_line::LogLine;
use super::refusal::Refusal;
use crate::settings::Value;

/// The settings of a table beside its house rules.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableSettings {
    /// What players see of foes' health.
    pub foe_health: FoeHealth,
    /// Whether players are told the odds against foes whom they see.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub foe_odds: bool,
    /// How long a player's question waits; `None` is for ever.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub countdown: Option<Countdown>,
}

/// One setting of a table, with its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TableSetting {
    /// What players see of foes' health.
    FoeHealth(FoeHealth),
    /// Whether players are told the odds against foes whom they see.
    FoeOdds(bool),
    /// How long a player's question waits; `None` is for ever.
    Countdown(Option<Countdown>),
}

impl TableSetting {
    /// Puts this value in; the one that was there comes out.
    pub(crate) fn put(self, into: &mut TableSettings) -> Self {
        match self {
            Self::FoeHealth(shown) => Self::FoeHealth(mem::replace(&mut into.foe_health, shown)),
            Self::FoeOdds(shown) => Self::FoeOdds(mem::replace(&mut into.foe_odds, shown)),
            Self::Countdown(to) => Self::Countdown(mem::replace(&mut into.countdown, to)),
        }
    }

    /// The same setting as it is at a table.
    pub(crate) fn now(&self, at: &TableSettings) -> Self {
        self.clone().put(&mut at.clone())
    }

    /// Whether a table can have this value.
    ///
    /// # Errors
    /// [`Refusal::OutOfBounds`].
    pub(crate) fn check(&self) -> Result<(), Refusal> {
        match self {
            Self::Countdown(Some(to)) if !SECONDS.contains(&to.seconds) => {
                Err(Refusal::OutOfBounds)
            }
            Self::FoeHealth(_) | Self::FoeOdds(_) | Self::Countdown(_) => Ok(()),
        }
    }

    /// What the log says of it.
    pub(super) fn log_line(&self) -> LogLine {
        let set = |key: &str, to, words: String| What::Set {
            key: key.to_owned(),
            to,
            words,
            rule: None,
        };
        match self {
            Self::FoeHealth(shown) => LogLine::new(false, What::FoeHealth { shown: *shown }),
            Self::FoeOdds(shown) => {
                let words = match shown {
                    true => msg::PLAYERS_SEE_THE_ODDS_AGAINST,
                    false => msg::PLAYERS_NO_LONGER_SEE_THE,
                };
                LogLine::open(set("foe_odds", Value::Yes(*shown), words.into()))
            }
            Self::Countdown(to) => {
                let words = match to {
                    Some(to) => msg::questions_wait(&to.words()),
                    None => msg::QUESTIONS_WAIT_FOR_THEIR_ANSWER.into(),
                };
                let seconds = to.map_or(0, |to| to.seconds.into());
                LogLine::open(set("countdown", Value::Number(seconds), words))
            }
        }
    }
}
