//! House rules at the table: every setting of every system can be turned, refuses what it
//! cannot be, is told and taken back; and what is turned is what is played.

use rules::base::dice::DiceScript;
use rules::character::parameters::Parameters;
use rules::character::plan::AbortPrice;
use rules::character::track::DamagePacket;
use rules::encounter::command::{InitiativeTarget, PlanInput, RollInput};
use rules::encounter::log::LogMessage;
use rules::encounter::{Class, Command, Refusal, View};
use rules::ruleset::SystemId;
use rules::ruleset::house_rules::HouseRules;
use rules::ruleset::settings::{SettingError, SettingKind, SettingSpec, Value};
use rules::systems::{ascension, chronicle, crossover, masquerade, tristat};
use testkit::table::{ANA, EVE, NOBODY, ST, Table, add_command, roll_request};

const ASC: SystemId = SystemId::Ascension;
const CHR: SystemId = SystemId::Chronicle;
const MSQ: SystemId = SystemId::Masquerade;
const TRI: SystemId = SystemId::Tristat;
const XOV: SystemId = SystemId::Crossover;

fn set(key: &str, value: impl Into<Value>) -> Command {
    Command::Set {
        key: key.to_owned(),
        value: value.into(),
        was: None,
    }
}

/// The same by a sender who has seen what it was.
fn set_from(key: &str, was: impl Into<Value>, value: impl Into<Value>) -> Command {
    Command::Set {
        key: key.to_owned(),
        value: value.into(),
        was: Some(was.into()),
    }
}

/// The value that a system's own rules read with this house.
fn read(system: SystemId, house: &HouseRules, key: &str) -> Option<Value> {
    match system {
        SystemId::Chronicle => chronicle::settings::Settings::of(house).value(key),
        SystemId::Crossover => crossover::Settings::of(house).value(key),
        SystemId::Masquerade => masquerade::Settings::of(house).value(key),
        SystemId::Tristat => tristat::settings::Settings::of(house).value(key),
        SystemId::Ascension => ascension::Settings::of(house).value(key),
    }
}

/// Values that this setting cannot have.
fn wrong(spec: &SettingSpec) -> Vec<Value> {
    match spec.kind {
        SettingKind::YesNo(_) => vec![Value::Number(1), Value::from_key("true")],
        SettingKind::Choice(..) => {
            vec![Value::Yes(true), Value::Number(0), Value::from_key("maybe")]
        }
        SettingKind::Number { least, most, .. } => [least - 1, most + 1, i32::MIN, i32::MAX]
            .map(Value::Number)
            .into_iter()
            .chain([Value::Yes(true), Value::from_key("4")])
            .collect(),
    }
}

/// The picture of the house, through what goes over the wire.
fn house_of(table: &Table, class: Class) -> HouseRules {
    let view = serde_json::to_string(&table.view(class)).expect("a view is data");
    serde_json::from_str::<View>(&view).expect("a view").house
}

#[test]
fn there_are_as_many_as_the_rules_read() {
    let count = |system: SystemId| system.rules().lists().setting_specs.len();
    assert_eq!([CHR, XOV, MSQ, TRI, ASC].map(count), [49, 36, 14, 29, 28]);
    for system in SystemId::ALL {
        for spec in system.rules().lists().setting_specs {
            let usual = read(*system, &HouseRules::default(), spec.key);
            assert_eq!(usual, Some(spec.default_value()), "{system:?} {}", spec.key);
            assert_eq!(
                spec.check_value(&spec.default_value()),
                Ok(()),
                "{}",
                spec.key
            );
            assert!(!spec.title.ends_with('.') && !spec.group.is_empty());
        }
    }
}

#[test]
fn what_another_set_meanwhile_is_not_lost() {
    let mut table = Table::with_system(ASC);
    table.give_accepted(ST, set_from("dodge_blow", 5, 4));
    let before = table.comparable_state();
    let late = table.give_refused(ST, set_from("dodge_blow", 5, 7));
    assert_eq!(
        (late, table.comparable_state()),
        (Refusal::Overtaken, before)
    );
    // Who wants the same has it already.
    let same = table.give_refused(ST, set_from("dodge_blow", 5, 4));
    assert_eq!(same, Refusal::NothingToDo);
    table.give_accepted(ST, set_from("dodge_blow", 4, 7));
    table.give_accepted(ST, set("dodge_blow", 5));
}

