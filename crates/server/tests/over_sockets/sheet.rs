//! A combatant's sheet: a page whose forms give commands as those at the table do.

use futures_util::future::join_all;
use rules::base::id::CombatantId;
use rules::ruleset::SystemId;
use rules::wire::{ClientMessage, NotDoneReason, ServerMessage};
use serde_json::json;

use crate::client::{Guest, Line, command, fresh_id};
use crate::server::{Company, Server};

fn page(company: &Company, combatant: CombatantId) -> String {
    format!("/t/{}/c/{combatant}", company.table)
}

fn note(text: &str) -> [(&str, &str); 2] {
    [("do", "note"), ("text", text)]
}

#[tokio::test]
async fn a_form_gives_a_command_and_all_see_it() {
    let mut company = Company::gather().await;
    let [_, mut ana, mut eve] = company.lines().await;
    assert_eq!(
        ana.give(json!({"add": {"line": "Ilse stam 3"}})).await,
        Ok(())
    );
    let ilse = ana.id("Ilse");
    let page = page(&company, ilse);
    let done = company.ana.post(&page, &note("prone <b>\"x\"")).await;
    assert_eq!(
        (done.status, done.location()),
        (303, format!("{page}?kept=conditions").as_str())
    );
    // It is on the page at once, and comes to the sockets of all others.
    let shown = company.ana.get(&page).await;
    assert_eq!(shown.status, 200);
    assert!(
        shown
            .body
            .contains("value=\"prone &lt;b&gt;&quot;x&quot;\""),
        "{}",
        shown.body
    );
    let noted = |line: &Line| {
        let row = line.view().rows.get(&ilse);
        row.is_some_and(|row| row.note.as_deref() == Some("prone <b>\"x\""))
    };
    eve.until(noted).await;
    // Twice the same is as they want it; what cannot be is refused in words, with what was typed.
    let again = company.ana.post(&page, &note("prone <b>\"x\"")).await;
    assert_eq!(again.status, 303);
    let long = "x".repeat(61);
    let refused = company.ana.post(&page, &note(&long)).await;
    assert_eq!(refused.status, 409);
    let words = "<p role=\"alert\" class=\"trouble\">That’s longer than 60 characters.</p>";
    assert!(
        refused.body.contains(words) && refused.body.contains(&long),
        "{}",
        refused.body
    );
    company.server.stop().await;
}

#[tokio::test]
async fn who_may_not_is_refused_and_who_may_not_know_finds_nothing() {
    let mut company = Company::gather().await;
    let [mut sam, mut ana, _] = company.lines().await;
    assert_eq!(
        ana.give(json!({"add": {"line": "Ilse stam 3"}})).await,
        Ok(())
    );
    assert_eq!(
        sam.give(json!({"add": {"line": "The Bishop hidden"}}))
            .await,
        Ok(())
    );
    let ilse = page(&company, sam.id("Ilse"));
    let bishop = page(&company, sam.id("The Bishop"));
    let before = company.server.count(company.encounter).await;
    let nowhere = format!("/t/{}/c/zzzzzzzz", company.table);
    for other in [&mut company.ben, &mut company.eve] {
        let refused = other.post(&ilse, &note("mine")).await;
        assert_eq!(refused.status, 409);
        assert!(
            refused
                .body
                .contains("You can’t do that: ask the storyteller."),
            "{}",
            refused.body
        );
        // What is hidden is as if it were not there.
        let hidden = other.post(&bishop, &note("seen")).await;
        let nowhere = other.post(&nowhere, &note("seen")).await;
        assert_eq!((hidden.status, &hidden.body), (404, &nowhere.body));
        assert_eq!(other.get(&bishop).await.body, nowhere.body);
    }
    let mut stranger = Guest::new(company.server.address);
    assert_eq!(stranger.get(&ilse).await.status, 404);
    assert_eq!(stranger.post(&ilse, &note("mine")).await.status, 404);
    let foreign = [
        ("origin", "http://evil.example"),
        ("content-type", "application/x-www-form-urlencoded"),
    ];
    let foreign = company
        .ana
        .post_raw(&ilse, &foreign, "do=note&text=x")
        .await;
    assert_eq!(foreign.status, 403);
    assert_eq!(company.ana.post(&ilse, &[("do", "fly")]).await.status, 400);
    assert_eq!(
        company.server.count(company.encounter).await,
        before,
        "nothing changed"
    );
    assert_eq!(company.sam.get(&bishop).await.status, 200);
    company.server.stop().await;
}

