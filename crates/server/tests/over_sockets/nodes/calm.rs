//! Stories in which one thing goes wrong at a time.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::SinkExt as _;
use rules::base::id::{CommandId, EncounterId, SeatId, TableId};
use rules::encounter::Class;
use rules::wire::{ClientMessage, NotDoneReason, close};
use serde_json::{Value, json};
use server::store::Store as _;
use tokio::time::{Instant, sleep, timeout};
use tokio_tungstenite::tungstenite::Message;

use super::judge::{Answer, Log, Operation};
use super::link::Mood;
use super::listener::Listener;
use super::player::Player;
use super::service::{NODES, Service};
use crate::client::{End, Guest, Line, command, fresh_id, soon};
use crate::server::invitation;

/// Within so long a seat that was shown out at one node is closed at all.
const SHOWN_OUT: Duration = Duration::from_secs(1);
/// Within so long a node without news sees what was done at another: it looks about every second.
const WITHOUT_NEWS: Duration = Duration::from_secs(5);

/// A storyteller at the first node, a player at the second.
struct Pair {
    service: Service,
    table: TableId,
    encounter: EncounterId,
    sam: Guest,
    ana: Guest,
}

impl Pair {
    async fn meet() -> Option<Self> {
        let service = Service::start().await?;
        let mut sam = Guest::new(service.at(0));
        let table = sam.make_table("Sam").await;
        let encounter = sam.opening(table).await.encounter;
        let link = invitation(&mut sam, table).await.player;
        let mut ana = Guest::new(service.at(1));
        assert_eq!(ana.sit(&link, "Ana").await, table);
        assert_eq!(ana.opening(table).await.you, SeatId(2));
        Some(Self {
            service,
            table,
            encounter,
            sam,
            ana,
        })
    }

    /// A line of somebody's at a node.
    async fn line(&self, guest: &Guest, node: usize) -> Line {
        let mut guest = guest.clone();
        guest.address = self.service.at(node);
        guest.follow(self.encounter).await
    }

    /// The log as it is kept, in which nothing is twice.
    async fn log(&self) -> Log {
        let store = self.service.store().await;
        let log = Service::log(&store, self.encounter).await;
        store.close().await;
        log.unwrap_or_else(|wrong| panic!("{wrong}"))
    }
}

