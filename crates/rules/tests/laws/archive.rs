//! Files of a table: whatever was done at it, its file reads back as it was; what is damaged is refused.

use proptest::prelude::*;
use rules::archive::{
    Archive, ArchiveKind, ArchivedEncounter, ArchivedSeat, ArchivedStatus, FORMAT, InvalidArchive,
    MAX_SEAT_NUMBER, MAX_TIMESTAMP, VERSION, VerifiedArchive,
};
use rules::base::dice::Dice as _;
use rules::base::id::{CommandId, EncounterId, SeatId};
use rules::base::seat::Role;
use rules::dice_proof::Hex;
use rules::encounter::{Class, Encounter, View};
use rules::ruleset::SystemId;

use serde_json::Value;
use testkit::table::{
    SEATS, ST, SeededDice, Table, add_command, add_hidden_command, name, roll_request,
};

use crate::recipe::{recipes, systems};
use crate::whole::live;
use crate::{cases, json};

/// What stands in place of the fingerprint of the rules.
const RULES: &str = "these rules";

/// The file of a table with one encounter.
pub(crate) fn archive(table: &Table) -> Archive {
    let mut encounter = ArchivedEncounter {
        title: name("A test"),
        system: table.view(Class::Storyteller).system,
        standing: ArchivedStatus::Current,
        made_at: 1,
        ended_at: None,
        dice: EncounterId(7),
        cast: Vec::new(),
        state: Hex([0; 32]),
        bound: None,
        records: (1..).zip(table.records.iter().cloned()).collect(),
    };
    let state = encounter.update_summary();
    assert_eq!(state, table.encounter);
    let mut seats: Vec<ArchivedSeat> = SEATS
        .iter()
        .map(|(seat, name, role)| ArchivedSeat {
            seat: SeatId(*seat),
            role: *role,
            name: testkit::table::name(name),
            gone: false,
            owns: state.names_played_by(SeatId(*seat)),
        })
        .collect();
    for (seat, person) in state.seats() {
        if seats.iter().all(|other| other.seat != seat) {
            seats.push(ArchivedSeat {
                seat,
                role: Role::Player,
                name: person.name.clone(),
                gone: false,
                owns: Vec::new(),
            });
        }
    }
    Archive {
        format: FORMAT.to_owned(),
        version: VERSION,
        kind: ArchiveKind::Table,
        made_at: table.now,
        made_by: "a test".to_owned(),
        rules: RULES.to_owned(),
        table: name("The Wharf"),
        seats,
        encounters: vec![encounter],
        portraits: Vec::new(),
    }
}

fn checked(text: &str) -> Result<VerifiedArchive, InvalidArchive> {
    Archive::read(text.as_bytes())?.check(RULES, || true)
}

/// A table goes into a file and comes out of it as it was.
pub(crate) fn check_file(table: &Table) {
    let archive = archive(table);
    let text = json(&archive);
    let back = checked(&text).expect("checked");
    assert_eq!(json(back.archive()), text);
    assert_eq!(back.states(), std::slice::from_ref(&table.encounter));
}

fn evening() -> Table {
    let mut table = Table::with_combatants(&["@Ilse <b> stam 3", "2x ghoul", "!The Bishop"])
        .place_all_in_order();
    for turn in 0..6 {
        table.next_turn();
        let roll = roll_request(None, &format!("Wits {turn}"), &[("Wits", 4)]);
        table.give_accepted(ST, rules::encounter::Command::Roll(Box::new(roll)));
    }
    table
}

proptest! {
    #![proptest_config(cases(48))]

    /// Whatever was done at a table, its file reads back as the same file and makes the same state.
    #[test]
    fn a_file_reads_back_as_it_was(system in systems(), recipes in recipes(120)) {
        let table = live(system, &recipes, |_, _, _, _, _| {});
        let archive = archive(&table);
        // The door gives no such numbers.
        prop_assume!(archive.seats.iter().all(|seat| seat.seat.0 <= MAX_SEAT_NUMBER));
        let text = json(&archive);
        let back = checked(&text);
        prop_assert!(back.is_ok(), "{:?}", back);
        let back = back.expect("checked");
        prop_assert_eq!(json(back.archive()), text);
        prop_assert_eq!(&back.states()[0], &table.encounter);
    }

    /// The cast alone is everybody, with what they are and carry, and nothing of what happened.
    #[test]
    fn the_cast_alone_is_everybody(system in systems(), recipes in recipes(90)) {
        let table = live(system, &recipes, |_, _, _, _, _| {});
        let (title, record) = table.encounter.cast_only_record(5, CommandId(9)).expect("a cast");
        let mut alone = Encounter::new(title, system);
        alone.apply(&record);
        let (all, here) = (table.view(Class::Storyteller), View::of(&alone, Class::Storyteller));
        prop_assert_eq!(all.rows.len(), here.rows.len());
        for (id, row) in &all.rows {
            let other = &here.rows[id];
            prop_assert_eq!(
                (&row.name, &row.sheet, &row.gear, row.hidden, row.owner, &row.note, row.portrait),
                (&other.name, &other.sheet, &other.gear, other.hidden, other.owner, &other.note, other.portrait)
            );
        }
        prop_assert_eq!(here.turn.round, 0);
        prop_assert!(here.log.len() <= 2, "{:?}", here.log);
        prop_assert_eq!(all.house, here.house);
    }
}

