//! Browsers that were just given their first key. One that comes back without it keeps no cookies, and is told so.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Mutex;
use std::time::Duration;

use tokio::time::Instant;

use crate::locked;

/// How long a browser may take to follow to where it was sent.
const SOON: Duration = Duration::from_secs(10);
/// Households that are expected at once. Beyond, all are forgotten: what follows is the page for strangers.
const MOST: usize = 1_000;

/// Households from which a browser is expected with its first key, and where it can try again.
///
/// Neither the table is kept nor looked at: what is said to a browser without a key is the same whichever table it asks
/// for, there or not.
#[derive(Debug, Default)]
pub(crate) struct Newcomers(Mutex<HashMap<IpAddr, (Instant, String)>>);

impl Newcomers {
    /// A browser of this household was given its first key.
    pub(crate) fn expect(&self, household: IpAddr, again: &str) {
        let mut all = locked(&self.0);
        if all.len() >= MOST {
            all.clear();
        }
        all.insert(household, (Instant::now(), again.to_owned()));
    }

    /// A browser of this household showed a key.
    pub(crate) fn came(&self, household: IpAddr) {
        locked(&self.0).remove(&household);
    }

    /// A browser of this household has no key: where it can try again, if it was to have one. Said once.
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
