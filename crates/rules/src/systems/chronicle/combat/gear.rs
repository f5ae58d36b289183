//! Items as the rules use them: the rows of the charts, and what an item is worth as a weapon or as armor (CHR-ATK-11, CHR-RNG-04, CHR-ARM-05, CHR-COV-07).

use crate::messages::Text;
use crate::messages::chronicle as msg;
use std::sync::LazyLock;

use super::keys::{
    AERODYNAMIC, ARMOR, AUTOMATIC, BALLISTIC, BINDS, BRAWL_WEAPON, DAMAGE, DURABILITY, GENERAL,
    GUN, IMPROVISED, INITIATIVE_PENALTY, ITEM_SIZE, LOOSE_ROUNDS, MAGAZINE, MELEE_WEAPON, OBJECT,
    RANGES, ROUNDS, SEE_THROUGH, STAKE, STRENGTH_NEEDED, STRUCTURE, STUNS, SUPERNATURAL,
    THROWN_WEAPON,
};
use crate::base::sorted_map::{Map, Set};
use crate::base::text::Name;
use crate::character::gear::{Carried, ChartRow, Item};
use crate::systems::chronicle::charts::{
    self, ArmorProfile, Loading, ObjectProfile, WeaponProfile,
};
use crate::systems::chronicle::gear::armor::{Armor, Place};
use crate::systems::chronicle::gear::improvised;
use crate::systems::chronicle::gear::range::Ranges;
use crate::systems::chronicle::gear::weapon::{AttackKind, Harm, Weapon};
use crate::systems::chronicle::settings::Settings;

const HARMS: [(&str, Harm, Text); 7] = [
    ("unarmed", Harm::Unarmed, msg::LIKE_A_FIST),
    ("blunt", Harm::Blunt, msg::BLUNT),
    ("piercing", Harm::Piercing, msg::PIERCING),
    ("slashing", Harm::Slashing, msg::SLASHING),
    ("ballistic", Harm::Ballistic, msg::BALLISTIC_2),
    ("fire", Harm::Fire, msg::FIRE),
    ("unnatural", Harm::Supernatural, msg::UNNATURAL),
];

const PLACES: [(&str, Place, Text); 7] = [
    ("all", Place::All, msg::COVERS_EVERYTHING),
    ("torso", Place::Torso, msg::COVERS_THE_TORSO),
    ("head", Place::Head, msg::COVERS_THE_HEAD),
    ("arm", Place::Arm, msg::COVERS_THE_ARMS),
    ("leg", Place::Leg, msg::COVERS_THE_LEGS),
    ("hand", Place::Hand, msg::COVERS_THE_HANDS),
    ("eye", Place::Eye, msg::COVERS_THE_EYES),
];

/// Builds an item from numbers, of which those that are 0 are left out, and from the tags that are
/// set; `None` for an invalid name.
fn item(
    name: &str,
    kind: &str,
    carried: Carried,
    numbers: &[(&str, i32)],
    tags: &[(&str, bool)],
) -> Option<Item> {
    let numbers = numbers.iter().filter(|(_, value)| *value != 0);
    let tags = tags.iter().filter(|(_, is)| *is);
    Some(Item {
        name: Name::new(name).ok()?,
        kind: kind.to_owned(),
        carried,
        numbers: numbers
            .map(|(key, value)| ((*key).to_owned(), *value))
            .collect::<Map<_, _>>(),
        tags: tags.map(|(tag, _)| (*tag).to_owned()).collect::<Set<_>>(),
    })
}

/// Returns the tag by which an item says that it does this kind of harm.
fn harm_tag(harm: Harm) -> &'static str {
    let found = HARMS.iter().find(|(_, known, _)| *known == harm);
    found.map_or("blunt", |(tag, ..)| tag)
}

/// Builds an item from a line of the weapon chart; `None` for an invalid name.
fn of_weapon(row: &WeaponProfile) -> Option<Item> {
    let kind = match row.kind {
        AttackKind::Unarmed => BRAWL_WEAPON,
        AttackKind::Melee => MELEE_WEAPON,
        AttackKind::Firearm => GUN,
        AttackKind::Thrown => THROWN_WEAPON,
    };
    let [short, medium, long] = row.ranges.map_or([0; 3], Ranges::yards);
    let numbers = [
        (DAMAGE, row.damage),
        (ITEM_SIZE, row.size),
        (INITIATIVE_PENALTY, row.initiative),
        (STRENGTH_NEEDED, row.strength),
        ("short", short),
        ("medium", medium),
        ("long", long),
        (MAGAZINE, row.magazine),
        (ROUNDS, row.magazine),
    ];
    let tags = [
        (harm_tag(row.harm), true),
        (AUTOMATIC, row.automatic),
        (STAKE, row.wooden_stake),
        (STUNS, row.stun),
        (AERODYNAMIC, row.aerodynamic),
        (BINDS, row.binds),
        (LOOSE_ROUNDS, row.loading == Some(Loading::Single)),
    ];
    item(&row.name, kind, Carried::Held, &numbers, &tags)
}

/// Builds an item from a line of the armor chart; `None` for an invalid name.
fn of_armor(row: &ArmorProfile) -> Option<Item> {
    let tags = PLACES.map(|(tag, place, _)| (tag, row.covers.contains(&place)));
    let numbers = [(BALLISTIC, row.ballistic), (GENERAL, row.general)];
    item(&row.name, ARMOR, Carried::Worn, &numbers, &tags)
}

