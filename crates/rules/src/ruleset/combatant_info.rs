//! Borrowed view of a combatant, as passed to the rules of a system.

use crate::base::sorted_map::Map;
use crate::character::condition::Conditions;
use crate::character::gear::Gear;
use crate::character::initiative::Initiative;
use crate::character::plan::Plan;
use crate::character::sheet::Sheet;
use crate::character::track::Track;
use crate::ruleset::house_rules::HouseRules;

/// All data about a combatant that rules may use: sheet, state and plan.
///
/// Excludes the name, the owner and anything secret.
#[derive(Clone, Copy, Debug)]
pub struct CombatantInfo<'a> {
    /// Sheet of the combatant.
    pub sheet: &'a Sheet,
    /// Health track of the combatant.
    pub track: &'a Track,
    /// Initiative as rolled; `None` if the combatant has none.
    pub initiative: Option<&'a Initiative>,
    /// Whether the combatant is in the order of a running fight without a score.
    pub unscored: bool,
    /// Distance moved in the scene in this turn, in the unit of the rules; 0 where there is no scene.
    pub moved: u32,
    /// Declared plan; `None` means one ordinary action.
    pub plan: Option<&'a Plan>,
    /// Counts of this round by the keys of
    /// [`RuleSystem::tally_keys`](crate::ruleset::RollRules::tally_keys).
    pub tally: &'a Map<String, u16>,
    /// Remaining points of the pools, by key.
    pub pools: &'a Map<String, i32>,
    /// Conditions of the combatant, by key.
    pub conditions: &'a Conditions,
    /// Items that the combatant carries.
    pub gear: &'a Gear,
    /// House rules of the encounter.
    pub house: &'a HouseRules,
}

impl CombatantInfo<'_> {
    /// Whether the combatant takes part in a fight, so that actions are counted.
    #[must_use]
    pub const fn is_in_fight(&self) -> bool {
        self.initiative.is_some() || self.unscored
    }

    /// Returns this round's count under `key`, 0 if there is none.
    #[must_use]
    pub fn tally_count(&self, key: &str) -> u16 {
        self.tally.get(key).copied().unwrap_or(0)
    }
}
