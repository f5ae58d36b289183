//! The past: what each class was shown, step by step, and nothing else.

use rules::encounter::View;
use serde_json::json;
use tokio::task::JoinSet;

use crate::client::Guest;
use crate::server::Company;

/// What the address of a step says.
async fn step(guest: &mut Guest, page: &str, at: u32) -> String {
    let sign = if page.contains('?') { '&' } else { '?' };
    let answer = guest.get(&format!("{page}{sign}at={at}")).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    assert_eq!(answer.header("content-encoding"), None);
    answer.body
}

/// How many steps the page of a replay says there are.
fn steps(page: &str) -> u32 {
    let (_, rest) = page.split_once("data-last>").expect("a bar");
    let (number, _) = rest.split_once('<').expect("a number");
    number.parse().expect("a number")
}

/// The same view without what is no step: what undo and redo would do, what the dice are bound to.
fn picture(view: &str) -> String {
    let view: View = serde_json::from_str(view).expect("a view");
    let view = View {
        dice: String::new(),
        can_undo: false,
        undo: Default::default(),
        redo: Default::default(),
        ..view
    };
    serde_json::to_string(&view).expect("data")
}

/// An evening with a bishop in the shadows who shows in the end, and a ghoul who slips away. What
/// Ana's browser held after each command, as it would travel.
async fn evening(company: &mut Company) -> Vec<String> {
    let [mut sam, mut ana, _] = company.lines().await;
    let mut seen = Vec::new();
    let add = |line: &str| json!({"add": {"line": line}});
    assert_eq!(ana.give(add("Ilse <b> stam 3 size 5")).await, Ok(()));
    assert_eq!(sam.give(add("The Bishop vampire hidden")).await, Ok(()));
    assert_eq!(sam.give(add("Ghoul stam 2 size 5")).await, Ok(()));
    let (bishop, ghoul, ilse) = (sam.id("The Bishop"), sam.id("Ghoul"), sam.id("Ilse <b>"));
    let harm = |id, lethal: u16| json!({"harm": {"id": id, "packet": {"l": lethal}}});
    let say = |line: &str| json!({"say": {"line": line}});
    let order = |id| json!({"move": {"id": id, "to": {"before": null}}});
    let commands = [
        order(bishop),
        order(ghoul),
        order(ilse),
        json!({"next_turn": {"after": {"n": 0}}}),
        harm(bishop, 1),
        harm(ghoul, 2),
        json!({"afflict": {"id": ilse, "key": "prone", "condition": {"until": {"rounds": 2}}}}),
        harm(ilse, 3),
        json!("undo"),
        json!({"reveal": {"id": bishop}}),
        json!({"hide": {"id": ghoul}}),
        harm(ghoul, 1),
        say("Where is the ghoul?"),
    ];
    for command in commands {
        company.server.clock.wind(1_000);
        assert_eq!(sam.give(command.clone()).await, Ok(()), "{command}");
        // Whatever is hers of it has come before this answer.
        assert_eq!(ana.give(say("…")).await, Ok(()));
        seen.push(serde_json::to_string(ana.view()).expect("data"));
    }
    seen
}

#[tokio::test]
async fn a_step_is_what_the_class_was_sent() {
    let mut company = Company::gather().await;
    let seen = evening(&mut company).await;
    let page = format!("/t/{}/replay", company.table);
    let file = format!("{page}.json");
    let last = steps(&company.ana.get(&page).await.body);
    let mut all = Vec::new();
    for at in 1..=last {
        all.push(step(&mut company.ana, &file, at).await);
    }
    for view in &seen {
        assert!(all.contains(view), "{view}");
    }
    // Each step is another picture: no number stands for what she was not shown.
    for pair in all.windows(2) {
        assert_ne!(picture(&pair[0]), picture(&pair[1]));
    }
    // What was hidden stays hidden in what was, and what was seen stays seen.
    let ghouls = |view: &str| view.contains("\"name\":\"Ghoul\"");
    let shown = all.iter().position(|view| view.contains("Bishop"));
    let shown = shown.expect("he showed in the end");
    assert!(shown > 10 && all[..shown].iter().any(|view| ghouls(view)));
    let newest = all.last().expect("a step");
    let newest: View = serde_json::from_str(newest).expect("a view");
    assert!(!newest.rows.values().any(|row| row.name == "Ghoul"));
    // Without a number it is the newest, and so is a number too great.
    let plain = company.ana.get(&file).await.body;
    assert_eq!(&plain, all.last().expect("a step"));
    assert_eq!(step(&mut company.ana, &file, 9_999).await, plain);
    assert_eq!(step(&mut company.ana, &file, 0).await, all[0]);
    // Those who run the table have steps that players have not.
    let sams = company.sam.get(&page).await.body;
    assert!(steps(&sams) > last, "{} {last}", steps(&sams));
    // All of it is there after a restart.
    let mut company = company.again().await;
    for at in [1, last / 2, last] {
        let again = step(&mut company.ana, &file, at).await;
        assert_eq!(Some(&again), all.get(at as usize - 1));
    }
    company.server.stop().await;
}

