//! Attacks by a combatant whom players do not see: nothing of them, or, where the target notices
//! it, what is the target's own.

use rules::base::id::ExchangeId;
use rules::encounter::command::{AnswerInput, Declaration, ItemInput};
use rules::encounter::feature::ExchangeDeclared;
use rules::encounter::log::LogMessage;
use rules::encounter::{Class, Command, Event, Refusal};
use rules::exchange::{ExchangeStep, Intent, Party, Slot};
use rules::ruleset::SystemId;
use testkit::table::{ANA, BEN, ST, Table};

/// An attack from the dark on Ilse, who is Ana's.
fn attacked(system: &str, maneuver: &'static str, noticed: bool) -> (Table, ExchangeId) {
    let system = SystemId::ALL.iter().find(|it| it.key() == system);
    let lines = [
        "@Ilse pc dexterity 3 athletics 2 brawl 2 stamina 3 willpower 5",
        "!Shade strength 4 dexterity 4 brawl 4",
        "Rat",
    ];
    let mut table = Table::with_system(*system.expect("a system")).add_combatants(&lines);
    table = table.place_all_in_order().after_turns(1);
    let events = table.give_accepted(
        ST,
        Command::Declare(Box::new(asked(&table, maneuver, noticed))),
    );
    let declared = events.iter().find_map(|event| match event {
        Event::ExchangeDeclared(ExchangeDeclared { exchange }) => Some(exchange.id),
        _ => None,
    });
    (table, declared.expect("declared"))
}

fn asked(table: &Table, maneuver: &'static str, noticed: bool) -> Declaration {
    Declaration {
        by: Some(table.combatant_id("Shade")),
        at: vec![table.combatant_id("Ilse")],
        others: Vec::new(),
        intent: Intent::of(maneuver),
        without: Vec::new(),
        anyway: true,
        noticed,
        throws: false,
    }
}

fn answer(exchange: ExchangeId, slot: &'static str, answer: AnswerInput) -> Command {
    Command::Answer {
        exchange,
        slot: Slot::new(slot),
        answer,
        throws: false,
    }
}

fn chose(key: &str) -> AnswerInput {
    AnswerInput::Chose(key.to_owned())
}

fn rolled(faces: &[u16]) -> AnswerInput {
    AnswerInput::Roll {
        bought: Vec::new(),
        faces: Some(faces.to_vec()),
    }
}

/// What players are asked of an exchange, by slot.
fn asks(table: &Table, id: ExchangeId) -> Vec<(String, Party)> {
    let view = table.view(Class::Table);
    let next = view.exchanges.get(&id).and_then(|it| it.next.clone());
    let steps = next.iter().flat_map(ExchangeStep::questions);
    let asked = steps.filter_map(ExchangeStep::slot_and_party);
    asked.map(|(slot, by)| (slot.to_string(), by)).collect()
}

fn lines(table: &Table) -> Vec<LogMessage> {
    let log = table.view(Class::Table).log.into_iter();
    log.map(|line| line.what).collect()
}

fn told(name: &str, said: &str, lines: &[LogMessage]) -> bool {
    lines.iter().any(|what| {
        matches!(what, LogMessage::Told { name: Some(who), words, .. } if who == name && words == said)
    })
}

#[test]
fn an_unnoticed_miss_changes_nothing_for_players() {
    for system in ["masquerade", "crossover", "ascension"] {
        let known = |table: &Table| serde_json::to_string(&table.view(Class::Table)).expect("data");
        let (mut table, id) = attacked(system, "strike", false);
        let before = known(&table);
        let step = table.encounter.exchange(id).and_then(|it| it.next.clone());
        let Some(ExchangeStep::Roll { check, .. }) = step else {
            panic!("{system}: an attack is rolled")
        };
        let ones = vec![2; usize::try_from(check.sum()).expect("dice")];
        table.give_accepted(ST, answer(id, "attack", rolled(&ones)));
        assert!(table.encounter.exchange(id).is_some_and(|it| it.is_over()));
        assert_eq!(known(&table), before, "{system}");
    }
}

