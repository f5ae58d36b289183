//! Tri-Stat over a table: what a round counts, what Energy costs, how long a stance lasts.

use proptest::prelude::*;
use rules::base::roll::Grade;
use rules::character::track::{DamagePacket, Points, Severity};
use rules::encounter::command::{Declaration, InitiativeTarget, PlanInput};
use rules::encounter::limits::MAX_LOSS;
use rules::encounter::log::LogMessage;
use rules::encounter::{Class, Command, Refusal};
use rules::exchange::Intent;
use rules::ruleset::SystemId;
use testkit::table::{ANA, ST, Table, add_hidden_command};

/// Kei is Ana's and acts first; a ninja acts after her. The fight has begun.
fn fight() -> Table {
    let lines = [
        "@Kei body 6 mind 5 soul 6 melee 3",
        "ninja body 5 mind 4 soul 5",
    ];
    let mut table = Table::with_system(SystemId::Tristat).add_combatants(&lines);
    initiative(&mut table);
    table.next_turn();
    assert_eq!(table.order_summary(Class::Table), "1: [Kei] Ninja | ");
    table
}

fn initiative(table: &mut Table) {
    for (name, face) in [("Kei", 6), ("Ninja", 1)] {
        let whose = InitiativeTarget::One(table.combatant_id(name));
        let face = Some(face);
        table.give_accepted(ST, Command::RollInitiative { whose, face });
    }
}

/// From Kei's turn to her next.
fn whole_round(table: &mut Table) {
    table.next_turn();
    table.next_turn();
    initiative(table);
    table.next_turn();
}

/// A line typed for Kei.
fn say(line: &str) -> Command {
    Command::Say {
        line: line.into(),
        who: None,
    }
}

/// Kei rolls; says the target.
#[track_caller]
fn rolls(table: &mut Table, line: &str, faces: &[u16]) -> i32 {
    table.give_accepted_with(ANA, say(line), faces);
    let LogMessage::Rolled { pool, .. } = table.last_log_message(Class::Table) else {
        panic!("a roll is told");
    };
    pool
}

/// Why Kei may not roll.
#[track_caller]
fn refused(table: &mut Table, line: &str) -> String {
    match table.give_refused(ANA, say(line)) {
        Refusal::Chat(error) => error.code.into_owned(),
        other => panic!("{other:?}"),
    }
}

fn take(table: &mut Table, stance: &str) {
    let plan = PlanInput {
        stance: Some(stance.to_owned()),
        ..PlanInput::default()
    };
    let id = table.combatant_id("Kei");
    table.give_accepted(
        ANA,
        Command::Plan {
            id,
            plan: Some(plan),
        },
    );
}

/// TRI-ATK-03, TRI-DEF-03, TRI-DEF-04: a round counts, the next one begins anew.
#[test]
fn a_round_counts_attacks_and_defenses() {
    let mut table = fight();
    assert_eq!(rolls(&mut table, "/roll cv + melee", &[3, 4]), 8);
    assert_eq!(refused(&mut table, "/roll cv + melee"), "no_attacks_left");
    // The second weapon is part of it.
    assert_eq!(rolls(&mut table, "/roll cv + melee - 4 second", &[3, 4]), 4);
    assert_eq!(refused(&mut table, "/roll cv second"), "two_weapons_used");
    for target in [5, 3, 1] {
        assert_eq!(rolls(&mut table, "/roll dv + 2 defense", &[2, 1]), target);
    }
    whole_round(&mut table);
    assert_eq!(rolls(&mut table, "/roll dv + 2 defense", &[2, 1]), 5);
    assert_eq!(rolls(&mut table, "/roll cv + melee", &[3, 4]), 8);
}

/// Practice before the fight uses nothing up.
#[test]
fn before_the_fight_nothing_is_counted() {
    let mut table =
        Table::with_system(SystemId::Tristat).add_combatants(&["@Kei body 6 mind 5 soul 6"]);
    for _ in 0..3 {
        assert_eq!(rolls(&mut table, "/roll cv", &[3, 4]), 5);
    }
    assert!(table.row("Kei").tally.is_empty());
}

