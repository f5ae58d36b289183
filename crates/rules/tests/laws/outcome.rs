//! What came of an exchange is told: whom it harmed and by how much, that a blow did no harm, and to
//! players nothing that they may not know of a foe.

use std::collections::BTreeSet;

use rules::base::id::ExchangeId;
use rules::encounter::feature::{ExchangeDeclared, Harmed};
use rules::encounter::view::ExchangeView;
use rules::encounter::{Class, Command, Event, FoeHealth, Side, TableSetting, View};
use rules::exchange::{ExchangeStep, RulingKind};
use rules::ruleset::SystemId;
use testkit::table::{ST, Table};

use crate::exchange::{Chance, armed, declare, next};

/// What the laws have seen, so that none holds of nothing.
#[derive(Default)]
struct Seen {
    harmed: usize,
    unharmed: usize,
    missed: usize,
    veiled: usize,
}

fn outcome(view: &View, id: ExchangeId) -> Vec<String> {
    let told = view.exchanges[&id].outcome.iter();
    told.map(|words| words.to_string()).collect()
}

/// Whether a sum or a roll of this purpose stands in an exchange.
fn has(exchange: &ExchangeView, purpose: &str) -> bool {
    let mut lines = exchange.ledger.iter();
    lines.any(|line| line.slot.purpose() == purpose)
}

/// Brings an exchange to its end; the damage that landed since it was declared, if it was the only one.
fn ends(table: &mut Table, id: ExchangeId, chance: &mut Chance) {
    for turn in 0..200 {
        let view = table.view(Class::Storyteller);
        let most = if turn < 60 { 11 } else { 1 };
        let Some(command) = next(&view, id, most, chance) else {
            return;
        };
        if !matches!(command, Command::Withdraw { .. }) {
            table.give(ST, command).ok();
        }
    }
    panic!("an exchange without end");
}

/// What those who run the table read of it.
fn storytellers(table: &Table, id: ExchangeId, harms: &[Harmed], seen: &mut Seen) {
    let view = table.view(Class::Storyteller);
    let told = outcome(&view, id);
    let exchange = &view.exchanges[&id];
    let title = &exchange.title;
    assert!(!told.is_empty(), "nothing is told of {title}");
    for harm in harms {
        let name = view.rows[&harm.id].full_name();
        let takes = view.system.rules().describe_damage(&harm.packet);
        let said = format!("{name} {takes}");
        assert!(
            told.iter().any(|line| line.starts_with(&said)),
            "{title}: {said:?} is not in {told:?}"
        );
        seen.harmed += 1;
    }
    let mut rulings = exchange.rulings.iter();
    if !harms.is_empty() || rulings.any(|ruling| ruling.what == RulingKind::End) {
        return;
    }
    if has(exchange, "damage") {
        let said = told
            .iter()
            .any(|line| line.ends_with("no harm") || line.contains("disarms"));
        assert!(said, "{title} did no harm: {told:?}");
        seen.unharmed += 1;
    } else if has(exchange, "attack") {
        let ways = [
            "misses",
            "dodges",
            "blocks",
            "parries",
            "fights it off",
            "keeps",
            "hits",
        ];
        let ties = view
            .system
            .combat()
            .hold_kinds()
            .iter()
            .map(|it| it.word.get())
            .chain(["disarms"]);
        let words: Vec<&str> = ways.into_iter().chain(ties).collect();
        let said = |line: &String| {
            words.iter().any(|word| line.contains(word)) || line.ends_with(": no harm")
        };
        assert!(told.iter().all(said), "{title}: {told:?}");
        seen.missed += 1;
    }
}

