//! The defense roll: Defense Value + skill, strictly under (TRI-DEF-01 to 04, TRI-TRICK-02,
//! TRI-FLANK-02, TRI-GRAP-03, TRI-DISARM-03, TRI-DISARM-04, TRI-STANCE-01, TRI-STANCE-02,
//! TRI-ESC-04).

use crate::messages::tristat as msg;
use serde::{Deserialize, Serialize};

use super::flank;
use super::grapple::{Hold, push_hold};
use super::input::{self, Nonsense};
use super::numbers;
use super::settings::Settings;
use super::stats::{check_typed, push, push_typed};
use crate::term::Term;

/// A defense as it is declared. All numbers are points of the target.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Defense {
    /// Defense Value.
    pub defense_value: i32,
    /// Level of the skill that fits.
    pub skill: i32,
    /// Defenses already rolled this round (TRI-DEF-04).
    pub prior_defenses: i32,
    /// How many defenses of a round cost nothing (TRI-DEF-03).
    pub optimal: i32,
    /// By how much the attack was a trick shot (TRI-TRICK-02).
    pub trick: i32,
    /// The attacker and another flank (TRI-FLANK-02).
    pub flanked: bool,
    /// Flanking pairs past the first; they change nothing without a house rule (TRI-FLANK-02).
    pub more_pairs: u32,
    /// The hold the defender is in (TRI-GRAP-03).
    pub grappled: Option<Hold>,
    /// The defender holds another; changes nothing without a house rule (TRI-GRAP-02).
    pub holding: bool,
    /// The weapon that is struck at is held in two hands (TRI-DISARM-03).
    pub two_handed_hold: bool,
    /// All on defense (TRI-STANCE-02).
    pub total_defense: bool,
    /// The defender lies on the ground (TRI-PRONE-01).
    pub prone: bool,
    /// The weapon used to defend was nearly lost (TRI-DISARM-04).
    pub shaken_weapon: bool,
    /// What Energy bought for this roll (TRI-EN-01).
    pub energy_bonus: i32,
    /// Anything else, in one number.
    pub other: i32,
    /// Anything else, by name; the storyteller's words go here.
    pub terms: Vec<Term>,
}

impl Default for Defense {
    fn default() -> Self {
        Self {
            defense_value: 0,
            skill: 0,
            prior_defenses: 0,
            optimal: 1,
            trick: 0,
            flanked: false,
            more_pairs: 0,
            grappled: None,
            holding: false,
            two_handed_hold: false,
            total_defense: false,
            prone: false,
            shaken_weapon: false,
            energy_bonus: 0,
            other: 0,
            terms: Vec::new(),
        }
    }
}

/// What a defense loses for those already rolled this round (TRI-DEF-03): nothing up to the
/// last free one, then 2 more each time. Zero or negative.
#[must_use]
pub fn wear(prior: i32, optimal: i32) -> i32 {
    prior
        .saturating_sub(optimal.saturating_sub(1))
        .max(0)
        .saturating_mul(numbers::PER_DEFENSE)
        .saturating_neg()
}

impl Defense {
    /// Whether every number is possible.
    ///
    /// # Errors
    /// [`Nonsense`] for the first that is not.
    pub fn check(&self) -> Result<(), Nonsense> {
        input::counts([
            ("prior_defenses", self.prior_defenses),
            ("optimal", self.optimal),
            ("trick", self.trick),
        ])?;
        input::numbers([
            ("defense_value", self.defense_value),
            ("skill", self.skill),
            ("energy_bonus", self.energy_bonus),
            ("other", self.other),
        ])?;
        check_typed(&self.terms)
    }

    /// The parts of the target (TRI-DEF-02); they all add up.
    #[must_use]
    pub fn target_terms(&self, settings: &Settings) -> Vec<Term> {
        let mut terms = vec![
            Term::of_rule(msg::DEFENSE_VALUE, self.defense_value, "TRI-DEF-02"),
            Term::of_rule(msg::SKILL, self.skill, "TRI-DEF-02"),
        ];
        let mut add = |label, value, rule| push(&mut terms, label, value, rule);
        let worn = wear(self.prior_defenses, self.optimal);
        add(msg::EARLIER_DEFENSES, worn, "TRI-DEF-03");
        add(msg::TRICK_SHOT, self.trick.saturating_neg(), "TRI-TRICK-02");
        if self.flanked {
            let pairs = self.more_pairs.saturating_add(1);
            let value = flank::defense_modifier(pairs, settings);
            add(msg::FLANKED, value, "TRI-FLANK-02");
        }
        if self.two_handed_hold {
            add(msg::TWO_HANDS, numbers::TWO_HANDED, "TRI-DISARM-03");
        }
        if self.total_defense {
            add(msg::TOTAL_DEFENSE, numbers::TOTAL_DEFENSE, "TRI-STANCE-02");
        }
        if self.prone {
            add(msg::PRONE, settings.prone_defense, "TRI-PRONE-01");
        }
        if self.shaken_weapon {
            add(msg::SHAKEN_WEAPON, numbers::SHAKEN, "TRI-DISARM-04");
        }
        add(msg::ENERGY, self.energy_bonus, "TRI-EN-01");
        push_hold(&mut terms, self.grappled, self.holding, settings);
        push_typed(&mut terms, self.other, &self.terms);
        terms
    }
}
