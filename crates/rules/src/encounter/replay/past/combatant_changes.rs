//! Changes of combatants at one step, as one class of readers saw them.

use crate::base::id::CombatantId;
use crate::character::condition::Condition;
use crate::character::track::Track;
use crate::encounter::view::{CombatantRow, View};

/// Change of one combatant at a step of the past, as one class of readers saw it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CombatantChange {
    /// The combatant that changed.
    pub who: CombatantId,
    /// The part that changed, with its values.
    pub part: ChangedPart,
}

/// The part of a combatant that changed, by which a reader can ask who changed it and when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChangedPart {
    /// The combatant became visible.
    Came,
    /// The combatant stopped being visible.
    Went,
    /// The health track, where it may be read.
    Track {
        /// The track before the change.
        before: Option<Track>,
        /// The track after the change.
        after: Option<Track>,
    },
    /// The points left in a pool.
    Pool {
        /// The key of the pool.
        key: String,
        /// Points left before the change.
        before: i32,
        /// Points left after the change.
        after: i32,
    },
    /// A condition of the combatant.
    Condition {
        /// The key of the condition.
        key: String,
        /// The condition before; `None` if there was none.
        before: Option<Condition>,
        /// The condition after; `None` if there is none.
        after: Option<Condition>,
    },
    /// The initiative score.
    Score {
        /// The score before the change.
        before: Option<i32>,
        /// The score after the change.
        after: Option<i32>,
    },
    /// The note beside the combatant.
    Note {
        /// The note before the change.
        before: Option<String>,
        /// The note after the change.
        after: Option<String>,
    },
}

/// Returns the changes of combatants between two views of one class.
pub(super) fn combatant_changes(old: &View, new: &View) -> Vec<CombatantChange> {
    let mut all = Vec::new();
    for (id, row) in &new.rows {
        match old.rows.get(id) {
            None => all.push((*id, ChangedPart::Came)),
            Some(before) if before == row => {}
            Some(before) => {
                let parts = changed_parts(before, row).into_iter();
                all.extend(parts.map(|part| (*id, part)));
            }
        }
    }
    let gone = old.rows.keys().filter(|id| !new.rows.contains_key(id));
    all.extend(gone.map(|id| (*id, ChangedPart::Went)));
    let all = all
        .into_iter()
        .map(|(who, part)| CombatantChange { who, part });
    all.collect()
}

/// Returns the changes between two rows of one combatant.
fn changed_parts(old: &CombatantRow, new: &CombatantRow) -> Vec<ChangedPart> {
    let mut parts = Vec::new();
    if old.track != new.track {
        parts.push(ChangedPart::Track {
            before: old.track,
            after: new.track,
        });
    }
    let pools = new.pools.iter().filter_map(|(key, after)| {
        let before = old.pools.get(key)?;
        (before != after).then(|| ChangedPart::Pool {
            key: key.clone(),
            before: *before,
            after: *after,
        })
    });
    parts.extend(pools);
    let gone = old.conditions.keys();
    let gone = gone.filter(|key| !new.conditions.contains_key(*key));
    let keys = new.conditions.keys().chain(gone);
    let conditions = keys.filter_map(|key| {
        let at = |row: &CombatantRow| row.conditions.get(key).copied();
        (at(old) != at(new)).then(|| ChangedPart::Condition {
            key: key.clone(),
            before: at(old),
            after: at(new),
        })
    });
    parts.extend(conditions);
    if old.score != new.score {
        parts.push(ChangedPart::Score {
            before: old.score,
            after: new.score,
        });
    }
    if old.note != new.note {
        parts.push(ChangedPart::Note {
            before: old.note.clone(),
            after: new.note.clone(),
        });
    }
    parts
}
