//! Gear commands: give, change, carry and take away items.

use super::Decision;
use crate::base::id::CombatantId;
use crate::base::sorted_map::Map;
use crate::base::text::Name;
use crate::character::gear::{
    Carried, ChartRow, Gear, Item, ItemId, ItemSpec, MAX_ITEMS, NumberSpec,
};
use crate::encounter::combatant::Combatant;
use crate::encounter::command::{CustomItemInput, ItemInput};
use crate::encounter::event::Event;
use crate::encounter::feature::{CarryChanged, Equipped, ItemChanged};
use crate::encounter::quick_add::{self, QuickAddError};
use crate::encounter::refusal::Refusal;
use crate::messages::Wording;

impl Decision<'_> {
    /// Gives a combatant an item from the charts or of the table's own.
    pub(super) fn give_item(
        &self,
        id: CombatantId,
        what: &ItemInput,
        carried: Option<Carried>,
    ) -> Result<Vec<Event>, Refusal> {
        let who = self.find_own_combatant(id)?;
        let combat = self.state.system.combat();
        let given = match what {
            ItemInput::Chart(key) => {
                let mut rows = combat.item_chart().into_iter();
                rows.find(|row| row.key == *key)
                    .ok_or(Refusal::NoSuchRow)?
                    .item
            }
            ItemInput::Own(own) => build_own_item(own, combat.item_kinds())?,
        };
        let given = Item {
            carried: carried.unwrap_or(given.carried),
            ..given
        };
        if who.gear.len() >= MAX_ITEMS {
            return Err(Refusal::TooManyItems);
        }
        let item = who.items.checked_add(1).ok_or(Refusal::TooManyItems)?;
        Ok(vec![Event::Equipped(Equipped {
            id,
            item,
            before: None,
            after: Some(Box::new(given)),
        })])
    }

    /// Changes a number of an item by hand.
    pub(super) fn change_item(
        &self,
        id: CombatantId,
        item: ItemId,
        key: &str,
        by: i32,
    ) -> Result<Vec<Event>, Refusal> {
        let who = self.find_own_combatant(id)?;
        let changed = find_item(who, item)?;
        let spec = find_kind(&changed.kind, self.state.system.combat().item_kinds())?;
        let number = find_number(spec, key)?;
        let before = changed.number(key);
        let after = before.unwrap_or(0).saturating_add(by);
        check_number(number, after)?;
        if before.unwrap_or(0) == after {
            return Err(Refusal::NothingToDo);
        }
        Ok(vec![Event::ItemChanged(ItemChanged {
            id,
            item,
            key: key.to_owned(),
            title: number.title.into(),
            before,
            after: Some(after),
        })])
    }

    /// Changes a number of an item as the rules say, clamped to the range of its kind; a number that the system does
    /// not know is not clamped. `None` if nothing changes.
    pub(super) fn wear_event(
        &self,
        who: &Combatant,
        item: ItemId,
        key: &str,
        by: i32,
    ) -> Option<Event> {
        let worn = who.gear.get(&item)?;
        let kind = find_kind(&worn.kind, self.state.system.combat().item_kinds()).ok();
        let spec = kind.and_then(|kind| find_number(kind, key).ok());
        let before = worn.number(key);
        let now = before.unwrap_or(0);
        let after = now.saturating_add(by);
        let after = spec.map_or(after, |spec| after.clamp(spec.min, spec.max));
        (after != now).then(|| {
            Event::ItemChanged(ItemChanged {
                id: who.id,
                item,
                key: key.to_owned(),
                title: spec.map_or_else(
                    || Wording::verbatim(key.to_owned()),
                    |spec| spec.title.into(),
                ),
                before,
                after: Some(after),
            })
        })
    }

    /// Changes how an item is carried.
    pub(super) fn carry_item(
        &self,
        id: CombatantId,
        item: ItemId,
        after: Carried,
    ) -> Result<Vec<Event>, Refusal> {
        let who = self.find_own_combatant(id)?;
        let before = find_item(who, item)?.carried;
        if before == after {
            return Err(Refusal::NothingToDo);
        }
        Ok(vec![Event::Carried(CarryChanged {
            id,
            item,
            before,
            after,
        })])
    }

    /// Takes an item away from a combatant.
    pub(super) fn take_item(&self, id: CombatantId, item: ItemId) -> Result<Vec<Event>, Refusal> {
        let who = self.find_own_combatant(id)?;
        let before = find_item(who, item)?.clone();
        Ok(vec![Event::Equipped(Equipped {
            id,
            item,
            before: Some(Box::new(before)),
            after: None,
        })])
    }

    /// Finds the items of a quick-add line on the system's charts.
    pub(super) fn find_gear(&self, phrases: &[String]) -> Result<Gear, Refusal> {
        if phrases.is_empty() {
            return Ok(Gear::new());
        }
        let combat = self.state.system.combat();
        let chart = combat.item_chart();
        let items = find_items(phrases, &chart).map_err(|error| match error {
            QuickAddError::UnknownWord { word } => {
                let titles = chart.iter().map(|row| row.item.name.as_str());
                let known = titles.chain(quick_add::known_words(combat.rules()));
                match quick_add::nearest_word(&word, known) {
                    Some(meant) => QuickAddError::Misspelled { word, meant },
                    None => QuickAddError::UnknownWord { word },
                }
            }
            error => error,
        })?;
        if items.len() > MAX_ITEMS {
            return Err(Refusal::TooManyItems);
        }
        Ok((1..).zip(items).collect())
    }
}

