//! Exchanges as an encounter stores them: the declaration, answers, rulings and progress.
//!
//! Nothing here runs the rules; what the rules made of an answer is stored with the answer.

use super::came::Came;
use crate::messages::{Wording, encounter as msg};
use serde::{Deserialize, Serialize};

use crate::dial::Reading;
use crate::exchange::{Answer, Effect, Facts, Hold, Intent, Line, Party, Ruling, Slot, Step};
use crate::id::{CombatantId, ExchangeId, SeatId};
use crate::sorted::Map;
use crate::term::RuleId;
use crate::track::Severity;

/// An exchange, under way or over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exchange {
    /// The id of the exchange.
    pub id: ExchangeId,
    /// The acting combatant; `None` for an event without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<CombatantId>,
    /// The player who declared it; `None` for storytellers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<SeatId>,
    /// The targets, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub at: Vec<CombatantId>,
    /// Bystanders who may be drawn in.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<CombatantId>,
    /// The maneuver with its item and parameters.
    pub intent: Intent,
    /// The title of the maneuver.
    pub title: Wording,
    /// The reason and rule that barred the exchange when it was declared, where a storyteller allowed it
    /// anyway.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub overruled: Option<(Wording, RuleId)>,
    /// Details that targets notice of an attack by a hidden combatant; `None` if they notice nothing or players
    /// see the attacker.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub noticed: Option<Noticed>,
    /// Whether the rolls of the acting combatant are made without asking and with nothing bought for them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub throws: bool,
    /// The parties as read at the declaration.
    facts: Vec<Facts>,
    /// The situation between the acting combatant and each target, then each bystander, as read at the
    /// declaration.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    between: Vec<Reading>,
    /// The holds among the parties, as read at the declaration.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    holds: Vec<Hold>,
    /// Later snapshots of the table, each with the number of the answer from which it counts, the oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    read: Vec<(u16, Read)>,
    /// The answers by slot.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub answers: Map<Slot, Answer>,
    /// The storyteller's rulings, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rulings: Vec<Ruling>,
    /// The dice that fell for each question, kept even if the answer is taken back: the same choice gets the
    /// same dice again.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub fell: Map<Slot, Vec<u16>>,
    /// The effects applied so far, where effects apply at once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub landed: Vec<Effect>,
    /// The next question or questions; `None` when the exchange is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<Step>,
    /// Every sum, roll and choice so far.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ledger: Vec<Line>,
    /// The sentences about the outcome told so far.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub came: Vec<Came>,
    /// The changes made by each answer and ruling, the oldest first, kept to take them back.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    past: Vec<Frame>,
}

/// Details that the targets of an attack by a hidden combatant notice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Noticed {
    /// The kind of damage it threatens, where that can be sensed beforehand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub harm: Option<Severity>,
}

/// Everything that an exchange reads from the table at one moment.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Read {
    /// The parties in order: the acting combatant, the targets, the bystanders.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<Facts>,
    /// The situation between the acting combatant and each target, then each bystander.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub between: Vec<Reading>,
    /// The holds among the parties.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub holds: Vec<Hold>,
}

/// A borrowed [`Read`], wherever it is stored.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Borrowed<'a> {
    pub(super) facts: &'a [Facts],
    pub(super) between: &'a [Reading],
    pub(super) holds: &'a [Hold],
}

impl Read {
    /// Borrows the snapshot.
    pub(super) fn borrowed(&self) -> Borrowed<'_> {
        Borrowed {
            facts: &self.facts,
            between: &self.between,
            holds: &self.holds,
        }
    }
}

/// The end of an exchange that still follows the table because no answer has fixed it: the last lines of its
/// ledger, its next questions, its last effects.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tail {
    /// Number of ledger lines before the tail.
    pub kept: u16,
    /// The ledger lines of the tail.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<Line>,
    /// The next question or questions; `None` when the exchange is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<Step>,
    /// Number of effects applied before the tail.
    #[serde(default, skip_serializing_if = "is_none_yet")]
    pub before: u16,
    /// The effects of the tail.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub landed: Vec<Effect>,
}

/// Whether a count is zero, which is not written.
const fn is_none_yet(count: &u16) -> bool {
    *count == 0
}

/// The changes that one answer or ruling made, kept to take it back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Frame {
    /// The answer or ruling.
    input: Input,
    /// The earlier answer to the same question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    before: Option<Answer>,
    /// The questions that were open before it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    next: Option<Step>,
    /// Number of ledger lines that stayed.
    kept: usize,
    /// The ledger lines it replaced.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    lines: Vec<Line>,
    /// Number of effects applied before it.
    landed: usize,
    /// Whether a new snapshot of the table was read for it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    read: bool,
}

