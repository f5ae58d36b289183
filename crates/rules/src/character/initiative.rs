//! Initiative scores and roll-offs of ties.

use serde::{Deserialize, Serialize};

use crate::base::term::Term;

/// Initiative of a combatant, rolled once and then kept; moving the combatant in the order does not
/// change it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Hash)]
pub struct Initiative {
    /// Face of the initiative die.
    pub die: u16,
    /// Terms added to the die.
    pub terms: Vec<Term>,
    /// Sum of the die and all terms.
    pub score: i32,
    /// Numbers that decide the order, most important first, beginning with the score; higher acts
    /// earlier. The rule system appends roll-offs.
    pub rank: Vec<i32>,
}

impl Initiative {
    /// Whether this initiative acts before `other`; equal ranks are simultaneous.
    #[must_use]
    pub fn is_before(&self, other: &Self) -> bool {
        self.rank > other.rank
    }
}

/// Maximum number of roll-offs per combatant; those still tied then act simultaneously. Random dice
/// need two or three, scripted dice might never differ.
pub const MAX_ROLL_OFFS: usize = 40;

/// Breaks ties by roll-offs, appending each result of `roll` to the rank of the combatant.
///
/// The first `fixed` numbers of a rank precede all roll-offs.
///
/// The highest tied group rolls first, its members in list order; members who are still tied roll
/// again at once, before any lower group. A combatant who joins later and ties with a group whose
/// tie is broken rolls alone and is sorted into the earlier results. After [`MAX_ROLL_OFFS`] rolls
/// the remaining ties stay.
pub fn roll_off_ties(
    list: &mut [Initiative],
    fixed: usize,
    roll: &mut dyn FnMut(&Initiative) -> i32,
) {
    let all: Vec<usize> = (0..list.len()).collect();
    for group in group_by_rank(list, &all, fixed) {
        break_group_tie(list, &group, (fixed, fixed), roll);
    }
}

/// Breaks ties like [`roll_off_ties`], but only those that involve a combatant marked in `fresh` as
/// new. Groups without a fresh combatant stay as they are.
pub fn roll_off_newcomers(
    list: &mut [Initiative],
    fresh: &[bool],
    fixed: usize,
    roll: &mut dyn FnMut(&Initiative) -> i32,
) {
    let all: Vec<usize> = (0..list.len()).collect();
    let is_fresh = |at: &usize| fresh.get(*at).copied().unwrap_or(false);
    for group in group_by_rank(list, &all, fixed) {
        if group.iter().any(is_fresh) {
            break_group_tie(list, &group, (fixed, fixed), roll);
        }
    }
}

/// Breaks the ties in one group whose ranks agree in their first `depth` numbers, of which `fixed`
/// are no roll-offs.
fn break_group_tie(
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
    for part in group_by_rank(list, group, depth + 1) {
        break_group_tie(list, &part, (fixed, depth + 1), roll);
    }
}

/// Groups `members` by the first `depth` numbers of their ranks, highest first, keeping list order
/// within a group.
fn group_by_rank(list: &[Initiative], members: &[usize], depth: usize) -> Vec<Vec<usize>> {
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
