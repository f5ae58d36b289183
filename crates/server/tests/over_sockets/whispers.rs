//! Whispers reach those whom they are for, on every way there is, and nobody else on any.

use rules::encounter::PrivateView;
use serde_json::{Value, json};
use server::store::sqlite;

use crate::backup::{coterie, said};
use crate::client::{Guest, Line};
use crate::program::Program;
use crate::server::{Company, invitation};

/// What Sam whispers to Ben.
const SAMS: &str = "Hand-of-Sam";
/// What Ana whispers to Ben in private.
const ANAS: &str = "Knives-of-Ana";

fn whisper(to: u32, words: &str) -> Value {
    json!({"whisper": {"to": [to], "words": words}})
}

fn private(line: &Line) -> PrivateView {
    line.private.clone().unwrap_or_default().1
}

/// The words that the socket heard, of both whispers.
fn heard(line: &Line) -> [bool; 2] {
    [SAMS, ANAS].map(|words| line.heard.iter().any(|text| text.contains(words)))
}

/// The pages and files that a guest can open with either whisper on them.
async fn read(guest: &mut Guest, pages: &[String]) -> Vec<(String, [bool; 2])> {
    let mut found = Vec::new();
    for page in pages {
        let answer = guest.get(page).await;
        let has = [SAMS, ANAS].map(|words| answer.body.contains(words));
        if has != [false, false] {
            found.push((page.clone(), has));
        }
    }
    found
}

#[tokio::test]
async fn nobody_else_is_told_a_whisper_on_any_way() {
    let mut company = Company::gather().await;
    let [mut sam, mut ana, mut eve] = company.lines().await;
    let mut ben = company.ben.follow(company.encounter).await;
    let set = json!({"set_table": {"to": {"whispers": "private"}}});
    assert_eq!(sam.give(set).await, Ok(()));
    assert_eq!(sam.give(whisper(3, SAMS)).await, Ok(()));
    let typed = json!({"say": {"line": format!("/w ben {ANAS}")}});
    assert_eq!(ana.give(typed).await, Ok(()));
    assert_eq!(ben.give(json!({"say": {"line": "Hm."}})).await, Ok(()));
    for line in [&mut sam, &mut ana, &mut ben, &mut eve] {
        line.catch_up().await;
    }
    assert_eq!(heard(&sam), [true, false]);
    assert_eq!(heard(&ana), [false, true]);
    assert_eq!(heard(&ben), [true, true]);
    assert_eq!(heard(&eve), [false, false]);
    // The numbers of a seat's own messages have no gaps, and those of its class have none either.
    let numbers = private(&ben).log.into_iter().map(|line| line.line.no);
    assert_eq!(numbers.collect::<Vec<_>>(), [1, 2]);
    assert_eq!(ana.seen().seq, eve.seen().seq);
    assert!(eve.private.is_none() && sam.private.is_none());

    let table = company.table;
    let last = |line: &Line| line.view().log.len();
    let step = last(&ana) - 1;
    let own = [
        "".to_owned(),
        "/log".to_owned(),
        format!("/log?find={ANAS}"),
        "/replay".to_owned(),
        format!("/replay?at={step}"),
        "/replay.json".to_owned(),
        "/recap".to_owned(),
        "/recap.md".to_owned(),
        "/told.json".to_owned(),
        "/settings".to_owned(),
        "/people".to_owned(),
        "/dice".to_owned(),
        "/cast".to_owned(),
    ];
    let files = [
        "/table.json".to_owned(),
        "/cast.json".to_owned(),
        "/encounter.json".to_owned(),
        "/log?as=2".to_owned(),
        "/log?as=3".to_owned(),
        "/replay?as=3".to_owned(),
        format!("/replay?as=3&at={step}"),
        format!("/replay.json?as=3&at={step}"),
    ];
    let pages = own.iter().chain(&files);
    let pages: Vec<String> = pages.map(|page| format!("/t/{table}{page}")).collect();
    let found = |found: Vec<(String, [bool; 2])>| -> Vec<(String, [bool; 2])> {
        let base = format!("/t/{table}");
        let short = found.into_iter();
        short
            .map(|(page, has)| (page.replacen(&base, "", 1), has))
            .collect()
    };
    let of = |page: &str, has: [bool; 2]| (page.to_owned(), has);
    let at = format!("/replay?at={step}");
    let search = format!("/log?find={ANAS}");
    assert_eq!(
        found(read(&mut company.ben, &pages).await),
        [
            of("/log", [true, true]),
            of(&search, [false, true]),
            of(&at, [true, true]),
            of("/told.json", [true, true]),
        ]
    );
    assert_eq!(
        found(read(&mut company.ana, &pages).await),
        [
            of("/log", [false, true]),
            of(&search, [false, true]),
            of(&at, [false, true]),
            of("/told.json", [false, true]),
        ]
    );
    assert_eq!(
        found(read(&mut company.eve, &pages).await),
        [of(&search, [false, true])]
    );
    let sams = found(read(&mut company.sam, &pages).await);
    assert!(
        sams.iter().all(|(page, has)| *page == search || !has[1]),
        "{sams:?}"
    );
    for page in ["", "/log", "/told.json", "/table.json", "/log?as=3"] {
        assert!(sams.contains(&of(page, [true, false])), "{page}: {sams:?}");
    }
    assert!(
        !sams.iter().any(|(page, _)| page == "/log?as=2"),
        "{sams:?}"
    );
}

