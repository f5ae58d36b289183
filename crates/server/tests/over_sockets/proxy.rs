//! A bad line: what goes through it comes in pieces and late, hangs for a while, and is cut at any byte. And a
//! browser at its end, which comes back as often as that happens.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::SinkExt as _;
use rules::base::id::EncounterId;
use rules::encounter::View;
use rules::wire::{ClientMessage, PROTOCOL_VERSION, ResumePoint};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;

use crate::client::{Guest, Line};
use crate::crash::Chance;
use crate::scribe::Scribe;

/// Longer than a browser waits for a connection.
const DIALS: Duration = Duration::from_secs(3);

/// Between the browsers and the program.
pub(crate) struct Proxy {
    pub(crate) address: SocketAddr,
    shared: Arc<Shared>,
    serving: JoinHandle<()>,
}

struct Shared {
    /// Where the program is, while it is there.
    to: Mutex<Option<SocketAddr>>,
    /// Whether anything goes wrong.
    bad: AtomicBool,
    chance: Mutex<Chance>,
    cuts: AtomicU32,
    stalls: AtomicU32,
}

impl Shared {
    fn below(&self, end: u64) -> u64 {
        let mut chance = self.chance.lock().unwrap_or_else(PoisonError::into_inner);
        chance.below(end)
    }
}

