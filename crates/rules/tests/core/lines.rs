//! Lines that add combatants, as people write and paste them.

use proptest::prelude::*;
use rules::encounter::limits::{MAX_COMBATANTS_PER_LINE, MAX_QUICK_ADD_LINE};
use rules::encounter::quick_add::{self, CombatantDraft, QuickAddError};
use rules::encounter::{Class, Command, Refusal};
use rules::ruleset::{ClientRules, SystemId};
use testkit::table::{ST, Table};

fn rules(system: SystemId) -> &'static dyn ClientRules {
    system.client_rules()
}

/// What is read, in short: how many, who, and their traits.
fn read(system: SystemId, text: &str) -> Result<String, String> {
    let drafts = quick_add::read_all(text, rules(system)).map_err(|error| error.to_string())?;
    let drafts = drafts.iter().map(|draft| {
        let traits = draft.sheet.traits.iter();
        let traits = traits.map(|(key, value)| format!(" {key} {value}"));
        let gear = draft.gear.iter().map(|gear| format!(" [{gear}]"));
        let levels = draft.sheet.levels.map(|levels| format!(" levels {levels}"));
        let said: String = traits.chain(levels).chain(gear).collect();
        format!("{}{said}", draft.summary())
    });
    Ok(drafts.collect::<Vec<_>>().join("; "))
}

const MSQ: SystemId = SystemId::Masquerade;
const CHR: SystemId = SystemId::Chronicle;

#[track_caller]
fn reads(system: SystemId, text: &str, expected: &str) {
    assert_eq!(read(system, text).as_deref(), Ok(expected), "{text:?}");
}

#[track_caller]
fn refuses(system: SystemId, text: &str, part: &str) {
    match read(system, text) {
        Ok(read) => panic!("{text:?} is read as {read}"),
        Err(words) => assert!(words.contains(part), "{text:?}: {words}"),
    }
}

#[test]
fn how_many_are_meant_is_read_before_and_behind_the_name() {
    for text in [
        "3 × thug",
        "3× thug",
        "3×thug",
        "3x thug",
        "3 x thug",
        "3X thug",
        "3xthug",
        "x3 thug",
        "×3 thug",
        "× 3 thug",
        "3 * thug",
        "3* thug",
        "*3 thug",
        "3 thug",
        "３ × thug",
        "３ thug",
        "٣ × thug",
        "3 ✕ thug",
        "3х thug",
        "thug x3",
        "thug ×3",
        "thug × 3",
        "thug x 3",
        "thug X3",
        "thug *3",
        "thug * 3",
        "thug (3)",
        "thug (x3)",
        "thug (×3)",
        "thug (3x)",
        "thug 3x",
        "thug 3×",
        "thug, x3",
        "thug, 3x",
        "- 3x thug",
        "1. 3x thug",
        "  3x\u{a0}thug ",
        "thug\tx3",
        "**thug** x3",
        "3 × thug.",
        "thug - x3",
    ] {
        let expected = if text.ends_with('.') {
            "3 × Thug."
        } else {
            "3 × Thug"
        };
        reads(MSQ, text, expected);
        reads(
            MSQ,
            &format!("{text} dex 3"),
            &format!("{expected} dexterity 3"),
        );
    }
    for text in [
        "thug dex 3 x3",
        "thug dex 3 (x3)",
        "thug dex 3, ×3",
        "thug (dex 3) × 3",
        "thug dex 3 3x",
        "3 × thug (dex 3)",
    ] {
        reads(MSQ, text, "3 × Thug dexterity 3");
    }
    for text in ["ghoul x3", "ghoul ×3", "x3 ghoul", "3 × ghoul", "3 ghoul"] {
        reads(MSQ, text, "3 × Ghoul, ghoul");
    }
    for text in [
        "0 × thug",
        "21 × thug",
        "thug x0",
        "thug (99)",
        "99999999999 thugs",
        "30 zombies",
    ] {
        refuses(MSQ, text, "one line can make 1 to 20");
    }
    for text in ["3 × thug x3", "3 thug (3)"] {
        refuses(MSQ, text, "twice");
    }
    for text in [
        "3",
        "3x",
        "x3",
        "dex 3",
        "Strength: 3",
        "dex3, str 2",
        "(dex 3)",
    ] {
        refuses(MSQ, text, "start with a name");
    }
}

