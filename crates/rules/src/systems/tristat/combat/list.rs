//! What a combatant can start, and what can be set about it.

use std::sync::LazyLock;

use super::gear::WEAPON;
use crate::dial::Dial;
use crate::exchange::{Maneuver, Targets};
use crate::messages::{Text, tristat as msg};
use crate::systems::tristat::asked::Use;
use crate::term::RuleId;

pub(super) const ATTACK: &str = "attack";
pub(super) const TWO_WEAPONS: &str = "two_weapons";
pub(super) const DISARM: &str = "disarm";
pub(super) const GRAPPLE: &str = "grapple";
pub(super) const THROW: &str = "throw";
pub(super) const STRANGLE: &str = "strangle";
pub(super) const ESCAPE: &str = "escape";
pub(super) const LET_GO: &str = "let_go";
pub(super) const STAND_UP: &str = "stand_up";
pub(super) const CHECK: &str = "check";
pub(super) const CONTEST: &str = "contest";
pub(super) const COLLISION: &str = "collision";

/// What is set about an intent.
pub(super) const TRICK: &str = "trick";
pub(super) const VITAL: &str = "vital";
pub(super) const CHINK: &str = "chink";
pub(super) const SKILL: &str = "skill";
pub(super) const ROOM: &str = "room";
pub(super) const STAT: &str = "stat";
pub(super) const AGAINST: &str = "against";
pub(super) const SQUARES: &str = "squares";
pub(super) const TRAVELLED: &str = "travelled";

/// What is so between two combatants.
pub(super) const FLANKED: &str = "flanked";
pub(super) const EAST: &str = "east";
pub(super) const SOUTH: &str = "south";
pub(super) const ALLY: &str = "ally";
pub(super) const DEFENSE_ROOM: &str = "defense_room";
pub(super) const FREE_SQUARES: &str = "free_squares";
pub(super) const COLLISION_CAP: &str = "collision_cap";

/// A number of squares that was not set.
pub(super) const NOT_SET: i32 = -1;

/// The skills an attack can be made with, by what [`SKILL`] is set to; 0 is the one that fits.
pub(super) const SKILLS: [(i32, Text); 5] = [
    (1, msg::BRAWL_2),
    (2, msg::MELEE_2),
    (3, msg::RANGED_2),
    (4, msg::THROWN_2),
    (5, msg::ATHLETICS_2),
];

/// The Stats, by what [`STAT`] is set to.
pub(super) const STATS: [(i32, Text); 3] = [(0, msg::BODY), (1, msg::MIND), (2, msg::SOUL)];

/// One maneuver, apart from who does it.
pub(super) struct Kind {
    pub(super) key: &'static str,
    title: Text,
    rule: &'static str,
    targets: Targets,
    items: &'static [&'static str],
    /// What an attack of the round is used for; `None` where it costs none.
    pub(super) on: Option<Use>,
    pub(super) dials: &'static [fn() -> Dial],
}

const KINDS: [Kind; 12] = [
    Kind {
        key: ATTACK,
        title: msg::ATTACK,
        rule: "TRI-ATK-01",
        targets: Targets::One,
        items: &[WEAPON],
        on: Some(Use::Attack),
        dials: &[vital, chink, trick, skill, room],
    },
    Kind {
        key: TWO_WEAPONS,
        title: msg::ATTACK_WITH_TWO_WEAPONS,
        rule: "TRI-DUAL-01",
        targets: Targets::UpTo(2),
        items: &[WEAPON],
        on: Some(Use::Attack),
        dials: &[vital, chink, trick, skill, room],
    },
    Kind {
        key: DISARM,
        title: msg::DISARM,
        rule: "TRI-DISARM-01",
        targets: Targets::One,
        items: &[WEAPON],
        on: Some(Use::Attack),
        dials: &[trick, skill, room],
    },
    Kind {
        key: GRAPPLE,
        title: msg::GRAPPLE,
        rule: "TRI-GRAP-01",
        targets: Targets::One,
        items: &[],
        on: Some(Use::Attack),
        dials: &[trick, skill, room],
    },
    Kind {
        key: THROW,
        title: msg::THROW,
        rule: "TRI-THROW-01",
        targets: Targets::One,
        items: &[],
        on: Some(Use::Attack),
        dials: &[vital, trick, skill, room],
    },
    Kind {
        key: STRANGLE,
        title: msg::STRANGLE_OR_CRUSH,
        rule: "TRI-CHOKE-01",
        targets: Targets::One,
        items: &[],
        on: Some(Use::Wrestle),
        dials: &[],
    },
    Kind {
        key: ESCAPE,
        title: msg::GET_FREE,
        rule: "TRI-ESC-01",
        targets: Targets::One,
        items: &[],
        on: Some(Use::Wrestle),
        dials: &[room],
    },
    Kind {
        key: LET_GO,
        title: msg::LET_GO,
        rule: "TRI-GRAP-01",
        targets: Targets::One,
        items: &[],
        on: None,
        dials: &[],
    },
    Kind {
        key: STAND_UP,
        title: msg::STAND_UP,
        rule: "TRI-PRONE-01",
        targets: Targets::None,
        items: &[],
        on: None,
        dials: &[],
    },
    Kind {
        key: CHECK,
        title: msg::CHECK_A_STAT,
        rule: "TRI-ROLL-03",
        targets: Targets::None,
        items: &[],
        on: None,
        dials: &[stat],
    },
    Kind {
        key: CONTEST,
        title: msg::CONTEST_OF_STATS,
        rule: "TRI-CRIT-04",
        targets: Targets::One,
        items: &[],
        on: None,
        dials: &[stat, against],
    },
    Kind {
        key: COLLISION,
        title: msg::FLY_INTO_SOMETHING,
        rule: "TRI-THROW-05",
        targets: Targets::One,
        items: &[],
        on: None,
        dials: &[squares, travelled],
    },
];

