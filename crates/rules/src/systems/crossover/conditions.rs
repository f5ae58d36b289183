//! The conditions a combatant can be in, and what they say (XOV-CMP-01 to 12 and others).

use super::attack::{Claws, Immobilized};
use super::blind::Relief;
use super::creature::Form;
use super::{Settings, grip::Grip};
use crate::condition::{Condition, ConditionSpec, Until};
use crate::exchange::{Effect, Party};
use crate::fighter::Fighter;
use crate::messages::{Text, crossover as msg};

/// Dazed (XOV-CMP-06).
pub const DAZED: &str = "dazed";
/// Staked (XOV-TGT-05).
pub const STAKED: &str = "staked";
/// Knocked down (XOV-CMP-10).
pub const DOWN: &str = "down";
/// Lying down (XOV-RNG-03).
pub const LYING: &str = "lying";
/// Tackled (XOV-CLOSE-13).
pub const TACKLED: &str = "tackled";
/// Blinded (XOV-CMP-01).
pub const BLINDED: &str = "blinded";
/// With heightened senses (XOV-CMP-04).
pub const SENSES: &str = "heightened_senses";
/// With the eyes of the beast (XOV-CMP-04).
pub const EYES: &str = "eyes_of_the_beast";
/// Feeling their way (XOV-CMP-05).
pub const FELT: &str = "felt";
/// Guarded though blind (XOV-CMP-05).
pub const GUARDED: &str = "guarded";
/// Partly immobilized (XOV-CMP-08).
pub const IMMOBILIZED: &str = "immobilized";
/// Fully immobilized (XOV-CMP-08).
pub const HELPLESS: &str = "helpless";
/// In a clinch (XOV-CLOSE-04).
pub const CLINCHED: &str = "clinched";
/// Held (XOV-CLOSE-06).
pub const HELD: &str = "held";
/// Holding on (XOV-CLOSE-06).
pub const HOLDING: &str = "holding";
/// Aiming (XOV-RNG-01).
pub const AIMING: &str = "aiming";
/// Which weapon is aimed: its number (XOV-RNG-01).
pub const AIMED_WITH: &str = "aimed_with";
/// Ready for a riposte (XOV-CLOSE-10).
pub const RIPOSTE: &str = "riposte";
/// Out of ambush (XOV-MAN-03).
pub const AMBUSH: &str = "ambush";
/// On the move (XOV-MAN-08).
pub const MOVED: &str = "moved";
/// In frenzy (XOV-MULT-06).
pub const FRENZY: &str = "frenzy";
/// With feral claws (XOV-CLOSE-03).
pub const FERAL_CLAWS: &str = "feral_claws";
/// With claws of bone (XOV-CLOSE-03).
pub const BONE_CLAWS: &str = "bone_claws";
/// In Glabro (XOV-SOAK-06).
pub const GLABRO: &str = "glabro";
/// In Crinos (XOV-SOAK-06).
pub const CRINOS: &str = "crinos";
/// In Hispo (XOV-SOAK-06).
pub const HISPO: &str = "hispo";
/// In Lupus (XOV-SOAK-06).
pub const LUPUS: &str = "lupus_form";
/// Up at once (XOV-CMP-09).
pub const ROSE: &str = "rose_at_once";
/// Without armor for the pack (XOV-POL-04).
pub const STRIPPED: &str = "stripped";
/// Harried (XOV-POL-04).
pub const HARRIED: &str = "harried";
/// Beset by a pack (XOV-POL-04).
pub const BESET: &str = "beset";
/// Quick by Celerity (XOV-POW-01).
pub const CELERITY: &str = "celerity";
/// Driven by Rage (XOV-POW-02).
pub const RAGE: &str = "raging";
/// In distorted time (XOV-POW-03).
pub const DISTORT_TIME: &str = "distort_time";
/// In dream time (XOV-POW-04).
pub const DREAM_TIME: &str = "dream_time";
/// Has had Dream Time this scene (XOV-POW-04).
pub const DREAMT: &str = "dreamt";
/// Driven by Faith (XOV-POW-05).
pub const FAITHFUL: &str = "faithful";

/// What a fight brings and no combatant carries into the next scene.
pub const OVER_WITH_SCENE: [&str; 22] = [
    DAZED,
    DOWN,
    LYING,
    TACKLED,
    FELT,
    GUARDED,
    CLINCHED,
    HELD,
    HOLDING,
    AIMING,
    AIMED_WITH,
    RIPOSTE,
    AMBUSH,
    MOVED,
    FRENZY,
    ROSE,
    STRIPPED,
    HARRIED,
    BESET,
    RAGE,
    DISTORT_TIME,
    DREAM_TIME,
];

