//! The file format of scenes. Unknown keys and duplicate keys are errors.

use std::collections::BTreeMap;
use std::fmt;

use rules::base::seat::Role;
use rules::character::gear::Carried;
use rules::ruleset::SystemId;
use serde::Deserialize;
use serde::de::{self, Deserializer, MapAccess, SeqAccess, Visitor, value::MapAccessDeserializer};
use serde_json::{Map, Value};

/// Parses the scenes of a file: one scene, or a list of scenes.
pub fn parse_scenes(text: &str) -> Result<Vec<Scene>, String> {
    let several = text.trim_start().starts_with('[');
    let read = match several {
        true => serde_json::from_str(text),
        false => serde_json::from_str(text).map(|scene| vec![scene]),
    };
    read.map_err(|cause| format!("is not a scene: {cause}"))
}

/// A scene: a table, its combatants, and the steps that are played.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scene {
    /// Name of the scene.
    pub scene: String,
    /// Description of the scene for people.
    #[serde(default)]
    pub about: String,
    /// The rule system of the encounter.
    pub system: SystemId,
    /// Ids of the rules that the scene plays.
    #[serde(default)]
    pub rules: Vec<String>,
    /// House rules that differ from the printed rules.
    #[serde(default)]
    pub(super) settings: OrderedPairs,
    /// The people at the table.
    pub(super) seats: Vec<SceneSeat>,
    /// The combatants that are added before the first step.
    #[serde(default)]
    pub(super) combatants: Vec<SceneCombatants>,
    /// Names of the combatants that are placed in the order from the start, without dice.
    #[serde(default)]
    pub(super) order: Vec<String>,
    /// The lines that describe the places of the scene, which is in use from the start; empty without places.
    #[serde(default)]
    pub(super) places: String,
    /// The place of each combatant in the scene, by their names.
    #[serde(default)]
    pub(super) at: OrderedPairs,
    /// Texts that players must not see, from the first step to the last.
    #[serde(default)]
    pub(super) unseen: Vec<String>,
    /// The steps, in order.
    pub(super) steps: Vec<SceneStep>,
}

/// A person at the table, with a role.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SceneSeat {
    pub(super) name: String,
    pub(super) role: Role,
}

/// Combatants that are added by a quick-add line or by a sheet.
#[derive(Debug, Default)]
pub(super) struct SceneCombatants(pub(super) CombatantSpec);

/// Specification of a combatant in a scene.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CombatantSpec {
    pub(super) line: Option<String>,
    pub(super) name: Option<String>,
    pub(super) kind: Option<String>,
    #[serde(default)]
    pub(super) traits: BTreeMap<String, i32>,
    pub(super) seat: Option<String>,
    pub(super) side: Option<String>,
    #[serde(default)]
    pub(super) hidden: bool,
    #[serde(default)]
    pub(super) gear: Vec<ItemSpec>,
    #[serde(default)]
    pub(super) conditions: OrderedPairs,
    #[serde(default)]
    pub(super) marks: BTreeMap<String, i32>,
    #[serde(default)]
    pub(super) spent: BTreeMap<String, i32>,
    pub(super) die: Option<u16>,
}

impl<'de> Deserialize<'de> for SceneCombatants {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = SceneCombatants;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a quick-add line, or an object with a line or a name")
            }
            fn visit_str<E: de::Error>(self, line: &str) -> Result<SceneCombatants, E> {
                Ok(SceneCombatants(CombatantSpec {
                    line: Some(line.to_owned()),
                    ..CombatantSpec::default()
                }))
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<SceneCombatants, A::Error> {
                CombatantSpec::deserialize(MapAccessDeserializer::new(map)).map(SceneCombatants)
            }
        }
        from.deserialize_any(Either)
    }
}

/// An item that a combatant starts with.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ItemSpec {
    pub(super) chart: Option<String>,
    pub(super) own: Option<StrictJson>,
    pub(super) carried: Option<Carried>,
}

