//! What stands around every answer: codings, tags, bounds.

use std::io::Read;

use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::client::{FORM, Guest, opening, soon};
use crate::server::{Company, Server, invitation};

/// An answer as it came, not yet unpacked.
pub(crate) struct Packed {
    pub(crate) status: u16,
    head: String,
    pub(crate) body: Vec<u8>,
}

impl Packed {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.split("\r\n").skip(1);
        let mut pairs = lines.filter_map(|line| line.split_once(": "));
        let found = pairs.find(|(key, _)| key.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value)
    }

    pub(crate) fn unpacked(&self) -> String {
        let mut text = String::new();
        let mut body = &self.body[..];
        let read = match self.header("content-encoding") {
            None => Read::read_to_string(&mut body, &mut text),
            Some("br") => brotli::Decompressor::new(body, 4096).read_to_string(&mut text),
            Some("gzip") => flate2::read::GzDecoder::new(body).read_to_string(&mut text),
            Some(other) => panic!("nobody asked for {other}"),
        };
        read.expect("a whole text");
        text
    }
}

/// Asks as HTTP/1.0 does, so that the body ends with the line and comes in one piece.
pub(crate) async fn ask(
    guest: &Guest,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
) -> Packed {
    let mut request = format!("{method} {path} HTTP/1.0\r\nhost: {}\r\n", guest.address);
    if let Some(cookies) = guest.cookie_line() {
        request.push_str(&format!("cookie: {cookies}\r\n"));
    }
    for (name, value) in headers {
        request.push_str(&format!("{name}: {value}\r\n"));
    }
    request.push_str("\r\n");
    let bytes = soon(async {
        let mut stream = TcpStream::connect(guest.address).await.expect("a server");
        stream.write_all(request.as_bytes()).await.expect("a line");
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).await.expect("an answer");
        bytes
    });
    let bytes = bytes.await;
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n");
    let (head, body) = bytes.split_at(end.expect("an answer"));
    let head = String::from_utf8(head.to_vec()).expect("text");
    let status = head
        .split(' ')
        .nth(1)
        .and_then(|status| status.parse().ok());
    Packed {
        status: status.expect("a status"),
        head,
        body: body[4..].to_vec(),
    }
}

#[tokio::test]
async fn a_players_page_is_compressed_and_never_a_storytellers() {
    let mut company = Company::gather().await;
    let links = invitation(&mut company.sam, company.table).await;
    let mut cora = Guest::new(company.server.address);
    cora.sit(&links.co_storyteller, "Cora").await;
    let mut line = company.sam.follow(company.encounter).await;
    assert_eq!(
        line.give(json!({"add": {"line": "Nosferatu vampire", "hidden": true}}))
            .await,
        Ok(())
    );
    assert_eq!(
        line.give(json!({"add": {"line": "4x ghoul dex 3"}})).await,
        Ok(())
    );

    let path = format!("/t/{}", company.table);
    for guest in [&company.ana, &company.eve] {
        let plain = ask(guest, "GET", &path, &[]).await;
        assert_eq!(plain.header("content-encoding"), None);
        for (takes, coding) in [
            ("gzip, deflate, br", "br"),
            ("gzip, deflate", "gzip"),
            ("br;q=0, gzip;q=0.5", "gzip"),
        ] {
            let packed = ask(guest, "GET", &path, &[("accept-encoding", takes)]).await;
            assert_eq!(packed.header("content-encoding"), Some(coding), "{takes}");
            assert_eq!(packed.header("vary"), Some("accept-encoding"));
            assert_eq!(packed.header("cache-control"), Some("no-store"));
            assert_eq!(opening(&packed.unpacked()), opening(&plain.unpacked()));
            let (short, long) = (packed.body.len(), plain.body.len());
            assert!(short * 3 < long, "{short} bytes of {long}");
        }
    }
    // What stands in these pages is secret, or beside what others typed.
    let everything = ("accept-encoding", "gzip, deflate, br, zstd");
    for (guest, path) in [
        (&company.sam, &path[..]),
        (&cora, &path),
        (&company.ana, "/"),
        (&company.ana, &links.player),
    ] {
        let plain = ask(guest, "GET", path, &[everything]).await;
        assert_eq!(plain.header("content-encoding"), None, "{path}");
    }
    let page = ask(&company.sam, "GET", &path, &[everything]).await;
    assert!(page.unpacked().contains("Nosferatu"));
    let mut sam = company.sam.clone();
    let invite = format!("/t/{}/invite", company.table);
    let origin = format!("http://{}", sam.address);
    let headers = [("origin", &origin[..]), FORM, everything];
    let answer = sam.post_raw(&invite, &headers, "").await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("content-encoding"), None);
    company.server.stop().await;
}

