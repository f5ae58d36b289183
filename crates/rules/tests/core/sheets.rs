//! Sheets that are edited while the fight goes on: what follows, who may, what is refused.

use rules::base::id::CombatantId;
use rules::base::sorted_map::Set;
use rules::base::text::TextError;
use rules::character::sheet::{MAX_CUSTOM_TRAITS, MAX_NOTES_CHARS, TraitSpec};
use rules::character::track::{DamagePacket, LevelsError, Severity, Track, TrackError};
use rules::encounter::command::SheetEditInput;
use rules::encounter::limits::{MAX_CUSTOM_VALUE, MAX_SHEET_EDITS};
use rules::encounter::log::LogMessage;
use rules::encounter::{Class, Command, Encounter, Record, Refusal};
use rules::ruleset::SystemId;
use testkit::table::{ANA, BEN, EVE, ST, Table, name};

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
    let mut specs = system.rules().facts().trait_specs.iter();
    specs.find(|spec| spec.key == key).expect("a trait")
}

/// In every system: any trait, to both ends of what makes sense and back to nothing.
#[test]
fn every_trait_can_be_set() {
    for system in SystemId::ALL {
        let table = Table::with_system(*system).add_combatants(&["@Weston"]);
        for spec in system.rules().facts().trait_specs {
            let mut table = table.clone();
            let id = table.combatant_id("Weston");
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
                let made = system.rules().unmarked_track(&sheet).expect("a track");
                assert_eq!(row.track, Some(made), "{system:?} {}", spec.key);
                for pool in system.rules().pool_specs(&sheet) {
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
                assert_eq!(table.give_refused(ANA, set(id, spec.key, value)), range);
            }
        }
    }
}

#[test]
fn every_kind_can_be_set() {
    for system in SystemId::ALL {
        let mut table = Table::with_system(*system).add_combatants(&["@Weston"]);
        let id = table.combatant_id("Weston");
        for spec in system.rules().facts().creature_kinds {
            table.give_accepted(ANA, kind(id, Some(spec.key)));
            let row = table.row("Weston");
            let sheet = row.sheet.expect("a sheet");
            assert!(sheet.is_kind(spec.key));
            let made = system.rules().unmarked_track(&sheet).expect("a track");
            assert_eq!(row.track, Some(made), "{system:?} {}", spec.key);
            let told = LogMessage::KindSet {
                name: "Weston".into(),
                kind: Some(spec.key.into()),
                states: Vec::new(),
            };
            assert_eq!(table.last_log_message(Class::Table), told);
            let again = kind(id, Some(spec.key));
            assert_eq!(table.give_refused(ANA, again), Refusal::NothingToDo);
        }
        table.give_accepted(ST, kind(id, None));
        let unknown = kind(id, Some("frumious"));
        assert_eq!(table.give_refused(ANA, unknown), Refusal::NoSuchKind);
    }
}

#[test]
fn marks_stay_and_the_size_follows() {
    let mut table = Table::with_combatants(&["@Weston stam 2 size 5"]);
    let id = table.combatant_id("Weston");
    let packet = DamagePacket {
        bashing: 1,
        lethal: 2,
        aggravated: 1,
        points: 0,
    };
    table.give_accepted(ST, Command::Harm { id, packet });
    assert_eq!(table.health_boxes("Weston"), "*XX/...");
    table.give_accepted(ANA, set(id, "stamina", 4));
    assert_eq!(table.health_boxes("Weston"), "*XX/.....");
    let told = LogMessage::TraitSet {
        name: "Weston".into(),
        key: "stamina".into(),
        value: Some(4),
        states: Vec::new(),
    };
    assert_eq!(table.last_log_message(Class::Table), told);
    table.give_accepted(ST, set(id, "size", 1));
    assert_eq!(table.health_boxes("Weston"), "*XX/.");
    // What cannot hold the marks is refused.
    let refused = table.give_refused(ST, set(id, "stamina", 1));
    assert_eq!(refused, Refusal::Track(TrackError::TooManyMarks));
    // A smaller row may be a full one, and what that means is said.
    let before = table.row("Weston").health.states;
    let full = table.give_accepted(ST, set(id, "stamina", 3));
    assert_eq!(full.len(), 1);
    assert_eq!(table.health_boxes("Weston"), "*XX/");
    let LogMessage::TraitSet { states, .. } = table.last_log_message(Class::Table) else {
        panic!("no trait was set");
    };
    let mut new = table.row("Weston").health.states;
    new.retain(|state| !before.contains(state));
    assert_eq!(states, new);
    assert!(!states.is_empty());
}

