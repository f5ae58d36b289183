//! Rolls that a storyteller asks for: what they are made of on each sheet, who learns what, and what stays when the
//! question is taken back.

use rules::base::id::{AskId, ClockId, CombatantId, HandoutId, SeatId};
use rules::base::seat::Actor;
use rules::character::parameters::Parameters;
use rules::encounter::command::{
    AskInput, AskReply, AskStep, ClockEdit, HandoutEdit, HandoutInput,
};
use rules::encounter::log::{AskMessage, ClockCause, ClockMessage, HandoutMessage, LogMessage};
use rules::encounter::view::{AskAnswerView, AskView};
use rules::encounter::{
    AskConsequence, AskEnd, AskTelling, Class, Command, PrivateView, Refusal, diff,
};
use rules::ruleset::SystemId;
use rules::trait_pool::{PoolPart, complete_pool, pool_title, read_pool};
use testkit::table::{ANA, BEN, EVE, ST, Table, add_command};

const SECRET: AskTelling = AskTelling::Secret { announced: false };

/// Ana's Ilse, Ben's Bo, and a ghoul of the storyteller's.
fn table(system: SystemId) -> Table {
    let mut table = Table::with_system(system);
    for (by, line) in [(ANA, "Ilse"), (BEN, "Bo"), (ST, "Ghoul")] {
        table.give_accepted(by, add_command(line));
    }
    table
}

/// A pool that every sheet of the system has, in words and in parts.
fn pool(system: SystemId) -> Vec<PoolPart> {
    let facts = system.rules().facts();
    let mut rolled = facts.trait_specs.iter();
    let spec = rolled.find(|spec| !facts.unrolled_traits.contains(&spec.key) && spec.default > 0);
    let spec = spec.or(facts.trait_specs.first()).expect("a trait");
    vec![PoolPart::Trait(spec.key.into()), PoolPart::Number(2)]
}

fn asked(table: &Table, telling: AskTelling, whom: &[&str]) -> AskInput {
    let system = table.view(Class::Storyteller).system;
    AskInput {
        pool: pool(system),
        of: whom.iter().map(|name| table.combatant_id(name)).collect(),
        telling,
        ..AskInput::default()
    }
}

fn ask(table: &mut Table, telling: AskTelling, whom: &[&str]) -> AskId {
    let asked = asked(table, telling, whom);
    table.give_accepted(ST, Command::AskRoll(Box::new(asked)));
    asks(table, Class::Storyteller).last().expect("an ask").id
}

fn asks(table: &Table, class: Class) -> Vec<AskView> {
    table
        .view(class)
        .asks
        .map(|it| it.to_vec())
        .unwrap_or_default()
}

fn roll(ask: AskId, who: CombatantId) -> Command {
    Command::AnswerAsk {
        ask,
        who,
        reply: AskReply::Roll {
            added: Default::default(),
            faces: None,
        },
    }
}

fn step(ask: AskId, step: AskStep) -> Command {
    Command::StepAsk { ask, step }
}

/// The answer of the combatant of this name in the newest asked roll of a class.
fn answer(table: &Table, class: Class, name: &str) -> AskAnswerView {
    let id = table.combatant_id(name);
    let all = asks(table, class);
    let mut answers = all.iter().rev().flat_map(|ask| &ask.answers);
    answers.find(|it| it.who == id).expect("an answer").clone()
}

