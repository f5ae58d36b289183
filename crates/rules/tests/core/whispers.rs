//! Whispers: who is told, in which words, under which numbers, and who is not.

use rules::archive::{ArchivedEncounter, ArchivedStatus, PlayerArchiveBuilder};
use rules::base::id::{EncounterId, SeatId};
use rules::base::seat::{Actor, Role};
use rules::dice_proof::Hex;
use rules::encounter::replay::past::Past;
use rules::encounter::{
    Class, Command, Encounter, Event, PrivateChange, PrivateView, Refusal, TableSetting, View,
    WhisperSetting,
};
use rules::ruleset::SystemId;
use testkit::table::{ANA, BEN, EVE, ST, Table, add_command, name};

/// Words that stand in nothing but whispers.
const WORDS: &str = "You know that hand.";

const SAM: u32 = 1;
const ANAS: u32 = 2;
const BENS: u32 = 3;
const CLEOS: u32 = 5;

/// Sam tells the story; Ana, Ben and Cleo play.
fn table() -> Table {
    let mut table = Table::new();
    let sit = Command::Sit {
        seat: SeatId(CLEOS),
        name: "Cleo Marsh".into(),
        role: Role::Player,
    };
    table.give_accepted(Actor::Server, sit);
    table
}

fn with(whispers: WhisperSetting) -> Table {
    let mut table = table();
    let to = TableSetting::Whispers(whispers);
    table.give_accepted(ST, Command::SetTable { to, was: None });
    table
}

fn whisper(to: &[u32]) -> Command {
    Command::Whisper {
        to: to.iter().map(|seat| SeatId(*seat)).collect(),
        words: WORDS.into(),
    }
}

fn say(line: &str) -> Command {
    let line = line.to_owned();
    Command::Say { line, who: None }
}

fn private(table: &Table, seat: u32) -> PrivateView {
    PrivateView::of(&table.encounter, SeatId(seat))
}

fn json<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("data")
}

/// The seats that are told the words, and whether storytellers read them.
fn readers(table: &Table) -> (Vec<u32>, bool) {
    let seats = [SAM, ANAS, BENS, 4, CLEOS].into_iter();
    let told = |seat: &u32| json(&private(table, *seat)).contains(WORDS);
    assert!(!json(&table.view(Class::Table)).contains(WORDS));
    let storytellers = json(&table.view(Class::Storyteller)).contains(WORDS);
    (seats.filter(told).collect(), storytellers)
}

