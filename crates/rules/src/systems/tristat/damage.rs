//! Damage without a die: base, Combat Value, armor, then multipliers (TRI-DMG-01 to 05,
//! TRI-CRIT-03, TRI-CHINK-02).

use crate::messages::tristat as msg;
use serde::{Deserialize, Serialize};

use super::input::{self, Nonsense};
use super::numbers;
use super::settings::{Settings, Stacking};
use super::stats::push;
use crate::term::Term;

/// What armor is worth where it is weak (TRI-CHINK-02).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WeakPoint {
    /// Nothing.
    None,
    /// Half.
    Half,
}

/// What goes into one damage, in points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Damage {
    /// The weapon or the Weapon Attack; 0 unarmed (TRI-DMG-01).
    pub base: i32,
    /// Always added, armed or not (TRI-DMG-01).
    pub combat_value: i32,
    /// From attributes and defects (TRI-DMG-01).
    pub bonus: i32,
    /// What the target's armor takes (TRI-DMG-02).
    pub armor: i32,
    /// What else takes from it and has no weak point: a hide, more armor.
    pub hide: i32,
    /// Where that armor is weak; `None` when it is not (TRI-CHINK-02).
    pub chink: Option<WeakPoint>,
}

/// What a damage came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hurt {
    /// Before armor.
    pub raw: i32,
    /// After armor, before multipliers; never below 0.
    pub after_armor: i32,
    /// What it was multiplied by.
    pub multiplier: i32,
    /// The Health the target loses.
    #[serde(rename = "final")]
    pub loss: i32,
}

impl Damage {
    /// Whether every number is possible.
    ///
    /// # Errors
    /// [`Nonsense::Range`] for the first that is not.
    pub fn check(&self) -> Result<(), Nonsense> {
        input::numbers([
            ("base", self.base),
            ("combat_value", self.combat_value),
            ("bonus", self.bonus),
            ("armor", self.armor),
            ("hide", self.hide),
        ])
    }

    /// The parts of the damage before armor (TRI-DMG-01).
    #[must_use]
    pub fn terms(&self) -> Vec<Term> {
        let mut terms = Vec::new();
        push(&mut terms, msg::BASE_DAMAGE, self.base, "TRI-DMG-01");
        push(
            &mut terms,
            msg::COMBAT_VALUE,
            self.combat_value,
            "TRI-DMG-01",
        );
        push(&mut terms, msg::ATTRIBUTES, self.bonus, "TRI-DMG-01");
        terms
    }

    /// The armor that counts (TRI-CHINK-02). `aimed` is an attack at a chink; armor without
    /// one counts in full.
    #[must_use]
    pub fn armor_met(&self, aimed: bool, settings: &Settings) -> i32 {
        match self.chink.filter(|_| aimed) {
            None => self.armor,
            Some(WeakPoint::None) => 0,
            Some(WeakPoint::Half) => {
                let spare = i32::from(settings.half_armor_rounds_up);
                self.armor.saturating_add(spare).div_euclid(2)
            }
        }
    }

    /// The parts of what takes from it (TRI-DMG-02, TRI-CHINK-02).
    #[must_use]
    pub fn armor_terms(&self, aimed: bool, settings: &Settings) -> Vec<Term> {
        let mut terms = Vec::new();
        let weak = aimed && self.chink.is_some();
        let (label, rule) = if weak {
            (msg::ARMOR_AT_ITS_WEAK_POINT, "TRI-CHINK-02")
        } else {
            (msg::ARMOR, "TRI-DMG-02")
        };
        push(&mut terms, label, self.armor_met(aimed, settings), rule);
        push(&mut terms, msg::OTHER_PROTECTION, self.hide, "TRI-DMG-02");
        terms
    }
}

impl Hurt {
    /// Works a damage out (TRI-DMG-02, TRI-DMG-03): what it is before armor, less what takes
    /// from it and never below 0, times what multiplies it.
    #[must_use]
    pub fn of(raw: i32, armor: i32, multiplier: i32) -> Self {
        let after_armor = raw.saturating_sub(armor).max(0);
        Self {
            raw,
            after_armor,
            multiplier,
            loss: after_armor.saturating_mul(multiplier),
        }
    }
}

/// What a vital hit and a critical multiply by together (TRI-DMG-04, TRI-DMG-05).
/// `critical` is what the critical die said, if it was thrown.
#[must_use]
pub fn multiplier(vital: bool, critical: Option<i32>, settings: &Settings) -> i32 {
    let vital = if vital { numbers::VITAL_MULTIPLIER } else { 1 };
    let critical = critical.unwrap_or(1).max(1);
    match settings.multipliers {
        Stacking::Multiply => vital.saturating_mul(critical),
        Stacking::Add => vital.saturating_add(critical).saturating_sub(1),
        Stacking::Greatest => vital.max(critical),
    }
}
