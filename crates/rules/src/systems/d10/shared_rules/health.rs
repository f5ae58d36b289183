//! Health levels as tracks: conversion, damage, wound state and penalties.

use crate::base::term::Term;
use crate::character::sheet::Sheet;
use crate::character::track::{
    Boxes, DamagePacket, EndState, LevelPenalties, Levels, Track, TrackError,
};
use crate::messages::d10 as msg;
use crate::messages::{Text, Wording};
use crate::ruleset::{DamageResult, HealthState};
use crate::systems::d10::damage::DamageType;
use crate::systems::d10::levels::{HealthLevel, LevelHealth, VitalStatus, Wounds};

/// Rule ids that a system cites about health levels.
#[derive(Clone, Copy, Debug)]
pub struct HealthRuleIds {
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
pub fn unmarked_track(sheet: &Sheet) -> Result<Track, TrackError> {
    let costs = sheet.levels.unwrap_or(LevelPenalties::SEVEN);
    Levels::unmarked(costs).map(Track::Levels)
}

/// Stores a health state in its track.
#[must_use]
pub const fn to_track(levels: Levels, health: LevelHealth) -> Track {
    let fate = match health.status {
        VitalStatus::Ok | VitalStatus::Incapacitated => EndState::Open,
        VitalStatus::Dead => EndState::Dead,
        VitalStatus::Torpor => EndState::Torpor,
        VitalStatus::FinalDeath => EndState::FinalDeath,
    };
    Track::Levels(levels.with_state(health.boxes, fate))
}

/// Reads the health state from levels.
#[must_use]
pub fn level_health(levels: &Levels) -> LevelHealth {
    let status = match levels.end_state() {
        EndState::Open => VitalStatus::Ok,
        EndState::Dead => VitalStatus::Dead,
        EndState::Torpor => VitalStatus::Torpor,
        EndState::FinalDeath => VitalStatus::FinalDeath,
    };
    LevelHealth::new(*levels.boxes(), status)
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
pub fn wound_state(track: &Track) -> Wounds {
    let costs = levels_of(track).map_or(&LevelPenalties::SEVEN, Levels::penalties);
    let filled = track.boxes().map_or(0, Boxes::filled_count);
    Wounds::from_filled(costs, filled)
}

/// Name of box number `index` (from 0) of a track.
#[must_use]
pub fn box_name(track: &Track, index: u16) -> Option<Wording> {
    let levels = levels_of(track).filter(|levels| index < levels.boxes().size())?;
    Some(Wounds::from_filled(levels.penalties(), index.saturating_add(1)).title())
}

/// Applies damage to a track point by point with `mark`, most severe first. `None` for points
/// without a severity or a track without levels.
#[must_use]
pub fn apply_damage(
    track: &Track,
    packet: DamagePacket,
    mark: impl Fn(LevelHealth, DamageType) -> LevelHealth,
) -> Option<DamageResult> {
    if packet.points > 0 {
        return None;
    }
    let levels = levels_of(track)?;
    let mut health = level_health(levels);
    let mut excess: u16 = 0;
    for kind in DamageType::ALL.into_iter().rev() {
        let points = packet.get(kind.into());
        for done in 0..points {
            let after = health.mark_points(1, |health| mark(health, kind));
            if after == health {
                excess = excess.saturating_add(points - done);
                break;
            }
            health = after;
        }
    }
    Some(DamageResult {
        after: to_track(*levels, health),
        excess,
    })
}

/// Evaluates the health of a track's owner.
#[must_use]
pub fn health_state(track: &Track, rules: &HealthRuleIds) -> crate::ruleset::Health {
    let wounds = wound_state(track);
    let fate = levels_of(track).map_or(EndState::Open, Levels::end_state);
    let state = match (fate, wounds.level) {
        (EndState::Dead, _) => Some(HealthState::new(msg::DEAD, rules.end, true)),
        (EndState::Torpor, _) => Some(HealthState::new(msg::IN_TORPOR, rules.end, true)),
        (EndState::FinalDeath, _) => Some(HealthState::new(msg::FINAL_DEATH, rules.end, true)),
        (EndState::Open, HealthLevel::Healthy) => None,
        (EndState::Open, _) => Some(HealthState {
            word: wounds.label(),
            ..HealthState::new(Text::NONE, rules.levels, wounds.penalty.is_none())
        }),
    };
    crate::ruleset::Health {
        penalty: wounds.penalty.unwrap_or(0),
        states: state.into_iter().collect(),
    }
}

/// Returns the wound penalty to action rolls, labeled with the name of the level.
#[must_use]
pub fn wound_term(track: &Track, rules: &HealthRuleIds) -> Option<Term> {
    let wounds = wound_state(track);
    let penalty = wounds.penalty.filter(|penalty| *penalty != 0)?;
    Some(Term::from_rule(wounds.title(), penalty, rules.wounds))
}

/// Whether the owner of a track can act at all.
#[must_use]
pub fn can_act(track: &Track) -> bool {
    wound_state(track).penalty.is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::character::track::Severity;
    use crate::systems::d10::levels::BodyKind;

    const RULES: HealthRuleIds = HealthRuleIds {
        levels: "XOV-HLTH-01",
        wounds: "XOV-HLTH-03",
        end: "XOV-HLTH-02",
    };

    fn seven(marks: &str, status: VitalStatus) -> Track {
        let levels = Levels::unmarked(LevelPenalties::SEVEN).expect("a track");
        to_track(levels, LevelHealth::read(marks, status).expect("a row"))
    }

    fn health_of(track: &Track) -> LevelHealth {
        level_health(levels_of(track).expect("levels"))
    }

    #[test]
    fn levels_travel_to_a_track_and_back() {
        for status in [
            VitalStatus::Ok,
            VitalStatus::Dead,
            VitalStatus::Torpor,
            VitalStatus::FinalDeath,
        ] {
            let health = LevelHealth::read("*X//...", status).expect("a row");
            assert_eq!(health_of(&seven("*X//...", status)), health);
        }
        let full = LevelHealth::read("///////", VitalStatus::Ok).expect("a row");
        assert_eq!(full.status, VitalStatus::Incapacitated);
        assert_eq!(health_of(&seven("///////", VitalStatus::Ok)), full);
    }

    #[test]
    fn names_penalties_and_levels_agree() {
        let track = unmarked_track(&Sheet::default()).expect("a track");
        assert_eq!(track.box_penalties(), [0, -1, -1, -2, -2, -5, 0]);
        let levels =
            (1..=7).map(|filled| Wounds::from_filled(&LevelPenalties::SEVEN, filled).level);
        for (index, level) in (0..7).zip(levels) {
            let name = box_name(&track, index).expect("a name");
            assert_eq!(name.to_ascii_lowercase(), level.label().get());
        }
        assert_eq!(box_name(&track, 7), None);
        let nine = Sheet {
            levels: LevelPenalties::standard(9).ok(),
            ..Sheet::default()
        };
        let track = unmarked_track(&nine).expect("a track");
        assert_eq!(track.box_penalties(), [0, 0, -1, -1, -1, -2, -2, -5, 0]);
        assert_eq!(box_name(&track, 1).as_deref(), Some("Bruised 2"));
        assert_eq!(box_name(&track, 8).as_deref(), Some("Incapacitated"));
    }

    #[test]
    fn what_changes_nothing_is_excess() {
        let mark = |health: LevelHealth, kind: DamageType| {
            health.mark_point(kind.into(), BodyKind::Undead)
        };
        let before = seven("X////..", VitalStatus::Ok);
        let harmed = apply_damage(
            &before,
            DamagePacket::of_severity(Severity::Bashing, 5),
            mark,
        )
        .expect("levels");
        let health = health_of(&harmed.after);
        assert_eq!(health.boxes.picture(), "X//////");
        assert_eq!((health.status, harmed.excess), (VitalStatus::Torpor, 2));
        assert_eq!(health_state(&harmed.after, &RULES).states.len(), 1);
        assert_eq!(
            apply_damage(&before, DamagePacket::of_points(1), mark),
            None
        );
    }
}
