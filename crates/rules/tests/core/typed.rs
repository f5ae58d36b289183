//! Initiative that is typed: whom a name means, and who reads of it.

use rules::base::id::SeatId;
use rules::encounter::log::LogMessage;
use rules::encounter::log::{InitiativeSource, UnassignedReason};
use rules::encounter::{Class, Command, Refusal};
use rules::ruleset::SystemId;
use testkit::table::{ANA, BEN, ST, Table};

/// A table whose players type such lines.
fn table(lines: &[&str]) -> Table {
    let system = SystemId::from_key("crossover").expect("a system");
    Table::with_system(system).add_combatants(lines)
}

fn say(line: &str) -> Command {
    Command::Say {
        line: line.into(),
        who: None,
    }
}

#[test]
fn the_one_of_that_name_has_it_whoever_types() {
    let mut table = table(&["thug", "dog"]);
    table.give_accepted_with(ANA, say("+combat/init tHuG=7"), &[4]);
    assert_eq!(table.row("Thug").score, Some(11));
    let told = table.last_log_message(Class::Table);
    assert!(
        matches!(&told, LogMessage::Initiative { name, score: 11, source: InitiativeSource::Typed, .. } if name == "Thug"),
        "{told:?}"
    );
    // A second one stays in the log, and the storyteller may give it.
    table.give_accepted_with(BEN, say("+combat/init Thug=9"), &[5]);
    assert_eq!(table.row("Thug").score, Some(11));
    let told = table.last_log_message(Class::Table);
    assert!(
        matches!(&told, LogMessage::Offered { why: UnassignedReason::Second, initiative, .. } if initiative.score == 14)
    );
    let line = table
        .view(Class::Storyteller)
        .log
        .last()
        .expect("a line")
        .no;
    let give = |id| Command::GiveInitiative { line, id };
    let thug = table.combatant_id("Thug");
    assert_eq!(table.give_refused(ANA, give(thug)), Refusal::NotAllowed);
    table.give_accepted(ST, give(thug));
    assert_eq!(table.row("Thug").score, Some(14));
}

/// A hidden namesake changes nothing for the readers, no matter who typed the line.
#[test]
fn a_hidden_namesake_makes_no_difference() {
    for by in [ANA, ST] {
        let mut alone = table(&["rat"]);
        let mut with = table(&["rat"]);
        let before = with.view(Class::Table);
        with.give_accepted(ST, testkit::table::add_hidden_command("dog"));
        let dog = with.combatant_id("Dog");
        let name = "rat".to_owned();
        with.give_accepted(ST, Command::Rename { id: dog, name });
        assert_eq!(with.view(Class::Table), before);
        for table in [&mut alone, &mut with] {
            table.give_accepted_with(by, say("+combat/init Rat=7"), &[3]);
        }
        let told = with.last_log_message(Class::Table);
        assert!(
            matches!(told, LogMessage::Initiative { score: 10, .. }),
            "{told:?}"
        );
        let scores = |table: &Table| {
            let rows = table.view(Class::Table).rows;
            rows.into_values().map(|row| row.score).collect::<Vec<_>>()
        };
        assert_eq!(scores(&alone), scores(&with));
    }
}

/// A name only hidden ones have: the storyteller means them, and no other reads of it; a
/// player means no combatant.
#[test]
fn a_hidden_name_is_the_storytellers() {
    let mut table = table(&["!The Bishop", "!2x shade"]);
    let seen = table.view(Class::Table);
    table.give_accepted_with(ST, say("+combat/init the bishop=8"), &[2]);
    assert_eq!(table.row("The Bishop").score, Some(10));
    assert_eq!(table.view(Class::Table), seen);
    // Several of one name: no combatant gets it, and that is no news to players either.
    let ids = ["Shade i", "Shade ii"].map(|name| table.combatant_id(name));
    for id in ids {
        let _ = table.give(
            ST,
            Command::Rename {
                id,
                name: "The Bishop".into(),
            },
        );
    }
    assert_eq!(table.view(Class::Table), seen);
    table.give_accepted_with(ANA, say("+combat/init The Bishop=8"), &[2]);
    let told = table.last_log_message(Class::Table);
    assert!(
        matches!(
            told,
            LogMessage::Offered {
                why: UnassignedReason::Nobody,
                ..
            }
        ),
        "{told:?}"
    );
}

#[test]
fn whom_somebody_plays_rolls_alone() {
    let mut table = table(&["@Ilse", "dog"]);
    table.give_accepted_with(BEN, say("+combat/init Ilse=7"), &[4]);
    assert_eq!(table.row("Ilse").score, None);
    let told = table.last_log_message(Class::Table);
    assert!(
        matches!(
            told,
            LogMessage::Offered {
                why: UnassignedReason::Nobody,
                ..
            }
        ),
        "{told:?}"
    );
}

/// What a roll was for reads as it was typed, with a real minus.
#[test]
fn a_typed_roll_says_what_it_was() {
    let mut table = table(&["@Ilse wits 3"]);
    table.give_accepted(ANA, say("/roll wits + 4 - 1"));
    let LogMessage::Rolled { what, pool, .. } = table.last_log_message(Class::Table) else {
        panic!("a roll");
    };
    assert_eq!((what.as_str(), pool), ("Wits + 4 − 1", 6));
}

/// A point that went into a roll is not a player's to take back once the dice lie there.
#[test]
fn what_a_roll_cost_stays_paid() {
    let mut table = table(&["Ilse pc wits 3 willpower 5"]);
    let (id, seat) = (table.combatant_id("Ilse"), Some(SeatId(2)));
    table.give_accepted(ST, Command::Assign { id, seat });
    let left = |table: &Table| table.row("Ilse").pools["willpower"];
    table.give_accepted(ANA, say("/roll wits willpower"));
    assert_eq!(left(&table), 4);
    assert_eq!(
        table.give_refused(ANA, Command::Undo),
        Refusal::NothingToUndo
    );
    assert_eq!(left(&table), 4);
    table.give_accepted(ST, Command::Undo);
    assert_eq!(left(&table), 5);
}
