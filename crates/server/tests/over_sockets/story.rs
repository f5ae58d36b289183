//! An evening: people come, do things, lose the line and come back.

use rules::base::id::SeatId;
use rules::base::seat::Role;
use rules::encounter::Class;
use rules::encounter::log::LogMessage;
use rules::wire::{NotDoneReason, ResumePoint, RoomEpoch, ServerMessage};
use serde_json::json;

use crate::client::{Guest, Line, fresh_id};
use crate::server::{Company, Server, invitation};
use crate::stores::in_postgres_too;

in_postgres_too!(
    everybody_finds_the_table,
    everybody_sees_what_they_may,
    somebody_who_comes_back_hears_exactly_what_they_missed,
    a_command_said_twice_is_done_once,
    who_is_here,
);

#[tokio::test]
async fn everybody_finds_the_table() {
    let server = Server::start().await;
    let mut sam = Guest::new(server.address);
    assert_eq!(sam.get("/").await.status, 200);
    let table = sam.make_table("Sam").await;
    let opening = sam.opening(table).await;
    assert_eq!(
        (opening.you, opening.class),
        (SeatId(1), Class::Storyteller)
    );
    assert_eq!(opening.table_name, "The Wharf");
    let invited = invitation(&mut sam, table).await;

    let mut by_link = Guest::new(server.address);
    let page = by_link.get(&invited.player).await;
    assert!(page.status == 200 && page.body.contains("The Wharf"));
    assert_eq!(by_link.sit(&invited.player, "Ana").await, table);
    let again = by_link.get(&invited.player).await;
    assert_eq!(again.location(), format!("/t/{table}"), "no second seat");
    let again = by_link.post(&invited.player, &[("name", "Anna")]).await;
    assert_eq!(again.location(), format!("/t/{table}"), "no second seat");

    let mut by_code = Guest::new(server.address);
    let said = invited.code.to_uppercase().replace('-', " ");
    let link = by_code.post("/code", &[("code", &said)]).await;
    assert_eq!(by_code.sit(link.location(), "Ben").await, table);

    let mut watches = Guest::new(server.address);
    watches.sit(&invited.spectator, "Eve").await;
    let mut helps = Guest::new(server.address);
    helps.sit(&invited.co_storyteller, "Cleo").await;

    for (guest, seat, class) in [
        (&mut by_link, 2, Class::Table),
        (&mut by_code, 3, Class::Table),
        (&mut watches, 4, Class::Table),
        (&mut helps, 5, Class::Storyteller),
    ] {
        let opening = guest.opening(table).await;
        assert_eq!((opening.you, opening.class), (SeatId(seat), class));
    }
    let seats = sam.opening(table).await.view.seats;
    let seats: Vec<_> = seats
        .iter()
        .map(|seat| (&seat.name[..], seat.role))
        .collect();
    let expected = [
        ("Sam", Role::Storyteller),
        ("Ana", Role::Player),
        ("Ben", Role::Player),
        ("Eve", Role::Spectator),
        ("Cleo", Role::CoStoryteller),
    ];
    assert_eq!(seats, expected);

    server.clock.wind(13 * 60 * 60 * 1000);
    let late = Guest::new(server.address)
        .post("/code", &[("code", &said)])
        .await;
    assert_eq!(late.status, 422, "a code works for an evening");
    assert_ne!(invitation(&mut sam, table).await.code, invited.code);
    server.stop().await;
}

/// A socket that followed sees what a new one and the page are told.
async fn check_followed(company: &mut Company, lines: &mut [Line; 3]) {
    let Company {
        table,
        encounter,
        sam,
        ana,
        eve,
        ..
    } = company;
    for (guest, line) in [sam, ana, eve].into_iter().zip(lines) {
        line.catch_up().await;
        let fresh = guest.follow(*encounter).await;
        assert_eq!(line.view(), fresh.view());
        assert_eq!(line.seen(), fresh.seen());
        assert_eq!(line.you, fresh.you);
        let page = guest.opening(*table).await;
        assert_eq!(*line.view(), page.view);
        let ResumePoint { epoch, seq } = line.seen();
        assert_eq!((page.epoch, page.seq), (epoch, seq));
    }
}

