//! Forms of earlier releases: fields and settings that had an event or a command of their own before they shared one.
//! They are read and written under those names, so that what is stored and sent says today what it said then.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::EnumAccessDeserializer;
use serde::de::{DeserializeSeed, EnumAccess, IntoDeserializer, VariantAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::combatant::FoeHealth;
use super::command::Command;
use super::countdown::Countdown;
use super::event::Event;
use super::feature::{Edited, TableSet};
use super::field::Field;
use super::table_settings::TableSetting;
use crate::id::{CombatantId, SeatId};
use crate::text::Name;

// Events.
const NOTED: &str = "noted";
const ASSIGNED: &str = "assigned";
const FOE_HEALTH_SET: &str = "foe_health_set";
const FOE_ODDS_SET: &str = "foe_odds_set";
const COUNTDOWN_SET: &str = "countdown_set";

// Commands.
const FOE_HEALTH: &str = "foe_health";
const FOE_ODDS: &str = "foe_odds";
const COUNTDOWN: &str = "countdown";

/// What the event of one field of a combatant says.
#[derive(Serialize, Deserialize)]
struct FieldSet<T> {
    id: CombatantId,
    before: T,
    after: T,
}

impl<T> FieldSet<T> {
    fn edited(self, field: impl Fn(T) -> Field) -> Event {
        Event::Edited(Edited {
            id: self.id,
            before: field(self.before),
            after: field(self.after),
        })
    }
}

/// What the event and the command about a table say that has two states.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Shown<T> {
    shown: T,
}

/// What the event about foes' health says.
#[derive(Serialize, Deserialize)]
struct FoeHealthSet {
    before: FoeHealth,
    after: FoeHealth,
}

/// What the event about the countdown says.
#[derive(Serialize, Deserialize)]
struct CountdownSet {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    before: Option<Countdown>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    after: Option<Countdown>,
}

/// What the command about the countdown says.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct CountdownAsk {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    from: Option<Countdown>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    to: Option<Countdown>,
}

impl Serialize for Event {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Edited(Edited {
                id,
                before: Field::Note(before),
                after: Field::Note(after),
            }) => {
                let (id, before, after) = (*id, before, after);
                named(to, "Event", NOTED, &FieldSet { id, before, after })
            }
            Self::Edited(Edited {
                id,
                before: Field::Owner(before),
                after: Field::Owner(after),
            }) => {
                let (id, before, after) = (*id, before, after);
                named(to, "Event", ASSIGNED, &FieldSet { id, before, after })
            }
            Self::TableSet(TableSet {
                before: TableSetting::FoeHealth(before),
                after: TableSetting::FoeHealth(after),
            }) => {
                let (before, after) = (*before, *after);
                named(to, "Event", FOE_HEALTH_SET, &FoeHealthSet { before, after })
            }
            Self::TableSet(TableSet {
                before: TableSetting::FoeOdds(_),
                after: TableSetting::FoeOdds(shown),
            }) => named(to, "Event", FOE_ODDS_SET, &Shown { shown }),
            Self::TableSet(TableSet {
                before: TableSetting::Countdown(before),
                after: TableSetting::Countdown(after),
            }) => {
                let (before, after) = (*before, *after);
                named(to, "Event", COUNTDOWN_SET, &CountdownSet { before, after })
            }
            // The writer that is derived.
            event => Self::serialize(event, to),
        }
    }
}

