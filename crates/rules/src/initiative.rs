//! A place in the fight, as it was rolled.

use serde::{Deserialize, Serialize};

use crate::term::Term;

/// One combatant's initiative: rolled once and then kept. Dragging a token never changes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Hash)]
pub struct Initiative {
    /// The face of the die.
    pub die: u16,
    /// What was added to the die, term by term.
    pub terms: Vec<Term>,
    /// The die and every term together: the number at the right edge of the row.
    pub score: i32,
    /// What decides who acts first, most important number first; the score leads.
    /// Higher acts earlier. Tie-breaking rolls are appended by the rule system.
    pub rank: Vec<i32>,
}

impl Initiative {
    /// Whether this acts before `other`. Equal ranks are simultaneous: neither is before.
    #[must_use]
    pub fn is_before(&self, other: &Self) -> bool {
        self.rank > other.rank
    }
}

/// How many roll-offs one combatant may go through; those still tied after that stay
/// simultaneous. Honest dice need two or three, scripted ones may never end.
pub const MAX_ROLL_OFFS: usize = 40;

/// Lets all who are tied roll off by `roll`, whose results are appended to their ranks.
/// What comes before any roll-off are the first `fixed` numbers of a rank.
///
/// The highest tied group rolls first, its members in list order; a part of it that is still
/// tied rolls again at once and is settled completely before anything below it. A combatant who
/// joins later and ties with a settled group rolls alone and is sorted into what the others
/// rolled. After [`MAX_ROLL_OFFS`] rolls the rest stays simultaneous.
pub fn roll_off(list: &mut [Initiative], fixed: usize, roll: &mut dyn FnMut(&Initiative) -> i32) {
    let all: Vec<usize> = (0..list.len()).collect();
    for group in groups(list, &all, fixed) {
        settle(list, &group, (fixed, fixed), roll);
    }
}

/// Lets those who are `fresh` roll off among themselves and with the others, who have settled their
/// ties before; see [`roll_off`]. Groups in which nobody is fresh stay as they are.
pub fn roll_off_newcomers(
    list: &mut [Initiative],
    fresh: &[bool],
    fixed: usize,
    roll: &mut dyn FnMut(&Initiative) -> i32,
) {
    let all: Vec<usize> = (0..list.len()).collect();
    let is_fresh = |at: &usize| fresh.get(*at).copied().unwrap_or(false);
    for group in groups(list, &all, fixed) {
        if group.iter().any(is_fresh) {
            settle(list, &group, (fixed, fixed), roll);
        }
    }
}

/// Settles one group whose ranks agree in their first `depth` numbers.
fn settle(
    list: &mut [Initiative],
    group: &[usize],
    (fixed, depth): (usize, usize),
    roll: &mut dyn FnMut(&Initiative) -> i32,
) {
    if group.len() < 2 || depth >= fixed.saturating_add(MAX_ROLL_OFFS) {
        return;
    }
    for member in group {
        if let Some(member) = list.get_mut(*member)
            && member.rank.len() <= depth
        {
            let rolled = roll(member);
            member.rank.push(rolled);
        }
    }
    for part in groups(list, group, depth + 1) {
        settle(list, &part, (fixed, depth + 1), roll);
    }
}

/// Splits `members` by the first `depth` numbers of their ranks, highest first; list order
/// stays inside each group.
fn groups(list: &[Initiative], members: &[usize], depth: usize) -> Vec<Vec<usize>> {
    let key = |index: usize| {
        list.get(index)
            .map(|member| member.rank.get(..depth).unwrap_or(&member.rank))
    };
    let mut sorted = members.to_vec();
    sorted.sort_by(|a, b| key(*b).cmp(&key(*a)));
    sorted
        .chunk_by(|a, b| key(*a) == key(*b))
        .map(<[usize]>::to_vec)
        .collect()
}
