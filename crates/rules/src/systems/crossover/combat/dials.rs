//! Dials of an exchange: of the situation between two combatants, and of a maneuver.

use crate::character::parameters::{ParameterSpec, Parameters};
use crate::exchange::{CoverSpec, Scene};
use crate::messages::Text;
use crate::messages::crossover as msg;
use crate::ruleset::combatant_info::CombatantInfo;
use crate::systems::crossover::chart::Place;
use crate::systems::crossover::movement::{self, Flank, WALK};
use crate::systems::crossover::settings::Settings;
use crate::systems::d10::shared_rules::roll_parameters::ACTION;
use crate::systems::d10::shared_rules::rolls;

/// Yards between two (XOV-RNG-06).
pub(super) const DISTANCE: &str = "distance";
/// The greatest distance between two, in yards.
pub(super) const DISTANCE_MOST: i32 = 5_000;
/// The target's cover (XOV-RNG-03).
pub(super) const COVER: &str = "cover";
/// The acting combatant's own cover (XOV-RNG-04).
pub(super) const OWN_COVER: &str = "own_cover";
/// From where the attack comes (XOV-MAN-05).
pub(super) const FLANK: &str = "flank";
/// Angle of the attack off the target's line of view, in degrees (XOV-MAN-05).
pub(super) const ANGLE: &str = "angle";
/// Whether the target is smaller (XOV-CLOSE-12).
pub(super) const SMALLER: &str = "smaller";
/// Whether the cover is a solid thing of the living world (XOV-RNG-05).
pub(super) const SOLID: &str = "solid";

/// The part of the target that is named (XOV-TGT-01 to 04).
pub(super) const PART: &str = "part";
/// The named part sticks out of the cover (XOV-TGT-01).
pub(super) const EXPOSED: &str = "exposed";
/// Yards moved beside it (XOV-MAN-06).
pub(super) const YARDS: &str = "yards";
/// The running distance, if it is not the usual one (XOV-MAN-08).
pub(super) const RUNNING: &str = "running";
/// Whether the maneuver takes the place of another declared action (XOV-MAN-02).
pub(super) const CHANGED: &str = "changed";
/// With the wrong hand (XOV-RNG-10).
pub(super) const OFF_HAND: &str = "off_hand";
/// The ability it is rolled with, where there is a choice.
pub(super) const ABILITY: &str = "ability";
/// An ability of another class takes the place of the one named (XOV-DICE-07, XOV-DICE-08).
pub(super) const SUBSTITUTE: &str = "substitute";
/// Number of attackers on the acting combatant in close combat, where the program does not know.
pub(super) const OPPONENTS: &str = "opponents";
/// Number of attackers on the target in close combat, where the program does not know.
pub(super) const TARGETED: &str = "targeted";
/// Blood drunk instead of a wound (XOV-CLOSE-02).
pub(super) const DRINK: &str = "drink";
/// Yards between the two targets farthest apart (XOV-RNG-08).
pub(super) const APART: &str = "apart";
/// The tactic of a pack, by its place in the chart, from 1 (XOV-POL-04).
pub(super) const TACTIC: &str = "tactic";
/// Number of members of the pack who take part.
pub(super) const PACK: &str = "pack";

/// The size of the named part of the target (XOV-TGT-02 to 04).
#[derive(Clone, Copy)]
pub(super) enum TargetSize {
    /// Arm, leg, briefcase.
    Medium,
    /// Hand, head, laptop.
    Small,
    /// Eye, heart, lock.
    Precise,
}

impl TargetSize {
    /// Returns what this size of the target's named part adds to the difficulty of an attack.
    pub(super) const fn difficulty(self) -> i32 {
        match self {
            Self::Medium => 1,
            Self::Small => 2,
            Self::Precise => 3,
        }
    }

    /// Returns the dice that this size of the target's named part adds to the damage pool.
    pub(super) const fn dice(self) -> i32 {
        match self {
            Self::Medium => 0,
            Self::Small => 1,
            Self::Precise => 2,
        }
    }

    /// Returns the id of the rule for this size of the target's named part.
    pub(super) const fn rule(self) -> &'static str {
        match self {
            Self::Medium => "XOV-TGT-02",
            Self::Small => "XOV-TGT-03",
            Self::Precise => "XOV-TGT-04",
        }
    }
}

/// Part of the target that an attack of Crossover aims at: the number on the dial, its words, its size, its place on
/// a body.
pub(super) type Part = (i32, Text, Option<TargetSize>, Option<Place>);

pub(super) const PARTS: [Part; 11] = [
    (0, msg::NO_PART, None, None),
    (1, msg::TRUNK, None, Some(Place::Torso)),
    (2, msg::ARM, Some(TargetSize::Medium), Some(Place::Arm)),
    (3, msg::LEG, Some(TargetSize::Medium), Some(Place::Leg)),
    (4, msg::HAND, Some(TargetSize::Small), Some(Place::Hand)),
    (5, msg::HEAD, Some(TargetSize::Small), Some(Place::Head)),
    (6, msg::EYE, Some(TargetSize::Precise), Some(Place::Eye)),
    (
        HEART,
        msg::HEART,
        Some(TargetSize::Precise),
        Some(Place::Torso),
    ),
    (
        8,
        msg::A_THING_LIKE_A_BRIEFCASE,
        Some(TargetSize::Medium),
        None,
    ),
    (9, msg::A_THING_LIKE_A_LAPTOP, Some(TargetSize::Small), None),
    (
        10,
        msg::A_THING_LIKE_A_LOCK,
        Some(TargetSize::Precise),
        None,
    ),
];

