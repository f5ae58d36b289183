//! What is too long, too much or too many.

use super::*;

/// What becomes of a text wherever a person may write one.
fn check_text(text: &str, expected: TextError) {
    let mut table = Table::with(&["rat"]);
    let id = table.id("Rat");
    let (name, title) = (text.to_owned(), text.to_owned());
    let refusal = Refusal::Text(expected);
    let sit = Command::Sit {
        seat: SeatId(7),
        name: text.to_owned(),
        role: Role::Player,
    };
    assert_eq!(table.no(Actor::Server, sit), refusal);
    assert_eq!(table.no(ST, Command::Title { title }), refusal);
    assert_eq!(table.no(ST, Command::Rename { id, name }), refusal);
    let roll = ask(None, text, &[]);
    assert_eq!(table.no(ST, Command::Roll(Box::new(roll))), refusal);
    let roll = ask(None, "Wits", &[(text, 1)]);
    assert_eq!(table.no(ST, Command::Roll(Box::new(roll))), refusal);
    let text = text.to_owned();
    if expected != TextError::Empty {
        assert_eq!(table.no(ST, Command::Note { id, text }), refusal);
    }
}

#[test]
fn what_cannot_be_shown_is_refused_in_words() {
    check_text("", TextError::Empty);
    check_text(" \u{a0} ", TextError::Empty);
    check_text(&"x".repeat(61), TextError::TooLong);
    check_text(&"x".repeat(15_000), TextError::TooLong);
    check_text("evil\u{202e}txt", TextError::Unseen);
    check_text("a\u{0}b", TextError::Unseen);
}

#[test]
fn lines_are_refused_in_words() {
    let mut table = Table::new();
    let line = |error| Refusal::Line(error);
    assert_eq!(table.no(ANA, add("")), line(LineError::NoName));
    assert_eq!(table.no(ANA, add("21x rat")), line(LineError::Count));
    assert_eq!(
        table.no(ST, add(&"x".repeat(241))),
        line(LineError::TooLong)
    );
    assert_eq!(
        table.no(ST, add("rat stam 0 size 0")).to_string(),
        "a health track needs at least one box"
    );
}

#[test]
fn visible_and_hidden_are_limited_apart() {
    let mut table = Table::new();
    let lines = MAX_HIDDEN / MAX_PER_LINE as usize;
    for _ in 0..lines {
        table.ok(ST, add_hidden("20x bat"));
    }
    assert_eq!(table.no(ST, add_hidden("bat")), Refusal::Full);
    for _ in 0..MAX_VISIBLE / MAX_PER_LINE as usize - 1 {
        table.ok(ST, add("20x rat"));
    }
    table.ok(ST, add("19x rat"));
    assert_eq!(table.no(ANA, add("2x dog")), Refusal::Full);
    table.ok(ANA, add("dog"));
    assert_eq!(table.no(ANA, add("dog")), Refusal::Full);
    assert_eq!(table.no(ST, add("dog")), Refusal::Full);
    let (bat, rat) = (table.id("Bat i"), table.id("Rat A"));
    assert_eq!(table.no(ST, Command::Reveal { id: bat }), Refusal::Full);
    assert_eq!(table.no(ST, Command::Hide { id: rat }), Refusal::Full);
}

#[test]
fn a_player_brings_only_so_many() {
    let mut table = Table::new();
    let most = format!("{MAX_PER_PLAYER}x dog");
    assert_eq!(table.no(ANA, add("20x dog")), Refusal::Full);
    table.ok(ANA, add(&most));
    assert_eq!(table.no(ANA, add("cat")), Refusal::Full);
    table.ok(BEN, add(&most));
    let id = table.id("Dog C");
    table.ok(ANA, Command::Remove { id });
    table.ok(ANA, add("cat"));
}

#[test]
fn numbers_have_bounds() {
    let mut table = Table::with(&["rat stam 1 size 2"]);
    let id = table.id("Rat");
    let out = Refusal::OutOfBounds;
    let over = MAX_DAMAGE + 1;
    for (b, l, a) in [
        (over, 0, 0),
        (0, over, 0),
        (0, 0, over),
        (u16::MAX, u16::MAX, u16::MAX),
    ] {
        assert_eq!(table.no(ST, harm(id, b, l, a)), out);
    }
    assert_eq!(table.no(ST, harm(id, 0, 0, 0)), Refusal::NothingToDo);
    table.ok(ST, harm(id, MAX_DAMAGE, MAX_DAMAGE, MAX_DAMAGE));

    let spend = |by: i32| Command::Spend {
        id,
        pool: "willpower".into(),
        by,
    };
    for by in [
        i32::from(over) + 1,
        -i32::from(over) - 1,
        i32::MAX,
        i32::MIN,
    ] {
        assert_eq!(table.no(ST, spend(by)), out, "{by}");
    }

    let roll = |terms: &[(&str, i32)]| Command::Roll(Box::new(ask(None, "Wits", terms)));
    for value in [MAX_TERM + 1, -MAX_TERM - 1, i32::MAX, i32::MIN] {
        assert_eq!(table.no(ST, roll(&[("Wits", value)])), out, "{value}");
    }
    table.ok(ST, roll(&[("Wits", MAX_TERM)]));
    table.ok(ST, roll(&[("Wits", -MAX_TERM)]));
    assert_eq!(table.no(ST, roll(&[("Wits", MAX_POOL), ("Luck", 1)])), out);
    table.ok(ST, roll(&vec![("Wits", 1); MAX_TERMS]));
    assert_eq!(table.no(ST, roll(&vec![("Wits", 1); MAX_TERMS + 1])), out);
}

#[test]
fn one_gesture_turns_so_many_boxes() {
    let mut table = Table::with(&["rat health 60"]);
    let id = table.id("Rat");
    let run = |count: u16, times: usize| {
        let shift = Shift {
            from: None,
            to: Some(Severity::Bashing),
            count,
        };
        Command::MarkBoxes {
            id,
            shifts: vec![shift; times],
        }
    };
    let out = Refusal::OutOfBounds;
    let most = u16::try_from(MAX_SHIFTS).expect("a few");
    assert_eq!(table.no(ST, run(most + 1, 1)), out);
    assert_eq!(table.no(ST, run(u16::MAX, 1)), out);
    assert_eq!(table.no(ST, run(1, MAX_SHIFTS + 1)), out);
    // More than any 32-bit sum holds.
    assert_eq!(table.no(ST, run(u16::MAX, 70_000)), out);
    table.ok(ST, run(most, 1));
}

#[test]
fn the_last_round_there_is() {
    let mut table = Table::with(&["A", "B"]).lined_up().after_turns(2);
    let mut state = serde_json::to_value(&table.encounter).expect("data");
    state["state"]["turn"]["all"]["n"] = u32::MAX.into();
    state["state"]["turn"]["players"]["n"] = u32::MAX.into();
    table.encounter = serde_json::from_value(state).expect("an encounter");
    table.next();
    table.next();
    assert_eq!(table.view(Class::Table).turn.round, u32::MAX);
}
