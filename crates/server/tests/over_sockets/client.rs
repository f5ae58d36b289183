//! Somebody at a table: a small browser without a screen.

use std::collections::BTreeMap;
use std::future::Future;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use app::page::Opening;
use futures_util::{SinkExt as _, StreamExt as _};
use rules::base::id::{CombatantId, CommandId, EncounterId, SeatId, TableId};
use rules::encounter::{Command, PrivateChange, PrivateView, View};
use rules::ruleset::SystemId;
use rules::wire::{
    ClientMessage, NotDoneReason, PROTOCOL_VERSION, ResumePoint, RoomEpoch, ServerMessage,
};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::{Error, Message};

/// Longer than anything takes; a test that waits so long has failed.
const PATIENCE: Duration = Duration::from_secs(20);

/// How long to wait before something too fast is said again: longer than one message takes to come back into a socket's
/// measure, so that nobody is shown out for asking.
pub(crate) const AGAIN: Duration = Duration::from_millis(25);

/// Waits for something that must happen.
pub(crate) async fn soon<T>(what: impl Future<Output = T>) -> T {
    let waited = tokio::time::timeout(PATIENCE, what).await;
    waited.expect("it should have happened by now")
}

/// A command's id nobody has used.
pub(crate) fn fresh_id() -> CommandId {
    static USED: AtomicU64 = AtomicU64::new(1);
    let next = USED.fetch_add(1, Ordering::Relaxed);
    CommandId(0xc0de_0000_0000_0000_0000_0000_0000_0000 | u128::from(next))
}

/// A command as it stands on the wire.
pub(crate) fn command(json: &Value) -> Command {
    serde_json::from_value(json.clone()).expect("a command")
}

/// What the server answers to a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    /// In the order they came, names in lower case.
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut all = self.headers.iter();
        all.find(|(key, _)| key == name)
            .map(|(_, value)| value.as_str())
    }

    /// The way to somewhere else.
    pub(crate) fn location(&self) -> &str {
        self.header("location").expect("a redirect")
    }
}

/// A browser with its cookies.
#[derive(Clone, Debug)]
pub(crate) struct Guest {
    pub(crate) address: SocketAddr,
    pub(crate) cookies: BTreeMap<String, String>,
    /// Bytes its sockets take in before it reads them, if not the usual.
    pub(crate) takes: Option<u32>,
    /// What it calls the server, if not by its address.
    pub(crate) host: Option<String>,
    /// Whether its address bar says so.
    pub(crate) https: bool,
}

impl Guest {
    /// A browser that was never here.
    pub(crate) fn new(address: SocketAddr) -> Self {
        Self {
            address,
            cookies: BTreeMap::new(),
            takes: None,
            host: None,
            https: false,
        }
    }

    /// What stands in its address bar, without the scheme.
    pub(crate) fn host(&self) -> String {
        let address = || self.address.to_string();
        self.host.clone().unwrap_or_else(address)
    }

    /// Where it says that its pages are from.
    fn origin(&self) -> String {
        let scheme = if self.https { "https" } else { "http" };
        format!("{scheme}://{}", self.host())
    }

    /// Makes a table; the way to it.
    pub(crate) async fn make_table(&mut self, name: &str) -> TableId {
        self.make_table_on(name, SystemId::FIRST).await
    }

    /// Makes a table on these rules; the way to it.
    pub(crate) async fn make_table_on(&mut self, name: &str, system: SystemId) -> TableId {
        let key = system.key();
        let form = [("table", "The Wharf"), ("name", name), ("system", key)];
        let made = self.post("/tables", &form).await;
        assert_eq!(made.status, 303, "{made:?}");
        table_of(made.location())
    }

    /// Sits down by an invite link; the way to the table.
    pub(crate) async fn sit(&mut self, link: &str, name: &str) -> TableId {
        let sat = self.post(link, &[("name", name)]).await;
        assert_eq!(sat.status, 303, "{sat:?}");
        table_of(sat.location())
    }

    pub(crate) async fn get(&mut self, path: &str) -> Answer {
        self.ask(format!("GET {path} HTTP/1.1\r\n"), &[], b"").await
    }

    /// Asks with these headers besides.
    pub(crate) async fn get_raw(&mut self, path: &str, headers: &[(&str, &str)]) -> Answer {
        self.ask(format!("GET {path} HTTP/1.1\r\n"), headers, b"")
            .await
    }

    /// Sends a form of our own page.
    pub(crate) async fn post(&mut self, path: &str, form: &[(&str, &str)]) -> Answer {
        let origin = self.origin();
        self.post_raw(path, &[("origin", &origin), FORM], &fields(form))
            .await
    }

    /// Sends a form as a browser does that only says that the page is of the same site.
    pub(crate) async fn post_from_nowhere(&mut self, path: &str, form: &[(&str, &str)]) -> Answer {
        let said = ("sec-fetch-site", "same-origin");
        self.post_raw(path, &[said, FORM], &fields(form)).await
    }

