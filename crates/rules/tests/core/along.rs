//! From one encounter to the next: who comes along, how they are then, and that nobody learns of
//! what is prepared.

use rules::base::id::{CombatantId, CommandId};
use rules::base::sorted_map::Set;
use rules::character::condition::{Condition, Until};
use rules::character::downtime::StoryTime;
use rules::character::track::{DamagePacket, Severity, Track};
use rules::encounter::carry_over::{CarryOver, Recovery, next_title};
use rules::encounter::command::{InitiativeTarget, ItemInput};
use rules::encounter::log::LogMessage;
use rules::encounter::replay::recap::RecapRecorder;
use rules::encounter::{
    Class, Command, Countdown, Encounter, FoeHealth, OnTimeout, Record, Refusal, TableSetting, View,
};
use rules::ruleset::SystemId;
use rules::ruleset::settings::Value;
use testkit::table::{ANA, BEN, EVE, NOBODY, ST, Table, add_command, add_hidden_command, name};

/// As they are now.
const NOW: Recovery = Recovery {
    healed: false,
    refilled: false,
};
const HEALED: Recovery = Recovery {
    healed: true,
    refilled: false,
};
const RESTED: Recovery = Recovery {
    healed: true,
    refilled: true,
};

/// The record by which an encounter begins, or opens.
fn record(at: u64, command: u128, events: Vec<rules::encounter::Event>) -> Record {
    Record {
        at,
        by: ST,
        command: CommandId(command),
        events,
    }
}

#[test]
fn the_next_encounter_is_called_as_this_one_with_the_next_number() {
    for (title, next) in [
        ("Warehouse", "Warehouse, 2"),
        ("Warehouse, 2", "Warehouse, 3"),
        ("Warehouse, 99", "Warehouse, 100"),
        ("Pier 4", "Pier 4, 2"),
        ("Room 101, 1", "Room 101, 1, 2"),
        ("7", "7, 2"),
        (", 2", ", 2, 2"),
        ("Warehouse, 4294967295", "Warehouse, 4294967295, 2"),
    ] {
        assert_eq!(next_title(title), next);
        assert!(rules::base::text::Name::new(next).is_ok(), "{next}");
    }
    let long = "é".repeat(60);
    let next = next_title(&long);
    assert_eq!(next, format!("{}, 2", "é".repeat(57)));
    assert!(rules::base::text::Name::new(&next).is_ok());
}

/// A new encounter with this company, and its first record.
fn next(system: SystemId, company: &CarryOver, unseen: bool) -> (Encounter, Record) {
    let mut encounter = Encounter::new(name("The next night"), system);
    let events = encounter
        .arrival_events(company, unseen)
        .expect("room for all");
    let first = record(9_000_000, 0xA1, events);
    encounter.apply(&first);
    (encounter, first)
}

/// An evening's end: Ana's character is as badly hurt as anybody can be and has spent a point of
/// everything, two of a kind of foe are there, and a hidden one.
fn evening(system: SystemId) -> Table {
    let mut table = Table::with_system(system);
    table.give_accepted(
        ANA,
        add_command(system.rules().facts().vocabulary.own_example),
    );
    table.give_accepted(ST, add_command("2x Rat"));
    table.give_accepted(ST, add_hidden_command("Bishop"));
    let whose = InitiativeTarget::Everyone;
    let mut table = table.place_all_in_order();
    _ = table.give(ST, Command::RollInitiative { whose, face: None });
    table.next_turn();
    let id = hero(&table);
    let packet = match table.view(Class::Storyteller).rows[&id].track {
        Some(Track::Points(points)) => {
            DamagePacket::of_points(u16::try_from(points.maximum()).expect("few"))
        }
        _ => DamagePacket::of_severity(Severity::Lethal, 12),
    };
    table.give_accepted(ST, Command::Harm { id, packet });
    let pools = table.view(Class::Storyteller).rows[&id].pools.clone();
    for (pool, left) in pools.into_iter().filter(|(_, left)| *left > 0) {
        table.give_accepted(
            ST,
            Command::Spend {
                id,
                pool,
                by: -left.min(2),
            },
        );
    }
    let text = "limps".into();
    table.give_accepted(ST, Command::Note { id, text });
    table
}

