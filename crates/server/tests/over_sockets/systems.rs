//! Every rule system at a real table: made by the form, played into a second round, killed,
//! and there again; and what is sealed stays so.

use app::page::Opening;
use rules::character::phase::Phase;
use rules::character::track::DamageKind;
use rules::encounter::log::LogMessage;
use rules::encounter::view::CombatantRow;
use rules::encounter::{Class, View};
use rules::ruleset::SystemId;
use rules::ruleset::house_rules::{HouseRules, SEALED};
use rules::ruleset::settings::{SettingKind, Value};
use serde_json::json;
use server::cli::options::Options;

use crate::client::{Guest, Line, fresh_id, opening};
use crate::program::Program;
use crate::server::{Company, Server, invitation};

/// More presses than any round takes.
const PRESSES: usize = 200;

/// Goes on to the next step; where everybody rolls, everybody does.
async fn press(sam: &mut Line) {
    let after = sam.view().turn;
    if after.phase == Phase::Initiative && after.round > 0 {
        let everyone = json!({"roll_initiative": {"whose": "everyone"}});
        assert_eq!(sam.give(everyone).await, Ok(()));
    }
    let next = json!({"next_turn": {"after": after}});
    assert_eq!(sam.give(next).await, Ok(()));
}

/// Goes on until something is so.
pub(crate) async fn press_until(sam: &mut Line, mut so: impl FnMut(&View) -> bool) {
    for _ in 0..PRESSES {
        if so(sam.view()) {
            return;
        }
        press(sam).await;
    }
    panic!("it never came to that");
}

/// Hurts somebody until they are out, with the worst this system has.
async fn strike_down(
    sam: &mut Line,
    victim: rules::base::id::CombatantId,
    kind: &DamageKind,
) -> usize {
    for blows in 1..=100 {
        let blow = serde_json::to_value(kind.to_packet(5)).expect("data");
        let harm = json!({"harm": {"id": victim, "packet": blow}});
        assert_eq!(sam.give(harm).await, Ok(()));
        if sam.view().rows[&victim].is_out() {
            return blows;
        }
    }
    panic!("nobody can take so much");
}

/// What players do besides: talk, roll as their system writes it, plan, wait, spend.
async fn play(ana: &mut Line, system: SystemId) {
    let rules = system.rules();
    let own = ana.view().rows.values().find(|row| row.owner == ana.you);
    let own = own.expect("a character of hers").clone();
    assert_eq!(
        ana.give(json!({"say": {"line": "Who is there?"}})).await,
        Ok(())
    );
    let roll = json!({"say": {"line": rules.facts().vocabulary.roll_example}});
    assert_eq!(ana.give(roll).await, Ok(()), "{system:?}");
    let told = ana.view().log.iter().any(|line| {
        let own = own.full_name();
        matches!(&line.what, LogMessage::Rolled { name, .. } if name.as_deref() == Some(&own))
    });
    assert!(told, "{system:?}");
    if rules.facts().plan_spec.is_some() {
        let plan = json!({"plan": {"id": own.id, "plan": {"words": "holds the door"}}});
        assert_eq!(ana.give(plan).await, Ok(()), "{system:?}");
    }
    if let Some((pool, left)) = own.pools.iter().next() {
        let spend = json!({"spend": {"id": own.id, "pool": pool, "by": -1}});
        assert_eq!(ana.give(spend).await, Ok(()), "{system:?}");
        assert_eq!(ana.view().rows[&own.id].pools[pool], left - 1);
    }
}

