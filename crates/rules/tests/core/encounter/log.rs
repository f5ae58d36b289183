//! What the log says, and to whom.

use super::*;

/// What players and the storyteller read after a command; an empty text is no new line.
fn check(table: &mut Table, by: Actor, command: Command, public: &str, secret: &str) {
    let said = format!("{command:?}");
    let lines = |table: &Table| {
        [
            table.log_line_count(Class::Table),
            table.log_line_count(Class::Storyteller),
        ]
    };
    let before = lines(table);
    table.give_accepted(by, command);
    let after = lines(table);
    let new = [after[0] - before[0], after[1] - before[1]];
    let expected = [
        u32::from(!public.is_empty()),
        u32::from(!public.is_empty()) + u32::from(!secret.is_empty()),
    ];
    assert_eq!(new, expected, "{said}");
    if !public.is_empty() {
        assert_eq!(
            json(&table.last_log_message(Class::Table)),
            public,
            "{said}"
        );
    }
    if !secret.is_empty() {
        assert_eq!(
            json(&table.last_log_message(Class::Storyteller)),
            secret,
            "{said}"
        );
        let line = table.view(Class::Storyteller).log.pop();
        assert!(line.is_some_and(|line| line.hidden));
    }
}

fn sit(seat: u32, name: &str, role: Role) -> Command {
    Command::Sit {
        seat: SeatId(seat),
        name: name.into(),
        role,
    }
}

fn coming(t: &mut Table) {
    check(
        t,
        Actor::Server,
        sit(5, "Cleo", Role::CoStoryteller),
        r#"{"joined":{"name":"Cleo","role":"co_storyteller"}}"#,
        "",
    );
    check(
        t,
        ST,
        Command::Unseat { seat: SeatId(5) },
        r#"{"left":{"name":"Cleo"}}"#,
        "",
    );
    check(
        t,
        ST,
        Command::Title {
            title: "Dawn".into(),
        },
        r#"{"titled":{"title":"Dawn"}}"#,
        "",
    );
    check(
        t,
        ST,
        add_command("2x ghoul dex 3 comp 2 stam 1 size 1"),
        r#"{"added":{"names":["Ghoul A","Ghoul B"]}}"#,
        "",
    );
    check(
        t,
        ANA,
        add_command("Ilse dex 4 comp 3 stam 2 size 1"),
        r#"{"added":{"names":["Ilse"]}}"#,
        "",
    );
    check(
        t,
        ST,
        add_hidden_command("cat stam 1 size 1"),
        "",
        r#"{"added":{"names":["Cat"]}}"#,
    );
}

fn initiative_and_turns(t: &mut Table) {
    let ilse = t.combatant_id("Ilse");
    let ghoul = t.combatant_id("Ghoul A");
    let cat = t.combatant_id("Cat");
    check(
        t,
        ANA,
        face(ilse, 9),
        concat!(
            r#"{"initiative":{"name":"Ilse","die":9,"score":16,"typed":true,"#,
            r#""terms":[{"l":"Dexterity","v":4,"r":"CHR-INIT-01"},"#,
            r#"{"l":"Composure","v":3,"r":"CHR-INIT-01"}]}}"#
        ),
        "",
    );
    // The die of a foe would tell its traits.
    check(
        t,
        ST,
        face(ghoul, 9),
        r#"{"initiative":{"name":"Ghoul A","score":14,"typed":true}}"#,
        "",
    );
    check(
        t,
        ST,
        face(cat, 1),
        "",
        r#"{"initiative":{"name":"Cat","score":5,"typed":true}}"#,
    );
    check(
        t,
        ST,
        Command::NextTurn {
            after: Turn::default(),
            anyway: false,
        },
        r#"{"turn":{"round":1,"name":"Ilse"}}"#,
        "",
    );
    let after = t.view(Class::Table).turn;
    check(
        t,
        ANA,
        Command::NextTurn {
            after,
            anyway: false,
        },
        r#"{"turn":{"round":1,"name":"Ghoul A"}}"#,
        "",
    );
    let after = t.view(Class::Table).turn;
    check(
        t,
        ST,
        Command::NextTurn {
            after,
            anyway: false,
        },
        "",
        r#"{"turn":{"round":1,"name":"Cat"}}"#,
    );
    let before = t.view(Class::Storyteller).turn;
    check(t, ST, Command::PreviousTurn { before }, "", "");
    let before = t.view(Class::Storyteller).turn;
    check(
        t,
        ST,
        Command::PreviousTurn { before },
        r#"{"turn":{"round":1,"name":"Ilse","back":true}}"#,
        "",
    );
}

