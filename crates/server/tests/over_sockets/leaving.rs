//! How people go: shown out, cut off because they do not read, or because the server goes.

use std::time::{Duration, Instant};

use rules::base::id::SeatId;
use rules::wire::{ClientMessage, NotDoneReason, close};
use serde_json::json;
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

use crate::client::{AGAIN, End, Guest, command, fresh_id, soon};
use crate::server::{Company, invitation};
use crate::stores::in_postgres_too;

in_postgres_too!(
    a_seat_that_is_taken_away,
    who_is_shown_out_hears_nothing_of_that_moment,
);

#[tokio::test]
async fn a_seat_that_is_taken_away() {
    let mut company = Company::gather().await;
    let [mut sam, mut ana, mut eve] = company.lines().await;
    let mut second = company.ana.follow(company.encounter).await;
    let ben = company.ben.follow(company.encounter).await;
    let asked = Instant::now();
    assert_eq!(sam.give(json!({"unseat": {"seat": 2}})).await, Ok(()));
    for line in [&mut ana, &mut second] {
        assert_eq!(line.end().await, End::Code(close::SEAT_GONE));
    }
    assert!(asked.elapsed() < Duration::from_secs(1));
    eve.until(|eve| !eve.here.contains(&SeatId(2))).await;
    assert!(eve.view().seats.iter().all(|seat| seat.id != SeatId(2)));
    assert_eq!(eve.here, [SeatId(1), SeatId(3), SeatId(4)]);
    drop(ben);

    // The cookie opens nothing any more, also not after a restart.
    for _ in 0..2 {
        let page = company.ana.get(&format!("/t/{}", company.table)).await;
        assert_eq!(page.status, 404);
        let own = format!("http://{}", company.server.address);
        let knocked = company.ana.knock(company.encounter, Some(&own)).await;
        assert_eq!(knocked.err(), Some(404));
        company = company.again().await;
    }

    // Whoever has a link sits down anew, in another seat.
    let old = invitation(&mut company.sam, company.table).await;
    company.ana.sit(&old.player, "Ana").await;
    assert_eq!(company.ana.opening(company.table).await.you, SeatId(5));

    // Renewed links: the old ones are dead, whoever has them.
    let renew = format!("/t/{}/invite/renew", company.table);
    assert_eq!(company.sam.post(&renew, &[]).await.status, 200);
    let mut late = Guest::new(company.server.address);
    for link in [&old.player, &old.spectator, &old.co_storyteller] {
        assert_eq!(late.get(link).await.status, 404);
        assert_eq!(late.post(link, &[("name", "Late")]).await.status, 404);
    }
    let said = late.post("/code", &[("code", &old.code)]).await;
    assert_eq!(said.status, 422);
    let new = invitation(&mut company.sam, company.table).await;
    assert_eq!(late.sit(&new.player, "Late").await, company.table);
    company.server.stop().await;
}

/// About seven kilobytes that everybody is told of.
fn loud() -> serde_json::Value {
    let label = "\u{1f3b2}".repeat(60);
    let terms: Vec<_> = (0..24)
        .map(|_| json!({"label": label, "value": 1}))
        .collect();
    json!({"roll": {"what": "Noise", "terms": terms, "reading": {}}})
}

