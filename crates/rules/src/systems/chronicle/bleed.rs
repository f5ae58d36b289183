//! Bleeding out, tick by tick (CHR-BLEED-01 to 05).

use serde::{Deserialize, Serialize};

use super::damage;
use super::input::{self, Nonsense};
use super::settings::Settings;
use super::wounds::{self, Bleeding, Kind, Status};
use crate::track::{Boxes, Packet, Severity};

/// A creature that may bleed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wounded {
    /// Its track.
    pub track: Boxes,
    /// What it is.
    pub kind: Kind,
    /// Its Size.
    pub size: i32,
    /// Whether its wounds were dressed since the last grave one (CHR-BLEED-04).
    pub stabilised: bool,
}

impl Wounded {
    /// Whether its Size can be.
    ///
    /// # Errors
    /// [`Nonsense::Range`] when it cannot.
    pub fn check(&self) -> Result<(), Nonsense> {
        input::traits([("size", self.size)])
    }

    /// What its track says.
    #[must_use]
    pub fn status(&self, settings: &Settings) -> Status {
        wounds::status_by(&self.track, self.kind, self.size, self.stabilised, settings)
    }

    /// After one interval of slow bleeding; unchanged if it does not bleed slowly (CHR-BLEED-02).
    #[must_use]
    pub fn after_interval(self, settings: &Settings) -> Self {
        self.after(Bleeding::Slow, settings)
    }

    /// After one turn of fast bleeding; unchanged if it does not bleed fast (CHR-BLEED-03).
    #[must_use]
    pub fn after_turn(self, settings: &Settings) -> Self {
        self.after(Bleeding::EveryTurn, settings)
    }

    /// After so many intervals and then so many turns.
    #[must_use]
    pub fn after_all(mut self, intervals: u32, turns: u32, settings: &Settings) -> Self {
        for (count, stage) in [(intervals, Bleeding::Slow), (turns, Bleeding::EveryTurn)] {
            for _ in 0..count {
                let next = self.after(stage, settings);
                if next == self {
                    break;
                }
                self = next;
            }
        }
        self
    }

    /// After the wounds were dressed.
    #[must_use]
    pub const fn dressed(mut self) -> Self {
        self.stabilised = true;
        self
    }

    /// After a new wound: lethal or worse tears a dressing open (CHR-BLEED-04).
    #[must_use]
    pub fn hit(mut self, packet: Packet, settings: &Settings) -> Self {
        self.track = damage::mark_by(self.track, packet, settings).after;
        self.stabilised &= packet.lethal == 0 && packet.aggravated == 0;
        self
    }

    fn after(mut self, stage: Bleeding, settings: &Settings) -> Self {
        if self.status(settings).bleeding == stage {
            let drop = Packet::of(Severity::Lethal, 1);
            self.track = damage::mark_by(self.track, drop, settings).after;
        }
        self
    }
}

/// Whether this turn, counted from 1 since the bleeding began, brings a slow tick
/// (CHR-BLEED-02).
#[must_use]
pub fn is_interval(turn: u32, settings: &Settings) -> bool {
    turn > 0 && turn.is_multiple_of(settings.bleed_interval_turns.max(1))
}
