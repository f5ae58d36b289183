//! Parameters of the situation between two combatants, and of maneuvers.

use super::keys::{
    AGGRAVATED, ALL_OUT, APART, AWAY, BASHING, BULLETS, BURST, CALLED, CLOSE_QUARTERS, CONCEALMENT,
    COVER_DURABILITY, COVER_SEE_THROUGH, COVER_STRUCTURE, DISTANCE, DISTANCE_MOST, FIRING_FROM,
    LETHAL, OFFHAND, PULLED, TRAITS, UNAWARE, YARDS,
};
use crate::character::parameters::ParameterSpec;
use crate::exchange::CoverSpec;
use crate::messages::Text;
use crate::messages::{chronicle as msg, core};
use crate::systems::chronicle::dice::reading::{AGAIN, ROTE};

/// A solid thing between two (CHR-CONC-03, CHR-COV-01).
pub(crate) const THING: CoverSpec = CoverSpec {
    keys: &[COVER_DURABILITY, COVER_STRUCTURE, COVER_SEE_THROUGH],
    wears: Some(COVER_STRUCTURE),
    behind: &[(CONCEALMENT, COMPLETELY)],
};

/// Completely concealed, behind something solid.
const COMPLETELY: i32 = 4;

/// The degrees of concealment (CHR-CONC-01 to 04).
const CONCEALED: [(i32, Text); 6] = [
    (0, msg::NOT_CONCEALED),
    (1, msg::BARELY),
    (2, msg::PARTIALLY),
    (3, msg::SUBSTANTIALLY),
    (COMPLETELY, msg::COMPLETELY_BEHIND_SOMETHING_SOLID),
    (5, msg::OUT_OF_SIGHT),
];

/// The places of a called shot (CHR-TGT-02 to 07).
const PLACES: [(i32, Text); 7] = [
    (0, msg::NO_CALLED_SHOT),
    (1, msg::ARM_MINUS_2),
    (2, msg::LEG_MINUS_2),
    (3, msg::HEAD_MINUS_3),
    (4, msg::HEART_MINUS_4),
    (5, msg::HAND_MINUS_4),
    (6, msg::EYE_MINUS_5),
];

/// The traits a contest may be rolled with, by the value of its dials.
const ROLLED: [(i32, Text); 12] = [
    (0, msg::NONE),
    (1, msg::STRENGTH),
    (2, msg::DEXTERITY),
    (3, msg::STAMINA),
    (4, msg::WITS),
    (5, msg::COMPOSURE),
    (6, msg::ATHLETICS),
    (7, msg::BRAWL),
    (8, msg::FIREARMS),
    (9, msg::STEALTH),
    (10, msg::WEAPONRY),
    (11, msg::WILLPOWER),
];

/// Returns the parameters of the situation between two combatants, such as the distance.
pub(crate) fn situation() -> Vec<ParameterSpec> {
    vec![
        ParameterSpec::number(DISTANCE, msg::DISTANCE_IN_YARDS, (0, DISTANCE_MOST), 10),
        ParameterSpec::choice(CONCEALMENT, msg::TARGET_CONCEALED, &CONCEALED),
        ParameterSpec::choice(FIRING_FROM, msg::SHOOTING_FROM_CONCEALMENT_2, &CONCEALED),
        ParameterSpec::number(COVER_DURABILITY, msg::DURABILITY_OF_THE_COVER, (0, 100), 0),
        ParameterSpec::number(COVER_STRUCTURE, msg::STRUCTURE_OF_THE_COVER, (0, 1_000), 0),
        ParameterSpec::flag(COVER_SEE_THROUGH, msg::THE_COVER_IS_SEE_THROUGH),
        ParameterSpec::flag(CLOSE_QUARTERS, msg::CLOSE_QUARTERS),
        ParameterSpec::flag(UNAWARE, msg::THE_TARGET_IS_UNAWARE_OF),
        ParameterSpec::number(
            APART,
            msg::BYSTANDER_YARDS_FROM_THE_TARGET,
            (0, DISTANCE_MOST),
            0,
        ),
    ]
}

