//! Seeded randomness of a history, and the faults that can be planted in it.

use rules::base::dice::Dice;

/// Reproducible random number generator (splitmix64) that drives a simulated history.
#[derive(Clone, Debug)]
pub(crate) struct SimRng(pub(crate) u64);

impl SimRng {
    /// Returns the next 64 random bits.
    pub(super) fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    }

    /// Draws a number from 0 up to but excluding `end`.
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.next_u64() % end.max(1)
    }

    /// Draws a number from 0 up to and including `most`.
    pub(crate) fn up_to(&mut self, most: usize) -> usize {
        usize::try_from(self.below(most as u64 + 1)).unwrap_or(0)
    }

    /// Draws true with a probability of one in `of`.
    pub(crate) fn one_in(&mut self, of: u64) -> bool {
        self.below(of) == 0
    }
}

/// Fault planted on purpose, to verify that the simulation detects it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PlantedFault {
    /// The store acknowledges a write before it is synced.
    AcknowledgesBeforeTheSync,
    /// After a failed sync, later syncs have no effect but report success, and are trusted.
    TrustsAFailedSync,
    /// The ids of the newest commands are forgotten after a restart.
    ForgetsTheLastAnswers,
    /// When several records are written at once, the first is missing.
    LosesARecord,
    /// The room continues before the writer has written.
    ShowsBeforeItIsKept,
    /// A browser repeats an unanswered command under another id.
    SaysAgainUnderAnotherId,
}

impl Dice for SimRng {
    fn roll_die(&mut self, sides: u16) -> u16 {
        u16::try_from(self.below(sides.into())).unwrap_or(0) + 1
    }
}
