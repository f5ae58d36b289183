//! Consequences of a marked health track: penalties, staying awake, torpor, death
//! (CHR-WND-01 to 06, CHR-VMP-01, CHR-VMP-02) and whether it bleeds (CHR-BLEED-01 to 05).

use crate::character::track::{Boxes, Severity};
use crate::systems::chronicle::settings::Settings;

/// Kind of creature in Chronicle, which decides how wounds act on it: mortal, vampire or other
/// supernatural.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    /// One who bleeds and sleeps.
    #[default]
    Mortal,
    /// A walking corpse: no wound penalties, no bleeding, torpor instead of sleep.
    Vampire,
    /// Anything else that lives: tires like a mortal but does not bleed out (CHR-BLEED-05).
    Supernatural,
}

/// State of a combatant by the last health box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum State {
    /// Up and about.
    Ok,
    /// Must roll Stamina at the start of every turn to stay awake (CHR-WND-03).
    StaminaRoll,
    /// Out cold (CHR-WND-04).
    Unconscious,
    /// Dead (CHR-WND-05).
    Dead,
    /// A vampire's sleep (CHR-VMP-02).
    Torpor,
    /// A vampire's end (CHR-VMP-02).
    FinalDeath,
}

/// Rate at which a combatant loses blood.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Bleeding {
    /// Not at all.
    None,
    /// One point of lethal each interval (CHR-BLEED-02).
    Slow,
    /// One point of lethal every turn (CHR-BLEED-03).
    EveryTurn,
}

/// Status of a combatant as the health boxes tell it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Status {
    /// 0 to −3: added to the dice pools this creature rolls.
    pub(crate) wound_penalty: i32,
    /// State by the last box.
    pub(crate) state: State,
    /// Rate of bleeding.
    pub(crate) bleeding: Bleeding,
}

/// Returns the wound penalty, 0 to −3: one number for the last filled box, not a sum (CHR-WND-01).
/// Vampires have none (CHR-VMP-01).
#[must_use]
pub(crate) fn penalty(boxes: &Boxes, kind: Kind) -> i32 {
    if kind == Kind::Vampire || boxes.filled_count() == 0 {
        return 0;
    }
    match boxes.empty_count() {
        0 => -3,
        1 => -2,
        2 => -1,
        _ => 0,
    }
}

/// Returns the wound penalty by this table's house rules, which is that of [`penalty`], or 0 to −6
/// where penalties add up.
#[must_use]
pub(crate) fn penalty_by(boxes: &Boxes, kind: Kind, settings: &Settings) -> i32 {
    let worst = penalty(boxes, kind);
    if !settings.wounds_add_up {
        return worst;
    }
    // The box that gives −1 is missing on a row of two, and so is the −2 on a row of one.
    let first = i32::from(boxes.size()).min(3) - 4;
    (worst..=first).sum()
}

/// Returns the state of the boxes' owner by the last box alone.
#[must_use]
pub(crate) fn state(boxes: &Boxes, kind: Kind) -> State {
    match (boxes.last_mark(), kind) {
        (None, _) | (Some(Severity::Bashing), Kind::Vampire) => State::Ok,
        (Some(Severity::Bashing), _) => State::StaminaRoll,
        (Some(Severity::Lethal), Kind::Vampire) => State::Torpor,
        (Some(Severity::Lethal), _) => State::Unconscious,
        (Some(Severity::Aggravated), Kind::Vampire) => State::FinalDeath,
        (Some(Severity::Aggravated), _) => State::Dead,
    }
}

/// Whether a combatant whom a full row of boxes put under comes to again: when the last box is free
/// again, if the storyteller has no other idea (CHR-WND-06).
#[must_use]
pub(crate) const fn comes_to(track: &Boxes) -> bool {
    track.empty_count() > 0
}