/// The heart on the dial of parts.
pub(super) const HEART: i32 = 7;

/// A thing between two that covers: how well, and whether relic rounds vanish on it (XOV-RNG-03,
/// XOV-RNG-05). Nothing wears it down.
pub(super) const THING: CoverSpec = CoverSpec {
    keys: &[COVER, SOLID],
    wears: None,
    behind: &[],
};

/// Returns the parameters (dials) of the situation between two combatants.
pub(super) fn situation() -> Vec<ParameterSpec> {
    let cover = |key, title| {
        let grades = [
            (0, msg::NONE),
            (1, msg::LIGHT),
            (2, msg::GOOD),
            (3, msg::SUPERIOR),
        ];
        ParameterSpec::choice(key, title, &grades)
    };
    vec![
        ParameterSpec::number(
            DISTANCE,
            msg::DISTANCE_IN_YARDS_MINUS_1,
            (-1, DISTANCE_MOST),
            -1,
        ),
        cover(COVER, msg::COVER_OF_THE_TARGET),
        cover(OWN_COVER, msg::OWN_COVER_2),
        ParameterSpec::choice(
            FLANK,
            msg::FROM,
            &[(0, msg::THE_FRONT), (1, msg::THE_SIDE), (2, msg::THE_REAR)],
        ),
        ParameterSpec::number(ANGLE, msg::DEGREES_OFF_THE_TARGETS_VIEW, (0, 180), 0),
        ParameterSpec::choice(
            SMALLER,
            msg::THE_TARGET_IS,
            &[(1, msg::SMALLER), (0, msg::NOT_SMALLER)],
        ),
        ParameterSpec::flag(SOLID, msg::THE_COVER_IS_SOLID_IN),
    ]
}

/// Returns the parameter for the blood that is drunk instead of wounding (XOV-CLOSE-02).
pub(super) fn drink() -> ParameterSpec {
    let title = msg::BLOOD_DRUNK_INSTEAD_OF_A;
    ParameterSpec::number(DRINK, title, (0, 3), 0)
}

/// Returns no parameters, for maneuvers without any.
pub(super) fn none(_: Option<&CombatantInfo<'_>>) -> Vec<ParameterSpec> {
    Vec::new()
}

/// Returns the parameters of a move, in yards.
pub(super) fn yards(who: Option<&CombatantInfo<'_>>) -> Vec<ParameterSpec> {
    let mut dials = action(who);
    dials.push(ParameterSpec::number(YARDS, msg::YARDS_2, (1, 200), WALK));
    dials
}

/// Returns the parameters (dials) of anything that takes an action.
pub(super) fn action(who: Option<&CombatantInfo<'_>>) -> Vec<ParameterSpec> {
    let mut dials = Vec::new();
    if let Some(several) = who.and_then(rolls::declared_actions) {
        let least = i32::from(!several.extra);
        let title = match several.extra {
            true => msg::WHICH_ACTION_0_A_POWERS,
            false => msg::WHICH_ACTION,
        };
        let range = (least, several.declared);
        dials.push(ParameterSpec::number(ACTION, title, range, several.next));
    }
    dials.push(ParameterSpec::flag(CHANGED, msg::IN_THE_PLACE_OF_ANOTHER));
    dials
}

/// Returns the number that the action has among those of the turn: 0 is one of a power.
pub(super) fn number(who: &CombatantInfo<'_>, set: &Parameters) -> i32 {
    let next = rolls::declared_actions(who).map_or(1, |several| several.next);
    set.get_or(ACTION, next)
}

/// Returns the part of the target that the attack's parameters name; `None` if they name none.
fn part(set: &Parameters) -> Option<&'static Part> {
    let named = set.get_or(PART, 0);
    PARTS.iter().find(|part| part.0 == named)
}

/// Returns the size of the target's part that the parameters name; `None` if none is named.
pub(super) fn size(set: &Parameters) -> Option<TargetSize> {
    part(set).and_then(|part| part.2)
}

/// Returns the place on the body of the part that the parameters name; `None` if none is named.
pub(super) fn place(set: &Parameters) -> Option<Place> {
    part(set).and_then(|part| part.3)
}

/// Returns the side from which an attack on a target comes, `None` for the front: as said, or by
/// the angle where that is known.
pub(super) fn flank(scene: &Scene<'_>, target: u8, by: &Settings) -> Option<Flank> {
    match scene.situation_value(target, FLANK, 0) {
        1 => Some(Flank::Side),
        2 => Some(Flank::Rear),
        _ => movement::flank(scene.situation_value(target, ANGLE, 0), by),
    }
}
