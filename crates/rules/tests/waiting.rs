//! Waiting for a later moment of the round, and cutting in.

mod table;

use rules::encounter::command::PlanAsk;
use rules::encounter::log::What;
use rules::encounter::{Class, Command, Refusal, Timing};
use rules::system::SystemId;
use table::{ANA, BEN, ST, Table};

/// Three in the order, the first of them acts; Weston is Ana's.
fn fight() -> Table {
    Table::with(&["@Weston", "ghoul", "rat"])
        .lined_up()
        .after_turns(1)
}

fn wait(table: &Table, name: &str, until: &str) -> Command {
    Command::Wait {
        id: table.id(name),
        until: until.into(),
    }
}

fn cut_in(table: &Table, name: &str) -> Command {
    Command::CutIn { id: table.id(name) }
}

#[test]
fn whoever_waits_lets_the_next_one_act_and_then_interrupts() {
    let mut table = fight();
    assert_eq!(table.picture(Class::Table), "1: [Weston] Ghoul Rat | ");
    table.ok(ANA, wait(&table, "Weston", "if the door opens"));
    assert_eq!(table.picture(Class::Table), "1: Weston [Ghoul] Rat | ");
    let row = table.row("Weston");
    assert!(row.timing.is_waiting());
    table.next();
    assert_eq!(table.picture(Class::Table), "1: Weston Ghoul [Rat] | ");
    table.ok(ANA, cut_in(&table, "Weston"));
    assert_eq!(table.picture(Class::Table), "1: Ghoul [Weston] Rat | ");
    assert_eq!(table.row("Weston").timing, Timing::CutIn);
    table.next();
    assert_eq!(table.picture(Class::Table), "1: Ghoul Weston [Rat] | ");
}

#[test]
fn a_wait_nobody_ends_is_lost_with_the_round() {
    let mut table = fight();
    table.ok(ANA, wait(&table, "Weston", "if the door opens"));
    table.next();
    table.next();
    assert_eq!(table.picture(Class::Table), "2: [Weston] Ghoul Rat | ");
    assert_eq!(table.row("Weston").timing, Timing::InPlace);
    let lost = What::WaitedTooLong {
        name: "Weston".into(),
    };
    let log = table.view(Class::Table).log;
    assert!(log.iter().any(|line| line.what == lost));
    let refusal = table.no(ANA, cut_in(&table, "Weston"));
    assert_eq!(refusal, Refusal::NotWaiting);
}

#[test]
fn whoever_cut_in_is_in_their_old_place_next_round() {
    let mut table = Table::with(&["@Weston dex 5", "ghoul dex 3", "rat dex 1"]);
    for (name, face) in [("Weston", 5), ("Ghoul", 5), ("Rat", 5)] {
        let whose = rules::encounter::command::Whose::One(table.id(name));
        let face = Some(face);
        table.ok(ST, Command::RollInitiative { whose, face });
    }
    table.next();
    table.ok(ANA, wait(&table, "Weston", "the rat"));
    table.next();
    table.ok(ST, cut_in(&table, "Weston"));
    assert_eq!(table.picture(Class::Table), "1: Ghoul [Weston] Rat | ");
    table.next();
    table.next();
    assert_eq!(table.picture(Class::Table), "2: [Weston] Ghoul Rat | ");
}

#[test]
fn waiting_has_its_limits() {
    let mut table = fight();
    assert_eq!(
        table.no(ANA, wait(&table, "Weston", " ")),
        Refusal::NoTrigger
    );
    assert_eq!(
        table.no(BEN, wait(&table, "Weston", "x")),
        Refusal::NotAllowed
    );
    table.next();
    // Who has acted does not wait any more, and after the last nobody acts.
    let passed = table.no(ANA, wait(&table, "Weston", "x"));
    assert_eq!(passed, Refusal::TurnHasPassed);
    table.next();
    let last = table.no(ST, wait(&table, "Rat", "x"));
    assert_eq!(last, Refusal::NothingLater);
    let before = Table::with(&["@Weston"]).lined_up();
    let mut before = before;
    let early = before.no(ANA, wait(&before, "Weston", "x"));
    assert_eq!(early, Refusal::TurnHasPassed);
}

#[test]
fn one_may_wait_before_ones_turn_has_come() {
    let mut table = fight();
    table.ok(ST, wait(&table, "Ghoul", "Weston comes near"));
    table.next();
    assert_eq!(table.picture(Class::Table), "1: Weston Ghoul [Rat] | ");
    table.ok(ST, cut_in(&table, "Ghoul"));
    assert_eq!(table.picture(Class::Table), "1: Weston [Ghoul] Rat | ");
}

