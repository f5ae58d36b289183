//! Attacks by an unseen combatant which the target feels coming, and what the target is asked about them.

use super::answers::Answer;
use super::play::{ChoiceOption, ExchangeStep, LedgerLine};
use super::slot::{Party, Slot};
use crate::base::sorted_map::Map;
use crate::base::term::RuleId;
use crate::messages::core as msg;
use crate::messages::{Text, Wording};

/// The questions that a rule system asks the target of an attack by an unseen combatant. They must not depend on the
/// attack, as players read them.
#[derive(Clone, Copy, Debug)]
pub struct UnseenAttack {
    /// The purpose of the question how a target defends.
    pub question: &'static str,
    /// The rule of that question.
    pub rule: &'static str,
    /// The options of that question, as keys with their titles.
    pub options: &'static [(&'static str, Text)],
    /// The option to do nothing; taken where the attack leaves no room for the chosen reaction.
    pub nothing: &'static str,
    /// The purposes of the other questions and rolls that are the target's own.
    pub own: &'static [&'static str],
    /// Keys of tallies that an attack counts for its target merely by coming.
    pub tallies: &'static [&'static str],
    /// Keys of tallies that count for a target when the attack comes through, noticed or not.
    pub consequences: &'static [&'static str],
}

/// Returns the slot of a target's reaction to an unseen attack.
#[must_use]
pub fn reaction_slot(target: u8) -> Slot {
    Slot::new("unseen").for_target(target)
}

impl UnseenAttack {
    /// Returns the question to a target, with the kind of harm if it can be felt.
    #[must_use]
    pub fn question_for(&self, target: u8, harm: Option<Text>) -> ExchangeStep {
        let option = |(key, title): &(&'static str, Text)| ChoiceOption::new(*key, *title);
        ExchangeStep::Choose {
            slot: reaction_slot(target),
            by: Party::Target(target),
            title: question_title(harm),
            rule: RuleId::new(self.rule),
            options: self.options.iter().map(option).collect(),
        }
    }

    /// Returns the reaction that a target chose as a ledger line; `None` if there is none.
    #[must_use]
    pub fn ledger_line(&self, target: u8, answers: &Map<Slot, Answer>) -> Option<LedgerLine> {
        let slot = reaction_slot(target);
        let Some(Answer::Chose(wish)) = answers.get(&slot) else {
            return None;
        };
        let (_, title) = self.options.iter().find(|(key, _)| key == wish)?;
        Some(LedgerLine {
            slot,
            by: Party::Target(target),
            title: question_title(None),
            terms: Vec::new(),
            reading: None,
            rolled: None,
            chose: Some((*title).into()),
        })
    }

    /// Whether a step is the question how a target defends.
    #[must_use]
    pub fn is_question(&self, step: &ExchangeStep) -> bool {
        matches!(step, ExchangeStep::Choose { slot, by: Party::Target(_), .. } if slot.purpose() == self.question)
    }

    /// Returns the key of the option that a target's chosen reaction selects; `None` if this step
    /// is not the question how they defend.
    pub(super) fn resolve_reaction(
        &self,
        step: &ExchangeStep,
        options: &[ChoiceOption],
        answers: &Map<Slot, Answer>,
    ) -> Option<String> {
        let (_, Party::Target(target)) = step.slot_and_party()? else {
            return None;
        };
        let wish = answers.get(&reaction_slot(target));
        let Some(Answer::Chose(wish)) = wish.filter(|_| self.is_question(step)) else {
            return None;
        };
        let open = |key: &str| {
            let mut options = options.iter();
            options.any(|option| option.key == key && option.barred.is_none())
        };
        let keys = [wish.as_str(), self.nothing];
        let mut keys = keys.into_iter().filter(|key| open(key));
        keys.next().map(str::to_owned)
    }
}

/// Returns the title of the question as the target reads it.
fn question_title(harm: Option<Text>) -> Wording {
    match harm {
        Some(harm) => msg::wordings::someone_unseen_attacks(harm),
        None => msg::SOMEONE_UNSEEN_ATTACKS_2.into(),
    }
}
