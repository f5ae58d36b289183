//! Several actions: what they take from their pools (MSQ-MULT-01, MSQ-MULT-02).

use serde::{Deserialize, Serialize};

use crate::systems::d10::actions::split_penalty;

/// Pools of one turn, in declared order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Pools {
    /// One for each declared action.
    pub pools: Vec<i32>,
    /// One for each action of Celerity: whole, and not counted.
    pub celerity_pools: Vec<i32>,
}

/// Takes N + k − 1 dice from the k-th of N actions, each from its own pool, not below 0; a
/// pool of 0 cannot be tried. A single action is not reduced.
#[must_use]
pub fn split(full: &Pools) -> Pools {
    let declared = i32::try_from(full.pools.len()).unwrap_or(i32::MAX);
    let reduced = (1..).zip(&full.pools).map(|(number, pool): (i32, &i32)| {
        pool.saturating_add(split_penalty(declared, number)).max(0)
    });
    Pools {
        pools: reduced.collect(),
        celerity_pools: full.celerity_pools.clone(),
    }
}

/// Actions that Celerity adds for a blood point: as many as it has dots; none without blood.
#[must_use]
pub const fn celerity(dots: i32, blood: i32) -> i32 {
    if blood < 1 || dots < 0 { 0 } else { dots }
}
