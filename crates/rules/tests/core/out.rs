//! Combatants who are out of the fight: passed over, which is said, and refused a roll.

use rules::character::phase::Phase;
use rules::character::track::{DamagePacket, Severity};
use rules::encounter::command::InitiativeTarget;
use rules::encounter::log::LogMessage;
use rules::encounter::{Class, Command, FoeHealth, Refusal, TableSetting};
use rules::ruleset::SystemId;
use testkit::table::{ANA, ST, Table, roll_request};

/// Three in the order of each system, the first of them acts; Weston is Ana's.
fn fights() -> impl Iterator<Item = (SystemId, Table)> {
    SystemId::ALL.iter().map(|system| {
        let mut table = Table::with_system(*system)
            .add_combatants(&["@Weston", "ghoul", "rat"])
            .place_all_in_order();
        to(&mut table, "Weston");
        (*system, table)
    })
}

/// Goes on until `name` acts.
fn to(table: &mut Table, name: &str) {
    let id = table.combatant_id(name);
    for _ in 0..20 {
        let turn = table.view(Class::Storyteller).turn;
        if turn.phase == Phase::Act && turn.acting == Some(id) {
            return;
        }
        table.next_turn();
    }
    panic!("{name} never acts");
}

/// As much as takes a combatant out in this system.
fn knock_out(table: &mut Table, name: &str) {
    let system = table.view(Class::Table).system;
    let points = system.rules().facts().damage_kinds.len() == 1;
    let packet = match points {
        true => DamagePacket::of_points(500),
        false => DamagePacket::of_severity(Severity::Lethal, 60),
    };
    let id = table.combatant_id(name);
    table.give_accepted(ST, Command::Harm { id, packet });
    assert!(
        table.row(name).health.states.iter().any(|state| state.out),
        "{system:?}"
    );
}

/// Who was passed over on the way to the turn that was told last.
fn passed(table: &Table, class: Class) -> Vec<String> {
    match table.last_log_message(class) {
        LogMessage::Turn { passed, .. } => passed,
        other => panic!("{other:?} is no turn"),
    }
}

#[test]
fn who_is_out_is_passed_over_and_the_log_says_so() {
    for (system, mut table) in fights() {
        knock_out(&mut table, "Ghoul");
        table.next_turn();
        let acting = table.view(Class::Table).turn.acting;
        assert_eq!(acting, Some(table.combatant_id("Rat")), "{system:?}");
        assert_eq!(passed(&table, Class::Table), ["Ghoul"], "{system:?}");
        // And again at the end of the order, in the round after.
        knock_out(&mut table, "Rat");
        to(&mut table, "Weston");
        table.next_turn();
        to(&mut table, "Weston");
        let turns = table.view(Class::Table).log;
        let said = turns.iter().filter(|line| {
            matches!(&line.what, LogMessage::Turn { passed, .. } if passed.iter().any(|name| name == "Rat"))
        });
        assert!(said.count() > 0, "{system:?}");
    }
}

/// Who is taken out in their own turn had it: nobody passed them over.
#[test]
fn who_is_out_by_the_end_of_their_own_turn_is_not_passed_over() {
    for name in ["Ghoul", "Rat"] {
        for (system, mut table) in fights() {
            to(&mut table, name);
            knock_out(&mut table, name);
            table.next_turn();
            for class in Class::ALL {
                assert_eq!(passed(&table, class), [""; 0], "{name} {system:?}");
            }
        }
    }
}

#[test]
fn players_see_it_where_foes_health_is_concealed() {
    for (system, mut table) in fights() {
        let shown = FoeHealth::Concealed;
        table.give_accepted(
            ST,
            Command::SetTable {
                to: TableSetting::FoeHealth(shown),
                was: None,
            },
        );
        knock_out(&mut table, "Ghoul");
        table.next_turn();
        assert_eq!(passed(&table, Class::Table), ["Ghoul"], "{system:?}");
    }
}