/// Gives a command that must be done.
async fn done(line: &mut Line, given: Value) {
    assert_eq!(line.give(given.clone()).await, Ok(()), "{given}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_phones_at_two_nodes_play_one_fight() {
    let Some(pair) = Pair::meet().await else {
        return;
    };
    let mut listener = Listener::hear_all(pair.service.nats.at, ">").await;
    let news = Arc::new(Mutex::new(Vec::new()));
    let collected = Arc::clone(&news);
    let listening = tokio::spawn(async move {
        loop {
            let published = listener.next().await;
            let text = String::from_utf8_lossy(&published.payload).into_owned();
            let line = format!("{} {text}", published.subject);
            collected.lock().expect("no panic").push(line);
        }
    });
    let mut sam = pair.line(&pair.sam, 0).await;
    let mut ana = pair.line(&pair.ana, 1).await;
    // Each hears who is there, wherever that is.
    let both = [SeatId(1), SeatId(2)];
    sam.until(|line| line.here == both).await;
    ana.until(|line| line.here == both).await;

    done(&mut sam, json!({"add": {"line": "2x ghoul stam 2 size 5"}})).await;
    done(
        &mut sam,
        json!({"add": {"line": "The Bishop vampire hidden"}}),
    )
    .await;
    done(
        &mut sam,
        json!({"roll_initiative": {"whose": "storytellers"}}),
    )
    .await;
    ana.until(|line| line.view().order.len() == 2).await;
    done(
        &mut ana,
        json!({"add": {"line": "Ilse dex 4 stam 3 size 5"}}),
    )
    .await;
    done(&mut ana, json!({"roll_initiative": {"whose": "mine"}})).await;
    let ilse = ana.id("Ilse");
    sam.until(|line| line.view().order.contains(&ilse)).await;
    for _ in 0..6 {
        let turn = sam.view().turn;
        done(&mut sam, json!({"next_turn": {"after": turn}})).await;
        let bite = json!({"turn": {"id": ilse, "shifts": [{"to": "b"}]}});
        done(&mut ana, bite).await;
    }
    // Who presses at the same moment as somebody else at another node ends one turn, not two.
    let turn = sam.view().turn;
    ana.until(|line| line.view().log.len() >= 15).await;
    let mut second = pair.line(&pair.sam, 2).await;
    let next = || json!({"next_turn": {"after": turn}});
    let (one, other) = tokio::join!(sam.give(next()), second.give(next()));
    assert!(one.is_ok() != other.is_ok(), "{one:?} {other:?}");

    let log = pair.log().await;
    let views = Class::ALL.map(|class| log.view(class));
    for line in [&mut sam, &mut second] {
        line.until(|line| *line.view() == views[0]).await;
    }
    ana.until(|line| *line.view() == views[1]).await;
    let fresh = pair.line(&pair.ana, 2).await;
    assert_eq!(*fresh.view(), views[1]);
    assert!(!ana.heard.concat().contains("Bishop"));

    // What the nodes tell each other nobody else can read, not even of which encounter it is.
    listening.abort();
    let news = news.lock().expect("no panic").join("\n");
    assert!(news.lines().count() > 20, "{news}");
    let encounter = pair.encounter.to_string();
    for word in [
        "Bishop", "Ilse", "houl", "Sam", "Ana", "Wharf", "wrote", &encounter,
    ] {
        assert!(!news.contains(word), "{news}");
    }
    pair.service.check().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_shows_what_it_is_told_and_needs_no_database_for_it() {
    let Some(pair) = Pair::meet().await else {
        return;
    };
    let mut sam = pair.line(&pair.sam, 0).await;
    let mut ana = pair.line(&pair.ana, 1).await;
    done(&mut sam, json!({"title": {"title": "Dusk"}})).await;
    ana.until(|line| line.view().title == "Dusk").await;
    pair.service.nodes[1].database.is(Mood::Hangs);
    for bell in ["One", "Two", "Three"] {
        done(&mut sam, json!({"title": {"title": bell}})).await;
        ana.until(|line| line.view().title == bell).await;
    }
    pair.service.nodes[1].database.is(Mood::Good);
    // It writes behind what it was told, as if it had read it.
    let words = json!({"say": {"line": "I heard the bells"}});
    let given = async { while ana.give(words.clone()).await.is_err() {} };
    timeout(Duration::from_secs(20), given)
        .await
        .expect("its database is there again");
    sam.until(|line| line.heard.concat().contains("the bells"))
        .await;
    pair.service.check().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_is_no_node_is_not_heard() {
    let Some(pair) = Pair::meet().await else {
        return;
    };
    let mut stranger = Listener::hear_all(pair.service.nats.at, ">").await;
    let mut sam = pair.line(&pair.sam, 0).await;
    let mut ana = pair.line(&pair.ana, 1).await;
    let mut heard = Vec::new();
    for bell in ["One", "Two"] {
        done(&mut sam, json!({"title": {"title": bell}})).await;
        ana.until(|line| line.view().title == bell).await;
        for _ in 0..6 {
            heard.push(stranger.next().await);
        }
    }
    // What was told once is told again, whole and with a byte changed; and what a node could have said before news were
    // sealed.
    let said = json!({"by": 1, "said": {"wrote": [pair.encounter.to_string(), 99]}});
    let plain = format!("{said}\n[{{\"at\":1,\"by\":\"house\",\"events\":[]}}]");
    let subject = heard[0].subject.clone();
    for piece in &heard {
        let mut changed = piece.payload.clone();
        changed[30] ^= 1;
        for payload in [&piece.payload, &changed] {
            stranger.publish(&subject, "", payload).await;
        }
    }
    stranger.publish(&subject, "", plain.as_bytes()).await;
    done(&mut sam, json!({"title": {"title": "Three"}})).await;
    ana.until(|line| line.view().title == "Three").await;
    let log = pair.log().await;
    let views = Class::ALL.map(|class| log.view(class));
    sam.until(|line| *line.view() == views[0]).await;
    ana.until(|line| *line.view() == views[1]).await;
    pair.service.check().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_said_again_at_another_node_is_done_once() {
    let Some(pair) = Pair::meet().await else {
        return;
    };
    let mut ids: Vec<CommandId> = Vec::new();
    for round in 0..6 {
        let (one, other) = (round % NODES, (round + 1) % NODES);
        let mut line = pair.line(&pair.sam, one).await;
        let asked = json!({"say": {"line": format!("Word {round}")}});
        let id = fresh_id();
        ids.push(id);
        match round % 3 {
            // Acknowledged, and said again all the same.
            0 => assert_eq!(line.give_as(id, &asked).await, Ok(())),
            // Perhaps it was done, perhaps not even read.
            more => {
                let command = command(&asked);
                line.tell(&ClientMessage::Do { id, command }).await;
                sleep(Duration::from_millis(8 * (more as u64 - 1))).await;
            }
        }
        pair.service.nodes[one].kill().await;
        let mut line = pair.line(&pair.sam, other).await;
        for _ in 0..2 {
            assert_eq!(line.give_as(id, &asked).await, Ok(()));
        }
        // A node that was killed serves as soon as it says where it is.
        pair.service.nodes[one].start().await;
        let mut line = pair.line(&pair.ana, one).await;
        let seen = line
            .view()
            .log
            .last()
            .map(|line| json!(line.what).to_string());
        assert!(seen.is_some_and(|it| it.contains(&format!("Word {round}"))));
        done(&mut line, json!({"say": {"line": "I heard that"}})).await;
    }
    let log = pair.log().await;
    assert!(
        ids.iter().all(|id| log.has(*id)),
        "what was acknowledged is there"
    );
    pair.service.check().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_is_shown_out_at_one_node_is_gone_from_all() {
    let Some(mut pair) = Pair::meet().await else {
        return;
    };
    let mut sam = pair.line(&pair.sam, 0).await;
    let mut lines = [pair.line(&pair.ana, 1).await, pair.line(&pair.ana, 2).await];
    for line in &mut lines {
        done(line, json!({"say": {"line": "here"}})).await;
    }
    done(&mut sam, json!({"unseat": {"seat": 2}})).await;
    let asked = Instant::now();
    for line in &mut lines {
        assert_eq!(line.end().await, End::Code(close::SEAT_GONE));
    }
    let took = asked.elapsed();
    assert!(took < SHOWN_OUT, "{took:?}");
    // The cookie opens nothing any more, wherever it is shown.
    for node in 0..NODES {
        pair.ana.address = pair.service.at(node);
        let page = pair.ana.get(&format!("/t/{}", pair.table)).await;
        assert_eq!(page.status, 404);
    }
    pair.service.check().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nodes_that_hear_no_news_look_for_themselves() {
    let Some(pair) = Pair::meet().await else {
        return;
    };
    let mut sam = pair.line(&pair.sam, 0).await;
    let mut ana = pair.line(&pair.ana, 1).await;
    for (round, mood) in [Mood::Cut, Mood::Good, Mood::Cut].into_iter().enumerate() {
        for node in &pair.service.nodes {
            node.news.is(mood);
        }
        let title = format!("Fog {round}");
        done(&mut sam, json!({"title": {"title": title}})).await;
        let seen = ana.until(|line| line.view().title == title);
        timeout(WITHOUT_NEWS, seen)
            .await
            .expect("it looks for itself");
        // And what is refused is refused as the newest log has it, not as it was when news came last.
        let turn = ana.view().turn;
        done(&mut sam, json!({"mute": {"seat": 2, "muted": true}})).await;
        let words = json!({"say": {"line": "may I?"}});
        ana.until(|line| line.view().seats.iter().any(|seat| seat.muted))
            .await;
        done(&mut sam, json!({"mute": {"seat": 2, "muted": false}})).await;
        assert_eq!(ana.give(words).await, Ok(()), "{turn:?}");
    }
    pair.service.check().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_that_stands_still_holds_nobody_up() {
    let Some(pair) = Pair::meet().await else {
        return;
    };
    let mut given: Vec<(CommandId, Value)> = Vec::new();
    for round in 0..5 {
        let mut line = pair.line(&pair.sam, 0).await;
        for nth in 0..40 {
            let asked = json!({"say": {"line": format!("Word {round} {nth}")}});
            let (id, command) = (fresh_id(), command(&asked));
            given.push((id, asked));
            let text = serde_json::to_string(&ClientMessage::Do { id, command }).expect("data");
            line.socket
                .feed(Message::text(text))
                .await
                .expect("an open socket");
        }
        line.socket.flush().await.expect("an open socket");
        // Somewhere among its writes.
        sleep(Duration::from_millis(3 + 7 * round)).await;
        pair.service.nodes[0].signal("STOP").await;
        let mut other = pair.line(&pair.ana, 1).await;
        done(&mut other, json!({"say": {"line": "Go on without"}})).await;
        // What was said to the one that stands still is said again, and comes back to life there as well.
        let mut again = pair.line(&pair.sam, 2).await;
        for (id, asked) in given.iter().rev().take(40) {
            assert_eq!(again.give_as(*id, asked).await, Ok(()));
        }
        pair.service.nodes[0].signal("CONT").await;
        done(&mut other, json!({"say": {"line": "There you are"}})).await;
    }
    let log = pair.log().await;
    assert!(given.iter().all(|(id, _)| log.has(*id)));
    pair.service.check().await;
}

/// A command that was said to a node that stands still, and said again and refused at another, stays refused when the
/// first goes on, though by then it could be done.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_refused_elsewhere_is_not_done_by_a_node_that_stood_still() {
    let Some(pair) = Pair::meet().await else {
        return;
    };
    let mut other = pair.line(&pair.sam, 1).await;
    done(&mut other, json!({"add": {"line": "Ilse stam 3 size 5"}})).await;
    let ilse = other.id("Ilse");
    let lift = json!({"lift": {"id": ilse, "key": "prone"}});
    let afflict = json!({"afflict": {"id": ilse, "key": "prone", "condition": {}}});
    for round in 0..6 {
        let mut line = pair.line(&pair.sam, 0).await;
        // Before the node reads it, or while it is among its writes.
        let before = round % 2 == 0;
        if before {
            pair.service.nodes[0].signal("STOP").await;
        }
        let mut ids = Vec::new();
        for _ in 0..3 {
            let (id, command) = (fresh_id(), command(&lift));
            ids.push(id);
            line.tell(&ClientMessage::Do { id, command }).await;
        }
        if !before {
            pair.service.nodes[0].signal("STOP").await;
        }
        drop(line);
        let mut refused = Vec::new();
        for id in ids {
            refused.extend(other.give_as(id, &lift).await.err().map(|_| id));
        }
        assert_eq!(refused.len(), 3, "there is nothing to lift");
        done(&mut other, afflict.clone()).await;
        pair.service.nodes[0].signal("CONT").await;
        // It has come as far as the others, and has had its time.
        let mut line = pair.line(&pair.ana, 0).await;
        let is_prone = |line: &Line| !line.view().rows[&ilse].conditions.is_empty();
        line.until(is_prone).await;
        // What it was writing when it was stopped was ended meanwhile, and it says so.
        let word = json!({"say": {"line": "There you are"}});
        let (id, mut said) = (fresh_id(), Err(NotDoneReason::NotKept));
        while said == Err(NotDoneReason::NotKept) {
            sleep(Duration::from_millis(50)).await;
            said = line.give_as(id, &word).await;
        }
        assert_eq!(said, Ok(()));
        sleep(Duration::from_millis(300)).await;
        let log = pair.log().await;
        assert!(refused.iter().all(|id| !log.has(*id)), "round {round}");
        done(&mut other, lift.clone()).await;
    }
    pair.service.check().await;
}

/// One of several commands in a write that is still on its way to the database is said again at another node, and refused
/// on the log as it is. When the write arrives it fits, and is decided again without what was refused.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_refused_elsewhere_is_not_in_a_write_that_comes_late() {
    let Some(pair) = Pair::meet().await else {
        return;
    };
    let mut late = pair.line(&pair.sam, 0).await;
    let mut other = pair.line(&pair.sam, 1).await;
    done(&mut other, json!({"add": {"line": "Ilse stam 3 size 5"}})).await;
    let ilse = other.id("Ilse");
    late.until(|line| line.view().rows.contains_key(&ilse))
        .await;
    let lift = json!({"lift": {"id": ilse, "key": "prone"}});
    let afflict = json!({"afflict": {"id": ilse, "key": "prone", "condition": {}}});
    let mut refused = 0;
    for round in 0..4 {
        let slow = Mood::Slow(Duration::from_millis(250));
        pair.service.nodes[0].database.is(slow);
        // What is on its way alone first leaves the two behind it to one write.
        let word = json!({"say": {"line": "One moment"}});
        let [first, fell, rose] = [&word, &afflict, &lift].map(|given| (fresh_id(), given.clone()));
        for (id, given) in [&first, &fell, &rose] {
            let (id, command) = (*id, command(given));
            late.tell(&ClientMessage::Do { id, command }).await;
        }
        // The first is written once the other node has heard of it.
        let title = |line: &Line| line.view().log.len();
        let before = title(&other);
        other.until(|line| title(line) > before).await;
        let answer = other.give_as(rose.0, &lift).await;
        pair.service.nodes[0].database.is(Mood::Good);
        let own = late.answer(fell.0).await;
        assert_eq!(own, Ok(()), "round {round}");
        let own = late.answer(rose.0).await;
        assert_eq!(own, answer, "round {round}: the same at both");
        let log = pair.log().await;
        assert_eq!(log.has(rose.0), answer.is_ok(), "round {round}");
        if answer.is_err() {
            refused += 1;
            done(&mut other, lift.clone()).await;
        }
    }
    assert!(refused > 0, "the write came late");
    pair.service.check().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nodes_that_go_one_after_the_other_lose_no_click() {
    let Some(pair) = Pair::meet().await else {
        return;
    };
    let mut sam = pair.line(&pair.sam, 0).await;
    done(&mut sam, json!({"add": {"line": "2x ghoul stam 2 size 5"}})).await;
    done(
        &mut sam,
        json!({"roll_initiative": {"whose": "storytellers"}}),
    )
    .await;
    drop(sam);
    let known = pair.log().await.last();
    let (pair, zero) = (Arc::new(pair), Instant::now());
    let until = zero + Duration::from_secs(8);
    let who = [
        ("Sam", SeatId(1), Class::Storyteller, &pair.sam),
        ("Sam too", SeatId(1), Class::Storyteller, &pair.sam),
        ("Ana", SeatId(2), Class::Table, &pair.ana),
    ];
    let playing: Vec<_> = (1..)
        .zip(who)
        .map(|(seed, (name, seat, class, guest))| {
            let at = (guest.clone(), pair.encounter);
            let player = Player::steady(name, (class, seat), at, (seed, zero));
            let pair = Arc::clone(&pair);
            tokio::spawn(async move { player.play(&pair.service, until).await })
        })
        .collect();
    let mut own = Vec::new();
    for node in &pair.service.nodes {
        sleep(Duration::from_millis(700)).await;
        node.leave().await;
        sleep(Duration::from_millis(300)).await;
        node.start().await;
        // It serves as soon as it says where it is.
        let mut sam = pair.sam.clone();
        sam.address = node.address().expect("it is there");
        assert_eq!(sam.get("/readyz").await.status, 200);
        let mut line = sam.follow(pair.encounter).await;
        let (id, begun) = (fresh_id(), zero.elapsed());
        let said = json!({"say": {"line": "Here I am again"}});
        assert_eq!(line.give_as(id, &said).await, Ok(()));
        own.push(Operation {
            id,
            seat: SeatId(1),
            command: command(&said),
            begun,
            answer: Answer::Done(zero.elapsed()),
        });
        drop(line);
    }
    let mut players = Vec::new();
    for player in playing {
        players.push(player.await.expect("no panic"));
    }
    let rest = Instant::now();
    for player in &mut players {
        while !player.is_answered(&pair.service).await {
            assert!(rest.elapsed() < Duration::from_secs(20), "it is answered");
        }
    }
    let log = pair.log().await.since(known).expect("nothing is twice");
    let (mut operations, mut watched) = (Vec::new(), Vec::new());
    for player in &mut players {
        let view = log.view(player.class);
        let seen = player.sees(&pair.service, &view, rest + Duration::from_secs(20));
        assert!(seen.await, "{} sees the same in the end", player.name);
        // Nobody was left without a goodbye.
        assert!(
            player.came > 1 && player.cut == 0,
            "{} {}",
            player.came,
            player.cut
        );
        operations.extend(player.operations.values().cloned());
        watched.append(&mut player.watched);
    }
    assert!(
        operations.iter().all(|it| it.answer != Answer::Unknown),
        "all is answered"
    );
    assert!(operations.len() > 100, "{} clicks", operations.len());
    operations.append(&mut own);
    let judged = log.judge(&operations, &watched);
    let judged = judged.unwrap_or_else(|wrong| panic!("{wrong}"));
    // Nor was anybody shown less at another node than they had been told of before.
    assert_eq!(judged.behind, 0, "{judged:?}");
    soon(pair.service.check()).await;
}