/// Every condition there is.
pub const CONDITIONS: [ConditionSpec; 37] = [
    ConditionSpec::new(
        DAZED,
        msg::DAZED,
        msg::IN_THE_TURN_THAT_FOLLOWS,
        "XOV-CMP-06",
        0,
    ),
    ConditionSpec::new(
        STAKED,
        msg::STAKED,
        msg::AWAKE_BUT_CANNOT_MOVE_OR,
        "XOV-TGT-05",
        0,
    ),
    ConditionSpec::new(
        DOWN,
        msg::KNOCKED_DOWN_2,
        msg::ATTACKS_ON_THEM_HAVE_TWO,
        "XOV-CMP-10",
        0,
    ),
    ConditionSpec::new(
        LYING,
        msg::LYING_DOWN,
        msg::LIGHT_COVER_AGAINST_SHOTS,
        "XOV-RNG-03",
        0,
    ),
    ConditionSpec::new(
        TACKLED,
        msg::TACKLED_2,
        msg::EVERYTHING_IS_ONE_HARDER_IN,
        "XOV-CLOSE-13",
        0,
    ),
    ConditionSpec::new(
        BLINDED,
        msg::BLINDED_2,
        msg::ATTACKS_ON_THEM_HAVE_TWO_DICE_MORE,
        "XOV-CMP-01",
        0,
    ),
    ConditionSpec::new(
        SENSES,
        msg::WITH_HEIGHTENED_SENSES,
        msg::HALF_OF_WHAT_BLINDNESS_COSTS,
        "XOV-CMP-04",
        0,
    ),
    ConditionSpec::new(
        EYES,
        msg::WITH_THE_EYES_OF_THE,
        msg::BLINDNESS_COSTS_NOTHING,
        "XOV-CMP-04",
        0,
    ),
    ConditionSpec::new(
        FELT,
        msg::FEELING_THEIR_WAY,
        msg::SUCCESSES_OF_BLIND_FIGHTING_AGAINST,
        "XOV-CMP-05",
        20,
    ),
    ConditionSpec::new(
        GUARDED,
        msg::GUARDED_THOUGH_BLIND,
        msg::SUCCESSES_OF_BLIND_FIGHTING_AGAINST_THOSE_WHO,
        "XOV-CMP-05",
        20,
    ),
    ConditionSpec::new(
        IMMOBILIZED,
        msg::PARTLY_IMMOBILIZED,
        msg::ATTACKS_ON_THEM_HAVE_TWO_2,
        "XOV-CMP-08",
        0,
    ),
    ConditionSpec::new(
        HELPLESS,
        msg::FULLY_IMMOBILIZED,
        msg::ATTACKS_ON_THEM_HIT_WITHOUT,
        "XOV-CMP-08",
        0,
    ),
    ConditionSpec::new(
        CLINCHED,
        msg::IN_A_CLINCH,
        msg::AN_ACTION_IS_HARM_GETTING,
        "XOV-CLOSE-04",
        0,
    ),
    ConditionSpec::new(
        HELD,
        msg::HELD,
        msg::AN_ACTION_IS_GETTING_OUT,
        "XOV-CLOSE-06",
        0,
    ),
    ConditionSpec::new(
        HOLDING,
        msg::HOLDING_ON_2,
        msg::LETTING_GO_COSTS_NOTHING_AN,
        "XOV-CLOSE-06",
        0,
    ),
    ConditionSpec::new(
        AIMING,
        msg::AIMING,
        msg::A_DIE_FOR_EACH_TURN,
        "XOV-RNG-01",
        30,
    ),
    ConditionSpec::new(
        AIMED_WITH,
        msg::WITH_ONE_WEAPON,
        msg::THE_AIM_IS_THAT_OF,
        "XOV-RNG-01",
        0,
    ),
    ConditionSpec::new(
        RIPOSTE,
        msg::READY_FOR_A_RIPOSTE,
        msg::A_DIE_FOR_A_BLOW,
        "XOV-CLOSE-10",
        1000,
    ),
    ConditionSpec::new(
        AMBUSH,
        msg::OUT_OF_AMBUSH,
        msg::A_FREE_ATTACK_WITH_SO,
        "XOV-MAN-03",
        30,
    ),
    ConditionSpec::new(
        MOVED,
        msg::ON_THE_MOVE,
        msg::YARDS_THIS_TURN_MORE_THAN,
        "XOV-MAN-08",
        500,
    ),
    ConditionSpec::new(
        FRENZY,
        msg::IN_FRENZY,
        msg::ACTIONS_BEYOND_WITS_COST_A,
        "XOV-MULT-06",
        0,
    ),
    ConditionSpec::new(
        FERAL_CLAWS,
        msg::WITH_FERAL_CLAWS,
        msg::CLAWS_DO_AGGRAVATED_DAMAGE,
        "XOV-CLOSE-03",
        0,
    ),
    ConditionSpec::new(
        BONE_CLAWS,
        msg::WITH_CLAWS_OF_BONE,
        msg::CLAWS_DO_LETHAL_DAMAGE,
        "XOV-CLOSE-03",
        0,
    ),
    ConditionSpec::new(
        GLABRO,
        msg::IN_GLABRO,
        msg::WHAT_THE_FORM_ALLOWS,
        "XOV-SOAK-06",
        0,
    ),
    ConditionSpec::new(
        CRINOS,
        msg::IN_CRINOS,
        msg::WHAT_THE_FORM_ALLOWS,
        "XOV-SOAK-06",
        0,
    ),
    ConditionSpec::new(
        HISPO,
        msg::IN_HISPO,
        msg::WHAT_THE_FORM_ALLOWS,
        "XOV-SOAK-06",
        0,
    ),
    ConditionSpec::new(
        LUPUS,
        msg::IN_LUPUS,
        msg::WHAT_THE_FORM_ALLOWS,
        "XOV-SOAK-06",
        0,
    ),
    ConditionSpec::new(
        ROSE,
        msg::UP_AT_ONCE,
        msg::TWO_OFF_INITIATIVE_IN_THE,
        "XOV-CMP-09",
        0,
    ),
    ConditionSpec::new(
        STRIPPED,
        msg::WITHOUT_ARMOR_FOR_THE_PACK,
        msg::ARMOR_DOES_NOT_HELP_AGAINST,
        "XOV-POL-04",
        0,
    ),
    ConditionSpec::new(
        HARRIED,
        msg::HARRIED_2,
        msg::EVERYTHING_IS_SO_MUCH_HARDER,
        "XOV-POL-04",
        10,
    ),
    ConditionSpec::new(
        BESET,
        msg::BESET_BY_A_PACK,
        msg::STANDING_UP_TAKES_A_ROLL,
        "XOV-POL-04",
        10,
    ),
    ConditionSpec::new(
        CELERITY,
        msg::QUICK_BY_CELERITY,
        msg::SO_MANY_EXTRA_ACTIONS_IN,
        "XOV-POW-01",
        30,
    ),
    ConditionSpec::new(
        RAGE,
        msg::DRIVEN_BY_RAGE,
        msg::SO_MANY_EXTRA_ACTIONS_THIS,
        "XOV-POW-02",
        30,
    ),
    ConditionSpec::new(
        DISTORT_TIME,
        msg::IN_DISTORTED_TIME,
        msg::SO_MANY_EXTRA_ACTIONS_IN,
        "XOV-POW-03",
        30,
    ),
    ConditionSpec::new(
        DREAM_TIME,
        msg::IN_DREAM_TIME,
        msg::AN_EXTRA_ACTION_IN_EACH,
        "XOV-POW-04",
        30,
    ),
    ConditionSpec::new(
        DREAMT,
        msg::AFTER_DREAM_TIME,
        msg::NO_OTHER_DREAM_TIME_THIS,
        "XOV-POW-04",
        0,
    ),
    ConditionSpec::new(
        FAITHFUL,
        msg::DRIVEN_BY_FAITH,
        msg::SO_MANY_EXTRA_ACTIONS_THIS_TURN_EACH,
        "XOV-POW-05",
        30,
    ),
];

