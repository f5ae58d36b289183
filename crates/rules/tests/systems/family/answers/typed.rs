//! What the three systems understand of what is typed, and that nothing is too odd for them.

use crate::family::owned_fighter::{FAMILY, OwnedFighter};
use proptest::prelude::*;
use rules::base::dice::DiceScript;
use rules::base::term::Term;
use rules::character::parameters::Parameters;
use rules::character::track::{DamagePacket, Severity, Track};
use rules::chat;
use rules::chat_command::ChatCommand;
use rules::messages::Wording;
use rules::ruleset::SystemId;
use rules::ruleset::house_rules::HouseRules;

use super::{ASC, MSQ, XOV, written};

/// What a line comes to, in a few words.
fn heard(system: SystemId, line: &str, sender: Option<&OwnedFighter>) -> String {
    let fighter = sender.map(OwnedFighter::fighter);
    match chat::parse_command(
        line,
        system.rules(),
        fighter.as_ref(),
        &HouseRules::default(),
    ) {
        Ok(ChatCommand::OwnInitiative) => "own".to_owned(),
        Ok(ChatCommand::TypedInitiative { name, terms }) => {
            format!("{name:?} {}", written(&terms).join(", "))
        }
        Ok(ChatCommand::Roll(roll)) => {
            let sum: i32 = roll.terms.iter().map(|(_, value)| value).sum();
            let reading = system.rules().describe_parameters(&roll.reading);
            format!("{sum} {reading}").trim().to_owned()
        }
        Ok(ChatCommand::Plain(plain)) => plain.normalized,
        Err(error) => format!("{}: {}", error.code, error.text),
    }
}

#[test]
fn xov_init_03_and_04_the_command_that_players_know() {
    let milo = OwnedFighter::of(XOV, "", &[]);
    let heard = |line, sender| heard(XOV, line, sender);
    assert_eq!(heard("+combat/init", Some(&milo)), "own");
    assert_eq!(heard(" +Combat/INIT \t", Some(&milo)), "own");
    assert_eq!(
        heard("+combat/init", None),
        "no_character: Pick a character first."
    );
    for sender in [None, Some(&milo)] {
        assert_eq!(
            heard("+combat/init Big Bad = 007", sender),
            "Some(\"Big Bad\") Rating 7 -"
        );
    }
    for (line, answer) in [
        (
            "+combat/initx",
            "unknown_command: Unknown command. Try +combat/init",
        ),
        (
            "+roll 3",
            "unknown_command: Unknown command. Try +combat/init",
        ),
        ("+", "unknown_command: Unknown command. Try +combat/init"),
        (
            "+combat/init Rat",
            "missing_equals: Use +combat/init NAME=SUM",
        ),
        (
            "+combat/init =4",
            "missing_name: Put the NPC’s name before the equals sign.",
        ),
        (
            "+combat/init Rat=",
            "missing_sum: Put Dexterity + Wits after the equals sign.",
        ),
        (
            "+combat/init Rat=4+2",
            "sum_not_integer: The sum has to be a plain whole number.",
        ),
        (
            "+combat/init Rat=41",
            "sum_out_of_range: The sum has to be between 0 and 40.",
        ),
    ] {
        assert_eq!(heard(line, None), answer, "{line}");
    }
    assert!(heard("!inits 3 2", None).starts_with("unknown_command"));
}

#[test]
fn msq_init_03_and_04_the_command_that_players_know() {
    for line in ["!inits 3 2", " !INITS\t03  0002 "] {
        assert_eq!(heard(MSQ, line, None), "None Dexterity 3 -, Wits 2 -");
    }
    for (line, answer) in [
        (
            "!init 3 2",
            "unknown_command: Unknown command. Try !inits DEX WITS",
        ),
        (
            "!inits 5",
            "argument_count: Give two numbers: Dexterity, then Wits.",
        ),
        ("!inits 99 x", "not_integer: Both have to be whole numbers."),
        ("!inits 11 2", "out_of_range: Both go from 0 to 10."),
    ] {
        assert_eq!(heard(MSQ, line, None), answer, "{line}");
    }
    assert!(heard(MSQ, "+combat/init", None).starts_with("unknown_command"));
}

