//! What the table cites, its guide lists among what the table plays.

use std::collections::BTreeSet;

use proptest::prelude::*;
use rules::encounter::Class;
use rules::ruleset::SystemId;
use testkit::table::Table;

use crate::recipe::{anything, recipes, systems};
use crate::{cases, json};

/// The guide of a system, and how its ids begin.
fn guide(system: SystemId) -> (&'static str, &'static str) {
    match system {
        SystemId::Chronicle => (include_str!("../../../../docs/rules/chronicle.md"), "CHR-"),
        SystemId::Crossover => (include_str!("../../../../docs/rules/crossover.md"), "XOV-"),
        SystemId::Masquerade => (include_str!("../../../../docs/rules/masquerade.md"), "MSQ-"),
        SystemId::Tristat => (include_str!("../../../../docs/rules/tristat.md"), "TRI-"),
        SystemId::Ascension => (include_str!("../../../../docs/rules/ascension.md"), "ASC-"),
    }
}

/// Every id in a text that begins so.
fn cited(text: &str, prefix: &str) -> BTreeSet<String> {
    let part = |character: char| character.is_ascii_alphanumeric() || character == '-';
    let words = text.split(|character: char| !part(character));
    let ids = words.filter(|word| word.starts_with(prefix) && word.matches('-').count() == 2);
    ids.map(str::to_owned).collect()
}

/// The ids a guide lists as played, such as `CHR-WND-01, 02, 04 to 06`.
fn listed(guide: &str, prefix: &str) -> BTreeSet<String> {
    let mut ids = BTreeSet::new();
    let (_, table) = guide
        .split_once("\n## At the table")
        .expect("a part on the table");
    let lists = table.split("\n- *").skip(1);
    let lists = lists.filter(|list| {
        ["By itself", "By hand", "Asked of a person"]
            .iter()
            .any(|it| list.starts_with(it))
    });
    assert!(
        lists.clone().count() > 1,
        "what is played, and what by hand"
    );
    for list in lists {
        let part = |character: char| character.is_ascii_alphanumeric() || character == '-';
        // The group that numbers belong to, the last of them, and whether it goes on to the next.
        let (mut group, mut last, mut to) = (String::new(), 0_u32, false);
        for word in list.split(|character: char| !part(character)) {
            let number = match word.rsplit_once('-') {
                Some((name, number)) if word.starts_with(prefix) => {
                    group = name.to_owned();
                    number
                }
                _ => word,
            };
            match number.parse::<u32>() {
                Ok(number) => {
                    let first = if to { last + 1 } else { number };
                    ids.extend((first..=number).map(|number| format!("{group}-{number:02}")));
                    (last, to) = (number, false);
                }
                Err(_) => to = word == "to" || (to && word.is_empty()),
            }
        }
    }
    ids
}

#[test]
fn lists_are_read_as_they_are_meant() {
    let page = "\n## At the table\n- *By itself:* marks (CHR-DMG-01 to 03, CHR-DICE-11), and\n  wounds \
        (CHR-WND-01, 02, 04 to 06).\n- *By hand:* the rest (CHR-ST-02).\n- *Sheet.*";
    let read: Vec<String> = listed(page, "CHR-").into_iter().collect();
    assert_eq!(
        read.join(" "),
        "CHR-DICE-11 CHR-DMG-01 CHR-DMG-02 CHR-DMG-03 CHR-ST-02 CHR-WND-01 CHR-WND-02 \
         CHR-WND-04 CHR-WND-05 CHR-WND-06"
    );
}

#[test]
fn every_id_that_is_listed_has_an_entry() {
    for system in SystemId::ALL {
        let (guide, prefix) = guide(*system);
        for id in listed(guide, prefix) {
            assert!(guide.contains(&format!("\n- **{id}** ")), "{id}");
        }
    }
}

proptest! {
    #![proptest_config(cases(40))]

    /// An id beside a number, a state or a refusal is one that the guide says is played, and
    /// not one that it calls text.
    #[test]
    fn what_the_table_cites_is_listed(system in systems(), recipes in recipes(160)) {
        let (guide, prefix) = guide(system);
        let listed = listed(guide, prefix);
        let mut table = Table::with_system(system);
        for recipe in recipes {
            let (by, command) = anything(recipe, &table);
            let refused = table.give(by, command).err();
            let said = json(&table.view(Class::Storyteller)) + &json(&refused);
            for id in cited(&said, prefix) {
                prop_assert!(listed.contains(&id), "{} is called text", id);
            }
        }
    }
}
