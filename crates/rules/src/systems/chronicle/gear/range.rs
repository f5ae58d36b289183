//! Ranges of weapons (CHR-RNG-01 to 04).

use serde::Deserialize;

use crate::systems::chronicle::input::{self, Nonsense};

/// Short, medium and long range in yards, growing (CHR-RNG-04). On the wire `[20,40,80]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(try_from = "[i32; 3]")]
pub(crate) struct Ranges {
    short: i32,
    medium: i32,
    long: i32,
}

impl Ranges {
    /// Creates the short, medium and long ranges of a weapon, in yards.
    ///
    /// # Errors
    /// [`Nonsense`] when one is negative or too far, or they shrink.
    pub(crate) fn new(short: i32, medium: i32, long: i32) -> Result<Self, Nonsense> {
        for yards in [short, medium, long] {
            input::within("range", yards, 0, input::YARDS_MOST)?;
        }
        if short > medium || medium > long {
            return Err(Nonsense::Ranges);
        }
        Ok(Self {
            short,
            medium,
            long,
        })
    }

    /// Returns the short, medium and long range, in yards.
    #[must_use]
    pub(crate) const fn yards(self) -> [i32; 3] {
        [self.short, self.medium, self.long]
    }
}

impl TryFrom<[i32; 3]> for Ranges {
    type Error = Nonsense;
    fn try_from([short, medium, long]: [i32; 3]) -> Result<Self, Nonsense> {
        Self::new(short, medium, long)
    }
}

/// Distance of a target by the ranges of the weapon, such as short or long.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Band {
    /// Up to short range.
    Short,
    /// Up to medium range.
    Medium,
    /// Up to long range.
    Long,
    /// Up to twice long range (CHR-RNG-02).
    Beyond,
    /// Farther (CHR-RNG-03).
    Out,
}

/// Mode of roll that the distance to the target allows in Chronicle: an ordinary pool, a chance die, or nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Mode {
    /// An ordinary roll.
    Pool,
    /// A chance die, whatever the pool.
    Chance,
    /// Nothing.
    Impossible,
}

/// Range of a weapon that a distance falls into, with its modifier and mode of roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Reach {
    /// The band.
    pub(crate) band: Band,
    /// Dice it adds: 0, −2, −4, and 0 again where the pool no longer matters.
    pub(crate) modifier: i32,
    /// The roll it allows.
    pub(crate) mode: Mode,
}

/// Returns the range band for a distance in yards; the upper edge of a band belongs to it
/// (CHR-RNG-01 to 03).
#[must_use]
pub(crate) const fn reach(ranges: Ranges, distance: i32) -> Reach {
    let (band, modifier, mode) = if distance <= ranges.short {
        (Band::Short, 0, Mode::Pool)
    } else if distance <= ranges.medium {
        (Band::Medium, -2, Mode::Pool)
    } else if distance <= ranges.long {
        (Band::Long, -4, Mode::Pool)
    } else if distance <= ranges.long.saturating_mul(2) {
        (Band::Beyond, 0, Mode::Chance)
    } else {
        (Band::Out, 0, Mode::Impossible)
    };
    Reach {
        band,
        modifier,
        mode,
    }
}