/// Finds an item of a combatant.
fn find_item(who: &Combatant, item: ItemId) -> Result<&Item, Refusal> {
    who.gear.get(&item).ok_or(Refusal::NoSuchItem)
}

/// Finds the definition of a kind of item.
fn find_kind<'a>(kind: &str, specs: &'a [ItemSpec]) -> Result<&'a ItemSpec, Refusal> {
    let mut specs = specs.iter();
    specs
        .find(|spec| spec.kind == kind)
        .ok_or(Refusal::NoSuchKind)
}

/// Finds the definition of a number of an item.
fn find_number<'a>(spec: &'a ItemSpec, key: &str) -> Result<&'a NumberSpec, Refusal> {
    let number = spec.numbers.iter().find(|number| number.key == key);
    number.ok_or_else(|| Refusal::NotOfItems {
        key: key.to_owned(),
    })
}

/// Checks that a number of an item is within its range.
fn check_number(spec: &NumberSpec, value: i32) -> Result<(), Refusal> {
    match (spec.min..=spec.max).contains(&value) {
        true => Ok(()),
        false => Err(Refusal::OutOfRange {
            title: spec.title.into(),
            min: spec.min,
            max: spec.max,
        }),
    }
}

/// Builds an item of the table's own, whose kind, numbers and tags the system must know.
fn build_own_item(own: &CustomItemInput, specs: &[ItemSpec]) -> Result<Item, Refusal> {
    let name = Name::new(&own.name)?;
    let spec = find_kind(&own.kind, specs)?;
    let mut numbers = Map::new();
    for (key, value) in own.numbers.iter() {
        check_number(find_number(spec, key)?, value)?;
        numbers.insert(key.to_owned(), value);
    }
    let known = |tag: &String| spec.tags.iter().any(|(key, _)| key == tag);
    if let Some(tag) = own.tags.iter().find(|tag| !known(tag)) {
        return Err(Refusal::NotOfItems { key: tag.clone() });
    }
    Ok(Item {
        name,
        kind: own.kind.clone(),
        carried: Carried::default(),
        numbers,
        tags: own.tags.clone(),
    })
}

/// Finds the items of these phrases. A phrase may name several items; the longest title or key that fits wins.
fn find_items(phrases: &[String], chart: &[ChartRow]) -> Result<Vec<Item>, QuickAddError> {
    let rows = chart.iter();
    let rows: Vec<_> = rows
        .map(|row| {
            (
                comparable_words(row.item.name.as_str()),
                comparable_words(&row.key),
                &row.item,
            )
        })
        .collect();
    let item_at = |said: &[String]| {
        (1..=said.len()).rev().find_map(|length| {
            let said = said.get(..length)?;
            let mut rows = rows.iter();
            let (.., item) = rows.find(|(title, key, _)| said == title || said == key)?;
            Some(((*item).clone(), length))
        })
    };
    let mut items = Vec::new();
    for phrase in phrases {
        let said = comparable_words(phrase);
        let (mut at, mut unknown) = (0, None);
        while let Some(rest) = said.get(at..).filter(|rest| !rest.is_empty()) {
            match item_at(rest) {
                Some((item, length)) => {
                    // Report the words before the item that was found.
                    check_no_unknown_words(&said, unknown.take(), at)?;
                    items.push(item);
                    at += length;
                }
                None => {
                    unknown = unknown.or(Some(at));
                    at += 1;
                }
            }
        }
        check_no_unknown_words(&said, unknown, at)?;
    }
    Ok(items)
}

/// Refuses the words from `first` to `end`, which name no item, unless they are a single "and".
fn check_no_unknown_words(
    said: &[String],
    first: Option<usize>,
    end: usize,
) -> Result<(), QuickAddError> {
    let Some(unknown) = first.and_then(|first| said.get(first..end)) else {
        return Ok(());
    };
    match unknown {
        [and] if and == "and" => Ok(()),
        unknown => Err(QuickAddError::UnknownWord {
            word: unknown.join(" "),
        }),
    }
}

