//! How long a question waits: who sets it, which questions it is about, and what happens when time
//! is up. Replayed, taken back and brought back like everything else.

use rules::base::id::ExchangeId;
use rules::base::seat::Actor;
use rules::encounter::command::{AnswerInput, Declaration};
use rules::encounter::log::LogMessage;
use rules::encounter::view::{ExchangeView, WaitView};
use rules::encounter::{Class, Command, Countdown, Encounter, OnTimeout, Refusal, TableSetting};
use rules::exchange::{ExchangeStep, Intent, Slot};
use rules::ruleset::SystemId;
use testkit::table::{ANA, EVE, NOBODY, ST, Table, name};

const ILSE: &str = "@Ilse dexterity 3 strength 4 brawl 3 stamina 3 composure 3 size 5 willpower 5";
const GHOUL: &str = "Ghoul strength 3 brawl 2 dexterity 3 wits 2 stamina 2 composure 2 size 5";

fn countdown(seconds: u16, then: OnTimeout) -> Option<Countdown> {
    Some(Countdown { seconds, then })
}

fn set(from: Option<Countdown>, to: Option<Countdown>) -> Command {
    Command::SetTable {
        to: TableSetting::Countdown(to),
        was: Some(TableSetting::Countdown(from)),
    }
}

/// A ghoul has struck at Ilse, who is Ana's, and she is asked how she defends herself.
fn struck(then: OnTimeout) -> (Table, ExchangeId) {
    let mut table = Table::with_combatants(&[ILSE, GHOUL])
        .place_all_in_order()
        .after_turns(2);
    table.give_accepted(ST, set(None, countdown(30, then)));
    let id = strikes(&mut table, ST, "Ghoul", "Ilse");
    (table, id)
}

fn strikes(table: &mut Table, by: Actor, who: &str, at: &str) -> ExchangeId {
    let declared = Declaration {
        by: Some(table.combatant_id(who)),
        at: vec![table.combatant_id(at)],
        others: Vec::new(),
        intent: Intent::of("unarmed"),
        without: Vec::new(),
        anyway: by == ST,
        noticed: false,
        throws: false,
    };
    table.give_accepted(by, Command::Declare(Box::new(declared)));
    let view = table.view(Class::Storyteller);
    let open = view.exchanges.values().find(|it| it.next.is_some());
    open.expect("an exchange").id
}

fn seen(table: &Table, class: Class, id: ExchangeId) -> ExchangeView {
    table
        .view(class)
        .exchanges
        .get(&id)
        .expect("it is seen")
        .clone()
}

fn asked(table: &Table, id: ExchangeId) -> Slot {
    let next = seen(table, Class::Storyteller, id)
        .next
        .expect("a question");
    next.slot_and_party().expect("one question").0.clone()
}

fn wait(table: &Table, class: Class, id: ExchangeId) -> Option<WaitView> {
    seen(table, class, id).waits.get(&asked(table, id)).cloned()
}

fn time_up(table: &Table, id: ExchangeId) -> Command {
    let slot = asked(table, id);
    Command::TimeUp { exchange: id, slot }
}

fn replayed(table: &Table) -> Encounter {
    let mut again = Encounter::new(name("A test"), SystemId::FIRST);
    table.records.iter().for_each(|record| again.apply(record));
    again
}

fn said(table: &Table, class: Class) -> Vec<String> {
    let log = table.view(class).log.into_iter();
    let said = log.filter_map(|line| match line.what {
        LogMessage::Said { text } => Some(text),
        _ => None,
    });
    said.collect()
}

