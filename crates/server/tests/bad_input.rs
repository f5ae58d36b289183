//! Whatever a client sends: a typed answer, nothing changes, nothing falls over.
#![expect(clippy::unwrap_used, reason = "a test")]

mod common;

use common::{Browser, Program, request};
use rules::encounter::command::{AskedTerm, RollAsk, Shift};
use rules::encounter::{Command, Refusal};
use rules::id::{CombatantId, CommandId};
use rules::system::Reading;
use rules::systems::chronicle::pool::Again;
use rules::text::TextError;
use rules::track::{Packet, Severity};
use rules::wire::{Complaint, FromClient, FromServer, MAX_MESSAGE, Snapshot, Why, close};
use tokio_tungstenite::tungstenite::Message;

fn add(line: &str) -> Command {
    Command::Add {
        line: line.into(),
        side: None,
        hidden: false,
    }
}

fn roll(value: i32, count: usize) -> Command {
    Command::Roll(Box::new(RollAsk {
        id: None,
        what: "nonsense".into(),
        terms: vec![
            AskedTerm {
                label: "Pool".into(),
                value
            };
            count
        ],
        reading: Reading::Pool {
            again: Again::Eight,
            rote: true,
            chance: false,
        },
        hidden: false,
        bare: false,
        faces: None,
    }))
}

#[tokio::test]
async fn every_bad_message_has_a_typed_answer_and_changes_nothing() {
    let data = tempfile::tempdir().unwrap();
    let program = Program::start(data.path());
    let mut mara = Browser::new(program.address);
    let table = mara.make_table();
    let encounter = mara.encounter(&table);
    let (mut line, Snapshot { mut view, .. }) = mara.connect(&encounter).await;
    line.give(&mut view, 1, add("ghoul stam 2 size 5"))
        .await
        .unwrap();
    let ghoul = *view.rows.keys().next().unwrap();
    let before = view.clone();

    let nobody = CombatantId::derive(CommandId(99), 99);
    let unseen = || Why::Refused(Refusal::Text(TextError::Unseen));
    let out = || Why::Refused(Refusal::OutOfBounds);
    let cases: Vec<(Command, Why)> = vec![
        (
            Command::Rename {
                id: ghoul,
                name: "evil\u{202e}txt".into(),
            },
            unseen(),
        ),
        (
            Command::Rename {
                id: ghoul,
                name: "nul\0".into(),
            },
            unseen(),
        ),
        (
            Command::Note {
                id: ghoul,
                text: "line\nbreak".into(),
            },
            unseen(),
        ),
        (
            Command::Title { title: " ".into() },
            Why::Refused(Refusal::Text(TextError::Empty)),
        ),
        (
            Command::Title {
                title: "x".repeat(5_000),
            },
            Why::Refused(Refusal::Text(TextError::TooLong)),
        ),
        (
            Command::Remove { id: nobody },
            Why::Refused(Refusal::NoSuchCombatant),
        ),
        (
            Command::Harm {
                id: ghoul,
                packet: Packet::of(Severity::Lethal, u16::MAX),
            },
            out(),
        ),
        (
            Command::Turn {
                id: ghoul,
                shifts: vec![
                    Shift {
                        from: None,
                        to: None,
                        count: u16::MAX
                    };
                    50
                ],
            },
            out(),
        ),
        (roll(i32::MAX, 1), out()),
        (roll(i32::MIN, 24), out()),
        (roll(1, 100), out()),
        (roll(100, 24), out()),
        (
            Command::Sit {
                seat: rules::id::SeatId(9),
                name: "Eve".into(),
                role: rules::seat::Role::Storyteller,
            },
            Why::Refused(Refusal::NotAllowed),
        ),
    ];
    for (number, (command, why)) in cases.into_iter().enumerate() {
        let answer = line
            .give(&mut view, 1_000 + number as u128, command.clone())
            .await;
        assert_eq!(answer, Err(why), "{command:?}");
    }
    assert_eq!(view, before);

    let unreadable = [
        ("", Complaint::NotJson),
        ("{\"do\":", Complaint::NotJson),
        ("\u{0}", Complaint::NotJson),
        ("42", Complaint::UnknownMessage),
        (
            "{\"do\":{\"id\":\"00000000000000000000000000000009\",\"command\":{\"fly\":{}}}}",
            Complaint::UnknownMessage,
        ),
        (
            "{\"do\":{\"id\":\"9\",\"command\":\"undo\"}}",
            Complaint::UnknownMessage,
        ),
        ("{\"hello\":{\"protocol\":1}}", Complaint::Hello),
    ];
    for (text, complaint) in unreadable {
        line.say_text(text).await;
        assert_eq!(
            line.hear().await,
            Some(FromServer::Unreadable(complaint)),
            "{text}"
        );
    }
    use futures_util::SinkExt as _;
    line.socket
        .send(Message::binary(vec![1, 2, 3]))
        .await
        .unwrap();
    assert_eq!(
        line.hear().await,
        Some(FromServer::Unreadable(Complaint::NotText))
    );
    // Deeply nested JSON is no way in either.
    line.say_text(&"[".repeat(10_000)).await;
    assert_eq!(
        line.hear().await,
        Some(FromServer::Unreadable(Complaint::NotJson))
    );

    // Too long a message ends the line; the room goes on.
    line.say_text(&"x".repeat(MAX_MESSAGE + 1)).await;
    assert!(line.hear().await.is_none());
    let (_, Snapshot { view: now, .. }) = mara.connect(&encounter).await;
    assert_eq!(now, before);
}