fn hero(table: &Table) -> CombatantId {
    let view = table.view(Class::Table);
    let mut rows = view.rows.values();
    let own = rows.find(|row| row.owner.is_some());
    own.expect("Ana's character").id
}

#[test]
fn who_comes_along_is_as_they_were() {
    for system in SystemId::ALL.iter().copied() {
        let table = evening(system);
        let id = hero(&table);
        let all: Vec<_> = table
            .view(Class::Storyteller)
            .rows
            .keys()
            .copied()
            .collect();
        let along: Vec<_> = all.iter().map(|id| (*id, NOW)).collect();
        let company = table
            .encounter
            .prepare_carry_over(ST, &along)
            .expect("a company");
        let (encounter, _) = next(system, &company, false);
        let [before, after] =
            [&table.encounter, &encounter].map(|it| View::of(it, Class::Storyteller));
        assert_eq!(after.rows.len(), 4, "{system:?}");
        assert_eq!(after.seats, before.seats, "{system:?}");
        for (id, then) in &before.rows {
            let now = &after.rows[id];
            assert_eq!(now.full_name(), then.full_name());
            assert_eq!(
                (&now.sheet, &now.track, &now.pools, &now.gear, &now.note),
                (
                    &then.sheet,
                    &then.track,
                    &then.pools,
                    &then.gear,
                    &then.note
                ),
                "{system:?}"
            );
            assert_eq!(
                (now.owner, now.side, now.hidden),
                (then.owner, then.side, then.hidden)
            );
            assert_eq!(now.score, None, "what was rolled is over");
        }
        assert!(after.rows[&id].is_out(), "{system:?}");
        assert!(
            after.order.is_empty() && after.turn.round == 0,
            "nobody stands in the order"
        );
        // Nothing changed where they come from.
        assert_eq!(before, View::of(&table.encounter, Class::Storyteller));
        // Players see those they saw.
        assert_eq!(
            View::of(&encounter, Class::Table).rows.len(),
            3,
            "{system:?}"
        );
    }
}

#[test]
fn who_is_healed_is_whole_and_who_is_refilled_has_all() {
    for system in SystemId::ALL.iter().copied() {
        let rules = system.rules();
        let mut table = evening(system);
        let id = hero(&table);
        let was = table.view(Class::Storyteller).rows[&id].clone();
        let sheet = was.sheet.clone().expect("a sheet");
        let fresh = rules.unmarked_track(&sheet).expect("a track");
        let company = table
            .encounter
            .prepare_carry_over(ST, &[(id, HEALED)])
            .expect("a company");
        let (encounter, _) = next(system, &company, false);
        let healed = View::of(&encounter, Class::Storyteller).rows[&id].clone();
        assert_eq!(healed.track, Some(fresh), "{system:?}");
        assert!(
            !healed.is_out() && healed.health.penalty == 0,
            "{system:?}: {:?}",
            healed.health
        );
        assert_eq!(
            healed.pools, was.pools,
            "{system:?}: what was spent stays so"
        );
        let company = table
            .encounter
            .prepare_carry_over(ST, &[(id, RESTED)])
            .expect("a company");
        let (encounter, _) = next(system, &company, false);
        let rested = View::of(&encounter, Class::Storyteller).rows[&id].clone();
        for pool in rules.pool_specs(&sheet) {
            assert_eq!(
                rested.pools.get(pool.key),
                Some(&pool.most),
                "{system:?} {}",
                pool.key
            );
        }
        // By hand at the table it comes to the same, and is taken back at once.
        let hurt = table.comparable_state();
        let (ids, health, pools) = (Set::from([id]), true, true);
        table.give_accepted(
            ST,
            Command::Restore {
                ids: ids.clone(),
                health,
                pools,
            },
        );
        let by_hand = table.view(Class::Storyteller).rows[&id].clone();
        assert_eq!(
            (by_hand.track, &by_hand.pools),
            (rested.track, &rested.pools),
            "{system:?}"
        );
        assert!(!by_hand.is_out(), "{system:?}");
        assert_eq!(
            table.give_refused(ST, Command::Restore { ids, health, pools }),
            Refusal::NothingToDo
        );
        table.give_accepted(ST, Command::Undo);
        assert_eq!(table.comparable_state(), hurt, "{system:?}");
        // Each by itself says so.
        for (health, pools, words) in [
            (true, false, "After a rest, wounds are healed"),
            (false, true, "After a rest, spent points are back"),
        ] {
            if pools && rules.pool_specs(&sheet).is_empty() {
                continue;
            }
            let mut rested = table.clone();
            let ids = Set::from([id]);
            rested.give_accepted(ST, Command::Restore { ids, health, pools });
            let log = rested.view(Class::Storyteller).log;
            let said = |what: &LogMessage| matches!(what, LogMessage::TimePassed { words: said } if said == words);
            assert!(
                log.iter().any(|line| said(&line.what)),
                "{system:?}: {words}"
            );
        }
    }
}

