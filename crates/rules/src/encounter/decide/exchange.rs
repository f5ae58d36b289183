//! Commands of exchanges: opens, answers, rules, takes back and withdraws them. The outcome under the rules is computed
//! here once and recorded with the events.

mod back;
mod follow_up;
mod play;
mod rolls;

pub(super) use self::play::{
    active_maneuvers, begin_exchange, find_maneuver, follow_up_exchange, scene_bar,
};
use self::play::{effects_to_keep, play_with_answers};
use super::Decision;
use crate::base::dice::Dice;
use crate::base::id::ExchangeId;
use crate::base::text::Name;
use crate::encounter::aggregate::dry_run::DryRun;
use crate::encounter::aggregate::encounter::Encounter;
use crate::encounter::command::AnswerInput;
use crate::encounter::event::Event;
use crate::encounter::exchange::{Exchange, ExchangeInput};
use crate::encounter::feature::{ExchangeDeclared, ExchangeMoved};
use crate::encounter::limits::{MAX_RULINGS, MAX_TERM};
use crate::encounter::refusal::Refusal;
use crate::exchange::{Answer, Effect, ExchangeStep, Party, Progress, Ruling, RulingKind, Slot};

impl Decision<'_> {
    /// Opens an exchange up to its first question, or to its outcome if nothing has to be asked.
    pub(super) fn open(
        &self,
        state: &Encounter,
        mut exchange: Exchange,
    ) -> Result<Vec<Event>, Refusal> {
        let read = state.snapshot_for(&exchange);
        let progress = begin_exchange(state, &mut exchange, read)?;
        self.record_begin(state, exchange, progress)
    }

    /// Records an exchange that has begun, and applies the effects of its first step.
    pub(super) fn record_begin(
        &self,
        state: &Encounter,
        mut exchange: Exchange,
        progress: Progress,
    ) -> Result<Vec<Event>, Refusal> {
        exchange.ledger = progress.ledger;
        exchange.next = progress.next;
        let (effects, upshots) = (progress.effects, progress.upshots);
        let over = exchange.is_over();
        exchange.landed = effects_to_keep(&effects, over);
        let declared = Event::ExchangeDeclared(ExchangeDeclared {
            exchange: Box::new(exchange.clone()),
        });
        let all = (&*effects, &*effects, &*upshots);
        let mut events = self.apply_effects(state, &exchange, declared, all)?;
        events.splice(1..1, state.attacked_notices(&exchange));
        if over {
            events.extend(state.unharmed_notices(&exchange, &effects));
        }
        Ok(events)
    }

    /// Finds an exchange the sender knows of.
    pub(super) fn find_exchange(&self, id: ExchangeId) -> Result<&Exchange, Refusal> {
        let found = self.state.exchange(id);
        found
            .filter(|it| self.can_run_table() || self.state.is_exchange_public(it))
            .ok_or(Refusal::NoSuchExchange)
    }

    /// Finds an exchange in which the sender may be asked something; this includes an attack by an unseen combatant
    /// that its targets notice.
    fn find_answerable(&self, id: ExchangeId) -> Result<&Exchange, Refusal> {
        let found = self.state.exchange(id);
        found
            .filter(|it| self.can_run_table() || self.state.is_exchange_known(it))
            .ok_or(Refusal::NoSuchExchange)
    }

    /// Returns the question in a slot, if it is put to the sender's class of readers.
    fn question_for_sender<'e>(
        &self,
        exchange: &'e Exchange,
        slot: &Slot,
    ) -> Result<&'e ExchangeStep, Refusal> {
        let asked = exchange.find_question(slot);
        asked
            .filter(|step| self.can_run_table() || self.state.is_asked_of_players(exchange, step))
            .ok_or(Refusal::NotAsked)
    }

    /// Checks that the sender answers for a party.
    fn check_speaks_for(&self, exchange: &Exchange, party: Party) -> Result<(), Refusal> {
        match exchange.combatant_of(party) {
            Some(id) => self.find_own_combatant(id).map(|_| ()),
            None => self.require_storyteller(),
        }
    }

    /// Answers a question of an exchange and advances the exchange.
    pub(super) fn give_answer(
        &self,
        id: ExchangeId,
        slot: &Slot,
        asked: &AnswerInput,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        let exchange = self.find_answerable(id)?;
        let step = self.question_for_sender(exchange, slot)?;
        let (_, party) = step.slot_and_party().ok_or(Refusal::NotAsked)?;
        self.check_speaks_for(exchange, party)?;
        let answer = match (step, asked) {
            (ExchangeStep::Choose { options, .. }, AnswerInput::Chose(key)) => {
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
            (ExchangeStep::Number { range, .. }, AnswerInput::Number(number)) => {
                if !(range.0..=range.1).contains(number) {
                    return Err(Refusal::OutOfBounds);
                }
                Answer::Number(*number)
            }
            (ExchangeStep::Roll { .. }, AnswerInput::Roll { bought, faces }) => {
                self.roll_answer(exchange, slot, bought, faces.as_deref(), dice)?
            }
            _ => return Err(Refusal::NotAsked),
        };
        self.advance(exchange, ExchangeInput::Answer(slot.clone(), answer))
    }

    /// Answers a question of an exchange and makes the rolls that follow without a further answer.
    /// With `throws`, these are those of the answering party and those for which nothing can be
    /// bought; always those that the declaration left to be thrown.
    pub(super) fn answer_and_roll(
        &self,
        id: ExchangeId,
        slot: &Slot,
        (asked, throws): (&AnswerInput, bool),
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        let by = self
            .find_answerable(id)?
            .find_question(slot)
            .and_then(ExchangeStep::slot_and_party);
        let answering = by.map(|(_, party)| party).filter(|_| throws);
        let mut trial = DryRun::new(self.state);
        trial.extend(self.give_answer(id, slot, asked, dice)?);
        self.roll_automatically(&mut trial, id, answering, dice)?;
        Ok(trial.into_events())
    }

    /// Adds a ruling to an exchange and advances the exchange.
    pub(super) fn add_ruling(
        &self,
        id: ExchangeId,
        what: &RulingKind,
        why: &str,
    ) -> Result<Vec<Event>, Refusal> {
        let exchange = self.find_exchange(id)?;
        if exchange.is_over() {
            return Err(Refusal::ExchangeOver);
        }
        let too_much = match what {
            RulingKind::Add { value, .. } | RulingKind::Change { value, .. } => {
                value.unsigned_abs() > MAX_TERM.unsigned_abs()
            }
            RulingKind::Roll {
                successes, margin, ..
            } => {
                *successes > MAX_TERM.unsigned_abs()
                    || margin.is_some_and(|margin| margin.unsigned_abs() > MAX_TERM.unsigned_abs())
            }
            RulingKind::Damage { to, packet } => {
                let to = exchange.combatant_of(*to).ok_or(Refusal::NoSuchCombatant)?;
                let to = self.find_known_combatant(to)?;
                let marked =
                    self.with_fighter(to, |who| self.state.rules().apply_damage(who, *packet));
                marked.ok_or(Refusal::OtherSystem)?;
                super::harm::exceeds_limit(*packet)
            }
            RulingKind::Strike { .. } | RulingKind::Choose { .. } | RulingKind::End => false,
        };
        if too_much || exchange.rulings.len() >= MAX_RULINGS {
            return Err(Refusal::OutOfBounds);
        }
        let why = match why.trim() {
            "" => None,
            why => Some(Name::new(why)?),
        };
        let what = with_label_of_ledger(exchange, what.clone());
        self.advance(exchange, ExchangeInput::Ruling(Ruling { what, why }))
    }

    /// Advances an exchange by an answer or a ruling, and applies the effects it adds.
    fn advance(&self, exchange: &Exchange, input: ExchangeInput) -> Result<Vec<Event>, Refusal> {
        let (mut answers, mut rulings) = (exchange.answers.clone(), exchange.rulings.clone());
        let read = match &input {
            ExchangeInput::Answer(slot, answer) => {
                answers.insert(slot.clone(), answer.clone());
                exchange.snapshot_if_changed(self.state.snapshot_for(exchange))
            }
            ExchangeInput::Ruling(ruling) => {
                rulings.push(ruling.clone());
                None
            }
        };
        let progress = play_with_answers(self.state, exchange, &answers, &rulings)?;
        let over = progress.next.is_none();
        let unharmed = match over {
            true => self.state.unharmed_notices(exchange, &progress.effects),
            false => Vec::new(),
        };
        let (all, upshots) = (progress.effects, progress.upshots);
        // Effects applied earlier stay; only those that the answer or ruling added are applied now.
        let effects = exchange.pending_effects(all.clone());
        let landed = effects_to_keep(&effects, over);
        let step = exchange.build_advance(input, &progress.ledger, progress.next, (landed, read));
        let moved = Event::ExchangeMoved(ExchangeMoved {
            id: exchange.id,
            step: u16::try_from(exchange.step_count()).unwrap_or(u16::MAX),
            back: false,
            advance: Box::new(step),
        });
        let mut trial = DryRun::new(self.state);
        let landed = (&*effects, &*all, &*upshots);
        trial.extend(self.apply_effects(self.state, exchange, moved, landed)?);
        if !over && !effects.iter().all(Effect::is_immediate) {
            // The effects of a finished blow changed the table for the next.
            let now = trial.encounter();
            let open = now.exchange(exchange.id).filter(|it| !it.is_over());
            let reread = open.map(|open| self.recompute(now, open, now.play_exchange(open)));
            trial.extend(reread.transpose()?.unwrap_or_default());
        }
        trial.extend(unharmed);
        Ok(trial.into_events())
    }
}

/// Names the term of a ruling as the ledger does, instead of by the words a person read there.
fn with_label_of_ledger(exchange: &Exchange, mut what: RulingKind) -> RulingKind {
    if let RulingKind::Strike { label, .. } | RulingKind::Change { label, .. } = &mut what {
        let mut terms = exchange.ledger.iter().flat_map(|line| &line.terms);
        if let Some(term) = terms.find(|term| term.label == *label) {
            label.clone_from(&term.label);
        }
    }
    what
}
