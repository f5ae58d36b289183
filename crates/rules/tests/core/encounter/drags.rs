//! Tokens that are put elsewhere by hand.

use super::*;

const FOUR: [&str; 4] = ["A", "B", "C", "D"];

/// Drags `who` in `A B C D` where B acts in round 1.
fn check(who: &str, before: Option<&str>, expected: Result<&str, Refusal>) {
    let mut table = Table::with_combatants(&FOUR)
        .place_all_in_order()
        .after_turns(2);
    let id = table.combatant_id(who);
    let other = before.map(|name| table.combatant_id(name));
    let dragged = table.give(ST, to(id, TokenDestination::Before(other)));
    let picture = dragged.map(|_| table.order_summary(Class::Table));
    assert_eq!(
        picture.as_ref().map(String::as_str),
        expected.as_ref().map(|text| *text),
        "{who} before {before:?}"
    );
}

#[test]
fn inside_the_order() {
    check("C", Some("A"), Ok("1: C A [B] D | "));
    check("B", Some("A"), Ok("1: [B] A C D | "));
    check("B", None, Ok("1: A C D [B] | "));
    check("A", Some("D"), Ok("1: [B] C A D | "));
    check("A", Some("B"), Err(Refusal::NothingToDo));
    check("A", Some("A"), Err(Refusal::NothingToDo));
    check("D", None, Err(Refusal::NothingToDo));
}

#[test]
fn from_the_bench_and_to_it() {
    let mut table = Table::with_combatants(&FOUR);
    let id = |name| Table::with_combatants(&FOUR).combatant_id(name);
    table.give_accepted(ST, to(id("A"), TokenDestination::Before(None)));
    table.give_accepted(ST, to(id("B"), TokenDestination::Before(Some(id("A")))));
    assert_eq!(table.order_summary(Class::Table), "0: B A | C D");
    table.give_accepted(ST, to(id("B"), TokenDestination::Bench));
    assert_eq!(table.order_summary(Class::Table), "0: A | C D B");
    let bench = to(id("B"), TokenDestination::Bench);
    assert_eq!(table.give_refused(ST, bench), Refusal::NothingToDo);
    // Before a combatant on the bench is nowhere.
    let beside = to(id("A"), TokenDestination::Before(Some(id("C"))));
    assert_eq!(table.give_refused(ST, beside), Refusal::NoSuchCombatant);
}

#[test]
fn score_turn_and_round_stay() {
    let mut table = Table::with_combatants(&FOUR);
    for (name, typed) in [("A", 9), ("B", 7), ("C", 5), ("D", 3)] {
        let id = table.combatant_id(name);
        table.give_accepted(ST, face(id, typed));
    }
    let mut table = table.after_turns(6);
    assert_eq!(table.order_summary(Class::Table), "2: A [B] C D | ");
    let (b, d) = (table.combatant_id("B"), table.combatant_id("D"));
    let rows = table.view(Class::Storyteller).rows;
    table.give_accepted(ST, to(d, TokenDestination::Before(Some(b))));
    table.give_accepted(ST, to(b, TokenDestination::Before(None)));
    assert_eq!(table.order_summary(Class::Table), "2: A D C [B] | ");
    assert_eq!(table.view(Class::Storyteller).rows, rows);
    table.give_accepted(ST, to(d, TokenDestination::Bench));
    assert_eq!(table.view(Class::Storyteller).rows, rows);
}

#[test]
fn the_one_who_acts_hands_the_turn_on() {
    let mut table = Table::with_combatants(&FOUR)
        .place_all_in_order()
        .after_turns(2);
    let b = table.combatant_id("B");
    table.give_accepted(ST, to(b, TokenDestination::Bench));
    assert_eq!(table.order_summary(Class::Table), "1: A [C] D | B");
    let mut table = Table::with_combatants(&FOUR)
        .place_all_in_order()
        .after_turns(4);
    let d = table.combatant_id("D");
    table.give_accepted(ST, to(d, TokenDestination::Bench));
    assert_eq!(table.order_summary(Class::Table), "2: [A] B C | D");
    let mut table = Table::with_combatants(&["A"])
        .place_all_in_order()
        .after_turns(3);
    let a = table.combatant_id("A");
    table.give_accepted(ST, to(a, TokenDestination::Bench));
    assert_eq!(table.order_summary(Class::Table), "3:  | A");
    // Removing is leaving as well.
    let mut table = Table::with_combatants(&FOUR)
        .place_all_in_order()
        .after_turns(2);
    table.give_accepted(ST, Command::Remove { id: b });
    assert_eq!(table.order_summary(Class::Table), "1: A [C] D | ");
    table.give_accepted(ST, Command::Undo);
    assert_eq!(table.order_summary(Class::Table), "1: A [B] C D | ");
}

#[test]
fn a_step_past_somebody_hidden_is_no_step() {
    let mut table = Table::with_combatants(&["A", "!H", "B"]).place_all_in_order();
    let (a, b) = (table.combatant_id("A"), table.combatant_id("B"));
    let (before, lines) = (
        table.view(Class::Table),
        table.log_line_count(Class::Storyteller),
    );
    table.give_accepted(ST, to(a, TokenDestination::Before(Some(b))));
    assert_eq!(table.order_summary(Class::Storyteller), "0: H A B | ");
    assert_eq!(table.view(Class::Table), before);
    assert_eq!(table.log_line_count(Class::Storyteller), lines + 1);
}

#[test]
fn taking_back_puts_a_token_where_players_saw_it() {
    let mut table = Table::with_combatants(&["!H", "A", "@Ana", "B"]).place_all_in_order();
    let (h, ana) = (table.combatant_id("H"), table.combatant_id("Ana"));
    table.give_accepted(ANA, Command::Remove { id: ana });
    table.give_accepted(ST, Command::Remove { id: h });
    assert_eq!(table.order_summary(Class::Table), "0: A B | ");
    table.give_accepted(ANA, Command::Undo);
    assert_eq!(table.order_summary(Class::Table), "0: A Ana B | ");
}

#[test]
fn taking_back_a_step_past_somebody_hidden_is_no_step() {
    let mut table = Table::with_combatants(&["@Ana", "!H", "B"]).place_all_in_order();
    let (ana, h, b) = (
        table.combatant_id("Ana"),
        table.combatant_id("H"),
        table.combatant_id("B"),
    );
    table.give_accepted(ANA, Command::Remove { id: ana });
    table.give_accepted(ST, to(b, TokenDestination::Before(Some(h))));
    table.give_accepted(ANA, Command::Undo);
    let before = table.view(Class::Table);
    assert_eq!(table.order_summary(Class::Table), "0: Ana B | ");
    table.give_accepted(ST, Command::Undo);
    assert_eq!(table.order_summary(Class::Storyteller), "0: Ana H B | ");
    assert_eq!(table.view(Class::Table), before);
}
