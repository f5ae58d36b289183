//! Stored forms of earlier releases: fields and settings that once had events and commands of their own are
//! still read and written under those names, so that stored and sent data keeps its form.

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
use super::field::CombatantField;
use super::table_settings::TableSetting;
use crate::base::id::{CombatantId, SeatId};
use crate::base::text::Name;

// Events.
/// Stored name of the event that set a note.
const NOTED: &str = "noted";
/// Stored name of the event that set an owner.
const ASSIGNED: &str = "assigned";
/// Stored name of the event that set the visibility of foes' health.
const FOE_HEALTH_SET: &str = "foe_health_set";
/// Stored name of the event that set the visibility of odds.
const FOE_ODDS_SET: &str = "foe_odds_set";
/// Stored name of the event that set the countdown.
const COUNTDOWN_SET: &str = "countdown_set";

// Commands.
/// Stored name of the command that sets the visibility of foes' health.
const FOE_HEALTH: &str = "foe_health";
/// Stored name of the command that sets the visibility of odds.
const FOE_ODDS: &str = "foe_odds";
/// Stored name of the command that sets the countdown.
const COUNTDOWN: &str = "countdown";

/// Stored form of the event about one field of a combatant.
#[derive(Serialize, Deserialize)]
struct FieldSet<T> {
    id: CombatantId,
    before: T,
    after: T,
}

impl<T> FieldSet<T> {
    /// Converts the stored event of an earlier release to the current event, with `field` naming
    /// the field that it set.
    fn into_event(self, field: impl Fn(T) -> CombatantField) -> Event {
        Event::Edited(Edited {
            id: self.id,
            before: field(self.before),
            after: field(self.after),
        })
    }
}

/// Stored form of events and commands about a table setting with two states.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ShownFlag<T> {
    shown: T,
}

/// Stored form of the event about foes' health.
#[derive(Serialize, Deserialize)]
struct FoeHealthSet {
    before: FoeHealth,
    after: FoeHealth,
}

/// Stored form of the event about the countdown.
#[derive(Serialize, Deserialize)]
struct CountdownSet {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    before: Option<Countdown>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    after: Option<Countdown>,
}

/// Stored form of the command about the countdown.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct CountdownCommand {
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
                before: CombatantField::Note(before),
                after: CombatantField::Note(after),
            }) => {
                let (id, before, after) = (*id, before, after);
                write_variant(to, "Event", NOTED, &FieldSet { id, before, after })
            }
            Self::Edited(Edited {
                id,
                before: CombatantField::Owner(before),
                after: CombatantField::Owner(after),
            }) => {
                let (id, before, after) = (*id, before, after);
                write_variant(to, "Event", ASSIGNED, &FieldSet { id, before, after })
            }
            Self::TableSet(TableSet {
                before: TableSetting::FoeHealth(before),
                after: TableSetting::FoeHealth(after),
            }) => {
                let (before, after) = (*before, *after);
                write_variant(to, "Event", FOE_HEALTH_SET, &FoeHealthSet { before, after })
            }
            Self::TableSet(TableSet {
                before: TableSetting::FoeOdds(_),
                after: TableSetting::FoeOdds(shown),
            }) => write_variant(to, "Event", FOE_ODDS_SET, &ShownFlag { shown }),
            Self::TableSet(TableSet {
                before: TableSetting::Countdown(before),
                after: TableSetting::Countdown(after),
            }) => {
                let (before, after) = (*before, *after);
                write_variant(to, "Event", COUNTDOWN_SET, &CountdownSet { before, after })
            }
            // The derived writer.
            event => Self::serialize(event, to),
        }
    }
}