#[test]
fn points_that_were_lost_stay_lost() {
    let mut table = Table::with_system(SystemId::Tristat).add_combatants(&["@Rex body 5 soul 5"]);
    let id = table.combatant_id("Rex");
    table.give_accepted(ST, Command::Count { id, by: -7 });
    let points = |table: &Table| {
        let track = track(table, "Rex");
        let points = track.points().expect("points");
        (points.left(), points.maximum())
    };
    let (now, most) = points(&table);
    assert_eq!(now, most - 7);
    let body = table.row("Rex").sheet.expect("a sheet").traits["body"];
    table.give_accepted(ANA, set(id, "body", body + 2));
    let (after, more) = points(&table);
    assert!(more > most);
    assert_eq!(after, more - 7);
}

#[test]
fn a_track_of_another_shape_takes_no_marks() {
    let mut table = Table::with_system(SystemId::Crossover).add_combatants(&["@Weston"]);
    let id = table.combatant_id("Weston");
    let levels = track(&table, "Weston");
    table.give_accepted(ST, kind(id, Some("risen")));
    assert!(matches!(track(&table, "Weston"), Track::Points(_)));
    table.give_accepted(ST, kind(id, None));
    assert_eq!(track(&table, "Weston"), levels);
    let packet = DamagePacket::of_severity(Severity::Lethal, 1);
    table.give_accepted(ST, Command::Harm { id, packet });
    let refused = table.give_refused(ST, kind(id, Some("risen")));
    assert_eq!(refused, Refusal::Track(TrackError::OtherShape));
}

#[test]
fn levels_are_edited_like_the_rest_of_a_sheet() {
    let levels = |id, text: &str| edit(id, vec![SheetEditInput::Levels(text.into())]);
    for system in [
        SystemId::Masquerade,
        SystemId::Ascension,
        SystemId::Crossover,
    ] {
        let mut table = Table::with_system(system).add_combatants(&["@Weston"]);
        let id = table.combatant_id("Weston");
        for seven in [
            "7",
            "",
            "0,-1,-1,-2,-2,-5,out",
            "0, −1, −1, −2, −2, −5, OUT",
        ] {
            assert_eq!(
                table.give_refused(ANA, levels(id, seven)),
                Refusal::NothingToDo
            );
        }
        for (text, words, size) in [
            ("9", "9 health levels", 9),
            ("1", "1 health level", 1),
            ("0,-3,out", "health levels 0,−3,out", 3),
            ("", "7 health levels", 7),
        ] {
            table.give_accepted(ANA, levels(id, text));
            let boxes = *track(&table, "Weston").boxes().expect("boxes");
            assert_eq!(boxes.size(), size);
            let told = LogMessage::SheetWritten {
                name: "Weston".into(),
                words: words.into(),
                states: Vec::new(),
            };
            assert_eq!(table.last_log_message(Class::Table), told);
        }
        table.give_accepted(ANA, levels(id, "3"));
        table.give_accepted(ST, Command::Undo);
        assert_eq!(table.health_boxes("Weston"), ".......");
        for (text, why) in [
            ("0", LevelsError::Count),
            ("21", LevelsError::Count),
            ("1,0,out", LevelsError::Cost),
            ("0,-21,out", LevelsError::Cost),
            ("0,-2,-1,out", LevelsError::Rising),
            ("0,-1", LevelsError::NoOut),
            ("0,out,-1,out", LevelsError::OutInside),
            (
                "many",
                LevelsError::NoCost {
                    word: "many".into(),
                },
            ),
        ] {
            assert_eq!(
                table.give_refused(ANA, levels(id, text)),
                Refusal::Levels(why)
            );
        }
    }
    let mut table = Table::with_combatants(&["@Weston"]);
    let id = table.combatant_id("Weston");
    let none = Refusal::Levels(LevelsError::NoLevels);
    assert_eq!(table.give_refused(ANA, levels(id, "8")), none);
}

