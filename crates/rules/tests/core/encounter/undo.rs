//! Taking back and bringing back.

use super::*;

fn table() -> Table {
    let mut table =
        Table::with_combatants(&["@Ilse dex 3", "2x ghoul dex 3", "!cat dex 3", "Pal pc"])
            .place_all_in_order();
    for name in ["Ilse", "Ghoul A", "Cat"] {
        let id = table.combatant_id(name);
        table.give_accepted(ST, face(id, 5));
    }
    table.after_turns(2)
}

/// Everything that can be taken back, by the one who did it and by the storyteller.
#[test]
fn whatever_can_be_taken_back_is_as_it_was() {
    let table = table();
    let [ilse, a, b, cat, pal] =
        ["Ilse", "Ghoul A", "Ghoul B", "Cat", "Pal"].map(|name| table.combatant_id(name));
    let turn = table.view(Class::Storyteller).turn;
    let acting = turn.acting.expect("one acts");
    let name = |name: &str| name.to_owned();
    let commands: Vec<Command> = vec![
        Command::Title {
            title: name("Dawn"),
        },
        add_command("rat"),
        add_command("3x ghoul"),
        add_hidden_command("cat"),
        Command::Remove { id: ilse },
        Command::Remove { id: a },
        Command::Remove { id: cat },
        Command::Remove { id: acting },
        Command::Rename {
            id: ilse,
            name: name("Ghoul"),
        },
        Command::Rename {
            id: cat,
            name: name("Ghoul"),
        },
        Command::Reveal { id: cat },
        Command::Hide { id: a },
        Command::Hide { id: acting },
        Command::Assign {
            id: pal,
            seat: Some(SeatId(2)),
        },
        Command::Assign {
            id: ilse,
            seat: None,
        },
        Command::Note {
            id: ilse,
            text: name("prone"),
        },
        whose(InitiativeTarget::One(ilse)),
        whose(InitiativeTarget::One(cat)),
        whose(InitiativeTarget::One(b)),
        face(b, 5),
        whose(InitiativeTarget::Storytellers),
        to(b, TokenDestination::Before(Some(a))),
        to(cat, TokenDestination::Bench),
        to(acting, TokenDestination::Bench),
        Command::Sort,
        Command::NextTurn {
            after: turn,
            anyway: false,
        },
        Command::PreviousTurn { before: turn },
        harm(ilse, 1, 2, 1),
        harm(cat, 1, 0, 0),
        click(a, "2x.>X .>/"),
        Command::SetTable {
            to: TableSetting::FoeHealth(FoeHealth::Concealed),
            was: None,
        },
    ];
    let before = table.comparable_state();
    for command in commands {
        let mut table = table.clone();
        if matches!(command, Command::Sort) {
            let last = table.view(Class::Storyteller).order[4];
            let before = if last == ilse { a } else { ilse };
            table.give_accepted(ST, to(last, TokenDestination::Before(Some(before))));
        }
        let before = match command {
            Command::Sort => table.comparable_state(),
            _ => before.clone(),
        };
        let said = format!("{command:?}");
        table.give_accepted(ST, command);
        assert_ne!(table.comparable_state(), before, "{said}");
        table.give_accepted(ST, Command::Undo);
        assert_eq!(table.comparable_state(), before, "{said}");
    }
}

#[test]
fn dice_and_seats_stay() {
    let mut table = Table::with_combatants(&["rat"]);
    let id = table.combatant_id("Rat");
    let before = table.comparable_state();
    table.give_accepted(
        ST,
        Command::Note {
            id,
            text: "prone".into(),
        },
    );
    table.give_accepted(ST, Command::Roll(Box::new(roll_request(None, "Luck", &[]))));
    table.give_accepted(ST, Command::Unseat { seat: SeatId(4) });
    table.give_accepted(ST, Command::Undo);
    let mut after = table.comparable_state();
    after["seats"] = before["seats"].clone();
    assert_eq!(after, before);
}

#[test]
fn the_storyteller_takes_back_anybodys_and_players_their_own() {
    let mut table = Table::with_combatants(&["@Ilse", "rat"]);
    let (ilse, rat) = (table.combatant_id("Ilse"), table.combatant_id("Rat"));
    let note = |id, text: &str| Command::Note {
        id,
        text: text.into(),
    };
    table.give_accepted(ANA, note(ilse, "hers"));
    table.give_accepted(ST, note(rat, "theirs"));
    assert_eq!(
        table.give_refused(BEN, Command::Undo),
        Refusal::NothingToUndo
    );
    table.give_accepted(ANA, Command::Undo);
    assert_eq!(table.row("Ilse").note, None);
    table.give_accepted(ANA, note(ilse, "again"));
    table.give_accepted(ST, Command::Undo);
    assert_eq!(table.row("Ilse").note, None);
    assert_eq!(table.row("Rat").note.as_deref(), Some("theirs"));
}

#[test]
fn a_player_takes_back_neither_turn_nor_initiative() {
    let mut table = Table::with_combatants(&["@Ilse", "rat"]);
    let ilse = table.combatant_id("Ilse");
    table.give_accepted(ANA, face(ilse, 5));
    table.next_turn();
    let after = table.view(Class::Table).turn;
    table.give_accepted(
        ANA,
        Command::NextTurn {
            after,
            anyway: false,
        },
    );
    // What is left is adding her, and she is in the order by now.
    assert_eq!(
        table.give_refused(ANA, Command::Undo),
        Refusal::ChangedSince
    );
}

