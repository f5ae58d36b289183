//! Several encounters a table: the cast's page, what is prepared unseen, and how everybody goes on
//! to the next.

use rules::base::id::{CombatantId, EncounterId};
use rules::character::track::{Severity, Track};
use serde_json::{Value, json};

use crate::client::{Answer, End, Guest, Line};
use crate::server::{Company, invitation};

/// The way of those whom the table has left behind.
const ELSEWHERE: End = End::Code(4006);

fn add(line: &str) -> Value {
    json!({"add": {"line": line}})
}

/// Ana's character with two wounds, a ghoul, and a bishop in the shadows.
async fn evening(company: &mut Company) -> [CombatantId; 3] {
    let [mut sam, mut ana, _] = company.lines().await;
    assert_eq!(
        ana.give(add("Ilse stam 3 size 5 willpower 4")).await,
        Ok(())
    );
    assert_eq!(sam.give(add("Ghoul stam 2 size 5")).await, Ok(()));
    let hidden = json!({"add": {"line": "The Bishop vampire", "hidden": true}});
    assert_eq!(sam.give(hidden).await, Ok(()));
    let ids = ["Ilse", "Ghoul", "The Bishop"].map(|name| sam.id(name));
    let harm = json!({"harm": {"id": ids[0], "packet": {"l": 2}}});
    assert_eq!(sam.give(harm).await, Ok(()));
    let spend = json!({"spend": {"id": ids[0], "pool": "willpower", "by": -1}});
    assert_eq!(sam.give(spend).await, Ok(()));
    ids
}

fn page(company: &Company) -> String {
    format!("/t/{}/cast", company.table)
}

/// The storyteller sends a form of the cast's page, as the table is at this encounter.
async fn send(company: &mut Company, here: EncounterId, fields: &[(&str, &str)]) -> Answer {
    let path = page(company);
    let here = here.to_string();
    let mut form = vec![("here", here.as_str())];
    form.extend(fields);
    company.sam.post(&path, &form).await
}

/// The encounter the table is at, as a player finds it.
async fn at(company: &mut Company) -> EncounterId {
    company.ana.opening(company.table).await.encounter
}

/// The encounters that are prepared, as the storyteller's page names them.
async fn prepared(company: &mut Company) -> Vec<EncounterId> {
    let path = page(company);
    let body = company.sam.get(&path).await.body;
    let links = body.split("?scene=").skip(1);
    let links = links.filter(|link| link.contains("aria-label=\"Open"));
    let ids = links.map(|link| link.get(..32).and_then(|id| id.parse().ok()));
    let open = format!("/t/{}?scene=", company.table);
    let count = body.matches(&open).count();
    let ids: Vec<EncounterId> = ids.map(|id| id.expect("an id")).take(count).collect();
    ids
}

/// Prepares an encounter with these combatants, and says which it is.
async fn prepare(company: &mut Company, title: &str, along: &[CombatantId]) -> EncounterId {
    let here = at(company).await;
    let before = prepared(company).await;
    let along: Vec<String> = along.iter().map(ToString::to_string).collect();
    let mut form: Vec<(&str, &str)> = along.iter().map(|id| ("along", id.as_str())).collect();
    form.extend([("how", "now"), ("title", title), ("do", "prepare")]);
    let done = send(company, here, &form).await;
    assert_eq!(done.status, 303, "{}", done.body);
    let mut now = prepared(company).await;
    now.retain(|id| !before.contains(id));
    assert_eq!(now.len(), 1);
    now[0]
}

fn lethal(line: &Line, id: CombatantId) -> Option<u16> {
    let row = line.view().rows.get(&id)?;
    match row.track? {
        Track::Boxes(boxes) => Some(boxes.marks().get(Severity::Lethal)),
        Track::Levels(_) | Track::Points(_) => None,
    }
}