#[test]
fn those_who_run_the_table_set_it_within_bounds() {
    let mut table = Table::new();
    let half = countdown(30, OnTimeout::First);
    for by in [ANA, EVE, NOBODY] {
        table.give_refused(by, set(None, half));
    }
    for seconds in [0, 4, 601, u16::MAX] {
        let refused = table.give_refused(ST, set(None, countdown(seconds, OnTimeout::First)));
        assert_eq!(refused, Refusal::OutOfBounds);
    }
    assert_eq!(
        table.give_refused(ST, set(None, None)),
        Refusal::NothingToDo
    );
    table.give_accepted(ST, set(None, half));
    for class in [Class::Storyteller, Class::Table] {
        assert_eq!(table.view(class).countdown, half);
        let told = table.last_log_message(class);
        assert!(
            matches!(&told, LogMessage::Set { words, .. }
            if words == "Questions wait 30 seconds, then the first allowed answer is picked"),
            "{told:?}"
        );
    }
    // Another who saw it otherwise looks again.
    let late = table.give_refused(ST, set(None, countdown(90, OnTimeout::Storyteller)));
    assert_eq!(late, Refusal::Overtaken);
    table.give_accepted(ST, Command::Undo);
    assert_eq!(table.view(Class::Table).countdown, None);
    table.give_accepted(ST, Command::Redo);
    table.give_accepted(ST, set(half, None));
    assert_eq!(table.view(Class::Table).countdown, None);
    assert_eq!(replayed(&table), table.encounter);
}

#[test]
fn nobody_but_the_program_knows_that_time_is_up() {
    let (mut table, id) = struck(OnTimeout::First);
    let up = time_up(&table, id);
    for by in [ST, ANA, EVE] {
        assert_eq!(table.give_refused(by, up.clone()), Refusal::NotAllowed);
    }
}

#[test]
fn the_first_open_answer_is_taken_and_the_rest_goes_on() {
    let (mut table, id) = struck(OnTimeout::First);
    let since = table.now;
    for class in [Class::Storyteller, Class::Table] {
        let wait = wait(&table, class, id).expect("it waits");
        assert_eq!(wait.until, Some(since + 30_000));
        let Some(ExchangeStep::Choose { options, .. }) = seen(&table, class, id).next else {
            panic!("a choice");
        };
        let open = options.iter().find(|it| it.barred.is_none());
        assert_eq!(*wait.then, *open.expect("an open answer").title);
    }
    assert_eq!(table.encounter.next_deadline(), Some(since + 30_000));
    assert_eq!(table.encounter.overdue_questions(since + 29_999), []);
    let slot = asked(&table, id);
    assert_eq!(
        table.encounter.overdue_questions(since + 30_000),
        [(id, slot)]
    );
    table.give_accepted(Actor::Server, time_up(&table, id));
    // Nothing of the ghoul's waits: the storyteller is not hurried.
    assert_eq!(table.encounter.next_deadline(), None);
    for class in [Class::Storyteller, Class::Table] {
        assert_eq!(
            said(&table, class),
            ["Ilse is out of time: the first allowed answer is picked"]
        );
        assert!(seen(&table, class, id).steps > 0);
        assert!(seen(&table, class, id).waits.is_empty());
    }
    assert_eq!(replayed(&table), table.encounter);
    // Taken back, it is asked anew, and waits anew.
    table.give_accepted(ST, Command::Undo);
    let again = wait(&table, Class::Table, id).expect("it waits again");
    assert_eq!(again.until, Some(table.now + 30_000));
    assert_eq!(replayed(&table), table.encounter);
    table.give_accepted(ST, Command::Redo);
    assert_eq!(table.encounter.next_deadline(), None);
    assert_eq!(replayed(&table), table.encounter);
}

#[test]
fn the_storyteller_is_asked_and_the_player_may_still_answer() {
    let (mut table, id) = struck(OnTimeout::Storyteller);
    let then = wait(&table, Class::Table, id).expect("it waits").then;
    assert_eq!(then, "the storyteller decides");
    table.give_accepted(Actor::Server, time_up(&table, id));
    assert_eq!(
        said(&table, Class::Table),
        ["Ilse is out of time: the storyteller decides"]
    );
    for class in [Class::Storyteller, Class::Table] {
        assert_eq!(wait(&table, class, id).expect("it is told").until, None);
        assert_eq!(seen(&table, class, id).steps, 0);
    }
    // Once is enough.
    assert_eq!(table.encounter.next_deadline(), None);
    assert_eq!(
        table.give_refused(Actor::Server, time_up(&table, id)),
        Refusal::NotAsked
    );
    let mut by_ana = table.clone();
    for (table, by) in [(&mut table, ST), (&mut by_ana, ANA)] {
        let answer = Command::Answer {
            exchange: id,
            slot: asked(table, id),
            answer: AnswerInput::Chose("apply".into()),
            throws: false,
        };
        table.give_accepted(by, answer);
        assert!(seen(table, Class::Table, id).waits.is_empty());
        assert_eq!(replayed(table), table.encounter);
    }
}