/// Whether a combatant is in a condition.
#[must_use]
pub fn has(who: &Fighter<'_>, key: &str) -> bool {
    who.conditions.contains_key(key)
}

/// How much of a condition a combatant is in; 0 of one they are not in.
#[must_use]
pub fn amount(who: &Fighter<'_>, key: &str) -> i32 {
    who.conditions
        .get(key)
        .map_or(0, |condition| condition.amount)
}

/// Whether a combatant is in a condition whose turn has come: one that was brought for the turn
/// that follows counts from then on.
#[must_use]
pub fn in_force(who: &Fighter<'_>, key: &str) -> bool {
    let condition = who.conditions.get(key);
    condition.is_some_and(|condition| !matches!(condition.until, Until::Rounds(2..)))
}

/// How much of a condition whose turn has come.
#[must_use]
pub fn amount_in_force(who: &Fighter<'_>, key: &str) -> i32 {
    if in_force(who, key) {
        amount(who, key)
    } else {
        0
    }
}

/// A condition for the rest of this turn.
pub const THIS_TURN: Until = Until::Rounds(1);
/// A condition that ends with the turn that follows.
pub const NEXT_TURN: Until = Until::Rounds(2);

/// A condition comes.
#[must_use]
pub const fn gain(who: Party, key: &'static str, amount: i32, until: Until) -> Effect {
    Effect::Gain {
        who,
        key: std::borrow::Cow::Borrowed(key),
        condition: Condition { amount, until },
    }
}

