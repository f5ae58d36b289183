//! Rolls that a storyteller asks for: asking, answering, rolling for those who are missing, telling.

use super::Decision;
use super::rolls::RollOrder;
use crate::base::dice::Dice;
use crate::base::id::{AskId, CombatantId};
use crate::base::sorted_map::{Map, Set};
use crate::base::text::clean_line;
use crate::character::parameters::Parameters;
use crate::chat_command::ChatError;
use crate::dice_proof::RollProof;
use crate::encounter::aggregate::dry_run::DryRun;
use crate::encounter::ask::{
    AskAnswer, AskEnd, AskSeal, AskSight, AskTelling, AskedDice, AskedRoll,
};
use crate::encounter::combatant::Combatant;
use crate::encounter::command::{AskInput, AskReply, AskStep};
use crate::encounter::countdown::COUNTDOWN_SECONDS;
use crate::encounter::event::Event;
use crate::encounter::feature::{AskChanged, AskRolled, AskWished, RollRecord};
use crate::encounter::limits::{
    MAX_ASK_FOLLOWS, MAX_ASK_NEEDS, MAX_ASK_WORDS, MAX_ASKED, MAX_OPEN_ASKS, MAX_TERM,
};
use crate::encounter::refusal::Refusal;
use crate::encounter::state::State;
use crate::encounter::viewer::Viewer;
use crate::messages::encounter as msg;
use crate::trait_pool::{MAX_POOL_PARTS, PoolPart};

