//! What happened in a history, counted: what never happens is not tried.

/// What happened, counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    /// Commands that were acknowledged.
    pub(crate) acknowledged: u64,
    /// Ends of the program: killed, with the power cut, and in order.
    pub(crate) ends: [u64; 3],
    /// Of these, in the middle of a write.
    pub(crate) at_writes: u64,
    /// Transactions that were gone afterwards.
    pub(crate) gone: u64,
    /// Records that were there afterwards and of which nobody had heard.
    pub(crate) found: u64,
    /// Writes and syncs that failed, and that took long.
    pub(crate) faults: u64,
    pub(crate) stalls: u64,
    /// Connections that were cut; messages that were lost, that came twice, and that were said again.
    pub(crate) cuts: u64,
    pub(crate) dropped: u64,
    pub(crate) doubled: u64,
    pub(crate) again: u64,
    /// How often the clock was set.
    pub(crate) jumps: u64,
}

impl Tally {
    /// Everything that must have happened in some history.
    pub(crate) fn each(&self) -> [(&'static str, u64); 14] {
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
