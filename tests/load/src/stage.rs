//! A table with speakers, who send remarks, and an audience, at our server or at a baseline.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::BoxError;
use crate::audience::{Audience, join_all, remark_command};
use crate::connection::Connection;

/// Everybody at one table.
pub(crate) struct Stage {
    speakers: Vec<Connection>,
    audience: Audience,
}

impl Stage {
    /// Connects everybody; the first `speakers` requests are those of the speakers.
    pub(crate) async fn join(
        address: SocketAddr,
        mut requests: Vec<String>,
        speakers: usize,
    ) -> Result<Self, BoxError> {
        let rest = requests.split_off(speakers);
        Ok(Self {
            speakers: join_all(address, requests).await?,
            audience: Audience::join(address, rest).await?,
        })
    }

    /// Returns the number of sockets.
    pub(crate) fn socket_count(&self) -> usize {
        self.speakers.len() + self.audience.size()
    }

    /// Lets each speaker send `each` remarks, one after another. Returns the time until everybody has received all of
    /// them.
    pub(crate) async fn time_remarks(&mut self, each: usize) -> Result<Duration, BoxError> {
        let speakers = std::mem::take(&mut self.speakers);
        let count = speakers.len() * each;
        let mut talking = JoinSet::new();
        let begun = Instant::now();
        for mut line in speakers {
            talking.spawn(async move {
                for _ in 0..each {
                    line.send_and_wait(&remark_command()).await?;
                }
                Ok::<_, BoxError>(line)
            });
        }
        while let Some(line) = talking.join_next().await {
            self.speakers.push(line??);
        }
        self.audience.wait_for(count * self.audience.size()).await?;
        let took = begun.elapsed();
        self.audience.take_times();
        Ok(took)
    }

    /// Lets one speaker send remarks in intervals. Returns the time of each delivery.
    pub(crate) async fn time_each_delivery(
        &mut self,
        changes: usize,
        pace: Duration,
    ) -> Result<Vec<Duration>, BoxError> {
        let line = self.speakers.first_mut().ok_or("nobody speaks")?;
        for _ in 0..changes {
            sleep(pace).await;
            self.audience.start_clock();
            line.send_and_wait(&remark_command()).await?;
            self.audience.wait_for(self.audience.size()).await?;
        }
        Ok(self.audience.take_times())
    }
}
