//! The program under test, and people who use it: over real sockets, on a real file.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "tests stop at the first surprise"
)]
#![allow(
    dead_code,
    clippy::allow_attributes,
    reason = "each test uses a part of it"
)]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command as Process, Stdio};
use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use rules::encounter::{Command, View};
use rules::id::CommandId;
use rules::wire::{FromClient, FromServer, PROTOCOL, Seen, Snapshot, Why};
use tokio::net::TcpStream as AsyncStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::{self, Message, client::IntoClientRequest as _};

/// Long enough for a busy machine; nothing waits for it when all is well.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

/// The real binary on a data directory.
pub(crate) struct Program {
    child: Child,
    pub(crate) address: SocketAddr,
    pub(crate) data: PathBuf,
}

impl Program {
    /// Starts it and waits until it says where it is.
    pub(crate) fn start(data: &Path) -> Self {
        let mut child = Process::new(env!("CARGO_BIN_EXE_coterie"))
            .args(["--listen", "127.0.0.1:0", "--no-address-limits", "--data"])
            .arg(data)
            .env("RUST_LOG", "warn")
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        let address = line.trim().rsplit("http://").next().unwrap().parse();
        let address = address.unwrap_or_else(|_| panic!("it says where it is, not {line:?}"));
        Self {
            child,
            address,
            data: data.to_owned(),
        }
    }

    /// Ends it without a word, as a power cut would.
    pub(crate) fn kill(&mut self) {
        // SIGKILL on Unix.
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

/// What came back.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| {
            let (found, value) = line.split_once(':')?;
            found.eq_ignore_ascii_case(name).then(|| value.trim())
        })
    }

    /// `name=value` of the cookie that was set.
    pub(crate) fn cookie(&self) -> Option<String> {
        Some(self.header("set-cookie")?.split(';').next()?.to_owned())
    }
}

/// One request with these header lines; the connection is closed after it.
pub(crate) fn request(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[String],
    body: &str,
) -> Answer {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    let mut text = format!("{method} {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n");
    for header in headers {
        text.push_str(header);
        text.push_str("\r\n");
    }
    if method == "POST" {
        text.push_str(&format!(
            "content-type: application/x-www-form-urlencoded\r\ncontent-length: {}\r\n",
            body.len()
        ));
    }
    text.push_str("\r\n");
    text.push_str(body);
    stream.write_all(text.as_bytes()).unwrap();
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).unwrap();
    let text = String::from_utf8(bytes).unwrap();
    let (head, body) = text.split_once("\r\n\r\n").expect("an answer with a head");
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    Answer {
        status,
        head: head.to_owned(),
        body: body.to_owned(),
    }
}

/// A browser with its cookie.
#[derive(Clone, Debug)]
pub(crate) struct Browser {
    pub(crate) address: SocketAddr,
    pub(crate) cookie: Option<String>,
}

impl Browser {
    pub(crate) fn new(address: SocketAddr) -> Self {
        Self {
            address,
            cookie: None,
        }
    }

    /// The same browser after the server came back elsewhere.
    pub(crate) fn at(&self, address: SocketAddr) -> Self {
        Self {
            address,
            cookie: self.cookie.clone(),
        }
    }

    fn headers(&self) -> Vec<String> {
        let origin = format!("origin: http://{}", self.address);
        self.cookie
            .iter()
            .map(|cookie| format!("cookie: {cookie}"))
            .chain([origin])
            .collect()
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        request(self.address, "GET", path, &self.headers(), "")
    }

    pub(crate) fn post(&self, path: &str, body: &str) -> Answer {
        request(self.address, "POST", path, &self.headers(), body)
    }

    /// Makes a table; answers with its path.
    pub(crate) fn make_table(&mut self) -> String {
        let made = self.post("/tables", "table=The+Wharf&name=Mara");
        assert_eq!(made.status, 303, "{}", made.body);
        self.cookie = made.cookie();
        made.header("location").unwrap().to_owned()
    }

    /// Sits down by an invite link; answers with the table's path.
    pub(crate) fn join(&mut self, link: &str, name: &str) -> String {
        let sat = self.post(link, &format!("name={name}"));
        assert_eq!(sat.status, 303, "{}", sat.body);
        self.cookie = sat.cookie();
        sat.header("location").unwrap().to_owned()
    }

    /// The encounter on a table's page.
    pub(crate) fn encounter(&self, table: &str) -> String {
        let page = self.get(table);
        assert_eq!(page.status, 200);
        let (_, rest) = page
            .body
            .split_once("\"encounter\":\"")
            .expect("an encounter");
        rest.split('"').next().unwrap().to_owned()
    }

    /// The invitation of a table.
    pub(crate) fn invitation(&self, table: &str) -> app::page::Invitation {
        let answer = self.post(&format!("{table}/invite"), "");
        assert_eq!(answer.status, 200, "{}", answer.body);
        serde_json::from_str(&answer.body).unwrap()
    }