#[tokio::test]
async fn the_storyteller_sees_through_the_eyes_of_a_seat() {
    let mut company = Company::gather().await;
    evening(&mut company).await;
    let file = format!("/t/{}/replay.json", company.table);
    let page = format!("/t/{}/replay", company.table);
    // The newest step is what a browser of that seat is sent when it comes.
    for (seat, guest) in [(2, &company.ana), (3, &company.ben), (4, &company.eve)] {
        let line = guest.follow(company.encounter).await;
        let sent = serde_json::to_string(line.view()).expect("data");
        let seen = company.sam.get(&format!("{file}?as={seat}")).await;
        assert_eq!((seen.status, seen.body), (200, sent), "seat {seat}");
    }
    // At every step it is what the seat is shown when it looks back.
    let last = steps(&company.ana.get(&page).await.body);
    for at in [1, 2, last / 3, last / 2, last - 1, last] {
        let hers = step(&mut company.ana, &file, at).await;
        let through = format!("{file}?as=2");
        assert_eq!(step(&mut company.sam, &through, at).await, hers);
    }
    let through = company.sam.get(&format!("{page}?as=2")).await.body;
    assert!(through.contains("This is exactly what Ana, player sees"));
    assert_eq!(steps(&through), last);
    // Nobody else, and no seat that is not there: as what was never there.
    let nowhere = company.ana.get("/t/0000/replay").await;
    let paths = [page, file, format!("/t/{}/log", company.table)];
    let asks = [
        (&mut company.ana, ["1", "2", "x"]),
        (&mut company.eve, ["1", "2", "4"]),
        (&mut company.sam, ["77", "-1", "x"]),
    ];
    for (guest, seats) in asks {
        for (seat, path) in seats
            .iter()
            .flat_map(|seat| paths.iter().map(move |path| (seat, path)))
        {
            let answer = guest.get(&format!("{path}?as={seat}")).await;
            assert_eq!((answer.status, &answer.body), (404, &nowhere.body));
        }
    }
    company.server.stop().await;
}

#[tokio::test]
async fn the_page_shows_a_step_and_the_ways_to_others() {
    let mut company = Company::gather().await;
    evening(&mut company).await;
    let page = format!("/t/{}/replay", company.table);
    let newest = company.ana.get(&page).await.body;
    let last = steps(&newest);
    for words in [
        "Ilse &lt;b&gt;",
        "type=\"range\"",
        "Jump to a turn",
        "data-go=\"before\"",
        &format!("data-live=\"/ws/{}\"", company.encounter),
    ] {
        assert!(newest.contains(words), "{words}: {newest}");
    }
    assert!(!newest.contains("<b> stam") && !newest.contains("Seen as"));
    // A condition with its end, at a step where it was there.
    let mut prone = 0;
    let mut bishop = 0;
    for at in 1..=last {
        let body = step(&mut company.ana, &page, at).await;
        // The lists of turns and exchanges are of the whole course.
        let (_, body) = body.split_once("data-step").expect("a step");
        prone += u32::from(body.contains("prone, for 2 more turns"));
        bishop += u32::from(body.contains("Bishop"));
        assert!(body.contains(&format!("data-at=\"{at}\"")));
    }
    assert!(prone > 0);
    assert!(0 < bishop && bishop < last / 2, "{bishop} of {last}");
    // The storyteller sees him from the beginning, and that it is hidden.
    let sams = company.sam.get(&page).await.body;
    let early = step(&mut company.sam, &page, steps(&sams) / 3).await;
    assert!(early.contains("The Bishop") && early.contains("hidden from players"));
    assert!(sams.contains("Seen as") && sams.contains(">Ana, player<"));
    company.server.stop().await;
}