/// Splits a text into lowercase words without surrounding punctuation, for comparison.
fn comparable_words(text: &str) -> Vec<String> {
    let text = text.to_lowercase();
    let words = text.split(|c: char| c.is_whitespace() || c == '_');
    let bare = |word: &str| word.trim_matches([',', ';', '(', ')']).to_owned();
    words.map(bare).filter(|word| !word.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::text::TextError;
    use crate::character::parameters::Parameters;

    const SPECS: &[ItemSpec] = &[ItemSpec {
        kind: "weapon",
        title: crate::messages::text_of_test!("Weapon"),
        numbers: &[NumberSpec {
            key: "damage",
            title: crate::messages::text_of_test!("Damage"),
            min: -2,
            max: 20,
        }],
        tags: &[("two_handed", crate::messages::text_of_test!("two-handed"))],
    }];

    fn row(key: &str, name: &str) -> ChartRow {
        let own = CustomItemInput {
            name: name.into(),
            kind: "weapon".into(),
            numbers: Parameters::default(),
            tags: [].into(),
        };
        ChartRow {
            key: key.into(),
            item: build_own_item(&own, SPECS).expect("an item"),
            rule: "CHR-ATK-01",
        }
    }

    fn check(phrases: &[&str], expected: Result<&[&str], &str>) {
        let chart = [
            row("knife", "Knife"),
            row("knife_combat", "Knife, combat"),
            row("smg_small", "SMG (small)"),
            row("jacket", "Leather jacket"),
        ];
        let phrases: Vec<String> = phrases.iter().map(|phrase| (*phrase).to_owned()).collect();
        let found = find_items(&phrases, &chart);
        let names = found.as_ref().map(|items| {
            let names = items.iter().map(|item| item.name.as_str());
            names.collect::<Vec<_>>()
        });
        let word = |error: &QuickAddError| match error {
            QuickAddError::UnknownWord { word } => word.clone(),
            other => panic!("{other}"),
        };
        let expected = expected.map(<[&str]>::to_vec).map_err(str::to_owned);
        assert_eq!(names.map_err(word), expected, "{phrases:?}");
    }

    #[test]
    fn gear_is_named_by_title_or_key() {
        check(&["knife"], Ok(&["Knife"]));
        check(&["KNIFE", "knife"], Ok(&["Knife", "Knife"]));
        check(&["knife combat"], Ok(&["Knife, combat"]));
        check(&["knife_combat"], Ok(&["Knife, combat"]));
        check(
            &["knife leather jacket smg small"],
            Ok(&["Knife", "Leather jacket", "SMG (small)"]),
        );
        check(
            &["leather jacket and knife"],
            Ok(&["Leather jacket", "Knife"]),
        );
        check(&["jacket"], Ok(&["Leather jacket"]));
        check(&[], Ok(&[]));
    }

    #[test]
    fn what_no_chart_has_is_named() {
        check(&["hiden"], Err("hiden"));
        check(&["knife", "leather jackt"], Err("leather jackt"));
        check(&["hiden knife"], Err("hiden"));
        check(&["knife and"], Ok(&["Knife"]));
        check(&["knife and hat"], Err("and hat"));
        check(&["leather"], Err("leather"));
    }

    #[test]
    fn rows_of_the_tables_own_are_checked() {
        let own = |name: &str, kind: &str, number: (&str, i32), tag: &str| {
            let own = CustomItemInput {
                name: name.into(),
                kind: kind.into(),
                numbers: Parameters::default().with(number.0, number.1),
                tags: [tag.to_owned()].into(),
            };
            build_own_item(&own, SPECS)
        };
        let item = own("Crowbar", "weapon", ("damage", 2), "two_handed").expect("an item");
        assert_eq!(
            (item.name.as_str(), item.number("damage")),
            ("Crowbar", Some(2))
        );
        assert!(item.has_tag("two_handed") && item.is_ready());
        let damage = ("damage", 2);
        let no = |key: &str| Err(Refusal::NotOfItems { key: key.into() });
        assert_eq!(
            own("Bar", "boat", damage, "two_handed"),
            Err(Refusal::NoSuchKind)
        );
        assert_eq!(
            own("Bar", "weapon", ("range", 2), "two_handed"),
            no("range")
        );
        assert_eq!(own("Bar", "weapon", damage, "loud"), no("loud"));
        let unseen = own("a\u{202e}b", "weapon", damage, "two_handed");
        assert_eq!(unseen, Err(Refusal::Text(TextError::Unseen)));
        let title = "Damage".to_owned();
        let (min, max) = (-2, 20);
        let range = Err(Refusal::OutOfRange { title, min, max });
        assert_eq!(own("Bar", "weapon", ("damage", 21), "two_handed"), range);
    }
}
