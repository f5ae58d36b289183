//! Handouts: who makes, gives and reads them, what is covered, and that players learn nothing of the others'.

use rules::base::id::{CombatantId, HandoutId, PictureId, SeatId};
use rules::base::late::Late;
use rules::base::seat::Actor;
use rules::encounter::command::{
    CoveredPart, HandoutEdit, HandoutInput, HandoutPictureInput, PassageInput,
};
use rules::encounter::log::{HandoutMessage, LogMessage};
use rules::encounter::view::known_handouts;
use rules::encounter::{Class, Command, PrivateView, Refusal, diff};
use rules::handout::{Area, GivenAs, HandoutKind, KnownHandout, KnownPassage};
use testkit::table::{ANA, BEN, ST, Table, add_hidden_command};

const ANAS: SeatId = SeatId(2);
const BENS: SeatId = SeatId(3);

/// A table with Ana's Ilse, Ben's Amadi, and a foe.
fn table() -> Table {
    let mut table = Table::with_combatants(&["@Ilse", "Amadi", "Ghoul"]);
    let id = table.combatant_id("Amadi");
    let seat = Some(BENS);
    table.give_accepted(ST, Command::Assign { id, seat });
    table
}

fn passage(words: &str, covered: bool) -> PassageInput {
    let words = words.to_owned();
    PassageInput { words, covered }
}

fn letter() -> HandoutInput {
    HandoutInput {
        kind: HandoutKind::Letter,
        name: "A letter from V.".into(),
        text: vec![
            passage("Amadi,\n\nmeet me where your ", false),
            passage("sister drowned", true),
            passage(", after the bells.", false),
        ],
        may_show: true,
        announced: true,
        ..HandoutInput::default()
    }
}

fn edit(table: &mut Table, edit: HandoutEdit) {
    table.give_accepted(ST, Command::EditHandout(edit));
}

/// Puts a handout onto the shelf and returns its id.
fn put(table: &mut Table, to: HandoutInput) -> HandoutId {
    let shelf = |table: &Table| {
        let shelf = table.view(Class::Storyteller).handouts;
        shelf.map(|shelf| shelf.iter().map(|(id, _)| id).collect::<Vec<_>>())
    };
    let before = shelf(table).unwrap_or_default();
    let to = Box::new(to);
    edit(table, HandoutEdit::Put { id: None, to });
    let now = shelf(table).expect("a shelf").into_iter();
    let mut new = now.filter(|id| !before.contains(id));
    new.next().expect("a handout")
}

fn give(table: &mut Table, id: HandoutId, whom: &[&str]) {
    let to = whom.iter().map(|who| table.combatant_id(who)).collect();
    edit(table, HandoutEdit::Give { id, to });
}

fn known(table: &Table, seat: SeatId) -> Vec<KnownHandout> {
    known_handouts(&table.encounter, seat)
}

/// The text of the only handout that a seat knows, with a bar for each covered part.
fn text(table: &Table, seat: SeatId) -> String {
    let known = known(table, seat);
    let [one] = &known[..] else {
        panic!("{known:?}");
    };
    let parts = one.text.iter().map(|passage| match passage {
        KnownPassage::Words(words) => words.as_str(),
        KnownPassage::Covered => "█",
    });
    parts.collect()
}

#[test]
fn a_letter_is_read_by_who_plays_the_character_that_has_it() {
    let mut table = table();
    let id = put(&mut table, letter());
    let before = table.view(Class::Table);
    assert_eq!((known(&table, ANAS), known(&table, BENS)), (vec![], vec![]));
    give(&mut table, id, &["Amadi"]);
    assert_eq!(
        text(&table, BENS),
        "Amadi,\n\nmeet me where your █, after the bells."
    );
    assert_eq!(known(&table, BENS)[0].given, GivenAs::Alone);
    assert_eq!(known(&table, ANAS), vec![]);
    // Of all of it, the others learn that something was handed over.
    let changes = serde_json::to_string(&diff(&before, &table.view(Class::Table)));
    let changes = changes.expect("JSON");
    for word in ["bells", "drowned", "letter", "from V", &id.0.to_string()] {
        assert!(!changes.contains(word), "{changes}");
    }
    let to = vec!["Amadi".to_owned()];
    let told = |what| {
        let to = to.clone();
        LogMessage::Handout(Late::new(HandoutMessage::Given { to, what }))
    };
    assert_eq!(table.last_log_message(Class::Table), told(None));
    let what = Some((HandoutKind::Letter, "A letter from V.".to_owned()));
    assert_eq!(table.last_log_message(Class::Storyteller), told(what));
    // The letter goes with the character.
    let amadi = table.combatant_id("Amadi");
    let seat = Some(ANAS);
    table.give_accepted(ST, Command::Assign { id: amadi, seat });
    assert_eq!(
        (known(&table, ANAS).len(), known(&table, BENS)),
        (1, vec![])
    );
}

