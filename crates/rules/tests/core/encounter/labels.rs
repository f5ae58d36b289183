//! Quick add, and how namesakes are told apart.

use super::*;

/// The full names of all who were added by these lines, in the order they came.
fn check(lines: &[&str], expected: &[&str]) {
    assert_eq!(names(&Table::with_combatants(lines)), expected, "{lines:?}");
}

fn names(table: &Table) -> Vec<String> {
    let view = table.view(Class::Storyteller);
    let name = |id| view.rows[id].full_name();
    view.order.iter().chain(&view.bench).map(name).collect()
}

#[test]
fn namesakes_are_told_apart() {
    check(&["ghoul"], &["Ghoul"]);
    check(
        &["ghoul", "Ghoul", "GHOUL"],
        &["Ghoul", "Ghoul B", "GHOUL C"],
    );
    check(&["3x ghoul"], &["Ghoul A", "Ghoul B", "Ghoul C"]);
    check(
        &["ghoul", "2x ghoul", "rat"],
        &["Ghoul", "Ghoul B", "Ghoul C", "Rat"],
    );
}

#[test]
fn hidden_ones_count_apart() {
    check(&["!rat", "!rat"], &["Rat", "Rat ii"]);
    check(&["!2x rat"], &["Rat i", "Rat ii"]);
    check(&["rat", "!rat", "rat"], &["Rat", "Rat i", "Rat B"]);
    // Players have seen no rat yet.
    check(&["!3x rat", "rat"], &["Rat i", "Rat ii", "Rat iii", "Rat"]);
    check(&["rat hidden", "rat"], &["Rat", "Rat"]);
}

#[test]
fn a_label_is_never_given_again() {
    let mut table = Table::with_combatants(&["3x ghoul"]);
    let id = table.combatant_id("Ghoul C");
    table.give_accepted(ST, Command::Remove { id });
    table.give_accepted(ST, add_command("ghoul"));
    assert_eq!(names(&table), ["Ghoul A", "Ghoul B", "Ghoul D"]);
    table.give_accepted(ST, Command::Undo);
    table.give_accepted(ST, add_command("ghoul"));
    assert_eq!(names(&table), ["Ghoul A", "Ghoul B", "Ghoul E"]);
    let id = table.combatant_id("Ghoul E");
    let rename = |name: &str| Command::Rename {
        id,
        name: name.into(),
    };
    table.give_accepted(ST, rename("rat"));
    table.give_accepted(ST, rename("ghoul"));
    assert_eq!(names(&table), ["Ghoul A", "Ghoul B", "ghoul F"]);
    // Another case is the same name and keeps its label.
    table.give_accepted(ST, rename("GHOUL"));
    assert_eq!(names(&table), ["Ghoul A", "Ghoul B", "GHOUL F"]);
}

#[test]
fn showing_gives_the_next_letter_players_expect() {
    let mut table = Table::with_combatants(&["rat", "!rat"]);
    let id = table.combatant_id("Rat i");
    table.give_accepted(ST, Command::Reveal { id });
    assert_eq!(names(&table), ["Rat", "Rat B"]);
    // What they have seen keeps its label through hiding and showing, plain or not.
    for name in ["Rat", "Rat B"] {
        let id = table.combatant_id(name);
        table.give_accepted(ST, Command::Hide { id });
        table.give_accepted(ST, Command::Reveal { id });
        assert_eq!(names(&table), ["Rat", "Rat B"]);
    }
    let mut table = Table::with_combatants(&["!rat"]);
    let id = table.combatant_id("Rat");
    table.give_accepted(ST, Command::Reveal { id });
    table.give_accepted(ST, add_command("rat"));
    assert_eq!(names(&table), ["Rat", "Rat B"]);
}

#[test]
fn a_hidden_one_renamed_uses_up_no_letter() {
    let mut table = Table::with_combatants(&["rat", "!cat"]);
    let id = table.combatant_id("Cat");
    let name = "Rat".to_owned();
    table.give_accepted(ST, Command::Rename { id, name });
    assert_eq!(names(&table), ["Rat", "Rat i"]);
    table.give_accepted(ST, add_command("rat"));
    assert_eq!(names(&table), ["Rat", "Rat i", "Rat B"]);
}

#[test]
fn whose_side() {
    let side = |by, line: &str, side| {
        let mut table = Table::new();
        let line = line.to_owned();
        table.give_accepted(
            by,
            Command::Add {
                line,
                side,
                hidden: false,
                as_one: false,
            },
        );
        let row = table.row("Rat");
        (row.side, row.owner)
    };
    assert_eq!(side(ST, "rat", None), (Side::Foe, None));
    assert_eq!(
        side(ST, "rat", Some(Side::Character)),
        (Side::Character, None)
    );
    assert_eq!(
        side(ST, "rat foe", Some(Side::Character)),
        (Side::Foe, None)
    );
    assert_eq!(
        side(ANA, "rat foe", Some(Side::Foe)),
        (Side::Character, Some(SeatId(2)))
    );
}

#[test]
fn ids_follow_from_the_dice() {
    let mut table = Table::new();
    let dice = || SeededDice::for_command(CommandId(7));
    table
        .give_with_id(CommandId(5), ST, add_command("3x rat"), &mut dice())
        .expect("added");
    let mut again = dice();
    let drawn = [(); 3].map(|()| CombatantId::draw(&mut again));
    assert_eq!(table.view(Class::Storyteller).bench, drawn);
}