    /// Sends a form with these headers and nothing else.
    pub(crate) async fn post_raw(
        &mut self,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> Answer {
        let first = format!("POST {path} HTTP/1.1\r\n");
        self.ask(first, headers, body.as_bytes()).await
    }

    /// Sends a file in the field of a form, as a browser does.
    pub(crate) async fn upload(&mut self, path: &str, field: &str, file: &[u8]) -> Answer {
        let origin = self.origin();
        let kind = ("content-type", "multipart/form-data; boundary=edge");
        let head = format!(
            "--edge\r\ncontent-disposition: form-data; name=\"{field}\"; filename=\"../../x.html\"\r\n\
             content-type: text/html\r\n\r\n"
        );
        let body = [head.as_bytes(), file, b"\r\n--edge--\r\n"].concat();
        let first = format!("POST {path} HTTP/1.1\r\n");
        self.ask(first, &[("origin", &origin), kind], &body).await
    }

    async fn ask(&mut self, first: String, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        let mut head = first;
        head.push_str(&format!("host: {}\r\nconnection: close\r\n", self.host()));
        if let Some(cookies) = self.cookie_line() {
            head.push_str(&format!("cookie: {cookies}\r\n"));
        }
        for (name, value) in headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        if !body.is_empty() {
            head.push_str(&format!("content-length: {}\r\n", body.len()));
        }
        head.push_str("\r\n");
        let bytes = soon(async {
            let mut stream = TcpStream::connect(self.address).await.expect("a server");
            // Who is refused early may be hung up on before everything is sent.
            _ = stream.write_all(head.as_bytes()).await;
            _ = stream.write_all(body).await;
            let mut bytes = Vec::new();
            _ = stream.read_to_end(&mut bytes).await;
            bytes
        });
        let answer = parse(&bytes.await);
        self.take_cookies(&answer);
        answer
    }

    fn take_cookies(&mut self, answer: &Answer) {
        for (name, line) in &answer.headers {
            if name == "set-cookie"
                && let Some((name, value)) =
                    line.split(';').next().and_then(|pair| pair.split_once('='))
            {
                if line.contains("Max-Age=0") {
                    self.cookies.remove(name);
                } else {
                    self.cookies.insert(name.into(), value.into());
                }
            }
        }
    }

    pub(crate) fn cookie_line(&self) -> Option<String> {
        let pairs = self.cookies.iter();
        let pairs: Vec<_> = pairs
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        (!pairs.is_empty()).then(|| pairs.join("; "))
    }

    /// The page of a table as a browser's program reads it.
    pub(crate) async fn opening(&mut self, table: TableId) -> Opening {
        let page = self.get(&format!("/t/{table}")).await;
        assert_eq!(page.status, 200);
        opening(&page.body)
    }

    /// A socket that has said nothing yet, or the status of the refusal.
    pub(crate) async fn knock(
        &self,
        encounter: EncounterId,
        origin: Option<&str>,
    ) -> Result<Line, u16> {
        let url = format!("ws://{}/ws/{encounter}", self.host());
        let mut request = url.into_client_request().expect("a request");
        let headers = request.headers_mut();
        if let Some(origin) = origin {
            headers.insert("origin", origin.parse().expect("a header"));
        }
        if let Some(cookies) = self.cookie_line() {
            headers.insert("cookie", cookies.parse().expect("a header"));
        }
        let socket = TcpSocket::new_v4().expect("a socket");
        if let Some(bytes) = self.takes {
            socket.set_recv_buffer_size(bytes).expect("a smaller one");
        }
        let stream = socket.connect(self.address).await.expect("a server");
        match soon(tokio_tungstenite::client_async(request, stream)).await {
            Ok((socket, _)) => Ok(Line::new(socket)),
            Err(Error::Http(answer)) => Err(answer.status().as_u16()),
            Err(error) => panic!("{error}"),
        }
    }

    /// A socket that has said nothing yet.
    pub(crate) async fn dial(&self, encounter: EncounterId) -> Line {
        let origin = self.origin();
        let line = self.knock(encounter, Some(&origin)).await;
        line.expect("a socket")
    }

    /// A socket that has said hello and seen everything.
    pub(crate) async fn follow(&self, encounter: EncounterId) -> Line {
        let mut line = self.dial(encounter).await;
        line.hello(None).await;
        line.until(|line| line.seen.is_some() && !line.here.is_empty())
            .await;
        line
    }
}

/// What a browser says a form is.
pub(crate) const FORM: (&str, &str) = ("content-type", "application/x-www-form-urlencoded");

/// The body of a form.
fn fields(form: &[(&str, &str)]) -> String {
    let pairs = form
        .iter()
        .map(|(name, value)| format!("{name}={}", encoded(value)));
    pairs.collect::<Vec<_>>().join("&")
}

fn encoded(text: &str) -> String {
    let one = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => char::from(byte).to_string(),
        byte => format!("%{byte:02X}"),
    };
    text.bytes().map(one).collect()
}