#[tokio::test]
async fn everybody_sees_what_they_may() {
    let mut company = Company::gather().await;
    let mut lines = company.lines().await;
    let [sam, ana, _] = &mut lines;

    let add = |line: &str| json!({"add": {"line": line}});
    assert_eq!(ana.give(add("Ilse dex 4 stam 3 size 5")).await, Ok(()));
    assert_eq!(sam.give(add("2x ghoul stam 2 size 5")).await, Ok(()));
    assert_eq!(sam.give(add("The Bishop vampire hidden")).await, Ok(()));
    check_followed(&mut company, &mut lines).await;
    let [sam, ana, eve] = &mut lines;
    assert!(sam.find("The Bishop").is_some());
    for line in [&*ana, eve] {
        assert!(line.find("Ilse").is_some() && line.find("Ghoul B").is_some());
        assert_eq!(line.find("The Bishop"), None);
    }

    let ilse = ana.id("Ilse");
    let roll = json!({"roll": {
        "id": ilse,
        "what": "Wits",
        "terms": [{"label": "Wits", "value": 3}],
        "reading": {},
    }});
    assert_eq!(ana.give(roll).await, Ok(()));
    let mark = json!({"turn": {"id": ilse, "shifts": [{"to": "l"}]}});
    assert_eq!(ana.give(mark.clone()).await, Ok(()));
    assert_eq!(sam.give(mark).await, Ok(()), "deltas: both count");
    check_followed(&mut company, &mut lines).await;
    let [sam, ana, eve] = &mut lines;
    for line in [&*sam, ana, eve] {
        let track = serde_json::to_value(line.view().rows[&ilse].track).expect("data");
        assert_eq!(track, json!({"boxes": [8, 0, 2, 0]}));
        let rolled = |what: &LogMessage| matches!(what, LogMessage::Rolled { .. });
        assert!(line.view().log.iter().any(|line| rolled(&line.what)));
    }
    assert_eq!(ana.view(), eve.view());
    assert_eq!(ana.seen(), eve.seen());

    // What is hidden is no message at all, and a reveal is one.
    let before = ana.seen();
    let bishop = sam.id("The Bishop");
    let note = json!({"note": {"id": bishop, "text": "waits"}});
    assert_eq!(sam.give(note).await, Ok(()));
    ana.catch_up().await;
    assert_eq!(ana.seen(), before);
    assert_eq!(sam.give(json!({"reveal": {"id": bishop}})).await, Ok(()));
    ana.catch_up().await;
    assert_eq!(ana.seen().seq, before.seq + 1);
    assert_eq!(ana.find("The Bishop"), Some(bishop));
    check_followed(&mut company, &mut lines).await;

    let mut company = company.again().await;
    let mut lines = company.lines().await;
    check_followed(&mut company, &mut lines).await;
    assert!(lines[1].find("The Bishop").is_some());
    company.server.stop().await;
}

