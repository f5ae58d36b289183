//! Turns and rounds, and what players know of them.

use super::*;

/// What the storyteller and the players see after each press.
fn check(lines: &[&str], expected: &[(&str, &str)]) {
    let mut table = Table::with(lines).lined_up();
    for (nth, (all, known)) in expected.iter().enumerate() {
        table.next();
        let seen = [Class::Storyteller, Class::Table].map(|class| table.picture(class));
        assert_eq!(seen, [*all, *known], "press {}", nth + 1);
    }
    // And back again to before the fight.
    for (all, known) in expected.iter().rev().skip(1) {
        let before = table.view(Class::Storyteller).turn;
        table.ok(ST, Command::PreviousTurn { before });
        assert_eq!(table.picture(Class::Storyteller), *all);
        // On the way back players stay where they were while a hidden combatant acts.
        assert!(all.contains("[H]") || table.picture(Class::Table) == *known);
    }
}

#[test]
fn rounds_are_counted_from_one() {
    check(
        &["A", "B"],
        &[
            ("1: [A] B | ", "1: [A] B | "),
            ("1: A [B] | ", "1: A [B] | "),
            ("2: [A] B | ", "2: [A] B | "),
        ],
    );
}

#[test]
fn a_hidden_turn_is_no_turn_to_players() {
    check(
        &["A", "!H", "B"],
        &[
            ("1: [A] H B | ", "1: [A] B | "),
            ("1: A [H] B | ", "1: [A] B | "),
            ("1: A H [B] | ", "1: A [B] | "),
            ("2: [A] H B | ", "2: [A] B | "),
        ],
    );
}

#[test]
fn before_the_fight_and_back_to_it() {
    let mut table = Table::with(&["A"]);
    let none = Turn::default();
    let next = |after| Command::NextTurn {
        after,
        anyway: false,
    };
    let back = |before| Command::PreviousTurn { before };
    assert_eq!(table.no(ST, next(none)), Refusal::NobodyInOrder);
    assert_eq!(table.no(ST, back(none)), Refusal::NothingToDo);
    let mut table = table.lined_up().after_turns(1);
    let first = table.view(Class::Table).turn;
    table.ok(ST, back(first));
    assert_eq!(table.view(Class::Table).turn, none);
    assert_eq!(
        json(&table.told(Class::Table)),
        r#"{"turn":{"round":0,"back":true}}"#
    );
}

#[test]
fn two_who_press_at_once_end_one_turn() {
    let mut table = Table::with(&["A", "B", "C"]).lined_up().after_turns(1);
    let seen = table.view(Class::Table).turn;
    table.ok(
        ST,
        Command::NextTurn {
            after: seen,
            anyway: false,
        },
    );
    let again = Command::NextTurn {
        after: seen,
        anyway: false,
    };
    assert_eq!(table.no(ST, again), Refusal::TurnHasPassed);
    let back = Command::PreviousTurn { before: seen };
    assert_eq!(table.no(ST, back), Refusal::TurnHasPassed);
    assert_eq!(table.picture(Class::Table), "1: A [B] C | ");
}

#[test]
fn players_end_turns_of_their_own() {
    let mut table = Table::with(&["@Ana", "B", "@Dog"]).lined_up();
    let end = |table: &Table| Command::NextTurn {
        after: table.view(Class::Table).turn,
        anyway: false,
    };
    // The fight has not begun; that is the storyteller's to do.
    assert_eq!(table.no(ANA, end(&table)), Refusal::NotAllowed);
    table.next();
    assert_eq!(table.no(BEN, end(&table)), Refusal::NotAllowed);
    assert_eq!(table.no(EVE, end(&table)), Refusal::NotAllowed);
    let stale = Command::NextTurn {
        after: Turn::default(),
        anyway: false,
    };
    assert_eq!(table.no(ANA, stale), Refusal::TurnHasPassed);
    table.ok(ANA, end(&table));
    assert_eq!(table.picture(Class::Table), "1: Ana [B] Dog | ");
    assert_eq!(table.no(ANA, end(&table)), Refusal::NotAllowed);
}