/// An input that advances an exchange.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Input {
    /// An answer to a question.
    Answer(Slot, Answer),
    /// A ruling of a storyteller.
    Ruling(Ruling),
}

/// A step of an exchange: an answer or ruling and its consequences.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Advance {
    /// The answer or ruling.
    pub input: Input,
    /// Number of ledger lines that stay as they are.
    pub kept: u16,
    /// The ledger lines after those. A line that repeats its question is sent without it: see
    /// [`Exchange::squeezed`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<Line>,
    /// The next question or questions; `None` when the exchange is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<Step>,
    /// The effects that apply at once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub landed: Vec<Effect>,
    /// The snapshot of the table that an answer read, if it differs from the one before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub read: Option<Box<Read>>,
}

impl Frame {
    /// Whether this frame holds an answer to a question.
    fn answers(&self, slot: &Slot) -> bool {
        matches!(&self.input, Input::Answer(other, _) if other == slot)
    }
}

impl Exchange {
    /// Returns the ledger line that notes that a storyteller allowed the exchange out of turn.
    pub(super) fn overruled_line(&self) -> Option<Line> {
        let (why, rule) = self.overruled.as_ref()?;
        Some(Line {
            slot: Slot::of("out_of_turn"),
            by: Party::Storyteller,
            title: msg::OUT_OF_TURN.into(),
            terms: Vec::new(),
            reading: None,
            rolled: None,
            chose: Some(crate::messages::core::wordings::reason_and_rule_short(
                why, rule,
            )),
        })
    }

    /// Creates an exchange without answers.
    #[must_use]
    pub fn new(id: ExchangeId, intent: Intent) -> Self {
        Self {
            id,
            by: None,
            player: None,
            at: Vec::new(),
            others: Vec::new(),
            intent,
            title: Wording::default(),
            overruled: None,
            noticed: None,
            throws: false,
            facts: Vec::new(),
            between: Vec::new(),
            holds: Vec::new(),
            read: Vec::new(),
            answers: Map::new(),
            rulings: Vec::new(),
            fell: Map::new(),
            landed: Vec::new(),
            next: None,
            ledger: Vec::new(),
            came: Vec::new(),
            past: Vec::new(),
        }
    }

    /// Stores the snapshot read at the declaration.
    pub(super) fn declare(&mut self, read: Read) {
        (self.facts, self.between, self.holds) = (read.facts, read.between, read.holds);
    }

    /// Returns the acting combatant's tally at the declaration, which tells the number of this action; `None`
    /// before the declaration.
    pub(super) fn counted(&self) -> Option<&Map<String, u16>> {
        let actor = self.facts.first().filter(|_| self.by.is_some());
        actor.map(|facts| &facts.tally)
    }

    /// Returns the combatant of a party; `None` for the storyteller.
    #[must_use]
    pub fn party(&self, party: Party) -> Option<CombatantId> {
        match party {
            Party::Actor => self.by,
            Party::Target(n) => self.at.get(usize::from(n)).copied(),
            Party::Bystander(n) => self.others.get(usize::from(n)).copied(),
            Party::Storyteller => None,
        }
    }

    /// Returns all combatants who take part, each with their party.
    #[must_use]
    pub fn named_parties(&self) -> Vec<(Party, CombatantId)> {
        let numbered = |ids: &[CombatantId], party: fn(u8) -> Party| -> Vec<(Party, CombatantId)> {
            (0..=u8::MAX).map(party).zip(ids.iter().copied()).collect()
        };
        let mut all: Vec<_> = self.by.map(|id| (Party::Actor, id)).into_iter().collect();
        all.extend(numbered(&self.at, Party::Target));
        all.extend(numbered(&self.others, Party::Bystander));
        all
    }

