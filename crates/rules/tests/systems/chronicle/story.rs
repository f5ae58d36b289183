//! What the table plays around the exchanges: time that passes, waiting in vain, early dodges,
//! skills that are missing.

use rules::base::sorted_map::Set;

use rules::base::term;
use rules::character::condition::Condition;
use rules::character::downtime::StoryTime;
use rules::character::track::{DamagePacket, Severity};
use rules::encounter::command::{AnswerInput, Declaration, RollInput, TermInput};
use rules::encounter::{Class, Command, Event, Refusal};
use rules::exchange::Intent;
use testkit::table::{ANA, ST, Table};

fn pass(table: &Table, name: &str, span: StoryTime, care: Option<&str>) -> Command {
    Command::PassTime {
        ids: Set::from([table.combatant_id(name)]),
        span,
        care: care.map(str::to_owned),
    }
}

fn harm(table: &mut Table, name: &str, packet: DamagePacket) {
    let id = table.combatant_id(name);
    table.give_accepted(ST, Command::Harm { id, packet });
}

fn boxes(table: &Table, name: &str) -> String {
    let track = table.row(name).track.expect("a track");
    track.boxes().expect("boxes").picture()
}

fn turned(table: &mut Table, key: &str, value: impl Into<rules::ruleset::settings::Value>) {
    let (key, value) = (key.to_owned(), value.into());
    let was = None;
    table.give_accepted(ST, Command::Set { key, value, was });
}

/// CHR-HEAL-01 to CHR-HEAL-05: hours and care; the rest of a day is kept.
#[test]
fn chr_heal_time_passes_at_the_table() {
    let mut table = Table::with_combatants(&["@Weston stam 2 size 5", "Elder vampire"]);
    let hurt = DamagePacket {
        bashing: 2,
        lethal: 2,
        aggravated: 1,
        points: 0,
    };
    harm(&mut table, "Weston", hurt);
    harm(&mut table, "Elder", hurt);
    assert_eq!(
        table.give_refused(ANA, pass(&table, "Weston", StoryTime::Hours(1), None)),
        Refusal::NotAllowed
    );
    table.give_accepted(ST, pass(&table, "Weston", StoryTime::Hours(1), None));
    assert_eq!(boxes(&table, "Weston"), "*XX/...");
    table.give_accepted(
        ST,
        pass(&table, "Weston", StoryTime::Hours(30), Some("medical")),
    );
    assert_eq!(boxes(&table, "Weston"), "*X.....");
    let clock = Condition {
        amount: 6,
        ..Condition::default()
    };
    assert_eq!(
        table.row("Weston").conditions.get("healing_lethal"),
        Some(&clock)
    );
    table.give_accepted(
        ST,
        pass(&table, "Weston", StoryTime::Hours(18), Some("medical")),
    );
    assert_eq!(boxes(&table, "Weston"), "*......");
    assert!(table.row("Weston").conditions.is_empty());
    let idle = pass(&table, "Weston", StoryTime::Nights(30), Some("medical"));
    assert_eq!(table.give_refused(ST, idle), Refusal::NothingToDo);
    table.give_accepted(
        ST,
        pass(&table, "Weston", StoryTime::Nights(7), Some("hospital")),
    );
    assert_eq!(boxes(&table, "Weston"), ".......");
    // Others do not heal by themselves, and there is no such care.
    let elder = pass(&table, "Elder", StoryTime::Nights(7), Some("hospital"));
    assert_eq!(table.give_refused(ST, elder), Refusal::NothingToDo);
    let odd = pass(&table, "Weston", StoryTime::Nights(7), Some("prayer"));
    assert_eq!(table.give_refused(ST, odd), Refusal::OtherSystem);
    let long = pass(&table, "Weston", StoryTime::Hours(1_000_000), None);
    assert_eq!(table.give_refused(ST, long), Refusal::OutOfBounds);
}