/// Builds an item from a line of the object chart; `None` for an invalid name.
fn of_object(row: &ObjectProfile) -> Option<Item> {
    let numbers = [
        (DURABILITY, row.durability),
        (STRUCTURE, row.structure),
        (ITEM_SIZE, row.size),
    ];
    let tags = [
        ("blunt", true),
        (SEE_THROUGH, row.see_through),
        (AERODYNAMIC, row.aerodynamic),
    ];
    item(&row.name, OBJECT, Carried::Held, &numbers, &tags)
}

/// Returns the ready-made items of the weapon, armor and object charts.
fn rows() -> Vec<ChartRow> {
    let row = |item: Item, rule| ChartRow {
        key: item.name.to_string().to_lowercase().replace(' ', "_"),
        item,
        rule,
    };
    let weapons = charts::weapons(charts::WEAPONS).unwrap_or_default();
    let armor = charts::armor(charts::ARMOR).unwrap_or_default();
    let objects = charts::objects(charts::OBJECTS).unwrap_or_default();
    let weapons = weapons.iter().filter_map(of_weapon);
    let armor = armor.iter().filter_map(of_armor);
    let objects = objects.iter().filter_map(of_object);
    weapons
        .map(|item| row(item, "CHR-ATK-11"))
        .chain(armor.map(|item| row(item, "CHR-ARM-06")))
        .chain(objects.map(|item| row(item, "CHR-COV-07")))
        .collect()
}

/// The rows of the weapon, armor and object charts.
pub(crate) static ROWS: LazyLock<Vec<ChartRow>> = LazyLock::new(rows);

/// The crowbar that a long gun is worth as a club (CHR-CQB-03).
static CROWBAR: LazyLock<Option<WeaponProfile>> = LazyLock::new(|| {
    let weapons = charts::weapons(charts::WEAPONS).unwrap_or_default();
    weapons.into_iter().find(|row| row.name == "Crowbar")
});

/// Returns the kind of harm that the item does by its tags; `None` if no tag says it.
fn harm(item: &Item) -> Option<Harm> {
    let found = HARMS.iter().find(|(tag, ..)| item.has_tag(tag));
    found.map(|(_, harm, _)| *harm)
}

/// Returns the ranges that are set on an item; `None` where it has none.
pub(crate) fn ranges(item: &Item) -> Option<Ranges> {
    let [short, medium, long] = RANGES.map(|key| item.number(key));
    Ranges::new(short?, medium?, long?).ok()
}

/// Whether an item is so broken that it does no harm any more (CHR-IMPR-05).
pub(crate) fn is_wrecked(item: &Item) -> bool {
    item.number(STRUCTURE).is_some_and(|left| left <= 0)
}

/// Returns an item as a weapon that is used for this kind of attack; `None` where it cannot be
/// (CHR-CQB-03).
pub(crate) fn weapon(item: &Item, kind: AttackKind, settings: &Settings) -> Option<Weapon> {
    let plain = Weapon {
        modifier: item.number_or_zero(DAMAGE),
        size: item.number_or_zero(ITEM_SIZE),
        category: harm(item),
        ranges: ranges(item),
        improvised: item.has_tag(IMPROVISED),
        str_req: item.number_or_zero(STRENGTH_NEEDED),
        wooden_stake: item.has_tag(STAKE),
        stun: item.has_tag(STUNS),
    };
    if item.kind == GUN && kind != AttackKind::Firearm {
        return as_club(&plain, CROWBAR.as_ref()?);
    }
    if item.kind != OBJECT {
        return Some(plain);
    }
    if item.number(DAMAGE).is_some() {
        return Some(improvised::alike(plain, settings));
    }
    let harm = plain.category.unwrap_or(Harm::Blunt);
    Some(improvised::weapon(item, harm))
}

/// Returns the initiative penalty of an item in the hand: as written, or the Size of a thing that
/// was never meant to be a weapon (CHR-INIT-05, CHR-IMPR-06).
pub(crate) fn initiative(item: &Item) -> i32 {
    if item.kind != OBJECT || item.number(INITIATIVE_PENALTY).is_some() {
        return item.number_or_zero(INITIATIVE_PENALTY);
    }
    improvised::initiative_penalty(item)
}

/// Returns an item as a piece of armor, with its ratings.
pub(crate) fn armor(item: &Item) -> Armor {
    let covers = PLACES.iter().filter(|(tag, ..)| item.has_tag(tag));
    Armor {
        ballistic: item.number_or_zero(BALLISTIC),
        general: item.number_or_zero(GENERAL),
        covers: covers.map(|(_, place, _)| *place).collect(),
        supernatural: item.has_tag(SUPERNATURAL),
    }
}

/// Returns the gun in the hand as a weapon to strike with: an improvised crowbar, if the gun is
/// bigger than a pistol (CHR-CQB-03). `crowbar` is the chart's entry. `None` for a pistol, which is
/// no crowbar; what it is worth as an improvised weapon is for the storyteller to say.
fn as_club(gun: &Weapon, crowbar: &WeaponProfile) -> Option<Weapon> {
    (gun.size > 1).then(|| Weapon {
        improvised: true,
        category: Some(Harm::Blunt),
        ranges: None,
        ..crowbar.weapon()
    })
}