#[test]
fn rolls_and_initiative_can_be_typed_in_all_three() {
    for system in FAMILY {
        let milo = OwnedFighter::of(
            system,
            "",
            &[("dexterity", 3), ("brawl", 4), ("willpower", 6)],
        );
        let heard = |line: &str| heard(system, line, Some(&milo));
        assert_eq!(heard("/init"), "own");
        assert_eq!(
            heard("/roll dex + brawl difficulty 7 specialty"),
            "7 difficulty 7, specialty"
        );
        assert_eq!(heard("/roll 6 diff 8"), "6 difficulty 8");
        assert_eq!(
            heard("/r 6 @8 spec wp"),
            "6 difficulty 8, specialty, Willpower"
        );
        assert_eq!(heard("/roll dex+brawl-2 vs9"), "5 difficulty 9");
        assert_eq!(heard("/roll willpower reflex d7"), "6 reflex, difficulty 7");
        assert_eq!(heard("/roll soak sta # his coat"), "2 soak");
        assert_eq!(heard("/roll 5 damage"), "5 damage");
        assert_eq!(heard("/roll 5 kind 2"), "5 damage");
        assert_eq!(heard("/roll 5 diff 12"), "5 difficulty 10 (12 asked)");
        assert_eq!(heard("/roll 5 vs11"), "5 difficulty 10 (11 asked)");
        assert!(heard("/roll 5 diff 21").starts_with("roll: "));
        assert!(heard("/roll 5 vs21").starts_with("roll: vs21 means nothing here"));
        assert!(heard("/roll 5 action 2").starts_with("roll: "));
        assert!(heard("/roll").starts_with("roll: Say what to roll"));
        assert!(heard("/dance").starts_with("unknown_command"));
        let two = milo.plans(2, &[], 0);
        if system != ASC {
            let line = "/roll dex + brawl action 2";
            let who = two.fighter();
            let Ok(ChatCommand::Roll(roll)) =
                chat::parse_command(line, system.rules(), Some(&who), who.house)
            else {
                panic!("{system:?}");
            };
            // The terms of the roll say which action it is.
            assert_eq!(roll.reading.get("action"), Some(2));
            assert_eq!(self::heard(system, line, Some(&two)), "7");
        }
        let example = system.rules().facts().vocabulary.roll_example;
        assert!(!self::heard(system, example, Some(&two)).starts_with("roll: "));
    }
}

proptest! {
    /// Whatever is typed is understood or answered, and what is understood can be played.
    #[test]
    fn no_line_is_too_odd(system in 0..3_usize, who: bool, line in odd_line()) {
        let system = FAMILY[system];
        let owned = OwnedFighter::of(system, "", &[]).plans(2, &[1], 1);
        let fighter = who.then(|| owned.fighter());
        let rules = system.rules();
        let Ok(ask) = chat::parse_command(&line, rules, fighter.as_ref(), &HouseRules::default()) else {
            return Ok(());
        };
        if let ChatCommand::Roll(roll) = ask {
            prop_assert!(roll.reading.are_valid_for(&rules.parameter_specs(fighter.as_ref())), "{}", line);
            let sum = roll.terms.iter().fold(0_i32, |sum, (_, value)| sum.saturating_add(*value));
            let _ = rules.roll_dice(sum, &roll.reading, &HouseRules::default(), &mut DiceScript::default());
            prop_assert!(!rules.preview_roll(sum, &roll.reading).button.is_empty());
        }
    }
}

/// Lines made of what commands are made of, and of anything.
fn odd_line() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        Just("/roll".to_owned()),
        Just("+combat/init".to_owned()),
        Just("!inits".to_owned()),
        Just("dex".to_owned()),
        Just("kind".to_owned()),
        Just("action".to_owned()),
        Just("difficulty=".to_owned()),
        Just("wp".to_owned()),
        Just("=".to_owned()),
        Just("#".to_owned()),
        "[+\\-−@d]?[0-9]{1,12}",
        "(vs|diff|@|d)[0-9]{0,3}",
        "\\PC{0,6}",
    ];
    let line = proptest::collection::vec(part, 0..9).prop_map(|parts| parts.join(" "));
    prop_oneof![4 => line.prop_map(|line| format!("/roll {line}")), 1 => "\\PC{0,40}", 2 => part_line()]
}

