//! The program where it may do little: a file system that is read-only but for the data folder, and nobody root.
#![cfg(target_os = "linux")]
#![expect(clippy::print_stdout, reason = "what was not tried is said")]

use std::os::unix::fs::MetadataExt as _;
use std::path::Path;
use std::time::Duration;

use serde_json::json;
use tokio::process::Command;
use tokio::time::sleep;

use crate::client::{Guest, soon};
use crate::faults::has_strace;
use crate::program::Program;

/// Where the program would write, by what a trace saw of it: with what it asked for in the call.
fn written(trace: &str) -> Vec<&str> {
    let writes = |line: &&str| {
        let opens = line.contains("open(") || line.contains("openat(");
        let to_write = ["O_WRONLY", "O_RDWR", "O_CREAT"];
        !opens || to_write.iter().any(|flag| line.contains(flag))
    };
    let calls = trace.lines().filter(|line| line.contains('"'));
    calls.filter(writes).collect()
}

/// Waits until all is in the trace of a program that has ended.
async fn is_traced(trace: &Path, pid: u32) {
    let ends = |line: &str| line.starts_with(&pid.to_string()) && line.contains("+++ exited");
    soon(async {
        while !std::fs::read_to_string(trace).is_ok_and(|it| it.lines().any(ends)) {
            sleep(Duration::from_millis(20)).await;
        }
    })
    .await;
}

/// The file system may be read-only but for the data folder, and nobody needs to be root.
#[tokio::test]
async fn nothing_is_written_but_to_the_data_folder_and_nobody_is_root() {
    if !has_strace() {
        return println!("strace is not here: this was not tried");
    }
    let place = tempfile::tempdir().expect("a folder");
    let data = place.path().join("data");
    std::fs::create_dir(&data).expect("a folder");
    let program = place.path().join("coterie");
    std::fs::copy(env!("CARGO_BIN_EXE_coterie"), &program).expect("a copy");
    let is_root = std::fs::metadata(&data).expect("a folder").uid() == 0;
    if is_root {
        for path in [place.path(), &data] {
            std::os::unix::fs::chown(path, Some(10_001), Some(10_001)).expect("a folder of theirs");
        }
    }
    let traced = |arguments: &[&str], trace: &Path| {
        let mut strace = Command::new("strace");
        // The program is our child, and strace its grandchild, so that a signal reaches the program.
        strace.args(["-D", "-f", "-s", "4096", "-o"]).arg(trace);
        let calls = "trace=?open,openat,?creat,?mkdir,mkdirat,?rename,?renameat,renameat2,?link,linkat,\
                     ?symlink,symlinkat,?mknod,mknodat,truncate,?chmod,fchmodat,?chown,fchownat";
        strace.args(["-e", &calls.replace(char::is_whitespace, "")]);
        strace.arg(&program).args(arguments);
        // As the container starts it.
        strace.env("SQLITE_TMPDIR", &data).current_dir("/");
        if is_root {
            strace.uid(10_001).gid(10_001);
        }
        strace
    };
    let check = |trace: &Path| {
        let trace = std::fs::read_to_string(trace).expect("a trace");
        let written = written(&trace);
        let inside = data.to_str().expect("a path");
        let (own, other): (Vec<&str>, Vec<&str>) =
            written.iter().partition(|line| line.contains(inside));
        assert!(own.len() > 3, "{trace}");
        let other: Vec<_> = other
            .iter()
            .filter(|line| !line.contains("\"/dev/null\""))
            .collect();
        assert!(other.is_empty(), "{other:#?}");
    };
    let trace = place.path().join("server.trace");
    let mut program = Program::of(traced(&["--no-address-limits"], &trace), &data).await;
    let mut sam = Guest::new(program.address);
    let table = sam.make_table("Sam").await;
    let encounter = sam.opening(table).await.encounter;
    let mut line = sam.follow(encounter).await;
    for nth in 0..210 {
        let say = json!({"say": {"line": format!("Line {nth}")}});
        while line.give(say.clone()).await.is_err() {
            sleep(Duration::from_millis(50)).await;
        }
    }
    let text = sam.get(&format!("/t/{table}/table.json")).await.body;
    let taken = sam.upload("/import", "file", text.as_bytes()).await;
    assert_eq!(taken.status, 303, "{}", taken.body);
    drop(line);
    program.signal("TERM").await;
    let pid = program.pid();
    program.ended().await;
    is_traced(&trace, pid).await;
    check(&trace);
    for (order, name) in [("backup", "copy"), ("restore", "copy")] {
        let trace = place.path().join(format!("{order}.trace"));
        let file = data.join(name);
        let file = file.to_str().expect("a path");
        let folder = data.to_str().expect("a path");
        let mut arguments = vec![order, file, "--data", folder];
        if order == "restore" {
            arguments.push("--replace");
        }
        let mut done = traced(&arguments, &trace).spawn().expect("strace");
        let pid = done.id().expect("it runs");
        assert!(soon(done.wait()).await.expect("strace").success());
        is_traced(&trace, pid).await;
        check(&trace);
    }
}

#[test]
fn the_image_is_not_root_and_keeps_all_in_one_volume() {
    let file = include_str!("../../../../Dockerfile");
    let lines = file.lines().map(str::trim);
    let last = lines.rev().take_while(|line| !line.starts_with("FROM "));
    let last: Vec<&str> = last.collect();
    let told = |word: &str| -> Vec<&str> {
        last.iter()
            .filter_map(|line| line.strip_prefix(word))
            .collect()
    };
    assert_eq!(told("USER "), ["10001:10001"]);
    assert_eq!(told("VOLUME "), ["/data"]);
    assert_eq!(told("WORKDIR "), ["/data"]);
    let set: Vec<(&str, &str)> = told("ENV ")
        .iter()
        .flat_map(|line| line.split(' '))
        .filter_map(|it| it.split_once('='))
        .collect();
    for (name, value) in [("COTERIE_DATA", "/data"), ("SQLITE_TMPDIR", "/data")] {
        assert!(set.contains(&(name, value)), "{set:?}");
    }
    for (name, _) in set.iter().filter(|(name, _)| name.starts_with("COTERIE_")) {
        assert!(server::cli::options::help_text().contains(name), "{name}");
    }
    assert!(file.contains("--read-only") && file.contains("--cap-drop ALL"));
}
