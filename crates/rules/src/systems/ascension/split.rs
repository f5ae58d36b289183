//! Several things in one turn: dividing the smallest pool (ASC-SPLIT-01).

use serde::{Deserialize, Serialize};

use super::Refusal;

/// Who divides what.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Split {
    /// The whole pool of each action.
    pub pools: Vec<i32>,
    /// Dice for each of them.
    pub allocation: Vec<i32>,
}

/// A division that is allowed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Divided {
    /// Dice of each action.
    pub pools: Vec<i32>,
    /// Dice of the smallest pool that are left over.
    pub unused: i32,
}

/// Divides the smallest of the pools.
///
/// # Errors
/// [`Refusal::AllocationCount`], then [`Refusal::AllocationMinimum`], then
/// [`Refusal::AllocationExceedsPool`].
pub fn split(split: &Split) -> Result<Divided, Refusal> {
    if split.pools.len() != split.allocation.len() {
        return Err(Refusal::AllocationCount);
    }
    if split.allocation.iter().any(|dice| *dice < 1) {
        return Err(Refusal::AllocationMinimum);
    }
    let budget = split.pools.iter().copied().min().unwrap_or(0);
    // A sum that no pool can hold is no less too much.
    let used = split
        .allocation
        .iter()
        .try_fold(0_i32, |sum, dice| sum.checked_add(*dice));
    let used = used.filter(|used| *used <= budget);
    let used = used.ok_or(Refusal::AllocationExceedsPool)?;
    Ok(Divided {
        pools: split.allocation.clone(),
        unused: budget.saturating_sub(used),
    })
}
