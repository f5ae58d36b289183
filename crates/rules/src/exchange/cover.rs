//! Cover between two combatants, as a rule system defines it.

use crate::character::parameters::Parameters;

/// Definition of cover in a rule system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CoverSpec {
    /// The keys of the situation parameters that belong to the cover itself.
    pub keys: &'static [&'static str],
    /// The key among them that attacks wear down; at 0 nothing of the cover is left.
    pub wears: Option<&'static str>,
    /// Situation parameters of a combatant behind the cover, with their values unless set otherwise.
    pub behind: &'static [(&'static str, i32)],
}

impl CoverSpec {
    /// Whether nothing is left of a cover with these numbers. A cover without a durability lasts.
    #[must_use]
    pub fn is_gone(&self, numbers: &Parameters) -> bool {
        self.wears.and_then(|key| numbers.get(key)) == Some(0)
    }

    /// Whether two covers without a name count as the same one: both wear down and have equal
    /// numbers.
    #[must_use]
    pub fn is_same_cover(&self, one: &Parameters, other: &Parameters) -> bool {
        let wears = self.wears.is_some_and(|key| one.get(key).is_some());
        let mut keys = self.keys.iter();
        wears && keys.all(|key| one.get_or(key, 0) == other.get_or(key, 0))
    }

    /// Removes from a situation what a used-up cover contributed.
    pub fn remove_cover(&self, reading: &mut Parameters) {
        self.keys.iter().for_each(|key| reading.unset(key));
        for (key, value) in self.behind {
            if reading.get(key) == Some(*value) {
                reading.unset(key);
            }
        }
    }
}