#[test]
fn only_those_named_and_the_storyteller_read_it() {
    let mut told = table();
    told.give_accepted(ST, whisper(&[BENS]));
    assert_eq!(readers(&told), (vec![BENS], true));
    let line = &private(&told, BENS).log[0];
    assert_eq!(
        json(&line.line.what),
        r#"{"whispered":{"to":[{"seat":3,"name":"Ben"}],"words":"You know that hand."}}"#
    );
    let mut table = table();
    table.give_accepted(ANA, whisper(&[BENS, CLEOS]));
    assert_eq!(readers(&table), (vec![ANAS, BENS, CLEOS], true));
    let mut table = with(WhisperSetting::Private);
    table.give_accepted(ANA, whisper(&[BENS]));
    assert_eq!(readers(&table), (vec![ANAS, BENS], false));
    let line = &private(&table, ANAS).log[0];
    assert!(json(line).contains(r#""private":true"#) && !line.told);
    // What a storyteller says or hears is never kept from the others who run the table.
    let mut table = with(WhisperSetting::Private);
    table.give_accepted(ANA, whisper(&[SAM]));
    assert_eq!(readers(&table), (vec![ANAS], true));
}

#[test]
fn a_seat_counts_its_own_lines_without_gaps() {
    let mut table = table();
    for (by, to) in [(ST, BENS), (ST, CLEOS), (ANA, BENS), (ST, BENS)] {
        table.give_accepted(by, whisper(&[to]));
        table.give_accepted(BEN, say("Hm."));
    }
    let numbers = |seat| -> Vec<(u32, u32)> {
        let lines = private(&table, seat).log.into_iter();
        lines.map(|line| (line.line.no, line.after)).collect()
    };
    let joined = table.view(Class::Table).log.len() as u32 - 4;
    assert_eq!(
        numbers(BENS),
        [(1, joined), (2, joined + 2), (3, joined + 3)]
    );
    assert_eq!(numbers(CLEOS), [(1, joined + 1)]);
    assert_eq!(numbers(ANAS), [(1, joined + 2)]);
}

#[test]
fn changes_lead_from_one_view_to_the_next() {
    let mut table = table();
    let mut seen = private(&table, BENS);
    let mut before = table.encounter.clone();
    assert!(seen.is_empty());
    for nth in 0..130 {
        let to = if nth % 3 == 0 { CLEOS } else { BENS };
        table.give_accepted(ST, whisper(&[to]));
        let now = private(&table, BENS);
        let changes = seen.changes_to(&now);
        assert_eq!(changes.is_empty(), to == CLEOS);
        changes.iter().for_each(|change| seen.apply_change(change));
        assert_eq!(seen, now);
        assert!(!PrivateView::is_same_at(&before, &table.encounter));
        before = table.encounter.clone();
        table.give_accepted(BEN, say("Hm."));
        assert!(PrivateView::is_same_at(&before, &table.encounter));
        before = table.encounter.clone();
    }
    assert!(seen.log.len() < 100 && seen.log.last().is_some_and(|line| line.line.no == 86));
    let mut anew = PrivateView::default();
    anew.apply_change(&PrivateChange::All(seen.clone()));
    assert_eq!(anew, seen);
}

#[test]
fn a_typed_line_finds_whom_it_names() {
    for (line, to) in [
        ("/w ben You know that hand.", Ok(BENS)),
        ("/W BEN: You know that hand.", Ok(BENS)),
        ("／w Cleo Marsh You know that hand.", Ok(CLEOS)),
        ("/w marsh, You know that hand.", Ok(CLEOS)),
        ("/w sam You know that hand.", Ok(SAM)),
        ("/w", Err(Refusal::NoListener)),
        ("/w be You know that hand.", Err(Refusal::NoListener)),
        ("/w ana You know that hand.", Err(Refusal::NoListener)),
        // Spectators may see the table later than it is.
        ("/w eve You know that hand.", Err(Refusal::NoListener)),
    ] {
        let mut table = table();
        let before = table.encounter.clone();
        let given = table.give(ANA, say(line));
        match to {
            Ok(to) => {
                let told = match to {
                    SAM => vec![ANAS],
                    to => vec![ANAS, to],
                };
                assert_eq!(readers(&table), (told, true), "{line}");
                let Ok([Event::Whispered(told)]) = given.as_deref() else {
                    panic!("{line}: {given:?}");
                };
                assert_eq!(told.words, WORDS, "{line}");
            }
            // Nothing of it is said aloud.
            Err(why) => {
                assert_eq!(given, Err(why), "{line}");
                assert_eq!(table.encounter, before);
            }
        }
    }
}

#[test]
fn bad_whispers_are_refused() {
    let mut table = table();
    let before = table.encounter.clone();
    let words = |words: &str| Command::Whisper {
        to: [SeatId(BENS)].into_iter().collect(),
        words: words.to_owned(),
    };
    for (by, command, why) in [
        (ANA, whisper(&[]), Refusal::NoListener),
        (ANA, whisper(&[ANAS]), Refusal::NoListener),
        (ANA, whisper(&[BENS, 4]), Refusal::NoListener),
        (ANA, whisper(&[BENS, 9]), Refusal::NoSuchSeat),
        (EVE, whisper(&[BENS]), Refusal::NotAllowed),
        (Actor::Server, whisper(&[BENS]), Refusal::NoListener),
    ] {
        assert_eq!(table.give_refused(by, command), why);
    }
    for text in ["", " ", &"x".repeat(241)] {
        let why = table.give_refused(ANA, words(text));
        assert!(matches!(why, Refusal::Text(_) | Refusal::Line(_)), "{why}");
    }
    assert_eq!(table.encounter, before);
    // Players know nothing of an encounter that is being prepared.
    let company = table
        .encounter
        .prepare_carry_over(ST, &[])
        .expect("they come");
    let mut prepared = table.next_encounter(&company, true).expect("room");
    assert_eq!(
        prepared.give_refused(ST, whisper(&[BENS])),
        Refusal::NoListener
    );
}

#[test]
fn a_whisper_is_no_action_of_anyones() {
    let mut table = with(WhisperSetting::Private);
    table.give_accepted(ANA, add_command("rat"));
    table.give_accepted(ANA, Command::Undo);
    table.give_accepted(BEN, whisper(&[CLEOS]));
    table.give_accepted(ST, whisper(&[BENS]));
    // Both can still bring it back.
    let offers = |class| -> Vec<SeatId> { table.view(class).redo.keys().copied().collect() };
    assert_eq!(offers(Class::Table), [SeatId(ANAS)]);
    assert_eq!(offers(Class::Storyteller), [SeatId(SAM)]);
    table.give_accepted(ANA, Command::Redo);
    // What was whispered has been read.
    let before = private(&table, CLEOS);
    table.give_accepted(ST, Command::Undo);
    assert_eq!(private(&table, CLEOS), before);
    assert!(table.view(Class::Table).rows.is_empty());
}

#[test]
fn who_takes_a_seat_later_reads_nothing_of_before() {
    let mut table = table();
    table.give_accepted(ST, whisper(&[BENS]));
    table.give_accepted(ST, Command::Unseat { seat: SeatId(BENS) });
    let sit = Command::Sit {
        seat: SeatId(7),
        name: "Ben".into(),
        role: Role::Player,
    };
    table.give_accepted(Actor::Server, sit);
    assert!(private(&table, 7).is_empty());
}

/// The past of everything that happened at a table.
fn past(table: &Table) -> Past {
    let mut past = Past::new(Encounter::new(name("A test"), SystemId::FIRST));
    let records = table.records.iter();
    records.for_each(|record| past.apply_record(record));
    past
}

#[test]
fn the_past_gives_each_reader_their_own() {
    let mut table = with(WhisperSetting::Private);
    table.give_accepted(BEN, say("Hm."));
    table.give_accepted(ANA, whisper(&[BENS]));
    table.give_accepted(ST, whisper(&[BENS]));
    table.give_accepted(BEN, say("Oh."));
    let past = past(&table);
    let told = |seat, told_only| -> Vec<u32> {
        let lines = past.private_lines(SeatId(seat), told_only);
        lines.map(|(_, step)| step).collect()
    };
    let (_, last) = past.step_range(Class::Table).expect("steps");
    assert_eq!(told(BENS, false), [last - 1, last - 1]);
    assert_eq!(told(ANAS, false), [last - 1]);
    assert_eq!(told(CLEOS, false), [0; 0]);
    // A storyteller who looks as Ben is not shown what Ana whispered to him.
    assert_eq!(told(BENS, true), [last - 1]);
}

#[test]
fn a_file_holds_what_its_reader_may_read() {
    let mut table = with(WhisperSetting::Private);
    table.give_accepted(ANA, whisper(&[BENS]));
    table.give_accepted(BEN, say("Hm."));
    let told = |seat| {
        let fresh = Encounter::new(name("A test"), SystemId::FIRST);
        let mut course = PlayerArchiveBuilder::new(fresh, Class::Table, SeatId(seat));
        let records = table.records.iter();
        records.for_each(|record| course.apply(record));
        json(&course.build())
    };
    assert_eq!(
        [ANAS, BENS, CLEOS].map(|seat| told(seat).contains(WORDS)),
        [true, true, false]
    );
    let mut file = ArchivedEncounter {
        title: name("A test"),
        system: SystemId::FIRST,
        standing: ArchivedStatus::Current,
        made_at: 0,
        ended_at: None,
        dice: EncounterId(7),
        cast: Vec::new(),
        state: Hex([0; 32]),
        bound: None,
        records: (1..).zip(table.records.clone()).collect(),
    };
    file.drop_unread();
    let state = file.update_summary();
    assert!(!json(&file).contains(WORDS) && !json(&state).contains(WORDS));
    assert!(
        file.records
            .iter()
            .map(|(no, _)| *no)
            .eq(1..table.records.len() as u64)
    );
    assert_eq!(
        View::of(&state, Class::Storyteller),
        table.view(Class::Storyteller)
    );
}