#[tokio::test]
async fn what_is_prepared_is_there_for_nobody_else() {
    let mut company = Company::gather().await;
    let [ilse, _, bishop] = evening(&mut company).await;
    let cast = page(&company);
    let [_, mut ana, mut eve] = company.lines().await;
    let before = [company.ana.get(&cast).await, company.eve.get(&cast).await];
    let heard = ana.heard.len();
    let crypt = prepare(&mut company, "The Crypt", &[ilse, bishop]).await;

    // Those who run the table work on it where they work on any.
    let path = format!("/t/{}?scene={crypt}", company.table);
    let opening = company.sam.get(&path).await;
    assert_eq!(opening.status, 200);
    let opening = crate::client::opening(&opening.body);
    assert!(opening.unseen && opening.encounter == crypt);
    let mut sam = company.sam.follow(crypt).await;
    assert_eq!(sam.view().title, "The Crypt");
    assert_eq!((lethal(&sam, ilse), sam.view().rows.len()), (Some(2), 2));
    assert_eq!(sam.give(add("3x Wraith stam 2 size 5")).await, Ok(()));

    let unknown: EncounterId = "00000000000000000000000000000007".parse().expect("an id");
    let mut others = [
        company.ana.clone(),
        company.ben.clone(),
        company.eve.clone(),
    ];
    for other in &mut others {
        let sheet = format!("/c/{ilse}");
        for page in [
            "",
            "/recap",
            "/recap.md",
            "/settings",
            "/people",
            "/dice",
            "/dice.json",
            &sheet,
        ] {
            let [at, nowhere] =
                [crypt, unknown].map(|scene| format!("/t/{}{page}?scene={scene}", company.table));
            let (at, nowhere) = (other.get(&at).await, other.get(&nowhere).await);
            assert_eq!((at.status, &at.body), (404, &nowhere.body), "{page}");
        }
        let origin = format!("http://{}", other.host());
        let [at, nowhere] = [crypt, unknown].map(|scene| other.knock(scene, Some(&origin)));
        let refused = [at.await.err(), nowhere.await.err()];
        assert_eq!(refused, [Some(404), Some(404)]);
        let form = [
            ("here", "x"),
            ("do", "remove"),
            ("scene", &crypt.to_string()),
        ];
        assert_eq!(other.post(&cast, &form).await.status, 404);
        assert_eq!(
            other.opening(company.table).await.encounter,
            company.encounter
        );
    }
    // Their pages are what they were, to the byte, and nothing came over their lines.
    let after = [company.ana.get(&cast).await, company.eve.get(&cast).await];
    for (before, after) in before.iter().zip(&after) {
        assert_eq!((before.status, &before.body), (200, &after.body));
        assert!(!after.body.contains("Crypt") && !after.body.contains("Bishop"));
    }
    ana.catch_up().await;
    eve.catch_up().await;
    assert!(ana.changes().is_empty() && eve.changes().is_empty());
    assert!(
        ana.heard.len() <= heard + 3,
        "who is here, and the answer to a ping"
    );
    assert!(
        !ana.heard
            .iter()
            .chain(&eve.heard)
            .any(|text| text.contains("Wraith"))
    );

    // When it begins they see what is there, and not how it came to be.
    let here = company.encounter;
    let begin = [("how", "now"), ("begin", &*crypt.to_string())];
    assert_eq!(send(&mut company, here, &begin).await.status, 303);
    let ana = company.ana.follow(crypt).await;
    assert_eq!(
        ana.view().rows.len(),
        4,
        "Ilse and three wraiths, and no bishop"
    );
    let log = serde_json::to_string(&ana.view().log).expect("data");
    assert!(!log.contains("Wraith") && !log.contains("Bishop"), "{log}");
    company.server.stop().await;
}