/// A whole evening at a table of these rules; what both classes saw at the end.
async fn evening(sam: &mut Guest, ana: &mut Guest, system: SystemId) -> [Opening; 2] {
    let rules = system.rules();
    let table = sam.make_table_on("Sam", system).await;
    let invited = invitation(sam, table).await;
    assert_eq!(ana.sit(&invited.player, "Ana").await, table);
    let opened = sam.opening(table).await;
    assert_eq!(opened.view.system, system);
    let mut at_sams = sam.follow(opened.encounter).await;
    let mut at_anas = ana.follow(opened.encounter).await;

    let speech = rules.facts().vocabulary;
    let add = |line: &str| json!({"add": {"line": line}});
    assert_eq!(
        at_sams.give(add(speech.add_example)).await,
        Ok(()),
        "{system:?}"
    );
    assert_eq!(
        at_anas.give(add(speech.own_example)).await,
        Ok(()),
        "{system:?}"
    );
    at_sams.catch_up().await;
    assert!(
        at_sams.view().rows.len() >= 2,
        "a foe and somebody of Ana's"
    );
    let mine = json!({"roll_initiative": {"whose": "mine"}});
    assert_eq!(at_anas.give(mine).await, Ok(()));
    let foes = json!({"roll_initiative": {"whose": "storytellers"}});
    assert_eq!(at_sams.give(foes).await, Ok(()));
    at_sams.catch_up().await;
    let standing = at_sams.view();
    assert_eq!(standing.order.len(), standing.rows.len());
    let scores: Vec<_> = standing
        .order
        .iter()
        .map(|id| standing.rows[id].score)
        .collect();
    assert!(scores.is_sorted_by(|a, b| a >= b), "{system:?} {scores:?}");

    press(&mut at_sams).await;
    play(&mut at_anas, system).await;
    at_sams.catch_up().await;
    // Everybody acts once in the round.
    let mut acted = Vec::new();
    press_until(&mut at_sams, |view| {
        if view.turn.phase == Phase::Act && view.turn.round == 1 {
            acted.extend(view.turn.acting);
        }
        view.turn.round == 2
    })
    .await;
    acted.dedup();
    assert_eq!(acted, at_sams.view().order, "{system:?}");
    press_until(&mut at_sams, |view| view.turn.acting.is_some()).await;

    let foe = |row: &CombatantRow| row.owner.is_none();
    let victim = at_sams
        .view()
        .rows
        .values()
        .find(|row| foe(row))
        .expect("a foe")
        .id;
    let worst = rules.facts().damage_kinds.last().expect("damage");
    assert!(strike_down(&mut at_sams, victim, worst).await > 0);
    // And some of it taken back.
    assert_eq!(at_sams.give(json!("undo")).await, Ok(()));
    assert_eq!(at_sams.give_as(fresh_id(), &json!("undo")).await, Ok(()));
    strike_down(&mut at_sams, victim, worst).await;

    at_anas.catch_up().await;
    assert!(at_anas.view().rows[&victim].is_out(), "{system:?}");
    [
        same(sam.opening(table).await, Class::Storyteller, &at_sams),
        same(ana.opening(table).await, Class::Table, &at_anas),
    ]
}

/// The page says what the line has said.
fn same(page: Opening, class: Class, line: &Line) -> Opening {
    assert_eq!(page.class, class);
    assert!(page.view == *line.view());
    page
}

#[tokio::test]
async fn every_system_is_played_and_survives_a_kill() {
    let data = tempfile::tempdir().expect("a folder");
    let mut program = Program::start(data.path()).await;
    let mut sam = Guest::new(program.address);
    let mut ana = Guest::new(program.address);
    let mut tables = Vec::new();
    for system in SystemId::ALL.iter().copied() {
        let opened = evening(&mut sam, &mut ana, system).await;
        tables.push((system, opened));
    }
    for _ in 0..2 {
        program.kill().await;
        program = Program::start(data.path()).await;
        (sam.address, ana.address) = (program.address, program.address);
        for (system, opened) in &tables {
            for (guest, before) in [&mut sam, &mut ana].into_iter().zip(opened) {
                let after = guest.opening(before.table).await;
                assert_eq!(after.view, before.view, "{system:?}");
                assert_eq!((after.class, after.you), (before.class, before.you));
            }
        }
    }
    // Play goes on where it was.
    for (system, [opened, _]) in &tables {
        let mut at_sams = sam.follow(opened.encounter).await;
        let turn = at_sams.view().turn;
        press(&mut at_sams).await;
        assert_ne!(at_sams.view().turn, turn, "{system:?}");
    }
    program.kill().await;
}

