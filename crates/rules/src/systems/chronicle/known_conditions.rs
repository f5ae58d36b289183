//! The conditions the table plays: their keys, what they say, and what they come to
//! (CHR-COND-01 to 08, CHR-DEF-04).

use std::sync::LazyLock;

use super::chart::{self, ConditionChart};
use super::condition::{self, Burden, Condition, Held};
use crate::condition::{ConditionSpec, Conditions};
use crate::track::Severity;

/// Out cold from a full row of bashing damage, after a failed roll (CHR-WND-03).
pub(super) const UNCONSCIOUS: &str = "unconscious";
/// Wounds are dressed, nothing bleeds (CHR-BLEED-04).
pub(super) const STABILIZED: &str = "stabilized";
/// Knocked out by a blow to the head (CHR-CMP-09).
pub(super) const KNOCKED_OUT: &str = "knocked_out";
/// Held by a wooden stake (CHR-VMP-15).
pub(super) const STAKED: &str = "staked";
/// An arm is useless; 2 is both (CHR-COND-01).
pub(super) const ARM_WRACK: &str = "arm_wrack";
/// A leg gives way; 2 is both (CHR-COND-02).
pub(super) const LEG_WRACK: &str = "leg_wrack";
/// Loses the next action (CHR-COND-03).
pub(super) const STUNNED: &str = "stunned";
/// An eye sees nothing; 2 is both (CHR-COND-05).
pub(super) const BLINDED: &str = "blinded";
/// Cannot move; 2 is bound so that nothing moves (CHR-COND-06).
pub(super) const IMMOBILISED: &str = "immobilised";
/// Neither sees nor hears (CHR-COND-07).
pub(super) const BLIND_AND_DEAF: &str = "blind_and_deaf";
/// Lies on the ground (CHR-PRONE-01).
pub(super) const PRONE: &str = "prone";
/// Lies on the ground in a grapple (CHR-GRAP-10).
pub(super) const BOTH_PRONE: &str = "both_prone";
/// Loses the next action to a weapon that stuns (CHR-CMP-08).
pub(super) const REELING: &str = "reeling";
/// Is in a grapple (CHR-GRAP-01).
pub(super) const GRAPPLED: &str = "grappled";
/// Is in a grapple under Hold (CHR-GRAP-11).
pub(super) const IN_HOLD: &str = "in_hold";
/// Dodges this turn (CHR-DODGE-01).
pub(super) const DODGING: &str = "dodging";
/// Has given up Defense for this turn (CHR-DEF-04).
pub(super) const EXPOSED: &str = "exposed";
/// Was taken by surprise (CHR-CMP-07).
pub(super) const SURPRISED: &str = "surprised";
/// Must go down, go to cover, or be shot when acting (CHR-CFIRE-03).
pub(super) const UNDER_FIRE: &str = "under_fire";
/// Has left full cover to shoot (CHR-CONC-06).
pub(super) const LEANED_OUT: &str = "leaned_out";
/// Aims, so many turns (CHR-AIM-01).
pub(super) const AIMING: &str = "aiming";
/// Which weapon is aimed: its number (CHR-AIM-05).
pub(super) const AIMED_WITH: &str = "aimed_with";
/// Yards walked this turn before the action (CHR-MOVE-01).
pub(super) const MOVED: &str = "moved";
/// Yards walked this turn after the action (CHR-MOVE-01).
pub(super) const MOVED_ON: &str = "moved_on";
/// A vampire's wracks last until no more boxes are filled than this (CHR-VMP-12).
pub(super) const INJURY: &str = "injury";

/// What a fight brings and no combatant carries into the next scene.
pub(super) const OVER_WITH_SCENE: [&str; 18] = [
    STUNNED,
    REELING,
    GRAPPLED,
    IN_HOLD,
    BOTH_PRONE,
    PRONE,
    DODGING,
    EXPOSED,
    SURPRISED,
    UNDER_FIRE,
    LEANED_OUT,
    AIMING,
    AIMED_WITH,
    MOVED,
    MOVED_ON,
    KNOCKED_OUT,
    BLIND_AND_DEAF,
    "human_shield",
];

