//! Every later release opens, checks, exports, imports and restores what the second one kept, shows what was shown, and
//! plays on.

use std::path::Path;

use rules::base::id::{EncounterId, ExchangeId, SeatId, TableId};
use serde::de::IgnoredAny;
use serde_json::{Value, json};

use crate::backup::{coterie, said};
use crate::client::{Guest, Line, opening};
use crate::dice::list;
use crate::program::Program;
use crate::second_release::{Frozen, check_none, check_shows, differences, lasting, picture, read};
use crate::systems::press_until;

/// More answers than any exchange takes.
const ANSWERS: usize = 40;

async fn check_whole(data: &Path) {
    let checked = coterie(&["check"], data).await;
    let words = said(&checked);
    assert!(checked.status.success(), "{words}");
    assert!(
        words.starts_with("Everything is as it was written: 11 encounters,"),
        "{words}"
    );
}

async fn end(mut program: Program) {
    program.signal("TERM").await;
    assert!(program.ended().await.success(), "{}", program.log());
}

#[tokio::test]
async fn its_folder_opens_and_shows_what_it_showed() {
    let frozen = Frozen::unpack();
    let program = Program::start(&frozen.data()).await;
    check_shows(&frozen, &program).await;
    let mut all = Vec::new();
    for table in &frozen.tables {
        for (name, class) in [("Sam", "storyteller"), ("Ana", "table")] {
            let mut guest = table.guest(name, &program);
            let told = guest.get(&table.page("/told.json")).await;
            let now: Value = serde_json::from_str(&told.body).expect("data");
            let file = format!("{}.told.{class}.json", table.system);
            let mut then = read(&frozen.file(&file));
            then.as_object_mut().expect("fields").remove("made_by");
            all.extend(differences(&now, &then, &file));
        }
    }
    check_none(&all);
    end(program).await;
}

#[tokio::test]
async fn its_folder_is_whole_before_and_after_it_is_opened() {
    let frozen = Frozen::unpack();
    check_whole(&frozen.data()).await;
    let program = Program::start(&frozen.data()).await;
    check_shows(&frozen, &program).await;
    end(program).await;
    check_whole(&frozen.data()).await;
}

#[tokio::test]
async fn links_that_were_given_out_then_still_work() {
    let frozen = Frozen::unpack();
    let program = Program::start(&frozen.data()).await;
    for table in &frozen.tables {
        let [invite, way_back] = ["invite", "way_back"].map(|link| table.all[link].as_str());
        let mut dora = Guest::new(program.address);
        let sat = dora.sit(invite.expect("a link"), "Dora").await;
        assert_eq!(sat, table.id);
        let mut sam = Guest::new(program.address);
        let back = sam.post(way_back.expect("a link"), &[]).await;
        assert_eq!((back.status, back.location()), (303, &*table.page("")));
        assert_eq!(sam.opening(table.id).await.you, SeatId(1));
    }
    end(program).await;
}

/// The records of every encounter of a file, each as the bytes it is.
fn records(file: &str) -> Vec<Vec<&str>> {
    let lists = file.split("\"records\":[").skip(1);
    lists.map(one_by_one).collect()
}

/// The values of a list, up to its end.
fn one_by_one(mut list: &str) -> Vec<&str> {
    let mut values = Vec::new();
    loop {
        let mut value = serde_json::Deserializer::from_str(list).into_iter::<IgnoredAny>();
        value.next().expect("a value").expect("data");
        let (value, rest) = list.split_at(value.byte_offset());
        values.push(value);
        match rest.strip_prefix(',') {
            Some(rest) => list = rest,
            None => return values,
        }
    }
}

#[tokio::test]
async fn every_table_goes_into_the_file_it_went_into() {
    let frozen = Frozen::unpack();
    for table in &frozen.tables {
        let exported = coterie(&["export", &table.id.to_string()], &frozen.data()).await;
        assert!(exported.status.success(), "{exported:?}");
        let (name, text) = (format!("{}.table.json", table.system), said(&exported));
        let now: Value = serde_json::from_str(&text).expect("data");
        let file = frozen.file(&name);
        let mut then = read(&file);
        // When and by which program it was written; states are alike where the rules are.
        let fields = then.as_object_mut().expect("fields");
        fields.retain(|key, _| !["made_at", "made_by", "rules"].contains(&key.as_str()));
        let of_then = std::fs::read_to_string(&file).expect("a file");
        if read(&file)["rules"] != now["rules"] {
            for encounter in then["encounters"].as_array_mut().expect("encounters") {
                encounter.as_object_mut().expect("fields").remove("state");
            }
        }
        check_none(&differences(&now, &then, &name));
        let (now, then) = (records(&text), records(&of_then));
        assert_eq!(now.len(), then.len(), "{name}");
        for (now, then) in now.iter().zip(&then) {
            assert!(then.len() > 5 && now.len() == then.len(), "{name}");
            for (now, then) in now.iter().zip(then) {
                assert_eq!(now, then, "{name}");
            }
        }
    }
}