#[test]
fn only_those_who_run_the_table_take_anybody_along_or_heal() {
    let mut table = evening(SystemId::FIRST);
    let id = hero(&table);
    for by in [ANA, BEN, EVE, NOBODY] {
        assert_eq!(
            table.encounter.prepare_carry_over(by, &[(id, NOW)]),
            Err(Refusal::NotAllowed)
        );
    }
    let nobody: CombatantId = "n0b0dy00".parse().expect("an id");
    assert_eq!(
        table.encounter.prepare_carry_over(ST, &[(nobody, NOW)]),
        Err(Refusal::NoSuchCombatant)
    );
    let restore = |ids: &[CombatantId]| Command::Restore {
        ids: ids.iter().copied().collect(),
        health: true,
        pools: false,
    };
    assert_eq!(table.give_refused(ANA, restore(&[id])), Refusal::NotAllowed);
    assert_eq!(table.give_refused(ST, restore(&[])), Refusal::OutOfBounds);
    assert_eq!(
        table.give_refused(ST, restore(&[nobody])),
        Refusal::NoSuchCombatant
    );
}

#[test]
fn what_the_scene_brought_stays_behind() {
    let mut table = evening(SystemId::FIRST);
    let rat = table.combatant_id("Rat A");
    let afflict = |key: &str, until| Command::Afflict {
        id: rat,
        key: key.into(),
        condition: Condition { amount: 0, until },
    };
    table.give_accepted(ST, afflict("prone", Until::Lifted));
    table.give_accepted(ST, afflict("immobilised", Until::Rounds(2)));
    table.give_accepted(ST, afflict("staked", Until::Lifted));
    let company = table
        .encounter
        .prepare_carry_over(ST, &[(rat, NOW)])
        .expect("a company");
    let (encounter, _) = next(SystemId::FIRST, &company, false);
    let row = View::of(&encounter, Class::Storyteller).rows[&rat].clone();
    let kept: Vec<_> = row.conditions.keys().cloned().collect();
    assert_eq!(kept, ["staked"]);
    // The same is left where the scene is ended instead.
    table.give_accepted(ST, Command::EndScene);
    assert_eq!(table.row("Rat A").conditions, row.conditions);
}

#[test]
fn the_house_rules_the_dice_and_the_secrets_come_along() {
    let mut table = evening(SystemId::Ascension);
    let key = "dodge_blow".into();
    let value = Value::Number(4);
    table.give_accepted(
        ST,
        Command::Set {
            key,
            value,
            was: None,
        },
    );
    let shown = FoeHealth::Concealed;
    table.give_accepted(
        ST,
        Command::SetTable {
            to: TableSetting::FoeHealth(shown),
            was: None,
        },
    );
    let to = Some(Countdown {
        seconds: 30,
        then: OnTimeout::Storyteller,
    });
    table.give_accepted(
        ST,
        Command::SetTable {
            to: TableSetting::Countdown(to),
            was: Some(TableSetting::Countdown(None)),
        },
    );
    table.give_accepted(ANA, Command::OwnDice { own: true });
    let company = table
        .encounter
        .prepare_carry_over(ST, &[])
        .expect("a company");
    let (encounter, _) = next(SystemId::Ascension, &company, false);
    let [before, after] = [&table.encounter, &encounter].map(|it| View::of(it, Class::Storyteller));
    assert_eq!(
        (after.house, after.foe_health, after.countdown),
        (before.house, before.foe_health, before.countdown)
    );
    assert_eq!(after.countdown, to);
    assert_eq!(after.seats, before.seats);
}

