//! A whole group at once: one press ends its turn, one drag benches it, one of it leaves.

use super::*;

/// Three thugs act as one between a cat and a rat, who is Ana's.
fn thugs() -> Table {
    let mut table = Table::with_combatants(&["cat", "3x thug", "@rat"]).place_all_in_order();
    let ids = ["Thug A", "Thug B", "Thug C"].map(|name| table.combatant_id(name));
    table.give_accepted(ST, together(&ids));
    table
}

fn together(ids: &[CombatantId]) -> Command {
    Command::Group {
        ids: ids.iter().copied().collect(),
    }
}

fn leave(table: &Table, name: &str) -> Command {
    Command::LeaveGroup {
        id: table.combatant_id(name),
    }
}

fn done(table: &Table, class: Class) -> Command {
    Command::GroupTurn {
        after: table.view(class).turn,
    }
}

fn bench(table: &Table, name: &str) -> Command {
    to(table.combatant_id(name), TokenDestination::BenchGroup)
}

#[test]
fn one_press_ends_the_turn_of_a_whole_group() {
    let mut table = thugs().after_turns(2);
    assert_eq!(
        table.order_summary(Class::Table),
        "1: Cat [Thug A] Thug B Thug C Rat | "
    );
    let before = table.comparable_state();
    let mut pressed = table.clone();
    let command = done(&table, Class::Storyteller);
    table.give_accepted(ST, command.clone());
    assert_eq!(
        table.order_summary(Class::Table),
        "1: Cat Thug A Thug B Thug C [Rat] | "
    );
    // It is what three presses are, and no more.
    (0..3).for_each(|_| pressed.next_turn());
    assert_eq!(
        json(&table.view(Class::Table).rows),
        json(&pressed.view(Class::Table).rows)
    );
    // Two who press at once end one turn.
    assert_eq!(table.give_refused(ST, command), Refusal::TurnHasPassed);
    // It is one step to take back, and to bring back.
    let after = table.comparable_state();
    table.give_accepted(ST, Command::Undo);
    assert_eq!(table.comparable_state(), before);
    table.give_accepted(ST, Command::Redo);
    assert_eq!(table.comparable_state(), after);
}

#[test]
fn one_press_goes_no_further_than_the_group_and_the_round() {
    // From the second of them on, and past nobody who acts alone.
    let mut table = thugs().after_turns(3);
    let command = done(&table, Class::Storyteller);
    table.give_accepted(ST, command);
    assert_eq!(
        table.order_summary(Class::Table),
        "1: Cat Thug A Thug B Thug C [Rat] | "
    );
    // Who acts with nobody is done alone; a player is done for what is theirs only.
    let command = done(&table, Class::Table);
    assert_eq!(
        table.give_refused(BEN, command.clone()),
        Refusal::NotAllowed
    );
    table.give_accepted(ANA, command);
    assert_eq!(
        table.order_summary(Class::Table),
        "2: [Cat] Thug A Thug B Thug C Rat | "
    );
    let theirs = done(&table, Class::Table);
    assert_eq!(table.give_refused(ANA, theirs), Refusal::NotAllowed);
    // Where nobody else is left, the next round begins with them and is theirs to play.
    let mut table = thugs();
    for name in ["Cat", "Rat"] {
        table.give_accepted(
            ST,
            Command::Remove {
                id: table.combatant_id(name),
            },
        );
    }
    table.next_turn();
    let command = done(&table, Class::Storyteller);
    table.give_accepted(ST, command);
    assert_eq!(
        table.order_summary(Class::Table),
        "2: [Thug A] Thug B Thug C | "
    );
    table.give_accepted(ST, Command::Undo);
    assert_eq!(
        table.order_summary(Class::Table),
        "1: [Thug A] Thug B Thug C | "
    );
}

#[test]
fn a_player_ends_the_turn_of_their_own_group() {
    let mut table = Table::with_combatants(&["cat", "@2x dog", "!2x bat"]).place_all_in_order();
    let dogs = ["Dog A", "Dog B"].map(|name| table.combatant_id(name));
    table.give_accepted(ANA, together(&dogs));
    let mut table = table.after_turns(2);
    assert_eq!(table.view(Class::Table).turn.acting, Some(dogs[0]));
    let command = done(&table, Class::Table);
    assert_eq!(
        table.give_refused(BEN, command.clone()),
        Refusal::NotAllowed
    );
    table.give_accepted(ANA, command);
    // What players see next follows from what they saw, whoever hides in between.
    assert_eq!(table.order_summary(Class::Table), "2: [Cat] Dog A Dog B | ");
}

