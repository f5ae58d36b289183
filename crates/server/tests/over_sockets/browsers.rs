//! One browser, one cookie: home knows where it sits, and what the first release left is exchanged.

use std::path::Path;

use rules::base::id::{SeatId, TableId};
use rules::ruleset::SystemId;
use serde_json::json;
use server::auth::token::Token;
use server::chance::SystemChance;
use server::store::SeatStore as _;
use server::store::sqlite::FILE;
use sqlx::ConnectOptions as _;
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};

use crate::client::{Guest, opening, soon};
use crate::server::{Company, START, Server, invitation};

const HOUR: u64 = 60 * 60 * 1000;

#[tokio::test]
async fn three_hundred_demonstrations_leave_one_cookie() {
    let server = Server::start().await;
    let mut guest = Guest::new(server.address);
    let first = guest.make_table("Sam").await;
    let mut demos = Vec::new();
    for _ in 0..300 {
        let made = guest.get("/demo").await;
        assert_eq!(made.status, 303);
        demos.push(made.location().to_owned());
    }
    assert_eq!(guest.cookies.len(), 1, "{:?}", guest.cookies.keys());
    assert!(guest.cookie_line().is_some_and(|line| line.len() < 100));
    assert_eq!(guest.get("/").await.status, 200);
    for demo in [&demos[0], &demos[150], &demos[299]] {
        let page = opening(&guest.get(demo).await.body);
        assert!(page.demo);
        guest.follow(page.encounter).await;
    }
    guest.opening(first).await;
    server.stop().await;
}

/// The titles home lists, in order, and the whole page.
async fn home(guest: &mut Guest) -> (Vec<String>, String) {
    let page = guest.get("/").await;
    assert_eq!(page.status, 200);
    let body = page.body.replace("<!>", "");
    let titles = body.split("<strong>").skip(1);
    let titles = titles.filter_map(|rest| rest.split("</strong>").next());
    (titles.map(str::to_owned).collect(), body)
}

async fn make(guest: &mut Guest, title: &str, system: SystemId) -> TableId {
    let key = system.key();
    let form = [("table", title), ("name", "Mara"), ("system", key)];
    let made = guest.post("/tables", &form).await;
    made.location()
        .trim_start_matches("/t/")
        .parse()
        .expect("a table")
}

#[tokio::test]
async fn home_lists_where_this_browser_sits() {
    let mut company = Company::gather().await;
    let mut mara = Guest::new(company.server.address);
    let (titles, page) = home(&mut mara).await;
    assert!(titles.is_empty() && page.contains("You run the scene."));
    assert!(!page.contains("Your tables"));
    assert_eq!(mara.cookies.len(), 0, "nothing to remember");

    let one = make(&mut mara, "One & only", SystemId::FIRST).await;
    company.server.clock.wind(2 * HOUR);
    let two = make(
        &mut mara,
        "Two",
        SystemId::from_key("tristat").expect("a system"),
    )
    .await;
    let link = invitation(&mut company.sam, company.table).await.spectator;
    company.server.clock.wind(HOUR);
    mara.sit(&link, "Mara the guest").await;
    mara.get("/demo").await;
    let (titles, page) = home(&mut mara).await;
    assert_eq!(titles, ["The Wharf", "Two", "One &amp; only"]);
    for words in [
        "Mara the guest, spectator · Chronicle · just now",
        "Mara, storyteller · Tri-Stat · 1 hour ago",
        "Mara, storyteller · Chronicle · 3 hours ago",
        &format!("href=\"/t/{one}\""),
        &format!("href=\"/t/{two}\""),
        &format!("action=\"/t/{}/leave\"", company.table),
    ] {
        assert!(page.contains(words), "{words}");
    }
    assert!(!page.contains(&format!("action=\"/t/{one}/leave\"")));

    // Being there brings a table to the top: when it is opened, and when it is left.
    company.server.clock.wind(HOUR);
    let encounter = mara.opening(one).await.encounter;
    soon(async { while home(&mut mara).await.0[0] != "One &amp; only" {} }).await;
    let line = mara.follow(encounter).await;
    company.server.clock.wind(HOUR);
    mara.opening(two).await;
    soon(async { while home(&mut mara).await.0[0] != "Two" {} }).await;
    company.server.clock.wind(HOUR);
    drop(line);
    soon(async { while home(&mut mara).await.0[0] != "One &amp; only" {} }).await;

    // Nobody else sees it, and a seat that is gone is not there.
    let mut stranger = Guest::new(company.server.address);
    assert!(home(&mut stranger).await.0.is_empty());
    assert_eq!(home(&mut company.ana).await.0, ["The Wharf"]);
    let mut sam = company.sam.follow(company.encounter).await;
    assert_eq!(sam.give(json!({"unseat": {"seat": 2}})).await, Ok(()));
    assert!(home(&mut company.ana).await.0.is_empty());
    // What went wrong with a form does not hide it.
    let wrong = mara.post("/code", &[("code", "no such code")]).await;
    assert!(wrong.status == 422 && wrong.body.contains("One &amp; only"));
    company.server.stop().await;
}

