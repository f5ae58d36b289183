//! Lines typed into the log, as every table understands them.

use rules::base::sorted_map::Map;

use proptest::prelude::*;
use rules::character::condition::Conditions;
use rules::character::parameters::Parameters;
use rules::character::sheet::Sheet;
use rules::character::track::Track;
use rules::chat;
use rules::chat_command::{ChatCommand, ChatError, RollLine};
use rules::encounter::quick_add;
use rules::ruleset::SystemId;
use rules::ruleset::combatant_info::CombatantInfo;
use rules::ruleset::house_rules::HouseRules;

/// A combatant to speak for, with all that a [`Fighter`] borrows.
struct OwnedFighter {
    sheet: Sheet,
    track: Track,
    house: HouseRules,
    tally: Map<String, u16>,
    pools: Map<String, i32>,
}

impl OwnedFighter {
    fn new(system: SystemId, line: &str) -> Self {
        let rules = system.rules();
        let sheet = quick_add::read(line, rules).expect("a line").sheet;
        Self {
            track: rules.unmarked_track(&sheet).expect("a track"),
            sheet,
            house: HouseRules::default(),
            tally: Map::new(),
            pools: Map::new(),
        }
    }

    fn fighter(&self) -> CombatantInfo<'_> {
        CombatantInfo {
            unscored: false,
            moved: 0,
            conditions: &NO_CONDITIONS,
            gear: &NO_GEAR,
            sheet: &self.sheet,
            track: &self.track,
            initiative: None,
            plan: None,
            tally: &self.tally,
            pools: &self.pools,
            house: &self.house,
        }
    }
}

const CHRONICLE: &str = "Ana wits 3 comp 4 dex 2 firearms 1";
const TRISTAT: &str = "Kei body 6 mind 5 soul 6 melee 2 melee_defense 1";

/// What a line asks for when the combatant of this system types it.
fn read(system: SystemId, line: &str) -> Result<ChatCommand, ChatError> {
    let sheet = match system {
        Tristat => TRISTAT,
        Chronicle => CHRONICLE,
        other => other.client_rules().facts().vocabulary.own_example,
    };
    let sender = OwnedFighter::new(system, sheet);
    chat::parse_command(line, system.rules(), Some(&sender.fighter()), &sender.house)
}

#[track_caller]
fn roll(system: SystemId, line: &str) -> RollLine {
    match read(system, line) {
        Ok(ChatCommand::Roll(roll)) => *roll,
        other => panic!("{line}: {other:?}"),
    }
}

/// A line is a roll of these parts, read so.
#[track_caller]
fn check(system: SystemId, line: &str, terms: &[(&str, i32)], dials: &[(&str, i32)]) {
    let roll = roll(system, line);
    let got: Vec<(&str, i32)> = roll.terms.iter().map(|(l, v)| (l.as_str(), *v)).collect();
    assert_eq!(got, terms, "{line}");
    let set = |reading: Parameters, (key, value): &(&str, i32)| reading.with(key, *value);
    let reading = dials.iter().fold(Parameters::default(), set);
    assert_eq!(roll.reading, reading, "{line}");
    assert!(!roll.hidden, "{line}");
}

/// A line is refused with this code and these words.
#[track_caller]
fn refused(system: SystemId, line: &str, code: &str, words: &str) {
    let error = read(system, line).expect_err(line);
    assert_eq!((&*error.code, &*error.text), (code, words), "{line}");
}

use SystemId::{Chronicle, Tristat};

/// No combatant here is in any.
static NO_CONDITIONS: Conditions = Conditions::new();
static NO_GEAR: rules::character::gear::Gear = rules::character::gear::Gear::new();

#[test]
fn what_is_a_command() {
    let is_command = |system: SystemId, line: &str| chat::is_command(line, system.rules());
    for system in SystemId::ALL {
        for line in ["/roll 7", "  /init", "/", "/dance"] {
            assert!(is_command(*system, line), "{line}");
        }
        for line in ["hello", "", "  ", "a /roll", "7 + 3", "−3"] {
            assert!(!is_command(*system, line), "{line}");
        }
    }
    // A sign is a command only where that game has such commands.
    let signs = |system| ["+1 to that", "!wow"].map(|line| is_command(system, line));
    assert_eq!(signs(Chronicle), [false, false]);
    assert_eq!(signs(SystemId::Crossover), [true, false]);
    assert_eq!(signs(SystemId::Masquerade), [false, true]);
}

