//! Waiting for a later moment of the round, and cutting in.

use rules::base::id::SeatId;
use rules::character::phase::Phase;
use rules::character::track::{DamagePacket, Severity};
use rules::encounter::command::{InitiativeTarget, PlanInput, TokenDestination};
use rules::encounter::log::LogMessage;
use rules::encounter::{Class, Command, Refusal, Timing};
use rules::ruleset::SystemId;
use testkit::table::{ANA, BEN, ST, Table, add_hidden_command};

/// Three in the order, the first of them acts; Weston is Ana's.
fn fight() -> Table {
    Table::with_combatants(&["@Weston", "ghoul", "rat"])
        .place_all_in_order()
        .after_turns(1)
}

fn wait(table: &Table, name: &str, until: &str) -> Command {
    Command::Wait {
        id: table.combatant_id(name),
        until: until.into(),
    }
}

fn cut_in(table: &Table, name: &str) -> Command {
    Command::CutIn {
        id: table.combatant_id(name),
        after: false,
    }
}

/// The same on the rules of another system, where who waited may interrupt.
fn fight_on(system: &str) -> Table {
    Table::with_system(SystemId::from_key(system).expect("a system"))
        .add_combatants(&["@Weston", "ghoul", "rat"])
        .place_all_in_order()
        .after_turns(1)
}

/// CHR-INIT-04: right after what it waited for.
#[test]
fn a_delayed_action_comes_right_after_the_one_it_waited_for() {
    let mut table = fight();
    assert_eq!(
        table.order_summary(Class::Table),
        "1: [Weston] Ghoul Rat | "
    );
    table.give_accepted(ANA, wait(&table, "Weston", "until the ghoul has acted"));
    assert_eq!(
        table.order_summary(Class::Table),
        "1: Weston [Ghoul] Rat | "
    );
    assert!(table.row("Weston").timing.is_waiting());
    table.give_accepted(ANA, cut_in(&table, "Weston"));
    assert_eq!(
        table.order_summary(Class::Table),
        "1: [Ghoul] Weston Rat | "
    );
    assert_eq!(table.row("Weston").timing, Timing::CutIn);
    table.next_turn();
    assert_eq!(
        table.order_summary(Class::Table),
        "1: Ghoul [Weston] Rat | "
    );
    table.next_turn();
    assert_eq!(
        table.order_summary(Class::Table),
        "1: Ghoul Weston [Rat] | "
    );
}

/// MSQ-TURN-04: two who waited for the same moment act in the order they would have had, whoever said so first.
#[test]
fn two_who_waited_for_one_moment_act_in_their_order() {
    for said in [["Weston", "Ghoul"], ["Ghoul", "Weston"]] {
        let system = SystemId::from_key("masquerade").expect("a system");
        let mut table = Table::with_system(system).add_combatants(&["Weston", "ghoul", "rat"]);
        for (name, face) in [("Weston", 9), ("Ghoul", 5), ("Rat", 1)] {
            let whose = InitiativeTarget::One(table.combatant_id(name));
            let face = Some(face);
            table.give_accepted(ST, Command::RollInitiative { whose, face });
        }
        let turn = |table: &Table| table.view(Class::Storyteller).turn;
        while turn(&table).acting.is_none() || turn(&table).phase != Phase::Act {
            table.next_turn();
        }
        assert_eq!(
            table.order_summary(Class::Table),
            "1: [Weston] Ghoul Rat | "
        );
        for name in ["Weston", "Ghoul"] {
            table.give_accepted(ST, wait(&table, name, "the rat"));
        }
        for name in said {
            let id = table.combatant_id(name);
            table.give_accepted(ST, Command::CutIn { id, after: true });
        }
        let picture = table.order_summary(Class::Table);
        assert_eq!(picture, "1: [Rat] Weston Ghoul | ", "{said:?}");
    }
}

