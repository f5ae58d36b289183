//! Who runs the table says what a seat may do: muted, nobody new, shown out, and another runs the table.

use rules::base::id::TableId;
use rules::base::seat::Role;
use rules::encounter::{Class, Refusal};
use rules::wire::{NotDoneReason, close};
use serde_json::json;

use crate::client::{End, Guest};
use crate::server::{Company, invitation};
use crate::stores::in_postgres_too;

in_postgres_too!(
    who_is_muted_sees_and_does_nothing,
    a_locked_table_takes_nobody_new,
    who_was_shown_out_has_no_way_back_by_any_link_they_know,
    the_storytelling_is_handed_over,
);

/// A form of the page of seats; the status of the answer.
async fn wish(guest: &mut Guest, table: TableId, wish: &str, seat: u32) -> u16 {
    let form = [("wish", wish), ("seat", &*seat.to_string())];
    guest
        .post(&format!("/t/{table}/people"), &form)
        .await
        .status
}

/// The storyteller, two players and a spectator, and Cleo, who helps, in seat 5.
async fn with_help() -> (Company, Guest) {
    let mut company = Company::gather().await;
    let link = invitation(&mut company.sam, company.table).await;
    let mut cleo = Guest::new(company.server.address);
    cleo.sit(&link.co_storyteller, "Cleo").await;
    cleo.opening(company.table).await;
    (company, cleo)
}

#[tokio::test]
async fn who_is_muted_sees_and_does_nothing() {
    let mut company = Company::gather().await;
    let [mut sam, mut ana, _] = company.lines().await;
    assert_eq!(ana.give(json!({"add": {"line": "Ilse"}})).await, Ok(()));
    let table = company.table;
    for other in [&mut company.ben, &mut company.eve] {
        assert_ne!(wish(other, table, "mute", 2).await, 303);
    }
    assert_ne!(wish(&mut company.sam, table, "mute", 1).await, 303);
    assert_eq!(wish(&mut company.sam, table, "mute", 2).await, 303);
    ana.catch_up().await;
    let ilse = ana.id("Ilse");
    let before = company.server.count(company.encounter).await;
    for order in [
        json!({"say": {"line": "hello"}}),
        json!({"say": {"line": "/roll 3"}}),
        json!({"harm": {"id": ilse, "packet": {"b": 1, "l": 0, "a": 0}}}),
        json!({"note": {"id": ilse, "text": "here"}}),
        json!({"own_dice": {"own": true}}),
        json!("undo"),
    ] {
        let answer = ana.give(order).await;
        assert_eq!(answer, Err(NotDoneReason::Refused(Refusal::Muted)));
    }
    // Nor by a form.
    let sheet = format!("/t/{table}/c/{ilse}");
    let form = [("do", "note"), ("text", "here")];
    assert_ne!(company.ana.post(&sheet, &form).await.status, 303);
    assert_eq!(company.server.count(company.encounter).await, before);
    // But sees what happens, and comes back to it.
    assert_eq!(sam.give(json!({"title": {"title": "Dawn"}})).await, Ok(()));
    ana.catch_up().await;
    assert_eq!(ana.view().title, "Dawn");
    let again = company.ana.follow(company.encounter).await;
    assert!(again.view().seats.iter().any(|seat| seat.muted));
    assert_eq!(wish(&mut company.sam, table, "unmute", 2).await, 303);
    assert_eq!(ana.give(json!({"say": {"line": "hello"}})).await, Ok(()));
    // Who is muted may still go.
    assert_eq!(wish(&mut company.sam, table, "mute", 2).await, 303);
    let left = company.ana.post(&format!("/t/{table}/leave"), &[]).await;
    assert_eq!(left.status, 303);
    assert_eq!(company.ana.get(&format!("/t/{table}")).await.status, 404);
    company.server.stop().await;
}

#[tokio::test]
async fn a_locked_table_takes_nobody_new() {
    let (mut company, mut cleo) = with_help().await;
    let table = company.table;
    let link = invitation(&mut company.sam, table).await;
    assert_eq!(wish(&mut company.ana, table, "lock", 0).await, 404);
    assert_eq!(wish(&mut cleo, table, "lock", 0).await, 303);
    let [_, seats, ..] = company.server.totals().await;
    let mut zoe = Guest::new(company.server.address);
    let spoken = zoe.post("/code", &[("code", &link.code)]).await;
    assert_eq!(spoken.status, 303);
    for way in [
        &link.player,
        &link.spectator,
        &link.co_storyteller,
        spoken.location(),
    ] {
        let page = zoe.get(way).await;
        assert!(page.body.contains("This table is locked"), "{}", page.body);
        assert_eq!(zoe.post(way, &[("name", "Zoe")]).await.status, 422);
    }
    // New links are no way in either.
    let fresh = company
        .sam
        .post(&format!("/t/{table}/invite/renew"), &[])
        .await;
    assert_eq!(fresh.status, 200);
    let fresh = invitation(&mut company.sam, table).await;
    assert_eq!(
        zoe.post(&fresh.player, &[("name", "Zoe")]).await.status,
        422
    );
    assert_eq!(company.server.totals().await[1], seats);
    // Those who sit there come and go, also on another device, also after a restart.
    let mut company = company.again().await;
    company.ana.opening(table).await;
    company.ana.follow(company.encounter).await;
    let passing = company
        .ana
        .post(&format!("/t/{table}/seats/2/link"), &[])
        .await;
    assert_eq!(passing.status, 200);
    assert_eq!(wish(&mut company.sam, table, "unlock", 0).await, 303);
    let mut zoe = Guest::new(company.server.address);
    zoe.sit(&fresh.player, "Zoe").await;
    company.server.stop().await;
}

