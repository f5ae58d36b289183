//! Who acts first: the score, its tie-breaks and the rolls that settle what is still tied
//! (CHR-INIT-01 to 03, CHR-INIT-05).

use crate::base::dice::Dice;
use crate::base::term::{self, Term};
use crate::character::initiative::{self, Initiative};
use crate::messages::chronicle as msg;
use crate::systems::chronicle::dice::pool::{self, Ask};

/// Numbers in `rank` before the roll-offs: score, modifier, Dexterity.
pub(crate) const FIXED: usize = 3;

/// Computes an initiative score from the die, Dexterity, Composure and whatever else counts (CHR-INIT-01).
///
/// Ties go to the higher modifier, that is the score without the die, then to the higher
/// Dexterity (CHR-INIT-02); `rank` says so. Nothing later changes it (CHR-INIT-05).
#[must_use]
pub(crate) fn score(die: u16, dexterity: i32, composure: i32, misc: &[Term]) -> Initiative {
    let mut terms = vec![
        Term::from_rule(msg::DEXTERITY, dexterity, "CHR-INIT-01"),
        Term::from_rule(msg::COMPOSURE, composure, "CHR-INIT-01"),
    ];
    terms.extend_from_slice(misc);
    let modifier = term::sum_terms(&terms);
    let score = modifier.saturating_add(i32::from(die));
    Initiative {
        die,
        terms,
        score,
        rank: vec![score, modifier, dexterity],
    }
}

/// Lets combatants marked in `fresh` as new roll off ties among themselves and with the others
/// (CHR-INIT-03).
pub(crate) fn settle_newcomers(list: &mut [Initiative], fresh: &[bool], dice: &mut dyn Dice) {
    initiative::roll_off_newcomers(list, fresh, FIXED, &mut |member| tie_roll(member, dice));
}

/// Rolls a combatant's initiative modifier as a pool, and returns the successes, which break a tie.
fn tie_roll(member: &Initiative, dice: &mut dyn Dice) -> i32 {
    let rolled = pool::roll(&Ask::pool(term::sum_terms(&member.terms)), dice);
    i32::try_from(rolled.successes).unwrap_or(i32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::dice::DiceScript;
    use crate::character::initiative::MAX_ROLL_OFFS;
    use crate::messages::Wording;

    fn five() -> Vec<Initiative> {
        [5, 5, 5, 3, 3]
            .into_iter()
            .map(|die| score(die, 2, 1, &[]))
            .collect()
    }

    #[test]
    fn chr_init_01_and_05_the_score_is_a_sum_of_terms() {
        let slow = [Term::from_rule(
            Wording::verbatim("Crowbar"),
            -2,
            "CHR-INIT-05",
        )];
        let initiative = score(7, 3, 2, &slow);
        assert_eq!(initiative.score, 10);
        assert_eq!(initiative.rank, [10, 3, 3]);
        assert_eq!(score(10, i32::MAX, i32::MAX, &[]).score, i32::MAX);
    }

    #[test]
    fn chr_init_02_modifier_then_dexterity() {
        let a = score(9, 2, 2, &[]);
        let b = score(7, 3, 3, &[]);
        let c = score(7, 4, 2, &[]);
        assert!(c.is_before(&b) && b.is_before(&a));
    }

    #[test]
    fn chr_init_03_the_upper_group_is_settled_before_the_lower() {
        let mut list = five();
        let faces = [
            8, 1, 1, 9, 9, 1, 8, 2, 3, 1, 2, 3, 8, 1, 1, 8, 8, 1, 8, 1, 1,
        ];
        let mut script = DiceScript::new(faces);
        settle_newcomers(&mut list, &[true; 5], &mut script);
        assert_eq!((script.missing_faces(), script.remaining_faces()), (0, 0));
        let ranks: Vec<&[i32]> = list.iter().map(|one| one.rank.as_slice()).collect();
        assert_eq!(
            ranks,
            [
                &[8, 3, 2, 1, 0][..],
                &[8, 3, 2, 2],
                &[8, 3, 2, 1, 1],
                &[6, 3, 2, 2],
                &[6, 3, 2, 1],
            ]
        );
    }

    #[test]
    fn a_latecomer_rolls_alone_against_a_settled_group() {
        let mut list = five();
        let faces = [
            8, 1, 1, 9, 9, 1, 8, 2, 3, 1, 2, 3, 8, 1, 1, 8, 8, 1, 8, 1, 1,
        ];
        settle_newcomers(&mut list, &[true; 5], &mut DiceScript::new(faces));
        let before = list.clone();
        list.push(score(5, 2, 1, &[]));
        let mut script = DiceScript::new([8, 8, 9]);
        let fresh = [false, false, false, false, false, true];
        settle_newcomers(&mut list, &fresh, &mut script);
        assert_eq!((script.missing_faces(), script.remaining_faces()), (0, 0));
        assert_eq!(list[..5], before);
        assert_eq!(list.last().map(|one| one.rank.len()), Some(4));
    }

    #[test]
    fn dice_that_never_differ_come_to_an_end() {
        struct Same;
        impl Dice for Same {
            fn roll_die(&mut self, _: u16) -> u16 {
                4
            }
        }
        let mut list = five();
        settle_newcomers(&mut list, &[true; 5], &mut Same);
        assert!(
            list.iter()
                .all(|one| one.rank.len() == FIXED + MAX_ROLL_OFFS)
        );
        settle_newcomers(&mut list, &[true; 5], &mut Same);
        assert!(
            list.iter()
                .all(|one| one.rank.len() == FIXED + MAX_ROLL_OFFS)
        );
    }
}
