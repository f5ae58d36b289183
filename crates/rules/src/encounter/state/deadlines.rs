//! Deadlines of questions put to players, and the answers given for them when time is up.
//!
//! The time a question was asked follows from the record that asked it, so a log replays to the same deadlines.
//! Only the server knows the current time: when time is up it gives [`Command::TimeUp`], which decides by the
//! table's settings.
//!
//! [`Command::TimeUp`]: crate::encounter::Command::TimeUp

use std::collections::BTreeMap;

use super::State;
use crate::base::id::ExchangeId;
use crate::base::seat::Role;
use crate::encounter::command::AnswerInput;
use crate::encounter::countdown::{QuestionWait, QuestionWaits};
use crate::encounter::exchange::Exchange;
use crate::exchange::{ChoiceOption, ExchangeStep, Slot};

/// Returns the first open answer to a question; `None` where the rules bar every one.
pub(crate) fn first_open_answer(step: &ExchangeStep) -> Option<AnswerInput> {
    match step {
        ExchangeStep::Choose { options, .. } => {
            let open = options.iter().find(|option| option.barred.is_none())?;
            Some(AnswerInput::Chose(open.key.to_string()))
        }
        ExchangeStep::Number { range, .. } => Some(AnswerInput::Number(range.0)),
        ExchangeStep::Roll { .. } => Some(AnswerInput::Roll {
            bought: Vec::new(),
            faces: None,
        }),
        ExchangeStep::Several(_) => None,
    }
}

/// Returns the first open answer in words, for readers who may read the question.
pub(crate) fn first_answer_text(step: &ExchangeStep) -> String {
    match step {
        ExchangeStep::Choose { options, .. } => {
            let open = |option: &&ChoiceOption| option.barred.is_none();
            let first = options.iter().find(open);
            first.map_or_else(|| "decided".to_owned(), |it| it.title.to_string())
        }
        ExchangeStep::Number { range, .. } => range.0.to_string(),
        ExchangeStep::Roll { .. } | ExchangeStep::Several(_) => "thrown".to_owned(),
    }
}

impl State {
    /// Returns the earliest deadline of all questions, in milliseconds since 1970; `None` while nothing waits.
    #[must_use]
    pub fn next_deadline(&self) -> Option<u64> {
        let countdown = self.table.countdown?;
        let waits = self.waits.values().flat_map(BTreeMap::values);
        let since = waits.filter_map(|wait| match wait {
            QuestionWait::Since(since) => Some(*since),
            QuestionWait::Up => None,
        });
        since.min().map(|since| countdown.deadline(since))
    }

    /// Returns the questions whose deadline has passed at `now`.
    #[must_use]
    pub fn overdue_questions(&self, now: u64) -> Vec<(ExchangeId, Slot)> {
        let Some(countdown) = self.table.countdown else {
            return Vec::new();
        };
        let all = self.waits.iter();
        let all = all.flat_map(|(id, slots)| slots.iter().map(move |(slot, it)| (*id, slot, it)));
        all.filter_map(|(id, slot, wait)| match wait {
            QuestionWait::Since(since) if countdown.deadline(*since) <= now => {
                Some((id, slot.clone()))
            }
            QuestionWait::Since(_) | QuestionWait::Up => None,
        })
        .collect()
    }

    /// Returns the waiting state of a question; `None` if it has no deadline.
    pub(crate) fn question_wait(&self, id: ExchangeId, slot: &Slot) -> Option<QuestionWait> {
        self.waits.get(&id)?.get(slot).copied()
    }

    /// Returns the deadline of a waiting question; `None` if its time is up.
    pub(crate) fn wait_deadline(&self, wait: QuestionWait) -> Option<u64> {
        match wait {
            QuestionWait::Since(since) => self
                .table
                .countdown
                .map(|countdown| countdown.deadline(since)),
            QuestionWait::Up => None,
        }
    }

    /// Updates the waiting questions after a record, so that new questions wait from `at` on, open
    /// ones keep waiting, and closed ones are dropped.
    pub(in crate::encounter) fn update_waits(&mut self, at: u64) {
        let before = std::mem::take(&mut self.waits);
        if self.table.countdown.is_none() {
            return;
        }
        let mut waits = QuestionWaits::new();
        for exchange in &self.exchanges {
            let steps = exchange
                .next
                .as_ref()
                .map_or(&[][..], ExchangeStep::questions)
                .iter();
            for step in steps.filter(|step| self.has_deadline(exchange, step)) {
                let Some((slot, _)) = step.slot_and_party() else {
                    continue;
                };
                let old = before.get(&exchange.id).and_then(|slots| slots.get(slot));
                let wait = old.copied().unwrap_or(QuestionWait::Since(at));
                let slots: &mut BTreeMap<_, _> = waits.entry(exchange.id).or_default();
                slots.insert(slot.clone(), wait);
            }
        }
        self.waits = waits;
    }

    /// Whether a question has a deadline, because a player is asked and knows of it, and it needs
    /// no real dice.
    fn has_deadline(&self, exchange: &Exchange, step: &ExchangeStep) -> bool {
        let who = step
            .slot_and_party()
            .and_then(|(_, party)| exchange.combatant_of(party));
        let owner = who.and_then(|id| self.combatants.get(&id)?.owner);
        owner.is_some_and(|seat| {
            let plays = self.seat(seat).is_some_and(|it| it.role == Role::Player);
            let real = matches!(step, ExchangeStep::Roll { .. }) && self.own_dice.contains(&seat);
            plays && !real
        }) && self.is_asked_of_players(exchange, step)
    }
}
