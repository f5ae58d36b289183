//! Health levels as tracks: conversion, damage, wound state and penalties.

use crate::messages::d10 as msg;
use crate::messages::{Text, Wording};
use crate::sheet::Sheet;
use crate::system::{Harmed, HealthState};
use crate::systems::d10::damage::{Blow, DamageType};
use crate::systems::d10::levels::{Health, Level, Status, Wounds};
use crate::term::Term;
use crate::track::{Boxes, Fate, LevelCosts, Levels, Packet, Track, TrackError};

/// Rule ids that a system cites about health levels.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// Rule about the penalty of each level.
    pub levels: &'static str,
    /// Rule about the rolls that wounds affect.
    pub wounds: &'static str,
    /// Rule about the result of a full track.
    pub end: &'static str,
}

/// Builds an empty track for a sheet, with seven levels unless the sheet says otherwise.
///
/// # Errors
/// [`TrackError`] if the number of levels is invalid.
pub fn unmarked(sheet: &Sheet) -> Result<Track, TrackError> {
    let costs = sheet.levels.unwrap_or(LevelCosts::SEVEN);
    Levels::unmarked(costs).map(Track::Levels)
}

/// Stores a health state in its track.
#[must_use]
pub const fn shown(levels: Levels, health: Health) -> Track {
    let fate = match health.status {
        Status::Ok | Status::Incapacitated => Fate::Open,
        Status::Dead => Fate::Dead,
        Status::Torpor => Fate::Torpor,
        Status::FinalDeath => Fate::FinalDeath,
    };
    Track::Levels(levels.after(health.boxes, fate))
}

/// Reads the health state from levels.
#[must_use]
pub fn read(levels: &Levels) -> Health {
    let status = match levels.fate() {
        Fate::Open => Status::Ok,
        Fate::Dead => Status::Dead,
        Fate::Torpor => Status::Torpor,
        Fate::FinalDeath => Status::FinalDeath,
    };
    Health::new(*levels.boxes(), status)
}

/// Returns the levels of a track; `None` for another type of track.
const fn levels_of(track: &Track) -> Option<&Levels> {
    match track {
        Track::Levels(levels) => Some(levels),
        Track::Boxes(_) | Track::Points(_) => None,
    }
}

/// Computes the wound state of a track; other boxes count as the usual seven levels.
#[must_use]
pub fn wounds(track: &Track) -> Wounds {
    let costs = levels_of(track).map_or(&LevelCosts::SEVEN, Levels::costs);
    let filled = track.boxes().map_or(0, Boxes::filled);
    Wounds::of(costs, filled)
}

/// Penalty of each box, in order; 0 for the last, which allows no action at all.
#[must_use]
pub fn box_penalties(track: &Track) -> Vec<i32> {
    let filled = 1..=track.boxes().map_or(0, Boxes::size);
    let costs = levels_of(track).map(Levels::costs);
    filled
        .map(|filled| {
            let cost = costs.and_then(|costs| costs.at(filled.saturating_sub(1)));
            cost.unwrap_or(0)
        })
        .collect()
}

/// Name of box number `index` (from 0) of a track.
#[must_use]
pub fn box_name(track: &Track, index: u16) -> Option<Wording> {
    let levels = levels_of(track).filter(|levels| index < levels.boxes().size())?;
    Some(Wounds::of(levels.costs(), index.saturating_add(1)).title())
}

/// Applies damage to a track point by point with `mark`, most severe first. `None` for points
/// without a severity or a track without levels.
#[must_use]
pub fn harm(
    track: &Track,
    packet: Packet,
    mark: impl Fn(Health, Blow) -> Health,
) -> Option<Harmed> {
    if packet.points > 0 {
        return None;
    }
    let levels = levels_of(track)?;
    let mut health = read(levels);
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
        after: shown(*levels, health),
        excess,
    })
}