#[test]
fn what_does_not_fit_together_is_refused() {
    let table = evening();
    let good = archive(&table);
    assert!(checked(&json(&good)).is_ok());
    let refused = |change: &dyn Fn(&mut Archive)| {
        let mut bad = good.clone();
        change(&mut bad);
        checked(&json(&bad)).expect_err("a flaw")
    };
    let unsound = |change: &dyn Fn(&mut Archive)| {
        let flaw = refused(change);
        assert!(matches!(flaw, InvalidArchive::Unsound(_)), "{flaw:?}");
    };
    // Numbers without gaps, each command once.
    unsound(&|bad| drop(bad.encounters[0].records.remove(3)));
    unsound(&|bad| bad.encounters[0].records.swap(2, 3));
    unsound(&|bad| bad.encounters[0].records[4].0 += 1);
    unsound(&|bad| bad.encounters[0].records[4].1.command = bad.encounters[0].records[3].1.command);
    // What the records make is what the file says.
    unsound(&|bad| drop(bad.encounters[0].records.pop()));
    unsound(&|bad| {
        bad.encounters[0].records.pop().expect("a record");
        bad.encounters[0].cast.clear();
    });
    unsound(&|bad| bad.encounters[0].cast[0].hidden ^= true);
    unsound(&|bad| bad.encounters[0].state = Hex([1; 32]));
    unsound(&|bad| bad.encounters[0].records[5].1.at += 1);
    // Another program's states are not compared, its cast is.
    let mut others = good.clone();
    others.rules = "other rules".to_owned();
    others.encounters[0].state = Hex([1; 32]);
    assert!(checked(&json(&others)).is_ok());
    others.encounters[0].cast[0].name.push('x');
    assert!(checked(&json(&others)).is_err());
    // What binds a state to its rules tells also under other rules.
    let bound = good.clone().with_bound_hashes();
    assert!(checked(&json(&bound)).is_ok());
    let changes: [&dyn Fn(&mut Archive); 4] = [
        &|bad| bad.rules = "other rules".to_owned(),
        &|bad| {
            bad.rules = "other rules".to_owned();
            bad.encounters[0].state = Hex([1; 32]);
        },
        &|bad| bad.encounters[0].dice = EncounterId(8),
        &|bad| bad.encounters[0].bound = Some(Hex([1; 32])),
    ];
    for change in changes {
        let mut bad = bound.clone();
        change(&mut bad);
        let flaw = checked(&json(&bad)).expect_err("a flaw");
        assert!(
            flaw.to_string()
                .contains("was changed after it was written"),
            "{flaw}"
        );
    }
    let mut elsewhere = good.clone();
    elsewhere.rules = "other rules".to_owned();
    elsewhere.encounters[0].state = Hex([1; 32]);
    assert!(
        checked(&json(&elsewhere.with_bound_hashes())).is_ok(),
        "as other rules wrote it"
    );
    // Moments that no calendar has, of all that has one.
    unsound(&|bad| bad.made_at = 1 << 63);
    unsound(&|bad| bad.encounters[0].made_at = 1 << 63);
    unsound(&|bad| bad.encounters[0].ended_at = Some(u64::MAX));
    unsound(&|bad| bad.encounters[0].records[2].1.at = MAX_TIMESTAMP + 1);
    // Seats.
    unsound(&|bad| bad.seats[2].name = bad.seats[1].name.clone());
    unsound(&|bad| bad.seats[2].name = name(&bad.seats[1].name.as_str().to_uppercase()));
    let mut left = good.clone();
    left.seats[3].name = left.seats[1].name.clone();
    left.seats[3].gone = true;
    assert!(
        checked(&json(&left)).is_ok(),
        "a name is free when its seat is given up"
    );
    unsound(&|bad| bad.seats[0].gone = true);
    unsound(&|bad| bad.seats[1].role = Role::Storyteller);
    unsound(&|bad| bad.seats.swap(0, 1));
    unsound(&|bad| drop(bad.seats.pop()));
    let flaw = refused(&|bad| bad.seats[3].seat = SeatId(100_000));
    assert_eq!(flaw, InvalidArchive::TooMuch("seats"));
    // Encounters.
    unsound(&|bad| bad.encounters[0].standing = ArchivedStatus::Over);
    unsound(&|bad| bad.encounters.push(bad.encounters[0].clone()));
    unsound(&|bad| bad.encounters.clear());
    let flaw = refused(&|bad| {
        let mut over = bad.encounters[0].clone();
        over.standing = ArchivedStatus::Over;
        bad.encounters.push(over);
    });
    assert!(flaw.to_string().contains("bound to one id"), "{flaw}");
    let mut cast = good.clone();
    cast.kind = ArchiveKind::Cast;
    let mut over = cast.encounters[0].clone();
    over.standing = ArchivedStatus::Over;
    cast.encounters.push(over);
    assert!(matches!(
        checked(&json(&cast)),
        Err(InvalidArchive::Unsound(_))
    ));
    // Time.
    let read = Archive::read(json(&good).as_bytes()).expect("a file");
    let mut left = 10;
    let flaw = read.check(RULES, || {
        left -= 1;
        left > 0
    });
    assert_eq!(flaw.err(), Some(InvalidArchive::TooLong));
}

