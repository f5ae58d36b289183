//! `compose.yaml` and what it names: that every setting is one of the program's, every file is there, nobody is root,
//! and its question whether a server is ready is answered by a server.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_yaml_ng::Value;
use server::cli::options::help_text;
use tokio::process::Command;

use crate::client::soon;
use crate::program::Program;

/// A file of the project.
fn project(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(name)
}

fn read(name: &str) -> String {
    std::fs::read_to_string(project(name)).expect("a file of the project")
}

/// As those who start it read it: what is said once for several is there for each.
fn compose() -> Value {
    let mut all: Value = serde_yaml_ng::from_str(&read("compose.yaml")).expect("YAML");
    all.apply_merge().expect("what is merged");
    all
}

fn services(all: &Value) -> BTreeMap<String, &Value> {
    let services = all["services"].as_mapping().expect("services");
    let named = |(name, it)| (words(name), it);
    services.iter().map(named).collect()
}

/// A lone value as it is written.
fn words(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => serde_yaml_ng::to_string(other)
            .expect("a value")
            .trim()
            .to_owned(),
    }
}

fn list(value: &Value) -> Vec<String> {
    value
        .as_sequence()
        .into_iter()
        .flatten()
        .map(words)
        .collect()
}

/// The settings of a service, with what they are set to.
fn environment(service: &Value) -> BTreeMap<String, String> {
    let all = service["environment"].as_mapping().into_iter().flatten();
    all.map(|(name, value)| (words(name), words(value)))
        .collect()
}

/// Whether it is one of our servers.
fn is_node(name: &str) -> bool {
    name.starts_with("node-")
}

#[test]
fn every_setting_is_one_of_the_programs_and_no_secret_is_written_down() {
    let all = compose();
    let mut nodes = 0;
    let (operating, help) = (read("docs/operating.md"), help_text());
    for (name, service) in services(&all) {
        let set = environment(service);
        if is_node(&name) {
            nodes += 1;
            for variable in set.keys() {
                assert!(help.contains(&format!("({variable}")), "{name}: {variable}");
            }
            for flag in list(&service["command"]) {
                let flag = flag.split('=').next().unwrap_or_default().to_owned();
                assert!(
                    !flag.starts_with("--") || help.contains(&flag),
                    "{name}: {flag}"
                );
            }
            for wanted in [
                "DATABASE_URL",
                "NATS_URL",
                "COTERIE_PUBLIC_URL",
                "COTERIE_TRUST_PROXY",
            ] {
                assert!(set.contains_key(wanted), "{name}: {wanted}");
            }
        }
        for (variable, value) in &set {
            if ["PASSWORD", "SECRET", "TOKEN", "KEY"]
                .iter()
                .any(|word| variable.contains(word))
            {
                assert!(
                    value.starts_with("${"),
                    "{name}: {variable} is written down"
                );
            }
            // Behind `name:` in an address stands what comes from elsewhere, or nothing.
            let user = value
                .split_once("://")
                .and_then(|(_, rest)| rest.split_once('@'));
            if let Some((_, password)) = user.and_then(|(user, _)| user.split_once(':')) {
                assert!(
                    password.starts_with("${"),
                    "{name}: {variable} has a password in it"
                );
            }
        }
    }
    assert_eq!(nodes, 2);
    let text = read("compose.yaml");
    let from_elsewhere = text.split("${").skip(1);
    let from_elsewhere = from_elsewhere.filter_map(|rest| rest.split([':', '}']).next());
    let from_elsewhere: Vec<&str> = from_elsewhere.collect();
    assert!(from_elsewhere.len() > 3);
    for variable in from_elsewhere {
        assert!(
            operating.contains(&format!("{variable}=")),
            "{variable} is not explained"
        );
        assert!(
            !text.contains(&format!("${{{variable}}}")),
            "without {variable} it must not start"
        );
    }
    for ignored in [".gitignore", ".dockerignore"] {
        let has = read(ignored)
            .lines()
            .any(|line| line.trim_start_matches('/') == ".env");
        assert!(has, "{ignored}");
    }
}

/// An image by its name and a number, and not what is newest today.
fn is_pinned(image: &str) -> bool {
    let tag = image.rsplit_once(':').map(|(_, tag)| tag);
    tag.is_some_and(|tag| {
        let number = tag.split('-').next().unwrap_or_default();
        number.contains('.') && number.split('.').all(|part| part.parse::<u32>().is_ok())
    })
}

