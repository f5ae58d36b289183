//! Items as the d10 systems write them down: what kind of damage, how much armor.

use super::damage::DamageType;
use crate::fighter::Fighter;
use crate::gear::{Carried, ChartRow, Item, ItemSpec, NumberSpec};
use crate::messages::Text;
use crate::messages::d10 as msg;
use crate::sorted::{Map, Set};
use crate::systems::d10::chart::{RATING_MOST, YARDS_MOST};
use crate::text::Name;

/// The kind of item that is worn against damage.
pub const ARMOR: &str = "armor";
/// The number of an armor: the dice it adds to a soak roll.
pub const RATING: &str = "rating";
/// The number of a weapon: its dice of damage.
pub const DAMAGE: &str = "damage";
/// The number of a weapon that shoots or flies: yards.
pub const RANGE: &str = "range";

/// The tags of the types of damage, with their words.
pub const BASHING: (&str, Text) = ("bashing", msg::BASHING);
/// See [`BASHING`].
pub const LETHAL: (&str, Text) = ("lethal", msg::LETHAL);
/// See [`BASHING`].
pub const AGGRAVATED: (&str, Text) = ("aggravated", msg::AGGRAVATED);

/// Dice of damage, as a number of an item.
pub const DAMAGE_SPEC: NumberSpec = NumberSpec {
    key: DAMAGE,
    title: msg::DAMAGE,
    min: 0,
    max: RATING_MOST,
};

/// Yards, as a number of an item.
pub const RANGE_SPEC: NumberSpec = NumberSpec {
    key: RANGE,
    title: msg::RANGE,
    min: 0,
    max: YARDS_MOST,
};

/// The dice of an armor, as a number of an item.
pub const RATING_SPEC: NumberSpec = NumberSpec {
    key: RATING,
    title: msg::RATING,
    min: 0,
    max: RATING_MOST,
};

/// Armor that is nothing but a rating.
pub const ARMOR_SPEC: ItemSpec = ItemSpec {
    kind: ARMOR,
    title: msg::ARMOR,
    numbers: &[RATING_SPEC],
    tags: &[],
};

/// The armor that can be had everywhere: the name and the rating.
pub const ARMORS: [(Text, i32); 5] = [
    (msg::REINFORCED_CLOTHING, 1),
    (msg::ARMORED_SHIRT, 2),
    (msg::BALLISTIC_VEST, 3),
    (msg::FLAK_JACKET, 4),
    (msg::RIOT_SUIT, 5),
];

/// The type of damage an item does: the worst of those written on it.
#[must_use]
pub fn damage_type(item: &Item) -> Option<DamageType> {
    let each = DamageType::ALL.into_iter().rev();
    each.zip([AGGRAVATED, LETHAL, BASHING])
        .find(|(_, (tag, _))| item.is(tag))
        .map(|(kind, _)| kind)
}

/// The tag of a type of damage.
#[must_use]
pub const fn tag(kind: DamageType) -> &'static str {
    match kind {
        DamageType::Bashing => BASHING.0,
        DamageType::Lethal => LETHAL.0,
        DamageType::Aggravated => AGGRAVATED.0,
    }
}

/// The best of the armor a combatant wears.
#[must_use]
pub fn armor<'a>(who: &Fighter<'a>) -> Option<&'a Item> {
    let worn = who.gear.values().filter(|item| item.kind == ARMOR);
    worn.filter(|item| item.is_ready())
        .max_by_key(|item| item.or_zero(RATING))
}

/// Whether a combatant has an item of one of these kinds in a hand.
#[must_use]
pub fn holds(who: &Fighter<'_>, kinds: &[&str]) -> bool {
    let mut held = who.gear.values().filter(|item| item.is_ready());
    held.any(|item| kinds.contains(&item.kind.as_str()))
}

/// A row of a chart; `None` for a name that cannot be one.
#[must_use]
pub fn row(
    name: &str,
    kind: &str,
    numbers: &[(&str, i32)],
    tags: &[&str],
    rule: &'static str,
) -> Option<ChartRow> {
    let numbers = numbers.iter().filter(|(_, value)| *value != 0);
    let numbers: Map<String, i32> = numbers
        .map(|(key, value)| ((*key).to_owned(), *value))
        .collect();
    let carried = if kind == ARMOR {
        Carried::Worn
    } else {
        Carried::Held
    };
    Some(ChartRow {
        key: name.to_lowercase().replace(' ', "_"),
        item: Item {
            name: Name::new(name).ok()?,
            kind: kind.to_owned(),
            carried,
            numbers,
            tags: tags.iter().map(|tag| (*tag).to_owned()).collect::<Set<_>>(),
        },
        rule,
    })
}

/// The rows of the armor that can be had everywhere.
pub fn armors(rule: &'static str) -> impl Iterator<Item = ChartRow> {
    ARMORS
        .into_iter()
        .filter_map(move |(name, rating)| row(name.get(), ARMOR, &[(RATING, rating)], &[], rule))
}
