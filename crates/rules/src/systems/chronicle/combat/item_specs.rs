//! The kinds of item the rules know, with the numbers and tags each may have.

use super::keys::{
    AERODYNAMIC, ARMOR, AUTOMATIC, BALLISTIC, BINDS, BRAWL_WEAPON, DAMAGE, DURABILITY, GENERAL,
    GUN, HIDDEN, IMPROVISED, INITIATIVE_PENALTY, ITEM_SIZE, JAMMED, LOOSE_ROUNDS, MAGAZINE,
    MELEE_WEAPON, OBJECT, ROUNDS, SEE_THROUGH, STAKE, STRENGTH_NEEDED, STRUCTURE, STUNS,
    SUPERNATURAL, THROWN_WEAPON,
};
use crate::gear::{ItemSpec, NumberSpec};

const fn number(key: &'static str, title: &'static str, min: i32, max: i32) -> NumberSpec {
    NumberSpec {
        key,
        title,
        min,
        max,
    }
}

const WEAPON_NUMBERS: &[NumberSpec] = &[
    number(DAMAGE, "Damage", -30, 100),
    number(ITEM_SIZE, "Size", 0, 100),
    number(INITIATIVE_PENALTY, "Initiative", -30, 0),
    number(STRENGTH_NEEDED, "Strength needed", 0, 30),
    number("short", "Short range", 0, 1_000_000),
    number("medium", "Medium range", 0, 1_000_000),
    number("long", "Long range", 0, 1_000_000),
    number(DURABILITY, "Durability", 0, 100),
    number(STRUCTURE, "Structure", 0, 1_000),
];

const GUN_NUMBERS: &[NumberSpec] = &[
    number(DAMAGE, "Damage", -30, 100),
    number(ITEM_SIZE, "Size", 0, 100),
    number(INITIATIVE_PENALTY, "Initiative", -30, 0),
    number(STRENGTH_NEEDED, "Strength needed", 0, 30),
    number("short", "Short range", 0, 1_000_000),
    number("medium", "Medium range", 0, 1_000_000),
    number("long", "Long range", 0, 1_000_000),
    number(MAGAZINE, "Magazine", 0, 1_000),
    number(ROUNDS, "Rounds in it", 0, 1_000),
    number(JAMMED, "Jammed, actions to clear", 0, 20),
];

const WEAPON_TAGS: &[(&str, &str)] = &[
    ("unarmed", "like a fist"),
    ("blunt", "blunt"),
    ("piercing", "piercing"),
    ("slashing", "slashing"),
    ("ballistic", "ballistic"),
    ("fire", "fire"),
    ("unnatural", "unnatural"),
    (IMPROVISED, "improvised"),
    (STAKE, "wooden stake"),
    (STUNS, "can stun"),
    (AERODYNAMIC, "made to fly"),
    (BINDS, "binds in a grapple"),
    (HIDDEN, "carried hidden"),
];

const GUN_TAGS: &[(&str, &str)] = &[
    ("ballistic", "ballistic"),
    ("piercing", "piercing"),
    ("fire", "fire"),
    ("unnatural", "unnatural"),
    (AUTOMATIC, "fires bursts"),
    (LOOSE_ROUNDS, "loaded round by round"),
    (STUNS, "can stun"),
    (STAKE, "shoots wooden stakes"),
    (IMPROVISED, "improvised"),
    (HIDDEN, "carried hidden"),
];

/// The kinds of item the rules know.
pub(super) const ITEMS: [ItemSpec; 6] = [
    ItemSpec {
        kind: MELEE_WEAPON,
        title: "Melee weapon",
        numbers: WEAPON_NUMBERS,
        tags: WEAPON_TAGS,
    },
    ItemSpec {
        kind: BRAWL_WEAPON,
        title: "Brawling weapon",
        numbers: WEAPON_NUMBERS,
        tags: WEAPON_TAGS,
    },
    ItemSpec {
        kind: THROWN_WEAPON,
        title: "Thrown weapon",
        numbers: WEAPON_NUMBERS,
        tags: WEAPON_TAGS,
    },
    ItemSpec {
        kind: GUN,
        title: "Gun or bow",
        numbers: GUN_NUMBERS,
        tags: GUN_TAGS,
    },
    ItemSpec {
        kind: OBJECT,
        title: "Object",
        numbers: WEAPON_NUMBERS,
        tags: &[
            ("blunt", "blunt"),
            ("piercing", "piercing"),
            ("slashing", "slashing"),
            ("fire", "fire"),
            (AERODYNAMIC, "made to fly"),
            (SEE_THROUGH, "see-through"),
        ],
    },
    ItemSpec {
        kind: ARMOR,
        title: "Armor",
        numbers: &[
            number(BALLISTIC, "Ballistic", 0, 100),
            number(GENERAL, "General", 0, 100),
        ],
        tags: &[
            ("all", "covers everything"),
            ("torso", "covers the torso"),
            ("head", "covers the head"),
            ("arm", "covers the arms"),
            ("leg", "covers the legs"),
            ("hand", "covers the hands"),
            ("eye", "covers the eyes"),
            (SUPERNATURAL, "a power or a hide"),
        ],
    },
];