#[test]
fn elsewhere_whoever_waits_may_interrupt_or_act_right_after() {
    let mut table = fight_on("tristat");
    table.give_accepted(ANA, wait(&table, "Weston", ""));
    table.next_turn();
    assert_eq!(
        table.order_summary(Class::Table),
        "1: Weston Ghoul [Rat] | "
    );
    let mut other = table.clone();
    table.give_accepted(ANA, cut_in(&table, "Weston"));
    assert_eq!(
        table.order_summary(Class::Table),
        "1: Ghoul [Weston] Rat | "
    );
    table.next_turn();
    assert_eq!(
        table.order_summary(Class::Table),
        "1: Ghoul Weston [Rat] | "
    );
    let id = other.combatant_id("Weston");
    other.give_accepted(ANA, Command::CutIn { id, after: true });
    assert_eq!(
        other.order_summary(Class::Table),
        "1: Ghoul [Rat] Weston | "
    );
    other.next_turn();
    assert_eq!(
        other.order_summary(Class::Table),
        "1: Ghoul Rat [Weston] | "
    );
}

/// "I'm delaying my action until Isiah takes his turn", and Isiah is the slowest: one who waits
/// has a last chance when all others have acted, in every system, before the turn ends.
#[test]
fn waiting_past_the_slowest_loses_nothing() {
    for system in SystemId::ALL {
        let mut table = Table::with_system(*system)
            .add_combatants(&["@Weston", "ghoul", "rat"])
            .place_all_in_order();
        while table.view(Class::Storyteller).turn.acting != Some(table.combatant_id("Weston"))
            || table.view(Class::Storyteller).turn.phase != Phase::Act
        {
            table.next_turn();
        }
        let round = table.view(Class::Table).turn.round;
        table.give_accepted(ANA, wait(&table, "Weston", "Isiah's turn"));
        table.next_turn();
        let slowest = table.order_summary(Class::Table);
        assert_eq!(
            slowest,
            format!("{round}: Weston Ghoul [Rat] | "),
            "{system:?}"
        );
        table.next_turn();
        let last = table.order_summary(Class::Table);
        assert_eq!(
            last,
            format!("{round}: Ghoul Rat [Weston] | "),
            "{system:?}"
        );
        assert_eq!(table.row("Weston").timing, Timing::CutIn);
        table.next_turn();
        let log = table.view(Class::Table).log;
        let lost = |what: &LogMessage| matches!(what, LogMessage::WaitedTooLong { .. });
        assert!(!log.iter().any(|line| lost(&line.what)), "{system:?}");
    }
}

/// The slowest falls in their own turn: the round is not over before the one who waits had their last chance.
#[test]
fn waiting_loses_nothing_when_the_slowest_falls() {
    for system in SystemId::ALL {
        let mut table = Table::with_system(*system)
            .add_combatants(&["@Weston", "ghoul", "rat"])
            .place_all_in_order();
        let acting = |table: &Table| {
            let turn = table.view(Class::Storyteller).turn;
            turn.acting.filter(|_| turn.phase == Phase::Act)
        };
        while acting(&table) != Some(table.combatant_id("Weston")) {
            table.next_turn();
        }
        let round = table.view(Class::Table).turn.round;
        table.give_accepted(ANA, wait(&table, "Weston", "the rat's turn"));
        table.next_turn();
        assert_eq!(
            acting(&table),
            Some(table.combatant_id("Rat")),
            "{system:?}"
        );
        let packet = match system.rules().facts().damage_kinds.len() {
            1 => DamagePacket::of_points(200),
            _ => DamagePacket::of_severity(Severity::Aggravated, 9),
        };
        let id = table.combatant_id("Rat");
        table.give_accepted(ST, Command::Harm { id, packet });
        assert!(table.row("Rat").is_out(), "{system:?}");
        table.next_turn();
        let turn = table.view(Class::Table).turn;
        let expected = (round, Some(table.combatant_id("Weston")));
        assert_eq!((turn.round, turn.acting), expected, "{system:?}");
    }
}