    /// Opens a line without a word.
    pub(crate) async fn dial(&self, encounter: &str) -> Result<Line, tungstenite::Error> {
        self.dial_from(encounter, &format!("http://{}", self.address))
            .await
    }

    /// Opens a line from a page of this origin.
    pub(crate) async fn dial_from(
        &self,
        encounter: &str,
        origin: &str,
    ) -> Result<Line, tungstenite::Error> {
        let mut request = format!("ws://{}/ws/{encounter}", self.address).into_client_request()?;
        request
            .headers_mut()
            .insert("origin", origin.parse().unwrap());
        if let Some(cookie) = &self.cookie {
            request
                .headers_mut()
                .insert("cookie", cookie.parse().unwrap());
        }
        let stream = AsyncStream::connect(self.address).await?;
        let (socket, _) = tokio_tungstenite::client_async(request, stream).await?;
        Ok(Line {
            socket,
            frames: Vec::new(),
        })
    }

    /// Opens a line, says hello, and hears the snapshot.
    pub(crate) async fn connect(&self, encounter: &str) -> (Line, Snapshot) {
        let mut line = self.dial(encounter).await.unwrap();
        line.hello(None).await;
        match line.hear().await {
            Some(FromServer::Snapshot(snapshot)) => (line, *snapshot),
            other => panic!("a snapshot, not {other:?}"),
        }
    }
}

/// A websocket.
pub(crate) struct Line {
    pub(crate) socket: WebSocketStream<AsyncStream>,
    /// Every text that came, as it came.
    pub(crate) frames: Vec<String>,
}

impl Line {
    pub(crate) async fn say(&mut self, message: &FromClient) {
        self.say_text(&serde_json::to_string(message).unwrap())
            .await;
    }

    pub(crate) async fn say_text(&mut self, text: &str) {
        self.socket.send(Message::text(text)).await.unwrap();
    }

    pub(crate) async fn hello(&mut self, seen: Option<Seen>) {
        self.say(&FromClient::Hello {
            protocol: PROTOCOL,
            seen,
        })
        .await;
    }

    /// The next message; `None` when the line is gone.
    pub(crate) async fn hear(&mut self) -> Option<FromServer> {
        match self.hear_or_close().await {
            Ok(message) => Some(message),
            Err(_) => None,
        }
    }

    /// The next message, or the code the line was closed with.
    pub(crate) async fn hear_or_close(&mut self) -> Result<FromServer, Option<u16>> {
        loop {
            let next = tokio::time::timeout(PATIENCE, self.socket.next()).await;
            match next.expect("the server says something") {
                Some(Ok(Message::Text(text))) => {
                    self.frames.push(text.to_string());
                    return Ok(serde_json::from_str(&text).unwrap());
                }
                Some(Ok(Message::Close(frame))) => return Err(frame.map(|frame| frame.code.into())),
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Err(None),
            }
        }
    }

    /// Gives a command and waits for its answer; what comes before is patched into the view.
    pub(crate) async fn give(
        &mut self,
        view: &mut View,
        id: u128,
        command: Command,
    ) -> Result<(), Why> {
        let id = CommandId(id);
        self.say(&FromClient::Do { id, command }).await;
        loop {
            match self.hear().await.expect("the line holds") {
                FromServer::Changes(_, changes) => {
                    changes.iter().for_each(|change| view.patch(change))
                }
                FromServer::Done(done) if done == id => return Ok(()),
                FromServer::NotDone(not, why) if not == id => return Err(why),
                _ => {}
            }
        }
    }

    /// Hears until the view is as wanted.
    pub(crate) async fn until(&mut self, view: &mut View, wanted: impl Fn(&View) -> bool) {
        while !wanted(view) {
            if let FromServer::Changes(_, changes) = self.hear().await.expect("the line holds") {
                changes.iter().for_each(|change| view.patch(change));
            }
        }
    }
}

/// How often each of these commands is in the log.
pub(crate) async fn kept(data: &Path, ids: &[CommandId]) -> Vec<i64> {
    use sqlx::Row as _;
    let options = sqlx::sqlite::SqliteConnectOptions::new()
        .filename(data.join(server::store::sqlite::FILE))
        .read_only(true);
    let pool = sqlx::sqlite::SqlitePoolOptions::new()
        .max_connections(1)
        .connect_with(options)
        .await
        .unwrap();
    let mut counts = Vec::with_capacity(ids.len());
    for id in ids {
        let row = sqlx::query("SELECT COUNT(*) AS n FROM events WHERE command_id = ?")
            .bind(&id.to_bytes()[..])
            .fetch_one(&pool)
            .await
            .unwrap();
        counts.push(row.get::<i64, _>("n"));
    }
    pool.close().await;
    counts
}