#[test]
fn every_setting_is_turned_told_and_taken_back() {
    for system in SystemId::ALL.iter().copied() {
        for spec in system.rules().lists().setting_specs {
            for value in testkit::setting_values::non_default_values(spec) {
                let mut table = Table::with_system(system);
                let before = table.comparable_state();
                for by in [ANA, EVE, NOBODY] {
                    table.give_refused(by, set(spec.key, value.clone()));
                }
                table.give_accepted(ST, set(spec.key, value.clone()));
                for class in [Class::Storyteller, Class::Table] {
                    let house = house_of(&table, class);
                    assert_eq!(house.get(spec.key), Some(&value));
                    assert_eq!(house, table.view(class).house);
                    assert_eq!(read(system, &house, spec.key), Some(value.clone()));
                    let (told, words, rule) = match table.last_log_message(class) {
                        LogMessage::HouseRule {
                            key,
                            on,
                            words,
                            rule,
                        } => ((key, Value::Yes(on)), words, rule),
                        LogMessage::Set {
                            key,
                            to,
                            words,
                            rule,
                        } => ((key, to), words, rule),
                        other => panic!("{other:?}"),
                    };
                    assert_eq!(told, (spec.key.to_owned(), value.clone()));
                    assert_eq!(words, format!("House rule: {}", spec.describe(&value)));
                    let rule = rule.map_or_else(String::new, |rule| rule.to_string());
                    assert_eq!(rule, spec.defining_rule());
                }
                let same = table.give_refused(ST, set(spec.key, value.clone()));
                assert_eq!(same, Refusal::NothingToDo);
                let after = table.comparable_state();
                table.give_accepted(ST, Command::Undo);
                assert_eq!(table.comparable_state(), before);
                table.give_accepted(ST, Command::Redo);
                assert_eq!(table.comparable_state(), after);
                table.give_accepted(ST, set(spec.key, spec.default_value()));
                assert!(table.view(Class::Table).house.is_plain());
            }
        }
    }
}

#[test]
fn every_setting_says_what_it_can_be() {
    for system in SystemId::ALL.iter().copied() {
        let mut table = Table::with_system(system);
        assert_eq!(
            table.give_refused(ST, set("frumious", true)),
            Refusal::NoSuchRule
        );
        for spec in system.rules().lists().setting_specs {
            for value in wrong(spec) {
                let expected = match spec.kind {
                    SettingKind::YesNo(_) => SettingError::YesOrNo,
                    SettingKind::Choice(names, _) => {
                        SettingError::OneOf(names.iter().map(|name| name.key.into()).collect())
                    }
                    SettingKind::Number { least, most, .. } => {
                        SettingError::Between { least, most }
                    }
                };
                let refusal = table.give_refused(ST, set(spec.key, value));
                assert_eq!(refusal, Refusal::Setting(expected), "{}", spec.key);
            }
        }
    }
}

/// Older names are other words for a value, on and off.
#[test]
fn older_names_are_read_and_written() {
    let rule = |key: &str, on| Command::HouseRule {
        key: key.to_owned(),
        on,
    };
    for (system, name, key, value) in [
        (
            XOV,
            "round_robin",
            "extra_phase",
            Value::from_key("round_robin"),
        ),
        (
            XOV,
            "npc_init_by_storyteller",
            "npc_init_by",
            Value::from_key("gm"),
        ),
        (
            MSQ,
            "initiative_once",
            "initiative_each_turn",
            Value::Yes(false),
        ),
        (
            TRI,
            "snake_eyes_attack_only",
            "snake_eyes_always_succeed",
            Value::Yes(false),
        ),
        (
            TRI,
            "extra_attacks_only_attack",
            "extra_attacks_defend",
            Value::Yes(false),
        ),
        (
            TRI,
            "focus_adds_nothing",
            "focus_adds_level",
            Value::Yes(false),
        ),
        (
            ASC,
            "upgrade",
            "damage_recording",
            Value::from_key("upgrade"),
        ),
        (ASC, "free_abort", "abort_cost", Value::Yes(false)),
    ] {
        let mut table = Table::with_system(system);
        table.give_accepted(ST, rule(name, true));
        let house = house_of(&table, Class::Table);
        assert_eq!(house.get(key), Some(&value));
        assert!(house.is_on(name));
        let wire = serde_json::to_value(&house).expect("data");
        assert_eq!(wire, serde_json::json!([name]));
        assert_eq!(
            table.give_refused(ST, set(key, value)),
            Refusal::NothingToDo
        );
        table.give_accepted(ST, rule(name, false));
        assert!(table.view(Class::Table).house.is_plain());
        // In another system it means nothing.
        assert_eq!(
            Table::with_system(CHR).give_refused(ST, rule(name, true)),
            Refusal::NoSuchRule
        );
    }
}

