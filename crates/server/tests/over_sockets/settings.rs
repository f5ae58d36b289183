//! The table's settings as a page: read by all at the table, turned by those who run it; and a
//! question that waited too long.

use rules::encounter::Class;
use rules::encounter::log::LogMessage;
use rules::ruleset::SystemId;
use rules::ruleset::settings::Value;
use serde_json::json;

use crate::client::{Guest, Line};
use crate::server::{Company, Server};

fn page(company: &Company) -> String {
    format!("/t/{}/settings", company.table)
}

fn form<'a>(key: &'a str, value: &'a str, was: &'a str) -> [(&'a str, &'a str); 3] {
    [("key", key), ("value", value), ("was", was)]
}

fn value(line: &Line, key: &str) -> Option<Value> {
    line.view().house.get(key).cloned()
}

#[tokio::test]
async fn all_settings_stand_there_with_the_guides_words() {
    let server = Server::start().await;
    let mut company = Company::at(server).await;
    for system in SystemId::ALL {
        let table = company.sam.make_table_on("Sam", *system).await;
        let shown = company.sam.get(&format!("/t/{table}/settings")).await;
        assert_eq!(shown.status, 200);
        let page = &shown.body;
        for spec in system.rules().lists().setting_specs {
            let (key, rule) = (spec.key, spec.defining_rule());
            let row = page.split(&format!("id=\"set-{key}\"")).nth(1);
            let row = row
                .and_then(|rest| rest.split("</li>").next())
                .expect("a row");
            assert!(row.contains("<form method=\"post\""), "{key}");
            assert!(row.contains("As written: "), "{key}");
            if !rule.is_empty() {
                let link = format!("href=\"/rules/{}#{rule}\" target=\"beside\"", system.key());
                assert!(row.contains(&link), "{key}: {rule}");
                // The words stand with the first setting of the rule.
                let words = page.split(&link).nth(1).expect("a link");
                let words = words.split("</p>").next().unwrap_or_default();
                assert!(words.len() > rule.len() + 20, "{rule}: {words}");
            }
        }
        assert!(
            !page.contains("House rule:") && !page.contains("House rules:"),
            "{system:?}"
        );
        assert!(!page.contains("<script"), "{system:?}");
        // Besides: the scene's name, what is seen of foes, the odds against them, how long questions wait, who moves in
        // the scene, how far apart people in one place are (as a number, or as the rules say), who reads whispers.
        let forms = page.matches("<form method=\"post\" action=\"/t/").count();
        assert_eq!(
            forms,
            system.rules().lists().setting_specs.len() + 8,
            "{system:?}"
        );
        // And for this browser alone: the theme, the bell, single keys, the screen that stays awake, brief announcements,
        // what is kept on the device.
        let forms = page.matches("<form method=\"post\"").count();
        assert_eq!(
            forms,
            system.rules().lists().setting_specs.len() + 14,
            "{system:?}"
        );
    }
    company.server.stop().await;
}

#[tokio::test]
async fn what_is_turned_there_is_seen_by_all_at_once() {
    let server = Server::start().await;
    let mut company = Company::on(server, SystemId::Ascension).await;
    let [_, mut ana, mut eve] = company.lines().await;
    let page = page(&company);
    let done = company.sam.post(&page, &form("dodge_blow", "4", "5")).await;
    let there = format!("{page}#set-dodge_blow");
    assert_eq!((done.status, done.location()), (303, there.as_str()));
    for line in [&mut ana, &mut eve] {
        line.until(|line| value(line, "dodge_blow") == Some(Value::Number(4)))
            .await;
    }
    // What differs stands first, and says how it is written.
    let shown = company.sam.get(&page).await.body;
    let turned = shown.find("id=\"turned\"").expect("what differs");
    let row = shown.find("id=\"set-dodge_blow\"").expect("the row");
    assert!(turned < row && row < shown.find("id=\"group-0\"").expect("the others"));
    assert!(shown.contains("data-setting=\"dodge_blow\" data-differs=\"true\""));
    assert!(shown.contains(">As written: 5</button>"));
    // A switch and a choice, and what was looked for stays.
    let mut switch = form("abort_cost", "false", "true").to_vec();
    switch.push(("find", "gi<ving"));
    let done = company.sam.post(&page, &switch).await;
    assert_eq!(
        done.location(),
        format!("{page}?find=gi%3Cving#set-abort_cost")
    );
    let choice = form("damage_recording", "upgrade", "cumulative");
    assert_eq!(company.sam.post(&page, &choice).await.status, 303);
    eve.until(|line| value(line, "damage_recording") == Some(Value::from_key("upgrade")))
        .await;
    assert_eq!(value(&eve, "abort_cost"), Some(Value::Yes(false)));
    let health = form("foe_health", "concealed", "shown");
    assert_eq!(company.sam.post(&page, &health).await.status, 303);
    let opening = company.sam.opening(company.table).await;
    let concealed = rules::encounter::FoeHealth::Concealed;
    assert_eq!(opening.view.foe_health, Some(concealed));
    assert!(!eve.view().foe_odds);
    for (value, was) in [("shown", "concealed"), ("concealed", "shown")] {
        let odds = form("foe_odds", value, was);
        assert_eq!(company.sam.post(&page, &odds).await.status, 303);
        eve.until(|line| line.view().foe_odds == (value == "shown"))
            .await;
    }
    company.server.stop().await;
}

