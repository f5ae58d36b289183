//! Dice penalties for several actions in one turn.

/// Penalty in dice for action `number` (from 1) of `declared` actions: as many dice as actions for
/// the first, one more for each after it. A single action has no penalty.
#[must_use]
pub const fn split_penalty(declared: i32, number: i32) -> i32 {
    if declared < 2 {
        return 0;
    }
    0i32.saturating_sub(declared.saturating_add(number).saturating_sub(1))
}

/// Penalty in dice for defense number `index` (from 0) of a turn spent on nothing but defense.
#[must_use]
pub const fn defense_penalty(index: i32) -> i32 {
    if index <= 0 {
        0
    } else {
        0i32.saturating_sub(index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_split_table() {
        let row = |declared| {
            (1..=declared)
                .map(|k| split_penalty(declared, k))
                .collect::<Vec<_>>()
        };
        assert_eq!(row(1), [0]);
        assert_eq!(row(2), [-2, -3]);
        assert_eq!(row(4), [-4, -5, -6, -7]);
        assert_eq!(split_penalty(i32::MAX, i32::MAX), -i32::MAX + 1);
        assert_eq!([-1, 0, 1, 3].map(defense_penalty), [0, 0, -1, -3]);
    }
}
