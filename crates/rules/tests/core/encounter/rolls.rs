//! Dice: how they are read, and who sees them.

use super::*;

/// A pool's dials.
fn reading(again: i32, rote: i32, chance: i32) -> Parameters {
    let dials = [("again", again), ("rote", rote), ("chance", chance)];
    let set = |reading: Parameters, (key, value)| reading.with(key, value);
    dials.into_iter().fold(Parameters::default(), set)
}

/// Rolls a pool of `dice`; says the marks, the successes and the grade.
fn check(dice: i32, reading: &Parameters, faces: &[u16], expected: (&str, u32, Grade)) {
    let mut table = Table::new();
    let roll = RollInput {
        reading: reading.clone(),
        ..roll_request(None, "Wits", &[("Wits", dice)])
    };
    let typed = RollInput {
        faces: Some(faces.to_vec()),
        ..roll.clone()
    };
    for (roll, thrown) in [(roll, faces), (typed, &[][..])] {
        table.give_accepted_with(ANA, Command::Roll(Box::new(roll)), thrown);
        let LogMessage::Rolled { rolled, .. } = table.last_log_message(Class::Table) else {
            panic!("a roll is told");
        };
        let mark = |mark| match mark {
            DieMark::Idle => '-',
            DieMark::Counts => '+',
            DieMark::Again => '!',
            DieMark::Cancels => 'x',
            DieMark::Rerolled => '~',
        };
        let marks: String = rolled.faces.iter().map(|face| mark(face.1)).collect();
        assert_eq!(
            (marks.as_str(), rolled.successes, rolled.grade),
            expected,
            "{dice} {reading:?} {faces:?}"
        );
    }
}

#[test]
fn how_dice_are_read() {
    let plain = &Parameters::default();
    check(3, plain, &[7, 8, 9], ("-++", 2, Grade::Success));
    check(2, plain, &[10, 1, 10, 2], ("!-!-", 2, Grade::Success));
    check(2, &reading(9, 0, 0), &[9, 8, 1], ("!+-", 2, Grade::Success));
    check(1, &reading(8, 0, 0), &[8, 8, 1], ("!!-", 2, Grade::Success));
    check(1, &reading(0, 0, 0), &[10], ("+", 1, Grade::Success));
    check(
        2,
        &reading(10, 1, 0),
        &[2, 9, 8],
        ("~++", 2, Grade::Success),
    );
    check(0, plain, &[1], ("x", 0, Grade::DramaticFailure));
    check(-7, plain, &[10], ("+", 1, Grade::Success));
    check(5, &reading(10, 0, 1), &[9], ("-", 0, Grade::Failure));
    check(5, plain, &[8; 5], ("+++++", 5, Grade::Exceptional));
}

#[test]
fn typed_faces_must_make_up_the_roll() {
    let mut table = Table::new();
    let mut with = |faces: Vec<u16>| {
        let roll = RollInput {
            faces: Some(faces),
            ..roll_request(None, "Wits", &[("Wits", 2)])
        };
        table.give_refused(ANA, Command::Roll(Box::new(roll)))
    };
    let wrong = |missing, left| Refusal::WrongNumberOfFaces { missing, left };
    assert_eq!(with(vec![]), wrong(2, 0));
    assert_eq!(with(vec![1]), wrong(1, 0));
    assert_eq!(with(vec![1, 1, 1]), wrong(0, 1));
    // A ten is thrown again.
    assert_eq!(with(vec![10, 1]), wrong(1, 0));
    assert_eq!(with(vec![0, 1]), Refusal::NoSuchFace { sides: 10 });
    assert_eq!(with(vec![11, 1]), Refusal::NoSuchFace { sides: 10 });
    assert_eq!(with(vec![1; 1_001]), Refusal::OutOfBounds);
}

#[test]
fn wounds_are_a_named_term() {
    let mut table = Table::with_combatants(&["@Ana stam 1 size 3"]);
    let id = table.combatant_id("Ana");
    table.give_accepted(ST, harm(id, 3, 0, 0));
    let roll = |bare| {
        let roll = RollInput {
            bare,
            ..roll_request(
                Some(id),
                "Wits + Composure",
                &[("Wits", 3), ("Composure", 2)],
            )
        };
        Command::Roll(Box::new(roll))
    };
    table.give_accepted(ANA, roll(false));
    let LogMessage::Rolled { terms, pool, .. } = table.last_log_message(Class::Table) else {
        panic!("a roll is told");
    };
    assert_eq!(pool, 3);
    assert_eq!(
        json(&terms),
        concat!(
            r#"[{"l":"Wits","v":3},{"l":"Composure","v":2},"#,
            r#"{"l":"Wounded","v":-2,"r":"CHR-WND-02"}]"#
        )
    );
    // Striking it is the storyteller's.
    assert_eq!(table.give_refused(ANA, roll(true)), Refusal::NotAllowed);
    table.give_accepted(ST, roll(true));
    assert!(matches!(
        table.last_log_message(Class::Table),
        LogMessage::Rolled { pool: 5, .. }
    ));
}

#[test]
fn hidden_rolls_stay_with_the_storyteller() {
    let mut table = Table::with_combatants(&["rat", "!cat"]);
    let (rat, cat) = (table.combatant_id("Rat"), table.combatant_id("Cat"));
    let before = table.view(Class::Table);
    for (id, hidden) in [(Some(rat), true), (None, true), (Some(cat), false)] {
        let roll = RollInput {
            hidden,
            ..roll_request(id, "Stealth", &[("Wits", 2)])
        };
        table.give_accepted(ST, Command::Roll(Box::new(roll.clone())));
        assert_eq!(table.view(Class::Table), before);
        if hidden {
            let refusal =
                table.give_refused(ANA, Command::Roll(Box::new(RollInput { id: None, ..roll })));
            assert_eq!(refusal, Refusal::NotAllowed);
        }
    }
    assert_eq!(
        table.give_refused(
            ANA,
            Command::Roll(Box::new(roll_request(Some(cat), "x", &[])))
        ),
        table.give_refused(
            ANA,
            Command::Roll(Box::new(roll_request(Some(unknown_id()), "x", &[])))
        ),
    );
}

#[test]
fn terms_are_typed_by_whoever_asks() {
    let term = TermInput {
        label: " Wits ".into(),
        value: 3,
    };
    let mut table = Table::new();
    let roll = RollInput {
        terms: vec![term],
        ..roll_request(None, "Luck", &[])
    };
    table.give_accepted(ANA, Command::Roll(Box::new(roll)));
    let LogMessage::Rolled { terms, .. } = table.last_log_message(Class::Table) else {
        panic!("a roll is told");
    };
    assert_eq!(json(&terms), r#"[{"l":"Wits","v":3}]"#);
}