#[tokio::test]
async fn who_was_slower_looks_again_and_loses_nothing() {
    let server = Server::start().await;
    let mut company = Company::on(server, SystemId::Ascension).await;
    let page = page(&company);
    assert_eq!(
        company
            .sam
            .post(&page, &form("dodge_blow", "4", "5"))
            .await
            .status,
        303
    );
    // Another page still shows 5.
    let late = company.sam.post(&page, &form("dodge_blow", "7", "5")).await;
    assert_eq!(late.status, 409);
    assert!(
        late.body
            .contains("id=\"trouble-dodge_blow\" class=\"trouble\">Someone else changed this")
    );
    assert!(late.body.contains("value=\"7\""), "what was typed is kept");
    assert!(
        late.body.contains("name=\"was\" value=\"4\""),
        "now it has been seen"
    );
    let [sam, ..] = company.lines().await;
    assert_eq!(value(&sam, "dodge_blow"), Some(Value::Number(4)));
    // Another setting is none of that, and who wants the same has it.
    assert_eq!(
        company
            .sam
            .post(&page, &form("dodge_blow", "4", "5"))
            .await
            .status,
        303
    );
    assert_eq!(
        company
            .sam
            .post(&page, &form("countermagick", "7", "8"))
            .await
            .status,
        303
    );
    assert_eq!(
        company
            .sam
            .post(&page, &form("dodge_blow", "7", "4"))
            .await
            .status,
        303
    );
    company.server.stop().await;
}

#[tokio::test]
async fn what_cannot_be_is_refused_and_changes_nothing() {
    let server = Server::start().await;
    let mut company = Company::on(server, SystemId::Ascension).await;
    let page = page(&company);
    let before = company.server.count(company.encounter).await;
    for (key, value) in [
        ("dodge_blow", "11"),
        ("dodge_blow", "<b>"),
        ("dodge_blow", ""),
        ("abort_cost", "perhaps"),
        ("damage_recording", "frumious"),
    ] {
        let refused = company.sam.post(&page, &form(key, value, "")).await;
        assert_eq!(refused.status, 422, "{key} {value}");
        assert!(
            refused.body.contains("This house rule is "),
            "{key} {value}"
        );
        assert!(!refused.body.contains("<b>"), "{key} {value}");
    }
    for (seconds, value, status) in [
        ("4", "first", 422),
        ("x", "storyteller", 422),
        ("99999999", "first", 422),
        ("30", "soon", 400),
    ] {
        let form = [("key", "countdown"), ("value", value), ("seconds", seconds)];
        let refused = company.sam.post(&page, &form).await;
        assert_eq!(refused.status, status, "{seconds} {value}");
    }
    for (key, value) in [
        ("frumious", "1"),
        ("foe_health", "guessed"),
        ("foe_odds", "true"),
        ("", ""),
    ] {
        assert_eq!(
            company.sam.post(&page, &form(key, value, "")).await.status,
            400
        );
    }
    // Players and spectators read; nobody else finds anything.
    for guest in [&mut company.ana, &mut company.eve] {
        let shown = guest.get(&page).await;
        assert_eq!(shown.status, 200);
        let turns = "method=\"post\" action=\"/t/";
        assert!(!shown.body.contains(turns) && !shown.body.contains("foe_health"));
        assert!(shown.body.contains("Difficulty to dodge a blow"));
        for (key, value) in [
            ("dodge_blow", "4"),
            ("foe_health", "shown"),
            ("foe_odds", "shown"),
        ] {
            let refused = guest.post(&page, &form(key, value, "")).await;
            assert_eq!(refused.status, 409);
            assert!(
                refused
                    .body
                    .contains("You can’t do that: ask the storyteller."),
                "{}",
                refused.body
            );
        }
    }
    let mut stranger = Guest::new(company.server.address);
    let nowhere = stranger.get("/t/0000/settings").await;
    let theirs = stranger.get(&page).await;
    assert_eq!((theirs.status, &theirs.body), (404, &nowhere.body));
    assert_eq!(
        stranger
            .post(&page, &form("dodge_blow", "4", ""))
            .await
            .status,
        404
    );
    let kind = ("content-type", "application/x-www-form-urlencoded");
    let foreign = [("origin", "http://evil.example"), kind];
    let body = "key=dodge_blow&value=4";
    assert_eq!(
        company.sam.post_raw(&page, &foreign, body).await.status,
        403
    );
    assert_eq!(
        company.server.count(company.encounter).await,
        before,
        "nothing changed"
    );
    company.server.stop().await;
}

