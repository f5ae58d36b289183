//! A whole group at once: one press ends its turn, one drag benches it, one of it leaves.

use super::*;

/// Three thugs act as one between a cat and a rat, who is Ana's.
fn thugs() -> Table {
    let mut table = Table::with(&["cat", "3x thug", "@rat"]).lined_up();
    let ids = ["Thug A", "Thug B", "Thug C"].map(|name| table.id(name));
    table.ok(ST, together(&ids));
    table
}

fn together(ids: &[CombatantId]) -> Command {
    Command::Group {
        ids: ids.iter().copied().collect(),
    }
}

fn leave(table: &Table, name: &str) -> Command {
    Command::LeaveGroup { id: table.id(name) }
}

fn done(table: &Table, class: Class) -> Command {
    Command::GroupTurn {
        after: table.view(class).turn,
    }
}

fn bench(table: &Table, name: &str) -> Command {
    to(table.id(name), Destination::BenchGroup)
}

#[test]
fn one_press_ends_the_turn_of_a_whole_group() {
    let mut table = thugs().after_turns(2);
    assert_eq!(
        table.picture(Class::Table),
        "1: Cat [Thug A] Thug B Thug C Rat | "
    );
    let before = table.essence();
    let mut pressed = table.clone();
    let command = done(&table, Class::Storyteller);
    table.ok(ST, command.clone());
    assert_eq!(
        table.picture(Class::Table),
        "1: Cat Thug A Thug B Thug C [Rat] | "
    );
    // It is what three presses are, and no more.
    (0..3).for_each(|_| pressed.next());
    assert_eq!(
        json(&table.view(Class::Table).rows),
        json(&pressed.view(Class::Table).rows)
    );
    // Two who press at once end one turn.
    assert_eq!(table.no(ST, command), Refusal::TurnHasPassed);
    // It is one step to take back, and to bring back.
    let after = table.essence();
    table.ok(ST, Command::Undo);
    assert_eq!(table.essence(), before);
    table.ok(ST, Command::Redo);
    assert_eq!(table.essence(), after);
}

#[test]
fn one_press_goes_no_further_than_the_group_and_the_round() {
    // From the second of them on, and past nobody who acts alone.
    let mut table = thugs().after_turns(3);
    let command = done(&table, Class::Storyteller);
    table.ok(ST, command);
    assert_eq!(
        table.picture(Class::Table),
        "1: Cat Thug A Thug B Thug C [Rat] | "
    );
    // Who acts with nobody is done alone; a player is done for what is theirs only.
    let command = done(&table, Class::Table);
    assert_eq!(table.no(BEN, command.clone()), Refusal::NotAllowed);
    table.ok(ANA, command);
    assert_eq!(
        table.picture(Class::Table),
        "2: [Cat] Thug A Thug B Thug C Rat | "
    );
    let theirs = done(&table, Class::Table);
    assert_eq!(table.no(ANA, theirs), Refusal::NotAllowed);
    // Where nobody else is left, the next round begins with them and is theirs to play.
    let mut table = thugs();
    for name in ["Cat", "Rat"] {
        table.ok(ST, Command::Remove { id: table.id(name) });
    }
    table.next();
    let command = done(&table, Class::Storyteller);
    table.ok(ST, command);
    assert_eq!(table.picture(Class::Table), "2: [Thug A] Thug B Thug C | ");
    table.ok(ST, Command::Undo);
    assert_eq!(table.picture(Class::Table), "1: [Thug A] Thug B Thug C | ");
}

#[test]
fn a_player_ends_the_turn_of_their_own_group() {
    let mut table = Table::with(&["cat", "@2x dog", "!2x bat"]).lined_up();
    let dogs = ["Dog A", "Dog B"].map(|name| table.id(name));
    table.ok(ANA, together(&dogs));
    let mut table = table.after_turns(2);
    assert_eq!(table.view(Class::Table).turn.acting, Some(dogs[0]));
    let command = done(&table, Class::Table);
    assert_eq!(table.no(BEN, command.clone()), Refusal::NotAllowed);
    table.ok(ANA, command);
    // What players see next follows from what they saw, whoever hides in between.
    assert_eq!(table.picture(Class::Table), "2: [Cat] Dog A Dog B | ");
}

#[test]
fn one_of_a_group_leaves_and_the_others_stay_together() {
    let mut table = thugs();
    let before = table.essence();
    let command = leave(&table, "Thug B");
    assert_eq!(table.no(ANA, command.clone()), Refusal::NotAllowed);
    table.ok(ST, command.clone());
    assert_eq!(
        table.picture(Class::Table),
        "0: Cat Thug A Thug C Thug B Rat | "
    );
    let group = |table: &Table, name: &str| table.row(name).group;
    assert_eq!(group(&table, "Thug B"), None);
    assert!(group(&table, "Thug A").is_some());
    assert_eq!(group(&table, "Thug A"), group(&table, "Thug C"));
    let told = What::Grouped {
        names: vec!["Thug B".into()],
        as_one: false,
    };
    assert_eq!(table.told(Class::Table), told);
    assert_eq!(table.no(ST, command), Refusal::NothingToDo);
    table.ok(ST, Command::Undo);
    assert_eq!(table.essence(), before);
    table.ok(ST, Command::Redo);
    // Of two, none is left with another.
    let command = leave(&table, "Thug C");
    table.ok(ST, command);
    assert_eq!(group(&table, "Thug A"), None);
    let command = leave(&table, "Thug A");
    assert_eq!(table.no(ST, command), Refusal::NothingToDo);
}