#[tokio::test]
async fn its_sheets_and_settings_are_its_own() {
    let mut company = Company::gather().await;
    let [ilse, ..] = evening(&mut company).await;
    let crypt = prepare(&mut company, "The Crypt", &[ilse]).await;
    let (table, first) = (company.table, company.encounter);
    let of = |scene: EncounterId| format!("?scene={scene}");
    let sheet = format!("/t/{table}/c/{ilse}{}", of(crypt));

    // Every form and link of the sheet stays with the encounter it is of.
    let body = company.sam.get(&sheet).await.body;
    let ways = body.matches(&format!("/t/{table}/c/{ilse}")).count();
    let stay = body.matches(&sheet).count();
    let pages = ["portrait", "past"];
    let pages = pages.map(|page| format!("/t/{table}/c/{ilse}/{page}{}", of(crypt)));
    assert!(ways > 5 && stay + pages.len() == ways, "{stay} of {ways}");
    assert!(pages.iter().all(|page| body.contains(page)));
    let notes = [("do", "notes"), ("text", "Sleeps in the crypt")];
    let done = company.sam.post(&sheet, &notes).await;
    assert_eq!(done.status, 303, "{}", done.body);
    let there = done.location().to_owned();
    assert!(
        there.starts_with(&sheet) && there.contains("kept=notes"),
        "{there}"
    );
    assert!(
        company
            .sam
            .get(&there)
            .await
            .body
            .contains("Sleeps in the crypt")
    );
    let played = format!("/t/{table}/c/{ilse}");
    assert!(
        !company
            .sam
            .get(&played)
            .await
            .body
            .contains("Sleeps in the crypt")
    );

    // So do its settings.
    let settings = format!("/t/{table}/settings{}", of(crypt));
    let title = [("key", "title"), ("value", "The Deep Crypt"), ("find", "e")];
    let done = company.sam.post(&settings, &title).await;
    assert_eq!(done.status, 303, "{}", done.body);
    assert_eq!(done.location(), format!("{settings}&find=e#set-title"));
    let concealed = [("key", "foe_health"), ("value", "concealed")];
    assert_eq!(company.sam.post(&settings, &concealed).await.status, 303);
    let [there, played] = [crypt, first].map(|scene| company.sam.follow(scene));
    let (there, played) = (there.await, played.await);
    assert_eq!(there.view().title, "The Deep Crypt");
    assert_ne!(there.view().foe_health, played.view().foe_health);
    company.server.stop().await;
}

#[tokio::test]
async fn everybody_goes_on_with_wounds_and_all() {
    let mut company = Company::gather().await;
    let [ilse, ghoul, _] = evening(&mut company).await;
    let first = company.encounter;
    let crypt = prepare(&mut company, "The Crypt", &[ilse]).await;
    // The evening goes on after that.
    let [mut sam, mut ana, mut eve] = company.lines().await;
    let harm = json!({"harm": {"id": ilse, "packet": {"l": 1}}});
    assert_eq!(sam.give(harm).await, Ok(()));
    let mut preparing = company.sam.follow(crypt).await;
    let along = [ilse, ghoul].map(|id| id.to_string());
    let own = format!("how.{ghoul}");
    let form = [
        ("along", &*along[0]),
        ("along", &*along[1]),
        (&*own, "rested"),
        ("how", "now"),
        ("begin", &*crypt.to_string()),
    ];
    let done = send(&mut company, first, &form).await;
    let table = format!("/t/{}", company.table);
    assert_eq!((done.status, done.location()), (303, table.as_str()));
    for line in [&mut sam, &mut ana, &mut eve, &mut preparing] {
        assert_eq!(line.end().await, ELSEWHERE);
    }
    assert_eq!(at(&mut company).await, crypt);
    let ana = company.ana.follow(crypt).await;
    assert_eq!(lethal(&ana, ilse), Some(3), "as wounded as when it began");
    let row = &ana.view().rows[&ilse];
    assert_eq!(
        (row.owner.map(|seat| seat.0), row.pools["willpower"]),
        (Some(2), 3)
    );
    assert_eq!(lethal(&ana, ghoul), Some(0));
    assert_eq!(ana.view().seats.len(), 4);

    // Who comes late to the old one is sent on as well, by the page and by the line.
    let mut late = company.ben.dial(first).await;
    late.hello(None).await;
    assert_eq!(late.end().await, ELSEWHERE);
    let old = format!("{table}?scene={first}");
    for guest in [&mut company.sam, &mut company.ana] {
        let sent = guest.get(&old).await;
        assert_eq!((sent.status, sent.location()), (303, table.as_str()));
    }
    // Nobody does anything there any more, and all may read what came of it.
    let recap = format!("{table}/recap.md?scene={first}");
    let told = company.ana.get(&recap).await;
    assert!(
        told.body.contains("| Ilse |") && !told.body.contains("Bishop"),
        "{}",
        told.body
    );
    let cast = company.ana.get(&page(&company)).await.body;
    assert!(cast.contains(&format!("/recap?scene={first}")) && cast.contains("The Wharf"));

    // Kill and restart: it stays where it is.
    let mut company = company.again().await;
    assert_eq!(at(&mut company).await, crypt);
    let ana = company.ana.follow(crypt).await;
    assert_eq!(lethal(&ana, ilse), Some(3));
    company.server.stop().await;
}

