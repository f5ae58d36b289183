//! Parses the forms of a sheet into commands.

use rules::messages::served as msg;
use std::str::FromStr;

use app::pages::Typed;
use app::pages::sheet::{CUSTOM, DIAL, NUMBER, ON, PART, TAG, TRAIT, WAS, part};
use rules::condition::Condition;
use rules::dial::Reading;
use rules::encounter::command::{AskedTerm, ItemAsk, OwnItem, RollAsk, SheetAsk, Whose};
use rules::encounter::view::Row;
use rules::encounter::{Command, Field, HealthSight, View};
use rules::gear::{Carried, ItemId};
use rules::id::{CombatantId, SeatId};
use rules::text::{MAX_NAME, whole};
use serde::de::IntoDeserializer as _;
use serde::{Deserialize, Deserializer};

use crate::error::HttpError;

/// Fields of a form as they were sent.
#[derive(Debug, Default, Deserialize)]
#[serde(transparent)]
pub(crate) struct Sent(pub(super) Typed);

/// Reason why a form yields no command.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Unwritten {
    /// The form changes nothing.
    Nothing,
    /// The text typed for this value is no number.
    Number(String),
}

/// Result of parsing a form.
type Read<T> = Result<T, Unwritten>;

impl Sent {
    /// Returns the value of a field, or an empty text.
    fn get(&self, name: &str) -> &str {
        self.0.get(name)
    }

