//! What comes due at the start of a turn, conditions, and when they end.

use rules::character::condition::{Condition, Until};
use rules::character::phase::Phase;
use rules::character::track::{DamagePacket, Severity};
use rules::encounter::command::InitiativeTarget;
use rules::encounter::log::LogMessage;
use rules::encounter::{Class, Command, Refusal};
use rules::ruleset::SystemId;
use testkit::table::{ANA, BEN, ST, Table};

/// Weston is Ana's, Stamina 2, seven boxes; the ghoul acts after him, and acts now.
fn fight() -> Table {
    Table::with_combatants(&["@Weston stam 2 size 5", "ghoul stam 2 size 5"])
        .place_all_in_order()
        .after_turns(2)
}

fn hurt(table: &mut Table, name: &str, severity: Severity, points: u16) {
    let id = table.combatant_id(name);
    let packet = DamagePacket::of_severity(severity, points);
    table.give_accepted(ST, Command::Harm { id, packet });
}

fn accept(table: &Table, name: &str, due: &str) -> Command {
    Command::Accept {
        id: table.combatant_id(name),
        due: due.into(),
        faces: None,
    }
}

/// The keys of what is due to a combatant.
fn due(table: &Table, name: &str) -> Vec<String> {
    let due = table.row(name).due.into_iter();
    due.map(|due| due.key).collect()
}

/// The words for how a combatant is.
fn states(table: &Table, name: &str) -> Vec<String> {
    let states = table.row(name).health.states.into_iter();
    states.map(|state| state.word.to_string()).collect()
}

/// CHR-WND-03: at the start of each turn, Stamina without the wound penalty.
#[test]
fn staying_awake_is_asked_at_the_start_of_the_turn_without_wounds() {
    let mut table = fight();
    hurt(&mut table, "Weston", Severity::Bashing, 7);
    assert_eq!(due(&table, "Weston"), [""; 0], "it is not his turn");
    table.next_turn();
    assert_eq!(due(&table, "Weston"), ["stay_awake"]);
    assert_eq!(
        table.give_refused(BEN, accept(&table, "Weston", "stay_awake")),
        Refusal::NotAllowed
    );
    table.give_accepted_with(ANA, accept(&table, "Weston", "stay_awake"), &[7, 8]);
    let LogMessage::Rolled { terms, pool, .. } = table.last_log_message(Class::Table) else {
        panic!("a roll is told");
    };
    assert_eq!(pool, 2);
    let rules: Vec<_> = terms.iter().filter_map(|term| term.rule.clone()).collect();
    assert_eq!(rules.len(), 1);
    assert_eq!(rules[0].to_string(), "CHR-WND-03");
    // Done once, and due again with the next turn.
    assert_eq!(due(&table, "Weston"), [""; 0]);
    assert_eq!(
        table.give_refused(ANA, accept(&table, "Weston", "stay_awake")),
        Refusal::NothingToDo
    );
    table.next_turn();
    table.next_turn();
    assert_eq!(due(&table, "Weston"), ["stay_awake"]);
}

/// CHR-WND-03, CHR-WND-06: no success is unconscious, until the last box is free again.
#[test]
fn who_fails_sleeps_until_the_last_box_is_free() {
    let mut table = fight();
    hurt(&mut table, "Weston", Severity::Bashing, 7);
    table.next_turn();
    table.give_accepted_with(ANA, accept(&table, "Weston", "stay_awake"), &[2, 3]);
    assert_eq!(states(&table, "Weston"), ["unconscious"]);
    // Out, so passed over, and nothing is asked of who sleeps.
    table.next_turn();
    table.next_turn();
    assert_eq!(
        table.order_summary(Class::Table),
        "2: Weston [Ghoul] | ".replace('2', "3")
    );
    assert_eq!(due(&table, "Weston"), [""; 0]);
    let heal = Command::MarkBoxes {
        id: table.combatant_id("Weston"),
        shifts: vec![rules::encounter::command::BoxShift {
            from: Some(Severity::Bashing),
            to: None,
            count: 1,
        }],
    };
    table.give_accepted(ST, heal);
    assert_eq!(states(&table, "Weston"), [""; 0]);
    assert!(table.row("Weston").conditions.is_empty());
    // Taken back, the sleep is back as well.
    table.give_accepted(ST, Command::Undo);
    assert_eq!(states(&table, "Weston"), ["unconscious"]);
}

/// CHR-BLEED-03: a point a turn, also when the bleeding combatant is passed over.
#[test]
fn bleeding_comes_due_where_its_place_comes_up() {
    let mut table = fight();
    hurt(&mut table, "Weston", Severity::Lethal, 7);
    assert_eq!(states(&table, "Weston"), ["unconscious", "bleeding out"]);
    table.next_turn();
    assert_eq!(table.order_summary(Class::Table), "2: Weston [Ghoul] | ");
    assert_eq!(due(&table, "Weston"), ["bleed"]);
    table.give_accepted(ANA, accept(&table, "Weston", "bleed"));
    assert_eq!(table.health_boxes("Weston"), "*XXXXXX");
    // Never dropped by going on, and never twice.
    table.next_turn();
    table.next_turn();
    assert_eq!(due(&table, "Weston"), ["bleed"]);
}