#[tokio::test]
async fn a_file_is_sent_once_and_in_parts() {
    let server = Server::start().await;
    let guest = Guest::new(server.address);
    let style = ask(&guest, "GET", "/style.css", &[]).await;
    assert_eq!(style.status, 200);
    assert_eq!(style.header("content-type"), Some("text/css"));
    assert_eq!(style.header("cache-control"), Some("no-cache"));
    let length = style.body.len();
    assert!(length > 10_000, "all sheets in one: {length} bytes");
    let tag = style.header("etag").expect("a tag");

    let same = ask(&guest, "GET", "/style.css", &[("if-none-match", tag)]).await;
    assert_eq!((same.status, same.body.len()), (304, 0));
    let other = ask(&guest, "GET", "/style.css", &[("if-none-match", "\"x\"")]).await;
    assert_eq!(other.status, 200);
    let head = ask(&guest, "HEAD", "/style.css", &[]).await;
    assert_eq!((head.status, head.body.len()), (200, 0));
    assert_eq!(head.header("content-length"), Some(&*length.to_string()));
    let part = ask(&guest, "GET", "/style.css", &[("range", "bytes=10-19")]).await;
    assert_eq!((part.status, &part.body[..]), (206, &style.body[10..20]));
    let beyond = ask(&guest, "GET", "/style.css", &[("range", "bytes=9999999-")]).await;
    assert_eq!(beyond.status, 416);

    for (path, kind) in [
        ("/icon.svg", "image/svg+xml"),
        ("/manifest.webmanifest", "application/manifest+json"),
        ("/icon-192.png", "image/png"),
        ("/icon-512.png", "image/png"),
        ("/icon-maskable.png", "image/png"),
        ("/worker.js", "text/javascript"),
        ("/offline", "text/html; charset=utf-8"),
    ] {
        let file = ask(&guest, "GET", path, &[]).await;
        assert_eq!(
            (file.status, file.header("content-type")),
            (200, Some(kind))
        );
    }
    for nothing in [
        "/style.css/",
        "/style.css.br",
        "/styles",
        "/style/00-tokens.css",
        "/start.js",
        "/pkg/start.js",
        "/pkg/0123456789abcdef/start.js",
        "/../Cargo.toml",
        "/..%2f..%2fCargo.toml",
        "/%2e%2e/Cargo.toml",
        "/fonts",
        "/fonts/",
        "/%00",
    ] {
        let answer = ask(&guest, "GET", nothing, &[]).await;
        assert_eq!(answer.status, 404, "{nothing}");
        assert_eq!(
            answer.header("content-type"),
            Some("text/html; charset=utf-8")
        );
    }
    server.stop().await;
}

/// Whatever a browser may show as a page says what a page may do; the parts of a page say only what matters for them.
#[tokio::test]
async fn a_part_of_a_page_carries_no_headers_of_pages() {
    let server = Server::start().await;
    let guest = Guest::new(server.address);
    let of_pages = [
        "content-security-policy",
        "referrer-policy",
        "cross-origin-opener-policy",
        "permissions-policy",
    ];
    let font = "/fonts/inter-latin-400-normal.woff2";
    for (path, is_part) in [
        ("/", false),
        ("/nothing", false),
        ("/icon.svg", false),
        ("/manifest.webmanifest", false),
        ("/offline", false),
        ("/worker.js", true),
        ("/style.css", true),
        (font, true),
        ("/dice.js", true),
    ] {
        let answer = ask(&guest, "GET", path, &[]).await;
        assert_eq!(answer.status == 200, path != "/nothing", "{path}");
        for name in of_pages {
            assert_eq!(answer.header(name).is_none(), is_part, "{path}: {name}");
        }
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        let policy = answer.header("cross-origin-resource-policy");
        assert_eq!(policy, Some("same-origin"), "{path}");
    }
    server.stop().await;
}

#[tokio::test]
async fn the_fonts_of_the_first_paint_are_announced_and_no_others() {
    let mut company = Company::gather().await;
    let style = ask(&company.ana, "GET", "/style.css", &[]).await;
    let style = style.unpacked();
    let table = format!("/t/{}", company.table);
    for path in ["/", &table, "/rules/chronicle"] {
        let page = company.ana.get(path).await.body;
        let links = page.split("<link rel=\"preload\" as=\"font\"").skip(1);
        let links = links.filter_map(|link| link.split("href=\"").nth(1)?.split('"').next());
        let fonts: Vec<&str> = links.collect();
        assert_eq!(
            fonts,
            [
                "/fonts/inter-latin-400-normal.woff2",
                "/fonts/inter-latin-600-normal.woff2",
                "/fonts/spectral-latin-600-normal.woff2",
            ],
            "{path}"
        );
        for font in fonts {
            // By another name it would come twice.
            assert!(style.contains(&format!("url({font})")), "{font}");
            let file = ask(&company.ana, "GET", font, &[]).await;
            assert_eq!(
                (file.status, file.header("content-type")),
                (200, Some("font/woff2"))
            );
            assert!(
                file.body.len() < 25_000,
                "{font}: {} bytes",
                file.body.len()
            );
        }
    }
    company.server.stop().await;
}

#[tokio::test]
async fn a_form_beyond_the_bound_is_refused_before_it_is_read() {
    let server = Server::start().await;
    let mut guest = Guest::new(server.address);
    let origin = format!("http://{}", server.address);
    let huge = format!("table=T&name={}", "x".repeat(17 * 1024));
    let answer = guest
        .post_raw("/tables", &[("origin", &origin), FORM], &huge)
        .await;
    assert_eq!(answer.status, 413);
    assert!(answer.body.contains("<main"), "a page says so");

    // Only announced, and never sent: nobody waits for it.
    let announced = ("content-length", "1000000");
    let answer = ask(
        &guest,
        "POST",
        "/tables",
        &[("origin", &origin), FORM, announced],
    )
    .await;
    assert_eq!(answer.status, 413);
    server.stop().await;
}
