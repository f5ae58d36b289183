//! What makes a thing that stands between two combatants cover.

use crate::dial::Reading;

/// What a rule system knows of cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CoverSpec {
    /// The dials of the situation that are the cover's own.
    pub keys: &'static [&'static str],
    /// The one of them that attacks wear down: at 0 there is nothing left that covers.
    pub wears: Option<&'static str>,
    /// What else is so of a combatant behind it, unless it is set otherwise.
    pub behind: &'static [(&'static str, i32)],
}

impl CoverSpec {
    /// Whether nothing is left of a cover with these numbers. One of which it was never said how much
    /// it takes lasts.
    #[must_use]
    pub fn is_gone(&self, numbers: &Reading) -> bool {
        self.wears.and_then(|key| numbers.get(key)) == Some(0)
    }

    /// Whether two covers without a name have the same numbers, and wear.
    #[must_use]
    pub fn is_the_same(&self, one: &Reading, other: &Reading) -> bool {
        let wears = self.wears.is_some_and(|key| one.get(key).is_some());
        let mut keys = self.keys.iter();
        wears && keys.all(|key| one.or(key, 0) == other.or(key, 0))
    }

    /// Takes away what a cover of which nothing is left makes of a situation.
    pub fn take_away(&self, reading: &mut Reading) {
        self.keys.iter().for_each(|key| reading.unset(key));
        for (key, value) in self.behind {
            if reading.get(key) == Some(*value) {
                reading.unset(key);
            }
        }
    }
}