#[tokio::test]
async fn a_key_that_opens_nothing_here_is_kept() {
    // Another server on the same machine, at another port, is shown the same cookie.
    let [one, other] = [Server::start().await, Server::start().await];
    let mut guest = Guest::new(one.address);
    let table = guest.make_table("Sam").await;
    guest.address = other.address;
    assert!(home(&mut guest).await.0.is_empty());
    assert_eq!(guest.get(&format!("/t/{table}")).await.status, 404);
    let elsewhere = guest.make_table("Sam").await;
    guest.opening(elsewhere).await;
    guest.address = one.address;
    guest.opening(table).await;
    one.stop().await;
    other.stop().await;
}

/// A data folder as the first release left it, with so many tables, at which Ana sits.
struct FirstRelease {
    connection: SqliteConnection,
    cookies: Vec<(TableId, Token)>,
}

impl FirstRelease {
    async fn with(data: &Path, tables: u8) -> Self {
        let options = SqliteConnectOptions::new()
            .filename(data.join(FILE))
            .create_if_missing(true);
        let mut connection = options.connect().await.expect("a database");
        let sql = include_str!("../../../../migrations/sqlite/0001_tables.sql");
        let sql = sqlx::SqlSafeStr::into_sql_str(sql);
        let kind = MigrationType::Simple;
        let first = Migration::new(1, "tables".into(), kind, sql, false);
        let migrator = Migrator::with_migrations(vec![first]);
        migrator
            .run(&mut connection)
            .await
            .expect("the first shape");
        let mut made = Self {
            connection,
            cookies: Vec::new(),
        };
        for number in 1..=tables {
            let table = TableId(number.into());
            made.run(
                "INSERT INTO tables (id, name, demo, created_at) VALUES (?, 'Old', 0, ?)",
                table,
            )
            .await;
            made.run(
                "INSERT INTO encounters (id, table_id, title, system, created_at) \
                 SELECT id, id, 'Old', 'chronicle', ?2 FROM tables WHERE id = ?1",
                table,
            )
            .await;
            made.seat(table, 1, "storyteller", "Sam").await;
            let token = made.seat(table, 2, "player", "Ana").await;
            made.cookies.push((table, token));
        }
        made
    }

    async fn run(&mut self, sql: &'static str, table: TableId) {
        let done = sqlx::query(sql)
            .bind(table.to_bytes().to_vec())
            .bind(i64::try_from(START).expect("small"))
            .execute(&mut self.connection)
            .await;
        done.expect("a row");
    }

    async fn seat(&mut self, table: TableId, seat: i64, role: &str, name: &str) -> Token {
        let token = Token::mint(&SystemChance);
        let sql = "INSERT INTO seats (table_id, seat, role, name, token_hash, created_at) \
                   VALUES (?, ?, ?, ?, ?, ?)";
        let done = sqlx::query(sql)
            .bind(table.to_bytes().to_vec())
            .bind(seat)
            .bind(role.to_owned())
            .bind(name.to_owned())
            .bind(token.hash().0.to_vec())
            .bind(i64::try_from(START).expect("small"))
            .execute(&mut self.connection)
            .await;
        done.expect("a row");
        token
    }

    /// A browser with these cookies.
    fn browser(&self, server: &Server) -> Guest {
        let mut guest = Guest::new(server.address);
        for (table, token) in &self.cookies {
            guest
                .cookies
                .insert(format!("seat-{table}"), token.to_text());
        }
        guest
    }
}

