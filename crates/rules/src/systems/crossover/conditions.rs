//! The conditions a combatant can be in, and what they say (XOV-CMP-01 to 12 and others).

use super::attack::{Claws, Immobilized};
use super::blind::Relief;
use super::creature::Form;
use super::{Settings, grip::Grip};
use crate::condition::{Condition, ConditionSpec, Until};
use crate::exchange::{Effect, Party};
use crate::fighter::Fighter;

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
        "dazed",
        "in the turn that follows no action at all, and attacks on them are two easier",
        "XOV-CMP-06",
        0,
    ),
    ConditionSpec::new(
        STAKED,
        "staked",
        "awake, but cannot move or spend blood",
        "XOV-TGT-05",
        0,
    ),
    ConditionSpec::new(
        DOWN,
        "knocked down",
        "attacks on them have two dice more, their close attacks two less",
        "XOV-CMP-10",
        0,
    ),
    ConditionSpec::new(
        LYING,
        "lying down",
        "light cover against shots",
        "XOV-RNG-03",
        0,
    ),
    ConditionSpec::new(
        TACKLED,
        "tackled",
        "everything is one harder in the turn that follows",
        "XOV-CLOSE-13",
        0,
    ),
    ConditionSpec::new(
        BLINDED,
        "blinded",
        "attacks on them have two dice more, theirs are harder",
        "XOV-CMP-01",
        0,
    ),
    ConditionSpec::new(
        SENSES,
        "with heightened senses",
        "half of what blindness costs",
        "XOV-CMP-04",
        0,
    ),
    ConditionSpec::new(
        EYES,
        "with the eyes of the beast",
        "blindness costs nothing",
        "XOV-CMP-04",
        0,
    ),
    ConditionSpec::new(
        FELT,
        "feeling their way",
        "successes of Blind Fighting against what blindness costs",
        "XOV-CMP-05",
        20,
    ),
    ConditionSpec::new(
        GUARDED,
        "guarded though blind",
        "successes of Blind Fighting against those who attack them",
        "XOV-CMP-05",
        20,
    ),
    ConditionSpec::new(
        IMMOBILIZED,
        "partly immobilized",
        "attacks on them have two dice more",
        "XOV-CMP-08",
        0,
    ),
    ConditionSpec::new(
        HELPLESS,
        "fully immobilized",
        "attacks on them hit without a roll",
        "XOV-CMP-08",
        0,
    ),
    ConditionSpec::new(
        CLINCHED,
        "in a clinch",
        "an action is harm, getting out, or what needs no limbs",
        "XOV-CLOSE-04",
        0,
    ),
    ConditionSpec::new(
        HELD,
        "held",
        "an action is getting out, or what needs no limbs",
        "XOV-CLOSE-06",
        0,
    ),
    ConditionSpec::new(
        HOLDING,
        "holding on",
        "letting go costs nothing; an action is what needs no limbs",
        "XOV-CLOSE-06",
        0,
    ),
    ConditionSpec::new(
        AIMING,
        "aiming",
        "a die for each turn, until they do anything else",
        "XOV-RNG-01",
        30,
    ),
    ConditionSpec::new(
        AIMED_WITH,
        "with one weapon",
        "the aim is that of the weapon it was taken with",
        "XOV-RNG-01",
        0,
    ),
    ConditionSpec::new(
        RIPOSTE,
        "ready for a riposte",
        "a die for a blow with the weapon that parried, if it is the very next action",
        "XOV-CLOSE-10",
        1000,
    ),
    ConditionSpec::new(
        AMBUSH,
        "out of ambush",
        "a free attack, with so many dice more",
        "XOV-MAN-03",
        30,
    ),
    ConditionSpec::new(
        MOVED,
        "on the move",
        "yards this turn; more than 7 are faster than a walk",
        "XOV-MAN-08",
        500,
    ),
    ConditionSpec::new(
        FRENZY,
        "in frenzy",
        "actions beyond Wits cost a vampire or werewolf nothing",
        "XOV-MULT-06",
        0,
    ),
    ConditionSpec::new(
        FERAL_CLAWS,
        "with feral claws",
        "claws do aggravated damage",
        "XOV-CLOSE-03",
        0,
    ),
    ConditionSpec::new(
        BONE_CLAWS,
        "with claws of bone",
        "claws do lethal damage",
        "XOV-CLOSE-03",
        0,
    ),
    ConditionSpec::new(
        GLABRO,
        "in Glabro",
        "what the form allows",
        "XOV-SOAK-06",
        0,
    ),
    ConditionSpec::new(
        CRINOS,
        "in Crinos",
        "what the form allows",
        "XOV-SOAK-06",
        0,
    ),
    ConditionSpec::new(HISPO, "in Hispo", "what the form allows", "XOV-SOAK-06", 0),
    ConditionSpec::new(LUPUS, "in Lupus", "what the form allows", "XOV-SOAK-06", 0),
    ConditionSpec::new(
        ROSE,
        "up at once",
        "two off initiative in the turn that follows",
        "XOV-CMP-09",
        0,
    ),
    ConditionSpec::new(
        STRIPPED,
        "without armor for the pack",
        "armor does not help against the next of the pack",
        "XOV-POL-04",
        0,
    ),
    ConditionSpec::new(
        HARRIED,
        "harried",
        "everything is so much harder",
        "XOV-POL-04",
        10,
    ),
    ConditionSpec::new(
        BESET,
        "beset by a pack",
        "standing up takes a roll against so much",
        "XOV-POL-04",
        10,
    ),
    ConditionSpec::new(
        CELERITY,
        "quick by Celerity",
        "so many extra actions in the turn that follows",
        "XOV-POW-01",
        30,
    ),
    ConditionSpec::new(
        RAGE,
        "driven by Rage",
        "so many extra actions this turn",
        "XOV-POW-02",
        30,
    ),
    ConditionSpec::new(
        DISTORT_TIME,
        "in distorted time",
        "so many extra actions in the turn that follows",
        "XOV-POW-03",
        30,
    ),
    ConditionSpec::new(
        DREAM_TIME,
        "in dream time",
        "an extra action in each of the turns that follow",
        "XOV-POW-04",
        30,
    ),
    ConditionSpec::new(
        DREAMT,
        "after dream time",
        "no other Dream Time this scene",
        "XOV-POW-04",
        0,
    ),
    ConditionSpec::new(
        FAITHFUL,
        "driven by Faith",
        "so many extra actions this turn, each later than the one before",
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
pub fn gripped(who: &Fighter<'_>) -> Option<(&'static str, &'static str)> {
    if has(who, HELD) || has(who, HOLDING) {
        let words = "In a hold one gets out, or does what needs no limbs";
        return Some((words, "XOV-CLOSE-06"));
    }
    has(who, CLINCHED).then_some((
        "In a grip one gets out, squeezes, or does what needs no limbs",
        "XOV-CLOSE-04",
    ))
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
pub fn numb(who: &Fighter<'_>) -> Option<(&'static str, &'static str)> {
    if in_force(who, DAZED) {
        Some(("Nobody acts while dazed", "XOV-CMP-06"))
    } else if has(who, STAKED) {
        Some(("Nobody moves with a stake in the heart", "XOV-TGT-05"))
    } else if has(who, HELPLESS) {
        Some(("Nobody moves who is fully immobilized", "XOV-CMP-08"))
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
