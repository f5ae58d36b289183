//! What the table plays around the exchanges: time that passes, waiting in vain, early dodges,
//! skills that are missing.

use rules::sorted::Set;

use rules::condition::Condition;
use rules::encounter::command::{AskedAnswer, AskedTerm, Declaration, RollAsk};
use rules::encounter::{Class, Command, Event, Refusal};
use rules::exchange::Intent;
use rules::passage::Span;
use rules::term;
use rules::track::{Packet, Severity};
use testkit::table::{ANA, ST, Table};

fn pass(table: &Table, name: &str, span: Span, care: Option<&str>) -> Command {
    Command::PassTime {
        ids: Set::from([table.id(name)]),
        span,
        care: care.map(str::to_owned),
    }
}

fn harm(table: &mut Table, name: &str, packet: Packet) {
    let id = table.id(name);
    table.ok(ST, Command::Harm { id, packet });
}

fn boxes(table: &Table, name: &str) -> String {
    let track = table.row(name).track.expect("a track");
    track.boxes().expect("boxes").picture()
}

fn turned(table: &mut Table, key: &str, value: impl Into<rules::settings::Value>) {
    let (key, value) = (key.to_owned(), value.into());
    let was = None;
    table.ok(ST, Command::Set { key, value, was });
}

/// CHR-HEAL-01 to CHR-HEAL-05: hours and care; the rest of a day is kept.
#[test]
fn chr_heal_time_passes_at_the_table() {
    let mut table = Table::with(&["@Weston stam 2 size 5", "Elder vampire"]);
    let hurt = Packet {
        bashing: 2,
        lethal: 2,
        aggravated: 1,
        points: 0,
    };
    harm(&mut table, "Weston", hurt);
    harm(&mut table, "Elder", hurt);
    assert_eq!(
        table.no(ANA, pass(&table, "Weston", Span::Hours(1), None)),
        Refusal::NotAllowed
    );
    table.ok(ST, pass(&table, "Weston", Span::Hours(1), None));
    assert_eq!(boxes(&table, "Weston"), "*XX/...");
    table.ok(ST, pass(&table, "Weston", Span::Hours(30), Some("medical")));
    assert_eq!(boxes(&table, "Weston"), "*X.....");
    let clock = Condition {
        amount: 6,
        ..Condition::default()
    };
    assert_eq!(
        table.row("Weston").conditions.get("healing_lethal"),
        Some(&clock)
    );
    table.ok(ST, pass(&table, "Weston", Span::Hours(18), Some("medical")));
    assert_eq!(boxes(&table, "Weston"), "*......");
    assert!(table.row("Weston").conditions.is_empty());
    let idle = pass(&table, "Weston", Span::Nights(30), Some("medical"));
    assert_eq!(table.no(ST, idle), Refusal::NothingToDo);
    table.ok(
        ST,
        pass(&table, "Weston", Span::Nights(7), Some("hospital")),
    );
    assert_eq!(boxes(&table, "Weston"), ".......");
    // Others do not heal by themselves, and there is no such care.
    let elder = pass(&table, "Elder", Span::Nights(7), Some("hospital"));
    assert_eq!(table.no(ST, elder), Refusal::NothingToDo);
    let odd = pass(&table, "Weston", Span::Nights(7), Some("prayer"));
    assert_eq!(table.no(ST, odd), Refusal::OtherSystem);
    let long = pass(&table, "Weston", Span::Hours(1_000_000), None);
    assert_eq!(table.no(ST, long), Refusal::OutOfBounds);
}

/// CHR-HEAL-04 by the house rule: the milder kind heals off first.
#[test]
fn heal_in_parallel_at_the_table() {
    let healed = |parallel: bool| {
        let mut table = Table::with(&["@Weston stam 2 size 5"]);
        if !parallel {
            turned(&mut table, "heal_in_parallel", false);
        }
        let hurt = Packet {
            bashing: 3,
            lethal: 2,
            ..Packet::default()
        };
        harm(&mut table, "Weston", hurt);
        table.ok(ST, pass(&table, "Weston", Span::Hours(25), Some("medical")));
        boxes(&table, "Weston")
    };
    assert_eq!([healed(true), healed(false)], ["X......", "XX....."]);
}

