//! Dials of a maneuver, and of the situation between two combatants.

use crate::character::parameters::ParameterSpec;
use crate::messages::{Text, tristat as msg};

pub(super) const TRICK: &str = "trick";
pub(super) const VITAL: &str = "vital";
pub(super) const CHINK: &str = "chink";
pub(super) const SKILL: &str = "skill";
pub(super) const ROOM: &str = "room";
pub(super) const STAT: &str = "stat";
pub(super) const AGAINST: &str = "against";
pub(super) const SQUARES: &str = "squares";
pub(super) const TRAVELLED: &str = "travelled";

pub(super) const FLANKED: &str = "flanked";
pub(super) const EAST: &str = "east";
pub(super) const SOUTH: &str = "south";
pub(super) const ALLY: &str = "ally";
pub(super) const DEFENSE_ROOM: &str = "defense_room";
pub(super) const FREE_SQUARES: &str = "free_squares";
pub(super) const COLLISION_CAP: &str = "collision_cap";

/// The value of a number of squares that was not set.
pub(super) const NOT_SET: i32 = -1;

/// The skills an attack can be made with: the value of [`SKILL`], the trait, the words. The value 0
/// is the skill that fits.
pub(super) const SKILLS: [(i32, &str, Text); 5] = [
    (1, "brawl", msg::BRAWL),
    (2, "melee", msg::MELEE),
    (3, "ranged", msg::RANGED),
    (4, "thrown", msg::THROWN),
    (5, "athletics", msg::ATHLETICS),
];

/// The Stats, by the value of [`STAT`].
const STATS: [(i32, Text); 3] = [(0, msg::BODY), (1, msg::MIND), (2, msg::SOUL)];

const ROOMS: [(i32, Text); 3] = [
    (0, msg::AS_THE_WEAPON_DOES),
    (1, msg::NEEDS_MUCH_ROOM),
    (2, msg::NEEDS_LITTLE_ROOM),
];

/// Returns the parameter for an attack at a vital target.
pub(super) fn vital() -> ParameterSpec {
    ParameterSpec::flag(VITAL, msg::AT_A_VITAL_TARGET)
}

/// Returns the parameter for an attack at a chink in the armor.
pub(super) fn chink() -> ParameterSpec {
    ParameterSpec::flag(CHINK, msg::AT_A_CHINK_IN_THE)
}

/// Returns the parameter for a trick shot, by how much it is harder.
pub(super) fn trick() -> ParameterSpec {
    ParameterSpec::number(TRICK, msg::TRICK_SHOT_HARDER_BY, (0, 30), 0)
}

/// Returns the parameter for the skill that is used in a roll.
pub(super) fn skill() -> ParameterSpec {
    let mut options = vec![(0, msg::THE_SKILL_THAT_FITS)];
    options.extend(SKILLS.map(|(value, _, title)| (value, title)));
    ParameterSpec::choice(SKILL, msg::SKILL_2, &options)
}

/// Returns the parameter for the room that a weapon or an escape needs, which matters to a held combatant.
pub(super) fn room() -> ParameterSpec {
    ParameterSpec::choice(ROOM, msg::ROOM_IT_NEEDS_FOR_THOSE, &ROOMS)
}

/// Returns the parameter for the Stat of the acting side.
pub(super) fn stat() -> ParameterSpec {
    ParameterSpec::choice(STAT, msg::STAT, &STATS)
}

/// Returns the parameter for the Stat of the other side in a contest.
pub(super) fn against() -> ParameterSpec {
    ParameterSpec::choice(AGAINST, msg::AGAINST, &STATS)
}

/// Returns the parameter for the squares a thrown thing or combatant would go.
pub(super) fn squares() -> ParameterSpec {
    ParameterSpec::number(SQUARES, msg::SQUARES_IT_WOULD_GO, (0, 100), 0)
}

/// Returns the parameter for the squares that are free on the way of something thrown.
pub(super) fn travelled_squares() -> ParameterSpec {
    ParameterSpec::number(TRAVELLED, msg::SQUARES_THAT_ARE_FREE, (0, 100), 0)
}

/// Returns the parameters (dials) of the situation between two combatants.
pub(super) fn situation() -> Vec<ParameterSpec> {
    vec![
        ParameterSpec::number(FLANKED, msg::PAIRS_WHO_FLANK_THE_ATTACKER, (0, 8), 0),
        ParameterSpec::number(EAST, msg::SQUARES_EAST_OF_THE_ONE, (-100, 100), 0),
        ParameterSpec::number(SOUTH, msg::SQUARES_SOUTH_OF_THE_ONE, (-100, 100), 0),
        ParameterSpec::flag(ALLY, msg::FIGHTS_AT_THE_SIDE_OF),
        ParameterSpec::choice(DEFENSE_ROOM, msg::ROOM_THE_DEFENSE_NEEDS_IF, &ROOMS),
        ParameterSpec::number(
            FREE_SQUARES,
            msg::SQUARES_FREE_BEHIND_THE_TARGET,
            (NOT_SET, 100),
            NOT_SET,
        ),
        ParameterSpec::number(
            COLLISION_CAP,
            msg::SQUARES_THAT_COUNT_IN_A,
            (NOT_SET, 1_000),
            NOT_SET,
        ),
    ]
}
