//! Constants of Ascension: conditions, plans and the words of its players.

use super::combat::{LIFE_HARDENED, WARD, turn};
use super::defense::COUNTERMAGICK;
use super::demo::DEMO_SCRIPT;
use super::{Settings, archetypes, sheet};
use crate::character::condition::ConditionSpec;
use crate::character::plan::{ActionKind, ExtraSpec, PlanDuration, PlanSpec, StanceSpec};
use crate::character::track::DamageKind;
use crate::character::vocabulary::Vocabulary;
use crate::messages::{ascension as msg, core};
use crate::ruleset::{KnownWord, SystemFacts, SystemLists};
use crate::space::DistanceUnit;
use crate::systems::d10::dice::SIDES;
use crate::systems::d10::resolve::{BLOCK, DODGE, PARRY};
use crate::systems::d10::shared_rules::roll_parameters;
use crate::systems::d10::shared_rules::tally::DESPERATE;

/// Maximum number of actions of one kind in a plan.
const MAX_PLAN_ACTIONS: u8 = 10;

/// Maximum amount of a condition that has one.
const MAX_AMOUNT: i32 = 100;

/// Conditions known to the rules of Ascension.
const CONDITIONS: [ConditionSpec; 4] = [
    ConditionSpec {
        key: LIFE_HARDENED,
        word: msg::SKIN_HARDENED_BY_LIFE,
        effect: msg::BLOCKS_LETHAL_AND_AGGRAVATED_BLOWS,
        rule: "ASC-BLOCK-05",
        most: 0,
    },
    ConditionSpec {
        key: WARD,
        word: msg::WARDED,
        effect: msg::ADDS_DICE_TO_SOAK_AGAINST,
        rule: "ASC-SOAK-04",
        most: MAX_AMOUNT,
    },
    ConditionSpec {
        key: turn::DIVIDED_DICE,
        word: msg::DIVIDING_A_POOL,
        effect: msg::SO_MANY_OF_ITS_DICE,
        rule: "ASC-SPLIT-01",
        most: MAX_AMOUNT,
    },
    ConditionSpec {
        key: turn::SMALLEST_POOL,
        word: msg::HELD_TO_THE_SMALLEST_POOL,
        effect: msg::ALL_ACTIONS_OF_THE_TURN,
        rule: "ASC-SPLIT-01",
        most: MAX_AMOUNT,
    },
];

/// Kinds of defenses that can be declared.
const DEFENSES: [ActionKind; 4] = [
    ActionKind::new(DODGE, msg::DODGE_2),
    ActionKind::new(BLOCK, msg::BLOCK_2),
    ActionKind::new(PARRY, msg::PARRY_2),
    ActionKind::new(COUNTERMAGICK, msg::COUNTERMAGICK_2),
];

/// Abilities that actions can be declared to use; the smallest pool of all is divided
/// (ASC-SPLIT-01).
const POOLS: [ActionKind; 9] = [
    ActionKind::new("brawl", msg::BRAWL),
    ActionKind::new("martial_arts", msg::MARTIAL_ARTS),
    ActionKind::new("do", msg::DO),
    ActionKind::new("melee", msg::MELEE),
    ActionKind::new("firearms", msg::FIREARMS),
    ActionKind::new("energy_weapons", msg::ENERGY_WEAPONS),
    ActionKind::new("athletics", msg::ATHLETICS),
    ActionKind::new("archery", msg::ARCHERY),
    ActionKind::new("arete", msg::ARETE),
];

/// Limits and options of a plan in Ascension.
const PLAN: PlanSpec = PlanSpec {
    actions: MAX_PLAN_ACTIONS,
    defenses: &DEFENSES,
    pools: &POOLS,
    extra: Some(ExtraSpec {
        price: None,
        title: msg::GRANTED_BY_TIME_MAGICK,
        most: MAX_PLAN_ACTIONS,
        defenses: false,
        rule: "ASC-TURN-01",
    }),
    willpower: 0,
    stances: &[StanceSpec {
        key: DESPERATE,
        title: msg::DESPERATE_DEFENSE_2,
        rule: "ASC-DESP-01",
    }],
    lasts: PlanDuration::Round,
    binds: true,
    rule: "ASC-SPLIT-01",
};

/// Constants of Ascension that a browser links.
pub(super) static FACTS: SystemFacts = SystemFacts {
    title: msg::ASCENSION,
    description: msg::TEN_SIDED_DICE_AGAINST_A,
    vocabulary: Vocabulary {
        round: msg::TURN,
        health: msg::HEALTH,
        initiative: msg::INITIATIVE,
        declare: msg::DECLARATION,
        act: msg::ACTION,
        extra: msg::EXTRA_ACTIONS,
        waits: msg::WAITS,
        damage_hint: msg::AFTER_SOAK_EACH_LEVEL_THAT,
        add_example: "2x thug dex 3 wits 2 stamina 3 brawl 2 firearms 1",
        own_example: "Ilse mage dex 3 wits 4 arete 3 do 2 willpower 6",
        roll_example: "/roll arete difficulty 7 specialty",
    },
    archetypes: archetypes::ARCHETYPES,
    trait_specs: &sheet::TRAITS,
    roller_options: &roll_parameters::ROLLER_OPTIONS,
    unrolled_traits: &[],
    creature_kinds: &sheet::KINDS,
    damage_kinds: &DamageKind::SEVERITIES,
    condition_specs: &CONDITIONS,
    die_sides: SIDES,
    distance_unit: DistanceUnit::Yards,
    plan_spec: Some(PLAN),
    chat_prefixes: &[],
    chat_help: core::ROLL_OR_INIT,
};

/// Lists of Ascension that only the server needs.
pub(super) static LISTS: SystemLists = SystemLists {
    demo_script: &DEMO_SCRIPT,
    pool_titles: &[("willpower", msg::WILLPOWER)],
    setting_specs: Settings::SPECS,
    trait_groups: archetypes::GROUPS,
    conditions_ending_with_scene: &[turn::DIVIDED_DICE, turn::SMALLEST_POOL],
    known_words: &[
        KnownWord::new(msg::ARETE, "ASC-CM-01"),
        KnownWord::new(msg::COUNTERMAGICK_WORD, "ASC-CM-01"),
        KnownWord::new(msg::DO, "ASC-BLOCK-05"),
        KnownWord::new(msg::DESPERATE_DEFENSE_WORD, "ASC-DESP-01"),
    ],
    counts: msg::WHAT_THE_TABLE_COUNTS,
};
