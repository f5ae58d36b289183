//! Nobody is at a table unseen: who sits down is seen at once, also who never opens the page, and can be taken
//! away.

use rules::base::id::{SeatId, TableId};
use serde_json::json;

use crate::client::{Guest, Line};
use crate::server::{Company, Server, invitation};
use crate::stores::{beside, in_postgres_too};

in_postgres_too!(
    who_never_opens_the_page_is_seen_and_taken_away,
    who_was_shown_out_is_not_back_by_a_second_seat,
    who_is_in_the_table_and_nowhere_else_is_seen_before_they_read,
    who_sits_in_an_old_folder_unseen_is_shown_and_taken_away,
    who_comes_is_seen_in_every_encounter_of_the_table,
);

/// Whether a line sees a seat of this name.
fn sees(line: &Line, name: &str) -> bool {
    line.view().seats.iter().any(|seat| seat.name == name)
}

async fn take_away(guest: &mut Guest, table: TableId, seat: SeatId) -> u16 {
    let form = [("wish", "unseat"), ("seat", &*seat.0.to_string())];
    let people = format!("/t/{table}/people");
    guest.post(&people, &form).await.status
}

#[tokio::test]
async fn who_never_opens_the_page_is_seen_and_taken_away() {
    let server = Server::start().await;
    let mut sam = Guest::new(server.address);
    let table = sam.make_table("Sam").await;
    let encounter = sam.opening(table).await.encounter;
    let mut line = sam.follow(encounter).await;
    let link = invitation(&mut sam, table).await;
    for nth in 1..=24 {
        let mut ghost = Guest::new(server.address);
        ghost.sit(&link.player, &format!("Ghost {nth}")).await;
        line.catch_up().await;
        assert!(sees(&line, &format!("Ghost {nth}")), "{nth}");
    }
    let mut helper = Guest::new(server.address);
    helper.sit(&link.co_storyteller, "Cleo").await;
    line.catch_up().await;
    assert!(sees(&line, "Cleo"));
    let full = [("name", "Ana")];
    assert_eq!(
        Guest::new(server.address)
            .post(&link.player, &full)
            .await
            .status,
        422
    );
    let people = sam.get(&format!("/t/{table}/people")).await.body;
    for nth in 2..=26 {
        let form = format!("name=\"seat\" value=\"{nth}\"");
        assert!(people.contains(&form), "{nth}");
    }
    for seat in 2..=26 {
        assert_eq!(take_away(&mut sam, table, SeatId(seat)).await, 303);
    }
    line.catch_up().await;
    assert_eq!(line.view().seats.len(), 1);
    // Their names and their places are free.
    let link = invitation(&mut sam, table).await;
    for nth in 1..=24 {
        let mut guest = Guest::new(server.address);
        guest.sit(&link.player, &format!("Ghost {nth}")).await;
    }
    server.stop().await;
}

#[tokio::test]
async fn who_was_shown_out_is_not_back_by_a_second_seat() {
    let mut company = Company::gather().await;
    let table = company.table;
    let [mut sam, ..] = company.lines().await;
    let link = invitation(&mut company.sam, table).await;
    let mut zoe = Guest::new(company.server.address);
    zoe.sit(&link.player, "Zoe").await;
    // Sam sees her before she ever looks, also while the table is locked.
    let lock = [("wish", "lock")];
    let people = format!("/t/{table}/people");
    assert_eq!(company.sam.post(&people, &lock).await.status, 303);
    sam.catch_up().await;
    let seats = sam.view().seats.iter();
    let zoes = seats.filter(|seat| seat.name == "Zoe").map(|seat| seat.id);
    let zoes: Vec<_> = zoes.collect();
    assert_eq!(zoes, [SeatId(5)]);
    for seat in [3, 5] {
        assert_eq!(sam.give(json!({"unseat": {"seat": seat}})).await, Ok(()));
    }
    for path in ["", "/log", "/people", "/told.json"] {
        let path = format!("/t/{table}{path}");
        assert_eq!(zoe.get(&path).await.status, 404, "{path}");
    }
    company.server.stop().await;
}

