//! The scene as places: who describes it, who moves in it, what players see of it, and that all of it goes back.

use rules::base::id::{CombatantId, LocationId};
use rules::base::seat::Actor;
use rules::encounter::carry_over::Recovery;
use rules::encounter::command::{SceneDestination, SceneEdit};
use rules::encounter::log::{LogMessage, SceneMessage};
use rules::encounter::replay::past::Past;
use rules::encounter::view::Standpoint;
use rules::encounter::{
    Class, Command, Encounter, Nearness, Question, Refusal, Reply, View, answer_question, diff,
};
use rules::ruleset::SystemId;
use rules::space::{SceneLineProblem, Stance, TEMPLATES, Way};
use rules::wire::ServerMessage;
use testkit::table::{ANA, BEN, ST, Table, add_hidden_command, name};

const LINES: &str = "Taproom: crowd; Gallery: height 5, railing; Cellar: hidden; Yard: dark
    Taproom 12 Gallery by stairs; Taproom 8 Yard by a door; Taproom 3 Cellar; Cellar 1 Gallery";

fn edit(edit: SceneEdit) -> Command {
    Command::EditScene(edit)
}

fn describe(lines: &str) -> Command {
    let lines = lines.to_owned();
    edit(SceneEdit::Describe { lines })
}

/// A table with Ana's Ilse and a foe, and a scene in use.
fn table() -> Table {
    let mut table = Table::with_combatants(&["@Ilse", "Ghoul"]);
    table.give_accepted(ST, describe(LINES));
    table.give_accepted(ST, edit(SceneEdit::Use { on: true }));
    table
}

fn place(table: &Table, name: &str) -> LocationId {
    let scene = table.view(Class::Storyteller).scene.expect("a scene");
    let mut all = scene.plan.locations.iter();
    let found = all.find(|(_, location)| location.name.as_str() == name);
    *found.expect("a place").0
}

fn go(table: &mut Table, by: Actor, who: &str, to: SceneDestination) -> Result<(), Refusal> {
    let id = table.combatant_id(who);
    let go = Command::Go {
        ids: [id].into_iter().collect(),
        to,
        anyway: false,
    };
    table.give(by, go).map(|_| ())
}

fn go_to(table: &mut Table, by: Actor, who: &str, to: &str) -> Result<(), Refusal> {
    let to = SceneDestination::Place(place(table, to));
    go(table, by, who, to)
}

fn up_to(table: &mut Table, who: &str, other: &str) -> Result<(), Refusal> {
    let other = table.combatant_id(other);
    go(
        table,
        ST,
        who,
        SceneDestination::UpTo(other, Stance::Beside),
    )
}

/// Returns who is near whom in a view.
fn near_in(view: &View) -> Vec<Nearness> {
    let scene = view.scene.as_ref();
    scene.map_or(Vec::new(), |scene| scene.near.clone())
}

/// Where a combatant is, as a class sees it.
fn seen_at(table: &Table, class: Class, who: &str) -> Option<Standpoint> {
    let id = table.combatant_id(who);
    table.view(class).standpoint(id)
}

#[test]
fn a_scene_is_the_storytellers_until_it_is_used() {
    let mut table = Table::with_combatants(&["@Ilse"]);
    table.give_accepted(ST, describe(LINES));
    let draft = table.view(Class::Storyteller).scene.expect("a draft");
    assert!(draft.draft && draft.plan.locations.len() == 4 && draft.plan.links.len() == 4);
    assert_eq!(table.view(Class::Table).scene, None);
    assert_eq!(
        go_to(&mut table, ANA, "Ilse", "Taproom"),
        Err(Refusal::NotInScene)
    );
    table.give_accepted(ST, edit(SceneEdit::Use { on: true }));
    let known = table.view(Class::Table).scene.expect("a scene");
    let names = known.plan.locations.values();
    let mut names: Vec<&str> = names.map(|location| location.name.as_str()).collect();
    names.sort_unstable();
    assert_eq!(names, ["Gallery", "Taproom", "Yard"]);
    assert_eq!(known.plan.links.len(), 2);
}

