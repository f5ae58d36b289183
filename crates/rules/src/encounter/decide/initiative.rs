//! Rolling initiative, and where the dice put a token.

use super::Decision;
use crate::dice::{Dice, Seen};
use crate::encounter::combatant::{Combatant, Side};
use crate::encounter::command::Whose;
use crate::encounter::event::{Event, Place};
use crate::encounter::limits::{MAX_TERM, MAX_TERMS};
use crate::encounter::log::Source;
use crate::encounter::log::What;
use crate::encounter::refusal::Refusal;
use crate::id::CombatantId;
use crate::initiative::Initiative;
use crate::term::Term;
use crate::typed::ChatError;

/// How an initiative comes about.
type Make<'a> = dyn Fn(&Combatant, &mut dyn Dice) -> Initiative + 'a;

impl Decision<'_> {
    pub(super) fn roll_initiative(
        &self,
        whose: Whose,
        face: Option<u16>,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        let rollers = self.rollers(whose)?;
        if let Some(face) = face {
            let sides = self.state.rules().initiative_die();
            if rollers.len() != 1 || !(1..=sides).contains(&face) {
                return Err(Refusal::NoSuchFace { sides });
            }
        }
        let sides = self.state.rules().initiative_die();
        let make = |roller: &Combatant, dice: &mut dyn Dice| {
            // A foe's die and score together would tell its traits: players see the score.
            let shown = roller.side == Side::Character && self.players_see(roller);
            let dice = &mut Seen::by_players(shown, dice);
            let die = face.unwrap_or_else(|| dice.die(sides));
            self.with_fighter(roller, |who| self.state.rules().initiative(who, die))
        };
        self.place(&rollers, face.is_some(), Source::Sheet, &make, dice)
    }

    /// Gives initiative to `rollers` and puts each where it belongs. A combatant whose initiative
    /// is only changed stays off the order if they were.
    fn place(
        &self,
        rollers: &[&Combatant],
        typed: bool,
        source: Source,
        make: &Make<'_>,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        let (rollers, followers) = self.one_for_all(rollers);
        // All whom players see roll, and roll off, as if no hidden combatant were there.
        let (shown, hidden): (Vec<&Combatant>, Vec<&Combatant>) =
            rollers.iter().copied().partition(|roller| !roller.hidden);
        let follows = |id: &CombatantId| followers.iter().any(|(follower, _)| follower == id);
        let settled = |hidden: bool| -> Vec<Score> {
            let there = self.state.order.iter().copied();
            there
                .filter(|id| rollers.iter().all(|roller| roller.id != *id) && !follows(id))
                .filter(|id| self.state.is_seen(*id) != hidden)
                .filter(|id| self.speaks(*id))
                .filter_map(|id| Some((id, self.initiative_of(id)?)))
                .collect()
        };
        let mut scores = settled(false);
        if !shown.is_empty() {
            self.throw(&shown, make, &mut scores, dice);
        }
        if hidden.is_empty() {
            scores.extend(settled(true));
        } else {
            scores = self.throw_hidden(&hidden, make, scores, settled(true), dice);
        }
        self.share(&mut scores, &rollers, &followers);
        let rolled = |id| {
            scores
                .iter()
                .find(|(other, _)| *other == id)
                .map(|(_, i)| i)
        };

        let mut events = Vec::new();
        for (id, initiative) in &scores {
            let before = self.initiative_of(*id).map(|initiative| initiative.rank);
            if let Some(before) = before.filter(|before| *before != initiative.rank)
                && rollers.iter().all(|roller| roller.id != *id)
                && !follows(id)
            {
                events.push(Event::Reranked {
                    id: *id,
                    before,
                    after: initiative.rank.clone(),
                });
            }
        }
        let mut lists = self.lists();
        for roller in shown.iter().chain(&hidden) {
            let id = roller.id;
            let initiative = rolled(id).ok_or(Refusal::NoSuchCombatant)?;
            let place = self.state.place_in(&lists.order, &lists.bench, id);
            let place = place.ok_or(Refusal::NoSuchCombatant)?;
            // A group comes whole, those players see first, and as it stands.
            let own = followers.iter().filter(|(_, leader)| *leader == id);
            let own: Vec<CombatantId> = own.map(|(follower, _)| *follower).collect();
            let mut all = self.state.group_of(roller, true);
            all.retain(|member| *member == id || own.contains(member));
            all.sort_by_key(|member| !self.state.is_seen(*member));
            let (first, rest) = all.split_first().unwrap_or((&id, &[]));
            events.push(Event::InitiativeRolled {
                id,
                before: roller.initiative.clone(),
                after: Some(initiative.clone()),
                typed,
                source,
            });
            events.extend(self.follow(&own, initiative));
            if source == Source::Adjusted && matches!(place, Place::Bench(_)) {
                continue;
            }
            let slot = |order: &[CombatantId]| {
                self.state.slot(order, roller.hidden, |other| {
                    rolled(other).is_some_and(|other| initiative.is_before(other))
                })
            };
            events.extend(self.put(*first, slot, &mut lists));
            events.extend(self.put_behind(*first, rest, &mut lists));
        }
        events.extend(self.catch_up(&rollers, &followers, &mut lists));
        match events.is_empty() {
            true => Err(Refusal::NothingToDo),
            false => Ok(events),
        }
    }

    /// Makes an initiative for each of the rollers and lets them roll off ties with those who
    /// have `scores`; theirs are added.
    fn throw(
        &self,
        rollers: &[&Combatant],
        make: &Make<'_>,
        scores: &mut Vec<Score>,
        dice: &mut dyn Dice,
    ) {
        let rules = self.state.rules();
        let mut newcomers: Vec<Initiative> = Vec::with_capacity(rollers.len());
        for roller in rollers {
            newcomers.push(make(roller, dice));
        }
        let mut settled: Vec<Initiative> = scores.iter().map(|(_, score)| score.clone()).collect();
        rules.settle_ties(&mut newcomers, &mut settled, &self.state.house, dice);
        for ((_, score), settled) in scores.iter_mut().zip(settled) {
            *score = settled;
        }
        let ids = rollers.iter().map(|roller| roller.id);
        scores.extend(ids.zip(newcomers));
    }

    /// Hidden ones roll off against all, but what the others rolled against them is
    /// not kept: it would count in ties that players see. For the same reason no combatant rolls
    /// off against hidden ones who stand in the order already; those go first.
    fn throw_hidden(
        &self,
        rollers: &[&Combatant],
        make: &Make<'_>,
        shown: Vec<Score>,
        mut hidden: Vec<Score>,
        dice: &mut dyn Dice,
    ) -> Vec<Score> {
        let mut scores = shown.clone();
        scores.append(&mut hidden);
        self.throw(rollers, make, &mut scores, dice);
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

    /// An initiative made of typed numbers, for a combatant they may know of.
    pub(super) fn typed_initiative(
        &self,
        who: &Combatant,
        terms: &[Term],
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        let rules = self.state.rules();
        let make = |who: &Combatant, dice: &mut dyn Dice| {
            let dice = &mut Seen::by_players(self.players_see(who), dice);
            let die = dice.die(rules.initiative_die());
            rules.typed_initiative(terms.to_vec(), die)
        };
        self.place(&[who], false, Source::Typed, &make, dice)
    }

    pub(super) fn adjust(
        &self,
        id: CombatantId,
        by: i32,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        let who = self.find_own(id)?;
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
            .adjusted(before, Term::typed("Adjusted", by));
        let make = |_: &Combatant, _: &mut dyn Dice| after.clone();
        self.place(&[who], false, Source::Adjusted, &make, dice)
    }

    pub(super) fn give_initiative(
        &self,
        line: u32,
        id: CombatantId,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        let who = self.find(id)?;
        let entry = self.state.log.iter().find(|entry| entry.no == line);
        let Some(What::Offered { initiative, .. }) = entry.map(|entry| &entry.what) else {
            return Err(Refusal::NoSuchLine);
        };
        let make = |_: &Combatant, _: &mut dyn Dice| initiative.clone();
        self.place(&[who], false, Source::Given, &make, dice)
    }

    fn rollers(&self, whose: Whose) -> Result<Vec<&Combatant>, Refusal> {
        let ids = match whose {
            Whose::One(id) => {
                let combatant = self.find_own(id)?;
                if combatant.initiative.is_some() && !self.runs() {
                    return Err(Refusal::AlreadyRolled);
                }
                if let Some(why) = self.no_initiative(combatant) {
                    return Err(Refusal::Chat(why));
                }
                return Ok(vec![combatant]);
            }
            Whose::Storytellers => self.state.storytellers_unrolled(),
            Whose::Everyone => self.state.everyone_unrolled(),
            Whose::Mine => self
                .person
                .map(|(seat, _)| self.state.unrolled_of(seat))
                .unwrap_or_default(),
        };
        let there = ids.iter().filter_map(|id| self.state.combatants.get(id));
        let able: Vec<&Combatant> = there
            .filter(|who| self.no_initiative(who).is_none())
            .collect();
        match able.is_empty() {
            true => Err(Refusal::NobodyToRoll),
            false => Ok(able),
        }
    }

    /// Why the rules let a combatant roll no initiative.
    fn no_initiative(&self, who: &Combatant) -> Option<ChatError> {
        self.with_fighter(who, |who| self.state.rules().forbids_initiative(who))
    }

    pub(super) fn initiative_of(&self, id: CombatantId) -> Option<Initiative> {
        self.state.combatants.get(&id)?.initiative.clone()
    }
}

/// A combatant and what they rolled.
pub(super) type Score = (CombatantId, Initiative);
