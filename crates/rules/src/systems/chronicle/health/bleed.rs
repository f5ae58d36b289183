//! Bleeding out, turn by turn (CHR-BLEED-01 to 05).

use super::damage;
use super::wounds::{self, Bleeding, Kind};
use crate::character::track::{Boxes, DamagePacket, Severity};
use crate::systems::chronicle::settings::Settings;

/// State of a wounded creature that may bleed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Wounded {
    /// Health track.
    pub(crate) track: Boxes,
    /// Kind of creature.
    pub(crate) kind: Kind,
    /// Size in points.
    pub(crate) size: i32,
    /// Whether its wounds were dressed since the last grave one (CHR-BLEED-04).
    pub(crate) stabilized: bool,
    /// Turns of slow bleeding since the last point (CHR-BLEED-02).
    pub(crate) turns: u32,
}

impl Wounded {
    /// Returns how fast the creature bleeds.
    #[must_use]
    pub(crate) fn bleeding(&self, settings: &Settings) -> Bleeding {
        let Self {
            track,
            kind,
            size,
            stabilized,
            ..
        } = self;
        wounds::bleeding_by(track, *kind, *size, *stabilized, settings)
    }

    /// Returns the creature after so many turns of bleeding: a point each interval while it is slow
    /// (CHR-BLEED-02), a point each turn once it is fast (CHR-BLEED-03).
    #[must_use]
    pub(crate) fn after(mut self, mut turns: u64, settings: &Settings) -> Self {
        let interval = settings.bleed_interval_turns.max(1);
        loop {
            let wait = match self.bleeding(settings) {
                Bleeding::None => {
                    self.turns = 0;
                    return self;
                }
                Bleeding::Slow => interval.saturating_sub(self.turns).max(1),
                Bleeding::EveryTurn => 1,
            };
            if turns < u64::from(wait) {
                let passed = u32::try_from(turns).unwrap_or(u32::MAX);
                self.turns = self.turns.saturating_add(passed);
                return self;
            }
            turns -= u64::from(wait);
            self.turns = 0;
            let drop = DamagePacket::of_severity(Severity::Lethal, 1);
            self.track = damage::mark_by(self.track, drop, settings).after;
        }
    }
}