#[test]
fn what_was_changed_since_stays() {
    let mut table = Table::with_combatants(&["@Ilse stam 2 size 3"]);
    let ilse = table.combatant_id("Ilse");
    let since = Refusal::ChangedSince;
    table.give_accepted(ANA, click(ilse, ".>/"));
    table.give_accepted(ST, harm(ilse, 0, 1, 0));
    assert_eq!(table.give_refused(ANA, Command::Undo), since);
    // Adding, once they are in the order, or under another's hand, or out of sight.
    for change in [
        to(ilse, TokenDestination::Before(None)),
        harm(ilse, 1, 0, 0),
        face(ilse, 5),
        Command::Assign {
            id: ilse,
            seat: Some(SeatId(3)),
        },
        Command::Hide { id: ilse },
        Command::Remove { id: ilse },
    ] {
        let mut table = Table::with_combatants(&["@Ilse stam 2 size 3"]);
        let said = format!("{change:?}");
        table.give_accepted(ST, change);
        assert_eq!(table.give_refused(ANA, Command::Undo), since, "{said}");
    }
}

#[test]
fn so_many_can_be_taken_back() {
    let mut table = Table::with_combatants(&["@Ilse", "!cat"]);
    let (ilse, cat) = (table.combatant_id("Ilse"), table.combatant_id("Cat"));
    let note = |id, nth: usize| Command::Note {
        id,
        text: format!("note {nth}"),
    };
    table.give_accepted(ANA, note(ilse, 0));
    for nth in 0..=UNDO_DEPTH {
        table.give_accepted(ST, note(cat, nth));
    }
    for _ in 0..UNDO_DEPTH {
        table.give_accepted(ST, Command::Undo);
    }
    assert_eq!(
        table.give_refused(ST, Command::Undo),
        Refusal::NothingToUndo
    );
    assert!(!table.view(Class::Storyteller).can_undo);
    assert_eq!(table.row("Cat").note.as_deref(), Some("note 0"));
    // A player's own is not pushed out by what they do not see.
    table.give_accepted(ANA, Command::Undo);
    assert_eq!(table.row("Ilse").note, None);
    for nth in 0..=UNDO_DEPTH {
        table.give_accepted(ANA, note(ilse, nth));
    }
    for _ in 0..UNDO_DEPTH {
        table.give_accepted(ANA, Command::Undo);
    }
    assert_eq!(table.row("Ilse").note.as_deref(), Some("note 0"));
    assert_eq!(
        table.give_refused(ANA, Command::Undo),
        Refusal::NothingToUndo
    );
}

#[test]
fn undone_twice_is_two_steps() {
    let mut table = Table::with_combatants(&["rat", "cat"]);
    table.give_accepted(ST, Command::Undo);
    table.give_accepted(ST, Command::Undo);
    assert!(table.view(Class::Table).rows.is_empty());
    assert_eq!(
        table.give_refused(ST, Command::Undo),
        Refusal::NothingToUndo
    );
}

#[test]
fn whoever_ran_the_table_takes_back_nothing_of_that() {
    let mut table = Table::with_combatants(&["A", "B"]);
    let a = table.combatant_id("A");
    table.give_accepted(ST, to(a, TokenDestination::Before(None)));
    let sit = Command::Sit {
        seat: SeatId(1),
        name: "Sam".into(),
        role: Role::Player,
    };
    table.give_accepted(Actor::Server, sit);
    assert_eq!(
        table.give_refused(ST, Command::Undo),
        Refusal::NothingToUndo
    );
    assert_eq!(table.order_summary(Class::Table), "0: A | B");
}

/// The player's combatant was away while another one was moved, and comes back in front of them.
#[test]
fn who_is_moved_back_and_forth_stands_where_they_stood() {
    let mut table =
        Table::with_combatants(&["@Ilse dex 5", "Boss dex 3", "rat dex 1"]).place_all_in_order();
    let [ilse, boss, rat] = ["Ilse", "Boss", "Rat"].map(|name| table.combatant_id(name));
    let before = |id, other| Command::Move {
        id,
        to: TokenDestination::Before(Some(other)),
    };
    let order = |table: &Table| table.view(Class::Storyteller).order;
    for (id, other) in [(boss, rat), (ilse, boss)] {
        if order(&table) != [ilse, boss, rat] {
            table.give_accepted(ST, before(id, other));
        }
    }
    table.give_accepted(ANA, Command::Remove { id: ilse });
    table.give_accepted(ST, before(rat, boss));
    table.give_accepted(ANA, Command::Undo);
    let stood = order(&table);
    assert_eq!(stood, [ilse, rat, boss]);
    table.give_accepted(ST, Command::Undo);
    table.give_accepted(ST, Command::Redo);
    assert_eq!(order(&table), stood);
}

#[test]
fn a_hidden_one_who_is_moved_back_and_forth_stands_where_they_stood() {
    let mut table = Table::with_combatants(&["Boss", "!cat", "@Ilse", "!dog"]);
    let [boss, cat, ilse, dog] =
        ["Boss", "Cat", "Ilse", "Dog"].map(|name| table.combatant_id(name));
    for id in [boss, cat, ilse, dog] {
        let to = TokenDestination::Before(None);
        table.give_accepted(ST, Command::Move { id, to });
    }
    table.give_accepted(ANA, Command::Remove { id: ilse });
    let to = TokenDestination::Before(None);
    table.give_accepted(ST, Command::Move { id: cat, to });
    table.give_accepted(ANA, Command::Undo);
    let order = |table: &Table| table.view(Class::Storyteller).order;
    let stood = order(&table);
    assert_eq!(stood, [boss, dog, ilse, cat]);
    table.give_accepted(ST, Command::Undo);
    assert_eq!(order(&table), [boss, cat, dog, ilse]);
    table.give_accepted(ST, Command::Redo);
    assert_eq!(order(&table), stood);
}
