//! Crossover beyond scenes: what its maneuvers add up to, soak, the command, the charts.

use proptest::prelude::*;
use rules::base::term;
use rules::character::phase::{InitiativeCadence, Phase};
use rules::chat_command::{ChatCommand, ChatError};
use rules::ruleset::SystemId;
use rules::ruleset::house_rules::HouseRules;
use rules::systems::crossover::Settings;

use super::owned_fighter::OwnedFighter;
use super::stage::{self, Chosen, Stage, harm, sum};
use rules::exchange::{ExchangeStep, Party};

/// A werewolf in this form with 3 in everything, and a weapon of 2 with these tags.
fn werewolf(form: &str, tags: &[&str]) -> stage::OwnedFighter {
    let rules = SystemId::Crossover.rules();
    let three = [
        "dexterity",
        "strength",
        "brawl",
        "melee",
        "firearms",
        "athletics",
        "wits",
        "archery",
    ];
    let three = three.map(|key| (key, 3));
    let mut who = stage::OwnedFighter::new(rules, "werewolf")
        .expect("a kind")
        .with(&three);
    who.is(form != "homid", form);
    let numbers = [("damage", 2), ("rate", 3), ("loaded", 30), ("clip", 30)];
    who.carries("weapon", &numbers, &[&["lethal"], tags].concat());
    who
}

/// This werewolf does this to a mortal whom they hold.
fn attack(maneuver: &str, form: &str, tags: &[&str]) -> Stage {
    let mut stage = Stage::new(SystemId::Crossover.combat(), werewolf(form, tags), maneuver);
    let mortal = stage::OwnedFighter::new(SystemId::Crossover.rules(), "mortal");
    let mut mortal = mortal.expect("a kind");
    mortal.carries("weapon", &[], &[]);
    stage.targets.push(mortal);
    stage.intent.item = Some(1);
    stage.holds("tackle", 0);
    stage.targets[0].is(true, "tackled");
    stage
}

/// XOV-CLOSE-01 to XOV-CLOSE-15, XOV-ATK-01, XOV-ATK-02: dice, difficulty, damage of each maneuver, for
/// a combatant with 3 in everything and a weapon of 2.
#[test]
fn the_numbers_of_maneuvers() {
    let gun: &[&str] = &["smg"];
    let table = [
        ("strike", 6, 6, 3, "bashing", &[][..]),
        ("weapon_strike", 6, 6, 5, "lethal", &[]),
        ("kick", 6, 7, 4, "bashing", &[]),
        ("bite", 7, 6, 4, "aggravated", &[]),
        ("claw", 6, 6, 4, "aggravated", &[]),
        ("clinch", 6, 6, 3, "bashing", &[]),
        ("jab_pistol", 6, 6, 4, "lethal", &["pistol"]),
        ("sweep_leg", 6, 7, 3, "bashing", &[]),
        ("sweep_arm", 6, 7, 3, "bashing", &[]),
        ("sweep_weapon", 6, 7, 5, "lethal", &[]),
        ("tackle", 6, 7, 4, "bashing", &[]),
        ("shoot", 6, 6, 2, "lethal", gun),
        ("throw", 6, 6, 5, "lethal", &[]),
        ("bow", 6, 6, 2, "lethal", &[]),
        ("crossbow", 6, 6, 2, "lethal", &[]),
        ("auto_fire", 16, 8, 2, "lethal", gun),
        ("strafe", 16, 8, 2, "lethal", gun),
        ("burst", 8, 7, 2, "lethal", gun),
    ];
    for (maneuver, pool, difficulty, damage, kind, tags) in table {
        let mut stage = attack(maneuver, "crinos", tags);
        let progress = stage
            .step(&[])
            .unwrap_or_else(|code| panic!("{maneuver}: {code}"));
        let Some(ExchangeStep::Roll { check, .. }) = &progress.next else {
            panic!("{maneuver} is rolled");
        };
        assert_eq!(term::sum_terms(&check.terms), pool, "{maneuver}");
        assert!(check.terms.iter().all(|term| term.rule.is_some()));
        assert_eq!(
            check.reading.get_or("difficulty", 6),
            difficulty,
            "{maneuver}"
        );
        for slot in ["attack", "damage", "own_feet", "feet"] {
            stage.rolls(slot, 2);
        }
        stage.rolls("soak", 0);
        let played = stage.given(&Chosen::default()).expect("allowed");
        // One success more than a hit is a die more.
        let strafed = i32::from(maneuver == "strafe");
        assert_eq!(
            sum(&played.ledger, "damage"),
            Some(damage + 1 - strafed),
            "{maneuver}"
        );
        let hurt = harm(&played.effects, Party::Target(0));
        let of = match kind {
            "bashing" => hurt.bashing,
            "lethal" => hurt.lethal,
            _ => hurt.aggravated,
        };
        assert_eq!((of, hurt.total()), (2, 2), "{maneuver}");
    }
}

/// XOV-CLOSE-02, XOV-CLOSE-03, XOV-CLOSE-12, XOV-CLOSE-15: which forms may do what.
#[test]
fn forms_and_maneuvers() {
    let maneuvers = SystemId::Crossover.combat().maneuvers();
    let barred = |form: &str| -> Vec<&str> {
        let keys = maneuvers.iter().map(|maneuver| maneuver.key);
        let refused = |key: &&str| {
            let step = attack(key, form, &[]).step(&[]);
            step.is_err_and(|code| code == "form_not_allowed")
        };
        keys.filter(refused).collect()
    };
    assert_eq!(barred("homid"), ["bite", "claw", "sweep_arm"]);
    assert_eq!(barred("glabro"), ["bite", "claw", "sweep_arm"]);
    assert!(barred("crinos").is_empty());
    let beast = [
        "strike",
        "kick",
        "disarm_armed",
        "disarm_unarmed",
        "sweep_arm",
    ];
    assert_eq!(barred("hispo"), beast);
    let wolf = [
        "strike",
        "kick",
        "claw",
        "disarm_armed",
        "disarm_unarmed",
        "sweep_arm",
    ];
    assert_eq!(barred("lupus_form"), wolf);
}

