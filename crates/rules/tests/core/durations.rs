//! Each duration is over at its own moment and at no other, whatever was done in between.

use rules::character::condition::{Condition, Until};
use rules::character::track::{DamagePacket, Severity};
use rules::encounter::{Class, Command};
use testkit::table::{ANA, ST, Table};

/// How many stand in the order; the one in the condition is the second.
const ALL: u32 = 3;
/// For how many turns the conditions are watched.
const WATCHED: u32 = 15;

/// Turn `n` of the fight has begun, counted from 1.
fn at_turn(n: u32) -> Table {
    let n = usize::try_from(n).expect("a few");
    let table = Table::with_combatants(&["@Weston", "@Una", "rat"]);
    table.place_all_in_order().after_turns(n)
}

fn afflict(table: &mut Table, name: &str, until: Until) {
    let id = table.combatant_id(name);
    let condition = Condition { amount: 0, until };
    let key = "prone".to_owned();
    table.give_accepted(ST, Command::Afflict { id, key, condition });
}

fn lies(table: &Table, name: &str) -> bool {
    table.row(name).conditions.contains_key("prone")
}

/// The turn with whose beginning a condition is over that came in turn `n`.
fn over(until: Until, n: u32) -> Option<u32> {
    let mut turns = n..n + WATCHED;
    let mut later = n + 1..n + WATCHED;
    let own = |turn: &u32| (turn - 1) % ALL == 1;
    let round = |turn: u32| (turn - 1) / ALL + 1;
    match until {
        Until::Lifted | Until::Scene | Until::Healed { .. } => None,
        Until::OwnTurn => later.find(own),
        Until::AfterTurn => later.find(own).map(|turn| turn + 1),
        Until::ThisTurn => Some(n + 1),
        Until::Rounds(rounds) => Some((round(n) + u32::from(rounds) - 1) * ALL + 1),
        Until::NextAction { taken: false } => turns.find(own).map(|turn| turn + 1),
        Until::NextAction { taken: true } => {
            let next = turns.find(|turn| own(turn) && round(*turn) > round(n));
            next.map(|turn| turn + 1)
        }
        Until::SecondTurn => turns.filter(own).nth(1).map(|turn| turn + 1),
    }
}

#[test]
fn each_is_over_at_its_own_moment() {
    let points = DamagePacket::of_severity(Severity::Lethal, 2);
    let other = DamagePacket::default();
    let all = [
        Until::Lifted,
        Until::Scene,
        Until::Healed { points, other },
        Until::OwnTurn,
        Until::AfterTurn,
        Until::ThisTurn,
        Until::Rounds(1),
        Until::Rounds(3),
        Until::NextAction { taken: false },
        Until::NextAction { taken: true },
        Until::SecondTurn,
    ];
    for until in all {
        for n in 1..=2 * ALL {
            let mut table = at_turn(n);
            afflict(&mut table, "Una", until);
            let over = over(until, n);
            for turn in n + 1..n + 9 {
                table.next_turn();
                let lasts = over.is_none_or(|over| turn < over);
                assert_eq!(
                    lies(&table, "Una"),
                    lasts,
                    "{until:?} of turn {n} at {turn}"
                );
            }
        }
    }
}

/// Who waits has their turn still to come.
#[test]
fn a_turn_that_waits_is_not_over() {
    for until in [Until::ThisTurn, Until::NextAction { taken: false }] {
        let mut table = at_turn(1);
        afflict(&mut table, "Weston", until);
        let id = table.combatant_id("Weston");
        let wait = "until Una has acted".to_owned();
        table.give_accepted(ANA, Command::Wait { id, until: wait });
        assert!(lies(&table, "Weston"), "Una acts");
        table.give_accepted(ANA, Command::CutIn { id, after: false });
        table.next_turn();
        assert_eq!(table.order_summary(Class::Table), "1: Una [Weston] Rat | ");
        assert!(lies(&table, "Weston"), "it is his turn");
        table.next_turn();
        assert!(!lies(&table, "Weston"), "it is over");
    }
}

/// Whose turn is passed over while they are out loses that turn.
#[test]
fn a_turn_passed_over_is_a_turn() {
    for until in [Until::AfterTurn, Until::OwnTurn] {
        let mut table = at_turn(1);
        let id = table.combatant_id("Una");
        let packet = DamagePacket::of_severity(Severity::Lethal, 7);
        table.give_accepted(ST, Command::Harm { id, packet });
        afflict(&mut table, "Una", until);
        table.next_turn();
        assert_eq!(table.order_summary(Class::Table), "1: Weston Una [Rat] | ");
        assert!(!lies(&table, "Una"));
    }
}

/// The turn of one whom players do not see ends nothing that they see.
#[test]
fn an_unseen_turn_ends_nothing_that_players_see() {
    let mut table = Table::with_combatants(&["@Weston", "@Una", "rat"]).place_all_in_order();
    let id = table.combatant_id("Una");
    table.give_accepted(ST, Command::Hide { id });
    table.next_turn();
    afflict(&mut table, "Weston", Until::ThisTurn);
    table.next_turn();
    assert!(lies(&table, "Weston"), "players see his turn still");
    table.next_turn();
    assert!(!lies(&table, "Weston"));
}

/// Damage that is due again before it is marked adds up; a roll is due once.
#[test]
fn what_is_due_again_adds_up() {
    let mut table = Table::with_combatants(&["@Weston stam 2 size 5", "@Una stam 2 size 5", "rat"])
        .place_all_in_order();
    for (name, severity) in [("Weston", Severity::Lethal), ("Una", Severity::Bashing)] {
        let id = table.combatant_id(name);
        let packet = DamagePacket::of_severity(severity, 7);
        table.give_accepted(ST, Command::Harm { id, packet });
    }
    for round in 1..=3 {
        // Weston, who is out, is passed over.
        table = table.after_turns(2);
        let due = table.row("Weston").due;
        let points = DamagePacket::of_severity(Severity::Lethal, round);
        assert_eq!(due.len(), 1);
        assert_eq!(
            due[0].deed,
            rules::character::due::DueAction::Harm(points),
            "{round}"
        );
        assert_eq!(table.row("Una").due.len(), 1);
    }
}