#[test]
fn a_line_that_is_not_understood_changes_nothing() {
    let mut table = table();
    let before = table.view(Class::Storyteller);
    let Refusal::SceneLine(error) = table.give_refused(ST, describe("Roof; Yard: sunny")) else {
        panic!("another refusal");
    };
    assert_eq!((error.line, error.part), (2, (12, 17)));
    let word = "sunny".to_owned();
    assert_eq!(error.why, SceneLineProblem::UnknownMark { word });
    assert_eq!(table.view(Class::Storyteller), before);
}

#[test]
fn a_move_is_undone_and_redone_by_who_made_it() {
    let mut table = table();
    go_to(&mut table, ANA, "Ilse", "Taproom").expect("a move");
    go_to(&mut table, ANA, "Ilse", "Gallery").expect("a move");
    let gallery = Some(Standpoint::At(place(&table, "Gallery")));
    let taproom = Some(Standpoint::At(place(&table, "Taproom")));
    assert_eq!(seen_at(&table, Class::Table, "Ilse"), gallery);
    assert_eq!(
        table.last_log_message(Class::Table),
        LogMessage::from(SceneMessage::Went {
            name: "Ilse".into(),
            from: Some("Taproom".into()),
            to: Some("Gallery".into()),
            distance: None,
            anyway: false
        })
    );
    table.give_accepted(ANA, Command::Undo);
    assert_eq!(seen_at(&table, Class::Table, "Ilse"), taproom);
    table.give_accepted(ANA, Command::Redo);
    assert_eq!(seen_at(&table, Class::Table, "Ilse"), gallery);
    assert_eq!(
        go_to(&mut table, BEN, "Ilse", "Taproom"),
        Err(Refusal::NotAllowed)
    );
    assert_eq!(
        go_to(&mut table, ANA, "Ilse", "Cellar"),
        Err(Refusal::NoSuchPlace)
    );
    assert!(matches!(
        go_to(&mut table, ANA, "Ilse", "Yard"),
        Err(Refusal::NoWay { .. })
    ));
}

#[test]
fn a_place_that_goes_comes_back_with_its_ways_and_people() {
    let mut table = table();
    go_to(&mut table, ST, "Ilse", "Taproom").expect("a move");
    let before = table.view(Class::Storyteller);
    let id = place(&table, "Taproom");
    let removed = SceneEdit::RemovePlace { id, to: None };
    table.give_accepted(ST, edit(removed));
    assert_eq!(seen_at(&table, Class::Table, "Ilse"), None);
    let plan = table
        .view(Class::Storyteller)
        .scene
        .expect("a scene")
        .into_inner()
        .plan;
    assert_eq!((plan.locations.len(), plan.links.len()), (3, 1));
    table.give_accepted(ST, Command::Undo);
    let after = table.view(Class::Storyteller);
    assert_eq!(after.scene, before.scene);
    table.give_accepted(ST, edit(SceneEdit::Clear));
    assert_eq!(table.view(Class::Storyteller).scene, None);
    table.give_accepted(ST, Command::Undo);
    let after = table.view(Class::Storyteller);
    assert_eq!(after.scene, before.scene);
}

#[test]
fn who_is_removed_takes_nearness_along() {
    let mut table = table();
    for who in ["Ilse", "Ghoul"] {
        go_to(&mut table, ST, who, "Taproom").expect("a move");
    }
    up_to(&mut table, "Ghoul", "Ilse").expect("a step");
    let near = near_in(&table.view(Class::Table));
    assert_eq!(near.len(), 1);
    let id = table.combatant_id("Ghoul");
    table.give_accepted(ST, Command::Remove { id });
    assert!(near_in(&table.view(Class::Storyteller)).is_empty());
    table.give_accepted(ST, Command::Undo);
    assert_eq!(near_in(&table.view(Class::Table)), near);
    // Who goes elsewhere leaves those at their side.
    go_to(&mut table, ANA, "Ilse", "Gallery").expect("a move");
    assert!(near_in(&table.view(Class::Table)).is_empty());
    table.give_accepted(ANA, Command::Undo);
    assert_eq!(near_in(&table.view(Class::Table)), near);
}

