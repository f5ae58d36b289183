//! Files of a table: who gets which, what stands in them, and that a table comes back out of one whole
//! or not at all.

use rules::archive::{Archive, ArchiveKind};
use rules::base::id::{EncounterId, TableId};
use rules::dice_proof::check::DiceLog;
use rules::encounter::View;
use serde_json::{Value, json};
use server::chance::{Chance as _, SystemChance};
use server::store::Store as _;
use std::time::Duration;

use crate::client::{Answer, Guest, Line};
use crate::server::Company;
use crate::stores::in_postgres_too;

in_postgres_too!(
    a_table_goes_into_a_file_and_comes_out_of_it,
    what_dice_will_fall_by_is_in_no_file,
    whole_logs_are_the_storytellers_and_everybody_keeps_what_they_were_told,
    the_cast_and_one_encounter_make_tables_of_their_own,
    a_bad_file_gets_a_sentence_and_writes_nothing,
    what_fails_half_way_leaves_nothing,
);

const ROLL: &str =
    "{\"roll\":{\"what\":\"Wits\",\"terms\":[{\"label\":\"Wits\",\"value\":4}],\"reading\":{}}}";

pub(crate) fn roll(hidden: bool) -> Value {
    let mut roll: Value = serde_json::from_str(ROLL).expect("a roll");
    if hidden {
        roll["roll"]["hidden"] = true.into();
        roll["roll"]["what"] = "Whisper".into();
    }
    roll
}

/// An evening: a character, foes, a hidden combatant, rolls of both kinds, an epoch that is over.
pub(crate) async fn evening(company: &mut Company) -> [Line; 3] {
    let [mut sam, mut ana, eve] = company.lines().await;
    let add = |line: &str| json!({"add": {"line": line}});
    assert_eq!(ana.give(add("Ilse <b> stam 3 wits 2")).await, Ok(()));
    assert_eq!(sam.give(add("2x Ghoul stam 2")).await, Ok(()));
    assert_eq!(sam.give(add("The Bishop vampire hidden")).await, Ok(()));
    assert_eq!(ana.give(roll(false)).await, Ok(()));
    assert_eq!(sam.give(roll(true)).await, Ok(()));
    let page = format!("/t/{}/dice", company.table);
    assert_eq!(company.sam.post(&page, &[("end", "yes")]).await.status, 303);
    assert_eq!(ana.give(roll(false)).await, Ok(()));
    assert_eq!(sam.give(roll(true)).await, Ok(()));
    let ghoul = sam.id("Ghoul A");
    let harm = json!({"harm": {"id": ghoul, "packet": {"l": 2}}});
    assert_eq!(sam.give(harm).await, Ok(()));
    assert_eq!(
        ana.give(json!({"say": {"line": "</script><b>hm"}})).await,
        Ok(())
    );
    assert_eq!(
        sam.give(json!({"title": {"title": "The Crypt"}})).await,
        Ok(())
    );
    assert_eq!(sam.give(json!("undo")).await, Ok(()));
    for line in [&mut sam, &mut ana] {
        line.catch_up().await;
    }
    [sam, ana, eve]
}

fn file(answer: &Answer) -> Archive {
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("content-type"), Some("application/json"));
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    let disposition = answer.header("content-disposition").expect("a file's name");
    assert!(
        disposition.starts_with("attachment; filename=\"the-"),
        "{disposition}"
    );
    serde_json::from_str(&answer.body).expect("a file")
}

async fn import(guest: &mut Guest, text: &str) -> TableId {
    let made = guest.upload("/import", "file", text.as_bytes()).await;
    assert_eq!(made.status, 303, "{}", trouble(&made));
    let path = made.location().strip_prefix("/t/").expect("a table");
    path.parse().expect("a table")
}

fn trouble(answer: &Answer) -> &str {
    let words = answer.body.split("class=\"trouble\">").nth(1);
    words
        .and_then(|words| words.split('<').next())
        .unwrap_or("")
}

