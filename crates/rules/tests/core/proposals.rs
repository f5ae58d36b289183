//! Players propose what is not theirs to do; those who run the table do it or let it be.

use rules::base::id::{CombatantId, CommandId};
use rules::base::seat::Actor;
use rules::character::condition::Condition;
use rules::character::sheet::Sheet;
use rules::character::track::{DamagePacket, Severity};
use rules::encounter::command::{BoxShift, TokenDestination};
use rules::encounter::limits::{MAX_BOX_SHIFTS, MAX_DAMAGE, MAX_PROPOSALS};
use rules::encounter::log::LogMessage;
use rules::encounter::state::proposal::ProposalStatus;
use rules::encounter::{Class, Command, Encounter, Refusal, View};
use rules::ruleset::SystemId;
use testkit::table::{ANA, BEN, EVE, NOBODY, ST, Table, name};

/// Ana plays Ilse; there are two ghouls, and a cat that only the storyteller sees.
fn scene() -> Table {
    Table::with_combatants(&["@Ilse", "2x ghoul", "!Cat"])
        .place_all_in_order()
        .after_turns(1)
}

fn harm(id: CombatantId, lethal: u16) -> Command {
    let packet = DamagePacket::of_severity(Severity::Lethal, lethal);
    Command::Harm { id, packet }
}

fn propose(command: Command) -> Command {
    let command = Box::new(command);
    Command::Propose { command }
}

/// The ids of what is proposed, as the storyteller sees it.
fn proposed(table: &Table) -> Vec<CommandId> {
    let all = table.view(Class::Storyteller).proposals.into_iter();
    all.map(|proposal| proposal.id).collect()
}

fn settle(proposal: CommandId, accept: bool) -> Command {
    Command::Settle { proposal, accept }
}

#[test]
fn damage_on_a_foe_is_proposed_seen_by_the_storyteller_and_done() {
    let mut table = scene();
    let ghoul = table.combatant_id("Ghoul A");
    let before = table.view(Class::Table);
    assert_eq!(table.give_refused(ANA, harm(ghoul, 2)), Refusal::NotAllowed);
    table.give_accepted(ANA, propose(harm(ghoul, 2)));
    assert_eq!(table.view(Class::Table), before, "players are told nothing");
    let seen = table.view(Class::Storyteller).proposals;
    let words: Vec<_> = seen.iter().map(|it| (&it.by[..], &it.words[..])).collect();
    assert_eq!(words, [("Ana", "Ghoul A: takes 2 lethal")]);
    for by in [ANA, BEN, EVE] {
        let refusal = table.give_refused(by, settle(seen[0].id, true));
        assert_eq!(refusal, Refusal::NotAllowed);
    }
    let boxes = table.health_boxes("Ghoul A");
    table.give_accepted(ST, settle(seen[0].id, true));
    assert_eq!(proposed(&table), []);
    assert_ne!(table.health_boxes("Ghoul A"), boxes);
    assert!(table.health_boxes("Ghoul A").starts_with("XX"));
    // The log has both names: the storyteller's line says whose it was.
    let log = table.view(Class::Table).log;
    let line = log.iter().find_map(|line| match &line.what {
        LogMessage::Proposed { name, words, fate } => {
            Some((line.by.as_deref(), name, words, *fate))
        }
        _ => None,
    });
    let expected = (
        Some("Sam"),
        &"Ana".to_owned(),
        &String::new(),
        ProposalStatus::Accepted,
    );
    assert_eq!(line, Some(expected));
    assert_eq!(
        table.give_refused(ST, settle(seen[0].id, true)),
        Refusal::NotAsked
    );
}

#[test]
fn it_is_let_be_and_nothing_was() {
    let mut table = scene();
    let ghoul = table.combatant_id("Ghoul A");
    let before = table.view(Class::Table);
    table.give_accepted(ANA, propose(harm(ghoul, 1)));
    let id = proposed(&table)[0];
    table.give_accepted(ST, settle(id, false));
    assert_eq!(proposed(&table), []);
    assert_eq!(table.view(Class::Table), before);
}