#[tokio::test]
async fn somebody_who_comes_back_hears_exactly_what_they_missed() {
    let company = Company::gather().await;
    let [mut sam, mut ana, mut eve] = company.lines().await;
    let (seen, view) = (ana.seen(), ana.view().clone());
    let told = eve.changes().len();
    drop(ana);
    for title in ["One", "Two", "Three"] {
        assert_eq!(sam.give(json!({"title": {"title": title}})).await, Ok(()));
    }
    let hidden = json!({"add": {"line": "spy", "hidden": true}});
    assert_eq!(sam.give(hidden).await, Ok(()));
    eve.catch_up().await;
    let missed = eve.changes().split_off(told);
    assert_eq!(missed.len(), 3);

    // The gap, in the very bytes the others got.
    ana = company.ana.dial(company.encounter).await;
    ana.remember(seen, view.clone());
    ana.hello(Some(seen)).await;
    ana.catch_up().await;
    assert_eq!(ana.heard[0], r#"{"resumed":{"you":2}}"#);
    assert_eq!(ana.heard[1..4], missed);
    assert_eq!(ana.view(), eve.view());
    assert_eq!(ana.seen(), eve.seen());

    // Nothing missed, nothing told.
    let mut back = company.ana.dial(company.encounter).await;
    back.remember(ana.seen(), ana.view().clone());
    back.hello(Some(ana.seen())).await;
    back.catch_up().await;
    assert_eq!(back.heard[0], r#"{"resumed":{"you":2}}"#);
    assert_eq!(back.changes(), [""; 0]);

    // A number of another life, or one that was never given: everything.
    let other = RoomEpoch(seen.epoch.0.wrapping_add(1));
    for stranger in [
        ResumePoint {
            epoch: other,
            ..seen
        },
        ResumePoint {
            seq: ana.seen().seq + 1,
            ..seen
        },
        ResumePoint {
            seq: u64::MAX,
            ..seen
        },
    ] {
        let mut line = company.ana.dial(company.encounter).await;
        line.hello(Some(stranger)).await;
        assert!(matches!(line.next().await, ServerMessage::Snapshot(_)));
        line.catch_up().await;
        assert_eq!(line.view(), ana.view());
        assert_eq!(line.changes(), [""; 0]);
    }

    // A gap longer than the picture: the picture.
    let seen = ana.seen();
    for times in 0..60 {
        let title = format!("{times} {}", "x".repeat(50));
        let asked = json!({"add": {"line": "rat size 1 foe"}});
        assert_eq!(sam.give(asked).await, Ok(()));
        assert_eq!(sam.give(json!({"title": {"title": title}})).await, Ok(()));
    }
    let mut late = company.ana.dial(company.encounter).await;
    late.hello(Some(seen)).await;
    assert!(matches!(late.next().await, ServerMessage::Snapshot(_)));
    ana.catch_up().await;
    assert_eq!(late.view(), ana.view());
    company.server.stop().await;
}

#[tokio::test]
async fn a_command_said_twice_is_done_once() {
    let mut company = Company::gather().await;
    let [mut sam, mut ana, _eve] = company.lines().await;
    let add = json!({"add": {"line": "Ilse stam 3 size 5"}});
    assert_eq!(ana.give(add).await, Ok(()));
    let hurt = json!({"harm": {"id": ana.id("Ilse"), "packet": {"b": 1}}});
    let (done, refused) = (fresh_id(), fresh_id());
    let count = company.server.count(company.encounter).await;

    assert_eq!(ana.give_as(done, &hurt).await, Ok(()));
    sam.catch_up().await;
    let seen = sam.seen();
    assert_eq!(ana.give_as(done, &hurt).await, Ok(()));
    let mut other = company.ana.follow(company.encounter).await;
    assert_eq!(other.give_as(done, &hurt).await, Ok(()));
    // The same id, whatever it asks for.
    assert_eq!(ana.give_as(done, &json!("undo")).await, Ok(()));

    let no = sam.give_as(refused, &json!("sort")).await;
    assert!(matches!(no, Err(NotDoneReason::Refused(_))));
    let remove = json!({"remove": {"id": ana.id("Ilse")}});
    assert_eq!(sam.give_as(refused, &remove).await, no);
    sam.catch_up().await;
    assert_eq!(sam.seen(), seen, "nobody heard anything");
    assert_eq!(company.server.count(company.encounter).await, count + 1);

    company = company.again().await;
    let [mut sam, mut ana, _eve] = company.lines().await;
    assert_ne!(sam.epoch(), seen.epoch, "another life has another epoch");
    assert_eq!(ana.give_as(done, &hurt).await, Ok(()));
    sam.catch_up().await;
    assert_eq!(company.server.count(company.encounter).await, count + 1);
    let track = serde_json::to_value(sam.view().rows[&ana.id("Ilse")].track).expect("data");
    assert_eq!(track, json!({"boxes": [8, 1, 0, 0]}));
    company.server.stop().await;
}

#[tokio::test]
async fn who_is_here() {
    let company = Company::gather().await;
    let mut sam = company.sam.follow(company.encounter).await;
    assert_eq!(sam.here, [SeatId(1)]);
    let mut ana = company.ana.follow(company.encounter).await;
    let mut second = company.ana.follow(company.encounter).await;
    let both = [SeatId(1), SeatId(2)];
    assert_eq!((ana.you, second.you), (Some(SeatId(2)), Some(SeatId(2))));
    assert_eq!(second.here, both, "a seat with two sockets is there once");
    sam.until(|sam| sam.here == both).await;

    // Both sockets of the seat follow; only the one that asked is answered.
    let id = fresh_id();
    assert_eq!(
        ana.give_as(id, &json!({"add": {"line": "Ilse"}})).await,
        Ok(())
    );
    second.catch_up().await;
    assert_eq!(second.view(), ana.view());
    assert!(second.heard.iter().all(|text| !text.contains("\"ok\"")));

    drop(ana);
    let eve = company.eve.follow(company.encounter).await;
    let three = [SeatId(1), SeatId(2), SeatId(4)];
    sam.until(|sam| sam.here == three).await;
    drop(second);
    sam.until(|sam| sam.here == [SeatId(1), SeatId(4)]).await;
    drop(eve);
    sam.until(|sam| sam.here == [SeatId(1)]).await;
    company.server.stop().await;
}