/// What players read of it.
fn players(table: &Table, id: ExchangeId, harms: &[Harmed], seen: &mut Seen) {
    let (view, all) = (table.view(Class::Table), table.view(Class::Storyteller));
    let Some(exchange) = view.exchanges.get(&id) else {
        return;
    };
    let told = outcome(&view, id);
    let foes = all.rows.values().filter(|row| row.side == Side::Foe);
    for foe in foes {
        let name = foe.full_name();
        let concealed = view.rows.get(&foe.id).is_none_or(|row| row.track.is_none());
        let of_them: Vec<&String> = told.iter().filter(|line| line.contains(&name)).collect();
        for harm in harms.iter().filter(|harm| concealed && harm.id == foe.id) {
            let takes = view.system.rules().describe_damage(&harm.packet);
            let said = of_them.iter().any(|line| line.contains(&takes));
            assert!(!said, "{takes} of a foe: {told:?}");
            seen.veiled += 1;
        }
        let unhurt =
            |line: &&&String| line.contains(&format!("hits {name}")) && line.contains("no harm");
        assert!(
            !concealed || !of_them.iter().any(|line| unhurt(&line)),
            "{told:?}"
        );
        // What a foe carries is named only where a line that players read names it.
        for item in foe.gear.values() {
            let item = item.name.to_string();
            let named = |line: &String| {
                line.to_lowercase()
                    .contains(&format!("the {}", item.to_lowercase()))
            };
            let mut lines = exchange.ledger.iter();
            let known = lines.any(|line| line.title.contains(&*item));
            let own = all.rows.values().filter(|row| row.side == Side::Character);
            let own: BTreeSet<String> = own
                .flat_map(|row| row.gear.values())
                .map(|item| item.name.to_string())
                .collect();
            assert!(
                known || own.contains(&item) || !told.iter().any(named),
                "{item}: {told:?}"
            );
        }
    }
}

/// One exchange by chance; `false` where nothing could be declared.
fn check(system: SystemId, seed: u64, seen: &mut Seen) -> bool {
    let mut chance = Chance::new(seed);
    let mut table = armed(system, &mut chance);
    if seed.is_multiple_of(2) {
        let to = TableSetting::FoeHealth(FoeHealth::Shown);
        table.give(ST, Command::SetTable { to, was: None }).ok();
    } else {
        let to = TableSetting::FoeHealth(FoeHealth::Concealed);
        table.give(ST, Command::SetTable { to, was: None }).ok();
    }
    let from = table.records.len();
    let Some(id) = declare(&mut table, &mut chance) else {
        return false;
    };
    ends(&mut table, id, &mut chance);
    let events = table.records[from..].iter().flat_map(|it| &it.events);
    let declared = |event: &&Event| matches!(event, Event::ExchangeDeclared(ExchangeDeclared { exchange }) if exchange.id != id);
    if events.clone().any(|event| declared(&event)) {
        // Another followed from it.
        return false;
    }
    let harms: Vec<Harmed> = events
        .filter_map(|event| match event {
            Event::Harmed(harmed) => Some(harmed.clone()),
            _ => None,
        })
        .collect();
    let view = table.view(Class::Storyteller);
    let over = view.exchanges[&id]
        .next
        .iter()
        .flat_map(ExchangeStep::questions)
        .count()
        == 0;
    assert!(over, "it is over");
    storytellers(&table, id, &harms, seen);
    players(&table, id, &harms, seen);
    true
}

/// `EXCHANGES` of each system, or a few; the seeds count up, so that a failing one comes again.
#[test]
fn what_came_of_an_exchange_is_told() {
    let asked = std::env::var("EXCHANGES").ok();
    let each: usize = asked.and_then(|it| it.parse().ok()).unwrap_or(240);
    let mut all = Seen::default();
    for system in SystemId::ALL {
        let mut seen = Seen::default();
        let ended = (0..).filter(|seed| check(*system, *seed, &mut seen));
        assert_eq!(ended.take(each).count(), each);
        assert!(seen.harmed > 3, "{system:?}: {} harmed", seen.harmed);
        assert!(seen.missed > 3, "{system:?}: {} missed", seen.missed);
        all.unharmed += seen.unharmed;
        all.veiled += seen.veiled;
    }
    assert!(all.unharmed > 5, "{} unharmed", all.unharmed);
    assert!(all.veiled > 5, "{} veiled", all.veiled);
}