impl Decision<'_> {
    /// Asks combatants for a roll.
    pub(super) fn ask_for_roll(
        &self,
        asked: &AskInput,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        let rules = self.state.rules();
        let open = self.state.asks.iter().filter(|ask| ask.end.is_none());
        if open.count() >= MAX_OPEN_ASKS {
            return Err(Refusal::Full);
        }
        if asked.of.is_empty() {
            return Err(Refusal::NobodyToRoll);
        }
        if asked.of.len() > MAX_ASKED || asked.needs > MAX_ASK_NEEDS {
            return Err(Refusal::OutOfBounds);
        }
        let seconds = asked.seconds;
        if asked.follows.len() > MAX_ASK_FOLLOWS
            || seconds.is_some_and(|seconds| !COUNTDOWN_SECONDS.contains(&seconds))
        {
            return Err(Refusal::OutOfBounds);
        }
        let counted = rules.counts_dice();
        if asked.needs > 1 && !counted || asked.against.is_some() && asked.against == asked.helper {
            return Err(Refusal::OutOfBounds);
        }
        let system = rules.asked_roll_parameters();
        let given = asked.reading.iter();
        let reading = given.fold(system, |reading, (key, value)| reading.with(key, value));
        if !reading.are_valid_for(&rules.parameter_specs(None)) {
            return Err(Refusal::OtherSystem);
        }
        if matches!(asked.telling, AskTelling::Secret { announced: false }) {
            self.check_costs_nothing(&reading)?;
        }
        let aside = asked.against.into_iter().chain(asked.helper);
        let all: Set<CombatantId> = asked.of.iter().copied().chain(aside).collect();
        let custom = all.iter().filter_map(|id| self.state.combatant(*id));
        let custom: Vec<&str> = custom.flat_map(custom_traits).collect();
        self.check_pool(&asked.pool, &custom)?;
        for follows in &asked.follows {
            self.check_consequence(follows)?;
        }
        let words = match asked.words.trim() {
            "" => String::new(),
            words => clean_line(words, MAX_ASK_WORDS)?,
        };
        let ask = AskedRoll {
            id: self.state.fresh_ask_id(dice),
            pool: asked.pool.clone(),
            reading: asked.reading.clone(),
            telling: asked.telling,
            words,
            needs: asked.needs.max(1),
            against: asked.against,
            helper: asked.helper,
            seconds: asked.seconds,
            until: None,
            follows: asked.follows.clone(),
            answers: all.iter().map(|id| (*id, AskAnswer::default())).collect(),
            end: None,
        };
        Ok(vec![ask_event(None, Some(ask))])
    }

    /// Checks that every part of a pool can be looked up on sheets; `custom` are the names of the
    /// custom traits that sheets have.
    fn check_pool(&self, pool: &[PoolPart], custom: &[&str]) -> Result<(), Refusal> {
        let rules = self.state.rules();
        if pool.is_empty() || pool.len() > MAX_POOL_PARTS {
            return Err(Refusal::OutOfBounds);
        }
        for part in pool {
            match part {
                PoolPart::Number(number) if number.unsigned_abs() > MAX_TERM.unsigned_abs() => {
                    return Err(Refusal::OutOfBounds);
                }
                part if !part.is_known(rules, custom) => return Err(Refusal::NoSuchTrait),
                _ => {}
            }
        }
        Ok(())
    }

    /// Finds an asked roll that still goes on and that the sender may know of, and its combatant's part in it.
    fn find_ask(&self, id: AskId, who: CombatantId) -> Result<(&AskedRoll, &Combatant), Refusal> {
        let ask = self.state.ask(id).filter(|ask| ask.end.is_none());
        let ask = ask.ok_or(Refusal::NotAsked)?;
        let viewer = Viewer {
            seat: self.person.map(|(seat, _)| seat),
            ..self.viewer()
        };
        let known = self.state.ask_sight(ask, viewer) > AskSight::Nothing;
        let asked = ask.answers.contains_key(&who) && (self.can_run_table() || !ask.is_aside(who));
        let combatant = self.find_own_combatant(who)?;
        match known && asked {
            true => Ok((ask, combatant)),
            false => Err(Refusal::NotAsked),
        }
    }

    /// Answers an asked roll for a combatant.
    pub(super) fn answer_ask(
        &self,
        id: AskId,
        who: CombatantId,
        reply: &AskReply,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        let (ask, combatant) = self.find_ask(id, who)?;
        if ask.dice_of(who).is_some() {
            return Err(Refusal::DiceFell);
        }
        match reply {
            AskReply::Roll { added, faces } => {
                let added = self.read_added(ask, added)?;
                let mut events =
                    self.roll_for_ask(ask, combatant, &added, faces.as_deref(), dice)?;
                events.extend(self.follow_ask(id, &events, dice));
                Ok(events)
            }
            AskReply::Instead { pool } => {
                let wish = ask.answers.get(&who).map(|answer| &answer.wish);
                if wish == Some(pool) {
                    return Err(Refusal::NothingToDo);
                }
                if !pool.is_empty() {
                    let custom: Vec<&str> = custom_traits(combatant).collect();
                    self.check_pool(pool, &custom)?;
                }
                let pool = pool.clone();
                Ok(vec![Event::AskWished(AskWished { ask: id, who, pool })])
            }
        }
    }

    /// Reads the keys of the options that an asked combatant adds to the roll as parameters. What
    /// costs something bars itself where nobody else may notice.
    fn read_added(&self, ask: &AskedRoll, added: &Set<String>) -> Result<Parameters, Refusal> {
        let rules = self.state.rules();
        let options = rules.facts().roller_options;
        let mut reading = Parameters::default();
        for key in added {
            if !options.contains(&key.as_str()) {
                return Err(Refusal::OtherSystem);
            }
            reading.set(key, 1);
        }
        if ask.is_traceless() {
            self.check_costs_nothing(&reading)?;
        }
        Ok(reading)
    }

    /// Checks that a roll of which the others may not know costs nothing, which they would see.
    fn check_costs_nothing(&self, reading: &Parameters) -> Result<(), Refusal> {
        match self.state.rules().roll_cost(reading) {
            None => Ok(()),
            Some(_) => Err(Refusal::Chat(ChatError::new(
                "noticed",
                msg::OTHERS_WOULD_NOTICE,
            ))),
        }
    }

    /// Rolls for a combatant who is asked.
    fn roll_for_ask(
        &self,
        ask: &AskedRoll,
        combatant: &Combatant,
        added: &Parameters,
        faces: Option<&[u16]>,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        if !State::can_roll_for_ask(ask, combatant.id) {
            return Err(Refusal::NotAsked);
        }
        let (mut terms, read) = self.state.read_asked_roll(ask, combatant, added)?;
        if let Some(why) = read.forbidden {
            return Err(Refusal::Chat(why));
        }
        terms.extend(read.given);
        // The roll is no action of the turn; only what is paid for it counts.
        let paid = self.state.rules().roll_cost(&read.reading);
        let paid = |key: &&str| paid.is_some_and(|(pool, _)| pool == *key);
        let order = RollOrder {
            roller: Some(combatant),
            what: self.state.ask_title(ask),
            terms,
            reading: read.reading,
            counts: read.counts.into_iter().filter(paid).collect(),
            hidden: ask.hides_dice() || combatant.hidden,
            traceless: ask.is_traceless(),
            faces,
        };
        let mut events = self.throw_pool(order, dice)?;
        let by_storyteller = self.can_run_table() && combatant.owner.is_some();
        let dice = events.iter().find_map(|event| match event {
            Event::Rolled(roll) => Some(asked_dice(roll, by_storyteller)),
            _ => None,
        });
        events.extend(dice.map(|dice| {
            Event::AskRolled(AskRolled {
                ask: ask.id,
                who: combatant.id,
                dice: Box::new(dice),
            })
        }));
        Ok(events)
    }

    /// Carries out a storyteller's step with an asked roll, such as rolling for those who have not
    /// or ending it.
    pub(super) fn step_ask(
        &self,
        id: AskId,
        step: &AskStep,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        let ask = self.state.ask(id).ok_or(Refusal::NotAsked)?;
        if ask.end.is_some() {
            return Err(Refusal::NothingToDo);
        }
        let ends = |end| Ok(vec![self.end_ask(ask, end)]);
        match step {
            AskStep::RollMissing => self.roll_missing(ask, dice),
            AskStep::Settle { who, accept } => self.settle_wish(ask, *who, *accept),
            AskStep::Tell { passed } => self.tell_passed(ask, passed),
            AskStep::Show if !ask.hides_dice() => Err(Refusal::NothingToDo),
            AskStep::Show => ends(AskEnd::Shown),
            AskStep::Keep => ends(AskEnd::Kept),
            AskStep::CallOff => ends(AskEnd::CalledOff),
        }
    }

    /// Rolls for all who have not, the helper first; those who may not roll stay.
    fn roll_missing(&self, ask: &AskedRoll, dice: &mut dyn Dice) -> Result<Vec<Event>, Refusal> {
        let mut ids: Vec<CombatantId> = ask.missing().collect();
        ids.sort_by_key(|id| ask.helper != Some(*id));
        let mut trial = DryRun::new(self.state);
        let mut why = Refusal::NobodyToRoll;
        for id in ids {
            let here = self.with_state(trial.encounter());
            let Some((ask, who)) = here.state.ask(ask.id).zip(here.state.combatant(id)) else {
                continue;
            };
            match here.roll_for_ask(ask, who, &Parameters::default(), None, dice) {
                Ok(mut events) => {
                    events.extend(here.follow_ask(ask.id, &events, dice));
                    trial.extend(events);
                }
                Err(refusal) => why = refusal,
            }
        }
        match trial.is_empty() {
            true => Err(why),
            false => Ok(trial.into_events()),
        }
    }

    /// Grants (`accept`) or declines the wish of a player to roll another pool than the one asked
    /// for.
    fn settle_wish(
        &self,
        ask: &AskedRoll,
        who: CombatantId,
        accept: bool,
    ) -> Result<Vec<Event>, Refusal> {
        let mut after = ask.clone();
        let answer = after.answers.get_mut(&who).ok_or(Refusal::NotAsked)?;
        if answer.wish.is_empty() {
            return Err(Refusal::NotAsked);
        }
        let wish = std::mem::take(&mut answer.wish);
        if accept {
            answer.instead = wish;
        }
        Ok(vec![ask_event(Some(ask), Some(after))])
    }

    /// Tells players whether their combatants passed.
    fn tell_passed(
        &self,
        ask: &AskedRoll,
        passed: &Map<CombatantId, bool>,
    ) -> Result<Vec<Event>, Refusal> {
        if !matches!(ask.telling, AskTelling::Secret { .. }) || passed.is_empty() {
            return Err(Refusal::NothingToDo);
        }
        let mut after = ask.clone();
        for (who, passed) in passed {
            let answer = after.answers.get_mut(who).ok_or(Refusal::NotAsked)?;
            answer.told = Some(*passed);
        }
        after.end = Some(AskEnd::Told);
        Ok(vec![ask_event(Some(ask), Some(after))])
    }

    /// Builds the event that ends an asked roll.
    fn end_ask(&self, ask: &AskedRoll, end: AskEnd) -> Event {
        let mut after = ask.clone();
        after.end = Some(end);
        ask_event(Some(ask), Some(after))
    }
}