/// Whether a move does anything may depend on hidden ones: accepted it is in any case.
#[test]
fn what_is_so_already_is_accepted_as_well() {
    for lines in [&["@Ilse", "ghoul", "!Cat"][..], &["@Ilse", "ghoul"]] {
        let mut table = Table::with_combatants(lines)
            .place_all_in_order()
            .after_turns(1);
        let ghoul = table.combatant_id("Ghoul");
        let to = TokenDestination::Before(None);
        table.give_accepted(ANA, propose(Command::Move { id: ghoul, to }));
        let order = table.view(Class::Table).order;
        let id = proposed(&table)[0];
        table.give_accepted(ST, settle(id, true));
        assert_eq!(proposed(&table), []);
        assert_eq!(table.view(Class::Table).order, order);
        let log = table.view(Class::Table).log;
        let told = log
            .iter()
            .filter(|line| matches!(line.what, LogMessage::Proposed { .. }));
        assert_eq!(told.count(), 1, "{lines:?}");
    }
}

#[test]
fn every_kind_of_proposal_is_what_the_command_would_be() {
    let scene = scene();
    let (ilse, ghoul) = (scene.combatant_id("Ilse"), scene.combatant_id("Ghoul A"));
    let one = BoxShift {
        from: None,
        to: Some(Severity::Bashing),
        count: 1,
    };
    let prone = "prone".to_owned();
    for command in [
        harm(ghoul, 3),
        Command::MarkBoxes {
            id: ghoul,
            shifts: vec![one],
        },
        Command::Spend {
            id: ghoul,
            pool: "willpower".into(),
            by: -1,
        },
        Command::Afflict {
            id: ghoul,
            key: prone,
            condition: Condition::default(),
        },
        Command::Move {
            id: ilse,
            to: TokenDestination::Before(None),
        },
        Command::Move {
            id: ghoul,
            to: TokenDestination::Bench,
        },
    ] {
        let mut asked = scene.clone();
        asked.give_accepted(ANA, propose(command.clone()));
        let id = proposed(&asked)[0];
        let words = asked.view(Class::Storyteller).proposals.remove(0).words;
        assert!(words.len() > "Ghoul A: ".len(), "{words}");
        let accepted = asked.give(ST, settle(id, true));
        let mut done = scene.clone();
        let given = done.give(ST, command.clone());
        // What cannot be done is refused to who accepts it, and stays until it is let be.
        assert_eq!(accepted.is_ok(), given.is_ok(), "{command:?}");
        if accepted.is_ok() {
            assert_eq!(
                asked.comparable_state(),
                done.comparable_state(),
                "{command:?}"
            );
        } else {
            assert_eq!(proposed(&asked), [id]);
        }
    }
}