fn moving(t: &mut Table) {
    let ilse = t.combatant_id("Ilse");
    let cat = t.combatant_id("Cat");
    check(
        t,
        ST,
        to(ilse, TokenDestination::Before(None)),
        r#"{"moved":{"name":"Ilse"}}"#,
        "",
    );
    check(t, ST, Command::Sort, r#""sorted""#, "");
    let b = t.combatant_id("Ghoul B");
    check(
        t,
        ST,
        to(b, TokenDestination::Before(None)),
        r#"{"moved":{"name":"Ghoul B"}}"#,
        "",
    );
    check(
        t,
        ST,
        to(b, TokenDestination::Bench),
        r#"{"moved":{"name":"Ghoul B","bench":true}}"#,
        "",
    );
    check(
        t,
        ST,
        to(cat, TokenDestination::Bench),
        "",
        r#"{"moved":{"name":"Cat","bench":true}}"#,
    );
}

fn marks(t: &mut Table) {
    let ilse = t.combatant_id("Ilse");
    check(
        t,
        ST,
        harm(ilse, 1, 2, 0),
        concat!(
            r#"{"harmed":{"name":"Ilse","packet":{"b":1,"l":2,"a":0},"#,
            r#""states":[{"word":"roll Stamina to stay awake","rule":"CHR-WND-03"},"#,
            r#"{"word":"bleeding","rule":"CHR-BLEED-01"}]}}"#
        ),
        "",
    );
    check(
        t,
        ANA,
        click(ilse, "/>."),
        r#"{"marked":{"name":"Ilse","change":[-1,0,0]}}"#,
        "",
    );
}

fn names_and_players(t: &mut Table) {
    let ilse = t.combatant_id("Ilse");
    let b = t.combatant_id("Ghoul B");
    let cat = t.combatant_id("Cat");
    check(
        t,
        ANA,
        Command::Note {
            id: ilse,
            text: " prone ".into(),
        },
        r#"{"noted":{"name":"Ilse","text":"prone"}}"#,
        "",
    );
    check(
        t,
        ANA,
        Command::Note {
            id: ilse,
            text: " ".into(),
        },
        r#"{"noted":{"name":"Ilse","text":null}}"#,
        "",
    );
    check(
        t,
        ANA,
        Command::Assign {
            id: ilse,
            seat: None,
        },
        r#"{"assigned":{"name":"Ilse","to":null}}"#,
        "",
    );
    check(
        t,
        BEN,
        Command::Assign {
            id: ilse,
            seat: Some(SeatId(3)),
        },
        r#"{"assigned":{"name":"Ilse","to":"Ben"}}"#,
        "",
    );
    check(
        t,
        BEN,
        Command::Rename {
            id: ilse,
            name: "ghoul".into(),
        },
        r#"{"renamed":{"before":"Ilse","after":"ghoul C"}}"#,
        "",
    );
    check(
        t,
        ST,
        Command::Reveal { id: cat },
        r#"{"revealed":{"name":"Cat"}}"#,
        "",
    );
    check(
        t,
        ST,
        Command::Hide { id: cat },
        "",
        r#"{"hidden":{"name":"Cat"}}"#,
    );
    check(
        t,
        ST,
        Command::Remove { id: cat },
        "",
        r#"{"removed":{"name":"Cat"}}"#,
    );
    check(
        t,
        ST,
        Command::Remove { id: b },
        r#"{"removed":{"name":"Ghoul B"}}"#,
        "",
    );
}

fn dice(t: &mut Table) {
    let ghoul = t.combatant_id("Ghoul A");
    check(
        t,
        ST,
        Command::SetTable {
            to: TableSetting::FoeHealth(FoeHealth::Concealed),
            was: None,
        },
        "",
        r#"{"foe_health":{"shown":"concealed"}}"#,
    );
    check(
        t,
        ST,
        click(ghoul, ".>/"),
        "",
        r#"{"marked":{"name":"Ghoul A","change":[1,0,0]}}"#,
    );
    let typed = RollInput {
        faces: Some(vec![8, 3]),
        ..roll_request(None, "Luck", &[("Wits", 3), ("Dark", -1)])
    };
    check(
        t,
        BEN,
        Command::Roll(Box::new(typed)),
        concat!(
            r#"{"rolled":{"what":"Luck","#,
            r#""terms":[{"l":"Wits","v":3},{"l":"Dark","v":-1}],"pool":2,"#,
            r#""reading":{},"#,
            r#""rolled":{"faces":[[8,"+"],[3,"-"]],"successes":1,"grade":"success"},"#,
            r#""typed":true}}"#
        ),
        "",
    );
    // Taking back strikes the line out and writes none.
    check(t, BEN, Command::Undo, "", "");
}

#[test]
fn every_event_is_told() {
    let mut table = Table::new();
    coming(&mut table);
    initiative_and_turns(&mut table);
    moving(&mut table);
    marks(&mut table);
    names_and_players(&mut table);
    dice(&mut table);
}

#[test]
fn taking_back_strikes_the_line_out() {
    let mut table = Table::with_combatants(&["@Ilse stam 2 size 2"]);
    let id = table.combatant_id("Ilse");
    table.give_accepted(ANA, harm(id, 1, 0, 0));
    table.give_accepted(ST, Command::Undo);
    let line = table.view(Class::Table).log.pop().expect("a line");
    assert_eq!(line.undone.as_deref(), Some("Sam"));
    assert_eq!(line.by.as_deref(), Some("Ana"));
}

#[test]
fn names_are_those_of_the_moment() {
    let mut table = Table::with_combatants(&["rat"]);
    let id = table.combatant_id("Rat");
    let name = "Cat".to_owned();
    table.give_accepted(ST, Command::Rename { id, name });
    let view = table.view(Class::Table);
    let told: Vec<String> = view.log.iter().map(|line| json(&line.what)).collect();
    assert!(told[told.len() - 2].contains("Rat"));
}

#[test]
fn secret_lines_push_no_public_one_out() {
    let mut table = Table::with_combatants(&["@Ilse", "!cat"]);
    let cat = table.combatant_id("Cat");
    let before = table.view(Class::Table);
    for nth in 0..300 {
        let text = format!("lurks {nth}");
        table.give_accepted(ST, Command::Note { id: cat, text });
    }
    assert_eq!(table.view(Class::Table), before);
    let ilse = table.combatant_id("Ilse");
    for nth in 0..150 {
        let text = format!("aims {nth}");
        table.give_accepted(ANA, Command::Note { id: ilse, text });
    }
    let view = table.view(Class::Table);
    assert_eq!(view.log.len(), 100);
    assert_eq!(view.log[99].no, before.log.last().expect("a line").no + 150);
    assert_eq!(table.view(Class::Storyteller).log.len(), 100);
}

// ---- Gestures ----

/// Clicks so many milliseconds after each other; says how many lines that made.
fn gesture(clicks: &[(Actor, u64, &str)]) -> (u32, Table) {
    let mut table = Table::with_combatants(&["@Ilse stam 1 size 2"]);
    let id = table.combatant_id("Ilse");
    let before = table.log_line_count(Class::Table);
    for (by, later, text) in clicks {
        table.now += later;
        let command = table.fresh_id();
        let given = table.give_with_id(
            command,
            *by,
            click(id, text),
            &mut SeededDice::for_command(command),
        );
        given.expect("a box to turn");
    }
    (table.log_line_count(Class::Table) - before, table)
}

fn check_gesture(clicks: &[(Actor, u64, &str)], lines: u32, change: [i32; 3]) -> Table {
    let (made, table) = gesture(clicks);
    assert_eq!(made, lines, "{clicks:?}");
    let LogMessage::Marked { change: told, .. } = table.last_log_message(Class::Table) else {
        panic!("boxes are told");
    };
    assert_eq!(told, change, "{clicks:?}");
    table
}

#[test]
fn boxes_of_one_hand_join_one_line() {
    let near = SAME_GESTURE_MS;
    check_gesture(&[(ANA, 0, ".>/"), (ANA, near, ".>X")], 1, [1, 1, 0]);
    check_gesture(&[(ANA, 0, ".>/"), (ANA, near + 1, ".>X")], 2, [0, 1, 0]);
    check_gesture(&[(ANA, 0, ".>/"), (ST, 5, "/>X")], 2, [-1, 1, 0]);
    // Each click keeps the gesture open.
    let long = [(ANA, 0, ".>/"), (ANA, near, ".>/"), (ANA, near, ".>/")];
    check_gesture(&long, 1, [3, 0, 0]);
    check_gesture(&[(ANA, 0, ".>/"), (ANA, 9, "/>.")], 1, [0, 0, 0]);
}

#[test]
fn a_gesture_tells_the_states_of_all_its_boxes() {
    let table = check_gesture(&[(ANA, 0, "3x.>X"), (ANA, 9, "X>*")], 1, [0, 2, 1]);
    let states = |table: &Table| match table.last_log_message(Class::Table) {
        LogMessage::Marked { states, .. } => states
            .iter()
            .map(|state| state.word.to_string())
            .collect::<Vec<_>>(),
        other => panic!("{other:?}"),
    };
    assert_eq!(states(&table), ["unconscious", "bleeding out"]);
    let table = check_gesture(&[(ANA, 0, "3x.>X"), (ANA, 9, "X>.")], 1, [0, 2, 0]);
    assert_eq!(states(&table), ["bleeding"]);
}

/// What is taken back is the line, all its clicks, no matter who takes it back; and the line
/// still says what it said.
#[test]
fn a_gesture_is_taken_back_as_a_whole() {
    for (clicks, change) in [
        (&[".>/", ".>/", "/>X"][..], [1, 1, 0]),
        (&[".>/", "/>.", ".>/"], [1, 0, 0]),
        (&[".>/", "/>."], [0, 0, 0]),
    ] {
        let clicks: Vec<_> = clicks.iter().map(|text| (ANA, 9, *text)).collect();
        for by in [ANA, ST] {
            let (lines, mut table) = gesture(&clicks);
            let before = table.encounter.clone();
            table.give_accepted(by, Command::Undo);
            assert_eq!(table.health_boxes("Ilse"), "...");
            let line = table.view(Class::Table).log.pop().expect("a line");
            let LogMessage::Marked { change: told, .. } = line.what else {
                panic!("boxes are told");
            };
            let name = if by == ANA { "Ana" } else { "Sam" };
            assert_eq!(
                (lines, told, line.undone.as_deref()),
                (1, change, Some(name))
            );
            table.give_accepted(by, Command::Redo);
            assert_eq!(table.encounter, before);
        }
    }
}

/// A further click after the line was taken back and brought back goes on with it.
#[test]
fn a_gesture_goes_on_after_it_was_brought_back() {
    let (_, mut table) = gesture(&[(ANA, 0, ".>/"), (ANA, 9, ".>/")]);
    let id = table.combatant_id("Ilse");
    let lines = table.log_line_count(Class::Table);
    let mut quick = |command| {
        let id = table.fresh_id();
        let given = table.give_with_id(id, ANA, command, &mut SeededDice::for_command(id));
        given.expect("accepted");
        table.log_line_count(Class::Table)
    };
    quick(Command::Undo);
    quick(Command::Redo);
    assert_eq!(quick(click(id, ".>/")), lines);
    quick(Command::Undo);
    assert_eq!(quick(click(id, ".>X")), lines + 1);
    assert_eq!(table.health_boxes("Ilse"), "X..");
}

#[test]
fn so_many_clicks_are_one_gesture() {
    let clicks = [(ANA, 9, ".>/"), (ANA, 9, "/>.")].repeat(MAX_GESTURE_CLICKS / 2);
    assert_eq!(gesture(&clicks).0, 1);
    let clicks = [clicks, vec![(ANA, 9, ".>/")]].concat();
    let (lines, mut table) = gesture(&clicks);
    assert_eq!(lines, 2);
    table.give_accepted(ANA, Command::Undo);
    assert_eq!(table.health_boxes("Ilse"), "...");
}

/// A line tells of clicks that follow each other: what else happened to the track in
/// between, unseen, ends it.
#[test]
fn a_gesture_has_no_gap() {
    let mut table = Table::with_combatants(&["rat stam 2 size 3"]);
    let rat = table.combatant_id("Rat");
    let mut quick = |command| {
        let id = table.fresh_id();
        let given = table.give_with_id(id, ST, command, &mut SeededDice::for_command(id));
        given.expect("accepted");
        table.log_line_count(Class::Table)
    };
    let lines = quick(click(rat, ".>/"));
    let shown = |shown| Command::SetTable {
        to: TableSetting::FoeHealth(shown),
        was: None,
    };
    quick(shown(FoeHealth::Concealed));
    quick(harm(rat, 0, 1, 0));
    quick(shown(FoeHealth::Shown));
    assert_eq!(quick(click(rat, ".>/")), lines + 1);
    for boxes in ["X/...", "X/...", "/....", "/....", "....."] {
        table.give_accepted(ST, Command::Undo);
        assert_eq!(table.health_boxes("Rat"), boxes);
    }
}

#[test]
fn other_lines_end_a_gesture_and_secret_ones_do_not() {
    let mut table = Table::with_combatants(&["@Ilse stam 2 size 3", "!cat"]);
    let (ilse, cat) = (table.combatant_id("Ilse"), table.combatant_id("Cat"));
    let mut quick = |by, command| {
        let id = table.fresh_id();
        let given = table.give_with_id(id, by, command, &mut SeededDice::for_command(id));
        given.expect("accepted");
        table.log_line_count(Class::Table)
    };
    let lines = quick(ANA, click(ilse, ".>/"));
    quick(ST, click(cat, ".>/"));
    assert_eq!(quick(ANA, click(ilse, ".>/")), lines);
    let text = "prone".to_owned();
    quick(ST, Command::Note { id: ilse, text });
    assert_eq!(quick(ANA, click(ilse, ".>/")), lines + 2);
}

/// What was typed into a roll is shown up to a bound, and the rest as one term: the sum stays.
#[test]
fn a_long_roll_is_folded() {
    let mut table = Table::with_combatants(&["@Ilse"]);
    let roll = |count: i32, length: usize| {
        let label = "w".repeat(length);
        let terms = (1..=count).map(|value| TermInput {
            label: label.clone(),
            value,
        });
        let what = "Noise".to_owned();
        Command::Roll(Box::new(RollInput {
            id: None,
            what,
            terms: terms.collect(),
            reading: Parameters::default(),
            hidden: false,
            bare: false,
            faces: None,
        }))
    };
    let mut told = |count, length| {
        table.give_accepted(ANA, roll(count, length));
        let line = table.view(Class::Table).log.pop().expect("a line");
        match line.what {
            LogMessage::Rolled { terms, pool, .. } => (terms, pool),
            what => panic!("{what:?}"),
        }
    };
    let (terms, pool) = told(6, 60);
    let labels: Vec<_> = terms.iter().map(|term| term.label.len()).collect();
    assert_eq!(labels, [60, 60, 60, 60, "2 more".len()]);
    assert_eq!(terms[4].label, "2 more");
    assert_eq!((rules::base::term::sum_terms(&terms), pool), (21, 21));
    // What people type is there term by term.
    let (terms, _) = told(12, 20);
    assert_eq!(terms.len(), 12);
}
