//! Fields that had an event of their own before plain fields shared one: kept under the names the
//! log has for them, so that a record says today what it said when it was written.

use std::fmt;

use serde::de::value::EnumAccessDeserializer;
use serde::de::{DeserializeSeed, EnumAccess, IntoDeserializer, VariantAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Event;
use crate::encounter::field::Field;
use crate::id::{CombatantId, SeatId};
use crate::text::Name;

const NOTED: &str = "noted";
const ASSIGNED: &str = "assigned";

/// What such an event says.
#[derive(Serialize, Deserialize)]
struct Set<T> {
    id: CombatantId,
    before: T,
    after: T,
}

impl<T> Set<T> {
    fn edited(self, field: impl Fn(T) -> Field) -> Event {
        Event::Edited {
            id: self.id,
            before: field(self.before),
            after: field(self.after),
        }
    }
}

impl Serialize for Event {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Edited {
                id,
                before: Field::Note(before),
                after: Field::Note(after),
            } => set(serializer, NOTED, (*id, before, after)),
            Self::Edited {
                id,
                before: Field::Owner(before),
                after: Field::Owner(after),
            } => set(serializer, ASSIGNED, (*id, before, after)),
            // The writer that is derived.
            event => Self::serialize(event, serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Event {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_enum("Event", &[], OfAnyRelease)
    }
}

fn set<S: Serializer, T: Serialize>(
    serializer: S,
    name: &'static str,
    (id, before, after): (CombatantId, T, T),
) -> Result<S::Ok, S::Error> {
    serializer.serialize_newtype_variant("Event", 0, name, &Set { id, before, after })
}

struct OfAnyRelease;

impl<'de> Visitor<'de> for OfAnyRelease {
    type Value = Event;

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("an event")
    }

    fn visit_enum<A: EnumAccess<'de>>(self, data: A) -> Result<Event, A::Error> {
        let (name, content) = data.variant::<String>()?;
        match name.as_str() {
            NOTED => {
                let note: Set<Option<Name>> = content.newtype_variant()?;
                Ok(note.edited(Field::Note))
            }
            ASSIGNED => {
                let owner: Set<Option<SeatId>> = content.newtype_variant()?;
                Ok(owner.edited(Field::Owner))
            }
            // The reader that is derived.
            _ => Event::deserialize(EnumAccessDeserializer::new(Named { name, content })),
        }
    }
}

/// An event whose name has been read and whose content has not.
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