#[test]
fn the_whole_way_in_every_system() {
    for system in SystemId::ALL {
        for telling in [AskTelling::Open, AskTelling::PassFail, SECRET] {
            let mut table = table(*system);
            let id = ask(&mut table, telling, &["Ilse", "Bo"]);
            let open = answer(&table, Class::Storyteller, "Ilse");
            assert!(!open.terms.is_empty() && !open.made, "{system:?}");
            let (ilse, bo) = (table.combatant_id("Ilse"), table.combatant_id("Bo"));
            // Nobody answers for another player.
            assert_eq!(table.give_refused(BEN, roll(id, ilse)), Refusal::NotAllowed);
            assert_eq!(table.give_refused(EVE, roll(id, ilse)), Refusal::NotAllowed);
            table.give_accepted(ANA, roll(id, ilse));
            assert_eq!(table.give_refused(ANA, roll(id, ilse)), Refusal::DiceFell);
            table.give_accepted(ST, step(id, AskStep::RollMissing));
            let missing = step(id, AskStep::RollMissing);
            assert_eq!(table.give_refused(ST, missing), Refusal::NobodyToRoll);
            let told = answer(&table, Class::Storyteller, "Bo");
            assert!(told.by_storyteller && told.rolled.is_some() && told.passed.is_some());
            let seen = asks(&table, Class::Table);
            match telling {
                AskTelling::Open => {
                    let seen = answer(&table, Class::Table, "Ilse");
                    assert!(seen.rolled.is_some() && seen.passed.is_some());
                }
                AskTelling::PassFail => {
                    let seen = answer(&table, Class::Table, "Ilse");
                    assert!(
                        seen.rolled.is_none() && seen.passed.is_some() && seen.terms.is_empty()
                    );
                }
                AskTelling::Secret { .. } => assert_eq!(seen, []),
            }
            table.give_accepted(ST, step(id, AskStep::Keep));
            assert_eq!(table.give_refused(ANA, roll(id, bo)), Refusal::NotAllowed);
            assert_eq!(table.give_refused(BEN, roll(id, bo)), Refusal::NotAsked);
        }
    }
}

#[test]
fn a_secret_one_changes_nothing_for_the_others() {
    for system in SystemId::ALL {
        let mut table = table(*system);
        let before = table.view(Class::Table);
        let id = ask(&mut table, SECRET, &["Ilse", "Bo"]);
        let ilse = table.combatant_id("Ilse");
        table.give_accepted(ANA, roll(id, ilse));
        table.give_accepted(ST, step(id, AskStep::RollMissing));
        let passed = [(ilse, true)].into_iter().collect();
        table.give_accepted(ST, step(id, AskStep::Tell { passed }));
        assert_eq!(diff(&before, &table.view(Class::Table)), []);
        // Whoever is not asked is told the same as of a question that was never put.
        let other = ask(&mut table, SECRET, &["Ilse"]);
        let bo = table.combatant_id("Bo");
        assert_eq!(table.give_refused(BEN, roll(other, bo)), Refusal::NotAsked);
        assert_eq!(
            table.give_refused(BEN, roll(AskId(1), bo)),
            Refusal::NotAsked
        );
    }
}

#[test]
fn others_may_learn_that_something_was_asked() {
    let mut table = table(SystemId::FIRST);
    let announced = AskTelling::Secret { announced: true };
    let id = ask(&mut table, announced, &["Ilse"]);
    let LogMessage::Asked(told) = table.last_log_message(Class::Table) else {
        panic!("it is told");
    };
    assert_eq!(*told, AskMessage::Something);
    assert_eq!(asks(&table, Class::Table), []);
    let ilse = table.combatant_id("Ilse");
    let before = table.view(Class::Table);
    table.give_accepted(ANA, roll(id, ilse));
    assert_eq!(diff(&before, &table.view(Class::Table)), []);
    table.give_accepted(ST, step(id, AskStep::Show));
    let LogMessage::Asked(told) = table.last_log_message(Class::Table) else {
        panic!("it is told");
    };
    let AskMessage::Shown { rolled, .. } = &*told else {
        panic!("the dice are shown: {told:?}");
    };
    assert_eq!(rolled.len(), 1);
    assert_eq!(asks(&table, Class::Table)[0].end, Some(AskEnd::Shown));
    assert!(answer(&table, Class::Table, "Ilse").rolled.is_some());
}