#[test]
fn a_roll_is_parts_and_words() {
    let wits = ("Wits", 3);
    let line = "/roll wits + composure - 1 9-again # spot the sniper";
    let terms = [wits, ("Composure", 4), ("Typed", -1)];
    check(Chronicle, line, &terms, &[("again", 9)]);
    assert_eq!(
        roll(Chronicle, line).purpose.as_deref(),
        Some("spot the sniper")
    );
    check(Chronicle, "/roll 7", &[("Typed", 7)], &[]);
    check(Chronicle, "/r wit", &[wits], &[]);
    check(Chronicle, "/ROLL Wits+COMP", &[wits, ("Composure", 4)], &[]);
    check(Chronicle, "/roll\twits\t+ 2", &[wits, ("Typed", 2)], &[]);
    check(Chronicle, "/roll\u{a0}wits", &[wits], &[]);
    check(Chronicle, "  /roll  wits-1  ", &[wits, ("Typed", -1)], &[]);
    check(Chronicle, "/roll -2 + wits", &[("Typed", -2), wits], &[]);
    check(Chronicle, "/roll 0", &[("Typed", 0)], &[]);
    check(Chronicle, "/roll 1000", &[("Typed", 1_000)], &[]);
    // An unlearned skill counts nothing, and an unlearned trait is still a trait.
    check(Chronicle, "/roll brawl", &[("Brawl", 0)], &[]);
}

#[test]
fn every_minus_is_a_minus() {
    let terms = [("Wits", 3), ("Typed", -1)];
    for line in [
        "/roll wits - 1",
        "/roll wits -1",
        "/roll wits-1",
        "/roll wits − 1",
        "/roll wits−1",
        "/roll wits – 1",
    ] {
        check(Chronicle, line, &terms, &[]);
    }
    check(
        Chronicle,
        "/roll 3 9−again",
        &[("Typed", 3)],
        &[("again", 9)],
    );
}

#[test]
fn words_set_dials() {
    let wits = [("Wits", 3)];
    check(Chronicle, "/roll wits rote", &wits, &[("rote", 1)]);
    check(Chronicle, "/roll wits rote=1", &wits, &[("rote", 1)]);
    check(Chronicle, "/roll wits rote:0", &wits, &[("rote", 0)]);
    check(Chronicle, "/roll rote wits", &wits, &[("rote", 1)]);
    check(Chronicle, "/roll wits again 8", &wits, &[("again", 8)]);
    check(Chronicle, "/roll wits again=none", &wits, &[("again", 0)]);
    check(Chronicle, "/roll wits no-again", &wits, &[("again", 0)]);
    check(Chronicle, "/roll wits 8again", &wits, &[("again", 8)]);
    // A beginning is enough.
    check(Chronicle, "/roll wits cha", &wits, &[("chance", 1)]);
    check(Chronicle, "/roll chance", &[], &[("chance", 1)]);
    let both = [("again", 9), ("rote", 1)];
    check(Chronicle, "/roll wits 9-again rote", &wits, &both);
}

#[test]
fn only_the_storyteller_need_see_it() {
    for line in [
        "/roll wits hidden",
        "/roll hidden wits",
        "/roll wits HIDDEN # x",
    ] {
        let roll = roll(Chronicle, line);
        assert!(
            roll.hidden && roll.terms == [("Wits".to_owned(), 3)],
            "{line}"
        );
    }
}

#[test]
fn what_for_is_kept_as_it_is() {
    let what = |line| roll(Chronicle, line).purpose;
    assert_eq!(
        what("/roll 3 # The Left  One! +2").as_deref(),
        Some("The Left  One! +2")
    );
    assert_eq!(what("/roll 3#a#b").as_deref(), Some("a#b"));
    assert_eq!((what("/roll 3 #"), what("/roll 3 #  ")), (None, None));
}

#[test]
fn what_is_wrong_is_said() {
    let example = "/roll wits + composure - 1 9-again";
    let say = format!("Say what to roll: {example}");
    for line in ["/roll", "/roll  ", "/roll # the sniper", "/roll hidden"] {
        refused(Chronicle, line, "roll", &say);
    }
    let check = |line, words: &str| refused(Chronicle, line, "roll", words);
    check("/roll 7 +", "Something is missing at the end.");
    check("/roll 7 + # x", "Something is missing at the end.");
    check("/roll 7 + + 1", "Something is missing before +.");
    check("/roll 7 + -1", "Something is missing before -.");
    check("/roll wits composure", "Put + or − before composure.");
    check("/roll 7 8", "Put + or − before 8.");
    check(
        "/roll wits + frumiousness",
        "frumiousness isn’t a number or a trait.",
    );
    check("/roll wits + 9-again", "9-again isn’t a number or a trait.");
    check("/roll wits - 1.5", "1.5 isn’t a number or a trait.");
    check("/roll wits rote rote", "rote is there twice.");
    check("/roll 1 9-again 8-again", "8-again is there twice.");
    check(
        "/roll wits again",
        "dice that roll again: 10-again, 9, 8, none.",
    );
    check(
        "/roll wits again 7",
        "dice that roll again: 10-again, 9, 8, none.",
    );
    check("/roll wits rote=2", "rote is 1 or 0.");
    check("/roll 1001", "That number is too large.");
    check("/roll 99999999999999999999999", "That number is too large.");
    check(
        "/roll 7 + 99999999999999999999999",
        "That number is too large.",
    );
    let nothing = |word: &str| format!("{word} means nothing here. Try {example}");
    check("/roll jabberwock", &nothing("jabberwock"));
    check("/roll wits jabberwock", &nothing("jabberwock"));
    // Two letters are not the beginning of a word.
    check("/roll wits ro", &nothing("ro"));
    check("/roll wits =", &nothing("="));
}

