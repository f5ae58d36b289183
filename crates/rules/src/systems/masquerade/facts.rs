//! Constants of Masquerade: conditions, plans and the words of its players.

use crate::messages::masquerade as msg;

use super::combat::KNOCKED_DOWN;
use crate::condition::ConditionSpec;
use crate::plan::{ExtraSpec, KindOfAction, Lasts, PlanSpec};
use crate::speech::Speech;
use crate::systems::d10::resolve::{BLOCK, DODGE, PARRY};
use crate::systems::d10::table::health;

/// Rules that Masquerade cites about health levels.
pub(super) const LEVELS: health::Rules = health::Rules {
    levels: "MSQ-HLTH-01",
    wounds: "MSQ-HLTH-03",
    end: "MSQ-HLTH-02",
};

/// Maximum number of actions of one kind in a plan.
const ACTIONS_MOST: u8 = 10;

/// Conditions known to the rules of Masquerade.
pub(super) const CONDITIONS: [ConditionSpec; 1] = [ConditionSpec {
    key: KNOCKED_DOWN,
    word: msg::KNOCKED_DOWN,
    effect: msg::GETTING_UP_IS_AN_ACTION,
    rule: "MSQ-DECL-02",
    most: 0,
}];

/// Kinds of defenses that can be declared.
const DEFENSES: [KindOfAction; 3] = [
    KindOfAction::new(DODGE, msg::DODGE_2),
    KindOfAction::new(BLOCK, msg::BLOCK_2),
    KindOfAction::new(PARRY, msg::PARRY_2),
];

/// Limits and options of a plan in Masquerade.
pub(super) const PLAN: PlanSpec = PlanSpec {
    actions: ACTIONS_MOST,
    defenses: &DEFENSES,
    pools: &[],
    extra: Some(ExtraSpec {
        price: Some(("blood", 1)),
        title: msg::CELERITY,
        most: ACTIONS_MOST,
        defenses: true,
        rule: "MSQ-MULT-02",
    }),
    willpower: 1,
    stances: &[],
    lasts: Lasts::Round,
    binds: true,
    rule: "MSQ-DECL-02",
};

/// Vocabulary of Masquerade's players.
pub(super) const SPEECH: Speech = Speech {
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
};