#[test]
fn undo_takes_back_the_question_and_never_the_dice() {
    for telling in [AskTelling::Open, AskTelling::PassFail, SECRET] {
        let mut table = table(SystemId::FIRST);
        let id = ask(&mut table, telling, &["Ilse", "Bo"]);
        let ilse = table.combatant_id("Ilse");
        table.give_accepted(ANA, roll(id, ilse));
        let rolled = answer(&table, Class::Storyteller, "Ilse").rolled;
        let lines = table.log_line_count(Class::Storyteller);
        table.give_accepted(ST, Command::Undo);
        assert_eq!(asks(&table, Class::Storyteller), []);
        assert_eq!(table.log_line_count(Class::Storyteller), lines);
        let line = |line: &rules::encounter::view::LogLineView| {
            matches!(line.what, LogMessage::Rolled { .. }) && line.undone.is_none()
        };
        assert!(table.view(Class::Storyteller).log.iter().any(line));
        // Brought back, the question has the dice that fell for it.
        table.give_accepted(ST, Command::Redo);
        assert_eq!(answer(&table, Class::Storyteller, "Ilse").rolled, rolled);
        assert_eq!(table.give_refused(ANA, roll(id, ilse)), Refusal::DiceFell);
    }
}

#[test]
fn wounds_and_untrained_skills_are_in_each_ones_sum() {
    let mut table = Table::with_system(SystemId::Chronicle);
    for (by, line) in [
        (ANA, "Ilse wits 3 stealth 2 stamina 1 size 5"),
        (BEN, "Bo wits 2 stamina 1 size 5"),
    ] {
        table.give_accepted(by, add_command(line));
    }
    let ilse = table.combatant_id("Ilse");
    let packet = rules::character::track::DamagePacket::of_severity(
        rules::character::track::Severity::Lethal,
        5,
    );
    table.give_accepted(ST, Command::Harm { id: ilse, packet });
    let asked = AskInput {
        pool: read_pool("wits stealth", SystemId::Chronicle.rules(), &[]).expect("a pool"),
        ..asked(&table, AskTelling::Open, &["Ilse", "Bo"])
    };
    table.give_accepted(ST, Command::AskRoll(Box::new(asked)));
    let terms = |name: &str| -> Vec<(String, i32, Option<String>)> {
        let terms = answer(&table, Class::Table, name).terms.into_iter();
        let rule = |term: &rules::base::term::Term| term.rule.as_ref().map(ToString::to_string);
        terms
            .map(|term| (term.label.to_string(), term.value, rule(&term)))
            .collect()
    };
    let term =
        |label: &str, value, rule: Option<&str>| (label.to_owned(), value, rule.map(str::to_owned));
    assert_eq!(
        terms("Ilse")[..2],
        [term("Wits", 3, None), term("Stealth", 2, None)]
    );
    assert!(
        terms("Ilse")
            .iter()
            .any(|(_, value, rule)| *value < 0 && rule.is_some())
    );
    let untrained = Some("CHR-DICE-07");
    assert_eq!(
        terms("Bo"),
        [
            term("Wits", 2, None),
            term("Stealth", 0, None),
            term("Unskilled", -1, untrained)
        ]
    );
}

#[test]
fn a_player_may_wish_for_another_trait() {
    let mut table = table(SystemId::Masquerade);
    let id = ask(&mut table, AskTelling::Open, &["Ilse"]);
    let ilse = table.combatant_id("Ilse");
    let wish = |pool| Command::AnswerAsk {
        ask: id,
        who: ilse,
        reply: AskReply::Instead { pool },
    };
    let other = vec![PoolPart::Trait("perception".into())];
    let unknown = vec![PoolPart::Trait("frumiousness".into())];
    assert_eq!(table.give_refused(ANA, wish(unknown)), Refusal::NoSuchTrait);
    table.give_accepted(ANA, wish(other.clone()));
    assert_eq!(
        table.give_refused(ANA, wish(other.clone())),
        Refusal::NothingToDo
    );
    assert_eq!(
        answer(&table, Class::Storyteller, "Ilse").wish.as_deref(),
        Some("Perception")
    );
    let settle = |accept| step(id, AskStep::Settle { who: ilse, accept });
    table.give_accepted(ST, settle(false));
    assert_eq!(table.give_refused(ST, settle(true)), Refusal::NotAsked);
    table.give_accepted(ANA, wish(other));
    table.give_accepted(ST, settle(true));
    let now = answer(&table, Class::Table, "Ilse");
    assert_eq!(now.instead.as_deref(), Some("Perception"));
    assert_eq!(now.terms[0].label, "Perception");
    table.give_accepted(ANA, roll(id, ilse));
}

