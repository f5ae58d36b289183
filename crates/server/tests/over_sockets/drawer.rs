//! Pages as a table shows them beside itself: parts, which hold what the whole page holds and nothing that runs.

use serde_json::json;
use server::store::Store as _;

use crate::server::Company;

/// An address that asks for the part of a page.
fn part(path: &str) -> String {
    let sign = if path.contains('?') { '&' } else { '?' };
    format!("{path}{sign}part")
}

#[tokio::test]
async fn every_page_comes_as_a_part_with_its_sheet_and_nothing_that_runs() {
    let mut company = Company::gather().await;
    let [_, mut ana, _] = company.lines().await;
    let added = ana.give(json!({"add": {"line": "Ilse <b> stam 3"}})).await;
    assert_eq!(added, Ok(()));
    let (table, ilse) = (company.table, ana.id("Ilse <b>"));
    let pages = [
        ("people", Some("copy")),
        ("cast", Some("proposed")),
        ("settings", None),
        ("proposals", None),
        ("dice", Some("dice")),
        ("recap", None),
        ("replay", Some("past")),
        ("log?find=part", Some("past")),
        (&format!("c/{ilse}"), Some("sheet")),
        (&format!("c/{ilse}/past"), Some("past")),
    ];
    let pages = pages.map(|(page, script)| (format!("/t/{table}/{page}"), script));
    let guides = ["/rules", "/rules/chronicle"].map(|path| (path.to_owned(), None));
    for (path, script) in pages.into_iter().chain(guides) {
        let whole = company.sam.get(&path).await;
        let answer = company.sam.get(&part(&path)).await;
        assert_eq!((answer.status, whole.status), (200, 200), "{path}");
        let held = &answer.body;
        assert!(
            held.starts_with("<section class=\"page beside\""),
            "{path}: {held}"
        );
        assert_eq!(
            held.matches("<link rel=\"stylesheet\" href=").count(),
            if path == "/rules" { 2 } else { 1 }
        );
        for never in [
            "<html", "<head>", "<script", "<main", "</main", " style=", "<iframe", " onload=",
        ] {
            assert!(!held.contains(never), "{path}: {never}");
        }
        // What the whole page runs is named.
        let named =
            |body: &str| script.is_none_or(|script| body.contains(&format!("\"/{script}.js?v=")));
        assert!(named(held) && named(&whole.body), "{path}");
        assert_eq!(held.contains("modulepreload"), script.is_some(), "{path}");
        // It asks for no part on its own, and says what it is.
        assert!(
            !held.contains("?part") && held.contains("Coterie\""),
            "{path}"
        );
        assert!(whole.body.contains("<body class=\"page\"><"), "{path}");
        let heading = |body: &str| {
            let (_, rest) = body.split_once("<h1").expect("a heading");
            rest.split("</h1>").next().unwrap_or_default().to_owned()
        };
        assert_eq!(heading(held), heading(&whole.body), "{path}");
    }
    company.server.stop().await;
}

#[tokio::test]
async fn what_a_part_leads_to_is_a_part_and_so_is_a_refusal() {
    let mut company = Company::gather().await;
    let [_, mut ana, _] = company.lines().await;
    assert_eq!(
        ana.give(json!({"add": {"line": "Ilse stam 3"}})).await,
        Ok(())
    );
    let (table, ilse) = (company.table, ana.id("Ilse"));
    let sheet = format!("/t/{table}/c/{ilse}");
    let done = company
        .sam
        .post(&part(&sheet), &[("do", "note"), ("text", "prone")])
        .await;
    let there = format!("{sheet}?kept=conditions&part");
    assert_eq!((done.status, done.location()), (303, there.as_str()));
    let back = format!("/t/{table}/settings#device");
    let done = company
        .sam
        .post(&part("/theme"), &[("theme", "light"), ("back", &back)])
        .await;
    let there = format!("/t/{table}/settings?part#device");
    assert_eq!((done.status, done.location()), (303, there.as_str()));
    let shown = company.sam.get(&there.replace("#device", "")).await;
    assert!(
        shown.body.contains(" data-theme=\"light\""),
        "the table takes it on"
    );

    // With its errors, as the page has them; and where there is no page, in the words of the refusal.
    let long = "x".repeat(61);
    let refused = company
        .sam
        .post(&part(&sheet), &[("do", "note"), ("text", &long)])
        .await;
    assert_eq!(refused.status, 409);
    assert!(
        refused.body.starts_with("<section class=\"page beside\"") && refused.body.contains(&long)
    );
    let mut stranger = crate::client::Guest::new(company.server.address);
    for path in [&sheet, "/t/00000000000000000000000000000007/people"] {
        let nothing = stranger.get(&part(path)).await;
        assert_eq!(nothing.status, 404);
        assert!(
            nothing.body.starts_with("<section class=\"page beside\""),
            "{}",
            nothing.body
        );
    }
    // Before a table there are no parts.
    let home = company.sam.get("/?part").await;
    assert!(home.body.starts_with("<!DOCTYPE html>"));
    // No browser can say that it is asked, and the header of old says nothing.
    let said = [("coterie-part", "yes"), ("sec-fetch-dest", "iframe")];
    let whole = company.sam.get_raw(&sheet, &said).await;
    assert!(whole.body.starts_with("<!DOCTYPE html>"));
    let policy = whole.header("content-security-policy").expect("a policy");
    assert!(
        policy.ends_with("frame-src 'none'; frame-ancestors 'none'"),
        "{policy}"
    );
    company.server.stop().await;
}