#[tokio::test]
async fn a_system_is_chosen_at_the_door() {
    let server = Server::start().await;
    let mut sam = Guest::new(server.address);
    let home = sam.get("/").await.body;
    let totals = server.totals().await;
    for unknown in ["frumious", "", "Chronicle", "chronicle "] {
        let form = [
            ("table", "The Gaslit Pier"),
            ("name", "Sam"),
            ("system", unknown),
        ];
        let answer = sam.post("/tables", &form).await;
        assert_eq!(answer.status, 422, "{unknown:?}");
        assert!(answer.body.contains("There are no such rules"));
        assert!(
            answer.body.contains("The Gaslit Pier"),
            "what was typed is kept"
        );
        assert_eq!(answer.header("set-cookie"), None);
    }
    assert_eq!(server.totals().await, totals);
    // A name that will not do is asked for again, and the scene's name is kept.
    let form = [("table", "The Gaslit Pier"), ("name", "")];
    for path in ["/start", "/tables"] {
        let answer = sam.post(path, &form).await;
        assert_eq!(answer.status, 422, "{path}");
        assert!(answer.body.contains("value=\"The Gaslit Pier\""), "{path}");
    }
    let form = [("table", "The Gaslit Pier"), ("name", "Sam")];
    let second = sam.post("/start", &form).await;
    assert_eq!(second.status, 200);
    assert_eq!(server.totals().await, totals, "a step makes nothing");
    for system in SystemId::ALL {
        let key = system.key();
        assert!(
            second.body.contains(&format!("value=\"{key}\"")),
            "{key} is offered"
        );
        assert!(
            home.contains(&format!("action=\"/demo/{key}\"")),
            "so is its fight"
        );
        for known in system.rules().lists().known_words {
            let entry = format!("/rules/{key}#{}", known.rule);
            assert!(
                home.contains(&entry),
                "its words lead to the guide: {entry}"
            );
        }
    }
    // Who says nothing gets what is offered first.
    let answer = sam
        .post("/tables", &[("table", "T"), ("name", "Sam")])
        .await;
    let made = sam.get(answer.location()).await;
    assert_eq!(opening(&made.body).view.system, SystemId::FIRST);
    server.stop().await;
}

#[tokio::test]
async fn every_system_has_a_demonstration() {
    let server = Server::start().await;
    for system in SystemId::ALL.iter().copied() {
        let mut guest = Guest::new(server.address);
        let way = guest.get(&format!("/demo/{}", system.key())).await;
        assert_eq!(way.status, 303);
        let page = opening(&guest.get(way.location()).await.body);
        assert!(page.demo && page.class == Class::Storyteller);
        assert_eq!(page.view.system, system);
        assert!(
            page.view.turn.round > 0 && page.view.rows.len() > 3,
            "{system:?}"
        );
        // And it can be played on.
        let mut line = guest.follow(page.encounter).await;
        let turn = line.view().turn;
        press(&mut line).await;
        assert_ne!(line.view().turn, turn);
    }
    let totals = server.totals().await;
    let mut guest = Guest::new(server.address);
    for unknown in ["frumious", "Chronicle", "%20", "chronicle/x"] {
        assert_eq!(guest.get(&format!("/demo/{unknown}")).await.status, 404);
    }
    let first = guest.get("/demo").await;
    let page = opening(&guest.get(first.location()).await.body);
    assert_eq!(page.view.system, SystemId::FIRST);
    assert_eq!(server.totals().await[0], totals[0] + 1);
    server.stop().await;
}

/// Whether a line was sent this, ever.
fn heard(line: &Line, words: &str) -> bool {
    line.heard.iter().any(|text| text.contains(words))
}

