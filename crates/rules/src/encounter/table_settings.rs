//! Settings of the whole table. A new setting is added here and in the view.

use crate::messages::encounter as msg;
use std::mem;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::combatant::FoeHealth;
use super::countdown::{COUNTDOWN_SECONDS, Countdown};
use super::log::LogMessage;
use super::log::log_line::LogLine;
use super::refusal::Refusal;
use crate::ruleset::settings::Value;
use crate::table_screen::TableScreen;

/// Usual distances that a table may set, in the unit of the rules.
const SPREADS: RangeInclusive<u16> = 1..=100;

/// Permission to move the players' characters in the scene.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Hash)]
#[serde(rename_all = "snake_case")]
pub enum MovePermission {
    /// Players move their own on their turn, and propose otherwise.
    #[default]
    OwnTurn,
    /// Players move their own at any time.
    Always,
    /// Players propose every move.
    Proposed,
}

impl MovePermission {
    /// Whether the setting is at its default, in which case serialization leaves it out.
    #[must_use]
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

/// Setting for whispers among players. Whispers to and from storytellers are always allowed, and theirs to read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Hash)]
#[serde(rename_all = "snake_case")]
pub enum WhisperSetting {
    /// Players whisper to each other, and storytellers read along.
    #[default]
    ReadAlong,
    /// Players whisper to each other, and nobody else reads it.
    Private,
    /// Players do not whisper to each other.
    Off,
}

impl WhisperSetting {
    /// Whether the setting is at its default, in which case serialization leaves it out.
    #[must_use]
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

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
    /// Setting for moves of the players' characters in the scene.
    #[serde(default, skip_serializing_if = "MovePermission::is_default")]
    pub moves: MovePermission,
    /// The usual distance between two combatants in one place, in the unit of the rules; `None` is that of the rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spread: Option<u16>,
    /// Setting for whispers among players.
    #[serde(default, skip_serializing_if = "WhisperSetting::is_default")]
    pub whispers: WhisperSetting,
    /// What the table screen shows. It has a command of its own.
    #[serde(default, skip_serializing_if = "TableScreen::is_default")]
    pub screen: TableScreen,
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
    /// Setting for moves of the players' characters in the scene.
    Moves(MovePermission),
    /// The usual distance between two combatants in one place; `None` is that of the rules.
    Spread(Option<u16>),
    /// Setting for whispers among players.
    Whispers(WhisperSetting),
}

impl TableSetting {
    /// Puts this value of a setting into the settings of a table, and returns the value before.
    pub(crate) fn replace_in(self, into: &mut TableSettings) -> Self {
        match self {
            Self::FoeHealth(shown) => Self::FoeHealth(mem::replace(&mut into.foe_health, shown)),
            Self::FoeOdds(shown) => Self::FoeOdds(mem::replace(&mut into.foe_odds, shown)),
            Self::Countdown(to) => Self::Countdown(mem::replace(&mut into.countdown, to)),
            Self::Moves(to) => Self::Moves(mem::replace(&mut into.moves, to)),
            Self::Spread(to) => Self::Spread(mem::replace(&mut into.spread, to)),
            Self::Whispers(to) => Self::Whispers(mem::replace(&mut into.whispers, to)),
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
            Self::Spread(Some(to)) if !SPREADS.contains(to) => Err(Refusal::OutOfBounds),
            Self::FoeHealth(_)
            | Self::FoeOdds(_)
            | Self::Countdown(_)
            | Self::Moves(_)
            | Self::Spread(_)
            | Self::Whispers(_) => Ok(()),
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
            Self::Moves(to) => {
                let (key, words) = match to {
                    MovePermission::OwnTurn => ("own_turn", msg::PLAYERS_MOVE_ON_THEIR_TURN),
                    MovePermission::Always => ("always", msg::PLAYERS_MOVE_AT_ANY_TIME),
                    MovePermission::Proposed => ("proposed", msg::PLAYERS_PROPOSE_EVERY_MOVE),
                };
                LogLine::new_public(set("moves", Value::Named(key.into()), words.into()))
            }
            Self::Spread(to) => {
                let words = match to {
                    Some(to) => msg::in_one_place_people_stand_apart(to),
                    None => msg::IN_ONE_PLACE_PEOPLE_STAND_AS_USUAL.into(),
                };
                let apart = to.map_or(0, i32::from);
                LogLine::new_public(set("spread", Value::Number(apart), words))
            }
            Self::Whispers(to) => {
                let (key, words) = match to {
                    WhisperSetting::ReadAlong => {
                        ("read_along", msg::THE_STORYTELLER_READS_WHISPERS_ALONG)
                    }
                    WhisperSetting::Private => ("private", msg::WHISPERS_AMONG_PLAYERS_ARE_PRIVATE),
                    WhisperSetting::Off => ("off", msg::PLAYERS_DO_NOT_WHISPER),
                };
                LogLine::new_public(set("whispers", Value::Named(key.into()), words.into()))
            }
        }
    }
}