/// Turns of slow bleeding since the last point (CHR-BLEED-02).
pub(super) const BLEEDING: &str = "bleeding";
/// Hours that a kind of damage has healed since its last point (CHR-HEAL-04); bashing heals each
/// hour and keeps none.
pub(super) const HEALING: [(Severity, &str); 2] = [
    (Severity::Lethal, "healing_lethal"),
    (Severity::Aggravated, "healing_aggravated"),
];

/// What is a wound, comes of one, or counts how one bleeds and heals: who is healed is rid of it.
pub(super) const OF_WOUNDS: [&str; 10] = [
    UNCONSCIOUS,
    STABILIZED,
    KNOCKED_OUT,
    ARM_WRACK,
    LEG_WRACK,
    BLINDED,
    INJURY,
    BLEEDING,
    HEALING[0].1,
    HEALING[1].1,
];

const fn spec(
    key: &'static str,
    word: &'static str,
    effect: &'static str,
    rule: &'static str,
    most: i32,
) -> ConditionSpec {
    ConditionSpec {
        key,
        word,
        effect,
        rule,
        most,
    }
}

/// The conditions the table plays.
pub(super) const CONDITIONS: [ConditionSpec; 29] = [
    spec(
        UNCONSCIOUS,
        "unconscious",
        "out of the fight until the last box is free again",
        "CHR-WND-06",
        0,
    ),
    spec(
        STABILIZED,
        "stabilized",
        "does not bleed until the next lethal wound",
        "CHR-BLEED-04",
        0,
    ),
    spec(
        KNOCKED_OUT,
        "knocked out",
        "out cold for so many turns",
        "CHR-CMP-09",
        0,
    ),
    spec(
        STAKED,
        "staked",
        "sees everything, does nothing, until the stake is out",
        "CHR-VMP-15",
        0,
    ),
    spec(
        ARM_WRACK,
        "arm-wracked",
        "attacks with the other hand; with both arms gone only a chance die",
        "CHR-COND-01",
        2,
    ),
    spec(
        LEG_WRACK,
        "leg-wracked",
        "half Speed, −2 where footwork counts; with both legs gone down",
        "CHR-COND-02",
        2,
    ),
    spec(
        STUNNED,
        "stunned",
        "loses the next action, Defense halved until then",
        "CHR-COND-03",
        0,
    ),
    spec(
        BLINDED,
        "blinded",
        "−3 with one eye gone, −5 and no Defense with both",
        "CHR-COND-05",
        2,
    ),
    spec(
        IMMOBILISED,
        "immobilized",
        "no action, no movement, no Defense; 2 is bound so that nothing moves",
        "CHR-COND-06",
        2,
    ),
    spec(
        BLIND_AND_DEAF,
        "blind and deaf",
        "no Defense, every attack fails",
        "CHR-COND-07",
        0,
    ),
    spec(
        PRONE,
        "prone",
        "−2 to be shot from afar, +2 to be struck from close by",
        "CHR-PRONE-01",
        0,
    ),
    spec(GRAPPLED, "grappled", "in a grapple", "CHR-GRAP-01", 0),
    spec(
        IN_HOLD,
        "in a Hold",
        "no Defense while the Hold stands",
        "CHR-GRAP-11",
        0,
    ),
    spec(
        DODGING,
        "dodging",
        "Defense doubled, no other action this turn",
        "CHR-DODGE-01",
        0,
    ),
    spec(
        EXPOSED,
        "without Defense",
        "gave up Defense for this turn",
        "CHR-DEF-04",
        0,
    ),
    spec(
        SURPRISED,
        "surprised",
        "no action and no Defense this turn",
        "CHR-CMP-07",
        0,
    ),
    spec(
        UNDER_FIRE,
        "under covering fire",
        "goes to cover or down, or takes this much for acting",
        "CHR-CFIRE-03",
        1_000,
    ),
    spec(
        LEANED_OUT,
        "out of full cover",
        "substantially concealed until the next turn of their own",
        "CHR-CONC-06",
        0,
    ),
    spec(
        AIMING,
        "aiming",
        "so many dice at the target; lost by moving or applying Defense",
        "CHR-AIM-01",
        3,
    ),
    spec(
        AIMED_WITH,
        "with one weapon",
        "the aim is that of the weapon it was taken with",
        "CHR-AIM-05",
        0,
    ),
    spec(
        MOVED,
        "on the move",
        "yards walked before the action",
        "CHR-MOVE-01",
        10_000,
    ),
    spec(
        MOVED_ON,
        "on the move after acting",
        "yards walked after the action",
        "CHR-MOVE-01",
        10_000,
    ),
    spec(
        INJURY,
        "lastingly injured",
        "wracks last until no more boxes are filled than this",
        "CHR-VMP-12",
        60,
    ),
    spec(REELING, "reeling", "loses the next action", "CHR-CMP-08", 0),
    spec(
        "human_shield",
        "held as a shield",
        "shots at the holder hit this one first",
        "CHR-SHLD-01",
        0,
    ),
    spec(
        BOTH_PRONE,
        "wrestling on the ground",
        "gets up only after breaking free",
        "CHR-GRAP-10",
        0,
    ),
    spec(
        BLEEDING,
        "bleeding",
        "turns of slow bleeding since the last point",
        "CHR-BLEED-02",
        1_000_000,
    ),
    spec(
        "healing_lethal",
        "healing lethal damage",
        "hours under care since the last point",
        "CHR-HEAL-02",
        24,
    ),
    spec(
        "healing_aggravated",
        "healing aggravated damage",
        "hours in a hospital since the last point",
        "CHR-HEAL-03",
        168,
    ),
];