impl Proxy {
    pub(crate) async fn start(seed: u64) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let shared = Arc::new(Shared {
            to: Mutex::new(None),
            bad: AtomicBool::new(true),
            chance: Mutex::new(Chance(seed)),
            cuts: AtomicU32::new(0),
            stalls: AtomicU32::new(0),
        });
        let serving = tokio::spawn(serve(listener, Arc::clone(&shared)));
        Self {
            address,
            shared,
            serving,
        }
    }

    /// The program is there now, or nowhere.
    pub(crate) fn leads_to(&self, program: Option<SocketAddr>) {
        *self.shared.to.lock().expect("no panic") = program;
    }

    /// From now on the line is a good one.
    pub(crate) fn calm_down(&self) {
        self.shared.bad.store(false, Ordering::Relaxed);
    }

    /// How often it cut a connection, and let one hang.
    pub(crate) fn counts(&self) -> (u32, u32) {
        let [cuts, stalls] = [&self.shared.cuts, &self.shared.stalls];
        (cuts.load(Ordering::Relaxed), stalls.load(Ordering::Relaxed))
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

async fn serve(listener: TcpListener, shared: Arc<Shared>) {
    while let Ok((browser, _)) = listener.accept().await {
        let shared = Arc::clone(&shared);
        tokio::spawn(async move {
            let to = *shared.to.lock().expect("no panic");
            let Some(to) = to else { return };
            let Ok(program) = TcpStream::connect(to).await else {
                return;
            };
            let (from_browser, to_browser) = browser.into_split();
            let (from_program, to_program) = program.into_split();
            // Whichever way ends first takes the other with it, whatever is still on it.
            tokio::select! {
                () = carry(&shared, from_browser, to_program) => {}
                () = carry(&shared, from_program, to_browser) => {}
            }
        });
    }
}

/// One way of one connection, until it is cut or ends by itself.
async fn carry(shared: &Shared, mut from: OwnedReadHalf, mut to: OwnedWriteHalf) {
    // Most are cut in the middle of a talk, some while a hand is still being shaken.
    let mut left = match shared.below(4) {
        0 => 1 + shared.below(600),
        1 | 2 => 600 + shared.below(60_000),
        _ => u64::MAX,
    };
    let mut bytes = [0; 4_096];
    loop {
        let Ok(read @ 1..) = from.read(&mut bytes).await else {
            return;
        };
        let mut rest = &bytes[..read];
        while !rest.is_empty() {
            let bad = shared.bad.load(Ordering::Relaxed);
            let piece = match bad {
                true => 1 + shared.below(rest.len() as u64),
                false => rest.len() as u64,
            };
            let is_cut = bad && piece >= left;
            let piece = if is_cut { left } else { piece };
            let (now, later) = rest.split_at(usize::try_from(piece).expect("small"));
            if to.write_all(now).await.is_err() {
                return;
            }
            if is_cut {
                shared.cuts.fetch_add(1, Ordering::Relaxed);
                return;
            }
            (rest, left) = (later, left.saturating_sub(piece));
            if bad {
                sleep(delay(shared)).await;
            }
        }
    }
}

fn delay(shared: &Shared) -> Duration {
    let milliseconds = match shared.below(150) {
        0 => {
            shared.stalls.fetch_add(1, Ordering::Relaxed);
            300 + shared.below(2_000)
        }
        1..=20 => shared.below(60),
        it => it % 2,
    };
    Duration::from_millis(milliseconds)
}

/// A browser on a bad line, with its own list.
pub(crate) struct Browser {
    pub(crate) guest: Guest,
    pub(crate) scribe: Scribe,
    /// Whether it only listens.
    pub(crate) watches: bool,
    /// Whether its line is there.
    pub(crate) connected: bool,
}

impl Browser {
    /// Talks until then, and comes back as often as it is cut off.
    pub(crate) async fn talk(mut self, encounter: EncounterId, until: Instant) -> Self {
        while Instant::now() < until {
            if !self.connected {
                let line = timeout(DIALS, self.dial(encounter)).await;
                match line.ok().flatten() {
                    Some(line) => {
                        self.scribe.go_on(line);
                        self.connected = true;
                    }
                    None => sleep(Duration::from_millis(80)).await,
                }
                continue;
            }
            let waits = self.scribe.not_kept.len() < 4 || self.scribe.keeps();
            let mut went = Ok(());
            if !self.watches && waits {
                went = self.scribe.say().await;
            }
            if went.is_ok() {
                went = self.scribe.hear(Duration::from_millis(25)).await;
            }
            self.connected = went.is_ok();
        }
        self
    }

    async fn dial(&self, encounter: EncounterId) -> Option<Line> {
        let before = &self.scribe.line;
        let before = before.seen.zip(before.view.clone());
        come_back(&self.guest, encounter, before).await
    }

    /// Nothing is said any more but what was not answered. Whether all of it is.
    pub(crate) async fn finish(&mut self, encounter: EncounterId) -> bool {
        if !self.connected {
            let line = timeout(DIALS, self.dial(encounter)).await;
            let Some(line) = line.ok().flatten() else {
                return false;
            };
            self.scribe.go_on(line);
            self.connected = true;
        }
        let mut went = Ok(());
        if self.scribe.keeps() && !self.scribe.not_kept.is_empty() {
            went = self.scribe.say().await;
        }
        if went.is_ok() {
            went = self.scribe.hear(Duration::from_millis(10)).await;
        }
        self.connected = went.is_ok();
        self.connected && self.scribe.open.is_empty() && self.scribe.not_kept.is_empty()
    }
}

/// A line that goes on from what was seen; `None` when it is cut before it is one.
pub(crate) async fn come_back(
    guest: &Guest,
    encounter: EncounterId,
    before: Option<(ResumePoint, View)>,
) -> Option<Line> {
    let host = guest.host();
    let url = format!("ws://{host}/ws/{encounter}");
    let mut request = url.into_client_request().expect("a request");
    let headers = request.headers_mut();
    let origin = format!("http://{host}");
    headers.insert("origin", origin.parse().expect("a header"));
    let cookies = guest.cookie_line().expect("a cookie");
    headers.insert("cookie", cookies.parse().expect("a header"));
    let stream = TcpStream::connect(guest.address).await.ok()?;
    let opened = tokio_tungstenite::client_async(request, stream).await;
    let mut line = Line::new(opened.ok()?.0);
    let seen = before.map(|(seen, view)| {
        line.remember(seen, view);
        seen
    });
    let protocol = PROTOCOL_VERSION;
    let hello = ClientMessage::Hello {
        protocol,
        seen,
        private: None,
    };
    let hello = Message::text(serde_json::to_string(&hello).expect("data"));
    line.socket.send(hello).await.ok()?;
    Some(line)
}
