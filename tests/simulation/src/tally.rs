//! Counters of what happened in a history: an event that never happens is not tested.

/// Counters of what happened in one simulated history, such as acknowledged commands and faults.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    /// Acknowledged commands.
    pub(crate) acknowledged: u64,
    /// Ends of the program: killed, by power failure, and in order.
    pub(crate) ends: [u64; 3],
    /// Ends in the middle of a write.
    pub(crate) at_writes: u64,
    /// Transactions lost at the end of a run.
    pub(crate) gone: u64,
    /// Records found afterwards that had never been acknowledged.
    pub(crate) found: u64,
    /// Failed writes and syncs.
    pub(crate) faults: u64,
    /// Disk operations that took very long.
    pub(crate) stalls: u64,
    /// Connections that were cut.
    pub(crate) cuts: u64,
    /// Messages that were lost.
    pub(crate) dropped: u64,
    /// Messages that arrived twice.
    pub(crate) doubled: u64,
    /// Commands that were sent again.
    pub(crate) again: u64,
    /// Jumps of the clock.
    pub(crate) jumps: u64,
}

impl Tally {
    /// Returns all counters with their names; each must be positive over many histories.
    pub(crate) fn counts(&self) -> [(&'static str, u64); 14] {
        let [killed, power, in_order] = self.ends;
        [
            ("acknowledged", self.acknowledged),
            ("killed", killed),
            ("power cut", power),
            ("ended in order", in_order),
            ("ended in a write", self.at_writes),
            ("transactions lost", self.gone),
            ("records found unacknowledged", self.found),
            ("faults of the disk", self.faults),
            ("stalls", self.stalls),
            ("connections cut", self.cuts),
            ("messages lost", self.dropped),
            ("messages doubled", self.doubled),
            ("said again", self.again),
            ("clock set", self.jumps),
        ]
    }

    /// Adds the counters of another history.
    pub(crate) fn add(&mut self, other: &Self) {
        self.acknowledged += other.acknowledged;
        for (sum, more) in self.ends.iter_mut().zip(other.ends) {
            *sum += more;
        }
        self.at_writes += other.at_writes;
        self.gone += other.gone;
        self.found += other.found;
        self.faults += other.faults;
        self.stalls += other.stalls;
        self.cuts += other.cuts;
        self.dropped += other.dropped;
        self.doubled += other.doubled;
        self.again += other.again;
        self.jumps += other.jumps;
    }
}