#[test]
fn bounds_hold_for_what_no_table_would_do() {
    let mut many = Table::new();
    for _ in 0..5 {
        many.give_accepted(ST, add_command("20x rat"));
        many.give_accepted(ST, add_hidden_command("20x cat"));
    }
    let good = archive(&many);
    assert!(checked(&json(&good)).is_ok());
    // One rat more than a table may have, told as if it had come.
    let mut bad = good;
    let records = &mut bad.encounters[0].records;
    let (_, added) = records[4].clone();
    let mut text = json(&added);
    let first = many.view(Class::Storyteller).rows.into_keys();
    for (nth, id) in first.enumerate() {
        text = text.replace(&id.to_string(), &format!("zzzzz{:03}", nth));
    }
    let mut more: rules::encounter::Record = serde_json::from_str(&text).expect("a record");
    more.command = CommandId(1);
    records.push((records.len() as u64 + 1, more));
    bad.encounters[0].update_summary();
    assert_eq!(
        checked(&json(&bad)).err(),
        Some(InvalidArchive::TooMuch("combatants"))
    );
}

#[test]
fn other_files_and_newer_ones_are_told_apart() {
    let text = json(&archive(&evening()));
    for other in [
        "",
        "x",
        "{}",
        "[]",
        "null",
        "{\"format\":\"x\",\"version\":1}",
        "\u{0}",
    ] {
        assert_eq!(checked(other).err(), Some(InvalidArchive::Other), "{other}");
    }
    let newer = text.replacen("\"version\":1", "\"version\":2", 1);
    assert_eq!(
        checked(&newer).err(),
        Some(InvalidArchive::Newer("a test".to_owned()))
    );
    // A newer one may look like nothing this program knows.
    let strange =
        "{\"format\":\"coterie-table\",\"version\":900,\"made_by\":\"coterie 9.0\",\"x\":[{}]}";
    assert_eq!(
        checked(strange).err(),
        Some(InvalidArchive::Newer("coterie 9.0".to_owned()))
    );
    let oldest = text.replacen("\"version\":1", "\"version\":0", 1);
    assert!(matches!(checked(&oldest), Err(InvalidArchive::Damaged(_))));
    let unknown = text.replacen("\"kind\"", "\"extra\":1,\"kind\"", 1);
    assert!(matches!(checked(&unknown), Err(InvalidArchive::Damaged(_))));
}

