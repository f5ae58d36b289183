//! Constants of a d10 system, as data: the rules that it cites and its refusals.

use super::dice::DEFAULT_DIFFICULTY;
use super::shared_rules::health::HealthRuleIds;
use crate::base::term::{self, Term};
use crate::chat_command::ChatError;
use crate::messages::Text;

/// Rules that a d10 system cites and refusals that it answers, `R` being its refusals.
///
/// Refusals that a browser predicts have a text of their own with the rule in it, so that the
/// browser need not link the texts of all others.
#[derive(Debug)]
pub struct D10Facts<R> {
    /// Rules about health levels.
    pub levels: HealthRuleIds,
    /// Label of the default difficulty, and its rule.
    pub usual_difficulty: (Text, &'static str),
    /// Rule about specialties.
    pub specialty: &'static str,
    /// Rule that a Willpower point buys a success, once a turn.
    pub willpower: &'static str,
    /// Rule that a declared action can be aborted for a defense.
    pub abort: &'static str,
    /// Refusal of a roll without a die.
    pub no_dice: R,
    /// Refusal of an abort without an action left.
    pub no_action_left: R,
    /// Refusal of a payment without Willpower left.
    pub no_willpower: R,
    /// Refusal of a second abort after a failed Willpower roll; `None` if none is refused.
    pub already_failed: Option<R>,
    /// Refusal of an action by a combatant who cannot act, and its text.
    pub incapacitated: (R, Text),
    /// Refusal of what was not declared, and its text; `None` if nothing has to be.
    pub undeclared: Option<(R, Text)>,
}

impl<R: Copy> D10Facts<R> {
    /// Returns the default difficulty of a roll as a term.
    pub fn default_difficulty(&self) -> Term {
        let (label, rule) = self.usual_difficulty;
        Term::from_rule(label, DEFAULT_DIFFICULTY, rule)
    }

    /// Checks that a dice pool has at least one die.
    ///
    /// # Errors
    /// Refuses if the terms add up to less than one.
    pub fn check_dice(&self, terms: &[Term]) -> Result<(), R> {
        match term::sum_terms(terms) < 1 {
            true => Err(self.no_dice),
            false => Ok(()),
        }
    }

    /// Returns the error for an action by a combatant who cannot act.
    pub fn incapacitated_error(&self) -> ChatError {
        ChatError::new("incapacitated", self.incapacitated.1)
    }

    /// Returns the error for an action that was not declared; `None` if nothing has to be declared.
    pub fn undeclared_error(&self) -> Option<ChatError> {
        let (_, text) = self.undeclared?;
        Some(ChatError::new("not_declared", text))
    }
}

#[cfg(test)]
mod tests {
    use crate::systems::ascension::Ascension;
    use crate::systems::crossover::Crossover;
    use crate::systems::d10::family::D10System;
    use crate::systems::d10::shared_rules::chat_errors;
    use crate::systems::masquerade::Masquerade;

    fn check_texts<S: D10System>() {
        let facts = S::d10_facts();
        let incapacitated = chat_errors::refusal_error(&facts.incapacitated.0);
        assert_eq!(facts.incapacitated_error(), incapacitated);
        let undeclared = facts
            .undeclared
            .map(|(refusal, _)| chat_errors::refusal_error(&refusal));
        assert_eq!(facts.undeclared_error(), undeclared);
    }

    #[test]
    fn texts_of_predicted_refusals_are_those_of_the_refusals() {
        check_texts::<Ascension>();
        check_texts::<Crossover>();
        check_texts::<Masquerade>();
    }
}
