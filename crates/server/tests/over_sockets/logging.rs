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
    let Told { log, secrets, .. } = told(wanted, &[]).await;
    (log, secrets)
}

/// What a host is told of an evening, and what is none of theirs.
pub(crate) struct Told {
    pub(crate) log: String,
    /// The meters at the end of it, where the options ask for them.
    pub(crate) meters: String,
    pub(crate) secrets: Vec<String>,
}

/// The same evening with more options: somebody hidden comes, does something and is told of by a form, one command
/// is refused and one message is none.
pub(crate) async fn told(wanted: &str, options: &[&str]) -> Told {
    let data = tempfile::tempdir().expect("a folder");
    let mut program = Command::new(env!("CARGO_BIN_EXE_coterie"));
    program.arg("--no-address-limits").args(options);
    program.env("RUST_LOG", wanted);
    let mut program = Program::of(program, data.path()).await;
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
    let whisper = json!({"say": {"line": "/w anabel Hush-now"}});
    assert_eq!(line.give(whisper).await, Ok(()));
    let hidden = line.id("Nosferatu");
    let note = json!({"note": {"id": hidden, "text": "Betrayer-of-all"}});
    assert_eq!(line.give(note).await, Ok(()));
    let mut anas = ana.follow(encounter).await;
    let stolen = anas.give(json!({"remove": {"id": hidden}})).await;
    assert!(stolen.is_err(), "it is not hers, nor known to her");
    anas.say("Garbled-words").await;
    anas.until(|line| line.heard.iter().any(|it| it.contains("not_json")))
        .await;
    let page = format!("/t/{table}/cast");
    assert_eq!(sam.get(&page).await.status, 200);
    let whole = sam.get(&format!("/t/{table}/c/{hidden}")).await;
    assert!(whole.status == 200 && whole.body.contains("Betrayer-of-all"));
    let meters = match program.meters {
        Some(address) => Guest::new(address).get("/metrics").await.body,
        None => String::new(),
    };
    let origin = format!("http://{}", program.address);
    let headers = [
        ("x-request-id", "Chosen-outside"),
        ("origin", &origin),
        FORM,
    ];
    assert_eq!(ana.post_raw("/nowhere", &headers, "").await.status, 404);
    program.kill().await;

    let mut secrets = vec!["Nosferatu".to_owned(), "Psst".into(), "Samantha".into()];
    secrets.extend(["Betrayer".to_owned(), "Garbled".into(), hidden.to_string()]);
    secrets.extend(["The Wharf".to_owned(), "Hush-now".into()]);
    secrets.extend(["Anabel".to_owned(), "Chosen".into(), links.code]);
    for link in [links.player, links.spectator, links.co_storyteller] {
        secrets.push(link.trim_start_matches("/join/").to_owned());
    }
    secrets.extend(sam.cookies.into_values().chain(ana.cookies.into_values()));
    Told {
        log: read(data.path()),
        meters,
        secrets,
    }
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
    for options in [&[][..], &["--json-logs"]] {
        let Told { log, secrets, .. } = told("trace", options).await;
        assert!(log.contains("INSERT INTO events"), "{log}");
        assert!(log.contains("a command was answered"), "{log}");
        for secret in secrets {
            let told = log.lines().find(|line| line.contains(&secret));
            assert_eq!(told, None, "{secret}");
        }
    }
}

#[tokio::test]
async fn every_command_has_a_span_within_its_socket_and_says_how_it_ended() {
    let (log, _) = evening("server=debug").await;
    let answered = log
        .lines()
        .filter(|line| line.contains("a command was answered"));
    let answered: Vec<&str> = answered.collect();
    assert_eq!(answered.len(), 5, "{log}");
    for line in &answered {
        let order = ["request{", "socket{encounter.id=", "command", "took_us="];
        let places: Vec<_> = order.iter().map(|word| line.find(word)).collect();
        assert!(places.iter().all(Option::is_some), "{line}");
        assert!(places.is_sorted(), "{line}");
    }
    let ends = |word: &str| answered.iter().filter(|line| line.contains(word)).count();
    assert_eq!(ends("answer=\"done\""), 4, "{log}");
    // What was refused, and of whom, is not said.
    assert_eq!(ends("answer=\"rules\""), 1, "{log}");
}

#[tokio::test]
async fn a_log_for_machines_is_an_object_a_line() {
    let Told { log, .. } = told("server=debug", &["--json-logs"]).await;
    let lines = log.lines().map(serde_json::from_str::<serde_json::Value>);
    let lines: Vec<_> = lines.map(|line| line.expect("JSON")).collect();
    let mut answered = lines
        .iter()
        .filter(|line| line["message"] == "a command was answered");
    let one = answered.next().expect("a command");
    assert_eq!(one["level"], "DEBUG");
    assert!(one["took_us"].is_u64() && one["timestamp"].is_string());
    let spans: Vec<_> = one["spans"].as_array().expect("spans").iter().collect();
    let names = spans
        .iter()
        .map(|span| span["name"].as_str().expect("a name"));
    assert_eq!(names.collect::<Vec<_>>(), ["request", "socket", "command"]);
    assert_eq!(spans[0]["route"], "/ws/{encounter}");
    assert!(spans[0]["id"].as_str().is_some_and(|id| id.len() == 16));
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
