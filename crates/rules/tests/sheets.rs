//! Sheets that are edited while the fight goes on: what follows, who may, what is refused.

mod table;

use rules::encounter::log::What;
use rules::encounter::{Class, Command, Encounter, Record, Refusal};
use rules::id::CombatantId;
use rules::sheet::TraitSpec;
use rules::system::SystemId;
use rules::track::{Packet, Severity, Track, TrackError};

use table::{ANA, BEN, EVE, ST, Table, name};

fn set(id: CombatantId, key: &str, value: impl Into<Option<i32>>) -> Command {
    Command::SetTrait {
        id,
        key: key.into(),
        value: value.into(),
    }
}

fn kind(id: CombatantId, kind: Option<&str>) -> Command {
    Command::SetKind {
        id,
        kind: kind.map(str::to_owned),
    }
}

fn track(table: &Table, name: &str) -> Track {
    table.row(name).track.expect("a track")
}

fn spec(system: SystemId, key: &str) -> &'static TraitSpec {
    let mut specs = system.rules().traits().iter();
    specs.find(|spec| spec.key == key).expect("a trait")
}

/// In every system: any trait, to both ends of what makes sense and back to nothing.
#[test]
fn every_trait_can_be_set() {
    for system in SystemId::ALL {
        let table = Table::on(*system).joined_by(&["@Weston"]);
        for spec in system.rules().traits() {
            let mut table = table.clone();
            let id = table.id("Weston");
            let before = table.row("Weston");
            for value in [spec.max, spec.min] {
                if let Err(refusal) = table.give(ANA, set(id, spec.key, value)) {
                    let no_track = matches!(refusal, Refusal::Track(_));
                    assert!(no_track, "{system:?} {} {refusal:?}", spec.key);
                    continue;
                }
                let row = table.row("Weston");
                let sheet = row.sheet.expect("a sheet");
                assert_eq!(sheet.traits[spec.key], value);
                // The track is what the rules make of such a sheet, and so are the pools.
                let made = system.rules().track(&sheet).expect("a track");
                assert_eq!(row.track, Some(made), "{system:?} {}", spec.key);
                for pool in system.rules().pools(&sheet) {
                    assert_eq!(row.pools[pool.key], pool.most, "{system:?} {}", spec.key);
                }
            }
            let _ = table.give(ANA, set(id, spec.key, None));
            let row = table.row("Weston");
            let same = (row.sheet == before.sheet, row.track == before.track);
            assert_eq!(same, (true, true), "{system:?} {}", spec.key);
            for value in [spec.max.saturating_add(1), spec.min.saturating_sub(1)] {
                let range = Refusal::OutOfRange {
                    title: spec.title.into(),
                    min: spec.min,
                    max: spec.max,
                };
                assert_eq!(table.no(ANA, set(id, spec.key, value)), range);
            }
        }
    }
}

#[test]
fn every_kind_can_be_set() {
    for system in SystemId::ALL {
        let mut table = Table::on(*system).joined_by(&["@Weston"]);
        let id = table.id("Weston");
        for spec in system.rules().kinds() {
            table.ok(ANA, kind(id, Some(spec.key)));
            let row = table.row("Weston");
            let sheet = row.sheet.expect("a sheet");
            assert!(sheet.is(spec.key));
            let made = system.rules().track(&sheet).expect("a track");
            assert_eq!(row.track, Some(made), "{system:?} {}", spec.key);
            let told = What::KindSet {
                name: "Weston".into(),
                kind: Some(spec.key.into()),
                states: Vec::new(),
            };
            assert_eq!(table.told(Class::Table), told);
            let again = kind(id, Some(spec.key));
            assert_eq!(table.no(ANA, again), Refusal::NothingToDo);
        }
        table.ok(ST, kind(id, None));
        let unknown = kind(id, Some("frumious"));
        assert_eq!(table.no(ANA, unknown), Refusal::NoSuchKind);
    }
}

#[test]
fn marks_stay_and_the_size_follows() {
    let mut table = Table::with(&["@Weston stam 2 size 5"]);
    let id = table.id("Weston");
    let packet = Packet {
        bashing: 1,
        lethal: 2,
        aggravated: 1,
        points: 0,
    };
    table.ok(ST, Command::Harm { id, packet });
    assert_eq!(table.boxes("Weston"), "*XX/...");
    table.ok(ANA, set(id, "stamina", 4));
    assert_eq!(table.boxes("Weston"), "*XX/.....");
    let told = What::TraitSet {
        name: "Weston".into(),
        key: "stamina".into(),
        value: Some(4),
        states: Vec::new(),
    };
    assert_eq!(table.told(Class::Table), told);
    table.ok(ST, set(id, "size", 1));
    assert_eq!(table.boxes("Weston"), "*XX/.");
    // What cannot hold the marks is refused.
    let refused = table.no(ST, set(id, "stamina", 1));
    assert_eq!(refused, Refusal::Track(TrackError::TooManyMarks));
    // A smaller row may be a full one, and what that means is said.
    let before = table.row("Weston").health.states;
    let full = table.ok(ST, set(id, "stamina", 3));
    assert_eq!(full.len(), 1);
    assert_eq!(table.boxes("Weston"), "*XX/");
    let What::TraitSet { states, .. } = table.told(Class::Table) else {
        panic!("no trait was set");
    };
    let mut new = table.row("Weston").health.states;
    new.retain(|state| !before.contains(state));
    assert_eq!(states, new);
    assert!(!states.is_empty());
}

