//! Waiting for a later moment of the round, and cutting in.

use rules::encounter::command::{Destination, PlanAsk, Whose};
use rules::encounter::log::What;
use rules::encounter::{Class, Command, Refusal, Timing};
use rules::id::SeatId;
use rules::phase::Phase;
use rules::system::SystemId;
use rules::track::{Packet, Severity};
use testkit::table::{ANA, BEN, ST, Table, add_hidden};

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
    Command::CutIn {
        id: table.id(name),
        after: false,
    }
}

/// The same on the rules of another system, where who waited may interrupt.
fn fight_on(system: &str) -> Table {
    Table::on(SystemId::of(system).expect("a system"))
        .joined_by(&["@Weston", "ghoul", "rat"])
        .lined_up()
        .after_turns(1)
}

/// CHR-INIT-04: right after what it waited for.
#[test]
fn a_delayed_action_comes_right_after_the_one_it_waited_for() {
    let mut table = fight();
    assert_eq!(table.picture(Class::Table), "1: [Weston] Ghoul Rat | ");
    table.ok(ANA, wait(&table, "Weston", "until the ghoul has acted"));
    assert_eq!(table.picture(Class::Table), "1: Weston [Ghoul] Rat | ");
    assert!(table.row("Weston").timing.is_waiting());
    table.ok(ANA, cut_in(&table, "Weston"));
    assert_eq!(table.picture(Class::Table), "1: [Ghoul] Weston Rat | ");
    assert_eq!(table.row("Weston").timing, Timing::CutIn);
    table.next();
    assert_eq!(table.picture(Class::Table), "1: Ghoul [Weston] Rat | ");
    table.next();
    assert_eq!(table.picture(Class::Table), "1: Ghoul Weston [Rat] | ");
}

/// MSQ-TURN-04: two who waited for the same moment act in the order they would have had, whoever said so first.
#[test]
fn two_who_waited_for_one_moment_act_in_their_order() {
    for said in [["Weston", "Ghoul"], ["Ghoul", "Weston"]] {
        let system = SystemId::of("masquerade").expect("a system");
        let mut table = Table::on(system).joined_by(&["Weston", "ghoul", "rat"]);
        for (name, face) in [("Weston", 9), ("Ghoul", 5), ("Rat", 1)] {
            let whose = Whose::One(table.id(name));
            let face = Some(face);
            table.ok(ST, Command::RollInitiative { whose, face });
        }
        let turn = |table: &Table| table.view(Class::Storyteller).turn;
        while turn(&table).acting.is_none() || turn(&table).phase != Phase::Act {
            table.next();
        }
        assert_eq!(table.picture(Class::Table), "1: [Weston] Ghoul Rat | ");
        for name in ["Weston", "Ghoul"] {
            table.ok(ST, wait(&table, name, "the rat"));
        }
        for name in said {
            let id = table.id(name);
            table.ok(ST, Command::CutIn { id, after: true });
        }
        let picture = table.picture(Class::Table);
        assert_eq!(picture, "1: [Rat] Weston Ghoul | ", "{said:?}");
    }
}

#[test]
fn elsewhere_whoever_waits_may_interrupt_or_act_right_after() {
    let mut table = fight_on("tristat");
    table.ok(ANA, wait(&table, "Weston", ""));
    table.next();
    assert_eq!(table.picture(Class::Table), "1: Weston Ghoul [Rat] | ");
    let mut other = table.clone();
    table.ok(ANA, cut_in(&table, "Weston"));
    assert_eq!(table.picture(Class::Table), "1: Ghoul [Weston] Rat | ");
    table.next();
    assert_eq!(table.picture(Class::Table), "1: Ghoul Weston [Rat] | ");
    let id = other.id("Weston");
    other.ok(ANA, Command::CutIn { id, after: true });
    assert_eq!(other.picture(Class::Table), "1: Ghoul [Rat] Weston | ");
    other.next();
    assert_eq!(other.picture(Class::Table), "1: Ghoul Rat [Weston] | ");
}

