//! Two real servers behind the proxy of `compose.yaml`, as `deploy/Caddyfile` sets it up: TLS, websockets, and a server
//! that goes away.

use std::net::{SocketAddr, TcpListener as Listener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rules::wire::close;
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
use tokio::process::Command as Starts;
use tokio::task::JoinHandle;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore, crypto};

use crate::client::{End, Guest, Line, soon};
use crate::cluster::shared;
use crate::news::Nats;
use crate::program::Program;
use crate::server::invitation;

/// Where Caddy is, when it is not on the search path.
const VARIABLE: &str = "COTERIE_CADDY";
const CADDYFILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../deploy/Caddyfile");
/// The name of the site, for which Caddy makes a certificate of its own.
const SITE: &str = "localhost";
/// A free port.
const ANYWHERE: &str = "127.0.0.1:0";
/// How long browsers may be without a server when one goes away.
const BACK: Duration = Duration::from_secs(10);

/// Caddy, if it is here.
pub(crate) fn caddy() -> Option<PathBuf> {
    proxy("caddy", VARIABLE)
}

/// A program, if it is here.
#[expect(clippy::print_stderr, reason = "what is not tried is said")]
pub(crate) fn proxy(name: &str, variable: &str) -> Option<PathBuf> {
    let named = std::env::var_os(variable).map(PathBuf::from);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let on_path = std::env::split_paths(&path).map(|folder| folder.join(name));
    let found = named.into_iter().chain(on_path).find(|it| it.is_file());
    if found.is_none() {
        let all = std::env::var_os("COTERIE_ALL_ENGINES").is_some_and(|all| !all.is_empty());
        assert!(!all, "no {name} here, and everything is to be tried");
        eprintln!("skipped: no {name} here; `cargo xtask test server` brings one");
    }
    found
}

pub(crate) fn free_port() -> u16 {
    let free = Listener::bind("127.0.0.1:0").expect("a port");
    free.local_addr().expect("an address").port()
}

/// The file as the proxy understands it.
fn understood(caddy: &Path) -> Value {
    let mut adapt = Command::new(caddy);
    adapt.args([
        "adapt",
        "--validate",
        "--adapter",
        "caddyfile",
        "--config",
        CADDYFILE,
    ]);
    let adapted = adapt
        .env("COTERIE_SITE", SITE)
        .output()
        .expect("the program");
    let said = String::from_utf8_lossy(&adapted.stderr).into_owned();
    assert!(adapted.status.success(), "{said}");
    assert!(!said.contains("not formatted"), "{said}");
    serde_json::from_slice(&adapted.stdout).expect("its own words")
}

/// The proxy, ended with the test.
struct Front {
    child: Child,
    /// Where a browser comes in that leaves TLS to this test.
    address: SocketAddr,
    port: u16,
    carrying: JoinHandle<()>,
}

