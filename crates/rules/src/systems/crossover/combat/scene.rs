//! The scene as these rules read it: distance, cover, who stands behind whom, and who stands near whom
//! (XOV-MAN-05, XOV-RNG-03 to 06, XOV-RNG-08).

use super::super::cover_grades::GRADES;
use super::attack::Reach;
use super::{dials, maneuvers};
use crate::exchange::Scene;
use crate::messages::{Text, core, crossover as msg};
use crate::space::{CoverMark, PairInSpace, SceneReading, Stance};

/// The parameters that may follow from the scene.
pub(super) const READ: [&str; 6] = [
    dials::DISTANCE,
    dials::COVER,
    dials::OWN_COVER,
    dials::SOLID,
    dials::FLANK,
    dials::APART,
];

/// The value of the dial for an attack from the rear.
const REAR: i32 = 2;

/// Returns the situation parameters that follow from where two combatants are in the scene.
/// Darkness and fog have no numbers here: whoever sees nothing is blinded, which is a condition.
pub(super) fn read(pair: &PairInSpace<'_>) -> Vec<SceneReading> {
    let readings = [
        pair.distance.map(distance),
        pair.cover.map(cover),
        pair.own_cover.map(own_cover),
        pair.cover.and_then(solid),
        flank(pair),
        pair.from_first_target.map(apart),
    ];
    readings.into_iter().flatten().collect()
}

/// Returns a distance of the scene as a number of yards.
fn yards(distance: u32) -> i32 {
    let most = dials::DISTANCE_MOST;
    i32::try_from(distance).map_or(most, |yards| yards.min(most))
}

/// Reads the distance of two combatants, from which the range follows (XOV-RNG-06).
fn distance(distance: u32) -> SceneReading {
    let far = yards(distance);
    let words = core::wordings::distance_in_yards(far.into());
    SceneReading::new(dials::DISTANCE, far, words, &["XOV-RNG-06"])
}

/// Returns the grade of the cover that a place gives, and its word.
fn grade(mark: &CoverMark) -> (i32, Text) {
    let (least, best) = (GRADES[0], GRADES[GRADES.len() - 1]);
    let found = GRADES.iter().find(|(grade, _)| *grade == mark.grade);
    let other = if mark.grade < least.0 { least } else { best };
    let (grade, word) = found.copied().unwrap_or(other);
    (grade.into(), word)
}

/// Reads the cover of the target from its place in the scene (XOV-RNG-03).
fn cover(mark: &CoverMark) -> SceneReading {
    let (grade, word) = grade(mark);
    let words = msg::wordings::target_in_cover_of(&mark.name, word);
    SceneReading::new(dials::COVER, grade, words, &["XOV-RNG-03"])
}

/// Reads the shooter's own cover from their place in the scene (XOV-RNG-04).
fn own_cover(mark: &CoverMark) -> SceneReading {
    let (grade, word) = grade(mark);
    let words = msg::wordings::own_cover_of(&mark.name, word);
    SceneReading::new(dials::OWN_COVER, grade, words, &["XOV-RNG-04"])
}

/// Reads that the cover of a place is solid, unless its name says so: it stands in the living
/// world. A cover with a name of its own says so itself (XOV-RNG-05).
fn solid(mark: &CoverMark) -> Option<SceneReading> {
    let words = msg::wordings::solid_in_the_living_world(&mark.name);
    let plain = mark.thing.is_none();
    plain.then(|| SceneReading::new(dials::SOLID, 1, words, &["XOV-RNG-05"]))
}

/// Reads that one combatant stands in the other's back (XOV-MAN-05).
fn flank(pair: &PairInSpace<'_>) -> Option<SceneReading> {
    let behind = pair.stance == Some(Stance::Behind);
    behind.then(|| SceneReading::new(dials::FLANK, REAR, msg::FROM_BEHIND, &["XOV-MAN-05"]))
}

/// Reads the distance of a combatant from the first target of a spray (XOV-RNG-08).
fn apart(distance: u32) -> SceneReading {
    let far = yards(distance);
    let words = msg::wordings::yards_from_the_first_target(far.into());
    SceneReading::new(dials::APART, far, words, &["XOV-RNG-08"])
}

/// Returns the rule by which the declared maneuver reaches only those in the same place, `None` if
/// it reaches farther: that of the maneuver, for an attack within arm's length.
pub(super) fn contact_rule(scene: &Scene<'_>) -> Option<&'static str> {
    let attack = maneuvers::find(scene.intent.maneuver.as_ref())?;
    (attack.reach == Reach::Close).then_some(attack.rule)
}

/// Returns the rule by which the declared maneuver needs a free line, `None` if it needs none: that
/// of the maneuver, for shots, throws and an aim.
pub(super) fn line_rule(scene: &Scene<'_>) -> Option<&'static str> {
    let key = scene.intent.maneuver.as_ref();
    match maneuvers::find(key) {
        Some(attack) => (attack.reach == Reach::Ranged).then_some(attack.rule),
        None => (key == "aim").then_some("XOV-RNG-01"),
    }
}
