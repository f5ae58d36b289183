//! What is said of one exchange in every rule system, as players hear it: each step once, and at the
//! end what came of it.

use app::words;
use rules::base::id::ExchangeId;
use rules::character::gear::{Carried, ItemId};
use rules::encounter::command::{AnswerInput, Declaration, ItemInput};
use rules::encounter::feature::ExchangeDeclared;
use rules::encounter::{Class, Command, Event, FoeHealth, TableSetting};
use rules::exchange::{ExchangeStep, Intent};
use rules::ruleset::SystemId;
use testkit::table::{ST, Table};

/// Two who meet before the first round, where no action is counted: Ilse is Ana's, the goon the
/// storyteller's.
fn table(system: SystemId, ilse: &str, goon: &str) -> Table {
    let ilse = format!("@Ilse pc {ilse}");
    let goon = format!("Goon {goon}");
    let table = Table::with_system(system).add_combatants(&[&ilse, &goon]);
    table.place_all_in_order()
}

/// Gives a combatant what a row of the chart begins with.
fn given(table: &mut Table, who: &str, kind: &str, name: &str, carried: Carried) -> ItemId {
    let rows = table.view(Class::Storyteller).system.combat().item_chart();
    let named = |row: &&rules::character::gear::ChartRow| {
        row.item.kind == kind && row.item.name.as_str() == name
    };
    let known: Vec<String> = rows
        .iter()
        .filter(|row| row.item.kind == kind)
        .map(|row| row.item.name.to_string())
        .collect();
    let row = rows.iter().find(named);
    let row = row.unwrap_or_else(|| panic!("no {name} among {known:?}"));
    let give = Command::GiveItem {
        id: table.combatant_id(who),
        what: ItemInput::Chart(row.key.clone()),
        carried: Some(carried),
    };
    table.give_accepted(ST, give);
    let gear = table.row(who).gear;
    *gear.keys().last().expect("an item")
}

/// Says aloud what players read since so many lines.
fn heard(table: &Table, since: u32) -> Option<String> {
    let view = table.view(Class::Table);
    let news = view.log.iter().filter(|line| line.no > since);
    let news: Vec<(String, words::Weight)> = news
        .map(|line| {
            let told = words::log_text(view.system.client_rules(), line, None);
            (told.into_announcement(), words::weight_of(&line.what))
        })
        .collect();
    (!news.is_empty()).then(|| words::announcement(&news))
}

/// Plays an exchange with these answers, each the key of a choice or how many dice of a roll show
/// `good`; what players hear of each step.
fn played(
    table: &mut Table,
    (by, at, intent): (&str, &str, Intent),
    (good, bad): (u16, u16),
    answers: &[(&str, &str)],
) -> (Vec<String>, ExchangeId) {
    let mut said = Vec::new();
    let mut since = table.log_line_count(Class::Table);
    let events = table.give_accepted(
        ST,
        Command::Declare(Box::new(Declaration {
            by: Some(table.combatant_id(by)),
            at: vec![table.combatant_id(at)],
            others: Vec::new(),
            intent,
            without: Vec::new(),
            anyway: true,
            noticed: false,
            throws: false,
        })),
    );
    let declared = events.iter().find_map(|event| match event {
        Event::ExchangeDeclared(ExchangeDeclared { exchange }) => Some(exchange.id),
        _ => None,
    });
    let id = declared.expect("declared");
    said.extend(heard(table, since));
    for (purpose, answer) in answers {
        since = table.log_line_count(Class::Table);
        let view = table.view(Class::Storyteller);
        let next = view.exchanges[&id].next.clone();
        let next = next.unwrap_or_else(|| panic!("over before {purpose}"));
        let step = next.questions()[0].clone();
        let (slot, _) = step.slot_and_party().expect("one question");
        assert_eq!(slot.purpose(), *purpose, "{step:?}");
        let answer = match &step {
            ExchangeStep::Roll { .. } if answer.contains(' ') => {
                let faces = answer.split(' ').map(|face| face.parse().expect("a face"));
                rolled(faces.collect())
            }
            ExchangeStep::Roll { check, .. } => {
                let good_ones: usize = answer.parse().expect("a number");
                let all = usize::try_from(check.sum()).expect("dice");
                assert!(good_ones <= all, "{purpose} has {all} dice");
                let bad_ones = vec![bad; all - good_ones];
                rolled([vec![good; good_ones], bad_ones].concat())
            }
            _ => AnswerInput::Chose((*answer).to_owned()),
        };
        let slot = slot.clone();
        let throws = false;
        table.give_accepted(
            ST,
            Command::Answer {
                exchange: id,
                slot,
                answer,
                throws,
            },
        );
        said.extend(heard(table, since));
    }
    let view = table.view(Class::Storyteller);
    assert!(
        view.exchanges[&id].next.is_none(),
        "{:?}",
        view.exchanges[&id].next
    );
    (said, id)
}

fn rolled(faces: Vec<u16>) -> AnswerInput {
    AnswerInput::Roll {
        bought: Vec::new(),
        faces: Some(faces),
    }
}

/// What a class reads of what came of an exchange.
fn outcome(table: &Table, class: Class, id: ExchangeId) -> String {
    words::join_sentences(&table.view(class).exchanges[&id].outcome)
}

/// Successes of systems that roll ten-sided dice, and none.
const D10: (u16, u16) = (8, 3);

