//! Exchanges as an encounter stores them: the declaration, answers, rulings and progress.
//!
//! Nothing here runs the rules; what the rules made of an answer is stored with the answer.

mod advance;
mod input;
pub mod outcome_sentence;
mod reads;
mod snapshot;
mod tail;

pub use advance::ExchangeAdvance;
pub use input::ExchangeInput;
pub(super) use snapshot::TableSnapshotRef;
pub use snapshot::{NoticedAttack, TableSnapshot};
pub use tail::ExchangeTail;

use self::input::StepFrame;
use self::outcome_sentence::OutcomeSentence;
use crate::messages::{Wording, encounter as msg};
use serde::{Deserialize, Serialize};

use crate::base::id::{CombatantId, ExchangeId, SeatId};
use crate::base::sorted_map::Map;
use crate::base::term::RuleId;
use crate::character::parameters::Parameters;
use crate::exchange::{
    Answer, CombatantSnapshot, Effect, ExchangeStep, Hold, Intent, LedgerLine, Party, Ruling, Slot,
};
use crate::space::Separation;

/// Exchange under way or over, which is one attack or action from declaration to effects, with all answers.
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
    pub noticed: Option<NoticedAttack>,
    /// Whether the rolls of the acting combatant are made without asking and with nothing bought for them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub throws: bool,
    /// The parties as read at the declaration.
    facts: Vec<CombatantSnapshot>,
    /// The situation between the acting combatant and each target, then each bystander, as read at the
    /// declaration.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    between: Vec<Parameters>,
    /// The holds among the parties, as read at the declaration.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    holds: Vec<Hold>,
    /// What the scene said of the acting combatant and each other party at the declaration.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    space: Vec<Separation>,
    /// Later snapshots of the table, each with the number of the answer from which it counts, the oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    read: Vec<(u16, TableSnapshot)>,
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
    pub next: Option<ExchangeStep>,
    /// Every sum, roll and choice so far.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ledger: Vec<LedgerLine>,
    /// The sentences about the outcome told so far.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub came: Vec<OutcomeSentence>,
    /// The changes made by each answer and ruling, the oldest first, kept to take them back.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    past: Vec<StepFrame>,
}

impl Exchange {
    /// Returns the ledger line that notes that a storyteller allowed the exchange out of turn;
    /// `None` if nobody had to.
    pub(super) fn out_of_turn_line(&self) -> Option<LedgerLine> {
        let (why, rule) = self.overruled.as_ref()?;
        Some(LedgerLine {
            slot: Slot::new("out_of_turn"),
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

    /// Creates an exchange of this intent, without any answers yet.
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
            space: Vec::new(),
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

    /// Returns the acting combatant's tally (counts of actions and other things in the round) at
    /// the declaration; `None` before the declaration.
    pub(super) fn actor_tally(&self) -> Option<&Map<String, u16>> {
        let actor = self.facts.first().filter(|_| self.by.is_some());
        actor.map(|facts| &facts.tally)
    }

    /// Returns the combatant of a party; `None` for the storyteller.
    #[must_use]
    pub fn combatant_of(&self, party: Party) -> Option<CombatantId> {
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

    /// Whether the exchange is over, so that no question is left to answer.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.next.is_none()
    }

    /// Returns the open question of a slot, if there is one.
    #[must_use]
    pub fn find_question(&self, slot: &Slot) -> Option<&ExchangeStep> {
        let steps = self.next.as_ref()?.questions();
        steps
            .iter()
            .find(|step| step.slot_and_party().is_some_and(|(at, _)| at == slot))
    }

    /// Whether any answer is a roll.
    pub(super) fn has_roll_answer(&self) -> bool {
        let mut answers = self.answers.values();
        answers.any(|answer| matches!(answer, Answer::Rolled { .. }))
    }
}
