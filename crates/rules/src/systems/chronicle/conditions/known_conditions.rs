//! The conditions the table plays: their keys, what they say, and what they come to
//! (CHR-COND-01 to 08, CHR-DEF-04).

use crate::messages::Text;
use crate::messages::chronicle as msg;
use std::sync::LazyLock;

use super::condition::{self, Burden, Condition, Held};
use crate::character::condition::{ConditionSpec, Conditions};
use crate::character::track::Severity;
use crate::systems::chronicle::charts::{self, ConditionChart};

/// Out cold from a full row of bashing damage, after a failed roll (CHR-WND-03).
pub(crate) const UNCONSCIOUS: &str = "unconscious";
/// Wounds are dressed, nothing bleeds (CHR-BLEED-04).
pub(crate) const STABILIZED: &str = "stabilized";
/// Knocked out by a blow to the head (CHR-CMP-09).
pub(crate) const KNOCKED_OUT: &str = "knocked_out";
/// Held by a wooden stake (CHR-VMP-15).
pub(crate) const STAKED: &str = "staked";
/// An arm is useless; 2 is both (CHR-COND-01).
pub(crate) const ARM_WRACK: &str = "arm_wrack";
/// A leg gives way; 2 is both (CHR-COND-02).
pub(crate) const LEG_WRACK: &str = "leg_wrack";
/// Loses the next action (CHR-COND-03).
pub(crate) const STUNNED: &str = "stunned";
/// An eye sees nothing; 2 is both (CHR-COND-05).
pub(crate) const BLINDED: &str = "blinded";
/// Cannot move; 2 is bound so that nothing moves (CHR-COND-06).
pub(crate) const IMMOBILISED: &str = "immobilised";
/// Neither sees nor hears (CHR-COND-07).
pub(crate) const BLIND_AND_DEAF: &str = "blind_and_deaf";
/// Lies on the ground (CHR-PRONE-01).
pub(crate) const PRONE: &str = "prone";
/// Lies on the ground in a grapple (CHR-GRAP-10).
pub(crate) const BOTH_PRONE: &str = "both_prone";
/// Loses the next action to a weapon that stuns (CHR-CMP-08).
pub(crate) const REELING: &str = "reeling";
/// Is in a grapple (CHR-GRAP-01).
pub(crate) const GRAPPLED: &str = "grappled";
/// Is in a grapple under Hold (CHR-GRAP-11).
pub(crate) const IN_HOLD: &str = "in_hold";
/// Dodges this turn (CHR-DODGE-01).
pub(crate) const DODGING: &str = "dodging";
/// Has given up Defense for this turn (CHR-DEF-04).
pub(crate) const EXPOSED: &str = "exposed";
/// Was taken by surprise (CHR-CMP-07).
pub(crate) const SURPRISED: &str = "surprised";
/// Must go down, go to cover, or be shot when acting (CHR-CFIRE-03).
pub(crate) const UNDER_FIRE: &str = "under_fire";
/// Has left full cover to shoot (CHR-CONC-06).
pub(crate) const LEANED_OUT: &str = "leaned_out";
/// Aims, so many turns (CHR-AIM-01).
pub(crate) const AIMING: &str = "aiming";
/// Number of the weapon that is aimed (CHR-AIM-05).
pub(crate) const AIMED_WITH: &str = "aimed_with";
/// Yards walked this turn before the action (CHR-MOVE-01).
pub(crate) const MOVED: &str = "moved";
/// Yards walked this turn after the action (CHR-MOVE-01).
pub(crate) const MOVED_ON: &str = "moved_on";
/// A vampire's wracks last until no more boxes are filled than this (CHR-VMP-12).
pub(crate) const INJURY: &str = "injury";