#[test]
fn chronicle_tells_of_armor() {
    let mut table = table(
        SystemId::Chronicle,
        "dexterity 2 wits 2 stamina 2",
        "strength 3 weaponry 2",
    );
    let knife = given(&mut table, "Goon", "melee", "Knife", Carried::Held);
    given(&mut table, "Ilse", "armor", "Leather armor", Carried::Worn);
    let strikes = || ("Goon", "Ilse", Intent::of("melee").with_item(knife));
    let withheld = ("defense", "withhold");
    let (said, id) = played(&mut table, strikes(), D10, &[withheld, ("attack", "1")]);
    let stopped = "Goon hits Ilse with the knife, but not through the leather armor: no harm";
    assert_eq!(
        said,
        [
            "Goon: Melee attack, against Ilse",
            "Ilse: Keep your Defense. Apply Defense?",
            stopped
        ]
    );
    assert_eq!(outcome(&table, Class::Table, id), stopped);
    let (said, _) = played(&mut table, strikes(), D10, &[withheld, ("attack", "0")]);
    assert_eq!(said.last().map(String::as_str), Some("Goon misses Ilse"));
    let (said, id) = played(&mut table, strikes(), D10, &[withheld, ("attack", "4")]);
    assert_eq!(said.last().map(String::as_str), Some("Ilse takes 2 lethal"));
    assert_eq!(outcome(&table, Class::Table, id), "Ilse takes 2 lethal");
}

#[test]
fn tristat_tells_of_a_defense_and_of_health() {
    let mut table = table(
        SystemId::Tristat,
        "body 6 mind 6 soul 6",
        "body 6 mind 6 soul 6",
    );
    let knife = given(&mut table, "Goon", "weapon", "Knife", Carried::Held);
    let strikes = || ("Goon", "Ilse", Intent::of("attack").with_item(knife));
    let answers = [("attack", "2 3"), ("defend", "defend"), ("defense", "1 2")];
    let (said, id) = played(&mut table, strikes(), (1, 6), &answers);
    assert_eq!(said.last().map(String::as_str), Some("Ilse fights it off"));
    assert_eq!(outcome(&table, Class::Table, id), "Ilse fights it off");
    let answers = [("attack", "2 3"), ("defend", "none")];
    let (said, id) = played(&mut table, strikes(), (1, 6), &answers);
    let expected = [
        "Goon: Attack, against Ilse",
        "Goon: Attack with Knife, rolled 5 against 6: made by 1",
        "Ilse loses 11 Health",
    ];
    assert_eq!(said, expected);
    assert_eq!(outcome(&table, Class::Table, id), "Ilse loses 11 Health");
    given(&mut table, "Ilse", "armor", "Battle suit", Carried::Worn);
    let (said, _) = played(&mut table, strikes(), (1, 6), &answers);
    let stopped = "Goon hits Ilse with the knife, but not through the battle suit: no harm";
    assert_eq!(said.last().map(String::as_str), Some(stopped));
}

/// A blow of the systems in which attack, defense, damage and soak are rolled one after the other.
fn blows(system: SystemId) -> Vec<String> {
    let traits = "dexterity 3 brawl 3 athletics 2 strength 3 stamina 3 willpower 5";
    let mut table = table(system, traits, traits);
    let strikes = || ("Goon", "Ilse", Intent::of("strike"));
    let dodged = [("attack", "1"), ("defense", "dodge"), ("defend", "3")];
    let (dodged, _) = played(&mut table, strikes(), D10, &dodged);
    let mut said = dodged;
    let soaked = [
        ("attack", "1"),
        ("defense", "none"),
        ("damage", "1"),
        ("soak", "2"),
    ];
    said.extend(played(&mut table, strikes(), D10, &soaked).0);
    let weak = [("attack", "1"), ("defense", "none"), ("damage", "0")];
    said.extend(played(&mut table, strikes(), D10, &weak).0.pop());
    let hurt = [
        ("attack", "1"),
        ("defense", "none"),
        ("damage", "3"),
        ("soak", "1"),
    ];
    said.extend(played(&mut table, strikes(), D10, &hurt).0.pop());
    said
}

#[test]
fn the_others_tell_of_dodges_and_soak() {
    let all = [
        SystemId::Masquerade,
        SystemId::Ascension,
        SystemId::Crossover,
    ];
    for system in all {
        let attack = match system {
            SystemId::Crossover => "Goon: Strike. 1 success",
            _ => "Goon: Attack: Fist. 1 success",
        };
        let expected = [
            "Goon: Strike, against Ilse",
            attack,
            "Ilse: Dodge. Defense",
            "Ilse dodges it, 3 to 1",
            "Goon: Strike, against Ilse",
            attack,
            "Ilse: Take the hit. Defense",
            "Goon: Damage. 1 success",
            "Ilse soaks it all: no harm",
            "Goon hits Ilse: no harm",
            "Ilse takes 2 bashing: hurt",
        ];
        assert_eq!(blows(system), expected, "{system:?}");
    }
}

#[test]
fn of_a_foe_whose_health_is_concealed_players_hear_that_it_is_hit() {
    let mut table = table(
        SystemId::Chronicle,
        "strength 3 brawl 3",
        "dexterity 2 wits 2 stamina 2",
    );
    let concealed = TableSetting::FoeHealth(FoeHealth::Concealed);
    table.give_accepted(
        ST,
        Command::SetTable {
            to: concealed,
            was: None,
        },
    );
    let strikes = ("Ilse", "Goon", Intent::of("unarmed"));
    let (said, id) = played(
        &mut table,
        strikes,
        D10,
        &[("defense", "withhold"), ("attack", "2")],
    );
    assert_eq!(said.last().map(String::as_str), Some("Ilse hits Goon"));
    assert_eq!(outcome(&table, Class::Table, id), "Ilse hits Goon");
    assert_eq!(
        outcome(&table, Class::Storyteller, id),
        "Goon takes 2 bashing"
    );
}
