//! Commands of exchanges: opens, answers, rules, takes back and withdraws them. The outcome under the rules is computed
//! here once and recorded with the events.

mod back;
mod follow_up;
mod play;
mod rolls;

pub(super) use self::play::{bar_of, begin, follow, maneuver_of, maneuvers};
use self::play::{kept, played};
use super::Decision;
use crate::dice::Dice;
use crate::encounter::command::AskedAnswer;
use crate::encounter::encounter::Encounter;
use crate::encounter::event::Event;
use crate::encounter::exchange::{Exchange, Input};
use crate::encounter::feature::{ExchangeDeclared, ExchangeMoved};
use crate::encounter::limits::{MAX_RULINGS, MAX_TERM};
use crate::encounter::refusal::Refusal;
use crate::encounter::trial::Trial;
use crate::exchange::{Answer, Effect, Party, Progress, Ruled, Ruling, Slot, Step};
use crate::id::ExchangeId;
use crate::text::Name;

impl Decision<'_> {
    /// Opens an exchange up to its first question, or to its outcome if nothing has to be asked.
    pub(super) fn opened(
        &self,
        state: &Encounter,
        mut exchange: Exchange,
    ) -> Result<Vec<Event>, Refusal> {
        let read = state.read(&exchange);
        let progress = begin(state, &mut exchange, read)?;
        self.landed_first(state, exchange, progress)
    }

    /// Records an exchange that has begun, and applies the effects of its first step.
    pub(super) fn landed_first(
        &self,
        state: &Encounter,
        mut exchange: Exchange,
        progress: Progress,
    ) -> Result<Vec<Event>, Refusal> {
        exchange.ledger = progress.ledger;
        exchange.next = progress.next;
        let (effects, upshots) = (progress.effects, progress.upshots);
        let over = exchange.is_over();
        exchange.landed = kept(&effects, over);
        let declared = Event::ExchangeDeclared(ExchangeDeclared {
            exchange: Box::new(exchange.clone()),
        });
        let all = (&*effects, &*effects, &*upshots);
        let mut events = self.landed(state, &exchange, declared, all)?;
        events.splice(1..1, state.tell_attacked(&exchange));
        if over {
            events.extend(state.tell_unharmed(&exchange, &effects));
        }
        Ok(events)
    }

    /// Finds an exchange the sender knows of.
    pub(super) fn exchange(&self, id: ExchangeId) -> Result<&Exchange, Refusal> {
        let found = self.state.exchange(id);
        found
            .filter(|it| self.can_run_table() || self.state.exchange_is_public(it))
            .ok_or(Refusal::NoSuchExchange)
    }

    /// Finds an exchange in which the sender may be asked something; this includes an attack by an unseen combatant
    /// that its targets notice.
    fn answerable(&self, id: ExchangeId) -> Result<&Exchange, Refusal> {
        let found = self.state.exchange(id);
        found
            .filter(|it| self.can_run_table() || self.state.exchange_is_known(it))
            .ok_or(Refusal::NoSuchExchange)
    }

    /// Returns the question in a slot, if it is put to the sender's class of readers.
    fn put_to_sender<'e>(&self, exchange: &'e Exchange, slot: &Slot) -> Result<&'e Step, Refusal> {
        let asked = exchange.asked(slot);
        asked
            .filter(|step| self.can_run_table() || self.state.is_put_to_players(exchange, step))
            .ok_or(Refusal::NotAsked)
    }

    /// Checks that the sender answers for a party.
    fn speaks_for(&self, exchange: &Exchange, party: Party) -> Result<(), Refusal> {
        match exchange.party(party) {
            Some(id) => self.find_own(id).map(|_| ()),
            None => self.run_only(),
        }
    }

    /// Answers a question of an exchange and advances the exchange.
    pub(super) fn answer(
        &self,
        id: ExchangeId,
        slot: &Slot,
        asked: &AskedAnswer,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        let exchange = self.answerable(id)?;
        let step = self.put_to_sender(exchange, slot)?;
        let (_, party) = step.asked().ok_or(Refusal::NotAsked)?;
        self.speaks_for(exchange, party)?;
        let answer = match (step, asked) {
            (Step::Choose { options, .. }, AskedAnswer::Chose(key)) => {
                let option = options.iter().find(|option| option.key == key.as_str());
                let option = option.ok_or(Refusal::NoSuchChoice)?;
                if let Some((why, rule)) = &option.barred {
                    return Err(Refusal::Barred {
                        why: why.to_string(),
                        rule: rule.to_string(),
                    });
                }
                Answer::Chose(key.clone())
            }
            (Step::Number { range, .. }, AskedAnswer::Number(number)) => {
                if !(range.0..=range.1).contains(number) {
                    return Err(Refusal::OutOfBounds);
                }
                Answer::Number(*number)
            }
            (Step::Roll { .. }, AskedAnswer::Roll { bought, faces }) => {
                self.rolled(exchange, slot, bought, faces.as_deref(), dice)?
            }
            _ => return Err(Refusal::NotAsked),
        };
        self.moved(exchange, Input::Answer(slot.clone(), answer))
    }

    /// Answers a question and makes the rolls that follow without a further answer: with `throws`, those of the
    /// answering party and those for which nothing can be bought; always those that the declaration left to be thrown.
    pub(super) fn answer_and_throw(
        &self,
        id: ExchangeId,
        slot: &Slot,
        (asked, throws): (&AskedAnswer, bool),
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        let by = self.answerable(id)?.asked(slot).and_then(Step::asked);
        let answering = by.map(|(_, party)| party).filter(|_| throws);
        let mut trial = Trial::on(self.state);
        trial.extend(self.answer(id, slot, asked, dice)?);
        self.throw_on(&mut trial, id, answering, dice)?;
        Ok(trial.into_events())
    }

    /// Adds a ruling to an exchange and advances the exchange.
    pub(super) fn rule(
        &self,
        id: ExchangeId,
        what: &Ruled,
        why: &str,
    ) -> Result<Vec<Event>, Refusal> {
        let exchange = self.exchange(id)?;
        if exchange.is_over() {
            return Err(Refusal::ExchangeOver);
        }
        let too_much = match what {
            Ruled::Add { value, .. } | Ruled::Change { value, .. } => {
                value.unsigned_abs() > MAX_TERM.unsigned_abs()
            }
            Ruled::Roll {
                successes, margin, ..
            } => {
                *successes > MAX_TERM.unsigned_abs()
                    || margin.is_some_and(|margin| margin.unsigned_abs() > MAX_TERM.unsigned_abs())
            }
            Ruled::Damage { to, packet } => {
                let to = exchange.party(*to).ok_or(Refusal::NoSuchCombatant)?;
                let to = self.find(to)?;
                let marked = self.with_fighter(to, |who| self.state.rules().harm(who, *packet));
                marked.ok_or(Refusal::OtherSystem)?;
                super::harm::is_too_much(*packet)
            }
            Ruled::Strike { .. } | Ruled::Choose { .. } | Ruled::End => false,
        };
        if too_much || exchange.rulings.len() >= MAX_RULINGS {
            return Err(Refusal::OutOfBounds);
        }
        let why = match why.trim() {
            "" => None,
            why => Some(Name::new(why)?),
        };
        let what = with_label_of_ledger(exchange, what.clone());
        self.moved(exchange, Input::Ruling(Ruling { what, why }))
    }

    /// Advances an exchange by an answer or a ruling, and applies the effects it adds.
    fn moved(&self, exchange: &Exchange, input: Input) -> Result<Vec<Event>, Refusal> {
        let (mut answers, mut rulings) = (exchange.answers.clone(), exchange.rulings.clone());
        let read = match &input {
            Input::Answer(slot, answer) => {
                answers.insert(slot.clone(), answer.clone());
                exchange.unless_read(self.state.read(exchange))
            }
            Input::Ruling(ruling) => {
                rulings.push(ruling.clone());
                None
            }
        };
        let progress = played(self.state, exchange, &answers, &rulings)?;
        let over = progress.next.is_none();
        let unharmed = match over {
            true => self.state.tell_unharmed(exchange, &progress.effects),
            false => Vec::new(),
        };
        let (all, upshots) = (progress.effects, progress.upshots);
        // Effects applied earlier stay; only those that the answer or ruling added are applied now.
        let effects = exchange.not_landed(all.clone());
        let landed = kept(&effects, over);
        let step = exchange.advance(input, &progress.ledger, progress.next, (landed, read));
        let moved = Event::ExchangeMoved(ExchangeMoved {
            id: exchange.id,
            step: u16::try_from(exchange.steps()).unwrap_or(u16::MAX),
            back: false,
            advance: Box::new(step),
        });
        let mut trial = Trial::on(self.state);
        let landed = (&*effects, &*all, &*upshots);
        trial.extend(self.landed(self.state, exchange, moved, landed)?);
        if !over && !effects.iter().all(Effect::is_immediate) {
            // The effects of a finished blow changed the table for the next.
            let now = trial.now();
            let open = now.exchange(exchange.id).filter(|it| !it.is_over());
            let reread = open.map(|open| self.reread(now, open, now.play_exchange(open)));
            trial.extend(reread.transpose()?.unwrap_or_default());
        }
        trial.extend(unharmed);
        Ok(trial.into_events())
    }
}

/// Names the term of a ruling as the ledger does, instead of by the words a person read there.
fn with_label_of_ledger(exchange: &Exchange, mut what: Ruled) -> Ruled {
    if let Ruled::Strike { label, .. } | Ruled::Change { label, .. } = &mut what {
        let mut terms = exchange.ledger.iter().flat_map(|line| &line.terms);
        if let Some(term) = terms.find(|term| term.label == *label) {
            label.clone_from(&term.label);
        }
    }
    what
}
