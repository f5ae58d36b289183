//! Nobody at a table passes for another, and nobody is locked out for their name.

use rules::base::id::{EncounterId, TableId};
use rules::base::seat::Role;
use rules::base::text::Name;
use rules::ruleset::SystemId;
use serde_json::json;
use server::auth::token::TokenHash;
use server::store::sqlite::{self, FILE};
use server::store::{EncounterInfo, NewSeat, NewTable, SeatOutcome, SeatStore as _, Store as _};
use sqlx::ConnectOptions as _;
use sqlx::sqlite::SqliteConnectOptions;

use crate::client::Guest;
use crate::server::{Company, invitation};

#[tokio::test]
async fn a_name_that_looks_like_anothers_is_taken() {
    let mut company = Company::gather().await;
    let (table, encounter) = (company.table, company.encounter);
    let invited = invitation(&mut company.sam, table).await;
    let totals = company.server.totals().await;
    let mut guest = Guest::new(company.server.address);
    for name in [
        "Sam",
        "SAM",
        "Sa\u{200c}m",
        "Sam\u{200d}",
        "Sam\u{fe0f}",
        "Ｓａｍ",
        "Ѕаm",
        "ЅАМ",
        "ana",
        "Αna",
        "Eve",
    ] {
        for link in [&invited.player, &invited.spectator, &invited.co_storyteller] {
            let refused = guest.post(link, &[("name", name)]).await;
            assert_eq!(refused.status, 422, "{name}");
            assert!(refused.body.contains("already has that name"), "{name}");
            assert!(refused.body.contains("Is that you on a new phone?"));
            assert!(refused.body.contains("Ask the storyteller for your link"));
            assert_eq!(refused.header("set-cookie"), None);
        }
    }
    // What is heard as a name that is taken, and what sounds like whoever runs the table.
    for (name, words) in [
        ("Sam.", "already has that name"),
        ("5am", "already has that name"),
        ("Sam (again)", "already has that name"),
        ("S a m", "already has that name"),
        ("Storyteller", "sounds like whoever runs the table"),
        ("Sam (storyteller)", "sounds like whoever runs the table"),
        ("ST", "sounds like whoever runs the table"),
    ] {
        for link in [&invited.player, &invited.spectator, &invited.co_storyteller] {
            let refused = guest.post(link, &[("name", name)]).await;
            assert_eq!(refused.status, 422, "{name}");
            assert!(refused.body.contains(words), "{name}: {}", refused.body);
        }
    }
    for unseen in ["\u{200d}", "\u{fe0f}\u{200c}"] {
        let refused = guest.post(&invited.player, &[("name", unseen)]).await;
        assert_eq!(refused.status, 422);
        let form = [("table", "T"), ("name", unseen)];
        assert_eq!(guest.post("/tables", &form).await.status, 422);
    }
    assert_eq!(company.server.totals().await, totals);
    // Another table is another table.
    guest.make_table("Sam").await;

    // A seat that is taken away frees its name.
    let mut sam = company.sam.follow(encounter).await;
    assert_eq!(sam.give(json!({"unseat": {"seat": 2}})).await, Ok(()));
    let fresh = invitation(&mut company.sam, table).await;
    guest.sit(&fresh.player, "Ana").await;
    guest.opening(table).await;
    company.server.stop().await;
}

#[tokio::test]
async fn of_two_at_once_exactly_one_gets_the_name() {
    let mut company = Company::gather().await;
    let table = company.table;
    let link = invitation(&mut company.sam, table).await.player;
    let names = [
        "Zoe",
        "zoe",
        "Zое",
        "Ｚｏｅ",
        "ZOE",
        "Zoe\u{200d}",
        "Ζoe",
        "Zoe",
    ];
    let mut asking = tokio::task::JoinSet::new();
    for name in names {
        let (mut guest, link) = (Guest::new(company.server.address), link.clone());
        asking.spawn(async move { guest.post(&link, &[("name", name)]).await.status });
    }
    let mut answers = asking.join_all().await;
    answers.sort_unstable();
    assert_eq!(answers, [303, 422, 422, 422, 422, 422, 422, 422]);
    company.server.stop().await;
}

/// The store holds it by itself, whoever asks and however.
#[tokio::test]
async fn the_store_keeps_names_apart() {
    let data = tempfile::tempdir().expect("a folder");
    let store = sqlite::open(data.path()).await.expect("a store");
    let name = |text: &str| Name::new(text).expect("a name");
    let table = TableId(1);
    let new = NewTable {
        name: "T".into(),
        demo: false,
        encounter: EncounterInfo::new_current(EncounterId(1), table, name("T"), SystemId::FIRST),
        storyteller: name("Sam"),
        browser: TokenHash([1; 32]),
        at: 0,
        records: Vec::new(),
    };
    store.create_table(new).await.expect("a table");
    let sit = |text: &str, browser| {
        store.create_seat(NewSeat {
            table,
            role: Role::Player,
            name: name(text),
            browser: TokenHash([browser; 32]),
            at: 0,
            max_seats: 9,
            max_of_role: 9,
        })
    };
    let answers = tokio::join!(sit("Ana", 2), sit("ANA", 3), sit("ѕАМ", 4), sit("Ana", 2));
    let sat = |answer: Result<SeatOutcome, _>| answer.expect("an open store");
    let down = sat(answers.0);
    assert!(matches!(down, SeatOutcome::Seated(_)));
    assert_eq!(
        [sat(answers.1), sat(answers.2)],
        [SeatOutcome::NameTaken; 2]
    );
    assert_eq!(sat(answers.3), down, "one browser sits down once");
    store.close().await;

    // Two programs at once would meet at the index.
    let options = SqliteConnectOptions::new().filename(data.path().join(FILE));
    let mut connection = options.connect().await.expect("a database");
    let sql = "INSERT INTO likenesses SELECT table_id, way, reduction, 2 FROM likenesses \
               WHERE seat = 1 AND way = ?";
    for way in 0..3 {
        let again = sqlx::query(sql).bind(way).execute(&mut connection).await;
        let refused = again.err().and_then(|error| {
            let error = error.into_database_error()?;
            Some(error.is_unique_violation())
        });
        assert_eq!(refused, Some(true), "{way}");
    }
}
