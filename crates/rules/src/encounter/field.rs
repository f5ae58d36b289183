//! The plain fields of a combatant: values that are set, and nothing follows from them.
//!
//! An event, its inverse, undo and the log treat all of them alike ([`Event::Edited`]); what differs
//! is in the arms below, and [`Field::all_of`] does not compile while a field of a combatant is
//! forgotten.
//!
//! [`Event::Edited`]: super::event::Event::Edited

use crate::messages::encounter as msg;
use serde::{Deserialize, Serialize};

use super::combatant::{Combatant, HealthSight};
use super::log::What;
use crate::id::{PortraitId, SeatId};
use crate::settings::Value;
use crate::text::{Name, TextError};

/// A plain field of a combatant, with a value; its texts are names, or strings as they were typed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Field<Text = Name> {
    /// A few words of condition: "prone", "aiming +2".
    Note(Option<Text>),
    /// Who plays it; `None` is the storyteller.
    Owner(Option<SeatId>),
    /// What it looks like: a picture that the server keeps.
    Portrait(Option<PortraitId>),
    /// What players see of its health, of a foe; `None` is as the table has it.
    Sight(Option<HealthSight>),
    /// Whether, while it is hidden, it shows itself with the first exchange it declares.
    Lurks(bool),
}

impl<Text> Field<Text> {
    /// Whether a player may set it, of a combatant they play; otherwise those who run the table do.
    pub(crate) const fn is_players(&self) -> bool {
        match self {
            Self::Note(_) | Self::Owner(_) | Self::Portrait(_) => true,
            Self::Sight(_) | Self::Lurks(_) => false,
        }
    }

    /// Whether players read in the log that it was set, of a combatant they see.
    pub(crate) const fn is_told(&self) -> bool {
        self.is_players()
    }
}

impl Field<String> {
    /// It with its text checked; blank text is none.
    pub(crate) fn checked(&self) -> Result<Field, TextError> {
        Ok(match self {
            Self::Note(note) => Field::Note(name(note.as_deref())?),
            Self::Owner(owner) => Field::Owner(*owner),
            Self::Portrait(portrait) => Field::Portrait(*portrait),
            Self::Sight(sight) => Field::Sight(*sight),
            Self::Lurks(lurks) => Field::Lurks(*lurks),
        })
    }
}

fn name(typed: Option<&str>) -> Result<Option<Name>, TextError> {
    let typed = typed.map(str::trim).filter(|typed| !typed.is_empty());
    typed.map(Name::new).transpose()
}

impl Field {
    /// All plain fields as they are. The others change by events of their own.
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
            // Place and initiative follow from it.
            group: _,
        } = combatant;
        [
            Self::Note(note.clone()),
            Self::Owner(*owner),
            Self::Portrait(*portrait),
            Self::Sight(*sight),
            Self::Lurks(*lurks),
        ]
    }

    /// The same field with the value that it has now.
    #[must_use]
    pub fn now(&self, combatant: &Combatant) -> Self {
        match self {
            Self::Note(_) => Self::Note(combatant.note.clone()),
            Self::Owner(_) => Self::Owner(combatant.owner),
            Self::Portrait(_) => Self::Portrait(combatant.portrait),
            Self::Sight(_) => Self::Sight(combatant.sight),
            Self::Lurks(_) => Self::Lurks(combatant.lurks),
        }
    }

    /// Sets it.
    pub(crate) fn put(&self, combatant: &mut Combatant) {
        match self {
            Self::Note(note) => combatant.note.clone_from(note),
            Self::Owner(owner) => combatant.owner = *owner,
            Self::Portrait(portrait) => combatant.portrait = *portrait,
            Self::Sight(sight) => combatant.sight = *sight,
            Self::Lurks(lurks) => combatant.lurks = *lurks,
        }
    }

    /// What the log says when it has been set. `name` is the combatant's, `seated` who sits where.
    pub(crate) fn told(&self, name: String, seated: impl Fn(SeatId) -> Option<String>) -> What {
        match self {
            Self::Note(note) => What::Noted {
                name,
                text: note.as_ref().map(ToString::to_string),
            },
            Self::Owner(owner) => What::Assigned {
                name,
                to: owner.and_then(seated),
            },
            Self::Portrait(portrait) => What::Pictured {
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
                What::Set {
                    key: "sight".to_owned(),
                    to: Value::Named(key.into()),
                    words: msg::what_players_see_of_s(&name, &words),
                    rule: None,
                }
            }
            Self::Lurks(lurks) => What::Set {
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
