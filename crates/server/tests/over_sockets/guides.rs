//! The players' guides, as a browser gets them: an anchor for every rule id there is.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use rules::base::rule_links::{self, TextPiece};
use rules::ruleset::{RuleSystem, SystemId};

use crate::answers::ask;
use crate::client::Guest;
use crate::server::Server;

/// Everything between one text and another, wherever the first is found.
fn between<'a>(html: &'a str, before: &str, after: &str) -> Vec<&'a str> {
    let rests = html.split(before).skip(1);
    let found = rests.filter_map(|rest| rest.split_once(after).map(|(inside, _)| inside));
    found.collect()
}

fn ids(text: &str) -> impl Iterator<Item = &str> {
    rule_links::split_rule_ids(text)
        .into_iter()
        .filter_map(|piece| match piece {
            TextPiece::Rule(id) => Some(id),
            TextPiece::Words(_) => None,
        })
}

/// The sources below a folder.
fn sources(folder: &Path, all: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, all);
        } else if path.extension().is_some_and(|end| end == "rs") {
            all.push(path);
        }
    }
}

/// Every id that the rules' own lists give to the screen.
fn shown(rules: &dyn RuleSystem) -> BTreeSet<&'static str> {
    let settings = rules
        .lists()
        .setting_specs
        .iter()
        .flat_map(|spec| ids(spec.rules));
    let conditions = rules.facts().condition_specs.iter().map(|spec| spec.rule);
    settings
        .chain(conditions)
        .filter(|id| !id.is_empty())
        .collect()
}

/// The anchors of each guide as it is served.
async fn anchors(guest: &mut Guest) -> BTreeMap<String, BTreeSet<String>> {
    let mut all = BTreeMap::new();
    for system in SystemId::ALL {
        let page = guest.get(&format!("/rules/{}", system.key())).await;
        assert_eq!(page.status, 200, "{}", system.key());
        let found = between(&page.body, " id=\"", "\"");
        let once: BTreeSet<String> = found.iter().map(|id| (*id).to_owned()).collect();
        assert_eq!(once.len(), found.len(), "each anchor is there once");
        all.insert(system.key().to_owned(), once);
    }
    all
}

#[tokio::test]
async fn every_rule_id_has_an_anchor_on_its_page() {
    let server = Server::start().await;
    let mut guest = Guest::new(server.address);
    let anchors = anchors(&mut guest).await;
    let systems = Path::new(env!("CARGO_MANIFEST_DIR")).join("../rules/src/systems");
    let mut paths = Vec::new();
    sources(&systems, &mut paths);
    let mut told = 0;
    for path in paths {
        let code = fs::read_to_string(&path).expect("a source");
        let below = path.strip_prefix(&systems).expect("below");
        let key = below.iter().next().and_then(|part| part.to_str());
        // What several systems share cites rules of each of them.
        let pages: Vec<_> = match key.and_then(|key| anchors.get(key)) {
            Some(page) => vec![page],
            None => anchors.values().collect(),
        };
        for id in ids(&code) {
            assert!(
                pages.iter().any(|page| page.contains(id)),
                "{id} in {below:?}"
            );
            told += 1;
        }
    }
    assert!(told > 1_000, "{told} places");
    for system in SystemId::ALL {
        let page = anchors.get(system.key()).expect("a page");
        for id in shown(system.rules()) {
            assert!(page.contains(id), "{id}");
        }
        let entries = page.iter().filter(|id| rule_links::is_rule_id(id)).count();
        assert!(entries > 50, "{}: {entries}", system.key());
        assert!(page.contains("at-the-table"));
    }
    server.stop().await;
}

