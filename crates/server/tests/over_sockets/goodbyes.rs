//! How sockets end, byte by byte: RFC 6455, sections 5.5.1 and 7.4.1.

use tokio::io::AsyncReadExt as _;

use crate::client::soon;
use crate::raw::{Raw, frame, hello, upgrade};
use crate::server::Company;

/// A socket that has said hello and was told everything.
pub(crate) async fn follow(company: &Company) -> Raw {
    let mut raw = Raw::dial(company.server.address).await;
    let request = upgrade(&company.ana, company.encounter, &[]);
    raw.send(request).await;
    let head = raw.head().await;
    assert!(head.starts_with("HTTP/1.1 101 "), "{head}");
    assert!(head.contains("s3pPLMBiTxaQ9kYGzzhZRbK+xOo="), "{head}");
    raw.send(frame(0x81, hello().as_bytes())).await;
    let (first, _) = raw.frame().await.expect("a picture");
    assert_eq!(first, 0x81);
    raw
}

/// Whether the server hangs up, and not before its last word was read.
pub(crate) async fn check_hung_up(raw: &mut Raw) {
    assert_eq!(soon(raw.stream.read(&mut [0; 16])).await.ok(), Some(0));
}

#[tokio::test]
async fn a_goodbye_is_answered_with_its_own_code() {
    let company = Company::gather().await;
    let close = |code: u16, reason: &str| [&code.to_be_bytes()[..], reason.as_bytes()].concat();
    for (said, answered) in [
        (vec![], 1005),
        (close(1000, ""), 1000),
        (close(1000, "bye"), 1000),
        (close(1001, "going away"), 1001),
        (close(1011, ""), 1011),
        (close(3000, ""), 3000),
        (close(4999, &"x".repeat(123)), 4999),
        // These are no goodbyes.
        (vec![3], 1002),
        (close(0, ""), 1002),
        (close(999, ""), 1002),
        (close(1004, ""), 1002),
        (close(1005, ""), 1002),
        (close(1006, ""), 1002),
        (close(1015, ""), 1002),
        (close(2999, ""), 1002),
        (close(5000, ""), 1002),
    ] {
        let mut raw = follow(&company).await;
        raw.send(frame(0x88, &said)).await;
        assert_eq!(raw.close_code().await, Some(answered), "{said:?}");
        check_hung_up(&mut raw).await;
    }
    // Before the hello too.
    let mut raw = Raw::dial(company.server.address).await;
    raw.send(upgrade(&company.ana, company.encounter, &[]))
        .await;
    raw.head().await;
    raw.send(frame(0x88, &close(1000, ""))).await;
    assert_eq!(raw.close_code().await, Some(1000));
    check_hung_up(&mut raw).await;
    company.server.stop().await;
}

#[tokio::test]
async fn who_breaks_the_rules_of_websockets_is_told_which() {
    let company = Company::gather().await;
    let ping = br#""ping""#;
    let unmasked = [&[0x81, 6][..], ping].concat();
    let half = [frame(0x01, ping), frame(0x81, ping)].concat();
    let late = [frame(0x01, b"\xe2\x82"), frame(0x80, b"\x28")].concat();
    let huge = "x".repeat(64 * 1024 + 1);
    let parts: Vec<u8> = (0..9)
        .flat_map(|part| frame(if part == 0 { 0x01 } else { 0x00 }, &[b'x'; 8 * 1024]))
        .collect();
    // Announced, and never sent.
    let announced = [&[0x81, 0xff][..], &(1_u64 << 62).to_be_bytes()].concat();
    let announced = [announced, vec![0; 4]].concat();
    for (what, sent, code) in [
        ("no mask", unmasked, 1002),
        ("a bit of an extension", frame(0xc1, ping), 1002),
        ("an unknown kind", frame(0x83, ping), 1002),
        ("an unknown kind of control", frame(0x8b, ping), 1002),
        ("a ping in parts", frame(0x09, b""), 1002),
        ("a long ping", frame(0x89, &[b'x'; 126]), 1002),
        ("a long goodbye", frame(0x88, &[b'x'; 126]), 1002),
        ("more of nothing", frame(0x80, ping), 1002),
        ("two at once", half, 1002),
        ("no text", frame(0x81, b"\xff\xfe"), 1007),
        ("no text in its last part", late, 1007),
        ("a surrogate", frame(0x81, b"\"\xed\xa0\x80\""), 1007),
        (
            "a reason that is no text",
            frame(0x88, b"\x03\xe8\xff"),
            1007,
        ),
        ("a huge message", frame(0x81, huge.as_bytes()), 1009),
        ("a huge message in parts", parts, 1009),
        ("a huge message announced", announced, 1009),
    ] {
        let mut raw = follow(&company).await;
        raw.send(&sent).await;
        // What comes behind it is not heard, and does not take the code away.
        raw.send([b'x'; 2000]).await;
        assert_eq!(raw.close_code().await, Some(code), "{what}");
        check_hung_up(&mut raw).await;
    }
    // Parts, and pings between them, are good.
    let mut raw = follow(&company).await;
    for part in [
        frame(0x01, br#""pi"#),
        frame(0x89, b"there?"),
        frame(0x80, br#"ng""#),
    ] {
        raw.send(part).await;
    }
    let mut heard = Vec::new();
    while heard.len() < 2 {
        let (first, payload) = raw.frame().await.expect("an answer");
        if !payload.starts_with(br#"{"here":"#) {
            heard.push((first, payload));
        }
    }
    let expected = [(0x8a, b"there?".to_vec()), (0x81, br#""pong""#.to_vec())];
    assert_eq!(heard, expected);
    company.server.stop().await;
}