/// What each condition does, as the program comes. Empty only if its file were broken.
static CHART: LazyLock<ConditionChart> =
    LazyLock::new(|| chart::conditions(chart::CONDITIONS).unwrap_or_default());

/// The line of the chart that a condition of the table follows.
fn charted(key: &str) -> Option<Condition> {
    Some(match key {
        ARM_WRACK => Condition::ArmWrack,
        LEG_WRACK => Condition::LegWrack,
        STUNNED => Condition::Stunned,
        BLINDED => Condition::Blinded,
        IMMOBILISED => Condition::Immobilised,
        BLIND_AND_DEAF => Condition::BlindAndDeaf,
        KNOCKED_OUT => Condition::Unconscious,
        STAKED => Condition::Staked,
        PRONE => Condition::KnockedDown,
        BOTH_PRONE => Condition::BothProne,
        "human_shield" => Condition::HumanShield,
        _ => return None,
    })
}

/// The key under which the table keeps a condition.
pub(super) const fn key(condition: Condition) -> &'static str {
    match condition {
        Condition::ArmWrack => ARM_WRACK,
        Condition::LegWrack => LEG_WRACK,
        Condition::Stunned => STUNNED,
        Condition::KnockedDown => PRONE,
        Condition::Blinded => BLINDED,
        Condition::Immobilised => IMMOBILISED,
        Condition::BlindAndDeaf => BLIND_AND_DEAF,
        Condition::Unconscious => KNOCKED_OUT,
        Condition::Staked => STAKED,
        Condition::BothProne => BOTH_PRONE,
        Condition::HumanShield => "human_shield",
    }
}

/// The word for a condition, as it begins a sentence.
pub(super) fn word(key: &str) -> String {
    let spec = CONDITIONS.iter().find(|spec| spec.key == key);
    let word = spec.map_or(key, |spec| spec.word);
    let mut letters = word.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// What all conditions of a combatant come to.
pub(super) fn burden(conditions: &Conditions) -> Burden {
    let held = conditions.iter().filter_map(|(key, now)| {
        Some(Held {
            both: now.amount >= 2,
            ..Held::new(charted(key)?)
        })
    });
    let mut burden = condition::burden(&held.collect::<Vec<_>>(), &CHART);
    let is = |key: &str| conditions.contains_key(key);
    burden.no_defense |= is(EXPOSED) || is(SURPRISED) || is(IN_HOLD);
    burden.no_action |= is(SURPRISED) || is(REELING) || is(STUNNED);
    burden.no_movement |= is(GRAPPLED);
    burden
}
