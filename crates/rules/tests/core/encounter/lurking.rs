//! Hidden until the first action: a combatant that shows itself by what it does.

use super::*;
use rules::encounter::command::Declaration;
use rules::exchange::Intent;

/// A bishop in the shadows, who shows with the first action if `lurks`, and whom he may attack.
fn shadows(lurks: bool) -> (Table, CombatantId, CombatantId) {
    let mut table = Table::new().add_combatants(&[
        "!Bishop str 3 dex 3 stam 3 size 5 brawl 3",
        "Ghoul stam 2 size 5",
    ]);
    let (bishop, ghoul) = (table.combatant_id("Bishop"), table.combatant_id("Ghoul"));
    // A note about him is as secret as the switch, and takes as long.
    let note = CombatantField::Note(Some("lurks".into()));
    let to = if lurks {
        CombatantField::Lurks(true)
    } else {
        note
    };
    table.give_accepted(ST, Command::Edit { id: bishop, to });
    (table.place_all_in_order(), bishop, ghoul)
}

/// It is said when they are added as well, for several at once; by who runs the table alone.
#[test]
fn a_line_adds_who_lurks() {
    let mut table = Table::new().add_combatants(&["Ghoul stam 2 size 5"]);
    let add = |line: &str| Command::Add {
        line: line.into(),
        side: None,
        hidden: false,
        as_one: false,
    };
    let line = "2x bishop lurking str 3 dex 3 stam 3 size 5 brawl 3";
    assert_eq!(table.give_refused(ANA, add(line)), Refusal::NotAllowed);
    let players = json(&table.view(Class::Table));
    table.give_accepted(ST, add(line));
    assert_eq!(json(&table.view(Class::Table)), players);
    let mut table = table.place_all_in_order();
    let (first, ghoul) = (table.combatant_id("Bishop i"), table.combatant_id("Ghoul"));
    assert!(table.row("Bishop i").lurks && table.row("Bishop i").hidden);
    table.give_accepted(ST, strikes(first, ghoul));
    let seen = table.view(Class::Table);
    assert!(seen.rows.contains_key(&first));
    assert_eq!(seen.rows.len(), 2, "the other lurks on");
}

fn strikes(by: CombatantId, at: CombatantId) -> Command {
    Command::Declare(Box::new(Declaration {
        by: Some(by),
        at: vec![at],
        others: Vec::new(),
        intent: Intent::of("unarmed"),
        without: Vec::new(),
        anyway: true,
        noticed: false,
        throws: false,
    }))
}

#[test]
fn the_first_action_shows_who_lurks() {
    let (mut table, bishop, ghoul) = shadows(true);
    assert!(!table.view(Class::Table).rows.contains_key(&bishop));
    let before = table.log_line_count(Class::Table);
    table.give_accepted(ST, strikes(bishop, ghoul));
    let view = table.view(Class::Table);
    assert!(view.rows.contains_key(&bishop));
    assert_eq!(view.exchanges.len(), 1, "and players see what he does");
    assert!(table.log_line_count(Class::Table) > before);
    // Both are one deed: taken back, he is hidden again, and nothing of it is left to see.
    table.give_accepted(ST, Command::Undo);
    assert!(!table.view(Class::Table).rows.contains_key(&bishop));
    assert!(table.view(Class::Table).exchanges.is_empty());
}

/// To players, a combatant who does not lurk and acts is nothing, and one who lurks is nothing until
/// he acts: the switch itself changes no byte of theirs.
#[test]
fn until_then_two_worlds_look_alike() {
    let (mut a, bishop, ghoul) = shadows(true);
    let (mut b, ..) = shadows(false);
    assert_eq!(json(&a.view(Class::Table)), json(&b.view(Class::Table)));
    b.give_accepted(ST, strikes(bishop, ghoul));
    assert_eq!(json(&a.view(Class::Table)), json(&b.view(Class::Table)));
    // What is refused shows nobody.
    let unknown = "zzzzzzzz".parse().expect("an id");
    a.give_refused(ST, strikes(bishop, unknown));
    assert_eq!(json(&a.view(Class::Table)), json(&b.view(Class::Table)));
}

/// An action against another combatant whom players do not see is out of their sight.
#[test]
fn what_happens_in_the_shadows_stays_there() {
    let (mut table, bishop, _) = shadows(true);
    table.give_accepted(
        ST,
        testkit::table::add_hidden_command("Victim stam 2 size 5"),
    );
    let victim = table.combatant_id("Victim");
    let before = json(&table.view(Class::Table));
    table.give_accepted(ST, strikes(bishop, victim));
    assert_eq!(json(&table.view(Class::Table)), before);
}