#[test]
fn initiative_stands_alone() {
    for line in ["/init", " /INIT\t"] {
        assert_eq!(
            read(Chronicle, line),
            Ok(ChatCommand::OwnInitiative),
            "{line}"
        );
    }
    let words = "Nothing goes after /init: it rolls for your character.";
    refused(Chronicle, "/init x", "argument_count", words);
    refused(Tristat, "/init 3", "argument_count", words);
}

#[test]
fn other_commands_are_unknown() {
    for line in [
        "/",
        "/dance",
        "/roll7",
        "/rollwits",
        "!",
        "+",
        "+3",
        "/in it",
        "//roll 7",
    ] {
        refused(
            Chronicle,
            line,
            "unknown_command",
            "Unknown command. Try /roll or /init",
        );
    }
}

#[test]
fn without_a_character_there_are_only_numbers() {
    let read = |system: SystemId, line| {
        chat::parse_command(line, system.rules(), None, &HouseRules::default())
    };
    let code = |system, line| read(system, line).map_err(|error| error.code.into_owned());
    let no_character = Err("no_character".to_owned());
    assert!(matches!(
        code(Chronicle, "/roll 7 9-again"),
        Ok(ChatCommand::Roll(_))
    ));
    assert!(matches!(
        code(Tristat, "/roll 7 - 1 attack"),
        Ok(ChatCommand::Roll(_))
    ));
    for (system, line) in [
        (Chronicle, "/init"),
        (Chronicle, "/roll wits"),
        (Chronicle, "/roll 7 - composure"),
        (Tristat, "/roll cv"),
        (Tristat, "/roll 2 + dv"),
        (Tristat, "/roll melee"),
    ] {
        assert_eq!(code(system, line), no_character, "{line}");
    }
    assert_eq!(code(Tristat, "/roll jabberwock"), Err("roll".to_owned()));
    assert_eq!(
        code(Tristat, "/roll 7 + jabberwock"),
        Err("roll".to_owned())
    );
}

#[test]
fn tristat_is_typed_so() {
    let cv = ("Combat Value", 5);
    check(Tristat, "/roll cv + 2", &[cv, ("Typed", 2)], &[]);
    check(Tristat, "/roll CV+melee", &[cv, ("Melee", 2)], &[]);
    let dv = [("Defense Value", 3), ("Typed", 1)];
    check(Tristat, "/roll dv + 1 defense", &dv, &[("kind", 1)]);
    check(Tristat, "/roll defence dv + 1", &dv, &[("kind", 1)]);
    let skilled = [("Defense Value", 3), ("Melee defense", 1)];
    check(
        Tristat,
        "/roll dv + melee_defense kind=defense",
        &skilled,
        &[("kind", 1)],
    );
    check(Tristat, "/roll body check", &[("Body", 6)], &[("kind", 2)]);
    check(Tristat, "/roll cv attack", &[cv], &[("kind", 0)]);
    check(Tristat, "/roll cv energy", &[cv], &[("energy", 1)]);
    check(Tristat, "/roll cv second", &[cv], &[("second", 1)]);
    let words = "defense is there twice.";
    refused(Tristat, "/roll cv attack defense", "roll", words);
    refused(
        Tristat,
        "/roll cv kind 3",
        "roll",
        "kind of roll: attack, defense, check.",
    );
}