/// A thousand files with a few bytes turned, left out, doubled, or broken off: none makes the reader
/// panic, and what is taken all the same is a whole table.
#[test]
fn a_thousand_damaged_files() {
    let text = json(&archive(&evening()));
    let bytes = text.as_bytes();
    let (mut refused, mut taken) = (0, 0);
    for nth in 0..1_000_u128 {
        let mut chance = SeededDice::for_command(CommandId(nth));
        let mut at = || {
            let high = usize::from(chance.roll_die(u16::MAX)) << 8;
            (high | usize::from(chance.roll_die(256) - 1)) % bytes.len()
        };
        let mut bad = bytes.to_vec();
        let (one, two, three) = (at(), at(), at());
        match nth % 5 {
            0 => bad.truncate(one),
            1 => bad[one] ^= 1 << (two % 8),
            2 => drop(bad.drain(one.min(two)..one.max(two))),
            3 => bad
                .splice(one..one, bytes[two.min(three)..two.max(three)].to_vec())
                .for_each(drop),
            _ => bad[one] = bytes[two],
        }
        match Archive::read(&bad).and_then(|archive| archive.check(RULES, || true)) {
            Err(flaw) => {
                assert!(!flaw.to_string().is_empty());
                refused += 1;
            }
            Ok(whole) => {
                // Words that are nobody's state, such as the name of the table, may say something else.
                taken += 1;
                assert_eq!(whole.states().len(), 1);
                let rows = View::of(&whole.states()[0], Class::Storyteller).rows;
                assert_eq!(rows.len(), 4);
            }
        }
    }
    assert!(
        refused > 900 && taken < 100,
        "{refused} refused, {taken} taken"
    );
}

#[test]
fn every_system_has_a_file() {
    for system in SystemId::ALL {
        let table = Table::with_system(*system)
            .add_combatants(&["rat", "!cat"])
            .place_all_in_order()
            .after_turns(3);
        assert!(checked(&json(&archive(&table))).is_ok(), "{system:?}");
    }
}

/// Every number of a value, by its way there.
fn numbers(value: &mut Value) -> Vec<&mut Value> {
    match value {
        Value::Number(_) => vec![value],
        Value::Array(all) => all.iter_mut().flat_map(numbers).collect(),
        Value::Object(all) => all.values_mut().flat_map(numbers).collect(),
        Value::Null | Value::Bool(_) | Value::String(_) => Vec::new(),
    }
}

/// Numbers that no command would lead to, anywhere in the records of a file whose maker says that they
/// lead to what they lead to: nothing panics, neither here nor when the table is played on.
#[test]
fn numbers_beyond_all_sense_do_no_harm() {
    let strange = [
        0,
        -1,
        1,
        255,
        256,
        65_535,
        i64::from(u32::MAX),
        i64::from(i32::MIN),
        i64::from(i32::MAX),
    ];
    let mut taken = 0;
    for system in SystemId::ALL {
        let mut table = Table::with_system(*system)
            .add_combatants(&["@Ilse", "2x rat", "!cat"])
            .place_all_in_order();
        let rat = table.combatant_id("Rat A");
        let packet = rules::character::track::DamagePacket {
            bashing: 1,
            ..Default::default()
        };
        let _ = table.give(ST, rules::encounter::Command::Harm { id: rat, packet });
        let table = table.after_turns(4);
        let records: Vec<Value> = table
            .records
            .iter()
            .map(|record| serde_json::to_value(record).expect("data"))
            .collect();
        for nth in 0..400_u128 {
            let mut chance = SeededDice::for_command(CommandId(nth + 1));
            let mut bad = records.clone();
            {
                let mut all: Vec<&mut Value> = bad.iter_mut().flat_map(numbers).collect();
                for _ in 0..chance.roll_die(3) {
                    let at = usize::from(chance.roll_die(u16::MAX)) % all.len();
                    let number = strange[usize::from(chance.roll_die(9)) - 1];
                    *all[at] = number.into();
                }
            }
            let Ok(records) = serde_json::from_value::<Vec<rules::encounter::Record>>(bad.into())
            else {
                continue;
            };
            let mut file = archive(&table);
            file.encounters[0].records = (1..).zip(records).collect();
            file.encounters[0].update_summary();
            let Ok(checked) =
                Archive::read(json(&file).as_bytes()).and_then(|it| it.check(RULES, || true))
            else {
                continue;
            };
            taken += 1;
            let mut on = table.clone();
            on.encounter = checked.states()[0].clone();
            let view = on.view(Class::Storyteller);
            let next = rules::encounter::Command::NextTurn {
                after: view.turn,
                anyway: true,
            };
            let _ = on.give(ST, next);
            let _ = on.give(ST, rules::encounter::Command::Undo);
            for id in view.rows.into_keys() {
                let _ = on.give(ST, rules::encounter::Command::Harm { id, packet });
            }
            let whose = rules::encounter::command::InitiativeTarget::Everyone;
            let _ = on.give(
                ST,
                rules::encounter::Command::RollInitiative { whose, face: None },
            );
        }
    }
    assert!(taken > 300, "{taken}");
}