#[tokio::test]
async fn who_did_this_is_told_as_far_as_it_was_seen() {
    let mut company = Company::gather().await;
    evening(&mut company).await;
    let line = company.sam.follow(company.encounter).await;
    let (bishop, ghoul, ilse) = (line.id("The Bishop"), line.id("Ghoul"), line.id("Ilse <b>"));
    let path = |id| format!("/t/{}/c/{id}/past", company.table);
    let hers = company.ana.get(&path(ilse)).await;
    assert_eq!(hers.status, 200);
    // Harmed and taken back, both by Sam.
    let count = |body: &str, words: &str| body.matches(words).count();
    let health = company.ana.get(&format!("{}?of=health", path(ilse))).await;
    assert_eq!(count(&health.body, "<h2>Health</h2>"), 2, "{}", health.body);
    assert_eq!(count(&health.body, "<b>by Sam</b>"), 2, "{}", health.body);
    let boxed = format!("{}?of=health&box=3", path(ilse));
    assert_eq!(
        count(&company.ana.get(&boxed).await.body, "<h2>Health</h2>"),
        2
    );
    let boxed = format!("{}?of=health&box=4", path(ilse));
    assert_eq!(count(&company.ana.get(&boxed).await.body, "<h2>"), 0);
    let prone = format!("{}?of=condition.prone", path(ilse));
    let prone = company.ana.get(&prone).await.body;
    assert_eq!(count(&prone, "<h2>Prone</h2>"), 1, "{prone}");
    // What happened to the bishop in secret is the storyteller's to know.
    let sams = company.sam.get(&path(bishop)).await.body;
    assert_eq!(count(&sams, "<h2>Health</h2>"), 1);
    let anas = company.ana.get(&path(bishop)).await.body;
    assert_eq!(count(&anas, "<h2>Health</h2>"), 0);
    assert_eq!(count(&anas, "Came into sight"), 1);
    // Of the ghoul, who is hidden now, players keep what they saw.
    let sams = company.sam.get(&path(ghoul)).await.body;
    assert_eq!(count(&sams, "<h2>Health</h2>"), 2);
    let anas = company.ana.get(&path(ghoul)).await.body;
    assert_eq!(count(&anas, "<h2>Health</h2>"), 1);
    assert_eq!(count(&anas, "Went out of sight"), 1);
    // Whom they never saw is as who never was.
    let nobody = company
        .ana
        .get(&path("00000000".parse().expect("an id")))
        .await;
    let mut sam = company.sam.follow(company.encounter).await;
    let add = json!({"add": {"line": "Lurker stam 2 size 5 hidden"}});
    assert_eq!(sam.give(add).await, Ok(()));
    let lurker = company.ana.get(&path(sam.id("Lurker"))).await;
    assert_eq!((lurker.status, &lurker.body), (404, &nobody.body));
    assert_eq!(nobody.status, 404);
    company.server.stop().await;
}