#[tokio::test]
async fn what_is_sealed_reaches_only_those_who_run_the_table() {
    let mut checked = 0;
    for system in SystemId::ALL.iter().copied() {
        let rules = system.rules();
        if rules
            .lists()
            .setting_specs
            .iter()
            .all(|spec| spec.key != SEALED)
        {
            continue;
        }
        let mut company = Company::on(Server::start().await, system).await;
        let [mut sam, mut ana, mut eve] = company.lines().await;
        let yes_or_no = rules.lists().setting_specs.iter();
        let yes_or_no = yes_or_no.filter(|spec| spec.kind == SettingKind::YesNo(false));
        for spec in yes_or_no {
            // With every house rule that makes a part of the round for declaring, and no other.
            let mut house = HouseRules::default();
            house.apply_setting(spec, Value::Yes(true));
            let declares = rules.round_phases(&house).contains(&Phase::Declare)
                && !rules
                    .round_phases(&HouseRules::default())
                    .contains(&Phase::Declare);
            if declares || spec.key == SEALED {
                let turn = json!({"house_rule": {"key": spec.key, "on": true}});
                assert_eq!(sam.give(turn).await, Ok(()));
            }
        }
        assert!(
            rules
                .round_phases(&sam.view().house)
                .contains(&Phase::Declare)
        );
        let add = |line: &str| json!({"add": {"line": line}});
        let roll = |whose: &str| json!({"roll_initiative": {"whose": whose}});
        for asked in [add("Ilse"), roll("mine")] {
            assert_eq!(ana.give(asked).await, Ok(()));
        }
        for asked in [add("ghoul"), roll("storytellers")] {
            assert_eq!(sam.give(asked).await, Ok(()));
        }
        press_until(&mut sam, |view| view.turn.phase == Phase::Declare).await;
        ana.catch_up().await;
        let (ilse, ghoul) = (ana.id("Ilse"), ana.id("Ghoul"));
        let plan = |id, words: &str| json!({"plan": {"id": id, "plan": {"words": words}}});
        assert_eq!(ana.give(plan(ilse, "oath of rust")).await, Ok(()));
        assert_eq!(sam.give(plan(ghoul, "oath of salt")).await, Ok(()));
        for line in [&mut sam, &mut ana, &mut eve] {
            line.catch_up().await;
        }
        for words in ["oath of rust", "oath of salt"] {
            assert!(heard(&sam, words), "{system:?}");
            for (guest, line) in [(&mut company.ana, &ana), (&mut company.eve, &eve)] {
                assert!(!heard(line, words), "{system:?}");
                let page = guest.get(&format!("/t/{}", company.table)).await;
                assert!(!page.body.contains(words), "{system:?}");
            }
        }
        // That they have declared is no secret.
        for id in [ilse, ghoul] {
            let row = &eve.view().rows[&id];
            assert!(row.sealed && row.plan.is_none());
        }
        // Neither is it any more when everybody acts.
        press_until(&mut sam, |view| view.turn.phase == Phase::Act).await;
        eve.catch_up().await;
        for (id, words) in [(ilse, "oath of rust"), (ghoul, "oath of salt")] {
            let row = &eve.view().rows[&id];
            let read = row.plan.as_ref().and_then(|plan| plan.words.as_ref());
            assert!(!row.sealed && read.is_some_and(|read| read.as_str() == words));
        }
        checked += 1;
        drop((sam, ana, eve));
        company.server.stop().await;
    }
    assert!(checked > 0);
}