#[test]
fn a_trait_and_its_number_are_read_as_people_write_them() {
    for text in [
        "Ana dex 3",
        "Ana, dex 3",
        "Ana; dex 3",
        "Ana: dex 3",
        "Ana - dex 3",
        "Ana – dex 3",
        "Ana — dex 3",
        "Ana | dex 3",
        "Ana (dex 3)",
        "Ana [dex 3]",
        "Ana {dex 3}",
        "Ana (dex 3",
        "Ana（dex 3）",
        "Ana，dex 3",
        "Ana dex 3.",
        "Ana dex 3;",
        "Ana dex 3,",
        "Ana dex 3!",
        "Ana dex: 3",
        "Ana dex:3",
        "Ana dex=3",
        "Ana dex = 3",
        "Ana dex - 3",
        "Ana dex – 3",
        "Ana dex –3",
        "Ana dex-3",
        "Ana dex–3",
        "Ana dex (3)",
        "Ana dex [3]",
        "Ana dex -> 3",
        "Ana dex → 3",
        "Ana dex +3",
        "Ana dex\t3",
        "Ana\tdex\t3",
        "Ana\u{a0}dex\u{a0}3",
        "Ana\u{3000}dex\u{2009}3",
        "Ana dex ３",
        "Ana ｄｅｘ ３",
        "Ana dex：３",
        "Ana dex ٣",
        "Ana dex ३",
        "Ana dex3",
        "Ana Dex3.",
        "Ana DEX 3",
        "Ana Dex. 3",
        "Ana Dexterity 3",
        "Ana Dexterity: 3",
        "Ana **Dexterity** 3",
        "Ana **Dexterity:** 3",
        "Ana *Dexterity* 3",
        "Ana `dex 3`",
        "Ana __Dexterity__: 3",
        "Ana Dexterity.....3",
        "Ana Dexterity … 3",
        "Ana Dexterity ●●●",
        "Ana Dexterity ●●●○○",
        "Ana Dexterity: ●●●○○",
        "Ana Dexterity●●●○○",
        "Ana dex:●●●",
        "Ana Dexterity •••",
        "Ana Dexterity •••◦◦",
        "Ana Dexterity ★★★☆☆",
        "Ana Dexterity ■■■□□",
        "- Ana dex 3",
        "* Ana dex 3",
        "• Ana dex 3",
        "– Ana dex 3",
        "● Ana dex 3",
        "1. Ana dex 3",
        "1) Ana dex 3",
        "(1) Ana dex 3",
        "12. Ana dex 3",
        "> Ana dex 3",
        "## Ana dex 3",
        "- [ ] Ana dex 3",
        "- [x] Ana dex 3",
        "| Ana | dex | 3 |",
        "Name: Ana, dex 3",
        "\u{feff}Ana dex 3",
        "Ana\u{200b} dex 3\u{200e}",
        "Ana\r\ndex 3",
        "Ana\nDexterity 3",
        "Ana\n\n\nDexterity: 3\n",
    ] {
        reads(CHR, text, "1 × Ana dexterity 3");
    }
    for text in [
        "Marcus, Strength 3, Dexterity 4",
        "Marcus; Strength: 3; Dexterity: 4",
        "Marcus (Strength 3, Dexterity 4)",
        "Marcus – Strength 3 – Dexterity 4",
        "Marcus | Strength 3 | Dexterity 4",
        "Marcus Strength 3 / Dexterity 4",
        "Marcus Strength ●●●○○ Dexterity ●●●●○",
        "Marcus Strength ••• • Dexterity ••••",
        "Marcus str 3 and dex 4",
        "Marcus, str 3 & dex 4.",
        "Marcus\n- Strength 3\n- Dexterity 4",
        "Marcus\n| Strength | 3 |\n| Dexterity | 4 |",
        "**Marcus**\n* Strength: 3\n* Dexterity: 4\n---",
    ] {
        reads(CHR, text, "1 × Marcus dexterity 4 strength 3");
    }
    reads(MSQ, "Ana Health 7, Willpower 5", "1 × Ana willpower 5");
    reads(
        MSQ,
        "Ana, Health: 8; Willpower ●●●●●",
        "1 × Ana willpower 5 levels 0,0,−1,−1,−2,−2,−5,out",
    );
    reads(
        SystemId::Tristat,
        "Joe body 5, melee defense 2, Combat Value bonus –1",
        "1 × Joe body 5 combat_value -1 melee_defense 2",
    );
    reads(
        CHR,
        "Ana dex 3, knife, leather jacket",
        "1 × Ana dexterity 3 [knife] [leather jacket]",
    );
    reads(
        CHR,
        "Ana (dex 3, with knife, SMG (small))",
        "1 × Ana dexterity 3 [knife] [SMG (small)]",
    );
}