#[test]
fn who_notices_it_is_asked_and_rolls_what_is_theirs() {
    let (mut table, id) = attacked("masquerade", "strike", true);
    let view = table.view(Class::Table);
    let seen = &view.exchanges[&id];
    assert_eq!(
        view.exchange_sentence(seen),
        "Attack by someone unseen at Ilse"
    );
    assert_eq!(
        (seen.by, &seen.others, &seen.ledger),
        (None, &vec![], &vec![])
    );
    let Some(ExchangeStep::Choose { title, options, .. }) = &seen.next else {
        panic!("the target is asked")
    };
    assert_eq!(title, "Someone unseen attacks: bashing");
    let keys: Vec<&str> = options.iter().map(|option| option.key.as_ref()).collect();
    assert_eq!(keys, ["none", "dodge", "block", "parry"]);
    assert!(
        options
            .iter()
            .all(|it| it.barred.is_none() && it.sum.is_none())
    );
    assert!(told(
        "Ilse",
        "is attacked by someone unseen",
        &lines(&table)
    ));

    // It is asked of Ana alone, and nothing else of it is asked of players.
    assert_eq!(
        table.give_refused(BEN, answer(id, "unseen", chose("dodge"))),
        Refusal::NotAllowed
    );
    assert_eq!(
        table.give_refused(ANA, answer(id, "attack", rolled(&[9]))),
        Refusal::NotAsked
    );
    assert_eq!(
        table.give_refused(ANA, Command::Withdraw { exchange: id }),
        Refusal::NoSuchExchange
    );
    table.give_accepted(ANA, answer(id, "unseen", chose("dodge")));
    assert_eq!(
        asks(&table, id),
        [("goes_on".to_owned(), Party::Storyteller)]
    );
    assert!(
        table.give_refused(ANA, Command::Undo) != Refusal::NotAllowed,
        "it stays said"
    );

    // The attack hits by one. What Ilse gives up for her dodge and the dodge are Ana's.
    table.give_accepted(ST, answer(id, "attack", rolled(&[8, 7, 6, 2, 2, 2, 2, 2])));
    assert_eq!(asks(&table, id), [("abort".to_owned(), Party::Target(0))]);
    table.give_accepted(ANA, answer(id, "abort", chose("spend")));
    assert_eq!(asks(&table, id), [("defend".to_owned(), Party::Target(0))]);
    let view = table.view(Class::Table);
    let Some(ExchangeStep::Roll { check, .. }) = &view.exchanges[&id].next else {
        panic!("a roll")
    };
    assert_eq!(check.title, "Dodge");
    let own: Vec<&str> = check.terms.iter().map(|term| term.label.as_ref()).collect();
    assert_eq!(own, ["Dexterity", "Athletics"]);
    table.give_accepted(ANA, answer(id, "defend", rolled(&[9, 8, 7, 2, 2])));
    let view = table.view(Class::Table);
    assert!(view.exchanges[&id].next.is_none(), "it is over");
    let slots = view.exchanges[&id].ledger.iter();
    let slots: Vec<&str> = slots.map(|line| line.slot.as_str()).collect();
    assert_eq!(slots, ["unseen", "abort", "defend"]);
    assert!(told("Ilse", "comes to no harm", &lines(&table)));
    let said = serde_json::to_string(&view).expect("data");
    assert!(
        !said.contains("Shade") && !said.contains("Strike"),
        "{said}"
    );
}

#[test]
fn what_was_wished_gives_way_to_what_the_attack_allows() {
    // A shot cannot be blocked: it comes through, and nobody is asked again.
    let (mut table, _) = attacked("masquerade", "strike", true);
    let shade = table.combatant_id("Shade");
    let rows = table.view(Class::Table).system.combat().item_chart();
    let gun = rows.iter().find(|row| row.item.kind == "gun");
    let what = ItemInput::Chart(gun.expect("a gun").key.clone());
    let carried = None;
    table.give_accepted(
        ST,
        Command::GiveItem {
            id: shade,
            what,
            carried,
        },
    );
    let item = table.row("Shade").gear.keys().next().copied();
    let mut shot = asked(&table, "shoot", true);
    shot.intent.item = item;
    let events = table.give_accepted(ST, Command::Declare(Box::new(shot)));
    let id = events.iter().find_map(|event| match event {
        Event::ExchangeDeclared(ExchangeDeclared { exchange }) => Some(exchange.id),
        _ => None,
    });
    let id = id.expect("declared");
    table.give_accepted(ANA, answer(id, "unseen", chose("block")));
    let pool = match table.encounter.exchange(id).and_then(|it| it.next.clone()) {
        Some(ExchangeStep::Roll { check, .. }) => usize::try_from(check.sum()).expect("dice"),
        other => panic!("{other:?}"),
    };
    table.give_accepted(ST, answer(id, "attack", rolled(&vec![9; pool])));
    let exchange = table.encounter.exchange(id).expect("there");
    let met = exchange
        .ledger
        .iter()
        .find(|line| line.slot.as_str() == "defense");
    assert_eq!(
        met.and_then(|line| line.chose.as_deref()),
        Some("Take the hit")
    );
}

#[test]
fn only_who_runs_the_table_says_that_it_is_noticed() {
    let (mut table, _) = attacked("masquerade", "strike", false);
    let seen = Declaration {
        by: Some(table.combatant_id("Ilse")),
        at: vec![table.combatant_id("Rat")],
        anyway: false,
        ..asked(&table, "strike", true)
    };
    assert_eq!(
        table.give_refused(ANA, Command::Declare(Box::new(seen))),
        Refusal::NotAllowed
    );
}
