//! Initiative commands: roll, type, adjust and give it, and place the tokens accordingly.

use super::Decision;
use super::group::TokenLists;
use super::group_rolls::{Follower, Score};
use crate::base::dice::{Dice, VisibleDice};
use crate::base::id::CombatantId;
use crate::base::term::Term;
use crate::character::initiative::Initiative;
use crate::encounter::combatant::place::TokenPlace;
use crate::encounter::combatant::{Combatant, Side};
use crate::encounter::command::InitiativeTarget;
use crate::encounter::event::Event;
use crate::encounter::feature::{InitiativeRolled, Reranked, Sorted};
use crate::encounter::limits::{MAX_TERM, MAX_TERMS};
use crate::encounter::log::InitiativeSource;
use crate::encounter::log::LogMessage;
use crate::encounter::refusal::Refusal;
use crate::encounter::viewer::Viewer;
use crate::messages::encounter as msg;

/// Makes the initiative of one combatant.
type InitiativeMaker<'a> = dyn Fn(&Combatant, &mut dyn Dice) -> Initiative + 'a;

impl Decision<'_> {
    /// Rolls initiative for one combatant or for several, or takes a typed face for one.
    pub(super) fn roll_initiative(
        &self,
        whose: InitiativeTarget,
        face: Option<u16>,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        let rollers = self.find_rollers(whose)?;
        if let Some(face) = face {
            let sides = self.state.rules().facts().die_sides;
            if rollers.len() != 1 || !(1..=sides).contains(&face) {
                return Err(Refusal::NoSuchFace { sides });
            }
        }
        let sides = self.state.rules().facts().die_sides;
        let make = |roller: &Combatant, dice: &mut dyn Dice| {
            // A foe's die and score together would reveal its traits: players see the score only.
            let shown = roller.side == Side::Character && self.is_roll_public(roller);
            let dice = &mut VisibleDice::with_visibility(shown, dice);
            let die = face.unwrap_or_else(|| dice.roll_die(sides));
            self.with_fighter(roller, |who| {
                self.state.rules().initiative_for_die(who, die)
            })
        };
        self.assign_initiative(
            &rollers,
            face.is_some(),
            InitiativeSource::Sheet,
            &make,
            dice,
        )
    }

    /// Gives each of the `rollers` an initiative that `make` makes and puts them in their places in
    /// the order; `typed` and `source` say where it comes from. A combatant on the bench whose
    /// initiative is only adjusted stays there.
    fn assign_initiative(
        &self,
        rollers: &[&Combatant],
        typed: bool,
        source: InitiativeSource,
        make: &InitiativeMaker<'_>,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        let (rollers, followers) = self.split_by_group(rollers);
        let scores = self.throw_scores(&rollers, &followers, make, dice);
        let rolled = |id| {
            let mut scores = scores.iter();
            scores.find(|(other, _)| *other == id).map(|(_, it)| it)
        };
        let rolls = |id| rolls_or_follows(&rollers, &followers, id);
        let mut events = self.rerank_others(&scores, &rolls);
        let mut lists = self.copy_lists();
        let settled = |id| rolled(id).filter(|_| !rolls(id));
        let in_the_open = rollers.iter().any(|roller| !roller.hidden);
        events.extend(self.sort_before_roll(in_the_open, &settled, &mut lists));
        // Combatants who roll leave the order before the first of them is put into it: none is placed by where another
        // stood before the roll.
        let mut placed: Vec<Vec<CombatantId>> = Vec::new();
        let mut order = lists.order.clone();
        order.retain(|id| !rolls(*id));
        let shown = rollers.iter().filter(|roller| !roller.hidden);
        let hidden = rollers.iter().filter(|roller| roller.hidden);
        for roller in shown.chain(hidden) {
            let id = roller.id;
            let initiative = rolled(id).ok_or(Refusal::NoSuchCombatant)?;
            let place = self.state.token_place_in(&lists.order, &lists.bench, id);
            let place = place.ok_or(Refusal::NoSuchCombatant)?;
            let own = followers.iter().filter(|(_, leader)| *leader == id);
            let own: Vec<CombatantId> = own.map(|(follower, _)| *follower).collect();
            events.push(Event::InitiativeRolled(InitiativeRolled {
                id,
                before: roller.initiative.clone(),
                after: Some(initiative.clone()),
                typed,
                source,
            }));
            events.extend(self.share_initiative(&own, initiative));
            if source == InitiativeSource::Adjusted && matches!(place, TokenPlace::Bench(_)) {
                continue;
            }
            let at = self.state.insertion_index(&order, roller.hidden, |other| {
                rolled(other).is_some_and(|other| initiative.is_before(other))
            });
            let at = at.min(order.len());
            let all = self.group_with_followers(roller, &own);
            order.splice(at..at, all.iter().copied());
            placed.push(all);
        }
        events.extend(self.move_into(&order, &placed.concat(), &mut lists));
        events.extend(self.catch_up_scores(&rollers, &followers, &mut lists));
        match events.is_empty() {
            true => Err(Refusal::NothingToDo),
            false => Ok(events),
        }
    }

    /// Returns the scores of the whole order, those of the rollers made anew, with ties broken, and
    /// the others as they stand.
    fn throw_scores(
        &self,
        rollers: &[&Combatant],
        followers: &[Follower],
        make: &InitiativeMaker<'_>,
        dice: &mut dyn Dice,
    ) -> Vec<Score> {
        // All visible combatants roll, and roll off, as if no hidden combatant were there.
        let (shown, hidden): (Vec<&Combatant>, Vec<&Combatant>) =
            rollers.iter().copied().partition(|roller| !roller.hidden);
        let settled = |hidden: bool| -> Vec<Score> {
            let there = self.state.order.iter().copied();
            there
                .filter(|id| !rolls_or_follows(rollers, followers, *id))
                .filter(|id| self.state.is_visible(*id) != hidden)
                .filter(|id| self.is_group_speaker(*id))
                .filter_map(|id| Some((id, self.initiative_of(id)?)))
                .collect()
        };
        let mut scores = settled(false);
        if !shown.is_empty() {
            self.make_scores(&shown, make, &mut scores, dice);
        }
        if hidden.is_empty() {
            scores.extend(settled(true));
        } else {
            scores = self.make_hidden_scores(&hidden, make, scores, settled(true), dice);
        }
        self.share_scores(&mut scores, rollers, followers);
        scores
    }

    /// Returns the events for combatants who did not roll, as `rolls` says, but whose rank among
    /// equal scores a roll-off has changed.
    fn rerank_others(&self, scores: &[Score], rolls: &impl Fn(CombatantId) -> bool) -> Vec<Event> {
        let others = scores.iter().filter(|(id, _)| !rolls(*id));
        let reranked = others.filter_map(|(id, initiative)| {
            let before = self.initiative_of(*id)?.rank;
            (before != initiative.rank).then(|| {
                Event::Reranked(Reranked {
                    id: *id,
                    before,
                    after: initiative.rank.clone(),
                })
            })
        });
        reranked.collect()
    }

    /// Returns a roller with the `followers` of their group, visible members first, otherwise as the group stands.
    fn group_with_followers(
        &self,
        roller: &Combatant,
        followers: &[CombatantId],
    ) -> Vec<CombatantId> {
        let mut all = self.state.group_members(roller, Viewer::STORYTELLER);
        all.retain(|member| *member == roller.id || followers.contains(member));
        all.sort_by_key(|member| !self.state.is_visible(*member));
        if all.is_empty() {
            all.push(roller.id);
        }
        all
    }

    /// Sorts the order by score before an initiative roll of a round's beginning counts; `None`
    /// before the fight and while a step is under way. A drag of a token held for its round only.
    /// A roll of hidden combatants alone, which is not `in_the_open`, leaves those whom players see
    /// as they stand.
    fn sort_before_roll<'s>(
        &self,
        in_the_open: bool,
        score: &impl Fn(CombatantId) -> Option<&'s Initiative>,
        lists: &mut TokenLists,
    ) -> Option<Event> {
        let state = self.state;
        let known = state.turn.players;
        if known.round == 0 || known.acting.is_some() {
            return None;
        }
        let of = |id: &CombatantId| score(*id);
        let before = lists.order.clone();
        let is_one = |id: &CombatantId| in_the_open && state.is_visible(*id) && of(id).is_some();
        let mut ranked: Vec<CombatantId> = before.iter().copied().filter(is_one).collect();
        ranked.sort_by(|one, other| {
            let rank = |id| of(id).map(|score| &score.rank);
            rank(other).cmp(&rank(one))
        });
        let mut ranked = ranked.into_iter();
        let mut after: Vec<CombatantId> = before
            .iter()
            .filter_map(|id| if is_one(id) { ranked.next() } else { Some(*id) })
            .collect();
        if state.turn.all.acting.is_none() {
            let hidden = before.iter().filter(|id| !state.is_visible(**id));
            for id in hidden.copied().collect::<Vec<_>>() {
                let Some(own) = of(&id) else { continue };
                after.retain(|other| *other != id);
                let later = |other| of(&other).is_some_and(|other| own.is_before(other));
                let at = state.insertion_index(&after, true, later).min(after.len());
                after.insert(at, id);
            }
        }
        if after == before {
            return None;
        }
        lists.order.clone_from(&after);
        let told = !state.visible_among(&after).eq(state.visible_among(&before));
        Some(Event::Sorted(Sorted {
            before,
            after,
            told,
        }))
    }

    /// Moves the tokens of the combatants `moving` in `lists` so that the order becomes `order`,
    /// the last first, each put before its successor.
    fn move_into(
        &self,
        order: &[CombatantId],
        moving: &[CombatantId],
        lists: &mut TokenLists,
    ) -> Vec<Event> {
        let mut events = Vec::new();
        for (at, id) in order.iter().enumerate().rev() {
            if !moving.contains(id) {
                continue;
            }
            let behind = order.get(at + 1);
            let place = |there: &[CombatantId]| {
                let behind = there.iter().position(|other| Some(other) == behind);
                behind.unwrap_or(there.len())
            };
            events.extend(self.put_in_order(*id, place, lists));
        }
        events
    }

    /// Makes an initiative for each of the rollers, adds it to `scores`, and breaks ties with the scores that were
    /// there.
    fn make_scores(
        &self,
        rollers: &[&Combatant],
        make: &InitiativeMaker<'_>,
        scores: &mut Vec<Score>,
        dice: &mut dyn Dice,
    ) {
        let rules = self.state.rules();
        let mut newcomers: Vec<Initiative> = Vec::with_capacity(rollers.len());
        for roller in rollers {
            newcomers.push(make(roller, dice));
        }
        let ids = rollers.iter().map(|roller| roller.id);
        let settled = scores.len();
        scores.extend(ids.zip(newcomers));
        // The dice of a roll-off fall in the order in which the combatants joined (MSQ-TURN-02).
        let joined = |id: CombatantId| self.state.joined.iter().position(|other| *other == id);
        let mut by_age: Vec<usize> = (0..scores.len()).collect();
        by_age.sort_by_key(|at| scores.get(*at).map(|(id, _)| joined(*id)));
        let found = by_age.iter().filter_map(|at| scores.get(*at));
        let mut tied: Vec<Initiative> = found.map(|(_, score)| score.clone()).collect();
        let fresh: Vec<bool> = by_age.iter().map(|at| *at >= settled).collect();
        rules.break_ties(&mut tied, &fresh, &self.state.house, dice);
        for (at, score) in by_age.into_iter().zip(tied) {
            if let Some((_, old)) = scores.get_mut(at) {
                *old = score;
            }
        }
    }

    /// Makes scores for hidden rollers, who roll off ties against all, and adds them to the scores
    /// `shown` of visible and `hidden` of hidden combatants; what visible combatants rolled against
    /// them is dropped, as it would count in ties that players see. For the same reason nobody
    /// rolls off against hidden combatants who stand in the order already; those go first.
    fn make_hidden_scores(
        &self,
        rollers: &[&Combatant],
        make: &InitiativeMaker<'_>,
        shown: Vec<Score>,
        mut hidden: Vec<Score>,
        dice: &mut dyn Dice,
    ) -> Vec<Score> {
        let mut scores = shown.clone();
        scores.append(&mut hidden);
        self.make_scores(rollers, make, &mut scores, dice);
        let mut hidden = scores.split_off(shown.len());
        for (_, score) in &mut hidden {
            for ((_, kept), (_, rolled)) in shown.iter().zip(&scores) {
                // The loser stands level with the winner, and behind them.
                if score.rank.starts_with(&kept.rank) && rolled.rank > score.rank {
                    score.rank.truncate(kept.rank.len());
                }
            }
        }
        shown.into_iter().chain(hidden).collect()
    }

    /// Gives a combatant an initiative of typed terms.
    pub(super) fn assign_typed_initiative(
        &self,
        who: &Combatant,
        terms: &[Term],
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        let rules = self.state.rules();
        let make = |who: &Combatant, dice: &mut dyn Dice| {
            let dice = &mut VisibleDice::with_visibility(self.is_roll_public(who), dice);
            let die = dice.roll_die(rules.facts().die_sides);
            rules.typed_initiative(terms.to_vec(), die)
        };
        self.assign_initiative(&[who], false, InitiativeSource::Typed, &make, dice)
    }

    /// Adjusts the initiative of a combatant by a number.
    pub(super) fn adjust_initiative(
        &self,
        id: CombatantId,
        by: i32,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        let who = self.find_own_combatant(id)?;
        let before = who.initiative.as_ref().ok_or(Refusal::NotRolled)?;
        if by.unsigned_abs() > MAX_TERM.unsigned_abs() {
            return Err(Refusal::OutOfBounds);
        }
        if by == 0 {
            return Err(Refusal::NothingToDo);
        }
        if before.terms.len() > MAX_TERMS {
            return Err(Refusal::OutOfBounds);
        }
        let after = self
            .state
            .rules()
            .adjust_initiative(before, Term::from_typed(msg::ADJUSTED, by));
        let make = |_: &Combatant, _: &mut dyn Dice| after.clone();
        self.assign_initiative(&[who], false, InitiativeSource::Adjusted, &make, dice)
    }

    /// Gives a combatant the initiative that a log line offers.
    pub(super) fn give_initiative(
        &self,
        line: u32,
        id: CombatantId,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        let who = self.find_known_combatant(id)?;
        let entry = self.state.log.kept.iter().find(|entry| entry.no == line);
        let Some(LogMessage::Offered { initiative, .. }) = entry.map(|entry| &entry.what) else {
            return Err(Refusal::NoSuchLine);
        };
        let make = |_: &Combatant, _: &mut dyn Dice| initiative.clone();
        self.assign_initiative(&[who], false, InitiativeSource::Given, &make, dice)
    }

    /// Returns the initiative of a combatant, if they have one.
    pub(super) fn initiative_of(&self, id: CombatantId) -> Option<Initiative> {
        self.state.combatants.get(&id)?.initiative.clone()
    }
}

/// Whether a combatant is one of the rollers, or follows the roll of one.
fn rolls_or_follows(rollers: &[&Combatant], followers: &[Follower], id: CombatantId) -> bool {
    let follows = followers.iter().any(|(follower, _)| *follower == id);
    follows || rollers.iter().any(|roller| roller.id == id)
}