#[test]
fn what_the_roller_adds_is_paid_and_told_to_nobody_in_secret() {
    let mut table = table(SystemId::Masquerade);
    let ilse = table.combatant_id("Ilse");
    let with = |ask, key: &str| Command::AnswerAsk {
        ask,
        who: ilse,
        reply: AskReply::Roll {
            added: [key.to_owned()].into_iter().collect(),
            faces: None,
        },
    };
    let secret = ask(&mut table, SECRET, &["Ilse"]);
    let why = table.give_refused(ANA, with(secret, "willpower"));
    assert!(matches!(why, Refusal::Chat(_)), "{why}");
    assert_eq!(
        table.give_refused(ANA, with(secret, "kind")),
        Refusal::OtherSystem
    );
    let left = |table: &Table| table.row("Ilse").pools.get("willpower").copied();
    let before = left(&table).expect("willpower");
    let open = ask(&mut table, AskTelling::PassFail, &["Ilse"]);
    table.give_accepted(ANA, with(open, "willpower"));
    assert_eq!(left(&table), Some(before - 1));
    assert_eq!(answer(&table, Class::Table, "Ilse").passed, Some(true));
}

#[test]
fn the_higher_one_wins_and_help_adds_dice() {
    let mut table = table(SystemId::Chronicle);
    let ids = ["Ilse", "Bo", "Ghoul"].map(|name| table.combatant_id(name));
    let [ilse, bo, ghoul] = ids;
    let against = AskInput {
        pool: vec![PoolPart::Number(2)],
        against: Some(ghoul),
        ..asked(&table, AskTelling::Open, &["Ilse", "Bo"])
    };
    table.give_accepted(ST, Command::AskRoll(Box::new(against)));
    let id = asks(&table, Class::Storyteller)[0].id;
    table.give_accepted_with(ANA, roll(id, ilse), &[8, 9]);
    assert_eq!(
        answer(&table, Class::Table, "Ilse").passed,
        None,
        "not known yet"
    );
    table.give_accepted_with(BEN, roll(id, bo), &[8, 3]);
    table.give_accepted_with(ST, roll(id, ghoul), &[8, 2]);
    assert_eq!(answer(&table, Class::Table, "Ilse").passed, Some(true));
    assert_eq!(
        answer(&table, Class::Table, "Bo").passed,
        Some(false),
        "a tie is not more"
    );
    table.give_accepted(ST, step(id, AskStep::Keep));

    let helped = AskInput {
        pool: vec![PoolPart::Number(2)],
        helper: Some(bo),
        needs: 3,
        ..asked(&table, AskTelling::Open, &["Ilse"])
    };
    table.give_accepted(ST, Command::AskRoll(Box::new(helped)));
    let id = asks(&table, Class::Storyteller)[1].id;
    assert_eq!(
        table.give_refused(ANA, roll(id, ilse)),
        Refusal::NotAsked,
        "help comes first"
    );
    table.give_accepted_with(ST, roll(id, bo), &[9, 8]);
    table.give_accepted_with(ANA, roll(id, ilse), &[8, 8, 8, 2]);
    let told = answer(&table, Class::Table, "Ilse");
    assert_eq!((told.terms.len(), told.passed), (2, Some(true)));
}

#[test]
fn a_failure_brings_what_it_was_said_to_bring() {
    let mut table = table(SystemId::Chronicle);
    let ilse = table.combatant_id("Ilse");
    let key = SystemId::Chronicle.rules().facts().condition_specs[0].key;
    let input = AskInput {
        pool: vec![PoolPart::Number(1)],
        follows: vec![AskConsequence::Condition(key.into())],
        ..asked(&table, AskTelling::Open, &["Ilse"])
    };
    table.give_accepted(ST, Command::AskRoll(Box::new(input.clone())));
    let id = asks(&table, Class::Storyteller)[0].id;
    table.give_accepted_with(ANA, roll(id, ilse), &[2]);
    assert!(table.row("Ilse").conditions.contains_key(key));
    let unknown = AskInput {
        follows: vec![AskConsequence::Condition("frumious".into())],
        ..input
    };
    let unknown = Command::AskRoll(Box::new(unknown));
    assert_eq!(table.give_refused(ST, unknown), Refusal::NoSuchCondition);
}