/// Conditions that end with the scene.
pub(crate) const OVER_WITH_SCENE: [&str; 18] = [
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
pub(crate) const BLEEDING: &str = "bleeding";
/// Hours that a kind of damage has healed since its last point (CHR-HEAL-04); bashing heals each
/// hour and keeps none.
pub(crate) const HEALING: [(Severity, &str); 2] = [
    (Severity::Lethal, "healing_lethal"),
    (Severity::Aggravated, "healing_aggravated"),
];

/// Conditions that are wounds, come of them, or count bleeding and healing: healing by hand ends them.
pub(crate) const OF_WOUNDS: [&str; 10] = [
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

/// Specifies a condition of Chronicle, with its word, effect, rule and greatest amount.
const fn spec(
    key: &'static str,
    word: Text,
    effect: Text,
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
pub(crate) const CONDITIONS: [ConditionSpec; 29] = [
    spec(
        UNCONSCIOUS,
        msg::UNCONSCIOUS,
        msg::OUT_OF_THE_FIGHT_UNTIL,
        "CHR-WND-06",
        0,
    ),
    spec(
        STABILIZED,
        msg::STABILIZED,
        msg::DOES_NOT_BLEED_UNTIL_THE,
        "CHR-BLEED-04",
        0,
    ),
    spec(
        KNOCKED_OUT,
        msg::KNOCKED_OUT,
        msg::OUT_COLD_FOR_SO_MANY,
        "CHR-CMP-09",
        0,
    ),
    spec(
        STAKED,
        msg::STAKED,
        msg::SEES_EVERYTHING_DOES_NOTHING_UNTIL,
        "CHR-VMP-15",
        0,
    ),
    spec(
        ARM_WRACK,
        msg::ARM_WRACKED,
        msg::ATTACKS_WITH_THE_OTHER_HAND,
        "CHR-COND-01",
        2,
    ),
    spec(
        LEG_WRACK,
        msg::LEG_WRACKED,
        msg::HALF_SPEED_MINUS_2_WHERE,
        "CHR-COND-02",
        2,
    ),
    spec(
        STUNNED,
        msg::STUNNED_2,
        msg::LOSES_THE_NEXT_ACTION_DEFENSE,
        "CHR-COND-03",
        0,
    ),
    spec(
        BLINDED,
        msg::BLINDED,
        msg::MINUS_3_WITH_ONE_EYE,
        "CHR-COND-05",
        2,
    ),
    spec(
        IMMOBILISED,
        msg::IMMOBILIZED,
        msg::NO_ACTION_NO_MOVEMENT_NO,
        "CHR-COND-06",
        2,
    ),
    spec(
        BLIND_AND_DEAF,
        msg::BLIND_AND_DEAF,
        msg::NO_DEFENSE_EVERY_ATTACK_FAILS,
        "CHR-COND-07",
        0,
    ),
    spec(
        PRONE,
        msg::PRONE,
        msg::MINUS_2_TO_BE_SHOT,
        "CHR-PRONE-01",
        0,
    ),
    spec(GRAPPLED, msg::GRAPPLED, msg::IN_A_GRAPPLE, "CHR-GRAP-01", 0),
    spec(
        IN_HOLD,
        msg::IN_A_HOLD,
        msg::NO_DEFENSE_WHILE_THE_HOLD,
        "CHR-GRAP-11",
        0,
    ),
    spec(
        DODGING,
        msg::DODGING_2,
        msg::DEFENSE_DOUBLED_NO_OTHER_ACTION,
        "CHR-DODGE-01",
        0,
    ),
    spec(
        EXPOSED,
        msg::WITHOUT_DEFENSE,
        msg::GAVE_UP_DEFENSE_FOR_THIS,
        "CHR-DEF-04",
        0,
    ),
    spec(
        SURPRISED,
        msg::SURPRISED,
        msg::NO_ACTION_AND_NO_DEFENSE,
        "CHR-CMP-07",
        0,
    ),
    spec(
        UNDER_FIRE,
        msg::UNDER_COVERING_FIRE_2,
        msg::GOES_TO_COVER_OR_DOWN,
        "CHR-CFIRE-03",
        1_000,
    ),
    spec(
        LEANED_OUT,
        msg::OUT_OF_FULL_COVER,
        msg::SUBSTANTIALLY_CONCEALED_UNTIL_THE_NEXT,
        "CHR-CONC-06",
        0,
    ),
    spec(
        AIMING,
        msg::AIMING,
        msg::SO_MANY_DICE_AT_THE,
        "CHR-AIM-01",
        3,
    ),
    spec(
        AIMED_WITH,
        msg::WITH_ONE_WEAPON,
        msg::THE_AIM_IS_THAT_OF,
        "CHR-AIM-05",
        0,
    ),
    spec(
        MOVED,
        msg::ON_THE_MOVE,
        msg::YARDS_WALKED_BEFORE_THE_ACTION,
        "CHR-MOVE-01",
        10_000,
    ),
    spec(
        MOVED_ON,
        msg::ON_THE_MOVE_AFTER_ACTING,
        msg::YARDS_WALKED_AFTER_THE_ACTION,
        "CHR-MOVE-01",
        10_000,
    ),
    spec(
        INJURY,
        msg::LASTINGLY_INJURED,
        msg::WRACKS_LAST_UNTIL_NO_MORE,
        "CHR-VMP-12",
        60,
    ),
    spec(
        REELING,
        msg::REELING,
        msg::LOSES_THE_NEXT_ACTION,
        "CHR-CMP-08",
        0,
    ),
    spec(
        "human_shield",
        msg::HELD_AS_A_SHIELD,
        msg::SHOTS_AT_THE_HOLDER_HIT,
        "CHR-SHLD-01",
        0,
    ),
    spec(
        BOTH_PRONE,
        msg::WRESTLING_ON_THE_GROUND,
        msg::GETS_UP_ONLY_AFTER_BREAKING,
        "CHR-GRAP-10",
        0,
    ),
    spec(
        BLEEDING,
        msg::BLEEDING,
        msg::TURNS_OF_SLOW_BLEEDING_SINCE,
        "CHR-BLEED-02",
        1_000_000,
    ),
    spec(
        "healing_lethal",
        msg::HEALING_LETHAL_DAMAGE,
        msg::HOURS_UNDER_CARE_SINCE_THE,
        "CHR-HEAL-02",
        24,
    ),
    spec(
        "healing_aggravated",
        msg::HEALING_AGGRAVATED_DAMAGE,
        msg::HOURS_IN_A_HOSPITAL_SINCE,
        "CHR-HEAL-03",
        168,
    ),
];

/// Effects of each condition, from the chart. Empty only if its file were broken.
static CHART: LazyLock<ConditionChart> =
    LazyLock::new(|| charts::conditions(charts::CONDITIONS).unwrap_or_default());

/// Returns the condition of the chart that a condition key of the table stands for; `None` if it
/// has no line there.
fn charted(key: &str) -> Option<Condition> {
    let mut all = Condition::ALL.into_iter();
    all.find(|condition| self::key(*condition) == key)
}

/// Returns the key under which the table keeps a condition of the chart.
pub(crate) const fn key(condition: Condition) -> &'static str {
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

/// Returns the word for the condition with this key, as it begins a sentence.
pub(crate) fn word(key: &str) -> String {
    let spec = CONDITIONS.iter().find(|spec| spec.key == key);
    let word = spec.map_or(key, |spec| spec.word.get());
    let mut letters = word.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// Returns the sum of the effects of all conditions of a combatant.
pub(crate) fn burden(conditions: &Conditions) -> Burden {
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