#[tokio::test]
async fn forms_and_sockets_of_a_seat_share_one_measure() {
    let mut company = Company::gather().await;
    let [_, mut ana, _] = company.lines().await;
    assert_eq!(
        ana.give(json!({"add": {"line": "Ilse stam 3"}})).await,
        Ok(())
    );
    let page = page(&company, ana.id("Ilse"));
    let says = command(&json!({"say": {"line": "and on"}}));
    for _ in 0..400 {
        let (id, command) = (fresh_id(), says.clone());
        ana.tell(&ClientMessage::Do { id, command }).await;
    }
    while !matches!(
        ana.next().await,
        ServerMessage::NotDone(_, NotDoneReason::TooFast)
    ) {}
    // Many at once, so that however slow this machine is, there is no time for all of them.
    let forms = (0..60).map(|_| {
        let (mut ana, page) = (company.ana.clone(), page.clone());
        async move { ana.post(&page, &note("prone")).await }
    });
    let answers = join_all(forms).await;
    let late: Vec<_> = answers
        .iter()
        .filter(|answer| answer.status != 303)
        .collect();
    assert!(!late.is_empty());
    for answer in late {
        assert_eq!(answer.status, 429, "{}", answer.body);
        assert!(answer.body.contains("That was too fast"), "{}", answer.body);
    }
    assert_eq!(
        company.sam.post(&page, &note("prone")).await.status,
        303,
        "others are others"
    );
    company.server.stop().await;
}

#[tokio::test]
async fn every_system_has_a_sheet_that_can_be_filled() {
    for system in SystemId::ALL {
        let mut company = Company::on(Server::start().await, *system).await;
        let [_, mut ana, _] = company.lines().await;
        assert_eq!(ana.give(json!({"add": {"line": "Ilse"}})).await, Ok(()));
        let id = ana.id("Ilse");
        let page = page(&company, id);
        for archetype in system.rules().facts().archetypes {
            let form = [("do", "start"), ("archetype", archetype.key)];
            let done = company.ana.post(&page, &form).await;
            assert_eq!(done.location(), format!("{page}?kept=start"));
        }
        let first = system.rules().facts().archetypes[0];
        let told = |line: &Line| {
            let row = &line.view().rows[&id];
            let sheet = row.sheet.as_ref().expect("a sheet");
            sheet.traits.len() > 3
        };
        ana.until(told).await;
        let traits = system.rules().facts().trait_specs;
        let [one, two] = [&traits[0], &traits[1]];
        let now = ana.view().rows[&id]
            .sheet
            .as_ref()
            .map_or(0, |sheet| sheet.get(one));
        let (field, was) = (format!("t.{}", one.key), format!("was.t.{}", one.key));
        // Only what was typed otherwise is written: what others wrote meanwhile stays.
        let other = format!("t.{}", two.key);
        let other_was = format!("was.t.{}", two.key);
        let form = [
            ("do", "traits"),
            (&field, "5"),
            (&was, &now.to_string()),
            (&other, "9"),
            (&other_was, "9"),
            ("new", "Occult"),
            ("new.value", "−2"),
        ];
        assert_eq!(company.ana.post(&page, &form).await.status, 303);
        let body = company.sam.get(&page).await.body;
        assert!(
            body.contains(&format!(
                "name=\"{field}\" min=\"{}\" max=\"{}\" value=\"5\"",
                one.min, one.max
            )),
            "{body}"
        );
        assert!(body.contains("name=\"c.Occult\"") && body.contains("value=\"-2\""));
        assert!(body.contains(first.title.get()));
        let nine = format!(
            "name=\"{other}\" min=\"{}\" max=\"{}\" value=\"9\"",
            two.min, two.max
        );
        assert!(!body.contains(&nine));
        let nan = [
            ("do", "traits"),
            (field.as_str(), "many"),
            (was.as_str(), "5"),
            ("new", "Kept <i>"),
        ];
        let refused = company.ana.post(&page, &nan).await;
        assert_eq!(refused.status, 422);
        let sentence = format!("{} isn’t a number.", one.title);
        assert!(refused.body.contains(&sentence) && refused.body.contains("value=\"many\""));
        assert!(refused.body.contains("value=\"Kept &lt;i&gt;\""));
        company.server.stop().await;
    }
}