/// Makes a clock and returns its id.
fn make_clock(table: &mut Table, line: &str) -> ClockId {
    let line = line.to_owned();
    table.give_accepted(ST, Command::EditClock(ClockEdit::Make { line }));
    let clocks = table.view(Class::Storyteller).clocks.expect("clocks");
    clocks.last().expect("a clock").id
}

/// Number of filled segments of a clock.
fn filled(table: &Table, id: ClockId) -> u16 {
    let clocks = table.view(Class::Storyteller).clocks.expect("clocks");
    let mut clocks = clocks.iter();
    clocks.find(|clock| clock.id == id).expect("it").filled
}

/// Puts a note onto the shelf and returns its id. The others are told when it is given.
fn make_note(table: &mut Table) -> HandoutId {
    let to = Box::new(HandoutInput {
        kind: rules::handout::HandoutKind::Note,
        name: "Behind the altar".into(),
        text: vec![rules::encounter::command::PassageInput {
            words: "A stair leads down.".into(),
            covered: false,
        }],
        announced: true,
        ..HandoutInput::default()
    });
    let put = HandoutEdit::Put { id: None, to };
    table.give_accepted(ST, Command::EditHandout(put));
    let shelf = table.view(Class::Storyteller).handouts.expect("a shelf");
    let first = shelf.iter().next().expect("a note");
    first.0
}

/// The names of those who have the only handout.
fn holders(table: &Table) -> Vec<String> {
    let shelf = table.view(Class::Storyteller).handouts.expect("a shelf");
    let (_, note) = shelf.iter().next().expect("a note");
    let names = ["Ilse", "Bo", "Ghoul"].into_iter();
    let holds = |name: &&str| note.holders.contains_key(&table.combatant_id(name));
    names.filter(holds).map(str::to_owned).collect()
}

#[test]
fn failures_fill_a_clock_passes_bring_a_handout_and_undo_takes_all_of_it_along() {
    let mut table = table(SystemId::Chronicle);
    let alarm = make_clock(&mut table, "Alarm 8, on failed Wits");
    let calm = make_clock(&mut table, "Calm 4, hidden");
    let note = make_note(&mut table);
    let key = SystemId::Chronicle.rules().facts().condition_specs[0].key;
    let input = AskInput {
        pool: vec![PoolPart::Trait("wits".into()), PoolPart::Number(-1)],
        follows: vec![
            AskConsequence::Condition(key.into()),
            AskConsequence::Tick {
                clock: alarm,
                passed: false,
            },
            AskConsequence::Tick {
                clock: calm,
                passed: true,
            },
            AskConsequence::Handout(note),
        ],
        ..asked(&table, AskTelling::Open, &["Ilse", "Bo"])
    };
    table.give_accepted(ST, Command::AskRoll(Box::new(input)));
    let (view, hers) = (asks(&table, Class::Table), table.view(Class::Table));
    assert_eq!(view[0].follows, [], "players learn of it when it comes");
    let id = view[0].id;
    let [ilse, bo] = ["Ilse", "Bo"].map(|name| table.combatant_id(name));
    table.give_accepted_with(ANA, roll(id, ilse), &[2]);
    // The clock waits for failed rolls of Wits, too, and fills once.
    assert_eq!((filled(&table, alarm), filled(&table, calm)), (1, 0));
    assert!(table.row("Ilse").conditions.contains_key(key));
    assert_eq!(holders(&table), [""; 0]);
    let told = table.view(Class::Table).log;
    let told = told.iter().rev().find_map(|line| match &line.what {
        LogMessage::Clock(told) => Some((**told).clone()),
        _ => None,
    });
    let Some(ClockMessage::Filled { cause, .. }) = told else {
        panic!("another line");
    };
    let by_ilse = ClockCause::Roll {
        name: Some("Ilse".into()),
        of: view[0].what.clone(),
        failed: true,
        secret: false,
    };
    assert_eq!(cause, Some(by_ilse));
    // Ana did nothing that she could undo.
    let yours = |table: &Table| table.view(Class::Table).undo;
    assert_eq!(yours(&table), hers.undo);

    table.give_accepted_with(BEN, roll(id, bo), &[9]);
    assert_eq!((filled(&table, alarm), filled(&table, calm)), (1, 1));
    assert_eq!(holders(&table), ["Bo"]);
    table.give_accepted(ST, Command::Undo);
    assert_eq!((filled(&table, calm), holders(&table).len()), (0, 0));
    assert!(
        answer(&table, Class::Table, "Bo").made,
        "the dice stay where they fell"
    );
    table.give_accepted(ST, Command::Redo);
    assert_eq!((filled(&table, calm), holders(&table).len()), (1, 1));
    table.give_accepted(ST, Command::Undo);
    table.give_accepted(ST, Command::Undo);
    assert_eq!(filled(&table, alarm), 0);
    assert!(!table.row("Ilse").conditions.contains_key(key));
    let log = table.view(Class::Table).log;
    let struck = |line: &&rules::encounter::view::LogLineView| {
        matches!(line.what, LogMessage::Rolled { .. }) && line.undone.is_some()
    };
    assert_eq!(log.iter().filter(struck).count(), 0);
}

