//! Browsers that were just given their first key. One that comes back without it keeps no cookies, and is told so.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Mutex;
use std::time::Duration;

use tokio::time::Instant;

use crate::lock;

/// Time within which a browser follows a redirect.
const FOLLOW_TIME: Duration = Duration::from_secs(10);
/// Maximum number of households that are expected at once to join tables. At this number all are forgotten, and their
/// browsers get the page for strangers.
const MAX_EXPECTED: usize = 1_000;

/// Households whose browsers have got their first key and are expected back with it, with the paths
/// to try again.
///
/// The table is neither stored nor read: a browser without a key gets the same answer whichever table it asks for,
/// existing or not.
#[derive(Debug, Default)]
pub(crate) struct Newcomers(Mutex<HashMap<IpAddr, (Instant, String)>>);

impl Newcomers {
    /// Records that a browser of this household was given its first key; `again` is the path to try
    /// again.
    pub(crate) fn expect_key(&self, household: IpAddr, again: &str) {
        let mut all = lock(&self.0);
        if all.len() >= MAX_EXPECTED {
            all.clear();
        }
        all.insert(household, (Instant::now(), again.to_owned()));
    }

    /// Records that a browser of this household has sent a key.
    pub(crate) fn mark_returned(&self, household: IpAddr) {
        lock(&self.0).remove(&household);
    }

    /// Returns the path to try again if a browser without a key was expected with one; at most once.
    pub(crate) fn take_retry_path(&self, household: IpAddr) -> Option<String> {
        let (since, again) = lock(&self.0).remove(&household)?;
        (since.elapsed() < FOLLOW_TIME).then_some(again)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn who_was_just_given_a_key_and_has_none_is_told_once() {
        let newcomers = Newcomers::default();
        let [here, there] = [1, 2].map(|last| IpAddr::from([10, 0, 0, last]));
        newcomers.expect_key(here, "/demo");
        assert_eq!(newcomers.take_retry_path(there), None);
        assert_eq!(newcomers.take_retry_path(here).as_deref(), Some("/demo"));
        assert_eq!(newcomers.take_retry_path(here), None);
        newcomers.expect_key(here, "/");
        newcomers.mark_returned(here);
        assert_eq!(newcomers.take_retry_path(here), None);
        newcomers.expect_key(here, "/");
        tokio::time::advance(FOLLOW_TIME).await;
        assert_eq!(newcomers.take_retry_path(here), None);
    }
}
