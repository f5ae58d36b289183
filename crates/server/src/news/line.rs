//! Transport to the other servers over NATS, without any of its persistence.
//!
//! Whether messages are delivered is not inferred from the connection: a server sends a heartbeat every quarter of a
//! second, and if it does not receive its own, it knows that it does not receive those of others either.

use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::time::Duration;

use async_nats::{Client, ConnectOptions, Subscriber};
use futures_util::StreamExt as _;
use tokio::sync::mpsc;
use tokio::time::{Instant, MissedTickBehavior, timeout};

use super::NewsAddress;
use super::piece::{self, Piece, Said, Told};
use super::seal::Seal;
use crate::App;
use crate::locked;

/// Interval between heartbeats.
const BEAT: Duration = Duration::from_millis(250);
/// Time without its own heartbeat after which a server considers itself disconnected.
const SILENCE: Duration = Duration::from_secs(1);
/// Time after which another server no longer counts as alive.
const LIVES: Duration = Duration::from_secs(3);
/// Number of heartbeats per presence announcement.
const HERE_EVERY: u64 = 6;
/// Number of encounters per presence message.
const TOGETHER: usize = 500;
/// Time limit for publishing a message.
const PATIENCE: Duration = Duration::from_millis(200);
/// Time limit for connecting to NATS.
const CONNECTING: Duration = Duration::from_secs(2);
/// Delay before the second connection attempt; it doubles with each further one.
const AGAIN: Duration = Duration::from_millis(50);
/// Maximum delay between connection attempts.
const AGAIN_AT_MOST: Duration = Duration::from_secs(1);
/// Interval of NATS pings, which detect a dead connection.
const PING: Duration = Duration::from_secs(1);

/// Connects to NATS and subscribes to the subject.
async fn connect(
    address: &NewsAddress,
    subject: &str,
) -> Result<(Client, Subscriber), async_nats::Error> {
    let options = address.open(ConnectOptions::new());
    let options = options
        .name("coterie")
        .retry_on_initial_connect()
        .max_reconnects(None)
        .connection_timeout(CONNECTING)
        .ping_interval(PING)
        .reconnect_delay_callback(|tries| {
            let doubled = u32::try_from(tries.min(10)).unwrap_or(10);
            (AGAIN * 2_u32.pow(doubled)).min(AGAIN_AT_MOST)
        });
    let client = options.connect(address.servers()).await?;
    let heard = client.subscribe(subject.to_owned()).await?;
    Ok((client, heard))
}

/// Sends and receives messages until the server shuts down.
pub(crate) async fn keep_hearing(app: App, address: NewsAddress) {
    let Some(mut waiting) = locked(&app.rooms.news().0.waiting).take() else {
        return;
    };
    let seal = Seal::of(&app.secret);
    loop {
        match connect(&address, seal.subject()).await {
            Ok((client, heard)) => {
                let line = Line::new(&app, client, &seal);
                line.live(heard, &mut waiting).await;
            }
            Err(error) => tracing::warn!(%error, %address, "there is no way to the news"),
        }
        tokio::select! {
            () = tokio::time::sleep(AGAIN_AT_MOST) => {}
            () = app.down.cancelled() => return,
        }
    }
}

/// Connection to the other servers.
struct Line<'a> {
    app: &'a App,
    client: Client,
    seal: &'a Seal,
    /// Random number that identifies this server.
    own: u64,
    beats: u64,
    /// Time at which this server last received its own heartbeat.
    heard_itself: Option<Instant>,
    /// Time of the last message from each other server.
    others: HashMap<u64, Instant>,
}

impl<'a> Line<'a> {
    /// Creates the transport with a random server number.
    fn new(app: &'a App, client: Client, seal: &'a Seal) -> Self {
        let mut own = [0; 8];
        app.chance.fill(&mut own);
        Self {
            app,
            client,
            seal,
            own: u64::from_be_bytes(own),
            beats: 0,
            heard_itself: None,
            others: HashMap::new(),
        }
    }