/// "I'm delaying my action until Isiah takes his turn", and Isiah is the slowest: one who waits
/// has a last chance when all others have acted, in every system, before the turn ends.
#[test]
fn waiting_past_the_slowest_loses_nothing() {
    for system in SystemId::ALL {
        let mut table = Table::on(*system)
            .joined_by(&["@Weston", "ghoul", "rat"])
            .lined_up();
        while table.view(Class::Storyteller).turn.acting != Some(table.id("Weston"))
            || table.view(Class::Storyteller).turn.phase != Phase::Act
        {
            table.next();
        }
        let round = table.view(Class::Table).turn.round;
        table.ok(ANA, wait(&table, "Weston", "Isiah's turn"));
        table.next();
        let slowest = table.picture(Class::Table);
        assert_eq!(
            slowest,
            format!("{round}: Weston Ghoul [Rat] | "),
            "{system:?}"
        );
        table.next();
        let last = table.picture(Class::Table);
        assert_eq!(
            last,
            format!("{round}: Ghoul Rat [Weston] | "),
            "{system:?}"
        );
        assert_eq!(table.row("Weston").timing, Timing::CutIn);
        table.next();
        let log = table.view(Class::Table).log;
        let lost = |what: &What| matches!(what, What::WaitedTooLong { .. });
        assert!(!log.iter().any(|line| lost(&line.what)), "{system:?}");
    }
}

/// The slowest falls in their own turn: the round is not over before the one who waits had their last chance.
#[test]
fn waiting_loses_nothing_when_the_slowest_falls() {
    for system in SystemId::ALL {
        let mut table = Table::on(*system)
            .joined_by(&["@Weston", "ghoul", "rat"])
            .lined_up();
        let acting = |table: &Table| {
            let turn = table.view(Class::Storyteller).turn;
            turn.acting.filter(|_| turn.phase == Phase::Act)
        };
        while acting(&table) != Some(table.id("Weston")) {
            table.next();
        }
        let round = table.view(Class::Table).turn.round;
        table.ok(ANA, wait(&table, "Weston", "the rat's turn"));
        table.next();
        assert_eq!(acting(&table), Some(table.id("Rat")), "{system:?}");
        let packet = match system.rules().damage_kinds().len() {
            1 => Packet::plain(200),
            _ => Packet::of(Severity::Aggravated, 9),
        };
        let id = table.id("Rat");
        table.ok(ST, Command::Harm { id, packet });
        assert!(table.row("Rat").is_out(), "{system:?}");
        table.next();
        let turn = table.view(Class::Table).turn;
        let expected = (round, Some(table.id("Weston")));
        assert_eq!((turn.round, turn.acting), expected, "{system:?}");
    }
}

/// Players have come to the next round while somebody hidden acts: who waits there is no later moment of this one.
#[test]
fn a_hidden_combatant_waits_for_no_one_of_the_next_round() {
    let mut table = Table::with(&["@Weston", "ghoul"]).lined_up();
    table.ok(ST, add_hidden("Lurker"));
    let id = table.id("Lurker");
    let to = Destination::Before(None);
    table.ok(ST, Command::Move { id, to });
    table = table.after_turns(2);
    table.next();
    assert_eq!(table.view(Class::Storyteller).turn.acting, Some(id));
    let known = |table: &Table| table.view(Class::Table).turn;
    table.ok(
        ST,
        Command::Assign {
            id: table.id("Ghoul"),
            seat: Some(SeatId(3)),
        },
    );
    let ends = Command::NextTurn {
        after: known(&table),
        anyway: false,
    };
    table.ok(BEN, ends);
    assert_eq!(known(&table).round, 2);
    table.ok(ANA, wait(&table, "Weston", "the ghoul"));
    assert_eq!(
        table.no(ST, wait(&table, "Lurker", "the door")),
        Refusal::NothingLater
    );
}

/// Several who wait until all others have acted act in the order of their scores.
#[test]
fn those_who_wait_for_the_end_act_one_after_the_other() {
    let mut table = fight();
    table.ok(ST, wait(&table, "Rat", "x"));
    table.ok(ST, wait(&table, "Ghoul", "x"));
    // All others wait as well: it is Weston's last chance, or theirs.
    table.ok(ANA, wait(&table, "Weston", "x"));
    let mut acted = Vec::new();
    while table.view(Class::Table).turn.round == 1 {
        let acting = table.view(Class::Table).turn.acting.expect("a turn");
        acted.push(acting);
        table.next();
    }
    acted.sort_unstable();
    acted.dedup();
    assert_eq!(acted.len(), 3);
    assert_eq!(table.view(Class::Table).turn.round, 2);
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
    table.ok(ST, cut_in(&table, "Weston"));
    assert_eq!(table.picture(Class::Table), "1: [Ghoul] Weston Rat | ");
    table.next();
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
    // Who has acted does not wait any more, and after the last no combatant acts.
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
    assert_eq!(table.picture(Class::Table), "1: Weston [Rat] Ghoul | ");
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
    let plain = fight_on("tristat");
    let mut hiding = Table::on(SystemId::of("tristat").expect("a system"))
        .joined_by(&["@Weston", "ghoul", "!bishop", "rat"])
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
/// a combatant cut in is not another.
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
