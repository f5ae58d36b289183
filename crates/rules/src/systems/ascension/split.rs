//! Division of the smallest pool among several actions in one turn (ASC-SPLIT-01).

use serde::{Deserialize, Serialize};

use super::Refusal;

/// Request to divide a pool among actions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SplitRequest {
    /// Whole pool of each action.
    pub pools: Vec<i32>,
    /// Dice allocated to each action.
    pub allocation: Vec<i32>,
}

/// Result of splitting a dice pool in Ascension among several actions: the dice of each.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SplitResult {
    /// Dice of each action.
    pub pools: Vec<i32>,
    /// Dice of the smallest pool that are left over.
    pub unused: i32,
}

/// Divides the smallest of the pools as allocated.
///
/// # Errors
/// [`Refusal::AllocationCount`], then [`Refusal::AllocationMinimum`], then
/// [`Refusal::AllocationExceedsPool`].
pub fn split_pool(split: &SplitRequest) -> Result<SplitResult, Refusal> {
    if split.pools.len() != split.allocation.len() {
        return Err(Refusal::AllocationCount);
    }
    if split.allocation.iter().any(|dice| *dice < 1) {
        return Err(Refusal::AllocationMinimum);
    }
    let budget = split.pools.iter().copied().min().unwrap_or(0);
    // A sum that overflows exceeds the pool, too.
    let used = split
        .allocation
        .iter()
        .try_fold(0_i32, |sum, dice| sum.checked_add(*dice));
    let used = used.filter(|used| *used <= budget);
    let used = used.ok_or(Refusal::AllocationExceedsPool)?;
    Ok(SplitResult {
        pools: split.allocation.clone(),
        unused: budget.saturating_sub(used),
    })
}
