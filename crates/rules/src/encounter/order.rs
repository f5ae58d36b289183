//! The initiative order: places, steps of a round, the next and the previous turn.
//!
//! Players know order, turn and round only through what they see: the turn of a hidden combatant passes without
//! any change for them, and whatever moves their turn moves it along their own order.

use std::cmp::{Ordering, Reverse};

use super::class::Both;
use super::combatant::{Combatant, Side, Stood, Timing, Turn};
use super::place::{Place, Spot};
use super::state::State;
use crate::condition::{Condition, OwnTurn, Until};
use crate::house::SEALED;
use crate::id::{CombatantId, SeatId};
use crate::phase::Phase;
use crate::sorted::Map;

impl State {
    /// Returns the place of a combatant's token.
    pub(crate) fn place_of(&self, id: CombatantId) -> Option<Place> {
        self.place_in(&self.order, &self.bench, id)
    }

    /// Returns the place of a token in the given order and bench.
    pub(crate) fn place_in(
        &self,
        order: &[CombatantId],
        bench: &[CombatantId],
        id: CombatantId,
    ) -> Option<Place> {
        let spot = |list: &[CombatantId]| {
            let at = list.iter().position(|other| *other == id)?;
            Some(self.spot(list, at))
        };
        spot(order)
            .map(Place::Order)
            .or_else(|| spot(bench).map(Place::Bench))
    }

    /// Returns the position at an index of a list.
    pub(crate) fn spot(&self, list: &[CombatantId], at: usize) -> Spot {
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let before = list.get(..at).unwrap_or(list);
        Spot {
            at: count(before.len()),
            seen: count(self.seen(before).count()),
        }
    }

    /// Returns the next turn for both classes; `None` when the order is empty.
    pub(crate) fn turns_after(&self) -> Option<Both<Turn>> {
        self.turns_past(None)
    }

    /// Returns the next turn for both classes, skipping every step of `skipped`.
    fn turns_past(&self, skipped: Option<CombatantId>) -> Option<Both<Turn>> {
        let known = self.turn.players;
        let whole = self.whole_round();
        let next = whole.after(self.turn.all, skipped)?;
        if next.acting.is_some_and(|id| !self.is_seen(id)) {
            // A round does not begin with a hidden combatant while players still see turns of the round before:
            // a combatant who stood behind the hidden one that acted may stand before it by now.
            let behind = is_somewhere(known) && known.round < next.round;
            let after = behind.then(|| self.known_turn_after()).flatten();
            return Some(match after {
                Some(left) if left.round < next.round => Both::same(left),
                // A round begins for both classes at once: players see the first visible combatant act in it.
                Some(first) => Both {
                    all: next,
                    players: first,
                },
                None => Both {
                    all: next,
                    players: known,
                },
            });
        }
        // Players may have ended turns while a hidden combatant acted; those turns are over.
        if is_somewhere(known) && whole.standing(next) <= whole.standing(known) {
            return Some(Both::same(known));
        }
        // The initiative step is not shown to players who see no combatant.
        let unseen = Both {
            all: next,
            players: known,
        };
        Some(self.known_turn_after().map_or(unseen, Both::same))
    }

    /// Returns the previous turn for both classes; before the first turn of the fight, the default turn.
    pub(crate) fn turns_before(&self) -> Option<Both<Turn>> {
        let known = self.turn.players;
        let whole = self.whole_round();
        let Some(previous) = whole.before(self.turn.all) else {
            // While players saw no combatant, earlier turns were taken back without a change for them.
            let players_follow = is_somewhere(known) && !self.known_order().is_empty();
            let earlier = players_follow.then(|| self.known_round().before(known));
            return earlier.flatten().map(Both::same);
        };
        let unseen = match previous.acting {
            Some(id) => !self.is_seen(id),
            None => self.known_order().is_empty(),
        };
        if unseen {
            return Some(Both {
                all: previous,
                players: known,
            });
        }
        if !is_somewhere(known) {
            return (!is_somewhere(previous)).then_some(Both {
                all: previous,
                players: known,
            });
        }
        if whole.standing(previous) >= whole.standing(known) {
            return Some(Both::same(known));
        }
        self.known_round().before(known).map(Both::same)
    }

