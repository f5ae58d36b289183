//! Plain fields of a combatant: values that are set without any consequences.
//!
//! Event, inverse, undo and log treat all of them alike ([`Event::Edited`]); the differences are in the match arms
//! below. [`CombatantField::all_of`] does not compile if a field of a combatant is forgotten.
//!
//! [`Event::Edited`]: super::event::Event::Edited

use crate::messages::encounter as msg;
use serde::{Deserialize, Serialize};

use super::combatant::{Combatant, HealthSight};
use super::log::LogMessage;
use crate::base::id::{PortraitId, SeatId};
use crate::base::text::{Name, TextError};
use crate::ruleset::settings::Value;

/// A plain field of a combatant with a value. Texts are names, or strings as typed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CombatantField<Text = Name> {
    /// A note of a few words: "prone", "aiming +2".
    Note(Option<Text>),
    /// The owner's seat; `None` is the storyteller.
    Owner(Option<SeatId>),
    /// The portrait, a picture kept by the server.
    Portrait(Option<PortraitId>),
    /// Visibility of a foe's health to players; `None` follows the setting of the table.
    Sight(Option<HealthSight>),
    /// Whether the combatant, while hidden, is revealed by the first exchange it declares.
    Lurks(bool),
}

impl<Text> CombatantField<Text> {
    /// Whether a player may set this field of a combatant they play; other fields are set by storytellers.
    pub(crate) const fn is_editable_by_players(&self) -> bool {
        match self {
            Self::Note(_) | Self::Owner(_) | Self::Portrait(_) => true,
            Self::Sight(_) | Self::Lurks(_) => false,
        }
    }

    /// Whether players read in the log that this field of a visible combatant was set.
    pub(crate) const fn is_logged_publicly(&self) -> bool {
        self.is_editable_by_players()
    }
}

impl CombatantField<String> {
    /// Returns the field with its text checked; blank text becomes `None`.
    pub(crate) fn validate(&self) -> Result<CombatantField, TextError> {
        Ok(match self {
            Self::Note(note) => CombatantField::Note(parse_name(note.as_deref())?),
            Self::Owner(owner) => CombatantField::Owner(*owner),
            Self::Portrait(portrait) => CombatantField::Portrait(*portrait),
            Self::Sight(sight) => CombatantField::Sight(*sight),
            Self::Lurks(lurks) => CombatantField::Lurks(*lurks),
        })
    }
}

/// Parses a typed name; blank text is `None`.
fn parse_name(typed: Option<&str>) -> Result<Option<Name>, TextError> {
    let typed = typed.map(str::trim).filter(|typed| !typed.is_empty());
    typed.map(Name::new).transpose()
}

impl CombatantField {
    /// Returns all plain fields of a combatant. The other fields change by events of their own.
    #[must_use]
    pub fn all_of(combatant: &Combatant) -> [Self; 5] {
        let Combatant {
            note,
            owner,
            portrait,
            sight,
            lurks,
            id: _,
            name: _,
            label: _,
            side: _,
            hidden: _,
            sheet: _,
            track: _,
            initiative: _,
            now: _,
            spent: _,
            conditions: _,
            gear: _,
            items: _,
            due: _,
            // Not a plain field: place and initiative depend on it.
            group: _,
            // Not a plain field: moving has a cost.
            location: _,
        } = combatant;
        [
            Self::Note(note.clone()),
            Self::Owner(*owner),
            Self::Portrait(*portrait),
            Self::Sight(*sight),
            Self::Lurks(*lurks),
        ]
    }

    /// Returns the same field with the combatant's current value.
    #[must_use]
    pub fn current_value(&self, combatant: &Combatant) -> Self {
        match self {
            Self::Note(_) => Self::Note(combatant.note.clone()),
            Self::Owner(_) => Self::Owner(combatant.owner),
            Self::Portrait(_) => Self::Portrait(combatant.portrait),
            Self::Sight(_) => Self::Sight(combatant.sight),
            Self::Lurks(_) => Self::Lurks(combatant.lurks),
        }
    }

    /// Sets the field of a combatant.
    pub(crate) fn set_on(&self, combatant: &mut Combatant) {
        match self {
            Self::Note(note) => combatant.note.clone_from(note),
            Self::Owner(owner) => combatant.owner = *owner,
            Self::Portrait(portrait) => combatant.portrait = *portrait,
            Self::Sight(sight) => combatant.sight = *sight,
            Self::Lurks(lurks) => combatant.lurks = *lurks,
        }
    }

    /// Returns the log message for setting this field of the combatant called `name`, where
    /// `seated` returns the name of the person in a seat.
    pub(crate) fn log_message(
        &self,
        name: String,
        seated: impl Fn(SeatId) -> Option<String>,
    ) -> LogMessage {
        match self {
            Self::Note(note) => LogMessage::Noted {
                name,
                text: note.as_ref().map(ToString::to_string),
            },
            Self::Owner(owner) => LogMessage::Assigned {
                name,
                to: owner.and_then(seated),
            },
            Self::Portrait(portrait) => LogMessage::Pictured {
                name,
                there: portrait.is_some(),
            },
            Self::Sight(sight) => {
                let (key, words) = match sight {
                    None => ("table", msg::AS_OF_EVERY_FOE),
                    Some(HealthSight::Exact) => ("exact", msg::ALL_OF_IT),
                    Some(HealthSight::Banded) => ("banded", msg::IN_A_WORD),
                    Some(HealthSight::Hidden) => ("hidden", msg::NOTHING),
                };
                LogMessage::Set {
                    key: "sight".to_owned(),
                    to: Value::Named(key.into()),
                    words: msg::what_players_see_of_s(&name, &words),
                    rule: None,
                }
            }
            Self::Lurks(lurks) => LogMessage::Set {
                key: "lurks".to_owned(),
                to: Value::Yes(*lurks),
                words: match lurks {
                    true => msg::stays_hidden_until_the_first(&name),
                    false => msg::stays_hidden_until_they_are(&name),
                },
                rule: None,
            },
        }
    }
}
