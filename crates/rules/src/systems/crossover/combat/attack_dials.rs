//! Dials of an attack.

use super::attack::{AttackManeuver, Reach};
use super::dials::{
    ABILITY, APART, EXPOSED, OFF_HAND, OPPONENTS, PACK, PART, PARTS, RUNNING, SUBSTITUTE, TACTIC,
    TARGETED, YARDS, action,
};
use super::pack::TACTICS;
use crate::character::parameters::ParameterSpec;
use crate::messages::{Text, crossover as msg};
use crate::ruleset::combatant_info::CombatantInfo;

/// Returns the parameters (dials) that a person can set for an attack.
pub(super) fn dials(
    maneuver: &AttackManeuver,
    who: Option<&CombatantInfo<'_>>,
) -> Vec<ParameterSpec> {
    let mut dials = action(who);
    if maneuver.parts {
        let parts: Vec<(i32, Text)> = PARTS.iter().map(|part| (part.0, part.1)).collect();
        dials.push(ParameterSpec::choice(PART, msg::PART, &parts));
        dials.push(ParameterSpec::flag(EXPOSED, msg::THE_PART_STICKS_OUT_OF));
    }
    dials.push(ParameterSpec::number(
        YARDS,
        msg::YARDS_MOVED_BESIDE_IT,
        (0, 100),
        0,
    ));
    let title = msg::RUNNING_DISTANCE_IN_YARDS_MINUS;
    dials.push(ParameterSpec::number(RUNNING, title, (-1, 1_000), -1));
    dials.push(ParameterSpec::flag(OFF_HAND, msg::WITH_THE_WRONG_HAND));
    if maneuver.abilities.len() > 1 {
        let ways = (1..).zip(maneuver.abilities);
        let mut ways: Vec<(i32, Text)> = ways.map(|(n, way)| (n, way.ability.word())).collect();
        ways.insert(0, (0, msg::THE_FIRST_THEY_HAVE));
        dials.push(ParameterSpec::choice(ABILITY, msg::WITH, &ways));
    }
    let substitutes = [
        (0, msg::THE_ABILITY_NAMED),
        (-1, msg::A_SECONDARY_ONE_INSTEAD),
        (1, msg::A_PRIMARY_ONE_INSTEAD),
    ];
    dials.push(ParameterSpec::choice(
        SUBSTITUTE,
        msg::ABILITY,
        &substitutes,
    ));
    if maneuver.reach == Reach::Close {
        let title = msg::CLOSE_ATTACKERS_ON_ONESELF_0;
        dials.push(ParameterSpec::number(OPPONENTS, title, (0, 20), 0));
        let title = msg::CLOSE_ATTACKERS_ON_THE_TARGET;
        dials.push(ParameterSpec::number(TARGETED, title, (0, 20), 0));
        dials.extend(tactics());
    }
    if maneuver.empties {
        dials.push(ParameterSpec::number(
            APART,
            msg::YARDS_BETWEEN_THE_TARGETS,
            (0, 100),
            0,
        ));
    }
    dials.extend(maneuver.dials.iter().map(|dial| dial()));
    dials
}

/// The words of the tactics on the chart.
const TACTIC_TITLES: [(&str, Text); 4] = [
    ("Fur Gnarl", msg::FUR_GNARL),
    ("Harrying", msg::HARRYING),
    ("Savage", msg::SAVAGE),
    ("Wishbone", msg::WISHBONE),
];

/// Returns the parameters (dials) for the tactics of a pack.
fn tactics() -> [ParameterSpec; 2] {
    let named = (1..).zip(TACTICS.iter());
    let known = named.filter_map(|(n, tactic)| {
        let mut titles = TACTIC_TITLES.iter();
        let (_, title) = titles.find(|(name, _)| *name == tactic.name)?;
        Some((n, *title))
    });
    let all: Vec<(i32, Text)> = std::iter::once((0, msg::NONE)).chain(known).collect();
    [
        ParameterSpec::choice(TACTIC, msg::TACTIC_OF_THE_PACK, &all),
        ParameterSpec::number(PACK, msg::HOW_MANY_OF_THE_PACK, (0, 20), 0),
    ]
}