#[test]
fn what_follows_a_secret_roll_tells_nobody_who_made_it() {
    let mut table = table(SystemId::Chronicle);
    let alarm = make_clock(&mut table, "Alarm 8");
    let note = make_note(&mut table);
    let input = AskInput {
        pool: vec![PoolPart::Number(1)],
        follows: vec![
            AskConsequence::Tick {
                clock: alarm,
                passed: true,
            },
            AskConsequence::Handout(note),
        ],
        ..asked(&table, SECRET, &["Ilse"])
    };
    table.give_accepted(ST, Command::AskRoll(Box::new(input)));
    let id = asks(&table, Class::Storyteller)[0].id;
    let before = table.view(Class::Table);
    let ilse = table.combatant_id("Ilse");
    table.give_accepted_with(ANA, roll(id, ilse), &[9]);
    let LogMessage::Clock(told) = table.last_log_message(Class::Table) else {
        panic!("the clock is what players see");
    };
    let ClockMessage::Filled { cause, .. } = &*told else {
        panic!("{told:?}");
    };
    assert_eq!(*cause, Some(ClockCause::Something));
    let given = |line: &rules::encounter::view::LogLineView| match &line.what {
        LogMessage::Handout(told) => matches!(**told, HandoutMessage::Given { .. }),
        _ => false,
    };
    let log = table.view(Class::Table).log;
    assert!(
        !log.iter().any(given),
        "nobody hears that she got something"
    );
    assert!(table.view(Class::Storyteller).log.iter().any(given));
    assert_eq!(log.len(), before.log.len() + 1);
    assert_eq!(table.view(Class::Table).undo, before.undo);
    assert_eq!(holders(&table), ["Ilse"]);
}

#[test]
fn those_who_roll_together_bring_each_their_own() {
    let mut table = table(SystemId::Chronicle);
    let alarm = make_clock(&mut table, "Alarm 3");
    let note = make_note(&mut table);
    let [ilse, bo, ghoul] = ["Ilse", "Bo", "Ghoul"].map(|name| table.combatant_id(name));
    let input = AskInput {
        pool: vec![PoolPart::Number(1)],
        against: Some(ghoul),
        follows: vec![
            AskConsequence::Tick {
                clock: alarm,
                passed: true,
            },
            AskConsequence::Handout(note),
        ],
        ..asked(&table, AskTelling::Open, &["Ilse", "Bo"])
    };
    table.give_accepted(ST, Command::AskRoll(Box::new(input)));
    let id = asks(&table, Class::Storyteller)[0].id;
    table.give_accepted_with(ANA, roll(id, ilse), &[9]);
    table.give_accepted_with(BEN, roll(id, bo), &[9]);
    // Nobody passes before the opponent has rolled, and then both do.
    assert_eq!((filled(&table, alarm), holders(&table).len()), (0, 0));
    table.give_accepted_with(ST, roll(id, ghoul), &[2]);
    assert_eq!(filled(&table, alarm), 2);
    assert_eq!(holders(&table), ["Ilse", "Bo"]);
    table.give_accepted(ST, Command::Undo);
    assert_eq!((filled(&table, alarm), holders(&table).len()), (0, 0));
    // What is gone by then brings nothing.
    let id = ask(&mut table, AskTelling::Open, &["Ilse"]);
    table.give_accepted(ST, step(id, AskStep::Keep));
    let input = AskInput {
        pool: vec![PoolPart::Number(1)],
        follows: vec![AskConsequence::Handout(note)],
        ..asked(&table, AskTelling::Open, &["Ilse"])
    };
    table.give_accepted(ST, Command::AskRoll(Box::new(input)));
    let id = asks(&table, Class::Storyteller).last().expect("it").id;
    let remove = HandoutEdit::Remove { id: note };
    table.give_accepted(ST, Command::EditHandout(remove));
    table.give_accepted_with(ANA, roll(id, ilse), &[9]);
    assert_eq!(answer(&table, Class::Table, "Ilse").passed, Some(true));
}