/// Evaluates the health of a track's owner.
#[must_use]
pub fn state(track: &Track, rules: &Rules) -> crate::system::Health {
    let wounds = wounds(track);
    let fate = levels_of(track).map_or(Fate::Open, Levels::fate);
    let state = match (fate, wounds.level) {
        (Fate::Dead, _) => Some(HealthState::new(msg::DEAD, rules.end, true)),
        (Fate::Torpor, _) => Some(HealthState::new(msg::IN_TORPOR, rules.end, true)),
        (Fate::FinalDeath, _) => Some(HealthState::new(msg::FINAL_DEATH, rules.end, true)),
        (Fate::Open, Level::Healthy) => None,
        (Fate::Open, _) => Some(HealthState {
            word: wounds.word(),
            ..HealthState::new(Text::NONE, rules.levels, wounds.penalty.is_none())
        }),
    };
    crate::system::Health {
        penalty: wounds.penalty.unwrap_or(0),
        states: state.into_iter().collect(),
    }
}

/// Returns the wound penalty to action rolls, labeled with the name of the level.
#[must_use]
pub fn wounded(track: &Track, rules: &Rules) -> Option<Term> {
    let wounds = wounds(track);
    let penalty = wounds.penalty.filter(|penalty| *penalty != 0)?;
    Some(Term::of_rule(wounds.title(), penalty, rules.wounds))
}

/// Whether the owner of a track can act at all.
#[must_use]
pub fn can_act(track: &Track) -> bool {
    wounds(track).penalty.is_some()
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

    fn seven(marks: &str, status: Status) -> Track {
        let levels = Levels::unmarked(LevelCosts::SEVEN).expect("a track");
        shown(levels, Health::read(marks, status).expect("a row"))
    }

    fn health_of(track: &Track) -> Health {
        read(levels_of(track).expect("levels"))
    }

    #[test]
    fn levels_travel_to_a_track_and_back() {
        for status in [Status::Ok, Status::Dead, Status::Torpor, Status::FinalDeath] {
            let health = Health::read("*X//...", status).expect("a row");
            assert_eq!(health_of(&seven("*X//...", status)), health);
        }
        let full = Health::read("///////", Status::Ok).expect("a row");
        assert_eq!(full.status, Status::Incapacitated);
        assert_eq!(health_of(&seven("///////", Status::Ok)), full);
    }

    #[test]
    fn names_penalties_and_levels_agree() {
        let track = unmarked(&Sheet::default()).expect("a track");
        assert_eq!(box_penalties(&track), [0, -1, -1, -2, -2, -5, 0]);
        let levels = (1..=7).map(|filled| Wounds::of(&LevelCosts::SEVEN, filled).level);
        for (index, level) in (0..7).zip(levels) {
            let name = box_name(&track, index).expect("a name");
            assert_eq!(name.to_ascii_lowercase(), level.word().get());
        }
        assert_eq!(box_name(&track, 7), None);
        let nine = Sheet {
            levels: LevelCosts::usual(9).ok(),
            ..Sheet::default()
        };
        let track = unmarked(&nine).expect("a track");
        assert_eq!(box_penalties(&track), [0, 0, -1, -1, -1, -2, -2, -5, 0]);
        assert_eq!(box_name(&track, 1).as_deref(), Some("Bruised 2"));
        assert_eq!(box_name(&track, 8).as_deref(), Some("Incapacitated"));
    }

    #[test]
    fn what_changes_nothing_is_excess() {
        let mark = |health: Health, blow: Blow| {
            health.marked(blow.points(), |health| {
                health.point(blow.kind.into(), Body::Undead)
            })
        };
        let before = seven("X////..", Status::Ok);
        let harmed = harm(&before, Packet::of(Severity::Bashing, 5), mark).expect("levels");
        let health = health_of(&harmed.after);
        assert_eq!(health.boxes.picture(), "X//////");
        assert_eq!((health.status, harmed.excess), (Status::Torpor, 2));
        assert_eq!(state(&harmed.after, &RULES).states.len(), 1);
        assert_eq!(harm(&before, Packet::plain(1), mark), None);
    }
}