/// CHR-BLEED-04: dressed wounds do not bleed until the next lethal one.
#[test]
fn stabilized_is_a_condition_that_a_new_wound_ends() {
    let mut table = fight();
    hurt(&mut table, "Weston", Severity::Lethal, 7);
    let id = table.combatant_id("Weston");
    let key = "stabilized".to_owned();
    let condition = Condition::default();
    table.give_accepted(ANA, Command::Afflict { id, key, condition });
    assert_eq!(states(&table, "Weston"), ["unconscious"]);
    table.next_turn();
    assert_eq!(due(&table, "Weston"), [""; 0]);
    hurt(&mut table, "Weston", Severity::Lethal, 1);
    assert_eq!(states(&table, "Weston"), ["unconscious", "bleeding out"]);
}

#[test]
fn what_is_due_may_be_let_pass_by_the_storyteller_and_the_log_says_so() {
    let mut table = fight();
    hurt(&mut table, "Weston", Severity::Lethal, 7);
    table.next_turn();
    let waive = Command::Waive {
        id: table.combatant_id("Weston"),
        due: "bleed".into(),
    };
    assert_eq!(table.give_refused(ANA, waive.clone()), Refusal::NotAllowed);
    table.give_accepted(ST, waive);
    assert!(matches!(
        table.last_log_message(Class::Table),
        LogMessage::Waived { .. }
    ));
    assert_eq!(table.health_boxes("Weston"), "XXXXXXX");
}

/// What is due to a foe tells how it is.
#[test]
fn players_are_not_told_what_is_due_to_a_foe() {
    let mut table = fight();
    table.next_turn();
    hurt(&mut table, "Ghoul", Severity::Lethal, 7);
    table.next_turn();
    assert_eq!(due(&table, "Ghoul"), ["bleed"]);
    let rows = table.view(Class::Table).rows;
    assert!(rows.values().all(|row| row.due.is_empty()));
}

#[test]
fn going_back_a_turn_undoes_what_came_due_with_it() {
    let mut table = fight();
    hurt(&mut table, "Weston", Severity::Bashing, 7);
    table.next_turn();
    assert_eq!(due(&table, "Weston"), ["stay_awake"]);
    table.give_accepted(ST, Command::Undo);
    assert_eq!(due(&table, "Weston"), [""; 0]);
}

#[test]
fn conditions_end_when_they_say_and_unknown_ones_are_refused() {
    let mut table = fight();
    let id = table.combatant_id("Weston");
    let afflict = |key: &str, condition| Command::Afflict {
        id,
        key: key.into(),
        condition,
    };
    let until = |until| Condition { amount: 0, until };
    let unknown = table.give_refused(ANA, afflict("frumious", Condition::default()));
    assert_eq!(unknown, Refusal::NoSuchCondition);
    let much = Condition {
        amount: 3,
        until: Until::Lifted,
    };
    assert_eq!(
        table.give_refused(ANA, afflict("stabilized", much)),
        Refusal::OutOfBounds
    );
    table.give_accepted(ANA, afflict("stabilized", until(Until::OwnTurn)));
    table.next_turn();
    assert!(table.row("Weston").conditions.is_empty());
    table.give_accepted(ANA, afflict("stabilized", until(Until::Rounds(2))));
    table.next_turn();
    table.next_turn();
    let left = table.row("Weston").conditions["stabilized"].until;
    assert_eq!(left, Until::Rounds(1));
    table.next_turn();
    table.next_turn();
    assert!(table.row("Weston").conditions.is_empty());
    let none = Command::Lift {
        id,
        key: "stabilized".into(),
    };
    assert_eq!(table.give_refused(ANA, none), Refusal::NothingToDo);
}

/// The round and who acts, as all see it.
fn acting(table: &Table) -> (u32, Option<String>) {
    let view = table.view(Class::Table);
    let name = view.turn.acting.map(|id| view.rows[&id].full_name());
    (view.turn.round, name)
}

/// CHR-COND-03: a turn that is lost goes by with one tap, and the log says why.
#[test]
fn a_lost_turn_goes_by_with_one_tap_and_is_due_no_longer_than_it_lasts() {
    let mut table = fight();
    let id = table.combatant_id("Weston");
    let stunned = Command::Afflict {
        id,
        key: "stunned".into(),
        condition: Condition {
            amount: 0,
            until: Until::Rounds(3),
        },
    };
    table.give_accepted(ST, stunned);
    assert_eq!(due(&table, "Weston"), [""; 0], "it is not his turn");
    table.next_turn();
    assert_eq!(due(&table, "Weston"), ["stunned"]);
    let round = acting(&table).0;
    table.give_accepted(ANA, accept(&table, "Weston", "stunned"));
    assert_eq!(acting(&table), (round, Some("Ghoul".into())));
    assert_eq!(due(&table, "Weston"), [""; 0]);
    let log = table.view(Class::Table).log;
    let told = log.iter().any(
        |line| matches!(&line.what, LogMessage::CameDue { rule, .. } if rule.to_string() == "CHR-COND-03"),
    );
    assert!(told, "the log says what it was");
    table.give_accepted(ST, Command::Undo);
    assert_eq!(acting(&table), (round, Some("Weston".into())));
    assert_eq!(due(&table, "Weston"), ["stunned"]);
    // A combatant who acts all the same has it due no more when the turn is over.
    table.next_turn();
    assert_eq!(due(&table, "Weston"), [""; 0]);
    assert_eq!(
        table.give_refused(ANA, accept(&table, "Weston", "stunned")),
        Refusal::NothingToDo
    );
}

