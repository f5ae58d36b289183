//! Defense: how much of an attacker's pool it takes, and how it wears down
//! (CHR-DEF-01 to 08, CHR-DODGE-01 to 04).

use super::settings::Settings;
use super::terms::push;
use super::weapon::AttackKind;
use crate::messages::Text;
use crate::messages::chronicle as msg;
use crate::term::{self, Term};

/// The Defense trait: the lower of Dexterity and Wits (CHR-DEF-01).
#[must_use]
pub(crate) fn base(dexterity: i32, wits: i32) -> i32 {
    dexterity.min(wits).max(0)
}

/// Everything that goes into one application of Defense (CHR-DEF-08).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Stance {
    /// The trait, see [`base`].
    pub(crate) trait_value: i32,
    /// The defender is stunned, so the trait is halved first (CHR-COND-03).
    pub(crate) halved: bool,
    /// The defender dodges, so the trait is doubled (CHR-DODGE-01).
    pub(crate) dodging: bool,
    /// Added against this attack only: a pulled blow, a long gun (CHR-PULL-03, CHR-CQB-02).
    pub(crate) bonus: i32,
    /// How often Defense was applied earlier this turn (CHR-DEF-05).
    pub(crate) applied: i32,
}

/// What one application of Defense takes from the attacker's pool, part by part: the `base` of
/// these words and rule, then what raises and lowers it. The sum is never below 0 (CHR-DEF-08).
/// The bonus of the stance is `raised` by these.
#[must_use]
pub(crate) fn parts(
    stance: &Stance,
    (label, rule): (Text, &'static str),
    raised: &[Term],
    settings: &Settings,
) -> Vec<Term> {
    let whole = stance.trait_value.max(0);
    let left = if stance.halved { whole / 2 } else { whole };
    let mut parts = vec![Term::of_rule(label, whole, rule)];
    push(&mut parts, msg::STUNNED, left - whole, "CHR-COND-03");
    if stance.dodging {
        let doubled = match settings.dodge_doubles_bonuses {
            true => left.saturating_add(stance.bonus),
            false => left,
        };
        push(&mut parts, msg::DODGING, doubled, "CHR-DODGE-01");
    }
    let raised = raised.iter().filter(|term| term.value != 0).cloned();
    parts.extend(raised.map(|term| Term {
        value: term.value.max(-i32::MAX),
        ..term
    }));
    let missing = term::sum(&parts).min(0).saturating_neg();
    push(&mut parts, msg::NEVER_BELOW_0, missing, "CHR-DEF-08");
    let worn = stance.applied.clamp(0, term::sum(&parts).max(0));
    let worn_by = if stance.dodging {
        "CHR-DODGE-02"
    } else {
        "CHR-DEF-05"
    };
    push(&mut parts, msg::APPLIED_BEFORE, -worn, worn_by);
    parts
}

/// Whether Defense counts at all against an attack of this kind from this far (CHR-DEF-02,
/// CHR-DEF-03). `close_quarters` is a place the storyteller marked as too tight for guns
/// (CHR-CQB-01).
#[must_use]
pub(crate) fn counts(
    kind: AttackKind,
    distance: i32,
    close_quarters: bool,
    settings: &Settings,
) -> bool {
    match kind {
        AttackKind::Unarmed | AttackKind::Melee | AttackKind::Thrown => true,
        AttackKind::Firearm => close_quarters || distance <= settings.close_range_yards,
    }
}

/// What is added to Defense against one attack: +1 against a pulled blow (CHR-PULL-03), and
/// the gun's Size − 1 where guns meet Defense (CHR-CQB-02).
#[must_use]
pub(crate) fn bonus(kind: AttackKind, gun_size: i32, pulled: bool) -> Vec<Term> {
    let mut bonus = Vec::new();
    match kind {
        AttackKind::Unarmed if pulled => {
            let more = super::pulled::DEFENSE_BONUS;
            push(&mut bonus, msg::PULLED_BLOW, more, "CHR-PULL-03");
        }
        AttackKind::Firearm => {
            let more = super::close_quarters::gun_bonus(gun_size);
            push(&mut bonus, msg::THE_GUNS_SIZE, more, "CHR-CQB-02");
        }
        AttackKind::Unarmed | AttackKind::Melee | AttackKind::Thrown => {}
    }
    bonus
}