#[tokio::test]
async fn the_next_one_begins_at_once_and_there_is_a_way_back() {
    let mut company = Company::gather().await;
    let [ilse, ..] = evening(&mut company).await;
    let first = company.encounter;
    let mut ana = company.ana.follow(first).await;
    let along = ilse.to_string();
    let form = [
        ("along", &*along),
        ("how", "healed"),
        ("title", "Dawn"),
        ("do", "start"),
    ];
    assert_eq!(send(&mut company, first, &form).await.status, 303);
    assert_eq!(ana.end().await, ELSEWHERE);
    let dawn = at(&mut company).await;
    assert_ne!(dawn, first);
    let mut ana = company.ana.follow(dawn).await;
    assert_eq!(
        (
            lethal(&ana, ilse),
            ana.view().rows[&ilse].pools["willpower"]
        ),
        (Some(0), 3)
    );
    assert_eq!(ana.view().title, "Dawn");
    // The same button twice: the table is not there any more.
    let again = send(&mut company, first, &form).await;
    assert_eq!(again.status, 409);
    assert!(
        again.body.contains("has moved on to another encounter"),
        "{}",
        again.body
    );

    // Back to where it was left: nobody comes along.
    let scene = first.to_string();
    let back = [("do", "back"), ("scene", &*scene)];
    assert_eq!(send(&mut company, dawn, &back).await.status, 303);
    assert_eq!(ana.end().await, ELSEWHERE);
    assert_eq!(at(&mut company).await, first);
    let ana = company.ana.follow(first).await;
    assert_eq!(lethal(&ana, ilse), Some(2));
    let mut company = company.again().await;
    assert_eq!(at(&mut company).await, first);
    company.server.stop().await;
}