fn part_line() -> impl Strategy<Value = String> {
    "(\\+combat/init|!inits) ?[a-zA-Z0-9=+ \\t\u{a0}é]{0,20}"
}

proptest! {
    /// No sheet, track, packet or reading brings a system out of step.
    #[test]
    fn nothing_panics(
        system in 0..3_usize,
        kind in 0..8_usize,
        dots in crate::family::laws::number(),
        packets in proptest::collection::vec((0..=3_u8, 0..=300_u16), 0..6),
        die in 0..=20_u16,
        sum in crate::family::laws::number(),
        dials in proptest::collection::vec((0..6_usize, crate::family::laws::number()), 0..4),
    ) {
        let system = FAMILY[system];
        let rules = system.rules();
        let kind = rules.facts().creature_kinds.get(kind).map_or("stranger", |kind| kind.key);
        let dots = dots.clamp(1, 1_000_000);
        let mut owned = OwnedFighter::of(system, "", &[]);
        owned.sheet.kind = Some(kind.to_owned());
        for spec in rules.facts().trait_specs {
            owned.sheet.traits.insert(spec.key.to_owned(), dots);
        }
        owned.track = rules.unmarked_track(&owned.sheet).unwrap_or(owned.track);
        for (severity, points) in packets {
            let packet = match severity {
                0 => DamagePacket::of_points(points),
                1 => DamagePacket::of_severity(Severity::Bashing, points),
                2 => DamagePacket::of_severity(Severity::Lethal, points),
                _ => DamagePacket::of_severity(Severity::Aggravated, points),
            };
            if let Some(harmed) = rules.apply_damage(&owned.fighter(), packet) {
                prop_assert!(harmed.excess <= packet.total());
                prop_assert!(harmed.after != owned.track || harmed.excess == packet.total());
                owned.track = harmed.after;
            } else {
                prop_assert!(packet.points > 0 || severity == 0);
            }
        }
        let keys = ["difficulty", "kind", "specialty", "willpower", "action", "x"];
        let mut reading = Parameters::default();
        for (key, value) in dials {
            reading.set(keys[key], value);
        }
        owned = owned.rolled(die);
        let who = &owned.fighter();
        let health = rules.health_state(&owned.sheet, &owned.track, &Default::default(), &HouseRules::default());
        prop_assert!(health.penalty <= 0);
        let boxes = owned.track.boxes().map_or(0, |boxes| usize::from(boxes.size()));
        prop_assert_eq!(rules.box_penalties(&owned.sheet, &owned.track, who.house).len(), boxes);
        let settled = rules.with_defaults(who, &reading);
        let _ = (rules.roll_terms(who, &settled), rules.tally_keys(who, &settled));
        let _ = (rules.forbids_roll(who, &settled), rules.roll_cost(&settled));
        let odds = rules.outcome_odds(sum.min(200), &settled, &HouseRules::default());
        prop_assert!(odds.iter().all(|(_, chance)| (0.0..=1.0).contains(chance)));
        let _ = rules.roll_dice(sum, &settled, &HouseRules::default(), &mut DiceScript::default());
        let _ = (rules.preview_roll(sum, &settled), rules.describe_parameters(&settled));
        let adjusted = owned.initiative.as_ref().map(|rolled| {
            rules.adjust_initiative(rolled, Term::from_typed(Wording::verbatim("Adjusted"), sum))
        });
        prop_assert!(adjusted.is_some_and(|rolled| rolled.rank.first() == Some(&rolled.score)));
    }
}

/// A stored track of another shape is read as well as it can be.
#[test]
fn tracks_of_another_shape_are_no_trouble() {
    let boxes =
        rules::character::track::Boxes::new(3, DamagePacket::of_severity(Severity::Lethal, 2))
            .expect("a row");
    for system in FAMILY {
        let mut owned = OwnedFighter::of(system, "", &[]);
        owned.track = Track::Boxes(boxes);
        assert_eq!(owned.state(), "XX. hurt -1");
        let harm = system.rules().apply_damage(
            &owned.fighter(),
            DamagePacket::of_severity(Severity::Lethal, 1),
        );
        assert!(harm.is_none());
    }
}