#[test]
fn marks_and_fate_stay_on_other_levels() {
    let levels = |id, text: &str| edit(id, vec![SheetEditInput::Levels(text.into())]);
    let mut table = Table::with_system(SystemId::Crossover).add_combatants(&["@Weston"]);
    let id = table.combatant_id("Weston");
    let packet = DamagePacket::of_severity(Severity::Bashing, 3);
    table.give_accepted(ST, Command::Harm { id, packet });
    table.give_accepted(ST, levels(id, "0,0,0,-3,out"));
    assert_eq!(table.health_boxes("Weston"), "///..");
    assert_eq!(table.row("Weston").health.penalty, 0);
    // What cannot hold the marks is refused, and a full row says what it means.
    let refused = table.give_refused(ST, levels(id, "2"));
    assert_eq!(refused, Refusal::Track(TrackError::TooManyMarks));
    table.give_accepted(ST, levels(id, "3"));
    assert!(table.row("Weston").health.states.iter().any(|it| it.out));
    // The dead do not rise with a level more.
    let packet = DamagePacket::of_severity(Severity::Aggravated, 1);
    table.give_accepted(ST, Command::Harm { id, packet });
    table.give_accepted(ST, levels(id, "4"));
    assert_eq!(table.health_boxes("Weston"), "///.");
    let states = table.row("Weston").health.states;
    assert_eq!(states.first().map(|state| &*state.word), Some("dead"));
}

#[test]
fn pools_follow_and_what_was_spent_stays_spent() {
    let mut table =
        Table::with_system(SystemId::Masquerade).add_combatants(&["@Weston willpower 6"]);
    let id = table.combatant_id("Weston");
    let left = |table: &Table| table.row("Weston").pools["willpower"];
    let spend = |by| Command::Spend {
        id,
        pool: "willpower".into(),
        by,
    };
    table.give_accepted(ANA, spend(-4));
    table.give_accepted(ANA, set(id, "willpower", 8));
    assert_eq!(left(&table), 4);
    table.give_accepted(ANA, set(id, "willpower", 3));
    assert_eq!(left(&table), 0);
    assert_eq!(table.give_refused(ANA, spend(-1)), Refusal::NotEnough);
    table.give_accepted(ANA, spend(1));
    assert_eq!(left(&table), 1);
    table.give_accepted(ANA, spend(-1));
    table.give_accepted(ANA, set(id, "willpower", 6));
    assert_eq!(left(&table), 3);
}

