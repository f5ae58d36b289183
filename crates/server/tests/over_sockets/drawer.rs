//! Pages as a table shows them beside itself: parts, which hold what the whole page holds and nothing that runs.

use serde_json::json;

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
        ("cast", None),
        ("settings", None),
        ("proposals", None),
        ("dice", Some("dice")),
        ("recap", None),
        ("replay", Some("past")),
        ("log?find=part", Some("past")),
        (&format!("c/{ilse}"), None),
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
            held.starts_with("<div class=\"page beside\" role=\"region\""),
            "{path}: {held}"
        );
        assert_eq!(
            held.matches("<link rel=\"stylesheet\" href=").count(),
            if path == "/rules" { 2 } else { 1 }
        );
        for never in [
            "<html", "<head", "<script", "<main", "</main", " style=", "<iframe", " onload=",
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
    assert!(refused.body.starts_with("<div class=\"page beside\"") && refused.body.contains(&long));
    let mut stranger = crate::client::Guest::new(company.server.address);
    for path in [&sheet, "/t/00000000000000000000000000000007/people"] {
        let nothing = stranger.get(&part(path)).await;
        assert_eq!(nothing.status, 404);
        assert!(
            nothing.body.starts_with("<div class=\"page beside\""),
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