impl OfAnyRelease for Event {
    fn of_a_name<'de, A: VariantAccess<'de>>(name: String, content: A) -> Result<Self, A::Error> {
        match name.as_str() {
            NOTED => {
                let note: FieldSet<Option<Name>> = content.newtype_variant()?;
                Ok(note.edited(Field::Note))
            }
            ASSIGNED => {
                let owner: FieldSet<Option<SeatId>> = content.newtype_variant()?;
                Ok(owner.edited(Field::Owner))
            }
            FOE_HEALTH_SET => {
                let FoeHealthSet { before, after } = content.newtype_variant()?;
                Ok(Self::TableSet(TableSet {
                    before: TableSetting::FoeHealth(before),
                    after: TableSetting::FoeHealth(after),
                }))
            }
            FOE_ODDS_SET => {
                let Shown::<bool> { shown } = content.newtype_variant()?;
                Ok(Self::TableSet(TableSet {
                    before: TableSetting::FoeOdds(!shown),
                    after: TableSetting::FoeOdds(shown),
                }))
            }
            COUNTDOWN_SET => {
                let CountdownSet { before, after } = content.newtype_variant()?;
                Ok(Self::TableSet(TableSet {
                    before: TableSetting::Countdown(before),
                    after: TableSetting::Countdown(after),
                }))
            }
            // The reader that is derived.
            _ => Self::deserialize(EnumAccessDeserializer::new(Named { name, content })),
        }
    }
}

impl Serialize for Command {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::SetTable {
                to: TableSetting::FoeHealth(shown),
                was: None,
            } => named(to, "Command", FOE_HEALTH, &Shown { shown }),
            Self::SetTable {
                to: TableSetting::FoeOdds(shown),
                was: None,
            } => named(to, "Command", FOE_ODDS, &Shown { shown }),
            Self::SetTable {
                to: TableSetting::Countdown(after),
                was: Some(TableSetting::Countdown(from)),
            } => {
                let ask = CountdownAsk {
                    from: *from,
                    to: *after,
                };
                named(to, "Command", COUNTDOWN, &ask)
            }
            // The writer that is derived.
            command => Self::serialize(command, to),
        }
    }
}

impl OfAnyRelease for Command {
    fn of_a_name<'de, A: VariantAccess<'de>>(name: String, content: A) -> Result<Self, A::Error> {
        let set = |to, was| Self::SetTable { to, was };
        match name.as_str() {
            FOE_HEALTH => {
                let Shown { shown } = content.newtype_variant()?;
                Ok(set(TableSetting::FoeHealth(shown), None))
            }
            FOE_ODDS => {
                let Shown { shown } = content.newtype_variant()?;
                Ok(set(TableSetting::FoeOdds(shown), None))
            }
            COUNTDOWN => {
                let CountdownAsk { from, to } = content.newtype_variant()?;
                let was = Some(TableSetting::Countdown(from));
                Ok(set(TableSetting::Countdown(to), was))
            }
            // The reader that is derived.
            _ => Self::deserialize(EnumAccessDeserializer::new(Named { name, content })),
        }
    }
}

/// A variant whose name has been read and whose content has not.
struct Named<V> {
    name: String,
    content: V,
}

impl<'de, V: VariantAccess<'de>> EnumAccess<'de> for Named<V> {
    type Error = V::Error;
    type Variant = V;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, V), V::Error> {
        let name = seed.deserialize(self.name.into_deserializer())?;
        Ok((name, self.content))
    }
}

/// A value of an enum that is read under its own names, or those of earlier releases.
trait OfAnyRelease: Sized {
    /// Reads the content under a name.
    fn of_a_name<'de, A: VariantAccess<'de>>(name: String, content: A) -> Result<Self, A::Error>;
}

/// Hands the name of a variant and its content on.
struct ByName<T>(PhantomData<T>);

impl<'de, T: OfAnyRelease> Visitor<'de> for ByName<T> {
    type Value = T;

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("what has a name")
    }

    fn visit_enum<A: EnumAccess<'de>>(self, data: A) -> Result<T, A::Error> {
        let (name, content) = data.variant::<String>()?;
        T::of_a_name(name, content)
    }
}

impl<'de> Deserialize<'de> for Event {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_enum("Event", &[], ByName(PhantomData))
    }
}

impl<'de> Deserialize<'de> for Command {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_enum("Command", &[], ByName(PhantomData))
    }
}

/// Writes a variant under a name that is not its own.
fn named<S: Serializer, T: Serialize>(
    to: S,
    kind: &'static str,
    name: &'static str,
    content: &T,
) -> Result<S::Ok, S::Error> {
    to.serialize_newtype_variant(kind, 0, name, content)
}
