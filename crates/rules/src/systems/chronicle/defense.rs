//! Defense: how much of an attacker's pool it takes, and how it wears down
//! (CHR-DEF-01 to 08, CHR-DODGE-01 to 04).

use super::settings::Settings;
use super::weapon::AttackKind;

/// The Defense trait: the lower of Dexterity and Wits (CHR-DEF-01).
#[must_use]
pub fn base(dexterity: i32, wits: i32) -> i32 {
    dexterity.min(wits).max(0)
}

/// Everything that goes into one application of Defense (CHR-DEF-08).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stance {
    /// The trait, see [`base`].
    pub trait_value: i32,
    /// The defender is stunned, so the trait is halved first (CHR-COND-03).
    pub halved: bool,
    /// The defender dodges, so the trait is doubled (CHR-DODGE-01).
    pub dodging: bool,
    /// Added against this attack only: a pulled blow, a long gun (CHR-PULL-03, CHR-CQB-02).
    pub bonus: i32,
    /// How often Defense was applied earlier this turn (CHR-DEF-05).
    pub applied: i32,
}

/// What one application of Defense takes from the attacker's pool: never below 0 (CHR-DEF-08).
#[must_use]
pub fn value(stance: &Stance, settings: &Settings) -> i32 {
    let base = if stance.halved {
        stance.trait_value.max(0) / 2
    } else {
        stance.trait_value.max(0)
    };
    let raised = match (stance.dodging, settings.dodge_doubles_bonuses) {
        (false, _) => base.saturating_add(stance.bonus),
        (true, false) => base.saturating_mul(2).saturating_add(stance.bonus),
        (true, true) => base.saturating_add(stance.bonus).saturating_mul(2),
    };
    raised.saturating_sub(stance.applied.max(0)).max(0)
}

/// Whether Defense counts at all against an attack of this kind from this far (CHR-DEF-02,
/// CHR-DEF-03). `close_quarters` is a place the storyteller marked as too tight for guns
/// (CHR-CQB-01).
#[must_use]
pub fn counts(kind: AttackKind, distance: i32, close_quarters: bool, settings: &Settings) -> bool {
    match kind {
        AttackKind::Unarmed | AttackKind::Melee | AttackKind::Thrown => true,
        AttackKind::Firearm => close_quarters || distance <= settings.close_range_yards,
    }
}

/// What is added to Defense against one attack: +1 against a pulled blow (CHR-PULL-03), and
/// the gun's Size − 1 where guns meet Defense (CHR-CQB-02).
#[must_use]
pub fn bonus(kind: AttackKind, gun_size: i32, pulled: bool) -> i32 {
    match kind {
        AttackKind::Unarmed if pulled => super::pulled::DEFENSE_BONUS,
        AttackKind::Firearm => super::close_quarters::gun_bonus(gun_size),
        _ => 0,
    }
}
