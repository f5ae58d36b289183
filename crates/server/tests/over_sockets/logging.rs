//! What the real program writes into its log, and what it never does.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Output, Stdio};

use serde_json::json;
use tokio::process::Command;

use crate::client::{FORM, Guest, soon};
use crate::program::{LOG, Program};
use crate::server::invitation;

/// A short evening with something hidden in it: the log, and what must not be in it.
async fn evening(wanted: &str) -> (String, Vec<String>) {
    let data = tempfile::tempdir().expect("a folder");
    let mut program = Program::start_logging(data.path(), wanted).await;
    let mut sam = Guest::new(program.address);
    let table = sam.make_table("Samantha").await;
    let links = invitation(&mut sam, table).await;
    let mut ana = Guest::new(program.address);
    ana.sit(&links.player, "Anabel").await;
    let encounter = sam.opening(table).await.encounter;
    let mut line = sam.follow(encounter).await;
    assert_eq!(
        line.give(json!({"add": {"line": "Nosferatu vampire", "hidden": true}}))
            .await,
        Ok(())
    );
    assert_eq!(
        line.give(json!({"say": {"line": "Psst-everybody"}})).await,
        Ok(())
    );
    let origin = format!("http://{}", program.address);
    let headers = [
        ("x-request-id", "Chosen-outside"),
        ("origin", &origin),
        FORM,
    ];
    assert_eq!(ana.post_raw("/nowhere", &headers, "").await.status, 404);
    program.kill().await;

    let mut secrets = vec!["Nosferatu".to_owned(), "Psst".into(), "Samantha".into()];
    secrets.extend(["Anabel".to_owned(), "Chosen".into(), links.code]);
    for link in [links.player, links.spectator, links.co_storyteller] {
        secrets.push(link.trim_start_matches("/join/").to_owned());
    }
    secrets.extend(sam.cookies.into_values().chain(ana.cookies.into_values()));
    (read(data.path()), secrets)
}

fn read(data: &Path) -> String {
    std::fs::read_to_string(data.join(LOG)).expect("a log")
}

#[tokio::test]
async fn targets_are_heard_at_the_levels_that_rust_log_names() {
    let (log, _) = evening("server=debug,sqlx=warn").await;
    let requests: Vec<&str> = log
        .lines()
        .filter(|line| line.contains("request{"))
        .collect();
    let about = |words: &[&str]| {
        let mut lines = requests.iter();
        lines.any(|line| words.iter().all(|word| line.contains(word)))
    };
    assert!(
        about(&["DEBUG", "method=POST", "route=\"/tables\"", "status=303"]),
        "{log}"
    );
    assert!(
        about(&["DEBUG", "route=\"/join/{token}\"", "status=303"]),
        "{log}"
    );
    assert!(about(&["DEBUG", "route=\"a file\"", "status=404"]), "{log}");
    assert!(about(&["INFO", "a table was made", "id=\""]), "{log}");
    let ids = requests.iter().filter_map(|line| line.split_once("id=\""));
    let ids: BTreeSet<&str> = ids.filter_map(|(_, id)| id.get(..16)).collect();
    assert!(
        ids.len() >= 6,
        "every request has an id of its own: {ids:?}"
    );

    let (log, _) = evening("info").await;
    assert!(log.contains("a table was made"), "{log}");
    assert!(!log.contains("DEBUG"), "{log}");
    let (log, _) = evening("off").await;
    assert_eq!(log, "");
}

#[tokio::test]
async fn not_even_a_trace_holds_a_secret() {
    let (log, secrets) = evening("trace").await;
    assert!(log.contains("INSERT INTO events"), "{log}");
    for secret in secrets {
        let told = log.lines().find(|line| line.contains(&secret));
        assert_eq!(told, None, "{secret}");
    }
}

#[tokio::test]
async fn a_filter_nobody_can_read_is_refused_in_a_sentence() {
    let data = tempfile::tempdir().expect("a folder");
    for (wanted, named) in [("loud", "`loud`"), ("server=loud", "`server=loud`")] {
        let started = Command::new(env!("CARGO_BIN_EXE_coterie"))
            .args(["--listen", "127.0.0.1:0", "--data"])
            .arg(data.path())
            .env("RUST_LOG", wanted)
            .stdin(Stdio::null())
            .kill_on_drop(true)
            .output();
        let Output { status, stderr, .. } = soon(started).await.expect("the program");
        let said = String::from_utf8(stderr).expect("text");
        assert_eq!(status.code(), Some(1), "{said}");
        assert!(said.starts_with("coterie: "), "{said}");
        assert!(said.contains(named) && said.contains("RUST_LOG"), "{said}");
    }
}
