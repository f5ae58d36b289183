//! Maneuvers that are no attack: one row for each, with the function that plays it.

use super::items::{SHIELD, WEAPON as WEAPONS};
use super::{acts, bows, contests, defense, dials, fall, grips, hazard, powers, reflexes};
use crate::character::parameters::ParameterSpec;
use crate::exchange::{Play, Scene, Stop, Targets};
use crate::messages::{Text, crossover as msg};
use crate::ruleset::combatant_info::CombatantInfo;
use crate::systems::crossover::Settings;

/// Maneuver of Crossover that is no attack, such as aiming or standing up.
pub(super) struct UtilityManeuver {
    pub(super) key: &'static str,
    pub(super) title: Text,
    pub(super) rule: &'static str,
    pub(super) targets: Targets,
    /// The kinds of item it can be done with.
    pub(super) items: &'static [&'static str],
    pub(super) dials: fn(Option<&CombatantInfo<'_>>) -> Vec<ParameterSpec>,
    /// Whether it takes an action of the turn, as every attack does (XOV-DECL-02).
    pub(super) takes_action: bool,
    /// Whether it needs limbs, which one in a grip does not have (XOV-CLOSE-04, XOV-CLOSE-06).
    pub(super) needs_limbs: bool,
    /// Whether it only follows from another exchange.
    pub(super) follows: bool,
    pub(super) play: fn(&Scene<'_>, &Settings, &mut Play<'_>) -> Result<(), Stop>,
}

/// An action of the turn.
const ACTION: UtilityManeuver = UtilityManeuver {
    key: "",
    title: Text::NONE,
    rule: "",
    targets: Targets::None,
    items: &[],
    dials: dials::action,
    takes_action: true,
    needs_limbs: false,
    follows: false,
    play: |_, _, _| Ok(()),
};

/// A reflex, or what happens by itself.
const FREE: UtilityManeuver = UtilityManeuver {
    dials: dials::none,
    takes_action: false,
    ..ACTION
};

const WEAPON: &[&str] = &[WEAPONS];
const ANYTHING: &[&str] = &[WEAPONS, SHIELD];

/// All maneuvers that are no attacks, in the order in which they are offered.
pub(super) static MANEUVERS: [UtilityManeuver; 23] = [
    UtilityManeuver {
        key: "aim",
        title: msg::AIM,
        rule: "XOV-RNG-01",
        targets: Targets::One,
        items: WEAPON,
        needs_limbs: true,
        play: acts::aim,
        ..ACTION
    },
    UtilityManeuver {
        key: "load",
        title: msg::LOAD_OR_MAKE_READY,
        rule: "XOV-RNG-07",
        items: WEAPON,
        needs_limbs: true,
        play: bows::load,
        ..ACTION
    },
    UtilityManeuver {
        key: "draw",
        title: msg::TAKE_IN_HAND,
        rule: "XOV-DICE-10",
        items: ANYTHING,
        needs_limbs: true,
        play: acts::draw,
        ..ACTION
    },
    UtilityManeuver {
        key: "mend",
        title: msg::MEND_A_STRING,
        rule: "XOV-ATK-14",
        items: WEAPON,
        needs_limbs: true,
        play: bows::mend,
        ..ACTION
    },
    UtilityManeuver {
        key: "stand",
        title: msg::STAND_UP,
        rule: "XOV-CMP-09",
        needs_limbs: true,
        play: acts::stand,
        ..ACTION
    },
    UtilityManeuver {
        key: "lie_down",
        title: msg::LIE_DOWN,
        rule: "XOV-RNG-03",
        play: acts::lie_down,
        ..FREE
    },
    UtilityManeuver {
        key: "go",
        title: msg::MOVE,
        rule: "XOV-MAN-08",
        dials: dials::yards,
        needs_limbs: true,
        play: acts::move_only,
        ..ACTION
    },
    UtilityManeuver {
        key: "deed",
        title: msg::SOMETHING_WITHOUT_A_ROLL,
        rule: "XOV-DICE-10",
        play: acts::do_without_roll,
        ..ACTION
    },
    UtilityManeuver {
        key: "heal",
        title: msg::HEAL,
        rule: "XOV-SOAK-09",
        play: reflexes::heal,
        ..FREE
    },
    UtilityManeuver {
        key: "feel",
        title: msg::FEEL_ONES_WAY,
        rule: "XOV-CMP-05",
        play: reflexes::feel,
        ..FREE
    },
    UtilityManeuver {
        key: "knocked_down",
        title: msg::KNOCKED_DOWN,
        rule: "XOV-CMP-09",
        play: fall::knock_down,
        ..FREE
    },
    UtilityManeuver {
        key: "ambush",
        title: msg::AMBUSH,
        rule: "XOV-MAN-03",
        targets: Targets::One,
        play: contests::ambush,
        ..ACTION
    },
    UtilityManeuver {
        key: "contest",
        title: msg::CONTEST,
        rule: "XOV-DICE-11",
        targets: Targets::One,
        dials: contests::dials,
        play: contests::any,
        ..ACTION
    },
    UtilityManeuver {
        key: "escape",
        title: msg::GET_OUT_OF_A_GRIP,
        rule: "XOV-CLOSE-04",
        targets: Targets::One,
        play: grips::escape,
        ..ACTION
    },
    UtilityManeuver {
        key: "squeeze",
        title: msg::SQUEEZE_IN_A_CLINCH,
        rule: "XOV-CLOSE-04",
        targets: Targets::One,
        play: grips::squeeze,
        ..ACTION
    },
    UtilityManeuver {
        key: "celerity",
        title: msg::CELERITY,
        rule: "XOV-POW-01",
        play: powers::celerity,
        ..FREE
    },
    UtilityManeuver {
        key: "rage",
        title: msg::RAGE,
        rule: "XOV-POW-02",
        dials: powers::points,
        play: powers::rage,
        ..FREE
    },
    UtilityManeuver {
        key: "distort_time",
        title: msg::DISTORT_TIME,
        rule: "XOV-POW-03",
        dials: powers::points,
        play: powers::distort_time,
        ..FREE
    },
    UtilityManeuver {
        key: "dream_time",
        title: msg::DREAM_TIME,
        rule: "XOV-POW-04",
        play: powers::dream_time,
        ..FREE
    },
    UtilityManeuver {
        key: "faith",
        title: msg::FAITH,
        rule: "XOV-POW-05",
        dials: powers::points,
        play: powers::faith,
        ..FREE
    },
    UtilityManeuver {
        key: defense::CUT,
        title: msg::CUT_BY_A_PARRY,
        rule: "XOV-DEF-05",
        targets: Targets::One,
        items: WEAPON,
        dials: hazard::cut_dials,
        follows: true,
        play: hazard::cut,
        ..FREE
    },
    UtilityManeuver {
        key: "hazard",
        title: msg::A_FALL_A_FIRE,
        rule: "XOV-SOAK-01",
        targets: Targets::One,
        dials: hazard::dials,
        play: hazard::hazard,
        ..FREE
    },
    UtilityManeuver {
        key: "drop",
        title: msg::DROP_WHAT_IS_IN_HAND,
        rule: "XOV-DICE-10",
        items: ANYTHING,
        play: acts::drop_item,
        ..FREE
    },
];

/// Returns the utility maneuver with this key; `None` if there is none.
pub(super) fn find(key: &str) -> Option<&'static UtilityManeuver> {
    MANEUVERS.iter().find(|maneuver| maneuver.key == key)
}