#[tokio::test]
async fn every_link_of_a_guide_leads_somewhere() {
    let server = Server::start().await;
    let mut guest = Guest::new(server.address);
    let anchors = anchors(&mut guest).await;
    let list = guest.get("/rules").await;
    assert_eq!(list.status, 200);
    for (key, anchors) in &anchors {
        assert!(list.body.contains(&format!("href=\"/rules/{key}\"")));
        let page = guest.get(&format!("/rules/{key}")).await;
        let mut paths = BTreeSet::new();
        for href in between(&page.body, " href=\"", "\"") {
            match href.strip_prefix('#') {
                Some(anchor) => assert!(anchors.contains(anchor), "{key}#{anchor}"),
                None => _ = paths.insert(href),
            }
        }
        assert!(paths.iter().any(|path| path.starts_with("/guide.css?v=")));
        for path in paths {
            assert_eq!(ask(&guest, "GET", path, &[]).await.status, 200, "{path}");
        }
    }
    // The guide to what every table has is no rule system's, and has no house rules.
    assert!(list.body.contains("href=\"/rules/evening\""));
    let evening = guest.get("/rules/evening").await;
    assert_eq!(evening.status, 200);
    for part in [
        "asked-rolls",
        "handouts",
        "whispers",
        "clocks",
        "the-safety-card",
    ] {
        assert!(
            evening.body.contains(&format!("<h2 id=\"{part}\"")),
            "{part}"
        );
        assert!(
            evening.body.contains(&format!("href=\"#{part}\"")),
            "{part}"
        );
    }
    assert!(!evening.body.contains("house-rules"));
    server.stop().await;
}

#[tokio::test]
async fn a_guide_is_as_strict_as_other_pages_and_sent_once() {
    let server = Server::start().await;
    let guest = Guest::new(server.address);
    for path in ["/rules", "/rules/chronicle"] {
        let page = ask(&guest, "GET", path, &[]).await;
        assert_eq!(
            page.header("content-type"),
            Some("text/html; charset=utf-8")
        );
        assert_eq!(page.header("cache-control"), Some("no-cache"));
        let policy = page.header("content-security-policy");
        assert!(policy.is_some_and(|policy| policy.starts_with("default-src 'none'")));
        assert!(!policy.is_some_and(|policy| policy.contains("unsafe-inline")));
        let text = page.unpacked();
        assert!(text.starts_with("<!DOCTYPE html><html lang=\"en\" data-theme=\"auto\">"));
        for not_here in ["<script", "style=\"", "<style", "onclick", "wasm"] {
            assert!(!text.contains(not_here), "{path}: {not_here}");
        }
        assert_eq!(between(&text, "<h1", "</h1>").len(), 1);

        let tag = page.header("etag").expect("a tag");
        for known in [tag, &format!("\"x\", {tag}"), "*"] {
            let same = ask(&guest, "GET", path, &[("if-none-match", known)]).await;
            assert_eq!((same.status, same.body.len()), (304, 0), "{known}");
            assert_eq!(same.header("etag"), Some(tag));
        }
        let other = ask(&guest, "GET", path, &[("if-none-match", "\"x\"")]).await;
        assert_eq!(other.status, 200);
        let head = ask(&guest, "HEAD", path, &[]).await;
        assert_eq!((head.status, head.body.len()), (200, 0));
        assert_eq!(head.header("etag"), Some(tag));

        // The theme is the reader's, and so is the page that is kept.
        let dark = ask(&guest, "GET", path, &[("cookie", "theme=dark")]).await;
        assert!(dark.unpacked().contains("data-theme=\"dark\""));
        assert_ne!(dark.header("etag"), Some(tag));
        assert!(
            dark.header("vary")
                .is_some_and(|vary| vary.contains("cookie"))
        );
        for (takes, coding) in [("gzip, br", "br"), ("gzip", "gzip")] {
            let packed = ask(&guest, "GET", path, &[("accept-encoding", takes)]).await;
            assert_eq!(packed.header("content-encoding"), Some(coding));
            assert_eq!(packed.unpacked(), text);
            assert_eq!(packed.header("etag"), Some(tag));
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn there_is_no_guide_to_rules_nobody_knows() {
    let server = Server::start().await;
    let guest = Guest::new(server.address);
    for path in [
        "/rules/",
        "/rules/nothing",
        "/rules/coverage",
        "/rules/Chronicle",
        "/rules/chronicle.md",
        "/rules/chronicle/",
        "/rules/..%2fchronicle",
    ] {
        let page = ask(&guest, "GET", path, &[]).await;
        assert_eq!(page.status, 404, "{path}");
        assert!(
            page.unpacked().contains("This link no longer works"),
            "{path}"
        );
        assert_eq!(page.header("cache-control"), Some("no-store"));
    }
    server.stop().await;
}