#[tokio::test]
async fn gear_is_given_carried_changed_and_taken() {
    let mut company = Company::gather().await;
    let [_, mut ana, _] = company.lines().await;
    assert_eq!(
        ana.give(json!({"add": {"line": "Ilse willpower 4"}})).await,
        Ok(())
    );
    let id = ana.id("Ilse");
    let page = page(&company, id);
    let forms: [&[(&str, &str)]; 6] = [
        &[("do", "give"), ("what", "heavy_pistol")],
        &[("do", "carry"), ("item", "1"), ("to", "stowed")],
        &[
            ("do", "change"),
            ("item", "1"),
            ("n.damage", "4"),
            ("was.n.damage", "3"),
            ("n.range", "7"),
            ("was.n.range", "7"),
        ],
        &[("do", "spend"), ("spend", "willpower -1")],
        &[("do", "afflict"), ("key", "prone")],
        &[("do", "notes"), ("text", "One\r\ntwo <b>")],
    ];
    let damage = |line: &Line| {
        line.view().rows[&id]
            .gear
            .get(&1)
            .and_then(|item| item.number("damage"))
    };
    for form in forms {
        let done = company.ana.post(&page, form).await;
        assert_eq!(done.status, 303, "{form:?}: {}", done.body);
    }
    let before = system_number();
    ana.until(|line| {
        line.view().rows[&id]
            .sheet
            .as_ref()
            .is_some_and(|sheet| sheet.notes == "One\ntwo <b>")
    })
    .await;
    assert_eq!(damage(&ana), Some(before + 1));
    assert_eq!(ana.view().rows[&id].pools["willpower"], 3);
    let others = company.ben.get(&page).await.body;
    for words in [
        "put away",
        "Heavy pistol",
        "One\ntwo &lt;b&gt;",
        "CHR-",
        "Prone",
    ] {
        assert!(others.contains(words), "{words}: {others}");
    }
    assert!(!others.contains("<form"), "others only read");
    let own = [
        ("do", "own"),
        ("kind", "boat"),
        ("name", "Raft"),
        ("to", "held"),
    ];
    assert_eq!(company.ana.post(&page, &own).await.status, 400);
    for bad in [
        [("item", "x"), ("to", "held")],
        [("item", "1"), ("to", "sideways")],
    ] {
        let form = [&[("do", "carry")][..], &bad].concat();
        assert_eq!(company.ana.post(&page, &form).await.status, 400);
    }
    let gone = company
        .ana
        .post(&page, &[("do", "take"), ("item", "9")])
        .await;
    assert_eq!(gone.status, 409);
    assert!(
        gone.body.contains("There is no such item to do that with."),
        "{}",
        gone.body
    );
    assert_eq!(
        company
            .ana
            .post(&page, &[("do", "take"), ("item", "1")])
            .await
            .status,
        303
    );
    ana.until(|line| line.view().rows[&id].gear.is_empty())
        .await;
    company.server.stop().await;
}

/// The damage of a heavy pistol on the charts.
fn system_number() -> i32 {
    let chart = SystemId::FIRST.combat().item_chart();
    let row = chart.iter().find(|row| row.key == "heavy_pistol");
    row.and_then(|row| row.item.number("damage"))
        .expect("a number")
}