/// A view without what a new life of the encounter has anew: what its dice are bound to, and portraits
/// apart everything else is as it was.
fn lasting(view: &View) -> Value {
    let mut view = serde_json::to_value(view).expect("data");
    view.as_object_mut().expect("fields").remove("dice");
    view
}

async fn dice(guest: &mut Guest, table: TableId) -> DiceLog {
    let answer = guest.get(&format!("/t/{table}/dice.json")).await;
    assert_eq!(answer.status, 200);
    serde_json::from_str(&answer.body).expect("a list")
}

#[tokio::test]
async fn a_table_goes_into_a_file_and_comes_out_of_it() {
    let mut company = Company::gather().await;
    let [sam, ana, _] = evening(&mut company).await;
    let path = format!("/t/{}/table.json", company.table);
    let text = company.sam.get(&path).await;
    let archive = file(&text);
    assert_eq!((archive.kind, archive.version), (ArchiveKind::Table, 1));
    let names: Vec<_> = archive
        .seats
        .iter()
        .map(|seat| seat.name.as_str())
        .collect();
    assert_eq!(names, ["Sam", "Ana", "Ben", "Eve"]);
    assert_eq!(archive.seats[1].owns, ["Ilse <b>"]);

    // Twice, on the same server, by people who were never here.
    for _ in 0..2 {
        let mut max = Guest::new(company.server.address);
        let table = import(&mut max, &text.body).await;
        let opening = max.opening(table).await;
        assert_ne!(opening.encounter, company.encounter);
        let line = max.follow(opening.encounter).await;
        assert_eq!(lasting(line.view()), lasting(sam.view()));
        assert_eq!(line.you, sam.you);
        // Ana's seat is in nobody's browser; a link of the page moves it into one.
        let people = format!("/t/{table}/people");
        let page = max.post(&people, &[("wish", "move"), ("seat", "2")]).await;
        let link = page.body.split("/seat/").nth(1).expect("a link");
        let link: String = link.chars().take(43).collect();
        let mut ann = Guest::new(company.server.address);
        let sat = ann.post(&format!("/seat/{link}"), &[]).await;
        assert_eq!(sat.status, 303, "{}", sat.body);
        let mut line = ann.follow(opening.encounter).await;
        assert_eq!(lasting(line.view()), lasting(ana.view()));
        // What was rolled there can be checked here, and what is rolled here goes on from it.
        assert_eq!(line.give(roll(false)).await, Ok(()));
        let end = max
            .post(&format!("/t/{table}/dice"), &[("end", "yes")])
            .await;
        assert_eq!(end.status, 303);
        let before = dice(&mut company.ana, company.table).await;
        let after = dice(&mut ann, table).await;
        assert_eq!(after.encounter, before.encounter);
        assert_eq!(after.rolls[..before.rolls.len()], before.rolls[..]);
        assert_eq!(after.rolls.len(), before.rolls.len() + 1);
        assert!(after.check().has_no_differences(), "{:?}", after.check());
        let shown = ann.get(&format!("/t/{table}/dice")).await;
        assert!(shown.body.contains("came here in a file"), "{}", shown.body);
        // What was done before stays done, and is the table's to take back.
        let mut sams = max.follow(opening.encounter).await;
        assert_eq!(sams.give(json!("undo")).await, Ok(()));
    }
    // The table itself noticed nothing.
    let line = company.sam.follow(company.encounter).await;
    assert_eq!(line.view(), sam.view());
    company.server.stop().await;
}