/// The forms of all pages that leave a record, each with its page: `{ilse}` and `{ghoul}` are combatants, `{here}` the encounter.
const FORMS: &[(&str, &[(&str, &str)])] = &[
    ("c/{ilse}", &[("do", "note"), ("text", "prone & <b>")]),
    ("c/{ilse}", &[("do", "afflict"), ("key", "prone")]),
    ("c/{ilse}", &[("do", "lift"), ("key", "prone")]),
    (
        "c/{ilse}",
        &[("do", "hold"), ("on", "{ghoul}"), ("key", "shield")],
    ),
    ("c/{ilse}", &[("do", "spend"), ("spend", "willpower -1")]),
    ("c/{ilse}", &[("do", "real"), ("face", "7")]),
    ("c/{ilse}", &[("do", "adjust"), ("by", "−2")]),
    ("c/{ilse}", &[("do", "give"), ("what", "heavy_pistol")]),
    (
        "c/{ilse}",
        &[("do", "carry"), ("item", "1"), ("to", "stowed")],
    ),
    ("c/{ilse}", &[("do", "take"), ("item", "1")]),
    (
        "c/{ilse}",
        &[
            ("do", "traits"),
            ("t.strength", "4"),
            ("was.t.strength", "2"),
            ("new", "Law"),
            ("new.value", "3"),
        ],
    ),
    (
        "c/{ilse}",
        &[("do", "notes"), ("text", "Owes Sam.\r\nTwice.")],
    ),
    ("c/{ilse}", &[("do", "name"), ("name", "Ilse Varga")]),
    (
        "c/{ilse}",
        &[("do", "keep"), ("name", "Run"), ("line", "/roll 3")],
    ),
    ("c/{ilse}", &[("do", "unroll"), ("name", "Run")]),
    ("c/{ilse}", &[("do", "owner"), ("seat", "2")]),
    ("c/{ilse}", &[("do", "owner"), ("seat", "")]),
    ("c/{ghoul}", &[("do", "sight"), ("sight", "banded")]),
    ("c/{ghoul}", &[("do", "sight"), ("sight", "")]),
    ("c/{ghoul}", &[("do", "lurks"), ("lurks", "yes")]),
    (
        "settings",
        &[
            ("key", "title"),
            ("value", "The Wharf, on fire"),
            ("find", "odds"),
        ],
    ),
    ("settings", &[("key", "foe_odds"), ("value", "shown")]),
    ("settings", &[("key", "foe_health"), ("value", "concealed")]),
    (
        "settings",
        &[
            ("key", "countdown"),
            ("value", "first"),
            ("seconds", "30"),
            ("was", "off"),
        ],
    ),
    (
        "cast",
        &[
            ("here", "{here}"),
            ("do", "as_one"),
            ("one", "{ilse}"),
            ("one", "{ghoul}"),
        ],
    ),
    (
        "cast",
        &[("here", "{here}"), ("do", "apart"), ("who", "{ilse}")],
    ),
    (
        "cast",
        &[("here", "{here}"), ("do", "refill"), ("whom", "everybody")],
    ),
    ("cast", &[("here", "{here}"), ("do", "end")]),
    ("people", &[("wish", "mute"), ("seat", "3")]),
    ("people", &[("wish", "unmute"), ("seat", "3")]),
];