impl Drop for Front {
    fn drop(&mut self) {
        self.carrying.abort();
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

/// Waits for something.
pub(crate) async fn until(what: &str, mut so: impl AsyncFnMut() -> bool) {
    let since = Instant::now();
    while !so().await {
        assert!(since.elapsed() < Duration::from_secs(20), "{what}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

impl Front {
    /// As the file says, but for what is this machine's: ports, and where the servers are.
    async fn start(caddy: &Path, place: &Path, port: u16, nodes: &[SocketAddr]) -> Self {
        let mut config = understood(caddy);
        let server = &mut config["apps"]["http"]["servers"]["srv0"];
        assert_eq!(server["listen"], json!([":443"]));
        server["listen"] = json!([format!("127.0.0.1:{port}")]);
        // The way from http to https is at a port of its own that belongs to the machine.
        server["automatic_https"] = json!({"disable_redirects": true});
        server["tls_connection_policies"] = json!([{}]);
        let proxy = &mut server["routes"][0]["handle"][0]["routes"][0]["handle"][0];
        assert_eq!(
            proxy["upstreams"].as_array().map(Vec::len),
            Some(nodes.len())
        );
        proxy["upstreams"] = nodes
            .iter()
            .map(|node| json!({"dial": node.to_string()}))
            .collect();
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
            .expect("the program");
        let root = place.join("caddy/pki/authorities/local/root.crt");
        until("it makes its certificates", async || root.is_file()).await;
        let tls = believing(&root);
        until("it listens", async || {
            dial(port, &tls, SITE).await.is_some()
        })
        .await;
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let carrying = tokio::spawn(carry(listener, port, tls, SITE));
        Self {
            child,
            address,
            port,
            carrying,
        }
    }

    /// A browser that comes by https.
    fn guest(&self) -> Guest {
        Guest {
            host: Some(format!("{SITE}:{}", self.port)),
            https: true,
            ..Guest::new(self.address)
        }
    }
}

/// TLS that believes this authority and no other.
pub(crate) fn believing(root: &Path) -> TlsConnector {
    let mut roots = RootCertStore::empty();
    let root = CertificateDer::from_pem_file(root).expect("a certificate");
    roots.add(root).expect("an authority");
    let provider = Arc::new(crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .expect("versions of TLS")
        .with_root_certificates(roots)
        .with_no_client_auth();
    Arc::new(config).into()
}

/// A line to the proxy, if it listens and has its certificate by now.
pub(crate) async fn dial(
    port: u16,
    tls: &TlsConnector,
    site: &'static str,
) -> Option<TlsStream<TcpStream>> {
    let proxy = TcpStream::connect(("127.0.0.1", port)).await.ok()?;
    let name = ServerName::try_from(site).expect("a name");
    tls.connect(name, proxy).await.ok()
}

/// Puts TLS around what comes, as a browser does.
pub(crate) async fn carry(listener: TcpListener, port: u16, tls: TlsConnector, site: &'static str) {
    while let Ok((mut plain, _)) = listener.accept().await {
        let tls = tls.clone();
        tokio::spawn(async move {
            let Some(mut proxy) = dial(port, &tls, site).await else {
                return;
            };
            _ = tokio::io::copy_bidirectional(&mut plain, &mut proxy).await;
        });
    }
}

/// One of the servers, as `compose.yaml` sets it up.
async fn node(data: &Path, (database, news): (&str, &Nats), port: u16, listen: &str) -> Program {
    let mut program = Starts::new(env!("CARGO_BIN_EXE_coterie"));
    program.args(["--metrics", "127.0.0.1:0", "--trust-proxy"]);
    program.env("COTERIE_PUBLIC_URL", format!("https://{SITE}:{port}"));
    program.env("DATABASE_URL", database);
    program.env("NATS_URL", news.url()).env("RUST_LOG", "warn");
    Program::of_at(program, data, listen).await
}

/// How many browsers are at tables of a server.
async fn sockets(node: &Program) -> u64 {
    let mut asks = Guest::new(node.meters.expect("its meters"));
    let page = asks.get("/metrics").await.body;
    let line = page
        .lines()
        .find_map(|line| line.strip_prefix("coterie_sockets "));
    line.and_then(|number| number.parse().ok())
        .expect("a meter")
}

/// Comes back as a browser does, with what it has seen, until somebody answers.
async fn back(guest: &mut Guest, table: rules::base::id::TableId) -> Line {
    let since = Instant::now();
    loop {
        assert!(since.elapsed() < BACK, "nobody answers");
        let page = guest.get(&format!("/t/{table}")).await;
        if page.status == 200 {
            let encounter = crate::client::opening(&page.body).encounter;
            let origin = format!("https://{}", guest.host());
            if let Ok(mut line) = guest.knock(encounter, Some(&origin)).await {
                line.hello(None).await;
                line.until(|line| line.seen.is_some() && !line.here.is_empty())
                    .await;
                return line;
            }
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

#[test]
fn the_proxys_file_is_one_it_understands() {
    let Some(caddy) = caddy() else { return };
    let config = understood(&caddy);
    let server = &config["apps"]["http"]["servers"]["srv0"];
    let text = server.to_string();
    // What compresses there undoes what is left out on purpose here.
    assert!(
        !text.contains("encode") && text.contains("/readyz"),
        "{text}"
    );
    assert_eq!(config["admin"]["disabled"], true);
}

#[tokio::test]
async fn behind_the_proxy_one_server_is_killed_and_another_ended_and_everybody_comes_back() {
    let (Some(caddy), Some(cluster), Some(news)) = (caddy(), shared(), Nats::start()) else {
        return;
    };
    let database = cluster.new_address().await;
    let place = tempfile::tempdir().expect("a folder");
    let port = free_port();
    let folders = ["one", "two"].map(|name| place.path().join(name));
    let one = node(&folders[0], (&database, &news), port, ANYWHERE).await;
    let two = node(&folders[1], (&database, &news), port, ANYWHERE).await;
    let mut nodes = [one, two];
    let addresses = [nodes[0].address, nodes[1].address];
    let front = Front::start(&caddy, place.path(), port, &addresses).await;

    let mut sam = front.guest();
    until("a server is well", async || {
        front.guest().get("/").await.status == 200
    })
    .await;
    let table = sam.make_table("Sam").await;
    let cookies = sam.cookie_line().expect("a key");
    assert!(
        cookies.starts_with("__Host-"),
        "they came by https: {cookies}"
    );
    let invited = invitation(&mut sam, table).await.player;
    let mut ana = front.guest();
    ana.sit(&invited, "Ana").await;
    let mut line = back(&mut sam, table).await;
    let mut of_ana = back(&mut ana, table).await;
    assert_eq!(of_ana.give(json!({"add": {"line": "Ilse"}})).await, Ok(()));
    line.until(|line| line.find("Ilse").is_some()).await;

    // The server they are at is killed.
    let at = match sockets(&nodes[0]).await {
        0 => 1,
        _ => 0,
    };
    assert_eq!(
        (sockets(&nodes[at]).await, sockets(&nodes[1 - at]).await),
        (2, 0)
    );
    // Whoever is at the other one sees the same.
    let mut elsewhere = Guest {
        address: nodes[1 - at].address,
        ..sam.clone()
    };
    let mut of_other = back(&mut elsewhere, table).await;
    assert_eq!(
        of_ana.give(json!({"add": {"line": "Gargoyle"}})).await,
        Ok(())
    );
    soon(of_other.until(|line| line.find("Gargoyle").is_some())).await;
    drop(of_other);
    nodes[at].kill().await;
    assert_eq!(soon(line.end()).await, End::Cut);
    _ = soon(of_ana.end()).await;
    let mut line = back(&mut sam, table).await;
    assert!(
        line.find("Ilse").is_some() && line.find("Gargoyle").is_some(),
        "what was acknowledged is there"
    );
    let mut of_ana = back(&mut ana, table).await;
    until("both are at the other server", async || {
        sockets(&nodes[1 - at]).await == 2
    })
    .await;
    assert_eq!(line.give(json!({"add": {"line": "Ghoul"}})).await, Ok(()));
    of_ana.until(|line| line.find("Ghoul").is_some()).await;

    // It is started again, and the proxy finds out that it is ready.
    let listen = nodes[at].address.to_string();
    nodes[at] = node(&folders[at], (&database, &news), port, &listen).await;
    until("the proxy brings people to it again", async || {
        let _probe = back(&mut ana.clone(), table).await;
        sockets(&nodes[at]).await > 0
    })
    .await;

    // The other is ended in order, for an upgrade: it says goodbye, and nobody sees an error.
    nodes[1 - at].signal("TERM").await;
    for line in [&mut line, &mut of_ana] {
        assert_eq!(soon(line.end()).await, End::Code(close::GOING_DOWN));
    }
    let page = sam.get(&format!("/t/{table}")).await;
    assert_eq!(page.status, 200, "no error in between: {}", page.body);
    let line = back(&mut sam, table).await;
    assert!(line.find("Ilse").is_some() && line.find("Ghoul").is_some());
    back(&mut ana, table).await;
    assert!(nodes[1 - at].ended().await.success());
}