    /// Sends and receives messages until the connection or the server ends.
    async fn live(mut self, mut heard: Subscriber, waiting: &mut mpsc::Receiver<Piece>) {
        let mut beat = tokio::time::interval(BEAT);
        beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                () = self.app.down.cancelled() => break,
                _ = beat.tick() => self.beat().await,
                message = heard.next() => match message {
                    Some(message) => self.hear(&message.payload),
                    None => break,
                },
                Some(piece) = waiting.recv() => self.say(piece).await,
            }
        }
        self.now_hears(false);
        self.app.meters.nodes.set(0);
    }

    /// Publishes a message, dropping it if that takes too long.
    async fn say(&self, piece: impl Into<Piece>) {
        let text = piece.into().written(self.own);
        let sealed = text.and_then(|text| self.seal.close(&*self.app.chance, &text));
        let Some(sealed) = sealed else {
            return;
        };
        let subject = self.seal.subject().to_owned();
        match timeout(PATIENCE, self.client.publish(subject, sealed.into())).await {
            Ok(Ok(())) => _ = self.app.meters.news_sent.inc(),
            Ok(Err(error)) => tracing::debug!(%error, "a piece of news could not be told"),
            Err(_) => tracing::debug!("a piece of news could not be told in time"),
        }
    }

    /// Sends a heartbeat, updates the liveness of all servers, and sometimes announces presence.
    async fn beat(&mut self) {
        let now = self.heard_itself.is_some_and(|at| at.elapsed() < SILENCE);
        self.now_hears(now);
        self.others.retain(|_, at| at.elapsed() < LIVES);
        let others = i64::try_from(self.others.len()).unwrap_or(i64::MAX);
        self.app.meters.nodes.set(others);
        let different = locked(&self.app.rooms.news().0.here).forget_old();
        for encounter in different {
            self.app.rooms.tell_who_is_elsewhere(encounter);
        }
        self.beats += 1;
        self.say(Said::Beat(self.beats)).await;
        if now && self.beats.is_multiple_of(HERE_EVERY) {
            let all = locked(&self.app.rooms.news().0.here).all();
            for some in all.chunks(TOGETHER) {
                self.say(Said::Here(some.to_vec())).await;
            }
        }
    }

    /// Sets whether messages are delivered. On a change, the logs are polled, since something may have been missed.
    fn now_hears(&self, now: bool) {
        let news = self.app.rooms.news();
        let before = news.0.hears.swap(now, Ordering::Relaxed);
        self.app.meters.news.set(i64::from(now));
        match (before, now) {
            (false, true) => {
                tracing::info!("news from other servers are heard");
                news.look_now();
            }
            (true, false) => {
                tracing::warn!("no news from other servers: the logs are looked at instead");
                news.look_now();
            }
            (true, true) | (false, false) => {}
        }
    }

    /// Handles a received message.
    fn hear(&mut self, sealed: &[u8]) {
        let Some(text) = self.seal.open(sealed) else {
            self.app.meters.news_refused.inc();
            return tracing::debug!("a piece of news is of no server of this service");
        };
        // A newer server may send messages this version does not know.
        let Some((Told { by, said }, records)) = Told::read(&text) else {
            return tracing::debug!("a piece of news could not be read");
        };
        if by == self.own {
            if matches!(said, Said::Beat(_)) {
                self.heard_itself = Some(Instant::now());
            }
            return;
        }
        self.app.meters.news_heard.inc();
        if self.others.insert(by, Instant::now()).is_none() {
            tracing::debug!("another server is there");
        }
        match said {
            Said::Wrote(encounter, last) => {
                let rooms = &self.app.rooms;
                rooms.written_elsewhere(encounter, last, || piece::records(records));
            }
            Said::Changed(table) => {
                let rooms = self.app.rooms.clone();
                self.app.tasks.spawn(async move {
                    if let Err(error) = rooms.look(Some(table)).await {
                        tracing::debug!(%error, "the logs could not be looked at");
                    }
                });
            }
            Said::Here(all) => {
                for (encounter, seats) in all {
                    let is_new = locked(&self.app.rooms.news().0.here).hear(by, encounter, seats);
                    if is_new {
                        self.app.rooms.tell_who_is_elsewhere(encounter);
                    }
                }
            }
            Said::Beat(_) => {}
        }
    }
}
