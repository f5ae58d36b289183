//! Faster than anybody's hand: said so, done later, and never out of order.

use std::collections::BTreeMap;
use std::time::Duration;

use futures_util::SinkExt as _;
use rules::base::id::CommandId;
use rules::wire::{ClientMessage, MessageError, NotDoneReason, ServerMessage, close};
use serde_json::json;
use tokio::time::sleep;
use tokio_tungstenite::tungstenite::Message;

use crate::client::{AGAIN, End, Line, command, fresh_id};
use crate::server::Company;

#[tokio::test]
async fn too_fast_is_said_and_may_be_said_again() {
    let company = Company::gather().await;
    let [mut sam, mut ana, _eve] = company.lines().await;
    assert_eq!(ana.give(json!({"add": {"line": "Ilse"}})).await, Ok(()));
    let count = company.server.count(company.encounter).await;
    let roll = command(&json!({"roll": {"what": "x", "terms": [], "reading": {}}}));
    let mut waiting = BTreeMap::new();
    for _ in 0..500 {
        let (id, command) = (fresh_id(), roll.clone());
        let message = ClientMessage::Do { id, command };
        waiting.insert(id, message.clone());
        ana.tell(&message).await;
    }
    let (mut done, mut too_fast) = (0, Vec::new());
    while done + too_fast.len() < waiting.len() {
        match ana.next().await {
            ServerMessage::Done(_) => done += 1,
            ServerMessage::NotDone(id, NotDoneReason::TooFast) => too_fast.push(id),
            ServerMessage::NotDone(_, why) => panic!("{why}"),
            _ => {}
        }
    }
    assert!(done >= 299 && !too_fast.is_empty(), "{done} done");
    assert_eq!(company.server.count(company.encounter).await, count + done);
    // It is nobody else's pace.
    assert_eq!(sam.give(json!({"title": {"title": "Calm"}})).await, Ok(()));
    // Later the same command counts.
    let again = &waiting[&too_fast[0]];
    loop {
        ana.tell(again).await;
        match ana.answer(too_fast[0]).await {
            Ok(()) => break,
            Err(why) => assert_eq!(why, NotDoneReason::TooFast),
        }
        sleep(AGAIN).await;
    }
    assert_eq!(
        company.server.count(company.encounter).await,
        count + done + 2
    );

    // Messages that ask for nothing have a pace too, and an end.
    let mut eve = company.eve.follow(company.encounter).await;
    for _ in 0..600 {
        eve.say(r#""ping""#).await;
    }
    let end = loop {
        match eve.hear().await {
            Ok(ServerMessage::Unreadable(complaint)) => {
                assert_eq!(complaint, MessageError::TooFast)
            }
            Ok(_) => {}
            Err(end) => break end,
        }
        // It may be closing just now.
        _ = eve.socket.send(Message::text(r#""ping""#)).await;
    };
    assert_eq!(end, End::Code(close::MISBEHAVED));
    company.server.stop().await;
}

/// Tells a command, without waiting.
async fn shoot(line: &mut Line, id: CommandId, what: &str) {
    let command = command(&json!({"roll": {"what": what, "terms": [], "reading": {}}}));
    line.tell(&ClientMessage::Do { id, command }).await;
}

/// The next answer to a command, whichever it is.
async fn answer(line: &mut Line) -> (CommandId, Result<(), NotDoneReason>) {
    loop {
        match line.next().await {
            ServerMessage::Done(id) => return (id, Ok(())),
            ServerMessage::NotDone(id, why) => return (id, Err(why)),
            _ => {}
        }
    }
}

/// What is behind a command that was too fast waits for it, however much time there is.
#[tokio::test]
async fn a_burst_keeps_its_order() {
    let company = Company::gather().await;
    let [mut sam, mut ana, _eve] = company.lines().await;
    let mut second = company.ana.follow(company.encounter).await;
    let before = company.server.commands(company.encounter).await.len();
    let ids: Vec<CommandId> = (0..400).map(|_| fresh_id()).collect();
    for (shot, id) in ids.iter().enumerate() {
        shoot(&mut ana, *id, &format!("shot {shot}")).await;
    }
    let mut answers = Vec::new();
    while answers.len() < ids.len() {
        answers.push(answer(&mut ana).await);
    }
    // One answer each, in order: first all that were done, then none.
    assert!(answers.iter().map(|(id, _)| id).eq(&ids));
    let done = answers.iter().position(|(_, answer)| answer.is_err());
    let done = done.expect("so many are too fast");
    let late = &answers[done..];
    assert!(
        late.iter()
            .all(|(_, answer)| *answer == Err(NotDoneReason::TooFast))
    );

    // There is time for twenty again, and yet a later one is not done before the first that
    // was too fast.
    let mut late: Vec<CommandId> = late.iter().map(|(id, _)| *id).collect();
    late.push(fresh_id());
    sleep(Duration::from_millis(500)).await;
    for id in [late[late.len() - 1], late[1], late[late.len() - 2]] {
        shoot(&mut ana, id, "later").await;
        assert_eq!(answer(&mut ana).await, (id, Err(NotDoneReason::TooFast)));
    }
    // It is this hand's order, not that of others, nor of the same seat's other page.
    assert_eq!(sam.give(json!({"title": {"title": "Calm"}})).await, Ok(()));
    let aside = json!({"title": {"title": "Mine"}});
    assert!(matches!(
        second.give(aside).await,
        Err(NotDoneReason::Refused(_))
    ));
    // Given again in order they are all done.
    late.push(fresh_id());
    for id in &late {
        shoot(&mut ana, *id, "again").await;
        while let (_, Err(why)) = answer(&mut ana).await {
            assert_eq!(why, NotDoneReason::TooFast);
            sleep(AGAIN).await;
            shoot(&mut ana, *id, "again").await;
        }
    }
    let kept = company.server.commands(company.encounter).await.len();
    assert_eq!(kept, before + ids.len() + 3);
    company.server.stop().await;
}