#[tokio::test]
async fn what_dice_will_fall_by_is_in_no_file() {
    let mut company = Company::gather().await;
    evening(&mut company).await;
    let secrets = company.server.store.dice_secrets(company.encounter).await;
    let secrets = secrets.expect("secrets");
    assert_eq!(
        secrets.len(),
        4,
        "two epochs of open dice and two of hidden ones"
    );
    for kind in ["table", "cast", "encounter", "told"] {
        let path = format!("/t/{}/{kind}.json", company.table);
        let text = company.sam.get(&path).await.body;
        for secret in &secrets {
            let told = secret.epoch == 1 && matches!(kind, "table" | "encounter");
            let there = text.contains(&secret.secret.expose().to_string());
            assert_eq!(there, told, "{kind} {secret:?}");
        }
        for hash in company.sam.cookies.values() {
            assert!(!text.contains(hash.as_str()), "a key in {kind}.json");
        }
    }
    company.server.stop().await;
}

#[tokio::test]
async fn whole_logs_are_the_storytellers_and_everybody_keeps_what_they_were_told() {
    let mut company = Company::gather().await;
    let [mut sam, mut ana, _] = evening(&mut company).await;
    let invitation = crate::server::invitation(&mut company.sam, company.table).await;
    let mut cora = Guest::new(company.server.address);
    cora.sit(&invitation.co_storyteller, "Cora").await;
    let mut stranger = Guest::new(company.server.address);
    let nowhere = stranger.get("/t/0000/table.json").await;
    for kind in ["table", "cast", "encounter"] {
        let path = format!("/t/{}/{kind}.json", company.table);
        for guest in [&mut company.ana, &mut company.eve, &mut cora, &mut stranger] {
            let refused = guest.get(&path).await;
            assert_eq!((refused.status, &refused.body), (404, &nowhere.body));
        }
    }
    // A prepared encounter, which nobody but those who run the table learns of.
    let here = company.encounter.to_string();
    let make = [
        ("here", &*here),
        ("how", "now"),
        ("title", "The Vault"),
        ("do", "prepare"),
    ];
    let cast = format!("/t/{}/cast", company.table);
    let made = company.sam.post(&cast, &make).await;
    assert_eq!(made.status, 303, "{}", made.body);
    let whole = format!("/t/{}/table.json", company.table);
    assert!(company.sam.get(&whole).await.body.contains("The Vault"));

    let path = format!("/t/{}/told.json", company.table);
    assert_eq!(stranger.get(&path).await.body, nowhere.body);
    let anas = company.ana.get(&path).await;
    assert_eq!(anas.status, 200);
    for hidden in ["Bishop", "Whisper", "Vault"] {
        assert!(!anas.body.contains(hidden), "{hidden}");
    }
    for other in [&mut company.ben, &mut company.eve] {
        assert_eq!(other.get(&path).await.body, anas.body);
    }
    let told: Value = serde_json::from_str(&anas.body).expect("data");
    let lines = told["encounters"][0]["log"].as_array().expect("lines");
    ana.catch_up().await;
    let seen = serde_json::to_value(&ana.view().log).expect("data");
    assert_eq!(lines, seen.as_array().expect("lines"));
    // Those who run the table were told everything.
    assert!(cora.get(&path).await.body.contains("Bishop"));
    // What is done in secret changes no byte of it.
    assert_eq!(
        sam.give(json!({"add": {"line": "Lurker hidden"}})).await,
        Ok(())
    );
    assert_eq!(sam.give(roll(true)).await, Ok(()));
    let again = company.ana.get(&path).await;
    // The date alone may be another.
    assert_eq!(
        again.header("content-length"),
        anas.header("content-length")
    );
    assert_eq!((again.status, &again.body), (anas.status, &anas.body));
    let people = company
        .ana
        .get(&format!("/t/{}/people", company.table))
        .await;
    assert!(people.body.contains("told.json") && !people.body.contains("table.json"));
    let people = company
        .sam
        .get(&format!("/t/{}/people", company.table))
        .await;
    assert!(people.body.contains("told.json") && people.body.contains("table.json"));
    company.server.stop().await;
}