#[test]
fn who_is_in_a_hidden_place_is_out_of_sight() {
    let mut table = table();
    go_to(&mut table, ST, "Ghoul", "Cellar").expect("a move");
    let there = Some(Standpoint::OutOfSight);
    assert_eq!(seen_at(&table, Class::Table, "Ghoul"), there);
    let line = table.last_log_message(Class::Table);
    let used = SceneMessage::Used { used: true };
    assert_eq!(line, LogMessage::from(used), "no line tells of the move");
    let told = serde_json::to_string(&table.view(Class::Table)).expect("JSON");
    assert!(!told.contains("Cellar"), "{told}");
}

fn ways(table: &Table, by: Actor, who: CombatantId) -> Vec<Way> {
    match answer_question(
        &table.encounter,
        by,
        &Question::Ways {
            who,
            with: Vec::new(),
        },
    ) {
        Reply::Ways(ways) => ways.into_inner().ways,
        other => panic!("{other:?}"),
    }
}

#[test]
fn ways_are_as_long_as_their_reader_knows() {
    let mut table = table();
    for who in ["Ilse", "Ghoul"] {
        go_to(&mut table, ST, who, "Taproom").expect("a move");
    }
    up_to(&mut table, "Ghoul", "Ilse").expect("a step");
    let id = table.combatant_id("Ilse");
    let of = |by| {
        let ways = ways(&table, by, id).into_iter();
        let ways = ways.map(|way| {
            let bar = way.barred.map(|(why, _)| why.to_string());
            (way.to, way.distance, way.shorter, bar)
        });
        ways.collect::<Vec<_>>()
    };
    let (gallery, yard) = (place(&table, "Gallery"), place(&table, "Yard"));
    let cellar = place(&table, "Cellar");
    let door = Some("door closed".to_owned());
    assert_eq!(
        of(ANA),
        [
            (gallery, Some(12), None, None),
            (yard, Some(8), None, door.clone())
        ]
    );
    assert_eq!(
        of(ST),
        [
            (cellar, Some(3), None, None),
            (gallery, Some(12), Some(4), None),
            (yard, Some(8), None, door)
        ]
    );
    let brings = ways(&table, ANA, id)[0].brings.clone();
    let brings: Vec<String> = brings.iter().map(ToString::to_string).collect();
    assert_eq!(brings, ["You leave Ghoul’s side."]);
}

#[test]
fn hidden_ones_take_no_room_that_players_notice() {
    let slots = |secret: bool| {
        let mut table = Table::with_combatants(&["@Ilse"]);
        if secret {
            table.give_accepted(ST, add_hidden_command("rat"));
            table.give_accepted(ST, describe("Crypt: hidden; Attic: hidden"));
        }
        table.give_accepted(ST, describe("Taproom 4 Gallery"));
        table.give_accepted(ST, edit(SceneEdit::Use { on: true }));
        let plan = table
            .view(Class::Table)
            .scene
            .expect("a scene")
            .into_inner()
            .plan;
        let slots = plan.locations.into_values();
        let mut slots: Vec<_> = slots.map(|it| (it.name.to_string(), it.slot)).collect();
        slots.sort();
        let all = table
            .view(Class::Storyteller)
            .scene
            .expect("a scene")
            .into_inner()
            .plan;
        let mut taken: Vec<u8> = all.locations.values().map(|it| it.slot).collect();
        taken.sort_unstable();
        taken.dedup();
        assert_eq!(taken.len(), all.locations.len(), "each has a field");
        slots
    };
    assert_eq!(slots(false), slots(true));
}