#[tokio::test]
async fn too_fast_is_refused_and_may_be_said_again() {
    let data = tempfile::tempdir().unwrap();
    let program = Program::start(data.path());
    let mut mara = Browser::new(program.address);
    let table = mara.make_table();
    let encounter = mara.encounter(&table);
    let (mut line, _) = mara.connect(&encounter).await;
    for id in 1..=500 {
        line.say(&FromClient::Do {
            id: CommandId(id),
            command: roll(1, 1),
        })
        .await;
    }
    let (mut done, mut fast) = (0, 0);
    while done + fast < 500 {
        match line.hear().await.unwrap() {
            FromServer::Done(_) => done += 1,
            FromServer::NotDone(_, Why::TooFast) => fast += 1,
            _ => {}
        }
    }
    assert!(done >= 300 && fast > 0, "{done} done, {fast} too fast");
}

#[tokio::test]
async fn lines_are_for_those_who_may() {
    let data = tempfile::tempdir().unwrap();
    let program = Program::start(data.path());
    let mut mara = Browser::new(program.address);
    let table = mara.make_table();
    let encounter = mara.encounter(&table);
    assert!(
        mara.dial_from(&encounter, "http://evil.example")
            .await
            .is_err(),
        "a foreign page"
    );
    assert!(
        mara.dial_from(&encounter, "null").await.is_err(),
        "a page of nowhere"
    );
    assert!(
        Browser::new(program.address)
            .dial(&encounter)
            .await
            .is_err(),
        "no seat"
    );
    assert!(
        mara.dial("00000000000000000000000000000000").await.is_err(),
        "no encounter"
    );

    let mut line = mara.dial(&encounter).await.unwrap();
    line.say(&FromClient::Ping).await;
    assert_eq!(
        line.hear().await,
        Some(FromServer::Unreadable(Complaint::Hello))
    );
    assert_eq!(line.hear_or_close().await, Err(Some(close::MISBEHAVED)));
    let mut line = mara.dial(&encounter).await.unwrap();
    line.say_text("{\"hello\":{\"protocol\":999}}").await;
    assert_eq!(line.hear().await, Some(FromServer::Reload));

    let (mut line, _) = mara.connect(&encounter).await;
    for _ in 0..20 {
        line.say_text("nonsense").await;
    }
    let code = loop {
        if let Err(code) = line.hear_or_close().await {
            break code;
        }
    };
    assert_eq!(code, Some(close::MISBEHAVED));
}

#[test]
fn forms_and_paths() {
    let data = tempfile::tempdir().unwrap();
    let program = Program::start(data.path());
    let address = program.address;
    let browser = Browser::new(address);
    let status = |method: &str, path: &str, headers: &[&str], body: &str| {
        let headers: Vec<String> = headers.iter().map(|header| (*header).to_owned()).collect();
        request(address, method, path, &headers, body).status
    };
    assert_eq!(
        status(
            "POST",
            "/tables",
            &["origin: http://evil.example"],
            "table=a&name=b"
        ),
        403
    );
    assert_eq!(status("POST", "/tables", &[], "table=a&name=b"), 403);
    assert_eq!(
        browser.post("/tables", "table=%E2%80%AE&name=b").status,
        422
    );
    assert_eq!(browser.post("/tables", "name=b").status, 422);
    assert_eq!(browser.post("/tables", "%ff%ff").status, 422);
    assert_eq!(browser.post("/code", "code=no+such+code").status, 422);
    let huge = format!("table={}&name=b", "x".repeat(100_000));
    assert!([400, 413].contains(&browser.post("/tables", &huge).status));
    for path in [
        "/t/0",
        "/t/00000000000000000000000000000000",
        "/join/nonsense",
        "/nowhere",
        "/pkg/x/y",
        "/fonts/../secret",
    ] {
        assert_eq!(browser.get(path).status, 404, "{path}");
    }
    let home = browser.get("/");
    assert_eq!(home.status, 200);
    let policy = home.header("content-security-policy").unwrap();
    assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe-inline"));
    assert_eq!(browser.get("/health").body, "ok");
}
