//! Server metrics for the host, in the text format of Prometheus.
//!
//! The host does not take part in the game. A label is therefore a fixed word from one of the closed lists here,
//! never a name, a seat, an id or a token, nor the details of what a player did or was refused.
//!
//! [`store`] holds the metrics of the store, [`endpoint`] serves the text.

pub(crate) mod endpoint;
pub(crate) mod store;

use std::sync::Arc;
use std::time::Duration;

use prometheus_client::encoding::{EncodeLabelSet, text};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::Registry;
use rules::wire::{MessageError, NotDoneReason};

use self::store::StoreMetrics;

/// Label of a metric that holds the kind of the counted event.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(crate) struct KindLabel {
    kind: &'static str,
}

/// Kinds of refusals, as far as the host is told.
const REFUSALS: [&str; 5] = ["rules", "too_fast", "not_kept", "full", "damaged"];
/// Kinds of unreadable messages.
const COMPLAINTS: [&str; 6] = [
    "not_json", "unknown", "not_text", "too_long", "hello", "too_fast",
];
/// Kinds of page failures, as the page's script reports them: it was drawn anew, it never woke, or it stopped.
const PAGES: [&str; 3] = ["drawn", "asleep", "stopped"];

/// All Prometheus metrics of the server: counters, gauges and histograms. Cheap to clone; clones share their counters.
#[derive(Clone, Debug)]
pub(crate) struct Metrics {
    /// Open connections.
    pub(crate) connections: Gauge,
    /// Websockets that have sent their hello message.
    pub(crate) sockets: Gauge,
    /// Sockets closed because too many messages were waiting for them.
    pub(crate) lagging: Counter,
    /// Received messages and their bytes.
    pub(crate) received: Traffic,
    /// Sent messages and their bytes.
    pub(crate) sent: Traffic,
    /// Seconds from the arrival of a command until its answer is queued for sending.
    answered: Histogram,
    refusals: Family<KindLabel, Counter>,
    unreadable: Family<KindLabel, Counter>,
    pages: Family<KindLabel, Counter>,
    /// 1 while messages from other servers are received.
    pub(crate) cluster_connected: Gauge,
    /// Other servers heard from recently.
    pub(crate) other_servers: Gauge,
    /// Messages sent to other servers.
    pub(crate) cluster_sent: Counter,
    /// Messages received from other servers.
    pub(crate) cluster_received: Counter,
    /// Received messages that were not sent by a server of this service.
    pub(crate) cluster_rejected: Counter,
    /// Number of times a room applied records from another server's message without reading the log.
    pub(crate) followed: Counter,
    /// Number of times another server wrote to a log first.
    pub(crate) overtaken: Counter,
    rooms: Gauge,
    room_queue: Gauge,
    store_queue: Gauge,
    keeps: Gauge,
    registry: Arc<Registry>,
}

/// Counters of the websocket messages in one direction, with their bytes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Traffic {
    frames: Counter,
    bytes: Counter,
}

impl Traffic {
    /// Counts a message of this many bytes.
    pub(crate) fn count(&self, bytes: usize) {
        self.frames.inc();
        self.bytes.inc_by(bytes as u64);
    }
}

/// Values of the gauges at the moment the metrics are read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GaugeValues {
    /// Number of loaded rooms, and number of requests waiting for them.
    pub(crate) rooms: (usize, usize),
    /// Number of writes waiting for the disk.
    pub(crate) writes: usize,
    /// Whether writes are currently durable.
    pub(crate) is_durable: bool,
}

impl Metrics {
    /// Creates the metrics of a server, together with those of its store.
    pub(crate) fn new(store: &StoreMetrics) -> Self {
        let mut meters = Self {
            connections: Gauge::default(),
            sockets: Gauge::default(),
            lagging: Counter::default(),
            received: Traffic::default(),
            sent: Traffic::default(),
            // From a quarter of a millisecond to eight seconds.
            answered: Histogram::new(exponential_buckets(0.000_25, 2.0, 16)),
            refusals: zeroed_family(&REFUSALS),
            unreadable: zeroed_family(&COMPLAINTS),
            pages: zeroed_family(&PAGES),
            cluster_connected: Gauge::default(),
            other_servers: Gauge::default(),
            cluster_sent: Counter::default(),
            cluster_received: Counter::default(),
            cluster_rejected: Counter::default(),
            followed: Counter::default(),
            overtaken: Counter::default(),
            rooms: Gauge::default(),
            room_queue: Gauge::default(),
            store_queue: Gauge::default(),
            keeps: Gauge::default(),
            registry: Arc::default(),
        };
        meters.registry = Arc::new(meters.build_registry(store));
        meters
    }