    /// Returns the fields whose names begin with the prefix, by the rest of the name.
    fn all<'a>(&'a self, prefix: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
        let fields = self.0.0.iter();
        fields.filter_map(move |(name, value)| Some((name.strip_prefix(prefix)?, value.as_str())))
    }

    /// Returns the part of the sheet that the form belongs to, and its commands.
    pub(super) fn commands(
        &self,
        view: &View,
        row: &Row,
    ) -> Result<(&'static str, Read<Vec<Command>>), HttpError> {
        let asked: Asked = self.0.read().ok_or(HttpError::Unreadable)?;
        Ok((asked.part(), asked.commands(self, view, row)?))
    }

    /// Parses an item with values of the table's own.
    fn own_item(
        &self,
        view: &View,
        id: CombatantId,
        (name, kind, carried): (String, String, Carried),
    ) -> Result<Read<Vec<Command>>, HttpError> {
        let mut specs = view.system.combat().items().iter();
        let spec = specs.find(|spec| spec.kind == kind);
        let spec = spec.ok_or(HttpError::Unreadable)?;
        let mut numbers = Reading::default();
        for (key, typed) in self.all(NUMBER) {
            let known = spec.numbers.iter().find(|number| number.key == key);
            let title = known.map_or(key, |known| known.title.get());
            match number(title, typed) {
                Ok(Some(value)) => numbers = numbers.with(key, value),
                Ok(None) => {}
                Err(no_number) => return Ok(Err(no_number)),
            }
        }
        let tags = self.all(TAG).map(|(_, tag)| tag.to_owned());
        let own = OwnItem {
            name,
            kind,
            numbers,
            tags: tags.collect(),
        };
        Ok(Ok(vec![Command::GiveItem {
            id,
            what: ItemAsk::Own(own),
            carried: Some(carried),
        }]))
    }

    /// Parses changed numbers of an item. Each command holds the difference to the printed number, so that a shot
    /// fired meanwhile counts too.
    fn changes(&self, id: CombatantId, item: ItemId) -> Read<Vec<Command>> {
        let mut commands = Vec::new();
        for (key, typed) in self.all(NUMBER) {
            let was = self.get(&format!("{WAS}{NUMBER}{key}"));
            let was = number(key, was)?.unwrap_or(0);
            let typed = number(key, typed)?.unwrap_or(0);
            if was != typed {
                commands.push(Command::ChangeItem {
                    id,
                    item,
                    key: key.to_owned(),
                    by: typed.saturating_sub(was),
                });
            }
        }
        match commands.is_empty() {
            true => Err(Unwritten::Nothing),
            false => Ok(commands),
        }
    }

    /// Parses the traits that differ from the printed ones, and a new one of the sheet's own.
    fn traits(&self, view: &View, row: &Row) -> Read<Vec<Command>> {
        let specs = view.system.rules().traits();
        let spec = |key: &str| specs.iter().find(|spec| spec.key == key);
        let mut edits = Vec::new();
        for prefix in [TRAIT, CUSTOM] {
            for (key, typed) in self.all(prefix) {
                if typed.trim() == self.get(&format!("{WAS}{prefix}{key}")) {
                    continue;
                }
                let title = spec(key).map_or(key, |spec| spec.title.get());
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

/// Parses a roll of several traits: those named, with their present values, and a modifier.
fn pool(sent: &Sent, view: &View, row: &Row) -> Read<Vec<Command>> {
    let Some(sheet) = &row.sheet else {
        return Err(Unwritten::Nothing);
    };
    let rules = view.system.rules();
    let term = |name: &str| match name.strip_prefix(CUSTOM) {
        Some(own) => Some((own.to_owned(), sheet.custom.get(own).copied()?)),
        None => {
            let spec = rules.traits().iter().find(|spec| spec.key == name)?;
            Some((spec.title.to_string(), sheet.get(spec)))
        }
    };
    let named = sent.0.0.iter().filter(|(field, _)| field == PART);
    let mut terms: Vec<(String, i32)> = named.filter_map(|(_, name)| term(name)).collect();
    let titles: Vec<&str> = terms.iter().map(|(title, _)| title.as_str()).collect();
    let what: String = titles.join(" + ").chars().take(MAX_NAME).collect();
    if terms.is_empty() {
        return Err(Unwritten::Nothing);
    }
    match number(msg::MODIFIER.get(), sent.get("modifier"))? {
        None | Some(0) => {}
        Some(by) => terms.push((msg::MODIFIER.get().to_owned(), by)),
    }
    let mut reading = Reading::default();
    let who = view.fighter(row);
    for dial in rules.dials(who.as_ref()) {
        let set = sent.0.find(&format!("{DIAL}{}", dial.key));
        let set = set
            .map(|typed| number(dial.title.get(), typed))
            .transpose()?;
        if let Some(value) = set.flatten().filter(|value| *value != dial.default) {
            reading = reading.with(dial.key, value);
        }
    }
    let term = |(label, value)| AskedTerm { label, value };
    Ok(vec![Command::Roll(Box::new(RollAsk {
        id: Some(row.id),
        what,
        terms: terms.into_iter().map(term).collect(),
        reading,
        hidden: false,
        bare: false,
        faces: None,
    }))])
}

/// Action that a form requests, by its `do`. Fields with names that vary between sheets are read from [`Sent`].
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
enum Asked {
    /// Spends or regains points of a pool: `willpower -1`.
    Spend { spend: String },
    /// Removes a condition.
    Lift { key: String },
    /// Adds a condition.
    Afflict { key: String },
    /// Starts to hold another combatant.
    Hold { on: CombatantId, key: String },
    /// Lets another combatant go.
    Release { hold: String },
    /// Sets the short note beside the conditions.
    Note { text: String },
    /// Takes the face of a real initiative die.
    Real { face: String },
    /// Adds to the initiative.
    Adjust { by: String },
    /// Adds an item of the rules' charts.
    Give { what: String },
    /// Adds an item with values of the table's own.
    Own {
        name: String,
        kind: String,
        to: Carried,
    },
    /// Moves an item to another place.
    Carry { item: String, to: Carried },
    /// Changes numbers of an item.
    Change { item: String },
    /// Removes an item.
    Take { item: String },
    /// Sets traits.
    Traits,
    /// Rolls several traits together.
    Pool,
    /// Replaces the sheet with an archetype.
    Start { archetype: String },
    /// Sets the kind of being.
    Kind { kind: String },
    /// Sets the notes.
    Notes { text: String },
    /// Sets the wound penalties of the health levels.
    Levels { levels: String },
    /// Sets the name.
    Name { name: String },
    /// Makes a saved roll.
    Roll { name: String },
    /// Saves a roll.
    Keep { name: String, line: String },
    /// Removes a saved roll.
    Unroll { name: String },
    /// Sets how much of the health players see.
    Sight {
        #[serde(deserialize_with = "maybe")]
        sight: Option<HealthSight>,
    },
    /// Sets whether the hidden combatant is revealed by its first exchange.
    Lurks { lurks: String },
    /// Removes the portrait.
    Faceless,
    /// Sets the player.
    Owner { seat: String },
}

impl Asked {
    /// Returns the part of the sheet that the form belongs to.
    const fn part(&self) -> &'static str {
        match self {
            Self::Spend { .. } => part::POOLS,
            Self::Lift { .. } | Self::Afflict { .. } | Self::Note { .. } => part::CONDITIONS,
            Self::Hold { .. } | Self::Release { .. } => part::HOLDS,
            Self::Real { .. } | Self::Adjust { .. } => part::INITIATIVE,
            Self::Give { .. }
            | Self::Own { .. }
            | Self::Carry { .. }
            | Self::Change { .. }
            | Self::Take { .. } => part::GEAR,
            Self::Traits => part::TRAITS,
            Self::Pool => part::DICE,
            Self::Start { .. } => part::START,
            Self::Notes { .. } => part::NOTES,
            Self::Roll { .. } | Self::Keep { .. } | Self::Unroll { .. } => part::ROLLS,
            Self::Faceless => part::PORTRAIT,
            Self::Kind { .. }
            | Self::Levels { .. }
            | Self::Name { .. }
            | Self::Sight { .. }
            | Self::Lurks { .. }
            | Self::Owner { .. } => part::WHO,
        }
    }

    /// Returns the commands that the form means.
    fn commands(
        self,
        sent: &Sent,
        view: &View,
        row: &Row,
    ) -> Result<Read<Vec<Command>>, HttpError> {
        let id = row.id;
        let edit = |ask| Command::EditSheet {
            id,
            edits: vec![ask],
        };
        let field = |to| Command::Edit { id, to };
        let command = match self {
            Self::Traits => return Ok(sent.traits(view, row)),
            Self::Pool => return Ok(pool(sent, view, row)),
            Self::Own { name, kind, to } => return sent.own_item(view, id, (name, kind, to)),
            Self::Change { item } => return Ok(sent.changes(id, parsed(&item)?)),
            Self::Real { face } => {
                let face = whole(&face).and_then(|face| u16::try_from(face).ok());
                let Some(face) = face else {
                    return Ok(Err(Unwritten::Number(msg::THE_DIE.get().to_owned())));
                };
                Command::RollInitiative {
                    whose: Whose::One(id),
                    face: Some(face),
                }
            }
            Self::Adjust { by } => match number(msg::INITIATIVE.get(), &by) {
                Ok(Some(by)) => Command::Adjust { id, by },
                Ok(None) => return Ok(Err(Unwritten::Nothing)),
                Err(no_number) => return Ok(Err(no_number)),
            },
            Self::Roll { name } => {
                let sheet = row.sheet.as_ref();
                let Some(line) = sheet.and_then(|sheet| sheet.roll_line(&name)) else {
                    return Ok(Err(Unwritten::Nothing));
                };
                let who = Some(id);
                Command::Say { line, who }
            }
            Self::Spend { spend } => {
                let (pool, by) = spend.rsplit_once(' ').ok_or(HttpError::Unreadable)?;
                let (pool, by) = (pool.to_owned(), parsed(by)?);
                Command::Spend { id, pool, by }
            }
            Self::Lift { key } => Command::Lift { id, key },
            Self::Afflict { key } => {
                let condition = Condition::default();
                Command::Afflict { id, key, condition }
            }
            Self::Hold { on, key } => Command::Hold {
                by: id,
                on,
                key,
                amount: 0,
            },
            Self::Release { hold } => {
                let (key, on) = hold.split_once(ON).ok_or(HttpError::Unreadable)?;
                let (key, on) = (key.to_owned(), parsed(on)?);
                Command::Release { by: id, on, key }
            }
            Self::Note { text } => Command::Note { id, text },
            Self::Give { what } => Command::GiveItem {
                id,
                what: ItemAsk::Chart(what),
                carried: None,
            },
            Self::Carry { item, to } => {
                let item = parsed(&item)?;
                Command::CarryItem { id, item, to }
            }
            Self::Take { item } => {
                let item = parsed(&item)?;
                Command::TakeItem { id, item }
            }
            Self::Start { archetype } => Command::StartFrom { id, archetype },
            Self::Kind { kind } => {
                let kind = Some(kind).filter(|kind| !kind.is_empty());
                Command::SetKind { id, kind }
            }
            Self::Notes { text } => edit(SheetAsk::Notes(text)),
            Self::Levels { levels } => edit(SheetAsk::Levels(levels)),
            Self::Name { name } => Command::Rename { id, name },
            Self::Keep { name, line } => {
                let line = Some(line);
                edit(SheetAsk::Roll { name, line })
            }
            Self::Unroll { name } => edit(SheetAsk::Roll { name, line: None }),
            Self::Sight { sight } => field(Field::Sight(sight)),
            Self::Lurks { lurks } => field(Field::Lurks(lurks == "yes")),
            Self::Faceless => field(Field::Portrait(None)),
            Self::Owner { seat } => {
                let seat = match seat.as_str() {
                    "" => None,
                    seat => Some(SeatId(parsed(seat)?)),
                };
                Command::Assign { id, seat }
            }
        };
        Ok(Ok(vec![command]))
    }
}

/// Deserializes an optional word; the empty text, as the first choice of a list sends it, is `None`.
fn maybe<'de, D: Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<Option<T>, D::Error> {
    match String::deserialize(from)?.as_str() {
        "" => Ok(None),
        word => T::deserialize(word.to_owned().into_deserializer()).map(Some),
    }
}

/// Parses a field that our own forms have written.
fn parsed<T: FromStr>(typed: &str) -> Result<T, HttpError> {
    typed.parse().map_err(|_| HttpError::Unreadable)
}

/// Parses a typed number; accepts the typographic minus that people see. Empty is `None`.
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
