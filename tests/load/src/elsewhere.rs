//! Measures how soon an event is seen at another node, beside a request over NATS, which carries events between nodes.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use async_nats::{Client, Subscriber};
use futures_util::StreamExt as _;
use serde_json::json;
use tokio::time::sleep;

use crate::Trouble;
use crate::figures::ms;
use crate::guest::Guest;
use crate::line::Line;
use crate::plan::Plan;

/// Number of events of one repetition, and of requests.
const EVENTS: usize = 300;
/// Pause between two events: the long-term rate limit of a seat.
const PACE: Duration = Duration::from_millis(30);
/// NATS subject of the requests.
const SUBJECT: &str = "probe";

/// Latencies of one repetition in milliseconds: the 99th percentile of events and of requests.
pub(crate) struct Elsewhere {
    pub(crate) event: f64,
    pub(crate) request: f64,
}

impl Elsewhere {
    /// Alternates events and requests, so that both find the machine in the same state. An event is timed from its
    /// acknowledgement at one node to its arrival at the other.
    pub(crate) async fn measure(
        plan: &Plan,
        [one, other]: [SocketAddr; 2],
        news: SocketAddr,
    ) -> Result<Self, Trouble> {
        let mut sam = Guest::new(one);
        let way = sam
            .post("/tables", "table=The+Wharf&name=Sam")
            .await?
            .location;
        let encounter = sam.encounter(&way).await?;
        let (mut here, _) = Line::join(one, &sam.upgrade(&encounter)).await?;
        let request = sam.at(other).upgrade(&encounter);
        let (mut there, _) = Line::join(other, &request).await?;
        let [asking, answering] = [connect(news).await?, connect(news).await?];
        let questions = answering.subscribe(SUBJECT).await?;
        answering.flush().await?;
        let answers = tokio::spawn(answer(answering, questions));
        let (mut events, mut requests) = (Vec::new(), Vec::new());
        for nth in 0..plan.either(EVENTS, 10) {
            let title = format!("Bell {nth:04}");
            let given = json!({"title": {"title": title}});
            let acknowledged = async {
                here.done(&given).await?;
                Ok::<_, Trouble>(Instant::now())
            };
            let told = async {
                while !there.heard().await?.contains(&title) {}
                Ok(Instant::now())
            };
            let (acknowledged, told) = tokio::try_join!(acknowledged, told)?;
            events.push(ms(told.saturating_duration_since(acknowledged)));
            let begun = Instant::now();
            asking.request(SUBJECT, "there?".into()).await?;
            requests.push(ms(begun.elapsed()));
            sleep(PACE).await;
        }
        answers.abort();
        Ok(Self {
            event: nearly_all(events),
            request: nearly_all(requests),
        })
    }
}

/// Connects a client to NATS.
async fn connect(news: SocketAddr) -> Result<Client, Trouble> {
    Ok(async_nats::connect(format!("nats://{news}")).await?)
}

/// Answers every request with its own payload.
async fn answer(with: Client, mut questions: Subscriber) -> Result<(), Trouble> {
    while let Some(question) = questions.next().await {
        let to = question.reply.ok_or("nobody waits")?;
        with.publish(to, question.payload).await?;
    }
    Ok(())
}

/// Returns the 99th percentile.
fn nearly_all(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    let place = (times.len() * 99).div_ceil(100).saturating_sub(1);
    times.get(place).copied().unwrap_or(f64::NAN)
}