#[test]
fn what_is_handed_over_in_secret_leaves_no_trace() {
    let mut table = table();
    let quiet = HandoutInput {
        announced: false,
        ..letter()
    };
    let before = table.view(Class::Table);
    let id = put(&mut table, quiet);
    give(&mut table, id, &["Amadi"]);
    let from = [table.combatant_id("Amadi")].into_iter().collect();
    let quiet = true;
    edit(&mut table, HandoutEdit::Recall { id, from, quiet });
    edit(&mut table, HandoutEdit::Remove { id });
    assert_eq!(table.view(Class::Table), before);
    // Neither does one that is announced, where a hidden one gets it.
    table.give_accepted(ST, add_hidden_command("Rat"));
    let before = table.view(Class::Table);
    let id = put(&mut table, letter());
    give(&mut table, id, &["Rat", "Amadi"]);
    assert_eq!(table.view(Class::Table), before);
}

#[test]
fn covered_words_are_uncovered_for_one_or_for_all() {
    let mut table = table();
    let id = put(&mut table, letter());
    give(&mut table, id, &["Amadi", "Ilse"]);
    let open = |only: &[CombatantId]| HandoutEdit::Uncover {
        id,
        part: CoveredPart::Words("sister drowned".into()),
        only: only.iter().copied().collect(),
    };
    let ilse = table.combatant_id("Ilse");
    let bens = known(&table, BENS);
    edit(&mut table, open(&[ilse]));
    let whole = "Amadi,\n\nmeet me where your sister drowned, after the bells.";
    assert_eq!(text(&table, ANAS), whole);
    assert_eq!(known(&table, BENS), bens);
    // What was uncovered for one stays so when something else is changed.
    let longer = HandoutInput {
        name: "A note from V.".into(),
        ..letter()
    };
    let to = Box::new(longer);
    edit(&mut table, HandoutEdit::Put { id: Some(id), to });
    assert_eq!(text(&table, ANAS), whole);
    edit(&mut table, open(&[]));
    assert_eq!(text(&table, BENS), whole);
    let again = Command::EditHandout(open(&[]));
    assert_eq!(table.give_refused(ST, again), Refusal::NothingToDo);
    // Nothing tells that there were passages.
    assert_eq!(known(&table, BENS)[0].text.len(), 1);
    table.give_accepted(ST, Command::Undo);
    assert!(known(&table, BENS)[0].has_covered_parts());
}

#[test]
fn who_loses_a_handout_is_told_alone_or_not_at_all() {
    let mut table = table();
    let id = put(&mut table, letter());
    give(&mut table, id, &["Amadi", "Ilse"]);
    let before = table.view(Class::Table);
    let told = |table: &Table, seat| PrivateView::of(&table.encounter, seat).log;
    let from = ["Amadi"].map(|who| table.combatant_id(who));
    let from = from.into_iter().collect();
    let quiet = false;
    edit(&mut table, HandoutEdit::Recall { id, from, quiet });
    let [line] = &told(&table, BENS)[..] else {
        panic!("a line");
    };
    let what = (HandoutKind::Letter, "A letter from V.".to_owned());
    let from = vec!["Amadi".to_owned()];
    let message = HandoutMessage::Recalled { from, what };
    assert_eq!(line.line.what, LogMessage::Handout(Late::new(message)));
    assert_eq!(told(&table, ANAS), vec![]);
    let from = [table.combatant_id("Ilse")].into_iter().collect();
    let quiet = true;
    edit(&mut table, HandoutEdit::Recall { id, from, quiet });
    assert_eq!(told(&table, ANAS), vec![]);
    assert_eq!(table.view(Class::Table), before);
}

