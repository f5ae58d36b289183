//! A seat moves to another device by a link that works once, and the storyteller comes back.

use std::time::{Duration, Instant};

use app::page::Passing;
use rules::base::id::{SeatId, TableId};
use rules::encounter::Class;
use rules::encounter::log::LogMessage;
use rules::wire::close;
use serde_json::json;
use server::auth::token::Token;
use server::store::{SeatStore as _, Store as _};

use crate::client::{Answer, End, Guest};
use crate::server::{Company, Server, invitation};
use crate::stores::in_postgres_too;

in_postgres_too!(
    a_link_moves_a_seat_once,
    a_room_that_was_asleep_knows_whose_seat_has_moved,
    unknown_forbidden_expired_and_used_look_the_same,
    who_may_make_which_link,
    the_storyteller_comes_back_without_a_cookie,
    one_browser_holds_one_seat_at_a_table,
    who_leaves_is_gone_and_may_come_again,
    a_seat_nobody_ever_opened_can_be_left,
);

const DAY: u64 = 24 * 60 * 60 * 1000;

/// The path of a link.
pub(crate) fn path(passing: &Passing) -> String {
    let (_, path) = passing.link.split_once("/seat/").expect("a link");
    format!("/seat/{path}")
}

/// A link for a seat.
pub(crate) async fn link(guest: &mut Guest, table: TableId, seat: u32) -> Passing {
    let answer = guest
        .post(&format!("/t/{table}/seats/{seat}/link"), &[])
        .await;
    assert_eq!(answer.status, 200, "{answer:?}");
    serde_json::from_str(&answer.body).expect("a link")
}

/// The storyteller's way back.
pub(crate) async fn recovery(guest: &mut Guest, table: TableId) -> Passing {
    let answer = guest.post(&format!("/t/{table}/recovery"), &[]).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    serde_json::from_str(&answer.body).expect("a link")
}

/// What a stranger is answered, without what differs from moment to moment.
async fn seen_by_a_stranger(company: &Company, path: &str, post: bool) -> Answer {
    let mut stranger = Guest::new(company.server.address);
    let mut answer = if post {
        stranger.post(path, &[]).await
    } else {
        stranger.get(path).await
    };
    answer
        .headers
        .retain(|(name, _)| name != "date" && name != "x-request-id");
    answer
}

#[tokio::test]
async fn a_link_moves_a_seat_once() {
    let mut company = Company::gather().await;
    let (table, encounter) = (company.table, company.encounter);
    let mut line = company.ana.follow(encounter).await;
    let mut second = company.ana.follow(encounter).await;
    // Let in, and not in the room yet.
    let mut slow = company.ana.dial(encounter).await;
    let mut sam = company.sam.follow(encounter).await;
    let passing = link(&mut company.ana, table, 2).await;
    let site = format!("http://{}/seat/", company.server.address);
    assert!(passing.link.starts_with(&site) && passing.hours == Some(24));
    assert!(passing.qr.as_ref().is_some_and(|qr| qr.side >= 21));
    let path = path(&passing);
    let token = path.trim_start_matches("/seat/");
    assert!(token.len() >= 22, "at least 128 bits");

    // Looking at it, as a messenger's preview does, uses nothing up.
    let mut phone = Guest::new(company.server.address);
    for _ in 0..3 {
        let page = phone.get(&path).await;
        assert_eq!(page.status, 200);
        assert!(page.body.contains("Sit down as Ana") && page.body.contains("The Wharf"));
        assert_eq!(page.header("set-cookie"), None);
    }
    let mut forged = Guest::new(company.server.address);
    let foreign = [("origin", "http://evil.example")];
    assert_eq!(forged.post_raw(&path, &foreign, "").await.status, 403);
    // Where the seat is already there is nothing to move.
    for answer in [
        company.ana.get(&path).await,
        company.ana.post(&path, &[]).await,
    ] {
        assert_eq!(answer.location(), format!("/t/{table}"));
    }
    line.catch_up().await;

    let asked = Instant::now();
    let moved = phone.post(&path, &[]).await;
    assert_eq!(
        (moved.status, moved.location()),
        (303, &*format!("/t/{table}"))
    );
    for line in [&mut line, &mut second] {
        assert_eq!(line.end().await, End::Code(close::SEAT_MOVED));
    }
    assert!(asked.elapsed() < Duration::from_secs(1));
    slow.hello(None).await;
    assert_eq!(slow.end().await, End::Code(close::SEAT_MOVED));

    let opening = phone.opening(table).await;
    assert_eq!((opening.you, opening.class), (SeatId(2), Class::Table));
    let mut line = phone.follow(encounter).await;
    assert_eq!(line.give(json!({"add": {"line": "Ilse"}})).await, Ok(()));
    sam.catch_up().await;
    let names: Vec<_> = sam.view().seats.iter().map(|seat| &seat.name[..]).collect();
    assert_eq!(names, ["Sam", "Ana", "Ben", "Eve"], "nobody new sits there");

    // The old device is a stranger now, also after a restart.
    let page = format!("/t/{table}");
    let own = format!("http://{}", company.server.address);
    assert_eq!(company.ana.get(&page).await.status, 404);
    assert_eq!(
        company.ana.knock(encounter, Some(&own)).await.err(),
        Some(404)
    );
    let mut company = company.again().await;
    phone.address = company.server.address;
    assert_eq!(company.ana.get(&page).await.status, 404);
    phone.follow(encounter).await;
    company.server.stop().await;
}

