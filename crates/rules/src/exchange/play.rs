//! The interface between the rules of an exchange and the source of its answers.

mod ask;
mod rulings;

use crate::messages::Wording;
use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::effect::Effect;
use super::pending_roll::{CompletedRoll, PendingRoll, RollBenefit};
use super::ruling::{Ruling, RulingKind};
use super::scene::{Scene, SceneHistory};
use super::slot::{Party, Slot};
use super::upshot::{Protection, Upshot};
use crate::base::roll::{Grade, RollResult};
use crate::base::rule_switch;
use crate::base::term::{RuleId, Term};
use crate::character::parameters::Parameters;
use crate::chat_command::ChatError;

/// Option among which a party of an exchange chooses, such as a defense, with its key and title.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Hash)]
pub struct ChoiceOption {
    /// The key in an answer.
    pub key: Cow<'static, str>,
    /// The title in words, such as "Dodge".
    #[serde(rename = "t")]
    pub title: Wording,
    /// The dice or the target number it would be rolled with, if it is rolled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sum: Option<i32>,
    /// The party that rolls, if it is not the party who chooses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<Party>,
    /// The reason why it cannot be chosen, with the rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub barred: Option<(Wording, RuleId)>,
}

impl ChoiceOption {
    /// Creates an option that is open.
    #[must_use]
    pub fn new(key: impl Into<Cow<'static, str>>, title: impl Into<Wording>) -> Self {
        Self {
            key: key.into(),
            title: title.into(),
            sum: None,
            of: None,
            barred: None,
        }
    }

    /// Sets the sum that the option would be rolled with.
    #[must_use]
    pub const fn with_sum(mut self, sum: i32) -> Self {
        self.sum = Some(sum);
        self
    }

    /// Sets the party that rolls for the option.
    #[must_use]
    pub const fn with_roller(mut self, party: Party) -> Self {
        self.of = Some(party);
        self
    }

    /// Bars the option by a rule.
    #[must_use]
    pub fn barred_by(mut self, why: impl Into<Wording>, rule: &'static str) -> Self {
        if !rule_switch::is_rule_off(rule) {
            self.barred = Some((why.into(), RuleId::new(rule)));
        }
        self
    }
}

/// A question that must be answered before the rules can go on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Hash)]
#[serde(rename_all = "snake_case")]
pub enum ExchangeStep {
    /// A party must choose an option.
    Choose {
        /// The slot of the answer.
        slot: Slot,
        /// The party that chooses.
        by: Party,
        /// The question in words.
        title: Wording,
        /// The rule that asks.
        rule: RuleId,
        /// The options to choose from.
        options: Vec<ChoiceOption>,
    },
    /// A party must name a number.
    Number {
        /// The slot of the answer.
        slot: Slot,
        /// The party that names it.
        by: Party,
        /// The question in words.
        title: Wording,
        /// The rule that asks.
        rule: RuleId,
        /// The least and the greatest number allowed.
        range: (i32, i32),
    },
    /// A party must roll dice.
    Roll {
        /// The slot of the answer.
        slot: Slot,
        /// The party that rolls.
        by: Party,
        /// The roll to make.
        check: PendingRoll,
        /// The benefits that can be bought for it before the dice fall.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        buys: Vec<RollBenefit>,
    },
    /// Several parties answer in any order.
    Several(Vec<ExchangeStep>),
}

impl ExchangeStep {
    /// Returns the single questions of the step.
    #[must_use]
    pub fn questions(&self) -> &[Self] {
        match self {
            Self::Several(steps) => steps,
            one => std::slice::from_ref(one),
        }
    }

    /// Returns the question in words; `None` for several at once.
    #[must_use]
    pub const fn title(&self) -> Option<&Wording> {
        match self {
            Self::Choose { title, .. } | Self::Number { title, .. } => Some(title),
            Self::Roll { check, .. } => Some(&check.title),
            Self::Several(_) => None,
        }
    }

    /// Returns the slot of the answer and the party that gives it; `None` for several at once.
    #[must_use]
    pub const fn slot_and_party(&self) -> Option<(&Slot, Party)> {
        match self {
            Self::Choose { slot, by, .. }
            | Self::Number { slot, by, .. }
            | Self::Roll { slot, by, .. } => Some((slot, *by)),
            Self::Several(_) => None,
        }
    }
}

