//! Initiative: who acts first, ties, newcomers.

use super::*;

const A: &str = "A dex 3 comp 2";
const B: &str = "B dex 3 comp 2";

/// Rolls typed faces, one after the other, and looks at the order.
fn check(lines: &[&str], faces: &[(&str, u16)], expected: &str) {
    let mut table = Table::with_combatants(lines);
    for (name, typed) in faces {
        let id = table.combatant_id(name);
        table.give_accepted(ST, face(id, *typed));
    }
    assert_eq!(
        table.order_summary(Class::Storyteller),
        expected,
        "{lines:?} {faces:?}"
    );
}

#[test]
fn the_higher_score_acts_first() {
    let three = ["A dex 1 comp 1", "B dex 4 comp 4", "C dex 2 comp 2"];
    check(&three, &[("A", 10), ("B", 1), ("C", 10)], "0: C A B | ");
    check(&three, &[("B", 10), ("A", 10)], "0: B A | C");
}

#[test]
fn chr_init_02_ties_go_to_the_modifier_then_to_dexterity() {
    check(
        &["A dex 2 comp 2", "B dex 3 comp 3"],
        &[("A", 7), ("B", 5)],
        "0: B A | ",
    );
    check(
        &["A dex 2 comp 3", "B dex 3 comp 2"],
        &[("A", 5), ("B", 5)],
        "0: B A | ",
    );
}

/// A stands in the order; B comes with the same numbers. The pool is five dice.
fn roll_off(faces: &[u16], expected: &str) -> Table {
    let mut table = Table::with_combatants(&[A, B]);
    let (a, b) = (table.combatant_id("A"), table.combatant_id("B"));
    table.give_accepted(ST, face(a, 5));
    table.give_accepted_with(ST, face(b, 5), faces);
    assert_eq!(
        table.order_summary(Class::Storyteller),
        expected,
        "{faces:?}"
    );
    table
}

#[test]
fn chr_init_03_what_is_still_tied_is_rolled_off() {
    // In the order in which they joined.
    roll_off(&[8, 1, 1, 1, 1, 8, 8, 1, 1, 1], "0: B A | ");
    roll_off(&[8, 8, 1, 1, 1, 8, 1, 1, 1, 1], "0: A B | ");
    let again = [1, 1, 1, 1, 8, 8, 1, 1, 1, 1, 9, 9, 1, 1, 1, 9, 9, 9, 1, 1];
    let table = roll_off(&again, "0: B A | ");
    let rank = |name| table.row(name).initiative.expect("a score").rank;
    assert_eq!(rank("A"), [10, 5, 3, 1, 2]);
    assert_eq!(rank("B"), [10, 5, 3, 1, 3]);
    // Players see the score and not how ties fell.
    let view = table.view(Class::Table);
    assert!(view.rows.values().all(|row| row.initiative.is_none()));
    assert!(view.rows.values().all(|row| row.score == Some(10)));
}

