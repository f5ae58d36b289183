//! What the three systems answer about initiative.

use crate::family::owned_fighter::{FAMILY, OwnedFighter};
use rules::base::dice::DiceScript;
use rules::base::term::Term;
use rules::character::initiative::Initiative;
use rules::character::track::{DamagePacket, Severity};
use rules::messages::Wording;
use rules::ruleset::SystemId;
use rules::ruleset::house_rules::HouseRules;

use super::{ASC, MSQ, XOV, written};

#[test]
fn initiative_is_dexterity_wits_and_a_die_whatever_the_wounds() {
    for (system, prefix) in [(XOV, "XOV"), (MSQ, "MSQ"), (ASC, "ASC")] {
        let owned = OwnedFighter::of(system, "", &[("dexterity", 3), ("wits", 4)]);
        let owned = owned
            .hurt(DamagePacket::of_severity(Severity::Lethal, 5))
            .rolled(8);
        let rolled = owned.initiative.clone().expect("a roll");
        assert_eq!((rolled.die, rolled.score), (8, 15));
        let terms = [
            format!("Dexterity 3 {prefix}-INIT-01"),
            format!("Wits 4 {prefix}-INIT-01"),
        ];
        assert_eq!(written(&rolled.terms), terms);
        let rank = if system == MSQ {
            vec![15, 8, 4, 3]
        } else {
            vec![15, 7]
        };
        assert_eq!(rolled.rank, rank);
        let suggested = owned.rules().suggested_initiative_terms(&owned.fighter());
        let expected: &[&str] = match system {
            SystemId::Crossover => &["Wounds -2 XOV-INIT-05"],
            SystemId::Masquerade => &["Wounds -2 MSQ-INIT-06"],
            _ => &[],
        };
        assert_eq!(written(&suggested), expected);
    }
}

#[test]
fn what_is_added_by_hand_changes_the_total_and_not_the_tie_break() {
    let by = || Term::from_typed(Wording::verbatim("Adjusted"), -2);
    for system in FAMILY {
        let owned = OwnedFighter::of(system, "", &[("dexterity", 3), ("wits", 4)]).rolled(8);
        let mut rolled = owned.initiative.clone().expect("a roll");
        if system == MSQ {
            rolled.rank.extend([9, 2]);
        }
        let adjusted = system.rules().adjust_initiative(&rolled, by());
        assert_eq!(adjusted.score, 13);
        assert_eq!(adjusted.rank.first(), Some(&13));
        // What was rolled off at the old total says nothing about the new one.
        let rest = owned.initiative.expect("a roll").rank.split_off(1);
        assert_eq!(adjusted.rank.get(1..), Some(&rest[..]));
    }
}

#[test]
fn msq_turn_02_what_stays_tied_rolls_off() {
    let rules = MSQ.rules();
    let typed = |dexterity, wits, die| {
        let terms = vec![
            Term::from_typed(Wording::verbatim("Dexterity"), dexterity),
            Term::from_typed(Wording::verbatim("Wits"), wits),
        ];
        rules.typed_initiative(terms, die)
    };
    let settle = |list: &mut [Initiative], fresh: &[bool], faces: &[u16]| {
        let mut script = DiceScript::new(faces.iter().copied());
        rules.break_ties(list, fresh, &HouseRules::default(), &mut script);
        assert_eq!((script.missing_faces(), script.remaining_faces()), (0, 0));
    };
    // Die, Wits and Dexterity decide without a roll-off.
    let mut two = [typed(4, 2, 7), typed(3, 3, 7)];
    settle(&mut two, &[true; 2], &[]);
    assert!(two[1].is_before(&two[0]));
    // The highest tied group first; a part that ties again rolls again at once.
    let mut five = [
        typed(2, 2, 5),
        typed(3, 3, 7),
        typed(3, 3, 7),
        typed(3, 3, 7),
        typed(2, 2, 5),
    ];
    settle(&mut five, &[true; 5], &[4, 9, 4, 1, 6, 8, 3]);
    let ranks: Vec<&[i32]> = five.iter().map(|one| &one.rank[4..]).collect();
    assert_eq!(ranks, [&[8][..], &[4, 1], &[9], &[4, 6], &[3]]);
    // A combatant who comes later and ties with the settled rolls alone.
    let mut late = five.to_vec();
    late.push(typed(3, 3, 7));
    let fresh = [false, false, false, false, false, true];
    settle(&mut late, &fresh, &[5]);
    assert_eq!(late[5].rank, [13, 7, 3, 3, 5]);
    assert_eq!(late[..5], five);
    // And a group without newcomers is left alone.
    let mut late = five.to_vec();
    late.push(typed(5, 5, 1));
    settle(&mut late, &fresh, &[]);
    assert_eq!(late[..5], five);
}

