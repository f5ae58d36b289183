//! The players' guide: every rule id has an entry, and every entry a test or a storyteller.

use std::collections::BTreeSet;

const GUIDE: &str = include_str!("../../../../../docs/rules/chronicle.md");

/// Everything that tests rules, vectors first.
const TESTS: [&str; 11] = [
    include_str!("../../vectors/chronicle.json"),
    include_str!("../../vectors/chronicle-meetings.json"),
    include_str!("single.rs"),
    include_str!("story.rs"),
    include_str!("settings.rs"),
    include_str!("charts.rs"),
    include_str!("laws.rs"),
    include_str!("exchange_attack.rs"),
    include_str!("exchange_contest.rs"),
    include_str!("exchange_turn.rs"),
    include_str!("../../../src/systems/chronicle/initiative.rs"),
];

/// The ids that start an entry, with the rest of their line.
fn entries() -> Vec<(&'static str, &'static str)> {
    GUIDE
        .lines()
        .filter_map(|line| line.strip_prefix("- **")?.split_once("** "))
        .filter(|(id, _)| id.starts_with("CHR-"))
        .collect()
}

/// Every `CHR-…-NN` in a text.
fn ids(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices("CHR-").filter_map(|(start, _)| {
        let rest = text.get(start..)?;
        let end = rest
            .char_indices()
            .find(|(_, c)| !c.is_ascii_alphanumeric() && *c != '-')
            .map_or(rest.len(), |(end, _)| end);
        rest.get(..end)
    })
}

#[test]
fn every_rule_has_one_entry() {
    let entries = entries();
    let distinct: BTreeSet<&str> = entries.iter().map(|(id, _)| *id).collect();
    assert_eq!((entries.len(), distinct.len()), (226, 226));
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
        .chain([&GUIDE])
        .flat_map(|text| ids(text))
        .filter(|id| {
            !known.contains(id) && !id.starts_with("CHR-EX") && !id.starts_with("CHR-MEET")
        })
        .filter(|id| id.len() > "CHR-".len())
        .collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}

#[test]
fn every_house_rule_is_explained() {
    let settings = serde_json::to_value(rules::systems::chronicle::settings::Settings::default());
    let settings = settings.expect("writable");
    let names = settings.as_object().expect("an object").keys();
    let silent: Vec<&String> = names
        .filter(|name| !GUIDE.contains(&format!("`{name}`")))
        .collect();
    assert!(silent.is_empty(), "{silent:?}");
}
