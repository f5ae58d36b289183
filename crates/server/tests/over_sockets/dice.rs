//! The dice of a table: what its people may know of them, and that three programs find every roll right.

use std::path::Path;
use std::process::{Command, Output};

use rules::dice_proof::check::{DiceLog, DiceVerdict};
use serde_json::{Value, json};

use crate::client::Guest;
use crate::server::Company;

const CHECKER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/dice/check.mjs");
const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/dice/page.mjs");

pub(crate) fn roll(what: &str, hidden: bool) -> Value {
    let terms = json!([{"label": "Wits", "value": 4}]);
    let mut ask = json!({"what": what, "terms": terms, "reading": {}});
    if hidden {
        ask["hidden"] = true.into();
    }
    json!({"roll": ask})
}

pub(crate) async fn list(guest: &mut Guest, page: &str) -> DiceLog {
    let answer = guest.get(&format!("{page}.json")).await;
    assert_eq!(answer.status, 200);
    serde_json::from_str(&answer.body).expect("a list")
}

pub(crate) fn program(file: &Path) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_coterie"));
    program.arg("verify").arg(file).output().expect("an answer")
}

fn other_program(file: &Path) -> Output {
    let mut node = Command::new("node");
    node.arg(CHECKER).arg(file).output().expect("node")
}

