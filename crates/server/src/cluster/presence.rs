//! Presence of seats across all servers. It is not stored, and expires unless it is repeated.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::time::Duration;

use rules::base::id::{EncounterId, SeatId};
use tokio::time::Instant;

/// Time after which presence at another server expires unless repeated.
const PRESENCE_TTL: Duration = Duration::from_secs(5);

/// Connected seats by encounter, at this server and at the others.
#[derive(Debug, Default)]
pub(super) struct ClusterPresence {
    own: BTreeMap<EncounterId, Vec<SeatId>>,
    others: HashMap<EncounterId, HashMap<u64, (Vec<SeatId>, Instant)>>,
}

impl ClusterPresence {
    /// Sets the seats of an encounter connected to this server, and returns whether that is a
    /// change.
    pub(super) fn set_own(&mut self, encounter: EncounterId, seats: &[SeatId]) -> bool {
        let before = match seats.is_empty() {
            true => self.own.remove(&encounter),
            false => self.own.insert(encounter, seats.to_vec()),
        };
        before.unwrap_or_default() != seats
    }

    /// Returns all seats connected to this server, by encounter.
    pub(super) fn own_seats(&self) -> Vec<(EncounterId, Vec<SeatId>)> {
        let all = self.own.iter();
        all.map(|(encounter, seats)| (*encounter, seats.clone()))
            .collect()
    }

    /// Returns the seats of an encounter connected to other servers.
    pub(super) fn seats_elsewhere(&self, encounter: EncounterId) -> Vec<SeatId> {
        let there = self.others.get(&encounter);
        let there = there.into_iter().flat_map(HashMap::values);
        let seats: BTreeSet<SeatId> = there.flat_map(|(seats, _)| seats).copied().collect();
        seats.into_iter().collect()
    }

    /// Sets the seats of an encounter connected to the server with number `by`, and returns whether
    /// that is a change.
    pub(super) fn update_other(
        &mut self,
        by: u64,
        encounter: EncounterId,
        seats: Vec<SeatId>,
    ) -> bool {
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
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn who_is_not_spoken_of_again_is_gone() {
        let mut here = ClusterPresence::default();
        let (at, [ana, ben]) = (EncounterId(7), [2, 3].map(SeatId));
        assert!(here.set_own(at, &[ana]) && !here.set_own(at, &[ana]));
        assert!(here.update_other(1, at, vec![ana]) && here.update_other(2, at, vec![ana, ben]));
        assert!(!here.update_other(2, at, vec![ana, ben]), "said again");
        assert_eq!(here.seats_elsewhere(at), [ana, ben]);
        assert_eq!(here.own_seats(), [(at, vec![ana])]);
        tokio::time::advance(PRESENCE_TTL / 2).await;
        assert!(!here.update_other(1, at, vec![ana]));
        tokio::time::advance(PRESENCE_TTL / 2).await;
        assert_eq!(here.expire_old(), [at]);
        assert_eq!(here.seats_elsewhere(at), [ana]);
        assert!(here.update_other(1, at, Vec::new()), "they have gone");
        assert_eq!(here.seats_elsewhere(at), []);
        assert!(here.expire_old().is_empty());
        assert!(here.set_own(at, &[]) && here.own_seats().is_empty());
    }
}