/// CHR-HEAL-04 by the house rule: the milder kind heals off first.
#[test]
fn heal_in_parallel_at_the_table() {
    let healed = |parallel: bool| {
        let mut table = Table::with_combatants(&["@Weston stam 2 size 5"]);
        if !parallel {
            turned(&mut table, "heal_in_parallel", false);
        }
        let hurt = DamagePacket {
            bashing: 3,
            lethal: 2,
            ..DamagePacket::default()
        };
        harm(&mut table, "Weston", hurt);
        table.give_accepted(
            ST,
            pass(&table, "Weston", StoryTime::Hours(25), Some("medical")),
        );
        boxes(&table, "Weston")
    };
    assert_eq!([healed(true), healed(false)], ["X......", "XX....."]);
}

/// CHR-BLEED-02 to CHR-BLEED-04: a point each interval, and none once it is treated.
#[test]
fn bleed_interval_turns_at_the_table() {
    let bleeds = |interval: i32, care: Option<&str>| {
        let mut table = Table::with_combatants(&["@Weston stam 2 size 5"]);
        if interval != 20 {
            turned(&mut table, "bleed_interval_turns", interval);
        }
        harm(
            &mut table,
            "Weston",
            DamagePacket::of_severity(Severity::Lethal, 5),
        );
        table.give_accepted(ST, pass(&table, "Weston", StoryTime::Turns(12), None));
        let first = table
            .row("Weston")
            .conditions
            .get("bleeding")
            .map(|it| it.amount);
        table.give_accepted(ST, pass(&table, "Weston", StoryTime::Turns(12), care));
        (first, boxes(&table, "Weston"))
    };
    assert_eq!(bleeds(20, None), (Some(12), "XXXXXX.".to_owned()));
    assert_eq!(bleeds(7, None), (Some(5), "*******".to_owned()));
    assert_eq!(
        bleeds(20, Some("medical")),
        (Some(12), "XXXXX..".to_owned())
    );
}

/// CHR-VMP-10: a night costs blood, then boxes, until torpor.
#[test]
fn chr_vmp_10_staked_nights_at_the_table() {
    let mut table = Table::with_combatants(&["Elder vampire stam 2 size 5 blood 2"]);
    let id = table.combatant_id("Elder");
    let (key, condition) = ("staked".to_owned(), Condition::default());
    let awake = pass(&table, "Elder", StoryTime::Nights(1), None);
    assert_eq!(table.give_refused(ST, awake), Refusal::NothingToDo);
    table.give_accepted(ST, Command::Afflict { id, key, condition });
    table.give_accepted(ST, pass(&table, "Elder", StoryTime::Nights(3), None));
    assert_eq!(table.row("Elder").pools.get("blood"), Some(&0));
    assert_eq!(boxes(&table, "Elder"), "X......");
    table.give_accepted(ST, pass(&table, "Elder", StoryTime::Nights(99), None));
    assert_eq!(boxes(&table, "Elder"), "XXXXXXX");
    let torpor = table.row("Elder").health.states;
    assert!(
        torpor
            .iter()
            .any(|state| state.rule.as_str() == "CHR-VMP-02")
    );
    let asleep = pass(&table, "Elder", StoryTime::Nights(1), None);
    assert_eq!(table.give_refused(ST, asleep), Refusal::NothingToDo);
}

fn declare(table: &Table, by: &str, maneuver: &'static str, at: &[&str]) -> Command {
    Command::Declare(Box::new(Declaration {
        by: Some(table.combatant_id(by)),
        at: at.iter().map(|name| table.combatant_id(name)).collect(),
        others: Vec::new(),
        intent: Intent::of(maneuver),
        without: Vec::new(),
        anyway: false,
        noticed: false,
        throws: false,
    }))
}

fn barred_by(refusal: Refusal) -> String {
    match refusal {
        Refusal::Barred { rule, .. } => rule,
        other => panic!("{other:?}"),
    }
}

/// CHR-DODGE-03: early where the table allows it.
#[test]
fn early_dodge_at_the_table() {
    let mut table = Table::with_combatants(&["Rat", "@Weston"])
        .place_all_in_order()
        .after_turns(1);
    let mut strict = table.clone();
    table.give_accepted(ANA, declare(&table, "Weston", "dodge", &[]));
    turned(&mut strict, "early_dodge", false);
    let early = strict.give_refused(ANA, declare(&strict, "Weston", "dodge", &[]));
    assert_eq!(barred_by(early), "CHR-DODGE-03");
    strict.next_turn();
    strict.give_accepted(ANA, declare(&strict, "Weston", "dodge", &[]));
}

