//! What the vectors of Tri-Stat give, as it stands in their files.

use serde::Deserialize;

/// Whom two weapons strike at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Dual {
    Same,
    Different,
}

/// From where a weapon is struck at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Distance {
    Close,
    Ranged,
}

/// What armor is worth where it is weak.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum WeakPoint {
    None,
    Half,
}

/// What techniques take off penalties.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Reduce {
    pub(super) vital: i32,
    pub(super) chink: i32,
    pub(super) dual: i32,
    pub(super) draw: i32,
    pub(super) disarm: i32,
}

/// The hold a combatant is in.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Hold {
    pub(super) extreme_mobility: bool,
    pub(super) much_stronger: bool,
}

/// An attack.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Attack {
    pub(super) combat_value: i32,
    pub(super) skill: i32,
    pub(super) trick: i32,
    pub(super) vital: bool,
    pub(super) chink: bool,
    pub(super) dual: Option<Dual>,
    pub(super) drawing: bool,
    pub(super) disarm: Option<Distance>,
    pub(super) throw: bool,
    pub(super) total_attack: bool,
    pub(super) total_defense: bool,
    pub(super) grappled: Option<Hold>,
    pub(super) shaken_weapon: bool,
    pub(super) energy_bonus: i32,
    pub(super) other: i32,
    pub(super) reduce: Reduce,
}

/// A defense.
#[derive(Clone, Debug, Deserialize)]
#[serde(default)]
pub(super) struct Defense {
    pub(super) defense_value: i32,
    pub(super) skill: i32,
    pub(super) prior_defenses: i32,
    pub(super) optimal: i32,
    pub(super) trick: i32,
    pub(super) flanked: bool,
    pub(super) grappled: Option<Hold>,
    pub(super) two_handed_hold: bool,
    pub(super) total_defense: bool,
    pub(super) total_attack: bool,
    pub(super) lost_escape: bool,
    pub(super) shaken_weapon: bool,
    pub(super) energy_bonus: i32,
    pub(super) other: i32,
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
            grappled: None,
            two_handed_hold: false,
            total_defense: false,
            total_attack: false,
            lost_escape: false,
            shaken_weapon: false,
            energy_bonus: 0,
            other: 0,
        }
    }
}

/// What goes into a damage.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Damage {
    pub(super) base: i32,
    pub(super) combat_value: i32,
    pub(super) bonus: i32,
    pub(super) armor: i32,
    pub(super) chink: Option<WeakPoint>,
}

/// What a flight depends on beside the attack.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Throw {
    pub(super) free_squares: Option<i32>,
    pub(super) collision_cap: Option<i32>,
}

/// One of two who wrestle.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Wrestler {
    pub(super) body: i32,
    pub(super) brawl: i32,
    pub(super) much_stronger: bool,
    pub(super) extreme_mobility: bool,
    pub(super) energy_bonus: i32,
}

/// An attempt to get free.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Escape {
    pub(super) victim: Wrestler,
    pub(super) grabber: Wrestler,
}

/// A combatant's strength.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Strength {
    pub(super) body: i32,
    pub(super) strength_adjust: i32,
}

/// A square: column, row.
pub(super) type Square = [i32; 2];