#[test]
fn msq_turn_02_by_house_rule_equal_totals_roll_off_at_once() {
    let mut house = HouseRules::default();
    house.set_unchecked("tie_by_rolloff", true);
    let ana = OwnedFighter::of(MSQ, "", &[("dexterity", 3), ("wits", 3)]).rolled(7);
    let ben = OwnedFighter::of(MSQ, "", &[("dexterity", 2), ("wits", 2)]).rolled(9);
    let mut two = [ana, ben].map(|one| one.initiative.expect("a roll"));
    let mut script = DiceScript::new([2, 8]);
    MSQ.rules()
        .break_ties(&mut two, &[true; 2], &house, &mut script);
    assert_eq!((script.missing_faces(), script.remaining_faces()), (0, 0));
    assert_eq!([&two[0].rank[..], &two[1].rank[..]], [&[13, 2], &[13, 8]]);
    // One that was adjusted and comes back to the others starts anew.
    let adjusted = MSQ
        .rules()
        .adjust_initiative(&two[0], Term::from_typed(Wording::verbatim("Adjusted"), 1));
    let again = MSQ.rules().adjust_initiative(
        &adjusted,
        Term::from_typed(Wording::verbatim("Adjusted"), -1),
    );
    let mut script = DiceScript::new([9]);
    let mut all = [again, two[1].clone()];
    MSQ.rules()
        .break_ties(&mut all, &[true, false], &house, &mut script);
    assert_eq!((script.missing_faces(), script.remaining_faces()), (0, 0));
    assert!(all[0].is_before(&all[1]));
}

#[test]
fn msq_init_05_a_row_shows_that_something_else_was_typed() {
    let rules = MSQ.rules();
    let owned = OwnedFighter::of(MSQ, "", &[("dexterity", 3), ("wits", 2)]).rolled(5);
    let own = owned.initiative.as_ref().expect("a roll");
    assert!(!rules.has_initiative_mismatch(&owned.sheet, own));
    let typed = |dexterity, wits| {
        let terms = vec![
            Term::from_typed(Wording::verbatim("Dexterity"), dexterity),
            Term::from_typed(Wording::verbatim("Wits"), wits),
        ];
        rules.has_initiative_mismatch(&owned.sheet, &rules.typed_initiative(terms, 5))
    };
    assert!(!typed(3, 2) && typed(2, 3) && typed(3, 3) && typed(4, 2));
}

#[test]
fn who_waited_for_the_same_moment() {
    use std::cmp::Ordering::{Equal, Greater, Less};
    let one = |system, dexterity, wits, die| {
        let owned = OwnedFighter::of(system, "", &[("dexterity", dexterity), ("wits", wits)]);
        owned.rolled(die).initiative.expect("a roll")
    };
    // XOV-TURN-03: by the rating, whatever the totals.
    let (slow, quick) = (one(XOV, 2, 2, 10), one(XOV, 4, 4, 1));
    let tie =
        |later: &Initiative, earlier: &Initiative| XOV.rules().compare_delayed(later, earlier);
    assert_eq!((tie(&quick, &slow), tie(&slow, &quick)), (Less, Greater));
    assert_eq!(tie(&slow, &one(XOV, 3, 1, 2)), Equal);
    // MSQ-TURN-04: in the order they would have had.
    let (high, low) = (one(MSQ, 2, 2, 10), one(MSQ, 4, 4, 1));
    let tie =
        |later: &Initiative, earlier: &Initiative| MSQ.rules().compare_delayed(later, earlier);
    assert_eq!((tie(&high, &low), tie(&low, &high)), (Less, Greater));
}
