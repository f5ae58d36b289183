//! The players' guide: every rule id has an entry, and every entry a test or a storyteller.

use std::collections::BTreeSet;

const GUIDE: &str = include_str!("../../../../../docs/rules/tristat.md");

/// Everything that tests rules, vectors first.
const TESTS: [&str; 11] = [
    include_str!("../../vectors/tristat.json"),
    include_str!("../../vectors/tristat-meetings.json"),
    include_str!("single.rs"),
    include_str!("round.rs"),
    include_str!("settings.rs"),
    include_str!("charts.rs"),
    include_str!("laws.rs"),
    include_str!("exchange.rs"),
    include_str!("exchange_odds.rs"),
    include_str!("exchange_table.rs"),
    include_str!("table.rs"),
];

/// The rules themselves, which put ids into the log.
const SOURCES: [&str; 38] = [
    include_str!("../../../src/systems/tristat/ability.rs"),
    include_str!("../../../src/systems/tristat/asked.rs"),
    include_str!("../../../src/systems/tristat/house.rs"),
    include_str!("../../../src/systems/tristat/system.rs"),
    include_str!("../../../src/systems/tristat/told.rs"),
    include_str!("../../../src/systems/tristat/attack.rs"),
    include_str!("../../../src/systems/tristat/technique.rs"),
    include_str!("../../../src/systems/tristat/stance.rs"),
    include_str!("../../../src/systems/tristat/sheet.rs"),
    include_str!("../../../src/systems/tristat/chart.rs"),
    include_str!("../../../src/systems/tristat/critical.rs"),
    include_str!("../../../src/systems/tristat/damage.rs"),
    include_str!("../../../src/systems/tristat/defense.rs"),
    include_str!("../../../src/systems/tristat/disarm.rs"),
    include_str!("../../../src/systems/tristat/energy.rs"),
    include_str!("../../../src/systems/tristat/escape.rs"),
    include_str!("../../../src/systems/tristat/flank.rs"),
    include_str!("../../../src/systems/tristat/grapple.rs"),
    include_str!("../../../src/systems/tristat/health.rs"),
    include_str!("../../../src/systems/tristat/initiative.rs"),
    include_str!("../../../src/systems/tristat/input.rs"),
    include_str!("../../../src/systems/tristat/numbers.rs"),
    include_str!("../../../src/systems/tristat/roll.rs"),
    include_str!("../../../src/systems/tristat/settings.rs"),
    include_str!("../../../src/systems/tristat/stats.rs"),
    include_str!("../../../src/systems/tristat/throw.rs"),
    include_str!("../../../src/systems/tristat/combat/bars.rs"),
    include_str!("../../../src/systems/tristat/combat/blow.rs"),
    include_str!("../../../src/systems/tristat/combat/bout.rs"),
    include_str!("../../../src/systems/tristat/combat/energy.rs"),
    include_str!("../../../src/systems/tristat/combat/gear.rs"),
    include_str!("../../../src/systems/tristat/combat/list.rs"),
    include_str!("../../../src/systems/tristat/combat/meet.rs"),
    include_str!("../../../src/systems/tristat/combat/mod.rs"),
    include_str!("../../../src/systems/tristat/combat/shown.rs"),
    include_str!("../../../src/systems/tristat/combat/stat.rs"),
    include_str!("../../../src/systems/tristat/combat/ways.rs"),
    include_str!("../../../src/systems/tristat/combat/wrestle.rs"),
];

/// The ids that start an entry, with the rest of their line.
fn entries() -> Vec<(&'static str, &'static str)> {
    GUIDE
        .lines()
        .filter_map(|line| line.strip_prefix("- **")?.split_once("** "))
        .filter(|(id, _)| id.starts_with("TRI-"))
        .collect()
}

/// Every `TRI-…-NN` in a text.
fn ids(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices("TRI-").filter_map(|(start, _)| {
        let rest = text.get(start..)?;
        let end = rest
            .char_indices()
            .find(|(_, c)| !c.is_ascii_alphanumeric() && *c != '-')
            .map_or(rest.len(), |(end, _)| end);
        rest.get(..end)
    })
}

/// Whether this is the name of a vector, such as `TRI-V01`.
fn is_of_a_vector(id: &str) -> bool {
    let number = id
        .strip_prefix("TRI-V")
        .or_else(|| id.strip_prefix("TRI-MEET-"));
    number.is_some_and(|number| number.parse::<u16>().is_ok())
}

#[test]
fn every_rule_has_one_entry() {
    let entries = entries();
    let distinct: BTreeSet<&str> = entries.iter().map(|(id, _)| *id).collect();
    assert_eq!((entries.len(), distinct.len()), (68, 68));
}

#[test]
fn every_rule_is_tested_or_the_storytellers() {
    let tested: BTreeSet<&str> = TESTS.iter().flat_map(|text| ids(text)).collect();
    let bare: Vec<&str> = entries()
        .into_iter()
        .filter(|(id, text)| !tested.contains(id) && !text.starts_with("*(storyteller)*"))
        .map(|(id, _)| id)
        .collect();
    assert!(
        bare.is_empty(),
        "neither tested nor the storyteller's: {bare:?}"
    );
}

#[test]
fn every_id_that_is_named_exists() {
    let known: BTreeSet<&str> = entries().into_iter().map(|(id, _)| id).collect();
    let unknown: BTreeSet<&str> = TESTS
        .iter()
        .chain(&SOURCES)
        .chain([&GUIDE])
        .flat_map(|text| ids(text))
        .filter(|id| !known.contains(id) && !is_of_a_vector(id))
        .filter(|id| id.len() > "TRI-".len())
        .collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}

#[test]
fn every_house_rule_is_explained() {
    let settings = serde_json::to_value(rules::systems::tristat::settings::Settings::default());
    let settings = settings.expect("writable");
    let names = settings.as_object().expect("an object").keys();
    let silent: Vec<&String> = names
        .filter(|name| !GUIDE.contains(&format!("`{name}`")))
        .collect();
    assert!(silent.is_empty(), "{silent:?}");
}
