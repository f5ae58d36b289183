//! A plain client of NATS that listens in and asks, as far as its protocol is lines of text.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};

use crate::client::soon;
use crate::news::Nats;

/// Something that was published.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Published {
    pub(crate) subject: String,
    reply: Option<String>,
    pub(crate) payload: Vec<u8>,
}

/// A connection to a server.
pub(crate) struct Listener {
    from: tokio::io::BufReader<OwnedReadHalf>,
    to: OwnedWriteHalf,
}

impl Listener {
    /// Connects, and hears everything that is published under this subject.
    pub(crate) async fn hear_all(address: SocketAddr, subject: &str) -> Self {
        let stream = TcpStream::connect(address).await.expect("a server");
        stream.set_nodelay(true).expect("a socket");
        let (from, to) = stream.into_split();
        let from = tokio::io::BufReader::new(from);
        let mut listener = Self { from, to };
        let hello = format!("CONNECT {{\"verbose\":false}}\r\nSUB {subject} 1\r\nPING\r\n");
        listener.say(hello.as_bytes()).await;
        // The first line is about the server; its answer says that all before it was read.
        while listener.line().await != "PONG" {}
        listener
    }

    async fn say(&mut self, bytes: &[u8]) {
        self.to.write_all(bytes).await.expect("a server");
    }

    async fn line(&mut self) -> String {
        let mut line = String::new();
        let read = soon(self.from.read_line(&mut line)).await;
        assert!(read.expect("a server") > 0, "the server is gone");
        line.trim_end().to_owned()
    }

    pub(crate) async fn publish(&mut self, subject: &str, reply: &str, payload: &[u8]) {
        let head = format!("PUB {subject} {reply} {}\r\n", payload.len());
        self.say(&[head.as_bytes(), payload, b"\r\n"].concat())
            .await;
    }

    /// The next that is published. The words in front of it are not read as something else: `HMSG` has headers
    /// before its payload, which belong to what is told.
    pub(crate) async fn next(&mut self) -> Published {
        loop {
            let line = self.line().await;
            let words: Vec<&str> = line.split(' ').collect();
            match &words[..] {
                ["MSG", subject, _, length] => return self.rest(subject, None, length).await,
                ["MSG", subject, _, reply, length] => {
                    return self.rest(subject, Some(reply), length).await;
                }
                ["HMSG", subject, .., length] => return self.rest(subject, None, length).await,
                ["PING"] => self.say(b"PONG\r\n").await,
                _ => {}
            }
        }
    }

    async fn rest(&mut self, subject: &str, reply: Option<&str>, length: &str) -> Published {
        let length: usize = length.parse().expect("a length");
        let mut payload = vec![0; length + 2];
        soon(self.from.read_exact(&mut payload))
            .await
            .expect("all of it");
        payload.truncate(length);
        Published {
            subject: subject.to_owned(),
            reply: reply.map(str::to_owned),
            payload,
        }
    }
}

/// Round trips through a server: somebody asks, somebody else answers. How long each took.
pub(crate) async fn round_trips(address: SocketAddr, count: usize) -> Vec<Duration> {
    let mut answering = Listener::hear_all(address, "probe.ask").await;
    let mut asking = Listener::hear_all(address, "probe.answer").await;
    let answers = tokio::spawn(async move {
        loop {
            let asked = answering.next().await;
            let reply = asked.reply.expect("somebody waits");
            answering.publish(&reply, "", &asked.payload).await;
        }
    });
    let mut took = Vec::with_capacity(count);
    for _ in 0..count {
        let begun = Instant::now();
        asking.publish("probe.ask", "probe.answer", b"there?").await;
        asking.next().await;
        took.push(begun.elapsed());
    }
    answers.abort();
    took
}

/// The time within which this share of them was done.
pub(crate) fn share_of(mut all: Vec<Duration>, percent: usize) -> Duration {
    all.sort_unstable();
    let place = (all.len() * percent).div_ceil(100).saturating_sub(1);
    all.get(place).copied().unwrap_or_default()
}

#[tokio::test]
async fn it_carries_words_to_those_who_listen() {
    let Some(nats) = Nats::start() else {
        return;
    };
    let mut listener = Listener::hear_all(nats.at, "wharf.>").await;
    let mut other = Listener::hear_all(nats.at, "elsewhere").await;
    other.publish("elsewhere.too", "", b"unheard").await;
    other.publish("wharf.news", "", b"fog\r\nand more").await;
    let heard = listener.next().await;
    assert_eq!(
        (heard.subject.as_str(), &heard.payload[..]),
        ("wharf.news", &b"fog\r\nand more"[..])
    );
    assert_eq!(round_trips(nats.at, 20).await.len(), 20);
    let three = [3, 1, 2].map(Duration::from_secs).to_vec();
    assert_eq!(
        [50, 99].map(|it| share_of(three.clone(), it)),
        [2, 3].map(Duration::from_secs)
    );
}