/// Returns whether and how fast the boxes' owner bleeds, by this table's house rules (CHR-BLEED-01
/// to 05).
///
/// `size` is the creature's Size in points; one below 1 counts as 1. `stabilized` says that
/// the wounds were dressed since the last lethal or worse damage.
#[must_use]
pub(crate) fn bleeding_by(
    boxes: &Boxes,
    kind: Kind,
    size: i32,
    stabilized: bool,
    settings: &Settings,
) -> Bleeding {
    let can = match kind {
        Kind::Mortal => true,
        Kind::Vampire => false,
        Kind::Supernatural => settings.supernaturals_bleed,
    };
    if !can || stabilized || state(boxes, kind) == State::Dead {
        return Bleeding::None;
    }
    let marks = boxes.marks();
    let grave = marks.lethal.saturating_add(marks.aggravated);
    let counted = if settings.aggravated_bleeds {
        grave
    } else {
        marks.lethal
    };
    if grave >= boxes.size() {
        Bleeding::EveryTurn
    } else if i32::from(counted) >= size.max(1) {
        Bleeding::Slow
    } else {
        Bleeding::None
    }
}

/// Returns wound penalty, state and bleeding by this table's house rules; see [`bleeding_by`].
#[must_use]
pub(crate) fn status_by(
    boxes: &Boxes,
    kind: Kind,
    size: i32,
    stabilized: bool,
    settings: &Settings,
) -> Status {
    Status {
        wound_penalty: penalty_by(boxes, kind, settings),
        state: state(boxes, kind),
        bleeding: bleeding_by(boxes, kind, size, stabilized, settings),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::character::track::DamagePacket;

    fn row(size: u16, bashing: u16, lethal: u16, aggravated: u16) -> Boxes {
        Boxes::new(
            size,
            DamagePacket {
                bashing,
                lethal,
                aggravated,
                points: 0,
            },
        )
        .expect("a possible track")
    }

    #[test]
    fn chr_wnd_01_only_the_last_box_counts() {
        let seen: Vec<i32> = (0..=7)
            .map(|filled| penalty(&row(7, filled, 0, 0), Kind::Mortal))
            .collect();
        assert_eq!(seen, [0, 0, 0, 0, 0, -1, -2, -3]);
        assert_eq!(penalty(&row(2, 0, 0, 0), Kind::Mortal), 0);
        assert_eq!(penalty(&row(1, 1, 0, 0), Kind::Supernatural), -3);
        assert_eq!(penalty(&row(7, 0, 7, 0), Kind::Vampire), 0);
    }

    #[test]
    fn chr_wnd_03_to_05_the_last_box_decides() {
        let check = |boxes, kind, expected| assert_eq!(state(&boxes, kind), expected);
        check(row(7, 1, 0, 5), Kind::Mortal, State::Ok);
        check(row(7, 1, 6, 0), Kind::Mortal, State::StaminaRoll);
        check(row(7, 0, 1, 6), Kind::Supernatural, State::Unconscious);
        check(row(7, 0, 0, 7), Kind::Mortal, State::Dead);
        check(row(7, 1, 0, 6), Kind::Vampire, State::Ok);
        check(row(7, 0, 1, 6), Kind::Vampire, State::Torpor);
        check(row(7, 0, 0, 7), Kind::Vampire, State::FinalDeath);
    }

    #[test]
    fn chr_bleed_01_to_05() {
        let check = |boxes, kind, size, stabilized, expected| {
            let by = Settings::default();
            let seen = bleeding_by(&boxes, kind, size, stabilized, &by);
            assert_eq!(seen, expected);
        };
        check(row(7, 0, 4, 0), Kind::Mortal, 5, false, Bleeding::None);
        check(row(7, 0, 4, 1), Kind::Mortal, 5, false, Bleeding::Slow);
        check(row(7, 2, 5, 0), Kind::Mortal, 5, false, Bleeding::Slow);
        check(row(7, 2, 5, 0), Kind::Mortal, 5, true, Bleeding::None);
        check(row(7, 0, 7, 0), Kind::Mortal, 9, false, Bleeding::EveryTurn);
        check(row(7, 0, 0, 7), Kind::Mortal, 5, false, Bleeding::None);
        check(row(7, 0, 6, 0), Kind::Vampire, 5, false, Bleeding::None);
        check(
            row(7, 0, 6, 0),
            Kind::Supernatural,
            5,
            false,
            Bleeding::None,
        );
        check(
            row(7, 3, 0, 0),
            Kind::Mortal,
            i32::MIN,
            false,
            Bleeding::None,
        );
    }
}
