//! Attacks and defenses of a round, and what a stance gives up of them (TRI-ATK-03, TRI-EXTRA-01,
//! TRI-DEF-03, TRI-STANCE-01, TRI-STANCE-02).

use super::numbers;
use super::settings::Settings;

/// Stance of a combatant in Tri-Stat: all on attack or all on defense, until the next turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stance {
    /// +1 on attacks, no defenses (TRI-STANCE-01).
    TotalAttack,
    /// +2 on defenses, no attacks (TRI-STANCE-02).
    TotalDefense,
}

/// Number of attacks and free defenses that a combatant has in a round.
pub(super) struct Allowance {
    /// Number of attacks, each on the own turn (TRI-ATK-03).
    pub(super) attacks: i32,
    /// Number of defenses that cost nothing (TRI-DEF-03).
    pub(super) free_defenses: i32,
}

/// Returns the attacks and free defenses of a round at this level of Extra Attacks (TRI-ATK-03,
/// TRI-DEF-03, TRI-EXTRA-01): one of each and one more per level, none of what the stance gives up.
pub(super) fn allowance(
    extra_attacks: i32,
    stance: Option<Stance>,
    settings: &Settings,
) -> Allowance {
    let attacks = extra_attacks.max(0).saturating_add(1);
    let free = match settings.extra_attacks_defend {
        true => attacks,
        false => 1,
    };
    Allowance {
        attacks: match stance {
            Some(Stance::TotalDefense) => 0,
            Some(Stance::TotalAttack) | None => attacks,
        },
        free_defenses: match stance {
            Some(Stance::TotalAttack) => 0,
            Some(Stance::TotalDefense) | None => free,
        },
    }
}

/// Returns the penalty of a defense for those already rolled this round (TRI-DEF-03): nothing up to
/// the last free one, then 2 more each time. Zero or negative.
pub(super) fn wear(prior: i32, free: i32) -> i32 {
    prior
        .saturating_sub(free.saturating_sub(1))
        .max(0)
        .saturating_mul(numbers::PER_DEFENSE)
        .saturating_neg()
}