fn table_of(path: &str) -> TableId {
    let id = path.strip_prefix("/t/").expect("the way to a table");
    id.parse().expect("a table")
}

fn parse(bytes: &[u8]) -> Answer {
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n");
    let (head, body) = bytes.split_at(end.expect("an answer"));
    let head = std::str::from_utf8(head).expect("text");
    let (_, body) = body.split_at(4);
    // A picture has a letter for each of its bytes.
    let text = |bytes: &[u8]| match String::from_utf8(bytes.to_vec()) {
        Ok(text) => text,
        Err(_) => bytes.iter().copied().map(char::from).collect(),
    };
    let mut lines = head.split("\r\n");
    let status = lines.next().and_then(|line| line.split(' ').nth(1));
    let headers: Vec<_> = lines
        .filter_map(|line| line.split_once(": "))
        .map(|(name, value)| (name.to_lowercase(), value.to_owned()))
        .collect();
    let answer = Answer {
        status: status
            .and_then(|status| status.parse().ok())
            .expect("a status"),
        headers,
        body: text(body),
    };
    if answer.header("transfer-encoding") == Some("chunked") {
        let body = text(&joined(body));
        return Answer { body, ..answer };
    }
    let length = answer.header("content-length").expect("a whole answer");
    assert_eq!(length, body.len().to_string(), "a whole answer");
    answer
}

/// What a proxy sends in pieces, each behind its length, up to one of none.
fn joined(mut pieces: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    loop {
        let end = pieces.windows(2).position(|two| two == b"\r\n");
        let (length, rest) = pieces.split_at(end.expect("a length"));
        let length = std::str::from_utf8(length).expect("text");
        let length = usize::from_str_radix(length, 16).expect("a length");
        if length == 0 {
            return whole;
        }
        let (piece, rest) = rest[2..].split_at(length);
        whole.extend(piece);
        pieces = rest.strip_prefix(b"\r\n").expect("a whole piece");
    }
}

/// What a page gives to the program that wakes it.
pub(crate) fn opening(page: &str) -> Opening {
    let start = "<script type=\"application/json\" id=\"opening\">";
    let (_, rest) = page.split_once(start).expect("a table's page");
    let (json, _) = rest.split_once("</script>").expect("a whole page");
    serde_json::from_str(json).expect("an opening")
}

/// How a socket ended: with a close code, or without a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Code(u16),
    Cut,
}

/// One socket. It follows what it is told, and checks that the numbers have no gaps.
pub(crate) struct Line {
    pub(crate) socket: WebSocketStream<TcpStream>,
    pub(crate) you: Option<SeatId>,
    pub(crate) seen: Option<ResumePoint>,
    pub(crate) view: Option<View>,
    /// What the seat alone is told, with the number of the last message of it.
    pub(crate) private: Option<(u64, PrivateView)>,
    pub(crate) here: Vec<SeatId>,
    /// Everything that was heard, as it came.
    pub(crate) heard: Vec<String>,
}

impl Line {
    pub(crate) fn new(socket: WebSocketStream<TcpStream>) -> Self {
        Self {
            socket,
            you: None,
            seen: None,
            view: None,
            private: None,
            here: Vec::new(),
            heard: Vec::new(),
        }
    }

    /// Goes on from what somebody else has seen, as a browser does that comes back.
    pub(crate) fn remember(&mut self, seen: ResumePoint, view: View) {
        (self.seen, self.view) = (Some(seen), Some(view));
    }

    pub(crate) async fn send(&mut self, message: Message) {
        soon(self.socket.send(message))
            .await
            .expect("an open socket");
    }

    pub(crate) async fn say(&mut self, text: &str) {
        self.send(Message::text(text)).await;
    }

    pub(crate) async fn tell(&mut self, message: &ClientMessage) {
        self.say(&serde_json::to_string(message).expect("data"))
            .await;
    }

    pub(crate) async fn hello(&mut self, seen: Option<ResumePoint>) {
        let protocol = PROTOCOL_VERSION;
        let private = self.private.as_ref().map(|(seq, _)| *seq);
        self.tell(&ClientMessage::Hello {
            protocol,
            seen,
            private,
        })
        .await;
    }