#[test]
fn several_lines_are_several_combatants() {
    reads(
        CHR,
        "Marcus dex 3\nLucia dex 4\nTom dex 2",
        "1 × Marcus dexterity 3; 1 × Lucia dexterity 4; 1 × Tom dexterity 2",
    );
    for ends in [
        "\n", "\r\n", "\r", "\n\n", "\u{2028}", "\n- ", "\n2. ", " \n\t",
    ] {
        let text = ["Marcus", "Lucia", "Tom"].join(ends);
        reads(CHR, &text, "1 × Marcus; 1 × Lucia; 1 × Tom");
    }
    reads(
        CHR,
        "# Marcus\nStrength: 3\nDexterity: 4\n\n# 2x thug with knife\nStrength ●●\n",
        "1 × Marcus dexterity 4 strength 3; 2 × Thug strength 2 [knife]",
    );
    refuses(
        CHR,
        "Marcus dex 3\n\nLucia dx 4",
        "line 2: There is no trait or item “dx” in these rules",
    );
    refuses(
        CHR,
        "Marcus\nDexterity 3\nDexterity 4",
        "line 3: Dexterity is there twice",
    );
    refuses(
        CHR,
        &format!("Marcus\n{}", "x".repeat(MAX_QUICK_ADD_LINE + 1)),
        "line 2: that line is longer",
    );
    refuses(CHR, &"12x thug\n".repeat(2), "20 combatants");
    refuses(CHR, &"thug\n".repeat(1_000), "3000 characters");
    assert_eq!(
        quick_add::read("Marcus\nLucia", rules(CHR)),
        Err(QuickAddError::TooMany)
    );
}

#[test]
fn what_is_not_understood_is_named_and_the_nearest_word_with_it() {
    for (text, words) in [
        (
            "Ana dx 3",
            "There is no trait or item “dx” in these rules. Did you mean dex?",
        ),
        (
            "Ana Strenght 3",
            "There is no trait or item “Strenght” in these rules. Did you mean strength?",
        ),
        (
            "Ana dex 3 strenth: 4",
            "There is no trait or item “strenth” in these rules. Did you mean strength?",
        ),
        (
            "Ana dexter 3",
            "There is no trait or item “dexter” in these rules. Did you mean dexterity?",
        ),
        ("Strenght 3", "Did you mean strength?"),
        (
            "Ana frumiousness 2",
            "There is no trait or item “frumiousness” in these rules",
        ),
        ("Ana, 3, 4", "There is no trait or item “3” in these rules"),
        ("Ana 3 4", "There is no trait or item “3” in these rules"),
        (
            "Ana\t3\t4",
            "There is no trait or item “Ana” in these rules",
        ),
        (
            "Ana Charisma: 3",
            "There is no trait or item “Charisma” in these rules",
        ),
        (
            "Charisma: 3",
            "There is no trait or item “Charisma” in these rules",
        ),
        (
            "Perception 3",
            "There is no trait or item “Perception” in these rules",
        ),
        ("Ana ●●●", "There is no trait or item “●●●” in these rules"),
        ("●●● Ana", "There is no trait or item “●●●” in these rules"),
        ("Ana dex ③", "Dexterity needs a whole number after it"),
        ("Ana dex 3.5", "Dexterity needs a whole number after it"),
        ("Ana dex 3/5", "Dexterity needs a whole number after it"),
        ("Ana dex x3", "Dexterity needs a whole number after it"),
        (
            "Ana\nDexterity\n3",
            "line 2: Dexterity needs a whole number after it",
        ),
        ("Ana 3x of", "There is no trait or item “3x” in these rules"),
        ("2x 3 thugs", "the number of them is there twice"),
        ("Ana dex, 3", "Dexterity needs a whole number after it"),
        ("Ana dex ○●", "Dexterity needs a whole number after it"),
        ("Ana dex -3", "Dexterity goes from"),
        (
            "Ana dex 3,5",
            "There is no trait or item “5” in these rules",
        ),
        (
            "Ana of the Strength: three",
            "Strength needs a whole number after it",
        ),
        ("dex 3 Ana", "start with a name"),
    ] {
        refuses(CHR, text, words);
    }
    // Nothing is suggested for what is near to nothing, or too short to tell.
    for text in ["Ana o 3", "Ana q 3", "Ana xy 3", "Ana abc 3"] {
        let words = read(CHR, text).expect_err(text);
        assert!(!words.contains("mean"), "{words}");
    }
}