#[test]
fn nothing_takes_the_arrival_back_and_the_log_tells_of_it() {
    let table = evening(SystemId::FIRST);
    let ids = ["Rat A", "Bishop"].map(|name| (table.combatant_id(name), NOW));
    let company = table
        .encounter
        .prepare_carry_over(ST, &ids)
        .expect("a company");
    let (encounter, first) = next(SystemId::FIRST, &company, false);
    let view = View::of(&encounter, Class::Storyteller);
    assert!(!view.can_undo && view.undo.is_empty());
    let told = |class| -> Vec<LogMessage> {
        let log = View::of(&encounter, class).log.into_iter();
        log.map(|line| line.what).collect()
    };
    let brought = |names: &[&str]| LogMessage::Brought {
        names: names.iter().map(|name| (*name).to_owned()).collect(),
        from: "A test".into(),
    };
    assert_eq!(told(Class::Table), [brought(&["Rat A"])]);
    assert_eq!(
        told(Class::Storyteller),
        [brought(&["Rat A"]), brought(&["Bishop"])]
    );
    // What is kept reads back to the same.
    let text = serde_json::to_string(&first).expect("data");
    let mut again = Encounter::new(name("The next night"), SystemId::FIRST);
    again.apply(&serde_json::from_str(&text).expect("a record"));
    assert!(again == encounter);
    let text = serde_json::to_string(&encounter).expect("data");
    let read: Encounter = serde_json::from_str(&text).expect("a state");
    assert!(read == encounter);
}

/// Goes on with an encounter as with any table's.
fn at(encounter: Encounter) -> Table {
    let mut table = Table::new();
    table.encounter = encounter;
    table
}

#[test]
fn letters_go_on_and_nobody_is_called_like_another() {
    let table = evening(SystemId::FIRST);
    let rat = table.combatant_id("Rat B");
    let company = table
        .encounter
        .prepare_carry_over(ST, &[(rat, NOW)])
        .expect("a company");
    let (encounter, _) = next(SystemId::FIRST, &company, false);
    let mut later = at(encounter);
    later.give_accepted(ST, add_command("Rat"));
    assert_eq!(later.order_summary(Class::Table), "0:  | Rat B Rat C");
    // Where a Rat B is already, the one who comes has another letter.
    let mut prepared = Table::new();
    prepared.give_accepted(ST, add_command("2x Rat"));
    let events = prepared
        .encounter
        .arrival_events(&company, false)
        .expect("room");
    prepared.encounter.apply(&record(9_000_000, 0xA2, events));
    assert_eq!(
        prepared.order_summary(Class::Table),
        "0:  | Rat A Rat B Rat C"
    );
    assert_eq!(prepared.combatant_id("Rat C"), rat);
}

/// What a combatant had in a prepared encounter has used up its numbers there, though they come without it.
#[test]
fn an_item_number_is_given_once_whoever_comes_anew() {
    let system = SystemId::Ascension;
    let evening = evening(system);
    let id = hero(&evening);
    let company = evening.encounter.prepare_carry_over(ST, &[(id, NOW)]);
    let company = company.expect("a company");
    let (encounter, _) = next(system, &company, true);
    let mut later = at(encounter);
    let given = || {
        let rows = system.combat().item_chart();
        Command::GiveItem {
            id,
            what: ItemInput::Chart(rows[0].key.clone()),
            carried: None,
        }
    };
    let gear = |table: &Table| -> Vec<_> {
        let row = table.view(Class::Storyteller).rows[&id].clone();
        row.gear.keys().copied().collect()
    };
    let before = gear(&later);
    later.give_accepted(ST, given());
    let item = *gear(&later).last().expect("an item");
    later.give_accepted(ST, Command::TakeItem { id, item });
    let events = later
        .encounter
        .arrival_events(&company, false)
        .expect("room");
    later.encounter.apply(&record(9_900_000, 0xA4, events));
    assert_eq!(gear(&later), before);
    later.give_accepted(ST, given());
    assert_eq!(gear(&later).last(), Some(&(item + 1)));
}

