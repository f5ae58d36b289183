//! What events change about one combatant.

use crate::condition::Condition;
use crate::encounter::combatant::{Combatant, ThisRound};
use crate::gear::{Item, ItemId};
use crate::sheet::SheetEdit;
use crate::track::Track;

impl Combatant {
    /// What decides between those of the same score is another.
    pub(super) fn rerank(&mut self, rank: &[i32]) {
        if let Some(initiative) = &mut self.initiative {
            initiative.rank = rank.to_vec();
        }
    }

    /// It has another plan or another timing. What was counted meanwhile stays counted, also when
    /// this is taken back.
    pub(super) fn intend(&mut self, now: &ThisRound) {
        self.now.plan.clone_from(&now.plan);
        self.now.timing.clone_from(&now.timing);
        self.now.behind = now.behind;
        self.now.stood = now.stood;
        self.now.beside = now.beside;
    }

    /// So many points of a pool have been spent in all.
    pub(super) fn set_spent(&mut self, pool: &str, spent: i32) {
        match spent {
            0 => _ = self.spent.remove(pool),
            spent => _ = self.spent.insert(pool.to_owned(), spent),
        }
    }

    /// It is in a condition now, or no longer.
    pub(in crate::encounter) fn set_condition(&mut self, key: &str, condition: Option<Condition>) {
        match condition {
            Some(condition) => _ = self.conditions.insert(key.to_owned(), condition),
            None => _ = self.conditions.remove(key),
        }
    }

    /// An item comes or goes. Its id is given once.
    pub(super) fn equip(&mut self, id: ItemId, item: Option<&Item>) {
        match item {
            Some(item) => _ = self.gear.insert(id, item.clone()),
            None => _ = self.gear.remove(&id),
        }
        self.items = self.items.max(id);
    }

    /// Its sheet is edited, and its track follows where it was given one.
    pub(super) fn edit_sheet(&mut self, edit: &SheetEdit, track: Option<(Track, Track)>) {
        self.sheet = std::mem::take(&mut self.sheet).edited(edit);
        if let Some((_, after)) = track {
            self.track = after;
        }
    }

    /// More or fewer of what is counted in this round. What is counted no more is forgotten.
    pub(super) fn count(&mut self, key: &str, by: i32) {
        let tally = &mut self.now.tally;
        let before = tally.get(key).copied().unwrap_or(0);
        let after = i32::from(before).saturating_add(by).max(0);
        match u16::try_from(after).unwrap_or(u16::MAX) {
            0 => _ = tally.remove(key),
            count => _ = tally.insert(key.to_owned(), count),
        }
    }
}

impl Item {
    /// One of its numbers is another, or it has no such number any more.
    pub(in crate::encounter) fn set_number(&mut self, key: &str, number: Option<i32>) {
        match number {
            Some(number) => _ = self.numbers.insert(key.to_owned(), number),
            None => _ = self.numbers.remove(key),
        }
    }
}
