//! Who has the card of an asked roll open is told to those who run the table, and to nobody else.

use serde_json::json;

use crate::server::Company;

/// The start of the message that tells it.
const TELLS: &str = r#"{"reading""#;

#[tokio::test]
async fn who_has_a_card_open_is_told_to_the_storyteller_alone() {
    let company = Company::gather().await;
    let [mut sam, mut ana, mut eve] = company.lines().await;
    let mut ben = company.ben.follow(company.encounter).await;
    let add = |line: &str| json!({"add": {"line": line}});
    assert_eq!(ana.give(add("Ilse")).await, Ok(()));
    assert_eq!(ben.give(add("Bo")).await, Ok(()));
    sam.catch_up().await;
    let ilse = sam.id("Ilse").to_string();
    let asked = json!({"ask_roll": {
        "pool": [{"number": 3}], "of": [ilse], "telling": {"secret": {"announced": false}},
    }});
    assert_eq!(sam.give(asked).await, Ok(()));
    let asks = sam.view().asks.as_ref().expect("an asked roll");
    let id = asks[0].id.0;
    let before = [&ana, &ben, &eve].map(|line| line.heard.len());
    // Who is not asked says in vain that they read it.
    for line in [&mut ben, &mut eve, &mut ana] {
        line.say(&format!(r#"{{"reading":{id}}}"#)).await;
    }
    let open = format!(r#"{{"reading":[[2,{id}]]}}"#);
    sam.until(|line| line.heard.contains(&open)).await;
    // Whoever runs the table and comes later is told, too.
    let mut again = company.sam.follow(company.encounter).await;
    again.until(|line| line.heard.contains(&open)).await;
    ana.say(r#"{"reading":0}"#).await;
    sam.until(|line| {
        line.heard
            .last()
            .is_some_and(|it| it == r#"{"reading":[]}"#)
    })
    .await;
    // A roll that was made is nobody's open card, whatever a browser still says.
    ana.say(&format!(r#"{{"reading":{id}}}"#)).await;
    let told = |line: &crate::client::Line| {
        let told = line.heard.iter().filter(|it| it.starts_with(TELLS));
        told.count()
    };
    sam.until(|line| told(line) == 3).await;
    let roll = json!({"answer_ask": {"ask": id, "who": ilse, "reply": {"roll": {}}}});
    assert_eq!(ana.give(roll).await, Ok(()));
    sam.until(|line| told(line) == 4).await;
    for (line, before) in [&mut ana, &mut ben, &mut eve].into_iter().zip(before) {
        line.catch_up().await;
        let new = line.heard.get(before..).unwrap_or_default();
        assert!(!new.iter().any(|it| it.starts_with(TELLS)), "{new:?}");
    }
}
