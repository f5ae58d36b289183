//! Constants of Ascension: conditions, plans and the words of its players.

use super::combat::{LIFE_HARDENED, WARD, turn};
use super::defense::COUNTERMAGICK;
use crate::condition::ConditionSpec;
use crate::messages::ascension as msg;
use crate::plan::{ExtraSpec, KindOfAction, Lasts, PlanSpec, StanceSpec};
use crate::speech::Speech;
use crate::systems::d10::resolve::{BLOCK, DODGE, PARRY};
use crate::systems::d10::table::health;
use crate::systems::d10::table::tally::DESPERATE;

/// Rules that Ascension cites about health levels.
pub(super) const LEVELS: health::Rules = health::Rules {
    levels: "ASC-REC-01",
    wounds: "ASC-REC-01",
    end: "ASC-REC-04",
};

/// Maximum number of actions of one kind in a plan.
const ACTIONS_MOST: u8 = 10;

/// Maximum amount of a condition that has one.
const AMOUNT_MOST: i32 = 100;

/// Conditions known to the rules of Ascension.
pub(super) const CONDITIONS: [ConditionSpec; 4] = [
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
        most: AMOUNT_MOST,
    },
    ConditionSpec {
        key: turn::DIVIDED,
        word: msg::DIVIDING_A_POOL,
        effect: msg::SO_MANY_OF_ITS_DICE,
        rule: "ASC-SPLIT-01",
        most: AMOUNT_MOST,
    },
    ConditionSpec {
        key: turn::SMALLEST,
        word: msg::HELD_TO_THE_SMALLEST_POOL,
        effect: msg::ALL_ACTIONS_OF_THE_TURN,
        rule: "ASC-SPLIT-01",
        most: AMOUNT_MOST,
    },
];

/// Kinds of defenses that can be declared.
const DEFENSES: [KindOfAction; 4] = [
    KindOfAction::new(DODGE, msg::DODGE_2),
    KindOfAction::new(BLOCK, msg::BLOCK_2),
    KindOfAction::new(PARRY, msg::PARRY_2),
    KindOfAction::new(COUNTERMAGICK, msg::COUNTERMAGICK_2),
];

/// Abilities that actions can be declared to use; the smallest pool of all is divided
/// (ASC-SPLIT-01).
const POOLS: [KindOfAction; 9] = [
    KindOfAction::new("brawl", msg::BRAWL),
    KindOfAction::new("martial_arts", msg::MARTIAL_ARTS),
    KindOfAction::new("do", msg::DO),
    KindOfAction::new("melee", msg::MELEE),
    KindOfAction::new("firearms", msg::FIREARMS),
    KindOfAction::new("energy_weapons", msg::ENERGY_WEAPONS),
    KindOfAction::new("athletics", msg::ATHLETICS),
    KindOfAction::new("archery", msg::ARCHERY),
    KindOfAction::new("arete", msg::ARETE),
];

/// Limits and options of a plan in Ascension.
pub(super) const PLAN: PlanSpec = PlanSpec {
    actions: ACTIONS_MOST,
    defenses: &DEFENSES,
    pools: &POOLS,
    extra: Some(ExtraSpec {
        price: None,
        title: msg::GRANTED_BY_TIME_MAGICK,
        most: ACTIONS_MOST,
        defenses: false,
        rule: "ASC-TURN-01",
    }),
    willpower: 0,
    stances: &[StanceSpec {
        key: DESPERATE,
        title: msg::DESPERATE_DEFENSE_2,
        rule: "ASC-DESP-01",
    }],
    lasts: Lasts::Round,
    binds: true,
    rule: "ASC-SPLIT-01",
};

/// Vocabulary of Ascension's players.
pub(super) const SPEECH: Speech = Speech {
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
};
