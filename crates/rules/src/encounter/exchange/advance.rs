//! Steps of an exchange: applies an answer or a ruling, and takes the newest one back.

use serde::{Deserialize, Serialize};

use super::Exchange;
use super::input::{ExchangeInput, StepFrame};
use super::snapshot::TableSnapshot;
use crate::exchange::{Answer, Effect, ExchangeStep, LedgerLine, Slot};
use crate::messages::Wording;

/// Advance of an exchange by one step: an answer or ruling and its consequences.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExchangeAdvance {
    /// The answer or ruling.
    pub input: ExchangeInput,
    /// Number of ledger lines that stay as they are.
    pub kept: u16,
    /// The ledger lines after those. A line that repeats its question is sent without it: see
    /// [`Exchange::compact_line`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<LedgerLine>,
    /// The next question or questions; `None` when the exchange is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<ExchangeStep>,
    /// The effects that apply at once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub landed: Vec<Effect>,
    /// The snapshot of the table that an answer read, if it differs from the one before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub read: Option<Box<TableSnapshot>>,
}

impl Exchange {
    /// Returns the number of answers and rulings so far, which is also the number of the next step.
    #[must_use]
    pub const fn step_count(&self) -> usize {
        self.past.len()
    }

    /// Returns the newest answer or ruling with the effects it applied; `None` if there is none.
    #[must_use]
    pub fn newest_step(&self) -> Option<(&ExchangeInput, &[Effect])> {
        let frame = self.past.last()?;
        Some((&frame.input, self.landed.get(frame.landed..)?))
    }

    /// Iterates over the slots of all answers and rulings, the oldest first; a ruling has an empty slot.
    pub(in crate::encounter) fn step_slots(&self) -> impl Iterator<Item = Slot> {
        self.past.iter().map(|frame| match &frame.input {
            ExchangeInput::Answer(slot, _) => slot.clone(),
            ExchangeInput::Ruling(_) => Slot::new(""),
        })
    }

    /// Returns a ledger line without the parts that repeat its question, which every viewer has already.
    #[must_use]
    pub fn compact_line(&self, line: &LedgerLine) -> LedgerLine {
        let mut line = line.clone();
        if let Some(ExchangeStep::Roll { check, .. }) = self.find_question(&line.slot)
            && check.terms == line.terms
            && Some(&check.reading) == line.reading.as_ref()
            && check.title == line.title
        {
            line.terms.clear();
            line.reading = None;
            line.title = Wording::default();
        }
        line
    }

    /// Restores a ledger line that was compacted by [`Self::compact_line`].
    fn expand_line(&self, line: &LedgerLine) -> LedgerLine {
        let mut line = line.clone();
        if line.title.is_empty()
            && let Some(ExchangeStep::Roll { check, .. }) = self.find_question(&line.slot)
        {
            line.terms.clone_from(&check.terms);
            line.reading = Some(check.reading.clone());
            line.title.clone_from(&check.title);
        }
        line
    }

    /// Builds the step that leads from the current state to the given ledger, questions and effects.
    pub(in crate::encounter) fn build_advance(
        &self,
        input: ExchangeInput,
        ledger: &[LedgerLine],
        next: Option<ExchangeStep>,
        (landed, read): (Vec<Effect>, Option<TableSnapshot>),
    ) -> ExchangeAdvance {
        let same = self.ledger.iter().zip(ledger);
        let kept = same.take_while(|(old, new)| old == new).count();
        let lines = ledger.get(kept..).unwrap_or_default();
        ExchangeAdvance {
            input,
            kept: u16::try_from(kept).unwrap_or(u16::MAX),
            lines: lines.iter().map(|line| self.compact_line(line)).collect(),
            next,
            landed,
            read: read.map(Box::new),
        }
    }

    /// Rebuilds the newest step of the exchange, for an event that takes it back; `None` if nothing
    /// was answered or ruled yet.
    pub(in crate::encounter) fn last_advance(&self) -> Option<ExchangeAdvance> {
        let (input, landed) = self.newest_step()?;
        let mut before = self.clone();
        before.revert_newest_step();
        Some(before.build_advance(
            input.clone(),
            &self.ledger,
            self.next.clone(),
            (landed.to_vec(), self.newest_snapshot()),
        ))
    }

