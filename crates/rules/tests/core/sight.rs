//! Places into which players do not see, and several combatants who go together.

use rules::base::id::{CombatantId, LocationId};
use rules::base::seat::Actor;
use rules::encounter::command::{LocationInput, SceneDestination, SceneEdit};
use rules::encounter::log::{LogMessage, SceneMessage};
use rules::encounter::view::Standpoint;
use rules::encounter::{Class, Command, Question, Refusal, Reply, answer_question};
use rules::space::{Door, Link, MovementReach, StepsLeft};
use testkit::table::{ANA, BEN, ST, Table};

const LINES: &str = "Dock: crates; Floor; Gallery; Office: unseen
    Dock 8 Floor; Floor 12 Gallery by stairs; Dock 6 Office by a door";

/// A table with Ana's Ilse, who is fast, and two foes on the dock; all of them are in the order.
fn table() -> Table {
    let lines = ["@Ilse str 3 dex 3", "Ghoul", "Rat str 1 dex 1"];
    let mut table = Table::with_combatants(&lines);
    let lines = LINES.to_owned();
    for edit in [SceneEdit::Describe { lines }, SceneEdit::Use { on: true }] {
        table.give_accepted(ST, Command::EditScene(edit));
    }
    for who in ["Ilse", "Ghoul", "Rat"] {
        go(&mut table, ST, &[who], "Dock").expect("a move");
    }
    table
}

fn place(table: &Table, name: &str) -> LocationId {
    let scene = table.view(Class::Storyteller).scene.expect("a scene");
    let mut all = scene.plan.locations.iter();
    let found = all.find(|(_, location)| location.name.as_str() == name);
    *found.expect("a place").0
}

fn go(table: &mut Table, by: Actor, who: &[&str], to: &str) -> Result<(), Refusal> {
    let ids = who.iter().map(|name| table.combatant_id(name)).collect();
    let to = SceneDestination::Place(place(table, to));
    let anyway = false;
    table.give(by, Command::Go { ids, to, anyway }).map(|_| ())
}

fn seen(table: &Table, who: &str) -> Option<Standpoint> {
    let id = table.combatant_id(who);
    table.view(Class::Table).standpoint(id)
}

fn ask(table: &Table, by: Actor, who: &str, with: &[&str]) -> Result<MovementReach, Refusal> {
    let id = |name: &&str| table.combatant_id(name);
    let with: Vec<CombatantId> = with.iter().map(id).collect();
    let who = id(&who);
    match answer_question(&table.encounter, by, &Question::Ways { who, with }) {
        Reply::Ways(reach) => Ok(reach.into_inner()),
        Reply::Refused(why) => Err(why),
        other => panic!("{other:?}"),
    }
}

/// Opens the eyes of players for the office, or closes them.
fn set_unseen(table: &mut Table, unseen: bool) {
    let id = Some(place(table, "Office"));
    let to = Box::new(LocationInput {
        name: "Office".into(),
        unseen,
        ..LocationInput::default()
    });
    table.give_accepted(ST, Command::EditScene(SceneEdit::Place { id, to }));
}

#[test]
fn who_is_behind_a_closed_door_is_out_of_sight_until_players_are_let_see_in() {
    let mut table = table();
    go(&mut table, ST, &["Ghoul"], "Office").expect_err("the door is closed");
    let office = place(&table, "Office");
    let ids = [table.combatant_id("Ghoul")].into_iter().collect();
    let to = SceneDestination::Place(office);
    let anyway = true;
    table.give_accepted(ST, Command::Go { ids, to, anyway });
    assert_eq!(seen(&table, "Ghoul"), Some(Standpoint::OutOfSight));
    let known = table.view(Class::Table).scene.expect("a scene");
    assert!(known.plan.locations[&office].unseen, "the place is known");
    let told = serde_json::to_string(&table.view(Class::Table).log).expect("JSON");
    assert!(!told.contains("Ghoul goes"), "{told}");

    set_unseen(&mut table, false);
    assert_eq!(seen(&table, "Ghoul"), Some(Standpoint::At(office)));
    let line = table.last_log_message(Class::Table);
    let (name, was) = ("Office".to_owned(), Some("Office".to_owned()));
    let (there, seen_into) = (true, Some(true));
    let told = SceneMessage::PlaceChanged {
        name,
        was,
        there,
        seen: seen_into,
    };
    assert_eq!(line, LogMessage::from(told));
    table.give_accepted(ST, Command::Undo);
    assert_eq!(seen(&table, "Ghoul"), Some(Standpoint::OutOfSight));
}