#[tokio::test]
async fn the_cast_and_one_encounter_make_tables_of_their_own() {
    let mut company = Company::gather().await;
    let [sam, ..] = evening(&mut company).await;
    let get = |kind: &str| format!("/t/{}/{kind}.json", company.table);
    let (cast, encounter) = (get("cast"), get("encounter"));
    let cast = company.sam.get(&cast).await;
    assert_eq!(
        (file(&cast).kind, file(&cast).encounters[0].records.len()),
        (ArchiveKind::Cast, 1)
    );
    assert!(!cast.body.contains("Whisper") && !cast.body.contains("said"));
    let mut max = Guest::new(company.server.address);
    let table = import(&mut max, &cast.body).await;
    let opening = max.opening(table).await;
    let line = max.follow(opening.encounter).await;
    let names = |line: &Line| -> Vec<String> {
        line.view()
            .rows
            .values()
            .map(|row| row.full_name())
            .collect()
    };
    assert_eq!(names(&line), names(&sam));
    assert_eq!(line.view().bench.len(), 4);
    assert_eq!(line.view().seats.len(), 4);

    let encounter = company.sam.get(&encounter).await;
    assert_eq!(file(&encounter).kind, ArchiveKind::Encounter);
    let table = import(&mut max, &encounter.body).await;
    let opening = max.opening(table).await;
    let line = max.follow(opening.encounter).await;
    assert_eq!(lasting(line.view()), lasting(sam.view()));
    company.server.stop().await;
}

#[tokio::test]
async fn a_bad_file_gets_a_sentence_and_writes_nothing() {
    let mut company = Company::gather().await;
    evening(&mut company).await;
    let path = format!("/t/{}/table.json", company.table);
    let good = company.sam.get(&path).await.body;
    let before = company.server.totals().await;
    let mut max = Guest::new(company.server.address);
    let newer = good.replacen("\"version\":1", "\"version\":2", 1);
    let half = &good[..good.len() / 2];
    let turned = good.replacen("Ghoul", "Groul", 1);
    let forged = good.replacen("\"role\":\"player\"", "\"role\":\"storyteller\"", 1);
    let twice = good.replacen("\"name\":\"Ben\"", "\"name\":\"ana\"", 1);
    let late = good.replacen(
        "\"made_at\":",
        "\"made_at\":9223372036854775808,\"was\":",
        1,
    );
    let late = {
        let (head, rest) = late.split_once("\"was\":").expect("when");
        let (_, rest) = rest.split_once(',').expect("more");
        format!("{head}{rest}")
    };
    let other_rules = {
        let (head, rest) = good.split_once("\"rules\":\"").expect("rules");
        let (_, rest) = rest.split_once('"').expect("their end");
        let other = format!("{head}\"rules\":\"0123456789abcdef\"{rest}");
        let (head, rest) = other.split_once("\"state\":\"").expect("a state");
        format!("{head}\"state\":\"{}{}", "0".repeat(64), &rest[64..])
    };
    let heavy = format!("{good}{}", " ".repeat(49 * 1024 * 1024));
    for (text, words) in [
        ("", "Choose a file first."),
        (
            "hello",
            "That isn’t a table’s file: pick one that Coterie gave you.",
        ),
        (
            "{\"format\":\"coterie-dice-1\"}",
            "That isn’t a table’s file: pick one that Coterie gave you.",
        ),
        (
            &*newer,
            "That file was written by a newer version of Coterie (coterie",
        ),
        (half, "That file is damaged and can’t be read ("),
        (&*turned, "That file doesn’t add up: "),
        (
            &*forged,
            "That file doesn’t add up: there are two storytellers.",
        ),
        (&*twice, "That file doesn’t add up: two are called “ana”."),
        (
            &*late,
            "That file doesn’t add up: something in it happened after the year 9999.",
        ),
        (&*other_rules, "That file doesn’t add up: how “"),
        (&*heavy, "That file is larger than 48 MB."),
    ] {
        let refused = max.upload("/import", "file", text.as_bytes()).await;
        assert_eq!(refused.status, 422, "{words}");
        assert!(
            trouble(&refused).starts_with(words),
            "{} for {words}",
            trouble(&refused)
        );
        assert_eq!(company.server.totals().await, before);
    }
    assert!(max.cookies.is_empty(), "nobody was given a key");
    let other = max.upload("/import", "frumious", good.as_bytes()).await;
    assert_eq!(
        (other.status, trouble(&other)),
        (422, "Choose a file first.")
    );
    let foreign = max
        .post_raw("/import", &[("origin", "http://elsewhere")], "x")
        .await;
    assert_eq!(foreign.status, 403);
    assert_eq!(max.post("/import", &[("file", "x")]).await.status, 400);
    assert_eq!(company.server.totals().await, before);
    company.server.stop().await;
}

