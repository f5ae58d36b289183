//! Rows of the charts as items (XOV-EQP-01 to 04).

use std::sync::LazyLock;

use super::items::{
    ARMOR, CLASSES, CLIP, COVERS, DAMAGE, DIFFICULTY, LENGTH, LOADED, PROTECTS, RANGE, RATE,
    RATING, TYPES, WEAPON,
};
use crate::base::sorted_map::{Map, Set};
use crate::base::text::Name;
use crate::character::gear::{Carried, ChartRow, Item};
use crate::systems::crossover::chart::{self, ArmorLine, WeaponLine};

static WEAPONS: LazyLock<Vec<WeaponLine>> =
    LazyLock::new(|| chart::weapons(chart::WEAPONS).unwrap_or_default());
static SUITS: LazyLock<Vec<ArmorLine>> =
    LazyLock::new(|| chart::armor(chart::ARMOR).unwrap_or_default());

/// Returns the ready-made items of Crossover's weapon and armor charts.
pub(super) fn rows() -> Vec<ChartRow> {
    let weapons = WEAPONS.iter().filter_map(weapon_row);
    weapons.chain(SUITS.iter().filter_map(armor_row)).collect()
}

/// Converts the name of an item to its key, in lower case with underscores.
fn slug(name: &str) -> String {
    name.to_lowercase().replace(' ', "_")
}

/// Makes an item with this name and kind, without numbers and tags.
fn made(name: &str, kind: &str, carried: Carried) -> Option<Item> {
    Some(Item {
        name: Name::new(name).ok()?,
        kind: kind.to_owned(),
        carried,
        numbers: Map::new(),
        tags: Set::new(),
    })
}

/// Makes a ready-made item from a line of Crossover's weapon chart.
fn weapon_row(line: &WeaponLine) -> Option<ChartRow> {
    let mut item = made(&line.name, WEAPON, Carried::Held)?;
    let shot = line.class.is_shot();
    let numbers = [
        (DAMAGE, Some(line.damage)),
        (LENGTH, Some(line.length as i32)),
        ("hands", (line.hands > 1).then_some(line.hands)),
        (RANGE, shot.then_some(line.range)),
        (RATE, (line.rate > 1).then_some(line.rate)),
        (CLIP, shot.then_some(line.clip)),
        (LOADED, shot.then_some(line.clip)),
        (
            DIFFICULTY,
            (line.difficulty != 6).then_some(line.difficulty),
        ),
    ];
    for (key, value) in numbers {
        if let Some(value) = value {
            item.numbers.insert(key.to_owned(), value);
        }
    }
    let kind = TYPES.iter().find(|(_, kind)| *kind == line.kind);
    let class = CLASSES.iter().find(|(_, class)| *class == line.class);
    let tags = [
        kind.map(|(tag, _)| *tag),
        class.map(|(tag, _)| *tag),
        line.stake.then_some("stake"),
        line.thrown_design.then_some("thrown_design"),
        line.melee_design.then_some("melee_design"),
    ];
    item.tags
        .extend(tags.into_iter().flatten().map(str::to_owned));
    Some(ChartRow {
        key: slug(&line.name),
        item,
        rule: if shot { "XOV-EQP-04" } else { "XOV-EQP-03" },
    })
}

/// Makes a ready-made item from a line of Crossover's armor chart.
fn armor_row(line: &ArmorLine) -> Option<ChartRow> {
    let mut item = made(&line.name, ARMOR, Carried::Worn)?;
    item.numbers.insert(RATING.to_owned(), line.rating);
    item.numbers.insert(DIFFICULTY.to_owned(), line.difficulty);
    let protects = PROTECTS
        .iter()
        .filter(|(_, medium)| line.protects.contains(medium));
    let covers = COVERS
        .iter()
        .filter(|(_, place)| line.covers.contains(place));
    let tags = protects
        .map(|(tag, _)| *tag)
        .chain(covers.map(|(tag, _)| *tag));
    item.tags.extend(tags.map(str::to_owned));
    Some(ChartRow {
        key: slug(&line.name),
        item,
        rule: "XOV-EQP-02",
    })
}