impl LegacyNamed for Event {
    fn read_variant<'de, A: VariantAccess<'de>>(
        name: String,
        content: A,
    ) -> Result<Self, A::Error> {
        match name.as_str() {
            NOTED => {
                let note: FieldSet<Option<Name>> = content.newtype_variant()?;
                Ok(note.into_event(CombatantField::Note))
            }
            ASSIGNED => {
                let owner: FieldSet<Option<SeatId>> = content.newtype_variant()?;
                Ok(owner.into_event(CombatantField::Owner))
            }
            FOE_HEALTH_SET => {
                let FoeHealthSet { before, after } = content.newtype_variant()?;
                Ok(Self::TableSet(TableSet {
                    before: TableSetting::FoeHealth(before),
                    after: TableSetting::FoeHealth(after),
                }))
            }
            FOE_ODDS_SET => {
                let ShownFlag::<bool> { shown } = content.newtype_variant()?;
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
            // The derived reader.
            _ => Self::deserialize(EnumAccessDeserializer::new(NamedVariant { name, content })),
        }
    }
}

impl Serialize for Command {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::SetTable {
                to: TableSetting::FoeHealth(shown),
                was: None,
            } => write_variant(to, "Command", FOE_HEALTH, &ShownFlag { shown }),
            Self::SetTable {
                to: TableSetting::FoeOdds(shown),
                was: None,
            } => write_variant(to, "Command", FOE_ODDS, &ShownFlag { shown }),
            Self::SetTable {
                to: TableSetting::Countdown(after),
                was: Some(TableSetting::Countdown(from)),
            } => {
                let ask = CountdownCommand {
                    from: *from,
                    to: *after,
                };
                write_variant(to, "Command", COUNTDOWN, &ask)
            }
            // The derived writer.
            command => Self::serialize(command, to),
        }
    }
}

impl LegacyNamed for Command {
    fn read_variant<'de, A: VariantAccess<'de>>(
        name: String,
        content: A,
    ) -> Result<Self, A::Error> {
        let set = |to, was| Self::SetTable { to, was };
        match name.as_str() {
            FOE_HEALTH => {
                let ShownFlag { shown } = content.newtype_variant()?;
                Ok(set(TableSetting::FoeHealth(shown), None))
            }
            FOE_ODDS => {
                let ShownFlag { shown } = content.newtype_variant()?;
                Ok(set(TableSetting::FoeOdds(shown), None))
            }
            COUNTDOWN => {
                let CountdownCommand { from, to } = content.newtype_variant()?;
                let was = Some(TableSetting::Countdown(from));
                Ok(set(TableSetting::Countdown(to), was))
            }
            // The derived reader.
            _ => Self::deserialize(EnumAccessDeserializer::new(NamedVariant { name, content })),
        }
    }
}

/// An enum variant whose name has been read and whose content has not.
struct NamedVariant<V> {
    name: String,
    content: V,
}

impl<'de, V: VariantAccess<'de>> EnumAccess<'de> for NamedVariant<V> {
    type Error = V::Error;
    type Variant = V;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, V), V::Error> {
        let name = seed.deserialize(self.name.into_deserializer())?;
        Ok((name, self.content))
    }
}

/// An enum that is read under current names and those of earlier releases.
trait LegacyNamed: Sized {
    /// Reads the content of the variant with this name.
    fn read_variant<'de, A: VariantAccess<'de>>(name: String, content: A)
    -> Result<Self, A::Error>;
}

/// Visitor that reads a variant by its name.
struct VariantVisitor<T>(PhantomData<T>);

impl<'de, T: LegacyNamed> Visitor<'de> for VariantVisitor<T> {
    type Value = T;

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("what has a name")
    }

    fn visit_enum<A: EnumAccess<'de>>(self, data: A) -> Result<T, A::Error> {
        let (name, content) = data.variant::<String>()?;
        T::read_variant(name, content)
    }
}

impl<'de> Deserialize<'de> for Event {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_enum("Event", &[], VariantVisitor(PhantomData))
    }
}

impl<'de> Deserialize<'de> for Command {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_enum("Command", &[], VariantVisitor(PhantomData))
    }
}

/// Serializes a variant under the name of an earlier release.
fn write_variant<S: Serializer, T: Serialize>(
    to: S,
    kind: &'static str,
    name: &'static str,
    content: &T,
) -> Result<S::Ok, S::Error> {
    to.serialize_newtype_variant(kind, 0, name, content)
}
