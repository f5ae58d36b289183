//! The samples for proxies that the manual prints, started as they stand there before the real program; and the same with
//! a line missing, as people write them.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::process::Command as Starts;
use tokio::task::JoinHandle;

use crate::client::Guest;
use crate::front::{believing, caddy, carry, dial, free_port, proxy, until};
use crate::program::Program;

/// The site of the samples.
const SITE: &str = "table.example.org";
/// Where the server is in them.
const SERVER: &str = "127.0.0.1:3000";
/// What people read about proxies.
const PAGES: [&str; 2] = [
    include_str!("../../../../README.md"),
    include_str!("../../../../docs/operating.md"),
];

/// The blocks of a language in these pages.
fn blocks(language: &str) -> Vec<String> {
    let start = format!("```{language}\n");
    let all = PAGES.iter().flat_map(|page| page.split(&start).skip(1));
    let blocks = all.filter_map(|rest| Some(rest.split_once("```")?.0.to_owned()));
    blocks.collect()
}

fn nginx() -> Option<PathBuf> {
    proxy("nginx", "COTERIE_NGINX")
}

/// A proxy and the program behind it, ended with the test.
struct Behind {
    proxy: Child,
    program: Program,
    /// Where a browser comes in that leaves TLS to this test.
    address: SocketAddr,
    port: u16,
    carrying: JoinHandle<()>,
}

impl Drop for Behind {
    fn drop(&mut self) {
        self.carrying.abort();
        _ = self.proxy.kill();
        _ = self.proxy.wait();
    }
}

/// A text with another in the place of one that must be there, once.
fn instead(text: &str, this: &str, that: &str) -> String {
    assert_eq!(text.matches(this).count(), 1, "{this:?} in {text}");
    text.replace(this, that)
}

impl Behind {
    /// nginx with such a sample; this machine's own are the port, the certificate and where the server is.
    async fn nginx(nginx: &Path, place: &Path, sample: &str) -> Self {
        let program = program(&place.join("data")).await;
        let (certificate, key) = certificate(place);
        let port = free_port();
        let sample = instead(sample, "listen 443 ", &format!("listen 127.0.0.1:{port} "));
        let sample = instead(&sample, SERVER, &program.address.to_string());
        let sample = instead(
            &sample,
            "/etc/ssl/table.example.org.crt",
            &certificate.display().to_string(),
        );
        let sample = instead(
            &sample,
            "/etc/ssl/table.example.org.key",
            &key.display().to_string(),
        );
        let place = place.display();
        let temporary: String = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map(|kind| format!("{kind}_temp_path {place}/{kind};\n"))
            .concat();
        let config = format!(
            "daemon off; master_process off; pid {place}/nginx.pid;\nevents {{}}\nhttp {{\naccess_log off;\n{temporary}\n{sample}\n}}\n"
        );
        let file = PathBuf::from(format!("{place}/nginx.conf"));
        std::fs::write(&file, config).expect("a file");
        let mut asked = Command::new(nginx);
        let log = format!("{place}/nginx.log");
        asked.args(["-e", &log, "-c"]).arg(&file);
        let tried = asked.arg("-t").output().expect("nginx");
        assert!(
            tried.status.success(),
            "{}",
            String::from_utf8_lossy(&tried.stderr)
        );
        let child = Command::new(nginx)
            .args(["-e", &log, "-c"])
            .arg(&file)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("nginx");
        Self::at(child, program, port, &certificate).await
    }

