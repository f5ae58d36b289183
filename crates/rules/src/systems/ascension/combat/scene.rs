//! What Ascension reads of the places of a scene: range, room and sight for a defense (ASC-DODGE-02, ASC-DODGE-04,
//! ASC-DODGE-06).

use super::combatant_stats::{RANGE, ROOM, UNSEEN};
use super::forms::{FORMS, MAGICK};
use super::gear::{BOW, GUN, THROWN};
use crate::exchange::{Intent, Scene};
use crate::messages::{Wording, ascension as msg};
use crate::space::{Darkness, Fog, PairInSpace, SceneReading};

/// Yards between two combatants of one place who are not at arm's length.
pub(super) const USUAL_DISTANCE: u32 = 5;

/// Most yards at which a gun is fired point-blank (ASC-DODGE-02).
const POINT_BLANK: u32 = 2;

/// Keys of the situation that the scene fills in.
pub(super) const PARAMETERS: [&str; 3] = [RANGE, ROOM, UNSEEN];

/// Returns the situation parameters that follow from where two combatants are: how far a gun is,
/// what room the other has, and whether the other can see what comes.
pub(super) fn read_pair(pair: &PairInSpace<'_>) -> Vec<SceneReading> {
    let range = pair.distance.map(|yards| read_range(pair, yards));
    let room = pair.there.marks.tight.then(|| {
        let words = msg::wordings::tight_room_in(&pair.there.name);
        SceneReading::new(ROOM, 1, words, &["ASC-DODGE-04"])
    });
    let sight = obstacle_to_sight(pair).map(|words| {
        let rules = ["ASC-DODGE-06"];
        SceneReading::new(UNSEEN, 1, words, &rules)
    });
    range.into_iter().chain(room).chain(sight).collect()
}

/// Whether an attack depends on this parameter that follows from the scene: only guns on how far
/// they are (ASC-DODGE-02).
pub(super) fn is_reading_used(intent: &Intent, key: &str) -> bool {
    let mut forms = FORMS.iter();
    let form = forms.find(|form| form.key == intent.maneuver);
    key != RANGE || form.is_some_and(|form| form.items.contains(&GUN))
}

/// Returns the range at which a gun is fired at the other: point-blank, close within a place or no
/// farther than is usual there, or some way off (ASC-DODGE-02).
fn read_range(pair: &PairInSpace<'_>, yards: u32) -> SceneReading {
    let count = i64::from(yards);
    let (value, words) = match yards {
        0..=POINT_BLANK => (2, msg::wordings::yards_point_blank(count)),
        _ if pair.together || yards <= USUAL_DISTANCE => (1, msg::wordings::yards_close(count)),
        _ => (0, msg::wordings::yards_some_way_off(count)),
    };
    SceneReading::new(RANGE, value, words, &["ASC-DODGE-02"])
}

/// Returns why the target does not see an attack coming, `None` if they can see it: nothing can be
/// seen in the place of the one who acts, or through what is in either place (ASC-DODGE-06).
fn obstacle_to_sight(pair: &PairInSpace<'_>) -> Option<Wording> {
    if pair.here.marks.dark == Darkness::Black {
        return Some(msg::wordings::black_in(&pair.here.name));
    }
    let mut both = [pair.here, pair.there].into_iter();
    let fogged = both.find(|place| place.marks.fog == Fog::Thick)?;
    Some(msg::wordings::fog_in(&fogged.name))
}

/// Returns the rule by which an attack needs its target in the same place: blows do, and the blow that carries a spell
/// (ASC-ATK-01).
pub(super) fn contact_rule(scene: &Scene<'_>) -> Option<&'static str> {
    let form = FORMS
        .iter()
        .find(|form| form.key == scene.intent.maneuver)?;
    let near = !is_missile(form.items) && form.key != MAGICK;
    near.then_some("ASC-ATK-01")
}

/// Returns the rule by which an attack needs a free line to its target: guns, bows and throws do (ASC-ATK-01). How far
/// magick reaches its own rules say.
pub(super) fn line_rule(scene: &Scene<'_>) -> Option<&'static str> {
    let form = FORMS
        .iter()
        .find(|form| form.key == scene.intent.maneuver)?;
    is_missile(form.items).then_some("ASC-ATK-01")
}

/// Whether an attack with items of these kinds flies, unlike a blow.
fn is_missile(items: &[&str]) -> bool {
    items.iter().any(|kind| [GUN, BOW, THROWN].contains(kind))
}
