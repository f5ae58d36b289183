//! Turns and rounds, and what players know of them.

use super::*;

/// What the storyteller and the players see after each press.
fn check(lines: &[&str], expected: &[(&str, &str)]) {
    let mut table = Table::with_combatants(lines).place_all_in_order();
    for (nth, (all, known)) in expected.iter().enumerate() {
        table.next_turn();
        let seen = [Class::Storyteller, Class::Table].map(|class| table.order_summary(class));
        assert_eq!(seen, [*all, *known], "press {}", nth + 1);
    }
    // And back again to before the fight.
    for (all, known) in expected.iter().rev().skip(1) {
        let before = table.view(Class::Storyteller).turn;
        table.give_accepted(ST, Command::PreviousTurn { before });
        assert_eq!(table.order_summary(Class::Storyteller), *all);
        // On the way back players stay where they were while a hidden combatant acts.
        assert!(all.contains("[H]") || table.order_summary(Class::Table) == *known);
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
    let mut table = Table::with_combatants(&["A"]);
    let none = Turn::default();
    let next = |after| Command::NextTurn {
        after,
        anyway: false,
    };
    let back = |before| Command::PreviousTurn { before };
    assert_eq!(table.give_refused(ST, next(none)), Refusal::NobodyInOrder);
    assert_eq!(table.give_refused(ST, back(none)), Refusal::NothingToDo);
    let mut table = table.place_all_in_order().after_turns(1);
    let first = table.view(Class::Table).turn;
    table.give_accepted(ST, back(first));
    assert_eq!(table.view(Class::Table).turn, none);
    assert_eq!(
        json(&table.last_log_message(Class::Table)),
        r#"{"turn":{"round":0,"back":true}}"#
    );
}

#[test]
fn two_who_press_at_once_end_one_turn() {
    let mut table = Table::with_combatants(&["A", "B", "C"])
        .place_all_in_order()
        .after_turns(1);
    let seen = table.view(Class::Table).turn;
    table.give_accepted(
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
    assert_eq!(table.give_refused(ST, again), Refusal::TurnHasPassed);
    let back = Command::PreviousTurn { before: seen };
    assert_eq!(table.give_refused(ST, back), Refusal::TurnHasPassed);
    assert_eq!(table.order_summary(Class::Table), "1: A [B] C | ");
}

#[test]
fn players_end_turns_of_their_own() {
    let mut table = Table::with_combatants(&["@Ana", "B", "@Dog"]).place_all_in_order();
    let end = |table: &Table| Command::NextTurn {
        after: table.view(Class::Table).turn,
        anyway: false,
    };
    // The fight has not begun; that is the storyteller's to do.
    assert_eq!(table.give_refused(ANA, end(&table)), Refusal::NotAllowed);
    table.next_turn();
    assert_eq!(table.give_refused(BEN, end(&table)), Refusal::NotAllowed);
    assert_eq!(table.give_refused(EVE, end(&table)), Refusal::NotAllowed);
    let stale = Command::NextTurn {
        after: Turn::default(),
        anyway: false,
    };
    assert_eq!(table.give_refused(ANA, stale), Refusal::TurnHasPassed);
    table.give_accepted(ANA, end(&table));
    assert_eq!(table.order_summary(Class::Table), "1: Ana [B] Dog | ");
    assert_eq!(table.give_refused(ANA, end(&table)), Refusal::NotAllowed);
}

#[test]
fn turns_ended_ahead_of_somebody_hidden_do_not_come_back() {
    let mut table = Table::with_combatants(&["@Ana", "!H", "@Dog", "B"])
        .place_all_in_order()
        .after_turns(1);
    let end = |table: &Table| Command::NextTurn {
        after: table.view(Class::Table).turn,
        anyway: false,
    };
    table.give_accepted(ANA, end(&table));
    assert_eq!(table.order_summary(Class::Table), "1: Ana [Dog] B | ");
    assert_eq!(
        table.order_summary(Class::Storyteller),
        "1: Ana [H] Dog B | "
    );
    table.give_accepted(ANA, end(&table));
    assert_eq!(table.order_summary(Class::Table), "1: Ana Dog [B] | ");
    assert_eq!(
        table.order_summary(Class::Storyteller),
        "1: Ana [H] Dog B | "
    );
    let seen = table.view(Class::Table);
    table.next_turn();
    assert_eq!(
        table.order_summary(Class::Storyteller),
        "1: Ana H Dog [B] | "
    );
    assert_eq!(table.view(Class::Table), seen);
    table.next_turn();
    assert_eq!(table.order_summary(Class::Table), "2: [Ana] Dog B | ");
}

#[test]
fn rounds_among_hidden_ones_do_not_count() {
    let mut table = Table::with_combatants(&["!2x H"])
        .place_all_in_order()
        .after_turns(9);
    assert_eq!(table.order_summary(Class::Storyteller), "5: [H i] H ii | ");
    assert_eq!(table.order_summary(Class::Table), "0:  | ");
    table.give_accepted(ST, add_command("A"));
    let a = table.combatant_id("A");
    table.give_accepted(ST, to(a, TokenDestination::Before(None)));
    table.next_turn();
    table.next_turn();
    assert_eq!(table.order_summary(Class::Table), "1: [A] | ");
    assert_eq!(
        table.order_summary(Class::Storyteller),
        "1: H i H ii [A] | "
    );
}

/// Who was behind the hidden combatant who acts, and is put before them, still has their turn in this round.
#[test]
fn no_round_begins_among_hidden_ones_before_players_are_through_with_theirs() {
    let mut table = Table::with_combatants(&["!Dog", "A", "!Cat", "B"])
        .place_all_in_order()
        .after_turns(3);
    assert_eq!(
        table.order_summary(Class::Storyteller),
        "1: Dog A [Cat] B | "
    );
    let [cat, b] = ["Cat", "B"].map(|name| table.combatant_id(name));
    table.give_accepted(ST, to(b, TokenDestination::Before(Some(cat))));
    table.next_turn();
    assert_eq!(
        table.order_summary(Class::Storyteller),
        "1: Dog A [B] Cat | "
    );
    assert_eq!(table.order_summary(Class::Table), "1: A [B] | ");
    table.next_turn();
    assert_eq!(
        table.order_summary(Class::Storyteller),
        "1: Dog A B [Cat] | "
    );
    table.next_turn();
    assert_eq!(
        table.order_summary(Class::Storyteller),
        "2: [Dog] A B Cat | "
    );
}

#[test]
fn hiding_and_showing_the_one_who_acts() {
    let mut table = Table::with_combatants(&["A", "B", "C"])
        .place_all_in_order()
        .after_turns(2);
    let b = table.combatant_id("B");
    let before = table.comparable_state();
    table.give_accepted(ST, Command::Hide { id: b });
    assert_eq!(table.order_summary(Class::Table), "1: A [C] | ");
    assert_eq!(table.order_summary(Class::Storyteller), "1: A [B] C | ");
    table.give_accepted(ST, Command::Reveal { id: b });
    assert_eq!(table.comparable_state(), before);
    table.give_accepted(ST, Command::Undo);
    assert_eq!(table.order_summary(Class::Table), "1: A [C] | ");
    table.give_accepted(ST, Command::Undo);
    assert_eq!(table.comparable_state(), before);

    let mut table = Table::with_combatants(&["A", "!H", "B"])
        .place_all_in_order()
        .after_turns(2);
    let (h, before) = (table.combatant_id("H"), table.comparable_state());
    assert_eq!(table.order_summary(Class::Table), "1: [A] B | ");
    table.give_accepted(ST, Command::Reveal { id: h });
    assert_eq!(table.order_summary(Class::Table), "1: A [H] B | ");
    table.give_accepted(ST, Command::Undo);
    assert_eq!(table.comparable_state(), before);
}

#[test]
fn somebody_hidden_who_leaves_in_their_turn_hands_it_on() {
    let mut table = Table::with_combatants(&["A", "!H", "B"])
        .place_all_in_order()
        .after_turns(2);
    let h = table.combatant_id("H");
    table.give_accepted(ST, to(h, TokenDestination::Bench));
    assert_eq!(table.order_summary(Class::Storyteller), "1: A [B] | H");
    assert_eq!(table.order_summary(Class::Table), "1: A [B] | ");
    table.give_accepted(ST, Command::Undo);
    assert_eq!(table.order_summary(Class::Storyteller), "1: A [H] B | ");
    assert_eq!(table.order_summary(Class::Table), "1: [A] B | ");
}