#[tokio::test]
async fn who_was_shown_out_has_no_way_back_by_any_link_they_know() {
    let (mut company, _) = with_help().await;
    let table = company.table;
    let known = invitation(&mut company.sam, table).await;
    let passing = company
        .ben
        .post(&format!("/t/{table}/seats/3/link"), &[])
        .await;
    let passing: serde_json::Value = serde_json::from_str(&passing.body).expect("a link");
    let own = passing["link"].as_str().expect("a link").to_owned();
    let own = own.split_once("/seat/").expect("a path").1;
    assert_eq!(wish(&mut company.sam, table, "unseat", 3).await, 303);
    for way in [
        known.player,
        known.spectator,
        known.co_storyteller,
        format!("/seat/{own}"),
    ] {
        for guest in [&mut company.ben, &mut Guest::new(company.server.address)] {
            let sat = guest.post(&way, &[("name", "Ben again")]).await;
            assert_eq!(sat.status, 404, "{way}");
        }
    }
    let spoken = company.ben.post("/code", &[("code", &known.code)]).await;
    assert_ne!(spoken.status, 303);
    assert_eq!(company.ben.get(&format!("/t/{table}")).await.status, 404);
    company.server.stop().await;
}

#[tokio::test]
async fn the_storytelling_is_handed_over() {
    let (mut company, mut cleo) = with_help().await;
    let table = company.table;
    let [mut sam, mut ana, _] = company.lines().await;
    assert_eq!(
        sam.give(json!({"add": {"line": "Shade", "hidden": true}}))
            .await,
        Ok(())
    );
    // Nobody but the storyteller hands over, and not to themselves or to nobody.
    for (guest, to) in [(&mut company.ana, 2), (&mut company.eve, 4), (&mut cleo, 5)] {
        assert_eq!(wish(guest, table, "hand_over", to).await, 404);
    }
    assert_eq!(wish(&mut company.sam, table, "hand_over", 1).await, 404);
    assert_eq!(wish(&mut company.sam, table, "hand_over", 9).await, 404);
    let recovery = company.sam.post(&format!("/t/{table}/recovery"), &[]).await;
    let recovery: serde_json::Value = serde_json::from_str(&recovery.body).expect("a link");
    let old_way = recovery["link"].as_str().expect("a link").to_owned();
    let old_way = format!("/seat/{}", old_way.split_once("/seat/").expect("a path").1);
    assert_eq!(wish(&mut company.sam, table, "hand_over", 2).await, 303);
    assert_eq!(ana.end().await, End::Code(close::ELSEWHERE));
    assert_eq!(sam.end().await, End::Code(close::ELSEWHERE));
    // Ana sees everything now, and runs the table; Sam helps.
    let mut company = company.again().await;
    cleo.address = company.server.address;
    let opening = company.ana.opening(table).await;
    assert_eq!(opening.class, Class::Storyteller);
    let mut ana = company.ana.follow(company.encounter).await;
    assert!(ana.find("Shade").is_some());
    let role = |seat: u32| {
        let mut seats = ana.view().seats.iter();
        seats.find(|it| it.id.0 == seat).map(|it| it.role)
    };
    let roles = [role(1), role(2), role(5)];
    assert_eq!(
        roles,
        [Role::CoStoryteller, Role::Storyteller, Role::CoStoryteller].map(Some)
    );
    // What those who help may not: hand over, show the storyteller out, take their way back.
    for guest in [&mut company.sam, &mut cleo] {
        assert_eq!(wish(guest, table, "hand_over", 5).await, 404);
        assert_eq!(wish(guest, table, "hand_over", 1).await, 404);
        assert_ne!(wish(guest, table, "unseat", 2).await, 303);
        assert_ne!(wish(guest, table, "mute", 2).await, 303);
        assert_eq!(wish(guest, table, "recover", 0).await, 404);
        let link = format!("/t/{table}/seats/2/link");
        assert_eq!(guest.post(&link, &[]).await.status, 404);
    }
    let mut thief = Guest::new(company.server.address);
    assert_eq!(thief.post(&old_way, &[]).await.status, 404);
    assert_eq!(ana.give(json!({"title": {"title": "Ana's"}})).await, Ok(()));
    assert_eq!(wish(&mut company.ana, table, "hand_over", 1).await, 303);
    assert_eq!(company.sam.opening(table).await.class, Class::Storyteller);
    company.server.stop().await;
}