    /// Returns the next turn as players know it; `None` when they see no combatant in the order.
    pub(crate) fn known_turn_after(&self) -> Option<Turn> {
        self.known_round().after(self.turn.players, None)
    }

    /// Returns the current turns once a combatant is hidden or out of the order; `None` if it is not their
    /// turn.
    pub(crate) fn turns_without(&self, id: CombatantId) -> Option<Both<Turn>> {
        let (turn, known) = (self.turn.all, self.turn.players);
        if turn.acting != Some(id) && known.acting != Some(id) {
            return None;
        }
        let nobodys = |turn: Turn| Turn {
            acting: None,
            pass: 0,
            ..turn
        };
        if !self.is_seen(id) {
            let next = self.turns_past(Some(id));
            let turn = nobodys(turn);
            return Some(next.unwrap_or(Both {
                all: turn,
                players: known,
            }));
        }
        let known_after = self.known_round().after(known, Some(id));
        let known_after = known_after.unwrap_or_else(|| nobodys(known));
        let next = self.whole_round().after(turn, Some(id));
        let turn_after = match next {
            _ if turn.acting != Some(id) => turn,
            Some(next) if next.acting.is_some_and(|id| !self.is_seen(id)) => next,
            _ => known_after,
        };
        Some(Both {
            all: turn_after,
            players: known_after,
        })
    }

    /// Returns the steps of the round for all combatants in the order, hidden ones included.
    pub(crate) fn whole_round(&self) -> Round {
        self.round(&self.order, &[self.turn.all, self.turn.players])
    }

    /// Returns the steps of the round as the first releases counted them: see [`Count::First`].
    pub(crate) fn round_as_first_counted(&self) -> Round {
        let now = [self.turn.all, self.turn.players];
        self.round_counted(&self.order, &now, Count::First)
    }

    /// Returns the steps of the round as players know them.
    pub(crate) fn known_round(&self) -> Round {
        self.round(&self.known_order(), &[self.turn.players])
    }

    /// Returns the steps of the round for the combatants in `order`. The current turns (`now`) always have a
    /// step, even if their combatant would no longer have one.
    fn round(&self, order: &[CombatantId], now: &[Turn]) -> Round {
        self.round_counted(order, now, Count::Now)
    }

    /// Returns the steps of the round for the combatants in `order`, counted in the given way.
    fn round_counted(&self, order: &[CombatantId], now: &[Turn], count: Count) -> Round {
        let mut steps = self.steps(order, count);
        for turn in now {
            let here = Turn { round: 0, ..*turn };
            if turn.acting.is_some_and(|id| order.contains(&id)) && !steps.contains(&here) {
                let later = |step: &Turn| self.comes_after(order, step, &here);
                let at = steps.iter().position(later).unwrap_or(steps.len());
                steps.insert(at, here);
            }
        }
        // In the next round, a combatant who cut in is back in their place.
        let mut next = order.to_vec();
        let cut_in = self.combatants.values();
        for who in cut_in.filter(|who| who.now.timing == Timing::CutIn) {
            self.back_in_place(who, &mut next);
        }
        Round {
            steps,
            fresh: self.steps(&next, Count::Fresh),
        }
    }

    /// Moves a combatant who cut in back to the place that their score gives them in `order`, or to their
    /// former place in an order made by hand. Returns the old and the new place if they differ.
    pub(crate) fn back_in_place(
        &self,
        who: &Combatant,
        order: &mut Vec<CombatantId>,
    ) -> Option<(Place, Place)> {
        let at = order.iter().position(|id| *id == who.id)?;
        let from = Place::Order(self.spot(order, at));
        let mut others = order.clone();
        others.remove(at);
        let at = match &who.initiative {
            Some(initiative) => self.slot(&others, who.hidden, |other| {
                let other = self.combatants.get(&other);
                let other = other.and_then(|other| other.initiative.as_ref());
                other.is_some_and(|other| initiative.is_before(other))
            }),
            None => self.where_it_stood(who, &others)?,
        };
        let to = Place::Order(self.spot(&others, at));
        others.insert(at, who.id);
        *order = others;
        (from != to).then_some((from, to))
    }