#[test]
fn the_private_view_follows_what_is_handed_over() {
    let mut table = table();
    let mut seen = PrivateView::of(&table.encounter, BENS);
    let mut last = table.encounter.clone();
    let mut check = |table: &Table| {
        let now = PrivateView::of(&table.encounter, BENS);
        let changes = seen.changes_to(&now);
        assert!(changes.is_empty() || !PrivateView::is_same_at(&last, &table.encounter));
        changes.iter().for_each(|change| seen.apply_change(change));
        assert_eq!(seen, now);
        last = table.encounter.clone();
        changes.len()
    };
    let letter = put(&mut table, letter());
    let pier = put(&mut table, picture(&[CORNER]));
    assert_eq!(check(&table), 0);
    give(&mut table, letter, &["Amadi"]);
    assert_eq!(check(&table), 1);
    give(&mut table, pier, &["Amadi", "Ilse"]);
    assert_eq!(check(&table), 1);
    let part = CoveredPart::Area(CORNER);
    let only = [table.combatant_id("Ilse")].into_iter().collect();
    edit(
        &mut table,
        HandoutEdit::Uncover {
            id: pier,
            part,
            only,
        },
    );
    assert_eq!(check(&table), 0);
    let id = table.combatant_id("Amadi");
    let seat = Some(ANAS);
    table.give_accepted(ST, Command::Assign { id, seat });
    assert_eq!(check(&table), 1);
}

#[test]
fn a_reader_shows_what_may_be_shown() {
    let mut table = table();
    let id = put(&mut table, letter());
    give(&mut table, id, &["Amadi"]);
    let (ilse, ghoul) = (table.combatant_id("Ilse"), table.combatant_id("Ghoul"));
    let show = |to: CombatantId| Command::ShowHandout {
        id,
        to: [to].into_iter().collect(),
    };
    // To those who do not read it, it does not exist.
    assert_eq!(table.give_refused(ANA, show(ilse)), Refusal::NoSuchHandout);
    assert_eq!(table.give_refused(BEN, show(ghoul)), Refusal::OutOfBounds);
    table.give_accepted(BEN, show(ilse));
    let shown = &known(&table, ANAS)[0];
    assert_eq!(shown.given, GivenAs::Shown);
    assert_eq!(shown.shown_by.as_deref(), Some("Ben"));
    // Whether another has it already is not told by the answer.
    let quiet = HandoutInput {
        name: "Another".into(),
        announced: false,
        ..letter()
    };
    let other = put(&mut table, quiet);
    give(&mut table, other, &["Amadi"]);
    give(&mut table, other, &["Ilse"]);
    let to = [ilse].into_iter().collect();
    table.give_accepted(BEN, Command::ShowHandout { id: other, to });
    let locked = HandoutInput {
        may_show: false,
        ..letter()
    };
    let to = Box::new(locked);
    edit(&mut table, HandoutEdit::Put { id: Some(id), to });
    assert_eq!(table.give_refused(BEN, show(ilse)), Refusal::NotAllowed);
}

#[test]
fn readers_add_notes_to_a_name() {
    let mut table = table();
    let vadim = put(
        &mut table,
        HandoutInput {
            kind: HandoutKind::Name,
            name: "Vadim".into(),
            ..HandoutInput::default()
        },
    );
    let note = |words: &str| Command::NoteHandout {
        id: vadim,
        words: words.into(),
    };
    assert_eq!(
        table.give_refused(ANA, note("a sailor")),
        Refusal::NoSuchHandout
    );
    give(&mut table, vadim, &["Ilse", "Amadi"]);
    assert_eq!(known(&table, ANAS)[0].given, GivenAs::Everybody);
    table.give_accepted(ANA, note("a sailor"));
    let bens = &known(&table, BENS)[0].notes[0];
    assert_eq!((&*bens.by, &*bens.words), ("Ana", "a sailor"));
    // No line of the log tells players of it.
    assert!(!table.give_accepted(BEN, note("owes us")).is_empty());
    let told = serde_json::to_string(&table.view(Class::Table)).expect("JSON");
    assert!(!told.contains("sailor") && !told.contains("Vadim"));
}

fn picture(covered: &[Area]) -> HandoutInput {
    HandoutInput {
        kind: HandoutKind::Picture,
        name: "The pier".into(),
        picture: Some(HandoutPictureInput {
            id: PictureId(7),
            words: "a figure at the end of a pier".into(),
            covered: covered.to_vec(),
        }),
        ..HandoutInput::default()
    }
}

const CORNER: Area = Area {
    x: 0,
    y: 0,
    width: 500,
    height: 250,
};

