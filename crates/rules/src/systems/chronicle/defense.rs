//! Defense: how much of an attacker's pool it takes, and how it wears down
//! (CHR-DEF-01 to 08, CHR-DODGE-01 to 04).

use serde::{Deserialize, Serialize};

use super::input::{self, Nonsense};
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

/// One attack that comes in during a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Incoming {
    /// What kind of attack.
    pub kind: AttackKind,
    /// From how far, in yards; `None` is the usual distance of the kind.
    #[serde(default)]
    pub distance: Option<i32>,
    /// The Size of the gun, if it is one.
    #[serde(default)]
    pub gun_size: i32,
    /// The attacker pulls the blow.
    #[serde(default)]
    pub pulled: bool,
    /// Whether the defender applies Defense to it (CHR-DEF-06).
    #[serde(default = "yes")]
    pub apply: bool,
}

const fn yes() -> bool {
    true
}

/// A defender and the attacks of one turn in the order they come.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Turn {
    /// Dexterity of the defender.
    pub dexterity: i32,
    /// Wits of the defender.
    pub wits: i32,
    /// From which attack on (counted from 0) the defender dodges.
    pub dodge_from: Option<u32>,
    /// The defender has no Defense this turn.
    pub no_defense: bool,
    /// The attacks.
    pub attacks: Vec<Incoming>,
}

/// What Defense took from each attack of a turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Worn {
    /// The Defense trait.
    pub base: i32,
    /// What was taken from each attack, never below 0.
    pub penalties: Vec<i32>,
    /// How often Defense was applied, for attacks that are still to come.
    pub applied: i32,
}

/// Plays the attacks of one turn against one defender. A new turn starts again at full
/// value (CHR-DEF-07).
///
/// # Errors
/// [`Nonsense`] when a trait or distance cannot be, or the list is too long.
pub fn over_turn(turn: &Turn, settings: &Settings) -> Result<Worn, Nonsense> {
    input::traits([("dexterity", turn.dexterity), ("wits", turn.wits)])?;
    input::list("attacks", turn.attacks.len())?;
    let base = base(turn.dexterity, turn.wits);
    let mut worn = Worn {
        base,
        penalties: Vec::with_capacity(turn.attacks.len()),
        applied: 0,
    };
    let mut forgiven = 0;
    for (index, attack) in (0_u32..).zip(&turn.attacks) {
        let distance = attack.distance.unwrap_or(attack.kind.usual_distance());
        input::within("distance", distance, 0, input::YARDS_MOST)?;
        input::traits([("gun_size", attack.gun_size)])?;
        if turn.dodge_from == Some(index) && !settings.late_dodge_keeps_wear {
            forgiven = worn.applied;
        }
        let possible = !turn.no_defense && counts(attack.kind, distance, false, settings);
        let penalty = if possible && attack.apply {
            let stance = Stance {
                trait_value: base,
                halved: false,
                dodging: turn.dodge_from.is_some_and(|from| index >= from),
                bonus: bonus(attack.kind, attack.gun_size, attack.pulled),
                applied: worn.applied - forgiven,
            };
            value(&stance, settings)
        } else {
            0
        };
        worn.penalties.push(penalty);
        if possible && (attack.apply || settings.withheld_attacks_wear) {
            worn.applied += 1;
        }
    }
    Ok(worn)
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