/// TRI-STANCE-01, TRI-STANCE-02: a stance lasts until the next turn of one's own.
#[test]
fn a_stance_lasts_until_the_next_turn() {
    let mut table = fight();
    take(&mut table, "total_defense");
    assert_eq!(refused(&mut table, "/roll cv"), "total_defense_no_attacks");
    assert_eq!(rolls(&mut table, "/roll dv defense", &[2, 1]), 5);
    table.next_turn();
    table.next_turn();
    // A new round does not end it; her turn does.
    initiative(&mut table);
    assert_eq!(rolls(&mut table, "/roll dv defense", &[2, 1]), 5);
    table.next_turn();
    assert_eq!(table.row("Kei").plan, None);
    take(&mut table, "total_attack");
    assert_eq!(rolls(&mut table, "/roll cv", &[3, 4]), 6);
    assert_eq!(refused(&mut table, "/roll dv defense"), "total_attack");
    // The storyteller may let anything pass.
    let bare = rules::encounter::command::RollInput {
        bare: true,
        ..testkit::table::roll_request(
            Some(table.combatant_id("Kei")),
            "Attack",
            &[("Combat Value", 5)],
        )
    };
    table.give_accepted_with(ST, Command::Roll(Box::new(bare)), &[3, 4]);
}

/// TRI-EN-01: each bonus takes five, and without five there is none.
#[test]
fn energy_is_spent_with_the_roll() {
    let mut table = fight();
    let energy = |table: &Table| table.row("Kei").pools.get("energy").copied();
    assert_eq!(energy(&table), Some(55));
    assert_eq!(rolls(&mut table, "/roll cv energy", &[3, 4]), 6);
    assert_eq!(energy(&table), Some(50));
    let id = table.combatant_id("Kei");
    let pool = "energy".to_owned();
    table.give_accepted(ANA, Command::Spend { id, pool, by: -46 });
    assert_eq!(
        refused(&mut table, "/roll body check energy"),
        "not_enough_energy"
    );
    assert_eq!(energy(&table), Some(4));
}

/// TRI-CRIT-02: the third die is thrown for a critical, and only then.
#[test]
fn a_critical_throws_a_third_die() {
    let mut table = fight();
    table.give_accepted_with(ANA, say("/roll 1 attack"), &[1, 1, 6]);
    let LogMessage::Rolled { rolled, .. } = table.last_log_message(Class::Table) else {
        panic!("a roll is told");
    };
    assert_eq!((rolled.grade, rolled.faces.len()), (Grade::Exceptional, 3));
    assert_eq!(rolls(&mut table, "/roll 1 defense", &[1, 1]), 1);
}

/// TRI-HLTH-01: losses are numbers, up to what a critical of a mighty combatant does.
#[test]
fn health_is_lost_in_points() {
    let mut table = fight();
    let id = table.combatant_id("Ninja");
    let now = |table: &Table| {
        let track = table.row("Ninja").track.expect("a track");
        track.points().map(Points::left)
    };
    let harm = |packet| Command::Harm { id, packet };
    table.give_accepted(ST, harm(DamagePacket::of_points(240)));
    assert_eq!(
        (now(&table), table.row("Ninja").is_out()),
        (Some(-190), true)
    );
    table.give_accepted(ST, Command::Undo);
    assert_eq!(now(&table), Some(50));
    assert_eq!(
        table.give_refused(ST, harm(DamagePacket::of_points(MAX_LOSS + 1))),
        Refusal::OutOfBounds
    );
    let lethal = DamagePacket::of_severity(Severity::Lethal, 1);
    assert_eq!(table.give_refused(ST, harm(lethal)), Refusal::OtherSystem);
    table.give_accepted(ST, Command::Count { id, by: -50 });
    assert!(table.row("Ninja").is_out());
    table.give_accepted(ST, Command::Count { id, by: 200 });
    assert_eq!(now(&table), Some(50));
}

