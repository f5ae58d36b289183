//! The scene as these rules read it: distance, concealment, cover, tight places, and who stands near a target
//! (CHR-RNG-01, CHR-CONC-01 to 06, CHR-COV-01, CHR-CQB-01, CHR-AUTO-08).

use super::keys::{
    APART, CLOSE_QUARTERS, CONCEALMENT, COVER_DURABILITY, COVER_SEE_THROUGH, COVER_STRUCTURE,
    DISTANCE, DISTANCE_MOST, FIRING_FROM,
};
use super::maneuver::Needs;
use super::maneuvers;
use super::stage::{concealment, table_settings};
use crate::exchange::Scene;
use crate::messages::{Text, Wording, chronicle as msg, core};
use crate::ruleset::house_rules::HouseRules;
use crate::space::{CoverMark, Darkness, Fog, Marks, PairInSpace, SceneReading};
use crate::systems::chronicle::attack::concealment::Concealment;

/// The parameters that may follow from the scene.
pub(crate) const READ: [&str; 8] = [
    DISTANCE,
    CONCEALMENT,
    FIRING_FROM,
    CLOSE_QUARTERS,
    APART,
    COVER_DURABILITY,
    COVER_STRUCTURE,
    COVER_SEE_THROUGH,
];

/// The grades of what gives cover in a place (CHR-CONC-01, CHR-CONC-03).
pub(crate) const GRADES: [(u8, Text); 4] = [
    (1, msg::BARELY),
    (2, msg::PARTIALLY),
    (3, msg::SUBSTANTIALLY),
    (SOLID, msg::COMPLETELY_BEHIND_SOMETHING_SOLID),
];

/// Grade of a solid thing, which hides one wholly.
const SOLID: u8 = 4;
/// The degree of concealment of one who is only out of sight (CHR-CONC-04).
const UNSEEN: i32 = 5;

/// Returns the situation parameters that follow from where two combatants are in the scene.
pub(crate) fn read(pair: &PairInSpace<'_>, house: &HouseRules) -> Vec<SceneReading> {
    let close_range = table_settings(house).close_range_yards;
    let readings = [
        pair.distance.map(|yards| distance(yards, close_range)),
        read_concealment(pair),
        pair.own_cover.map(own_cover),
        read_tight_space(pair),
        pair.from_first_target.map(read_distance_from_target),
    ];
    readings.into_iter().flatten().collect()
}

/// Returns a distance of the scene as a number of yards.
fn yards(distance: u32) -> i32 {
    i32::try_from(distance).map_or(DISTANCE_MOST, |yards| yards.min(DISTANCE_MOST))
}

/// Reads the distance of two combatants, from which range, posture and Defense against guns follow.
fn distance(distance: u32, close_range: i32) -> SceneReading {
    let far = yards(distance);
    let rules: &[&str] = match far <= close_range {
        true => &[
            "CHR-RNG-01",
            "CHR-THR-05",
            "CHR-DEF-03",
            "CHR-CQB-02",
            "CHR-PRONE-03",
        ],
        false => &[
            "CHR-RNG-01",
            "CHR-RNG-02",
            "CHR-RNG-03",
            "CHR-THR-05",
            "CHR-PRONE-01",
        ],
    };
    SceneReading::new(
        DISTANCE,
        far,
        core::wordings::distance_in_yards(far.into()),
        rules,
    )
}

/// Returns the degree of concealment behind cover of a place, from 1: something solid hides wholly.
fn concealment_degree(mark: &CoverMark) -> i32 {
    let grade = match mark.thing {
        Some(_) => SOLID,
        None => mark.grade.clamp(1, SOLID),
    };
    grade.into()
}