/// What is taken out of a list or written otherwise.
type Change = (&'static str, fn(&mut DiceLog));

/// The script of the page of the dice.
fn of_the_page(file: &Path) -> Output {
    let mut node = Command::new("node");
    node.arg(PAGE).arg(file).output().expect("node")
}

#[tokio::test]
async fn what_players_keep_of_the_dice_is_checked_by_other_programs() {
    let mut company = Company::gather().await;
    let page = format!("/t/{}/dice", company.table);
    let [mut sam, mut ana, _] = company.lines().await;
    let bound = ana.view().dice.clone();
    assert!(
        bound.starts_with("1 "),
        "bound before the first roll: {bound}"
    );
    assert_eq!(ana.give(roll("Wits", false)).await, Ok(()));
    assert_eq!(sam.give(roll("Whisper", true)).await, Ok(()));
    assert_eq!(ana.give(roll("Wits", false)).await, Ok(()));
    assert_eq!(sam.give(roll("Murmur", false)).await, Ok(()));
    assert_eq!(ana.give(roll("Nerve", false)).await, Ok(()));

    let before = list(&mut company.ana, &page).await;
    assert_eq!(before.rolls.len(), 4);
    assert_eq!(before.epochs.len(), 1);
    assert_eq!(bound, format!("1 {}", before.epochs[0].commitment));
    assert_eq!(before.check().count(&DiceVerdict::NotYet), 5);
    let anas = company.ana.get(&page).await;
    assert!(!anas.body.contains("Whisper") && !anas.body.contains("<form"));
    let sams = company.sam.get(&page).await;
    assert!(sams.body.contains("Whisper") && sams.body.contains("name=\"seal\""));

    // Only those who run the table end an epoch.
    let refused = company.ana.post(&page, &[("end", "yes")]).await;
    assert_eq!(refused.status, 404);
    let done = company.sam.post(&page, &[("end", "yes")]).await;
    assert_eq!((done.status, done.location()), (303, page.as_str()));
    ana.until(|line| line.view().dice.starts_with("2 ")).await;
    let log = list(&mut company.ana, &page).await;
    assert_eq!(log.check().count(&DiceVerdict::Checked), 5);

    // After the server has gone down and come back, the dice go on.
    let mut company = company.again().await;
    let [_, mut ana, _] = company.lines().await;
    assert_eq!(ana.give(roll("Nerve", false)).await, Ok(()));
    let done = company.sam.post(&page, &[("end", "yes")]).await;
    assert_eq!(done.status, 303);
    let log = list(&mut company.ana, &page).await;
    assert_eq!(log.check().count(&DiceVerdict::Checked), 7);
    assert!(log.check().has_no_differences());

    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("dice.json");
    std::fs::write(&file, serde_json::to_string(&log).expect("data")).expect("a file");
    let (ours, other) = (program(&file), other_program(&file));
    assert!(ours.status.success() && other.status.success());
    let words = String::from_utf8_lossy(&ours.stdout).into_owned();
    assert!(words.starts_with("7 checked, 0 do not match"), "{words}");
    assert!(String::from_utf8_lossy(&other.stdout).starts_with("5 of 5"));

    let mut turned = log;
    turned.rolls[2].throw.dice[1].1 = turned.rolls[2].throw.dice[1].1 % 10 + 1;
    std::fs::write(&file, serde_json::to_string(&turned).expect("data")).expect("a file");
    let (ours, other) = (program(&file), other_program(&file));
    assert!(!ours.status.success() && !other.status.success());
    let words = String::from_utf8_lossy(&ours.stdout).into_owned();
    assert!(words.starts_with("roll 3 does not match"), "{words}");
    assert!(String::from_utf8_lossy(&other.stdout).contains("roll 3 does not match"));
    std::fs::write(&file, "{}").expect("a file");
    assert!(!program(&file).status.success());
    company.server.stop().await;
}

#[tokio::test]
async fn a_hidden_roll_is_known_by_its_seal_and_then_by_its_faces() {
    let mut company = Company::gather().await;
    let page = format!("/t/{}/dice", company.table);
    let [mut sam, ana, _] = company.lines().await;
    let seen = ana.view().clone();
    assert_eq!(sam.give(roll("Whisper", true)).await, Ok(()));
    let hidden = list(&mut company.sam, &page).await;
    let throw = hidden.rolls[0].throw.clone();
    assert_eq!(list(&mut company.ana, &page).await.rolls.len(), 0);
    assert_eq!(ana.view(), &seen, "players were sent nothing");

    assert_eq!(company.sam.post(&page, &[("seal", "1")]).await.status, 303);
    assert_eq!(company.sam.post(&page, &[("seal", "1")]).await.status, 409);
    assert_eq!(company.sam.post(&page, &[("seal", "x")]).await.status, 400);
    let sealed = company.ana.get(&format!("{page}.json")).await;
    assert!(!sealed.body.contains("Whisper"), "{}", sealed.body);
    assert_eq!(company.sam.post(&page, &[("open", "1")]).await.status, 303);
    let opened = list(&mut company.ana, &page).await;
    assert_eq!(opened.check().count(&DiceVerdict::Checked), 1);
    let words = opened.seals[0]
        .opened
        .as_ref()
        .map(|(_, words)| words.clone());
    assert_eq!(words, Some(throw.sealed_text()));
    company.server.stop().await;
}

/// A list from which something is missing, or in which a die is written as another, is right for none of the
/// three who check it; ordinary dice are proved like all others.
#[tokio::test]
async fn what_is_missing_from_a_list_is_found_by_all() {
    let mut company = Company::gather().await;
    let page = format!("/t/{}/dice", company.table);
    let [mut sam, mut ana, _] = company.lines().await;
    let say = |line: &str| json!({"say": {"line": line}});
    for line in [
        "/roll 5d12",
        "/roll 2d6+3 # to hit",
        "/roll d100",
        "/r 2d8 - d4",
    ] {
        assert_eq!(ana.give(say(line)).await, Ok(()), "{line}");
    }
    assert!(ana.give(say("/roll d20 hidden")).await.is_err());
    let seen = ana.view().clone();
    assert_eq!(sam.give(say("/roll d20 hidden")).await, Ok(()));
    assert_eq!(ana.view(), &seen, "a hidden die is nothing to players");
    assert_eq!(company.sam.post(&page, &[("seal", "1")]).await.status, 303);
    assert_eq!(company.sam.post(&page, &[("end", "yes")]).await.status, 303);
    let real = json!({"roll": {"what": "Real", "terms": [{"label": "Wits", "value": 2}], "reading": {}, "faces": [3, 5]}});
    assert_eq!(ana.give(real).await, Ok(()));
    assert_eq!(ana.give(say("/roll 3d12")).await, Ok(()));
    let log = list(&mut company.ana, &page).await;
    let dice = log
        .rolls
        .iter()
        .map(|roll| roll.throw.dice.iter().map(|(sides, _)| *sides).collect());
    let dice: Vec<Vec<u16>> = dice.collect();
    assert_eq!(
        dice,
        [
            vec![12; 5],
            vec![6; 2],
            vec![100],
            vec![8, 8, 4],
            vec![12; 3]
        ]
    );
    assert_eq!(log.rolls[1].told, ["to hit"]);
    assert_eq!((log.seals.len(), log.unproved), (1, 1));

    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("dice.json");
    let right = |log: &DiceLog| {
        std::fs::write(&file, serde_json::to_string_pretty(log).expect("data")).expect("a file");
        [program(&file), other_program(&file), of_the_page(&file)].map(|told| told.status.success())
    };
    assert_eq!(right(&log), [true; 3]);
    let changes: [Change; 11] = [
        ("the last roll", |log| _ = log.rolls.pop()),
        ("the last two", |log| log.rolls.truncate(3)),
        ("all rolls", |log| log.rolls.clear()),
        ("the last die", |log| _ = log.rolls[0].throw.dice.pop()),
        ("a d12 as a d20", |log| log.rolls[4].throw.dice[0].0 = 20),
        ("a seal", |log| log.seals.clear()),
        ("unproved", |log| log.unproved = 0),
        ("a secret", |log| log.epochs[0].secret = None),
        ("a secret and when", |log| {
            (log.epochs[0].secret, log.epochs[0].told_after) = (None, None)
        }),
        ("what for", |log| log.rolls[1].told.clear()),
        ("the sum", |log| log.sum = None),
    ];
    for (what, change) in changes {
        let mut other = log.clone();
        change(&mut other);
        assert_eq!(right(&other), [false; 3], "{what}");
    }
    // A list that an older version gave out has no sum, and is right all the same.
    let mut old = log.clone();
    (old.format, old.sum) = ("coterie-dice-1".to_owned(), None);
    assert_eq!(right(&old), [true; 3]);
    for (what, change) in changes
        .into_iter()
        .filter(|(what, _)| ["the last two", "all rolls", "a secret"].contains(what))
    {
        let mut other = old.clone();
        change(&mut other);
        assert_eq!(right(&other), [false; 3], "{what} of an older list");
    }
    company.server.stop().await;
}

/// Of real dice whose faces were typed there is no proof, and the page says of how many rolls that is so: each
/// class counts what its own log tells of.
#[tokio::test]
async fn rolls_without_a_proof_are_counted() {
    let mut company = Company::gather().await;
    let page = format!("/t/{}/dice", company.table);
    let [mut sam, mut ana, _] = company.lines().await;
    assert_eq!(ana.give(roll("Wits", false)).await, Ok(()));
    assert_eq!(list(&mut company.ana, &page).await.unproved, 0);
    let whole = company.ana.get(&page).await.body;
    assert!(!whole.contains("no proof"), "{whole}");
    let real = |hidden: bool| {
        json!({"roll": {"what": "Real", "terms": [{"label": "Wits", "value": 2}], "reading": {},
            "hidden": hidden, "faces": [3, 5]}})
    };
    assert_eq!(ana.give(real(false)).await, Ok(()));
    assert_eq!(sam.give(real(true)).await, Ok(()));
    let log = list(&mut company.ana, &page).await;
    assert_eq!((log.rolls.len(), log.unproved), (1, 1));
    assert_eq!(list(&mut company.sam, &page).await.unproved, 2);
    let anas = company.ana.get(&page).await.body;
    assert!(anas.contains("One roll in the log has no proof"));
    let sams = company.sam.get(&page).await.body;
    assert!(sams.contains("2 rolls in the log have no proof"));
    company.server.stop().await;
}
