//! Rate limits: how often one address, browser or seat may do something.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::Mutex;
use std::time::Duration;

use tokio::time::Instant;

use crate::lock;

// `governor` is not used: its clock is not that of tokio, which our tests control, and its keyed limiter has no bound
// on the keys it remembers. It would only save the few lines of `Bucket::take`.

/// Burst and refill pause of a rate limit. After the burst, one more is allowed after each pause.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    /// Number allowed at once.
    pub(crate) burst: u32,
    /// Time after which one more is allowed.
    pub(crate) pause: Duration,
}

impl Pace {
    /// Creates a rate limit: a burst of requests at once, then one more after each pause.
    pub(crate) const fn new(burst: u32, pause: Duration) -> Self {
        Self { burst, pause }
    }
}

/// Token bucket with the remaining allowance of one rate-limited key, such as an address. Holds the time at which it
/// will be full again.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bucket {
    full_at: Instant,
}

impl Bucket {
    /// Creates a token bucket whose allowance is full.
    pub(crate) fn full() -> Self {
        Self {
            full_at: Instant::now(),
        }
    }

    /// Takes one from the allowance of a rate limit, and returns whether one was left.
    pub(crate) fn take(&mut self, pace: Pace) -> bool {
        let now = Instant::now();
        let full_at = self.full_at.max(now) + pace.pause;
        let fits = full_at <= now + pace.pause * pace.burst;
        if fits {
            self.full_at = full_at;
        }
        fits
    }
}

/// Maximum number of keys whose allowance a rate limiter remembers at once. Beyond, all start afresh: forgetting is
/// kinder than keeping people out, and making so many keys has its price elsewhere.
const MAX_KEYS: usize = 20_000;

/// Rate limiter that keeps a token bucket for each of many keys, such as addresses.
#[derive(Debug)]
pub(crate) struct RateLimiter<K> {
    pace: Pace,
    buckets: Mutex<HashMap<K, Bucket>>,
}

impl<K: Eq + Hash> RateLimiter<K> {
    /// Creates a rate limiter whose keys all have a full allowance at this rate.
    pub(crate) fn new(pace: Pace) -> Self {
        Self {
            pace,
            buckets: Mutex::default(),
        }
    }

    /// Takes one from the allowance of `key`, and returns whether one was left.
    pub(crate) fn take(&self, key: K) -> bool {
        let mut buckets = lock(&self.buckets);
        if buckets.len() >= MAX_KEYS && !buckets.contains_key(&key) {
            let now = Instant::now();
            buckets.retain(|_, bucket| bucket.full_at > now);
            if buckets.len() >= MAX_KEYS {
                buckets.clear();
            }
        }
        let bucket = buckets.entry(key).or_insert_with(Bucket::full);
        bucket.take(self.pace)
    }
}

/// Returns the IP address that stands for a household, with IPv6 its network of 64 bits.
pub(crate) fn household_address(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(long) => {
            let [a, b, c, d, ..] = long.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        short => short,
    }
}

/// Returns the IPv6 network of 48 bits that an address is in, the largest that one customer gets; `None` with IPv4.
pub(crate) fn customer_network(address: IpAddr) -> Option<IpAddr> {
    match address.to_canonical() {
        IpAddr::V6(long) => {
            let [a, b, c, ..] = long.segments();
            Some(IpAddr::V6(Ipv6Addr::new(a, b, c, 0, 0, 0, 0, 0)))
        }
        IpAddr::V4(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_burst_and_then_one_after_each_pause() {
        let rate = RateLimiter::new(Pace::new(3, Duration::from_secs(10)));
        assert_eq!([(); 4].map(|()| rate.take("a")), [true, true, true, false]);
        assert!(rate.take("b"), "others are others");
        tokio::time::advance(Duration::from_secs(10)).await;
        assert_eq!([rate.take("a"), rate.take("a")], [true, false]);
        tokio::time::advance(Duration::from_secs(1000)).await;
        assert_eq!([(); 4].map(|()| rate.take("a")), [true, true, true, false]);
    }

    #[test]
    fn a_household_is_one() {
        let one = household_address("2001:db8:1:2:3:4:5:6".parse().unwrap_or([0; 4].into()));
        let two = household_address("2001:db8:1:2::9".parse().unwrap_or([1; 4].into()));
        assert_eq!(one, two);
        assert_eq!(
            household_address("::ffff:10.0.0.1".parse().unwrap_or([1; 4].into())),
            IpAddr::from([10, 0, 0, 1])
        );
    }
}
