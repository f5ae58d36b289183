//! The demonstration is what the front page promises.

mod table;

use rules::encounter::log::What;
use rules::encounter::view::Row;
use rules::encounter::{Class, Encounter, Record, View, demo};
use rules::id::CommandId;
use rules::system::SystemId;
use rules::track::Track;

use table::{Seeded, name};

fn rehearsed(seed: u128) -> (Encounter, Vec<Record>) {
    let mut next = seed << 64;
    let id = || {
        next += 1;
        CommandId(next)
    };
    let played = demo::encounter(1_000_000, id, &mut Seeded::of(CommandId(seed)));
    played.expect("nothing in the story is refused")
}

fn named<'a>(view: &'a View, name: &str) -> &'a Row {
    let row = view.rows.values().find(|row| row.full_name() == name);
    row.unwrap_or_else(|| panic!("{name} is missing"))
}

fn names(view: &View, of: &[rules::id::CombatantId]) -> Vec<String> {
    of.iter().map(|id| view.rows[id].full_name()).collect()
}

#[test]
fn the_order_is_as_sketched() {
    let (encounter, _) = rehearsed(1);
    let view = View::of(&encounter, Class::Storyteller);
    assert_eq!(view.title, "The Wharf, midnight");
    assert_eq!(
        names(&view, &view.order),
        [
            "Ilse Varga",
            "Dr. Amadi",
            "Ghoul A",
            "Weston",
            "Ghoul B",
            "The Bishop"
        ]
    );
    let scores: Vec<_> = view.order.iter().map(|id| view.rows[id].score).collect();
    assert_eq!(scores, [18, 16, 15, 13, 11, 9].map(Some));
    assert_eq!(
        names(&view, &view.bench),
        ["Ghoul C", "Ghoul D", "Pia Lindqvist"]
    );
    assert_eq!(view.turn.round, 3);
    assert_eq!(view.turn.acting, Some(named(&view, "Dr. Amadi").id));
    assert_eq!(
        view.next.and_then(|turn| turn.acting),
        Some(named(&view, "Ghoul A").id)
    );
    assert!(named(&view, "The Bishop").hidden);
}

#[test]
fn the_tracks_are_as_sketched() {
    let (encounter, _) = rehearsed(2);
    let view = View::of(&encounter, Class::Storyteller);
    for (name, boxes, note) in [
        ("Ilse Varga", "XX//....", Some("aiming +2")),
        ("Dr. Amadi", "/......", None),
        ("Ghoul A", "XXX//..", Some("prone")),
        ("Weston", "........", Some("delaying: “if the door opens”")),
        ("Ghoul B", ".......", None),
        ("The Bishop", "*XX/....", Some("hidden until first action")),
    ] {
        let row = named(&view, name);
        let Some(Track::Boxes(track)) = row.track else {
            panic!("{name} has boxes")
        };
        assert_eq!(track.picture(), boxes, "{name}");
        assert_eq!(row.note.as_deref(), note, "{name}");
    }
}

#[test]
fn the_log_ends_with_a_turn_damage_and_a_roll() {
    for seed in 1..20 {
        let (encounter, _) = rehearsed(seed);
        let log = View::of(&encounter, Class::Table).log;
        let told: Vec<&What> = log.iter().map(|line| &line.what).collect();
        let [
            ..,
            What::Turn {
                round: 3,
                name: Some(acts),
                back: false,
                ..
            },
            What::Harmed { name: hurt, .. },
            What::Rolled {
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
        assert_eq!((acts.as_str(), hurt.as_str()), ("Dr. Amadi", "Ghoul A"));
        assert_eq!((rolls.as_str(), *pool, terms.len()), ("Dr. Amadi", 7, 6));
        assert!(rolled.faces.len() >= 7);
        assert!(log.iter().all(|line| line.undone.is_none()));
        assert!(log.is_sorted_by_key(|line| line.at));
    }
}

#[test]
fn players_know_nothing_of_the_bishop() {
    let (encounter, _) = rehearsed(3);
    let view = View::of(&encounter, Class::Table);
    let sent = serde_json::to_string(&view).expect("a view");
    assert!(!sent.contains("Bishop") && !sent.contains("hidden") && !sent.contains("Stealth"));
    assert_eq!(view.turn.round, 3);
    assert_eq!(view.order.len(), 5);
}

#[test]
fn its_records_lead_to_it() {
    let (encounter, records) = rehearsed(4);
    let mut replayed = Encounter::new(name(demo::TITLE), SystemId::Chronicle);
    records.iter().for_each(|record| replayed.apply(record));
    assert_eq!(replayed, encounter);
    assert!(records.is_sorted_by_key(|record| record.at));
}
