//! Weapons and armor of the d10 systems: damage types, ratings and chart rows.

use super::damage::DamageType;
use crate::base::sorted_map::{Map, Set};
use crate::base::text::Name;
use crate::character::gear::{Carried, ChartRow, Item, ItemSpec, NumberSpec};
use crate::messages::Text;
use crate::messages::d10 as msg;
use crate::ruleset::combatant_info::CombatantInfo;
use crate::systems::d10::chart::{MAX_RATING, MAX_YARDS};

/// Item kind of worn armor.
pub const ARMOR: &str = "armor";
/// Number key of armor: the dice it adds to a soak roll.
pub const RATING: &str = "rating";
/// Number key of weapons: their dice of damage.
pub const DAMAGE: &str = "damage";
/// Number key of guns, bows and thrown weapons: their range in yards.
pub const RANGE: &str = "range";

/// Tag for bashing damage, with its label.
pub const BASHING: (&str, Text) = ("bashing", msg::BASHING);
/// Tag for lethal damage, with its label.
pub const LETHAL: (&str, Text) = ("lethal", msg::LETHAL);
/// Tag for aggravated damage, with its label.
pub const AGGRAVATED: (&str, Text) = ("aggravated", msg::AGGRAVATED);

/// Specification of an item's damage dice.
pub const DAMAGE_SPEC: NumberSpec = NumberSpec {
    key: DAMAGE,
    title: msg::DAMAGE,
    min: 0,
    max: MAX_RATING,
};

/// Specification of an item's range in yards.
pub const RANGE_SPEC: NumberSpec = NumberSpec {
    key: RANGE,
    title: msg::RANGE,
    min: 0,
    max: MAX_YARDS,
};

/// Specification of an armor's soak dice.
pub const RATING_SPEC: NumberSpec = NumberSpec {
    key: RATING,
    title: msg::RATING,
    min: 0,
    max: MAX_RATING,
};

/// Specification of armor with only a rating.
pub const ARMOR_SPEC: ItemSpec = ItemSpec {
    kind: ARMOR,
    title: msg::ARMOR,
    numbers: &[RATING_SPEC],
    tags: &[],
};

/// Armor common to all systems: names and ratings.
pub const ARMORS: [(Text, i32); 5] = [
    (msg::REINFORCED_CLOTHING, 1),
    (msg::ARMORED_SHIRT, 2),
    (msg::BALLISTIC_VEST, 3),
    (msg::FLAK_JACKET, 4),
    (msg::RIOT_SUIT, 5),
];

/// Returns the type of damage an item does: the worst of its damage tags.
#[must_use]
pub fn damage_type(item: &Item) -> Option<DamageType> {
    let each = DamageType::ALL.into_iter().rev();
    each.zip([AGGRAVATED, LETHAL, BASHING])
        .find(|(_, (tag, _))| item.has_tag(tag))
        .map(|(kind, _)| kind)
}

/// Returns the tag of a type of damage.
#[must_use]
pub const fn damage_tag(kind: DamageType) -> &'static str {
    match kind {
        DamageType::Bashing => BASHING.0,
        DamageType::Lethal => LETHAL.0,
        DamageType::Aggravated => AGGRAVATED.0,
    }
}

/// Returns the best armor that a combatant wears.
#[must_use]
pub fn worn_armor<'a>(who: &CombatantInfo<'a>) -> Option<&'a Item> {
    let worn = who.gear.values().filter(|item| item.kind == ARMOR);
    worn.filter(|item| item.is_ready())
        .max_by_key(|item| item.number_or_zero(RATING))
}

/// Whether a combatant has an item of one of these kinds ready in hand.
#[must_use]
pub fn holds_any_kind(who: &CombatantInfo<'_>, kinds: &[&str]) -> bool {
    let mut held = who.gear.values().filter(|item| item.is_ready());
    held.any(|item| kinds.contains(&item.kind.as_str()))
}

/// Builds a chart row; `None` if the name is invalid.
#[must_use]
pub fn chart_row(
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

/// Builds the chart rows of the common armor.
pub fn armor_rows(rule: &'static str) -> impl Iterator<Item = ChartRow> {
    ARMORS.into_iter().filter_map(move |(name, rating)| {
        chart_row(name.get(), ARMOR, &[(RATING, rating)], &[], rule)
    })
}