    /// Applies one step to the exchange.
    pub(in crate::encounter) fn apply_advance(&mut self, step: &ExchangeAdvance) {
        let lines: Vec<LedgerLine> = step
            .lines
            .iter()
            .map(|line| self.expand_line(line))
            .collect();
        let kept = usize::from(step.kept).min(self.ledger.len());
        let before = match &step.input {
            ExchangeInput::Answer(slot, answer) => {
                if let Answer::Rolled { faces, .. } = answer {
                    // If fewer dice are thrown than fell before, the earlier ones are kept.
                    let (chosen, fell) = self.fallen_dice(slot);
                    if fell.len() < faces.len() {
                        self.fell.insert(chosen, faces.clone());
                    }
                }
                self.answers.insert(slot.clone(), answer.clone())
            }
            ExchangeInput::Ruling(ruling) => {
                self.rulings.push(ruling.clone());
                None
            }
        };
        self.past.push(StepFrame {
            input: step.input.clone(),
            before,
            next: self.next.take(),
            kept,
            lines: self.ledger.split_off(kept),
            landed: self.landed.len(),
            read: step.read.is_some(),
        });
        if let Some(read) = &step.read {
            let answer = u16::try_from(self.answered_slots().len().saturating_sub(1));
            self.read
                .push((answer.unwrap_or(u16::MAX), (**read).clone()));
        }
        self.ledger.extend(lines);
        self.next.clone_from(&step.next);
        self.landed.extend(step.landed.iter().cloned());
    }

    /// Takes back the newest answer or ruling. Dice that fell are kept.
    pub(in crate::encounter) fn revert_newest_step(&mut self) {
        let Some(frame) = self.past.pop() else {
            return;
        };
        match frame.input {
            ExchangeInput::Answer(slot, _) => {
                match frame.before {
                    Some(before) => self.answers.insert(slot, before),
                    None => self.answers.remove(&slot),
                };
            }
            ExchangeInput::Ruling(_) => _ = self.rulings.pop(),
        }
        if frame.read {
            self.read.pop();
        }
        self.next = frame.next;
        self.ledger.truncate(frame.kept);
        self.ledger.extend(frame.lines);
        self.landed.truncate(frame.landed);
    }

    /// Returns the slot under which the dice of a question are kept, which includes the newest choice that led
    /// to it, and the dice that fell there. Another choice gets its own dice.
    pub(in crate::encounter) fn fallen_dice(&self, slot: &Slot) -> (Slot, &[u16]) {
        let before = self.past.iter().rev();
        let mut before = before.skip_while(|frame| frame.is_answer_to(slot));
        let choice = before.find_map(|frame| match &frame.input {
            ExchangeInput::Answer(_, Answer::Chose(key)) => Some(key.as_str()),
            ExchangeInput::Answer(..) | ExchangeInput::Ruling(_) => None,
        });
        let chosen = choice.map_or_else(
            || slot.clone(),
            |key| Slot::from(format!("{slot}:{key}").as_str()),
        );
        let fell = self.fell.get(&chosen).map_or(&[][..], Vec::as_slice);
        (chosen, fell)
    }

    /// Whether dice have fallen for the newest choice, even if their answer was taken back.
    pub(in crate::encounter) fn has_fallen_dice(&self) -> bool {
        let Some(ExchangeInput::Answer(_, Answer::Chose(key))) =
            self.newest_step().map(|(input, _)| input)
        else {
            return false;
        };
        let of_choice = format!(":{key}");
        let mut fell = self.fell.keys();
        fell.any(|slot| slot.as_str().ends_with(&of_choice))
    }

    /// Returns the answered slots, in the order of their answers.
    pub(in crate::encounter) fn answered_slots(&self) -> Vec<Slot> {
        let frames = self.past.iter();
        let answers = frames.filter_map(|frame| match &frame.input {
            ExchangeInput::Answer(slot, _) => Some(slot.clone()),
            ExchangeInput::Ruling(_) => None,
        });
        answers.collect()
    }
}
