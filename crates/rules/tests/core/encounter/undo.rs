//! Taking back and bringing back.

use super::*;

fn table() -> Table {
    let mut table =
        Table::with(&["@Ilse dex 3", "2x ghoul dex 3", "!cat dex 3", "Pal pc"]).lined_up();
    for name in ["Ilse", "Ghoul A", "Cat"] {
        let id = table.id(name);
        table.ok(ST, face(id, 5));
    }
    table.after_turns(2)
}

/// Everything that can be taken back, by the one who did it and by the storyteller.
#[test]
fn whatever_can_be_taken_back_is_as_it_was() {
    let table = table();
    let [ilse, a, b, cat, pal] =
        ["Ilse", "Ghoul A", "Ghoul B", "Cat", "Pal"].map(|name| table.id(name));
    let turn = table.view(Class::Storyteller).turn;
    let acting = turn.acting.expect("one acts");
    let name = |name: &str| name.to_owned();
    let commands: Vec<Command> = vec![
        Command::Title {
            title: name("Dawn"),
        },
        add("rat"),
        add("3x ghoul"),
        add_hidden("cat"),
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
        whose(Whose::One(ilse)),
        whose(Whose::One(cat)),
        whose(Whose::One(b)),
        face(b, 5),
        whose(Whose::Storytellers),
        to(b, Destination::Before(Some(a))),
        to(cat, Destination::Bench),
        to(acting, Destination::Bench),
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
    let before = table.essence();
    for command in commands {
        let mut table = table.clone();
        if matches!(command, Command::Sort) {
            let last = table.view(Class::Storyteller).order[4];
            let before = if last == ilse { a } else { ilse };
            table.ok(ST, to(last, Destination::Before(Some(before))));
        }
        let before = match command {
            Command::Sort => table.essence(),
            _ => before.clone(),
        };
        let said = format!("{command:?}");
        table.ok(ST, command);
        assert_ne!(table.essence(), before, "{said}");
        table.ok(ST, Command::Undo);
        assert_eq!(table.essence(), before, "{said}");
    }
}

#[test]
fn dice_and_seats_stay() {
    let mut table = Table::with(&["rat"]);
    let id = table.id("Rat");
    let before = table.essence();
    table.ok(
        ST,
        Command::Note {
            id,
            text: "prone".into(),
        },
    );
    table.ok(ST, Command::Roll(Box::new(ask(None, "Luck", &[]))));
    table.ok(ST, Command::Unseat { seat: SeatId(4) });
    table.ok(ST, Command::Undo);
    let mut after = table.essence();
    after["seats"] = before["seats"].clone();
    assert_eq!(after, before);
}

#[test]
fn the_storyteller_takes_back_anybodys_and_players_their_own() {
    let mut table = Table::with(&["@Ilse", "rat"]);
    let (ilse, rat) = (table.id("Ilse"), table.id("Rat"));
    let note = |id, text: &str| Command::Note {
        id,
        text: text.into(),
    };
    table.ok(ANA, note(ilse, "hers"));
    table.ok(ST, note(rat, "theirs"));
    assert_eq!(table.no(BEN, Command::Undo), Refusal::NothingToUndo);
    table.ok(ANA, Command::Undo);
    assert_eq!(table.row("Ilse").note, None);
    table.ok(ANA, note(ilse, "again"));
    table.ok(ST, Command::Undo);
    assert_eq!(table.row("Ilse").note, None);
    assert_eq!(table.row("Rat").note.as_deref(), Some("theirs"));
}

#[test]
fn a_player_takes_back_neither_turn_nor_initiative() {
    let mut table = Table::with(&["@Ilse", "rat"]);
    let ilse = table.id("Ilse");
    table.ok(ANA, face(ilse, 5));
    table.next();
    let after = table.view(Class::Table).turn;
    table.ok(
        ANA,
        Command::NextTurn {
            after,
            anyway: false,
        },
    );
    // What is left is adding her, and she is in the order by now.
    assert_eq!(table.no(ANA, Command::Undo), Refusal::ChangedSince);
}

#[test]
fn what_was_changed_since_stays() {
    let mut table = Table::with(&["@Ilse stam 2 size 3"]);
    let ilse = table.id("Ilse");
    let since = Refusal::ChangedSince;
    table.ok(ANA, click(ilse, ".>/"));
    table.ok(ST, harm(ilse, 0, 1, 0));
    assert_eq!(table.no(ANA, Command::Undo), since);
    // Adding, once they are in the order, or under another's hand, or out of sight.
    for change in [
        to(ilse, Destination::Before(None)),
        harm(ilse, 1, 0, 0),
        face(ilse, 5),
        Command::Assign {
            id: ilse,
            seat: Some(SeatId(3)),
        },
        Command::Hide { id: ilse },
        Command::Remove { id: ilse },
    ] {
        let mut table = Table::with(&["@Ilse stam 2 size 3"]);
        let said = format!("{change:?}");
        table.ok(ST, change);
        assert_eq!(table.no(ANA, Command::Undo), since, "{said}");
    }
}

#[test]
fn so_many_can_be_taken_back() {
    let mut table = Table::with(&["@Ilse", "!cat"]);
    let (ilse, cat) = (table.id("Ilse"), table.id("Cat"));
    let note = |id, nth: usize| Command::Note {
        id,
        text: format!("note {nth}"),
    };
    table.ok(ANA, note(ilse, 0));
    for nth in 0..=UNDO_DEPTH {
        table.ok(ST, note(cat, nth));
    }
    for _ in 0..UNDO_DEPTH {
        table.ok(ST, Command::Undo);
    }
    assert_eq!(table.no(ST, Command::Undo), Refusal::NothingToUndo);
    assert!(!table.view(Class::Storyteller).can_undo);
    assert_eq!(table.row("Cat").note.as_deref(), Some("note 0"));
    // A player's own is not pushed out by what they do not see.
    table.ok(ANA, Command::Undo);
    assert_eq!(table.row("Ilse").note, None);
    for nth in 0..=UNDO_DEPTH {
        table.ok(ANA, note(ilse, nth));
    }
    for _ in 0..UNDO_DEPTH {
        table.ok(ANA, Command::Undo);
    }
    assert_eq!(table.row("Ilse").note.as_deref(), Some("note 0"));
    assert_eq!(table.no(ANA, Command::Undo), Refusal::NothingToUndo);
}

#[test]
fn undone_twice_is_two_steps() {
    let mut table = Table::with(&["rat", "cat"]);
    table.ok(ST, Command::Undo);
    table.ok(ST, Command::Undo);
    assert!(table.view(Class::Table).rows.is_empty());
    assert_eq!(table.no(ST, Command::Undo), Refusal::NothingToUndo);
}

#[test]
fn whoever_ran_the_table_takes_back_nothing_of_that() {
    let mut table = Table::with(&["A", "B"]);
    let a = table.id("A");
    table.ok(ST, to(a, Destination::Before(None)));
    let sit = Command::Sit {
        seat: SeatId(1),
        name: "Sam".into(),
        role: Role::Player,
    };
    table.ok(Actor::Server, sit);
    assert_eq!(table.no(ST, Command::Undo), Refusal::NothingToUndo);
    assert_eq!(table.picture(Class::Table), "0: A | B");
}

/// The player's combatant was away while another one was moved, and comes back in front of them.
#[test]
fn who_is_moved_back_and_forth_stands_where_they_stood() {
    let mut table = Table::with(&["@Ilse dex 5", "Boss dex 3", "rat dex 1"]).lined_up();
    let [ilse, boss, rat] = ["Ilse", "Boss", "Rat"].map(|name| table.id(name));
    let before = |id, other| Command::Move {
        id,
        to: Destination::Before(Some(other)),
    };
    let order = |table: &Table| table.view(Class::Storyteller).order;
    for (id, other) in [(boss, rat), (ilse, boss)] {
        if order(&table) != [ilse, boss, rat] {
            table.ok(ST, before(id, other));
        }
    }
    table.ok(ANA, Command::Remove { id: ilse });
    table.ok(ST, before(rat, boss));
    table.ok(ANA, Command::Undo);
    let stood = order(&table);
    assert_eq!(stood, [ilse, rat, boss]);
    table.ok(ST, Command::Undo);
    table.ok(ST, Command::Redo);
    assert_eq!(order(&table), stood);
}

#[test]
fn a_hidden_one_who_is_moved_back_and_forth_stands_where_they_stood() {
    let mut table = Table::with(&["Boss", "!cat", "@Ilse", "!dog"]);
    let [boss, cat, ilse, dog] = ["Boss", "Cat", "Ilse", "Dog"].map(|name| table.id(name));
    for id in [boss, cat, ilse, dog] {
        let to = Destination::Before(None);
        table.ok(ST, Command::Move { id, to });
    }
    table.ok(ANA, Command::Remove { id: ilse });
    let to = Destination::Before(None);
    table.ok(ST, Command::Move { id: cat, to });
    table.ok(ANA, Command::Undo);
    let order = |table: &Table| table.view(Class::Storyteller).order;
    let stood = order(&table);
    assert_eq!(stood, [boss, dog, ilse, cat]);
    table.ok(ST, Command::Undo);
    assert_eq!(order(&table), [boss, cat, dog, ilse]);
    table.ok(ST, Command::Redo);
    assert_eq!(order(&table), stood);
}