#[test]
fn owners_and_storytellers_edit() {
    for system in SystemId::ALL {
        let mut table = Table::with_system(*system).add_combatants(&["@Weston", "ghoul", "!cat"]);
        let [weston, ghoul, cat] = ["Weston", "Ghoul", "Cat"].map(|name| table.combatant_id(name));
        let key = system.rules().facts().trait_specs[0].key;
        let value = spec(*system, key).min + 1;
        for by in [BEN, EVE] {
            assert_eq!(
                table.give_refused(by, set(weston, key, value)),
                Refusal::NotAllowed
            );
            assert_eq!(
                table.give_refused(by, kind(weston, None)),
                Refusal::NotAllowed
            );
        }
        assert_eq!(
            table.give_refused(ANA, set(ghoul, key, value)),
            Refusal::NotAllowed
        );
        let hidden = table.give_refused(ANA, set(cat, key, value));
        assert_eq!(hidden, Refusal::NoSuchCombatant);
        let unknown = set(weston, "frumiousness", 1);
        assert_eq!(table.give_refused(ANA, unknown), Refusal::NoSuchTrait);
        // A foe's sheet is the storyteller's to read, before and after.
        let seen = table.view(Class::Table).log.len();
        table.give_accepted(ST, set(ghoul, key, value));
        let view = table.view(Class::Table);
        assert_eq!(view.log.len(), seen);
        assert_eq!(view.rows[&ghoul].sheet, None);
        table.give_accepted(ST, set(cat, key, value));
        table.give_accepted(ANA, set(weston, key, value));
    }
}

#[test]
fn edits_are_taken_back_with_what_followed() {
    for system in SystemId::ALL {
        let mut table = Table::with_system(*system).add_combatants(&["@Weston"]);
        let id = table.combatant_id("Weston");
        let rules = system.rules();
        let mut states = vec![table.comparable_state()];
        let traits = rules.facts().trait_specs.iter();
        let edits = traits.map(|spec| set(id, spec.key, spec.min.saturating_add(2).min(spec.max)));
        let kinds = rules
            .facts()
            .creature_kinds
            .iter()
            .map(|spec| kind(id, Some(spec.key)));
        for command in edits.chain(kinds).take(50) {
            if table.give(ANA, command).is_ok() {
                states.push(table.comparable_state());
            }
        }
        assert!(states.len() > 2);
        let last = states.pop().expect("a state");
        for before in states.iter().rev() {
            table.give_accepted(ANA, Command::Undo);
            assert_eq!(table.comparable_state(), *before, "{system:?}");
        }
        for _ in &states {
            table.give_accepted(ST, Command::Redo);
        }
        assert_eq!(table.comparable_state(), last);
        let mut replayed = Encounter::new(name("A test"), *system);
        for record in &table.records {
            let text = serde_json::to_string(record).expect("data");
            let read: Record = serde_json::from_str(&text).expect("a record");
            replayed.apply(&read);
        }
        assert_eq!(replayed, table.encounter);
    }
}

fn edit(id: CombatantId, edits: Vec<SheetEditInput>) -> Command {
    Command::EditSheet { id, edits }
}

fn own(name: &str, value: impl Into<Option<i32>>) -> SheetEditInput {
    SheetEditInput::Custom {
        name: name.into(),
        value: value.into(),
    }
}

fn as_trait(key: &str, value: impl Into<Option<i32>>) -> SheetEditInput {
    SheetEditInput::Trait {
        key: key.into(),
        value: value.into(),
    }
}

#[test]
fn traits_of_its_own_are_parts_of_rolls() {
    let mut table = Table::with_combatants(&["@Weston stam 2"]);
    let id = table.combatant_id("Weston");
    table.give_accepted(ANA, edit(id, vec![own("Street Lore", 3)]));
    let told = LogMessage::TraitSet {
        name: "Weston".into(),
        key: "Street Lore".into(),
        value: Some(3),
        states: Vec::new(),
    };
    assert_eq!(table.last_log_message(Class::Table), told);
    // In other letters it is the same trait, and a name that the rules know is theirs.
    table.give_accepted(ANA, edit(id, vec![own("street lore", 4), own("WITS", 3)]));
    let sheet = table.row("Weston").sheet.expect("a sheet");
    let custom: Vec<_> = sheet
        .custom
        .iter()
        .map(|(name, value)| (name.as_str(), *value))
        .collect();
    assert_eq!(custom, [("Street Lore", 4)]);
    assert_eq!(sheet.traits["wits"], 3);
    let line = "/roll wits+street_lore".to_owned();
    table.give_accepted(ANA, Command::Say { line, who: None });
    let LogMessage::Rolled { terms, .. } = table.last_log_message(Class::Table) else {
        panic!("nothing was rolled");
    };
    let terms: Vec<_> = terms
        .iter()
        .map(|term| (term.label.as_ref(), term.value))
        .collect();
    assert_eq!(terms, [("Wits", 3), ("Street Lore", 4)]);
    table.give_accepted(ANA, edit(id, vec![own("Street lore", None)]));
    assert!(
        table
            .row("Weston")
            .sheet
            .expect("a sheet")
            .custom
            .is_empty()
    );
}

