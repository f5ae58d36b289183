//! Who comes and goes, where tokens stand, and the letters that names use up.

use crate::encounter::combatant::Combatant;
use crate::encounter::event::{Place, Spot};
use crate::encounter::label::Label;
use crate::encounter::state::State;
use crate::encounter::ties::Ties;
use crate::id::CombatantId;

impl State {
    /// A combatant comes, or comes back with what stood between it and others.
    pub(super) fn come(&mut self, combatant: &Combatant, place: Place, ties: &Ties) {
        self.count_label(combatant);
        if self.ids.insert(combatant.id) {
            self.joined.push(combatant.id);
        }
        self.combatants.insert(combatant.clone());
        self.put(combatant.id, place);
        self.ties.put_back(ties);
    }

    /// A combatant comes along from another encounter. One who is here already stays in their place, and what they
    /// had here has used up its numbers.
    pub(super) fn arrive(&mut self, combatant: &Combatant, place: Place) {
        if let Some(here) = self.combatants.get(&combatant.id) {
            let items = combatant.items.max(here.items);
            self.count_label(combatant);
            self.combatants.insert(Combatant {
                items,
                ..combatant.clone()
            });
        } else {
            self.come(combatant, place, &Ties::default());
        }
    }

    /// A combatant goes, and all that stood between it and others.
    pub(super) fn go(&mut self, id: CombatantId) {
        self.lift(id);
        self.combatants.remove(&id);
        self.ties.drop_all_of(id);
    }

    /// A label follows its combatant: one that was renamed or shown has used up a letter.
    pub(super) fn use_up_label_of(&mut self, id: CombatantId) {
        if let Some(combatant) = self.combatants.get(&id).cloned() {
            self.count_label(&combatant);
        }
    }

    fn count_label(&mut self, combatant: &Combatant) {
        let series = match combatant.label {
            Label::Roman(_) | Label::Unseen => &mut self.labels.romans,
            Label::Plain | Label::Letter(_) => &mut self.labels.letters,
        };
        let used = series.entry(combatant.name.folded()).or_default();
        *used = (*used).max(combatant.label.ordinal());
    }

    pub(super) fn lift(&mut self, id: CombatantId) {
        self.order.retain(|other| *other != id);
        self.bench.retain(|other| *other != id);
    }

    /// Where a move leads. Of a combatant whom players see, one that only passed hidden ones never changes what players
    /// see, also when it is taken back after they saw others come and go.
    pub(super) fn past_hidden_only(&self, id: CombatantId, from: Place, to: Place) -> Place {
        match (from, to, self.place_of(id)) {
            (Place::Order(from), Place::Order(to), Some(Place::Order(now)))
                if from.seen == to.seen && self.is_seen(id) =>
            {
                let hidden = to.at.saturating_sub(to.seen);
                Place::Order(Spot {
                    at: now.seen.saturating_add(hidden),
                    seen: now.seen,
                })
            }
            _ => to,
        }
    }

    pub(super) fn put(&mut self, id: CombatantId, place: Place) {
        let (list, spot) = match place {
            Place::Bench(spot) => (&self.bench, spot),
            Place::Order(spot) => (&self.order, spot),
        };
        let [at, seen] = [spot.at, spot.seen].map(|n| usize::try_from(n).unwrap_or(usize::MAX));
        // A combatant whom players see stands after as many as they saw before, whatever
        // hidden ones have come and gone.
        let (first, last) = if self.is_seen(id) {
            let mut known = (0..list.len()).filter(|at| self.is_seen(list[*at]));
            let first = match seen.checked_sub(1) {
                None => 0,
                Some(before) => known.nth(before).map_or(list.len(), |at| at + 1),
            };
            (first, known.next().unwrap_or(list.len()))
        } else {
            (0, list.len())
        };
        let at = at.clamp(first, last);
        match place {
            Place::Bench(_) => self.bench.insert(at, id),
            Place::Order(_) => self.order.insert(at, id),
        }
    }
}