#[test]
fn whoever_opens_the_door_or_goes_in_looks() {
    let mut table = table();
    let office = place(&table, "Office");
    let id = table.combatant_id("Ilse");
    let unseen = |table: &Table| {
        let scene = table.view(Class::Table).scene.expect("a scene");
        scene.plan.locations[&office].unseen
    };
    let (to, open) = (office, true);
    table.give_accepted(ANA, Command::SetDoor { id, to, open });
    assert!(!unseen(&table), "the door is open");
    set_unseen(&mut table, true);
    assert!(unseen(&table));
    // A door that is opened in the form of the way is open as well, and what that brings goes back with it.
    let form = |table: &Table, door, hidden| {
        let (from, to) = (place(table, "Dock"), office);
        let link = Some(Link {
            door,
            hidden,
            ..Link::default()
        });
        Command::EditScene(SceneEdit::Link { from, to, link })
    };
    for (door, hidden, seen) in [
        (Door::Closed, false, false),
        (Door::Open, true, false),
        (Door::Locked, false, false),
        (Door::Open, false, true),
    ] {
        table.give_accepted(ST, form(&table, door, hidden));
        assert_eq!(unseen(&table), !seen, "{door:?}");
    }
    table.give_accepted(ST, Command::Undo);
    assert!(unseen(&table), "the door is locked again");
    table.give_accepted(ST, Command::Redo);
    assert!(!unseen(&table));
    set_unseen(&mut table, true);
    go(&mut table, ST, &["Ghoul"], "Office").expect("a move");
    assert!(unseen(&table), "a foe shows nothing");
    go(&mut table, ANA, &["Ilse"], "Office").expect("a move");
    assert_eq!(seen(&table, "Ilse"), Some(Standpoint::At(office)));
    assert_eq!(seen(&table, "Ghoul"), Some(Standpoint::At(office)));
}

#[test]
fn several_go_by_one_command_and_back_by_one_undo() {
    let mut table = table();
    let (gallery, dock) = (place(&table, "Gallery"), place(&table, "Dock"));
    go(&mut table, ST, &["Ilse", "Ghoul", "Rat"], "Gallery").expect("a move");
    for who in ["Ilse", "Ghoul", "Rat"] {
        assert_eq!(seen(&table, who), Some(Standpoint::At(gallery)));
    }
    table.give_accepted(ST, Command::Undo);
    for who in ["Ilse", "Ghoul", "Rat"] {
        assert_eq!(seen(&table, who), Some(Standpoint::At(dock)));
    }
    // One of them may not: nobody goes.
    go(&mut table, ANA, &["Ilse", "Ghoul"], "Floor").expect_err("not Ana's");
    assert_eq!(seen(&table, "Ilse"), Some(Standpoint::At(dock)));
}

#[test]
fn the_slowest_says_what_it_costs_several() {
    let mut table = table().place_all_in_order().after_turns(1);
    let gallery = place(&table, "Gallery");
    let way = |reach: MovementReach| reach.ways.into_iter().find(|way| way.to == gallery);
    let alone = way(ask(&table, ST, "Ilse", &[]).expect("ways")).expect("a way");
    assert_eq!((alone.distance, alone.slowest), (Some(20), None));
    assert!(alone.barred.is_none(), "{alone:?}");
    let both = way(ask(&table, ST, "Ilse", &["Rat"]).expect("ways")).expect("a way");
    assert_eq!(both.slowest, Some(table.combatant_id("Rat")));
    assert!(both.barred.is_some(), "{both:?}");
    assert_eq!(
        ask(&table, ANA, "Ilse", &["Rat"]),
        Err(Refusal::NotAllowed),
        "of those of others a player learns nothing"
    );
    assert_eq!(ask(&table, BEN, "Ilse", &[]), Err(Refusal::NotAllowed));

    let left = |table: &Table| ask(table, ST, "Ilse", &[]).expect("ways").left;
    let of = 11;
    assert_eq!(left(&table), Some(StepsLeft { left: 11, of }));
    go(&mut table, ST, &["Ilse"], "Floor").expect("a move");
    assert_eq!(left(&table), Some(StepsLeft { left: 3, of }));
}