#[tokio::test]
async fn what_will_not_do_changes_nothing() {
    let mut company = Company::gather().await;
    let [ilse, ..] = evening(&mut company).await;
    let here = company.encounter;
    let crypt = prepare(&mut company, "The Crypt", &[]).await;
    let totals = company.server.totals().await;
    let along = ilse.to_string();
    let unknown = "00000000000000000000000000000007";
    let (crypt_id, here_id) = (crypt.to_string(), here.to_string());
    let refused: [(u16, &[(&str, &str)]); 12] = [
        (
            422,
            &[
                ("along", &along),
                ("how", "now"),
                ("title", " "),
                ("do", "start"),
            ],
        ),
        (
            422,
            &[("how", "now"), ("title", "a\u{202e}b"), ("do", "prepare")],
        ),
        (
            409,
            &[
                ("along", "zzzzzzzz"),
                ("how", "now"),
                ("title", "X"),
                ("do", "start"),
            ],
        ),
        (
            400,
            &[
                ("along", "no id"),
                ("how", "now"),
                ("title", "X"),
                ("do", "start"),
            ],
        ),
        (
            400,
            &[
                ("along", &along),
                ("how", "frumious"),
                ("title", "X"),
                ("do", "start"),
            ],
        ),
        (400, &[("do", "frumious"), ("whom", "characters")]),
        (400, &[("do", "night"), ("whom", "no id")]),
        (400, &[("do", "remove"), ("scene", "x")]),
        (404, &[("do", "remove"), ("scene", unknown)]),
        (404, &[("do", "remove"), ("scene", &here_id)]),
        (404, &[("do", "back"), ("scene", &crypt_id)]),
        (404, &[("begin", &here_id)]),
    ];
    for (status, form) in refused {
        let answer = send(&mut company, here, form).await;
        assert_eq!(answer.status, status, "{form:?}");
    }
    let path = page(&company);
    let nowhere = [("do", "end")];
    assert_eq!(
        company.sam.post(&path, &nowhere).await.status,
        400,
        "which encounter?"
    );
    // What was typed is still there.
    let form = [("how", "rested"), ("title", "a\u{202e}b"), ("do", "start")];
    let again = send(&mut company, here, &form).await;
    assert!(
        again.body.contains("value=\"rested\" checked"),
        "{}",
        again.body
    );
    assert!(
        !again.body.contains(&format!("value=\"{along}\" checked")),
        "nobody was ticked"
    );
    assert_eq!(company.server.totals().await, totals);
    assert_eq!(at(&mut company).await, here);

    // Removed is removed.
    let remove = [("do", "remove"), ("scene", &*crypt_id)];
    let mut sam = company.sam.follow(crypt).await;
    assert_eq!(send(&mut company, here, &remove).await.status, 303);
    _ = sam.end().await;
    assert_eq!(prepared(&mut company).await, []);
    let gone = format!("/t/{}?scene={crypt}", company.table);
    assert_eq!(company.sam.get(&gone).await.status, 404);
    company.server.stop().await;
}

#[tokio::test]
async fn no_table_reaches_into_another() {
    let mut company = Company::gather().await;
    let crypt = prepare(&mut company, "The Crypt", &[]).await;
    let mut max = Guest::new(company.server.address);
    let table = max.make_table("Max").await;
    let here = max.opening(table).await.encounter.to_string();
    let scene = crypt.to_string();
    for form in [
        [("here", &*here), ("do", "remove"), ("scene", &*scene)].as_slice(),
        &[("here", &*here), ("how", "now"), ("begin", &*scene)],
    ] {
        let answer = max.post(&format!("/t/{table}/cast"), form).await;
        assert_eq!(answer.status, 404);
    }
    assert_eq!(
        max.get(&format!("/t/{table}?scene={scene}")).await.status,
        404
    );
    assert_eq!(
        max.get(&format!("/t/{table}/recap?scene={scene}"))
            .await
            .status,
        404
    );
    assert_eq!(prepared(&mut company).await, [crypt]);
    company.server.stop().await;
}

#[tokio::test]
async fn who_was_shown_out_is_out_of_every_encounter() {
    let mut company = Company::gather().await;
    let mut kim = Guest::new(company.server.address);
    let link = invitation(&mut company.sam, company.table)
        .await
        .co_storyteller;
    kim.sit(&link, "Kim").await;
    kim.opening(company.table).await;
    let crypt = prepare(&mut company, "The Crypt", &[]).await;
    let mut kims = kim.follow(crypt).await;
    let mut sam = company.sam.follow(company.encounter).await;
    for seat in [3, 5] {
        assert_eq!(sam.give(json!({"unseat": {"seat": seat}})).await, Ok(()));
    }
    // An open line to what is prepared ends with the seat.
    assert_eq!(kims.end().await, End::Code(4001));
    let path = format!("/t/{}?scene={crypt}", company.table);
    assert_eq!(kim.get(&path).await.status, 404);
    // Links made since still work: nobody was shown out twice.
    let link = invitation(&mut company.sam, company.table).await.player;
    let mut company = company.again().await;
    let here = company.encounter;
    let begin = [("how", "now"), ("begin", &*crypt.to_string())];
    assert_eq!(send(&mut company, here, &begin).await.status, 303);
    let names = |line: &Line| -> Vec<String> {
        let seats = line.view().seats.iter();
        seats.map(|seat| seat.name.clone()).collect()
    };
    let ana = company.ana.follow(crypt).await;
    assert_eq!(names(&ana), ["Sam", "Ana", "Eve"]);
    let mut zoe = Guest::new(company.server.address);
    assert_eq!(zoe.sit(&link, "Zoe").await, company.table);
    let zoes = zoe.follow(crypt).await;
    assert_eq!(names(&zoes), ["Sam", "Ana", "Eve", "Zoe"]);
    company.server.stop().await;
}

