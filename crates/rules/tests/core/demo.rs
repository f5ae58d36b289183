//! The demonstrations are what the front page promises.

use std::collections::BTreeSet;

use rules::base::id::CommandId;
use rules::base::seat::Actor;
use rules::character::phase::Phase;
use rules::character::track::{EndState, Track};
use rules::encounter::log::LogMessage;
use rules::encounter::view::CombatantRow;
use rules::encounter::{Class, Command, Encounter, IssuedCommand, Record, View, decide, demo};
use rules::ruleset::SystemId;
use testkit::table::{SeededDice, name};

fn rehearsed(system: SystemId, seed: u128) -> (Encounter, Vec<Record>) {
    let mut next = seed << 64;
    let id = || {
        next += 1;
        CommandId(next)
    };
    let played = demo::build_encounter(
        system,
        1_000_000,
        id,
        &mut SeededDice::for_command(CommandId(seed)),
    );
    played.unwrap_or_else(|refusal| panic!("{system:?}: {refusal}"))
}

fn view(system: SystemId) -> View {
    View::of(&rehearsed(system, 1).0, Class::Storyteller)
}

#[track_caller]
fn named<'a>(view: &'a View, name: &str) -> &'a CombatantRow {
    let row = view.rows.values().find(|row| row.full_name() == name);
    row.unwrap_or_else(|| panic!("{name} is missing"))
}

fn names(view: &View, of: &[rules::base::id::CombatantId]) -> Vec<String> {
    of.iter().map(|id| view.rows[id].full_name()).collect()
}

/// All in the order with their score and their health: `18 Ilse Varga XX//....`, an
/// asterisk where a combatant waits.
fn picture(view: &View) -> Vec<String> {
    let line = |id| {
        let row: &CombatantRow = &view.rows[id];
        let score = row.score.map_or("-".to_owned(), |score| score.to_string());
        let health = match row.track.expect("the storyteller sees every track") {
            Track::Boxes(boxes) => boxes.picture(),
            Track::Levels(levels) => match levels.end_state() {
                EndState::Open => levels.boxes().picture(),
                fate => format!("{} {fate:?}", levels.boxes().picture()),
            },
            Track::Points(points) => format!("{}/{}", points.left(), points.maximum()),
        };
        let waits = if row.timing.is_waiting() { "*" } else { "" };
        format!("{score} {}{waits} {health}", row.full_name())
    };
    view.order.iter().map(line).collect()
}

/// Who acts, and in which round.
fn stands(view: &View) -> (u32, Phase, String) {
    let acting = view.turn.acting.map(|id| view.rows[&id].full_name());
    (view.turn.round, view.turn.phase, acting.unwrap_or_default())
}

// ---- Chronicle ---------------------------------------------------------------------------

#[test]
fn chronicle_is_as_sketched() {
    let view = view(SystemId::Chronicle);
    assert_eq!(view.title, "The Wharf, midnight");
    assert_eq!(
        picture(&view),
        [
            "18 Ilse Varga XX//....",
            "16 Dr. Amadi /......",
            "14 Ghoul A XXX//..",
            "13 Weston* ........",
            "11 Ghoul B .......",
            "9 The Bishop *XX/....",
        ]
    );
    assert_eq!(
        names(&view, &view.bench),
        ["Ghoul C", "Ghoul D", "Pia Lindqvist"]
    );
    assert_eq!(stands(&view), (3, Phase::Act, "Dr. Amadi".to_owned()));
    let next = view.next.and_then(|turn| turn.acting);
    assert_eq!(next, Some(named(&view, "Ghoul A").id));
    for (name, note) in [
        ("Ilse Varga", None),
        ("Dr. Amadi", Some("aiming at Ghoul A")),
        ("Ghoul A", Some("prone")),
        ("Weston", None),
        ("The Bishop", Some("hidden until first action")),
    ] {
        assert_eq!(named(&view, name).note.as_deref(), note, "{name}");
    }
}

#[test]
fn its_log_ends_with_a_turn_and_a_roll() {
    for seed in 1..20 {
        let (encounter, _) = rehearsed(SystemId::Chronicle, seed);
        let log = View::of(&encounter, Class::Table).log;
        let told: Vec<&LogMessage> = log.iter().map(|line| &line.what).collect();
        let [
            ..,
            LogMessage::Turn {
                round: 3,
                name: Some(acts),
                back: false,
                ..
            },
            LogMessage::Rolled {
                name: Some(rolls),
                terms,
                pool,
                rolled,
                ..
            },
        ] = &told[..]
        else {
            panic!("{:?}", told.last());
        };
        assert_eq!((acts.as_str(), rolls.as_str()), ("Dr. Amadi", "Dr. Amadi"));
        assert_eq!((*pool, terms.len()), (6, 5));
        assert!(rolled.faces.len() >= 6);
    }
}

// ---- The other systems -------------------------------------------------------------------