#[tokio::test]
async fn it_is_found_by_its_words_and_its_rule() {
    let server = Server::start().await;
    let mut company = Company::on(server, SystemId::Ascension).await;
    for (find, count) in [
        ("Arete", 1),
        ("asc-dodge-02", 4),
        ("frumious", 0),
        ("%3Cb%3E", 0),
    ] {
        let path = format!("{}?find={find}", page(&company));
        let shown = company.ana.get(&path).await;
        let rows = shown.body.matches("class=\"set\"").count();
        assert_eq!((shown.status, rows), (200, count), "{find}");
        assert_eq!(
            shown.body.contains("No house rule is about that."),
            count == 0
        );
        assert!(!shown.body.contains("<b>"));
    }
    company.server.stop().await;
}

/// A ghoul has struck at Ana's Ilse, and she is asked how she defends herself.
async fn struck(company: &mut Company, then: &str) -> [Line; 3] {
    let page = page(company);
    let [mut sam, mut ana, eve] = company.lines().await;
    let ilse = "Ilse dexterity 3 brawl 3 stamina 3 size 5";
    assert_eq!(ana.give(json!({"add": {"line": ilse}})).await, Ok(()));
    let ghoul = "Ghoul strength 3 brawl 2 stamina 2 size 5";
    assert_eq!(sam.give(json!({"add": {"line": ghoul}})).await, Ok(()));
    let set = [
        ("key", "countdown"),
        ("value", then),
        ("seconds", "30"),
        ("was", ""),
    ];
    assert_eq!(company.sam.post(&page, &set).await.status, 303);
    let (by, at) = (sam.id("Ghoul"), sam.id("Ilse"));
    let strikes = json!({"declare": {"by": by, "at": [at], "intent": {"maneuver": "unarmed"}, "anyway": true}});
    assert_eq!(sam.give(strikes).await, Ok(()));
    [sam, ana, eve]
}

fn waits(line: &Line) -> Vec<Option<u64>> {
    let all = line.view().exchanges.values();
    all.flat_map(|it| it.waits.values().map(|wait| wait.until))
        .collect()
}

fn told(line: &Line, words: &str) -> bool {
    let mut log = line.view().log.iter();
    log.any(|line| matches!(&line.what, LogMessage::Said { text } if text == words))
}

const TAKEN: &str = "Ilse is out of time: the first allowed answer is picked";
const PASSED: &str = "Ilse is out of time: the storyteller decides";

#[tokio::test]
async fn the_server_answers_when_time_is_up() {
    let mut company = Company::gather().await;
    let [mut sam, mut ana, mut eve] = struck(&mut company, "first").await;
    ana.catch_up().await;
    assert_eq!(waits(&ana), [Some(crate::server::START + 30_000)]);
    // Not a moment too soon.
    company.server.clock.wind(29_999);
    assert_eq!(sam.give(json!({"say": {"line": "Well?"}})).await, Ok(()));
    ana.catch_up().await;
    assert_eq!(waits(&ana).len(), 1);
    company.server.clock.wind(1);
    assert_eq!(sam.give(json!({"say": {"line": "Well!"}})).await, Ok(()));
    for line in [&mut sam, &mut ana, &mut eve] {
        line.until(|line| told(line, TAKEN)).await;
        assert!(waits(line).is_empty());
    }
    let before = company.sam.opening(company.table).await.view;
    let mut company = company.again().await;
    assert_eq!(
        company.sam.opening(company.table).await.view,
        before,
        "as it was live"
    );
    company.server.stop().await;
}

#[tokio::test]
async fn a_restart_does_not_stop_the_clock() {
    let mut company = Company::gather().await;
    let lines = struck(&mut company, "storyteller").await;
    drop(lines);
    company.server.clock.wind(10_000);
    let company = company.again().await;
    let [mut sam, mut ana, _] = company.lines().await;
    assert_eq!(waits(&ana), [Some(crate::server::START + 30_000)]);
    company.server.clock.wind(20_000);
    assert_eq!(sam.give(json!({"say": {"line": "Well!"}})).await, Ok(()));
    for line in [&mut sam, &mut ana] {
        line.until(|line| told(line, PASSED)).await;
        assert_eq!(waits(line), [None]);
    }
    assert_eq!(ana.view().countdown, sam.view().countdown);
    assert_eq!(
        company.ana.clone().opening(company.table).await.class,
        Class::Table
    );
    company.server.stop().await;
}

#[tokio::test]
async fn a_question_that_is_overdue_when_the_room_opens_is_decided_then() {
    let mut company = Company::gather().await;
    let lines = struck(&mut company, "first").await;
    drop(lines);
    let clock = std::sync::Arc::clone(&company.server.clock);
    let company = company.again_after(async |_| clock.wind(3_600_000)).await;
    let [_, mut ana, _] = company.lines().await;
    ana.until(|line| told(line, TAKEN)).await;
    company.server.stop().await;
}