/// Plays the same at a table as written and at one with the setting turned.
#[track_caller]
fn differs<T: PartialEq + std::fmt::Debug>(
    system: SystemId,
    key: &str,
    value: impl Into<Value>,
    play: impl Fn(&mut Table) -> T,
) {
    let as_written = play(&mut Table::with_system(system));
    let mut table = Table::with_system(system);
    table.give_accepted(ST, set(key, value));
    let turned = play(&mut table);
    assert_ne!(as_written, turned, "{system:?} {key}");
}

/// A roll for a combatant, with these faces as often as they are needed: its terms with what
/// the rules add, and what it came to; or why it is refused.
fn rolled(table: &mut Table, name: &str, dials: &[(&str, i32)], sum: i32, faces: &[u16]) -> String {
    let reading = dials
        .iter()
        .fold(Parameters::default(), |reading, (key, value)| {
            reading.with(key, *value)
        });
    let asked = RollInput {
        reading,
        ..roll_request(Some(table.combatant_id(name)), "a roll", &[("Typed", sum)])
    };
    let mut dice = DiceScript::new(faces.iter().copied().cycle().take(60));
    let id = table.fresh_id();
    match table.give_with_id(id, ST, Command::Roll(Box::new(asked)), &mut dice) {
        Ok(_) => format!("{:?}", table.last_log_message(Class::Storyteller)),
        Err(refusal) => format!("{refusal:?}"),
    }
}

/// Puts all into the order, and the first round begins.
fn begin(table: &mut Table) {
    *table = table.clone().place_all_in_order();
    table.next_turn();
}

fn harm(table: &mut Table, name: &str, bashing: u16, lethal: u16, aggravated: u16) {
    let packet = DamagePacket {
        bashing,
        lethal,
        aggravated,
        points: 0,
    };
    let id = table.combatant_id(name);
    table.give_accepted(ST, Command::Harm { id, packet });
}

fn plan(table: &mut Table, name: &str, plan: PlanInput) {
    let id = table.combatant_id(name);
    table.give_accepted(
        ST,
        Command::Plan {
            id,
            plan: Some(plan),
        },
    );
}

fn several(actions: u8) -> PlanInput {
    PlanInput {
        actions,
        ..PlanInput::default()
    }
}

fn desperate() -> PlanInput {
    PlanInput {
        stance: Some("desperate_defense".to_owned()),
        ..PlanInput::default()
    }
}

#[test]
fn tristat_plays_what_is_turned() {
    let kei = "Kei body 5 mind 5 soul 5 focus 2 extra_attacks 1";
    let with = |play: fn(&mut Table) -> String| {
        move |table: &mut Table| {
            table.give_accepted(ST, add_command(kei));
            play(table)
        }
    };
    differs(
        TRI,
        "defense_takes_ties",
        true,
        with(|table| rolled(table, "Kei", &[("kind", 1)], 7, &[3, 4])),
    );
    differs(
        TRI,
        "natural_12_fails",
        true,
        with(|table| rolled(table, "Kei", &[], 14, &[6, 6])),
    );
    differs(
        TRI,
        "snake_eyes_always_succeed",
        false,
        with(|table| rolled(table, "Kei", &[("kind", 2)], 1, &[1, 1])),
    );
    differs(
        TRI,
        "extra_attacks_defend",
        false,
        with(|table| {
            begin(table);
            rolled(table, "Kei", &[("kind", 1)], 7, &[3, 3]);
            rolled(table, "Kei", &[("kind", 1)], 7, &[3, 3])
        }),
    );
    differs(
        TRI,
        "energy_per_roll",
        0,
        with(|table| rolled(table, "Kei", &[("energy", 1)], 7, &[3, 4])),
    );
    differs(
        TRI,
        "focus_adds_level",
        false,
        with(|table| rolled(table, "Kei", &[("energy", 1)], 7, &[3, 4])),
    );
    // Two defenses in a round count into the next until the own turn comes.
    differs(TRI, "defenses_recount", "own_turn", |table| {
        for line in ["Kei body 4", "Oni body 4"] {
            table.give_accepted(ST, add_command(line));
        }
        begin(table);
        while table.view(Class::Storyteller).turn.round < 2 {
            for name in ["Kei", "Oni"] {
                rolled(table, name, &[("kind", 1)], 7, &[3, 3]);
            }
            table.next_turn();
        }
        ["Kei", "Oni"].map(|name| rolled(table, name, &[("kind", 1)], 7, &[3, 3]))
    });
}