/// Returns the parameters of an attack that say how its dice are read.
fn dice() -> Vec<ParameterSpec> {
    let again = [
        (10, msg::N10_AGAIN),
        (9, msg::N9),
        (8, msg::N8),
        (0, msg::NONE),
    ];
    vec![
        ParameterSpec::choice(AGAIN, msg::DICE_THAT_ROLL_AGAIN, &again),
        ParameterSpec::flag(ROTE, msg::ROTE),
    ]
}

/// Returns the parameters that any attack of Chronicle takes.
pub(crate) fn attack() -> Vec<ParameterSpec> {
    let mut dials = dice();
    dials.push(ParameterSpec::choice(CALLED, msg::CALLED_SHOT, &PLACES));
    dials.push(ParameterSpec::flag(OFFHAND, msg::WITH_THE_OTHER_HAND));
    dials
}

/// Returns the parameters that an unarmed attack takes.
pub(crate) fn unarmed() -> Vec<ParameterSpec> {
    let mut dials = melee();
    dials.push(pulled());
    dials
}

/// Returns the parameters of an attack with a melee weapon.
pub(crate) fn melee() -> Vec<ParameterSpec> {
    let mut dials = attack();
    dials.push(ParameterSpec::flag(ALL_OUT, msg::ALL_OUT_ATTACK_2));
    dials
}

/// Returns the parameters that a charge takes.
pub(crate) fn charge() -> Vec<ParameterSpec> {
    let mut dials = attack();
    dials.push(pulled());
    dials.extend(distance_moved());
    dials
}

/// Returns the parameters that a burst of automatic fire takes.
pub(crate) fn burst() -> Vec<ParameterSpec> {
    let bursts = [
        (1, msg::SHORT_3_BULLETS_ONE_TARGET),
        (2, msg::MEDIUM_10_BULLETS_UP_TO),
        (3, msg::LONG_20_BULLETS),
    ];
    let mut dials = attack();
    dials.push(ParameterSpec::choice(BURST, msg::BURST_2, &bursts));
    dials
}

/// Returns the parameters that a contest takes, two traits of each side.
pub(crate) fn contest() -> Vec<ParameterSpec> {
    let titles = [msg::TRAIT, msg::AND, msg::THEIR_TRAIT, msg::AND];
    let each = TRAITS.into_iter().zip(titles);
    each.map(|(key, title)| ParameterSpec::choice(key, title, &ROLLED))
        .collect()
}

/// Returns the parameter for the limit of a pulled blow (CHR-PULL-01).
fn pulled() -> ParameterSpec {
    ParameterSpec::number(PULLED, msg::PULLED_DAMAGE_AT_MOST, (0, 30), 0)
}

/// Returns the parameters of a move, which are the yards that the combatant covers.
pub(crate) fn distance_moved() -> Vec<ParameterSpec> {
    vec![ParameterSpec::number(YARDS, msg::YARDS, (0, 10_000), 0)]
}

/// Returns the parameters of moving towards a target or away from it.
pub(crate) fn approach() -> Vec<ParameterSpec> {
    let mut dials = distance_moved();
    dials.push(ParameterSpec::flag(AWAY, msg::AWAY_FROM_THE_TARGET));
    dials
}

/// Returns the parameters that a hazard (a fall, a fire) takes: its damage, and whether armor counts.
pub(crate) fn hazard() -> Vec<ParameterSpec> {
    let kinds = [
        (BASHING, core::BASHING),
        (LETHAL, core::LETHAL),
        (AGGRAVATED, core::AGGRAVATED),
    ];
    let points = kinds.map(|(key, title)| ParameterSpec::number(key, title, (0, 100), 0));
    let mut dials = points.to_vec();
    dials.push(ParameterSpec::flag(BULLETS, msg::BALLISTIC_ARMOR_COUNTS));
    dials.push(ParameterSpec::choice(CALLED, msg::ONLY_HERE, &PLACES));
    dials
}
