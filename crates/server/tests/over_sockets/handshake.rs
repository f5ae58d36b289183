//! Requests that no browser sends, and what others might hide in them.

use rules::base::seat::Role;

use crate::client::{FORM, Guest};
use crate::raw::{KEY, Raw, upgrade};
use crate::server::{Company, Server, invitation};

/// The status of the answer to these bytes.
async fn status(guest: &Guest, bytes: &str) -> u16 {
    let mut raw = Raw::dial(guest.address).await;
    raw.send(bytes).await;
    let head = raw.head().await;
    let status = head
        .split(' ')
        .nth(1)
        .and_then(|status| status.parse().ok());
    status.expect("an answer")
}

#[tokio::test]
async fn a_websocket_needs_a_proper_request() {
    let company = Company::gather().await;
    let own = format!("http://{}", company.server.address);
    let host = company.server.address.to_string();
    let evil = "http://evil.example";
    let key = "sec-websocket-key";
    let version = "sec-websocket-version";
    let cases: [(&[(&str, &str)], u16); 18] = [
        (&[], 101),
        (&[(key, "AAAAAAAAAAAAAAAAAAAAAA==")], 101),
        (&[("connection", "keep-alive, Upgrade")], 101),
        (&[("origin", &own), ("origin", evil)], 403),
        (&[("origin", evil), ("origin", &own)], 403),
        (&[("origin", &own), ("origin", &own)], 403),
        (&[("host", &host), ("host", "evil.example")], 403),
        // Sixteen bytes, as they are written, once.
        (&[(key, "")], 400),
        (&[(key, "dGhlIHNhbXBsZQ==")], 400),
        (&[(key, "dGhlIHNhbXBsZSBub25jZQ")], 400),
        (&[(key, "dGhlIHNhbXBsZSBub25jZSE=")], 400),
        (&[(key, "dGhlIHNhbXBsZSBub25jZ!==")], 400),
        (&[(key, KEY), (key, KEY)], 400),
        (&[(version, "13"), (version, "13")], 400),
        (&[(version, "12")], 426),
        (&[("upgrade", "h2c")], 400),
        (&[("connection", "close")], 400),
        (&[("transfer-encoding", "chunked")], 411),
    ];
    for (other, expected) in cases {
        let request = upgrade(&company.ana, company.encounter, other);
        assert_eq!(status(&company.ana, &request).await, expected, "{other:?}");
    }
    // No key at all.
    let request = upgrade(&company.ana, company.encounter, &[]);
    let without = request.replace(&format!("{key}: {KEY}\r\n"), "");
    assert_ne!(request, without);
    assert_eq!(status(&company.ana, &without).await, 400);
    let mut raw = Raw::dial(company.server.address).await;
    raw.send(upgrade(&company.ana, company.encounter, &[(version, "8")]))
        .await;
    let head = raw.head().await;
    assert!(head.contains("sec-websocket-version: 13\r\n"), "{head}");
    company.server.stop().await;
}

#[tokio::test]
async fn of_two_origins_none_is_believed() {
    let server = Server::start().await;
    let totals = server.totals().await;
    let own = format!("http://{}", server.address);
    let mut guest = Guest::new(server.address);
    let site = ("sec-fetch-site", "same-origin");
    for headers in [
        vec![("origin", own.as_str()), ("origin", "http://evil.example")],
        vec![("origin", "http://evil.example"), ("origin", &own)],
        vec![site, ("sec-fetch-site", "cross-site")],
    ] {
        let headers = [headers, vec![FORM]].concat();
        let answer = guest.post_raw("/tables", &headers, "table=T&name=N").await;
        assert_eq!(answer.status, 403, "{headers:?}");
    }
    assert_eq!(server.totals().await, totals);
    server.stop().await;
}

/// Where a length and chunks are both said, two readers may see two requests.
#[tokio::test]
async fn nothing_is_smuggled_behind_a_request() {
    let server = Server::start().await;
    let totals = server.totals().await;
    let guest = Guest::new(server.address);
    let form = "table=T&name=N";
    let hidden = format!("{:x}\r\n{form}\r\n0\r\n\r\n", form.len());
    let length = format!("content-length: {}\r\n", hidden.len());
    let chunks = "transfer-encoding: chunked\r\n";
    for lines in [
        format!("{length}{chunks}"),
        format!("{chunks}{length}"),
        chunks.to_owned(),
        format!("transfer-encoding: gzip, chunked\r\n{length}"),
    ] {
        let head = format!(
            "POST /tables HTTP/1.1\r\nhost: {0}\r\norigin: http://{0}\r\n",
            guest.address
        );
        let kind = format!("{}: {}\r\n", FORM.0, FORM.1);
        let mut raw = Raw::dial(server.address).await;
        raw.send(format!("{head}{kind}{lines}\r\n{hidden}")).await;
        raw.send(format!(
            "GET /health HTTP/1.1\r\nhost: {}\r\n\r\n",
            guest.address
        ))
        .await;
        let answer = String::from_utf8_lossy(&raw.rest().await).into_owned();
        assert!(answer.starts_with("HTTP/1.1 411 "), "{answer}");
        assert_eq!(
            answer.matches("HTTP/1.1 ").count(),
            1,
            "and that is the end: {answer}"
        );
    }
    assert_eq!(server.totals().await, totals);
    server.stop().await;
}

#[tokio::test]
async fn looking_whether_there_is_a_demonstration_makes_none() {
    let server = Server::start().await;
    let totals = server.totals().await;
    for path in ["/demo", "/demo/tristat"] {
        let mut raw = Raw::dial(server.address).await;
        raw.send(format!(
            "HEAD {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n"
        ))
        .await;
        let answer = String::from_utf8_lossy(&raw.rest().await).into_owned();
        assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
        assert!(!answer.contains("set-cookie"), "{answer}");
    }
    assert_eq!(server.totals().await, totals);
    server.stop().await;
}

/// Whoever was shown out knows the way in; it leads nowhere any more.
#[tokio::test]
async fn who_was_shown_out_does_not_come_back_by_the_same_way() {
    let mut company = Company::gather().await;
    let (table, encounter) = (company.table, company.encounter);
    let old = invitation(&mut company.sam, table).await;
    let mut sam = company.sam.follow(encounter).await;
    let unseat = serde_json::json!({"unseat": {"seat": 2}});
    assert_eq!(sam.give(unseat).await, Ok(()));
    let totals = company.server.totals().await;
    let stranger = Guest::new(company.server.address);
    // With the cookie they had, or with none.
    for mut guest in [company.ana.clone(), stranger] {
        for link in [&old.player, &old.spectator, &old.co_storyteller] {
            assert_eq!(guest.get(link).await.status, 404);
            assert_eq!(guest.post(link, &[("name", "Ana")]).await.status, 404);
        }
        let said = guest.post("/code", &[("code", &old.code)]).await;
        assert_eq!(said.status, 422);
    }
    assert_eq!(company.server.totals().await, totals);
    // Those who sit there stay, and whoever is sent a new link comes in.
    company.ben.opening(table).await;
    let new = invitation(&mut company.sam, table).await;
    assert_eq!(company.ana.sit(&new.player, "Ana").await, table);
    let opening = company.ana.opening(table).await;
    let seat = opening
        .view
        .seats
        .iter()
        .find(|seat| seat.id == opening.you);
    assert_eq!(seat.map(|seat| seat.role), Some(Role::Player));
    company.server.stop().await;
}