#[test]
fn every_file_is_there_every_image_has_a_number_and_only_the_proxy_is_reached() {
    let all = compose();
    let networks = all["networks"].as_mapping().expect("networks");
    let volumes = all["volumes"].as_mapping().expect("volumes");
    for (name, service) in services(&all) {
        let image = service["image"].as_str();
        let inline = service["build"]["dockerfile_inline"].as_str();
        let from = inline.and_then(|text| text.lines().find_map(|line| line.strip_prefix("FROM ")));
        assert!(image.or(from).is_some(), "{name}");
        for image in [image, from].into_iter().flatten() {
            assert!(is_pinned(image), "{name}: {image}");
        }
        if let Some(folder) = service["build"].as_str() {
            assert!(
                project(folder).join("Dockerfile").is_file(),
                "{name}: {folder}"
            );
            assert!(
                image.is_some_and(|image| image.ends_with(env!("CARGO_PKG_VERSION"))),
                "{name}"
            );
        }
        for volume in list(&service["volumes"]) {
            let source = volume.split(':').next().unwrap_or_default();
            match source.starts_with('.') {
                true => assert!(
                    project(source).is_file() && volume.ends_with(":ro"),
                    "{name}: {volume}"
                ),
                false => assert!(volumes.contains_key(source), "{name}: {volume}"),
            }
        }
        let own = list(&service["networks"]);
        assert!(
            own.iter().all(|it| networks.contains_key(it.as_str())),
            "{name}: {own:?}"
        );
        let ports = list(&service["ports"]);
        assert_eq!(ports.is_empty(), name != "proxy", "{name}: {ports:?}");
        let reaches_back = own.iter().any(|it| it == "back");
        assert_eq!(reaches_back, name != "proxy", "{name}: {own:?}");
        for (needed, how) in service["depends_on"].as_mapping().into_iter().flatten() {
            assert!(
                services(&all).contains_key(&words(needed)),
                "{name}: {needed:?}"
            );
            assert_eq!(how["condition"].as_str(), Some("service_healthy"), "{name}");
        }
    }
    assert_eq!(all["networks"]["back"]["internal"].as_bool(), Some(true));
}

#[test]
fn nobody_is_root_and_what_is_written_is_named() {
    let all = compose();
    let image = read("Dockerfile");
    let of_image = image
        .lines()
        .rev()
        .find_map(|line| line.strip_prefix("USER "));
    for (name, service) in services(&all) {
        let user = service["user"]
            .as_str()
            .or(of_image.filter(|_| is_node(&name)));
        let number = user.and_then(|user| user.split(':').next()?.parse::<u32>().ok());
        assert!(number.is_some_and(|number| number > 0), "{name}: {user:?}");
        assert_eq!(service["read_only"].as_bool(), Some(true), "{name}");
        assert_eq!(list(&service["cap_drop"]), ["ALL"], "{name}");
        assert_eq!(
            list(&service["security_opt"]),
            ["no-new-privileges:true"],
            "{name}"
        );
        assert!(
            !list(&service["healthcheck"]["test"]).is_empty(),
            "{name} is never asked how it is"
        );
        assert_ne!(service["privileged"].as_bool(), Some(true), "{name}");
    }
    // What a server writes is in the folder that the image names, and belongs to the one who runs it.
    for name in ["node-1", "node-2"] {
        let user = of_image
            .and_then(|user| user.split_once(':'))
            .expect("a user and a group");
        let folder = format!("/data:uid={},gid={},mode=0700", user.0, user.1);
        assert_eq!(list(&all["services"][name]["tmpfs"]), [folder]);
        assert!(image.contains("COTERIE_DATA=/data"));
    }
}

#[tokio::test]
async fn the_question_whether_a_server_is_ready_is_answered_by_one() {
    let all = compose();
    let question = list(&all["services"]["node-1"]["healthcheck"]["test"]);
    let [kind, program, words @ ..] = &question[..] else {
        panic!("{question:?}")
    };
    assert_eq!(kind, "CMD");
    let ask = async |port: u16| {
        let words = words.iter().map(|word| {
            let word = word.replace("127.0.0.1/3000", &format!("127.0.0.1/{port}"));
            word.replace("$$", "$")
        });
        let asked = soon(Command::new(program).args(words).output()).await;
        asked.expect("a shell").status.success()
    };
    let data = tempfile::tempdir().expect("a folder");
    let mut server = Program::start(data.path()).await;
    let port = server.address.port();
    assert!(ask(port).await);
    server.kill().await;
    assert!(!ask(port).await, "nobody is there");
    // The port is the one it listens at in the image.
    assert!(read("Dockerfile").contains("COTERIE_LISTEN=0.0.0.0:3000"));
    assert!(
        words.concat().contains("/dev/tcp/127.0.0.1/3000") && words.concat().contains("/readyz")
    );
}

#[test]
fn the_proxy_knows_every_server() {
    let all = compose();
    let caddyfile = read("deploy/Caddyfile");
    let line = caddyfile
        .lines()
        .find_map(|line| line.trim().strip_prefix("reverse_proxy "));
    let line = line.expect("where it leads");
    let leads: Vec<&str> = line.trim_end_matches('{').split_whitespace().collect();
    let all = services(&all);
    let nodes = all.keys().filter(|name| is_node(name));
    let nodes: Vec<String> = nodes.map(|name| format!("{name}:3000")).collect();
    assert_eq!(leads, nodes);
    let set = environment(all["proxy"]);
    let named = caddyfile
        .split("{$")
        .skip(1)
        .filter_map(|rest| rest.split(['}', ':']).next());
    for variable in named {
        assert!(set.contains_key(variable), "{variable}");
    }
}
