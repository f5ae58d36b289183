//! Rolling off what no number decides: one d10 each, highest first.

use super::dice::SIDES;
use crate::dice::Dice;

/// How often one group rolls again; whoever is still tied then stays in listed order. Honest
/// dice need two or three, scripted ones may never end.
pub const MAX_ROLL_OFFS: usize = 40;

/// Lets a tied group roll off: a d10 each in the order of `group`, highest first. A part that
/// ties again rolls again at once, before any lower part does.
pub fn roll_off(group: &[usize], dice: &mut dyn Dice) -> Vec<usize> {
    settle(group, MAX_ROLL_OFFS, dice)
}

fn settle(group: &[usize], rounds: usize, dice: &mut dyn Dice) -> Vec<usize> {
    if group.len() < 2 || rounds == 0 {
        return group.to_vec();
    }
    let mut rolled: Vec<(usize, u16)> = group
        .iter()
        .map(|member| (*member, dice.die(SIDES)))
        .collect();
    rolled.sort_by_key(|(_, face)| std::cmp::Reverse(*face));
    rolled
        .chunk_by(|a, b| a.1 == b.1)
        .flat_map(|part| {
            let members: Vec<usize> = part.iter().map(|(member, _)| *member).collect();
            settle(&members, rounds - 1, dice)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Script;

    #[test]
    fn a_part_that_ties_again_rolls_at_once() {
        let mut script = Script::new([5, 9, 5, 9, 2, 3, 8, 1]);
        assert_eq!(roll_off(&[0, 1, 2, 3], &mut script), [3, 1, 0, 2]);
        assert_eq!((script.missing(), script.left()), (0, 0));
    }

    #[test]
    fn dice_that_never_differ_come_to_an_end() {
        let mut script = Script::default();
        assert_eq!(roll_off(&[4, 2, 7], &mut script), [4, 2, 7]);
    }
}
