//! What changed about a combatant at one step, as one class of viewers saw it.

use crate::condition::Condition;
use crate::encounter::view::{Row, View};
use crate::id::CombatantId;
use crate::track::Track;

/// Something about a combatant that is another than before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Touch {
    /// Whose.
    pub who: CombatantId,
    /// What.
    pub part: Part,
}

/// What can be asked about: what changed this, when, and who did it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// They came into the view.
    Came,
    /// They went out of it.
    Went,
    /// Their health, where it may be read.
    Track {
        /// Before.
        before: Option<Track>,
        /// After.
        after: Option<Track>,
    },
    /// What is left of a pool.
    Pool {
        /// Its key.
        key: String,
        /// Before.
        before: i32,
        /// After.
        after: i32,
    },
    /// A condition.
    Condition {
        /// Its key.
        key: String,
        /// Before; `None` when they were not in it.
        before: Option<Condition>,
        /// After.
        after: Option<Condition>,
    },
    /// The initiative.
    Score {
        /// Before.
        before: Option<i32>,
        /// After.
        after: Option<i32>,
    },
    /// The words that stand beside them.
    Note {
        /// Before.
        before: Option<String>,
        /// After.
        after: Option<String>,
    },
}

/// What changed about combatants between two views of one class.
pub(super) fn touches(old: &View, new: &View) -> Vec<Touch> {
    let mut all = Vec::new();
    for (id, row) in &new.rows {
        match old.rows.get(id) {
            None => all.push((*id, Part::Came)),
            Some(before) if before == row => {}
            Some(before) => {
                let parts = parts(before, row).into_iter();
                all.extend(parts.map(|part| (*id, part)));
            }
        }
    }
    let gone = old.rows.keys().filter(|id| !new.rows.contains_key(id));
    all.extend(gone.map(|id| (*id, Part::Went)));
    let all = all.into_iter().map(|(who, part)| Touch { who, part });
    all.collect()
}

fn parts(old: &Row, new: &Row) -> Vec<Part> {
    let mut parts = Vec::new();
    if old.track != new.track {
        parts.push(Part::Track {
            before: old.track,
            after: new.track,
        });
    }
    let pools = new.pools.iter().filter_map(|(key, after)| {
        let before = old.pools.get(key)?;
        (before != after).then(|| Part::Pool {
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
        let at = |row: &Row| row.conditions.get(key).copied();
        (at(old) != at(new)).then(|| Part::Condition {
            key: key.clone(),
            before: at(old),
            after: at(new),
        })
    });
    parts.extend(conditions);
    if old.score != new.score {
        parts.push(Part::Score {
            before: old.score,
            after: new.score,
        });
    }
    if old.note != new.note {
        parts.push(Part::Note {
            before: old.note.clone(),
            after: new.note.clone(),
        });
    }
    parts
}
