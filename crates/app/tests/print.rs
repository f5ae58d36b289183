//! The page as the server prints it: what a reader without scripts gets.
#![cfg(feature = "ssr")]

use app::page::{Home, Opening, Page, Problem, Start, StartStep, Theme, Typed};
use app::print::{self, Parts};
use rules::base::dice::Dice;
use rules::base::id::{CommandId, EncounterId, ExchangeId, SeatId, TableId};
use rules::encounter::view::ExchangeView;
use rules::encounter::{Class, View, demo};
use rules::exchange::ExchangeStep;
use rules::ruleset::SystemId;
use rules::wire::RoomEpoch;

/// Faces that go round and round.
struct Round(u16);

impl Dice for Round {
    fn roll_die(&mut self, sides: u16) -> u16 {
        self.0 = self.0 % sides + 1;
        self.0
    }
}

fn opening(class: Class, title: &str) -> Page {
    let mut next = 0;
    let (encounter, _) = demo::build_encounter(
        SystemId::FIRST,
        1_790_000_000_000,
        || {
            next += 1;
            CommandId(next)
        },
        &mut Round(0),
    )
    .unwrap();
    let mut view = View::of(&encounter, class);
    view.title = title.to_owned();
    Page::Table(Box::new(Opening {
        table: TableId(7),
        table_name: title.to_owned(),
        encounter: EncounterId(8),
        you: SeatId(1),
        class,
        epoch: RoomEpoch(1),
        seq: 0,
        view,
        demo: true,
        needs_way_back: false,
        unseen: false,
    }))
}

fn print(page: &Page) -> String {
    print::page(
        page,
        Theme::Dark,
        &Parts {
            style: "/style.css?v=1".into(),
            rest: "/rest.wasm".into(),
            ..Parts::default()
        },
        false,
    )
}

#[test]
fn both_parts_of_the_program_come_at_once_only_where_an_exchange_is_under_way() {
    let Page::Table(mut opening) = opening(Class::Storyteller, "The Wharf") else {
        panic!("a table");
    };
    let both = |opening: &Opening| {
        let html = print(&Page::Table(Box::new(opening.clone())));
        let told = html.contains("<div id=\"app\" data-wakes=\"whole\"");
        assert_eq!(told, html.contains("href=\"/rest.wasm\""));
        told
    };
    assert!(!both(&opening));
    let over = r#"{"id":"ID","title":"Ilse Varga strikes Ghoul A"}"#
        .replace("ID", &ExchangeId::FIRST.to_string());
    let mut exchange: ExchangeView = serde_json::from_str(&over).expect("an exchange");
    opening
        .view
        .exchanges
        .insert(ExchangeId::FIRST, exchange.clone());
    assert!(!both(&opening));
    exchange.next = Some(ExchangeStep::Several(Vec::new()));
    opening.view.exchanges.insert(ExchangeId::FIRST, exchange);
    assert!(both(&opening));
}

#[test]
fn the_order_can_be_read_with_scripts_off() {
    let html = print(&opening(Class::Storyteller, "The Wharf"));
    let words = html.replace("<!>", "");
    for name in ["Ilse Varga", "Dr. Amadi", "Weston", "The Bishop", "acting"] {
        assert!(words.contains(name), "{name}");
    }
    let acting = words.find("data-acting=\"true\"").unwrap();
    assert!(words.get(acting..).unwrap().contains("Dr. Amadi"));
}

#[test]
fn what_players_may_not_know_is_not_on_their_page() {
    let html = print(&opening(Class::Table, "The Wharf"));
    assert!(html.contains("Ghoul"));
    assert!(!html.contains("Bishop"));
    let hidden = "data-hidden=\"true\"";
    assert!(!html.contains(hidden));
    assert!(print(&opening(Class::Storyteller, "The Wharf")).contains(hidden));
}

#[test]
fn user_text_is_text() {
    let html = print(&opening(Class::Table, "</script><script>alert(1)</script>"));
    assert!(!html.contains("<script>alert"));
}

#[test]
fn doors_are_plain_forms_without_scripts() {
    let home = print(&Page::Home(Home::default()));
    assert!(home.contains("href=\"/start\"") && home.contains("action=\"/code\""));
    assert!(!home.contains("<script"));
    for (step, action) in [(StartStep::Names, "/start"), (StartStep::Rules, "/tables")] {
        let start = print(&Page::Start(Start {
            step,
            typed: Typed::default(),
            trouble: None,
        }));
        assert!(start.contains(&format!("action=\"{action}\"")), "{start}");
        assert!(!start.contains("<script"));
    }
    let problem = print(&Page::Problem(Problem {
        head: "This link no longer works".to_owned(),
        words: vec!["It <may> be used up.".to_owned()],
        again: Some("/".to_owned()),
    }));
    for part in [
        "This link no longer works",
        "It &lt;may&gt; be used up.",
        "Try again",
    ] {
        assert!(problem.contains(part), "{problem}");
    }
}
