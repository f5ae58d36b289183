//! Presence across all servers: which seats are connected, and which read the card of an asked roll. It is not stored,
//! and expires unless it is repeated.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::time::Duration;

use rules::base::id::EncounterId;
use tokio::time::Instant;

/// Time after which presence at another server expires unless repeated.
const PRESENCE_TTL: Duration = Duration::from_secs(5);

/// Present things of a kind by encounter, such as connected seats, at this server and at the others.
#[derive(Debug)]
pub(super) struct ClusterPresence<T> {
    own: BTreeMap<EncounterId, Vec<T>>,
    others: HashMap<EncounterId, HashMap<u64, (Vec<T>, Instant)>>,
}

impl<T> Default for ClusterPresence<T> {
    fn default() -> Self {
        Self {
            own: BTreeMap::new(),
            others: HashMap::new(),
        }
    }
}

impl<T: Copy + Ord> ClusterPresence<T> {
    /// Sets what is present at this server. Returns whether that is a change.
    pub(super) fn set_own(&mut self, encounter: EncounterId, those: &[T]) -> bool {
        let before = match those.is_empty() {
            true => self.own.remove(&encounter),
            false => self.own.insert(encounter, those.to_vec()),
        };
        before.unwrap_or_default() != those
    }

    /// Returns all that is present at this server, by encounter.
    pub(super) fn own(&self) -> Vec<(EncounterId, Vec<T>)> {
        let all = self.own.iter();
        all.map(|(encounter, those)| (*encounter, those.clone()))
            .collect()
    }

    /// Returns what is present of an encounter at other servers.
    pub(super) fn elsewhere(&self, encounter: EncounterId) -> Vec<T> {
        let there = self.others.get(&encounter);
        let there = there.into_iter().flat_map(HashMap::values);
        let those: BTreeSet<T> = there.flat_map(|(those, _)| those).copied().collect();
        those.into_iter().collect()
    }

    /// Sets what is present at another server. Returns whether that is a change.
    pub(super) fn update_other(&mut self, by: u64, encounter: EncounterId, those: Vec<T>) -> bool {
        let there = self.others.entry(encounter).or_default();
        let is_new = match those.is_empty() {
            true => there.remove(&by).is_some(),
            false => {
                let before = there.insert(by, (those.clone(), Instant::now()));
                before.is_none_or(|(before, _)| before != those)
            }
        };
        if there.is_empty() {
            self.others.remove(&encounter);
        }
        is_new
    }

    /// Removes other servers' reports of connected seats that are too old, and returns the affected
    /// encounters.
    pub(super) fn expire_old(&mut self) -> Vec<EncounterId> {
        let mut different = Vec::new();
        self.others.retain(|encounter, there| {
            let before = there.len();
            there.retain(|_, (_, since)| since.elapsed() < PRESENCE_TTL);
            if there.len() < before {
                different.push(*encounter);
            }
            !there.is_empty()
        });
        different
    }
}

#[cfg(test)]
mod tests {
    use rules::base::id::SeatId;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn who_is_not_spoken_of_again_is_gone() {
        let mut here = ClusterPresence::default();
        let (at, [ana, ben]) = (EncounterId(7), [2, 3].map(SeatId));
        assert!(here.set_own(at, &[ana]) && !here.set_own(at, &[ana]));
        assert!(here.update_other(1, at, vec![ana]) && here.update_other(2, at, vec![ana, ben]));
        assert!(!here.update_other(2, at, vec![ana, ben]), "said again");
        assert_eq!(here.elsewhere(at), [ana, ben]);
        assert_eq!(here.own(), [(at, vec![ana])]);
        tokio::time::advance(PRESENCE_TTL / 2).await;
        assert!(!here.update_other(1, at, vec![ana]));
        tokio::time::advance(PRESENCE_TTL / 2).await;
        assert_eq!(here.expire_old(), [at]);
        assert_eq!(here.elsewhere(at), [ana]);
        assert!(here.update_other(1, at, Vec::new()), "they have gone");
        assert_eq!(here.elsewhere(at), []);
        assert!(here.expire_old().is_empty());
        assert!(here.set_own(at, &[]) && here.own().is_empty());
    }
}
