//! Being held (TRI-GRAP-01 to 05). Getting free is [`super::escape`].

use crate::messages::tristat as msg;
use serde::{Deserialize, Serialize};

use super::numbers;
use super::settings::Settings;
use super::stats::push;
use crate::term::Term;

/// How a combatant's strength counts against a hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Strength {
    /// The Stat.
    pub body: i32,
    /// What Super Strength, Diminutive and Not So Strong come to (TRI-GRAP-04).
    pub strength_adjust: i32,
}

impl Strength {
    /// Body as strong as it really is (TRI-GRAP-04).
    #[must_use]
    pub const fn effective(&self) -> i32 {
        self.body.saturating_add(self.strength_adjust)
    }
}

/// Whether the one who is held is much stronger than the one who holds: 4 points or more
/// (TRI-GRAP-04).
#[must_use]
pub const fn much_stronger(victim: Strength, grabber: Strength) -> bool {
    let lead = victim.effective().saturating_sub(grabber.effective());
    lead >= numbers::MUCH_STRONGER
}

/// The hold a combatant is in, as far as one action goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct Hold {
    /// The action needs much room, as most weapons for two hands do (TRI-GRAP-03).
    pub extreme_mobility: bool,
    /// The held one is much stronger, see [`much_stronger`] (TRI-GRAP-05).
    pub much_stronger: bool,
}

impl Hold {
    /// What an attack or a defense loses: 2, or 4 for want of room, halved for the much
    /// stronger (TRI-GRAP-03, TRI-GRAP-05). Never below 0.
    #[must_use]
    pub const fn hindrance(self, settings: &Settings) -> i32 {
        let whole = match (self.extreme_mobility, settings.mobility_adds) {
            (false, _) => numbers::GRAPPLED,
            (true, false) => numbers::GRAPPLED_MOBILE,
            (true, true) => numbers::GRAPPLED + numbers::GRAPPLED_MOBILE,
        };
        if self.much_stronger { whole / 2 } else { whole }
    }

    /// What the contest to get free loses: want of room does not count (TRI-ESC-01).
    #[must_use]
    pub const fn escape_hindrance(self, settings: &Settings) -> i32 {
        let extreme_mobility = self.extreme_mobility && settings.mobility_hinders_escape;
        Self {
            extreme_mobility,
            ..self
        }
        .hindrance(settings)
    }

    /// The rule that says how much.
    #[must_use]
    pub const fn rule(self) -> &'static str {
        if self.much_stronger {
            "TRI-GRAP-05"
        } else {
            "TRI-GRAP-03"
        }
    }
}

/// Adds what holding and being held do to a roll (TRI-GRAP-02, TRI-GRAP-03, TRI-GRAP-05).
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
