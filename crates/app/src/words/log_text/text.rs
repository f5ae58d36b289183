//! Parts of the text of a log line, for the eye and for screen readers.

use std::fmt;

use rules::base::roll::RollResult;
use rules::base::term::Term;
use rules::character::parameters::Parameters;
use rules::character::vocabulary::format_signed;
use rules::ruleset::{ClientRules, HealthState};

use super::announcement::join_spoken;

/// A part of a log line's details, with the ids of rules set apart.
#[derive(Clone, Debug, PartialEq)]
pub enum DetailPart {
    /// Plain text.
    Words(String),
    /// Id of the rule behind the preceding term.
    Rule(String),
}

/// Text of a log line, in parts for layout.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LogText {
    /// The event itself.
    pub head: String,
    /// Details, such as the terms of a roll.
    pub details: Option<String>,
    /// The details with rule ids; empty where no term has one.
    pub detail_parts: Vec<DetailPart>,
    /// The dice, if any.
    pub rolled: Option<RollResult>,
    /// Outcome of the dice.
    pub result: Option<String>,
    /// Effects of the event.
    pub effects: Vec<String>,
}

impl LogText {
    /// Creates the text of a log line with nothing but the event, `head`.
    pub(super) fn new(head: impl Into<String>) -> Self {
        Self {
            head: head.into(),
            ..Self::default()
        }
    }

    /// Sets the details of a log line, unless they are empty.
    pub(super) fn with_details(mut self, sub: impl Into<String>) -> Self {
        self.details = Some(sub.into()).filter(|sub: &String| !sub.is_empty());
        self
    }

    /// Adds the rule behind a log line's event, which is shown and not read aloud.
    pub(super) fn with_rule(mut self, rule: Option<impl fmt::Display>) -> Self {
        self.detail_parts
            .extend(rule.map(|rule| DetailPart::Rule(rule.to_string())));
        self
    }

    /// Sets the details of a log line to terms with their rule ids, and then `rest`; adjacent terms
    /// of one rule share it.
    pub(super) fn with_terms(mut self, terms: &[Term], rest: &str) -> Self {
        let mut bits = vec![];
        for (at, term) in terms.iter().enumerate() {
            let comma = if at == 0 { "" } else { ", " };
            let words = format!("{comma}{} {}", term.label, format_signed(term.value));
            bits.push(DetailPart::Words(words));
            let next = terms.get(at + 1).and_then(|next| next.rule.as_ref());
            let rule = term.rule.as_ref().filter(|rule| next != Some(rule));
            bits.extend(rule.map(|rule| DetailPart::Rule(rule.to_string())));
        }
        if bits.iter().any(|bit| matches!(bit, DetailPart::Rule(_))) {
            bits.extend((!rest.is_empty()).then(|| DetailPart::Words(rest.to_owned())));
            self.detail_parts = bits;
        }
        self
    }

    /// Sets the effects of a log line to the health states of the combatant `name`.
    pub(super) fn with_states(mut self, name: &str, states: &[HealthState]) -> Self {
        self.effects = states
            .iter()
            .map(|state| format!("{name}: {}", state.word))
            .collect();
        self
    }

    /// Sets the dice of a log line and their outcome.
    pub(super) fn with_dice(
        mut self,
        rules: &dyn ClientRules,
        rolled: &RollResult,
        reading: &Parameters,
    ) -> Self {
        self.result = Some(rules.describe_outcome(rolled, reading));
        self.rolled = Some(rolled.clone());
        self
    }

    /// Returns the announcement of the log line as it happens. For dice that is the outcome without
    /// the terms; for damage one sentence with the new state.
    #[must_use]
    pub fn into_announcement(mut self) -> String {
        if self.rolled.is_some() {
            self.details = None;
        }
        let state = |effect: &String| {
            let (name, state) = effect.split_once(": ")?;
            self.head.starts_with(name).then(|| state.to_owned())
        };
        let states: Option<Vec<String>> = self.effects.iter().map(state).collect();
        if let Some(states) = states.filter(|states| !states.is_empty()) {
            self.head = format!("{}: {}", self.head, states.join(", "));
            self.effects.clear();
        }
        self.to_spoken()
    }

    /// Returns the log line as one text for screen readers.
    #[must_use]
    pub fn to_spoken(&self) -> String {
        let parts = [
            Some(&self.head),
            self.details.as_ref(),
            self.result.as_ref(),
        ];
        let parts: Vec<&str> = parts
            .into_iter()
            .flatten()
            .chain(&self.effects)
            .map(String::as_str)
            .collect();
        join_spoken(parts)
    }
}