/// Reason why the play of an exchange stopped early: an open question, or a refusal by the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// A question has to be answered first.
    Asks(Box<ExchangeStep>),
    /// The rules refuse the exchange, and nothing happens.
    Refused(Box<ChatError>),
}

impl Stop {
    /// Creates a refusal with a code for machines and words that name the rule.
    #[must_use]
    pub fn refused(code: &'static str, words: impl Into<Wording>) -> Self {
        Self::Refused(Box::new(ChatError::new(code, words)))
    }

    /// Creates a refusal whose reason is separate from its rule.
    #[must_use]
    pub fn of_rule(code: &'static str, why: impl Into<Wording>, rule: &'static str) -> Self {
        Self::Refused(Box::new(ChatError::from_rule(code, why, rule)))
    }
}

impl From<ChatError> for Stop {
    fn from(why: ChatError) -> Self {
        Self::Refused(Box::new(why))
    }
}

/// Line of an exchange's ledger that shows one sum, roll or choice with the party it belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Hash)]
pub struct LedgerLine {
    /// The slot it belongs to.
    pub slot: Slot,
    /// The party whose number or choice it is.
    pub by: Party,
    /// The title in words.
    #[serde(rename = "t")]
    pub title: Wording,
    /// The terms of the sum.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub terms: Vec<Term>,
    /// The parameters of the roll.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reading: Option<Parameters>,
    /// The result of the dice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rolled: Option<RollResult>,
    /// The chosen option in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chose: Option<Wording>,
}

/// Source of answers to an exchange's questions, such as recorded answers, real dice, or a branch
/// of the odds. The rules never learn which one they play with.
pub trait AnswerSource {
    /// Returns the key of the chosen option.
    ///
    /// # Errors
    /// [`Stop`] while the choice is not made.
    fn choose(&mut self, asked: &ExchangeStep, options: &[ChoiceOption]) -> Result<String, Stop>;

    /// Receives a choice that left nothing to choose, with one option open or none.
    fn skip_choice(&mut self, _slot: &Slot, _options: &[ChoiceOption]) {}

    /// Returns the number that was named.
    ///
    /// # Errors
    /// [`Stop`] while no number is named.
    fn number(&mut self, asked: &ExchangeStep, range: (i32, i32)) -> Result<i32, Stop>;

    /// Returns a roll; `check` builds it from the keys of the benefits bought for it.
    ///
    /// # Errors
    /// [`Stop`] while the dice have not fallen.
    fn roll(
        &mut self,
        slot: &Slot,
        by: Party,
        buys: &[RollBenefit],
        check: &dyn Fn(&[String]) -> PendingRoll,
    ) -> Result<CompletedRoll, Stop>;
}

/// State of an exchange being played, which the rules ask for answers and to which they add
/// effects. See the [module](super).
pub struct Play<'a> {
    source: &'a mut dyn AnswerSource,
    rulings: &'a [Ruling],
    moments: &'a SceneHistory<'a>,
    /// Number of answers read so far.
    read: usize,
    /// Number of times each slot has been asked.
    times: BTreeMap<Slot, u8>,
    ledger: Vec<LedgerLine>,
    effects: Vec<Effect>,
    upshots: Vec<(Party, Upshot)>,
    /// Number of effects applied even if the exchange goes on, and number of upshots told: those of finished blows.
    landed: (usize, usize),
}

/// The results of a play, once the rules have finished or stopped.
pub(super) struct PlayResult {
    pub(super) ledger: Vec<LedgerLine>,
    pub(super) effects: Vec<Effect>,
    pub(super) upshots: Vec<(Party, Upshot)>,
}

impl<'a> Play<'a> {
    /// Creates a play whose answers come from `source`.
    pub fn new(
        source: &'a mut dyn AnswerSource,
        rulings: &'a [Ruling],
        moments: &'a SceneHistory<'a>,
    ) -> Self {
        Self {
            source,
            rulings,
            moments,
            read: 0,
            times: BTreeMap::new(),
            ledger: Vec::new(),
            effects: Vec::new(),
            upshots: Vec::new(),
            landed: (0, 0),
        }
    }

