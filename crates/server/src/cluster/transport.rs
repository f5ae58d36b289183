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

use super::NatsAddress;
use super::message::{self, Announcement, ClusterMessage, Envelope};
use super::seal::Seal;
use crate::App;
use crate::lock;

/// Interval between heartbeats that this server sends to the others.
const HEARTBEAT: Duration = Duration::from_millis(250);
/// Time without its own heartbeat after which a server considers itself disconnected.
const SILENCE_TIMEOUT: Duration = Duration::from_secs(1);
/// Time after which another server no longer counts as alive.
const SERVER_TTL: Duration = Duration::from_secs(3);
/// Number of heartbeats per presence announcement.
const PRESENCE_EVERY: u64 = 6;
/// Number of encounters per presence message.
const ENCOUNTERS_PER_MESSAGE: usize = 500;
/// Time limit for publishing a message.
const PUBLISH_TIMEOUT: Duration = Duration::from_millis(200);
/// Time limit for connecting to NATS.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(2);
/// Delay before the second connection attempt; it doubles with each further one.
const RETRY_AFTER: Duration = Duration::from_millis(50);
/// Maximum delay between connection attempts.
const MAX_RETRY_AFTER: Duration = Duration::from_secs(1);
/// Interval of NATS pings, which detect a dead connection.
const PING_EVERY: Duration = Duration::from_secs(1);

/// Connects to NATS and subscribes to the subject of the cluster's messages.
async fn connect_to_nats(
    address: &NatsAddress,
    subject: &str,
) -> Result<(Client, Subscriber), async_nats::Error> {
    let options = address.with_credentials(ConnectOptions::new());
    let options = options
        .name("coterie")
        .retry_on_initial_connect()
        .max_reconnects(None)
        .connection_timeout(CONNECT_TIMEOUT)
        .ping_interval(PING_EVERY)
        .reconnect_delay_callback(|tries| {
            let doubled = u32::try_from(tries.min(10)).unwrap_or(10);
            (RETRY_AFTER * 2_u32.pow(doubled)).min(MAX_RETRY_AFTER)
        });
    let client = options.connect(address.servers()).await?;
    let heard = client.subscribe(subject.to_owned()).await?;
    Ok((client, heard))
}

/// Sends and receives messages to and from the other servers until the server shuts down.
pub(crate) async fn run_transport(app: App, address: NatsAddress) {
    let Some(mut waiting) = lock(&app.rooms.cluster().0.outbox_receiver).take() else {
        return;
    };
    let seal = Seal::from_secret(&app.secret);
    loop {
        match connect_to_nats(&address, seal.subject()).await {
            Ok((client, heard)) => {
                let line = Transport::new(&app, client, &seal);
                line.run(heard, &mut waiting).await;
            }
            Err(error) => tracing::warn!(%error, %address, "there is no way to the news"),
        }
        tokio::select! {
            () = tokio::time::sleep(MAX_RETRY_AFTER) => {}
            () = app.shutdown.cancelled() => return,
        }
    }
}

/// Connection to the other servers of the cluster over NATS.
struct Transport<'a> {
    app: &'a App,
    client: Client,
    seal: &'a Seal,
    /// Random number that identifies this server.
    own_number: u64,
    beats: u64,
    /// Time at which this server last received its own heartbeat.
    last_echo: Option<Instant>,
    /// Time of the last message from each other server.
    others: HashMap<u64, Instant>,
}

impl<'a> Transport<'a> {
    /// Creates the transport with a random server number.
    fn new(app: &'a App, client: Client, seal: &'a Seal) -> Self {
        let mut own = [0; 8];
        app.chance.fill_bytes(&mut own);
        Self {
            app,
            client,
            seal,
            own_number: u64::from_be_bytes(own),
            beats: 0,
            last_echo: None,
            others: HashMap::new(),
        }
    }