/// XOV-SOAK-02 to XOV-SOAK-06: Stamina 4, Fortitude 2, armor 1, as the sheet shows it.
#[test]
fn the_soak_table() {
    let pools = |kind: &str, form: &str| -> Vec<i32> {
        let who = stage::OwnedFighter::new(SystemId::Crossover.rules(), kind).expect("a kind");
        let mut who = who.with(&[("stamina", 4), ("fortitude", 2)]);
        who.is(!form.is_empty(), form);
        let tags = ["protects_kinetic", "covers_torso"];
        who.carries("armor", &[("rating", 1)], &tags);
        let house = HouseRules::default();
        let shown = SystemId::Crossover
            .combat()
            .derived_values(&who.fighter(&house));
        let soaks = shown.iter().take(3);
        soaks.map(|(_, terms)| term::sum_terms(terms)).collect()
    };
    assert_eq!(pools("vampire", ""), [7, 7, 3]);
    assert_eq!(pools("ghoul", ""), [7, 3, 3]);
    for other in ["mage", "mortal", "other"] {
        assert_eq!(pools(other, ""), [7, 1, 1], "{other}");
    }
    assert_eq!(pools("werewolf", ""), [7, 1, 1]);
    assert_eq!(pools("lupus", "lupus_form"), [7, 1, 1]);
    assert_eq!(pools("werewolf", "lupus_form"), [7, 5, 5]);
    assert_eq!(pools("metis", ""), [7, 5, 5]);
    assert_eq!(pools("metis", "crinos"), [7, 5, 5]);
}

/// XOV-INIT-02, XOV-TURN-06: rolled anew every turn; of all actions, those of powers included,
/// only the first is in the main phase.
#[test]
fn one_action_in_the_main_phase() {
    let rules = SystemId::Crossover.rules();
    assert_eq!(
        rules.initiative_cadence(&HouseRules::default()),
        InitiativeCadence::EveryRound
    );
    let many = OwnedFighter::of(SystemId::Crossover, "", &[]).rolled(5);
    let many = many.plans(1, &[], 3);
    let order = [many.fighter()];
    let steps = |phase| rules.phase_steps(phase, &order).len();
    assert_eq!((steps(Phase::Act), steps(Phase::Extra)), (1, 1));
}

/// What a line of chat comes to, typed by nobody in particular.
fn says(line: &str) -> Option<Result<ChatCommand, ChatError>> {
    SystemId::Crossover
        .rules()
        .parse_chat(line, None, &HouseRules::default())
}

/// XOV-INIT-03, XOV-INIT-04: every error of the command, in order.
#[test]
fn the_command_grammar() {
    let long = "x".repeat(61);
    let table = [
        ("+combat/initx", "unknown_command"),
        ("+combat/init=5", "unknown_command"),
        ("\u{a0}+combat/init", "unknown_command"),
        ("+combat/init Rat", "missing_equals"),
        ("+combat/init = ", "missing_name"),
        (&format!("+combat/init {long}="), "name_too_long"),
        ("+combat/init Rat =\t", "missing_sum"),
        ("+combat/init Rat=4=4", "sum_not_integer"),
        ("+combat/init Rat=-4", "sum_not_integer"),
        ("+combat/init Rat=4.0", "sum_not_integer"),
        ("+combat/init Rat=4 4", "sum_not_integer"),
        ("+combat/init Rat=٤", "sum_not_integer"),
        ("+combat/init Rat=41", "sum_out_of_range"),
        ("+combat/init Rat=99999999999999999999", "sum_out_of_range"),
    ];
    for (line, wrong) in table {
        let refused = says(line).expect("a command").expect_err("refused");
        assert_eq!(refused.code, wrong, "{line}");
    }
    let npc = |line: &str| match says(line) {
        Some(Ok(ChatCommand::TypedInitiative { name, terms })) => {
            (name, rules::base::term::sum_terms(&terms))
        }
        other => panic!("{line}: {other:?}"),
    };
    assert!(says("").is_none());
    let nobody = says(" \t+Combat/INIT\t ").expect("a command");
    assert_eq!(nobody.expect_err("nobody to roll for").code, "no_character");
    let old = npc("+combat/init  Old  Ætla = 0040 ");
    assert_eq!(old, (Some("Old  Ætla".to_owned()), 40));
    let sixty = "é".repeat(60);
    let long = npc(&format!("+combat/init {sixty}=0"));
    assert_eq!(long, (Some(sixty), 0));
}

#[test]
fn settings_are_read_strictly() {
    assert_eq!(
        serde_json::from_str::<Settings>("{}").expect("defaults"),
        Settings::default()
    );
    assert!(serde_json::from_str::<Settings>(r#"{"rage_round_up": true}"#).is_err());
}

proptest! {
    /// No line of chat panics, and only names and numbers as they have to be are understood.
    #[test]
    fn chat_never_panics(line in "(\\+combat/init)?[ \\t]*\\PC{0,20}(=)?[0-9]{0,12}[ \\t]*") {
        if let Some(Ok(ChatCommand::TypedInitiative { name, terms })) = says(&line) {
            prop_assert!(name.is_some_and(|name| !name.is_empty()));
            prop_assert!((0..=40).contains(&term::sum_terms(&terms)));
        }
    }
}