/// A thousand files with a few bytes turned, doubled, left out or broken off: each makes a whole table
/// or none. Those that are taken all the same say something else where no state says it.
#[tokio::test]
async fn a_thousand_damaged_files_make_whole_tables_or_none() {
    let mut company = Company::gather().await;
    evening(&mut company).await;
    let path = format!("/t/{}/table.json", company.table);
    let good = company.sam.get(&path).await.body.into_bytes();
    let mut before = company.server.totals().await;
    let whole = [1, 4, 1, 0];
    let records = i64::try_from(company.server.count(company.encounter).await).expect("few");
    let (mut refused, mut taken) = (0, 0);
    for nth in 0..1_000_u32 {
        let at = |salt: u64| {
            let mut x = (u64::from(nth) * 2 + salt).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            usize::try_from(x >> 20).expect("a place") % good.len()
        };
        let (one, two) = (at(0), at(1));
        let mut bad = good.clone();
        match nth % 4 {
            0 => bad.truncate(one),
            1 => bad[one] = bad[one].wrapping_add(1),
            2 => drop(bad.drain(one.min(two)..one.max(two))),
            _ => bad[one] = good[two],
        }
        match server::archive::read_archive(&bad, Duration::from_secs(60)) {
            Err(flaw) => {
                assert!(!flaw.to_string().is_empty());
                refused += 1;
            }
            Ok(read) => {
                taken += 1;
                let id = SystemChance.new_table_id();
                let new = read.into_import(id, &SystemChance, (1, None), Vec::new());
                if server::store::ArchiveStore::import_table(&*company.server.store, new)
                    .await
                    .is_err()
                {
                    assert_eq!(company.server.totals().await, before, "nothing of it");
                    continue;
                }
                let after = company.server.totals().await;
                for (at, more) in whole.iter().enumerate() {
                    let more = if at == 3 { records } else { *more };
                    assert_eq!(after[at], before[at] + more, "all of it");
                }
                before = after;
            }
        }
    }
    assert!(refused > 900, "{refused} refused, {taken} taken");
    company.server.stop().await;
}

/// A table that clashes with another on its way into the store leaves nothing behind.
#[tokio::test]
async fn what_fails_half_way_leaves_nothing() {
    let mut company = Company::gather().await;
    evening(&mut company).await;
    let path = format!("/t/{}/table.json", company.table);
    let good = company.sam.get(&path).await.body.into_bytes();
    let before = company.server.totals().await;
    let read = server::archive::read_archive(&good, Duration::from_secs(60)).expect("a file");
    let id = SystemChance.new_table_id();
    let mut new = read.into_import(id, &SystemChance, (1, None), Vec::new());
    // The last thing that is written is refused by the database.
    let twice: EncounterId = new.encounters[0].info.id;
    let again = new.encounters[0].clone();
    new.encounters.push(again);
    assert_eq!(new.encounters[1].info.id, twice);
    let made = server::store::ArchiveStore::import_table(&*company.server.store, new).await;
    assert!(made.is_err());
    assert_eq!(company.server.totals().await, before);
    assert_eq!(company.server.store.table(id).await.expect("a store"), None);
    company.server.stop().await;
}
