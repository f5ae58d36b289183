//! Measures how soon an event is seen at another node, beside a request over NATS, which carries events between nodes.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use async_nats::{Client, Subscriber};
use futures_util::StreamExt as _;
use serde_json::json;
use tokio::time::sleep;

use crate::BoxError;
use crate::connection::Connection;
use crate::figures::to_ms;
use crate::guest::Guest;
use crate::plan::Plan;

/// Number of events of one repetition, and of requests.
const EVENT_COUNT: usize = 300;
/// Pause between two events: the long-term rate limit of a seat.
const PACE: Duration = Duration::from_millis(30);
/// NATS subject of the requests.
const SUBJECT: &str = "probe";

/// Latencies of one repetition in milliseconds: the 99th percentile of events and of requests.
pub(crate) struct CrossNodeLatency {
    pub(crate) event_ms: f64,
    pub(crate) request_ms: f64,
}

impl CrossNodeLatency {
    /// Alternates events and requests, so that both find the machine in the same state. An event is timed from its
    /// acknowledgement at one node to its arrival at the other.
    pub(crate) async fn measure(
        plan: &Plan,
        [one, other]: [SocketAddr; 2],
        news: SocketAddr,
    ) -> Result<Self, BoxError> {
        let mut sam = Guest::new(one);
        let way = sam
            .post("/tables", "table=The+Wharf&name=Sam")
            .await?
            .location;
        let encounter = sam.encounter_id(&way).await?;
        let (mut here, _) = Connection::join(one, &sam.upgrade_request(&encounter)).await?;
        let request = sam.with_address(other).upgrade_request(&encounter);
        let (mut there, _) = Connection::join(other, &request).await?;
        let [asking, answering] = [connect(news).await?, connect(news).await?];
        let questions = answering.subscribe(SUBJECT).await?;
        answering.flush().await?;
        let answers = tokio::spawn(answer_requests(answering, questions));
        let (mut events, mut requests) = (Vec::new(), Vec::new());
        for nth in 0..plan.pick(EVENT_COUNT, 10) {
            let title = format!("Bell {nth:04}");
            let given = json!({"title": {"title": title}});
            let acknowledged = async {
                here.send_and_wait(&given).await?;
                Ok::<_, BoxError>(Instant::now())
            };
            let told = async {
                while !there.next_message().await?.contains(&title) {}
                Ok(Instant::now())
            };
            let (acknowledged, told) = tokio::try_join!(acknowledged, told)?;
            events.push(to_ms(told.saturating_duration_since(acknowledged)));
            let begun = Instant::now();
            asking.request(SUBJECT, "there?".into()).await?;
            requests.push(to_ms(begun.elapsed()));
            sleep(PACE).await;
        }
        answers.abort();
        Ok(Self {
            event_ms: percentile_99(events),
            request_ms: percentile_99(requests),
        })
    }
}

/// Connects a client to NATS.
async fn connect(news: SocketAddr) -> Result<Client, BoxError> {
    Ok(async_nats::connect(format!("nats://{news}")).await?)
}

/// Answers every request with its own payload.
async fn answer_requests(with: Client, mut questions: Subscriber) -> Result<(), BoxError> {
    while let Some(question) = questions.next().await {
        let to = question.reply.ok_or("nobody waits")?;
        with.publish(to, question.payload).await?;
    }
    Ok(())
}

/// Returns the 99th percentile.
fn percentile_99(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    let place = (times.len() * 99).div_ceil(100).saturating_sub(1);
    times.get(place).copied().unwrap_or(f64::NAN)
}