#[test]
fn a_question_may_have_its_time() {
    let mut table = table(SystemId::FIRST);
    let timed = |table: &Table, seconds, telling| AskInput {
        seconds: Some(seconds),
        ..asked(table, telling, &["Ilse"])
    };
    let long = timed(&table, 4, AskTelling::Open);
    let long = Command::AskRoll(Box::new(long));
    assert_eq!(table.give_refused(ST, long), Refusal::OutOfBounds);
    let asked = timed(&table, 30, AskTelling::Open);
    table.give_accepted(ST, Command::AskRoll(Box::new(asked)));
    let [open] = &asks(&table, Class::Table)[..] else {
        panic!("one is open");
    };
    let until = open.until.expect("a time");
    assert_eq!(until, table.now + 30_000);
    // It runs from the question on, whatever else happens, and nothing is rolled by itself.
    table.now += 40_000;
    table.give_accepted(ST, testkit::table::add_command("Thrall"));
    let [open] = &asks(&table, Class::Table)[..] else {
        panic!("one is open");
    };
    assert_eq!((open.until, open.answers[0].made), (Some(until), false));
    assert_eq!(table.encounter.next_deadline(), None);
    let id = open.id;
    let ilse = table.combatant_id("Ilse");
    table.give_accepted(ANA, roll(id, ilse));
    table.give_accepted(ST, step(id, AskStep::Keep));
    assert_eq!(asks(&table, Class::Table)[0].until, None);
    // A question that is put again has its time again.
    let asked = timed(&table, 30, AskTelling::Open);
    table.give_accepted(ST, Command::AskRoll(Box::new(asked)));
    let until = |table: &Table| {
        asks(table, Class::Table)
            .iter()
            .rev()
            .find_map(|ask| ask.until)
    };
    table.now += 40_000;
    table.give_accepted(ST, Command::Undo);
    assert_eq!(until(&table), None);
    table.give_accepted(ST, Command::Redo);
    assert_eq!(until(&table), Some(table.now + 30_000));
    let id = asks(&table, Class::Storyteller)
        .last()
        .expect("it is back")
        .id;
    table.now += 40_000;
    table.give_accepted(ST, step(id, AskStep::CallOff));
    table.give_accepted(ST, Command::Undo);
    assert_eq!(until(&table), Some(table.now + 30_000));
    table.give_accepted(ST, step(id, AskStep::Keep));
    // Of a secret one, only whoever is asked learns.
    let before = table.view(Class::Table);
    let asked = timed(&table, 60, SECRET);
    table.give_accepted(ST, Command::AskRoll(Box::new(asked)));
    assert_eq!(diff(&before, &table.view(Class::Table)), []);
    let ana = PrivateView::of(&table.encounter, SeatId(2)).asks;
    assert_eq!(ana[0].until, Some(table.now + 60_000));
}