/// Builds the event that changes an asked roll.
fn ask_event(before: Option<&AskedRoll>, after: Option<AskedRoll>) -> Event {
    let id = after.as_ref().or(before).map(|ask| ask.id);
    Event::AskChanged(AskChanged {
        id: id.unwrap_or(AskId(0)),
        before: before.cloned().map(Box::new),
        after: after.map(Box::new),
    })
}

/// Returns the dice of a roll as the asked roll keeps them.
fn asked_dice(roll: &RollRecord, by_storyteller: bool) -> AskedDice {
    AskedDice {
        terms: roll.terms.clone(),
        reading: roll.reading.clone(),
        rolled: roll.rolled.clone(),
        by_storyteller,
        seal: None,
    }
}

/// Stores with the hidden dice of an asked roll what opens their seal, unless other dice were
/// thrown with them.
pub(super) fn seal_asked_dice(events: &mut [Event], thrown: &[RollProof]) {
    let mut rolled = events.iter_mut().filter_map(|event| match event {
        Event::AskRolled(rolled) => Some(rolled),
        _ => None,
    });
    if let (Some(first), None, [throw]) = (rolled.next(), rolled.next(), thrown)
        && let Some(salt) = throw.salt
    {
        let words = throw.sealed_text();
        first.dice.seal = Some(AskSeal { salt, words });
    }
}

/// Returns the names of the custom traits on a combatant's sheet.
fn custom_traits(who: &Combatant) -> impl Iterator<Item = &str> {
    who.sheet.custom.keys().map(String::as_str)
}