#[tokio::test]
async fn a_foes_sheet_is_the_storytellers() {
    let mut company = Company::gather().await;
    let [mut sam, ..] = company.lines().await;
    assert_eq!(
        sam.give(json!({"add": {"line": "Ghoul strength 4 willpower 5 with sword"}}))
            .await,
        Ok(())
    );
    let ghoul = sam.id("Ghoul");
    let harm = json!({"harm": {"id": ghoul, "packet": {"l": 2}}});
    assert_eq!(sam.give(harm).await, Ok(()));
    let page = page(&company, ghoul);
    let seen = company.ana.get(&page).await.body;
    assert!(seen.contains("2 lethal"), "{seen}");
    for secret in ["Strength", "Willpower", "Sword", "<form"] {
        assert!(!seen.contains(secret), "{secret}: {seen}");
    }
    let concealed = json!({"foe_health": {"shown": "concealed"}});
    assert_eq!(sam.give(concealed).await, Ok(()));
    let seen = company.ana.get(&page).await.body;
    assert!(
        seen.contains("Hidden.") && !seen.contains("lethal"),
        "{seen}"
    );
    let own = company.sam.get(&page).await.body;
    assert!(own.contains("Sword") && own.contains("2 lethal"));
    // Beside the table there is no way back.
    assert!(own.contains("class=\"paper-way\""));
    company.server.stop().await;
}

#[tokio::test]
async fn a_roll_is_kept_and_made_with_one_press() {
    let mut company = Company::gather().await;
    let [_, mut ana, mut eve] = company.lines().await;
    let ilse = "Ilse dexterity 3 stam 2 brawl 2";
    assert_eq!(ana.give(json!({"add": {"line": ilse}})).await, Ok(()));
    let ilse = ana.id("Ilse");
    let page = page(&company, ilse);
    let keep = |name, line| [("do", "keep"), ("name", name), ("line", line)];
    let done = company
        .ana
        .post(&page, &keep("Sneak & hide", "/roll dexterity + 4"))
        .await;
    assert_eq!(done.location(), format!("{page}?kept=rolls"));
    let shown = company.ana.get(&page).await.body;
    assert!(shown.contains("Sneak &amp; hide") && shown.contains("dexterity + 4"));
    // What these rules cannot read is refused in their words, with what was typed.
    let refused = company.ana.post(&page, &keep("Odd", "frumiousness")).await;
    assert_eq!(refused.status, 409);
    assert!(
        refused.body.contains("value=\"frumiousness\""),
        "{}",
        refused.body
    );
    // One press, and all see what came of it.
    let roll = [("do", "roll"), ("name", "Sneak & hide")];
    let done = company.ana.post(&page, &roll).await;
    assert_eq!(done.status, 303);
    let came = company.ana.get(done.location()).await.body;
    assert!(came.contains("class=\"paper-came\"") && came.contains("Sneak &amp; hide"));
    let rolled = |line: &Line| {
        let last = line.view().log.last().map(|line| json!(line.what));
        last.is_some_and(|what| {
            what["rolled"]["what"] == "Sneak & hide" && what["rolled"]["pool"] == 7
        })
    };
    eve.until(rolled).await;
    // Nobody else presses it, and what is gone is not rolled.
    let before = company.server.count(company.encounter).await;
    assert_eq!(company.ben.post(&page, &roll).await.status, 409);
    let off = [("do", "unroll"), ("name", "Sneak & hide")];
    assert_eq!(company.ben.post(&page, &off).await.status, 409);
    assert_eq!(company.server.count(company.encounter).await, before);
    assert_eq!(company.ana.post(&page, &off).await.status, 303);
    assert_eq!(company.ana.post(&page, &roll).await.status, 303);
    assert_eq!(company.server.count(company.encounter).await, before + 1);
}