#[test]
fn who_leaves_neither_loses_a_turn_nor_takes_another() {
    // In whose turn it is, who leaves, and how they stand then.
    let cases = [
        (2, "Thug B", "1: Cat [Thug A] Thug C Thug B Rat | "),
        (3, "Thug B", "1: Cat Thug A [Thug B] Thug C Rat | "),
        (4, "Thug B", "1: Cat Thug B Thug A [Thug C] Rat | "),
        (5, "Thug B", "1: Cat Thug A Thug C Thug B [Rat] | "),
        (4, "Thug A", "1: Cat Thug A Thug B [Thug C] Rat | "),
    ];
    for (turns, name, expected) in cases {
        let mut table = thugs().after_turns(turns);
        let command = leave(&table, name);
        table.ok(ST, command);
        assert_eq!(
            table.picture(Class::Table),
            expected,
            "{name} after {turns}"
        );
    }
}

/// Whether a hidden one is of a group, and leaves it, is nothing that players see.
#[test]
fn who_leaves_unseen_is_not_missed() {
    let seen = |table: &Table| json(&table.view(Class::Table));
    let mut table = thugs();
    table.ok(ST, add_hidden("2x thug"));
    let all = ["Thug A", "Thug B", "Thug C", "Thug i", "Thug ii"];
    let all = all.map(|name| table.id(name));
    table.ok(ST, together(&all));
    let before = seen(&table);
    let command = leave(&table, "Thug i");
    table.ok(ST, command);
    assert_eq!(seen(&table), before);
    assert_eq!(table.row("Thug i").group, None);
    assert!(table.row("Thug ii").group.is_some());

    // To players the thug stands alone: who leaves are the others, and they stay together.
    let mut table = Table::with(&["thug", "!2x thug"]).lined_up();
    let all = ["Thug", "Thug i", "Thug ii"].map(|name| table.id(name));
    table.ok(ST, together(&all));
    let before = seen(&table);
    let command = leave(&table, "Thug");
    table.ok(ST, command);
    assert_eq!(seen(&table), before);
    assert_eq!(table.row("Thug").group, None);
    assert!(table.row("Thug i").group.is_some());
    assert_eq!(table.row("Thug i").group, table.row("Thug ii").group);
}

#[test]
fn a_group_leaves_the_order_as_one() {
    let mut table = thugs().after_turns(2);
    let before = table.essence();
    let lines = table.lines(Class::Table);
    let command = bench(&table, "Thug B");
    assert_eq!(table.no(ANA, command.clone()), Refusal::NotAllowed);
    table.ok(ST, command.clone());
    // The next one acts, and none of them in between.
    assert_eq!(
        table.picture(Class::Table),
        "1: Cat [Rat] | Thug B Thug C Thug A"
    );
    assert_eq!(table.lines(Class::Table), lines + 2, "a token and a turn");
    assert_eq!(table.no(ST, command), Refusal::NothingToDo);
    let benched = table.essence();
    table.ok(ST, Command::Undo);
    assert_eq!(table.essence(), before);
    table.ok(ST, Command::Redo);
    assert_eq!(table.essence(), benched);
    // One drag brings all of them back.
    let back = to(table.id("Thug C"), Destination::Before(None));
    table.ok(ST, back);
    assert_eq!(
        table.picture(Class::Table),
        "1: Cat [Rat] Thug B Thug C Thug A | "
    );
    table.ok(ST, Command::Undo);
    assert_eq!(table.essence(), benched);
    // Who acts with nobody leaves alone.
    let alone = bench(&table, "Rat");
    table.ok(ST, alone);
    assert_eq!(
        table.picture(Class::Table),
        "2: [Cat] | Thug B Thug C Thug A Rat"
    );
}

/// Where all combatants declare before the first one acts, those of a group who have declared nothing declare the
/// same; but what a hidden one means to do is nobody's plan whom players see.
#[test]
fn a_group_declares_as_one() {
    let declares = |system: &&rules::system::SystemId| {
        let house = rules::house::House::default();
        system
            .rules()
            .phases(&house)
            .contains(&rules::phase::Phase::Declare)
    };
    let systems = rules::system::SystemId::ALL.iter().filter(declares);
    let mut tried = 0;
    for system in systems {
        let mut table = Table::on(*system);
        table.ok(ST, add("3x thug"));
        let ids = ["Thug A", "Thug B", "Thug C"].map(|name| table.id(name));
        table.ok(ST, together(&ids));
        table.ok(ST, whose(Whose::Storytellers));
        let acting = |table: &Table| table.view(Class::Storyteller).turn;
        while acting(&table).phase != rules::phase::Phase::Declare {
            table.next();
        }
        let first = acting(&table).acting.expect("one declares");
        let plan = |words: &str| {
            let words = words.to_owned();
            let plan = rules::encounter::command::PlanAsk {
                words,
                ..Default::default()
            };
            Some(plan)
        };
        let own = *ids.iter().find(|id| **id != first).expect("another");
        for (id, words) in [(first, "rushes the gate"), (own, "stays behind")] {
            table.ok(
                ST,
                Command::Plan {
                    id,
                    plan: plan(words),
                },
            );
        }
        let before = table.essence();
        let command = done(&table, Class::Storyteller);
        table.ok(ST, command);
        assert_ne!(acting(&table).phase, rules::phase::Phase::Declare);
        for id in ids {
            let rows = table.view(Class::Storyteller).rows;
            let plan = rows[&id].plan.clone().expect("a plan").words;
            let words = plan.expect("words").to_string();
            let expected = if id == own {
                "stays behind"
            } else {
                "rushes the gate"
            };
            assert_eq!(words, expected, "{system:?}");
        }
        table.ok(ST, Command::Undo);
        assert_eq!(table.essence(), before);
        tried += 1;
    }
    assert!(tried > 0);
}
