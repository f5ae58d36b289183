//! Presence of seats across all servers. It is not stored, and expires unless it is repeated.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::time::Duration;

use rules::id::{EncounterId, SeatId};
use tokio::time::Instant;

/// Time after which presence at another server expires unless repeated.
const LASTS: Duration = Duration::from_secs(5);

/// Connected seats by encounter, at this server and at the others.
#[derive(Debug, Default)]
pub(super) struct Here {
    own: BTreeMap<EncounterId, Vec<SeatId>>,
    others: HashMap<EncounterId, HashMap<u64, (Vec<SeatId>, Instant)>>,
}

impl Here {
    /// Sets the seats connected to this server. Returns whether that is a change.
    pub(super) fn own(&mut self, encounter: EncounterId, seats: &[SeatId]) -> bool {
        let before = match seats.is_empty() {
            true => self.own.remove(&encounter),
            false => self.own.insert(encounter, seats.to_vec()),
        };
        before.unwrap_or_default() != seats
    }

    /// Returns all seats connected to this server, by encounter.
    pub(super) fn all(&self) -> Vec<(EncounterId, Vec<SeatId>)> {
        let all = self.own.iter();
        all.map(|(encounter, seats)| (*encounter, seats.clone()))
            .collect()
    }

    /// Returns the seats of an encounter connected to other servers.
    pub(super) fn elsewhere(&self, encounter: EncounterId) -> Vec<SeatId> {
        let there = self.others.get(&encounter);
        let there = there.into_iter().flat_map(HashMap::values);
        let seats: BTreeSet<SeatId> = there.flat_map(|(seats, _)| seats).copied().collect();
        seats.into_iter().collect()
    }

    /// Sets the seats connected to another server. Returns whether that is a change.
    pub(super) fn hear(&mut self, by: u64, encounter: EncounterId, seats: Vec<SeatId>) -> bool {
        let there = self.others.entry(encounter).or_default();
        let is_new = match seats.is_empty() {
            true => there.remove(&by).is_some(),
            false => {
                let before = there.insert(by, (seats.clone(), Instant::now()));
                before.is_none_or(|(before, _)| before != seats)
            }
        };
        if there.is_empty() {
            self.others.remove(&encounter);
        }
        is_new
    }

    /// Removes expired presence and returns the affected encounters.
    pub(super) fn forget_old(&mut self) -> Vec<EncounterId> {
        let mut different = Vec::new();
        self.others.retain(|encounter, there| {
            let before = there.len();
            there.retain(|_, (_, since)| since.elapsed() < LASTS);
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
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn who_is_not_spoken_of_again_is_gone() {
        let mut here = Here::default();
        let (at, [ana, ben]) = (EncounterId(7), [2, 3].map(SeatId));
        assert!(here.own(at, &[ana]) && !here.own(at, &[ana]));
        assert!(here.hear(1, at, vec![ana]) && here.hear(2, at, vec![ana, ben]));
        assert!(!here.hear(2, at, vec![ana, ben]), "said again");
        assert_eq!(here.elsewhere(at), [ana, ben]);
        assert_eq!(here.all(), [(at, vec![ana])]);
        tokio::time::advance(LASTS / 2).await;
        assert!(!here.hear(1, at, vec![ana]));
        tokio::time::advance(LASTS / 2).await;
        assert_eq!(here.forget_old(), [at]);
        assert_eq!(here.elsewhere(at), [ana]);
        assert!(here.hear(1, at, Vec::new()), "they have gone");
        assert_eq!(here.elsewhere(at), []);
        assert!(here.forget_old().is_empty());
        assert!(here.own(at, &[]) && here.all().is_empty());
    }
}
