//! Covers: things of the encounter that stand between combatants. A pair points to one by the dial
//! [`BEHIND`]; however many pairs do, it is one thing, and wears as one.

use serde::{Deserialize, Serialize};

use super::state::Encounter;
use crate::dial::Reading;
use crate::exchange::CoverSpec;
use crate::id::{CombatantId, CoverId};
use crate::sorted::Map;
use crate::text::Name;

/// The dial of a pair that says behind which cover the second stands, seen from the first.
pub const BEHIND: &str = "behind";

/// A thing that covers.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Cover {
    /// What it is called.
    pub name: Name,
    /// The dials that are its own: those of [`CoverSpec::keys`].
    #[serde(default, skip_serializing_if = "Reading::is_plain")]
    pub numbers: Reading,
}

impl Encounter {
    /// A cover; `None` when there is none of this id.
    #[must_use]
    pub fn cover(&self, id: CoverId) -> Option<&Cover> {
        self.covers.get(&id)
    }

    /// The cover behind which the second stands, seen from the first.
    pub(super) fn cover_between(
        &self,
        from: CombatantId,
        to: CombatantId,
    ) -> Option<(CoverId, &Cover)> {
        let id = CoverId::on_dial(self.ties.dial(from, to, BEHIND)?)?;
        Some((id, self.covers.get(&id)?))
    }

    /// The pairs that point to a cover.
    pub(super) fn pairs_behind(&self, id: CoverId) -> Vec<(CombatantId, CombatantId)> {
        let all = self.ties.situation.iter();
        let pairs = all.flat_map(|(from, all)| all.keys().map(|to| (*from, *to)));
        let behind = |(from, to)| self.ties.dial(from, to, BEHIND).and_then(CoverId::on_dial);
        pairs.filter(|pair| behind(*pair) == Some(id)).collect()
    }

    /// Whether players know of a cover: a pair of combatants whom they see points to it.
    pub(super) fn cover_is_seen(&self, id: CoverId) -> bool {
        let mut pairs = self.pairs_behind(id).into_iter();
        pairs.any(|(from, to)| self.is_seen(from) && self.is_seen(to))
    }

    /// The covers there are, or those that players know of.
    pub(super) fn covers_known(&self, all: bool) -> Map<CoverId, Cover> {
        let covers = self.covers.iter();
        let known = covers.filter(|(id, _)| all || self.cover_is_seen(**id));
        known.map(|(id, cover)| (*id, cover.clone())).collect()
    }

    /// What the cover between two makes of how they stand: its numbers go over those of the pair,
    /// and one of which nothing is left covers no more.
    pub(super) fn with_cover(
        &self,
        spec: &CoverSpec,
        (from, to): (CombatantId, CombatantId),
        reading: &mut Reading,
    ) {
        reading.unset(BEHIND);
        if let Some((_, cover)) = self.cover_between(from, to) {
            spec.keys.iter().for_each(|key| reading.unset(key));
            let numbers = cover.numbers.iter();
            numbers.for_each(|(key, value)| reading.set(key, value));
            for (key, value) in spec.behind {
                if reading.get(key).is_none() {
                    reading.set(key, *value);
                }
            }
        }
        if spec.is_gone(reading) {
            spec.take_away(reading);
        }
    }
}
