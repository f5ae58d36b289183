//! What a round holds, and what a stance gives up of it (TRI-ATK-03, TRI-EXTRA-01,
//! TRI-DEF-03, TRI-STANCE-01, TRI-STANCE-02).

use serde::{Deserialize, Serialize};

use super::settings::Settings;

/// Going fully one way until the next turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stance {
    /// +1 on attacks, no defenses (TRI-STANCE-01).
    TotalAttack,
    /// +2 on defenses, no attacks (TRI-STANCE-02).
    TotalDefense,
}

/// What a combatant has in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Allowance {
    /// Attacks, each on the own turn (TRI-ATK-03).
    pub attacks: i32,
    /// Defenses that cost nothing (TRI-DEF-03).
    pub optimal_defenses: i32,
}

/// What a combatant with this level of Extra Attacks has in a round (TRI-ATK-03, TRI-DEF-03,
/// TRI-EXTRA-01): one of each and one more per level, none of what the stance gives up.
#[must_use]
pub fn allowance(extra_attacks: i32, stance: Option<Stance>, settings: &Settings) -> Allowance {
    let attacks = extra_attacks.max(0).saturating_add(1);
    let optimal = if settings.extra_attacks_defend {
        attacks
    } else {
        1
    };
    match stance {
        None => Allowance {
            attacks,
            optimal_defenses: optimal,
        },
        Some(Stance::TotalAttack) => Allowance {
            attacks,
            optimal_defenses: 0,
        },
        Some(Stance::TotalDefense) => Allowance {
            attacks: 0,
            optimal_defenses: optimal,
        },
    }
}
