//! What can be set about the situation between two, and about a maneuver.

use super::keys::{
    AGGRAVATED, ALL_OUT, APART, AWAY, BASHING, BULLETS, BURST, CALLED, CLOSE_QUARTERS, CONCEALMENT,
    COVER_DURABILITY, COVER_SEE_THROUGH, COVER_STRUCTURE, DISTANCE, FIRING_FROM, LETHAL, OFFHAND,
    PULLED, TRAITS, UNAWARE, YARDS,
};
use crate::dial::Dial;
use crate::exchange::CoverSpec;
use crate::systems::chronicle::reading::{AGAIN, ROTE};

/// A solid thing between two (CHR-CONC-03, CHR-COV-01).
pub(super) const THING: CoverSpec = CoverSpec {
    keys: &[COVER_DURABILITY, COVER_STRUCTURE, COVER_SEE_THROUGH],
    wears: Some(COVER_STRUCTURE),
    behind: &[(CONCEALMENT, COMPLETELY)],
};

/// Completely concealed, behind something solid.
const COMPLETELY: i32 = 4;

/// The degrees of concealment (CHR-CONC-01 to 04).
const CONCEALED: [(i32, &str); 6] = [
    (0, "not concealed"),
    (1, "barely"),
    (2, "partially"),
    (3, "substantially"),
    (COMPLETELY, "completely, behind something solid"),
    (5, "out of sight"),
];

/// The places of a called shot (CHR-TGT-02 to 07).
const PLACES: [(i32, &str); 7] = [
    (0, "no called shot"),
    (1, "arm (−2)"),
    (2, "leg (−2)"),
    (3, "head (−3)"),
    (4, "heart (−4)"),
    (5, "hand (−4)"),
    (6, "eye (−5)"),
];

/// The traits a contest may be rolled with, by the value of its dials.
const ROLLED: [(i32, &str); 12] = [
    (0, "none"),
    (1, "Strength"),
    (2, "Dexterity"),
    (3, "Stamina"),
    (4, "Wits"),
    (5, "Composure"),
    (6, "Athletics"),
    (7, "Brawl"),
    (8, "Firearms"),
    (9, "Stealth"),
    (10, "Weaponry"),
    (11, "Willpower"),
];

/// What can be set about the situation between two combatants.
pub(super) fn situation() -> Vec<Dial> {
    vec![
        Dial::number(DISTANCE, "distance in yards", (0, 10_000), 10),
        Dial::choice(CONCEALMENT, "target concealed", &CONCEALED),
        Dial::choice(FIRING_FROM, "shooting from concealment", &CONCEALED),
        Dial::number(COVER_DURABILITY, "Durability of the cover", (0, 100), 0),
        Dial::number(COVER_STRUCTURE, "Structure of the cover", (0, 1_000), 0),
        Dial::flag(COVER_SEE_THROUGH, "the cover is see-through"),
        Dial::flag(CLOSE_QUARTERS, "close quarters"),
        Dial::flag(UNAWARE, "the target is unaware of it"),
        Dial::number(APART, "bystander: yards from the target", (0, 10_000), 0),
    ]
}

/// How the dice of an attack are read.
fn dice() -> Vec<Dial> {
    let again = [(10, "10-again"), (9, "9"), (8, "8"), (0, "none")];
    vec![
        Dial::choice(AGAIN, "dice that roll again", &again),
        Dial::flag(ROTE, "rote"),
    ]
}

/// What can be set about any attack.
fn attack() -> Vec<Dial> {
    let mut dials = dice();
    dials.push(Dial::choice(CALLED, "called shot", &PLACES));
    dials.push(Dial::flag(OFFHAND, "with the other hand"));
    dials
}

/// What can be set about a maneuver.
pub(super) fn of(maneuver: &str) -> Vec<Dial> {
    match maneuver {
        "unarmed" => {
            let mut dials = attack();
            dials.push(Dial::flag(ALL_OUT, "all-out attack"));
            dials.push(Dial::number(PULLED, "pulled: damage at most", (0, 30), 0));
            dials
        }
        "melee" => {
            let mut dials = attack();
            dials.push(Dial::flag(ALL_OUT, "all-out attack"));
            dials
        }
        "charge" => {
            let mut dials = attack();
            dials.push(Dial::number(PULLED, "pulled: damage at most", (0, 30), 0));
            dials.push(Dial::number(YARDS, "yards", (0, 10_000), 0));
            dials
        }
        "shoot" | "throw" => attack(),
        "burst" => {
            let bursts = [
                (1, "short: 3 bullets, one target"),
                (2, "medium: 10 bullets, up to three"),
                (3, "long: 20 bullets"),
            ];
            let mut dials = attack();
            dials.push(Dial::choice(BURST, "burst", &bursts));
            dials
        }
        "contest" => {
            let titles = ["trait", "and", "their trait", "and"];
            let each = TRAITS.into_iter().zip(titles);
            each.map(|(key, title)| Dial::choice(key, title, &ROLLED))
                .collect()
        }
        "walk" | "run" => vec![Dial::number(YARDS, "yards", (0, 10_000), 0)],
        "hazard" => {
            let kinds = [
                (BASHING, "bashing"),
                (LETHAL, "lethal"),
                (AGGRAVATED, "aggravated"),
            ];
            let points = kinds.map(|(key, title)| Dial::number(key, title, (0, 100), 0));
            let mut dials = points.to_vec();
            dials.push(Dial::flag(BULLETS, "ballistic armor counts"));
            dials.push(Dial::choice(CALLED, "only here", &PLACES));
            dials
        }
        "approach" => vec![
            Dial::number(YARDS, "yards", (0, 10_000), 0),
            Dial::flag(AWAY, "away from the target"),
        ],
        _ => Vec::new(),
    }
}
