//! Tokens that are put elsewhere by hand.

use super::*;

const FOUR: [&str; 4] = ["A", "B", "C", "D"];

/// Drags `who` in `A B C D` where B acts in round 1.
fn check(who: &str, before: Option<&str>, expected: Result<&str, Refusal>) {
    let mut table = Table::with(&FOUR).lined_up().after_turns(2);
    let id = table.id(who);
    let other = before.map(|name| table.id(name));
    let dragged = table.give(ST, to(id, Destination::Before(other)));
    let picture = dragged.map(|_| table.picture(Class::Table));
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
    let mut table = Table::with(&FOUR);
    let id = |name| Table::with(&FOUR).id(name);
    table.ok(ST, to(id("A"), Destination::Before(None)));
    table.ok(ST, to(id("B"), Destination::Before(Some(id("A")))));
    assert_eq!(table.picture(Class::Table), "0: B A | C D");
    table.ok(ST, to(id("B"), Destination::Bench));
    assert_eq!(table.picture(Class::Table), "0: A | C D B");
    let bench = to(id("B"), Destination::Bench);
    assert_eq!(table.no(ST, bench), Refusal::NothingToDo);
    // Before a combatant on the bench is nowhere.
    let beside = to(id("A"), Destination::Before(Some(id("C"))));
    assert_eq!(table.no(ST, beside), Refusal::NoSuchCombatant);
}

#[test]
fn score_turn_and_round_stay() {
    let mut table = Table::with(&FOUR);
    for (name, typed) in [("A", 9), ("B", 7), ("C", 5), ("D", 3)] {
        let id = table.id(name);
        table.ok(ST, face(id, typed));
    }
    let mut table = table.after_turns(6);
    assert_eq!(table.picture(Class::Table), "2: A [B] C D | ");
    let (b, d) = (table.id("B"), table.id("D"));
    let rows = table.view(Class::Storyteller).rows;
    table.ok(ST, to(d, Destination::Before(Some(b))));
    table.ok(ST, to(b, Destination::Before(None)));
    assert_eq!(table.picture(Class::Table), "2: A D C [B] | ");
    assert_eq!(table.view(Class::Storyteller).rows, rows);
    table.ok(ST, to(d, Destination::Bench));
    assert_eq!(table.view(Class::Storyteller).rows, rows);
}

#[test]
fn the_one_who_acts_hands_the_turn_on() {
    let mut table = Table::with(&FOUR).lined_up().after_turns(2);
    let b = table.id("B");
    table.ok(ST, to(b, Destination::Bench));
    assert_eq!(table.picture(Class::Table), "1: A [C] D | B");
    let mut table = Table::with(&FOUR).lined_up().after_turns(4);
    let d = table.id("D");
    table.ok(ST, to(d, Destination::Bench));
    assert_eq!(table.picture(Class::Table), "2: [A] B C | D");
    let mut table = Table::with(&["A"]).lined_up().after_turns(3);
    let a = table.id("A");
    table.ok(ST, to(a, Destination::Bench));
    assert_eq!(table.picture(Class::Table), "3:  | A");
    // Removing is leaving as well.
    let mut table = Table::with(&FOUR).lined_up().after_turns(2);
    table.ok(ST, Command::Remove { id: b });
    assert_eq!(table.picture(Class::Table), "1: A [C] D | ");
    table.ok(ST, Command::Undo);
    assert_eq!(table.picture(Class::Table), "1: A [B] C D | ");
}

#[test]
fn a_step_past_somebody_hidden_is_no_step() {
    let mut table = Table::with(&["A", "!H", "B"]).lined_up();
    let (a, b) = (table.id("A"), table.id("B"));
    let (before, lines) = (table.view(Class::Table), table.lines(Class::Storyteller));
    table.ok(ST, to(a, Destination::Before(Some(b))));
    assert_eq!(table.picture(Class::Storyteller), "0: H A B | ");
    assert_eq!(table.view(Class::Table), before);
    assert_eq!(table.lines(Class::Storyteller), lines + 1);
}

#[test]
fn taking_back_puts_a_token_where_players_saw_it() {
    let mut table = Table::with(&["!H", "A", "@Ana", "B"]).lined_up();
    let (h, ana) = (table.id("H"), table.id("Ana"));
    table.ok(ANA, Command::Remove { id: ana });
    table.ok(ST, Command::Remove { id: h });
    assert_eq!(table.picture(Class::Table), "0: A B | ");
    table.ok(ANA, Command::Undo);
    assert_eq!(table.picture(Class::Table), "0: A Ana B | ");
}

#[test]
fn taking_back_a_step_past_somebody_hidden_is_no_step() {
    let mut table = Table::with(&["@Ana", "!H", "B"]).lined_up();
    let (ana, h, b) = (table.id("Ana"), table.id("H"), table.id("B"));
    table.ok(ANA, Command::Remove { id: ana });
    table.ok(ST, to(b, Destination::Before(Some(h))));
    table.ok(ANA, Command::Undo);
    let before = table.view(Class::Table);
    assert_eq!(table.picture(Class::Table), "0: Ana B | ");
    table.ok(ST, Command::Undo);
    assert_eq!(table.picture(Class::Storyteller), "0: Ana H B | ");
    assert_eq!(table.view(Class::Table), before);
}
