//! What a form on a sheet asks for, as commands.

use app::pages::Typed;
use app::pages::sheet::{CUSTOM, NUMBER, ON, TAG, TRAIT, WAS, part};
use rules::condition::Condition;
use rules::dial::Reading;
use rules::encounter::command::{ItemAsk, OwnItem, SheetAsk, Whose};
use rules::encounter::view::Row;
use rules::encounter::{Command, Field, HealthSight, View};
use rules::gear::{Carried, ItemId};
use rules::id::{CombatantId, SeatId};
use rules::sheet::TraitSpec;
use rules::text::whole;
use serde::Deserialize;

use crate::error::HttpError;

/// The fields of a form as they were sent.
#[derive(Debug, Default, Deserialize)]
#[serde(transparent)]
pub(crate) struct Sent(pub(super) Typed);

/// Why a form comes to no command.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Unwritten {
    /// It changes nothing.
    Nothing,
    /// What was typed for this is no number.
    Number(String),
}

type Read<T> = Result<T, Unwritten>;

impl Sent {
    fn get(&self, name: &str) -> &str {
        self.0.get(name)
    }

    /// The fields whose names begin so, by the rest of the name.
    fn all<'a>(&'a self, prefix: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
        let fields = self.0.0.iter();
        fields.filter_map(move |(name, value)| Some((name.strip_prefix(prefix)?, value.as_str())))
    }

    /// A value in the way its own words write it, such as a place of an item.
    fn word<T: serde::de::DeserializeOwned>(&self, name: &str) -> Result<T, HttpError> {
        let word = serde_json::Value::String(self.get(name).to_owned());
        serde_json::from_value(word).map_err(|_| HttpError::Unreadable)
    }

    fn item(&self) -> Result<ItemId, HttpError> {
        self.get("item").parse().map_err(|_| HttpError::Unreadable)
    }

    /// The part of the sheet that the form belongs to, and its commands.
    pub(super) fn commands(
        &self,
        view: &View,
        row: &Row,
    ) -> Result<(&'static str, Read<Vec<Command>>), HttpError> {
        let id = row.id;
        let text = |name: &str| self.get(name).to_owned();
        let one = |command| Ok(vec![command]);
        Ok(match self.get("do") {
            "spend" => {
                let (pool, by) = self.get("spend").rsplit_once(' ').unwrap_or_default();
                let by = by.parse().map_err(|_| HttpError::Unreadable)?;
                let pool = pool.to_owned();
                (part::POOLS, one(Command::Spend { id, pool, by }))
            }
            "lift" => (
                part::CONDITIONS,
                one(Command::Lift {
                    id,
                    key: text("key"),
                }),
            ),
            "afflict" => {
                let condition = Condition::default();
                let key = text("key");
                (
                    part::CONDITIONS,
                    one(Command::Afflict { id, key, condition }),
                )
            }
            "hold" => (part::HOLDS, one(self.hold(id)?)),
            "release" => (part::HOLDS, one(self.release(id)?)),
            "note" => {
                let text = text("text");
                (part::CONDITIONS, one(Command::Note { id, text }))
            }
            "real" => {
                let whose = Whose::One(id);
                let face = whole(self.get("face")).and_then(|face| u16::try_from(face).ok());
                let face = face.ok_or_else(|| Unwritten::Number("The die".to_owned()));
                let roll = |face| Command::RollInitiative {
                    whose,
                    face: Some(face),
                };
                (part::INITIATIVE, face.map(|face| vec![roll(face)]))
            }
            "adjust" => {
                let by = number("Initiative", self.get("by"));
                let by = by.and_then(|by| by.ok_or(Unwritten::Nothing));
                (
                    part::INITIATIVE,
                    by.map(|by| vec![Command::Adjust { id, by }]),
                )
            }
            "give" => {
                let what = ItemAsk::Chart(text("what"));
                (
                    part::GEAR,
                    one(Command::GiveItem {
                        id,
                        what,
                        carried: None,
                    }),
                )
            }
            "own" => (part::GEAR, self.own_item(view, row)?),
            "carry" => {
                let (item, to) = (self.item()?, self.word::<Carried>("to")?);
                (part::GEAR, one(Command::CarryItem { id, item, to }))
            }
            "change" => (part::GEAR, self.changes(row)?),
            "take" => {
                let item = self.item()?;
                (part::GEAR, one(Command::TakeItem { id, item }))
            }
            "traits" => (part::TRAITS, self.traits(view, row)),
            deed => return self.of_themselves(deed, row),
        })
    }

    /// The same of what is said of the combatant as a whole: who they are, what is noted and kept of them.
    fn of_themselves(
        &self,
        deed: &str,
        row: &Row,
    ) -> Result<(&'static str, Read<Vec<Command>>), HttpError> {
        let id = row.id;
        let text = |name: &str| self.get(name).to_owned();
        let one = |command| Ok(vec![command]);
        Ok(match deed {
            "start" => {
                let archetype = text("archetype");
                (part::START, one(Command::StartFrom { id, archetype }))
            }
            "kind" => {
                let kind = Some(text("kind")).filter(|kind| !kind.is_empty());
                (part::WHO, one(Command::SetKind { id, kind }))
            }
            "notes" => {
                let edits = vec![SheetAsk::Notes(text("text"))];
                (part::NOTES, one(Command::EditSheet { id, edits }))
            }
            "levels" => {
                let edits = vec![SheetAsk::Levels(text("levels"))];
                (part::WHO, one(Command::EditSheet { id, edits }))
            }
            "name" => {
                let name = text("name");
                (part::WHO, one(Command::Rename { id, name }))
            }
            "roll" => {
                let sheet = row.sheet.as_ref();
                let line = sheet.and_then(|sheet| sheet.roll_line(self.get("name")));
                let who = Some(id);
                let say = line.map(|line| vec![Command::Say { line, who }]);
                (part::ROLLS, say.ok_or(Unwritten::Nothing))
            }
            "keep" | "unroll" => {
                let line = (deed == "keep").then(|| text("line"));
                let name = text("name");
                let edits = vec![SheetAsk::Roll { name, line }];
                (part::ROLLS, one(Command::EditSheet { id, edits }))
            }
            "sight" => {
                let sight = match self.get("sight") {
                    "" => None,
                    _ => Some(self.word::<HealthSight>("sight")?),
                };
                let to = Field::Sight(sight);
                (part::WHO, one(Command::Edit { id, to }))
            }
            "lurks" => {
                let to = Field::Lurks(self.get("lurks") == "yes");
                (part::WHO, one(Command::Edit { id, to }))
            }
            "faceless" => {
                let to = Field::Portrait(None);
                (part::PORTRAIT, one(Command::Edit { id, to }))
            }
            "owner" => {
                let seat = match self.get("seat") {
                    "" => None,
                    seat => Some(SeatId(seat.parse().map_err(|_| HttpError::Unreadable)?)),
                };
                (part::WHO, one(Command::Assign { id, seat }))
            }
            _ => return Err(HttpError::Unreadable),
        })
    }

    /// Takes hold of another by hand.
    fn hold(&self, by: CombatantId) -> Result<Command, HttpError> {
        Ok(Command::Hold {
            by,
            on: self.get("on").parse().map_err(|_| HttpError::Unreadable)?,
            key: self.get("key").to_owned(),
            amount: 0,
        })
    }

    /// Lets go of another by hand.
    fn release(&self, by: CombatantId) -> Result<Command, HttpError> {
        let (key, on) = self.get("hold").split_once(ON).unwrap_or_default();
        Ok(Command::Release {
            by,
            on: on.parse().map_err(|_| HttpError::Unreadable)?,
            key: key.to_owned(),
        })
    }

    /// An item of the table's own.
    fn own_item(&self, view: &View, row: &Row) -> Result<Read<Vec<Command>>, HttpError> {
        let specs = view.system.combat().items().iter();
        let kind = self.get("kind");
        let spec = specs.clone().find(|spec| spec.kind == kind);
        let spec = spec.ok_or(HttpError::Unreadable)?;
        let carried = self.word::<Carried>("to")?;
        let mut numbers = Reading::default();
        for (key, typed) in self.all(NUMBER) {
            let known = spec.numbers.iter().find(|number| number.key == key);
            let title = known.map_or(key, |known| known.title);
            match number(title, typed) {
                Ok(Some(value)) => numbers = numbers.with(key, value),
                Ok(None) => {}
                Err(no_number) => return Ok(Err(no_number)),
            }
        }
        let tags = self.all(TAG).map(|(_, tag)| tag.to_owned());
        let own = OwnItem {
            name: self.get("name").to_owned(),
            kind: kind.to_owned(),
            numbers,
            tags: tags.collect(),
        };
        Ok(Ok(vec![Command::GiveItem {
            id: row.id,
            what: ItemAsk::Own(own),
            carried: Some(carried),
        }]))
    }

    /// Other numbers of an item. What counts is by how much each differs from what was printed, so
    /// that a shot fired meanwhile counts too.
    fn changes(&self, row: &Row) -> Result<Read<Vec<Command>>, HttpError> {
        let item = self.item()?;
        let mut commands = Vec::new();
        for (key, typed) in self.all(NUMBER) {
            let was = self.get(&format!("{WAS}{NUMBER}{key}"));
            let (was, typed) = match (number(key, was), number(key, typed)) {
                (Ok(was), Ok(typed)) => (was.unwrap_or(0), typed.unwrap_or(0)),
                (Err(no_number), _) | (_, Err(no_number)) => return Ok(Err(no_number)),
            };
            if was != typed {
                commands.push(Command::ChangeItem {
                    id: row.id,
                    item,
                    key: key.to_owned(),
                    by: typed.saturating_sub(was),
                });
            }
        }
        Ok(match commands.is_empty() {
            true => Err(Unwritten::Nothing),
            false => Ok(commands),
        })
    }

    /// All traits that were typed otherwise than they were printed, the one whose chip was pressed,
    /// and a new one of the sheet's own.
    fn traits(&self, view: &View, row: &Row) -> Read<Vec<Command>> {
        let specs = view.system.rules().traits();
        let spec = |key: &str| specs.iter().find(|spec| spec.key == key);
        let mut edits = Vec::new();
        for prefix in [TRAIT, CUSTOM] {
            for (key, typed) in self.all(prefix) {
                if typed.trim() == self.get(&format!("{WAS}{prefix}{key}")) {
                    continue;
                }
                let title = spec(key).map_or(key, |spec| spec.title);
                let value = number(title, typed)?;
                edits.push(match prefix {
                    TRAIT => SheetAsk::Trait {
                        key: key.to_owned(),
                        value,
                    },
                    _ => SheetAsk::Custom {
                        name: key.to_owned(),
                        value,
                    },
                });
            }
        }
        if let Some(key) = self.0.find("add") {
            edits.push(SheetAsk::Trait {
                key: key.to_owned(),
                value: spec(key).map(first_value),
            });
        }
        if let Some(name) = self.0.find("drop") {
            edits.push(SheetAsk::Custom {
                name: name.to_owned(),
                value: None,
            });
        }
        let name = self.get("new").trim();
        if !name.is_empty() {
            edits.push(SheetAsk::Custom {
                name: name.to_owned(),
                value: Some(number(name, self.get("new.value"))?.unwrap_or(1)),
            });
        }
        match edits.is_empty() {
            true => Err(Unwritten::Nothing),
            false => Ok(vec![Command::EditSheet { id: row.id, edits }]),
        }
    }
}

/// What a trait begins with that is tapped onto a sheet.
fn first_value(spec: &TraitSpec) -> i32 {
    match spec.default {
        0 => 1.clamp(spec.min, spec.max),
        usual => usual,
    }
}

/// What was typed for a number; people type the minus they see.
fn number(title: &str, typed: &str) -> Read<Option<i32>> {
    if typed.trim().is_empty() {
        return Ok(None);
    }
    let read = whole(typed).map(Some);
    read.ok_or_else(|| Unwritten::Number(title.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_people_type_them() {
        assert_eq!(number("Size", " 5 "), Ok(Some(5)));
        assert_eq!(number("Size", "−3"), Ok(Some(-3)));
        assert_eq!(number("Size", "+３"), Ok(Some(3)));
        assert_eq!(number("Size", " "), Ok(None));
        for typed in ["five", "5.5", "99999999999", "0x1"] {
            assert_eq!(number("Size", typed), Err(Unwritten::Number("Size".into())));
        }
    }
}
