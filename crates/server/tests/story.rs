//! A group sits down and plays, over real sockets.
#![expect(clippy::unwrap_used, reason = "a test")]

mod common;

use common::{Browser, Program, kept};
use rules::encounter::command::{Shift, Whose};
use rules::encounter::view::Row;
use rules::encounter::{Command, Refusal, View};
use rules::id::{CombatantId, CommandId, SeatId};
use rules::track::{Packet, Severity, Track};
use rules::wire::{FromServer, Seen, Snapshot, Why, close};

fn named(view: &View, name: &str) -> Option<CombatantId> {
    view.rows
        .values()
        .find(|row| row.full_name() == name)
        .map(|row| row.id)
}

fn picture(view: &View, name: &str) -> String {
    let track = view
        .rows
        .values()
        .find(|row| row.full_name() == name)
        .and_then(|row: &Row| row.track);
    track.map_or_else(String::new, |Track::Boxes(boxes)| boxes.picture())
}

fn add(line: &str, hidden: bool) -> Command {
    Command::Add {
        line: line.into(),
        side: None,
        hidden,
    }
}

#[tokio::test]
async fn three_browsers_see_what_each_may() {
    let data = tempfile::tempdir().unwrap();
    let program = Program::start(data.path());
    let mut mara = Browser::new(program.address);
    let table = mara.make_table();
    let encounter = mara.encounter(&table);
    let invitation = mara.invitation(&table);

    let (mut anna, mut sam) = (Browser::new(program.address), Browser::new(program.address));
    assert_eq!(anna.join(&invitation.player, "Anna"), table);
    // A code leads to the same door as the link.
    let spoken = sam.post("/code", &format!("code={}", invitation.code.to_uppercase()));
    assert_eq!(
        (spoken.status, spoken.header("location")),
        (303, Some(&*invitation.player))
    );
    sam.join(&invitation.spectator, "Sam");

    let (mut st, Snapshot { mut view, .. }) = mara.connect(&encounter).await;
    let (
        mut pl,
        Snapshot {
            view: mut hers,
            you,
            ..
        },
    ) = anna.connect(&encounter).await;
    let (mut sp, Snapshot { view: mut his, .. }) = sam.connect(&encounter).await;
    assert_eq!(you, SeatId(2));

    st.give(
        &mut view,
        1,
        add("2x ghoul dex 3 comp 2 stam 2 size 5", false),
    )
    .await
    .unwrap();
    st.give(&mut view, 2, add("The Bishop vampire stam 4", true))
        .await
        .unwrap();
    pl.give(&mut hers, 3, add("Ilse dex 4 comp 4 stam 3", false))
        .await
        .unwrap();
    st.give(
        &mut view,
        4,
        Command::RollInitiative {
            whose: Whose::Storytellers,
            face: None,
        },
    )
    .await
    .unwrap();
    pl.give(
        &mut hers,
        5,
        Command::RollInitiative {
            whose: Whose::Mine,
            face: Some(9),
        },
    )
    .await
    .unwrap();
    let ghoul = named(&view, "Ghoul A").unwrap();
    st.give(
        &mut view,
        6,
        Command::Harm {
            id: ghoul,
            packet: Packet::of(Severity::Lethal, 3),
        },
    )
    .await
    .unwrap();
    let ilse = named(&hers, "Ilse").unwrap();
    let mark = vec![Shift {
        from: None,
        to: Some(Severity::Bashing),
        count: 1,
    }];
    pl.give(
        &mut hers,
        7,
        Command::Turn {
            id: ilse,
            shifts: mark.clone(),
        },
    )
    .await
    .unwrap();

    for (line, view) in [
        (&mut st, &mut view),
        (&mut pl, &mut hers),
        (&mut sp, &mut his),
    ] {
        line.until(view, |view| picture(view, "Ilse") == "/.......")
            .await;
        assert_eq!(picture(view, "Ghoul A"), "XXX....");
    }
    assert!(named(&view, "The Bishop").is_some());
    for (view, frames) in [(&hers, &pl.frames), (&his, &sp.frames)] {
        assert!(named(view, "The Bishop").is_none());
        assert!(frames.iter().all(|frame| !frame.contains("Bishop")));
    }
    // Only one's own.
    let refused = pl
        .give(
            &mut hers,
            8,
            Command::Turn {
                id: ghoul,
                shifts: mark.clone(),
            },
        )
        .await;
    assert_eq!(refused, Err(Why::Refused(Refusal::NotAllowed)));
    let bishop = named(&view, "The Bishop").unwrap();
    let refused = pl
        .give(
            &mut hers,
            9,
            Command::Turn {
                id: bishop,
                shifts: mark.clone(),
            },
        )
        .await;
    assert_eq!(refused, Err(Why::Refused(Refusal::NoSuchCombatant)));
    let refused = sp
        .give(
            &mut his,
            10,
            Command::Turn {
                id: ilse,
                shifts: mark,
            },
        )
        .await;
    assert_eq!(refused, Err(Why::Refused(Refusal::NotAllowed)));

    // A reload shows what living through it showed.
    for (browser, view) in [(&mara, &view), (&anna, &hers), (&sam, &his)] {
        let (_, fresh) = browser.connect(&encounter).await;
        assert_eq!(fresh.view, *view);
    }
}