    /// Returns the table as the next question of the exchange reads it. Rules ask for it after each question, and keep
    /// nothing they read before.
    #[must_use]
    pub fn scene(&self) -> Scene<'a> {
        *self.moments.at_answer(self.read)
    }

    /// Ends one blow of several in an exchange, so that its effects are applied before the next is
    /// struck.
    pub const fn end_blow(&mut self) {
        self.landed = (self.effects.len(), self.upshots.len());
    }

    /// Moves the play on to the table as it was after the question of this slot was answered.
    fn move_past(&mut self, slot: &Slot) {
        let answer = self.moments.answer_number(slot);
        self.read = self.read.max(answer.map_or(0, |answer| answer + 1));
    }

    /// Returns the slot with its occurrence, since the second question for a slot has a slot of its
    /// own.
    fn next_occurrence(&mut self, slot: &Slot) -> Slot {
        let times = self.times.entry(slot.clone()).or_default();
        *times = times.saturating_add(1);
        slot.nth_occurrence(*times)
    }

    /// Adds an effect to the result. Damage to a party for whom the storyteller has ruled the damage is left out.
    pub fn add_effect(&mut self, effect: Effect) {
        if let Effect::Harm { to, packet } = &effect
            && (packet.is_empty() || self.ruled_damage(*to).is_some())
        {
            if packet.is_empty() && !self.has_upshot(*to) {
                self.add_upshot(*to, Upshot::Unharmed(Protection::Nothing));
            }
            return;
        }
        if let Effect::Tell { rule, .. } = &effect
            && rule_switch::is_rule_off(rule.as_str())
        {
            return;
        }
        self.effects.push(effect);
    }

    /// Whether the current blow of the exchange already has a result (upshot) for a party.
    fn has_upshot(&self, party: Party) -> bool {
        let (_, told) = self.landed;
        let this_blow = self.upshots.get(told..).unwrap_or_default();
        this_blow.iter().any(|(of, _)| *of == party)
    }

    /// Adds the result (upshot) of an attack or a contest for a party, where no damage tells it.
    pub fn add_upshot(&mut self, party: Party, upshot: Upshot) {
        self.upshots.push((party, upshot));
    }

    /// Finishes the play of an exchange, and returns its ledger, effects and upshots, with the
    /// damage that the storyteller ruled. `stopped` means that a question is open.
    pub(super) fn finish(mut self, stopped: bool) -> PlayResult {
        let ended = self
            .rulings
            .iter()
            .any(|ruling| ruling.what == RulingKind::End);
        if stopped || ended {
            let (effects, upshots) = self.landed;
            let rest = self.effects.split_off(effects.min(self.effects.len()));
            self.upshots.truncate(upshots);
            self.effects
                .extend(rest.into_iter().filter(Effect::is_immediate));
        }
        if !stopped || ended {
            let mut told = std::collections::BTreeSet::new();
            for ruling in self.rulings {
                if let RulingKind::Damage { to, .. } = ruling.what
                    && told.insert(to)
                    && let Some(packet) = self.ruled_damage(to)
                {
                    // The outcome by the rules no longer counts for that party.
                    let (_, told) = self.landed;
                    let rest = self.upshots.split_off(told.min(self.upshots.len()));
                    self.upshots
                        .extend(rest.into_iter().filter(|(of, _)| *of != to));
                    match packet.is_empty() {
                        true => self.add_upshot(to, Upshot::Unharmed(Protection::Nothing)),
                        false => self.effects.push(Effect::Harm { to, packet }),
                    }
                }
            }
        }
        PlayResult {
            ledger: self.ledger,
            effects: self.effects,
            upshots: self.upshots,
        }
    }
}

/// Builds the result of a roll without dice: a failure without successes.
pub(super) const fn diceless_roll() -> RollResult {
    RollResult {
        chance: false,
        faces: Vec::new(),
        successes: 0,
        grade: Grade::Failure,
        margin: None,
        plain: None,
    }
}