    /// The next message, or how it ended.
    pub(crate) async fn hear(&mut self) -> Result<ServerMessage, End> {
        let text = loop {
            match soon(self.socket.next()).await {
                Some(Ok(Message::Text(text))) => break text,
                Some(Ok(Message::Close(Some(frame)))) => {
                    // The goodbye back.
                    _ = self.socket.flush().await;
                    return Err(End::Code(frame.code.into()));
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                Some(Ok(other)) => panic!("{other:?}"),
                Some(Err(_)) | None => return Err(End::Cut),
            }
        };
        self.heard.push(text.to_string());
        let message: ServerMessage = serde_json::from_str(&text).expect("a message");
        match &message {
            ServerMessage::Snapshot(snapshot) => {
                self.you = Some(snapshot.you);
                let (epoch, seq) = (snapshot.epoch, snapshot.seq);
                self.remember(ResumePoint { epoch, seq }, snapshot.view.clone());
                self.private = None;
            }
            ServerMessage::Resumed { you } => self.you = Some(*you),
            ServerMessage::Changes(seq, changes) => {
                let seen = self.seen.as_mut().expect("a picture before changes");
                assert_eq!(*seq, seen.seq + 1, "no gaps");
                assert!(!changes.is_empty(), "no empty numbers");
                seen.seq = *seq;
                let view = self.view.as_mut().expect("a picture before changes");
                changes.iter().for_each(|change| view.apply_change(change));
            }
            ServerMessage::Private(seq, changes) => {
                let (known, view) = self.private.get_or_insert_default();
                let whole = matches!(changes[..], [PrivateChange::All(_)]);
                assert!(whole || *seq == *known + 1, "no gaps");
                *known = *seq;
                changes.iter().for_each(|change| view.apply_change(change));
            }
            ServerMessage::Here(here) => self.here.clone_from(here),
            _ => {}
        }
        Ok(message)
    }

    /// Asks something, and hears the reply. What else is said meanwhile is not listened to.
    pub(crate) async fn ask(&mut self, no: u32, question: Value) -> Value {
        let asked = json!({"ask": {"no": no, "question": question}});
        self.say(&asked.to_string()).await;
        loop {
            let message = soon(self.socket.next()).await;
            let text = match message.expect("an open socket").expect("a message") {
                Message::Text(text) if text.starts_with(r#"{"reply":"#) => text,
                _ => continue,
            };
            let mut reply: Value = serde_json::from_str(&text).expect("data");
            assert_eq!(reply["reply"][0], no);
            return reply["reply"][1].take();
        }
    }

    /// The next message of a socket that must be open.
    pub(crate) async fn next(&mut self) -> ServerMessage {
        self.hear().await.expect("an open socket")
    }

    /// Listens until something is so.
    pub(crate) async fn until(&mut self, mut so: impl FnMut(&Self) -> bool) {
        while !so(self) {
            self.next().await;
        }
    }

    /// Listens to the end.
    pub(crate) async fn end(&mut self) -> End {
        loop {
            if let Err(end) = self.hear().await {
                return end;
            }
        }
    }

    /// Hears everything that was on its way when this was asked.
    pub(crate) async fn catch_up(&mut self) {
        self.tell(&ClientMessage::Ping).await;
        while self.next().await != ServerMessage::Pong {}
    }

    /// Gives a command and waits for the answer.
    pub(crate) async fn give_as(
        &mut self,
        id: CommandId,
        json: &Value,
    ) -> Result<(), NotDoneReason> {
        let command = command(json);
        self.tell(&ClientMessage::Do { id, command }).await;
        self.answer(id).await
    }

    /// Gives a command and waits for the answer.
    pub(crate) async fn give(&mut self, json: Value) -> Result<(), NotDoneReason> {
        self.give_as(fresh_id(), &json).await
    }

    /// Waits for the answer to a command.
    pub(crate) async fn answer(&mut self, id: CommandId) -> Result<(), NotDoneReason> {
        loop {
            match self.next().await {
                ServerMessage::Done(done) if done == id => return Ok(()),
                ServerMessage::NotDone(not, why) if not == id => return Err(why),
                ServerMessage::Unreadable(complaint) => panic!("{complaint}"),
                _ => {}
            }
        }
    }

    /// The changes among what was heard.
    pub(crate) fn changes(&self) -> Vec<String> {
        let heard = self.heard.iter();
        let changes = heard.filter(|text| text.starts_with(r#"{"d":"#));
        changes.cloned().collect()
    }

    pub(crate) fn view(&self) -> &View {
        self.view.as_ref().expect("a picture")
    }

    pub(crate) fn seen(&self) -> ResumePoint {
        self.seen.expect("a picture")
    }

    pub(crate) fn epoch(&self) -> RoomEpoch {
        self.seen().epoch
    }

    /// Whom this viewer sees by this name.
    pub(crate) fn find(&self, name: &str) -> Option<CombatantId> {
        let mut rows = self.view().rows.values();
        rows.find(|row| row.full_name() == name).map(|row| row.id)
    }

    pub(crate) fn id(&self, name: &str) -> CombatantId {
        self.find(name).expect("somebody of that name")
    }
}