#[test]
fn what_cannot_be_known_or_proposed_is_refused() {
    let mut table = scene();
    let (ilse, ghoul, cat) = (
        table.combatant_id("Ilse"),
        table.combatant_id("Ghoul A"),
        table.combatant_id("Cat"),
    );
    let nobody: CombatantId = "n0b0dy00".parse().expect("an id");
    // Hidden and absent are alike, also as the place to go to.
    for whom in [cat, nobody] {
        let refusal = table.give_refused(ANA, propose(harm(whom, 1)));
        assert_eq!(refusal, Refusal::NoSuchCombatant);
        let to = TokenDestination::Before(Some(whom));
        let refusal = table.give_refused(ANA, propose(Command::Move { id: ilse, to }));
        assert_eq!(refusal, Refusal::NoSuchCombatant);
    }
    // What is theirs to do they do; a spectator and a stranger propose nothing.
    assert_eq!(
        table.give_refused(ANA, propose(harm(ilse, 1))),
        Refusal::NothingToDo
    );
    assert_eq!(
        table.give_refused(ST, propose(harm(ghoul, 1))),
        Refusal::NothingToDo
    );
    assert_eq!(
        table.give_refused(EVE, propose(harm(ghoul, 1))),
        Refusal::NotAllowed
    );
    assert_eq!(
        table.give_refused(NOBODY, propose(harm(ghoul, 1))),
        Refusal::NoSeat
    );
    for command in [
        Command::Remove { id: ghoul },
        Command::EndScene,
        propose(harm(ghoul, 1)),
        Command::Reveal { id: ghoul },
    ] {
        assert_eq!(
            table.give_refused(ANA, propose(command)),
            Refusal::NotAllowed
        );
    }
    assert_eq!(
        table.give_refused(ANA, propose(harm(ghoul, 0))),
        Refusal::NothingToDo
    );
    assert_eq!(
        table.give_refused(ANA, propose(harm(ghoul, 60_000))),
        Refusal::OutOfBounds
    );
    let by = i32::MIN;
    let pool = "x".repeat(61);
    let marks = |count: usize, times: usize| {
        let (from, to) = (None, Some(Severity::Bashing));
        let count = u16::try_from(count).expect("a few");
        let shifts = vec![BoxShift { from, to, count }; times];
        Command::MarkBoxes { id: ghoul, shifts }
    };
    assert_eq!(
        table.give_refused(ANA, propose(marks(0, 2))),
        Refusal::NothingToDo
    );
    let willpower = |by| Command::Spend {
        id: ghoul,
        pool: "willpower".into(),
        by,
    };
    assert_eq!(
        table.give_refused(ANA, propose(willpower(0))),
        Refusal::NothingToDo
    );
    for command in [
        marks(MAX_BOX_SHIFTS + 2, 1),
        marks(1, MAX_BOX_SHIFTS + 2),
        willpower(i32::from(MAX_DAMAGE) + 2),
        Command::Count { id: ghoul, by },
        Command::Spend {
            id: ghoul,
            pool,
            by: 1,
        },
    ] {
        assert_eq!(
            table.give_refused(ANA, propose(command)),
            Refusal::OutOfBounds
        );
    }
    table.give_accepted(ANA, propose(marks(1, 1)));
    // Turns of nothing are counted as well.
    let mut run = marks(0, MAX_BOX_SHIFTS + 2);
    if let Command::MarkBoxes { shifts, .. } = &mut run {
        shifts[0].count = 1;
    }
    assert_eq!(table.give_refused(ANA, propose(run)), Refusal::OutOfBounds);
    let unknown = Command::Afflict {
        id: ghoul,
        key: "frumious".into(),
        condition: Condition::default(),
    };
    assert_eq!(
        table.give_refused(ANA, propose(unknown)),
        Refusal::NoSuchCondition
    );
}

/// A foe's numbers are not told by what is refused: of a foe that has no such box and no such points it is
/// proposed all the same.
#[test]
fn a_refusal_tells_nothing_of_a_foe() {
    let mut table = scene();
    let ghoul = table.combatant_id("Ghoul A");
    let full = BoxShift {
        from: Some(Severity::Aggravated),
        to: None,
        count: 9,
    };
    let shifts = vec![full];
    table.give_accepted(ANA, propose(Command::MarkBoxes { id: ghoul, shifts }));
    let pool = "frumiousness".to_owned();
    let spend = Command::Spend {
        id: ghoul,
        pool,
        by: -90,
    };
    table.give_accepted(ANA, propose(spend));
    for id in proposed(&table) {
        table.give_refused(ST, settle(id, true));
        table.give_accepted(ST, settle(id, false));
    }
}