    /// Registers all metrics under their names.
    fn build_registry(&self, store: &StoreMetrics) -> Registry {
        let mut all = Registry::with_prefix("coterie");
        let build = Info::new(vec![
            ("version", env!("CARGO_PKG_VERSION")),
            ("rules", env!("COTERIE_RULES")),
        ]);
        all.register(
            "build",
            "The program, and the fingerprint of its rules",
            build,
        );
        let on = self.clone();
        all.register("connections", "Connections that are open", on.connections);
        all.register("sockets", "Websockets of browsers at tables", on.sockets);
        all.register(
            "sockets_lagging",
            "Sockets that were closed because too much waited for them",
            on.lagging,
        );
        all.register("rooms", "Encounters that are awake", on.rooms);
        all.register("room_queue", "Requests that wait for a room", on.room_queue);
        all.register(
            "command_seconds",
            "From a command that came in to its answer, the commit included",
            on.answered,
        );
        all.register("refusals", "Commands that were refused", on.refusals);
        all.register("unreadable", "Messages that were not taken", on.unreadable);
        all.register(
            "pages",
            "Pages that others changed or held back, as they say themselves",
            on.pages,
        );
        self.register_cluster(&mut all);
        for (traffic, names) in [
            (on.received, ["frames_received", "bytes_received"]),
            (on.sent, ["frames_sent", "bytes_sent"]),
        ] {
            let [frames, bytes] = names;
            all.register(frames, "Messages of websockets", traffic.frames);
            all.register(bytes, "Bytes of these messages", traffic.bytes);
        }
        all.register(
            "store_queue",
            "Writes that wait for the disk",
            on.store_queue,
        );
        all.register("store_keeps", "1 while what is written is kept", on.keeps);
        store.register(&mut all);
        all
    }

    /// Registers the metrics of the messages to and from other servers.
    fn register_cluster(&self, all: &mut Registry) {
        all.register(
            "news",
            "1 while news from other servers are heard",
            self.cluster_connected.clone(),
        );
        all.register(
            "nodes",
            "Other servers that were heard of lately",
            self.other_servers.clone(),
        );
        all.register(
            "news_sent",
            "News told to other servers",
            self.cluster_sent.clone(),
        );
        all.register(
            "news_heard",
            "News heard from other servers",
            self.cluster_received.clone(),
        );
        all.register(
            "news_refused",
            "What was heard as news and is of no server of this service",
            self.cluster_rejected.clone(),
        );
        all.register(
            "followed",
            "How often a room followed what another server told, without reading the log",
            self.followed.clone(),
        );
        all.register(
            "overtaken",
            "How often commands were decided again, because another server was first",
            self.overtaken.clone(),
        );
    }

    /// Records the answer to a command and the time `after` its arrival.
    pub(crate) fn observe_answer(&self, after: Duration, answer: &Result<(), NotDoneReason>) {
        self.answered.observe(after.as_secs_f64());
        if let Err(why) = answer {
            let kind = refusal_kind(why);
            self.refusals.get_or_create(&KindLabel { kind }).inc();
        }
    }

    /// Counts a websocket message that could not be read, by the kind of complaint.
    pub(crate) fn count_unreadable(&self, complaint: &MessageError) {
        let kind = match complaint {
            MessageError::NotJson => "not_json",
            MessageError::UnknownMessage => "unknown",
            MessageError::NotText => "not_text",
            MessageError::TooLong => "too_long",
            MessageError::Hello => "hello",
            MessageError::TooFast => "too_fast",
        };
        self.unreadable.get_or_create(&KindLabel { kind }).inc();
    }

    /// Counts a failure that a page's script has reported, by its kind; `false` if there is no such
    /// kind.
    pub(crate) fn count_page(&self, word: &str) -> bool {
        let kind = PAGES.into_iter().find(|kind| *kind == word);
        if let Some(kind) = kind {
            self.pages.get_or_create(&KindLabel { kind }).inc();
        }
        kind.is_some()
    }