#[tokio::test]
async fn the_whole_log_is_paged_and_searched() {
    let mut company = Company::gather().await;
    evening(&mut company).await;
    let [mut sam, mut ana, _] = company.lines().await;
    for said in 0..230 {
        let line = format!("Line {said} & <more>");
        assert_eq!(ana.give(json!({"say": {"line": line}})).await, Ok(()));
    }
    let secret = json!({"add": {"line": "Lurker stam 2 size 5 hidden"}});
    assert_eq!(sam.give(secret).await, Ok(()));
    let path = format!("/t/{}/log", company.table);
    let entries = |body: &str| body.matches("class=\"entry\"").count();
    let first = company.ana.get(&path).await.body;
    assert_eq!(entries(&first), 100);
    assert!(first.contains("Line 229 &amp; &lt;more&gt;") && !first.contains("Line 0 "));
    assert!(first.contains("Page 1 of 3") && first.contains("page=2"));
    // All lines, each once, to the very first: that Sam sat down.
    let mut all = 0;
    for page in 1..=3 {
        let body = company.ana.get(&format!("{path}?page={page}")).await.body;
        all += entries(&body);
        assert!(!body.contains("Lurker"), "{body}");
        assert_eq!(body.contains("Line 0 "), page == 3);
        assert_eq!(body.contains("Sam"), page == 3);
    }
    assert_eq!(all as u32, ana.view().log.last().expect("a line").no);
    let beyond = company.ana.get(&format!("{path}?page=99")).await.body;
    assert!(beyond.contains("Page 3 of 3"));
    // Found by words, of every speaker and in either case; each leads to its step.
    let find = |words: &str| format!("{path}?find={words}");
    let found = company.ana.get(&find("%20LINE+17%20ana")).await.body;
    assert!(found.contains("13 lines found"), "{found}");
    let one = company.ana.get(&find("%22line+229+%26%22")).await.body;
    assert!(one.contains("No line has all of these words."));
    let one = company.ana.get(&find("line+229+%26")).await.body;
    assert!(one.contains("1 line found.") && one.contains("/replay?at="));
    assert!(!one.contains("<more>"));
    let (_, at) = one.split_once("/replay?at=").expect("a way");
    let at = at
        .split('"')
        .next()
        .expect("a number")
        .parse()
        .expect("one");
    let replay = format!("/t/{}/replay", company.table);
    assert!(
        step(&mut company.ana, &replay, at)
            .await
            .contains("Line 229")
    );
    // What is secret is found by those who may know.
    let none = "No line has all of these words.";
    assert!(company.ana.get(&find("lurker")).await.body.contains(none));
    assert!(
        company
            .sam
            .get(&find("lurker"))
            .await
            .body
            .contains("1 line found.")
    );
    let through = format!("{}&as=2", find("lurker"));
    assert!(company.sam.get(&through).await.body.contains(none));
    company.server.stop().await;
}

#[tokio::test]
async fn strangers_and_those_who_ask_too_often_find_nothing() {
    let mut company = Company::gather().await;
    evening(&mut company).await;
    let line = company.sam.follow(company.encounter).await;
    let ilse = line.id("Ilse <b>");
    let mut stranger = Guest::new(company.server.address);
    let nowhere = stranger.get("/t/0000/replay").await;
    for path in ["replay", "replay.json", "log", &format!("c/{ilse}/past")] {
        let theirs = stranger.get(&format!("/t/{}/{path}", company.table)).await;
        assert_eq!((theirs.status, &theirs.body), (404, &nowhere.body));
        // An encounter of no table, or none at all.
        for scene in ["00112233445566778899aabbccddeeff", "x"] {
            let path = format!("/t/{}/{path}?scene={scene}", company.table);
            assert_eq!(company.ana.get(&path).await.status, 404);
        }
        // What nobody can read is nothing they can do harm with.
        let odd = format!(
            "/t/{}/{path}?at=-1&page=-7&box=0&of=%00%ff&find=%3Cb%3E",
            company.table
        );
        let answer = company.ana.get(&odd).await;
        assert_eq!(answer.status, 200);
        assert!(
            path == "replay.json" || !answer.body.contains("<b>\""),
            "{answer:?}"
        );
        let twice = format!("/t/{}/{path}?as=1&as=2", company.table);
        assert_eq!(company.ana.get(&twice).await.status, 400);
    }
    let file = format!("/t/{}/replay.json", company.table);
    // Many at once: one after the other they take as long as the machine likes.
    let mut refused = false;
    for _ in 0..10 {
        let mut asking = JoinSet::new();
        for _ in 0..20 {
            let (mut ben, file) = (company.ben.clone(), file.clone());
            asking.spawn(async move { ben.get(&file).await.status });
        }
        refused |= asking.join_all().await.contains(&429);
    }
    assert!(refused);
    assert_eq!(
        company.ana.get(&file).await.status,
        200,
        "others are others"
    );
    company.server.stop().await;
}