#[tokio::test]
async fn a_room_that_was_asleep_knows_whose_seat_has_moved() {
    let server = Server::start().await;
    let mut sam = Guest::new(server.address);
    let table = sam.make_table("Sam").await;
    let invited = invitation(&mut sam, table).await;
    let mut ana = Guest::new(server.address);
    ana.sit(&invited.player, "Ana").await;
    // Nobody has opened the page: the first hello opens the room.
    let scenes = server.store.encounters(table).await.expect("an open store");
    let mut slow = ana.dial(scenes[0].id).await;
    let path = path(&link(&mut ana, table, 2).await);
    let mut phone = Guest::new(server.address);
    assert_eq!(phone.post(&path, &[]).await.status, 303);
    slow.hello(None).await;
    assert_eq!(slow.end().await, End::Code(close::SEAT_MOVED));
    phone.follow(scenes[0].id).await;
    server.stop().await;
}

#[tokio::test]
async fn unknown_forbidden_expired_and_used_look_the_same() {
    let mut company = Company::gather().await;
    let table = company.table;
    let token = Token::mint(&server::chance::SystemChance).to_text();
    let unknown = format!("/seat/{token}");
    let replaced = path(&link(&mut company.ana, table, 2).await);
    let used = path(&link(&mut company.ana, table, 2).await);
    let mut phone = Guest::new(company.server.address);
    assert_eq!(phone.post(&used, &[]).await.status, 303);
    let gone = path(&link(&mut company.sam, table, 3).await);
    let mut sam = company.sam.follow(company.encounter).await;
    assert_eq!(sam.give(json!({"unseat": {"seat": 3}})).await, Ok(()));
    let late = path(&link(&mut company.sam, table, 4).await);
    company.server.clock.wind(DAY - 1);
    let mut eve = Guest::new(company.server.address);
    assert_eq!(eve.get(&late).await.status, 200, "not yet");
    company.server.clock.wind(1);

    for post in [false, true] {
        let expected = seen_by_a_stranger(&company, &unknown, post).await;
        assert_eq!(expected.status, 404);
        assert!(expected.body.contains("This link no longer works"));
        for path in [
            &replaced,
            &used,
            &gone,
            &late,
            "/seat/x",
            "/seat/%00",
            &format!("/seat/{}", "A".repeat(43)),
        ] {
            let answer = seen_by_a_stranger(&company, path, post).await;
            assert_eq!(answer, expected, "{path}");
        }
    }
    company.server.stop().await;
}