#[test]
fn a_picture_has_an_address_for_each_reader_and_state() {
    let mut table = table();
    let id = put(&mut table, picture(&[CORNER]));
    give(&mut table, id, &["Ilse", "Amadi"]);
    let address = |table: &Table, seat| {
        let known = known(table, seat);
        known[0].picture.as_ref().expect("a picture").address
    };
    let (anas, bens) = (address(&table, ANAS), address(&table, BENS));
    assert_ne!(anas, bens);
    let at = |table: &Table, seat, address| table.encounter.picture_at(seat, address);
    assert_eq!(at(&table, ANAS, anas), Some((PictureId(7), vec![CORNER])));
    assert_eq!(at(&table, ANAS, bens), None);
    assert_eq!(at(&table, SeatId(1), anas), None);
    // Uncovering for one changes the one's address alone.
    let ilse = table.combatant_id("Ilse");
    let part = CoveredPart::Area(CORNER);
    let only = [ilse].into_iter().collect();
    edit(&mut table, HandoutEdit::Uncover { id, part, only });
    assert_ne!(address(&table, ANAS), anas);
    assert_eq!(address(&table, BENS), bens);
    assert_eq!(at(&table, ANAS, anas), None);
    let now = address(&table, ANAS);
    assert_eq!(at(&table, ANAS, now), Some((PictureId(7), vec![])));
    // Storytellers have an address of the whole picture.
    let shelf = table.view(Class::Storyteller).handouts.expect("a shelf");
    let whole = shelf.get(id).and_then(|handout| handout.picture.clone());
    let whole = whole.expect("a picture").address;
    assert_eq!(at(&table, SeatId(1), whole), Some((PictureId(7), vec![])));
    assert_eq!(at(&table, ANAS, whole), None);
    let from = [ilse].into_iter().collect();
    edit(
        &mut table,
        HandoutEdit::Recall {
            id,
            from,
            quiet: false,
        },
    );
    assert_eq!(at(&table, ANAS, now), None);
}

#[test]
fn what_is_no_handout_is_refused() {
    let mut table = table();
    let mut refused = |to: HandoutInput| {
        let to = Box::new(to);
        let put = Command::EditHandout(HandoutEdit::Put { id: None, to });
        table.give_refused(ST, put)
    };
    let none = HandoutInput {
        picture: None,
        ..picture(&[])
    };
    assert_eq!(refused(none), Refusal::NoPicture);
    let mut silent = picture(&[]);
    silent.picture.as_mut().expect("a picture").words = " ".into();
    assert_eq!(refused(silent), Refusal::NoPictureWords);
    let outside = Area { x: 600, ..CORNER };
    assert_eq!(refused(picture(&[outside])), Refusal::OutOfBounds);
    let blank = HandoutInput {
        text: vec![passage(" \n", false)],
        ..letter()
    };
    assert!(matches!(refused(blank), Refusal::Text(_)));
    let long = HandoutInput {
        text: vec![passage(&"x".repeat(6_001), false)],
        ..letter()
    };
    assert!(matches!(refused(long), Refusal::Text(_)));
    let to = Box::new(letter());
    let put = Command::EditHandout(HandoutEdit::Put { id: None, to });
    for by in [ANA, Actor::Seat(BENS)] {
        assert_eq!(table.give_refused(by, put.clone()), Refusal::NotAllowed);
    }
}

#[test]
fn giving_is_undone_and_the_shelf_comes_along() {
    let mut table = table();
    let id = put(&mut table, letter());
    give(&mut table, id, &["Amadi"]);
    table.give_accepted(ST, Command::Undo);
    assert_eq!(known(&table, BENS), vec![]);
    table.give_accepted(ST, Command::Redo);
    assert_eq!(known(&table, BENS).len(), 1);
    // Players undo neither what storytellers do nor what was shown.
    let to = [table.combatant_id("Ilse")].into_iter().collect();
    table.give_accepted(BEN, Command::ShowHandout { id, to });
    table.give_refused(BEN, Command::Undo);
    let along = ["Amadi", "Ilse"].map(|who| (table.combatant_id(who), Default::default()));
    let company = table.encounter.prepare_carry_over(ST, &along);
    let company = company.expect("company").with_handouts(&table.encounter);
    let next = table.next_encounter(&company, false).expect("an encounter");
    assert_eq!(known(&next, BENS), known(&table, BENS));
    assert_eq!(known(&next, ANAS), known(&table, ANAS));
    // Without the character, its player no longer reads it.
    let alone = table.encounter.prepare_carry_over(ST, &along[..1]);
    let alone = alone.expect("company").with_handouts(&table.encounter);
    let next = table.next_encounter(&alone, false).expect("an encounter");
    assert_eq!(known(&next, ANAS), vec![]);
}
