//! What is kept and what is not: snapshots, many at once, demonstrations, commits.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use rules::base::id::{CommandId, EncounterId, SeatId, TableId};
use rules::base::seat::Actor;
use rules::base::text::Name;
use rules::encounter::feature::Titled;
use rules::encounter::{Encounter, Event, Record, Refusal};
use rules::ruleset::SystemId;
use rules::wire::{ClientMessage, ServerMessage, close};
use serde_json::{Value, json};
use server::auth::token::TokenHash;
use server::store::{
    Append, EncounterInfo, EncounterStage, NewTable, Refusals, SNAPSHOT_FORMAT, Snapshot, SqlStore,
    Store, StoreError,
};

use crate::client::{End, Guest, Line, command, fresh_id, opening};
use crate::server::{Company, Server, invitation};
use crate::stores::{self, Beside, in_postgres_too};

in_postgres_too!(
    a_snapshot_that_does_not_fit_is_as_good_as_none,
    what_was_read_record_by_record_is_kept_as_a_snapshot,
    one_conflict_does_not_sink_the_others,
    what_was_refused_is_written_by_nobody,
    a_demonstration_lasts_a_day,
    a_lone_command_is_one_commit_and_a_thousand_are_few,
    a_whole_burst_is_answered_at_once,
    rooms_share_their_commits,
);

fn name(text: &str) -> Name {
    Name::new(text).expect("a name")
}

#[tokio::test]
async fn a_snapshot_that_does_not_fit_is_as_good_as_none() {
    let mut company = Company::gather().await;
    let mut sam = company.sam.follow(company.encounter).await;
    for line in ["3x ghoul", "Ilse pc", "The Bishop hidden"] {
        assert_eq!(sam.give(json!({"add": {"line": line}})).await, Ok(()));
    }
    let view = sam.view().clone();
    let last = company.server.count(company.encounter).await as u64;
    let empty = Encounter::new(name("A lie"), SystemId::Chronicle);
    let lie = serde_json::to_string(&empty).expect("data");
    for (format, body, believed) in [
        ("state-0-of-another-program", lie.as_str(), false),
        (SNAPSHOT_FORMAT, "{\"title\":", false),
        (SNAPSHOT_FORMAT, "{}", false),
        // What fits is read: the three before were not merely overlooked.
        (SNAPSHOT_FORMAT, lie.as_str(), true),
    ] {
        let kept = Snapshot {
            seq: last,
            format: format.into(),
            body: body.into(),
        };
        let encounter = company.encounter;
        company = company
            .again_after(async |data| {
                let store = stores::open(data).await;
                let done = store.save_snapshot(encounter, kept).await;
                done.expect("an open store");
                store.close().await;
            })
            .await;
        let opening = company.sam.opening(company.table).await;
        assert_eq!(opening.view == view, !believed, "{format} {body:.20}");
    }
    company.server.stop().await;
}

/// A log longer than what is read at once, and than what goes without a snapshot.
const LONG: u64 = 1_200;