#[tokio::test]
async fn who_may_make_which_link() {
    let mut company = Company::gather().await;
    let table = company.table;
    let helper = invitation(&mut company.sam, table).await.co_storyteller;
    let mut cleo = Guest::new(company.server.address);
    cleo.sit(&helper, "Cleo").await;
    let stranger = Guest::new(company.server.address);
    let mut elsewhere = Guest::new(company.server.address);
    elsewhere.make_table("Sam").await;
    let guests = [
        &company.sam,
        &cleo,
        &company.ana,
        &company.eve,
        &stranger,
        &elsewhere,
    ];
    // Of the storyteller, a co-storyteller, a player, one who watches, nobody; and the way back.
    let expected = ["yyyy-y", "-yyy--", "--y---", "---y--", "------", "------"];
    let paths = [1, 5, 2, 4, 9].map(|seat| format!("/t/{table}/seats/{seat}/link"));
    let recovery = format!("/t/{table}/recovery");
    for (guest, expected) in guests.into_iter().zip(expected) {
        let mut said = String::new();
        for path in paths.iter().chain([&recovery]) {
            let answer = guest.clone().post(path, &[]).await;
            let word = match answer.status {
                200 => 'y',
                404 => '-',
                other => panic!("{other}"),
            };
            assert_eq!(answer.body.contains("\"link\""), word == 'y');
            said.push(word);
        }
        assert_eq!(said, expected);
    }
    for path in paths.iter().chain([&recovery]) {
        let foreign = [("origin", "http://evil.example")];
        let refused = company.sam.post_raw(path, &foreign, "").await;
        assert_eq!(refused.status, 403);
    }
    for odd in ["x", "-1", "99999999999", "1%2f2"] {
        let path = format!("/t/{table}/seats/{odd}/link");
        assert_eq!(company.sam.post(&path, &[]).await.status, 404, "{odd}");
    }
    company.server.stop().await;
}

#[tokio::test]
async fn the_storyteller_comes_back_without_a_cookie() {
    let mut company = Company::gather().await;
    let (table, encounter) = (company.table, company.encounter);
    assert!(company.sam.opening(table).await.needs_way_back);
    assert!(!company.ana.opening(table).await.needs_way_back);
    let first = recovery(&mut company.sam, table).await;
    assert_eq!(first.hours, None);
    assert!(!company.sam.opening(table).await.needs_way_back);
    // A new one stops the last one.
    let second = recovery(&mut company.sam, table).await;
    let mut back = Guest::new(company.server.address);
    assert_eq!(back.get(&path(&first)).await.status, 404);

    let mut line = company.sam.follow(encounter).await;
    company.server.clock.wind(3 * 365 * DAY);
    let moved = back.post(&path(&second), &[]).await;
    assert_eq!(moved.location(), format!("/t/{table}"));
    assert_eq!(line.end().await, End::Code(close::SEAT_MOVED));
    let opening = back.opening(table).await;
    let expected = (SeatId(1), Class::Storyteller);
    assert_eq!((opening.you, opening.class), expected);
    assert_eq!(back.post(&path(&second), &[]).await.status, 404, "used up");
    // It is due again, and replaced.
    assert!(opening.needs_way_back);
    let third = recovery(&mut back, table).await;
    let mut again = Guest::new(company.server.address);
    assert_eq!(again.post(&path(&third), &[]).await.status, 303);

    // A link to another device dies when the seat moves by another way.
    let moving = link(&mut again, table, 1).await;
    let way_back = recovery(&mut again, table).await;
    let mut last = Guest::new(company.server.address);
    assert_eq!(last.post(&path(&way_back), &[]).await.status, 303);
    assert_eq!(again.post(&path(&moving), &[]).await.status, 404);
    // The way back outlives a move.
    let way_back = recovery(&mut last, table).await;
    let moving = link(&mut last, table, 1).await;
    let mut laptop = Guest::new(company.server.address);
    assert_eq!(laptop.post(&path(&moving), &[]).await.status, 303);
    assert!(!laptop.opening(table).await.needs_way_back);
    assert_eq!(last.post(&path(&way_back), &[]).await.status, 303);
    // A demonstration needs none.
    let demo = last.get("/demo").await.location().to_owned();
    assert!(!crate::client::opening(&last.get(&demo).await.body).needs_way_back);
    company.server.stop().await;
}

