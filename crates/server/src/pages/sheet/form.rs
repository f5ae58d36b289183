//! Parses the forms of a sheet: fields whose names vary between sheets, numbers and texts.

use std::str::FromStr;

use app::pages::FormFields;
use app::pages::sheet::{CUSTOM, NUMBER, PARAMETER, PART, PRINTED, TAG, TRAIT};
use rules::base::id::CombatantId;
use rules::base::text::{MAX_NAME, parse_whole_number};
use rules::character::gear::{Carried, ItemId};
use rules::character::parameters::Parameters;
use rules::encounter::command::{CustomItemInput, ItemInput, RollInput, SheetEditInput, TermInput};
use rules::encounter::view::CombatantRow;
use rules::encounter::{Command, View};
use rules::messages::served as msg;
use serde::Deserialize;

use crate::http::error::HttpError;

/// Fields of a form on a combatant's sheet as they were sent.
#[derive(Debug, Default, Deserialize)]
#[serde(transparent)]
pub(crate) struct SheetFormFields(pub(super) FormFields);

/// Reason why a form of a combatant's sheet yields no command.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum FormError {
    /// The form changes nothing.
    Nothing,
    /// The text typed for this value is no number.
    Number(String),
}

/// Result of parsing a form of a combatant's sheet as a command.
pub(super) type ParseResult<T> = Result<T, FormError>;

impl SheetFormFields {
    /// Returns the value of a form's field, or an empty text.
    fn get(&self, name: &str) -> &str {
        self.0.get(name)
    }

    /// Returns the fields whose names begin with the prefix, by the rest of the name.
    fn fields_with_prefix<'a>(
        &'a self,
        prefix: &'a str,
    ) -> impl Iterator<Item = (&'a str, &'a str)> {
        let fields = self.0.0.iter();
        fields.filter_map(move |(name, value)| Some((name.strip_prefix(prefix)?, value.as_str())))
    }

    /// Parses an item of the table's own, whose values are in no equipment chart.
    pub(super) fn parse_own_item(
        &self,
        view: &View,
        id: CombatantId,
        (name, kind, carried): (String, String, Carried),
    ) -> Result<ParseResult<Vec<Command>>, HttpError> {
        let mut specs = view.system.combat().item_kinds().iter();
        let spec = specs.find(|spec| spec.kind == kind);
        let spec = spec.ok_or(HttpError::Unreadable)?;
        let mut numbers = Parameters::default();
        for (key, typed) in self.fields_with_prefix(NUMBER) {
            let known = spec.numbers.iter().find(|number| number.key == key);
            let title = known.map_or(key, |known| known.title.get());
            match parse_number(title, typed) {
                Ok(Some(value)) => numbers = numbers.with(key, value),
                Ok(None) => {}
                Err(no_number) => return Ok(Err(no_number)),
            }
        }
        let tags = self.fields_with_prefix(TAG).map(|(_, tag)| tag.to_owned());
        let own = CustomItemInput {
            name,
            kind,
            numbers,
            tags: tags.collect(),
        };
        Ok(Ok(vec![Command::GiveItem {
            id,
            what: ItemInput::Own(own),
            carried: Some(carried),
        }]))
    }

    /// Parses changed numbers of an item. Each command holds the difference to the printed number, so that a shot
    /// fired meanwhile counts too.
    pub(super) fn parse_item_changes(
        &self,
        id: CombatantId,
        item: ItemId,
    ) -> ParseResult<Vec<Command>> {
        let mut commands = Vec::new();
        for (key, typed) in self.fields_with_prefix(NUMBER) {
            let was = self.get(&format!("{PRINTED}{NUMBER}{key}"));
            let was = parse_number(key, was)?.unwrap_or(0);
            let typed = parse_number(key, typed)?.unwrap_or(0);
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
            true => Err(FormError::Nothing),
            false => Ok(commands),
        }
    }

    /// Parses the traits that differ from the printed ones, and a new one of the sheet's own.
    pub(super) fn parse_traits(
        &self,
        view: &View,
        row: &CombatantRow,
    ) -> ParseResult<Vec<Command>> {
        let specs = view.system.rules().facts().trait_specs;
        let spec = |key: &str| specs.iter().find(|spec| spec.key == key);
        let mut edits = Vec::new();
        for prefix in [TRAIT, CUSTOM] {
            for (key, typed) in self.fields_with_prefix(prefix) {
                if typed.trim() == self.get(&format!("{PRINTED}{prefix}{key}")) {
                    continue;
                }
                let title = spec(key).map_or(key, |spec| spec.title.get());
                let value = parse_number(title, typed)?;
                edits.push(match prefix {
                    TRAIT => SheetEditInput::Trait {
                        key: key.to_owned(),
                        value,
                    },
                    _ => SheetEditInput::Custom {
                        name: key.to_owned(),
                        value,
                    },
                });
            }
        }
        if let Some(name) = self.0.find("drop") {
            edits.push(SheetEditInput::Custom {
                name: name.to_owned(),
                value: None,
            });
        }
        let name = self.get("new").trim();
        if !name.is_empty() {
            edits.push(SheetEditInput::Custom {
                name: name.to_owned(),
                value: Some(parse_number(name, self.get("new.value"))?.unwrap_or(1)),
            });
        }
        match edits.is_empty() {
            true => Err(FormError::Nothing),
            false => Ok(vec![Command::EditSheet { id: row.id, edits }]),
        }
    }
}