/// After an update the log is read once; what came of it is kept at once, for a server that
/// may be killed as well as for one that goes to sleep.
#[tokio::test]
async fn what_was_read_record_by_record_is_kept_as_a_snapshot() {
    let company = Company::gather().await;
    let (encounter, table) = (company.encounter, company.table);
    let last = company.server.count(encounter).await as u64;
    let old = |seq| Snapshot {
        seq,
        format: "state-0-of-another-program".into(),
        body: "{}".into(),
    };
    let mut company = company
        .again_after(async |data| {
            let store = stores::open(data).await;
            for number in last..last + LONG {
                let mut append = append(0, number, u128::from(number) | 9 << 120);
                append.encounter = encounter;
                store.append(append).await.expect("an open store");
            }
            store
                .save_snapshot(encounter, old(last + LONG))
                .await
                .expect("an open store");
            store.close().await;
        })
        .await;
    let view = company.sam.opening(table).await.view;
    assert_eq!(view.title, "U");
    assert_eq!(view.seats.len(), 4);
    // While the room is open: it may be killed.
    let kept = company.server.store.latest_snapshot(encounter).await;
    let kept = kept.expect("an open store").expect("a snapshot");
    assert_eq!(
        (kept.format.as_str(), kept.seq),
        (SNAPSHOT_FORMAT, last + LONG)
    );
    // An id from the far end of the log still counts once.
    let mut sam = company.sam.follow(encounter).await;
    for number in [last, last + LONG - 1] {
        let id = CommandId(u128::from(number) | 9 << 120);
        assert_eq!(
            sam.give_as(id, &json!({"title": {"title": "Twice"}})).await,
            Ok(())
        );
    }
    assert_eq!(sam.view().title, "U");
    drop(sam);

    // A short log is read again each time it is woken; what came of it is kept when the room
    // goes to sleep.
    let mut company = company
        .again_after(async |data| {
            let store = stores::open(data).await;
            store
                .append(Append {
                    encounter,
                    ..append(0, last + LONG, 77)
                })
                .await
                .expect("an open store");
            let read = Snapshot {
                body: kept.body,
                seq: last + LONG,
                format: SNAPSHOT_FORMAT.into(),
            };
            store
                .save_snapshot(encounter, read)
                .await
                .expect("an open store");
            store.close().await;
        })
        .await;
    company.sam.opening(table).await;
    let company = company
        .again_after(async |data| {
            let store = stores::open(data).await;
            let kept = store
                .latest_snapshot(encounter)
                .await
                .expect("an open store");
            assert_eq!(kept.map(|kept| kept.seq), Some(last + LONG + 1));
            store.close().await;
        })
        .await;
    company.server.stop().await;
}

/// A store with some tables in it, each with one encounter.
async fn store(data: &Path, tables: u32) -> SqlStore {
    let store = stores::open(data).await;
    fill(&store, tables).await;
    store
}

/// Makes so many tables, each with one encounter, numbered alike.
pub(crate) async fn fill(store: &SqlStore, tables: u32) {
    for table in 1..=tables {
        let new = NewTable {
            name: "T".into(),
            demo: false,
            encounter: EncounterInfo::new_current(
                EncounterId(table.into()),
                TableId(table.into()),
                name("T"),
                SystemId::Chronicle,
            ),
            storyteller: name("S"),
            browser: TokenHash([u8::try_from(table).expect("few"); 32]),
            at: 0,
            records: Vec::new(),
        };
        store.create_table(new).await.expect("a table");
    }
}

/// One record behind those that are there.
pub(crate) fn append(encounter: u128, after: u64, command: u128) -> Append {
    let records = vec![Record {
        at: 0,
        by: Actor::Seat(SeatId(1)),
        command: CommandId(command),
        events: vec![Event::Titled(Titled {
            before: name("T"),
            after: name("U"),
        })],
    }];
    Append {
        encounter: EncounterId(encounter),
        after,
        records,
        stage: EncounterStage::Current,
        left_encounter: None,
        revoked: Vec::new(),
        secrets: Vec::new(),
        renamed_to: None,
        becomes_current: false,
        snapshot: None,
        refused: BTreeMap::new(),
    }
}

#[tokio::test]
async fn one_conflict_does_not_sink_the_others() {
    let data = tempfile::tempdir().expect("a folder");
    let store = store(data.path(), 4).await;
    store.append(append(2, 0, 20)).await.expect("the first one");
    store.append(append(3, 0, 30)).await.expect("the first one");
    let commits = store.commit_count();
    // All of them wait when the writer looks, so they share one transaction.
    let answers = tokio::join!(
        store.append(append(1, 0, 11)),
        store.append(append(2, 0, 21)),
        store.append(append(3, 1, 30)),
        store.append(append(9, 0, 90)),
        store.append(append(4, 0, 41)),
        store.append(append(1, 1, 12)),
    );
    assert!(answers.0.is_ok());
    assert!(
        matches!(answers.1, Err(StoreError::Conflict)),
        "that number is taken"
    );
    assert!(
        matches!(answers.2, Err(StoreError::Conflict)),
        "that command was done"
    );
    assert!(
        matches!(answers.3, Err(StoreError::Gone)),
        "no such encounter"
    );
    assert!(matches!((answers.4, answers.5), (Ok(_), Ok(_))));
    assert_eq!(store.commit_count(), commits + 1);
    for (encounter, expected) in [(1, &[11, 12][..]), (2, &[20]), (3, &[30]), (4, &[41])] {
        let kept = store
            .command_ids(EncounterId(encounter), None, u32::MAX)
            .await;
        let kept: BTreeSet<_> = kept.expect("rows").into_iter().map(|id| id.0).collect();
        assert_eq!(kept, expected.iter().copied().collect());
    }
    store.close().await;
    assert!(matches!(
        store.append(append(1, 2, 13)).await,
        Err(StoreError::Closed)
    ));
}