fn vital() -> Dial {
    Dial::flag(VITAL, msg::AT_A_VITAL_TARGET)
}

fn chink() -> Dial {
    Dial::flag(CHINK, msg::AT_A_CHINK_IN_THE)
}

fn trick() -> Dial {
    Dial::number(TRICK, msg::TRICK_SHOT_HARDER_BY, (0, 30), 0)
}

fn skill() -> Dial {
    let options = [
        (0, msg::THE_SKILL_THAT_FITS),
        (1, msg::BRAWL),
        (2, msg::MELEE),
        (3, msg::RANGED),
        (4, msg::THROWN),
        (5, msg::ATHLETICS),
    ];
    Dial::choice(SKILL, msg::SKILL_2, &options)
}

const ROOMS: [(i32, Text); 3] = [
    (0, msg::AS_THE_WEAPON_DOES),
    (1, msg::NEEDS_MUCH_ROOM),
    (2, msg::NEEDS_LITTLE_ROOM),
];

fn room() -> Dial {
    Dial::choice(ROOM, msg::ROOM_IT_NEEDS_FOR_THOSE, &ROOMS)
}

fn stat() -> Dial {
    Dial::choice(STAT, msg::STAT, &STATS)
}

fn against() -> Dial {
    Dial::choice(AGAINST, msg::AGAINST, &STATS)
}

fn squares() -> Dial {
    Dial::number(SQUARES, msg::SQUARES_IT_WOULD_GO, (0, 100), 0)
}

fn travelled() -> Dial {
    Dial::number(TRAVELLED, msg::SQUARES_THAT_ARE_FREE, (0, 100), 0)
}

/// What can be set between two combatants.
pub(super) fn situation() -> Vec<Dial> {
    vec![
        Dial::number(FLANKED, msg::PAIRS_WHO_FLANK_THE_ATTACKER, (0, 8), 0),
        Dial::number(EAST, msg::SQUARES_EAST_OF_THE_ONE, (-100, 100), 0),
        Dial::number(SOUTH, msg::SQUARES_SOUTH_OF_THE_ONE, (-100, 100), 0),
        Dial::flag(ALLY, msg::FIGHTS_AT_THE_SIDE_OF),
        Dial::choice(DEFENSE_ROOM, msg::ROOM_THE_DEFENSE_NEEDS_IF, &ROOMS),
        Dial::number(
            FREE_SQUARES,
            msg::SQUARES_FREE_BEHIND_THE_TARGET,
            (NOT_SET, 100),
            NOT_SET,
        ),
        Dial::number(
            COLLISION_CAP,
            msg::SQUARES_THAT_COUNT_IN_A,
            (NOT_SET, 1_000),
            NOT_SET,
        ),
    ]
}

/// The maneuver of this key.
pub(super) fn kind(key: &str) -> Option<&'static Kind> {
    KINDS.iter().find(|kind| kind.key == key)
}

/// Everything that can be started.
pub(super) static ALL: LazyLock<Vec<Maneuver>> = LazyLock::new(|| {
    let each = KINDS.iter().map(|kind| Maneuver {
        key: kind.key,
        title: kind.title,
        rule: RuleId::new(kind.rule),
        targets: kind.targets,
        items: kind.items,
    });
    each.collect()
});
