//! Constants of Crossover: plans and the words of its players.

use super::demo::STORY;
use super::{Settings, archetypes, conditions, sheet};
use crate::character::plan::{ActionKind, ExtraSpec, PlanDuration, PlanSpec, StanceSpec};
use crate::character::track::DamageKind;
use crate::character::vocabulary::Vocabulary;
use crate::messages::crossover as msg;
use crate::ruleset::{KnownWord, SystemFacts, SystemLists};
use crate::space::DistanceUnit;
use crate::systems::d10::dice::SIDES;
use crate::systems::d10::resolve::{BLOCK, DODGE, PARRY};
use crate::systems::d10::shared_rules::roll_parameters;
use crate::systems::d10::shared_rules::tally::DESPERATE;

/// Maximum number of actions of one kind in a plan.
const ACTIONS_MOST: u8 = 10;

/// Kinds of defenses that can be declared.
const DEFENSES: [ActionKind; 3] = [
    ActionKind::new(DODGE, msg::DODGE_2),
    ActionKind::new(BLOCK, msg::BLOCK_2),
    ActionKind::new(PARRY, msg::PARRY_2),
];

/// Fields of a declared plan.
const PLAN: PlanSpec = PlanSpec {
    actions: ACTIONS_MOST,
    defenses: &DEFENSES,
    pools: &[],
    extra: Some(ExtraSpec {
        price: None,
        title: msg::EXTRA_ACTIONS_OF_POWERS,
        most: ACTIONS_MOST,
        defenses: false,
        rule: "XOV-MULT-03",
    }),
    willpower: 1,
    stances: &[StanceSpec {
        key: DESPERATE,
        title: msg::DESPERATE_DEFENSE_2,
        rule: "XOV-DEF-06",
    }],
    lasts: PlanDuration::Round,
    binds: true,
    rule: "XOV-DECL-02",
};

/// Constants of Crossover that a browser links.
pub(super) static FACTS: SystemFacts = SystemFacts {
    title: msg::CROSSOVER,
    description: msg::TEN_SIDED_DICE_AGAINST_A,
    vocabulary: Vocabulary {
        round: msg::TURN,
        health: msg::HEALTH,
        initiative: msg::INITIATIVE,
        declare: msg::DECLARATION,
        act: msg::MAIN_PHASE,
        extra: msg::EXTRA_PHASE,
        waits: msg::DELAYS,
        damage_hint: msg::AFTER_SOAK_EACH_LEVEL_THAT,
        add_example: "Nosferatu vampire dex 3 wits 2 stamina 3 brawl 3 fortitude 2 blood 12",
        own_example: "Ilse mage dex 3 wits 4 firearms 2 willpower 6",
        roll_example: "/roll dex + brawl difficulty 7 specialty",
    },
    archetypes: archetypes::ARCHETYPES,
    trait_specs: &sheet::TRAITS,
    roller_options: &roll_parameters::ROLLER_OPTIONS,
    unrolled_traits: &[
        "celerity",
        "blood",
        "corpus",
        "ammo",
        "ambidextrous",
        "toughness",
    ],
    creature_kinds: &sheet::KINDS,
    damage_kinds: &DamageKind::SEVERITIES,
    condition_specs: &conditions::CONDITIONS,
    die_sides: SIDES,
    distance_unit: DistanceUnit::Yards,
    plan_spec: Some(PLAN),
    chat_prefixes: &['+'],
    chat_help: msg::PLUS_COMBAT_INIT_PLUS_COMBAT,
};

/// Lists of Crossover that only the server needs.
pub(super) static LISTS: SystemLists = SystemLists {
    demo_script: &STORY,
    pool_titles: &[
        ("willpower", msg::WILLPOWER),
        ("blood", msg::BLOOD),
        ("rage", msg::RAGE),
        ("faith", msg::FAITH),
        ("ammo", msg::AMMUNITION),
    ],
    setting_specs: Settings::SPECS,
    trait_groups: archetypes::GROUPS,
    conditions_ending_with_scene: &conditions::OVER_WITH_SCENE,
    known_words: &[
        KnownWord::new(msg::CRINOS_WORD, "XOV-CLOSE-03"),
        KnownWord::new(msg::RAGE, "XOV-POW-02"),
        KnownWord::new(msg::CORPUS_WORD, "XOV-HLTH-05"),
        KnownWord::new(msg::FRENZY_WORD, "XOV-MULT-06"),
    ],
    counts: msg::WHAT_THE_TABLE_COUNTS,
};
