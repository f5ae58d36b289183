//! An exchange as an encounter keeps it: what was declared, answered and ruled, and how far it
//! has come. Nothing here plays it: what the rules made of an answer is written down with it.

use super::came::Came;
use crate::messages::{Wording, encounter as msg};
use serde::{Deserialize, Serialize};

use crate::dial::Reading;
use crate::exchange::{Answer, Effect, Facts, Hold, Intent, Line, Party, Ruling, Slot, Step};
use crate::id::{CombatantId, ExchangeId, SeatId};
use crate::sorted::Map;
use crate::term::RuleId;
use crate::track::Severity;

/// One exchange, under way or over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exchange {
    /// The id.
    pub id: ExchangeId,
    /// Who acts; `None` for what no combatant does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<CombatantId>,
    /// The player who declared it; `None` for those who run the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<SeatId>,
    /// Against whom.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub at: Vec<CombatantId>,
    /// Others who may be drawn in.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<CombatantId>,
    /// What is done.
    pub intent: Intent,
    /// What that is called.
    pub title: Wording,
    /// Why it did not come when it was declared, and the rule, where the storyteller let it come
    /// all the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub overruled: Option<(Wording, RuleId)>,
    /// What targets notice of an attack by a combatant they do not see; `None` where they notice
    /// nothing, or players see who acts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub noticed: Option<Noticed>,
    /// Whether the rolls of the acting combatant throw themselves, with nothing bought for them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub throws: bool,
    /// Those who take part, as its declaration read them.
    facts: Vec<Facts>,
    /// The same of how things stood between who acts and each target, then each of the others.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    between: Vec<Reading>,
    /// The same of who of them held whom.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    holds: Vec<Hold>,
    /// What was read, each from the answer of that number on, the oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    read: Vec<(u16, Read)>,
    /// What was answered.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub answers: Map<Slot, Answer>,
    /// What the storyteller decided.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rulings: Vec<Ruling>,
    /// The dice that fell for a question, also when the answer was taken back: asked again after the
    /// same choice, the same dice lie there.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub fell: Map<Slot, Vec<u16>>,
    /// What landed so far of what lands at once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub landed: Vec<Effect>,
    /// What is asked next; `None` when it is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<Step>,
    /// Every sum, roll and choice so far.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ledger: Vec<Line>,
    /// What came of it so far, as it was told.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub came: Vec<Came>,
    /// What each answer and ruling changed, the oldest first, so that it can be taken back.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    past: Vec<Frame>,
}

/// What the targets of an attack by someone unseen notice of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Noticed {
    /// The kind of harm it threatens, where it has one that can be felt coming.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub harm: Option<Severity>,
}

/// All that an exchange reads of the table at one moment.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Read {
    /// Those who take part: who acts, the targets, the others.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<Facts>,
    /// How things stand between who acts and each target, then each of the others.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub between: Vec<Reading>,
    /// Who of them holds whom.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub holds: Vec<Hold>,
}

/// The same, wherever it is kept.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Borrowed<'a> {
    pub(super) facts: &'a [Facts],
    pub(super) between: &'a [Reading],
    pub(super) holds: &'a [Hold],
}

impl Read {
    pub(super) fn borrowed(&self) -> Borrowed<'_> {
        Borrowed {
            facts: &self.facts,
            between: &self.between,
            holds: &self.holds,
        }
    }
}

/// The part of an exchange that is read from the table and not fixed by an answer yet: the end of
/// its ledger, what is asked, and what landed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tail {
    /// How many lines of the ledger stand before it.
    pub kept: u16,
    /// The lines after those.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<Line>,
    /// What is asked next; `None` when the exchange is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<Step>,
    /// How many effects landed before it.
    #[serde(default, skip_serializing_if = "is_none_yet")]
    pub before: u16,
    /// What landed with it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub landed: Vec<Effect>,
}

const fn is_none_yet(count: &u16) -> bool {
    *count == 0
}

/// What one answer or ruling changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Frame {
    /// What was given.
    input: Input,
    /// What stood in the place of an answer before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    before: Option<Answer>,
    /// What was asked then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    next: Option<Step>,
    /// How many lines of the ledger stayed.
    kept: usize,
    /// The lines after those as they were.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    lines: Vec<Line>,
    /// How many effects had landed.
    landed: usize,
    /// Whether the table was read anew for it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    read: bool,
}

/// What brings an exchange on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Input {
    /// An answer.
    Answer(Slot, Answer),
    /// A ruling.
    Ruling(Ruling),
}

/// How far an answer or a ruling brings an exchange.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Advance {
    /// What was given.
    pub input: Input,
    /// How many lines of the ledger stay as they are.
    pub kept: u16,
    /// The lines after those. One that repeats what was asked is sent without it: see
    /// [`Exchange::squeezed`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<Line>,
    /// What is asked next; `None` when it is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<Step>,
    /// What lands at once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub landed: Vec<Effect>,
    /// What an answer read of the table, where that is not what the one before it read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub read: Option<Box<Read>>,
}

impl Frame {
    fn answers(&self, slot: &Slot) -> bool {
        matches!(&self.input, Input::Answer(other, _) if other == slot)
    }
}

impl Exchange {
    /// The line of the ledger that says that the storyteller let it come out of its turn.
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

    /// An exchange of which nothing is answered yet.
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

    /// Writes down what its declaration read.
    pub(super) fn declare(&mut self, read: Read) {
        (self.facts, self.between, self.holds) = (read.facts, read.between, read.holds);
    }