#[tokio::test]
async fn one_browser_holds_one_seat_at_a_table() {
    let mut company = Company::gather().await;
    let (table, encounter) = (company.table, company.encounter);
    let invited = invitation(&mut company.sam, table).await;
    // Ana has a new phone and sat down with it as somebody new.
    let mut phone = Guest::new(company.server.address);
    phone.sit(&invited.player, "Ana too").await;
    assert_eq!(phone.opening(table).await.you, SeatId(5));
    let mut line = phone.follow(encounter).await;
    let mut sam = company.sam.follow(encounter).await;
    let path_of_ana = path(&link(&mut company.sam, table, 2).await);
    let page = phone.get(&path_of_ana).await.body.replace("<!>", "");
    assert!(page.contains("Ana too, player. You’ll give that seat up."));
    assert_eq!(phone.post(&path_of_ana, &[]).await.status, 303);
    assert_eq!(line.end().await, End::Code(close::SEAT_GONE));
    assert_eq!(phone.opening(table).await.you, SeatId(2));
    sam.until(|sam| sam.view().seats.iter().all(|seat| seat.id != SeatId(5)))
        .await;
    let left = |line: &LogMessage| matches!(line, LogMessage::Left { name } if name == "Ana too");
    assert!(sam.view().log.iter().any(|line| left(&line.what)));

    // The storyteller's browser does not give the table up for it.
    let path_of_ben = path(&link(&mut company.sam, table, 3).await);
    let page = company.sam.get(&path_of_ben).await;
    assert!(page.status == 200 && page.body.contains("can’t give that seat up"));
    assert!(!page.body.contains("Sit down as"));
    let refused = company.sam.post(&path_of_ben, &[]).await;
    assert_eq!(refused.status, 422);
    assert_eq!(refused.header("set-cookie"), None);
    assert_eq!(company.sam.opening(table).await.you, SeatId(1));
    sam.catch_up().await;
    // The link is as good as before.
    let mut other = Guest::new(company.server.address);
    assert_eq!(other.post(&path_of_ben, &[]).await.status, 303);
    assert_eq!(other.opening(table).await.you, SeatId(3));
    company.server.stop().await;
}

#[tokio::test]
async fn who_leaves_is_gone_and_may_come_again() {
    let mut company = Company::gather().await;
    let (table, encounter) = (company.table, company.encounter);
    let [mut sam, mut ana, _] = company.lines().await;
    let leave = format!("/t/{table}/leave");
    assert_eq!(company.sam.post(&leave, &[]).await.status, 404);
    let left = company.ana.post(&leave, &[]).await;
    assert_eq!((left.status, left.location()), (303, "/"));
    assert_eq!(ana.end().await, End::Code(close::SEAT_GONE));
    assert_eq!(company.ana.get(&format!("/t/{table}")).await.status, 404);
    assert_eq!(company.ana.post(&leave, &[]).await.status, 404);
    sam.until(|sam| sam.view().seats.iter().all(|seat| seat.id != SeatId(2)))
        .await;
    let last = sam.view().log.last().expect("a line");
    assert_eq!(last.what, LogMessage::Left { name: "Ana".into() });

    // Nobody took the seat away, so she may come again by her name.
    let browser = |guest: &Guest| {
        let key = guest.cookies.get("coterie").expect("a key");
        Token::read(key).expect("a token").hash()
    };
    let store = &company.server.store;
    let shown_out = store
        .was_removed_from_table(table, browser(&company.ana))
        .await;
    assert!(!shown_out.expect("an answer"));
    assert_eq!(sam.give(json!({"unseat": {"seat": 3}})).await, Ok(()));
    let shown_out = store
        .was_removed_from_table(table, browser(&company.ben))
        .await;
    assert!(shown_out.expect("an answer"));
    let invited = invitation(&mut company.sam, table).await;
    company.ana.sit(&invited.player, "Ana").await;
    assert_eq!(company.ana.opening(table).await.you, SeatId(5));
    company.ana.follow(encounter).await;
    company.server.stop().await;
}

#[tokio::test]
async fn a_seat_nobody_ever_opened_can_be_left() {
    let server = Server::start().await;
    let mut sam = Guest::new(server.address);
    let table = sam.make_table("Sam").await;
    let invited = invitation(&mut sam, table).await;
    let mut ana = Guest::new(server.address);
    ana.sit(&invited.player, "Ana").await;
    let left = ana.post(&format!("/t/{table}/leave"), &[]).await;
    assert_eq!(left.location(), "/");
    assert_eq!(ana.get(&format!("/t/{table}")).await.status, 404);
    let mut other = Guest::new(server.address);
    other.sit(&invited.player, "Ana").await;
    other.opening(table).await;
    server.stop().await;
}
