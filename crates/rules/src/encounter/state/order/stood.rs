//! Places in the order: of a newcomer, and of a combatant who waited and goes back.

use crate::base::id::CombatantId;
use crate::encounter::combatant::place::TokenPlace;
use crate::encounter::combatant::{Combatant, FormerPlace, Timing};
use crate::encounter::state::State;

impl State {
    /// Moves a combatant who cut in back to the place that their score gives them in `order`, or to their
    /// former place in an order made by hand. Returns the old and the new place if they differ.
    pub(crate) fn return_to_place(
        &self,
        who: &Combatant,
        order: &mut Vec<CombatantId>,
    ) -> Option<(TokenPlace, TokenPlace)> {
        let at = order.iter().position(|id| *id == who.id)?;
        let from = TokenPlace::Order(self.position_at(order, at));
        let mut others = order.clone();
        others.remove(at);
        let at = match &who.initiative {
            Some(initiative) => self.insertion_index(&others, who.hidden, |other| {
                let other = self.combatants.get(&other);
                let other = other.and_then(|other| other.initiative.as_ref());
                other.is_some_and(|other| initiative.is_before(other))
            }),
            None => self.former_index(who, &others)?,
        };
        let to = TokenPlace::Order(self.position_at(&others, at));
        others.insert(at, who.id);
        *order = others;
        (from != to).then_some((from, to))
    }

    /// Returns the index in `order` at which a combatant without a score stood before they waited,
    /// which is before the combatant that came next, and before those in between who have left
    /// their places as well.
    fn former_index(&self, who: &Combatant, order: &[CombatantId]) -> Option<usize> {
        let stood = who.now.stood?;
        let left = |id: CombatantId| {
            let other = self.combatants.get(&id)?;
            let left = other.initiative.is_none() && other.now.timing == Timing::CutIn;
            other.now.stood.filter(|_| left)
        };
        let mut next = stood.before;
        let mut between = Vec::new();
        while let Some(id) = next
            && let Some(stood) = left(id)
            && !between.contains(&id)
        {
            between.push(id);
            next = stood.before;
        }
        let mut at = match next {
            Some(id) => order.iter().position(|other| *other == id)?,
            None => order.len(),
        };
        let known = |at: &usize| {
            order
                .get(*at)
                .is_some_and(|id| who.hidden || self.is_visible(*id))
        };
        while let Some(ahead) = (0..at).rfind(known)
            && order.get(ahead).is_some_and(|id| between.contains(id))
        {
            at = ahead;
        }
        let hidden = order.iter().position(|other| Some(*other) == stood.unseen);
        let gap = hidden.and_then(|from| order.get(from..at).map(|gap| (from, gap)));
        let gap = gap.filter(|(_, gap)| gap.iter().all(|id| !self.is_visible(*id)));
        Some(gap.map_or(at, |(from, _)| from))
    }

    /// Returns the place of a combatant without a score, as if every combatant who cut in were back in place.
    pub(crate) fn place_before_waiting(&self, who: &Combatant) -> Option<FormerPlace> {
        if who.initiative.is_some() {
            return None;
        }
        if who.now.stood.is_some() {
            return who.now.stood;
        }
        let mut order = self.order.clone();
        let away = self.combatants.values();
        for other in away.filter(|other| other.now.timing == Timing::CutIn) {
            self.return_to_place(other, &mut order);
        }
        let mut next = order.iter().skip_while(|id| **id != who.id);
        next.next()?;
        let next: Vec<CombatantId> = next.copied().collect();
        let first = next.first().copied();
        let before = match who.hidden {
            true => first,
            false => next.into_iter().find(|id| self.is_visible(*id)),
        };
        let unseen = first.filter(|_| first != before);
        Some(FormerPlace { before, unseen })
    }

    /// Returns the index at which a newcomer is inserted into `order`, before the first combatant
    /// for whom `acts_later` holds.
    ///
    /// For visible newcomers, hidden combatants do not count; they only decide between indices that look the
    /// same to players.
    pub(crate) fn insertion_index(
        &self,
        order: &[CombatantId],
        hidden: bool,
        acts_later: impl Fn(CombatantId) -> bool,
    ) -> usize {
        let later = |at: &usize| order.get(*at).is_some_and(|id| acts_later(*id));
        let seen = |at: &usize| order.get(*at).is_some_and(|id| self.is_visible(*id));
        let all = 0..order.len();
        let (from, to) = if hidden {
            (0, order.len())
        } else {
            let to = all.clone().find(|at| seen(at) && later(at));
            let to = to.unwrap_or(order.len());
            (all.take(to).rfind(seen).map_or(0, |at| at + 1), to)
        };
        (from..to).find(later).unwrap_or(to)
    }
}