#[test]
fn a_prepared_encounter_is_told_to_nobody_until_it_opens() {
    let mut evening = evening(SystemId::FIRST);
    let id = hero(&evening);
    let company = evening
        .encounter
        .prepare_carry_over(ST, &[(id, RESTED)])
        .expect("a company");
    let (encounter, first) = next(SystemId::FIRST, &company, true);
    assert!(encounter.is_prepared());
    let mut later = at(encounter);
    later.records = vec![first];
    later.give_accepted(ST, add_command("The Prince"));
    let prince = later.combatant_id("The Prince");
    later.give_accepted(ST, Command::Remove { id: prince });
    later.give_accepted(ST, add_command("3x Ghoul"));
    let mut later = later.place_all_in_order().after_turns(1);
    let ghoul = later.combatant_id("Ghoul A");
    let packet = DamagePacket::of_severity(Severity::Lethal, 2);
    later.give_accepted(ST, Command::Harm { id: ghoul, packet });
    assert_eq!(later.view(Class::Table).log, []);
    assert!(later.view(Class::Storyteller).log.len() > 4);
    assert!(
        later
            .view(Class::Storyteller)
            .log
            .iter()
            .all(|line| line.hidden)
    );

    // Meanwhile the evening went on; who comes is as they are when it opens.
    evening.give_accepted(
        ST,
        Command::Note {
            id,
            text: "burned".into(),
        },
    );
    let along = [(id, NOW), (evening.combatant_id("Rat A"), NOW)];
    let company = evening
        .encounter
        .prepare_carry_over(ST, &along)
        .expect("a company");
    let events = later
        .encounter
        .arrival_events(&company, false)
        .expect("room");
    let opening = record(9_900_000, 0xA3, events);
    later.encounter.apply(&opening);
    later.records.push(opening);
    assert!(!later.encounter.is_prepared());
    let row = later.view(Class::Table).rows[&id].clone();
    assert_eq!(row.note.as_deref(), Some("burned"));
    assert!(row.is_out(), "as wounded as now, whatever was prepared");
    let place = |table: &Table| {
        let order = table.view(Class::Storyteller).order;
        order.iter().position(|other| *other == id)
    };
    assert_eq!(place(&later), Some(0), "who was there keeps the place");
    let told = later.view(Class::Table).log;
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(matches!(&told[0].what, LogMessage::Brought { names, .. } if names.len() == 2));
    // From now on all is told.
    later.give_accepted(ST, Command::Harm { id: ghoul, packet });
    assert_eq!(later.view(Class::Table).log.len(), 2);

    // After the fight players are told of what happened since, and of nothing before.
    let recap = |class| {
        let mut course = RecapRecorder::new(
            Encounter::new(name("The next night"), SystemId::FIRST),
            class,
        );
        later
            .records
            .iter()
            .for_each(|record| course.apply_record(record));
        course.recap().to_markdown()
    };
    assert!(
        recap(Class::Storyteller).contains("4 lethal"),
        "{}",
        recap(Class::Storyteller)
    );
    let players = recap(Class::Table);
    assert!(
        players.contains("Ghoul A") && players.contains("2 lethal"),
        "{players}"
    );
    assert!(
        !players.contains("4 lethal") && !players.contains("Prince"),
        "{players}"
    );
}

#[test]
fn time_that_passes_is_told_unless_it_changed_only_those_who_are_hidden() {
    let mut table = evening(SystemId::FIRST);
    let (hero, bishop) = (hero(&table), table.combatant_id("Bishop"));
    let packet = DamagePacket::of_severity(Severity::Bashing, 2);
    table.give_accepted(ST, Command::Harm { id: bishop, packet });
    let pass = |id, span, care: Option<&str>| Command::PassTime {
        ids: Set::from([id]),
        span,
        care: care.map(str::to_owned),
    };
    let before = table.log_line_count(Class::Table);
    table.give_accepted(ST, pass(bishop, StoryTime::Hours(1), None));
    assert_eq!(table.log_line_count(Class::Table), before);
    let told = |table: &Table, class: Class, words: &str| {
        let log = table.view(class).log;
        log.iter().any(
            |line| matches!(&line.what, LogMessage::TimePassed { words: told } if told == words),
        )
    };
    assert!(told(&table, Class::Storyteller, "An hour passes"));
    table.give_accepted(ST, pass(hero, StoryTime::Nights(7), Some("hospital")));
    assert!(told(&table, Class::Table, "A week passes, in a hospital"));
    assert!(!told(&table, Class::Table, "An hour passes"));
}