#[tokio::test]
async fn what_was_refused_is_written_by_nobody() {
    const DAY: u64 = 24 * 60 * 60 * 1_000;
    let data = tempfile::tempdir().expect("a folder");
    let store = store(data.path(), 2).await;
    let refusals = |after, command, at| Refusals {
        encounter: EncounterId(1),
        after,
        by_command: [(CommandId(command), Refusal::NoSeat)].into(),
        at,
    };
    let conflicts = |answer| assert!(matches!(answer, Err(StoreError::Conflict)), "{answer:?}");
    store.append(append(1, 0, 10)).await.expect("the first one");
    // It was decided on a log that has grown since.
    conflicts(store.record_refusals(refusals(0, 11, 0)).await);
    store
        .record_refusals(refusals(1, 11, 0))
        .await
        .expect("its end");
    store
        .record_refusals(refusals(1, 11, 1))
        .await
        .expect("once more");
    conflicts(store.append(append(1, 1, 11)).await.map(|_| ()));
    // With others in one transaction it fails alone.
    let answers = tokio::join!(
        store.append(append(1, 1, 11)),
        store.append(append(2, 0, 11)),
    );
    conflicts(answers.0.map(|_| ()));
    answers.1.expect("another encounter's");
    // Refused beside what was done.
    let beside = Append {
        refused: [(CommandId(13), Refusal::Overtaken)].into(),
        ..append(1, 1, 12)
    };
    store.append(beside).await.expect("another command");
    conflicts(store.append(append(1, 2, 13)).await.map(|_| ()));
    let refused = store.refusals(EncounterId(1)).await.expect("rows");
    let expected = [
        (CommandId(11), Refusal::NoSeat),
        (CommandId(13), Refusal::Overtaken),
    ];
    assert_eq!(refused, expected.into());
    assert_eq!(
        store.refusals(EncounterId(2)).await.expect("rows"),
        BTreeMap::new()
    );
    // After a day, and beyond so many, the oldest are forgotten.
    store
        .record_refusals(refusals(2, 14, DAY))
        .await
        .expect("its end");
    assert_eq!(store.refusals(EncounterId(1)).await.expect("rows").len(), 3);
    store
        .record_refusals(refusals(2, 15, DAY + 1))
        .await
        .expect("its end");
    let refused = store.refusals(EncounterId(1)).await.expect("rows");
    assert_eq!(
        refused.into_keys().map(|id| id.0).collect::<Vec<_>>(),
        [14, 15]
    );
    let mut many = refusals(2, 16, DAY + 2);
    many.by_command = (100..100 + 1_100)
        .map(|id| (CommandId(id), Refusal::NoSeat))
        .collect();
    store.record_refusals(many).await.expect("its end");
    let refused = store.refusals(EncounterId(1)).await.expect("rows");
    assert_eq!(refused.len(), 1_024);
    assert!(!refused.contains_key(&CommandId(15)));
    store
        .append(append(1, 2, 14))
        .await
        .expect("it is forgotten");
    store.close().await;
}

#[tokio::test]
async fn a_demonstration_lasts_a_day() {
    let server = Server::start().await;
    let mut keeper = Guest::new(server.address);
    let kept = keeper.make_table("Sam").await;
    let mut early = Guest::new(server.address);
    let old = early.get("/demo").await.location().to_owned();
    let page = opening(&early.get(&old).await.body);
    assert!(page.demo && page.view.rows.len() >= 7 && page.view.turn.round == 3);
    let mut line = early.follow(page.encounter).await;
    server.clock.wind(24 * 60 * 60 * 1000);
    assert_eq!(
        server::sweep_demos(&server.app).await.expect("a store"),
        0,
        "not yet"
    );
    let mut late = Guest::new(server.address);
    let new = late.get("/demo").await.location().to_owned();

    server.clock.wind(1);
    assert_eq!(server::sweep_demos(&server.app).await.expect("a store"), 1);
    assert_eq!(line.end().await, End::Code(close::GOING_DOWN));
    assert_eq!(early.get(&old).await.status, 404);
    let own = format!("http://{}", server.address);
    assert_eq!(
        early.knock(page.encounter, Some(&own)).await.err(),
        Some(404)
    );
    assert_eq!(late.get(&new).await.status, 200);
    keeper.opening(kept).await;
    assert_eq!(server.count(page.encounter).await, 0);
    server.stop().await;
}