/// A log as the first release kept it, put into the file as it stood there, is a table that
/// can be played on.
#[tokio::test]
async fn a_table_of_the_first_release_is_still_there() {
    use sqlx::ConnectOptions as _;
    let kept = include_str!("../../../rules/tests/fixtures/first_release.jsonl");
    let seen = include_str!("../../../rules/tests/fixtures/first_release.table.json");
    let then: View = serde_json::from_str(seen).expect("a view");
    let mut company = Company::gather().await;
    let encounter = company.encounter;
    company = company
        .again_after(async |data| {
            let file = data.join(server::store::sqlite::FILE);
            let options = sqlx::sqlite::SqliteConnectOptions::new().filename(file);
            let mut connection = options.connect().await.expect("a database");
            for table in ["events", "snapshots"] {
                let sql = match table {
                    "events" => "DELETE FROM events",
                    _ => "DELETE FROM snapshots",
                };
                let gone = sqlx::query(sql).execute(&mut connection).await;
                gone.expect("an open database");
            }
            // That release knew of no links and no sums, and promised nothing in a file of its own.
            let unlinked = sqlx::query("UPDATE store SET has_links = 0, has_sums = 0");
            let unlinked = unlinked.execute(&mut connection).await;
            unlinked.expect("an open database");
            std::fs::remove_file(data.join("acknowledged")).expect("what was promised");
            for (seq, line) in (1_i64..).zip(kept.lines()) {
                let record: serde_json::Value = serde_json::from_str(line).expect("a record");
                // The body is the bytes of that time.
                let (_, body) = line.split_once("\"events\":").expect("events");
                let body = body.strip_suffix('}').expect("the end of a record");
                let command = record["command"].as_str().expect("an id");
                let command: rules::base::id::CommandId = command.parse().expect("an id");
                sqlx::query(
                    "INSERT INTO events (encounter_id, seq, command_id, at, seat, body) \
                     VALUES (?, ?, ?, ?, ?, ?)",
                )
                .bind(&encounter.to_bytes()[..])
                .bind(seq)
                .bind(&command.to_bytes()[..])
                .bind(record["at"].as_i64())
                .bind(record["by"]["seat"].as_i64())
                .bind(body)
                .execute(&mut connection)
                .await
                .expect("a row");
            }
        })
        .await;
    let [mut sam, mut ana, _eve] = company.lines().await;
    let (order, rows) = (&ana.view().order, &ana.view().rows);
    assert_eq!((order, ana.view().turn), (&then.order, then.turn));
    for (id, row) in &then.rows {
        let now = &rows[id];
        assert_eq!((now.full_name(), now.score), (row.full_name(), row.score));
        assert_eq!((now.track, &now.health), (row.track, &row.health));
    }
    // Ben has a seat that this log does not know: he is seen from now on.
    assert_eq!(ana.view().log.len(), then.log.len() + 1);
    press(&mut sam).await;
    ana.catch_up().await;
    assert_eq!(Some(ana.view().turn), next_of(&then));
    company.server.stop().await;
}

/// The one after the one who acts, as the first release went round.
fn next_of(view: &View) -> Option<rules::encounter::Turn> {
    let at = view
        .order
        .iter()
        .position(|id| Some(*id) == view.turn.acting)?;
    let next = view.order.get(at + 1)?;
    Some(rules::encounter::Turn::acting_in(view.turn.round, *next))
}

#[tokio::test]
async fn a_try_out_says_how_to_open_it_on_a_phone_until_that_is_put_away() {
    let server = Server::start().await;
    let mut guest = Guest::new(server.address);
    let made = guest.post("/demo", &[]).await;
    assert_eq!(made.status, 303);
    let (table, query) = made.location().split_once('?').expect("a query");
    assert_eq!(query, "tryout");
    let page = guest.get(made.location()).await.body;
    assert!(page.contains("This is a try-out.") && page.contains("class=\"qr\""));
    assert!(
        page.contains(&format!("href=\"{table}\"")),
        "to put it away"
    );
    assert!(!guest.get(table).await.body.contains("This is a try-out."));
    // A player's page has none, and neither has a table that stays.
    let own = guest.make_table("Sam").await;
    let page = guest.get(&format!("/t/{own}?tryout")).await.body;
    assert!(!page.contains("This is a try-out."));
    server.stop().await;
}

#[tokio::test]
async fn too_many_try_outs_are_told_on_the_front_page() {
    let server = Server::set(|options| options).await;
    let mut guest = Guest::new(server.address);
    let last = loop {
        let made = guest.post("/demo/tristat", &[]).await;
        if made.status != 303 {
            break made;
        }
    };
    assert_eq!(last.status, 429);
    assert!(
        last.body
            .contains("Too many try-outs right now. Start a table instead")
    );
    assert!(!last.body.contains("Try a fight right now"));
    server.stop().await;
}

#[tokio::test]
async fn a_host_who_wants_no_demonstrations_offers_none() {
    let server = Server::set(|options| Options {
        demos: false,
        ..options
    })
    .await;
    let mut guest = Guest::new(server.address);
    let home = guest.get("/").await.body;
    assert!(!home.contains("/demo") && home.contains("<a href=\"/start\" class=\"button brass\">"));
    for way in ["/demo", "/demo/tristat"] {
        assert_eq!(guest.get(way).await.status, 404);
        assert_eq!(guest.post(way, &[]).await.status, 404);
    }
    server.stop().await;
}
