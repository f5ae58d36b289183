//! An attack that its target feels coming from someone unseen: what the target is asked of it,
//! whatever the attack is.

use super::play::{Choice, Line, Step};
use super::slot::{Party, Slot};
use super::table::Answer;
use crate::messages::core as msg;
use crate::messages::{Text, Wording};
use crate::sorted::Map;
use crate::term::RuleId;

/// What a rule system puts to the target of an attack by someone unseen. Nothing of it depends on
/// the attack: players read it.
#[derive(Clone, Copy, Debug)]
pub struct Unseen {
    /// The purpose of the question how a target meets an attack.
    pub question: &'static str,
    /// The rule of that question.
    pub rule: &'static str,
    /// What a target can try, as keys of that question's options with their titles.
    pub options: &'static [(&'static str, Text)],
    /// The one of them that lets it come; taken where the attack leaves no room for what was
    /// wished.
    pub nothing: &'static str,
    /// The purposes of what else is the target's own to decide and to roll.
    pub own: &'static [&'static str],
    /// Keys of tallies that an attack counts for its target by coming, not by what the target does.
    pub tallies: &'static [&'static str],
    /// Keys of tallies that count for a target when the attack comes through: felt, noticed or not.
    pub consequences: &'static [&'static str],
}

/// The slot of what a target wishes to do about it.
#[must_use]
pub fn wish_slot(target: u8) -> Slot {
    Slot::of("unseen").at(target)
}

impl Unseen {
    /// The question put to a target, with the kind of harm where there is one to feel.
    #[must_use]
    pub fn ask(&self, target: u8, harm: Option<Text>) -> Step {
        let option = |(key, title): &(&'static str, Text)| Choice::new(*key, *title);
        Step::Choose {
            slot: wish_slot(target),
            by: Party::Target(target),
            title: question(harm),
            rule: RuleId::new(self.rule),
            options: self.options.iter().map(option).collect(),
        }
    }

    /// What a target wished, as a line of the ledger.
    #[must_use]
    pub fn line(&self, target: u8, answers: &Map<Slot, Answer>) -> Option<Line> {
        let slot = wish_slot(target);
        let Some(Answer::Chose(wish)) = answers.get(&slot) else {
            return None;
        };
        let (_, title) = self.options.iter().find(|(key, _)| key == wish)?;
        Some(Line {
            slot,
            by: Party::Target(target),
            title: question(None),
            terms: Vec::new(),
            reading: None,
            rolled: None,
            chose: Some((*title).into()),
        })
    }

    /// Whether a question asks how a target meets the attack.
    #[must_use]
    pub fn is_question(&self, step: &Step) -> bool {
        matches!(step, Step::Choose { slot, by: Party::Target(_), .. } if slot.purpose() == self.question)
    }

    /// What a target's wish comes to, where it answers this question.
    pub(super) fn wished(
        &self,
        step: &Step,
        options: &[Choice],
        answers: &Map<Slot, Answer>,
    ) -> Option<String> {
        let (_, Party::Target(target)) = step.asked()? else {
            return None;
        };
        let wish = answers.get(&wish_slot(target));
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

/// What a target reads.
fn question(harm: Option<Text>) -> Wording {
    match harm {
        Some(harm) => msg::wordings::someone_unseen_attacks(harm),
        None => msg::SOMEONE_UNSEEN_ATTACKS_2.into(),
    }
}