#[test]
fn a_roll_off_against_somebody_hidden_leaves_no_mark() {
    let mut table = Table::with_combatants(&[A, "!B dex 3 comp 2"]);
    let (a, b) = (table.combatant_id("A"), table.combatant_id("B"));
    table.give_accepted(ST, face(a, 5));
    table.give_accepted_with(ST, face(b, 5), &[8, 8, 1, 1, 1, 8, 1, 1, 1, 1]);
    assert_eq!(table.order_summary(Class::Storyteller), "0: A B | ");
    let rank = |table: &Table, name| table.row(name).initiative.expect("a score").rank;
    assert_eq!(rank(&table, "A"), [10, 5, 3]);
    assert_eq!(rank(&table, "B"), [10, 5, 3]);
    // And sorting leaves them so.
    assert_eq!(table.give_refused(ST, Command::Sort), Refusal::NothingToDo);
    table.give_accepted_with(ST, face(b, 5), &[8, 8, 1, 1, 1, 8, 8, 8, 1, 1]);
    assert_eq!(table.order_summary(Class::Storyteller), "0: B A | ");
    assert_eq!(rank(&table, "A"), [10, 5, 3]);
    assert_eq!(rank(&table, "B"), [10, 5, 3, 3]);
    // A newcomer does not roll off against a hidden combatant.
    table.give_accepted(ST, add_command("C dex 3 comp 2"));
    let c = table.combatant_id("C");
    table.give_accepted_with(ST, face(c, 5), &[8, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
    assert_eq!(table.order_summary(Class::Storyteller), "0: B A C | ");
}

#[test]
fn newcomers_go_by_those_whom_players_see() {
    let mut table =
        Table::with_combatants(&["A dex 5 comp 5", "B dex 1 comp 1", "!H dex 1 comp 1", "N"]);
    for (name, typed) in [("A", 5), ("B", 5), ("H", 1)] {
        let id = table.combatant_id(name);
        table.give_accepted(ST, face(id, typed));
    }
    let (h, a, n) = (
        table.combatant_id("H"),
        table.combatant_id("A"),
        table.combatant_id("N"),
    );
    table.give_accepted(ST, to(h, TokenDestination::Before(Some(a))));
    assert_eq!(table.order_summary(Class::Storyteller), "0: H A B | N");
    table.give_accepted(ST, face(n, 5));
    assert_eq!(table.order_summary(Class::Storyteller), "0: H A N B | ");
}

#[test]
fn a_newcomer_goes_before_the_first_who_acts_later() {
    let mut table =
        Table::with_combatants(&["A dex 5 comp 5", "B dex 3 comp 3", "C dex 1 comp 1", "N"]);
    for name in ["A", "B", "C"] {
        let id = table.combatant_id(name);
        table.give_accepted(ST, face(id, 5));
    }
    let (a, c, n) = (
        table.combatant_id("A"),
        table.combatant_id("C"),
        table.combatant_id("N"),
    );
    table.give_accepted(ST, to(c, TokenDestination::Before(Some(a))));
    table.give_accepted(ST, face(n, 4));
    assert_eq!(table.order_summary(Class::Table), "0: N C A B | ");
    // A combatant without a score is passed over.
    let mut table = Table::with_combatants(&["A", "B dex 1"]);
    let (a, b) = (table.combatant_id("A"), table.combatant_id("B"));
    table.give_accepted(ST, to(a, TokenDestination::Before(None)));
    table.give_accepted(ST, face(b, 5));
    assert_eq!(table.order_summary(Class::Table), "0: A B | ");
}

#[test]
fn all_the_storytellers_at_once() {
    let mut table = Table::with_combatants(&["@Ana dex 3", "2x ghoul", "!cat", "Pal pc"]);
    let ghoul = table.combatant_id("Ghoul A");
    table.give_accepted(ST, face(ghoul, 10));
    // B, then the cat; whose ties cannot arise from these.
    table.give_accepted_with(ST, whose(InitiativeTarget::Storytellers), &[4, 1]);
    assert_eq!(
        table.order_summary(Class::Storyteller),
        "0: Ghoul A Ghoul B Cat | Ana Pal"
    );
    assert_eq!(
        table.give_refused(ST, whose(InitiativeTarget::Storytellers)),
        Refusal::NobodyToRoll
    );
}

#[test]
fn all_mine_at_once() {
    let mut table = Table::with_combatants(&["@Ana dex 3", "@Dog dex 1", "rat"]);
    assert_eq!(
        table.give_refused(BEN, whose(InitiativeTarget::Mine)),
        Refusal::NobodyToRoll
    );
    table.give_accepted_with(ANA, whose(InitiativeTarget::Mine), &[1, 9]);
    assert_eq!(table.order_summary(Class::Table), "0: Dog Ana | Rat");
    assert_eq!(
        table.give_refused(ANA, whose(InitiativeTarget::Mine)),
        Refusal::NobodyToRoll
    );
    assert_eq!(
        table.give_refused(ST, whose(InitiativeTarget::Mine)),
        Refusal::NobodyToRoll
    );
}

#[test]
fn players_roll_once_and_the_storyteller_again() {
    let mut table = Table::with_combatants(&["@Ana dex 3", "rat dex 3 comp 3"]);
    let (ana, rat) = (table.combatant_id("Ana"), table.combatant_id("Rat"));
    table.give_accepted(ANA, face(ana, 10));
    table.give_accepted(ST, face(rat, 5));
    assert_eq!(
        table.give_refused(ANA, face(ana, 10)),
        Refusal::AlreadyRolled
    );
    assert_eq!(
        table.give_refused(ANA, whose(InitiativeTarget::One(ana))),
        Refusal::AlreadyRolled
    );
    assert_eq!(table.give_refused(BEN, face(ana, 10)), Refusal::NotAllowed);
    table.give_accepted(ST, face(ana, 1));
    assert_eq!(table.order_summary(Class::Table), "0: Rat Ana | ");
    assert_eq!(table.row("Ana").score, Some(6));
}

#[test]
fn typed_faces_are_faces_of_one_die() {
    let mut table = Table::with_combatants(&["2x rat", "@Ana", "@Dog"]);
    let rat = table.combatant_id("Rat A");
    let no_face = Refusal::NoSuchFace { sides: 10 };
    for typed in [0, 11, u16::MAX] {
        assert_eq!(table.give_refused(ST, face(rat, typed)), no_face);
    }
    for whose in [InitiativeTarget::Storytellers, InitiativeTarget::Mine] {
        let command = Command::RollInitiative {
            whose,
            face: Some(5),
        };
        let by = if whose == InitiativeTarget::Mine {
            ANA
        } else {
            ST
        };
        assert_eq!(table.give_refused(by, command), no_face);
    }
}

#[test]
fn the_score_is_a_sum_of_named_terms() {
    let mut table = Table::with_combatants(&["rat dex 3 comp 2 stam 1 size 1 init -4"]);
    let rat = table.combatant_id("Rat");
    table.give_accepted(ST, harm(rat, 2, 0, 0));
    table.give_accepted(ST, face(rat, 7));
    let initiative = table.row("Rat").initiative.expect("a score");
    assert_eq!((initiative.score, initiative.die), (5, 7));
    let terms: Vec<(&str, i32)> = initiative
        .terms
        .iter()
        .map(|term| (&*term.label, term.value))
        .collect();
    assert_eq!(
        terms,
        [
            ("Dexterity", 3),
            ("Composure", 2),
            ("Modifier", -4),
            ("Wounded", -3)
        ]
    );
    assert!(initiative.terms.iter().all(|term| term.rule.is_some()));
    // Healing afterwards changes nothing (CHR-INIT-05).
    table.give_accepted(ST, click(rat, "2x/>."));
    assert_eq!(table.row("Rat").score, Some(5));
}

#[test]
fn sorting_is_what_the_dice_said() {
    let mut table = Table::with_combatants(&["A dex 5", "B dex 3", "C dex 1", "D"]);
    for name in ["A", "B", "C"] {
        let id = table.combatant_id(name);
        table.give_accepted(ST, face(id, 5));
    }
    let (a, d) = (table.combatant_id("A"), table.combatant_id("D"));
    table.give_accepted(ST, to(d, TokenDestination::Before(Some(a))));
    table.give_accepted(ST, to(a, TokenDestination::Before(None)));
    assert_eq!(table.order_summary(Class::Table), "0: D B C A | ");
    table.give_accepted(ST, Command::Sort);
    assert_eq!(table.order_summary(Class::Table), "0: A B C D | ");
    assert_eq!(table.give_refused(ST, Command::Sort), Refusal::NothingToDo);
}