#[test]
fn a_scene_comes_along_or_stays() {
    let mut table = table();
    go_to(&mut table, ST, "Ilse", "Gallery").expect("a move");
    let id = table.combatant_id("Ilse");
    let along = [(id, Recovery::default())];
    let company = table
        .encounter
        .prepare_carry_over(ST, &along)
        .expect("a company");
    let left = table.next_encounter(&company, false).expect("room");
    let view = left.view(Class::Storyteller);
    assert_eq!(view.scene, None);
    let company = company.with_places(&table.encounter);
    let mut taken = table.next_encounter(&company, false).expect("room");
    let (then, now) = (table.view(Class::Table), taken.view(Class::Table));
    assert_eq!(
        (now.standpoint(id), now.scene),
        (then.standpoint(id), then.scene)
    );
    go_to(&mut taken, ANA, "Ilse", "Taproom").expect("a move");
    // An encounter that was prepared with places keeps its own.
    let mut prepared = Table::new();
    prepared.give_accepted(ST, describe("Pier; Boat"));
    prepared.add_carry_over(&company, false).expect("room");
    let view = prepared.view(Class::Storyteller);
    let scene = view.scene.expect("a scene");
    assert_eq!((scene.plan.locations.len(), scene.places.len()), (2, 0));
}

/// What one viewer is sent of a move: the log line and the offer to undo it as well.
#[test]
fn a_move_weighs_at_most_200_bytes() {
    let mut table = table();
    go_to(&mut table, ST, "Ilse", "Taproom").expect("a move");
    let before = [Class::Table, Class::Storyteller].map(|class| table.view(class));
    go_to(&mut table, ANA, "Ilse", "Gallery").expect("a move");
    for (class, before) in [Class::Table, Class::Storyteller].into_iter().zip(before) {
        let now: View = table.view(class);
        let message = ServerMessage::Changes(1_234, diff(&before, &now));
        let sent = serde_json::to_string(&message).expect("JSON");
        assert!(sent.len() <= 200, "{} bytes: {sent}", sent.len());
    }
}

#[test]
fn what_one_starts_from_can_be_read_in_all_systems() {
    for system in SystemId::ALL.iter().copied() {
        for (title, lines) in TEMPLATES {
            let mut table = Table::with_system(system);
            table.give_accepted(ST, describe(lines.get()));
            let scene = table.view(Class::Storyteller).scene.expect("a scene");
            let plan = scene.into_inner().plan;
            assert!((5..=8).contains(&plan.locations.len()), "{title:?}");
            let hidden = plan.locations.values().any(|location| location.hidden);
            assert!(
                !hidden && plan.links.len() + 1 >= plan.locations.len(),
                "{title:?}"
            );
        }
    }
}

#[test]
fn the_past_shows_where_everybody_was() {
    let mut table = table();
    for place in ["Taproom", "Gallery"] {
        go_to(&mut table, ANA, "Ilse", place).expect("a move");
    }
    let id = table.combatant_id("Ilse");
    let system = table.view(Class::Table).system;
    let mut past = Past::new(Encounter::new(name("A test"), system));
    let records = table.records.iter();
    records.for_each(|record| past.apply_record(record));
    let (_, last) = past.step_range(Class::Table).expect("steps");
    let was = |step| {
        let mut way = past.navigate_to(Class::Table, step).expect("a step");
        let (behind, missing) = way.missing_records();
        let kept = table.records.iter().skip(behind as usize);
        let kept = kept.take(missing as usize + 1);
        kept.for_each(|record| way.apply_record(record));
        let then = way.into_encounter().expect("all records");
        View::of(&then, Class::Table).standpoint(id)
    };
    let at = |name| Some(Standpoint::At(place(&table, name)));
    assert_eq!(was(last), at("Gallery"));
    assert_eq!(was(last - 1), at("Taproom"));
    assert_eq!(was(last - 2), None);
}