    /// Caddy with such a sample; its certificate is its own, since nobody on this machine is the site.
    async fn caddy(caddy: &Path, place: &Path, sample: &str) -> Self {
        let program = program(&place.join("data")).await;
        let sample = instead(sample, SERVER, &program.address.to_string());
        let file = place.join("Caddyfile");
        std::fs::write(&file, sample).expect("a file");
        let mut adapt = Command::new(caddy);
        adapt.args(["adapt", "--adapter", "caddyfile", "--config"]);
        let adapted = adapt.arg(&file).output().expect("Caddy");
        let said = String::from_utf8_lossy(&adapted.stderr);
        assert!(adapted.status.success(), "{said}");
        let mut config: Value = serde_json::from_slice(&adapted.stdout).expect("its own words");
        let port = free_port();
        config["admin"] = json!({"disabled": true});
        config["apps"]["tls"] =
            json!({"automation": {"policies": [{"issuers": [{"module": "internal"}]}]}});
        config["apps"]["pki"] =
            json!({"certificate_authorities": {"local": {"install_trust": false}}});
        let server = &mut config["apps"]["http"]["servers"]["srv0"];
        assert_eq!(server["listen"], json!([":443"]));
        server["listen"] = json!([format!("127.0.0.1:{port}")]);
        server["automatic_https"] = json!({"disable_redirects": true});
        server["tls_connection_policies"] = json!([{}]);
        let file = place.join("caddy.json");
        std::fs::write(&file, config.to_string()).expect("a file");
        let log = std::fs::File::create(place.join("caddy.log")).expect("a file");
        let child = Command::new(caddy)
            .args(["run", "--config"])
            .arg(&file)
            .env("XDG_DATA_HOME", place)
            .env("XDG_CONFIG_HOME", place)
            .env("HOME", place)
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .expect("Caddy");
        let root = place.join("caddy/pki/authorities/local/root.crt");
        until("it makes its certificates", async || root.is_file()).await;
        Self::at(child, program, port, &root).await
    }

    async fn at(proxy: Child, program: Program, port: u16, root: &Path) -> Self {
        let tls = believing(root);
        until("it listens", async || {
            dial(port, &tls, SITE).await.is_some()
        })
        .await;
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let carrying = tokio::spawn(carry(listener, port, tls, SITE));
        let behind = Self {
            proxy,
            program,
            address,
            port,
            carrying,
        };
        until("the page comes", async || {
            behind.guest().get("/").await.status == 200
        })
        .await;
        behind
    }

    /// A browser that comes by https, at a port that is not the usual one.
    fn guest(&self) -> Guest {
        Guest {
            host: Some(format!("{SITE}:{}", self.port)),
            https: true,
            ..Guest::new(self.address)
        }
    }

    /// A table is made and played at.
    async fn plays(&self) {
        let mut sam = self.guest();
        let table = sam.make_table("Sam").await;
        let cookies = sam.cookie_line().expect("a key");
        assert!(
            cookies.starts_with("__Host-"),
            "it says that they came by https: {cookies}"
        );
        let encounter = sam.opening(table).await.encounter;
        let mut line = sam.follow(encounter).await;
        assert_eq!(line.give(json!({"add": {"line": "Ilse"}})).await, Ok(()));
        assert!(line.find("Ilse").is_some());
    }
}

/// The program, told no more than that there is a proxy.
async fn program(data: &Path) -> Program {
    let mut program = Starts::new(env!("CARGO_BIN_EXE_coterie"));
    program.arg("--trust-proxy").env("RUST_LOG", "warn");
    Program::of(program, data).await
}

/// A certificate for the site, which is its own authority, and its key.
fn certificate(place: &Path) -> (PathBuf, PathBuf) {
    let (certificate, key) = (place.join("site.crt"), place.join("site.key"));
    let mut made = Command::new("openssl");
    made.args([
        "req",
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:P-256",
        "-nodes",
    ]);
    made.args(["-days", "2", "-subj", &format!("/CN={SITE}")]);
    made.args(["-addext", &format!("subjectAltName=DNS:{SITE}")]);
    made.args(["-addext", "basicConstraints=critical,CA:FALSE"]);
    made.arg("-keyout").arg(&key).arg("-out").arg(&certificate);
    let made = made.output().expect("openssl");
    assert!(made.status.success(), "{made:?}");
    (certificate, key)
}