#[test]
fn only_players_are_hurried_and_only_to_what_they_know_of() {
    let half = countdown(30, OnTimeout::First);
    // The ghoul's defense is the storyteller's; then Ilse's dice are Ana's to throw.
    let mut table = Table::with_combatants(&[ILSE, GHOUL])
        .place_all_in_order()
        .after_turns(1);
    table.give_accepted(ST, set(None, half));
    let id = strikes(&mut table, ANA, "Ilse", "Ghoul");
    assert_eq!(wait(&table, Class::Storyteller, id), None);
    let apply = Command::Answer {
        exchange: id,
        slot: asked(&table, id),
        answer: AnswerInput::Chose("apply".into()),
        throws: false,
    };
    table.give_accepted(ST, apply);
    assert_eq!(
        wait(&table, Class::Table, id).map(|it| it.then),
        Some("thrown".into())
    );
    // Real dice take the time they take.
    let mut real = table.clone();
    real.give_accepted(ANA, Command::OwnDice { own: true });
    assert_eq!(wait(&real, Class::Table, id), None);
    assert_eq!(real.encounter.next_deadline(), None);
    table.give_accepted(Actor::Server, time_up(&table, id));
    assert_eq!(
        seen(&table, Class::Table, id).next,
        None,
        "thrown, and over"
    );
    // What players do not know of is the storyteller's alone.
    let hidden = format!("!{GHOUL}");
    let mut table = Table::with_combatants(&[ILSE, &hidden])
        .place_all_in_order()
        .after_turns(2);
    table.give_accepted(ST, set(None, half));
    let id = strikes(&mut table, ST, "Ghoul", "Ilse");
    assert_eq!(wait(&table, Class::Storyteller, id), None);
    assert_eq!(table.encounter.next_deadline(), None);
}

#[test]
fn what_is_asked_already_waits_from_when_the_table_says_so() {
    let (mut table, id) = struck(OnTimeout::First);
    let asked_at = table.now;
    table.give_accepted(
        ST,
        Command::Title {
            title: "The Roof".into(),
        },
    );
    let until = wait(&table, Class::Table, id).and_then(|it| it.until);
    assert_eq!(
        until,
        Some(asked_at + 30_000),
        "other things change nothing"
    );
    let (from, to) = (
        countdown(30, OnTimeout::First),
        countdown(600, OnTimeout::Storyteller),
    );
    table.give_accepted(ST, set(from, to));
    let until = wait(&table, Class::Table, id).and_then(|it| it.until);
    assert_eq!(until, Some(table.now + 600_000));
    table.give_accepted(ST, set(to, None));
    assert_eq!(wait(&table, Class::Table, id), None);
    assert_eq!(replayed(&table), table.encounter);
}

/// The time was up, and then the table gave all questions another time: there is nothing left of it to bring back.
#[test]
fn a_question_that_waits_anew_goes_on_waiting() {
    let (mut table, id) = struck(OnTimeout::Storyteller);
    let half = countdown(30, OnTimeout::Storyteller);
    let up = time_up(&table, id);
    table.give_accepted(Actor::Server, up);
    assert_eq!(table.encounter.next_deadline(), None);
    table.give_accepted(ST, set(half, countdown(60, OnTimeout::Storyteller)));
    table.give_accepted(ST, Command::Undo);
    assert!(table.encounter.next_deadline().is_some(), "it waits anew");
    table.give_accepted(ST, Command::Undo);
    table.give_accepted(ST, Command::Redo);
    assert!(table.encounter.next_deadline().is_some(), "and goes on");
    assert_eq!(replayed(&table), table.encounter);
}
