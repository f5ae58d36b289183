//! The table screen: what storytellers choose for it, what is on it, and that it tells nothing hidden.

use rules::base::id::{ClockId, HandoutId, PictureAddress, PictureId, SeatId};
use rules::base::seat::Role;
use rules::encounter::command::{
    ClockEdit, CoveredPart, HandoutEdit, HandoutInput, HandoutPictureInput, PassageInput,
};
use rules::encounter::log::LogMessage;
use rules::encounter::view::ScreenView;
use rules::encounter::{Class, Command, Refusal, diff};
use rules::handout::{Area, HandoutKind, KnownPassage};
use rules::table_screen::{MAX_SCREEN_CLOCKS, ScreenInvitation, ScreenLayout, TableScreen};
use testkit::table::{ANA, BEN, ST, Table};

const ANAS: SeatId = SeatId(2);
const CORNER: Area = Area {
    x: 0,
    y: 0,
    width: 500,
    height: 250,
};

fn layout(layout: ScreenLayout) -> TableScreen {
    TableScreen {
        layout,
        ..TableScreen::default()
    }
}

/// What the screen shows a class.
fn screen(table: &Table, class: Class) -> Option<ScreenView> {
    table
        .view(class)
        .screen
        .map(rules::base::late::Late::into_inner)
}

fn edit(table: &mut Table, edit: HandoutEdit) {
    table.give_accepted(ST, Command::EditHandout(edit));
}

fn make_clock(table: &mut Table, line: &str) -> ClockId {
    let line = line.to_owned();
    table.give_accepted(ST, Command::EditClock(ClockEdit::Make { line }));
    let clocks = table.view(Class::Storyteller).clocks.expect("clocks");
    clocks.last().expect("a clock").id
}

/// Puts a letter with covered words onto the shelf and returns its id.
fn write(table: &mut Table, name: &str, picture: Option<HandoutPictureInput>) -> HandoutId {
    let passage = |words: &str, covered| {
        let words = words.to_owned();
        PassageInput { words, covered }
    };
    let to = HandoutInput {
        kind: HandoutKind::Letter,
        name: name.to_owned(),
        text: vec![
            passage("meet me where your ", false),
            passage("sister drowned", true),
        ],
        picture,
        ..HandoutInput::default()
    };
    let ids = |table: &Table| {
        let shelf = table.view(Class::Storyteller).handouts;
        shelf.map_or_else(Vec::new, |shelf| shelf.iter().map(|(id, _)| id).collect())
    };
    let before = ids(table);
    edit(
        table,
        HandoutEdit::Put {
            id: None,
            to: Box::new(to),
        },
    );
    let mut new = ids(table).into_iter().filter(|id| !before.contains(id));
    new.next().expect("a handout")
}

#[test]
fn a_storyteller_chooses_and_takes_it_back() {
    let mut table = Table::with_combatants(&["@Ilse"]);
    assert_eq!(screen(&table, Class::Table), None);
    let to = layout(ScreenLayout::Scene);
    let refused = table.give(ANA, Command::SetScreen(to.clone()));
    assert_eq!(refused.unwrap_err(), Refusal::NotAllowed);
    table.give_accepted(ST, Command::SetScreen(to.clone()));
    let shown = screen(&table, Class::Table).expect("a choice");
    assert_eq!((&shown.set, &shown.handout), (&to, &None));
    let line = table.last_log_message(Class::Storyteller);
    assert!(
        matches!(&line, LogMessage::Set { key, .. } if key == "screen"),
        "{line:?}"
    );
    // Players see the screen itself, and no line about it.
    assert!(!matches!(
        table.last_log_message(Class::Table),
        LogMessage::Set { .. }
    ));
    let again = table.give(ST, Command::SetScreen(to));
    assert_eq!(again.unwrap_err(), Refusal::NothingToDo);
    assert_eq!(
        table.give(BEN, Command::Undo).unwrap_err(),
        Refusal::NothingToUndo
    );
    table.give_accepted(ST, Command::Undo);
    assert_eq!(screen(&table, Class::Storyteller), None);
    table.give_accepted(ST, Command::Redo);
    assert!(screen(&table, Class::Storyteller).is_some());
}