#[test]
fn points_that_were_lost_stay_lost() {
    let mut table = Table::on(SystemId::Tristat).joined_by(&["@Rex body 5 soul 5"]);
    let id = table.id("Rex");
    table.ok(ST, Command::Count { id, by: -7 });
    let points = |table: &Table| {
        let track = track(table, "Rex");
        let points = track.points().expect("points");
        (points.now(), points.most())
    };
    let (now, most) = points(&table);
    assert_eq!(now, most - 7);
    let body = table.row("Rex").sheet.expect("a sheet").traits["body"];
    table.ok(ANA, set(id, "body", body + 2));
    let (after, more) = points(&table);
    assert!(more > most);
    assert_eq!(after, more - 7);
}

#[test]
fn a_track_of_another_shape_takes_no_marks() {
    let mut table = Table::on(SystemId::Crossover).joined_by(&["@Weston"]);
    let id = table.id("Weston");
    let levels = track(&table, "Weston");
    table.ok(ST, kind(id, Some("risen")));
    assert!(matches!(track(&table, "Weston"), Track::Points(_)));
    table.ok(ST, kind(id, None));
    assert_eq!(track(&table, "Weston"), levels);
    let packet = Packet::of(Severity::Lethal, 1);
    table.ok(ST, Command::Harm { id, packet });
    let refused = table.no(ST, kind(id, Some("risen")));
    assert_eq!(refused, Refusal::Track(TrackError::OtherShape));
}

#[test]
fn pools_follow_and_what_was_spent_stays_spent() {
    let mut table = Table::on(SystemId::Masquerade).joined_by(&["@Weston willpower 6"]);
    let id = table.id("Weston");
    let left = |table: &Table| table.row("Weston").pools["willpower"];
    let spend = |by| Command::Spend {
        id,
        pool: "willpower".into(),
        by,
    };
    table.ok(ANA, spend(-4));
    table.ok(ANA, set(id, "willpower", 8));
    assert_eq!(left(&table), 4);
    table.ok(ANA, set(id, "willpower", 3));
    assert_eq!(left(&table), 0);
    assert_eq!(table.no(ANA, spend(-1)), Refusal::NotEnough);
    table.ok(ANA, spend(1));
    assert_eq!(left(&table), 1);
    table.ok(ANA, spend(-1));
    table.ok(ANA, set(id, "willpower", 6));
    assert_eq!(left(&table), 3);
}

#[test]
fn owners_and_storytellers_edit() {
    for system in SystemId::ALL {
        let mut table = Table::on(*system).joined_by(&["@Weston", "ghoul", "!cat"]);
        let [weston, ghoul, cat] = ["Weston", "Ghoul", "Cat"].map(|name| table.id(name));
        let key = system.rules().traits()[0].key;
        let value = spec(*system, key).min + 1;
        for by in [BEN, EVE] {
            assert_eq!(table.no(by, set(weston, key, value)), Refusal::NotAllowed);
            assert_eq!(table.no(by, kind(weston, None)), Refusal::NotAllowed);
        }
        assert_eq!(table.no(ANA, set(ghoul, key, value)), Refusal::NotAllowed);
        let hidden = table.no(ANA, set(cat, key, value));
        assert_eq!(hidden, Refusal::NoSuchCombatant);
        let unknown = set(weston, "frumiousness", 1);
        assert_eq!(table.no(ANA, unknown), Refusal::NoSuchTrait);
        // A foe's sheet is the storyteller's to read, before and after.
        let seen = table.view(Class::Table).log.len();
        table.ok(ST, set(ghoul, key, value));
        let view = table.view(Class::Table);
        assert_eq!(view.log.len(), seen);
        assert_eq!(view.rows[&ghoul].sheet, None);
        table.ok(ST, set(cat, key, value));
        table.ok(ANA, set(weston, key, value));
    }
}

#[test]
fn edits_are_taken_back_with_what_followed() {
    for system in SystemId::ALL {
        let mut table = Table::on(*system).joined_by(&["@Weston"]);
        let id = table.id("Weston");
        let rules = system.rules();
        let mut states = vec![table.essence()];
        let traits = rules.traits().iter();
        let edits = traits.map(|spec| set(id, spec.key, spec.min.saturating_add(2).min(spec.max)));
        let kinds = rules.kinds().iter().map(|spec| kind(id, Some(spec.key)));
        for command in edits.chain(kinds).take(50) {
            if table.give(ANA, command).is_ok() {
                states.push(table.essence());
            }
        }
        assert!(states.len() > 2);
        let last = states.pop().expect("a state");
        for before in states.iter().rev() {
            table.ok(ANA, Command::Undo);
            assert_eq!(table.essence(), *before, "{system:?}");
        }
        for _ in &states {
            table.ok(ST, Command::Redo);
        }
        assert_eq!(table.essence(), last);
        let mut replayed = Encounter::new(name("A test"), *system);
        for record in &table.records {
            let text = serde_json::to_string(record).expect("data");
            let read: Record = serde_json::from_str(&text).expect("a record");
            replayed.apply(&read);
        }
        assert_eq!(replayed, table.encounter);
    }
}
