//! What a combatant can start, and what can be set about it.

use super::bars;
use super::gear::WEAPON;
use crate::dial::Dial;
use crate::exchange::{Maneuver, Scene, Targets};
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
pub(super) const SKILLS: [(i32, &str); 5] = [
    (1, "brawl"),
    (2, "melee"),
    (3, "ranged"),
    (4, "thrown"),
    (5, "athletics"),
];

/// The Stats, by what [`STAT`] is set to.
pub(super) const STATS: [(i32, &str); 3] = [(0, "Body"), (1, "Mind"), (2, "Soul")];

/// One maneuver, apart from who does it.
pub(super) struct Kind {
    pub(super) key: &'static str,
    title: &'static str,
    rule: &'static str,
    targets: Targets,
    items: &'static [&'static str],
    /// What an attack of the round is used for; `None` where it costs none.
    pub(super) on: Option<Use>,
    dials: &'static [fn() -> Dial],
}

const KINDS: [Kind; 12] = [
    Kind {
        key: ATTACK,
        title: "Attack",
        rule: "TRI-ATK-01",
        targets: Targets::One,
        items: &[WEAPON],
        on: Some(Use::Attack),
        dials: &[vital, chink, trick, skill, room],
    },
    Kind {
        key: TWO_WEAPONS,
        title: "Attack with two weapons",
        rule: "TRI-DUAL-01",
        targets: Targets::UpTo(2),
        items: &[WEAPON],
        on: Some(Use::Attack),
        dials: &[vital, chink, trick, skill, room],
    },
    Kind {
        key: DISARM,
        title: "Disarm",
        rule: "TRI-DISARM-01",
        targets: Targets::One,
        items: &[WEAPON],
        on: Some(Use::Attack),
        dials: &[trick, skill, room],
    },
    Kind {
        key: GRAPPLE,
        title: "Grapple",
        rule: "TRI-GRAP-01",
        targets: Targets::One,
        items: &[],
        on: Some(Use::Attack),
        dials: &[trick, skill, room],
    },
    Kind {
        key: THROW,
        title: "Throw",
        rule: "TRI-THROW-01",
        targets: Targets::One,
        items: &[],
        on: Some(Use::Attack),
        dials: &[vital, trick, skill, room],
    },
    Kind {
        key: STRANGLE,
        title: "Strangle or crush",
        rule: "TRI-CHOKE-01",
        targets: Targets::One,
        items: &[],
        on: Some(Use::Wrestle),
        dials: &[],
    },
    Kind {
        key: ESCAPE,
        title: "Get free",
        rule: "TRI-ESC-01",
        targets: Targets::One,
        items: &[],
        on: Some(Use::Wrestle),
        dials: &[room],
    },
    Kind {
        key: LET_GO,
        title: "Let go",
        rule: "TRI-GRAP-01",
        targets: Targets::One,
        items: &[],
        on: None,
        dials: &[],
    },
    Kind {
        key: STAND_UP,
        title: "Stand up",
        rule: "TRI-PRONE-01",
        targets: Targets::None,
        items: &[],
        on: None,
        dials: &[],
    },
    Kind {
        key: CHECK,
        title: "Check a Stat",
        rule: "TRI-ROLL-03",
        targets: Targets::None,
        items: &[],
        on: None,
        dials: &[stat],
    },
    Kind {
        key: CONTEST,
        title: "Contest of Stats",
        rule: "TRI-CRIT-04",
        targets: Targets::One,
        items: &[],
        on: None,
        dials: &[stat, against],
    },
    Kind {
        key: COLLISION,
        title: "Fly into something",
        rule: "TRI-THROW-05",
        targets: Targets::One,
        items: &[],
        on: None,
        dials: &[squares, travelled],
    },
];

fn vital() -> Dial {
    Dial::flag(VITAL, "at a vital target")
}

fn chink() -> Dial {
    Dial::flag(CHINK, "at a chink in the armor")
}

fn trick() -> Dial {
    Dial::number(TRICK, "trick shot, harder by", (0, 30), 0)
}

fn skill() -> Dial {
    let options = [
        (0, "the skill that fits"),
        (1, "Brawl"),
        (2, "Melee"),
        (3, "Ranged"),
        (4, "Thrown"),
        (5, "Athletics"),
    ];
    Dial::choice(SKILL, "skill", &options)
}

const ROOMS: [(i32, &str); 3] = [
    (0, "as the weapon does"),
    (1, "needs much room"),
    (2, "needs little room"),
];

fn room() -> Dial {
    Dial::choice(ROOM, "room it needs, for those held", &ROOMS)
}

fn stat() -> Dial {
    Dial::choice(STAT, "Stat", &STATS)
}

fn against() -> Dial {
    Dial::choice(AGAINST, "against", &STATS)
}

fn squares() -> Dial {
    Dial::number(SQUARES, "squares it would go", (0, 100), 0)
}

fn travelled() -> Dial {
    Dial::number(TRAVELLED, "squares that are free", (0, 100), 0)
}

/// What can be set between two combatants.
pub(super) fn situation() -> Vec<Dial> {
    vec![
        Dial::number(FLANKED, "pairs who flank, the attacker in one", (0, 8), 0),
        Dial::number(EAST, "squares east of the one who acts", (-100, 100), 0),
        Dial::number(SOUTH, "squares south of the one who acts", (-100, 100), 0),
        Dial::flag(ALLY, "fights at the side of the one who acts"),
        Dial::choice(DEFENSE_ROOM, "room the defense needs, if held", &ROOMS),
        Dial::number(
            FREE_SQUARES,
            "squares free behind the target (−1: no obstacle)",
            (NOT_SET, 100),
            NOT_SET,
        ),
        Dial::number(
            COLLISION_CAP,
            "squares that count in a collision (−1: as the table has it)",
            (NOT_SET, 1_000),
            NOT_SET,
        ),
    ]
}

/// The maneuver of this key.
pub(super) fn kind(key: &str) -> Option<&'static Kind> {
    KINDS.iter().find(|kind| kind.key == key)
}

/// Everything the actor can start, with what bars it.
pub(super) fn maneuvers(scene: &Scene<'_>) -> Vec<Maneuver> {
    let each = KINDS.iter().map(|kind| Maneuver {
        key: kind.key,
        title: kind.title,
        rule: RuleId::new(kind.rule),
        targets: kind.targets,
        items: kind.items,
        dials: kind.dials.iter().map(|dial| dial()).collect(),
        barred: bars::now(scene, kind).map(|bar| (bar.why, RuleId::new(bar.rule))),
    });
    each.collect()
}