#[test]
fn everybody_may_wait_but_the_last() {
    let mut table = fight();
    table.ok(ST, wait(&table, "Rat", "x"));
    table.ok(ST, wait(&table, "Ghoul", "x"));
    let refusal = table.no(ANA, wait(&table, "Weston", "x"));
    assert_eq!(refusal, Refusal::NothingLater);
    table.next();
    assert_eq!(table.picture(Class::Table), "2: [Weston] Ghoul Rat | ");
}

#[test]
fn a_wait_is_taken_back_and_so_is_what_cut_in() {
    let mut table = fight();
    let before = table.picture(Class::Storyteller);
    table.ok(ANA, wait(&table, "Weston", "x"));
    table.ok(ST, Command::Undo);
    assert_eq!(table.picture(Class::Storyteller), before);
    assert_eq!(table.row("Weston").timing, Timing::InPlace);
    table.ok(ANA, wait(&table, "Weston", "x"));
    table.next();
    let before = table.picture(Class::Storyteller);
    table.ok(ANA, cut_in(&table, "Weston"));
    table.ok(ST, Command::Undo);
    assert_eq!(table.picture(Class::Storyteller), before);
    assert!(table.row("Weston").timing.is_waiting());
}

#[test]
fn a_player_who_interrupts_sees_the_same_whoever_acts_unseen() {
    let plain = fight();
    let mut hiding = Table::with(&["@Weston", "ghoul", "!bishop", "rat"])
        .lined_up()
        .after_turns(1);
    let mut plain = plain;
    for table in [&mut plain, &mut hiding] {
        table.ok(ANA, wait(table, "Weston", "x"));
    }
    // The bishop acts; players think it is still the ghoul.
    hiding.next();
    for table in [&mut plain, &mut hiding] {
        table.ok(ANA, cut_in(table, "Weston"));
        assert_eq!(table.picture(Class::Table), "1: [Weston] Ghoul Rat | ");
    }
    hiding.next();
    plain.next();
    assert_eq!(plain.picture(Class::Table), hiding.picture(Class::Table));
}

/// Where a stance lasts until the next own turn, cutting in is that turn, and going on after
/// somebody cut in is not another.
#[test]
fn a_stance_lasts_until_the_own_turn_begins_and_not_a_moment_less() {
    let system = SystemId::of("tristat").expect("a system with stances");
    let mut table = Table::on(system)
        .joined_by(&["@Weston", "ghoul", "rat"])
        .lined_up()
        .after_turns(1);
    let stance = |table: &Table, name: &str| Command::Plan {
        id: table.id(name),
        plan: Some(PlanAsk {
            stance: Some("total_defense".into()),
            ..PlanAsk::default()
        }),
    };
    assert_eq!(table.picture(Class::Table), "1: [Weston] Ghoul Rat | ");
    table.ok(ANA, wait(&table, "Weston", ""));
    table.ok(ST, stance(&table, "Ghoul"));
    assert!(table.row("Ghoul").plan.is_some());
    table.ok(ANA, cut_in(&table, "Weston"));
    assert_eq!(table.picture(Class::Table), "1: [Weston] Ghoul Rat | ");
    let told = table.told(Class::Table);
    assert!(matches!(told, What::Turn { back: false, .. }), "{told:?}");
    let weston = table.row("Weston");
    assert_eq!(weston.timing, Timing::CutIn, "nobody who acts waits");
    table.next();
    assert_eq!(table.picture(Class::Table), "1: Weston [Ghoul] Rat | ");
    assert!(table.row("Ghoul").plan.is_some(), "the turn goes on");
    // Before their turn has begun, what was taken in the last one ends as it does.
    table.ok(ST, stance(&table, "Rat"));
    table.ok(ST, wait(&table, "Rat", ""));
    table.ok(ST, cut_in(&table, "Rat"));
    let rat = table.row("Rat");
    assert_eq!((rat.timing, rat.plan), (Timing::CutIn, None));
    assert!(table.row("Ghoul").plan.is_some());
    // A new round is no new turn yet.
    table.next();
    table.next();
    assert_eq!(table.view(Class::Table).turn.round, 2);
    assert!(table.row("Ghoul").plan.is_some());
    while table.view(Class::Table).turn.acting != Some(table.id("Ghoul")) {
        table.next();
    }
    assert_eq!(table.row("Ghoul").plan, None);
}
