//! Players who have seen the id of somebody, and aim at it once they are out of sight.

use rules::base::id::CommandId;
use serde_json::{Value, json};
use testkit::forged_ids;

use crate::again::Again;
use crate::client::Guest;
use crate::server::{Company, Server, invitation};

/// How many players conspire: each may give some hundred commands at once.
const PLAYERS: u64 = 10;
/// How often each of them tries.
const TRIES: u64 = 100;

fn add(line: &str) -> Value {
    json!({"add": {"line": line}})
}

/// Everything the players are sent and answered while they try; `gone` says whether whoever was
/// hidden from them has been taken out as well.
async fn probed(gone: bool) -> Vec<String> {
    let mut company = Company::at(Server::with(Again::salted(1)).await).await;
    let link = invitation(&mut company.sam, company.table).await.player;
    let [mut sam, mut ana, _] = company.lines().await;
    let brings = CommandId(u128::MAX);
    assert_eq!(sam.give_as(brings, &add("Shade")).await, Ok(()));
    ana.catch_up().await;
    let target = ana.id("Shade");
    assert_eq!(sam.give(json!({"hide": {"id": target}})).await, Ok(()));
    if gone {
        assert_eq!(sam.give(json!({"remove": {"id": target}})).await, Ok(()));
    }
    let mut heard = Vec::new();
    for player in 0..PLAYERS {
        let mut guest = Guest::new(company.server.address);
        guest.sit(&link, &format!("Player {player}")).await;
        guest.opening(company.table).await;
        let mut line = guest.follow(company.encounter).await;
        for nth in player * TRIES..(player + 1) * TRIES {
            company.server.clock.wind(20_000);
            let own = |part: u128| CommandId(u128::from(nth) << 8 | part);
            let aimed = forged_ids::forge_command_id(target, nth);
            assert_eq!(line.give_as(aimed, &add("cat")).await, Ok(()));
            let cat = *line.view().bench.last().expect("it came");
            assert_ne!(cat, target, "hit on try {nth}");
            let note = json!({"note": {"id": target, "text": "seen"}});
            let touched = line.give_as(own(1), &note).await;
            assert!(touched.is_err(), "touched on try {nth}");
            let remove = json!({"remove": {"id": cat}});
            assert_eq!(line.give_as(own(2), &remove).await, Ok(()));
        }
        // Who is here comes when it comes.
        line.heard.retain(|text| !text.starts_with(r#"{"here":"#));
        heard.append(&mut line.heard);
    }
    drop((sam, ana));
    company.server.stop().await;
    heard
}

#[tokio::test]
async fn a_thousand_tries_at_an_id_answer_nothing() {
    let (there, gone) = tokio::join!(probed(false), probed(true));
    for (there, gone) in there.iter().zip(&gone) {
        assert_eq!(there, gone);
    }
    assert_eq!(there.len(), gone.len());
    // Each try is three answers and two changes.
    assert!(there.len() as u64 >= PLAYERS * TRIES * 5);
}