#[test]
fn what_cannot_be_asked() {
    let mut table = table(SystemId::Tristat);
    let good = asked(&table, AskTelling::Open, &["Ilse"]);
    let mut refused = |by: Actor, change: &dyn Fn(&mut AskInput), why: Refusal| {
        let mut input = good.clone();
        change(&mut input);
        assert_eq!(
            table.give_refused(by, Command::AskRoll(Box::new(input))),
            why
        );
    };
    refused(ANA, &|_| {}, Refusal::NotAllowed);
    refused(ST, &|it| it.of = Default::default(), Refusal::NobodyToRoll);
    refused(ST, &|it| it.pool.clear(), Refusal::OutOfBounds);
    refused(
        ST,
        &|it| it.pool = vec![PoolPart::Number(101)],
        Refusal::OutOfBounds,
    );
    refused(
        ST,
        &|it| it.pool = vec![PoolPart::Trait("no".into())],
        Refusal::NoSuchTrait,
    );
    refused(ST, &|it| it.needs = 2, Refusal::OutOfBounds);
    let handout = AskConsequence::Handout(HandoutId(7));
    let tick = AskConsequence::Tick {
        clock: ClockId(7),
        passed: false,
    };
    refused(
        ST,
        &|it| it.follows = vec![handout.clone()],
        Refusal::NoSuchHandout,
    );
    refused(
        ST,
        &|it| it.follows = vec![tick.clone()],
        Refusal::NoSuchClock,
    );
    refused(
        ST,
        &|it| it.follows = vec![handout.clone(); 9],
        Refusal::OutOfBounds,
    );
    let other = Parameters::default().with("difficulty", 7);
    refused(ST, &|it| it.reading = other.clone(), Refusal::OtherSystem);
    let nobody = rules::base::id::CombatantId::FIRST;
    refused(
        ST,
        &|it| it.of = [nobody].into_iter().collect(),
        Refusal::NoSuchCombatant,
    );
}

#[test]
fn a_hidden_one_who_is_asked_leaves_no_gap() {
    let mut table = table(SystemId::FIRST);
    table.give_accepted(ST, testkit::table::add_hidden_command("Lurker"));
    let before = table.view(Class::Table);
    let id = ask(&mut table, AskTelling::Open, &["Lurker"]);
    table.give_accepted(ST, step(id, AskStep::RollMissing));
    assert_eq!(diff(&before, &table.view(Class::Table)), []);
    ask(&mut table, AskTelling::Open, &["Lurker", "Ilse"]);
    assert_eq!(asks(&table, Class::Table)[0].answers.len(), 1);
}

#[test]
fn a_seat_reads_of_its_own_secret_rolls() {
    let mut table = table(SystemId::FIRST);
    let id = ask(&mut table, SECRET, &["Ilse", "Bo"]);
    let of = |table: &Table, seat| PrivateView::of(&table.encounter, SeatId(seat)).asks;
    let (ana, eve) = (of(&table, 2), of(&table, 4));
    assert_eq!((ana.len(), ana[0].answers.len(), eve.len()), (1, 1, 0));
    let ilse = table.combatant_id("Ilse");
    table.give_accepted(ANA, roll(id, ilse));
    let told = of(&table, 2)[0].answers[0].clone();
    assert!(told.made && told.rolled.is_none() && told.passed.is_none());
    let passed = [(ilse, true)].into_iter().collect();
    table.give_accepted(ST, step(id, AskStep::Tell { passed }));
    assert_eq!(of(&table, 2)[0].answers[0].passed, Some(true));
    assert_eq!(of(&table, 3)[0].answers[0].passed, None);
}

#[test]
fn a_pool_is_read_as_it_is_typed() {
    let rules = SystemId::Crossover.rules();
    let read = |text: &str| read_pool(text, rules, &["Auspex"]);
    let both = Ok("Wits + Alertness".to_owned());
    for text in [
        "wits + alertness",
        "wits al",
        "Wits+Alertness",
        "wits  alert",
    ] {
        assert_eq!(
            read(text).map(|parts| pool_title(&parts, rules).to_string()),
            both,
            "{text}"
        );
    }
    let more = read("perception + auspex - 1").map(|parts| pool_title(&parts, rules).to_string());
    assert_eq!(more, Ok("Perception + Auspex − 1".to_owned()));
    assert_eq!(read("wits + frumious"), Err("frumious".to_owned()));
    assert_eq!(read(""), Err(String::new()));
    assert_eq!(complete_pool("wits al", rules, &[])[0], "Wits + Alertness");
}
