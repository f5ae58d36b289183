//! Spectators who see the table later than it happens: on the socket, on every page, after a restart.

use rules::base::id::TableId;
use rules::wire::close;
use serde_json::json;

use crate::client::{End, Guest, Line};
use crate::server::{Company, Server};

/// The table shows spectators what happens so many seconds later.
async fn delay(guest: &mut Guest, table: TableId, seconds: &str) -> u16 {
    let form = [("wish", "delay"), ("seconds", seconds)];
    guest
        .post(&format!("/t/{table}/people"), &form)
        .await
        .status
}

/// Time goes by for the server. What is due then is told within the second.
async fn wait(server: &Server, seconds: u64) {
    server.clock.wind(seconds * 1_000);
}

async fn titled(sam: &mut Line, title: &str) {
    assert_eq!(sam.give(json!({"title": {"title": title}})).await, Ok(()));
}

/// The title on a spectator's page, loaded now.
async fn page(company: &mut Company) -> String {
    company.eve.opening(company.table).await.view.title
}

#[tokio::test]
async fn spectators_see_it_later_and_never_sooner() {
    let mut company = Company::gather().await;
    let table = company.table;
    let [mut sam, mut ana, mut eve] = company.lines().await;
    titled(&mut sam, "Dusk").await;
    eve.catch_up().await;
    assert_eq!(eve.view().title, "Dusk");
    assert_eq!(delay(&mut company.sam, table, "30").await, 303);
    // Their browsers load the page again, and nobody else's does.
    assert_eq!(eve.end().await, End::Code(close::ELSEWHERE));
    let mut eve = company.eve.follow(company.encounter).await;
    assert_eq!(eve.view().title, "Dusk", "what was seen was seen");
    titled(&mut sam, "Night").await;
    assert_eq!(sam.give(json!({"add": {"line": "Ghoul"}})).await, Ok(()));
    ana.catch_up().await;
    assert_eq!(ana.view().title, "Night");
    wait(&company.server, 29).await;
    titled(&mut sam, "Dawn").await;
    eve.catch_up().await;
    assert_eq!(
        (eve.view().title.as_str(), eve.view().rows.len()),
        ("Dusk", 0)
    );
    // A reload, and a second browser, show no more.
    assert_eq!(page(&mut company).await, "Dusk");
    let again = company.eve.follow(company.encounter).await;
    assert_eq!(again.view().title, "Dusk");
    wait(&company.server, 1).await;
    eve.until(|eve| eve.view().title == "Night").await;
    eve.until(|eve| eve.view().rows.len() == 1).await;
    eve.catch_up().await;
    assert_eq!(page(&mut company).await, "Night");
    let changes = eve.changes().concat();
    assert!(!changes.contains("Dawn"), "{changes}");
    wait(&company.server, 29).await;
    eve.until(|eve| eve.view().title == "Dawn").await;
    assert_eq!(eve.view().rows, ana.view().rows);
    company.server.stop().await;
}

#[tokio::test]
async fn a_restart_shows_nothing_sooner() {
    let mut company = Company::gather().await;
    let table = company.table;
    let [mut sam, ..] = company.lines().await;
    titled(&mut sam, "Dusk").await;
    assert_eq!(delay(&mut company.sam, table, "60").await, 303);
    wait(&company.server, 60).await;
    titled(&mut sam, "Night").await;
    let mut company = company.again().await;
    assert_eq!(page(&mut company).await, "Dusk");
    let mut eve = company.eve.follow(company.encounter).await;
    assert_eq!(eve.view().title, "Dusk");
    // Who sits at the table is as it is now: also the spectator whose seat is newer than the picture.
    assert!(eve.view().seats.iter().any(|seat| Some(seat.id) == eve.you));
    let ana = company.ana.follow(company.encounter).await;
    assert_eq!(ana.view().title, "Night");
    wait(&company.server, 60).await;
    eve.until(|eve| eve.view().title == "Night").await;
    // From a snapshot that is as old as that, likewise.
    let mut company = company.again().await;
    assert_eq!(page(&mut company).await, "Night");
    company.server.stop().await;
}

