//! A combatant as a rule system sees them: their numbers, their state, what they said.

use crate::condition::Conditions;
use crate::gear::Gear;
use crate::house::House;
use crate::initiative::Initiative;
use crate::plan::Plan;
use crate::sheet::Sheet;
use crate::sorted::Map;
use crate::track::Track;

/// Everything about a combatant that rules ask for. No name, no owner, no secret.
#[derive(Clone, Copy, Debug)]
pub struct Fighter<'a> {
    /// Their numbers.
    pub sheet: &'a Sheet,
    /// Their health.
    pub track: &'a Track,
    /// Their place in the fight as rolled.
    pub initiative: Option<&'a Initiative>,
    /// Whether they stand in the order of a fight under way without a score.
    pub unscored: bool,
    /// What they declared; nothing is one ordinary action.
    pub plan: Option<&'a Plan>,
    /// How often they did this round what is counted, by the keys of
    /// [`RuleSystem::counts`](crate::system::RuleSystem::counts).
    pub tally: &'a Map<String, u16>,
    /// What is left of their pools, by key.
    pub pools: &'a Map<String, i32>,
    /// The conditions they are in.
    pub conditions: &'a Conditions,
    /// What they carry.
    pub gear: &'a Gear,
    /// The house rules they fight under.
    pub house: &'a House,
}

impl Fighter<'_> {
    /// Whether they take part in a fight, so that their actions are counted.
    #[must_use]
    pub const fn fights(&self) -> bool {
        self.initiative.is_some() || self.unscored
    }

    /// How often they did this round what is counted under `key`.
    #[must_use]
    pub fn counted(&self, key: &str) -> u16 {
        self.tally.get(key).copied().unwrap_or(0)
    }
}