/// The encounter of a table that is prepared, as the storyteller's page leads to it.
async fn prepared(sam: &mut Guest, table: TableId) -> EncounterId {
    let cast = sam.get(&format!("/t/{table}/cast")).await.body;
    for link in cast.split("?scene=").skip(1) {
        let scene = link.get(..32).expect("an id");
        let page = sam.get(&format!("/t/{table}?scene={scene}")).await;
        if page.status == 200 && opening(&page.body).unseen {
            return scene.parse().expect("an id");
        }
    }
    panic!("nothing is prepared");
}

#[tokio::test]
async fn its_files_make_the_tables_they_were_made_of() {
    let frozen = Frozen::unpack();
    let data = tempfile::tempdir().expect("a folder");
    let mut links = Vec::new();
    for table in &frozen.tables {
        let file = frozen.file(&format!("{}.table.json", table.system));
        let imported = coterie(&["import", file.to_str().expect("a path")], data.path()).await;
        assert!(imported.status.success(), "{imported:?}");
        links.push(said(&imported));
    }
    let program = Program::start(data.path()).await;
    let mut all = Vec::new();
    for (table, links) in frozen.tables.iter().zip(&links) {
        for (name, class) in [("Sam", "storyteller"), ("Ana", "table")] {
            let start = format!("{name} (");
            let link = links.lines().find(|line| line.starts_with(&start));
            let (_, link) = link.and_then(|it| it.split_once("3000")).expect("a link");
            let mut guest = Guest::new(program.address);
            let sat = guest.post(link, &[]).await;
            assert_eq!(sat.status, 303, "{}", sat.body);
            let id = sat.location().trim_start_matches("/t/").parse();
            let id = id.expect("a table");
            let path = format!("{} {name}", table.system);
            let page = guest.opening(id).await;
            let line = guest.follow(page.encounter).await;
            let then = lasting(table.shown(class));
            all.extend(differences(&picture(&line), &then, &path));
            if class == "storyteller" {
                let next = prepared(&mut guest, id).await;
                let line = guest.follow(next).await;
                let then = lasting(&table.all["prepared"][class]);
                let path = format!("{path} prepared");
                all.extend(differences(&picture(&line), &then, &path));
            }
        }
    }
    check_none(&all);
    end(program).await;
}

#[tokio::test]
async fn its_copy_comes_back_and_shows_what_it_showed() {
    let frozen = Frozen::unpack();
    let data = tempfile::tempdir().expect("a folder");
    let copy = frozen.file("backup.sqlite3");
    let restored = coterie(&["restore", copy.to_str().expect("a path")], data.path()).await;
    assert!(restored.status.success(), "{restored:?}");
    assert!(said(&restored).contains("5 tables, 11 encounters and"));
    check_whole(data.path()).await;
    let program = Program::start(data.path()).await;
    check_shows(&frozen, &program).await;
    end(program).await;
}

/// What an exchange asks first: whom, under which slot, and what may be answered. `None` when it is over.
fn question(exchange: &Value) -> Option<(Value, Value, Vec<Value>)> {
    let next = exchange.get("next")?;
    let first = next["several"].get(0).unwrap_or(next);
    let (kind, asked) = first.as_object()?.iter().next()?;
    let answers = match kind.as_str() {
        "choose" => {
            let options = asked["options"].as_array()?.iter();
            let open = options.filter(|option| option.get("barred").is_none());
            open.map(|option| json!({"chose": option["key"]})).collect()
        }
        "number" => vec![json!({"number": asked["range"][0]})],
        _ => vec![json!({"roll": {}})],
    };
    Some((asked["by"].clone(), asked["slot"].clone(), answers))
}

fn exchange(line: &Line, id: ExchangeId) -> Value {
    serde_json::to_value(&line.view().exchanges[&id]).expect("data")
}