/// Ways in which a browser sends a form: what it puts into the address, and whether it says where the page is from.
const WAYS: [(&str, &str, bool); 3] = [
    ("by drawer", "?part", true),
    ("by page", "", true),
    (
        "without scripts, by a browser that names no origin",
        "",
        false,
    ),
];

/// A record without what chance and the clock make of it: each id is told by when it first stood there.
fn bare(record: &serde_json::Value, ids: &mut Vec<String>) -> serde_json::Value {
    use serde_json::Value;
    // Words as long as an id are told so, too: they first stand in the same place.
    let is_id = |text: &str| {
        let is_long = [8, 32, 64].contains(&text.len());
        is_long && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
    };
    match record {
        Value::String(text) if is_id(text) => {
            let at = ids.iter().position(|id| id == text).unwrap_or(ids.len());
            if at == ids.len() {
                ids.push(text.clone());
            }
            Value::String(format!("id {at}"))
        }
        Value::Array(all) => all.iter().map(|it| bare(it, ids)).collect(),
        Value::Object(all) => {
            let all = all.iter().filter(|(name, _)| *name != "at");
            let all = all.map(|(name, it)| (name.clone(), bare(it, ids)));
            Value::Object(all.collect())
        }
        other => other.clone(),
    }
}

/// All records that the forms leave, sent in one way.
async fn records((way, word, says): (&str, &str, bool)) -> Vec<serde_json::Value> {
    // What a command does to several it does in the order of their ids: those of one company are as those of another.
    let (mut company, sam) = loop {
        let company = Company::gather().await;
        let [mut sam, _, _] = company.lines().await;
        for line in ["Ilse str 2 stam 3 willpower 4", "Ghoul stam 2"] {
            assert_eq!(sam.give(json!({"add": {"line": line}})).await, Ok(()));
        }
        if sam.id("Ilse") < sam.id("Ghoul") {
            break (company, sam);
        }
        company.server.stop().await;
    };
    let names = [
        ("{ilse}", sam.id("Ilse").to_string()),
        ("{ghoul}", sam.id("Ghoul").to_string()),
        ("{here}", company.encounter.to_string()),
    ];
    let named = |text: &str| {
        let names = names.iter();
        names.fold(text.to_owned(), |text, (name, id)| text.replace(name, id))
    };
    for (page, fields) in FORMS {
        let path = named(&format!("/t/{}/{page}", company.table));
        let fields: Vec<_> = fields
            .iter()
            .map(|(name, value)| (*name, named(value)))
            .collect();
        let fields: Vec<_> = fields
            .iter()
            .map(|(name, value)| (*name, &**value))
            .collect();
        let before = company.server.count(company.encounter).await;
        let path = format!("{path}{word}");
        let done = match says {
            true => company.sam.post(&path, &fields).await,
            false => company.sam.post_from_nowhere(&path, &fields).await,
        };
        assert_eq!(done.status, 303, "{way}: {page} {fields:?}: {}", done.body);
        assert_eq!(
            done.location().contains("part"),
            says && !word.is_empty(),
            "{way}: {page}"
        );
        let after = company.server.count(company.encounter).await;
        assert_eq!(after, before + 1, "{way}: {page} {fields:?}");
    }
    let kept = company
        .server
        .store
        .records(company.encounter, 0, 500)
        .await;
    let mut ids = Vec::new();
    let kept = kept.expect("a log").into_iter().map(|(_, record)| {
        let text = serde_json::to_string(&record).expect("data");
        let names = names.iter();
        let text = names.fold(text, |text, (name, id)| text.replace(id, name));
        let record = serde_json::from_str(&text).expect("data");
        bare(&record, &mut ids)
    });
    let kept = kept.collect();
    company.server.stop().await;
    kept
}

#[tokio::test]
async fn every_form_leaves_the_same_record_by_drawer_by_page_and_without_scripts() {
    let [drawer, page, plain] = WAYS.map(records);
    let (drawer, page, plain) = tokio::join!(drawer, page, plain);
    for ((drawer, page), plain) in drawer.iter().zip(&page).zip(&plain) {
        assert_eq!(drawer, page);
        assert_eq!(plain, page);
    }
    assert_eq!((drawer.len(), plain.len()), (page.len(), page.len()));
}
