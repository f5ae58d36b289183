//! Browsers that were just given their first key. One that comes back without it keeps no cookies, and is told so.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Mutex;
use std::time::Duration;

use tokio::time::Instant;

use crate::locked;

/// Time within which a browser follows a redirect.
const SOON: Duration = Duration::from_secs(10);
/// Most households expected at once. At this number all are forgotten, and their browsers get the page for strangers.
const MOST: usize = 1_000;

/// Households whose browsers are expected back with their first key, and the paths to try again.
///
/// The table is neither stored nor read: a browser without a key gets the same answer whichever table it asks for,
/// existing or not.
#[derive(Debug, Default)]
pub(crate) struct Newcomers(Mutex<HashMap<IpAddr, (Instant, String)>>);

impl Newcomers {
    /// Records that a browser of this household was given its first key.
    pub(crate) fn expect(&self, household: IpAddr, again: &str) {
        let mut all = locked(&self.0);
        if all.len() >= MOST {
            all.clear();
        }
        all.insert(household, (Instant::now(), again.to_owned()));
    }

    /// Records that a browser of this household has sent a key.
    pub(crate) fn came(&self, household: IpAddr) {
        locked(&self.0).remove(&household);
    }

    /// Returns the path to try again if a browser without a key was expected with one; at most once.
    pub(crate) fn came_without(&self, household: IpAddr) -> Option<String> {
        let (since, again) = locked(&self.0).remove(&household)?;
        (since.elapsed() < SOON).then_some(again)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn who_was_just_given_a_key_and_has_none_is_told_once() {
        let newcomers = Newcomers::default();
        let [here, there] = [1, 2].map(|last| IpAddr::from([10, 0, 0, last]));
        newcomers.expect(here, "/demo");
        assert_eq!(newcomers.came_without(there), None);
        assert_eq!(newcomers.came_without(here).as_deref(), Some("/demo"));
        assert_eq!(newcomers.came_without(here), None);
        newcomers.expect(here, "/");
        newcomers.came(here);
        assert_eq!(newcomers.came_without(here), None);
        newcomers.expect(here, "/");
        tokio::time::advance(SOON).await;
        assert_eq!(newcomers.came_without(here), None);
    }
}
