//! Names of a scene for ids: `@Ilse`, `@Ilse/Knife`, `@blow`, `@Ana`.

use std::collections::BTreeMap;

use rules::base::id::{CombatantId, CoverId, ExchangeId, LocationId};
use rules::base::seat::Actor;
use rules::encounter::View;
use serde_json::Value;

/// The ids that each name stands for at present.
#[derive(Default)]
pub(super) struct Names {
    seats: BTreeMap<String, Actor>,
    combatants: BTreeMap<String, CombatantId>,
    items: BTreeMap<String, Vec<(String, u16)>>,
    covers: BTreeMap<String, CoverId>,
    locations: BTreeMap<String, LocationId>,
    exchanges: BTreeMap<String, ExchangeId>,
    open_exchanges: Vec<ExchangeId>,
}

impl Names {
    /// Adds the name of a person and their seat.
    pub(super) fn add_seat(&mut self, name: &str, seat: Actor) -> Result<(), String> {
        check_name(name)?;
        match self.seats.insert(name.to_owned(), seat) {
            None => Ok(()),
            Some(_) => Err(format!("two people are called {name}")),
        }
    }

    /// Returns the seat of the person of that name.
    pub(super) fn seat(&self, name: &str) -> Result<Actor, String> {
        let seat = self.seats.get(name).copied();
        seat.ok_or_else(|| format!("nobody called {name} sits at the table"))
    }

    /// Adds a name for an exchange.
    pub(super) fn add_exchange(&mut self, name: &str, id: ExchangeId) -> Result<(), String> {
        check_name(name)?;
        if ["turn", "open"].contains(&name) || self.matching_ids(name).next().is_some() {
            return Err(format!("{name} is something else already"));
        }
        self.exchanges.insert(name.to_owned(), id);
        Ok(())
    }

    /// Adds the names of combatants, items, covers and places from the storyteller's view. The old names of combatants that
    /// left or were renamed stay valid.
    pub(super) fn update(&mut self, view: &View) -> Result<(), String> {
        for row in view.rows.values() {
            let name = row.full_name();
            let taken = self.seats.contains_key(&name) || self.exchanges.contains_key(&name);
            if taken {
                return Err(format!("{name} is something else already"));
            }
            if name.contains(['.', '/']) {
                return Err(format!("{name} cannot be named in a path"));
            }
            let items = row.gear.iter();
            let items = items.map(|(id, item)| (item.name.to_string(), *id));
            self.items.insert(name.clone(), items.collect());
            self.combatants.insert(name, row.id);
        }
        for (id, cover) in &view.covers {
            self.covers.insert(cover.name.to_string(), *id);
        }
        let plan = view.scene.iter().flat_map(|scene| &scene.plan.locations);
        for (id, location) in plan {
            self.locations.insert(location.name.to_string(), *id);
        }
        let open = view.exchanges.values().filter(|it| it.next.is_some());
        self.open_exchanges = open.map(|it| it.id).collect();
        Ok(())
    }

    /// Returns every id that a name stands for: seat, combatant, exchange, cover or place.
    fn matching_ids<'a>(&'a self, name: &str) -> impl Iterator<Item = Value> + use<'a> {
        let seat = self.seats.get(name).map(|seat| match seat {
            Actor::Seat(seat) => Value::from(seat.0),
            Actor::Server => Value::Null,
        });
        let combatant = self.combatants.get(name);
        let exchange = self.exchanges.get(name);
        let combatant = combatant.map(|id| Value::from(id.to_string()));
        let exchange = exchange.map(|id| Value::from(id.to_string()));
        let cover = self.covers.get(name).map(|id| Value::from(id.0));
        let location = self.locations.get(name).map(|id| Value::from(id.0));
        let all = seat.into_iter().chain(combatant).chain(exchange);
        all.chain(cover).chain(location)
    }

    /// Returns the id that a name stands for.
    pub(super) fn id(&self, name: &str) -> Result<Value, String> {
        if let Some((whose, item)) = name.split_once('/') {
            return self.item_number(whose, item);
        }
        if name == "open" {
            return match &self.open_exchanges[..] {
                [one] => Ok(one.to_string().into()),
                all => Err(format!("@open: {} exchanges are not over", all.len())),
            };
        }
        let found = self.matching_ids(name).next();
        found.ok_or_else(|| format!("nobody and nothing here is called {name}"))
    }

    /// Returns the number of an item of a combatant.
    fn item_number(&self, whose: &str, name: &str) -> Result<Value, String> {
        let items = self.items.get(whose);
        let items = items.ok_or_else(|| format!("no combatant is called {whose}"))?;
        let mut found = items.iter().filter(|(item, _)| item == name);
        match (found.next(), found.next()) {
            (Some((_, id)), None) => Ok((*id).into()),
            (None, _) => Err(format!("{whose} has no item called {name}")),
            _ => Err(format!(
                "{whose} has several items called {name}: write the number"
            )),
        }
    }

    /// Returns the id that a name stands for, as a key of an object.
    pub(super) fn id_as_key(&self, name: &str) -> Result<String, String> {
        Ok(match self.id(name)? {
            Value::String(id) => id,
            other => other.to_string(),
        })
    }

    /// Returns JSON with an id in place of every `@name`, the turn in place of `@turn`, and `@` in place of a leading
    /// `@@`.
    pub(super) fn resolve_names(&self, json: &Value, turn: &Value) -> Result<Value, String> {
        Ok(match json {
            Value::String(text) => match text.strip_prefix('@') {
                None => json.clone(),
                Some("turn") => turn.clone(),
                Some(rest) if rest.starts_with('@') => rest.into(),
                Some(name) => self.id(name)?,
            },
            Value::Array(list) => {
                let list = list.iter().map(|value| self.resolve_names(value, turn));
                list.collect::<Result<Vec<_>, _>>()?.into()
            }
            Value::Object(map) => {
                let map = map.iter().map(|(key, value)| {
                    let value = match (key.as_str(), self.resolve_names(value, turn)?) {
                        // A place that is chosen is a text.
                        ("chose", Value::Number(id)) => id.to_string().into(),
                        (_, value) => value,
                    };
                    Ok((key.clone(), value))
                });
                Value::Object(map.collect::<Result<_, String>>()?)
            }
            plain => plain.clone(),
        })
    }
}

/// Checks that a name can be used in a scene: not empty, and without `.`, `/` and `@`.
fn check_name(name: &str) -> Result<(), String> {
    match name.is_empty() || name.contains(['.', '/', '@']) {
        true => Err(format!("“{name}” will not do as a name in a scene")),
        false => Ok(()),
    }
}