/// A condition ends.
#[must_use]
pub const fn lose(who: Party, key: &'static str) -> Effect {
    Effect::Lose {
        who,
        key: std::borrow::Cow::Borrowed(key),
    }
}

/// The shape a werewolf is in: Homid without a word.
#[must_use]
pub fn form(who: &Fighter<'_>) -> Form {
    let forms = [
        (GLABRO, Form::Glabro),
        (CRINOS, Form::Crinos),
        (HISPO, Form::Hispo),
        (LUPUS, Form::Lupus),
    ];
    let now = forms.iter().find(|(key, _)| has(who, key));
    now.map_or(Form::Homid, |(_, form)| *form)
}

/// The claws a combatant has grown.
#[must_use]
pub fn claws(who: &Fighter<'_>) -> Option<Claws> {
    if has(who, FERAL_CLAWS) {
        Some(Claws::Feral)
    } else {
        has(who, BONE_CLAWS).then_some(Claws::Bone)
    }
}

/// What helps a combatant who cannot see.
#[must_use]
pub fn relief(who: &Fighter<'_>) -> Relief {
    Relief {
        heightened_senses: has(who, SENSES),
        eyes_of_the_beast: has(who, EYES),
        blind_fighting: amount(who, FELT),
    }
}

/// Why a combatant does nothing that needs limbs: the reason and its rule, of a hold before a
/// clinch, in which one can squeeze (XOV-CLOSE-04, XOV-CLOSE-06).
#[must_use]
pub fn gripped(who: &Fighter<'_>) -> Option<(Text, &'static str)> {
    if has(who, HELD) || has(who, HOLDING) {
        let words = msg::IN_A_HOLD_ONE_GETS;
        return Some((words, "XOV-CLOSE-06"));
    }
    has(who, CLINCHED).then_some((msg::IN_A_GRIP_ONE_GETS, "XOV-CLOSE-04"))
}

/// How far a combatant is tied down (XOV-CMP-08).
#[must_use]
pub fn immobilized(who: &Fighter<'_>, by: &Settings) -> Option<Immobilized> {
    if has(who, STAKED) || has(who, HELPLESS) {
        return Some(Immobilized::Fully);
    }
    let held = has(who, HELD).then(|| Grip::Hold.immobilized(by)).flatten();
    held.or_else(|| has(who, IMMOBILIZED).then_some(Immobilized::Partly))
}

/// Why a combatant can do nothing at all, though they are up: the reason and its rule.
#[must_use]
pub fn numb(who: &Fighter<'_>) -> Option<(Text, &'static str)> {
    if in_force(who, DAZED) {
        Some((msg::NOBODY_ACTS_WHILE_DAZED, "XOV-CMP-06"))
    } else if has(who, STAKED) {
        Some((msg::NOBODY_MOVES_WITH_A_STAKE, "XOV-TGT-05"))
    } else if has(who, HELPLESS) {
        Some((msg::NOBODY_MOVES_WHO_IS_FULLY, "XOV-CMP-08"))
    } else {
        None
    }
}

/// The extra actions that powers give a combatant this turn (XOV-POW-01 to 05).
#[must_use]
pub fn granted(who: &Fighter<'_>) -> i32 {
    let powers = [CELERITY, RAGE, DISTORT_TIME, FAITHFUL];
    let granted: i32 = powers.iter().map(|key| amount_in_force(who, key)).sum();
    // Dream Time begins with the next turn and lasts several: its amount is how many.
    let dreaming = who.conditions.get(DREAM_TIME).is_some_and(|condition| {
        let turns = u16::try_from(condition.amount).unwrap_or(0);
        matches!(condition.until, Until::Rounds(left) if left <= turns)
    });
    granted + i32::from(dreaming)
}
