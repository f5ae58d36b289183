//! What Tri-Stat reads of the places of a scene (TRI-FLANK-01, TRI-THROW-05), and where those who are thrown land
//! (TRI-THROW-04).

use super::bout::{Bout, TARGET};
use super::dials;
use super::gear::{self, Arm};
use crate::exchange::{Party, Scene, Stop};
use crate::messages::{Wording, tristat as msg};
use crate::ruleset::combatant_info::CombatantInfo;
use crate::space::{Exit, Pace, PairInSpace, SceneReading, Separation};
use crate::systems::tristat::ability::Style;
use crate::systems::tristat::roll_request::GRAPPLED;

/// Squares between two combatants of one place who are not at arm's length.
pub(super) const USUAL_DISTANCE: u32 = 2;

/// Keys of the situation that the scene fills in, or that no longer hold once one of the two has moved.
pub(super) const PARAMETERS: [&str; 4] = [
    dials::FLANKED,
    dials::FREE_SQUARES,
    dials::EAST,
    dials::SOUTH,
];

/// Returns the situation parameters that follow from where two combatants are: who flanks
/// (TRI-FLANK-01), and that a tight place leaves no square to fly (TRI-THROW-05).
pub(super) fn read_pair(pair: &PairInSpace<'_>) -> Vec<SceneReading> {
    let mut readings = Vec::new();
    if let Some(first) = pair.opposite.first() {
        let pairs = i32::try_from(pair.opposite.len()).unwrap_or(8).min(8);
        let words = msg::wordings::flanked_with(Wording::verbatim(first.clone()));
        let rules = ["TRI-FLANK-02", "TRI-FLANK-01"];
        readings.push(SceneReading::new(dials::FLANKED, pairs, words, &rules));
    }
    if pair.there.marks.tight {
        let words = msg::wordings::no_room_to_fly(&pair.there.name);
        let rules = ["TRI-THROW-05"];
        readings.push(SceneReading::new(dials::FREE_SQUARES, 0, words, &rules));
    }
    readings
}

/// Reach by which an attack gets to its target, so many squares or from afar.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum AttackReach {
    /// With the hands or a weapon in them, so many squares far.
    Close(i32),
    /// From afar.
    Afar,
}

/// Returns the reach of an attack with bare hands.
pub(super) fn hand_way(_: &Scene<'_>) -> Option<AttackReach> {
    Some(AttackReach::Close(1))
}

/// Returns the reach of an attack with the item of the scene; `None` without one.
pub(super) fn weapon_way(scene: &Scene<'_>) -> Option<AttackReach> {
    let item = scene.item();
    Some(match Arm(item).style() {
        Style::Ranged => AttackReach::Afar,
        Style::Close | Style::Any => AttackReach::Close(item.map_or(1, gear::weapon_reach)),
    })
}

/// Returns the reach of an attack with a weapon in each hand: from afar if there are two for that.
pub(super) fn two_weapon_way(scene: &Scene<'_>) -> Option<AttackReach> {
    let hands = scene.actor?.gear.values();
    let hands = hands.filter(|item| gear::is_for_one_hand(item));
    let afar = hands.filter(|item| Arm(Some(item)).style() == Style::Ranged);
    match weapon_way(scene) {
        Some(AttackReach::Close(_)) if scene.item().is_none() && afar.count() > 1 => {
            Some(AttackReach::Afar)
        }
        way => way,
    }
}

/// Whether a weapon of this reach gets to the other party from another place.
fn is_in_reach(between: &Separation, reach: i32) -> bool {
    let distance = between.distance.and_then(|it| i32::try_from(it).ok());
    distance.is_some_and(|distance| distance <= reach)
}

/// Whether the actor gets to all targets with a weapon of this reach without a step.
fn can_reach_all(scene: &Scene<'_>, reach: i32) -> bool {
    let mut targets = scene.space.iter().take(scene.targets.len()).peekable();
    targets.peek().is_some() && targets.all(|between| is_in_reach(between, reach))
}

/// Returns the rule by which an attack of this reach needs its target in the same place; `None` if
/// it reaches farther.
pub(super) fn contact_rule(scene: &Scene<'_>, way: AttackReach) -> Option<&'static str> {
    match way {
        AttackReach::Close(reach) => (!can_reach_all(scene, reach)).then_some("TRI-FLANK-01"),
        AttackReach::Afar => None,
    }
}

/// Returns the rule by which an attack of this reach needs a free line to its target; `None` if it
/// needs none.
pub(super) fn line_rule(scene: &Scene<'_>, way: AttackReach) -> Option<&'static str> {
    match way {
        AttackReach::Close(reach) => can_reach_all(scene, reach).then_some("TRI-FLANK-01"),
        AttackReach::Afar => Some("TRI-ATK-01"),
    }
}

/// Returns how far a combatant gets in a turn, to which the rules set no limit, but those who are
/// held cannot move (TRI-GRAP-02).
pub(super) fn paces(who: &CombatantInfo<'_>) -> Vec<Pace> {
    let held = Pace {
        title: msg::HELD_ON_THE_SPOT,
        reach: 0,
        rule: "TRI-GRAP-02",
        maneuver: None,
    };
    let is_held = who.conditions.contains_key(GRAPPLED);
    is_held.then_some(held).into_iter().collect()
}

/// Asks the thrower where the target lands who flies so many squares, if they get out of the place so; `None` stays
/// within it (TRI-THROW-04).
///
/// # Errors
/// [`Stop`] when an answer is needed first.
pub(super) fn choose_landing<'a>(
    bout: &mut Bout<'a, '_, '_>,
    squares: i32,
) -> Result<Option<&'a Exit>, Stop> {
    match bout.scene.separation(0).filter(|_| squares > 0) {
        Some(between) => {
            let by = Party::Actor;
            bout.play.ask_landing(between, by, squares, "TRI-THROW-04")
        }
        None => Ok(None),
    }
}

/// Moves the target who flies so many squares into another place, or away from those at arm's
/// length (TRI-THROW-04). What a fall or water does is the storyteller's to say (TRI-THROW-05).
pub(super) fn land_target(bout: &mut Bout<'_, '_, '_>, squares: i32, exit: Option<&Exit>) {
    if squares > 0 && bout.scene.separation(0).is_some() {
        let words =
            |squares| crate::messages::core::wordings::distance_in_squares(i64::from(squares));
        bout.play.add_landing(TARGET, exit, words, "TRI-THROW-05");
    }
}