/// A step: a command and its expected effects, or only expectations.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SceneStep {
    #[serde(default)]
    pub(super) note: String,
    pub(super) by: Option<String>,
    #[serde(rename = "do")]
    pub(super) command: Option<StrictJson>,
    #[serde(default)]
    pub(super) dice: Vec<u16>,
    #[serde(default, rename = "as")]
    pub(super) named: ExchangeNames,
    pub(super) refused: Option<StrictJson>,
    #[serde(default)]
    pub(super) see: ViewExpectations,
    #[serde(default)]
    pub(super) unseen: Vec<String>,
    #[serde(default)]
    pub(super) quiet: bool,
}

impl SceneStep {
    /// Checks that the keys of the step fit together.
    pub(super) fn check(&self) -> Result<(), String> {
        if self.by.is_some() != self.command.is_some() {
            return Err("“by” and “do” go together".into());
        }
        let acts = self.command.is_some();
        let leans = !self.dice.is_empty()
            || !self.named.0.is_empty()
            || self.refused.is_some()
            || self.quiet;
        if leans && !acts {
            return Err("“dice”, “as”, “refused” and “quiet” need a command".into());
        }
        if !acts && self.see.is_empty() && self.unseen.is_empty() {
            return Err("the step does nothing and expects nothing".into());
        }
        if self.refused.is_some() && !self.named.0.is_empty() {
            return Err("what is refused begins no exchange to be named".into());
        }
        Ok(())
    }
}

/// Expectations about the views of each class of viewers.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ViewExpectations {
    #[serde(default)]
    pub(super) storyteller: OrderedPairs,
    #[serde(default)]
    pub(super) table: OrderedPairs,
    #[serde(default)]
    pub(super) all: OrderedPairs,
}

impl ViewExpectations {
    fn is_empty(&self) -> bool {
        [&self.storyteller, &self.table, &self.all]
            .iter()
            .all(|pairs| pairs.0.is_empty())
    }
}

/// Names for the exchanges that a step begins: one name, or a list.
#[derive(Debug, Default)]
pub(super) struct ExchangeNames(pub(super) Vec<String>);

impl<'de> Deserialize<'de> for ExchangeNames {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let StrictJson(value) = StrictJson::deserialize(from)?;
        let list = match value {
            Value::Array(list) => list,
            one => vec![one],
        };
        let names = list.into_iter().map(|name| match name {
            Value::String(name) => Ok(name),
            other => Err(de::Error::custom(format!("{other} is not a name"))),
        });
        names.collect::<Result<_, _>>().map(Self)
    }
}

/// Keys with values in the order of the file, without duplicates.
#[derive(Debug, Default)]
pub(super) struct OrderedPairs(pub(super) Vec<(String, Value)>);

impl<'de> Deserialize<'de> for OrderedPairs {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Each;
        impl<'de> Visitor<'de> for Each {
            type Value = OrderedPairs;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<OrderedPairs, A::Error> {
                let mut pairs: Vec<(String, Value)> = Vec::new();
                while let Some((key, StrictJson(value))) = map.next_entry::<String, StrictJson>()? {
                    if pairs.iter().any(|(other, _)| *other == key) {
                        return Err(de::Error::custom(format!("“{key}” is there twice")));
                    }
                    pairs.push((key, value));
                }
                Ok(OrderedPairs(pairs))
            }
        }
        from.deserialize_map(Each)
    }
}

/// Any JSON value in which no object has duplicate keys.
#[derive(Debug, Default)]
pub(super) struct StrictJson(pub(super) Value);

impl<'de> Deserialize<'de> for StrictJson {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(JsonVisitor).map(Self)
    }
}

/// Visitor that reads a JSON value and refuses duplicate keys and fractions.
struct JsonVisitor;

impl<'de> Visitor<'de> for JsonVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E: de::Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E: de::Error>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<Value, E> {
        Err(E::custom(format!("{value} is not a whole number")))
    }

    fn visit_str<E: de::Error>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(StrictJson(value)) = list.next_element()? {
            values.push(value);
        }
        Ok(values.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Value, A::Error> {
        let pairs = OrderedPairs::deserialize(MapAccessDeserializer::new(map))?;
        Ok(Value::Object(pairs.0.into_iter().collect::<Map<_, _>>()))
    }
}
