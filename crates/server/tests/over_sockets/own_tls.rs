//! The program with a certificate of its own, and no proxy before it.

use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rcgen::{CertifiedKey, generate_simple_self_signed};
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::process::Command;
use tokio::task::JoinHandle;
use tokio_rustls::TlsConnector;

use crate::client::{Guest, soon};
use crate::front::{believing, carry, dial, until};
use crate::program::Program;

/// The name in the certificate.
const SITE: &str = "localhost";

/// Writes a file as PEM.
fn pem(file: &Path, label: &str, bytes: &[u8]) {
    let body = STANDARD.encode(bytes);
    let lines: Vec<&str> = body
        .as_bytes()
        .chunks(64)
        .map(|line| std::str::from_utf8(line).expect("letters"))
        .collect();
    let lines = lines.join("\n");
    let text = format!("-----BEGIN {label}-----\n{lines}\n-----END {label}-----\n");
    std::fs::write(file, text).expect("a file");
}

/// A certificate that vouches for itself, and its key.
fn certificate(place: &Path, name: &str) -> [PathBuf; 2] {
    let CertifiedKey { cert, signing_key } =
        generate_simple_self_signed([SITE.to_owned()]).expect("a certificate");
    let files = ["crt", "key"].map(|end| place.join(format!("{name}.{end}")));
    pem(&files[0], "CERTIFICATE", cert.der());
    pem(&files[1], "PRIVATE KEY", &signing_key.serialize_der());
    files
}

/// The program by TLS, and the way of a browser to it.
struct Secure {
    program: Program,
    guest: Guest,
    carrying: JoinHandle<()>,
}

impl Drop for Secure {
    fn drop(&mut self) {
        self.carrying.abort();
    }
}

impl Secure {
    async fn start(data: &Path, [certificate, key]: &[PathBuf; 2]) -> Self {
        let mut program = Command::new(env!("CARGO_BIN_EXE_coterie"));
        program.arg("--tls").args([certificate, key]);
        program.env("RUST_LOG", "warn");
        let program = Program::of(program, data).await;
        let port = program.address.port();
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let carrying = tokio::spawn(carry(listener, port, believing(certificate), SITE));
        let guest = Guest {
            host: Some(format!("{SITE}:{port}")),
            https: true,
            ..Guest::new(address)
        };
        Self {
            program,
            guest,
            carrying,
        }
    }
}

#[tokio::test]
async fn a_table_is_played_and_kept_by_tls() {
    let place = tempfile::tempdir().expect("a folder");
    let files = certificate(place.path(), "own");
    let data = place.path().join("data");
    let mut first = Secure::start(&data, &files).await;
    let table = first.guest.make_table("Sam").await;
    let encounter = first.guest.opening(table).await.encounter;
    let mut line = first.guest.follow(encounter).await;
    assert_eq!(line.give(json!({"add": {"line": "Ghoul"}})).await, Ok(()));
    // Browsers are told that this site is reached by https and nothing else, and keep its key for that.
    let front = first.guest.get("/").await;
    assert!(front.header("strict-transport-security").is_some());
    assert!(
        first
            .guest
            .cookies
            .keys()
            .all(|name| name.starts_with("__Host-")),
        "{:?}",
        first.guest.cookies
    );
    let cookies = first.guest.cookies.clone();
    drop(line);
    first.program.signal("TERM").await;
    assert!(first.program.ended().await.success());
    let again = Secure::start(&data, &files).await;
    let guest = Guest {
        cookies,
        host: again.guest.host.clone(),
        ..Guest::new(again.guest.address)
    };
    let guest = Guest {
        https: true,
        ..guest
    };
    let line = guest.follow(encounter).await;
    assert_eq!(line.view().rows.len(), 1);
}

#[tokio::test]
async fn who_speaks_in_clear_gets_no_page() {
    let place = tempfile::tempdir().expect("a folder");
    let files = certificate(place.path(), "own");
    let secure = Secure::start(&place.path().join("data"), &files).await;
    let mut stream = TcpStream::connect(secure.program.address)
        .await
        .expect("a server");
    let asked = b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n";
    stream.write_all(asked).await.expect("a line");
    let mut said = Vec::new();
    _ = soon(stream.read_to_end(&mut said)).await;
    assert!(
        !String::from_utf8_lossy(&said).contains("HTTP/1.1"),
        "{said:?}"
    );
}

#[tokio::test]
async fn a_renewed_certificate_counts_without_a_new_start() {
    let place = tempfile::tempdir().expect("a folder");
    let files = certificate(place.path(), "own");
    let [renewed, renewed_key] = certificate(place.path(), "renewed");
    let (old, new) = (believing(&files[0]), believing(&renewed));
    let secure = Secure::start(&place.path().join("data"), &files).await;
    let port = secure.program.address.port();
    let meets = async |tls: &TlsConnector| dial(port, tls, SITE).await.is_some();
    assert!(meets(&old).await && !meets(&new).await);
    std::fs::rename(&renewed, &files[0]).expect("a new certificate");
    until("half of a pair is told", async || {
        assert!(meets(&old).await, "the old pair is not let go");
        secure.program.log().contains("issued together")
    })
    .await;
    std::fs::rename(&renewed_key, &files[1]).expect("its key");
    until("the whole pair counts", async || meets(&new).await).await;
    assert!(!meets(&old).await);
}

#[tokio::test]
async fn files_that_are_no_certificate_and_key_are_told() {
    let place = tempfile::tempdir().expect("a folder");
    let [own, key] = certificate(place.path(), "own");
    let [_, others_key] = certificate(place.path(), "other");
    let missing = place.path().join("none.crt");
    let data = place.path().join("data");
    for (certificate, key, words) in [
        (&missing, &key, "cannot be read"),
        (&key, &own, "holds no certificate"),
        (&own, &own, "holds no private key"),
        (&own, &others_key, "issued together"),
    ] {
        let words_of = [certificate, key, &data].map(|path| path.to_str().expect("a path"));
        let [certificate, key, data] = words_of;
        let arguments = ["--tls", certificate, key, "--listen", "127.0.0.1:0"];
        let output = Program::fails(&[&arguments[..], &["--data", data]].concat()).await;
        assert_eq!(output.status.code(), Some(1));
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains(words), "{words} in {said}");
    }
}
