//! Items and chart of Ascension: weapons by ability, spells, armor (ASC-ATK-01, ASC-ATK-02,
//! ASC-SOAK-02 to 04).

use crate::messages::Text;
use crate::messages::ascension as msg;
use std::sync::LazyLock;

use super::super::attack::Ability;
use super::super::chart::{self, AttackLine};
use super::super::defense::Source;
use crate::gear::{ChartRow, Item, ItemSpec, NumberSpec};
use crate::systems::d10::damage::DamageType;
use crate::systems::d10::dice::{DIFFICULTY, EASIEST, HARDEST};
use crate::systems::d10::items::{
    AGGRAVATED, ARMOR, BASHING, DAMAGE, DAMAGE_SPEC, LETHAL, RANGE, RANGE_SPEC, RATING_SPEC,
    armors, damage_type, row, tag,
};

/// Item kind of weapons held in hand.
pub(super) const WEAPON: &str = "weapon";
/// Item kind of guns.
pub(super) const GUN: &str = "gun";
/// Item kind of bows.
pub(super) const BOW: &str = "bow";
/// Item kind of thrown weapons.
pub(super) const THROWN: &str = "thrown";
/// Item kind of prepared magick, with its highest Sphere and its damage dice.
pub(super) const SPELL: &str = "spell";

/// Number key of a spell's highest Sphere.
pub(super) const SPHERE: &str = "sphere";
/// Tag of armor that helps against aggravated damage.
pub(super) const SOAKS_AGGRAVATED: &str = "soaks_aggravated";

/// Number key of a weapon's difficulty.
const HARD: &str = "difficulty";
/// Tag of weapons that add Strength to damage.
const STRENGTH: (&str, Text) = ("strength", msg::ADDS_STRENGTH);
/// Tag of force weapons.
const ENERGY: (&str, Text) = ("energy", msg::A_FORCE_WEAPON);
/// Tag of heavy objects, which are harder to stop.
const HEAVY: (&str, Text) = ("heavy", msg::HEAVY_LIKE_A_TABLE);
/// Tag of weapons that cannot be blocked.
const UNBLOCKABLE: (&str, Text) = ("unblockable", msg::CANNOT_BE_BLOCKED);

/// Specification of a weapon's difficulty.
const HARD_SPEC: NumberSpec = NumberSpec {
    key: HARD,
    title: msg::DIFFICULTY,
    min: EASIEST,
    max: HARDEST,
};
/// Specification of a spell's highest Sphere.
const SPHERE_SPEC: NumberSpec = NumberSpec {
    key: SPHERE,
    title: msg::HIGHEST_SPHERE,
    min: 1,
    max: 10,
};

/// Kinds of items in Ascension.
pub(super) const ITEMS: [ItemSpec; 6] = [
    ItemSpec {
        kind: WEAPON,
        title: msg::WEAPON,
        numbers: &[DAMAGE_SPEC, HARD_SPEC],
        tags: &[
            BASHING,
            LETHAL,
            AGGRAVATED,
            STRENGTH,
            ENERGY,
            HEAVY,
            UNBLOCKABLE,
        ],
    },
    ranged(GUN, msg::GUN),
    ranged(BOW, msg::BOW),
    ranged(THROWN, msg::THROWN_WEAPON),
    ItemSpec {
        kind: SPELL,
        title: msg::SPELL,
        numbers: &[DAMAGE_SPEC, SPHERE_SPEC],
        tags: &[BASHING, LETHAL, AGGRAVATED],
    },
    ItemSpec {
        kind: ARMOR,
        title: msg::ARMOR,
        numbers: &[RATING_SPEC],
        tags: &[(SOAKS_AGGRAVATED, msg::HELPS_AGAINST_AGGRAVATED_DAMAGE)],
    },
];

/// Specifies a kind of weapon that shoots or is thrown.
const fn ranged(kind: &'static str, title: Text) -> ItemSpec {
    ItemSpec {
        kind,
        title,
        numbers: &[DAMAGE_SPEC, HARD_SPEC, RANGE_SPEC],
        tags: &[BASHING, LETHAL, AGGRAVATED, STRENGTH],
    }
}

/// Built-in chart of attacks.
static LINES: LazyLock<Vec<AttackLine>> =
    LazyLock::new(|| chart::attacks(chart::ATTACKS).unwrap_or_default());

/// Looks up an attack in the chart by name.
pub(super) fn named(name: &str) -> Option<&'static AttackLine> {
    LINES.iter().find(|line| line.name == name)
}

/// Returns the item kind of an attack; `None` if it needs nothing but the body.
const fn kind(line: &AttackLine) -> Option<&'static str> {
    match line.ability {
        Ability::Brawl | Ability::MartialArts | Ability::Do | Ability::Arete => None,
        Ability::Athletics if line.range == 0 => None,
        Ability::Athletics => Some(THROWN),
        Ability::Melee | Ability::EnergyWeapons => Some(WEAPON),
        Ability::Firearms => Some(GUN),
        Ability::Archery => Some(BOW),
    }
}

/// Builds the chart rows of all weapons and armor.
pub(super) fn rows() -> Vec<ChartRow> {
    let weapons = LINES.iter().filter_map(|line| {
        let marks = [
            (line.strength, STRENGTH.0),
            (line.ability == Ability::EnergyWeapons, ENERGY.0),
            (line.source == Source::Heavy, HEAVY.0),
            (line.unblockable, UNBLOCKABLE.0),
            (true, tag(line.kind)),
        ];
        let marks = marks.into_iter().filter(|(so, _)| *so);
        let tags: Vec<&str> = marks.map(|(_, tag)| tag).collect();
        let hard = if line.difficulty == DIFFICULTY {
            0
        } else {
            line.difficulty
        };
        let numbers = [(DAMAGE, line.damage), (HARD, hard), (RANGE, line.range)];
        row(&line.name, kind(line)?, &numbers, &tags, "ASC-ATK-02")
    });
    weapons.chain(armors("ASC-SOAK-02")).collect()
}

/// Converts an item to an attack. Without a type of damage, guns and arrows are lethal and
/// everything else bashes (ASC-DMG-04).
pub(super) fn line(item: &Item) -> AttackLine {
    let (ability, usual) = match item.kind.as_str() {
        GUN => (Ability::Firearms, DamageType::Lethal),
        BOW => (Ability::Archery, DamageType::Lethal),
        THROWN => (Ability::Athletics, DamageType::Bashing),
        SPELL => (Ability::Arete, DamageType::Bashing),
        _ if item.is(ENERGY.0) => (Ability::EnergyWeapons, DamageType::Bashing),
        _ => (Ability::Melee, DamageType::Bashing),
    };
    AttackLine {
        name: item.name.as_str().to_owned(),
        ability,
        difficulty: item.number(HARD).unwrap_or(DIFFICULTY),
        damage: item.or_zero(DAMAGE),
        strength: item.is(STRENGTH.0),
        kind: damage_type(item).unwrap_or(usual),
        source: if item.is(HEAVY.0) {
            Source::Heavy
        } else {
            Source::Weapon
        },
        unblockable: item.is(UNBLOCKABLE.0),
        range: item.or_zero(RANGE),
    }
}