#[tokio::test]
async fn the_open_exchange_goes_on_to_its_end() {
    let frozen = Frozen::unpack();
    let program = Program::start(&frozen.data()).await;
    for table in &frozen.tables {
        let (system, open) = (&table.system, table.open());
        let [mut sam, ana] = ["Sam", "Ana"].map(|name| table.guest(name, &program));
        let mut at_sams = sam.follow(table.current()).await;
        let mut at_anas = ana.follow(table.current()).await;
        let mut asked = Vec::new();
        while let Some((by, slot, answers)) = question(&exchange(&at_sams, open)) {
            let target = at_sams.view().exchanges[&open].at.first().copied();
            let owner = target.and_then(|target| at_sams.view().rows[&target].owner);
            let is_anas = by == json!({"target": 0}) && owner == at_anas.you;
            let line = if is_anas { &mut at_anas } else { &mut at_sams };
            let mut is_answered = false;
            for answer in answers {
                let answer = json!({"exchange": open, "slot": slot, "answer": answer});
                is_answered = line.give(json!({"answer": answer})).await.is_ok();
                if is_answered {
                    break;
                }
            }
            assert!(is_answered, "{system}: nothing answers {slot}");
            asked.push(is_anas);
            assert!(asked.len() < ANSWERS, "{system} never ends");
            at_sams.catch_up().await;
        }
        assert_eq!(asked.first(), Some(&true), "{system} waited for Ana");
        at_anas.catch_up().await;
        assert!(at_anas.view().exchanges[&open].next.is_none(), "{system}");
        // What was bound then binds what fell now, and both can be checked.
        let page = table.page("/dice");
        assert_eq!(sam.post(&page, &[("end", "yes")]).await.status, 303);
        let dice = list(&mut sam, &page).await;
        assert!(
            dice.rolls.len() > 5 && dice.check().has_no_differences(),
            "{system}"
        );
    }
    end(program).await;
}

#[tokio::test]
async fn the_prepared_fight_begins() {
    let frozen = Frozen::unpack();
    let program = Program::start(&frozen.data()).await;
    for table in &frozen.tables {
        let (system, next) = (&table.system, table.prepared());
        let [mut sam, mut ana] = ["Sam", "Ana"].map(|name| table.guest(name, &program));
        let [here, begin] = [table.current(), next].map(|id| id.to_string());
        let form = [("here", &*here), ("how", "now"), ("begin", &begin)];
        let begun = sam.post(&table.page("/cast"), &form).await;
        assert_eq!(begun.status, 303, "{system}: {}", begun.body);
        assert_eq!(ana.opening(table.id).await.encounter, next, "{system}");
        let mut at_sams = sam.follow(next).await;
        let mut at_anas = ana.follow(next).await;
        // Some had rolled while it was prepared.
        let roll = |whose: &str| json!({"roll_initiative": {"whose": whose}});
        let rolled = at_anas.give(roll("mine")).await;
        assert_eq!(rolled, Ok(()), "{system}");
        _ = at_sams.give(roll("storytellers")).await;
        at_sams.catch_up().await;
        press_until(&mut at_sams, |view| {
            let acting = view.turn.acting.and_then(|id| view.rows.get(&id));
            acting.is_some_and(|row| !row.hidden)
        })
        .await;
        at_anas.catch_up().await;
        let (all, known) = (at_sams.view(), at_anas.view());
        assert_eq!((all.turn.round, known.turn), (1, all.turn), "{system}");
        let visible = all.rows.values().filter(|row| !row.hidden);
        assert_eq!(known.rows.len(), visible.count(), "{system}");
    }
    end(program).await;
}

#[tokio::test]
async fn what_is_done_after_the_upgrade_is_kept() {
    let frozen = Frozen::unpack();
    let mut program = Program::start(&frozen.data()).await;
    for stage in ["upgraded", "started again"] {
        for table in &frozen.tables {
            let sam = table.guest("Sam", &program);
            let mut line = sam.follow(table.current()).await;
            let added = line
                .give(json!({"add": {"line": format!("Guard {stage}")}}))
                .await;
            assert_eq!(added, Ok(()), "{} {stage}", table.system);
        }
        end(program).await;
        check_whole(&frozen.data()).await;
        program = Program::start(&frozen.data()).await;
        for table in &frozen.tables {
            let sam = table.guest("Sam", &program);
            let line = sam.follow(table.current()).await;
            let name = format!("Guard {stage}");
            let mut rows = line.view().rows.values();
            let kept = rows.any(|row| row.name.to_string().starts_with(&name));
            assert!(kept, "{} {stage}", table.system);
        }
    }
    end(program).await;
}
