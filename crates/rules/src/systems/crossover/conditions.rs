//! Conditions a combatant can be in, as a table (XOV-CMP-01 to 12 and others).

use crate::character::condition::ConditionSpec;
use crate::messages::crossover as msg;

/// Key of being dazed (XOV-CMP-06).
pub(super) const DAZED: &str = "dazed";
/// Key of being staked (XOV-TGT-05).
pub(super) const STAKED: &str = "staked";
/// Key of being knocked down (XOV-CMP-10).
pub(super) const DOWN: &str = "down";
/// Key of lying down by choice (XOV-RNG-03).
pub(super) const LYING: &str = "lying";
/// Key of being tackled (XOV-CLOSE-13).
pub(super) const TACKLED: &str = "tackled";
/// Key of being blinded (XOV-CMP-01).
pub(super) const BLINDED: &str = "blinded";
/// With heightened senses (XOV-CMP-04).
pub(super) const SENSES: &str = "heightened_senses";
/// With the eyes of the beast (XOV-CMP-04).
pub(super) const EYES: &str = "eyes_of_the_beast";
/// Feeling their way (XOV-CMP-05).
pub(super) const FELT: &str = "felt";
/// Guarded though blind (XOV-CMP-05).
pub(super) const GUARDED: &str = "guarded";
/// Key of being partly immobilized (XOV-CMP-08).
pub(super) const IMMOBILIZED: &str = "immobilized";
/// Key of being fully immobilized (XOV-CMP-08).
pub(super) const HELPLESS: &str = "helpless";
/// In a clinch (XOV-CLOSE-04).
pub(super) const CLINCHED: &str = "clinched";
/// Key of being held (XOV-CLOSE-06).
pub(super) const HELD: &str = "held";
/// Key of holding another combatant (XOV-CLOSE-06).
pub(super) const HOLDING: &str = "holding";
/// Key of aiming at a target (XOV-RNG-01).
pub(super) const AIMING: &str = "aiming";
/// Key of the weapon that is aimed; the amount is its number (XOV-RNG-01).
pub(super) const AIMED_WITH: &str = "aimed_with";
/// Ready for a riposte (XOV-CLOSE-10).
pub(super) const RIPOSTE: &str = "riposte";
/// Key of attacking out of ambush (XOV-MAN-03).
pub(super) const AMBUSH: &str = "ambush";
/// On the move (XOV-MAN-08).
pub(super) const MOVED: &str = "moved";
/// Key of being in frenzy (XOV-MULT-06).
pub(super) const FRENZY: &str = "frenzy";
/// With feral claws (XOV-CLOSE-03).
pub(super) const FERAL_CLAWS: &str = "feral_claws";
/// With claws of bone (XOV-CLOSE-03).
pub(super) const BONE_CLAWS: &str = "bone_claws";
/// Key of the form Glabro (XOV-SOAK-06).
pub(super) const GLABRO: &str = "glabro";
/// Key of the form Crinos (XOV-SOAK-06).
pub(super) const CRINOS: &str = "crinos";
/// Key of the form Hispo (XOV-SOAK-06).
pub(super) const HISPO: &str = "hispo";
/// Key of the form Lupus (XOV-SOAK-06).
pub(super) const LUPUS: &str = "lupus_form";
/// Up at once (XOV-CMP-09).
pub(super) const ROSE: &str = "rose_at_once";
/// Without armor for the pack (XOV-POL-04).
pub(super) const STRIPPED: &str = "stripped";
/// Key of being harried by a pack (XOV-POL-04).
pub(super) const HARRIED: &str = "harried";
/// Beset by a pack (XOV-POL-04).
pub(super) const BESET: &str = "beset";
/// Quick by Celerity (XOV-POW-01).
pub(super) const CELERITY: &str = "celerity";
/// Driven by Rage (XOV-POW-02).
pub(super) const RAGE: &str = "raging";
/// In distorted time (XOV-POW-03).
pub(super) const DISTORT_TIME: &str = "distort_time";
/// In dream time (XOV-POW-04).
pub(super) const DREAM_TIME: &str = "dream_time";
/// Has had Dream Time this scene (XOV-POW-04).
pub(super) const DREAMT: &str = "dreamt";
/// Driven by Faith (XOV-POW-05).
pub(super) const FAITHFUL: &str = "faithful";

/// The conditions that end with a scene.
pub(super) const OVER_WITH_SCENE: [&str; 22] = [
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

/// All conditions of Crossover.
pub(super) const CONDITIONS: [ConditionSpec; 37] = [
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
