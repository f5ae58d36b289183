//! Damage, without a die: base, Combat Value, armor, then multipliers (TRI-DMG-01 to 05,
//! TRI-CRIT-03, TRI-CHINK-02).

use super::bout::Bout;
use super::gear;
use crate::base::term::Term;
use crate::exchange::{Party, Protection, Slot, Stop, Upshot};
use crate::messages::tristat as msg;
use crate::systems::tristat::chart::WeakPoint;
use crate::systems::tristat::settings::{Settings, Stacking};
use crate::systems::tristat::stats::push;
use crate::systems::tristat::{numbers, sheet};

/// Damage of an attack that is dealt to a target, before armor and multipliers.
#[derive(Clone, Copy)]
pub(super) struct Harm {
    /// What the weapon does before the Combat Value; 0 unarmed (TRI-DMG-01).
    pub(super) base: i32,
    /// Whether the attack aimed at a chink (TRI-CHINK-02).
    pub(super) aimed: bool,
    /// Whether it hit a vital target (TRI-DMG-04).
    pub(super) vital: bool,
    /// The multiplier of a critical (TRI-CRIT-02).
    pub(super) critical: Option<i32>,
    /// Whether armor does not help.
    pub(super) ignores_armor: bool,
    /// The rule of the loss.
    pub(super) rule: &'static str,
}

impl Harm {
    /// Creates the damage of bare hands without a critical, which cites this rule.
    pub(super) const fn of(rule: &'static str) -> Self {
        Self {
            base: 0,
            aimed: false,
            vital: false,
            critical: None,
            ignores_armor: false,
            rule,
        }
    }
}

impl Bout<'_, '_, '_> {
    /// Returns the terms of the actor's damage before armor; `base` is that of the weapon
    /// (TRI-DMG-01).
    fn damage_terms(&self, base: i32) -> Result<Vec<Term>, Stop> {
        let by = self.party(Party::Actor)?.sheet;
        let combat_value = sheet::derived(by).combat_value;
        let mut terms = Vec::new();
        push(&mut terms, msg::BASE_DAMAGE, base, "TRI-DMG-01");
        push(&mut terms, msg::COMBAT_VALUE, combat_value, "TRI-DMG-01");
        let bonus = sheet::damage_bonus(by);
        push(&mut terms, msg::ATTRIBUTES, bonus, "TRI-DMG-01");
        Ok(terms)
    }

    /// Returns the terms that the armor of target `n` takes off the damage; `aimed` is set for an
    /// attack at a weak point (TRI-DMG-02, TRI-CHINK-02). Armor that has no weak point counts in
    /// full.
    fn armor_terms(&self, n: u8, aimed: bool) -> Result<Vec<Term>, Stop> {
        let target = self.party(Party::Target(n))?;
        let (worn, own) = (gear::worn(target), sheet::armor(target.sheet));
        let (armor, other) = match worn.chink {
            None => (worn.armor.saturating_add(own), 0),
            Some(_) => (worn.armor, worn.rest.saturating_add(own)),
        };
        let (label, rule) = match worn.chink {
            Some(_) if aimed => (msg::ARMOR_AT_ITS_WEAK_POINT, "TRI-CHINK-02"),
            _ => (msg::ARMOR, "TRI-DMG-02"),
        };
        let met = match worn.chink.filter(|_| aimed) {
            None => armor,
            Some(WeakPoint::None) => 0,
            Some(WeakPoint::Half) => {
                let spare = i32::from(self.settings.half_armor_rounds_up);
                armor.saturating_add(spare).div_euclid(2)
            }
        };
        let mut terms = Vec::new();
        push(&mut terms, label, met, rule);
        push(&mut terms, msg::OTHER_PROTECTION, other, "TRI-DMG-02");
        Ok(terms)
    }

    /// Deals damage to target `n`, and notes in the log by what it was multiplied (TRI-DMG-01 to
    /// 05, TRI-CRIT-03).
    ///
    /// # Errors
    /// [`Stop`] when the target is missing.
    pub(super) fn deal(&mut self, n: u8, harm: Harm) -> Result<(), Stop> {
        let target = Party::Target(n);
        let slot = |purpose| Slot::new(purpose).for_target(n);
        let terms = self.damage_terms(harm.base)?;
        let armor = match harm.ignores_armor {
            true => Vec::new(),
            false => self.armor_terms(n, harm.aimed)?,
        };
        let by = Party::Actor;
        let raw = self.play.note_sum(slot("damage"), by, msg::DAMAGE, terms);
        let met = self.play.note_sum(slot("armor"), target, msg::ARMOR, armor);
        let times = multiplier(harm.vital, harm.critical, &self.settings);
        let why = match (harm.vital, harm.critical) {
            (false, None) => None,
            (true, None) => Some((msg::VITAL_TARGET, "TRI-DMG-04")),
            (false, Some(_)) => Some((msg::CRITICAL, "TRI-CRIT-02")),
            (true, Some(_)) => Some((msg::VITAL_TARGET_AND_CRITICAL, "TRI-DMG-05")),
        };
        let times = why.map_or(times, |(label, rule)| {
            let terms = vec![Term::from_rule(label, times, rule)];
            let title = msg::MULTIPLIED_BY;
            self.play.note_sum(slot("multiplier"), by, title, terms)
        });
        let after_armor = raw.saturating_sub(met).max(0);
        let loss = after_armor.saturating_mul(times);
        let words = match times {
            1 => msg::AFTER_ARMOR.into(),
            times => msg::wordings::after_armor_2(after_armor, times),
        };
        let terms = vec![Term::from_rule(words, loss, harm.rule)];
        let title = msg::HEALTH_LOST;
        let loss = self.play.note_sum(slot("loss"), target, title, terms);
        if loss < 1 && met > 0 {
            let guard = self.scene.find_party(target).map(gear::guard);
            let guard = guard.unwrap_or(Protection::Armor(None));
            self.play.add_upshot(target, Upshot::Unharmed(guard));
        }
        self.lose(target, loss);
        Ok(())
    }
}

/// Returns the number by which a vital hit and a critical together multiply damage (TRI-DMG-04,
/// TRI-DMG-05).
pub(super) fn multiplier(vital: bool, critical: Option<i32>, settings: &Settings) -> i32 {
    let vital = if vital { numbers::VITAL_MULTIPLIER } else { 1 };
    let critical = critical.unwrap_or(1).max(1);
    match settings.multipliers {
        Stacking::Multiply => vital.saturating_mul(critical),
        Stacking::Add => vital.saturating_add(critical).saturating_sub(1),
        Stacking::Greatest => vital.max(critical),
    }
}