#[tokio::test]
async fn who_does_not_read_is_cut_off_and_nobody_waits() {
    let mut company = Company::gather().await;
    company.eve.takes = Some(4096);
    let mut stalled = company.eve.follow(company.encounter).await;
    let [sam, ana] = [&company.sam, &company.ana].map(|guest| guest.follow(company.encounter));
    let ben = company.ben.follow(company.encounter);
    let mut lines = [sam.await, ana.await, ben.await];
    let (mut longest, mut given) = (Duration::ZERO, 0);
    while lines[0].here.contains(&SeatId(4)) {
        let line = &mut lines[given % 3];
        let asked = Instant::now();
        let answer = line.give(loud()).await;
        longest = longest.max(asked.elapsed());
        // A seat rolls only so often. Who asks again at once spends the socket's own measure of messages on it, and on
        // a quick machine all of it before the stalled one is cut off.
        match answer {
            Ok(()) => {}
            Err(NotDoneReason::TooFast) => sleep(AGAIN).await,
            Err(other) => panic!("{other:?}"),
        }
        given += 1;
    }
    assert!(longest < Duration::from_secs(5), "{longest:?}");
    // When it wakes up it is told why, comes back, and sees what everybody sees.
    assert_eq!(stalled.end().await, End::Code(close::LAGGING));
    let mut back = company.eve.dial(company.encounter).await;
    back.remember(stalled.seen(), stalled.view().clone());
    back.hello(stalled.seen).await;
    back.catch_up().await;
    lines[1].catch_up().await;
    assert!(back.view() == lines[1].view());
    company.server.stop().await;
}

#[tokio::test]
async fn the_server_goes_down_in_order() {
    let company = Company::gather().await;
    let [mut sam, mut ana, mut eve] = company.lines().await;
    let silent = company.ben.dial(company.encounter).await;
    let idle = TcpStream::connect(company.server.address).await;
    assert_eq!(ana.give(json!({"add": {"line": "Ilse"}})).await, Ok(()));
    let mut last = Vec::new();
    for title in ["One", "Two", "Three"] {
        let (id, command) = (fresh_id(), command(&json!({"title": {"title": title}})));
        last.push(id);
        sam.tell(&ClientMessage::Do { id, command }).await;
    }
    let address = company.server.address;
    let asked = Instant::now();
    let app = company.server.app.clone();
    let going = tokio::spawn(async move { app.shut_down().await });
    for line in [&mut sam, &mut ana, &mut eve] {
        assert_eq!(line.end().await, End::Code(close::GOING_DOWN));
    }
    drop((silent, idle));
    soon(going).await.expect("no panic");
    assert!(asked.elapsed() < Duration::from_secs(4));
    let refused = timeout(Duration::from_secs(1), TcpStream::connect(address)).await;
    assert!(matches!(refused, Ok(Err(_))), "nobody listens any more");

    // What was answered in the last moment is there.
    let told = sam.heard.join("\n");
    let company = company.again().await;
    let kept = company.server.commands(company.encounter).await;
    for id in last {
        let answered = told.contains(&format!("{{\"ok\":\"{id}\"}}"));
        assert!(!answered || kept.contains(&id));
    }
    company.server.stop().await;
}

#[tokio::test]
async fn who_is_shown_out_hears_nothing_of_that_moment() {
    let mut company = Company::gather().await;
    let [mut sam, mut ana, mut eve] = company.lines().await;
    for nth in 0..12 {
        let link = invitation(&mut company.sam, company.table).await.player;
        let mut mal = Guest::new(company.server.address);
        mal.sit(&link, &format!("Mal {nth}")).await;
        let mut mal = mal.follow(company.encounter).await;
        let seat = mal.you.expect("a seat").0;
        // In one moment: on a quick machine they share a commit.
        let mut asked = Vec::new();
        for order in [
            json!({"unseat": {"seat": seat}}),
            json!({"say": {"line": format!("Traitor {nth}, all of you")}}),
        ] {
            let (id, command) = (fresh_id(), command(&order));
            sam.tell(&ClientMessage::Do { id, command }).await;
            asked.push(id);
        }
        assert_eq!(mal.end().await, End::Code(close::SEAT_GONE));
        let heard = mal.heard.join("\n");
        assert!(!heard.contains(&format!("Traitor {nth},")), "{heard}");
        // The second may have come into a commit of its own, which is told before it is answered.
        for id in asked {
            assert_eq!(sam.answer(id).await, Ok(()));
        }
    }
    // The others heard all of it.
    for line in [&mut ana, &mut eve] {
        line.catch_up().await;
        let heard = line.heard.join("\n");
        assert_eq!(heard.matches("Traitor").count(), 12);
    }
    company.server.stop().await;
}