#[test]
fn crossover_plays_what_is_turned() {
    let who = |table: &mut Table| {
        table.give_accepted(
            ST,
            add_command("Ilse werewolf dex 3 wits 2 stamina 3 willpower 5"),
        );
    };
    differs(XOV, "ones_cancel_harm", false, |table| {
        who(table);
        rolled(table, "Ilse", &[("kind", 2)], 3, &[1, 8, 8])
    });
    differs(XOV, "extra_ones_cancel", true, |table| {
        who(table);
        rolled(table, "Ilse", &[("specialty", 1)], 2, &[10, 8, 1])
    });
    differs(XOV, "wounds_on_reflexes", true, |table| {
        who(table);
        harm(table, "Ilse", 0, 3, 0);
        rolled(table, "Ilse", &[("kind", 1)], 4, &[8, 8, 8])
    });
    differs(XOV, "single_action_costs", true, |table| {
        who(table);
        plan(table, "Ilse", several(1));
        rolled(table, "Ilse", &[], 4, &[8, 8, 8])
    });
    let too_many = |table: &mut Table, actions| {
        who(table);
        plan(table, "Ilse", several(actions));
        let id = table.combatant_id("Ilse");
        let reading = Parameters::default();
        let view = table.view(Class::Storyteller);
        let fighter = view.fighter_of(&view.rows[&id]).expect("a sheet");
        XOV.rules()
            .with_defaults(&fighter, &reading)
            .get("difficulty")
    };
    differs(XOV, "over_limit", 1, |table| too_many(table, 3));
    differs(XOV, "over_limit_adds_up", true, |table| too_many(table, 4));
    differs(XOV, "over_limit_on_desperate", true, |table| {
        who(table);
        let asked = PlanInput {
            actions: 1,
            extra: 4,
            ..desperate()
        };
        plan(table, "Ilse", asked);
        let view = table.view(Class::Storyteller);
        let fighter = view.fighter_of(&view.rows[&table.combatant_id("Ilse")]);
        let fighter = fighter.expect("a sheet");
        XOV.rules()
            .with_defaults(&fighter, &Parameters::default())
            .get("difficulty")
    });
    let strangers_initiative = |table: &mut Table| {
        who(table);
        let line = "+combat/init Ilse=5".to_owned();
        table.give(ANA, Command::Say { line, who: None }).is_ok()
    };
    differs(XOV, "npc_init_by", "gm", strangers_initiative);
    differs(XOV, "later_roll_replaces", true, |table| {
        who(table);
        let mut scores = [6, 9].map(|sum| {
            let line = format!("+combat/init Ilse={sum}");
            table.give_accepted(ST, Command::Say { line, who: None });
            table
                .row("Ilse")
                .initiative
                .map(|it| it.rank.get(1).copied())
        });
        scores.reverse();
        format!("{:?}", scores)
    });
    differs(XOV, "spend_after_failed_roll", true, |table| {
        who(table);
        plan(table, "Ilse", several(2));
        *table = table.clone().place_all_in_order();
        let id = table.combatant_id("Ilse");
        let roll = Command::Abort {
            id,
            price: AbortPrice::Roll,
        };
        table.give_accepted_with(ST, roll, &[2, 2, 2, 2, 2]);
        let spend = Command::Abort {
            id,
            price: AbortPrice::Spend,
        };
        table.give(ST, spend).map(|events| events.len())
    });
    differs(XOV, "sealed", true, |table| {
        who(table);
        begin(table);
        plan(table, "Ilse", several(2));
        table.view(Class::Table).rows[&table.combatant_id("Ilse")]
            .plan
            .is_some()
    });
    differs(XOV, "extra_phase", "round_robin", |table| {
        for line in ["Ilse dex 4 wits 4", "Otto dex 3 wits 3"] {
            table.give_accepted(ST, add_command(line));
        }
        for name in ["Ilse", "Otto"] {
            plan(table, name, several(3));
        }
        let view = table.view(Class::Storyteller);
        let order: Vec<_> = ["Ilse", "Otto"]
            .map(|name| {
                view.fighter_of(&view.rows[&table.combatant_id(name)])
                    .expect("a sheet")
            })
            .into();
        let steps = XOV
            .rules()
            .phase_steps(rules::character::phase::Phase::Extra, &order);
        format!("{steps:?}")
    });
}

