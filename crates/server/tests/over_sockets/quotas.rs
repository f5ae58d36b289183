//! A table writes so much and no more, and is told when it goes on.

use rules::wire::NotDoneReason;
use serde_json::{Value, json};
use server::Quotas;
use server::cli::options::Options;
use server::store::Store as _;

use crate::client::{Guest, Line};
use crate::server::{Company, Server};
use crate::stores::in_postgres_too;

in_postgres_too!(
    a_demonstration_and_a_table_are_full_for_good,
    no_player_takes_the_day_from_another,
    what_is_hidden_takes_nothing_from_a_player,
);

const DAY_MINUTES: u32 = 24 * 60;
const DAY_MS: u64 = 24 * 60 * 60 * 1000;

/// About seven kilobytes.
pub(crate) fn loud() -> Value {
    let label = "\u{1f3b2}".repeat(60);
    let terms: Vec<_> = (0..24)
        .map(|_| json!({"label": label, "value": 1}))
        .collect();
    json!({"roll": {"what": "Noise", "terms": terms, "reading": {}}})
}

/// Rolls until there is another answer; how often it was done.
async fn until_full(line: &mut Line) -> (usize, NotDoneReason) {
    for done in 0..1_000 {
        if let Err(why) = line.give(loud()).await {
            return (done, why);
        }
    }
    panic!("no end");
}

async fn server(quotas: Quotas) -> Server {
    let set = |options| Options {
        quotas,
        address_limits: false,
        ..options
    };
    Server::set(set).await
}

#[tokio::test]
async fn a_player_cannot_fill_the_disk_nor_silence_the_storyteller() {
    let quotas = Quotas {
        day: 800_000,
        ..Quotas::default()
    };
    let company = Company::at(server(quotas).await).await;
    let [mut sam, mut ana, _] = company.lines().await;
    let today = NotDoneReason::Full {
        minutes: Some(DAY_MINUTES),
    };
    let (done, why) = until_full(&mut ana).await;
    assert!((10..40).contains(&done) && why == today, "{done} {why}");
    let rows = company.server.totals().await;
    assert_eq!(ana.give(loud()).await, Err(today.clone()));
    assert_eq!(company.server.totals().await, rows, "nothing is written");
    assert!(
        company
            .server
            .store
            .table_usage(company.table)
            .await
            .expect("a store")
            .total
            .day_bytes
            < 170_000
    );
    // Those who run the table have the rest, and then it is the end for today.
    let (done, why) = until_full(&mut sam).await;
    assert!(done > 3 && why == today, "{done} {why}");
    // Another table is another table.
    let mut other = Guest::new(company.server.address);
    let there = other.make_table("Olga").await;
    let there = other.opening(there).await.encounter;
    let mut olga = other.follow(there).await;
    assert_eq!(olga.give(loud()).await, Ok(()));
    // Later it says so, and the next day it goes on.
    company.server.clock.wind(DAY_MS - 61 * 60_000);
    assert_eq!(
        ana.give(loud()).await,
        Err(NotDoneReason::Full { minutes: Some(61) })
    );
    company.server.clock.wind(61 * 60_000);
    assert_eq!(ana.give(loud()).await, Ok(()));
    company.server.stop().await;
}

#[tokio::test]
async fn a_demonstration_and_a_table_are_full_for_good() {
    let quotas = Quotas {
        demo: 100_000,
        table: 300_000,
        day: u64::MAX,
    };
    let server = server(quotas).await;
    let mut visitor = Guest::new(server.address);
    let demo = visitor.get("/demo").await.location().to_owned();
    let page = crate::client::opening(&visitor.get(&demo).await.body);
    let mut line = visitor.follow(page.encounter).await;
    let (few, why) = until_full(&mut line).await;
    assert!(
        few < 20 && why == NotDoneReason::Full { minutes: None },
        "{few} {why}"
    );
    server.clock.wind(DAY_MS / 2);
    assert_eq!(
        line.give(loud()).await,
        Err(NotDoneReason::Full { minutes: None })
    );

    let company = Company::at(server).await;
    let mut sam = company.sam.follow(company.encounter).await;
    let (many, why) = until_full(&mut sam).await;
    assert!(
        many > 30 && why == NotDoneReason::Full { minutes: None },
        "{many} {why}"
    );
    company.server.stop().await;
}

/// A day of which a player has an eighth, 50 kB, and a sixty-fourth for sure.
const SMALL_DAY: Quotas = Quotas {
    demo: 16_000_000,
    table: 1_000_000_000,
    day: 400_000,
};

#[tokio::test]
async fn no_player_takes_the_day_from_another() {
    let mut company = Company::at(server(SMALL_DAY).await).await;
    let link = crate::server::invitation(&mut company.sam, company.table).await;
    let [mut sam, mut ana, _] = company.lines().await;
    let mut ben = company.ben.follow(company.encounter).await;
    let mut others = Vec::new();
    for name in ["Cleo", "Dora", "Finn"] {
        let mut guest = Guest::new(company.server.address);
        guest.sit(&link.player, name).await;
        others.push(guest.follow(company.encounter).await);
    }
    // What they have together is gone, and each of them still has some of their own.
    for line in [&mut ben].into_iter().chain(others.iter_mut().take(2)) {
        let (done, _) = until_full(line).await;
        assert!((6..10).contains(&done), "{done}");
    }
    for line in [&mut ana, &mut others[2]] {
        let (done, why) = until_full(line).await;
        assert!((1..4).contains(&done), "{done}");
        let minutes = Some(DAY_MINUTES);
        assert_eq!(why, NotDoneReason::Full { minutes });
    }
    // What was written by who was shown out counts for nobody else; also after a restart.
    for seat in [3, 5] {
        assert_eq!(sam.give(json!({"unseat": {"seat": seat}})).await, Ok(()));
    }
    ana.catch_up().await;
    let (done, _) = until_full(&mut ana).await;
    assert!(done > 1, "{done}");
    company.server.stop().await;
}

/// Of two tables at which different things happen in secret, a player gives as many commands at both.
#[tokio::test]
async fn what_is_hidden_takes_nothing_from_a_player() {
    let mut all = Vec::new();
    for hidden in [0, 12, 25] {
        let company = Company::at(server(SMALL_DAY).await).await;
        let [mut sam, mut ana, _] = company.lines().await;
        for _ in 0..hidden {
            let mut roll = loud();
            roll["roll"]["hidden"] = json!(true);
            assert_eq!(sam.give(roll).await, Ok(()));
        }
        all.push(until_full(&mut ana).await);
        company.server.stop().await;
    }
    assert_eq!(all[0], all[1]);
    assert_eq!(all[0], all[2]);
}