/// What a system shows as an example is understood, no matter who types it.
#[test]
fn examples_are_understood() {
    for system in SystemId::ALL {
        let speech = system.rules().facts().vocabulary;
        for line in [speech.add_example, speech.own_example] {
            let draft = quick_add::read(line, system.rules());
            assert!(draft.is_ok(), "{line}: {draft:?}");
        }
        let example = speech.roll_example;
        let sender = OwnedFighter::new(*system, speech.own_example);
        let ask = chat::parse_command(
            example,
            system.rules(),
            Some(&sender.fighter()),
            &sender.house,
        );
        let Ok(ChatCommand::Roll(roll)) = ask else {
            panic!("{example}: {ask:?}")
        };
        assert!(!roll.terms.is_empty(), "{example}");
        let dials = system.rules().parameter_specs(Some(&sender.fighter()));
        assert!(roll.reading.are_valid_for(&dials), "{example}");
    }
}

/// Lines a person may type, sense or not.
fn lines() -> impl Strategy<Value = String> {
    let word = prop::sample::select(vec![
        "/roll",
        "/r",
        "/init",
        "+",
        "-",
        "−",
        "–",
        "wits",
        "cv",
        "dv",
        "melee",
        "7",
        "0",
        "999999999999",
        "9-again",
        "rote",
        "again",
        "again=",
        "kind=1",
        "=",
        "=1",
        ":",
        "hidden",
        "energy",
        "#",
        "difficulty",
        "d=7",
        "attack",
        "defense",
        "1001",
        "2d6",
        "d10",
        ">=",
        "d",
        "\t",
        "é",
        "İ",
        "\u{202e}",
        "\u{0}",
        "-a",
        "a-",
        "--",
        "+-+",
    ]);
    let glue = prop::sample::select(vec![" ", "", "\t", "  "]);
    let typed = prop::collection::vec((word, glue), 0..12).prop_map(|words| {
        let words = words.into_iter().flat_map(|(word, glue)| [word, glue]);
        words.collect::<String>()
    });
    let begun = prop_oneof![
        Just("/roll "),
        Just("/init "),
        Just("+"),
        Just("!"),
        Just("")
    ];
    prop_oneof![
        3 => (begun, typed).prop_map(|(begun, rest)| format!("{begun}{rest}")),
        1 => any::<String>(),
        1 => any::<String>().prop_map(|text| format!("/roll {text}")),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 4_000, ..ProptestConfig::default() })]

    /// Whatever is typed has an answer; what is understood fits the dials and stays in bounds.
    #[test]
    fn nothing_panics(line in lines(), has_sender: bool) {
        for system in SystemId::ALL {
            let rules = system.rules();
            let sender = OwnedFighter::new(*system, rules.facts().vocabulary.own_example);
            let sender = sender.fighter();
            let sender = has_sender.then_some(&sender);
            match chat::parse_command(&line, rules, sender, &HouseRules::default()) {
                Ok(ChatCommand::Roll(roll)) => {
                    prop_assert!(roll.reading.are_valid_for(&rules.parameter_specs(sender)));
                    let typed = roll.terms.iter().filter(|(label, _)| label == "Typed");
                    prop_assert!(typed.clone().all(|(_, value)| value.abs() <= 1_000));
                }
                Ok(ChatCommand::OwnInitiative) => prop_assert!(has_sender),
                Ok(ChatCommand::TypedInitiative { .. }) => {}
                Err(error) => prop_assert!(!error.text.is_empty() && !error.code.is_empty()),
                Ok(ChatCommand::Plain(plain)) => prop_assert!(!plain.parts.is_empty()),
            }
        }
    }

    /// A sum is read back as it was written.
    #[test]
    fn sums_are_read_back(values in prop::collection::vec(-1_000..=1_000_i32, 1..12)) {
        let mut line = "/roll".to_owned();
        for value in &values {
            let sign = if *value < 0 { '-' } else { '+' };
            line.push_str(&format!(" {sign} {}", value.abs()));
        }
        for system in SystemId::ALL {
            let Ok(ChatCommand::Roll(roll)) = chat::parse_command(&line, system.rules(), None, &HouseRules::default()) else {
                panic!("{line}")
            };
            let read: Vec<i32> = roll.terms.iter().map(|(_, value)| *value).collect();
            prop_assert_eq!(&read, &values);
        }
    }
}

/// What a line of ordinary dice is, written one way.
#[track_caller]
fn plain(system: SystemId, line: &str, said: &str) {
    match read(system, line) {
        Ok(ChatCommand::Plain(plain)) => assert_eq!(plain.normalized, said, "{line}"),
        other => panic!("{line}: {other:?}"),
    }
}

