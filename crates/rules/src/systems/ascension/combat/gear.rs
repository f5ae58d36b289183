//! Items and chart of Ascension: weapons by ability, spells, armor (ASC-ATK-01, ASC-ATK-02,
//! ASC-SOAK-02 to 04).

use crate::messages::Text;
use crate::messages::ascension as msg;
use std::sync::LazyLock;

use super::super::attack::AttackAbility;
use super::super::chart::{self, AttackLine};
use super::super::defense::AttackSource;
use crate::character::gear::{ChartRow, Item, ItemSpec, NumberSpec};
use crate::systems::d10::damage::DamageType;
use crate::systems::d10::dice::{DEFAULT_DIFFICULTY, MAX_DIFFICULTY, MIN_DIFFICULTY};
use crate::systems::d10::items::{
    AGGRAVATED, ARMOR, BASHING, DAMAGE, DAMAGE_SPEC, LETHAL, RANGE, RANGE_SPEC, RATING_SPEC,
    armor_rows, chart_row, damage_tag, damage_type,
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
const DIFFICULTY_NUMBER: &str = "difficulty";
/// Tag of weapons that add Strength to damage.
const STRENGTH: (&str, Text) = ("strength", msg::ADDS_STRENGTH);
/// Tag of force weapons.
const ENERGY: (&str, Text) = ("energy", msg::A_FORCE_WEAPON);
/// Tag of heavy objects, which are harder to stop.
const HEAVY: (&str, Text) = ("heavy", msg::HEAVY_LIKE_A_TABLE);
/// Tag of weapons that cannot be blocked.
const UNBLOCKABLE: (&str, Text) = ("unblockable", msg::CANNOT_BE_BLOCKED);

/// Specification of a weapon's difficulty.
const DIFFICULTY_SPEC: NumberSpec = NumberSpec {
    key: DIFFICULTY_NUMBER,
    title: msg::DIFFICULTY,
    min: MIN_DIFFICULTY,
    max: MAX_DIFFICULTY,
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
        numbers: &[DAMAGE_SPEC, DIFFICULTY_SPEC],
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
    ranged_weapon_spec(GUN, msg::GUN),
    ranged_weapon_spec(BOW, msg::BOW),
    ranged_weapon_spec(THROWN, msg::THROWN_WEAPON),
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
const fn ranged_weapon_spec(kind: &'static str, title: Text) -> ItemSpec {
    ItemSpec {
        kind,
        title,
        numbers: &[DAMAGE_SPEC, DIFFICULTY_SPEC, RANGE_SPEC],
        tags: &[BASHING, LETHAL, AGGRAVATED, STRENGTH],
    }
}

/// Built-in chart of attacks.
static ATTACK_LINES: LazyLock<Vec<AttackLine>> =
    LazyLock::new(|| chart::read_attacks(chart::ATTACKS).unwrap_or_default());

/// Looks up an attack in Ascension's chart by name.
pub(super) fn attack_line_named(name: &str) -> Option<&'static AttackLine> {
    ATTACK_LINES.iter().find(|line| line.name == name)
}

/// Returns the item kind of an attack; `None` if it needs nothing but the body.
const fn item_kind(line: &AttackLine) -> Option<&'static str> {
    match line.ability {
        AttackAbility::Brawl
        | AttackAbility::MartialArts
        | AttackAbility::Do
        | AttackAbility::Arete => None,
        AttackAbility::Athletics if line.range == 0 => None,
        AttackAbility::Athletics => Some(THROWN),
        AttackAbility::Melee | AttackAbility::EnergyWeapons => Some(WEAPON),
        AttackAbility::Firearms => Some(GUN),
        AttackAbility::Archery => Some(BOW),
    }
}

/// Builds the chart rows of all weapons and armor.
pub(super) fn chart_rows() -> Vec<ChartRow> {
    let weapons = ATTACK_LINES.iter().filter_map(|line| {
        let marks = [
            (line.strength, STRENGTH.0),
            (line.ability == AttackAbility::EnergyWeapons, ENERGY.0),
            (line.source == AttackSource::Heavy, HEAVY.0),
            (line.unblockable, UNBLOCKABLE.0),
            (true, damage_tag(line.kind)),
        ];
        let marks = marks.into_iter().filter(|(so, _)| *so);
        let tags: Vec<&str> = marks.map(|(_, tag)| tag).collect();
        let hard = if line.difficulty == DEFAULT_DIFFICULTY {
            0
        } else {
            line.difficulty
        };
        let numbers = [
            (DAMAGE, line.damage),
            (DIFFICULTY_NUMBER, hard),
            (RANGE, line.range),
        ];
        chart_row(&line.name, item_kind(line)?, &numbers, &tags, "ASC-ATK-02")
    });
    weapons.chain(armor_rows("ASC-SOAK-02")).collect()
}

/// Converts an item to an attack as Ascension's chart has it. Without a type of damage, guns and arrows are lethal
/// and everything else bashes (ASC-DMG-04).
pub(super) fn attack_line_from_item(item: &Item) -> AttackLine {
    let (ability, usual) = match item.kind.as_str() {
        GUN => (AttackAbility::Firearms, DamageType::Lethal),
        BOW => (AttackAbility::Archery, DamageType::Lethal),
        THROWN => (AttackAbility::Athletics, DamageType::Bashing),
        SPELL => (AttackAbility::Arete, DamageType::Bashing),
        _ if item.has_tag(ENERGY.0) => (AttackAbility::EnergyWeapons, DamageType::Bashing),
        _ => (AttackAbility::Melee, DamageType::Bashing),
    };
    AttackLine {
        name: item.name.as_str().to_owned(),
        ability,
        difficulty: item.number(DIFFICULTY_NUMBER).unwrap_or(DEFAULT_DIFFICULTY),
        damage: item.number_or_zero(DAMAGE),
        strength: item.has_tag(STRENGTH.0),
        kind: damage_type(item).unwrap_or(usual),
        source: if item.has_tag(HEAVY.0) {
            AttackSource::Heavy
        } else {
            AttackSource::Weapon
        },
        unblockable: item.has_tag(UNBLOCKABLE.0),
        range: item.number_or_zero(RANGE),
    }
}