/// Puts a browser that sits at another table into a seat here, as an earlier release did: no encounter knows.
async fn haunt(data: &std::path::Path, seat: u32, role: &str) {
    let sql = format!(
        "INSERT INTO seats (table_id, seat, role, name, browser, seen_at, created_at) \
         SELECT (SELECT table_id FROM seats WHERE name = 'Sam'), {seat}, '{role}', 'Ghost {seat}', \
         browser, seen_at, created_at FROM seats WHERE name = 'Elsewhere {seat}'"
    );
    let mut beside = beside(data).await;
    beside.run(sql).await;
    let ghost = format!("name = 'Ghost {seat}'");
    beside.sum_up("seats", &ghost).await;
    beside.close().await;
}

#[tokio::test]
async fn who_is_in_the_table_and_nowhere_else_is_seen_before_they_read() {
    let company = Company::gather().await;
    let table = company.table;
    let [mut sam, ..] = company.lines().await;
    for (nth, path) in [
        "/log",
        "/replay.json",
        "/told.json",
        "/dice.json",
        "/recap",
        "/people",
        "/proposals",
    ]
    .iter()
    .enumerate()
    {
        let seat = 10 + u32::try_from(nth).expect("few");
        let mut ghost = Guest::new(company.server.address);
        ghost.make_table(&format!("Elsewhere {seat}")).await;
        let role = if nth == 0 { "co_storyteller" } else { "player" };
        haunt(company.server.data(), seat, role).await;
        assert!(!sees(&sam, &format!("Ghost {seat}")));
        assert_eq!(
            ghost.get(&format!("/t/{table}{path}")).await.status,
            200,
            "{path}"
        );
        sam.catch_up().await;
        assert!(sees(&sam, &format!("Ghost {seat}")), "{path}");
    }
    company.server.stop().await;
}

#[tokio::test]
async fn who_sits_in_an_old_folder_unseen_is_shown_and_taken_away() {
    let company = Company::gather().await;
    let table = company.table;
    let mut ghost = Guest::new(company.server.address);
    ghost.make_table("Elsewhere 10").await;
    let again = company.again_after(async |data| haunt(data, 10, "player").await);
    let mut company = again.await;
    ghost.address = company.server.address;
    let people = company.sam.get(&format!("/t/{table}/people")).await.body;
    assert!(people.contains("Ghost 10"), "{people}");
    let [mut sam, ..] = company.lines().await;
    assert!(sees(&sam, "Ghost 10"));
    assert_eq!(take_away(&mut company.sam, table, SeatId(10)).await, 303);
    sam.catch_up().await;
    assert!(!sees(&sam, "Ghost 10"));
    assert_eq!(ghost.get(&format!("/t/{table}/log")).await.status, 404);
    company.server.stop().await;
}

#[tokio::test]
async fn who_comes_is_seen_in_every_encounter_of_the_table() {
    let mut company = Company::gather().await;
    let (table, cast) = (company.table, format!("/t/{}/cast", company.table));
    let first = company.encounter;
    let here = first.to_string();
    let prepare = [
        ("here", &*here),
        ("how", "now"),
        ("title", "Later"),
        ("do", "prepare"),
    ];
    let prepared = company.sam.post(&cast, &prepare).await;
    assert_eq!(prepared.status, 303, "{prepared:?}");
    let scenes = server::store::Store::encounters(&*company.server.store, table);
    let scenes = scenes.await.expect("a store");
    let later = scenes.iter().map(|scene| scene.id).find(|id| *id != first);
    let later = later.expect("the prepared one");
    let mut there = company.sam.follow(later).await;
    let link = invitation(&mut company.sam, table).await;
    let mut zoe = Guest::new(company.server.address);
    zoe.sit(&link.player, "Zoe").await;
    there.until(|line| sees(line, "Zoe")).await;
    // And where the table goes back to one that was over, which nobody looked at since.
    let now = later.to_string();
    let begin = [("here", &*here), ("how", "now"), ("begin", &*now)];
    let begun = company.sam.post(&cast, &begin).await;
    assert_eq!(begun.status, 303, "{begun:?}");
    let mut yves = Guest::new(company.server.address);
    yves.sit(&link.player, "Yves").await;
    let back = [("here", &*now), ("do", "back"), ("scene", &*here)];
    let back = company.sam.post(&cast, &back).await;
    assert_eq!(back.status, 303, "{back:?}");
    let mut sam = company.sam.follow(first).await;
    sam.catch_up().await;
    assert!(sees(&sam, "Zoe") && sees(&sam, "Yves"));
    company.server.stop().await;
}
