//! Plays the scenes that lie beside this, and checks that each names rules that there are.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use testkit::scene as runner;

/// The systems and the letters with which their rule ids begin.
const SYSTEMS: [(&str, &str); 5] = [
    ("chronicle", "CHR-"),
    ("tristat", "TRI-"),
    ("crossover", "XOV-"),
    ("masquerade", "MSQ-"),
    ("ascension", "ASC-"),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[expect(
    clippy::disallowed_methods,
    reason = "the files to play have to be read from somewhere"
)]
fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|cause| panic!("{}: {cause}", path.display()))
}

/// The files of a system's scenes.
fn files(system: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/scenes")
        .join(system);
    let Ok(all) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut all: Vec<PathBuf> = all.map(|file| file.expect("a file").path()).collect();
    all.retain(|path| path.extension().is_some_and(|end| end == "json"));
    all.sort();
    all
}

/// The ids that a system's guide explains.
fn explained(system: &str) -> BTreeSet<String> {
    let guide = text(&root().join("docs/rules").join(system).with_extension("md"));
    let heads = guide.lines().filter_map(|line| line.strip_prefix("- **"));
    let ids = heads.filter_map(|rest| rest.split_once("**"));
    let ids = ids.filter(|(id, _)| !id.contains(' '));
    ids.map(|(id, _)| id.to_owned()).collect()
}

