//! Each refusal says in its own words what is so, to whom it concerns; what must look alike does.

use serde_json::json;
use tokio::process::Command;

use crate::client::{Answer, FORM, Guest};
use crate::program::Program;
use crate::server::{Company, Server, invitation};

/// A browser that keeps no cookies follows to where it is sent.
async fn follow_without_cookies(guest: &Guest, answer: &Answer) -> Answer {
    assert_eq!(answer.status, 303, "{answer:?}");
    let mut forgetful = Guest::new(guest.address);
    forgetful.get(answer.location()).await
}

const NO_COOKIES: &str = "Coterie keeps your seat in a cookie, and this browser blocks them.";
const NO_LINK: &str = "This link no longer works";

#[tokio::test]
async fn a_browser_that_keeps_no_cookies_is_told_so() {
    let server = Server::start().await;
    let fresh = || Guest::new(server.address);
    let form = [("table", "The Wharf"), ("name", "Sam")];
    for (path, again) in [
        ("/tables", "/start"),
        ("/demo", "/demo/"),
        ("/demo/ascension", "/demo/ascension"),
    ] {
        let mut guest = fresh();
        let sent = match path {
            "/tables" => guest.post(path, &form).await,
            _ => guest.get(path).await,
        };
        let page = follow_without_cookies(&guest, &sent).await;
        assert_eq!(page.status, 403, "{path}");
        assert!(page.body.contains(NO_COOKIES), "{}", page.body);
        assert!(page.body.contains("Try again") && page.body.contains(&format!("href=\"{again}")));
        assert!(!page.body.contains("storyteller"), "{}", page.body);
        // Said once: whoever comes after that is a stranger, as ever.
        let page = follow_without_cookies(&guest, &sent).await;
        assert!(page.status == 404 && page.body.contains(NO_LINK));
        // Whoever keeps cookies comes in, and nobody is told anything afterwards.
        let mut guest = fresh();
        let sent = match path {
            "/tables" => guest.post(path, &form).await,
            _ => guest.get(path).await,
        };
        assert_eq!(guest.get(sent.location()).await.status, 200);
        assert_eq!(follow_without_cookies(&guest, &sent).await.status, 404);
    }
    server.stop().await;
}

#[tokio::test]
async fn that_says_nothing_of_a_table() {
    let server = Server::start().await;
    let (mut sam, mut other) = (Guest::new(server.address), Guest::new(server.address));
    let table = sam.make_table("Sam").await;
    sam.opening(table).await;
    let unknown = format!("/t/{}", "0".repeat(32));
    let mut answers = Vec::new();
    for path in [format!("/t/{table}"), unknown] {
        other.cookies.clear();
        let made = other
            .post("/tables", &[("table", "T"), ("name", "N")])
            .await;
        assert_eq!(made.status, 303);
        answers.push(Guest::new(server.address).get(&path).await);
        answers.push(Guest::new(server.address).get(&path).await);
    }
    assert_eq!(answers[0], answers[2]);
    assert_eq!(answers[1], answers[3]);
    assert!(answers[0].body.contains(NO_COOKIES) && answers[1].body.contains(NO_LINK));
    server.stop().await;
}