#[tokio::test]
async fn who_was_away_gets_the_gap_and_the_same_id_counts_once() {
    let data = tempfile::tempdir().unwrap();
    let mut program = Program::start(data.path());
    let mut mara = Browser::new(program.address);
    let table = mara.make_table();
    let encounter = mara.encounter(&table);
    let (
        mut first,
        Snapshot {
            mut view,
            epoch,
            seq,
            ..
        },
    ) = mara.connect(&encounter).await;
    let mut away = view.clone();
    for n in 0..5 {
        first
            .give(&mut view, 100 + n, add("rat", false))
            .await
            .unwrap();
    }

    let mut second = mara.dial(&encounter).await.unwrap();
    second.hello(Some(Seen { epoch, seq })).await;
    assert!(matches!(
        second.hear().await,
        Some(FromServer::Resumed { you: SeatId(1) })
    ));
    let mut last = seq;
    while away != view {
        match second.hear().await.unwrap() {
            FromServer::Changes(number, changes) => {
                assert_eq!(number, last + 1, "numbers have no gaps");
                last = number;
                changes.iter().for_each(|change| away.patch(change));
            }
            FromServer::Here(_) => {}
            other => panic!("{other:?}"),
        }
    }

    // The same id again, here and after a crash: the same answer, and nothing happens.
    second
        .give(&mut away, 100, add("rat", false))
        .await
        .unwrap();
    assert_eq!(away, view);
    program.kill();
    program = Program::start(data.path());
    let mara = mara.at(program.address);
    let mut third = mara.dial(&encounter).await.unwrap();
    third.hello(Some(Seen { epoch, seq: last })).await;
    let Some(FromServer::Snapshot(snapshot)) = third.hear().await else {
        panic!("another life of the room is told as a whole");
    };
    assert_ne!(snapshot.epoch, epoch);
    assert_eq!(snapshot.view, view);
    let mut now = snapshot.view;
    third.give(&mut now, 104, add("rat", false)).await.unwrap();
    assert_eq!(now, view);
    let ids: Vec<CommandId> = (100..105).map(CommandId).collect();
    assert_eq!(kept(data.path(), &ids).await, [1; 5]);
}

#[tokio::test]
async fn a_seat_that_is_taken_away_is_closed_at_once() {
    let data = tempfile::tempdir().unwrap();
    let program = Program::start(data.path());
    let mut mara = Browser::new(program.address);
    let table = mara.make_table();
    let encounter = mara.encounter(&table);
    let link = mara.invitation(&table).player;
    let mut anna = Browser::new(program.address);
    anna.join(&link, "Anna");
    let (mut st, Snapshot { mut view, .. }) = mara.connect(&encounter).await;
    let (mut pl, _) = anna.connect(&encounter).await;
    st.give(&mut view, 1, Command::Unseat { seat: SeatId(2) })
        .await
        .unwrap();
    let code = loop {
        match pl.hear_or_close().await {
            Ok(_) => {}
            Err(code) => break code,
        }
    };
    assert_eq!(code, Some(close::SEAT_GONE));
    assert_eq!(anna.get(&table).status, 404);
    assert!(anna.dial(&encounter).await.is_err());
    // Links of before stop with one word; new ones work.
    assert_eq!(Browser::new(program.address).get(&link).status, 200);
    assert_eq!(mara.post(&format!("{table}/invite/renew"), "").status, 200);
    assert_eq!(Browser::new(program.address).get(&link).status, 404);
}
