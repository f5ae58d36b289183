//! A table with speakers, who send remarks, and an audience, at our server or at a baseline.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::Trouble;
use crate::audience::{Audience, join_all, remark};
use crate::line::Line;

/// Everybody at one table.
pub(crate) struct Stage {
    speakers: Vec<Line>,
    audience: Audience,
}

impl Stage {
    /// Connects everybody; the first `speakers` requests are those of the speakers.
    pub(crate) async fn open(
        address: SocketAddr,
        mut requests: Vec<String>,
        speakers: usize,
    ) -> Result<Self, Trouble> {
        let rest = requests.split_off(speakers);
        Ok(Self {
            speakers: join_all(address, requests).await?,
            audience: Audience::gather(address, rest).await?,
        })
    }

    /// Returns the number of sockets.
    pub(crate) fn size(&self) -> usize {
        self.speakers.len() + self.audience.size()
    }

    /// Lets each speaker send `each` remarks, one after another. Returns the time until everybody has received all of
    /// them.
    pub(crate) async fn talk(&mut self, each: usize) -> Result<Duration, Trouble> {
        let speakers = std::mem::take(&mut self.speakers);
        let count = speakers.len() * each;
        let mut talking = JoinSet::new();
        let begun = Instant::now();
        for mut line in speakers {
            talking.spawn(async move {
                for _ in 0..each {
                    line.done(&remark()).await?;
                }
                Ok::<_, Trouble>(line)
            });
        }
        while let Some(line) = talking.join_next().await {
            self.speakers.push(line??);
        }
        self.audience.until(count * self.audience.size()).await?;
        let took = begun.elapsed();
        self.audience.times();
        Ok(took)
    }

    /// Lets one speaker send remarks in intervals. Returns the time of each delivery.
    pub(crate) async fn paced(
        &mut self,
        changes: usize,
        pace: Duration,
    ) -> Result<Vec<Duration>, Trouble> {
        let line = self.speakers.first_mut().ok_or("nobody speaks")?;
        for _ in 0..changes {
            sleep(pace).await;
            self.audience.begin();
            line.done(&remark()).await?;
            self.audience.until(self.audience.size()).await?;
        }
        Ok(self.audience.times())
    }
}