#[tokio::test]
async fn who_keeps_no_cookies_takes_no_seat_by_an_invitation() {
    let mut company = Company::gather().await;
    let link = invitation(&mut company.sam, company.table).await.player;
    let totals = company.server.totals().await;
    let form = [("name", "Zoe")];
    let page = Guest::new(company.server.address).get(&link).await;
    assert_eq!(page.status, 200);
    let action = page.body.split("action=\"").nth(1);
    let action = action.and_then(|rest| rest.split('"').next());
    let action = action.expect("a form").to_owned();
    let refused = Guest::new(company.server.address)
        .post(&action, &form)
        .await;
    assert_eq!(refused.status, 403, "{}", refused.body);
    assert!(refused.body.contains(NO_COOKIES), "{}", refused.body);
    let again = format!("href=\"{link}\"");
    assert!(refused.body.contains(&again), "{}", refused.body);
    assert_eq!(company.server.totals().await, totals);
    // It is the same for a link that leads nowhere.
    let nowhere = format!(
        "/join/none?{}",
        action.rsplit('?').next().unwrap_or_default()
    );
    let other = Guest::new(company.server.address)
        .post(&nowhere, &form)
        .await;
    let own = refused.body.replace(&link, "/join/none");
    assert_eq!((other.status, other.body), (403, own));
    // The same form, and the same name, of a browser that keeps them.
    let mut zoe = Guest::new(company.server.address);
    zoe.get(&link).await;
    assert_eq!(zoe.post(&action, &form).await.status, 303);
    company.server.stop().await;
}

#[tokio::test]
async fn who_moves_a_seat_into_a_browser_without_cookies_is_told() {
    let mut company = Company::gather().await;
    let path = format!("/t/{}/seats/2/link", company.table);
    let moving = company.ana.post(&path, &[]).await;
    let moving: serde_json::Value = serde_json::from_str(&moving.body).expect("a link");
    let (_, token) = moving["link"]
        .as_str()
        .and_then(|link| link.split_once("/seat/"))
        .expect("a link");
    let phone = Guest::new(company.server.address);
    let moved = phone.clone().post(&format!("/seat/{token}"), &[]).await;
    let page = follow_without_cookies(&phone, &moved).await;
    assert!(
        page.status == 403 && page.body.contains(NO_COOKIES),
        "{}",
        page.body
    );
    company.server.stop().await;
}

#[tokio::test]
async fn what_is_no_secret_is_not_said_in_the_words_of_one() {
    let mut company = Company::gather().await;
    let table = company.table;
    let mut sam = company.sam.follow(company.encounter).await;
    let hidden = json!({"add": {"line": "Ghoul", "hidden": true}});
    assert_eq!(sam.give(hidden).await, Ok(()));
    let (hidden, absent) = (sam.id("Ghoul"), "0".repeat(32));
    let mut answers = Vec::new();
    for of in [hidden.to_string(), absent] {
        answers.push(company.ana.get(&format!("/t/{table}/c/{of}")).await);
    }
    assert_eq!(answers[0].body, answers[1].body);
    let mut stranger = Guest::new(company.server.address);
    let nothing = stranger.get(&format!("/t/{table}")).await;
    assert_eq!((nothing.status, &nothing.body), (404, &answers[0].body));
    assert!(nothing.body.contains(NO_LINK), "{}", nothing.body);
    // What nobody has is no secret.
    for path in ["/rules/nothing", "/demo/nothing"] {
        let body = stranger.get(path).await.body;
        assert!(body.contains("There are no such rules here"), "{body}");
        assert!(!body.contains("storyteller"), "{body}");
    }
    company.server.stop().await;
}

#[tokio::test]
async fn where_a_form_comes_from_is_said_in_its_own_words() {
    let server = Server::start().await;
    let own = format!("http://{}", server.address);
    let evil = ("origin", "http://evil.example");
    let mut guest = Guest::new(server.address);
    for (headers, words) in [
        (vec![evil], "“http://evil.example”"),
        (
            vec![evil, ("sec-fetch-site", "same-origin")],
            "--public-url",
        ),
        (
            vec![evil, ("sec-fetch-site", "cross-site")],
            "A page on another site sent that",
        ),
        (
            vec![("sec-fetch-site", "same-site")],
            "A page on another site sent that",
        ),
        (vec![], "Your browser doesn’t say"),
        (vec![("origin", "null")], "Your browser doesn’t say"),
        (vec![("origin", &own), evil], "came twice"),
        (
            vec![("origin", "http://<b>.example")],
            "http://&lt;b&gt;.example",
        ),
    ] {
        let headers = [headers, vec![FORM]].concat();
        let refused = guest.post_raw("/tables", &headers, "table=T&name=N").await;
        assert_eq!(refused.status, 403, "{headers:?}");
        assert!(
            refused.body.contains(words),
            "{headers:?}: {}",
            refused.body
        );
        assert!(!refused.body.contains(NO_LINK) && !refused.body.contains("Ask the storyteller"));
    }
    server.stop().await;
}