#[test]
fn a_hidden_one_is_passed_over_unseen() {
    for (system, mut table) in fights() {
        let id = table.combatant_id("Ghoul");
        table.give_accepted(ST, Command::Hide { id });
        knock_out(&mut table, "Ghoul");
        table.next_turn();
        assert_eq!(passed(&table, Class::Table), [""; 0], "{system:?}");
        let acting = table.view(Class::Storyteller).turn.acting;
        assert_eq!(acting, Some(table.combatant_id("Rat")), "{system:?}");
    }
}

#[test]
fn who_comes_to_acts_again() {
    for (system, mut table) in fights() {
        knock_out(&mut table, "Ghoul");
        table.give_accepted(ST, Command::Undo);
        table.next_turn();
        let acting = table.view(Class::Table).turn.acting;
        assert_eq!(acting, Some(table.combatant_id("Ghoul")), "{system:?}");
    }
}

#[test]
fn who_is_out_does_not_roll_unless_the_storyteller_says_so() {
    for (system, mut table) in fights() {
        knock_out(&mut table, "Weston");
        let roll = roll_request(
            Some(table.combatant_id("Weston")),
            "Strikes",
            &[("Pool", 4)],
        );
        let refused = table.give_refused(ANA, Command::Roll(Box::new(roll.clone())));
        assert!(
            matches!(refused, Refusal::Chat(_)),
            "{system:?} {refused:?}"
        );
        let by_ruling = rules::encounter::command::RollInput { bare: true, ..roll };
        table.give_accepted(ST, Command::Roll(Box::new(by_ruling)));
    }
}

#[test]
fn nobody_who_could_act_is_no_round_at_all() {
    for (system, mut table) in fights() {
        for name in ["Weston", "Ghoul", "Rat"] {
            knock_out(&mut table, name);
        }
        let after = table.view(Class::Storyteller).turn;
        let refused = table.give_refused(
            ST,
            Command::NextTurn {
                after,
                anyway: false,
            },
        );
        assert_eq!(refused, Refusal::NobodyInOrder, "{system:?}");
    }
}

#[test]
fn who_is_out_rolls_no_initiative_with_the_others() {
    let mut anew = 0;
    for (system, mut table) in fights() {
        knock_out(&mut table, "Ghoul");
        let rolls = |table: &Table| table.view(Class::Table).turn.phase == Phase::Initiative;
        for _ in 0..20 {
            if !rolls(&table) {
                table.next_turn();
            }
        }
        if !rolls(&table) {
            continue;
        }
        anew += 1;
        let whose = InitiativeTarget::Everyone;
        table.give_accepted(ST, Command::RollInitiative { whose, face: None });
        let scored = ["Weston", "Ghoul", "Rat"].map(|name| table.row(name).score.is_some());
        assert_eq!(scored, [true, false, true], "{system:?}");
        // No roll is left to be made.
        let again = table.give_refused(ST, Command::RollInitiative { whose, face: None });
        assert_eq!(again, Refusal::NobodyToRoll, "{system:?}");
    }
    assert_eq!(
        anew, 3,
        "crossover, masquerade and tristat roll anew each round"
    );
}

#[test]
fn a_turn_is_not_told_together_with_one_who_is_out() {
    let lines = ["@Weston body 9 mind 9 soul 9", "ghoul", "rat"];
    let mut table = Table::with_system(SystemId::Tristat).add_combatants(&lines);
    for (name, face) in [("Weston", 6), ("Ghoul", 2), ("Rat", 2)] {
        let (whose, face) = (InitiativeTarget::One(table.combatant_id(name)), Some(face));
        table.give_accepted(ST, Command::RollInitiative { whose, face });
    }
    to(&mut table, "Weston");
    knock_out(&mut table, "Rat");
    table.next_turn();
    let LogMessage::Turn { name, with, .. } = table.last_log_message(Class::Table) else {
        panic!("a turn is told");
    };
    assert_eq!((name.as_deref(), with), (Some("Ghoul"), Vec::new()));
}
