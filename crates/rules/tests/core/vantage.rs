//! The best other place to act from: found from what players know, named with what it spares and costs.

use rules::base::id::LocationId;
use rules::base::seat::Actor;
use rules::encounter::command::{Declaration, SceneDestination, SceneEdit};
use rules::encounter::{Class, Command, Question, Refusal, Reply, answer_question};
use rules::exchange::Intent;
use rules::space::Vantage;
use testkit::table::{ANA, BEN, ST, Table};

/// A table with Ana's Ilse on the floor and a foe behind the railing of the gallery.
fn table(more: &str) -> Table {
    let lines = [
        "@Ilse str 3 dex 3 firearms 3 with heavy pistol",
        "Ghoul str 2 dex 2",
    ];
    let mut table = Table::with_combatants(&lines);
    let lines = format!("Floor; Gallery: railing; Floor 12 Gallery by stairs{more}");
    for edit in [SceneEdit::Describe { lines }, SceneEdit::Use { on: true }] {
        table.give_accepted(ST, Command::EditScene(edit));
    }
    for (who, to) in [("Ilse", "Floor"), ("Ghoul", "Gallery")] {
        let ids = [table.combatant_id(who)].into_iter().collect();
        let to = SceneDestination::Place(place(&table, to));
        let anyway = true;
        table.give_accepted(ST, Command::Go { ids, to, anyway });
    }
    table.place_all_in_order().after_turns(1)
}

fn place(table: &Table, name: &str) -> LocationId {
    let scene = table.view(Class::Storyteller).scene.expect("a scene");
    let mut all = scene.plan.locations.iter();
    let found = all.find(|(_, location)| location.name.as_str() == name);
    *found.expect("a place").0
}

fn shot(table: &Table, maneuver: &str) -> Declaration {
    let by = table.combatant_id("Ilse");
    let mut intent = Intent::of(maneuver.to_owned());
    intent.item = table.row("Ilse").gear.keys().next().copied();
    Declaration {
        at: vec![table.combatant_id("Ghoul")],
        ..Declaration::without_target(by, intent)
    }
}

fn ask(table: &Table, by: Actor, question: &Question) -> Result<Option<Vantage>, Refusal> {
    match answer_question(&table.encounter, by, question) {
        Reply::Vantage(found) => Ok(found.map(rules::base::late::Late::into_inner)),
        Reply::Refused(why) => Err(why),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_place_where_the_railing_does_not_help_is_named_with_its_price() {
    let mut table = table("");
    let asked = shot(&table, "shoot");
    let question = Question::Vantage(Box::new(asked.clone()));
    let found = ask(&table, ANA, &question)
        .expect("an answer")
        .expect("one");
    assert_eq!(found.way.to, place(&table, "Gallery"));
    let without: Vec<String> = found.without.iter().map(ToString::to_string).collect();
    assert_eq!(without.len(), 1, "{without:?}");
    // The railing, in the words of the sum.
    assert_eq!(without, ["Barely concealed"]);
    assert!(
        found.here.is_some_and(|here| here < found.there),
        "{found:?}"
    );
    assert!(found.way.action, "twelve yards are a run: {found:?}");
    assert_eq!(ask(&table, BEN, &question), Err(Refusal::NotAllowed));

    // The exchange says the same until the dice fall.
    table.give_accepted(ANA, Command::Declare(Box::new(asked)));
    let view = table.view(Class::Table);
    let exchange = *view.exchanges.keys().next().expect("an exchange");
    let question = Question::VantageOf { exchange };
    assert_eq!(ask(&table, ANA, &question), Ok(Some(found)));
    assert_eq!(ask(&table, BEN, &question), Err(Refusal::NotAllowed));
}

#[test]
fn a_hidden_place_is_never_the_better_one_for_whom_players_see() {
    let more = "; Loft: hidden; Loft 2 Floor; Loft 2 Gallery";
    let (plain, secret) = (table(""), table(more));
    let ask = |table: &Table, by: Actor| {
        let asked = Question::Vantage(Box::new(shot(table, "shoot")));
        let found = ask(table, by, &asked).expect("an answer").expect("one");
        (found.way.distance, found.without, found.here, found.there)
    };
    assert_eq!(ask(&plain, ANA), ask(&secret, ANA));
    assert_eq!(ask(&plain, ST), ask(&secret, ST));
}

#[test]
fn where_the_scene_bars_it_here_another_place_is_named() {
    let table = table("; Office; Floor 3 Office; Floor 12 Gallery by a door");
    let question = Question::Vantage(Box::new(shot(&table, "shoot")));
    assert_eq!(
        ask(&table, ANA, &question),
        Ok(None),
        "nobody gets past the door"
    );
    let table = self::table("; Floor 12 Gallery by stairs and a wall");
    let question = Question::Vantage(Box::new(shot(&table, "shoot")));
    let found = ask(&table, ANA, &question)
        .expect("an answer")
        .expect("one");
    assert_eq!((found.here, found.without.len()), (None, 0));
    assert_eq!(found.way.to, place(&table, "Gallery"));
}