#[test]
fn dice_of_this_system_are_a_pool() {
    for line in [
        "/roll 5d10",
        "/r 5d10",
        "/roll 5D10",
        "/roll ５d１０",
        "／roll 5d10",
        "/roll  5d10 ",
    ] {
        check(Chronicle, line, &[("Typed", 5)], &[]);
    }
    check(Chronicle, "/roll d10", &[("Typed", 1)], &[]);
    check(
        Chronicle,
        "/roll 6d10 9-again",
        &[("Typed", 6)],
        &[("again", 9)],
    );
    // Eight is what counts there, always.
    check(Chronicle, "/r 6d10>=8", &[("Typed", 6)], &[]);
    check(Chronicle, "/r 6d10 > 7", &[("Typed", 6)], &[]);
    refused(
        Chronicle,
        "/r 6d10>=7",
        "roll",
        "Here a die always counts from 8 up: leave out >=7.",
    );
    for system in [
        SystemId::Masquerade,
        SystemId::Crossover,
        SystemId::Ascension,
    ] {
        for line in [
            "/r 6d10>=8",
            "/r 6d10 >= 8",
            "/r 6d10 ≥8",
            "/r 6d10>7",
            "/r 6 >= 8",
            "/r 6d10＞＝８",
            "/r 6d10 difficulty 8",
        ] {
            check(system, line, &[("Typed", 6)], &[("difficulty", 8)]);
        }
        // `d7` is a word of these systems for a difficulty, beside a part.
        for line in ["/r 6 d8", "/r d8 6", "/r 6d10 d8", "/r 6d10 @8"] {
            check(system, line, &[("Typed", 6)], &[("difficulty", 8)]);
        }
        check(system, "/r d10", &[("Typed", 1)], &[]);
        let twice = ">=8 is there twice.";
        refused(system, "/r 6d10 difficulty 7 >=8", "roll", twice);
        refused(system, "/r 6d10>=", "roll", "A number is missing after >=.");
        assert!(read(system, "/r 6d10>=99").is_err());
    }
    check(Tristat, "/roll 2d6<=9", &[("Typed", 9)], &[]);
    check(
        Tristat,
        "/roll 2d6 ≤ 9 attack",
        &[("Typed", 9)],
        &[("kind", 0)],
    );
    refused(
        Tristat,
        "/roll 9 >= 3",
        "roll",
        "Dice aren’t counted here: >=3 means nothing.",
    );
}

#[test]
fn ordinary_dice_are_thrown_in_every_system() {
    for system in SystemId::ALL.iter().copied() {
        for (line, said) in [
            ("/roll d100", "d100"),
            ("/roll d%", "d100"),
            ("/roll 1d6", "d6"),
            ("/r 2d6+3", "2d6 + 3"),
            ("/r 2d6 + 3 # to hit", "2d6 + 3"),
            ("/r 2d8-1", "2d8 − 1"),
            ("/r 2d8−1d4", "2d8 − d4"),
            ("/r d20", "d20"),
            ("/r 3+d20", "3 + d20"),
            ("/r 1d10+5", "d10 + 5"),
            ("/r ２d６＋３", "2d6 + 3"),
            ("/r 100d1000", "100d1000"),
        ] {
            plain(system, line, said);
        }
        for (line, words) in [
            ("/r 0d6", "0d6: roll 1 to 100 dice."),
            ("/r 101d6", "101d6: roll 1 to 100 dice."),
            (
                "/r 60d6+60d8",
                "That’s more than 100 dice, or more than 20 parts.",
            ),
            ("/r d1", "d1: a die has 2 to 1000 sides."),
            ("/r d1001", "d1001: a die has 2 to 1000 sides."),
            (
                "/r 4d6kh3",
                "4d6kh3: type dice as 2d6; you can only add or subtract them.",
            ),
            (
                "/r 2d6!",
                "2d6!: type dice as 2d6; you can only add or subtract them.",
            ),
            ("/r 2d6 3", "Put + or − before 3."),
            ("/r 2d6 +", "Something is missing at the end."),
            ("/r 2d6 + + 3", "Something is missing before +."),
            (
                "/r 2d8 + wits",
                "wits doesn’t go with plain dice: they only take +, − and numbers, as in 2d6 + 3.",
            ),
        ] {
            refused(system, line, "roll", words);
        }
    }
    plain(Tristat, "/roll 2d6", "2d6");
    let words = ">= only works with this system’s own dice: 6d10>=8.";
    refused(Chronicle, "/r 2d6>=8", "roll", words);
    let words = ">= only works with this system’s own dice: 2d6<=8.";
    refused(Tristat, "/r 6d10>=8", "roll", words);
    // Nobody has to speak for anybody.
    let alone = chat::parse_command(
        "/roll d100",
        Chronicle.rules(),
        None,
        &HouseRules::default(),
    );
    assert!(matches!(alone, Ok(ChatCommand::Plain(_))), "{alone:?}");
}