#[test]
fn a_sheet_is_written_in_one_go_or_not_at_all() {
    let mut table = Table::with_combatants(&["@Weston stam 2 size 5", "ghoul"]);
    let id = table.combatant_id("Weston");
    let before = table.comparable_state();
    let asked = vec![
        as_trait("stamina", 4),
        own("Occult", 2),
        SheetEditInput::Notes("Owes Ana a favor.\r\n\r\n  Afraid of fire.  \n".into()),
        SheetEditInput::Kind(Some("vampire".into())),
        as_trait("brawl", 3),
        as_trait("wits", 2),
        as_trait("size", 5),
    ];
    table.give_accepted(ANA, edit(id, asked.clone()));
    let row = table.row("Weston");
    let sheet = row.sheet.clone().expect("a sheet");
    assert_eq!((sheet.traits["stamina"], sheet.traits["brawl"]), (4, 3));
    assert!(sheet.is_kind("vampire"));
    assert_eq!(sheet.notes, "Owes Ana a favor.\n\n  Afraid of fire.");
    assert_eq!(table.health_boxes("Weston"), ".........");
    // What was so already is not told.
    let told = LogMessage::SheetWritten {
        name: "Weston".into(),
        words: "Stamina 4, Occult 2, notes, Vampire, Brawl 3, 1 more".into(),
        states: Vec::new(),
    };
    assert_eq!(table.last_log_message(Class::Table), told);
    assert_eq!(
        table.give_refused(ANA, edit(id, asked)),
        Refusal::NothingToDo
    );
    assert_eq!(
        table.give_refused(ANA, edit(id, Vec::new())),
        Refusal::NothingToDo
    );
    let written = table.comparable_state();
    let bad = [
        (as_trait("frumiousness", 1), Refusal::NoSuchTrait),
        (own("Nowhere", None), Refusal::NoSuchTrait),
        (own("a\u{202e}b", 1), Refusal::Text(TextError::Unseen)),
        (own("", 1), Refusal::Text(TextError::Empty)),
        (
            own("Occult", MAX_CUSTOM_VALUE + 1),
            Refusal::OutOfRange {
                title: "Occult".into(),
                min: -MAX_CUSTOM_VALUE,
                max: MAX_CUSTOM_VALUE,
            },
        ),
        (
            SheetEditInput::Kind(Some("frumious".into())),
            Refusal::NoSuchKind,
        ),
        (
            SheetEditInput::Notes("x".repeat(MAX_NOTES_CHARS + 1)),
            Refusal::NotesTooLong,
        ),
        (
            SheetEditInput::Notes("a\u{202e}b".into()),
            Refusal::Text(TextError::Unseen),
        ),
    ];
    for (ask, refusal) in bad {
        let asked = vec![as_trait("stamina", 1), ask];
        assert_eq!(table.give_refused(ANA, edit(id, asked)), refusal);
        assert_eq!(table.comparable_state(), written);
    }
    let many = (0..=MAX_CUSTOM_TRAITS)
        .map(|nth| own(&format!("Lore {nth}"), 1))
        .collect();
    assert_eq!(
        table.give_refused(ANA, edit(id, many)),
        Refusal::TooManyTraits
    );
    let long = vec![as_trait("stamina", 3); MAX_SHEET_EDITS + 1];
    assert_eq!(
        table.give_refused(ANA, edit(id, long)),
        Refusal::OutOfBounds
    );
    // The sheet of another is not theirs to write, and a foe's is not theirs to read.
    for by in [BEN, EVE] {
        let asked = edit(id, vec![SheetEditInput::Notes("mine".into())]);
        assert_eq!(table.give_refused(by, asked), Refusal::NotAllowed);
    }
    let ghoul = table.combatant_id("Ghoul");
    let seen = table.view(Class::Table).log.len();
    table.give_accepted(
        ST,
        edit(
            ghoul,
            vec![own("Secret", 3), SheetEditInput::Notes("bound".into())],
        ),
    );
    let view = table.view(Class::Table);
    assert_eq!(
        (view.log.len(), view.rows[&ghoul].sheet.clone()),
        (seen, None)
    );
    table.give_accepted(ST, Command::Undo);
    table.give_accepted(ANA, Command::Undo);
    assert_eq!(table.comparable_state(), before);
}

