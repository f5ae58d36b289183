//! The initiative order: who stands where, who comes next.
//!
//! Players know of the order, the turn and the round by what they see and nothing else: a
//! turn of a hidden combatant passes without a change to them, and whatever moves their turn
//! moves it by their order.

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
    /// Where a combatant's token stands.
    pub(crate) fn place_of(&self, id: CombatantId) -> Option<Place> {
        self.place_in(&self.order, &self.bench, id)
    }

    /// Where a token stands in these lists.
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

    /// The spot at an index of a list.
    pub(crate) fn spot(&self, list: &[CombatantId], at: usize) -> Spot {
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let before = list.get(..at).unwrap_or(list);
        Spot {
            at: count(before.len()),
            seen: count(self.seen(before).count()),
        }
    }

    /// The turns after the one who acts now; `None` when the order is empty.
    pub(crate) fn turns_after(&self) -> Option<Both<Turn>> {
        self.turns_past(None)
    }

    /// The same, past every step of `skipped`.
    fn turns_past(&self, skipped: Option<CombatantId>) -> Option<Both<Turn>> {
        let known = self.turn.players;
        let whole = self.whole_round();
        let next = whole.after(self.turn.all, skipped)?;
        if next.acting.is_some_and(|id| !self.is_seen(id)) {
            // A round does not begin among hidden ones while players see turns of the one before: a combatant
            // who stood behind the hidden one that acted may stand before it by now.
            let behind = is_somewhere(known) && known.round < next.round;
            let after = behind.then(|| self.known_turn_after()).flatten();
            return Some(match after {
                Some(left) if left.round < next.round => Both::same(left),
                // A round begins for all at once: players see the first of theirs act in it.
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
        // Players may have ended turns while a hidden combatant acted; those have been.
        if is_somewhere(known) && whole.standing(next) <= whole.standing(known) {
            return Some(Both::same(known));
        }
        // The step in which all roll is not shown to players who see no combatant.
        let unseen = Both {
            all: next,
            players: known,
        };
        Some(self.known_turn_after().map_or(unseen, Both::same))
    }

    /// The turns before the one who acts now; before the first turn of the fight, no turn.
    pub(crate) fn turns_before(&self) -> Option<Both<Turn>> {
        let known = self.turn.players;
        let whole = self.whole_round();
        let Some(previous) = whole.before(self.turn.all) else {
            // While players saw no combatant, the turns before were taken back without them.
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

    /// The next turn as far as players know; `None` when they see no combatant in the order.
    pub(crate) fn known_turn_after(&self) -> Option<Turn> {
        self.known_round().after(self.turn.players, None)
    }

    /// The turns once `id` is out of sight or out of the order; `None` when it is not
    /// their turn.
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

    /// The steps of a round for all combatants in the order.
    pub(crate) fn whole_round(&self) -> Round {
        self.round(&self.order, &[self.turn.all, self.turn.players])
    }

    /// The same as the first releases counted them: see [`Count::First`].
    pub(crate) fn round_as_first_counted(&self) -> Round {
        let now = [self.turn.all, self.turn.players];
        self.round_counted(&self.order, &now, Count::First)
    }

    /// The steps of a round as far as players know.
    pub(crate) fn known_round(&self) -> Round {
        self.round(&self.known_order(), &[self.turn.players])
    }

    /// The steps of a round for those who stand in `order`. Where the fight stands `now` there
    /// is a step, even if its owner has changed their mind and would have none.
    fn round(&self, order: &[CombatantId], now: &[Turn]) -> Round {
        self.round_counted(order, now, Count::Now)
    }

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

    /// Puts a combatant who cut in back to where their score puts them in `order`, or to where they
    /// stood in one made by hand; from where to where, if that is another place.
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

    /// Where in `order` a combatant without a score stood before they waited: before the one who
    /// came next, and before those in between who have left their places as well.
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

    /// Where a combatant without a score stands in the order, when those who left their places are
    /// back in them.
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

    /// Whether a step comes after the current step `here`. Compares phase and pass, then whether the
    /// combatant waits (waiters go last), then the initiative score (extra phase only), then the place.
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

    /// The steps one after the other, as turns of round 0. A combatant who is out of the fight is
    /// passed over. One who waits may act as long as the round lasts, so their step comes when all
    /// others have acted; in a fresh round no combatant waits.
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

    /// Adds the steps of combatants who wait into the extra phase: behind all others, or, for those
    /// who have cut in there, beside the step they waited for.
    fn add_waited(&self, order: &[CombatantId], steps: &mut Vec<Turn>) {
        let waited = |id: CombatantId| Turn {
            round: 0,
            phase: Phase::Extra,
            acting: Some(id),
            pass: Turn::WAITED,
        };
        let there = order.iter().filter_map(|id| self.combatants.get(id));
        let there: Vec<&Combatant> = there.filter(|who| !self.is_out(who)).collect();
        // Whose last chance it is or was stands beside no other's step.
        let own = |who: &Combatant| who.now.beside.is_some_and(|(other, ..)| other == who.id);
        let last = there.iter().copied();
        let mut last: Vec<_> = last
            .filter(|who| who.now.timing.is_waiting() || own(who))
            .collect();
        // Those who have had their last chance come before those who still wait.
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
        // One may stand beside another who stands beside a third.
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

    /// Which of two who waited until the round ends acts first: as the rules say of those who
    /// waited for the same moment, else the one who rolled higher.
    pub(crate) fn waited_before(&self, one: &Combatant, other: &Combatant) -> Ordering {
        let (Some(mine), Some(theirs)) = (&one.initiative, &other.initiative) else {
            return other.initiative.is_some().cmp(&one.initiative.is_some());
        };
        let rules = self.rules();
        let asked = rules.delayed_tie(mine, theirs);
        // Where the rules have no say, each goes before the other: that puts neither first.
        match (asked, rules.delayed_tie(theirs, mine)) {
            (Ordering::Less, Ordering::Less) => theirs.rank.cmp(&mine.rank),
            _ => asked,
        }
    }

    /// Who stands in the order between two turns and is out of the fight; only those players see
    /// where it is `public`.
    pub(crate) fn passed_over(&self, before: Turn, after: Turn, public: bool) -> Vec<CombatantId> {
        let there = self.order.iter().filter_map(|id| self.combatants.get(id));
        let there: Vec<&Combatant> = there.filter(|who| !public || !who.hidden).collect();
        let place = |turn: Turn| {
            let acts = turn.phase == Phase::Act;
            there
                .iter()
                .position(|who| acts && turn.acting == Some(who.id))
        };
        // Who waits to the end acts when the places of all others have passed.
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

    /// How the turn of a combatant stands in the round under way, as those who see them know it.
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

    /// A condition as it lasts from now on, when a deed of `by` brings it to a combatant. Of a deed
    /// at the same moment it counts from the end of the moment, in which they act all the same.
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

    /// Those of `order` who wait for a later moment, in the order of their steps when the round
    /// ends.
    pub(crate) fn waiting(&self, order: &[CombatantId]) -> Vec<CombatantId> {
        let there = order.iter().filter_map(|id| self.combatants.get(id));
        let waits = |who: &&Combatant| who.now.timing.is_waiting() && !self.is_out(who);
        let mut waiting: Vec<&Combatant> = there.filter(waits).collect();
        waiting.sort_by(|one, other| self.waited_before(one, other));
        waiting.iter().map(|who| who.id).collect()
    }

    /// Whether a combatant acts now: while no turn is under way all may, and with the
    /// one whose turn it is act those of the same moment. For combatants whom players see it
    /// is the turn that players see, so that no answer tells of a hidden combatant's.
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

    /// Whether a combatant is there and not out of the fight.
    pub(crate) fn is_up(&self, id: CombatantId) -> bool {
        let who = self.combatants.get(&id);
        who.is_some_and(|who| !self.is_out(who))
    }

    /// Groups of those who act at the same moment, of all whom `seen` lets through.
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

    /// Whether two act at the same moment: both in their place with the same rank, or both after
    /// the one they waited for and none of them first by the rules.
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

    /// Whether a combatant's plan is not to be read by players yet.
    pub(crate) fn is_sealed(&self, who: &Combatant) -> bool {
        self.seals(who.hidden)
    }

    /// The same of all who are hidden, or of all who are not.
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

    fn known_order(&self) -> Vec<CombatantId> {
        self.seen(&self.order).collect()
    }

    /// Whether players know of this combatant.
    pub(crate) fn is_seen(&self, id: CombatantId) -> bool {
        self.combatants
            .get(&id)
            .is_some_and(|combatant| !combatant.hidden)
    }

    /// Those of a list whom players know of.
    pub(crate) fn seen<'a>(
        &'a self,
        list: &'a [CombatantId],
    ) -> impl Iterator<Item = CombatantId> + 'a {
        list.iter().copied().filter(|id| self.is_seen(*id))
    }

    /// Where in `order` a newcomer goes: before the first who acts later.
    ///
    /// Among those whom players see, hidden ones do not count; they only decide between
    /// places that look the same to players.
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

    /// Everyone the storyteller plays who has not rolled.
    pub(crate) fn storytellers_unrolled(&self) -> Vec<CombatantId> {
        self.unrolled(|combatant| combatant.owner.is_none() && combatant.side == Side::Foe)
    }

    /// Everyone in the order who has not rolled.
    pub(crate) fn everyone_unrolled(&self) -> Vec<CombatantId> {
        let mut there = self.unrolled(|_| true);
        there.retain(|id| self.order.contains(id));
        there
    }

    /// Everyone a seat plays who has not rolled.
    pub(crate) fn unrolled_of(&self, seat: SeatId) -> Vec<CombatantId> {
        self.unrolled(|combatant| combatant.owner == Some(seat) && !combatant.hidden)
    }

    /// Those of `wanted` who have not rolled. Who is out of the fight rolls nothing with the others:
    /// their turn is passed over.
    fn unrolled(&self, wanted: impl Fn(&Combatant) -> bool) -> Vec<CombatantId> {
        let standing = self.order.iter().chain(&self.bench).copied();
        let rolls = |who: &Combatant| who.initiative.is_none() && wanted(who);
        standing
            .filter(|id| self.combatants.get(id).is_some_and(rolls) && self.is_up(*id))
            .collect()
    }
}

/// Which steps are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Count {
    /// Those of the round that goes on.
    Now,
    /// Those of a fresh round, in which no combatant waits yet.
    Fresh,
    /// Those of the round that goes on as the first releases had them: none for those who wait,
    /// one for those who are out. Only the words of their logs need it.
    First,
}

/// The steps of a round, and those of the round that follows it.
pub(crate) struct Round {
    steps: Vec<Turn>,
    fresh: Vec<Turn>,
}

impl Round {
    /// Which step a turn is.
    pub(crate) fn place(&self, turn: Turn) -> Option<usize> {
        let step = Turn { round: 0, ..turn };
        self.steps.iter().position(|other| *other == step)
    }

    /// The step a combatant acts in; `None` when they have none.
    pub(crate) fn place_of(&self, who: CombatantId) -> Option<usize> {
        let step = Turn::of(0, who);
        self.steps.iter().position(|other| *other == step)
    }

    /// What makes a turn later than another: the round, then the step.
    fn standing(&self, turn: Turn) -> (u32, Phase, Option<usize>) {
        (turn.round, turn.phase, self.place(turn))
    }

    /// The turn after `now`, past every step of `skipped`; `None` when there is none.
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

    /// The turn before `now`; before the first turn of the fight, no turn. `None` when it
    /// cannot be said.
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

/// Whether the fight stands somewhere: with a combatant, or in the step in which all roll.
fn is_somewhere(turn: Turn) -> bool {
    turn.acting.is_some() || (turn.round > 0 && turn.phase == Phase::Initiative)
}