#[test]
fn one_of_a_group_leaves_and_the_others_stay_together() {
    let mut table = thugs();
    let before = table.comparable_state();
    let command = leave(&table, "Thug B");
    assert_eq!(
        table.give_refused(ANA, command.clone()),
        Refusal::NotAllowed
    );
    table.give_accepted(ST, command.clone());
    assert_eq!(
        table.order_summary(Class::Table),
        "0: Cat Thug A Thug C Thug B Rat | "
    );
    let group = |table: &Table, name: &str| table.row(name).group;
    assert_eq!(group(&table, "Thug B"), None);
    assert!(group(&table, "Thug A").is_some());
    assert_eq!(group(&table, "Thug A"), group(&table, "Thug C"));
    let told = LogMessage::Grouped {
        names: vec!["Thug B".into()],
        as_one: false,
    };
    assert_eq!(table.last_log_message(Class::Table), told);
    assert_eq!(table.give_refused(ST, command), Refusal::NothingToDo);
    table.give_accepted(ST, Command::Undo);
    assert_eq!(table.comparable_state(), before);
    table.give_accepted(ST, Command::Redo);
    // Of two, none is left with another.
    let command = leave(&table, "Thug C");
    table.give_accepted(ST, command);
    assert_eq!(group(&table, "Thug A"), None);
    let command = leave(&table, "Thug A");
    assert_eq!(table.give_refused(ST, command), Refusal::NothingToDo);
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
        table.give_accepted(ST, command);
        assert_eq!(
            table.order_summary(Class::Table),
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
    table.give_accepted(ST, add_hidden_command("2x thug"));
    let all = ["Thug A", "Thug B", "Thug C", "Thug i", "Thug ii"];
    let all = all.map(|name| table.combatant_id(name));
    table.give_accepted(ST, together(&all));
    let before = seen(&table);
    let command = leave(&table, "Thug i");
    table.give_accepted(ST, command);
    assert_eq!(seen(&table), before);
    assert_eq!(table.row("Thug i").group, None);
    assert!(table.row("Thug ii").group.is_some());

    // To players the thug stands alone: who leaves are the others, and they stay together.
    let mut table = Table::with_combatants(&["thug", "!2x thug"]).place_all_in_order();
    let all = ["Thug", "Thug i", "Thug ii"].map(|name| table.combatant_id(name));
    table.give_accepted(ST, together(&all));
    let before = seen(&table);
    let command = leave(&table, "Thug");
    table.give_accepted(ST, command);
    assert_eq!(seen(&table), before);
    assert_eq!(table.row("Thug").group, None);
    assert!(table.row("Thug i").group.is_some());
    assert_eq!(table.row("Thug i").group, table.row("Thug ii").group);
}

#[test]
fn a_group_leaves_the_order_as_one() {
    let mut table = thugs().after_turns(2);
    let before = table.comparable_state();
    let lines = table.log_line_count(Class::Table);
    let command = bench(&table, "Thug B");
    assert_eq!(
        table.give_refused(ANA, command.clone()),
        Refusal::NotAllowed
    );
    table.give_accepted(ST, command.clone());
    // The next one acts, and none of them in between.
    assert_eq!(
        table.order_summary(Class::Table),
        "1: Cat [Rat] | Thug B Thug C Thug A"
    );
    assert_eq!(
        table.log_line_count(Class::Table),
        lines + 2,
        "a token and a turn"
    );
    assert_eq!(table.give_refused(ST, command), Refusal::NothingToDo);
    let benched = table.comparable_state();
    table.give_accepted(ST, Command::Undo);
    assert_eq!(table.comparable_state(), before);
    table.give_accepted(ST, Command::Redo);
    assert_eq!(table.comparable_state(), benched);
    // One drag brings all of them back.
    let back = to(table.combatant_id("Thug C"), TokenDestination::Before(None));
    table.give_accepted(ST, back);
    assert_eq!(
        table.order_summary(Class::Table),
        "1: Cat [Rat] Thug B Thug C Thug A | "
    );
    table.give_accepted(ST, Command::Undo);
    assert_eq!(table.comparable_state(), benched);
    // Who acts with nobody leaves alone.
    let alone = bench(&table, "Rat");
    table.give_accepted(ST, alone);
    assert_eq!(
        table.order_summary(Class::Table),
        "2: [Cat] | Thug B Thug C Thug A Rat"
    );
}

/// Where all combatants declare before the first one acts, those of a group who have declared nothing declare the
/// same; but what a hidden one means to do is nobody's plan whom players see.
#[test]
fn a_group_declares_as_one() {
    let declares = |system: &&rules::ruleset::SystemId| {
        let house = rules::ruleset::house_rules::HouseRules::default();
        system
            .rules()
            .round_phases(&house)
            .contains(&rules::character::phase::Phase::Declare)
    };
    let systems = rules::ruleset::SystemId::ALL.iter().filter(declares);
    let mut tried = 0;
    for system in systems {
        let mut table = Table::with_system(*system);
        table.give_accepted(ST, add_command("3x thug"));
        let ids = ["Thug A", "Thug B", "Thug C"].map(|name| table.combatant_id(name));
        table.give_accepted(ST, together(&ids));
        table.give_accepted(ST, whose(InitiativeTarget::Storytellers));
        let acting = |table: &Table| table.view(Class::Storyteller).turn;
        while acting(&table).phase != rules::character::phase::Phase::Declare {
            table.next_turn();
        }
        let first = acting(&table).acting.expect("one declares");
        let plan = |words: &str| {
            let words = words.to_owned();
            let plan = rules::encounter::command::PlanInput {
                words,
                ..Default::default()
            };
            Some(plan)
        };
        let own = *ids.iter().find(|id| **id != first).expect("another");
        for (id, words) in [(first, "rushes the gate"), (own, "stays behind")] {
            table.give_accepted(
                ST,
                Command::Plan {
                    id,
                    plan: plan(words),
                },
            );
        }
        let before = table.comparable_state();
        let command = done(&table, Class::Storyteller);
        table.give_accepted(ST, command);
        assert_ne!(
            acting(&table).phase,
            rules::character::phase::Phase::Declare
        );
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
        table.give_accepted(ST, Command::Undo);
        assert_eq!(table.comparable_state(), before);
        tried += 1;
    }
    assert!(tried > 0);
}
