//! Seven levels as a table draws them, and back.

use crate::system::{Harmed, HealthState};
use crate::systems::d10::damage::{Blow, DamageType};
use crate::systems::d10::levels::{BOXES, Health, Level, Status};
use crate::term::Term;
use crate::track::{Boxes, Fate, Levels, Packet, Track, TrackError};

/// What the boxes are called, the first to be filled first.
pub const BOX_NAMES: [&str; 7] = [
    "Bruised",
    "Hurt",
    "Injured",
    "Wounded",
    "Mauled",
    "Crippled",
    "Incapacitated",
];

/// Where a system says what its levels mean.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// What each level costs.
    pub levels: &'static str,
    /// Which rolls feel it.
    pub wounds: &'static str,
    /// What a full row ends in.
    pub end: &'static str,
}

/// Seven empty boxes.
///
/// # Errors
/// [`TrackError`] when seven boxes were no track.
pub fn unmarked() -> Result<Track, TrackError> {
    let boxes = Boxes::new(BOXES, Packet::default())?;
    Ok(Track::Levels(Levels {
        boxes,
        fate: Fate::Open,
    }))
}

/// Seven levels as they are kept on a track.
#[must_use]
pub const fn shown(health: Health) -> Track {
    let fate = match health.status {
        Status::Ok | Status::Incapacitated => Fate::Open,
        Status::Dead => Fate::Dead,
        Status::Torpor => Fate::Torpor,
        Status::FinalDeath => Fate::FinalDeath,
    };
    Track::Levels(Levels {
        boxes: health.boxes,
        fate,
    })
}

/// The seven levels of a track; `None` when it is another track.
#[must_use]
pub fn read(track: &Track) -> Option<Health> {
    let Track::Levels(levels) = track else {
        return None;
    };
    let status = match levels.fate {
        Fate::Open => Status::Ok,
        Fate::Dead => Status::Dead,
        Fate::Torpor => Status::Torpor,
        Fate::FinalDeath => Status::FinalDeath,
    };
    Health::new(levels.boxes, status).ok()
}

/// How hurt the owner of this track is; healthy where there are no levels.
#[must_use]
pub fn level(track: &Track) -> Level {
    track
        .boxes()
        .map_or(Level::Healthy, |boxes| Level::of(boxes.filled()))
}

/// What filling each box costs. The last one costs everything, which is no number.
#[must_use]
pub fn box_penalties(track: &Track) -> Vec<i32> {
    let filled = 1..=track.boxes().map_or(0, Boxes::size);
    filled
        .map(|filled| Level::of(filled).penalty().unwrap_or(0))
        .collect()
}

/// What the boxes of a track are called.
#[must_use]
pub const fn box_names(track: &Track) -> &'static [&'static str] {
    match track {
        Track::Levels(_) => &BOX_NAMES,
        Track::Boxes(_) | Track::Points(_) => &[],
    }
}

/// Marks a packet, most severe first, a point at a time by `mark`. `None` when it holds points
/// without a severity, or the track has no levels.
#[must_use]
pub fn harm(
    track: &Track,
    packet: Packet,
    mark: impl Fn(Health, Blow) -> Health,
) -> Option<Harmed> {
    if packet.points > 0 {
        return None;
    }
    let mut health = read(track)?;
    let mut excess: u16 = 0;
    for kind in DamageType::ALL.into_iter().rev() {
        let points = packet.get(kind.into());
        for done in 0..points {
            let after = mark(health, Blow { kind, amount: 1 });
            if after == health {
                excess = excess.saturating_add(points - done);
                break;
            }
            health = after;
        }
    }
    Some(Harmed {
        after: shown(health),
        excess,
    })
}

/// What a track says about its owner.
#[must_use]
pub fn state(track: &Track, rules: &Rules) -> crate::system::Health {
    let level = level(track);
    let fate = match track {
        Track::Levels(levels) => levels.fate,
        Track::Boxes(_) | Track::Points(_) => Fate::Open,
    };
    let state = match (fate, level) {
        (Fate::Dead, _) => Some(HealthState::new("dead", rules.end, true)),
        (Fate::Torpor, _) => Some(HealthState::new("in torpor", rules.end, true)),
        (Fate::FinalDeath, _) => Some(HealthState::new("Final Death", rules.end, true)),
        (Fate::Open, Level::Healthy) => None,
        (Fate::Open, level) => {
            let out = level == Level::Incapacitated;
            Some(HealthState::new(level.word(), rules.levels, out))
        }
    };
    crate::system::Health {
        penalty: level.penalty().unwrap_or(0),
        states: state.into_iter().collect(),
    }
}

/// What wounds take from an action roll, by the name of the level.
#[must_use]
pub fn wounded(track: &Track, rules: &Rules) -> Option<Term> {
    let filled = track.boxes()?.filled();
    let name = BOX_NAMES.get(usize::from(filled.checked_sub(1)?))?;
    let penalty = level(track).penalty().filter(|penalty| *penalty != 0)?;
    Some(Term::of_rule(*name, penalty, rules.wounds))
}

/// Whether the owner of this track can act at all.
#[must_use]
pub fn can_act(track: &Track) -> bool {
    level(track).penalty().is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::systems::d10::levels::Body;
    use crate::track::Severity;

    const RULES: Rules = Rules {
        levels: "XOV-HLTH-01",
        wounds: "XOV-HLTH-03",
        end: "XOV-HLTH-02",
    };

    #[test]
    fn levels_travel_to_a_track_and_back() {
        for status in [Status::Ok, Status::Dead, Status::Torpor, Status::FinalDeath] {
            let health = Health::read("*X//...", status).expect("a row");
            assert_eq!(read(&shown(health)), Some(health));
        }
        let full = Health::read("///////", Status::Ok).expect("a row");
        assert_eq!(full.status, Status::Incapacitated);
        assert_eq!(read(&shown(full)), Some(full));
    }

    #[test]
    fn names_penalties_and_levels_agree() {
        let track = unmarked().expect("a track");
        assert_eq!(box_penalties(&track), [0, -1, -1, -2, -2, -5, 0]);
        assert_eq!(box_names(&track).len(), 7);
        for (name, level) in BOX_NAMES.iter().zip(Level::ALL.iter().skip(1)) {
            assert_eq!(name.to_ascii_lowercase(), level.word());
        }
    }

    #[test]
    fn what_changes_nothing_is_excess() {
        let mark = |health: Health, blow: Blow| {
            health.marked(blow.points(), |health| {
                health.point(blow.kind.into(), Body::Undead)
            })
        };
        let before = shown(Health::read("X////..", Status::Ok).expect("a row"));
        let harmed = harm(&before, Packet::of(Severity::Bashing, 5), mark).expect("levels");
        let health = read(&harmed.after).expect("levels");
        assert_eq!(health.boxes.picture(), "X//////");
        assert_eq!((health.status, harmed.excess), (Status::Torpor, 2));
        assert_eq!(state(&harmed.after, &RULES).states.len(), 1);
        assert_eq!(harm(&before, Packet::plain(1), mark), None);
    }
}
