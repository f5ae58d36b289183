//! A combatant's sheet: a page whose forms give commands as those at the table do.

use rules::id::CombatantId;
use rules::wire::{FromClient, FromServer, Why};
use serde_json::json;

use crate::client::{Guest, Line, command, fresh_id};
use crate::server::Company;

fn page(company: &Company, combatant: CombatantId) -> String {
    format!("/t/{}/c/{combatant}", company.table)
}

fn note(text: &str) -> [(&str, &str); 2] {
    [("do", "note"), ("text", text)]
}

#[tokio::test]
async fn a_form_gives_a_command_and_all_see_it() {
    let mut company = Company::gather().await;
    let [_, mut ana, mut eve] = company.lines().await;
    assert_eq!(ana.give(json!({"add": {"line": "Ilse stam 3"}})).await, Ok(()));
    let ilse = ana.id("Ilse");
    let page = page(&company, ilse);
    let done = company.ana.post(&page, &note("prone <b>\"x\"")).await;
    assert_eq!((done.status, done.location()), (303, page.as_str()));
    // It is on the page at once, and comes to the sockets of all others.
    let shown = company.ana.get(&page).await;
    assert_eq!(shown.status, 200);
    assert!(shown.body.contains("value=\"prone &lt;b&gt;&quot;x&quot;\""), "{}", shown.body);
    let noted = |line: &Line| line.view().rows[&ilse].note.as_deref() == Some("prone <b>\"x\"");
    eve.until(noted).await;
    // Twice the same is refused, in words on the page.
    let again = company.ana.post(&page, &note("prone <b>\"x\"")).await;
    assert_eq!(again.status, 409);
    assert!(again.body.contains("that is so already"), "{}", again.body);
    company.server.stop().await;
}

#[tokio::test]
async fn who_may_not_is_refused_and_who_may_not_know_finds_nothing() {
    let mut company = Company::gather().await;
    let [mut sam, mut ana, _] = company.lines().await;
    assert_eq!(ana.give(json!({"add": {"line": "Ilse stam 3"}})).await, Ok(()));
    assert_eq!(sam.give(json!({"add": {"line": "The Bishop hidden"}})).await, Ok(()));
    let ilse = page(&company, sam.id("Ilse"));
    let bishop = page(&company, sam.id("The Bishop"));
    let before = company.server.count(company.encounter).await;
    for other in [&mut company.ben, &mut company.eve] {
        let refused = other.post(&ilse, &note("mine")).await;
        assert_eq!(refused.status, 409);
        assert!(refused.body.contains("that is not yours to do"));
        // What is hidden is as if it were not there.
        let hidden = other.post(&bishop, &note("seen")).await;
        let nowhere = format!("/t/{}/c/zzzzzzzz", company.table);
        let nowhere = other.post(&nowhere, &note("seen")).await;
        assert_eq!((hidden.status, &hidden.body), (404, &nowhere.body));
        assert_eq!(other.get(&bishop).await.body, nowhere.body);
    }
    let mut stranger = Guest::new(company.server.address);
    assert_eq!(stranger.get(&ilse).await.status, 404);
    assert_eq!(stranger.post(&ilse, &note("mine")).await.status, 404);
    let foreign = [("origin", "http://evil.example"), ("content-type", "application/x-www-form-urlencoded")];
    let foreign = company.ana.post_raw(&ilse, &foreign, "do=note&text=x").await;
    assert_eq!(foreign.status, 403);
    assert_eq!(company.ana.post(&ilse, &[("do", "fly")]).await.status, 400);
    assert_eq!(company.server.count(company.encounter).await, before, "nothing changed");
    assert_eq!(company.sam.get(&bishop).await.status, 200);
    company.server.stop().await;
}

#[tokio::test]
async fn forms_and_sockets_of_a_seat_share_one_measure() {
    let mut company = Company::gather().await;
    let [_, mut ana, _] = company.lines().await;
    assert_eq!(ana.give(json!({"add": {"line": "Ilse stam 3"}})).await, Ok(()));
    let page = page(&company, ana.id("Ilse"));
    let says = command(&json!({"say": {"line": "and on"}}));
    for _ in 0..400 {
        let (id, command) = (fresh_id(), says.clone());
        ana.tell(&FromClient::Do { id, command }).await;
    }
    while !matches!(ana.next().await, FromServer::NotDone(_, Why::TooFast)) {}
    let waits = company.ana.post(&page, &note("prone")).await;
    assert_eq!(waits.status, 429, "{}", waits.body);
    assert!(waits.body.contains("that was too fast"), "{}", waits.body);
    assert_eq!(company.sam.post(&page, &note("prone")).await.status, 303, "others are others");
    company.server.stop().await;
}