    /// Encodes all metrics as text in the format of Prometheus.
    pub(crate) fn encode(&self, now: GaugeValues) -> String {
        let (rooms, waiting) = now.rooms;
        for (gauge, value) in [
            (&self.rooms, rooms),
            (&self.room_queue, waiting),
            (&self.store_queue, now.writes),
            (&self.keeps, usize::from(now.is_durable)),
        ] {
            gauge.set(i64::try_from(value).unwrap_or(i64::MAX));
        }
        let mut written = String::new();
        if let Err(error) = text::encode(&mut written, &self.registry) {
            tracing::error!(%error, "the meters could not be written");
        }
        written
    }
}

/// Returns the metrics label of a refused command. All refusals by the rules share one label: the
/// details are private to the table.
pub(crate) const fn refusal_kind(why: &NotDoneReason) -> &'static str {
    match why {
        NotDoneReason::Refused(_) => "rules",
        NotDoneReason::TooFast => "too_fast",
        NotDoneReason::NotKept => "not_kept",
        NotDoneReason::Full { .. } => "full",
        NotDoneReason::Damaged => "damaged",
    }
}

/// Creates a family of counters with all kinds at zero, so that events that never happened read as
/// 0 instead of missing.
fn zeroed_family(kinds: &[&'static str]) -> Family<KindLabel, Counter> {
    let all = Family::default();
    for kind in kinds {
        drop(all.get_or_create(&KindLabel { kind }));
    }
    all
}

/// Guard that counts one in a gauge until it is dropped.
#[derive(Debug)]
pub(crate) struct GaugeGuard(Gauge);

impl GaugeGuard {
    /// Creates a guard that counts one in the gauge until it is dropped.
    pub(crate) fn new(gauge: &Gauge) -> Self {
        gauge.inc();
        Self(gauge.clone())
    }
}

impl Drop for GaugeGuard {
    fn drop(&mut self) {
        self.0.dec();
    }
}

#[cfg(test)]
mod tests {
    use rules::encounter::Refusal;

    use super::*;

    #[test]
    fn every_kind_is_in_its_list_from_the_beginning() {
        let meters = Metrics::new(&StoreMetrics::default());
        for why in [
            NotDoneReason::Refused(Refusal::NotAllowed),
            NotDoneReason::TooFast,
            NotDoneReason::NotKept,
            NotDoneReason::Full { minutes: None },
            NotDoneReason::Damaged,
        ] {
            assert!(REFUSALS.contains(&refusal_kind(&why)), "{why}");
            meters.observe_answer(Duration::ZERO, &Err(why));
        }
        for complaint in [
            MessageError::NotJson,
            MessageError::UnknownMessage,
            MessageError::NotText,
            MessageError::TooLong,
            MessageError::Hello,
            MessageError::TooFast,
        ] {
            meters.count_unreadable(&complaint);
        }
        let now = GaugeValues {
            rooms: (0, 0),
            writes: 0,
            is_durable: true,
        };
        let text = meters.encode(now);
        let ones = |name: &str| {
            let lines = text.lines().filter(|line| line.starts_with(name));
            lines.map(|line| line.ends_with(" 1")).collect::<Vec<_>>()
        };
        // One line per kind, each counted once.
        assert_eq!(ones("coterie_refusals_total{"), [true; REFUSALS.len()]);
        assert_eq!(ones("coterie_unreadable_total{"), [true; COMPLAINTS.len()]);
    }

    #[test]
    fn two_servers_do_not_count_into_each_other() {
        let [one, two] = [(); 2].map(|()| Metrics::new(&StoreMetrics::default()));
        one.sent.count(7);
        drop(GaugeGuard::new(&one.sockets));
        let now = GaugeValues {
            rooms: (3, 2),
            writes: 1,
            is_durable: true,
        };
        let [one, two] = [one, two].map(|meters| meters.encode(now));
        let has = |text: &str, line: &str| text.lines().any(|other| other == line);
        assert!(has(&one, "coterie_bytes_sent_total 7"), "{one}");
        assert!(has(&two, "coterie_bytes_sent_total 0"), "{two}");
        for line in [
            "coterie_sockets 0",
            "coterie_rooms 3",
            "coterie_room_queue 2",
            "coterie_store_keeps 1",
        ] {
            assert!(has(&one, line), "{one}");
        }
    }
}