#[test]
fn masquerade_plays_what_is_turned() {
    let who = |table: &mut Table| {
        table.give_accepted(
            ST,
            add_command("Milo vampire dex 3 wits 2 stamina 3 willpower 5"),
        );
    };
    differs(MSQ, "ones_cancel_harm", false, |table| {
        who(table);
        rolled(table, "Milo", &[("kind", 3)], 3, &[1, 8, 8])
    });
    differs(MSQ, "extra_ones_cancel", true, |table| {
        who(table);
        rolled(table, "Milo", &[("specialty", 1)], 2, &[10, 8, 1])
    });
    differs(MSQ, "initiative_each_turn", false, |table| {
        who(table);
        MSQ.rules()
            .round_phases(&table.view(Class::Table).house)
            .len()
    });
    let typed = |table: &mut Table, line: &str| {
        who(table);
        let who = Some(table.combatant_id("Milo"));
        let line = line.to_owned();
        table.give(ST, Command::Say { line, who }).is_ok()
    };
    differs(MSQ, "trait_most", 20, |table| typed(table, "!inits 15 3"));
    // No character is needed for the house rule to hold.
    differs(MSQ, "trait_most", 5, |table| {
        let line = "!inits 8 3".to_owned();
        table.give(ANA, Command::Say { line, who: None }).is_ok()
    });
    differs(MSQ, "later_roll_replaces", true, |table| {
        typed(table, "!inits 3 3");
        let line = "!inits 9 9".to_owned();
        let who = Some(table.combatant_id("Milo"));
        table.give_accepted(ST, Command::Say { line, who });
        table
            .row("Milo")
            .initiative
            .map(|it| it.terms.len() + it.score as usize)
    });
    differs(MSQ, "sealed", true, |table| {
        who(table);
        begin(table);
        plan(table, "Milo", several(2));
        table.view(Class::Table).rows[&table.combatant_id("Milo")]
            .plan
            .is_some()
    });
    differs(MSQ, "tie_by_rolloff", true, |table| {
        let house = table.view(Class::Table).house;
        let of = |line: &str| {
            let sheet = rules::encounter::quick_add::read(line, MSQ.rules())
                .expect("a line")
                .sheet;
            rules::systems::masquerade::initiative::initiative_from_sheet(&sheet, 5)
        };
        let mut two = [of("A dex 3 wits 2"), of("B dex 2 wits 3")];
        let mut script = DiceScript::new([3, 9, 3, 9]);
        MSQ.rules()
            .break_ties(&mut two, &[true; 2], &house, &mut script);
        script.remaining_faces()
    });
    differs(MSQ, "retry_after_failed_roll", true, |table| {
        who(table);
        plan(table, "Milo", several(2));
        *table = table.clone().place_all_in_order();
        let id = table.combatant_id("Milo");
        let roll = Command::Abort {
            id,
            price: AbortPrice::Roll,
        };
        table.give_accepted_with(ST, roll.clone(), &[2, 2, 2, 2, 2]);
        table.give(ST, roll).is_ok()
    });
}

