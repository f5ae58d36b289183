//! The players' guides say what is so: what the table plays, what it can be switched to, and
//! nothing that is not there.

use std::collections::BTreeSet;

use rules::ruleset::SystemId;

const GUIDES: [(SystemId, &str); 5] = [
    (
        SystemId::Chronicle,
        include_str!("../../../../docs/rules/chronicle.md"),
    ),
    (
        SystemId::Crossover,
        include_str!("../../../../docs/rules/crossover.md"),
    ),
    (
        SystemId::Masquerade,
        include_str!("../../../../docs/rules/masquerade.md"),
    ),
    (
        SystemId::Tristat,
        include_str!("../../../../docs/rules/tristat.md"),
    ),
    (
        SystemId::Ascension,
        include_str!("../../../../docs/rules/ascension.md"),
    ),
];

/// What a guide says about the table, bullet by bullet.
fn at_the_table(guide: &str) -> Vec<&str> {
    let (_, rest) = guide.split_once("\n## At the table\n").expect("the part");
    let (part, _) = rest.split_once("\n## ").unwrap_or((rest, ""));
    part.split("\n- ").skip(1).collect()
}

/// Everything between backticks.
fn quoted(text: &str) -> BTreeSet<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

#[test]
fn every_system_has_a_guide_that_says_first_what_it_is() {
    assert_eq!(GUIDES.map(|(system, _)| system), *SystemId::ALL);
    let first = |guide: &'static str| {
        let (_, rest) = guide.split_once("\n\n").expect("a title");
        rest.split_once("\nWords: ").expect("the words").0
    };
    for (system, guide) in GUIDES {
        // The same words in all of them, so that one who reads two is told one thing.
        assert_eq!(first(guide), first(GUIDES[0].1), "{system:?}");
        assert!(first(guide).contains("(#at-the-table)"));
        assert!(guide.starts_with(&format!("# {}: ", system.rules().facts().title.get())));
    }
}

/// What has a screen and what goes by the protocol alone is told in the same words in all of them.
#[test]
fn every_guide_says_first_what_the_screen_has() {
    let told = |guide: &'static str| {
        let (_, rest) = guide.split_once("\n## At the table\n").expect("the part");
        rest.split_once("\n- *").expect("a list").0
    };
    for (system, guide) in GUIDES {
        assert_eq!(told(guide), told(GUIDES[0].1), "{system:?}");
        assert!(told(guide).contains("An *exchange* is"));
    }
}

/// One spelling, and things are called by their names.
#[test]
fn the_spelling_is_american_and_people_are_named() {
    for (system, guide) in GUIDES {
        let text = guide.to_lowercase();
        for word in [
            "armour",
            "defence",
            "manoeuvre",
            "immobilis",
            "colour",
            "somebody",
            "whoever",
            "anybody",
        ] {
            assert!(!text.contains(word), "{system:?}: {word}");
        }
    }
}

/// The house rules that a guide names are those that can be turned, and each stands where its
/// rule does.
#[test]
fn the_settings_are_those_there_are() {
    for (system, guide) in GUIDES {
        let told = at_the_table(guide);
        let told = told.iter().find(|told| told.starts_with("*House rules.*"));
        let told = told.unwrap_or_else(|| panic!("{system:?} says nothing"));
        // Lines are broken wherever the page is full.
        let text = guide.split_whitespace().collect::<Vec<_>>().join(" ");
        let named = text.split("House rule").skip(1);
        let named = named.filter_map(|rest| rest.strip_prefix(": ").or(rest.strip_prefix("s: ")));
        let named = named.map(|rest| rest.split_once('.').map_or(rest, |(keys, _)| keys));
        let named: BTreeSet<&str> = named.flat_map(quoted).chain(quoted(told)).collect();
        let there = system.rules().lists().setting_specs;
        let keys: BTreeSet<&str> = there.iter().map(|spec| spec.key).collect();
        assert_eq!(named, keys, "{system:?}");
        for spec in there {
            let key = format!("`{}`", spec.key);
            let mut said = spec.rules.is_empty() || told.contains(&key);
            for rule in spec.rules.split(", ").filter(|rule| !rule.is_empty()) {
                let head = format!("- **{rule}** ");
                let entry = guide.lines().find(|line| line.starts_with(&head));
                let entry = entry.unwrap_or_else(|| panic!("{rule} has no entry"));
                said |= entry.contains(&key);
            }
            assert!(said, "none of {} names {key}", spec.rules);
        }
    }
}

/// The kinds, and a line one can type.
#[test]
fn what_can_be_typed_is_told() {
    for (system, guide) in GUIDES {
        let (rules, told) = (system.rules(), at_the_table(guide).join("\n"));
        // Where there is one kind only, it is not said.
        for kind in rules
            .facts()
            .creature_kinds
            .iter()
            .filter(|_| rules.facts().creature_kinds.len() > 1)
        {
            let word = kind.title.to_lowercase();
            assert!(told.contains(&word), "{system:?}: {word}");
        }
        let example = format!("`{}`", rules.facts().vocabulary.roll_example);
        assert!(told.contains(&example), "{system:?}: {example}");
    }
}

/// What once stood there and was not so.
#[test]
fn nothing_is_promised_that_is_not_there() {
    for (system, guide) in GUIDES {
        // Lines are broken wherever the page is full.
        let text = guide.split_whitespace().collect::<Vec<_>>().join(" ");
        for claim in [
            "what is written here is what the program does",
            "may edit",
            "the table's settings",
            "may change any term before a roll and any result after it",
            "the program proposes the highest Sphere",
            "The program draws",
            "the program counts them off",
            "the program no longer asks",
            "The result leads with that",
            "is rolled with its whole pool",
            "has no three added",
            "is always with the round",
            "Tokens that face somewhere",
            "look up the id",
        ] {
            assert!(!text.contains(claim), "{system:?}: {claim}");
        }
    }
}

#[test]
fn words_for_visitors_stand_in_the_entries_they_lead_to() {
    for (system, guide) in GUIDES {
        let lists = system.rules().lists();
        assert!(lists.known_words.len() >= 3, "{system:?}");
        assert!(!lists.counts.get().is_empty(), "{system:?}");
        for known in lists.known_words {
            let start = format!("\n- **{}** ", known.rule);
            let (_, entry) = guide.split_once(&start).expect("the entry");
            let entry = entry.lines().next().unwrap_or_default().to_lowercase();
            let word = known.word.get().to_lowercase();
            assert!(entry.contains(&word), "{}: {word}", known.rule);
        }
    }
}