#[test]
fn there_is_room_for_so_many_and_no_more() {
    let mut table = Table::new();
    for _ in 0..5 {
        table.give_accepted(ST, add_command("20x Rat"));
    }
    let rows = table.view(Class::Storyteller).rows;
    let all: Vec<_> = rows.keys().map(|id| (*id, NOW)).collect();
    let company = table
        .encounter
        .prepare_carry_over(ST, &all)
        .expect("a company");
    let mut prepared = Table::new();
    assert_eq!(
        prepared
            .encounter
            .arrival_events(&company, false)
            .map(|it| it.len()),
        Ok(101)
    );
    // The dice of a test follow from the number of the command: this one is another rat.
    for _ in 0..9 {
        prepared.give_accepted(
            ST,
            Command::Say {
                line: "Hush.".into(),
                who: None,
            },
        );
    }
    prepared.give_accepted(ST, add_command("Rat"));
    assert_eq!(
        prepared.encounter.arrival_events(&company, false),
        Err(Refusal::Full)
    );
    // Those who are there already take no more room.
    let same = table.encounter.arrival_events(&company, false);
    assert_eq!(same.map(|it| it.len()), Ok(101));
}

/// A hidden namesake gives way: in which order they come along changes nothing in what a combatant is
/// called whom players see.
#[test]
fn a_hidden_namesake_changes_no_label() {
    let labels = |lines: &[&str], hidden_first: bool| {
        let table = Table::with_combatants(lines);
        let rows = table.view(Class::Storyteller).rows;
        let mut along: Vec<_> = rows.values().collect();
        along.sort_by_key(|row| row.hidden != hidden_first);
        let along: Vec<_> = along.iter().map(|row| (row.id, NOW)).collect();
        let company = table
            .encounter
            .prepare_carry_over(ST, &along)
            .expect("they come");
        let (there, _) = next(SystemId::FIRST, &company, false);
        let all = View::of(&there, Class::Storyteller).rows;
        let names: std::collections::BTreeSet<_> =
            all.values().map(|row| row.full_name()).collect();
        assert_eq!(names.len(), all.len(), "{names:?}");
        let seen = View::of(&there, Class::Table).rows;
        seen.values().map(|row| row.full_name()).collect::<Vec<_>>()
    };
    for hidden_first in [false, true] {
        assert_eq!(labels(&["rat"], hidden_first), ["Rat"]);
        assert_eq!(labels(&["!rat", "rat"], hidden_first), ["Rat"]);
        assert_eq!(labels(&["rat", "!rat"], hidden_first), ["Rat"]);
    }
}

/// Players saw her and lost sight of her. Whether she comes along unseen by them, no label tells: the next
/// of her name is called as if she had stayed away.
#[test]
fn who_was_seen_and_comes_along_hidden_takes_no_letter() {
    let mut table = Table::with_combatants(&["Bishop", "@Ilse"]);
    let (bishop, ilse) = (table.combatant_id("Bishop"), table.combatant_id("Ilse"));
    table.give_accepted(ST, Command::Hide { id: bishop });
    let labels = [vec![ilse], vec![ilse, bishop]].map(|along| {
        let along: Vec<_> = along.into_iter().map(|id| (id, NOW)).collect();
        let company = table
            .encounter
            .prepare_carry_over(ST, &along)
            .expect("a company");
        let mut next = table.next_encounter(&company, false).expect("room");
        next.give_accepted(ST, add_command("Bishop"));
        let rows = next.view(Class::Table).rows.into_values();
        let names: Vec<String> = rows.map(|row| row.full_name()).collect();
        names
    });
    let [without, with] = labels;
    assert_eq!(without, with);
}