/// CHR-DEF-07: with a new turn Defense is whole again.
#[test]
fn chr_def_07_a_new_turn_restores_defense() {
    let mut table = Table::with_combatants(&["Rat", "@Weston dex 3 wits 3"])
        .place_all_in_order()
        .after_turns(1);
    let defense = |table: &Table| {
        let mut shown = table.row("Weston").shown.into_iter();
        let shown = shown.find(|it| it.title == "Defense");
        term::sum_terms(&shown.expect("a Defense").terms)
    };
    assert_eq!(defense(&table), 3);
    table.give_accepted(ST, declare(&table, "Rat", "unarmed", &["Weston"]));
    let exchanges = table.view(Class::Storyteller).exchanges;
    let exchange = *exchanges.keys().next().expect("a blow");
    for (by, slot, answer) in [
        (ANA, "defense", AnswerInput::Chose("apply".to_owned())),
        (
            ST,
            "attack",
            AnswerInput::Roll {
                bought: Vec::new(),
                faces: Some(vec![2]),
            },
        ),
    ] {
        let slot = slot.into();
        table.give_accepted(
            by,
            Command::Answer {
                exchange,
                slot,
                answer,
                throws: false,
            },
        );
    }
    assert_eq!(defense(&table), 2);
    table.next_turn();
    assert_eq!(defense(&table), 2, "the same turn");
    table.next_turn();
    assert_eq!(defense(&table), 3);
}

/// CHR-INIT-04: what never came is lost, unless the table plays it otherwise.
#[test]
fn unmet_delay_at_the_table() {
    let waited = |late: bool| {
        let mut table = Table::with_combatants(&["@Weston", "Rat"])
            .place_all_in_order()
            .after_turns(1);
        if late {
            turned(
                &mut table,
                "unmet_delay",
                rules::ruleset::settings::Value::from_key("end_of_turn"),
            );
        }
        let (id, until) = (table.combatant_id("Weston"), "the door opens".to_owned());
        table.give_accepted(ANA, Command::Wait { id, until });
        table.next_turn();
        table
    };
    let mut lost = waited(false);
    let blow = declare(&lost, "Weston", "unarmed", &["Rat"]);
    assert_eq!(barred_by(lost.give_refused(ANA, blow)), "CHR-INIT-04");
    lost.next_turn();
    let mut late = waited(true);
    late.give_accepted(ANA, declare(&late, "Weston", "unarmed", &["Rat"]));
    // What came is not lost: right after the rat.
    let mut met = Table::with_combatants(&["@Weston", "Rat"])
        .place_all_in_order()
        .after_turns(1);
    let (id, until) = (met.combatant_id("Weston"), "the rat".to_owned());
    met.give_accepted(ANA, Command::Wait { id, until });
    met.give_accepted(ANA, Command::CutIn { id, after: false });
    met.next_turn();
    met.give_accepted(ANA, declare(&met, "Weston", "unarmed", &["Rat"]));
}

/// CHR-DICE-07: also of a roll that is typed; the better of two skills counts.
#[test]
fn chr_dice_07_typed_rolls() {
    let mut table = Table::with_combatants(&["@Weston strength 3 athletics 2"]);
    let mut pool = |asked: &[(&str, i32)]| {
        let terms = asked.iter().map(|(label, value)| TermInput {
            label: (*label).to_owned(),
            value: *value,
        });
        let ask = RollInput {
            id: Some(table.combatant_id("Weston")),
            what: "A roll".to_owned(),
            terms: terms.collect(),
            reading: rules::character::parameters::Parameters::default(),
            hidden: false,
            bare: false,
            faces: None,
        };
        let events = table.give_accepted(ANA, Command::Roll(Box::new(ask)));
        let rolled = events.iter().find_map(|event| match event {
            Event::Rolled(record) => Some((record.pool, term::sum_terms(&record.terms))),
            _ => None,
        });
        rolled.expect("a roll")
    };
    assert_eq!(pool(&[("Strength", 3), ("Brawl", 0)]), (2, 2));
    assert_eq!(
        pool(&[("Strength", 3), ("Brawl", 0), ("Athletics", 2)]),
        (5, 5)
    );
    assert_eq!(pool(&[("Strength", 3)]), (3, 3));
}
