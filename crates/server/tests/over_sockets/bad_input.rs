//! Whatever somebody sends: a typed answer, and nothing changes.

use futures_util::SinkExt as _;
use rules::base::id::{EncounterId, TableId};
use rules::wire::{MAX_MESSAGE_BYTES, NotDoneReason, PROTOCOL_VERSION, close};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;

use crate::client::{End, FORM, Guest, Line, fresh_id, soon};
use crate::server::{Company, invitation};

/// What a socket is sent, and what it answers.
async fn check(line: &mut Line, sent: Message, expected: &str) {
    let shown = sent.to_string();
    line.send(sent).await;
    loop {
        line.next().await;
        let heard = line.heard.last().expect("it was just heard");
        if !heard.starts_with(r#"{"here":"#) {
            let shown = &shown[..shown.len().min(200)];
            return assert_eq!(heard, expected, "{shown}");
        }
    }
}

#[tokio::test]
async fn what_cannot_be_read() {
    let company = Company::gather().await;
    let mut sam = company.sam.follow(company.encounter).await;
    let (totals, view) = (company.server.totals().await, sam.view().clone());
    let id = "00112233445566778899aabbccddeeff";
    let long = format!(
        r#"{{"do":{{"id":"{id}","command":{{"title":{{"title":"{}"}}}}}}}}"#,
        "x".repeat(MAX_MESSAGE_BYTES)
    );
    let deep = "[".repeat(5000);
    let not_json = r#"{"unreadable":"not_json"}"#;
    let unknown = r#"{"unreadable":"unknown_message"}"#;
    let too_long = r#"{"unreadable":"too_long"}"#;
    let a_do = |command: &str| format!(r#"{{"do":{{"id":"{id}","command":{command}}}}}"#);
    let texts = [
        ("", not_json),
        ("hello", not_json),
        ("{\"do\":", not_json),
        (&deep, not_json),
        (r#"{"ping":"\ud800"}"#, unknown),
        ("7", unknown),
        ("null", unknown),
        ("[]", unknown),
        ("{}", unknown),
        (r#""reload""#, unknown),
        (r#"{"ok":"00112233445566778899aabbccddeeff"}"#, unknown),
        (r#"{"ping":{"me":1}}"#, unknown),
        (&a_do(r#""dance""#), unknown),
        (&a_do(r#"{"title":{"title":7}}"#), unknown),
        (&a_do(r#"{"title":{"title":"a","also":"b"}}"#), unknown),
        (&a_do(r#"{"title":{"title":"a","title":"b"}}"#), unknown),
        // A key that comes twice means two things.
        (
            &a_do(r#"{"roll":{"what":"a","terms":[],"reading":{"again":9,"again":8}}}"#),
            unknown,
        ),
        (
            &a_do(r#"{"roll":{"what":"a","terms":[],"reading":{},"reading":{"again":8}}}"#),
            unknown,
        ),
        (
            &a_do(r#"{"harm":{"id":"00000000","packet":{"b":1,"b":2}}}"#),
            unknown,
        ),
        (&a_do(r#"{"next_turn":{"after":{"n":1,"n":2}}}"#), unknown),
        (
            r#"{"do":{"id":"00112233445566778899aabbccddeeff","command":"sort","command":"undo"}}"#,
            unknown,
        ),
        (
            &a_do(r#"{"harm":{"id":"00000000","packet":{"b":65536}}}"#),
            unknown,
        ),
        (
            &a_do(r#"{"harm":{"id":"00000000","packet":{"b":-1}}}"#),
            unknown,
        ),
        (
            &a_do(r#"{"harm":{"id":"0000000I","packet":{"b":1}}}"#),
            unknown,
        ),
        (&a_do("\"sort\"").replace(id, "0011"), unknown),
        (&a_do("\"sort\"").replace(id, &id.to_uppercase()), unknown),
        (r#"{"do":{"command":"sort"}}"#, unknown),
        (r#"{"hello":{"protocol":3}}"#, r#"{"unreadable":"hello"}"#),
        (&long, too_long),
    ];
    for (sent, expected) in texts {
        // A line of one's own each: patience has an end.
        let mut line = company.sam.follow(company.encounter).await;
        check(&mut line, Message::text(sent), expected).await;
        line.catch_up().await;
    }
    let mut line = company.sam.follow(company.encounter).await;
    let binary = Message::binary(r#""ping""#);
    check(&mut line, binary, r#"{"unreadable":"not_text"}"#).await;
    let exact = format!("{:width$}", r#""ping""#, width = MAX_MESSAGE_BYTES);
    check(&mut line, Message::text(exact), r#""pong""#).await;
    let beyond = format!("{:width$}", r#""ping""#, width = MAX_MESSAGE_BYTES + 1);
    check(&mut line, Message::text(beyond), too_long).await;

    // Longer than anybody may make us read.
    let mut line = company.sam.follow(company.encounter).await;
    let huge = Message::text("x".repeat(1024 * 1024));
    _ = soon(line.socket.send(huge)).await;
    assert_eq!(line.end().await, End::Code(close::TOO_LONG));

    // Twenty of them, and it is enough.
    let mut line = company.sam.follow(company.encounter).await;
    for _ in 0..20 {
        line.say("?").await;
    }
    assert_eq!(line.end().await, End::Code(close::MISBEHAVED));

    sam.catch_up().await;
    assert_eq!(sam.view(), &view);
    assert_eq!(company.server.totals().await, totals);
    company.server.stop().await;
}

#[tokio::test]
async fn without_a_proper_hello() {
    let company = Company::gather().await;
    let totals = company.server.totals().await;
    let id = fresh_id();
    let first = [
        ("\"ping\"".into(), r#"{"unreadable":"hello"}"#),
        ("hello".into(), r#"{"unreadable":"hello"}"#),
        (
            json!({"do": {"id": id, "command": "sort"}}).to_string(),
            r#"{"unreadable":"hello"}"#,
        ),
        (r#"{"hello":{}}"#.into(), r#"{"unreadable":"hello"}"#),
        (
            r#"{"hello":{"protocol":99999999999}}"#.into(),
            r#"{"unreadable":"hello"}"#,
        ),
        (
            r#"{"hello":{"protocol":3,"seen":{"epoch":1}}}"#.into(),
            r#"{"unreadable":"hello"}"#,
        ),
        (r#"{"hello":{"protocol":0}}"#.into(), r#""reload""#),
        // A page of the first version, of the last one, and of a version to come.
        (r#"{"hello":{"protocol":1}}"#.into(), r#""reload""#),
        (
            json!({"hello": {"protocol": PROTOCOL_VERSION - 1}}).to_string(),
            r#""reload""#,
        ),
        (
            json!({"hello": {"protocol": PROTOCOL_VERSION + 1}}).to_string(),
            r#""reload""#,
        ),
    ];
    for (sent, expected) in first {
        let mut line = company.ana.dial(company.encounter).await;
        line.say(&sent).await;
        line.next().await;
        assert_eq!(line.heard, [expected], "{sent}");
        assert_eq!(line.end().await, End::Code(close::MISBEHAVED), "{sent}");
    }
    assert_eq!(company.server.totals().await, totals);
    company.server.stop().await;
}

#[tokio::test]
async fn what_is_refused() {
    let company = Company::gather().await;
    let [mut sam, mut ana, mut eve] = company.lines().await;
    let mut ben = company.ben.follow(company.encounter).await;
    let add = |line: &str| json!({"add": {"line": line}});
    assert_eq!(ana.give(add("Ilse")).await, Ok(()));
    assert_eq!(ben.give(add("Weston")).await, Ok(()));
    assert_eq!(sam.give(add("ghoul")).await, Ok(()));
    ana.catch_up().await;
    let [ilse, weston, ghoul] = ["Ilse", "Weston", "Ghoul"].map(|name| ana.id(name));
    let turn = json!({"id": weston, "shifts": [{"to": "b"}]});
    let mine = |shifts: Value| json!({"turn": {"id": ilse, "shifts": shifts}});
    let roll = |terms: Value| json!({"roll": {"what": "x", "terms": terms, "reading": {}}});
    let name = |name: &str| json!({"rename": {"id": ilse, "name": name}});
    let many: Vec<Value> = (0..25).map(|_| json!({"label": "x", "value": 1})).collect();

    let allowed = json!("not_allowed");
    let bounds = json!("out_of_bounds");
    let nobody = json!("no_such_combatant");
    let unseen = json!({"text": "unseen"});
    let players = [
        (json!({"turn": turn}), &allowed),
        (json!({"harm": {"id": ghoul, "packet": {"l": 1}}}), &allowed),
        (json!({"remove": {"id": weston}}), &allowed),
        (json!({"reveal": {"id": ilse}}), &allowed),
        (
            json!({"move": {"id": ilse, "to": {"before": null}}}),
            &allowed,
        ),
        (json!({"title": {"title": "Mine"}}), &allowed),
        (
            json!({"sit": {"seat": 2, "name": "Ana", "role": "storyteller"}}),
            &allowed,
        ),
        (json!({"unseat": {"seat": 3}}), &allowed),
        (json!({"assign": {"id": weston, "seat": 2}}), &allowed),
        (json!({"foe_health": {"shown": "shown"}}), &allowed),
        (json!({"foe_odds": {"shown": true}}), &allowed),
        (json!({"leave_group": {"id": weston}}), &allowed),
        (json!({"group_turn": {"after": {"n": 0}}}), &allowed),
        (json!({"run_again": {"exchange": "00000000"}}), &allowed),
        (json!({"next_turn": {"after": {"n": 0}}}), &allowed),
        (
            json!({"previous_turn": {"before": {"n": 4_294_967_295_u32}}}),
            &allowed,
        ),
        (
            json!({"harm": {"id": "00000000", "packet": {"b": 1}}}),
            &nobody,
        ),
        (
            json!({"harm": {"id": ilse, "packet": {"b": 65_535}}}),
            &bounds,
        ),
        (mine(json!([{"to": "b", "count": 65_535}])), &bounds),
        (
            mine(json!(vec![json!({"to": "b", "count": 65_535}); 300])),
            &bounds,
        ),
        (
            mine(json!([{"from": "a", "to": "b"}])),
            &json!("no_such_box"),
        ),
        (mine(json!([])), &json!("nothing_to_do")),
        (
            roll(json!([{"label": "x", "value": i32::MAX}, {"label": "y", "value": i32::MAX}])),
            &bounds,
        ),
        (roll(json!([{"label": "x", "value": i32::MIN}])), &bounds),
        (roll(json!(many)), &bounds),
        (name("a\u{0}b"), &unseen),
        (name("a\nb"), &unseen),
        (name("Ilse\u{202e}"), &unseen),
        (name("Il\u{200b}se"), &unseen),
        (name("\u{feff}"), &unseen),
        (name("  "), &json!({"text": "empty"})),
        (name(&"x".repeat(61)), &json!({"text": "too_long"})),
        (name(&"x".repeat(10_000)), &json!({"text": "too_long"})),
        (add(""), &json!({"line": "no_name"})),
        (add("21x rat"), &json!({"line": "count"})),
        (add("4294967297x rat"), &json!({"line": "count"})),
        (
            add("rat\u{202e} dex 3"),
            &json!({"line": {"name": "unseen"}}),
        ),
        (add(&"x".repeat(241)), &json!({"line": "too_long"})),
        (json!("undo"), &json!("changed_since")),
    ];
    let runs = [
        (json!({"unseat": {"seat": 1}}), &allowed),
        (json!({"unseat": {"seat": 77}}), &json!("no_such_seat")),
        (
            json!({"assign": {"id": ghoul, "seat": 77}}),
            &json!("no_such_seat"),
        ),
        (json!({"assign": {"id": ghoul, "seat": 4}}), &allowed),
        (
            json!({"next_turn": {"after": {"n": 0}}}),
            &json!("nobody_in_order"),
        ),
        (
            json!({"roll_initiative": {"whose": {"one": ghoul}, "face": 11}}),
            &json!({"no_such_face": {"sides": 10}}),
        ),
        (
            json!({"roll_initiative": {"whose": {"one": ghoul}, "face": 0}}),
            &json!({"no_such_face": {"sides": 10}}),
        ),
        (json!("sort"), &json!("nothing_to_do")),
    ];
    // Somebody touched her newest since.
    assert_eq!(
        sam.give(json!({"harm": {"id": ilse, "packet": {"b": 1}}}))
            .await,
        Ok(())
    );

    for line in [&mut sam, &mut ana, &mut eve] {
        line.catch_up().await;
    }
    let before = [sam.seen(), ana.seen(), eve.seen()];
    let views = [sam.view().clone(), ana.view().clone()];
    let totals = company.server.totals().await;
    for (asked, expected) in &players {
        check_refused(&mut ana, asked, expected).await;
    }
    for (asked, expected) in &runs {
        check_refused(&mut sam, asked, expected).await;
    }
    // Who only watches may do nothing at all.
    for (asked, _) in &players[..6] {
        check_refused(&mut eve, asked, &allowed).await;
    }
    for asked in [
        add("Eve"),
        roll(json!([])),
        json!("undo"),
        mine(json!([{"to": "b"}])),
    ] {
        check_refused(&mut eve, &asked, &allowed).await;
    }
    for line in [&mut sam, &mut ana, &mut eve] {
        line.catch_up().await;
    }
    assert_eq!([sam.seen(), ana.seen(), eve.seen()], before);
    assert_eq!([sam.view(), ana.view()], views.each_ref());
    assert_eq!(company.server.totals().await, totals);
    company.server.stop().await;
}

async fn check_refused(line: &mut Line, asked: &Value, expected: &Value) {
    let Err(NotDoneReason::Refused(refusal)) = line.give(asked.clone()).await else {
        panic!("{asked} was not refused");
    };
    let refusal = serde_json::to_value(&refusal).expect("data");
    assert_eq!(&refusal, expected, "{asked}");
}

/// Where to, with which headers, what, and the status of the answer.
type Case<'a> = (&'a str, Vec<(&'a str, &'a str)>, &'a str, u16);

#[tokio::test]
async fn doors_that_stay_shut() {
    let mut company = Company::gather().await;
    let (encounter, table) = (company.encounter, company.table);
    let totals = company.server.totals().await;
    let own = format!("http://{}", company.server.address);
    let stranger = Guest::new(company.server.address);
    let mut forged = company.ana.clone();
    for cookie in forged.cookies.values_mut() {
        *cookie = cookie.replace(|_: char| true, "A");
    }
    let mut cut = company.ana.clone();
    for cookie in cut.cookies.values_mut() {
        cookie.pop();
    }
    for (guest, encounter, origin, status) in [
        (&company.ana, encounter, Some("http://evil.example"), 403),
        (&company.ana, encounter, Some("null"), 403),
        (&company.ana, encounter, None, 403),
        (&company.ana, EncounterId(9), Some(&own[..]), 404),
        (&stranger, encounter, Some(&own), 404),
        (&forged, encounter, Some(&own), 404),
        (&cut, encounter, Some(&own), 404),
    ] {
        let refused = guest.knock(encounter, origin).await.err();
        assert_eq!(refused, Some(status), "{origin:?}");
    }

    let link = invitation(&mut company.sam, table).await.player;
    let totals_with_code = company.server.totals().await;
    assert_eq!(totals, totals_with_code);
    let good = "table=T&name=N";
    let site = ("sec-fetch-site", "cross-site");
    let origin = ("origin", own.as_str());
    let foreign = ("origin", "http://evil.example");
    let text = ("content-type", "text/plain");
    let huge = format!("table=T&name={}", "x".repeat(17 * 1024));
    let long = format!("table=T&name={}", "x".repeat(61));
    let ways = ["/tables", "/start", "/demo", "/code", &link, "/theme"];
    let invite = format!("/t/{table}/invite");
    let renew = format!("/t/{table}/invite/renew");
    let nowhere = format!("/t/{}/invite", TableId(9));
    let mut cases: Vec<Case<'_>> = vec![
        ("/tables", vec![origin, FORM], &huge, 413),
        ("/tables", vec![origin, text], good, 400),
        ("/tables", vec![origin], good, 400),
        ("/tables", vec![origin, FORM], "table=T", 422),
        ("/tables", vec![origin, FORM], "", 422),
        ("/tables", vec![origin, FORM], "&&==%%%&table", 422),
        ("/tables", vec![origin, FORM], "table=T&name=a%00b", 422),
        ("/tables", vec![origin, FORM], "table=T&name=%E2%80%AE", 422),
        ("/tables", vec![origin, FORM], "table=%0A&name=N", 422),
        ("/tables", vec![origin, FORM], "table=T&table=U&name=N", 400),
        ("/tables", vec![origin, FORM], &long, 422),
        (&link, vec![origin, FORM], "name=%E2%80%AE", 422),
        (&link, vec![origin, FORM], "", 422),
        ("/join/none", vec![origin, FORM], "name=N", 404),
        ("/code", vec![origin, FORM], "code=no+such+words", 422),
        ("/code", vec![origin, FORM], "", 422),
        (&invite, vec![origin], "", 404),
        (&renew, vec![origin], "", 404),
        (&nowhere, vec![origin], "", 404),
        ("/start", vec![origin, FORM], "table=T", 422),
        ("/start", vec![origin, text], good, 400),
        ("/demo/nothing", vec![origin], "", 404),
        ("/rules", vec![origin], "", 405),
        ("/rules/chronicle", vec![origin], "", 405),
        ("/nothing", vec![origin], "", 404),
    ];
    for way in ways.into_iter().chain([&invite[..], &renew]) {
        cases.push((way, vec![FORM], good, 403));
        cases.push((way, vec![foreign, FORM], good, 403));
        cases.push((way, vec![("origin", "null"), FORM], good, 403));
        cases.push((way, vec![site, FORM], good, 403));
    }
    let policy = "default-src 'none'";
    for (path, headers, body, status) in cases {
        // A player's cookie opens no more than none.
        for mut guest in [stranger.clone(), company.ana.clone()] {
            if path == link && guest.cookies == company.ana.cookies && status == 422 {
                continue;
            }
            let answer = guest.post_raw(path, &headers, body).await;
            assert_eq!(answer.status, status, "{path} {headers:?} {body:.40}");
            assert!(
                answer
                    .header("content-security-policy")
                    .is_some_and(|p| p.starts_with(policy))
            );
            assert_eq!(answer.header("set-cookie"), None, "{path} {body:.40}");
        }
    }
    let mut ana = company.ana.clone();
    assert_eq!(ana.get(&format!("/ws/{encounter}")).await.status, 400);
    assert_eq!(company.server.totals().await, totals);

    // What is no request at all.
    for bytes in [
        &b"\0\0\0\0\r\n\r\n"[..],
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        &[b'x'; 40_000],
    ] {
        let mut stream = TcpStream::connect(company.server.address)
            .await
            .expect("a server");
        _ = stream.write_all(bytes).await;
        _ = stream.shutdown().await;
        let mut answer = Vec::new();
        _ = soon(stream.read_to_end(&mut answer)).await;
        let answer = String::from_utf8_lossy(&answer);
        assert!(
            answer.is_empty() || answer.starts_with("HTTP/1.1 4"),
            "{answer}"
        );
    }
    assert_eq!(ana.get("/health").await.body, "ok");
    assert_eq!(company.server.totals().await, totals);
    company.server.stop().await;
}