/// Reads what conceals the other of two combatants; `None` if nothing does. Concealment comes from
/// the cover of their place, its darkness, or the fog about one of the two. The best counts, but
/// something solid stops shots whatever else there is. At arm's length nobody hides in the dark
/// (CHR-CONC-01, CHR-CONC-02).
fn read_concealment(pair: &PairInSpace<'_>) -> Option<SceneReading> {
    let cover = pair
        .cover
        .map(|mark| (concealment_degree(mark), Wording::from(&mark.name)));
    let solid = cover
        .clone()
        .filter(|(degree, _)| *degree == i32::from(SOLID));
    let dark = darkness(&pair.there.marks).filter(|_| !pair.is_close());
    let fog = fog(pair).filter(|_| !pair.is_close());
    let all = [fog, dark, cover].into_iter().flatten();
    let (degree, what) = solid.or_else(|| all.max_by_key(|(degree, _)| *degree))?;
    let how = concealment(degree)?;
    let rules: &[&str] = match how {
        Concealment::Complete => &["CHR-CONC-03", "CHR-COV-01", "CHR-COV-02", "CHR-COV-04"],
        Concealment::VisionBlocked => &["CHR-CONC-04"],
        Concealment::Barely | Concealment::Partial | Concealment::Substantial => &["CHR-CONC-01"],
    };
    let words = msg::wordings::concealed_by(how.label(), what);
    Some(SceneReading::new(CONCEALMENT, degree, words, rules))
}

/// Returns the degree of concealment in the darkness of a place, with its words; `None` in the
/// light.
fn darkness(marks: &Marks) -> Option<(i32, Wording)> {
    match marks.dark {
        Darkness::Lit => None,
        Darkness::Dim => Some((1, msg::DIM_LIGHT.into())),
        Darkness::Dark => Some((2, msg::THE_DARK.into())),
        Darkness::Black => Some((UNSEEN, msg::PITCH_DARKNESS.into())),
    }
}

/// Returns the degree of concealment by the fog between two combatants, with its words; `None`
/// without fog.
fn fog(pair: &PairInSpace<'_>) -> Option<(i32, Wording)> {
    match pair.here.marks.fog.max(pair.there.marks.fog) {
        Fog::Clear => None,
        Fog::Thin => Some((1, msg::THIN_FOG.into())),
        Fog::Thick => Some((UNSEEN, msg::THICK_FOG.into())),
    }
}

/// Reads the concealment from which a combatant shoots out of their own cover (CHR-CONC-05,
/// CHR-CONC-06). Darkness and fog cost the shooter nothing.
fn own_cover(mark: &CoverMark) -> SceneReading {
    let words = msg::wordings::shooting_from_what(&mark.name);
    SceneReading::new(
        FIRING_FROM,
        concealment_degree(mark),
        words,
        &["CHR-CONC-05", "CHR-CONC-06"],
    )
}

/// Reads whether the other of two combatants stands where there is no room to step aside
/// (CHR-CQB-01).
fn read_tight_space(pair: &PairInSpace<'_>) -> Option<SceneReading> {
    let words = msg::wordings::tight_place(&pair.there.name);
    let rules = &["CHR-CQB-01", "CHR-CQB-02", "CHR-DEF-03"];
    let tight = pair.there.marks.tight;
    tight.then(|| SceneReading::new(CLOSE_QUARTERS, 1, words, rules))
}

/// Reads the distance of a bystander from the target (CHR-AUTO-08, CHR-AUTO-09).
fn read_distance_from_target(distance: u32) -> SceneReading {
    let far = yards(distance);
    let words = msg::wordings::yards_from_the_target(far.into());
    SceneReading::new(APART, far, words, &["CHR-AUTO-08", "CHR-AUTO-09"])
}

/// Returns the rule by which the declared maneuver reaches only those in the same place; `None` if
/// it reaches farther.
pub(crate) fn contact_rule(scene: &Scene<'_>) -> Option<&'static str> {
    let is_close = maneuvers::declared(scene)?.is_close;
    is_close.then_some("CHR-MOVE-01")
}

/// Returns the rule by which the declared maneuver needs a free line, `None` if it needs none: a
/// shot meets what is solid, an aim and a charge go straight at the target.
pub(crate) fn line_rule(scene: &Scene<'_>) -> Option<&'static str> {
    let maneuver = maneuvers::declared(scene)?;
    match &maneuver.needs {
        Needs::Missile | Needs::Gun { .. } => Some("CHR-CONC-03"),
        Needs::Nothing | Needs::IfAny | Needs::Weapon => {
            let mut straight = [("aim", "CHR-AIM-01"), ("charge", "CHR-CHG-01")].into_iter();
            let found = straight.find(|(key, _)| *key == maneuver.key);
            found.map(|(_, rule)| rule)
        }
    }
}