/// Players have come to the next round while somebody hidden acts: who waits there is no later moment of this one.
#[test]
fn a_hidden_combatant_waits_for_no_one_of_the_next_round() {
    let mut table = Table::with_combatants(&["@Weston", "ghoul"]).place_all_in_order();
    table.give_accepted(ST, add_hidden_command("Lurker"));
    let id = table.combatant_id("Lurker");
    let to = TokenDestination::Before(None);
    table.give_accepted(ST, Command::Move { id, to });
    table = table.after_turns(2);
    table.next_turn();
    assert_eq!(table.view(Class::Storyteller).turn.acting, Some(id));
    let known = |table: &Table| table.view(Class::Table).turn;
    table.give_accepted(
        ST,
        Command::Assign {
            id: table.combatant_id("Ghoul"),
            seat: Some(SeatId(3)),
        },
    );
    let ends = Command::NextTurn {
        after: known(&table),
        anyway: false,
    };
    table.give_accepted(BEN, ends);
    assert_eq!(known(&table).round, 2);
    table.give_accepted(ANA, wait(&table, "Weston", "the ghoul"));
    assert_eq!(
        table.give_refused(ST, wait(&table, "Lurker", "the door")),
        Refusal::NothingLater
    );
}

/// Several who wait until all others have acted act in the order of their scores.
#[test]
fn those_who_wait_for_the_end_act_one_after_the_other() {
    let mut table = fight();
    table.give_accepted(ST, wait(&table, "Rat", "x"));
    table.give_accepted(ST, wait(&table, "Ghoul", "x"));
    // All others wait as well: it is Weston's last chance, or theirs.
    table.give_accepted(ANA, wait(&table, "Weston", "x"));
    let mut acted = Vec::new();
    while table.view(Class::Table).turn.round == 1 {
        let acting = table.view(Class::Table).turn.acting.expect("a turn");
        acted.push(acting);
        table.next_turn();
    }
    acted.sort_unstable();
    acted.dedup();
    assert_eq!(acted.len(), 3);
    assert_eq!(table.view(Class::Table).turn.round, 2);
}

#[test]
fn whoever_cut_in_is_in_their_old_place_next_round() {
    let mut table = Table::with_combatants(&["@Weston dex 5", "ghoul dex 3", "rat dex 1"]);
    for (name, face) in [("Weston", 5), ("Ghoul", 5), ("Rat", 5)] {
        let whose = rules::encounter::command::InitiativeTarget::One(table.combatant_id(name));
        let face = Some(face);
        table.give_accepted(ST, Command::RollInitiative { whose, face });
    }
    table.next_turn();
    table.give_accepted(ANA, wait(&table, "Weston", "the rat"));
    table.give_accepted(ST, cut_in(&table, "Weston"));
    assert_eq!(
        table.order_summary(Class::Table),
        "1: [Ghoul] Weston Rat | "
    );
    table.next_turn();
    assert_eq!(
        table.order_summary(Class::Table),
        "1: Ghoul [Weston] Rat | "
    );
    table.next_turn();
    table.next_turn();
    assert_eq!(
        table.order_summary(Class::Table),
        "2: [Weston] Ghoul Rat | "
    );
}

#[test]
fn waiting_has_its_limits() {
    let mut table = fight();
    assert_eq!(
        table.give_refused(ANA, wait(&table, "Weston", " ")),
        Refusal::NoTrigger
    );
    assert_eq!(
        table.give_refused(BEN, wait(&table, "Weston", "x")),
        Refusal::NotAllowed
    );
    table.next_turn();
    // Who has acted does not wait any more, and after the last no combatant acts.
    let passed = table.give_refused(ANA, wait(&table, "Weston", "x"));
    assert_eq!(passed, Refusal::TurnHasPassed);
    table.next_turn();
    let last = table.give_refused(ST, wait(&table, "Rat", "x"));
    assert_eq!(last, Refusal::NothingLater);
    let before = Table::with_combatants(&["@Weston"]).place_all_in_order();
    let mut before = before;
    let early = before.give_refused(ANA, wait(&before, "Weston", "x"));
    assert_eq!(early, Refusal::TurnHasPassed);
}

#[test]
fn one_may_wait_before_ones_turn_has_come() {
    let mut table = fight();
    table.give_accepted(ST, wait(&table, "Ghoul", "Weston comes near"));
    table.next_turn();
    assert_eq!(
        table.order_summary(Class::Table),
        "1: Weston Ghoul [Rat] | "
    );
    table.give_accepted(ST, cut_in(&table, "Ghoul"));
    assert_eq!(
        table.order_summary(Class::Table),
        "1: Weston [Rat] Ghoul | "
    );
}

