//! Questions over a socket: answered to whoever asks, and to nobody else.

use serde_json::json;

use crate::server::Company;

#[tokio::test]
async fn whoever_asks_is_told_what_they_may_know_and_nobody_else_hears() {
    let company = Company::gather().await;
    let mut sam = company.sam.follow(company.encounter).await;
    let mut ana = company.ana.follow(company.encounter).await;
    let hers = json!({"add": {"line": "Ilse strength 3 brawl 2"}});
    ana.give(hers).await.expect("done");
    sam.give(json!({"add": {"line": "ghoul dexterity 2 wits 2"}}))
        .await
        .expect("done");
    sam.catch_up().await;
    ana.catch_up().await;
    let (ilse, ghoul) = (sam.id("Ilse"), sam.id("Ghoul"));
    let offers = json!({"offers": {"by": ilse, "at": [ghoul]}});
    let told = ana.ask(1, offers).await;
    let maneuvers = told["offers"]["maneuvers"].as_array().expect("maneuvers");
    assert!(maneuvers.iter().any(|it| it["key"] == "unarmed"));
    let odds = json!({"odds": {"by": ilse, "at": [ghoul], "intent": {"maneuver": "unarmed"}}});
    // The dice of her own, as declaring shows them, and no odds: Strength 3 + Brawl 2 − Defense 2 (CHR-ATK-02, CHR-DEF-01).
    let dice = ana.ask(2, odds.clone()).await;
    assert_eq!(
        dice,
        json!({"odds": {"exact": true, "parties": {}, "pool": 3}})
    );
    let heard = ana.changes().len();
    let told = sam.ask(3, odds.clone()).await;
    let chance = told["odds"]["parties"][ghoul.to_string()]["chance"].as_f64();
    assert!(chance.expect("a chance") > 0.0, "{told}");
    ana.catch_up().await;
    assert_eq!(ana.changes().len(), heard, "nobody else is told");
    // Odds take the room some time, so nobody gets them without end.
    let mut too_fast = false;
    for no in 4..60 {
        too_fast |= sam.ask(no, odds.clone()).await == "too_fast";
    }
    assert!(too_fast);
}