    /// Returns the index in `order` at which a combatant without a score stood before they waited: before the
    /// combatant that came next, and before those in between who have left their places as well.
    fn where_it_stood(&self, who: &Combatant, order: &[CombatantId]) -> Option<usize> {
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
                .is_some_and(|id| who.hidden || self.is_seen(*id))
        };
        while let Some(ahead) = (0..at).rfind(known)
            && order.get(ahead).is_some_and(|id| between.contains(id))
        {
            at = ahead;
        }
        let hidden = order.iter().position(|other| Some(*other) == stood.unseen);
        let gap = hidden.and_then(|from| order.get(from..at).map(|gap| (from, gap)));
        let gap = gap.filter(|(_, gap)| gap.iter().all(|id| !self.is_seen(*id)));
        Some(gap.map_or(at, |(from, _)| from))
    }

    /// Returns the place of a combatant without a score, as if every combatant who cut in were back in place.
    pub(crate) fn stood(&self, who: &Combatant) -> Option<Stood> {
        if who.initiative.is_some() {
            return None;
        }
        if who.now.stood.is_some() {
            return who.now.stood;
        }
        let mut order = self.order.clone();
        let away = self.combatants.values();
        for other in away.filter(|other| other.now.timing == Timing::CutIn) {
            self.back_in_place(other, &mut order);
        }
        let mut next = order.iter().skip_while(|id| **id != who.id);
        next.next()?;
        let next: Vec<CombatantId> = next.copied().collect();
        let first = next.first().copied();
        let before = match who.hidden {
            true => first,
            false => next.into_iter().find(|id| self.is_seen(*id)),
        };
        let unseen = first.filter(|_| first != before);
        Some(Stood { before, unseen })
    }

    /// Whether a step comes after the current step `here`. Compares phase and pass, then whether the combatant
    /// waits (waiters go last), then the initiative score (extra phase only), then the place.
    fn comes_after(&self, order: &[CombatantId], step: &Turn, here: &Turn) -> bool {
        let key = |turn: &Turn| {
            let id = turn.acting?;
            let who = self.combatants.get(&id)?;
            // The current step keeps its place even if the acting combatant is about to wait.
            let waits = turn != here && turn.phase == Phase::Act && who.now.timing.is_waiting();
            let rolled = who.initiative.as_ref();
            let rolled = rolled.filter(|_| turn.phase == Phase::Extra);
            let place = order.iter().position(|other| *other == id);
            Some((waits, Reverse(rolled.map(|rolled| &rolled.rank)), place))
        };
        let (this, that) = ((step.phase, step.pass), (here.phase, here.pass));
        this > that || (this == that && key(step) > key(here))
    }

    /// Returns the steps of a round in order, as turns of round 0. Combatants out of the fight have none.
    /// Waiting combatants act after all others; in a fresh round nobody waits.
    fn steps(&self, order: &[CombatantId], count: Count) -> Vec<Turn> {
        let rules = self.rules();
        let nothing = Map::new();
        let step = |phase, acting, pass| Turn {
            round: 0,
            phase,
            acting,
            pass,
        };
        let mut steps = Vec::new();
        for phase in rules.phases(&self.house).iter().copied() {
            if phase == Phase::Initiative {
                steps.push(step(phase, None, 0));
                continue;
            }
            let able = order.iter().filter_map(|id| self.combatants.get(id));
            let able = able.filter(|who| count == Count::First || !self.is_out(who));
            let waits = |who: &&Combatant| {
                count != Count::Fresh && phase == Phase::Act && who.now.timing.is_waiting()
            };
            let (mut waiting, in_place): (Vec<&Combatant>, Vec<&Combatant>) = able.partition(waits);
            waiting.sort_by(|one, other| self.waited_before(one, other));
            if count == Count::First {
                waiting.clear();
            }
            let late = rules.waits_into_extra() && count == Count::Now;
            let waiting = if late { Vec::new() } else { waiting };
            for there in [in_place, waiting] {
                let fighters: Vec<_> = there
                    .iter()
                    .map(|who| who.fighter(&nothing, &who.conditions, &self.house))
                    .collect();
                for taken in rules.steps(phase, &fighters) {
                    if let Some(who) = there.get(taken.at) {
                        steps.push(step(phase, Some(who.id), taken.pass));
                    }
                }
            }
            if phase == Phase::Extra && late {
                self.add_waited(order, &mut steps);
            }
        }
        steps
    }

    /// Adds steps in the extra phase for combatants who waited into it: after all others, or next to the step
    /// they waited for.
    fn add_waited(&self, order: &[CombatantId], steps: &mut Vec<Turn>) {
        let waited = |id: CombatantId| Turn {
            round: 0,
            phase: Phase::Extra,
            acting: Some(id),
            pass: Turn::WAITED,
        };
        let there = order.iter().filter_map(|id| self.combatants.get(id));
        let there: Vec<&Combatant> = there.filter(|who| !self.is_out(who)).collect();
        // A combatant at their last chance to act stands next to no other step.
        let own = |who: &Combatant| who.now.beside.is_some_and(|(other, ..)| other == who.id);
        let last = there.iter().copied();
        let mut last: Vec<_> = last
            .filter(|who| who.now.timing.is_waiting() || own(who))
            .collect();
        // Combatants who have had their last chance come before those who still wait.
        let waits = |who: &Combatant| who.now.timing.is_waiting();
        last.sort_by(|one, other| {
            let had = waits(one).cmp(&waits(other));
            had.then_with(|| self.waited_before(one, other))
        });
        steps.extend(last.iter().map(|who| waited(who.id)));
        let mut beside: Vec<_> = there
            .iter()
            .filter(|who| !own(who))
            .filter_map(|who| Some((who.id, who.now.beside?)))
            .collect();
        // A combatant may stand next to another who stands next to a third.
        let mut found = true;
        while std::mem::take(&mut found) {
            beside.retain(|(id, (other, pass, after))| {
                let theirs = |step: &Turn| {
                    let same = step.phase == Phase::Extra && step.pass == *pass;
                    same && step.acting == Some(*other)
                };
                let Some(at) = steps.iter().position(theirs) else {
                    return true;
                };
                steps.insert(at + usize::from(*after), waited(*id));
                found = true;
                false
            });
        }
        steps.extend(beside.iter().map(|(id, _)| waited(*id)));
    }

    /// Compares two combatants who waited until the end of the round: the one that acts first is less. Follows
    /// the rules' tie-break for delayed combatants, otherwise the higher initiative.
    pub(crate) fn waited_before(&self, one: &Combatant, other: &Combatant) -> Ordering {
        let (Some(mine), Some(theirs)) = (&one.initiative, &other.initiative) else {
            return other.initiative.is_some().cmp(&one.initiative.is_some());
        };
        let rules = self.rules();
        let asked = rules.delayed_tie(mine, theirs);
        // Without a tie-break in the rules, each reports to go before the other, which decides nothing.
        match (asked, rules.delayed_tie(theirs, mine)) {
            (Ordering::Less, Ordering::Less) => theirs.rank.cmp(&mine.rank),
            _ => asked,
        }
    }

    /// Returns the combatants out of the fight whose places lie between two turns; only visible ones if
    /// `public`.
    pub(crate) fn passed_over(&self, before: Turn, after: Turn, public: bool) -> Vec<CombatantId> {
        let there = self.order.iter().filter_map(|id| self.combatants.get(id));
        let there: Vec<&Combatant> = there.filter(|who| !public || !who.hidden).collect();
        let place = |turn: Turn| {
            let acts = turn.phase == Phase::Act;
            there
                .iter()
                .position(|who| acts && turn.acting == Some(who.id))
        };
        // A combatant who waits to the end acts after the places of all others.
        let waits = after.acting.and_then(|id| self.combatants.get(&id));
        let waits = waits.is_some_and(|who| who.now.timing.is_waiting());
        let between: Vec<usize> = match (place(before), place(after)) {
            (Some(from), Some(_)) if before.round == after.round && waits => {
                (from + 1..there.len()).collect()
            }
            (Some(from), Some(to)) if before.round == after.round => (from + 1..to).collect(),
            (Some(from), to) => (from + 1..there.len()).chain(0..to.unwrap_or(0)).collect(),
            (None, to) => (0..to.unwrap_or(0)).collect(),
        };
        let out = between.into_iter().filter_map(|at| there.get(at));
        out.filter(|who| self.is_out(who))
            .map(|who| who.id)
            .collect()
    }

    /// Returns whether a combatant's turn in this round is to come, under way or over, as the classes that see
    /// them know it.
    pub(crate) fn own_turn(&self, who: &Combatant) -> OwnTurn {
        let (turn, round) = match who.hidden {
            true => (self.turn.all, self.whole_round()),
            false => (self.turn.players, self.known_round()),
        };
        if turn.round == 0 || turn.phase < Phase::Act {
            return OwnTurn::ToCome;
        }
        match round.place(turn).zip(round.place_of(who.id)) {
            Some((now, own)) if now < own => OwnTurn::ToCome,
            Some((now, own)) if now == own => OwnTurn::UnderWay,
            _ => OwnTurn::Passed,
        }
    }

    /// Returns a condition with its duration adjusted to the moment at which an action of `by` puts it on a
    /// combatant. If the two act at the same moment, it counts from the end of that moment.
    pub(crate) fn landing_of(
        &self,
        by: Option<CombatantId>,
        on: &Combatant,
        condition: Condition,
    ) -> Condition {
        let together = by.is_some_and(|by| self.share_the_moment(by, on.id));
        let until = match condition.until {
            Until::NextAction { .. } if together => Until::NextAction { taken: true },
            until => until,
        };
        let until = until.from_now(self.own_turn(on));
        Condition { until, ..condition }
    }

    /// Returns the combatants of `order` who wait, in the order of their steps at the end of the round.
    pub(crate) fn waiting(&self, order: &[CombatantId]) -> Vec<CombatantId> {
        let there = order.iter().filter_map(|id| self.combatants.get(id));
        let waits = |who: &&Combatant| who.now.timing.is_waiting() && !self.is_out(who);
        let mut waiting: Vec<&Combatant> = there.filter(waits).collect();
        waiting.sort_by(|one, other| self.waited_before(one, other));
        waiting.iter().map(|who| who.id).collect()
    }

    /// Whether a combatant may act now: it is their turn, they share the moment of the acting combatant, or no
    /// turn is under way. For visible combatants the players' turn decides, so that no answer reveals the turn
    /// of a hidden one.
    pub(crate) fn may_act(&self, id: CombatantId) -> bool {
        let seen = self.is_seen(id);
        let turn = if seen {
            self.turn.players
        } else {
            self.turn.all
        };
        let Some(acting) = turn.acting.filter(|_| turn.phase == Phase::Act) else {
            return true;
        };
        let groups = self.together(|other| !seen || self.is_seen(other));
        let mut groups = groups.into_iter();
        acting == id || groups.any(|group| group.contains(&acting) && group.contains(&id))
    }

    /// Whether a combatant exists and is not out of the fight.
    pub(crate) fn is_up(&self, id: CombatantId) -> bool {
        let who = self.combatants.get(&id);
        who.is_some_and(|who| !self.is_out(who))
    }

    /// Returns groups of combatants who act at the same moment, among those that `seen` accepts.
    pub(crate) fn together(&self, seen: impl Fn(CombatantId) -> bool) -> Vec<Vec<CombatantId>> {
        // A combatant who waits acts at a moment of their own.
        let waits = |id: &CombatantId| {
            let who = self.combatants.get(id);
            who.is_some_and(|who| who.now.timing.is_waiting())
        };
        let there = self.order.iter().copied();
        let there: Vec<CombatantId> = there.filter(|id| seen(*id) && !waits(id)).collect();
        there
            .chunk_by(|one, other| self.is_level(*one, *other))
            .filter(|group| group.len() > 1)
            .map(<[CombatantId]>::to_vec)
            .collect()
    }

    /// Whether two combatants act at the same moment: both in place with the same rank, or both after the
    /// combatant they waited for with no tie-break between them.
    fn is_level(&self, one: CombatantId, other: CombatantId) -> bool {
        let there = |id| {
            let who = self.combatants.get(&id)?;
            Some((&who.now, who.initiative.as_ref()?))
        };
        let Some(((now, mine), (then, theirs))) = there(one).zip(there(other)) else {
            return false;
        };
        let rules = self.rules();
        match (&now.timing, &then.timing) {
            (Timing::CutIn, Timing::CutIn) => {
                now.behind.is_some()
                    && now.behind == then.behind
                    && rules.delayed_tie(mine, theirs).is_eq()
                    && rules.delayed_tie(theirs, mine).is_eq()
            }
            (Timing::CutIn, _) | (_, Timing::CutIn) => false,
            _ => !mine.rank.is_empty() && mine.rank == theirs.rank,
        }
    }

    /// Whether a combatant's plan is still hidden from players.
    pub(crate) fn is_sealed(&self, who: &Combatant) -> bool {
        self.seals(who.hidden)
    }

    /// Whether plans are still hidden from players: those of all hidden combatants, or those of all visible
    /// ones.
    pub(crate) fn seals(&self, hidden: bool) -> bool {
        let turn = if hidden {
            self.turn.all
        } else {
            self.turn.players
        };
        self.house.is_on(SEALED)
            && (turn.round == 0 || turn.phase <= Phase::Declare)
            && self.rules().phases(&self.house).contains(&Phase::Declare)
    }

    /// Returns the combatants of the order that players see.
    fn known_order(&self) -> Vec<CombatantId> {
        self.seen(&self.order).collect()
    }

    /// Whether players see this combatant.
    pub(crate) fn is_seen(&self, id: CombatantId) -> bool {
        self.combatants
            .get(&id)
            .is_some_and(|combatant| !combatant.hidden)
    }

    /// Iterates over the combatants of a list that players see.
    pub(crate) fn seen<'a>(
        &'a self,
        list: &'a [CombatantId],
    ) -> impl Iterator<Item = CombatantId> + 'a {
        list.iter().copied().filter(|id| self.is_seen(*id))
    }

    /// Returns the index at which a newcomer is inserted into `order`: before the first combatant that acts
    /// later.
    ///
    /// For visible newcomers, hidden combatants do not count; they only decide between indices that look the
    /// same to players.
    pub(crate) fn slot(
        &self,
        order: &[CombatantId],
        hidden: bool,
        acts_later: impl Fn(CombatantId) -> bool,
    ) -> usize {
        let later = |at: &usize| order.get(*at).is_some_and(|id| acts_later(*id));
        let seen = |at: &usize| order.get(*at).is_some_and(|id| self.is_seen(*id));
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

    /// Returns the storyteller's foes without initiative.
    pub(crate) fn storytellers_unrolled(&self) -> Vec<CombatantId> {
        self.unrolled(|combatant| combatant.owner.is_none() && combatant.side == Side::Foe)
    }

    /// Returns the combatants in the order without initiative.
    pub(crate) fn everyone_unrolled(&self) -> Vec<CombatantId> {
        let mut there = self.unrolled(|_| true);
        there.retain(|id| self.order.contains(id));
        there
    }

    /// Returns a seat's visible combatants without initiative.
    pub(crate) fn unrolled_of(&self, seat: SeatId) -> Vec<CombatantId> {
        self.unrolled(|combatant| combatant.owner == Some(seat) && !combatant.hidden)
    }

    /// Returns the combatants without initiative that `wanted` accepts. Combatants out of the fight are left
    /// out, because their turn is skipped.
    fn unrolled(&self, wanted: impl Fn(&Combatant) -> bool) -> Vec<CombatantId> {
        let standing = self.order.iter().chain(&self.bench).copied();
        let rolls = |who: &Combatant| who.initiative.is_none() && wanted(who);
        standing
            .filter(|id| self.combatants.get(id).is_some_and(rolls) && self.is_up(*id))
            .collect()
    }
}

