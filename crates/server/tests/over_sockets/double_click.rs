//! The program as somebody starts it who knows no option: for this computer alone, with the browser at its page, until the
//! room is let in.

use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt as _, BufReader, Lines};
use tokio::net::TcpStream;
use tokio::process::{Child, ChildStdout, Command};

use crate::client::{Guest, soon};
use crate::front::until;

/// The number of a user that owns nothing here, and is not root.
const NOBODY: &str = "65534";

/// A home with the program in it, and a browser that writes down what it opens.
struct Home {
    place: tempfile::TempDir,
    is_root: bool,
}

/// A program that was started without a word.
struct Started {
    child: Child,
    lines: Lines<BufReader<ChildStdout>>,
    /// What the window shows.
    said: Vec<String>,
    url: String,
}

impl Home {
    fn new() -> Self {
        let place = tempfile::tempdir().expect("a folder");
        let is_root = std::fs::metadata(place.path()).expect("a folder").uid() == 0;
        let everybody = std::fs::Permissions::from_mode(0o777);
        std::fs::set_permissions(place.path(), everybody.clone()).expect("our own folder");
        std::fs::copy(env!("CARGO_BIN_EXE_coterie"), place.path().join("coterie")).expect("a copy");
        let browser = place.path().join("xdg-open");
        let script = format!(
            "#!/bin/sh\necho \"$1\" >> {}\n",
            place.path().join("opened").display()
        );
        std::fs::write(&browser, script).expect("a file");
        std::fs::set_permissions(&browser, everybody).expect("our own file");
        Self { place, is_root }
    }

    /// The start of the program in its own folder. Nobody opens a browser for root.
    fn command(&self) -> Command {
        let program = self.place.path().join("coterie");
        let mut command = match self.is_root {
            true => {
                let mut command = Command::new("setpriv");
                command.args(["--reuid", NOBODY, "--regid", NOBODY, "--clear-groups"]);
                command.arg(program);
                command
            }
            false => Command::new(program),
        };
        let usual = std::env::var("PATH").unwrap_or_default();
        let path = format!("{}:{usual}", self.place.path().display());
        command.current_dir(self.place.path()).env_clear();
        command.env("PATH", path).env("HOME", self.place.path());
        command.env("DISPLAY", ":99").env("RUST_LOG", "warn");
        command.stdout(Stdio::piped()).kill_on_drop(true);
        command
    }

    async fn start(&self, mut command: Command) -> Started {
        let mut child = command.spawn().expect("the program");
        let stdout = child.stdout.take().expect("its window");
        let mut lines = BufReader::new(stdout).lines();
        let mut said = Vec::new();
        loop {
            let line = soon(lines.next_line()).await.expect("text");
            let line = line.expect("a line about how to stop it");
            said.push(line);
            if said
                .last()
                .is_some_and(|line| line.starts_with("To stop it"))
            {
                break;
            }
        }
        let url = said[0].strip_prefix("Coterie is at ").expect("an address");
        Started {
            child,
            lines,
            url: url.to_owned(),
            said,
        }
    }

    /// What the browser has opened.
    fn opened(&self) -> Vec<String> {
        let opened = std::fs::read_to_string(self.place.path().join("opened"));
        let opened = opened.unwrap_or_default();
        opened.lines().map(str::to_owned).collect()
    }

    fn data(&self) -> PathBuf {
        self.place.path().join(".local/share/coterie")
    }
}

impl Started {
    fn guest(&self) -> Guest {
        let address = self.url.strip_prefix("http://").expect("an address");
        Guest::new(address.parse().expect("an address"))
    }

    async fn stop(mut self) {
        let pid = self.child.id().expect("it runs").to_string();
        let sent = Command::new("kill").args(["-s", "INT", &pid]).status();
        assert!(sent.await.expect("a shell's usual tools").success());
        assert!(soon(self.child.wait()).await.expect("an end").success());
    }
}

fn has(said: &[String], words: &str) -> bool {
    said.iter().any(|line| line.contains(words))
}

#[tokio::test]
async fn without_a_word_it_serves_this_computer_and_opens_the_browser() {
    let home = Home::new();
    let started = home.start(home.command()).await;
    assert!(
        started.url.starts_with("http://127.0.0.1:30"),
        "{}",
        started.url
    );
    let folder = home.data();
    assert!(
        has(&started.said, &folder.display().to_string()),
        "{:?}",
        started.said
    );
    assert!(has(&started.said, &format!("{}/here", started.url)));
    assert!(has(&started.said, "Ctrl+C"));
    assert!(folder.join("coterie.sqlite3").exists());
    let page = format!("{}/here", started.url);
    until("the browser opens", async || {
        home.opened() == [page.clone()]
    })
    .await;
    let mut sam = started.guest();
    let table = sam.make_table("Sam").await;
    // A second start opens the one that runs, and ends.
    let second = soon(home.command().output()).await.expect("the program");
    let said = String::from_utf8_lossy(&second.stdout).into_owned();
    assert!(second.status.success(), "{second:?}");
    assert!(
        said.contains("running already") && said.contains(&started.url),
        "{said}"
    );
    until("it opens again", async || home.opened().len() == 2).await;
    assert_eq!(home.opened()[1], page);
    started.stop().await;
    assert!(!folder.join("address").exists());
    // Another start has what was kept.
    let again = home.start(home.command()).await;
    let mut back = again.guest();
    back.cookies = sam.cookies;
    assert_eq!(back.get(&format!("/t/{table}")).await.status, 200);
    again.stop().await;
}