/// In every system each archetype makes a sheet, and all of it is taken back at once.
#[test]
fn archetypes_fill_a_sheet() {
    for system in SystemId::ALL {
        let rules = system.rules();
        let keys: Set<&str> = rules
            .facts()
            .archetypes
            .iter()
            .map(|known| known.key)
            .collect();
        assert_eq!(keys.len(), rules.facts().archetypes.len());
        assert!((3..=5).contains(&keys.len()), "{system:?}");
        for archetype in rules.facts().archetypes {
            let mut table = Table::with_system(*system).add_combatants(&["@Weston"]);
            let id = table.combatant_id("Weston");
            table.give_accepted(ANA, edit(id, vec![own("Occult", 2)]));
            let before = table.comparable_state();
            let start = |key: &str| Command::StartFrom {
                id,
                archetype: key.into(),
            };
            table.give_accepted(ANA, start(archetype.key));
            let row = table.row("Weston");
            let sheet = row.sheet.expect("a sheet");
            assert_eq!(sheet.custom["Occult"], 2);
            assert!(sheet.traits.len() >= 4, "{archetype:?}");
            // It is what a quick-add line with these words makes.
            let other =
                Table::with_system(*system).add_combatants(&[&format!("@Zed {}", archetype.line)]);
            let same = other.row("Zed");
            let numbers = same.sheet.expect("a sheet");
            assert_eq!((sheet.kind, sheet.traits), (numbers.kind, numbers.traits));
            assert_eq!((row.gear, row.track), (same.gear, same.track));
            let told = table.view(Class::Table).log;
            let told = told.iter().any(|line| {
                matches!(&line.what,
                LogMessage::SheetWritten { words, .. } if words == archetype.title.get())
            });
            assert!(told, "{archetype:?}");
            // Again it changes nothing: what is carried is not given twice.
            assert_eq!(
                table.give_refused(ANA, start(archetype.key)),
                Refusal::NothingToDo
            );
            assert_eq!(
                table.give_refused(BEN, start(archetype.key)),
                Refusal::NotAllowed
            );
            table.give_accepted(ANA, Command::Undo);
            assert_eq!(table.comparable_state(), before, "{archetype:?}");
            assert_eq!(
                table.give_refused(ANA, start("frumious")),
                Refusal::NoSuchArchetype
            );
        }
    }
}

#[test]
fn every_trait_stands_under_one_heading() {
    for system in SystemId::ALL {
        let rules = system.rules();
        let grouped = rules
            .lists()
            .trait_groups
            .iter()
            .flat_map(|group| group.keys);
        let mut grouped: Vec<&str> = grouped.copied().collect();
        let mut known: Vec<&str> = rules
            .facts()
            .trait_specs
            .iter()
            .map(|spec| spec.key)
            .collect();
        grouped.sort_unstable();
        known.sort_unstable();
        assert_eq!(grouped, known, "{system:?}");
    }
}