#[test]
fn a_change_of_the_screen_is_one_change_of_the_view() {
    let mut table = Table::with_combatants(&["@Ilse"]);
    let before = table.view(Class::Table);
    table.give_accepted(ST, Command::SetScreen(layout(ScreenLayout::Order)));
    let after = table.view(Class::Table);
    let changes = diff(&before, &after);
    let told = serde_json::to_string(&changes).expect("JSON");
    assert_eq!(told, r#"[{"screen":{"set":{"layout":"order"}}}]"#);
    let mut patched = before;
    for change in &changes {
        patched.apply_change(change);
    }
    assert_eq!(patched, after);
}

#[test]
fn hidden_clocks_are_chosen_without_a_trace() {
    let mut table = Table::with_combatants(&["@Ilse"]);
    let alarm = make_clock(&mut table, "Alarm 8");
    let bishop = make_clock(&mut table, "The Bishop wakes 6, hidden");
    let choose = |table: &mut Table, ids: &[ClockId]| {
        let clocks = Some(ids.iter().copied().collect());
        let to = TableScreen {
            clocks,
            ..TableScreen::default()
        };
        table.give(ST, Command::SetScreen(to))
    };
    choose(&mut table, &[alarm]).expect("accepted");
    let without = table.view(Class::Table);
    choose(&mut table, &[alarm, bishop]).expect("accepted");
    assert_eq!(diff(&without, &table.view(Class::Table)), vec![]);
    let all = screen(&table, Class::Storyteller).expect("a choice").set;
    assert_eq!(all.clocks.map(|all| all.len()), Some(2));
    // Once players know of it, it is there.
    let (id, hidden) = (bishop, false);
    table.give_accepted(ST, Command::EditClock(ClockEdit::Hide { id, hidden }));
    let shown = screen(&table, Class::Table).expect("a choice").set;
    assert_eq!(shown.clocks.map(|all| all.len()), Some(2));
    assert_eq!(
        choose(&mut table, &[ClockId(1)]).unwrap_err(),
        Refusal::NoSuchClock
    );
    let many: Vec<_> = (0..=MAX_SCREEN_CLOCKS as u32).map(ClockId).collect();
    assert_eq!(choose(&mut table, &many).unwrap_err(), Refusal::OutOfBounds);
}

#[test]
fn a_handout_is_on_the_screen_without_what_is_covered() {
    let mut table = Table::with_combatants(&["@Ilse"]);
    let one = write(&mut table, "One letter", None);
    let other = write(&mut table, "Another letter", None);
    let before = table.view(Class::Table);
    edit(&mut table, HandoutEdit::Screen { id: one, on: true });
    let shown = screen(&table, Class::Table).and_then(|screen| screen.handout);
    let shown = shown.expect("a handout");
    assert_eq!(shown.name, "One letter");
    let words = KnownPassage::Words("meet me where your ".into());
    assert_eq!(shown.text, [words, KnownPassage::Covered]);
    let told = serde_json::to_string(&diff(&before, &table.view(Class::Table)));
    assert!(!told.expect("JSON").contains("drowned"));
    // One at a time, and undo brings back the one before.
    edit(
        &mut table,
        HandoutEdit::Screen {
            id: other,
            on: true,
        },
    );
    let name = |table: &Table| {
        let shown = screen(table, Class::Table)?.handout?;
        Some(shown.name)
    };
    assert_eq!(name(&table).as_deref(), Some("Another letter"));
    table.give_accepted(ST, Command::Undo);
    assert_eq!(name(&table).as_deref(), Some("One letter"));
    // Uncovered for one character, it stays covered on the screen; for all, it is read there, too.
    let ilse = table.combatant_id("Ilse");
    let part = CoveredPart::Words("sister drowned".into());
    let open = |only: &[_]| HandoutEdit::Uncover {
        id: one,
        part: part.clone(),
        only: only.iter().copied().collect(),
    };
    edit(&mut table, open(&[ilse]));
    let text = |table: &Table| screen(table, Class::Table).expect("a screen").handout;
    assert_eq!(text(&table).expect("a handout").text.len(), 2);
    edit(&mut table, open(&[]));
    assert_eq!(text(&table).expect("a handout").text.len(), 1);
    edit(&mut table, HandoutEdit::Screen { id: one, on: false });
    assert_eq!(name(&table), None);
    let again = Command::EditHandout(HandoutEdit::Screen { id: one, on: false });
    assert_eq!(table.give(ST, again).unwrap_err(), Refusal::NothingToDo);
    let by_ana = Command::EditHandout(HandoutEdit::Screen { id: one, on: true });
    assert_eq!(table.give(ANA, by_ana).unwrap_err(), Refusal::NotAllowed);
}

#[test]
fn its_picture_has_an_address_of_its_own_for_everybody() {
    let mut table = Table::with_combatants(&["@Ilse"]);
    let picture = HandoutPictureInput {
        id: PictureId(7),
        words: "a pier".into(),
        covered: vec![CORNER],
    };
    let id = write(&mut table, "The pier", Some(picture));
    edit(&mut table, HandoutEdit::Screen { id, on: true });
    let address = |table: &Table| -> PictureAddress {
        let shown = screen(table, Class::Table).and_then(|screen| screen.handout);
        shown
            .and_then(|shown| shown.picture)
            .expect("a picture")
            .address
    };
    let at = |table: &Table, address| table.encounter.picture_at(ANAS, address);
    let first = address(&table);
    assert_eq!(at(&table, first), Some((PictureId(7), vec![CORNER])));
    let (part, only) = (CoveredPart::Area(CORNER), Default::default());
    edit(&mut table, HandoutEdit::Uncover { id, part, only });
    let second = address(&table);
    assert_ne!(first, second);
    assert_eq!(at(&table, first), None);
    assert_eq!(at(&table, second), Some((PictureId(7), vec![])));
    edit(&mut table, HandoutEdit::Screen { id, on: false });
    assert_eq!(at(&table, second), None);
}

#[test]
fn it_invites_whom_it_may_and_only_at_first() {
    let set = |invitation| TableScreen {
        invitation,
        ..TableScreen::default()
    };
    let players = set(ScreenInvitation::Players);
    let usual = TableScreen::default();
    assert_eq!(usual.invited_role(0, false, 0), Some(Role::Spectator));
    assert_eq!(players.invited_role(1, false, 0), Some(Role::Player));
    assert_eq!(
        players.invited_role(2, false, 0),
        None,
        "after the first round"
    );
    assert_eq!(players.invited_role(1, true, 0), None, "while locked");
    assert_eq!(players.invited_role(1, false, 30), None, "with a delay");
    let off = set(ScreenInvitation::Off);
    assert_eq!(off.invited_role(0, false, 0), None);
}