#[tokio::test]
async fn traits_that_are_ticked_are_rolled_together_as_they_are_by_now() {
    let mut company = Company::gather().await;
    let [_, mut ana, mut eve] = company.lines().await;
    let ilse = "Ilse dexterity 3 stam 2 brawl 2";
    assert_eq!(ana.give(json!({"add": {"line": ilse}})).await, Ok(()));
    let page = page(&company, ana.id("Ilse"));
    let own = [("do", "traits"), ("new", "Street Lore"), ("new.value", "4")];
    assert_eq!(company.ana.post(&page, &own).await.status, 303);
    let ticked = [
        ("do", "pool"),
        ("part", "dexterity"),
        ("part", "c.Street Lore"),
        ("part", "frumiousness"),
        ("modifier", "−1"),
    ];
    let done = company.ana.post(&page, &ticked).await;
    assert_eq!(done.location(), format!("{page}?kept=dice"));
    let came = company.ana.get(done.location()).await.body;
    assert!(came.contains("class=\"paper-came\"") && came.contains("Dexterity + Street Lore"));
    let rolled = |line: &Line| {
        let last = line.view().log.last().map(|line| json!(line.what));
        last.is_some_and(|what| {
            let rolled = &what["rolled"];
            rolled["what"] == "Dexterity + Street Lore" && rolled["pool"] == 6
        })
    };
    eve.until(rolled).await;
    // Others roll nothing of theirs, nothing is no roll, and what is no number is said.
    let before = company.server.count(company.encounter).await;
    assert_eq!(company.ben.post(&page, &ticked).await.status, 409);
    let nothing = [("do", "pool"), ("part", "frumiousness")];
    assert_eq!(company.ana.post(&page, &nothing).await.status, 303);
    let nan = [("do", "pool"), ("part", "brawl"), ("modifier", "many")];
    let refused = company.ana.post(&page, &nan).await;
    assert_eq!(refused.status, 422);
    assert!(
        refused.body.contains("Modifier isn’t a number."),
        "{}",
        refused.body
    );
    assert_eq!(company.server.count(company.encounter).await, before);
    company.server.stop().await;
}

/// CHR-SHLD-04: those who run the table set who is held in front of whom, and all can read it.
#[tokio::test]
async fn who_hides_behind_whom_is_set_on_the_sheet() {
    let mut company = Company::gather().await;
    let [mut sam, mut ana, mut eve] = company.lines().await;
    assert_eq!(
        ana.give(json!({"add": {"line": "Ilse stam 3"}})).await,
        Ok(())
    );
    assert_eq!(
        sam.give(json!({"add": {"line": "Passer-by stam 2"}})).await,
        Ok(())
    );
    let page = page(&company, ana.id("Ilse"));
    let other = sam.id("Passer-by").to_string();
    let hold = [("do", "hold"), ("key", "shield"), ("on", other.as_str())];
    // It is not a player's to set, and no form offers it to one.
    assert_eq!(company.ana.post(&page, &hold).await.status, 409);
    let form = "<select id=\"hold\"";
    assert!(!company.ana.get(&page).await.body.contains(form));
    assert!(company.sam.get(&page).await.body.contains(form));
    let done = company.sam.post(&page, &hold).await;
    assert_eq!(
        (done.status, done.location()),
        (303, format!("{page}?kept=holds").as_str())
    );
    eve.until(|line: &Line| line.view().holds.len() == 1).await;
    let words = "Ilse hides behind Passer-by";
    let (own, run) = (company.ana.get(&page).await, company.sam.get(&page).await);
    assert!(own.body.contains(words) && !own.body.contains("no longer"));
    assert!(run.body.contains("Ilse no longer hides behind Passer-by"));
    // What is no combatant, or no way to hold, changes nothing.
    let nobody = [("do", "hold"), ("key", "shield"), ("on", "<b>")];
    assert_eq!(company.sam.post(&page, &nobody).await.status, 400);
    let no_way = [("do", "hold"), ("key", "juggles"), ("on", other.as_str())];
    assert_eq!(company.sam.post(&page, &no_way).await.status, 409);
    let held = format!("shield {other}");
    let release = [("do", "release"), ("hold", held.as_str())];
    assert_eq!(company.sam.post(&page, &release).await.status, 303);
    eve.until(|line: &Line| line.view().holds.is_empty()).await;
    company.server.stop().await;
}