/// CHR-BLEED-02 to CHR-BLEED-04: a point each interval, and none once it is treated.
#[test]
fn bleed_interval_turns_at_the_table() {
    let bleeds = |interval: i32, care: Option<&str>| {
        let mut table = Table::with(&["@Weston stam 2 size 5"]);
        if interval != 20 {
            turned(&mut table, "bleed_interval_turns", interval);
        }
        harm(&mut table, "Weston", Packet::of(Severity::Lethal, 5));
        table.ok(ST, pass(&table, "Weston", Span::Turns(12), None));
        let first = table
            .row("Weston")
            .conditions
            .get("bleeding")
            .map(|it| it.amount);
        table.ok(ST, pass(&table, "Weston", Span::Turns(12), care));
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
    let mut table = Table::with(&["Elder vampire stam 2 size 5 blood 2"]);
    let id = table.id("Elder");
    let (key, condition) = ("staked".to_owned(), Condition::default());
    let awake = pass(&table, "Elder", Span::Nights(1), None);
    assert_eq!(table.no(ST, awake), Refusal::NothingToDo);
    table.ok(ST, Command::Afflict { id, key, condition });
    table.ok(ST, pass(&table, "Elder", Span::Nights(3), None));
    assert_eq!(table.row("Elder").pools.get("blood"), Some(&0));
    assert_eq!(boxes(&table, "Elder"), "X......");
    table.ok(ST, pass(&table, "Elder", Span::Nights(99), None));
    assert_eq!(boxes(&table, "Elder"), "XXXXXXX");
    let torpor = table.row("Elder").health.states;
    assert!(
        torpor
            .iter()
            .any(|state| state.rule.as_str() == "CHR-VMP-02")
    );
    let asleep = pass(&table, "Elder", Span::Nights(1), None);
    assert_eq!(table.no(ST, asleep), Refusal::NothingToDo);
}

fn declare(table: &Table, by: &str, maneuver: &'static str, at: &[&str]) -> Command {
    Command::Declare(Box::new(Declaration {
        by: Some(table.id(by)),
        at: at.iter().map(|name| table.id(name)).collect(),
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
    let mut table = Table::with(&["Rat", "@Weston"]).lined_up().after_turns(1);
    let mut strict = table.clone();
    table.ok(ANA, declare(&table, "Weston", "dodge", &[]));
    turned(&mut strict, "early_dodge", false);
    let early = strict.no(ANA, declare(&strict, "Weston", "dodge", &[]));
    assert_eq!(barred_by(early), "CHR-DODGE-03");
    strict.next();
    strict.ok(ANA, declare(&strict, "Weston", "dodge", &[]));
}

/// CHR-DEF-07: with a new turn Defense is whole again.
#[test]
fn chr_def_07_a_new_turn_restores_defense() {
    let mut table = Table::with(&["Rat", "@Weston dex 3 wits 3"])
        .lined_up()
        .after_turns(1);
    let defense = |table: &Table| {
        let mut shown = table.row("Weston").shown.into_iter();
        let shown = shown.find(|it| it.title == "Defense");
        term::sum(&shown.expect("a Defense").terms)
    };
    assert_eq!(defense(&table), 3);
    table.ok(ST, declare(&table, "Rat", "unarmed", &["Weston"]));
    let exchanges = table.view(Class::Storyteller).exchanges;
    let exchange = *exchanges.keys().next().expect("a blow");
    for (by, slot, answer) in [
        (ANA, "defense", AskedAnswer::Chose("apply".to_owned())),
        (
            ST,
            "attack",
            AskedAnswer::Roll {
                bought: Vec::new(),
                faces: Some(vec![2]),
            },
        ),
    ] {
        let slot = slot.into();
        table.ok(
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
    table.next();
    assert_eq!(defense(&table), 2, "the same turn");
    table.next();
    assert_eq!(defense(&table), 3);
}

/// CHR-INIT-04: what never came is lost, unless the table plays it otherwise.
#[test]
fn unmet_delay_at_the_table() {
    let waited = |late: bool| {
        let mut table = Table::with(&["@Weston", "Rat"]).lined_up().after_turns(1);
        if late {
            turned(
                &mut table,
                "unmet_delay",
                rules::settings::Value::named("end_of_turn"),
            );
        }
        let (id, until) = (table.id("Weston"), "the door opens".to_owned());
        table.ok(ANA, Command::Wait { id, until });
        table.next();
        table
    };
    let mut lost = waited(false);
    let blow = declare(&lost, "Weston", "unarmed", &["Rat"]);
    assert_eq!(barred_by(lost.no(ANA, blow)), "CHR-INIT-04");
    lost.next();
    let mut late = waited(true);
    late.ok(ANA, declare(&late, "Weston", "unarmed", &["Rat"]));
    // What came is not lost: right after the rat.
    let mut met = Table::with(&["@Weston", "Rat"]).lined_up().after_turns(1);
    let (id, until) = (met.id("Weston"), "the rat".to_owned());
    met.ok(ANA, Command::Wait { id, until });
    met.ok(ANA, Command::CutIn { id, after: false });
    met.next();
    met.ok(ANA, declare(&met, "Weston", "unarmed", &["Rat"]));
}

/// CHR-DICE-07: also of a roll that is typed; the better of two skills counts.
#[test]
fn chr_dice_07_typed_rolls() {
    let mut table = Table::with(&["@Weston strength 3 athletics 2"]);
    let mut pool = |asked: &[(&str, i32)]| {
        let terms = asked.iter().map(|(label, value)| AskedTerm {
            label: (*label).to_owned(),
            value: *value,
        });
        let ask = RollAsk {
            id: Some(table.id("Weston")),
            what: "A roll".to_owned(),
            terms: terms.collect(),
            reading: rules::dial::Reading::default(),
            hidden: false,
            bare: false,
            faces: None,
        };
        let events = table.ok(ANA, Command::Roll(Box::new(ask)));
        let rolled = events.iter().find_map(|event| match event {
            Event::Rolled(record) => Some((record.pool, term::sum(&record.terms))),
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
