//! The attack roll: Combat Value + skill and everything that changes it (TRI-ATK-01 to 03,
//! TRI-TRICK-01, TRI-VITAL-01, TRI-CHINK-01, TRI-THROW-01, TRI-DISARM-01, TRI-DISARM-06,
//! TRI-DUAL-01, TRI-DRAW-01, TRI-STANCE-01, TRI-STANCE-02).

use crate::messages::tristat as msg;
use serde::{Deserialize, Serialize};

use super::disarm::Distance;
use super::grapple::{Hold, push_hold};
use super::input::{self, Nonsense};
use super::numbers;
use super::settings::Settings;
use super::stats::{check_typed, push, push_typed};
use super::technique::{Reduce, reduced};
use crate::term::Term;

/// Whom two weapons strike at (TRI-DUAL-01).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Dual {
    /// Both at one target.
    Same,
    /// At two targets.
    Different,
}

impl Dual {
    /// What each of the two attacks loses, before any technique (TRI-DUAL-01).
    #[must_use]
    pub const fn penalty(self) -> i32 {
        match self {
            Self::Same => numbers::DUAL_SAME,
            Self::Different => numbers::DUAL_DIFFERENT,
        }
    }
}

/// An attack as it is declared. All numbers are points of the target.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Attack {
    /// Combat Value.
    pub combat_value: i32,
    /// Level of the skill that fits.
    pub skill: i32,
    /// By how much a trick shot is made harder; 0 is none (TRI-TRICK-01).
    pub trick: i32,
    /// Aims at a vital target (TRI-VITAL-01).
    pub vital: bool,
    /// Aims at a chink in the armor (TRI-CHINK-01).
    pub chink: bool,
    /// One of two attacks with a weapon in each hand (TRI-DUAL-01).
    pub dual: Option<Dual>,
    /// Draws the weapon with this attack (TRI-DRAW-01).
    pub drawing: bool,
    /// Strikes at the weapon (TRI-DISARM-01, TRI-DISARM-06).
    pub disarm: Option<Distance>,
    /// Throws a target who is held (TRI-THROW-01).
    pub throw: bool,
    /// All on attack (TRI-STANCE-01).
    pub total_attack: bool,
    /// All on defense: there is no attack (TRI-STANCE-02).
    pub total_defense: bool,
    /// The hold the attacker is in (TRI-GRAP-03).
    pub grappled: Option<Hold>,
    /// The attacker holds another; changes nothing without a house rule (TRI-GRAP-02).
    pub holding: bool,
    /// The attacker lies on the ground (TRI-PRONE-01).
    pub prone: bool,
    /// The weapon was nearly lost (TRI-DISARM-04).
    pub shaken_weapon: bool,
    /// What Energy bought for this roll (TRI-EN-01).
    pub energy_bonus: i32,
    /// Anything else, in one number.
    pub other: i32,
    /// What techniques take off penalties.
    pub reduce: Reduce,
    /// Anything else, by name; the storyteller's words go here.
    pub terms: Vec<Term>,
}

/// Why there is no attack. No die was thrown.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoAttack {
    /// All on defense.
    #[error("{}", msg::TOTAL_DEFENSE_LEAVES_NO_ATTACKS_TRI_STANCE)]
    TotalDefense,
    /// A number that cannot be.
    #[error(transparent)]
    Nonsense(#[from] Nonsense),
}

impl NoAttack {
    /// The word for machines; `None` for nonsense, which no table sees.
    #[must_use]
    pub const fn code(&self) -> Option<&'static str> {
        match self {
            Self::TotalDefense => Some("total_defense_no_attacks"),
            Self::Nonsense(_) => None,
        }
    }
}

impl Attack {
    /// Whether it may be rolled at all.
    ///
    /// # Errors
    /// [`NoAttack`] under total defense, or when a number cannot be. A trick shot is not
    /// made easier than none (TRI-TRICK-01).
    pub fn check(&self) -> Result<(), NoAttack> {
        let reduce = &self.reduce;
        input::counts([("trick", self.trick)])?;
        input::numbers([
            ("combat_value", self.combat_value),
            ("skill", self.skill),
            ("energy_bonus", self.energy_bonus),
            ("other", self.other),
            ("reduce vital", reduce.vital),
            ("reduce chink", reduce.chink),
            ("reduce dual", reduce.dual),
            ("reduce draw", reduce.draw),
            ("reduce disarm", reduce.disarm),
        ])?;
        check_typed(&self.terms)?;
        if self.total_defense {
            return Err(NoAttack::TotalDefense);
        }
        Ok(())
    }

    /// The parts of the target (TRI-ATK-01); they all add up.
    #[must_use]
    pub fn target_terms(&self, settings: &Settings) -> Vec<Term> {
        let reduce = &self.reduce;
        let mut terms = vec![
            Term::of_rule(msg::COMBAT_VALUE, self.combat_value, "TRI-ATK-01"),
            Term::of_rule(msg::SKILL, self.skill, "TRI-ATK-01"),
        ];
        let mut add = |label, value, rule| push(&mut terms, label, value, rule);
        add(msg::TRICK_SHOT, self.trick.saturating_neg(), "TRI-TRICK-01");
        if self.vital {
            let value = reduced(numbers::VITAL, reduce.vital);
            add(msg::VITAL_TARGET, value, "TRI-VITAL-01");
        }
        if self.chink {
            let value = reduced(numbers::CHINK, reduce.chink);
            add(msg::CHINK_IN_THE_ARMOR, value, "TRI-CHINK-01");
        }
        if let Some(dual) = self.dual {
            let value = reduced(dual.penalty(), reduce.dual);
            add(msg::TWO_WEAPONS, value, "TRI-DUAL-01");
        }
        if self.drawing {
            let value = reduced(numbers::DRAW, reduce.draw);
            add(msg::DRAWING, value, "TRI-DRAW-01");
        }
        if let Some(from) = self.disarm {
            let value = reduced(from.penalty(), reduce.disarm);
            add(msg::DISARM, value, from.rule());
        }
        if self.throw {
            add(msg::THROW, numbers::THROW, "TRI-THROW-01");
        }
        if self.total_attack {
            add(msg::TOTAL_ATTACK, numbers::TOTAL_ATTACK, "TRI-STANCE-01");
        }
        if self.prone {
            add(msg::PRONE, settings.prone_attack, "TRI-PRONE-01");
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