#[tokio::test]
async fn no_page_and_no_answer_tells_of_the_present() {
    let mut company = Company::gather().await;
    let (table, encounter) = (company.table, company.encounter);
    let [mut sam, ..] = company.lines().await;
    assert_eq!(sam.give(json!({"add": {"line": "Ghoul"}})).await, Ok(()));
    let ghoul = sam.id("Ghoul");
    wait(&company.server, 60).await;
    assert_eq!(delay(&mut company.sam, table, "60").await, 303);
    assert_eq!(sam.give(json!({"add": {"line": "Newcomer"}})).await, Ok(()));
    assert_eq!(sam.give(json!({"remove": {"id": ghoul}})).await, Ok(()));
    sam.catch_up().await;
    let newcomer = sam.id("Newcomer");
    let eve = &mut company.eve;
    // Pages of the present are shut; those of a player are not.
    for path in [
        "log",
        "replay",
        "replay.json",
        "recap",
        "recap.md",
        "dice",
        "dice.json",
        "told.json",
        &format!("c/{ghoul}/past"),
        &format!("c/{newcomer}/past"),
    ] {
        let path = format!("/t/{table}/{path}");
        let shut = eve.get(&path).await;
        assert_eq!(shut.status, 403, "{path}");
        assert!(shut.body.contains("a delay of 60 seconds"), "{path}");
        assert!(!shut.body.contains("Newcomer"), "{path}");
        let named = eve.get(&format!("{path}?scene={encounter}")).await;
        assert_eq!(named.status, 403, "{path}");
        assert_ne!(company.ana.get(&path).await.status, 403, "{path}");
    }
    // The others show what was: the ghoul is there, the newcomer is a page like any that never was.
    let sheet = |id: &dyn std::fmt::Display| format!("/t/{table}/c/{id}");
    assert_eq!(eve.get(&sheet(&ghoul)).await.status, 200);
    let absent = eve.get(&sheet(&"n0b0dy00")).await;
    let unseen = eve.get(&sheet(&newcomer)).await;
    assert_eq!((unseen.status, unseen.body), (absent.status, absent.body));
    for path in ["", "/cast", "/settings", "/people", "/proposals"] {
        let page = eve.get(&format!("/t/{table}{path}")).await;
        assert_eq!(page.status, 200, "{path}");
        assert!(!page.body.contains("Newcomer"), "{path}");
    }
    let people = eve.get(&format!("/t/{table}/people")).await.body;
    assert!(people.contains("You see the table with a delay of 60 seconds"));
    // Refusals are the same whatever is there by now.
    let mut line = eve.follow(encounter).await;
    let mut answers = Vec::new();
    for id in [ghoul.to_string(), newcomer.to_string(), "n0b0dy00".into()] {
        let note = json!({"note": {"id": id, "text": "x"}});
        answers.push(line.give(note).await);
    }
    assert!(answers.iter().all(|it| *it == answers[0] && it.is_err()));
    // They may still leave.
    let left = eve.post(&format!("/t/{table}/leave"), &[]).await;
    assert_eq!(left.status, 303);
    company.server.stop().await;
}

#[tokio::test]
async fn those_who_run_the_table_set_it_within_bounds() {
    let mut company = Company::gather().await;
    let table = company.table;
    let [mut sam, _, mut eve] = company.lines().await;
    for other in [&mut company.ana, &mut company.eve] {
        assert_eq!(delay(other, table, "10").await, 404);
    }
    for wrong in ["601", "-1", "", "soon", "4294967297"] {
        assert_eq!(delay(&mut company.sam, table, wrong).await, 422, "{wrong}");
    }
    titled(&mut sam, "Dusk").await;
    eve.catch_up().await;
    assert_eq!(eve.view().title, "Dusk", "nothing was set");
    assert_eq!(delay(&mut company.sam, table, "600").await, 303);
    assert_eq!(eve.end().await, End::Code(close::ELSEWHERE));
    let mut eve = company.eve.follow(company.encounter).await;
    titled(&mut sam, "Night").await;
    // Shorter by now, and then at once.
    wait(&company.server, 20).await;
    eve.catch_up().await;
    assert_eq!(eve.view().title, "Dusk");
    assert_eq!(delay(&mut company.sam, table, "20").await, 303);
    eve.until(|eve| eve.view().title == "Night").await;
    assert_eq!(delay(&mut company.sam, table, "0").await, 303);
    assert_eq!(eve.end().await, End::Code(close::ELSEWHERE));
    // Who comes back with the numbers of then is given a whole picture.
    let (seen, view) = (eve.seen(), eve.view().clone());
    titled(&mut sam, "Dawn").await;
    let mut line = company.eve.dial(company.encounter).await;
    line.remember(seen, view);
    line.hello(Some(seen)).await;
    line.until(|line| line.view().title == "Dawn").await;
    assert!(
        line.heard[0].starts_with(r#"{"snapshot":"#),
        "{}",
        line.heard[0]
    );
    let log = company.eve.get(&format!("/t/{table}/log")).await;
    assert_eq!(log.status, 200);
    company.server.stop().await;
}