/// Names, and what is left of this pool of theirs.
fn left(view: &View, pool: &str) -> Vec<(String, i32)> {
    let rows = view.rows.values();
    let of = |row: &CombatantRow| Some((row.full_name(), *row.pools.get(pool)?));
    let mut left: Vec<(String, i32)> = rows.filter_map(|row| of(row)).collect();
    left.sort();
    left
}

#[test]
fn tristat_counts_health_energy_and_defenses() {
    let view = view(SystemId::Tristat);
    assert_eq!(
        picture(&view),
        [
            "11 Rosa Vance 45/45",
            "10 Kei Tanaka 52/60",
            "9 Ninja B 20/50",
            "8 The Shadow 75/75",
            "7 Brother Anselm* 60/65",
            "6 Ninja A -6/50",
        ]
    );
    assert_eq!(stands(&view), (2, Phase::Act, "Ninja B".to_owned()));
    let [kei, rosa, down] = ["Kei Tanaka", "Rosa Vance", "Ninja A"].map(|name| named(&view, name));
    assert!(
        kei.plan
            .as_ref()
            .is_some_and(|plan| plan.has_stance("total_defense"))
    );
    assert_eq!(
        (kei.tally.get("defense"), rosa.tally.get("attack")),
        (Some(&1), Some(&2))
    );
    // Five for each of two shots.
    assert_eq!(rosa.pools.get("energy"), Some(&50));
    assert!(down.is_out());
    let Some(LogMessage::Rolled { terms, pool, .. }) = view.log.last().map(|line| &line.what)
    else {
        panic!("a roll is told");
    };
    assert_eq!((*pool, terms.last().map(|term| term.value)), (7, Some(2)));
}

#[test]
fn crossover_is_about_to_take_the_rest() {
    let view = view(SystemId::Crossover);
    assert_eq!(
        picture(&view),
        [
            "15 Runs-at-Dusk X/.....",
            "14 Tomas Reed* .......",
            "14 Grey Anna 6/9",
            "13 Ilse Varga .......",
            "12 The Bishop .......",
            "9 Thrall B XX.....",
            "6 Thrall A *****..",
        ]
    );
    assert_eq!(stands(&view), (2, Phase::Act, "Ilse Varga".to_owned()));
    // Equal scores act at the same moment, but one of the two waits for another.
    let [tomas, anna] = ["Tomas Reed", "Grey Anna"].map(|name| named(&view, name));
    assert_eq!(tomas.score, anna.score);
    assert!(tomas.timing.is_waiting() && view.together.is_empty());
    let blood = [("Ilse Varga".to_owned(), 10), ("The Bishop".to_owned(), 15)];
    assert_eq!(left(&view, "blood"), blood);
    assert_eq!(left(&view, "ammo"), [("Tomas Reed".to_owned(), 5)]);
    let rest = rest_of_round(SystemId::Crossover);
    // Who waits may wait to the end of the extra phase (XOV-TURN-02).
    assert_eq!(
        rest,
        ["Runs-at-Dusk", "Ilse Varga", "The Bishop", "Tomas Reed"]
    );
}

#[test]
fn masquerade_has_somebody_in_torpor() {
    let view = view(SystemId::Masquerade);
    assert_eq!(
        picture(&view),
        [
            "16 Corinna Hale* .......",
            "13 The Hound /......",
            "12 Jonah .......",
            "11 Milo Sant .......",
            "9 Thug A XXX....",
            "9 The Nun .......",
            "3 Old Piet XXXXXXX Torpor",
        ]
    );
    assert_eq!(stands(&view), (2, Phase::Act, "Jonah".to_owned()));
    assert!(named(&view, "Old Piet").is_out());
    // A point bought Jonah a defense in the place of an action.
    let jonah = named(&view, "Jonah");
    let plan = jonah.plan.as_ref().expect("a plan");
    assert_eq!((plan.actions, plan.defenses.len()), (2, 1));
    assert_eq!(jonah.pools.get("willpower"), Some(&4));
    assert!(rest_of_round(SystemId::Masquerade).contains(&"Milo Sant".to_owned()));
}

#[test]
fn ascension_has_stolen_time() {
    let view = view(SystemId::Ascension);
    assert_eq!(
        picture(&view),
        [
            "16 Lin Sato XX.....",
            "14 Agent A /////..",
            "13 Ilse Brandt X......",
            "13 Agent B XXX....",
            "11 The Adjuster .......",
            "8 Father Okoro* .......",
        ]
    );
    assert_eq!(stands(&view), (3, Phase::Act, "Agent B".to_owned()));
    let ilse = named(&view, "Ilse Brandt").plan.as_ref();
    assert!(ilse.is_some_and(|plan| plan.has_stance("desperate_defense")));
    // Each paid for a roll.
    let willpower = left(&view, "willpower");
    assert!(willpower.contains(&("Ilse Brandt".to_owned(), 5)));
    assert!(willpower.contains(&("Father Okoro".to_owned(), 7)));
    assert_eq!(rest_of_round(SystemId::Ascension), ["Lin Sato"]);
}