#[test]
fn a_wait_is_taken_back_and_so_is_what_cut_in() {
    let mut table = fight();
    let before = table.order_summary(Class::Storyteller);
    table.give_accepted(ANA, wait(&table, "Weston", "x"));
    table.give_accepted(ST, Command::Undo);
    assert_eq!(table.order_summary(Class::Storyteller), before);
    assert_eq!(table.row("Weston").timing, Timing::InPlace);
    table.give_accepted(ANA, wait(&table, "Weston", "x"));
    table.next_turn();
    let before = table.order_summary(Class::Storyteller);
    table.give_accepted(ANA, cut_in(&table, "Weston"));
    table.give_accepted(ST, Command::Undo);
    assert_eq!(table.order_summary(Class::Storyteller), before);
    assert!(table.row("Weston").timing.is_waiting());
}

#[test]
fn a_player_who_interrupts_sees_the_same_whoever_acts_unseen() {
    let plain = fight_on("tristat");
    let mut hiding = Table::with_system(SystemId::from_key("tristat").expect("a system"))
        .add_combatants(&["@Weston", "ghoul", "!bishop", "rat"])
        .place_all_in_order()
        .after_turns(1);
    let mut plain = plain;
    for table in [&mut plain, &mut hiding] {
        table.give_accepted(ANA, wait(table, "Weston", "x"));
    }
    // The bishop acts; players think it is still the ghoul.
    hiding.next_turn();
    for table in [&mut plain, &mut hiding] {
        table.give_accepted(ANA, cut_in(table, "Weston"));
        assert_eq!(
            table.order_summary(Class::Table),
            "1: [Weston] Ghoul Rat | "
        );
    }
    hiding.next_turn();
    plain.next_turn();
    assert_eq!(
        plain.order_summary(Class::Table),
        hiding.order_summary(Class::Table)
    );
}

/// Where a stance lasts until the next own turn, cutting in is that turn, and going on after
/// a combatant cut in is not another.
#[test]
fn a_stance_lasts_until_the_own_turn_begins_and_not_a_moment_less() {
    let system = SystemId::from_key("tristat").expect("a system with stances");
    let mut table = Table::with_system(system)
        .add_combatants(&["@Weston", "ghoul", "rat"])
        .place_all_in_order()
        .after_turns(1);
    let stance = |table: &Table, name: &str| Command::Plan {
        id: table.combatant_id(name),
        plan: Some(PlanInput {
            stance: Some("total_defense".into()),
            ..PlanInput::default()
        }),
    };
    assert_eq!(
        table.order_summary(Class::Table),
        "1: [Weston] Ghoul Rat | "
    );
    table.give_accepted(ANA, wait(&table, "Weston", ""));
    table.give_accepted(ST, stance(&table, "Ghoul"));
    assert!(table.row("Ghoul").plan.is_some());
    table.give_accepted(ANA, cut_in(&table, "Weston"));
    assert_eq!(
        table.order_summary(Class::Table),
        "1: [Weston] Ghoul Rat | "
    );
    let told = table.last_log_message(Class::Table);
    assert!(
        matches!(told, LogMessage::Turn { back: false, .. }),
        "{told:?}"
    );
    let weston = table.row("Weston");
    assert_eq!(weston.timing, Timing::CutIn, "nobody who acts waits");
    table.next_turn();
    assert_eq!(
        table.order_summary(Class::Table),
        "1: Weston [Ghoul] Rat | "
    );
    assert!(table.row("Ghoul").plan.is_some(), "the turn goes on");
    // Before their turn has begun, what was taken in the last one ends as it does.
    table.give_accepted(ST, stance(&table, "Rat"));
    table.give_accepted(ST, wait(&table, "Rat", ""));
    table.give_accepted(ST, cut_in(&table, "Rat"));
    let rat = table.row("Rat");
    assert_eq!((rat.timing, rat.plan), (Timing::CutIn, None));
    assert!(table.row("Ghoul").plan.is_some());
    // A new round is no new turn yet.
    table.next_turn();
    table.next_turn();
    assert_eq!(table.view(Class::Table).turn.round, 2);
    assert!(table.row("Ghoul").plan.is_some());
    while table.view(Class::Table).turn.acting != Some(table.combatant_id("Ghoul")) {
        table.next_turn();
    }
    assert_eq!(table.row("Ghoul").plan, None);
}
