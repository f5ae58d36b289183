//! Whose turn it is, kept: an action out of its turn is refused to all, done anyway by the storyteller,
//! and done for a player who proposes it.

use rules::base::seat::Actor;
use rules::character::phase::Phase;
use rules::encounter::command::{Declaration, InitiativeTarget};
use rules::encounter::{Class, Command, Refusal};
use rules::exchange::Intent;
use rules::ruleset::SystemId;
use testkit::table::{ANA, ST, Table};

/// Each system with an attack of bare hands and the rule by which all act in order.
const SYSTEMS: [(SystemId, &str, &str); 5] = [
    (SystemId::Chronicle, "unarmed", "CHR-INIT-02"),
    (SystemId::Crossover, "strike", "XOV-TURN-01"),
    (SystemId::Masquerade, "strike", "MSQ-TURN-01"),
    (SystemId::Tristat, "attack", "TRI-ATK-03"),
    (SystemId::Ascension, "strike", "ASC-INIT-03"),
];

/// A table at the ghoul's turn to act; Ilse of Ana's comes later.
fn at_the_ghouls_turn(system: SystemId) -> Table {
    let mut table = Table::with_system(system)
        .add_combatants(&["Ghoul", "@Ilse"])
        .place_all_in_order();
    for name in ["Ghoul", "Ilse"] {
        let whose = InitiativeTarget::One(table.combatant_id(name));
        let face = Some(if name == "Ghoul" { 6 } else { 1 });
        table.give_accepted(ST, Command::RollInitiative { whose, face });
    }
    let ghoul = table.combatant_id("Ghoul");
    for _ in 0..6 {
        let turn = table.view(Class::Storyteller).turn;
        if turn.acting == Some(ghoul) && turn.phase == Phase::Act {
            return table;
        }
        table.next_turn();
    }
    panic!("the ghoul never acts in {system:?}");
}

fn strikes(table: &Table, maneuver: &'static str, anyway: bool) -> Command {
    Command::Declare(Box::new(Declaration {
        by: Some(table.combatant_id("Ilse")),
        at: vec![table.combatant_id("Ghoul")],
        others: Vec::new(),
        without: Vec::new(),
        intent: Intent::of(maneuver),
        anyway,
        noticed: false,
        throws: false,
    }))
}

fn rule_of(refusal: &Refusal) -> &str {
    match refusal {
        Refusal::Barred { rule, .. } => rule,
        other => panic!("refused otherwise: {other:?}"),
    }
}

#[test]
fn an_action_out_of_turn_is_refused_to_all_by_the_rule() {
    for (system, maneuver, rule) in SYSTEMS {
        let mut table = at_the_ghouls_turn(system);
        for by in [ANA, ST] {
            let refused = table.give_refused(by, strikes(&table, maneuver, false));
            assert_eq!(rule_of(&refused), rule, "{system:?}");
        }
    }
}

#[test]
fn the_storyteller_does_it_anyway_and_the_ledger_says_so_first() {
    for (system, maneuver, rule) in SYSTEMS {
        let mut table = at_the_ghouls_turn(system);
        assert_eq!(
            table.give_refused(ANA, strikes(&table, maneuver, true)),
            Refusal::NotAllowed,
            "{system:?}"
        );
        table.give_accepted(ST, strikes(&table, maneuver, true));
        for class in [Class::Storyteller, Class::Table] {
            let view = table.view(class);
            let exchange = view.exchanges.values().next().expect("an exchange");
            let first = exchange.ledger.first().expect("a line");
            assert_eq!(first.title, "Out of turn", "{system:?}");
            let why = format!("It’s not their turn ({rule})");
            assert_eq!(first.chose.as_deref(), Some(&*why), "{system:?}");
        }
    }
}

#[test]
fn what_a_player_proposes_is_done_when_it_is_accepted() {
    for (system, maneuver, _) in SYSTEMS {
        let mut table = at_the_ghouls_turn(system);
        let plain = Box::new(strikes(&table, maneuver, false));
        let refused = table.give_refused(ANA, Command::Propose { command: plain });
        assert_eq!(refused, Refusal::NotAllowed, "{system:?}");
        let command = Box::new(strikes(&table, maneuver, true));
        table.give_accepted(ANA, Command::Propose { command });
        let proposal = table.view(Class::Storyteller).proposals[0].clone();
        assert!(proposal.words.contains("out of turn"), "{}", proposal.words);
        let id = proposal.id;
        table.give_accepted(
            ST,
            Command::Settle {
                proposal: id,
                accept: true,
            },
        );
        assert_eq!(table.view(Class::Table).exchanges.len(), 1, "{system:?}");
    }
}

#[test]
fn a_table_can_let_all_act_when_they_like() {
    for (system, maneuver, _) in SYSTEMS {
        let mut table = at_the_ghouls_turn(system).without_turn_order();
        table.give_accepted(ANA, strikes(&table, maneuver, false));
        let view = table.view(Class::Table);
        let exchange = view.exchanges.values().next().expect("an exchange");
        assert!(
            exchange
                .ledger
                .iter()
                .all(|line| line.title != "Out of turn")
        );
    }
}

#[test]
fn a_turn_waits_for_those_who_have_to_roll_and_goes_on_without_them() {
    for (system, ..) in SYSTEMS {
        let mut table = at_the_ghouls_turn(system);
        let turn = |table: &Table| table.view(Class::Storyteller).turn;
        let press = |table: &Table, anyway: bool| Command::NextTurn {
            after: turn(table),
            anyway,
        };
        while turn(&table).round == 1 {
            table.give_accepted(ST, press(&table, false));
        }
        if turn(&table).phase != Phase::Initiative {
            continue;
        }
        let refused = table.give_refused(ST, press(&table, false));
        let Refusal::Barred { why, .. } = &refused else {
            panic!("{refused:?}");
        };
        assert!(why.contains("Ghoul") && why.contains("Ilse"), "{why}");
        let whose = InitiativeTarget::One(table.combatant_id("Ilse"));
        table.give_accepted(
            ST,
            Command::RollInitiative {
                whose,
                face: Some(3),
            },
        );
        let Refusal::Barred { why, .. } = table.give_refused(ST, press(&table, false)) else {
            panic!("it went on");
        };
        assert!(why.contains("Ghoul") && !why.contains("Ilse"), "{why}");
        table.give_accepted(ST, press(&table, true));
        assert_ne!(turn(&table).phase, Phase::Initiative);
    }
}

#[test]
fn nobody_but_the_storyteller_goes_on_anyway() {
    let mut table = at_the_ghouls_turn(SystemId::Chronicle);
    table.next_turn();
    let after = table.view(Class::Table).turn;
    let press = |anyway| Command::NextTurn { after, anyway };
    assert_eq!(table.give_refused(ANA, press(true)), Refusal::NotAllowed);
    table.give_accepted(ANA, press(false));
}

#[test]
fn what_takes_no_action_is_done_at_any_moment() {
    let mut table = at_the_ghouls_turn(SystemId::Chronicle);
    let by: Actor = ANA;
    for maneuver in ["drop_prone", "dodge"] {
        let declared = Declaration {
            by: Some(table.combatant_id("Ilse")),
            at: Vec::new(),
            others: Vec::new(),
            without: Vec::new(),
            intent: Intent::of(maneuver),
            anyway: false,
            noticed: false,
            throws: false,
        };
        table.give_accepted(by, Command::Declare(Box::new(declared)));
    }
}