    /// Iterates over all combatants who take part.
    pub fn parties(&self) -> impl Iterator<Item = CombatantId> + '_ {
        let all = self.by.iter().chain(&self.at).chain(&self.others);
        all.copied()
    }

    /// Whether no question is left.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.next.is_none()
    }

    /// Returns the number of answers and rulings so far, which is also the number of the next step.
    #[must_use]
    pub const fn steps(&self) -> usize {
        self.past.len()
    }

    /// Returns the newest answer or ruling with the effects it applied; `None` if there is none.
    #[must_use]
    pub fn newest(&self) -> Option<(&Input, &[Effect])> {
        let frame = self.past.last()?;
        Some((&frame.input, self.landed.get(frame.landed..)?))
    }

    /// Iterates over the slots of all answers and rulings, the oldest first; a ruling has an empty slot.
    pub(super) fn given(&self) -> impl Iterator<Item = Slot> {
        self.past.iter().map(|frame| match &frame.input {
            Input::Answer(slot, _) => slot.clone(),
            Input::Ruling(_) => Slot::of(""),
        })
    }

    /// Returns the open question of a slot, if there is one.
    #[must_use]
    pub fn asked(&self, slot: &Slot) -> Option<&Step> {
        let steps = self.next.as_ref()?.each();
        steps
            .iter()
            .find(|step| step.asked().is_some_and(|(at, _)| at == slot))
    }

    /// Returns a ledger line without the parts that repeat its question, which every viewer has already.
    #[must_use]
    pub fn squeezed(&self, line: &Line) -> Line {
        let mut line = line.clone();
        if let Some(Step::Roll { check, .. }) = self.asked(&line.slot)
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

    /// Restores a ledger line that was compacted by [`Self::squeezed`].
    fn whole(&self, line: &Line) -> Line {
        let mut line = line.clone();
        if line.title.is_empty()
            && let Some(Step::Roll { check, .. }) = self.asked(&line.slot)
        {
            line.terms.clone_from(&check.terms);
            line.reading = Some(check.reading.clone());
            line.title.clone_from(&check.title);
        }
        line
    }

    /// Builds the step that leads from the current state to the given ledger, questions and effects.
    pub(super) fn advance(
        &self,
        input: Input,
        ledger: &[Line],
        next: Option<Step>,
        (landed, read): (Vec<Effect>, Option<Read>),
    ) -> Advance {
        let same = self.ledger.iter().zip(ledger);
        let kept = same.take_while(|(old, new)| old == new).count();
        let lines = ledger.get(kept..).unwrap_or_default();
        Advance {
            input,
            kept: u16::try_from(kept).unwrap_or(u16::MAX),
            lines: lines.iter().map(|line| self.squeezed(line)).collect(),
            next,
            landed,
            read: read.map(Box::new),
        }
    }

    /// Rebuilds the newest step, for an event that takes it back.
    pub(super) fn last_advance(&self) -> Option<Advance> {
        let (input, landed) = self.newest()?;
        let mut before = self.clone();
        before.go_back();
        Some(before.advance(
            input.clone(),
            &self.ledger,
            self.next.clone(),
            (landed.to_vec(), self.newest_read()),
        ))
    }

    /// Applies a step.
    pub(super) fn go_on(&mut self, step: &Advance) {
        let lines: Vec<Line> = step.lines.iter().map(|line| self.whole(line)).collect();
        let kept = usize::from(step.kept).min(self.ledger.len());
        let before = match &step.input {
            Input::Answer(slot, answer) => {
                if let Answer::Rolled { faces, .. } = answer {
                    // If fewer dice are thrown than fell before, the earlier ones are kept.
                    let (chosen, fell) = self.fell_for(slot);
                    if fell.len() < faces.len() {
                        self.fell.insert(chosen, faces.clone());
                    }
                }
                self.answers.insert(slot.clone(), answer.clone())
            }
            Input::Ruling(ruling) => {
                self.rulings.push(ruling.clone());
                None
            }
        };
        self.past.push(Frame {
            input: step.input.clone(),
            before,
            next: self.next.take(),
            kept,
            lines: self.ledger.split_off(kept),
            landed: self.landed.len(),
            read: step.read.is_some(),
        });
        if let Some(read) = &step.read {
            let answer = u16::try_from(self.answered().len().saturating_sub(1));
            self.read
                .push((answer.unwrap_or(u16::MAX), (**read).clone()));
        }
        self.ledger.extend(lines);
        self.next.clone_from(&step.next);
        self.landed.extend(step.landed.iter().cloned());
    }

    /// Takes back the newest answer or ruling. Dice that fell are kept.
    pub(super) fn go_back(&mut self) {
        let Some(frame) = self.past.pop() else {
            return;
        };
        match frame.input {
            Input::Answer(slot, _) => {
                match frame.before {
                    Some(before) => self.answers.insert(slot, before),
                    None => self.answers.remove(&slot),
                };
            }
            Input::Ruling(_) => _ = self.rulings.pop(),
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
    pub(super) fn fell_for(&self, slot: &Slot) -> (Slot, &[u16]) {
        let before = self.past.iter().rev();
        let mut before = before.skip_while(|frame| frame.answers(slot));
        let choice = before.find_map(|frame| match &frame.input {
            Input::Answer(_, Answer::Chose(key)) => Some(key.as_str()),
            Input::Answer(..) | Input::Ruling(_) => None,
        });
        let chosen = choice.map_or_else(
            || slot.clone(),
            |key| Slot::from(format!("{slot}:{key}").as_str()),
        );
        let fell = self.fell.get(&chosen).map_or(&[][..], Vec::as_slice);
        (chosen, fell)
    }

    /// Whether dice have fallen for the newest choice, even if their answer was taken back.
    pub(super) fn has_fallen(&self) -> bool {
        let Some(Input::Answer(_, Answer::Chose(key))) = self.newest().map(|(input, _)| input)
        else {
            return false;
        };
        let of_choice = format!(":{key}");
        let mut fell = self.fell.keys();
        fell.any(|slot| slot.as_str().ends_with(&of_choice))
    }

    /// Returns the answered slots, in the order of their answers.
    pub(super) fn answered(&self) -> Vec<Slot> {
        let frames = self.past.iter();
        let answers = frames.filter_map(|frame| match &frame.input {
            Input::Answer(slot, _) => Some(slot.clone()),
            Input::Ruling(_) => None,
        });
        answers.collect()
    }

    /// Whether any answer is a roll.
    pub(super) fn has_rolled(&self) -> bool {
        let mut answers = self.answers.values();
        answers.any(|answer| matches!(answer, Answer::Rolled { .. }))
    }

    /// Returns the snapshots read at the declaration and at answers, each with the number of the answer from
    /// which it counts, the oldest first.
    pub(super) fn reads(&self) -> Vec<(usize, Borrowed<'_>)> {
        let declared = Borrowed {
            facts: &self.facts,
            between: &self.between,
            holds: &self.holds,
        };
        let declared = (!self.facts.is_empty()).then_some((0, declared));
        let read = self.read.iter();
        let read = read.map(|(from, read)| (usize::from(*from), read.borrowed()));
        declared.into_iter().chain(read).collect()
    }

    /// Returns the given snapshot unless it equals the newest stored one.
    pub(super) fn unless_read(&self, read: Read) -> Option<Read> {
        let newest = self.reads().pop();
        (newest.map(|(_, newest)| newest) != Some(read.borrowed())).then_some(read)
    }

    /// Returns those of the effects that have not been applied yet.
    pub(super) fn not_landed(&self, mut effects: Vec<Effect>) -> Vec<Effect> {
        let mut landed = self.landed.clone();
        effects.retain(|effect| {
            let old = landed.iter().position(|old| old == effect);
            old.map(|at| landed.swap_remove(at)).is_none()
        });
        effects
    }

    /// Returns the snapshot read for the newest answer, if there was one.
    fn newest_read(&self) -> Option<Read> {
        let newest = self.past.last()?;
        let read = self.read.last().filter(|_| newest.read);
        read.map(|(_, read)| read.clone())
    }

    /// Returns the end of the exchange from the first ledger line that differs from `ledger`.
    pub(super) fn tail(&self, ledger: &[Line]) -> Tail {
        let same = self.ledger.iter().zip(ledger);
        let kept = same.take_while(|(old, new)| old == new).count();
        let landed = self.landed.len();
        Tail {
            kept: u16::try_from(kept).unwrap_or(u16::MAX),
            lines: self.ledger.get(kept..).unwrap_or_default().to_vec(),
            next: self.next.clone(),
            before: u16::try_from(landed).unwrap_or(u16::MAX),
            landed: Vec::new(),
        }
    }

    /// Whether the exchange ends with this tail.
    pub(super) fn ends_with(&self, tail: &Tail) -> bool {
        let kept = usize::from(tail.kept);
        let landed = usize::from(tail.before);
        self.next == tail.next
            && self.ledger.get(kept..) == Some(&tail.lines)
            && self.landed.get(landed..) == Some(&tail.landed)
    }

    /// Replaces the end of the exchange with this tail.
    pub(super) fn set_tail(&mut self, tail: &Tail) {
        self.ledger.truncate(usize::from(tail.kept));
        self.ledger.extend(tail.lines.iter().cloned());
        self.next.clone_from(&tail.next);
        self.landed.truncate(usize::from(tail.before));
        self.landed.extend(tail.landed.iter().cloned());
    }
}