/// CHR-BLEED-02: a point each time the interval has passed, counted from when it began.
#[test]
fn slow_bleeding_comes_due_when_its_interval_is_over() {
    let mut table = fight();
    let set = Command::Set {
        key: "bleed_interval_turns".into(),
        value: rules::ruleset::settings::Value::Number(2),
        was: None,
    };
    table.give_accepted(ST, set);
    hurt(&mut table, "Weston", Severity::Lethal, 5);
    let round = acting(&table).0;
    let on = |table: &mut Table, to: u32| {
        while acting(table).0 < to {
            table.next_turn();
        }
    };
    on(&mut table, round + 1);
    assert_eq!(due(&table, "Weston"), [""; 0]);
    on(&mut table, round + 2);
    assert_eq!(due(&table, "Weston"), ["bleed_slowly"]);
    table.give_accepted(ANA, accept(&table, "Weston", "bleed_slowly"));
    assert_eq!(table.health_boxes("Weston"), "XXXXXX.");
    on(&mut table, round + 3);
    assert_eq!(due(&table, "Weston"), [""; 0]);
    on(&mut table, round + 4);
    assert_eq!(due(&table, "Weston"), ["bleed_slowly"]);
}

#[test]
fn the_end_of_the_scene_ends_the_fight_and_what_lasts_no_longer() {
    let mut table = fight();
    let id = table.combatant_id("Weston");
    for (key, until) in [
        ("prone", Until::Lifted),
        ("arm_wrack", Until::Lifted),
        ("stabilized", Until::Scene),
        ("exposed", Until::Rounds(3)),
    ] {
        let key = key.into();
        let condition = Condition { amount: 0, until };
        table.give_accepted(ST, Command::Afflict { id, key, condition });
    }
    table.next_turn();
    let before = table.view(Class::Storyteller);
    assert_eq!(
        table.give_refused(ANA, Command::EndScene),
        Refusal::NotAllowed
    );
    table.give_accepted(ST, Command::EndScene);
    assert_eq!(acting(&table), (0, None));
    let row = table.row("Weston");
    assert!(row.initiative.is_none());
    let left: Vec<&str> = row.conditions.keys().map(String::as_str).collect();
    assert_eq!(left, ["arm_wrack"], "an injury is carried on");
    let log = table.view(Class::Table).log;
    assert!(log.iter().any(|line| line.what == LogMessage::SceneEnded));
    table.give_accepted(ST, Command::Undo);
    assert_eq!(acting(&table).1, Some("Weston".into()));
    assert_eq!(table.view(Class::Storyteller).rows, before.rows);
}

/// XOV-SOAK-09: a hurt werewolf may heal in their turn, one tap declares it.
#[test]
fn a_hurt_werewolf_may_heal_in_their_turn() {
    let mut table = Table::with_system(SystemId::Crossover);
    table.give_accepted(
        ANA,
        testkit::table::add_command("Weston werewolf stamina 3 dexterity 2 wits 2"),
    );
    table.give_accepted(ST, testkit::table::add_command("Ghoul dexterity 2 wits 2"));
    let mut table = table.place_all_in_order();
    hurt(&mut table, "Weston", Severity::Lethal, 1);
    let until_weston_acts = |table: &mut Table| {
        let here = |table: &Table| {
            let turn = table.view(Class::Table).turn;
            turn.phase == Phase::Act && acting(table).1 == Some("Weston".into())
        };
        table.next_turn();
        while !here(table) {
            let rolled = Command::RollInitiative {
                whose: InitiativeTarget::Everyone,
                face: None,
            };
            table.give(ST, rolled).ok();
            table.next_turn();
        }
    };
    until_weston_acts(&mut table);
    assert_eq!(due(&table, "Weston"), ["heal"]);
    table.give_accepted(ANA, accept(&table, "Weston", "heal"));
    let exchanges = table.view(Class::Table).exchanges;
    assert!(exchanges.values().any(|it| it.title == "Heal"));
    // What belongs to a turn is due no more when it is over.
    until_weston_acts(&mut table);
    assert_eq!(due(&table, "Weston"), ["heal"]);
    table.next_turn();
    assert_eq!(due(&table, "Weston"), [""; 0]);
}