#[test]
fn names_that_are_meant_stay_names() {
    for name in [
        "Agent 47",
        "Room 12 guard",
        "Rat of unusual size",
        "Dr. Amadi",
        "Marcus Jr.",
        "O’Brien",
        "Jean-Luc",
        "Malcolm X",
        "Xavier",
        "007 Bond",
        "7 of Nine",
        "1st Lieutenant",
        "Rex 3",
        "Guard 2",
        "Robert \"Bob\" Smith",
        "Ana & Bob",
        "Thug #2",
        "AC/DC",
        "Žofie 🦊",
        "עידו",
        "老王",
        "محمد",
        "Ольга",
        "وكيل ٤٧",
        "Ａｇｅｎｔ ４７",
        "With",
        "SpaceX3",
        "Size",
        "Wits",
        "Unit 731 soldier",
    ] {
        let draft =
            quick_add::read(name, rules(CHR)).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!((draft.count, draft.name.as_str()), (1, name));
        assert_eq!(
            (draft.sheet.traits.is_empty(), draft.gear.as_slice()),
            (true, &[][..]),
            "{name}"
        );
        let armed = quick_add::read(&format!("{name}, dex 3"), rules(CHR)).expect(name);
        assert_eq!((armed.name.as_str(), armed.sheet.traits.len()), (name, 1));
    }
    // A name ends where a thing ends: what follows is an item, or refused.
    for text in [
        "Ana (the Red)",
        "Ana, the Red",
        "Ana - the Red",
        "Ana: the Red",
    ] {
        reads(CHR, text, "1 × Ana [the Red]");
        let mut table = Table::with_system(CHR);
        let line = text.to_owned();
        let add = Command::Add {
            line,
            side: None,
            hidden: false,
            as_one: false,
        };
        assert!(
            matches!(
                table.give_refused(ST, add),
                Refusal::Line(QuickAddError::UnknownWord { .. })
            ),
            "{text}"
        );
    }
}

#[test]
fn pasted_lines_come_in_one_command_and_are_undone_in_one() {
    let mut table = Table::with_system(CHR);
    let add = |line: &str| Command::Add {
        line: line.into(),
        side: None,
        hidden: false,
        as_one: true,
    };
    table.give_accepted(ST, add("Marcus dex 3\n2x thug\nthug\nLucia"));
    let names = |table: &Table| -> Vec<String> {
        let view = table.view(Class::Storyteller);
        view.bench
            .iter()
            .map(|id| view.rows[id].full_name())
            .collect()
    };
    assert_eq!(
        names(&table),
        ["Marcus", "Thug A", "Thug B", "Thug C", "Lucia"]
    );
    let view = table.view(Class::Storyteller);
    assert_eq!(
        view.rows.values().filter(|row| row.group.is_some()).count(),
        2
    );
    let before = table.encounter.clone();
    assert!(matches!(
        table.give_refused(ST, add("Tom\nAna dx 3")),
        Refusal::Line(QuickAddError::Nth { line: 2, .. })
    ));
    let knives = "Tom\nAna with knive".to_owned();
    let misspelled = QuickAddError::Misspelled {
        word: "knive".into(),
        meant: "Knife".into(),
    };
    assert_eq!(
        table.give_refused(ST, add(&knives)),
        Refusal::Line(misspelled)
    );
    assert_eq!(table.encounter, before);
    table.give_accepted(ST, Command::Undo);
    assert_eq!(names(&table), Vec::<String>::new());
}

/// Of every draft: its line and what the preview says of who comes are read as the same.
fn is_read_again(draft: &CombatantDraft, rules: &dyn ClientRules) {
    let line = draft.to_line(rules);
    let again = quick_add::read(&line, rules);
    assert_eq!(again.as_ref(), Ok(draft), "{line}");
    let who = quick_add::read(&draft.summary(), rules).expect("who comes");
    assert_eq!(
        (who.count, &who.name, &who.sheet.kind),
        (draft.count, &draft.name, &draft.sheet.kind),
        "{}",
        draft.summary()
    );
}

