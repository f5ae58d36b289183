//! What is too long, too much or too many.

use super::*;

/// What becomes of a text wherever a person may write one.
fn check_text(text: &str, expected: TextError) {
    let mut table = Table::with_combatants(&["rat"]);
    let id = table.combatant_id("Rat");
    let (name, title) = (text.to_owned(), text.to_owned());
    let refusal = Refusal::Text(expected);
    let sit = Command::Sit {
        seat: SeatId(7),
        name: text.to_owned(),
        role: Role::Player,
    };
    assert_eq!(table.give_refused(Actor::Server, sit), refusal);
    assert_eq!(table.give_refused(ST, Command::Title { title }), refusal);
    assert_eq!(
        table.give_refused(ST, Command::Rename { id, name }),
        refusal
    );
    let roll = roll_request(None, text, &[]);
    assert_eq!(
        table.give_refused(ST, Command::Roll(Box::new(roll))),
        refusal
    );
    let roll = roll_request(None, "Wits", &[(text, 1)]);
    assert_eq!(
        table.give_refused(ST, Command::Roll(Box::new(roll))),
        refusal
    );
    let text = text.to_owned();
    if expected != TextError::Empty {
        assert_eq!(table.give_refused(ST, Command::Note { id, text }), refusal);
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
    assert_eq!(
        table.give_refused(ANA, add_command("")),
        line(QuickAddError::NoName)
    );
    assert_eq!(
        table.give_refused(ANA, add_command("21x rat")),
        line(QuickAddError::Count)
    );
    assert_eq!(
        table.give_refused(ST, add_command(&"x".repeat(241))),
        line(QuickAddError::TooLong)
    );
    assert_eq!(
        table
            .give_refused(ST, add_command("rat stam 0 size 0"))
            .to_string(),
        "a health track needs at least one box"
    );
}

#[test]
fn visible_and_hidden_are_limited_apart() {
    let mut table = Table::new();
    let lines = MAX_HIDDEN / MAX_COMBATANTS_PER_LINE as usize;
    for _ in 0..lines {
        table.give_accepted(ST, add_hidden_command("20x bat"));
    }
    assert_eq!(
        table.give_refused(ST, add_hidden_command("bat")),
        Refusal::Full
    );
    for _ in 0..MAX_VISIBLE / MAX_COMBATANTS_PER_LINE as usize - 1 {
        table.give_accepted(ST, add_command("20x rat"));
    }
    table.give_accepted(ST, add_command("19x rat"));
    assert_eq!(
        table.give_refused(ANA, add_command("2x dog")),
        Refusal::Full
    );
    table.give_accepted(ANA, add_command("dog"));
    assert_eq!(table.give_refused(ANA, add_command("dog")), Refusal::Full);
    assert_eq!(table.give_refused(ST, add_command("dog")), Refusal::Full);
    let (bat, rat) = (table.combatant_id("Bat i"), table.combatant_id("Rat A"));
    assert_eq!(
        table.give_refused(ST, Command::Reveal { id: bat }),
        Refusal::Full
    );
    assert_eq!(
        table.give_refused(ST, Command::Hide { id: rat }),
        Refusal::Full
    );
}

#[test]
fn a_player_brings_only_so_many() {
    let mut table = Table::new();
    let most = format!("{MAX_PER_PLAYER}x dog");
    assert_eq!(
        table.give_refused(ANA, add_command("20x dog")),
        Refusal::Full
    );
    table.give_accepted(ANA, add_command(&most));
    assert_eq!(table.give_refused(ANA, add_command("cat")), Refusal::Full);
    table.give_accepted(BEN, add_command(&most));
    let id = table.combatant_id("Dog C");
    table.give_accepted(ANA, Command::Remove { id });
    table.give_accepted(ANA, add_command("cat"));
}

#[test]
fn numbers_have_bounds() {
    let mut table = Table::with_combatants(&["rat stam 1 size 2"]);
    let id = table.combatant_id("Rat");
    let out = Refusal::OutOfBounds;
    let over = MAX_DAMAGE + 1;
    for (b, l, a) in [
        (over, 0, 0),
        (0, over, 0),
        (0, 0, over),
        (u16::MAX, u16::MAX, u16::MAX),
    ] {
        assert_eq!(table.give_refused(ST, harm(id, b, l, a)), out);
    }
    assert_eq!(
        table.give_refused(ST, harm(id, 0, 0, 0)),
        Refusal::NothingToDo
    );
    table.give_accepted(ST, harm(id, MAX_DAMAGE, MAX_DAMAGE, MAX_DAMAGE));

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
        assert_eq!(table.give_refused(ST, spend(by)), out, "{by}");
    }

    let roll = |terms: &[(&str, i32)]| Command::Roll(Box::new(roll_request(None, "Wits", terms)));
    for value in [MAX_TERM + 1, -MAX_TERM - 1, i32::MAX, i32::MIN] {
        assert_eq!(
            table.give_refused(ST, roll(&[("Wits", value)])),
            out,
            "{value}"
        );
    }
    table.give_accepted(ST, roll(&[("Wits", MAX_TERM)]));
    table.give_accepted(ST, roll(&[("Wits", -MAX_TERM)]));
    assert_eq!(
        table.give_refused(ST, roll(&[("Wits", MAX_POOL), ("Luck", 1)])),
        out
    );
    table.give_accepted(ST, roll(&vec![("Wits", 1); MAX_TERMS]));
    assert_eq!(
        table.give_refused(ST, roll(&vec![("Wits", 1); MAX_TERMS + 1])),
        out
    );
}

#[test]
fn one_gesture_turns_so_many_boxes() {
    let mut table = Table::with_combatants(&["rat health 60"]);
    let id = table.combatant_id("Rat");
    let run = |count: u16, times: usize| {
        let shift = BoxShift {
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
    let most = u16::try_from(MAX_BOX_SHIFTS).expect("a few");
    assert_eq!(table.give_refused(ST, run(most + 1, 1)), out);
    assert_eq!(table.give_refused(ST, run(u16::MAX, 1)), out);
    assert_eq!(table.give_refused(ST, run(1, MAX_BOX_SHIFTS + 1)), out);
    // More than any 32-bit sum holds.
    assert_eq!(table.give_refused(ST, run(u16::MAX, 70_000)), out);
    table.give_accepted(ST, run(most, 1));
}

#[test]
fn the_last_round_there_is() {
    let mut table = Table::with_combatants(&["A", "B"])
        .place_all_in_order()
        .after_turns(2);
    let mut state = serde_json::to_value(&table.encounter).expect("data");
    state["state"]["turn"]["all"]["n"] = u32::MAX.into();
    state["state"]["turn"]["players"]["n"] = u32::MAX.into();
    table.encounter = serde_json::from_value(state).expect("an encounter");
    table.next_turn();
    table.next_turn();
    assert_eq!(table.view(Class::Table).turn.round, u32::MAX);
}