fn check(system: &str) {
    let there = explained(system);
    let files = files(system);
    assert!(!files.is_empty(), "no scenes of {system}");
    let mut wrong = Vec::new();
    for path in &files {
        let name = path.file_stem().expect("a name").to_string_lossy();
        let scenes =
            runner::parse_scenes(&text(path)).unwrap_or_else(|why| panic!("{name}: {why}"));
        for scene in &scenes {
            let lines = runner::play(scene).into_iter();
            wrong.extend(lines.map(|line| format!("{name}: {}: {line}", scene.scene)));
            if scene.rules.is_empty() {
                wrong.push(format!("{name}: {}: names no rules", scene.scene));
            }
            let unknown = scene.rules.iter().filter(|id| !there.contains(*id));
            wrong.extend(unknown.map(|id| format!("{name}: {}: no rule is {id}", scene.scene)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn chronicle() {
    check("chronicle");
}

#[test]
fn tristat() {
    check("tristat");
}

#[test]
fn crossover() {
    check("crossover");
}

#[test]
fn masquerade() {
    check("masquerade");
}

#[test]
fn ascension() {
    check("ascension");
}

const PAGE: &str = include_str!("../../../docs/scenes.md");

/// The blocks of a kind on the page about scenes.
fn blocks(kind: &str) -> Vec<&'static str> {
    let fence = format!("\n```{kind}\n");
    let mut rest = PAGE;
    let mut found = Vec::new();
    while let Some((_, behind)) = rest.split_once(&fence) {
        let (block, behind) = behind.split_once("```").expect("an end");
        found.push(block);
        rest = behind;
    }
    assert!(!found.is_empty(), "{kind}");
    found
}

/// The examples on the page are played: those that pass, and those that do not, with the lines
/// that stand behind them.
#[test]
fn the_page_is_true() {
    for block in blocks("json scene") {
        let scenes = runner::parse_scenes(block).unwrap_or_else(|why| panic!("{why}: {block}"));
        for scene in &scenes {
            let wrong = runner::play(scene);
            assert!(wrong.is_empty(), "{}: {}", scene.scene, wrong.join("\n"));
        }
    }
    let told = blocks("text wrong");
    let wrong = blocks("json wrong");
    assert_eq!(wrong.len(), told.len());
    for (block, told) in wrong.into_iter().zip(told) {
        let scenes = runner::parse_scenes(block).expect("a scene");
        let lines: Vec<String> = scenes.iter().flat_map(runner::play).collect();
        assert_eq!(lines.join("\n"), told.trim_end());
    }
}

/// What is wrong with a scene ends it with a line, and nothing is skipped.
#[test]
fn the_runner_is_strict() {
    let told = |steps: &str| {
        let scene = format!(
            r#"{{"scene":"A","system":"chronicle","seats":[{{"name":"Sam","role":"storyteller"}},
                {{"name":"Ana","role":"player"}}],"combatants":["Ilse stamina 2"],"steps":[{steps}]}}"#
        );
        runner::parse_scenes(&scene).map(|scenes| runner::play(&scenes[0]))
    };
    let harm = r#"{"by":"Sam","do":{"harm":{"id":"@Ilse","packet":{"b":1}}}"#;
    assert_eq!(told(&format!("{harm}}}")), Ok(Vec::new()));
    for (step, line) in [
        (format!(r#"{harm},"dice":[3]}}"#), "faces left over: 1"),
        (
            format!(r#"{harm},"refused":"full"}}"#),
            "found that it was done",
        ),
        (format!(r#"{harm},"as":"blow"}}"#), "0 began"),
        (format!(r#"{harm},"quiet":true}}"#), "quiet: expected"),
        (format!(r#"{harm},"unseen":["Ilse"]}}"#), "unseen: expected"),
        (
            format!(r#"{harm},"see":{{"table":{{"rows.Ilse.hidden":true}}}}}}"#),
            "found nothing",
        ),
        (
            format!(r#"{harm},"see":{{"table":{{"rows.Isle.hidden":{{"$there":false}}}}}}}}"#),
            "called Isle",
        ),
        (
            format!(r#"{harm},"see":{{"table":{{"rows":{{"$hsa":1}}}}}}}}"#),
            "$hsa is no way",
        ),
        (
            format!(
                r#"{harm},"see":{{"all":{{"log":{{"$lacks":{{"what":{{"harmed":{{}}}}}}}}}}}}}}"#
            ),
            "$lacks",
        ),
        (
            r#"{"by":"Sam","do":{"say":{"line":"/roll wits","who":"@Ilse"}},"dice":[8]}"#.into(),
            "faces missing: 1",
        ),
        (
            r#"{"by":"Sam","do":{"say":{"line":"/roll wits","who":"@Ilse"}},"dice":[8,11]}"#.into(),
            "has no 11",
        ),
        (
            r#"{"by":"Ana","do":{"hide":{"id":"@Ilse"}}}"#.into(),
            "not_allowed",
        ),
        (
            r#"{"by":"Ana","do":{"hide":{"id":"@Ilse"}},"refused":"full"}"#.into(),
            "expected \"full\"",
        ),
        (r#"{"by":"Eve","do":"undo"}"#.into(), "called Eve"),
        (r#"{"by":"Sam","do":"dance"}"#.into(), "no command"),
        (
            r#"{"by":"Sam","do":{"withdraw":{"exchange":"@open"}}}"#.into(),
            "@open",
        ),
        (r#"{"note":"nothing"}"#.into(), "expects nothing"),
    ] {
        let lines = told(&step)
            .unwrap_or_else(|why| panic!("{why}: {step}"))
            .join("\n");
        assert!(lines.contains(line), "{step}: {lines}");
    }
    for step in [
        r#"{"by":"Sam","do":"undo","dise":[]}"#,
        r#"{"by":"Sam","do":"undo","do":"undo"}"#,
        r#"{"by":"Sam","do":{"harm":{"id":"@Ilse","id":"@Ilse"}}}"#,
        r#"{"see":{"table":{"title":"A","title":"A"}}}"#,
        r#"{"by":"Sam","do":{"adjust":{"id":"@Ilse","by":1.5}}}"#,
    ] {
        assert!(told(step).is_err(), "{step}");
    }
}

/// Every folder of scenes belongs to a system, and every file to the system of its folder.
#[test]
fn scenes_lie_where_they_belong() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenes");
    for entry in fs::read_dir(folder).expect("scenes") {
        let name = entry.expect("a folder").file_name();
        let name = name.to_string_lossy().into_owned();
        let prefix = SYSTEMS.iter().find(|(system, _)| *system == name);
        let (_, prefix) = prefix.unwrap_or_else(|| panic!("{name} is no system"));
        for path in files(&name) {
            for scene in runner::parse_scenes(&text(&path)).expect("scenes") {
                let system = serde_json::to_value(scene.system).expect("a key");
                assert_eq!(system, name, "{}", path.display());
                assert!(scene.rules.iter().all(|id| id.starts_with(prefix)));
            }
        }
    }
}
