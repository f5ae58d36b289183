//! Gear commands: give, change, carry and take away items.

use super::Decision;
use crate::encounter::combatant::Combatant;
use crate::encounter::command::{ItemAsk, OwnItem};
use crate::encounter::event::Event;
use crate::encounter::feature::{CarryChanged, Equipped, ItemChanged};
use crate::encounter::quick_add::{self, LineError};
use crate::encounter::refusal::Refusal;
use crate::gear::{Carried, ChartRow, Gear, Item, ItemId, ItemSpec, MAX_ITEMS, NumberSpec};
use crate::id::CombatantId;
use crate::messages::Wording;
use crate::sorted::Map;
use crate::text::Name;

impl Decision<'_> {
    /// Gives a combatant an item from the charts or of the table's own.
    pub(super) fn give_item(
        &self,
        id: CombatantId,
        what: &ItemAsk,
        carried: Option<Carried>,
    ) -> Result<Vec<Event>, Refusal> {
        let who = self.find_own(id)?;
        let combat = self.state.system.combat();
        let given = match what {
            ItemAsk::Chart(key) => {
                let mut rows = combat.chart().into_iter();
                rows.find(|row| row.key == *key)
                    .ok_or(Refusal::NoSuchRow)?
                    .item
            }
            ItemAsk::Own(own) => written(own, combat.items())?,
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
        let who = self.find_own(id)?;
        let changed = carried_by(who, item)?;
        let spec = kind_of(&changed.kind, self.state.system.combat().items())?;
        let number = number_of(spec, key)?;
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
    pub(super) fn worn(&self, who: &Combatant, item: ItemId, key: &str, by: i32) -> Option<Event> {
        let worn = who.gear.get(&item)?;
        let kind = kind_of(&worn.kind, self.state.system.combat().items()).ok();
        let spec = kind.and_then(|kind| number_of(kind, key).ok());
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
        let who = self.find_own(id)?;
        let before = carried_by(who, item)?.carried;
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
        let who = self.find_own(id)?;
        let before = carried_by(who, item)?.clone();
        Ok(vec![Event::Equipped(Equipped {
            id,
            item,
            before: Some(Box::new(before)),
            after: None,
        })])
    }

    /// Finds the items of a quick-add line on the system's charts.
    pub(super) fn named_gear(&self, phrases: &[String]) -> Result<Gear, Refusal> {
        if phrases.is_empty() {
            return Ok(Gear::new());
        }
        let combat = self.state.system.combat();
        let chart = combat.chart();
        let items = found(phrases, &chart).map_err(|error| match error {
            LineError::UnknownWord { word } => {
                let titles = chart.iter().map(|row| row.item.name.as_str());
                let known = titles.chain(quick_add::words(combat.rules()));
                match quick_add::nearest(&word, known) {
                    Some(meant) => LineError::Misspelled { word, meant },
                    None => LineError::UnknownWord { word },
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
fn carried_by(who: &Combatant, item: ItemId) -> Result<&Item, Refusal> {
    who.gear.get(&item).ok_or(Refusal::NoSuchItem)
}

/// Finds the definition of a kind of item.
fn kind_of<'a>(kind: &str, specs: &'a [ItemSpec]) -> Result<&'a ItemSpec, Refusal> {
    let mut specs = specs.iter();
    specs
        .find(|spec| spec.kind == kind)
        .ok_or(Refusal::NoSuchKind)
}

/// Finds the definition of a number of an item.
fn number_of<'a>(spec: &'a ItemSpec, key: &str) -> Result<&'a NumberSpec, Refusal> {
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
fn written(own: &OwnItem, specs: &[ItemSpec]) -> Result<Item, Refusal> {
    let name = Name::new(&own.name)?;
    let spec = kind_of(&own.kind, specs)?;
    let mut numbers = Map::new();
    for (key, value) in own.numbers.iter() {
        check_number(number_of(spec, key)?, value)?;
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
fn found(phrases: &[String], chart: &[ChartRow]) -> Result<Vec<Item>, LineError> {
    let rows = chart.iter();
    let rows: Vec<_> = rows
        .map(|row| (words(row.item.name.as_str()), words(&row.key), &row.item))
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
        let said = words(phrase);
        let (mut at, mut unknown) = (0, None);
        while let Some(rest) = said.get(at..).filter(|rest| !rest.is_empty()) {
            match item_at(rest) {
                Some((item, length)) => {
                    // Report the words before the item that was found.
                    unknown_before(&said, unknown.take(), at)?;
                    items.push(item);
                    at += length;
                }
                None => {
                    unknown = unknown.or(Some(at));
                    at += 1;
                }
            }
        }
        unknown_before(&said, unknown, at)?;
    }
    Ok(items)
}

/// Refuses the words from `first` to `end`, which name no item, unless they are a single "and".
fn unknown_before(said: &[String], first: Option<usize>, end: usize) -> Result<(), LineError> {
    let Some(unknown) = first.and_then(|first| said.get(first..end)) else {
        return Ok(());
    };
    match unknown {
        [and] if and == "and" => Ok(()),
        unknown => Err(LineError::UnknownWord {
            word: unknown.join(" "),
        }),
    }
}

/// Splits a text into lowercase words without surrounding punctuation, for comparison.
fn words(text: &str) -> Vec<String> {
    let text = text.to_lowercase();
    let words = text.split(|c: char| c.is_whitespace() || c == '_');
    let bare = |word: &str| word.trim_matches([',', ';', '(', ')']).to_owned();
    words.map(bare).filter(|word| !word.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dial::Reading;
    use crate::text::TextError;

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
        let own = OwnItem {
            name: name.into(),
            kind: "weapon".into(),
            numbers: Reading::default(),
            tags: [].into(),
        };
        ChartRow {
            key: key.into(),
            item: written(&own, SPECS).expect("an item"),
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
        let found = found(&phrases, &chart);
        let names = found.as_ref().map(|items| {
            let names = items.iter().map(|item| item.name.as_str());
            names.collect::<Vec<_>>()
        });
        let word = |error: &LineError| match error {
            LineError::UnknownWord { word } => word.clone(),
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
            let own = OwnItem {
                name: name.into(),
                kind: kind.into(),
                numbers: Reading::default().with(number.0, number.1),
                tags: [tag.to_owned()].into(),
            };
            written(&own, SPECS)
        };
        let item = own("Crowbar", "weapon", ("damage", 2), "two_handed").expect("an item");
        assert_eq!(
            (item.name.as_str(), item.number("damage")),
            ("Crowbar", Some(2))
        );
        assert!(item.is("two_handed") && item.is_ready());
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