#[test]
fn no_sample_of_a_proxy_is_left_out() {
    assert_eq!((blocks("nginx").len(), blocks("caddy").len()), (1, 1));
    for directive in ["proxy_pass ", "reverse_proxy "] {
        let printed: usize = PAGES
            .iter()
            .map(|page| page.matches(directive).count())
            .sum();
        let started = [blocks("nginx"), blocks("caddy")].concat().concat();
        assert_eq!(printed, started.matches(directive).count(), "{directive}");
    }
}

#[tokio::test]
async fn behind_the_sample_for_nginx_people_play() {
    let Some(nginx) = nginx() else { return };
    for sample in blocks("nginx") {
        let place = tempfile::tempdir().expect("a folder");
        Behind::nginx(&nginx, place.path(), &sample)
            .await
            .plays()
            .await;
    }
}

#[tokio::test]
async fn behind_the_sample_for_caddy_people_play() {
    let Some(caddy) = caddy() else { return };
    for sample in blocks("caddy") {
        let place = tempfile::tempdir().expect("a folder");
        Behind::caddy(&caddy, place.path(), &sample)
            .await
            .plays()
            .await;
    }
}

#[tokio::test]
async fn behind_an_nginx_that_changes_the_host_the_page_says_what_its_host_does() {
    let Some(nginx) = nginx() else { return };
    let sample = blocks("nginx").concat();
    for host in ["", "proxy_set_header Host $host;"] {
        let place = tempfile::tempdir().expect("a folder");
        let sample = instead(&sample, "proxy_set_header Host $http_host;", host);
        let behind = Behind::nginx(&nginx, place.path(), &sample).await;
        let origin = format!("https://{SITE}:{}", behind.port);
        let given = match host {
            "" => behind.program.address.to_string(),
            _ => SITE.to_owned(),
        };
        let mut sam = behind.guest();
        for _ in 0..3 {
            let refused = sam
                .post("/tables", &[("table", "T"), ("name", "Sam")])
                .await;
            assert_eq!(refused.status, 403);
            for words in [&origin[..], &format!("“{given}”"), "--public-url"] {
                assert!(refused.body.contains(words), "{words} in {}", refused.body);
            }
            assert!(!refused.body.contains("This link"), "{}", refused.body);
        }
        let log = behind.program.log();
        let told: Vec<_> = log
            .lines()
            .filter(|line| line.contains("another site's"))
            .collect();
        assert_eq!(told.len(), 1, "{log}");
        assert!(
            told[0].contains("WARN") && told[0].contains(&origin) && told[0].contains(&given),
            "{log}"
        );
    }
}

#[tokio::test]
async fn behind_an_nginx_that_passes_no_websockets_the_log_says_so() {
    let Some(nginx) = nginx() else { return };
    let sample = blocks("nginx").concat();
    let sample = instead(&sample, "proxy_set_header Upgrade $http_upgrade;", "");
    let sample = instead(
        &sample,
        "proxy_set_header Connection $connection_upgrade;",
        "",
    );
    let sample = instead(&sample, "proxy_http_version 1.1;", "");
    let place = tempfile::tempdir().expect("a folder");
    let behind = Behind::nginx(&nginx, place.path(), &sample).await;
    let mut sam = behind.guest();
    let table = sam.make_table("Sam").await;
    let encounter = sam.opening(table).await.encounter;
    let origin = format!("https://{}", sam.host());
    for _ in 0..3 {
        assert_eq!(sam.knock(encounter, Some(&origin)).await.err(), Some(400));
    }
    let log = behind.program.log();
    let told: Vec<_> = log
        .lines()
        .filter(|line| line.contains("`Upgrade`"))
        .collect();
    assert_eq!(told.len(), 1, "{log}");
    assert!(
        told[0].contains("WARN") && told[0].contains("proxy"),
        "{log}"
    );
}