fn keep(id: CombatantId, name: &str, line: Option<&str>) -> Command {
    let (name, line) = (name.to_owned(), line.map(str::to_owned));
    Command::EditSheet {
        id,
        edits: vec![SheetEditInput::Roll { name, line }],
    }
}

#[test]
fn a_sheet_keeps_rolls_that_its_rules_can_read() {
    for system in SystemId::ALL {
        let mut table = Table::with_system(*system).add_combatants(&["@Ilse"]);
        let id = table.combatant_id("Ilse");
        // What the log gives as an example is one, also where this sheet has no dice for it.
        let example = system.rules().facts().vocabulary.roll_example;
        table.give_accepted(ANA, keep(id, "Example", Some(example)));
        table.give_accepted(ANA, keep(id, "Example", None));
        table.give_accepted(ANA, keep(id, "Sneak", Some("/roll 4")));
        let sheet = table.row("Ilse").sheet.expect("a sheet");
        let line = sheet.roll_line("Sneak").expect("a roll");
        // It is what would be typed, and is rolled so.
        let say = Command::Say {
            line: line.clone(),
            who: Some(id),
        };
        table.give_accepted(ANA, say);
        let told = table.last_log_message(Class::Table);
        assert!(
            matches!(told, LogMessage::Rolled { .. }),
            "{system:?} {line}"
        );
        // In other letters it is the same; taken back and brought back it is as it was.
        table.give_accepted(ANA, keep(id, "sneak", Some("3")));
        let rolls = |table: &Table| table.row("Ilse").sheet.expect("a sheet").rolls;
        assert_eq!(rolls(&table).get("Sneak").map(String::as_str), Some("3"));
        assert_eq!(rolls(&table).len(), 1);
        table.give_accepted(ANA, Command::Undo);
        assert_eq!(rolls(&table), sheet.rolls);
        table.give_accepted(ANA, Command::Redo);
        table.give_accepted(ANA, keep(id, "Sneak", None));
        assert!(rolls(&table).is_empty());
    }
}

#[test]
fn rolls_that_are_not_kept() {
    let mut table = Table::with_combatants(&["@Ilse", "ghoul"]);
    let id = table.combatant_id("Ilse");
    let odd = table.give_refused(ANA, keep(id, "Odd", Some("frumiousness")));
    assert!(matches!(odd, Refusal::Chat(_)), "{odd:?}");
    let empty = table.give_refused(ANA, keep(id, "Odd", Some("  ")));
    assert_eq!(empty, Refusal::Text(TextError::Empty));
    let long = table.give_refused(ANA, keep(id, "Odd", Some(&"1".repeat(121))));
    assert_eq!(long, Refusal::Text(TextError::TooLong));
    let unseen = table.give_refused(ANA, keep(id, "a\u{202e}b", Some("3")));
    assert_eq!(unseen, Refusal::Text(TextError::Unseen));
    assert_eq!(
        table.give_refused(ANA, keep(id, "Odd", None)),
        Refusal::NoSuchRoll
    );
    for by in [BEN, EVE] {
        assert_eq!(
            table.give_refused(by, keep(id, "Mine", Some("3"))),
            Refusal::NotAllowed
        );
    }
    for nth in 0..rules::character::sheet::MAX_SAVED_ROLLS {
        table.give_accepted(ANA, keep(id, &format!("Roll {nth}"), Some("3")));
    }
    let more = table.give_refused(ANA, keep(id, "More", Some("3")));
    assert_eq!(more, Refusal::TooManyRolls);
    // A foe's are those who run the table's to know.
    let ghoul = table.combatant_id("Ghoul");
    table.give_accepted(ST, keep(ghoul, "Bite", Some("5")));
    let view = table.view(Class::Table);
    assert!(!serde_json::to_string(&view).expect("data").contains("Bite"));
}