/// Why Kei may not declare, change or take back a stance.
#[track_caller]
fn no_stance(table: &mut Table, stance: Option<&str>) -> String {
    let plan = stance.map(|stance| PlanInput {
        stance: Some(stance.to_owned()),
        ..PlanInput::default()
    });
    let id = table.combatant_id("Kei");
    match table.give_refused(ANA, Command::Plan { id, plan }) {
        Refusal::Chat(error) => error.code.into_owned(),
        other => panic!("{other:?}"),
    }
}

/// TRI-STANCE-01: before the first attack of the turn.
#[test]
fn after_an_attack_no_stance_is_taken() {
    let mut table = fight();
    rolls(&mut table, "/roll cv + melee", &[3, 4]);
    for stance in ["total_defense", "total_attack"] {
        assert_eq!(no_stance(&mut table, Some(stance)), "already_attacked");
    }
    // The storyteller may still say so.
    let id = table.combatant_id("Kei");
    let plan = Some(PlanInput {
        stance: Some("total_defense".to_owned()),
        ..PlanInput::default()
    });
    table.give_accepted(ST, Command::Plan { id, plan });
}

/// TRI-STANCE-01, TRI-STANCE-02: what has helped a roll holds until the next turn, also when a
/// new round has begun.
#[test]
fn a_stance_that_helped_is_neither_changed_nor_taken_back() {
    let mut table = fight();
    take(&mut table, "total_attack");
    take(&mut table, "total_defense");
    take(&mut table, "total_attack");
    rolls(&mut table, "/roll cv + melee", &[3, 4]);
    assert_eq!(no_stance(&mut table, None), "stance_holds");
    assert_eq!(no_stance(&mut table, Some("total_defense")), "stance_holds");
    assert_eq!(refused(&mut table, "/roll dv defense"), "total_attack");
    table.next_turn();
    table.next_turn();
    initiative(&mut table);
    assert_eq!(table.view(Class::Table).turn.round, 2);
    assert_eq!(no_stance(&mut table, None), "stance_holds");
    assert_eq!(refused(&mut table, "/roll dv defense"), "total_attack");
    table.next_turn();
    assert_eq!(table.order_summary(Class::Table), "2: [Kei] Ninja | ");
    assert!(table.row("Kei").plan.is_none());
    take(&mut table, "total_defense");
    rolls(&mut table, "/roll dv defense", &[2, 1]);
    assert_eq!(no_stance(&mut table, None), "stance_holds");
}

/// TRI-ATK-03: attacks are for the own turn, and those who act at the same moment have theirs
/// together (TRI-TURN-02). The storyteller may let it pass.
#[test]
fn tri_atk_03_attacks_are_for_the_own_turn() {
    let lines = [
        "@Kei body 6 mind 5 soul 6 extra_attacks 3",
        "@Ren body 6 mind 5 soul 6 melee 3",
        "ninja body 5 mind 4 soul 5",
    ];
    let mut table = Table::with_system(SystemId::Tristat).add_combatants(&lines);
    let (kei, ren, ninja) = (
        table.combatant_id("Kei"),
        table.combatant_id("Ren"),
        table.combatant_id("Ninja"),
    );
    let declare = |by, anyway| {
        let declaration = Declaration {
            by: Some(by),
            at: vec![if by == ninja { kei } else { ninja }],
            others: Vec::new(),
            intent: Intent::of("attack"),
            without: Vec::new(),
            anyway,
            noticed: false,
            throws: false,
        };
        Command::Declare(Box::new(declaration))
    };
    let barred = |refusal| match refusal {
        Refusal::Barred { rule, .. } => rule,
        other => panic!("{other:?}"),
    };
    for (id, face) in [(kei, 5), (ren, 5), (ninja, 1)] {
        let whose = InitiativeTarget::One(id);
        let face = Some(face);
        table.give_accepted(ST, Command::RollInitiative { whose, face });
    }
    table.give_accepted(ANA, declare(ren, false));
    table.next_turn();
    assert_eq!(table.view(Class::Table).together, [vec![kei, ren]]);
    for (by, id) in [(ANA, kei), (ANA, ren)] {
        table.give_accepted(by, declare(id, false));
    }
    assert_eq!(
        barred(table.give_refused(ST, declare(ninja, false))),
        "TRI-ATK-03"
    );
    table.next_turn();
    table.next_turn();
    assert_eq!(table.view(Class::Table).turn.acting, Some(ninja));
    assert_eq!(
        barred(table.give_refused(ANA, declare(kei, false))),
        "TRI-ATK-03"
    );
    table.give_accepted(ST, declare(kei, true));
    table.give_accepted(ST, declare(ninja, false));
}