#[test]
fn a_seat_proposes_so_much_and_no_more() {
    let mut table = scene();
    let ghoul = table.combatant_id("Ghoul A");
    for lethal in 1..=MAX_PROPOSALS {
        let lethal = u16::try_from(lethal).expect("a few");
        table.give_accepted(ANA, propose(harm(ghoul, lethal)));
        // The same twice is one.
        let twice = table.give_refused(ANA, propose(harm(ghoul, lethal)));
        assert_eq!(twice, Refusal::NothingToDo);
    }
    let more = table.give_refused(ANA, propose(harm(ghoul, 50)));
    assert_eq!(more, Refusal::TooManyProposals);
    table.give_accepted(BEN, propose(harm(ghoul, 50)));
    let first = proposed(&table)[0];
    table.give_accepted(ST, settle(first, false));
    table.give_accepted(ANA, propose(harm(ghoul, 50)));
}

#[test]
fn it_goes_with_whom_it_touches_and_with_who_made_it() {
    let mut table = scene();
    let (a, b) = (table.combatant_id("Ghoul A"), table.combatant_id("Ghoul B"));
    table.give_accepted(ANA, propose(harm(a, 1)));
    table.give_accepted(BEN, propose(harm(b, 1)));
    let before = proposed(&table);
    table.give_accepted(ST, Command::Remove { id: a });
    assert_eq!(proposed(&table), before[1..]);
    table.give_accepted(ST, Command::Undo);
    assert_eq!(proposed(&table), before, "it comes back with them");
    table.give_accepted(ST, Command::Redo);
    assert_eq!(proposed(&table), before[1..]);
    let Actor::Seat(ben) = BEN else {
        panic!("a seat")
    };
    table.give_accepted(ST, Command::Unseat { seat: ben });
    assert_eq!(proposed(&table), []);
}

#[test]
fn what_was_accepted_is_taken_back_whole_and_brought_back() {
    let mut table = scene();
    let ghoul = table.combatant_id("Ghoul A");
    table.give_accepted(ANA, propose(harm(ghoul, 2)));
    let id = proposed(&table)[0];
    let asked = table.comparable_state();
    table.give_accepted(ST, settle(id, true));
    let done = table.comparable_state();
    table.give_accepted(ST, Command::Undo);
    assert_eq!(table.comparable_state(), asked, "it is proposed again");
    table.give_accepted(ST, Command::Redo);
    assert_eq!(table.comparable_state(), done);
    // And the log replays to the same.
    let mut again = Encounter::new(name("A test"), table.view(Class::Storyteller).system);
    for record in &table.records {
        let text = serde_json::to_string(record).expect("data");
        again.apply(&serde_json::from_str(&text).expect("a record"));
    }
    assert!(again == table.encounter);
}

#[test]
fn who_proposed_it_takes_it_back_and_nobody_else() {
    let mut table = scene();
    let ghoul = table.combatant_id("Ghoul A");
    let before = table.comparable_state();
    table.give_accepted(ANA, propose(harm(ghoul, 2)));
    let proposal = proposed(&table)[0];
    let seat = |actor| match actor {
        Actor::Seat(seat) => seat,
        Actor::Server => panic!("a seat"),
    };
    let own = table.encounter.proposals_of(seat(ANA));
    let words: Vec<_> = own.iter().map(|it| (it.id, &it.words[..])).collect();
    assert_eq!(words, [(proposal, "Ghoul A: takes 2 lethal")]);
    assert_eq!(table.encounter.proposals_of(seat(BEN)), []);
    let retract = Command::Retract { proposal };
    for by in [BEN, ST] {
        assert_eq!(table.give_refused(by, retract.clone()), Refusal::NotAsked);
    }
    assert_eq!(
        table.give_refused(EVE, retract.clone()),
        Refusal::NotAllowed
    );
    assert_eq!(table.give_refused(NOBODY, retract.clone()), Refusal::NoSeat);
    let seen = table.view(Class::Table);
    table.give_accepted(ANA, retract.clone());
    assert_eq!(table.view(Class::Table), seen, "players are told nothing");
    assert_eq!(table.comparable_state(), before);
    // Once; and what was settled is not there to be taken back.
    assert_eq!(table.give_refused(ANA, retract), Refusal::NotAsked);
    table.give_accepted(ANA, propose(harm(ghoul, 1)));
    let proposal = proposed(&table)[0];
    table.give_accepted(ST, settle(proposal, true));
    let late = Command::Retract { proposal };
    assert_eq!(table.give_refused(ANA, late), Refusal::NotAsked);
}