/// Keeps everybody else from writing, as a slow disk does.
async fn busy(data: &Path) -> Beside {
    let mut beside = stores::beside(data).await;
    beside.hold().await;
    beside
}

fn roll() -> Value {
    json!({"roll": {"what": "x", "terms": [], "reading": {}}})
}

/// Gives many commands at once while the file is busy.
async fn fire(line: &mut Line, count: usize) -> BTreeSet<CommandId> {
    let mut given = BTreeSet::new();
    for _ in 0..count {
        let id = fresh_id();
        let command = command(&roll());
        line.tell(&ClientMessage::Do { id, command }).await;
        given.insert(id);
    }
    // Now the room has them all; while the file is busy nothing is answered.
    line.catch_up().await;
    given
}

/// Waits until all of them are done.
async fn all_done(line: &mut Line, mut given: BTreeSet<CommandId>) {
    while !given.is_empty() {
        match line.next().await {
            ServerMessage::Done(id) => assert!(given.remove(&id)),
            ServerMessage::NotDone(_, why) => panic!("{why}"),
            _ => {}
        }
    }
}

#[tokio::test]
async fn a_lone_command_is_one_commit_and_a_thousand_are_few() {
    let mut company = Company::gather().await;
    let link = invitation(&mut company.sam, company.table).await.player;
    let mut cleo = Guest::new(company.server.address);
    cleo.sit(&link, "Cleo").await;
    let mut lines = Vec::new();
    for guest in [&company.sam, &company.ana, &company.ben, &cleo] {
        lines.push(guest.follow(company.encounter).await);
    }
    let store = &company.server.store;
    for line in &mut lines {
        let before = store.commit_count();
        assert_eq!(line.give(roll()).await, Ok(()));
        assert_eq!(store.commit_count(), before + 1);
    }
    let before = store.commit_count();
    let lock = busy(company.server.data()).await;
    let mut all = Vec::new();
    for line in &mut lines {
        all.push(fire(line, 250).await);
    }
    lock.close().await;
    for (line, given) in lines.iter_mut().zip(all) {
        all_done(line, given).await;
    }
    let commits = store.commit_count() - before;
    assert!((1..=25).contains(&commits), "{commits} for a thousand");
    company.server.stop().await;
}

/// All answers to a burst come with one commit, and that is not too much for the one who asked.
#[tokio::test]
async fn a_whole_burst_is_answered_at_once() {
    let company = Company::gather().await;
    let mut ana = company.ana.follow(company.encounter).await;
    let lock = busy(company.server.data()).await;
    // The first one is being written, so all others are the next commit.
    let mut given = fire(&mut ana, 1).await;
    given.append(&mut fire(&mut ana, 298).await);
    lock.close().await;
    all_done(&mut ana, given).await;
    company.server.stop().await;
}

#[tokio::test]
async fn rooms_share_their_commits() {
    let server = Server::start().await;
    let mut lines = Vec::new();
    for _ in 0..20 {
        let mut sam = Guest::new(server.address);
        let table = sam.make_table("Sam").await;
        let encounter = sam.opening(table).await.encounter;
        lines.push(sam.follow(encounter).await);
    }
    let before = server.store.commit_count();
    let lock = busy(server.data()).await;
    let mut all = Vec::new();
    for line in &mut lines {
        all.push(fire(line, 5).await);
    }
    lock.close().await;
    for (line, given) in lines.iter_mut().zip(all) {
        all_done(line, given).await;
    }
    let commits = server.store.commit_count() - before;
    assert!((1..=10).contains(&commits), "{commits} for twenty rooms");
    server.stop().await;
}