#[test]
fn turns_ended_ahead_of_somebody_hidden_do_not_come_back() {
    let mut table = Table::with(&["@Ana", "!H", "@Dog", "B"])
        .lined_up()
        .after_turns(1);
    let end = |table: &Table| Command::NextTurn {
        after: table.view(Class::Table).turn,
        anyway: false,
    };
    table.ok(ANA, end(&table));
    assert_eq!(table.picture(Class::Table), "1: Ana [Dog] B | ");
    assert_eq!(table.picture(Class::Storyteller), "1: Ana [H] Dog B | ");
    table.ok(ANA, end(&table));
    assert_eq!(table.picture(Class::Table), "1: Ana Dog [B] | ");
    assert_eq!(table.picture(Class::Storyteller), "1: Ana [H] Dog B | ");
    let seen = table.view(Class::Table);
    table.next();
    assert_eq!(table.picture(Class::Storyteller), "1: Ana H Dog [B] | ");
    assert_eq!(table.view(Class::Table), seen);
    table.next();
    assert_eq!(table.picture(Class::Table), "2: [Ana] Dog B | ");
}

#[test]
fn rounds_among_hidden_ones_do_not_count() {
    let mut table = Table::with(&["!2x H"]).lined_up().after_turns(9);
    assert_eq!(table.picture(Class::Storyteller), "5: [H i] H ii | ");
    assert_eq!(table.picture(Class::Table), "0:  | ");
    table.ok(ST, add("A"));
    let a = table.id("A");
    table.ok(ST, to(a, Destination::Before(None)));
    table.next();
    table.next();
    assert_eq!(table.picture(Class::Table), "1: [A] | ");
    assert_eq!(table.picture(Class::Storyteller), "1: H i H ii [A] | ");
}

/// Who was behind the hidden combatant who acts, and is put before them, still has their turn in this round.
#[test]
fn no_round_begins_among_hidden_ones_before_players_are_through_with_theirs() {
    let mut table = Table::with(&["!Dog", "A", "!Cat", "B"])
        .lined_up()
        .after_turns(3);
    assert_eq!(table.picture(Class::Storyteller), "1: Dog A [Cat] B | ");
    let [cat, b] = ["Cat", "B"].map(|name| table.id(name));
    table.ok(ST, to(b, Destination::Before(Some(cat))));
    table.next();
    assert_eq!(table.picture(Class::Storyteller), "1: Dog A [B] Cat | ");
    assert_eq!(table.picture(Class::Table), "1: A [B] | ");
    table.next();
    assert_eq!(table.picture(Class::Storyteller), "1: Dog A B [Cat] | ");
    table.next();
    assert_eq!(table.picture(Class::Storyteller), "2: [Dog] A B Cat | ");
}

#[test]
fn hiding_and_showing_the_one_who_acts() {
    let mut table = Table::with(&["A", "B", "C"]).lined_up().after_turns(2);
    let b = table.id("B");
    let before = table.essence();
    table.ok(ST, Command::Hide { id: b });
    assert_eq!(table.picture(Class::Table), "1: A [C] | ");
    assert_eq!(table.picture(Class::Storyteller), "1: A [B] C | ");
    table.ok(ST, Command::Reveal { id: b });
    assert_eq!(table.essence(), before);
    table.ok(ST, Command::Undo);
    assert_eq!(table.picture(Class::Table), "1: A [C] | ");
    table.ok(ST, Command::Undo);
    assert_eq!(table.essence(), before);

    let mut table = Table::with(&["A", "!H", "B"]).lined_up().after_turns(2);
    let (h, before) = (table.id("H"), table.essence());
    assert_eq!(table.picture(Class::Table), "1: [A] B | ");
    table.ok(ST, Command::Reveal { id: h });
    assert_eq!(table.picture(Class::Table), "1: A [H] B | ");
    table.ok(ST, Command::Undo);
    assert_eq!(table.essence(), before);
}

#[test]
fn somebody_hidden_who_leaves_in_their_turn_hands_it_on() {
    let mut table = Table::with(&["A", "!H", "B"]).lined_up().after_turns(2);
    let h = table.id("H");
    table.ok(ST, to(h, Destination::Bench));
    assert_eq!(table.picture(Class::Storyteller), "1: A [B] | H");
    assert_eq!(table.picture(Class::Table), "1: A [B] | ");
    table.ok(ST, Command::Undo);
    assert_eq!(table.picture(Class::Storyteller), "1: A [H] B | ");
    assert_eq!(table.picture(Class::Table), "1: [A] B | ");
}