/// Who takes the rest of this round, when all have acted.
fn rest_of_round(system: SystemId) -> Vec<String> {
    let (mut encounter, _) = rehearsed(system, 1);
    let round = View::of(&encounter, Class::Storyteller).turn.round;
    let mut rest = Vec::new();
    for nth in 1..100 {
        let view = View::of(&encounter, Class::Storyteller);
        if view.turn.round > round {
            return rest;
        }
        if view.turn.phase == Phase::Extra {
            let acting = view.turn.acting.expect("one takes the rest");
            rest.push(view.rows[&acting].full_name());
        }
        let given = IssuedCommand {
            id: CommandId(nth),
            by: Actor::Server,
            command: Command::NextTurn {
                after: view.turn,
                anyway: false,
            },
        };
        let events = decide(&encounter, &given, &mut SeededDice::for_command(given.id))
            .expect("a next step");
        encounter.apply(&Record {
            at: 9_000_000,
            by: given.by,
            command: given.id,
            events,
        });
    }
    panic!("the round does not end");
}

// ---- All of them -------------------------------------------------------------------------

#[test]
fn every_story_ends_in_the_middle_of_the_action() {
    let mut titles = BTreeSet::new();
    for system in SystemId::ALL {
        for seed in 1..12 {
            let (encounter, _) = rehearsed(*system, seed);
            let view = View::of(&encounter, Class::Storyteller);
            titles.insert(view.title.clone());
            assert_eq!(view.system, *system);
            assert!(view.turn.round >= 2 && view.turn.phase == Phase::Act);
            // A combatant acts, and another comes after them in the same part of the round.
            let next = view.next.expect("a next turn");
            assert_eq!((next.round, next.phase), (view.turn.round, Phase::Act));
            assert!(view.turn.acting.is_some() && next.acting.is_some());
            assert!(!view.bench.is_empty(), "{system:?}: one stands by");
            let hurt = view.rows.values().filter(|row| is_hurt(row)).count();
            assert!(hurt >= 3, "{system:?}");
            let waits = view.rows.values().any(|row| row.timing.is_waiting());
            let plans = view.rows.values().any(|row| row.plan.is_some());
            let is_chronicle = *system == SystemId::Chronicle;
            assert_eq!((waits, plans), (true, !is_chronicle), "{system:?}");
            let log = View::of(&encounter, Class::Table).log;
            assert!(log.iter().all(|line| line.undone.is_none()));
            assert!(log.is_sorted_by_key(|line| line.at));
            let rolls = |line: &&rules::encounter::view::LogLineView| {
                matches!(&line.what, LogMessage::Rolled { .. })
            };
            assert!(log.iter().filter(rolls).count() >= 2, "{system:?}");
        }
    }
    assert_eq!(
        titles.len(),
        SystemId::ALL.len(),
        "every story has its own title"
    );
}

fn is_hurt(row: &CombatantRow) -> bool {
    match row.track {
        Some(Track::Boxes(boxes)) => boxes.filled_count() > 0,
        Some(Track::Levels(levels)) => levels.boxes().filled_count() > 0,
        Some(Track::Points(points)) => points.left() < points.maximum(),
        None => false,
    }
}

#[test]
fn players_know_nothing_of_whoever_is_hidden() {
    for system in SystemId::ALL {
        let (encounter, _) = rehearsed(*system, 3);
        let all = View::of(&encounter, Class::Storyteller);
        let hidden: Vec<_> = all.rows.values().filter(|row| row.hidden).collect();
        assert_eq!(hidden.len(), 1, "{system:?}");
        let view = View::of(&encounter, Class::Table);
        let sent = serde_json::to_string(&view).expect("a view");
        for row in hidden {
            assert!(!sent.contains(&row.name) && !sent.contains(&row.id.to_string()));
            let note = row.note.as_deref().unwrap_or("Stealth");
            assert!(!sent.contains(note), "{system:?}: {note}");
            assert!(
                all.order.contains(&row.id),
                "{system:?}: they are in the fight"
            );
        }
        assert!(!sent.contains("hidden"), "{system:?}");
        assert_eq!(view.turn, all.turn, "{system:?}");
        assert_eq!(view.order.len() + 1, all.order.len());
    }
}

#[test]
fn their_records_lead_to_them() {
    for system in SystemId::ALL {
        let (encounter, records) = rehearsed(*system, 4);
        let title = system.rules().lists().demo_script.title;
        let mut replayed = Encounter::new(name(title), *system);
        records.iter().for_each(|record| replayed.apply(record));
        assert_eq!(replayed, encounter);
        assert!(records.is_sorted_by_key(|record| record.at));
        // Also from the disk.
        let text = serde_json::to_string(&records).expect("data");
        let read: Vec<Record> = serde_json::from_str(&text).expect("records");
        assert_eq!(read, records);
    }
}