/// A foe who hides and a foe who is gone are alike to who has proposed something of them: what they read of
/// it, what they may take back, and how much more they may propose.
#[test]
fn hidden_and_gone_are_alike_to_who_proposed() {
    let mut table = scene();
    let (a, b) = (table.combatant_id("Ghoul A"), table.combatant_id("Ghoul B"));
    for lethal in 1..=u16::try_from(MAX_PROPOSALS - 1).expect("a few") {
        table.give_accepted(ANA, propose(harm(a, lethal)));
    }
    let ilse = table.combatant_id("Ilse");
    let to = TokenDestination::Before(Some(a));
    table.give_accepted(ANA, propose(Command::Move { id: ilse, to }));
    let first = proposed(&table)[0];
    let Actor::Seat(ana) = ANA else {
        panic!("a seat")
    };
    let told = |command: Command| {
        let mut table = table.clone();
        table.give_accepted(ST, command);
        let left = table.encounter.proposals_of(ana);
        let words: Vec<_> = left.into_iter().map(|it| it.words).collect();
        let mut answers = vec![table.give(ANA, Command::Retract { proposal: first }).err()];
        for lethal in 1..=u16::try_from(MAX_PROPOSALS).expect("a few") {
            answers.push(table.give(ANA, propose(harm(b, lethal))).err());
        }
        answers.push(table.give(ANA, propose(harm(a, 1))).err());
        (words, answers)
    };
    let (hidden, gone) = (
        told(Command::Hide { id: a }),
        told(Command::Remove { id: a }),
    );
    assert_eq!(hidden, gone);
    assert_eq!(hidden.0, ["Ilse: before Gone"]);
    // What was hidden by mistake is proposed again.
    let before = proposed(&table);
    table.give_accepted(ST, Command::Hide { id: a });
    table.give_accepted(ST, Command::Undo);
    assert_eq!(proposed(&table), before);
}

/// What players see, without when it happened.
fn without_times(table: &Table) -> View {
    let mut view = table.view(Class::Table);
    view.log.iter_mut().for_each(|line| line.at = 0);
    view
}

/// What another proposed of one's own combatant does not keep one from taking back that it went.
#[test]
fn what_others_propose_is_not_felt() {
    let mut table = Table::with_combatants(&["@Ilse", "2x ghoul"]);
    let ilse = table.combatant_id("Ilse");
    let alone = {
        let mut table = table.clone();
        table.give_accepted(ANA, Command::Remove { id: ilse });
        table.give_accepted(ANA, Command::Undo);
        without_times(&table)
    };
    table.give_accepted(BEN, propose(harm(ilse, 2)));
    let before = proposed(&table);
    table.give_accepted(ANA, Command::Remove { id: ilse });
    assert_eq!(proposed(&table), []);
    table.give_accepted(ANA, Command::Undo);
    assert_eq!(proposed(&table), before);
    assert_eq!(without_times(&table), alone);
}

#[test]
fn every_pool_of_a_system_has_its_word() {
    for system in SystemId::ALL {
        let rules = system.rules();
        let mut sheet = Sheet::default();
        for spec in rules.facts().trait_specs {
            sheet.traits.insert(spec.key.to_owned(), spec.max);
        }
        let pools = rules.pool_specs(&sheet);
        let pools: Vec<_> = pools.iter().map(|pool| (pool.key, pool.title)).collect();
        assert_eq!(pools, rules.lists().pool_titles, "{system:?}");
    }
}
