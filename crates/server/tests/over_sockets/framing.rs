//! RFC 6455, section by section: what is no proper frame ends the socket with the code that says why,
//! and what is one does not.

use std::time::Duration;

use crate::client::soon;
use crate::goodbyes::{check_hung_up, follow};
use crate::raw::frame;
use crate::server::Company;

const PING: &[u8] = br#""ping""#;

/// How long an answer may take. What is not answered is counted and not waited for.
const PATIENCE: Duration = Duration::from_secs(5);

/// The section, what is wrong, the bytes that are sent, and the code that answers.
type Case = (&'static str, String, Vec<u8>, u16);

/// What the server sends: first bytes and what is in the frames.
type Frames = Vec<(u8, Vec<u8>)>;

/// A frame with a length that is written longer than it has to be.
fn long_winded(first: u8, payload: &[u8], of: u8) -> Vec<u8> {
    let length = payload.len() as u64;
    let length = match of {
        126 => length.to_be_bytes()[6..].to_vec(),
        _ => length.to_be_bytes().to_vec(),
    };
    let head = [&[first, 0x80 | of][..], &length, &[0; 4]].concat();
    [&head[..], payload].concat()
}

fn unmasked(first: u8, payload: &[u8]) -> Vec<u8> {
    let length = u8::try_from(payload.len()).expect("short");
    [&[first, length][..], payload].concat()
}

/// 5.1 and 5.2: masks, reserved bits, kinds nobody knows, lengths.
fn heads(cases: &mut Vec<Case>) {
    let kinds = [
        (0x80, "more"),
        (0x81, "text"),
        (0x82, "bytes"),
        (0x88, "a goodbye"),
        (0x89, "a ping"),
        (0x8a, "a pong"),
    ];
    for (first, kind) in kinds {
        cases.push((
            "5.1",
            format!("{kind} without a mask"),
            unmasked(first, b""),
            1002,
        ));
        for bit in [0x40, 0x20, 0x10] {
            cases.push((
                "5.2",
                format!("{kind} with the bit {bit:#x}"),
                frame(first | bit, b""),
                1002,
            ));
        }
    }
    for kind in (0x3..=0x7).chain(0xb..=0xf) {
        cases.push((
            "5.2",
            format!("the kind {kind:#x}"),
            frame(0x80 | kind, b""),
            1002,
        ));
        cases.push((
            "5.2",
            format!("the first part of the kind {kind:#x}"),
            frame(kind, b"x"),
            1002,
        ));
    }
    let negative = [&[0x81, 0xff][..], &u64::MAX.to_be_bytes(), &[0; 4]].concat();
    cases.push((
        "5.2",
        "a length with its highest bit".to_owned(),
        negative,
        1009,
    ));
}

/// 5.4 and 5.5: parts, and control frames.
fn parts(cases: &mut Vec<Case>) {
    let kinds = [(0x1, "text"), (0x2, "bytes")];
    for (one, first) in kinds {
        for (other, second) in kinds {
            for end in [0x00, 0x80] {
                let sent = [frame(one, b"x"), frame(end | other, b"x")].concat();
                let told = format!(
                    "{second} amid {first}, {}",
                    if end == 0 { "in parts" } else { "whole" }
                );
                cases.push(("5.4", told, sent, 1002));
            }
        }
    }
    for first in [0x00, 0x80] {
        let after = [frame(0x81, PING), frame(first, PING)].concat();
        cases.push((
            "5.4",
            "more of nothing".to_owned(),
            frame(first, PING),
            1002,
        ));
        cases.push(("5.4", "more of what was whole".to_owned(), after, 1002));
    }
    for (kind, what) in [(0x8, "a goodbye"), (0x9, "a ping"), (0xa, "a pong")] {
        cases.push(("5.5", format!("{what} in parts"), frame(kind, b""), 1002));
        // Longer than any message may be, the length is what is said of it.
        for (long, code) in [(126, 1002), (70_000, 1009)] {
            let sent = frame(0x80 | kind, &vec![b'x'; long]);
            cases.push(("5.5", format!("{what} of {long} bytes"), sent, code));
        }
    }
}

/// 5.5.1, 7.4.1 and 7.4.2: what a goodbye may say.
fn goodbyes(cases: &mut Vec<Case>) {
    let close = |code: u16, reason: &[u8]| frame(0x88, &[&code.to_be_bytes()[..], reason].concat());
    for code in [
        1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999,
    ] {
        cases.push((
            "7.4.1",
            format!("goodbye {code}"),
            close(code, b"so long"),
            code,
        ));
    }
    for code in [
        0,
        1,
        255,
        999,
        1004,
        1005,
        1006,
        1015,
        1016,
        1100,
        1999,
        2000,
        2999,
        5000,
        9999,
        u16::MAX,
    ] {
        cases.push(("7.4.2", format!("goodbye {code}"), close(code, b""), 1002));
    }
    cases.push(("5.5.1", "half a code".to_owned(), frame(0x88, &[3]), 1002));
    cases.push(("5.5.1", "no code".to_owned(), frame(0x88, b""), 1005));
    let twice = [close(1000, b""), close(1001, b"")].concat();
    cases.push(("5.5.1", "two goodbyes".to_owned(), twice, 1000));
    let more = [close(1000, b""), frame(0xf3, b"nonsense")].concat();
    cases.push(("5.5.1", "nonsense after a goodbye".to_owned(), more, 1000));
}

/// 8.1: what is no text, in each place where text stands.
fn texts(cases: &mut Vec<Case>) {
    let bad: [(&str, &[u8]); 12] = [
        ("a byte that begins nothing", b"\xff"),
        ("another such byte", b"\xfe"),
        ("a byte that goes on with nothing", b"\x80"),
        ("the end of a letter missing", b"\xe2\x82"),
        (
            "the end of a letter missing before another",
            b"\xe2\x28\xa1",
        ),
        ("a slash in two bytes", b"\xc0\xaf"),
        ("a slash in three bytes", b"\xe0\x80\xaf"),
        ("a slash in four bytes", b"\xf0\x80\x80\xaf"),
        ("half a pair", b"\xed\xa0\x80"),
        ("a pair in halves", b"\xed\xa0\xbd\xed\xb8\x80"),
        ("a letter beyond the last", b"\xf4\x90\x80\x80"),
        ("a letter of five bytes", b"\xf8\x88\x80\x80\x80"),
    ];
    for (what, bytes) in bad {
        let quoted = [b"\"", bytes, b"\""].concat();
        cases.push(("8.1", what.to_owned(), frame(0x81, &quoted), 1007));
        let apart = [frame(0x01, b"\""), frame(0x00, bytes), frame(0x80, b"\"")].concat();
        cases.push(("8.1", format!("{what}, in parts"), apart, 1007));
        let goodbye = [&1000_u16.to_be_bytes()[..], bytes].concat();
        cases.push((
            "8.1",
            format!("{what}, in a reason"),
            frame(0x88, &goodbye),
            1007,
        ));
    }
}

#[tokio::test]
async fn every_case_of_the_rfc_is_answered_with_its_code() {
    let mut cases = Vec::new();
    heads(&mut cases);
    parts(&mut cases);
    goodbyes(&mut cases);
    texts(&mut cases);
    assert!(cases.len() >= 90, "{}", cases.len());
    let mut wrong = Vec::new();
    // A seat opens only so many sockets a minute.
    for cases in cases.chunks(20) {
        let company = Company::gather().await;
        for (section, what, sent, code) in cases {
            let mut raw = follow(&company).await;
            raw.send(sent).await;
            let answered = tokio::time::timeout(PATIENCE, raw.close_code()).await;
            let answered = answered.ok().flatten();
            if answered == Some(*code) {
                check_hung_up(&mut raw).await;
            } else {
                wrong.push(format!("{section}, {what}: {answered:?} for {code}"));
            }
        }
        // Nobody else noticed anything.
        let mut sam = company.sam.follow(company.encounter).await;
        sam.catch_up().await;
        company.server.stop().await;
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[tokio::test]
async fn what_the_rfc_allows_is_served() {
    let company = Company::gather().await;
    let pong = |payload: &[u8]| (0x8a, payload.to_vec());
    let said = || (0x81, br#""pong""#.to_vec());
    let split = PING.iter().enumerate().map(|(at, byte)| {
        let first = u8::from(at == 0) | if at + 1 == PING.len() { 0x80 } else { 0 };
        frame(first, &[*byte])
    });
    let cases: [(&str, Vec<u8>, Frames); 10] = [
        // No sender may write a length so; the library reads it all the same, and nothing comes of it.
        (
            "5.2: a length in two bytes",
            long_winded(0x89, b"", 126),
            vec![pong(b"")],
        ),
        (
            "5.2: a length in eight bytes",
            long_winded(0x89, b"", 127),
            vec![pong(b"")],
        ),
        ("5.5.2: an empty ping", frame(0x89, b""), vec![pong(b"")]),
        (
            "5.5.2: the longest ping",
            frame(0x89, &[b'x'; 125]),
            vec![pong(&[b'x'; 125])],
        ),
        (
            "5.5.2: a ping of any bytes",
            frame(0x89, b"\xff\x00"),
            vec![pong(b"\xff\x00")],
        ),
        (
            "5.5.3: a pong nobody asked for",
            [frame(0x8a, b"x"), frame(0x81, PING)].concat(),
            vec![said()],
        ),
        (
            "5.4: a message byte by byte",
            split.collect::<Vec<_>>().concat(),
            vec![said()],
        ),
        (
            "5.4: empty parts",
            [
                frame(0x01, b""),
                frame(0x00, PING),
                frame(0x00, b""),
                frame(0x80, b""),
            ]
            .concat(),
            vec![said()],
        ),
        (
            "5.4: a ping amid parts",
            [
                frame(0x01, br#""pi"#),
                frame(0x89, b"?"),
                frame(0x80, br#"ng""#),
            ]
            .concat(),
            vec![pong(b"?"), said()],
        ),
        (
            "8.1: a letter over two parts",
            [
                frame(0x01, b"\"\xe2"),
                frame(0x80, b"\x82\xac\""),
                frame(0x81, PING),
            ]
            .concat(),
            vec![
                (0x81, br#"{"unreadable":"unknown_message"}"#.to_vec()),
                said(),
            ],
        ),
    ];
    for (what, sent, expected) in cases {
        let mut raw = follow(&company).await;
        raw.send(&sent).await;
        let mut heard = Vec::new();
        while heard.len() < expected.len() {
            let (first, payload) = soon(raw.frame()).await.expect("an answer");
            if !payload.starts_with(br#"{"here":"#) {
                heard.push((first, payload));
            }
        }
        heard.sort();
        let mut expected = expected;
        expected.sort();
        assert_eq!(heard, expected, "{what}");
    }
    company.server.stop().await;
}
