//! The kinds of item the rules know, with the numbers and tags each may have.

use super::keys::{
    AERODYNAMIC, ARMOR, AUTOMATIC, BALLISTIC, BINDS, BRAWL_WEAPON, DAMAGE, DURABILITY, GENERAL,
    GUN, HIDDEN, IMPROVISED, INITIATIVE_PENALTY, ITEM_SIZE, JAMMED, LOOSE_ROUNDS, MAGAZINE,
    MELEE_WEAPON, OBJECT, ROUNDS, SEE_THROUGH, STAKE, STRENGTH_NEEDED, STRUCTURE, STUNS,
    SUPERNATURAL, THROWN_WEAPON,
};
use crate::character::gear::{ItemSpec, NumberSpec};
use crate::messages::Text;
use crate::messages::chronicle as msg;

/// Specifies a number of an item, such as its rating, with its range.
const fn number(key: &'static str, title: Text, min: i32, max: i32) -> NumberSpec {
    NumberSpec {
        key,
        title,
        min,
        max,
    }
}

const WEAPON_NUMBERS: &[NumberSpec] = &[
    number(DAMAGE, msg::DAMAGE, -30, 100),
    number(ITEM_SIZE, msg::SIZE, 0, 100),
    number(INITIATIVE_PENALTY, msg::INITIATIVE, -30, 0),
    number(STRENGTH_NEEDED, msg::STRENGTH_NEEDED, 0, 30),
    number("short", msg::SHORT_RANGE, 0, 1_000_000),
    number("medium", msg::MEDIUM_RANGE, 0, 1_000_000),
    number("long", msg::LONG_RANGE, 0, 1_000_000),
    number(DURABILITY, msg::DURABILITY, 0, 100),
    number(STRUCTURE, msg::STRUCTURE, 0, 1_000),
];

const GUN_NUMBERS: &[NumberSpec] = &[
    number(DAMAGE, msg::DAMAGE, -30, 100),
    number(ITEM_SIZE, msg::SIZE, 0, 100),
    number(INITIATIVE_PENALTY, msg::INITIATIVE, -30, 0),
    number(STRENGTH_NEEDED, msg::STRENGTH_NEEDED, 0, 30),
    number("short", msg::SHORT_RANGE, 0, 1_000_000),
    number("medium", msg::MEDIUM_RANGE, 0, 1_000_000),
    number("long", msg::LONG_RANGE, 0, 1_000_000),
    number(MAGAZINE, msg::MAGAZINE, 0, 1_000),
    number(ROUNDS, msg::ROUNDS_IN_IT, 0, 1_000),
    number(JAMMED, msg::JAMMED_ACTIONS_TO_CLEAR, 0, 20),
];

const WEAPON_TAGS: &[(&str, Text)] = &[
    ("unarmed", msg::LIKE_A_FIST),
    ("blunt", msg::BLUNT),
    ("piercing", msg::PIERCING),
    ("slashing", msg::SLASHING),
    ("ballistic", msg::BALLISTIC_2),
    ("fire", msg::FIRE),
    ("unnatural", msg::UNNATURAL),
    (IMPROVISED, msg::IMPROVISED),
    (STAKE, msg::WOODEN_STAKE),
    (STUNS, msg::CAN_STUN),
    (AERODYNAMIC, msg::MADE_TO_FLY),
    (BINDS, msg::BINDS_IN_A_GRAPPLE),
    (HIDDEN, msg::CARRIED_HIDDEN),
];

const GUN_TAGS: &[(&str, Text)] = &[
    ("ballistic", msg::BALLISTIC_2),
    ("piercing", msg::PIERCING),
    ("fire", msg::FIRE),
    ("unnatural", msg::UNNATURAL),
    (AUTOMATIC, msg::FIRES_BURSTS),
    (LOOSE_ROUNDS, msg::LOADED_ROUND_BY_ROUND),
    (STUNS, msg::CAN_STUN),
    (STAKE, msg::SHOOTS_WOODEN_STAKES),
    (IMPROVISED, msg::IMPROVISED),
    (HIDDEN, msg::CARRIED_HIDDEN),
];

/// The kinds of item the rules know.
pub(crate) const ITEMS: [ItemSpec; 6] = [
    ItemSpec {
        kind: MELEE_WEAPON,
        title: msg::MELEE_WEAPON,
        numbers: WEAPON_NUMBERS,
        tags: WEAPON_TAGS,
    },
    ItemSpec {
        kind: BRAWL_WEAPON,
        title: msg::BRAWLING_WEAPON,
        numbers: WEAPON_NUMBERS,
        tags: WEAPON_TAGS,
    },
    ItemSpec {
        kind: THROWN_WEAPON,
        title: msg::THROWN_WEAPON,
        numbers: WEAPON_NUMBERS,
        tags: WEAPON_TAGS,
    },
    ItemSpec {
        kind: GUN,
        title: msg::GUN_OR_BOW,
        numbers: GUN_NUMBERS,
        tags: GUN_TAGS,
    },
    ItemSpec {
        kind: OBJECT,
        title: msg::OBJECT,
        numbers: WEAPON_NUMBERS,
        tags: &[
            ("blunt", msg::BLUNT),
            ("piercing", msg::PIERCING),
            ("slashing", msg::SLASHING),
            ("fire", msg::FIRE),
            (AERODYNAMIC, msg::MADE_TO_FLY),
            (SEE_THROUGH, msg::SEE_THROUGH),
        ],
    },
    ItemSpec {
        kind: ARMOR,
        title: msg::ARMOR,
        numbers: &[
            number(BALLISTIC, msg::BALLISTIC, 0, 100),
            number(GENERAL, msg::GENERAL, 0, 100),
        ],
        tags: &[
            ("all", msg::COVERS_EVERYTHING),
            ("torso", msg::COVERS_THE_TORSO),
            ("head", msg::COVERS_THE_HEAD),
            ("arm", msg::COVERS_THE_ARMS),
            ("leg", msg::COVERS_THE_LEGS),
            ("hand", msg::COVERS_THE_HANDS),
            ("eye", msg::COVERS_THE_EYES),
            (SUPERNATURAL, msg::A_POWER_OR_A_HIDE),
        ],
    },
];