    /// Sends and receives messages until the connection or the server ends.
    async fn run(mut self, mut heard: Subscriber, waiting: &mut mpsc::Receiver<ClusterMessage>) {
        let mut beat = tokio::time::interval(HEARTBEAT);
        beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                () = self.app.shutdown.cancelled() => break,
                _ = beat.tick() => self.send_heartbeat().await,
                message = heard.next() => match message {
                    Some(message) => self.receive(&message.payload),
                    None => break,
                },
                Some(piece) = waiting.recv() => self.publish(piece).await,
            }
        }
        self.set_connected(false);
        self.app.meters.other_servers.set(0);
    }

    /// Publishes a message, dropping it if that takes too long.
    async fn publish(&self, piece: impl Into<ClusterMessage>) {
        let text = piece.into().encode(self.own_number);
        let sealed = text.and_then(|text| self.seal.seal(&*self.app.chance, &text));
        let Some(sealed) = sealed else {
            return;
        };
        let subject = self.seal.subject().to_owned();
        match timeout(PUBLISH_TIMEOUT, self.client.publish(subject, sealed.into())).await {
            Ok(Ok(())) => _ = self.app.meters.cluster_sent.inc(),
            Ok(Err(error)) => tracing::debug!(%error, "a piece of news could not be told"),
            Err(_) => tracing::debug!("a piece of news could not be told in time"),
        }
    }

    /// Sends a heartbeat, updates the liveness of all servers, and sometimes announces presence.
    async fn send_heartbeat(&mut self) {
        let now = self
            .last_echo
            .is_some_and(|at| at.elapsed() < SILENCE_TIMEOUT);
        self.set_connected(now);
        self.others.retain(|_, at| at.elapsed() < SERVER_TTL);
        let others = i64::try_from(self.others.len()).unwrap_or(i64::MAX);
        self.app.meters.other_servers.set(others);
        let news = &self.app.rooms.cluster().0;
        let mut different = lock(&news.presence).expire_old();
        different.extend(lock(&news.reading).expire_old());
        for encounter in different {
            self.app.rooms.update_remote_presence(encounter);
        }
        self.beats += 1;
        self.publish(Announcement::Beat(self.beats)).await;
        if now && self.beats.is_multiple_of(PRESENCE_EVERY) {
            let all = lock(&news.presence).own();
            for some in all.chunks(ENCOUNTERS_PER_MESSAGE) {
                self.publish(Announcement::Here(some.to_vec())).await;
            }
            let all = lock(&news.reading).own();
            for some in all.chunks(ENCOUNTERS_PER_MESSAGE) {
                self.publish(Announcement::Reading(some.to_vec())).await;
            }
        }
    }

    /// Records whether messages to and from the other servers are being delivered. On a change, the logs are polled,
    /// since something may have been missed.
    fn set_connected(&self, now: bool) {
        let news = self.app.rooms.cluster();
        let before = news.0.is_connected.swap(now, Ordering::Relaxed);
        self.app.meters.cluster_connected.set(i64::from(now));
        match (before, now) {
            (false, true) => {
                tracing::info!("news from other servers are heard");
                news.poll_now();
            }
            (true, false) => {
                tracing::warn!("no news from other servers: the logs are looked at instead");
                news.poll_now();
            }
            (true, true) | (false, false) => {}
        }
    }

    /// Handles a sealed message received from another server of the cluster.
    fn receive(&mut self, sealed: &[u8]) {
        let Some(text) = self.seal.unseal(sealed) else {
            self.app.meters.cluster_rejected.inc();
            return tracing::debug!("a piece of news is of no server of this service");
        };
        // A newer server may send messages this version does not know.
        let Some((Envelope { by, said }, records)) = Envelope::decode(&text) else {
            return tracing::debug!("a piece of news could not be read");
        };
        if by == self.own_number {
            if matches!(said, Announcement::Beat(_)) {
                self.last_echo = Some(Instant::now());
            }
            return;
        }
        self.app.meters.cluster_received.inc();
        if self.others.insert(by, Instant::now()).is_none() {
            tracing::debug!("another server is there");
        }
        match said {
            Announcement::Wrote(encounter, last) => {
                let rooms = &self.app.rooms;
                rooms.notify_log_appended(encounter, last, || message::decode_records(records));
            }
            Announcement::Changed(table) => {
                let rooms = self.app.rooms.clone();
                self.app.tasks.spawn(async move {
                    if let Err(error) = rooms.poll(Some(table)).await {
                        tracing::debug!(%error, "the logs could not be looked at");
                    }
                });
            }
            Announcement::Here(all) => {
                for (encounter, seats) in all {
                    let is_new = lock(&self.app.rooms.cluster().0.presence)
                        .update_other(by, encounter, seats);
                    if is_new {
                        self.app.rooms.update_remote_presence(encounter);
                    }
                }
            }
            Announcement::Reading(all) => {
                for (encounter, those) in all {
                    let is_new = lock(&self.app.rooms.cluster().0.reading)
                        .update_other(by, encounter, those);
                    if is_new {
                        self.app.rooms.update_remote_presence(encounter);
                    }
                }
            }
            Announcement::Beat(_) => {}
        }
    }
}
