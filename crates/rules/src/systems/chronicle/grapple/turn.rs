//! The contest of each later turn (CHR-GRAP-04, CHR-GRAP-05, CHR-GRAP-16 to 18).

use super::{Grappler, Side};
use crate::messages::chronicle as msg;
use crate::systems::chronicle::contest::{self, Winner};
use crate::systems::chronicle::input;
use crate::systems::chronicle::numbers::EXCEPTIONAL_AT;
use crate::systems::chronicle::settings::Settings;
use crate::systems::chronicle::terms::{push, unskilled};
use crate::term::Term;
use crate::track::Severity;

/// What one side rolled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Scored {
    /// The main grappler's own successes.
    pub(crate) own: u32,
    /// The successes of those who help (CHR-GRAP-17).
    pub(crate) helped: u32,
}

impl Scored {
    /// All together.
    #[must_use]
    pub(crate) const fn all(self) -> u32 {
        self.own.saturating_add(self.helped)
    }
}

/// Who has won a contest, and how many moves: one, two with an exceptional success
/// (CHR-GRAP-05, CHR-GRAP-16, CHR-GRAP-17). `None` when neither has.
#[must_use]
pub(crate) fn winner(a: Scored, b: Scored, settings: &Settings) -> Option<(Side, u8)> {
    let (side, won) = match contest::winner(a.all(), b.all(), settings) {
        Winner::A => (Side::A, a),
        Winner::B => (Side::B, b),
        Winner::None => return None,
    };
    let judged = if settings.helpers_make_exceptional {
        won.all()
    } else {
        won.own
    };
    Some((side, if judged >= EXCEPTIONAL_AT { 2 } else { 1 }))
}

/// What of the loser's side is taken from the Damage move: its helpers too (CHR-GRAP-18).
#[must_use]
pub(crate) const fn resisted(loser: Scored, settings: &Settings) -> u32 {
    if settings.helpers_lower_damage {
        loser.all()
    } else {
        loser.own
    }
}

/// The two pools: Strength + Brawl, less the other's Strength, ropes included (CHR-GRAP-03,
/// CHR-GRAP-04).
#[must_use]
pub(crate) fn terms(a: &Grappler, b: &Grappler, settings: &Settings) -> [Vec<Term>; 2] {
    [(a, b), (b, a)].map(|(own, other)| {
        let mut terms = vec![
            Term::of_rule(msg::STRENGTH, own.strength, "CHR-GRAP-04"),
            Term::of_rule(msg::BRAWL, own.brawl, "CHR-GRAP-04"),
        ];
        push(&mut terms, msg::ROPE, own.bonus, "CHR-GRAP-03");
        push(
            &mut terms,
            msg::UNSKILLED,
            unskilled(own.brawl, settings),
            "CHR-DICE-07",
        );
        push(&mut terms, msg::WOUNDS, own.wounds(), "CHR-WND-02");
        let resisting = other.strength.saturating_neg();
        push(
            &mut terms,
            msg::OPPONENTS_STRENGTH,
            resisting,
            "CHR-GRAP-04",
        );
        if settings.rope_hinders {
            push(
                &mut terms,
                msg::OPPONENTS_ROPE,
                other.bonus.saturating_neg(),
                "CHR-GRAP-03",
            );
        }
        terms
    })
}

/// The Damage move: the winner's own successes less all of the loser's side; a weapon under
/// control adds to them and makes it lethal; own successes of 0 do nothing (CHR-GRAP-08,
/// CHR-GRAP-18).
#[must_use]
pub(crate) fn blow(
    own: u32,
    other: u32,
    armed: bool,
    weapon_modifier: i32,
    settings: &Settings,
) -> (Severity, u16) {
    let severity = if armed {
        settings.grapple_weapon_damage
    } else {
        Severity::Bashing
    };
    if own == 0 {
        return (severity, 0);
    }
    let weapon = if armed { weapon_modifier } else { 0 };
    let left = input::signed(own)
        .saturating_add(weapon)
        .saturating_sub(input::signed(other));
    (severity, input::points(left))
}
