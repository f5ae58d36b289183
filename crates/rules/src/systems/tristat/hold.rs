//! Being held: what it takes from a roll (TRI-GRAP-02 to 05, TRI-ESC-01).

use super::settings::Settings;
use super::stats::push;
use super::{numbers, sheet};
use crate::base::term::Term;
use crate::character::sheet::Sheet;
use crate::messages::tristat as msg;

/// Whether a combatant is much stronger than another who holds them: 4 points or more
/// (TRI-GRAP-04).
pub(super) fn is_much_stronger(held: &Sheet, holder: &Sheet) -> bool {
    let lead = sheet::effective_body(held).saturating_sub(sheet::effective_body(holder));
    lead >= numbers::MUCH_STRONGER
}

/// Hold that hampers an action of a combatant who is held.
#[derive(Clone, Copy, Default)]
pub(super) struct Hold {
    /// Whether the action needs much room, as most weapons for two hands do (TRI-GRAP-03).
    pub(super) extreme_mobility: bool,
    /// Whether the held combatant is much stronger than the holder (TRI-GRAP-05).
    pub(super) much_stronger: bool,
}

impl Hold {
    /// Returns the penalty of an attack or a defense under the hold: 2, or 4 for want of room,
    /// halved for the much stronger (TRI-GRAP-03, TRI-GRAP-05). Never below 0.
    const fn hindrance(self, settings: &Settings) -> i32 {
        let whole = match (self.extreme_mobility, settings.mobility_adds) {
            (false, _) => numbers::GRAPPLED,
            (true, false) => numbers::GRAPPLED_MOBILE,
            (true, true) => numbers::GRAPPLED + numbers::GRAPPLED_MOBILE,
        };
        if self.much_stronger { whole / 2 } else { whole }
    }

    /// Returns the penalty on the contest to escape from the hold: want of room does not count (TRI-ESC-01).
    pub(super) const fn escape_hindrance(self, settings: &Settings) -> i32 {
        let extreme_mobility = self.extreme_mobility && settings.mobility_hinders_escape;
        Self {
            extreme_mobility,
            ..self
        }
        .hindrance(settings)
    }

    /// Returns the id of the rule by which the hold hinders a roll, such as `TRI-GRAP-03`.
    pub(super) const fn rule(self) -> &'static str {
        if self.much_stronger {
            "TRI-GRAP-05"
        } else {
            "TRI-GRAP-03"
        }
    }
}

/// Adds the terms of holding and of being held to a roll (TRI-GRAP-02, TRI-GRAP-03, TRI-GRAP-05).
pub(super) fn push_hold(
    terms: &mut Vec<Term>,
    held: Option<Hold>,
    holding: bool,
    settings: &Settings,
) {
    if let Some(hold) = held {
        let value = hold.hindrance(settings).saturating_neg();
        push(terms, msg::GRAPPLED, value, hold.rule());
    }
    if holding && settings.holding_hinders {
        let value = numbers::GRAPPLED.saturating_neg();
        push(terms, msg::HOLDING_SOMEBODY, value, "TRI-GRAP-02");
    }
}