#[tokio::test]
async fn other_refusals_have_words_of_their_own() {
    let mut company = Company::gather().await;
    let path = format!("/t/{}/cast", company.table);
    let origin = format!("http://{}", company.server.address);
    let own = [("origin", &origin[..]), FORM];
    let sam = &mut company.sam;
    let heavy = "x=".to_owned() + &"y".repeat(20_000);
    let ws = format!("/ws/{}", company.encounter);
    for (answer, status, words) in [
        (
            sam.post_raw(&path, &own, &heavy).await,
            413,
            "That’s too much at once",
        ),
        (
            sam.post_raw(&path, &own, "what=ever").await,
            400,
            "That couldn’t be read",
        ),
        (
            sam.post_raw("/rules", &own, "").await,
            405,
            "That doesn’t work here",
        ),
        (sam.get(&ws).await, 400, "This address isn’t a page"),
    ] {
        assert_eq!(answer.status, status, "{words}: {}", answer.body);
        assert!(answer.body.contains(words), "{words} in {}", answer.body);
        assert!(!answer.body.contains(NO_LINK), "{}", answer.body);
    }
    assert!(
        sam.post_raw("/rules", &own, "")
            .await
            .header("allow")
            .is_some()
    );
    company.server.stop().await;
}

#[tokio::test]
async fn a_websocket_without_upgrade_is_told_to_the_host_once() {
    let place = tempfile::tempdir().expect("a folder");
    let program = Program::start(place.path()).await;
    let mut sam = Guest::new(program.address);
    let table = sam.make_table("Sam").await;
    let encounter = sam.opening(table).await.encounter;
    for _ in 0..3 {
        let origin = format!("http://{}", program.address);
        let headers = [
            ("origin", &origin[..]),
            ("connection", "close"),
            ("sec-websocket-version", "13"),
            ("sec-websocket-key", crate::raw::KEY),
        ];
        let answer = sam.get_raw(&format!("/ws/{encounter}"), &headers).await;
        assert_eq!(answer.status, 400);
    }
    // A hand in the address bar is none.
    assert_eq!(sam.get(&format!("/ws/{encounter}")).await.status, 400);
    let log = program.log();
    let told: Vec<_> = log
        .lines()
        .filter(|line| line.contains("Upgrade"))
        .collect();
    assert!(told.len() == 1 && told[0].contains("WARN"), "{log}");
}

#[tokio::test]
async fn an_address_that_is_not_known_is_told_to_the_host_once() {
    let place = tempfile::tempdir().expect("a folder");
    let mut program = Command::new(env!("CARGO_BIN_EXE_coterie"));
    program.args(["--public-url", "https://table.example.org"]);
    program.env("RUST_LOG", "warn");
    let program = Program::of(program, place.path()).await;
    let mut sam = Guest::new(program.address);
    for _ in 0..3 {
        let refused = sam
            .post("/tables", &[("table", "T"), ("name", "Sam")])
            .await;
        assert_eq!(refused.status, 403);
        for words in [
            "https://table.example.org",
            &format!("http://{}", program.address),
            "--public-url",
        ] {
            assert!(refused.body.contains(words), "{words} in {}", refused.body);
        }
    }
    let log = program.log();
    let told: Vec<_> = log
        .lines()
        .filter(|line| line.contains("public-url"))
        .collect();
    assert!(
        told.len() == 1 && told[0].contains(&format!("http://{}", program.address)),
        "{log}"
    );
}