    /// What was counted of the acting combatant when it was declared: which of their actions this
    /// is. `None` before the declaration.
    pub(super) fn counted(&self) -> Option<&Map<String, u16>> {
        let actor = self.facts.first().filter(|_| self.by.is_some());
        actor.map(|facts| &facts.tally)
    }

    /// The combatant of a party; `None` for the storyteller.
    #[must_use]
    pub fn party(&self, party: Party) -> Option<CombatantId> {
        match party {
            Party::Actor => self.by,
            Party::Target(n) => self.at.get(usize::from(n)).copied(),
            Party::Bystander(n) => self.others.get(usize::from(n)).copied(),
            Party::Storyteller => None,
        }
    }

    /// All combatants who take part, each with the party they are.
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

    /// All combatants who take part.
    pub fn parties(&self) -> impl Iterator<Item = CombatantId> + '_ {
        let all = self.by.iter().chain(&self.at).chain(&self.others);
        all.copied()
    }

    /// Whether all is said.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.next.is_none()
    }

    /// How often it was brought on: what the next step is numbered.
    #[must_use]
    pub const fn steps(&self) -> usize {
        self.past.len()
    }

    /// The slot of the newest answer and what it landed; `None` when nothing was given, or the
    /// newest was a ruling.
    #[must_use]
    pub fn newest(&self) -> Option<(&Input, &[Effect])> {
        let frame = self.past.last()?;
        Some((&frame.input, self.landed.get(frame.landed..)?))
    }

    /// What each answer and ruling was given to, the oldest first; a ruling is given to an empty slot.
    pub(super) fn given(&self) -> impl Iterator<Item = Slot> {
        self.past.iter().map(|frame| match &frame.input {
            Input::Answer(slot, _) => slot.clone(),
            Input::Ruling(_) => Slot::of(""),
        })
    }

    /// What was asked under a slot, if anything is.
    #[must_use]
    pub fn asked(&self, slot: &Slot) -> Option<&Step> {
        let steps = self.next.as_ref()?.each();
        steps
            .iter()
            .find(|step| step.asked().is_some_and(|(at, _)| at == slot))
    }

    /// A line of the ledger without what was asked before it, which every viewer has.
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

    /// A line as it was before it was squeezed.
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

    /// What an advance to this point would be.
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

    /// The advance that led to this point, and is taken by who goes back from here.
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

    /// Brings it on.
    pub(super) fn go_on(&mut self, step: &Advance) {
        let lines: Vec<Line> = step.lines.iter().map(|line| self.whole(line)).collect();
        let kept = usize::from(step.kept).min(self.ledger.len());
        let before = match &step.input {
            Input::Answer(slot, answer) => {
                if let Answer::Rolled { faces, .. } = answer {
                    // Where fewer are thrown than fell before, the others lie there as well.
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

    /// Takes the newest answer or ruling back. Dice that fell stay.
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

    /// Where the dice of a question lie, by the newest choice that led to it, and those that fell
    /// there: another choice throws dice of its own.
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

    /// Whether dice fell for the newest choice, though their answer was taken back.
    pub(super) fn has_fallen(&self) -> bool {
        let Some(Input::Answer(_, Answer::Chose(key))) = self.newest().map(|(input, _)| input)
        else {
            return false;
        };
        let of_choice = format!(":{key}");
        let mut fell = self.fell.keys();
        fell.any(|slot| slot.as_str().ends_with(&of_choice))
    }

    /// The questions answered, in the order of their answers.
    pub(super) fn answered(&self) -> Vec<Slot> {
        let frames = self.past.iter();
        let answers = frames.filter_map(|frame| match &frame.input {
            Input::Answer(slot, _) => Some(slot.clone()),
            Input::Ruling(_) => None,
        });
        answers.collect()
    }

    /// Whether dice fell in it that count.
    pub(super) fn has_rolled(&self) -> bool {
        let mut answers = self.answers.values();
        answers.any(|answer| matches!(answer, Answer::Rolled { .. }))
    }

    /// What its declaration and its answers read, each from the answer of that number on, the
    /// oldest first.
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

    /// What an answer reads, unless the one before it read the same.
    pub(super) fn unless_read(&self, read: Read) -> Option<Read> {
        let newest = self.reads().pop();
        (newest.map(|(_, newest)| newest) != Some(read.borrowed())).then_some(read)
    }

    /// Those of its effects that have not landed yet.
    pub(super) fn not_landed(&self, mut effects: Vec<Effect>) -> Vec<Effect> {
        let mut landed = self.landed.clone();
        effects.retain(|effect| {
            let old = landed.iter().position(|old| old == effect);
            old.map(|at| landed.swap_remove(at)).is_none()
        });
        effects
    }

    /// What its newest answer read for itself.
    fn newest_read(&self) -> Option<Read> {
        let newest = self.past.last()?;
        let read = self.read.last().filter(|_| newest.read);
        read.map(|(_, read)| read.clone())
    }

    /// What the table came to after the newest answer or ruling, from its first line that is not
    /// as in `ledger` on.
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

    /// Whether it ends like this.
    pub(super) fn ends_with(&self, tail: &Tail) -> bool {
        let kept = usize::from(tail.kept);
        let landed = usize::from(tail.before);
        self.next == tail.next
            && self.ledger.get(kept..) == Some(&tail.lines)
            && self.landed.get(landed..) == Some(&tail.landed)
    }

    /// Ends it like this.
    pub(super) fn set_tail(&mut self, tail: &Tail) {
        self.ledger.truncate(usize::from(tail.kept));
        self.ledger.extend(tail.lines.iter().cloned());
        self.next.clone_from(&tail.next);
        self.landed.truncate(usize::from(tail.before));
        self.landed.extend(tail.landed.iter().cloned());
    }
}