/// Ways to count the steps of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Count {
    /// Steps of the current round.
    Now,
    /// Steps of a fresh round, in which nobody waits yet.
    Fresh,
    /// Steps of the current round as the first releases counted them: none for waiting combatants, one for
    /// those out of the fight. Needed only for the wording of their logs.
    First,
}

/// The steps of the current round and of the next one.
pub(crate) struct Round {
    /// Steps of the current round, as turns of round 0.
    steps: Vec<Turn>,
    /// Steps of the next round, as turns of round 0.
    fresh: Vec<Turn>,
}

impl Round {
    /// Returns the index of a turn's step.
    pub(crate) fn place(&self, turn: Turn) -> Option<usize> {
        let step = Turn { round: 0, ..turn };
        self.steps.iter().position(|other| *other == step)
    }

    /// Returns the index of the step in which a combatant acts; `None` if they have none.
    pub(crate) fn place_of(&self, who: CombatantId) -> Option<usize> {
        let step = Turn::of(0, who);
        self.steps.iter().position(|other| *other == step)
    }

    /// Returns the sort key of a turn: the round, then the phase and step.
    fn standing(&self, turn: Turn) -> (u32, Phase, Option<usize>) {
        (turn.round, turn.phase, self.place(turn))
    }

    /// Returns the turn after `now`, skipping every step of `skipped`; `None` if there is none.
    fn after(&self, now: Turn, skipped: Option<CombatantId>) -> Option<Turn> {
        let stays = |step: &&Turn| step.acting.is_none() || step.acting != skipped;
        let acts = |step: &Turn| step.acting.is_some() && stays(&step);
        if !self.fresh.iter().any(acts) {
            return None;
        }
        let in_round = |round: u32| move |step: &Turn| Turn { round, ..*step };
        let this = in_round(now.round.max(1));
        let next = in_round(now.round.saturating_add(1).max(1));
        let first = self.fresh.iter().find(stays);
        let here = self.place(now);
        let mut rest = self.steps.iter().skip(here.map_or(0, |at| at + 1));
        let found = match here {
            Some(_) => rest.find(stays),
            // The fight begins with those who have rolled.
            None if now.round == 0 => rest.find(|step| step.acting.is_some() && stays(step)),
            None => rest.find(|step| step.phase >= now.phase && stays(step)),
        };
        found.map(this).or_else(|| first.map(next))
    }

    /// Returns the turn before `now`; before the first turn of the fight, the default turn. `None` if `now` has
    /// no step.
    fn before(&self, now: Turn) -> Option<Turn> {
        let at = self.place(now)?;
        let earlier = at.checked_sub(1).and_then(|at| self.steps.get(at));
        let first = now.round <= 1;
        Some(match earlier {
            Some(step) if first && step.acting.is_none() => Turn::default(),
            Some(step) => Turn {
                round: now.round,
                ..*step
            },
            None if first => Turn::default(),
            None => Turn {
                round: now.round - 1,
                ..*self.steps.last()?
            },
        })
    }
}

/// Whether a turn is under way: a combatant acts, or it is the initiative step.
fn is_somewhere(turn: Turn) -> bool {
    turn.acting.is_some() || (turn.round > 0 && turn.phase == Phase::Initiative)
}