#[test]
fn what_the_preview_says_is_read_as_the_same() {
    for system in SystemId::ALL {
        let rules = system.client_rules();
        let kinds = rules
            .facts()
            .creature_kinds
            .iter()
            .map(|kind| kind.key)
            .chain([""]);
        let names = [
            "thug",
            "Agent 47",
            "Room 12 guard",
            "Dr. Amadi",
            "عيدو",
            "Rat of unusual size",
        ];
        for (kind, name) in kinds.flat_map(|kind| names.map(|name| (kind, name))) {
            for count in 1..=MAX_COMBATANTS_PER_LINE {
                for sign in ["x ", " x ", "× ", " × "] {
                    let line = format!("{count}{sign}{name} {kind}");
                    is_read_again(&quick_add::read(&line, rules).expect(&line), rules);
                }
            }
        }
        for spec in rules.facts().trait_specs {
            for value in [spec.min, 0, 1, spec.max] {
                let value = value.clamp(spec.min, spec.max);
                let line = format!(
                    "2x thug hidden foe {} {value} with knife, SMG (small)",
                    spec.key
                );
                is_read_again(&quick_add::read(&line, rules).expect(&line), rules);
            }
        }
        let archetypes = system
            .rules()
            .facts()
            .archetypes
            .iter()
            .map(|it| format!("Nobody {}", it.line));
        let speech = rules.facts().vocabulary;
        let examples = [speech.add_example.to_owned(), speech.own_example.to_owned()];
        for line in archetypes.chain(examples) {
            is_read_again(&quick_add::read(&line, rules).expect(&line), rules);
        }
        if rules.has_levels(&rules::character::sheet::Sheet::default()) {
            for levels in 1..=20 {
                let line = format!("Ogre lurking pc levels {levels}");
                is_read_again(&quick_add::read(&line, rules).expect(&line), rules);
            }
        }
    }
}

/// Words and signs of which people's lines are made.
fn written() -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec![
        "Ana",
        "thug",
        "ghoul",
        "dex",
        "Strength",
        "Dexterity:",
        "3",
        "２",
        "x3",
        "3x",
        "×",
        "3",
        "●●●○○",
        "•",
        "(",
        ")",
        ",",
        ";",
        "-",
        "–",
        "=",
        ":",
        ".",
        "\t",
        "\n",
        "1.",
        "*",
        "**",
        "with",
        "knife",
        "hidden",
        "vampire",
        "Health",
        "7",
        "body",
        "of",
        "47",
        "Agent",
        "charisma",
        "\u{a0}",
        "|",
        "→",
        "x",
        "armor",
        "[",
        "0",
        "-1",
        "+2",
        "…",
        "/",
    ]);
    let glue = prop::sample::select(vec!["", " ", " "]);
    prop::collection::vec((words, glue), 1..12).prop_map(|all| {
        all.into_iter()
            .flat_map(|(word, glue)| [word, glue])
            .collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    /// No name holds what is not meant as one, and everything is read again as it was.
    #[test]
    fn no_name_holds_a_trait_or_a_count(text in written()) {
        for system in SystemId::ALL {
            let rules = system.client_rules();
            let Ok(drafts) = quick_add::read_all(&text, rules) else { continue };
            for draft in drafts {
                let name = draft.name.as_str();
                prop_assert!(!name.ends_with([',', ';', ':', '(', ')', '[', '=', '|']), "{text:?}: {name:?}");
                prop_assert!(!name.contains(['(', ')', ',', ';', '=', '×', '●', '○', '•', '|']), "{text:?}: {name:?}");
                let words: Vec<String> = name.split(' ').map(str::to_lowercase).collect();
                for pair in words.windows(2) {
                    let is_trait = rules.facts().trait_specs.iter().any(|spec| {
                        spec.key == pair[0] || spec.title.to_lowercase() == pair[0] || spec.aliases.contains(&pair[0].as_str())
                    });
                    prop_assert!(!(is_trait && pair[1].parse::<i32>().is_ok()), "{text:?}: {name:?}");
                }
                let is_count = |word: &String| {
                    let digits = word.strip_prefix('x').or_else(|| word.strip_suffix('x'));
                    digits.is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
                };
                prop_assert!(!words.iter().any(is_count), "{text:?}: {name:?}");
                is_read_again(&draft, rules);
            }
        }
    }
}

#[test]
fn a_name_never_ends_in_a_count_whatever_stands_behind_it() {
    let rules = CHR.client_rules();
    let read = quick_add::read("Ana 1. x•", rules);
    assert!(
        matches!(read, Err(QuickAddError::UnknownWord { .. })),
        "{read:?}"
    );
}