#[tokio::test]
async fn between_fights_wounds_heal_and_all_read_of_it() {
    let mut company = Company::gather().await;
    let [ilse, ..] = evening(&mut company).await;
    let here = company.encounter;
    let [mut sam, mut ana, _] = company.lines().await;
    let bruise = json!({"harm": {"id": ilse, "packet": {"b": 1}}});
    assert_eq!(sam.give(bruise).await, Ok(()));
    let marks = |line: &Line| {
        let track = line.view().rows[&ilse].track.expect("a track");
        let marks = track.boxes().expect("boxes").marks();
        (marks.get(Severity::Bashing), marks.get(Severity::Lethal))
    };
    ana.until(|line| marks(line) == (1, 2)).await;
    let whom = ("whom", "characters");
    let done = send(&mut company, here, &[whom, ("care", ""), ("do", "hour")]).await;
    let part = format!("{}#between", page(&company));
    assert_eq!((done.status, done.location()), (303, part.as_str()));
    ana.until(|line| marks(line) == (0, 2)).await;
    let told = serde_json::to_string(&ana.view().log).expect("data");
    assert!(told.contains("An hour passes"), "{told}");
    // By the rules nothing heals without care.
    let nothing = send(&mut company, here, &[whom, ("do", "hour")]).await;
    assert_eq!(nothing.status, 409);
    assert!(
        nothing.body.contains("nothing changes for them"),
        "{}",
        nothing.body
    );
    let week = [whom, ("care", "medical"), ("do", "week")];
    assert_eq!(send(&mut company, here, &week).await.status, 303);
    ana.until(|line| marks(line) == (0, 0)).await;
    assert_eq!(
        send(&mut company, here, &[whom, ("do", "heal")])
            .await
            .status,
        409
    );
    assert_eq!(
        send(&mut company, here, &[whom, ("do", "refill")])
            .await
            .status,
        303
    );
    ana.until(|line| line.view().rows[&ilse].pools["willpower"] == 4)
        .await;
    assert_eq!(
        send(&mut company, here, &[whom, ("do", "end")])
            .await
            .status,
        303
    );
    ana.until(|line| format!("{:?}", line.view().log).contains("SceneEnded"))
        .await;
    // One who is named, and nobody else; and the page is not the players'.
    let harm = json!({"harm": {"id": ilse, "packet": {"l": 1}}});
    assert_eq!(sam.give(harm).await, Ok(()));
    let id = ilse.to_string();
    assert_eq!(
        send(&mut company, here, &[("whom", &*id), ("do", "heal")])
            .await
            .status,
        303
    );
    let path = page(&company);
    let own = [("here", &*here.to_string()), whom, ("do", "heal")];
    assert_eq!(company.ana.post(&path, &own).await.status, 404);
    let party = company.ana.get(&path).await.body;
    assert!(
        party.contains("Ilse") && party.contains("played by Ana"),
        "{party}"
    );
    assert!(!party.contains("<form") && !party.contains("Ghoul") && !party.contains("<script"));
    company.server.stop().await;
}