/// TRI-ATK-03: whose own turn it is for players goes by the turn that they see: that a hidden
/// combatant acts bars no attack of theirs, and so is not told.
#[test]
fn tri_atk_03_a_hidden_combatants_turn_bars_no_attack_of_players() {
    let lines = [
        "@Kei body 6 mind 5 soul 6 melee 3",
        "dog body 4 mind 4 soul 4",
    ];
    let mut table = Table::with_system(SystemId::Tristat).add_combatants(&lines);
    table.give_accepted(ST, add_hidden_command("ninja body 5 mind 4 soul 5"));
    let (kei, dog, ninja) = (
        table.combatant_id("Kei"),
        table.combatant_id("Dog"),
        table.combatant_id("Ninja"),
    );
    let (whose, face) = (InitiativeTarget::One(ninja), Some(6));
    table.give_accepted(ST, Command::RollInitiative { whose, face });
    table.next_turn();
    assert_eq!(table.view(Class::Storyteller).turn.acting, Some(ninja));
    assert_eq!(table.view(Class::Table).turn.acting, None);
    let declaration = Declaration {
        by: Some(kei),
        at: vec![dog],
        others: Vec::new(),
        intent: Intent::of("attack"),
        without: Vec::new(),
        anyway: false,
        noticed: false,
        throws: false,
    };
    table.give_accepted(ANA, Command::Declare(Box::new(declaration)));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    /// TRI-TURN-01, TRI-TURN-02: all act once, high before low, equals together.
    #[test]
    fn tri_turn_02_the_order_is_total(rolls in prop::collection::vec((3..9_i32, 1..=6_u16), 1..8)) {
        let lines = rolls.iter().enumerate();
        let lines = lines.map(|(n, (stat, _))| {
            let letter = char::from(b'A' + u8::try_from(n).expect("few"));
            format!("{letter}lf body {stat} mind {stat} soul {stat}")
        });
        let lines: Vec<String> = lines.collect();
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        let mut table = Table::with_system(SystemId::Tristat).add_combatants(&lines);
        let ids = table.view(Class::Storyteller).bench;
        let mut totals = std::collections::BTreeMap::new();
        for (id, (stat, face)) in ids.iter().zip(&rolls) {
            totals.insert(*id, stat + i32::from(*face));
            let (whose, face) = (InitiativeTarget::One(*id), Some(*face));
            table.give_accepted(ST, Command::RollInitiative { whose, face });
        }
        let view = table.view(Class::Storyteller);
        let order: Vec<i32> = view.order.iter().map(|id| totals[id]).collect();
        prop_assert_eq!(order.len(), rolls.len());
        prop_assert!(order.is_sorted_by(|one, next| one >= next), "{:?}", order);
        let grouped: usize = view.together.iter().map(Vec::len).sum();
        let alone = order.iter().filter(|one| order.iter().filter(|it| it == one).count() == 1);
        prop_assert_eq!(alone.count() + grouped, rolls.len());
        for group in &view.together {
            prop_assert!(group.iter().all(|id| totals[id] == totals[&group[0]]));
        }
    }
}