#[tokio::test]
async fn who_comes_back_misses_no_whisper_and_hears_none_twice() {
    let company = Company::gather().await;
    let [mut sam, _ana, _eve] = company.lines().await;
    let mut ben = company.ben.follow(company.encounter).await;
    assert_eq!(sam.give(whisper(3, "One.")).await, Ok(()));
    ben.until(|line| line.private.is_some()).await;
    let (seen, view, had) = (ben.seen(), ben.view().clone(), ben.private.clone());
    drop(ben);
    for words in ["Two.", "Three."] {
        assert_eq!(sam.give(whisper(3, words)).await, Ok(()));
    }
    let back = |private| {
        let guest = company.ben.clone();
        let (view, encounter) = (view.clone(), company.encounter);
        async move {
            let mut line = guest.dial(encounter).await;
            line.remember(seen, view);
            line.private = private;
            line.hello(Some(seen)).await;
            line.catch_up().await;
            line
        }
    };
    let heard = |line: &Line| -> Vec<String> {
        let heard = line.heard.iter();
        let own = heard.filter(|text| text.starts_with(r#"{"p":"#));
        own.cloned().collect()
    };
    let resumed = back(had).await;
    let told = heard(&resumed);
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(told[0].starts_with(r#"{"p":[2,[{"log":"#) && told[1].contains("Three."));
    // Whoever has nothing of it is told all of it at once.
    let fresh = back(None).await;
    let told = heard(&fresh);
    assert!(
        told.len() == 1 && told[0].starts_with(r#"{"p":[3,[{"all":"#),
        "{told:?}"
    );
    assert_eq!(private(&fresh), private(&resumed));
    assert_eq!(private(&fresh).log.len(), 3);
    // And so it is after the server was down.
    let company = company.again().await;
    let mut again = company.ben.follow(company.encounter).await;
    again.catch_up().await;
    assert_eq!(private(&again), private(&fresh));
    let mut eve = company.eve.follow(company.encounter).await;
    eve.catch_up().await;
    assert!(eve.private.is_none());
}

#[tokio::test]
async fn a_copy_of_the_store_keeps_private_whispers_and_an_export_leaves_them_out() {
    let data = tempfile::tempdir().expect("a folder");
    let program = Program::start(data.path()).await;
    let mut sam = Guest::new(program.address);
    let table = sam.make_table("Sam").await;
    let encounter = sam.opening(table).await.encounter;
    let link = invitation(&mut sam, table).await.player;
    let (mut ana, mut ben) = (Guest::new(program.address), Guest::new(program.address));
    ana.sit(&link, "Ana").await;
    ben.sit(&link, "Ben").await;
    let mut sams = sam.follow(encounter).await;
    let set = json!({"set_table": {"to": {"whispers": "private"}}});
    assert_eq!(sams.give(set).await, Ok(()));
    assert_eq!(sams.give(whisper(3, SAMS)).await, Ok(()));
    let mut anas = ana.follow(encounter).await;
    assert_eq!(anas.give(whisper(3, ANAS)).await, Ok(()));
    let mut bens = ben.follow(encounter).await;
    bens.catch_up().await;
    assert_eq!(private(&bens).log.len(), 2);

    // Neither what the storyteller downloads nor what the host makes by the command line has a word between players.
    let exported = said(&coterie(&["export", &table.to_string()], data.path()).await);
    let downloaded = sam.get(&format!("/t/{table}/table.json")).await.body;
    for file in [&exported, &downloaded] {
        assert!(file.contains(SAMS) && !file.contains(ANAS));
    }

    // A copy is what restores the server after it is lost: with it Ben reads both again.
    let copy = data.path().join("copy.sqlite3");
    let to = copy.to_str().expect("a path");
    assert!(coterie(&["backup", to], data.path()).await.status.success());
    drop((sams, anas));
    let restored = tempfile::tempdir().expect("a folder");
    std::fs::copy(&copy, restored.path().join(sqlite::FILE)).expect("a copy");
    let there = Program::start(restored.path()).await;
    let address = there.address;
    let mut again = Guest { address, ..ben }.follow(encounter).await;
    again.catch_up().await;
    assert_eq!(private(&again), private(&bens));
    // An export of the copy is an export.
    let exported = said(&coterie(&["export", &table.to_string()], restored.path()).await);
    assert!(exported.contains(SAMS) && !exported.contains(ANAS));
}