#[tokio::test]
async fn no_browser_opens_where_nobody_sees_it() {
    for (name, value) in [("CI", "1"), ("COTERIE_NO_OPEN", "1"), ("DISPLAY", "")] {
        let home = Home::new();
        let mut command = home.command();
        command.env(name, value);
        let started = home.start(command).await;
        tokio::time::sleep(Duration::from_millis(300)).await;
        assert_eq!(home.opened(), [""; 0], "{name}");
        started.stop().await;
    }
}

#[tokio::test]
async fn a_folder_with_tables_beside_it_goes_on_being_used() {
    let home = Home::new();
    let beside = home.place.path().join("data");
    let mut first = home.command();
    first.args(["--data", "data", "--no-open"]);
    home.start(first).await.stop().await;
    assert!(beside.join("coterie.sqlite3").exists());
    let started = home.start(home.command()).await;
    assert!(
        has(&started.said, "goes on being used"),
        "{:?}",
        started.said
    );
    assert!(has(&started.said, &beside.display().to_string()));
    assert!(!home.data().exists());
    started.stop().await;
}

/// Whether something listens there.
async fn listens(address: &str) -> bool {
    TcpStream::connect(address).await.is_ok()
}

#[tokio::test]
async fn the_room_is_let_in_on_the_page_and_only_then() {
    let home = Home::new();
    let mut started = home.start(home.command()).await;
    let mut sam = started.guest();
    let page = sam.get("/here").await;
    assert_eq!(page.status, 200);
    assert!(page.body.contains("Let phones in this room join"));
    // Nobody else finds it: not by another name of this computer, and not from another site.
    for host in ["evil.example.org", "192.168.1.20:3000"] {
        let mut other = started.guest();
        other.host = Some(host.into());
        assert_eq!(other.get("/here").await.status, 404, "{host}");
        let posted = other.post("/here", &[("network", "open")]).await;
        assert_eq!(posted.status, 404, "{host}");
    }
    let origin = ("origin", "http://evil.example.org");
    let form = ("content-type", "application/x-www-form-urlencoded");
    let foreign = sam.post_raw("/here", &[origin, form], "network=open").await;
    assert_eq!(foreign.status, 403);

    let opened = sam
        .post("/here", &[("network", "open"), ("keep", "on")])
        .await;
    if opened.status == 200 {
        // This machine is in no network.
        assert!(opened.body.contains("in no network"), "{}", opened.body);
        return;
    }
    assert_eq!((opened.status, opened.location()), (303, "/here"));
    let line = soon(started.lines.next_line()).await.expect("text");
    let line = line.expect("the address for phones");
    let url = line.strip_prefix("Phones in the same network open ");
    let url = url.expect("an address").to_owned();
    let at = url.strip_prefix("http://").expect("an address").to_owned();
    let page = sam.get("/here").await.body;
    assert!(page.contains(&url) && page.contains("<svg"), "{page}");
    let mut phone = Guest::new(at.parse().expect("an address"));
    assert_eq!(phone.get("/").await.status, 200);
    assert_eq!(phone.get("/here").await.status, 404);
    let posted = phone.post("/here", &[("network", "closed")]).await;
    assert_eq!(posted.status, 404);
    // Links for others lead where they can come from.
    let table = sam.make_table("Sam").await;
    sam.opening(table).await;
    let invited = sam.post(&format!("/t/{table}/invite"), &[]).await;
    assert!(invited.body.contains(&at), "{}", invited.body);
    started.stop().await;

    // It was ticked: the next start lets them in, until it is closed again.
    let mut again = home.start(home.command()).await;
    assert!(
        has(&again.said, "Phones in the same network open"),
        "{:?}",
        again.said
    );
    let mut sam = again.guest();
    let port = again.url.rsplit(':').next().expect("a port");
    let host = at.split(':').next().expect("an address");
    let now = format!("{host}:{port}");
    assert!(listens(&now).await);
    let closed = sam.post("/here", &[("network", "closed")]).await;
    assert_eq!(closed.status, 303);
    until("it closes", async || !listens(&now).await).await;
    assert_eq!(sam.get("/").await.status, 200);
    again.stop().await;
    again = home.start(home.command()).await;
    assert!(
        !has(&again.said, "Phones in the same network"),
        "{:?}",
        again.said
    );
    again.stop().await;
}

#[tokio::test]
async fn a_server_with_an_address_has_no_page_for_this_computer() {
    let data = tempfile::tempdir().expect("a folder");
    let program = crate::program::Program::start(data.path()).await;
    let mut sam = Guest::new(program.address);
    assert_eq!(sam.get("/here").await.status, 404);
    let posted = sam.post("/here", &[("network", "open")]).await;
    assert_eq!(posted.status, 404);
    assert!(!Path::new(data.path()).join("network-open").exists());
}