#[tokio::test]
async fn cookies_of_the_first_release_become_one() {
    let server = Server::start().await;
    let mut old = None;
    let server = server
        .again_after(async |data| {
            for file in [
                FILE.to_owned(),
                format!("{FILE}-wal"),
                format!("{FILE}-shm"),
            ] {
                _ = std::fs::remove_file(data.join(file));
            }
            let mut made = FirstRelease::with(data, 30).await;
            made.run(
                "UPDATE seats SET revoked_at = ?2 WHERE table_id = ?1 AND seat = 2",
                TableId(9),
            )
            .await;
            old = Some(made);
        })
        .await;
    let old = old.expect("a folder");
    let before = old.browser(&server);

    // Two answers at once, or one that never arrives, give the same key.
    let mut ana = before.clone();
    let mut twin = before.clone();
    assert_eq!(ana.opening(TableId(30)).await.you, SeatId(2));
    assert_eq!(twin.get("/").await.status, 200);
    let key = ana.cookies["coterie"].clone();
    assert_eq!(twin.cookies["coterie"], key);
    assert!(!ana.cookies.contains_key(&format!("seat-{}", TableId(30))));

    // A few visits later there is one cookie, and all that was there.
    let (titles, _) = home(&mut ana).await;
    assert!(titles.len() >= 24, "{}", titles.len());
    let (titles, _) = home(&mut ana).await;
    assert_eq!(titles.len(), 29, "one was taken away before");
    assert_eq!(ana.cookies.keys().collect::<Vec<_>>(), ["coterie"]);
    for table in [1, 8, 29, 30] {
        let opening = ana.opening(TableId(table)).await;
        assert_eq!(opening.you, SeatId(2));
        ana.follow(opening.encounter).await;
    }
    assert_eq!(ana.get(&format!("/t/{}", TableId(9))).await.status, 404);
    let browser = Token::read(&key).expect("a key").hash();
    let out = server
        .store
        .was_removed_from_table(TableId(9), browser)
        .await;
    assert!(
        out.expect("an answer"),
        "it is known that she was shown out"
    );

    // From then on the old cookies open nothing.
    let mut thief = before.clone();
    assert_eq!(thief.get(&format!("/t/{}", TableId(1))).await.status, 404);
    assert_eq!(home(&mut thief).await.0.len(), 0);
    assert!(!thief.cookies.contains_key("coterie"));
    server.stop().await;
}

#[tokio::test]
async fn namesakes_of_the_first_release_are_both_at_the_table() {
    let server = Server::start().await;
    let (mut old, mut twin) = (None, None);
    let server = server
        .again_after(async |data| {
            for file in [
                FILE.to_owned(),
                format!("{FILE}-wal"),
                format!("{FILE}-shm"),
            ] {
                _ = std::fs::remove_file(data.join(file));
            }
            let mut made = FirstRelease::with(data, 1).await;
            twin = Some(made.seat(TableId(1), 3, "player", "Ana").await);
            old = Some(made);
        })
        .await;
    let mut old = old.expect("a folder");
    let table = TableId(1);
    let mut first = old.browser(&server);
    old.cookies = vec![(table, twin.expect("a token"))];
    let mut second = old.browser(&server);
    assert_eq!(first.opening(table).await.you, SeatId(2));
    let opening = second.opening(table).await;
    assert_eq!(opening.you, SeatId(3));
    let names: Vec<_> = opening
        .view
        .seats
        .iter()
        .map(|seat| &seat.name[..])
        .collect();
    assert_eq!(names, ["Sam", "Ana", "Ana 2"]);
    server.stop().await;
}

#[tokio::test]
async fn by_the_address_of_the_network_everything_works_without_https() {
    let server = Server::start().await;
    let port = server.address.port();
    let mut sam = Guest::new(server.address);
    // As a phone in the room writes it.
    sam.host = Some(format!("192.168.1.20:{port}"));
    let table = sam.make_table("Sam").await;
    let encounter = sam.opening(table).await.encounter;
    let mut line = sam.follow(encounter).await;
    assert_eq!(line.give(json!({"add": {"line": "Ilse"}})).await, Ok(()));
    let invited = invitation(&mut sam, table).await;
    assert_eq!(invited.site, format!("http://192.168.1.20:{port}"));
    assert!(invited.qr.is_some());
    let mut ana = Guest::new(server.address);
    ana.host.clone_from(&sam.host);
    ana.sit(&invited.player, "Ana").await;
    ana.follow(encounter).await;
    // Where it does not listen for the network, its own address is the one it knows.
    sam.host = None;
    let mut here = Guest::new(server.address);
    let other = here.make_table("Sam").await;
    let invited = invitation(&mut here, other).await;
    assert_eq!(invited.site, format!("http://127.0.0.1:{port}"));
    // Another site is another site.
    let own = format!("http://192.168.1.20:{port}");
    assert_eq!(
        ana.clone()
            .knock(encounter, Some("http://192.168.1.21"))
            .await
            .err(),
        Some(403)
    );
    sam.host = Some("192.168.1.21".into());
    let crossed = sam
        .post_raw("/tables", &[("origin", &own)], "table=T&name=N")
        .await;
    assert_eq!(crossed.status, 403);
    server.stop().await;
}