/// Parses a form of the sheet that rolls several traits with their present values and a modifier.
pub(super) fn parse_pool_roll(
    sent: &SheetFormFields,
    view: &View,
    row: &CombatantRow,
) -> ParseResult<Vec<Command>> {
    let Some(sheet) = &row.sheet else {
        return Err(FormError::Nothing);
    };
    let rules = view.system.rules();
    let term = |name: &str| match name.strip_prefix(CUSTOM) {
        Some(own) => Some((own.to_owned(), sheet.custom.get(own).copied()?)),
        None => {
            let mut trait_specs = rules.facts().trait_specs.iter();
            let spec = trait_specs.find(|spec| spec.key == name)?;
            Some((spec.title.to_string(), sheet.get(spec)))
        }
    };
    let named = sent.0.0.iter().filter(|(field, _)| field == PART);
    let mut terms: Vec<(String, i32)> = named.filter_map(|(_, name)| term(name)).collect();
    let titles: Vec<&str> = terms.iter().map(|(title, _)| title.as_str()).collect();
    let what: String = titles.join(" + ").chars().take(MAX_NAME).collect();
    if terms.is_empty() {
        return Err(FormError::Nothing);
    }
    match parse_number(msg::MODIFIER.get(), sent.get("modifier"))? {
        None | Some(0) => {}
        Some(by) => terms.push((msg::MODIFIER.get().to_owned(), by)),
    }
    let mut reading = Parameters::default();
    let who = view.fighter_of(row);
    for dial in rules.parameter_specs(who.as_ref()) {
        let set = sent.0.find(&format!("{PARAMETER}{}", dial.key));
        let set = set
            .map(|typed| parse_number(dial.title.get(), typed))
            .transpose()?;
        if let Some(value) = set.flatten().filter(|value| *value != dial.default) {
            reading = reading.with(dial.key, value);
        }
    }
    let term = |(label, value)| TermInput { label, value };
    Ok(vec![Command::Roll(Box::new(RollInput {
        id: Some(row.id),
        what,
        terms: terms.into_iter().map(term).collect(),
        reading,
        hidden: false,
        bare: false,
        faces: None,
    }))])
}

/// Parses a field whose text the page itself has written.
pub(super) fn parse_field<T: FromStr>(typed: &str) -> Result<T, HttpError> {
    typed.parse().map_err(|_| HttpError::Unreadable)
}

/// Parses a typed number; accepts the typographic minus that people see. Empty is `None`.
pub(super) fn parse_number(title: &str, typed: &str) -> ParseResult<Option<i32>> {
    if typed.trim().is_empty() {
        return Ok(None);
    }
    let read = parse_whole_number(typed).map(Some);
    read.ok_or_else(|| FormError::Number(title.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_people_type_them() {
        assert_eq!(parse_number("Size", " 5 "), Ok(Some(5)));
        assert_eq!(parse_number("Size", "−3"), Ok(Some(-3)));
        assert_eq!(parse_number("Size", "+３"), Ok(Some(3)));
        assert_eq!(parse_number("Size", " "), Ok(None));
        for typed in ["five", "5.5", "99999999999", "0x1"] {
            assert_eq!(
                parse_number("Size", typed),
                Err(FormError::Number("Size".into()))
            );
        }
    }
}
