//! Constants of Masquerade: conditions, plans and the words of its players.

use crate::messages::masquerade as msg;
use crate::space::DistanceUnit;

use super::combat::KNOCKED_DOWN;
use super::demo::DEMO_SCRIPT;
use super::{Settings, archetypes, sheet};
use crate::character::condition::ConditionSpec;
use crate::character::plan::{ActionKind, ExtraSpec, PlanDuration, PlanSpec};
use crate::character::track::DamageKind;
use crate::character::vocabulary::Vocabulary;
use crate::ruleset::{KnownWord, SystemFacts, SystemLists};
use crate::systems::d10::dice::SIDES;
use crate::systems::d10::resolve::{BLOCK, DODGE, PARRY};
use crate::systems::d10::shared_rules::roll_parameters;

/// Maximum number of actions of one kind in a plan.
const MAX_PLAN_ACTIONS: u8 = 10;

/// Conditions known to the rules of Masquerade.
const CONDITIONS: [ConditionSpec; 1] = [ConditionSpec {
    key: KNOCKED_DOWN,
    word: msg::KNOCKED_DOWN,
    effect: msg::GETTING_UP_IS_AN_ACTION,
    rule: "MSQ-DECL-02",
    most: 0,
}];

/// Kinds of defenses that can be declared.
const DEFENSES: [ActionKind; 3] = [
    ActionKind::new(DODGE, msg::DODGE_2),
    ActionKind::new(BLOCK, msg::BLOCK_2),
    ActionKind::new(PARRY, msg::PARRY_2),
];

/// Limits and options of a plan in Masquerade.
const PLAN: PlanSpec = PlanSpec {
    actions: MAX_PLAN_ACTIONS,
    defenses: &DEFENSES,
    pools: &[],
    extra: Some(ExtraSpec {
        price: Some(("blood", 1)),
        title: msg::CELERITY,
        most: MAX_PLAN_ACTIONS,
        defenses: true,
        rule: "MSQ-MULT-02",
    }),
    willpower: 1,
    stances: &[],
    lasts: PlanDuration::Round,
    binds: true,
    rule: "MSQ-DECL-02",
};

/// Constants of Masquerade that a browser links.
pub(super) static FACTS: SystemFacts = SystemFacts {
    title: msg::MASQUERADE,
    description: msg::TEN_SIDED_DICE_AGAINST_A,
    vocabulary: Vocabulary {
        round: msg::TURN,
        health: msg::HEALTH,
        initiative: msg::INITIATIVE,
        declare: msg::DECLARATION,
        act: msg::ACTION,
        extra: msg::CLOSING_PASS,
        waits: msg::DELAYS,
        damage_hint: msg::AFTER_SOAK_HALVED_FOR_THE,
        add_example: "3x thug ghoul dex 3 wits 2 stamina 3 brawl 2 fortitude 1",
        own_example: "Milo vampire dex 3 wits 2 stamina 3 celerity 1 blood 12",
        roll_example: "/roll dex + firearms difficulty 7 specialty",
    },
    archetypes: archetypes::ARCHETYPES,
    trait_specs: &sheet::TRAITS,
    roller_options: &roll_parameters::ROLLER_OPTIONS,
    unrolled_traits: &["celerity", "blood"],
    creature_kinds: &sheet::KINDS,
    damage_kinds: &DamageKind::SEVERITIES,
    condition_specs: &CONDITIONS,
    die_sides: SIDES,
    distance_unit: DistanceUnit::Yards,
    plan_spec: Some(PLAN),
    chat_prefixes: &['!'],
    chat_help: msg::INITS_DEX_WITS_INIT_OR,
};

/// Lists of Masquerade that only the server needs.
pub(super) static LISTS: SystemLists = SystemLists {
    demo_script: &DEMO_SCRIPT,
    pool_titles: &[("willpower", msg::WILLPOWER), ("blood", msg::BLOOD)],
    setting_specs: Settings::SPECS,
    trait_groups: archetypes::GROUPS,
    conditions_ending_with_scene: &[],
    known_words: &[
        KnownWord::new(msg::DIFFICULTY_WORD, "MSQ-DICE-01"),
        KnownWord::new(msg::SOAK_WORD, "MSQ-SOAK-01"),
        KnownWord::new(msg::BOTCH_WORD, "MSQ-DICE-03"),
        KnownWord::new(msg::TORPOR_WORD, "MSQ-HLTH-02"),
    ],
    counts: msg::WHAT_THE_TABLE_COUNTS,
};
