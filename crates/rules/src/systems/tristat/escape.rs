//! Getting out of a hold: a contest of Body + Brawl (TRI-ESC-01 to 04, TRI-CRIT-04).

use crate::messages::tristat as msg;
use serde::{Deserialize, Serialize};

use super::grapple::{Hold, Strength};
use super::numbers;
use super::settings::Settings;
use super::stats::push;
use crate::term::Term;

/// One of the two.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Wrestler {
    /// The Stat (TRI-ESC-01).
    pub body: i32,
    /// What Super Strength and the like come to; counts only by house rule (TRI-ESC-01).
    pub strength_adjust: i32,
    /// Level of Brawl, or of what stands for it.
    pub brawl: i32,
    /// Much stronger than the other; of use to the one who is held (TRI-GRAP-05).
    pub much_stronger: bool,
    /// Moves where there is no room; counts only by house rule (TRI-ESC-01).
    pub extreme_mobility: bool,
    /// What Energy bought for this roll (TRI-EN-01).
    pub energy_bonus: i32,
}

impl Wrestler {
    fn base_terms(&self, settings: &Settings) -> Vec<Term> {
        let strength = Strength {
            body: self.body,
            strength_adjust: self.strength_adjust,
        };
        let body = if settings.escape_by_effective_body {
            strength.effective()
        } else {
            strength.body
        };
        vec![
            Term::of_rule(msg::BODY, body, "TRI-ESC-01"),
            Term::of_rule(msg::BRAWL, self.brawl, "TRI-ESC-01"),
        ]
    }

    fn rest(&self, mut terms: Vec<Term>) -> Vec<Term> {
        push(&mut terms, msg::ENERGY, self.energy_bonus, "TRI-EN-01");
        terms
    }
}

/// An attempt to get free; it costs one attack (TRI-ESC-01).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Escape {
    /// Who is held.
    pub victim: Wrestler,
    /// Who holds.
    pub grabber: Wrestler,
}

/// How it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Freed {
    /// Free, and one more action at once (TRI-ESC-02).
    EscapeAndAct,
    /// Free (TRI-ESC-03).
    Escape,
    /// Still held, without attacks for the round and without defenses until the next turn
    /// (TRI-ESC-04).
    Held,
}

impl Freed {
    /// How the contest ends: the higher margin wins, also among failures; snake eyes are worth
    /// no more than they count (TRI-ESC-01 to 04, TRI-CRIT-04).
    #[must_use]
    pub const fn of(victim_margin: i32, grabber_margin: i32) -> Self {
        if victim_margin > grabber_margin {
            Self::EscapeAndAct
        } else if victim_margin == grabber_margin {
            Self::Escape
        } else {
            Self::Held
        }
    }
}

impl Escape {
    /// The parts of both targets: of the one who is held, of the one who holds (TRI-ESC-01).
    #[must_use]
    pub fn target_terms(&self, settings: &Settings) -> [Vec<Term>; 2] {
        let mut held = self.victim.base_terms(settings);
        let hold = Hold {
            extreme_mobility: self.victim.extreme_mobility,
            much_stronger: self.victim.much_stronger,
        };
        let hindrance = hold.escape_hindrance(settings).saturating_neg();
        push(&mut held, msg::GRAPPLED, hindrance, hold.rule());
        let mut holds = self.grabber.base_terms(settings);
        if settings.holding_hinders {
            let value = numbers::GRAPPLED.saturating_neg();
            push(&mut holds, msg::HOLDING_SOMEBODY, value, "TRI-GRAP-02");
        }
        [self.victim.rest(held), self.grabber.rest(holds)]
    }
}