#[test]
fn ascension_plays_what_is_turned() {
    let who = |table: &mut Table| {
        table.give_accepted(ST, add_command("Lin mage dex 3 wits 4 arete 3 willpower 6"));
    };
    differs(ASC, "ones_cancel_harm", false, |table| {
        who(table);
        rolled(table, "Lin", &[("kind", 2)], 3, &[1, 8, 8])
    });
    let phases = |table: &mut Table| {
        ASC.rules()
            .round_phases(&table.view(Class::Table).house)
            .to_vec()
    };
    differs(ASC, "reroll_each_turn", true, phases);
    differs(ASC, "declare_low_to_high", true, phases);
    differs(ASC, "sealed", true, |table| {
        who(table);
        table.give_accepted(ST, set("declare_low_to_high", true));
        begin(table);
        plan(table, "Lin", several(2));
        table.view(Class::Table).rows[&table.combatant_id("Lin")]
            .plan
            .is_some()
    });
    differs(ASC, "abort_cost", false, |table| {
        who(table);
        plan(table, "Lin", several(2));
        *table = table.clone().place_all_in_order();
        let id = table.combatant_id("Lin");
        table.give_accepted(
            ST,
            Command::Abort {
                id,
                price: AbortPrice::Spend,
            },
        );
        table.row("Lin").pools["willpower"]
    });
    differs(ASC, "damage_recording", "upgrade", |table| {
        who(table);
        harm(table, "Lin", 2, 0, 0);
        harm(table, "Lin", 0, 1, 0);
        table.health_boxes("Lin")
    });
    differs(ASC, "desperate_grows", false, |table| {
        who(table);
        begin(table);
        plan(table, "Lin", desperate());
        for dice in [5, 4] {
            rolled(table, "Lin", &[], 5, &[8; 5][..dice]);
        }
        rolled(table, "Lin", &[], 5, &[8; 3])
    });
}

#[test]
fn chronicle_plays_what_is_turned() {
    let who = |table: &mut Table| {
        table.give_accepted(ST, add_command("Weston dex 3 comp 3 stam 2 size 5 wits 3"));
    };
    differs(CHR, "chance_ten_again", true, |table| {
        who(table);
        rolled(table, "Weston", &[("chance", 1)], 3, &[10])
    });
    differs(CHR, "initiative_roll_offs", false, |table| {
        for line in ["2x ghoul dex 2 comp 2", "2x thug dex 2 comp 2"] {
            table.give_accepted(ST, add_command(line));
        }
        for face in [5, 5, 5, 5] {
            let view = table.view(Class::Storyteller);
            let id = *view.bench.first().expect("one on the bench");
            let whose = InitiativeTarget::One(id);
            table.give_accepted(
                ST,
                Command::RollInitiative {
                    whose,
                    face: Some(face),
                },
            );
        }
        let view = table.view(Class::Storyteller);
        view.together.len()
    });
    differs(CHR, "milder_damage_overflows", false, |table| {
        who(table);
        harm(table, "Weston", 0, 7, 0);
        let packet = DamagePacket::of_severity(rules::character::track::Severity::Bashing, 1);
        let id = table.combatant_id("Weston");
        _ = table.give(ST, Command::Harm { id, packet });
        table.health_boxes("Weston")
    });
    differs(CHR, "mark_order", "mildest_first", |table| {
        table.give_accepted(ST, add_command("Otto stam 1 size 2"));
        harm(table, "Otto", 2, 0, 0);
        harm(table, "Otto", 1, 1, 0);
        table.health_boxes("Otto")
    });
    differs(CHR, "wounds_add_up", true, |table| {
        who(table);
        harm(table, "Weston", 6, 0, 0);
        let row = table.row("Weston");
        let told = rolled(table, "Weston", &[], 6, &[8; 4]);
        (row.health.penalty, row.penalties, told)
    });
    let states = |table: &Table, name: &str| format!("{:?}", table.row(name).health.states);
    differs(CHR, "aggravated_bleeds", false, |table| {
        who(table);
        harm(table, "Weston", 0, 4, 1);
        states(table, "Weston")
    });
    differs(CHR, "supernaturals_bleed", true, |table| {
        table.give_accepted(ST, add_command("Wolf supernatural stam 2 size 5"));
        harm(table, "Wolf", 0, 5, 0);
        states(table, "Wolf")
    });
}
