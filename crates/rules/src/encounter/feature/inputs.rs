//! Log lines of answers and rulings.

use crate::base::roll::Grade;
use crate::base::term;
use crate::character::vocabulary::{format_number, format_signed};
use crate::encounter::combatant::{Combatant, Side};
use crate::encounter::exchange::{Exchange, ExchangeInput};
use crate::encounter::log::LogMessage;
use crate::encounter::log::log_line::LogLine;
use crate::encounter::state::State;
use crate::exchange::{Answer, LedgerLine, Party, RulingKind, Slot};
use crate::messages::{Wording, encounter as msg};

impl State {
    /// Builds the log line of an answer or a ruling, and whether players may read it.
    pub(super) fn input_log_line(
        &self,
        exchange: &Exchange,
        input: &ExchangeInput,
    ) -> Option<LogLine> {
        match input {
            ExchangeInput::Answer(slot, answer) => {
                let line = exchange.ledger.iter().find(|line| line.slot == *slot)?;
                let what = match self.is_own_line(exchange, slot) {
                    true => self.answer_message(exchange, &self.line_for_target(line), answer),
                    false => self.answer_message(exchange, line, answer),
                };
                Some(LogLine {
                    redacted: !self.are_numbers_public(exchange, line.by),
                    ..LogLine::new_public(what)
                })
            }
            ExchangeInput::Ruling(ruling) => {
                let about = match &ruling.what {
                    RulingKind::Add { slot, .. }
                    | RulingKind::Strike { slot, .. }
                    | RulingKind::Change { slot, .. }
                    | RulingKind::Roll { slot, .. }
                    | RulingKind::Choose { slot, .. } => party_of(exchange, slot),
                    RulingKind::Damage { to, .. } => Some(*to),
                    RulingKind::End => None,
                };
                let open = about.is_none_or(|party| self.are_numbers_public(exchange, party));
                let what = LogMessage::Ruled {
                    what: exchange.title.clone(),
                    words: self.ruling_words(&ruling.what),
                    why: ruling.why.as_ref().map(ToString::to_string),
                    name: about.and_then(|party| self.full_name_of(exchange.combatant_of(party))),
                };
                Some(LogLine::new(open, what))
            }
        }
    }

    /// Whether an input is the answer of a target who notices the attack of a hidden combatant to a
    /// question of their own.
    pub(super) fn is_own_input(&self, exchange: &Exchange, input: &ExchangeInput) -> bool {
        match input {
            ExchangeInput::Answer(slot, _) => self.is_own_line(exchange, slot),
            ExchangeInput::Ruling(_) => false,
        }
    }

    /// Describes in words what a storyteller's ruling in an exchange does.
    fn ruling_words(&self, what: &RulingKind) -> Wording {
        match what {
            RulingKind::Add { label, value, .. } => {
                msg::wordings::label_and_value(label, Wording::verbatim(format_signed(*value)))
            }
            RulingKind::Strike { label, .. } => msg::wordings::does_not_count(label),
            RulingKind::Change { label, value, .. } => {
                msg::wordings::is(label, Wording::verbatim(format_signed(*value)))
            }
            RulingKind::Roll {
                successes, grade, ..
            } => match grade {
                Grade::DramaticFailure => msg::THE_ROLL_FAILS_BADLY.into(),
                Grade::Failure => msg::THE_ROLL_FAILS.into(),
                Grade::Success | Grade::Exceptional => msg::wordings::the_roll_succeeds_with(
                    Wording::verbatim(format_number((*successes).try_into().unwrap_or(i32::MAX))),
                ),
            },
            RulingKind::Choose { key, .. } => {
                msg::wordings::the_choice_is(Wording::verbatim(key.clone()))
            }
            RulingKind::Damage { packet, .. } if packet.is_empty() => msg::TAKES_NOTHING.into(),
            RulingKind::Damage { packet, .. } => {
                Wording::verbatim(self.rules().describe_damage(packet))
            }
            RulingKind::End => msg::NOTHING_MORE_COMES_OF_IT.into(),
        }
    }

    /// Whether players may read the numbers of a party.
    fn are_numbers_public(&self, exchange: &Exchange, party: Party) -> bool {
        let who: Option<&Combatant> = exchange
            .combatant_of(party)
            .and_then(|id| self.combatants.get(&id));
        who.is_some_and(|who| who.side == Side::Character)
    }

    /// Whether a ledger line belongs to a target alone who notices the attack of a hidden
    /// combatant.
    fn is_own_line(&self, exchange: &Exchange, slot: &Slot) -> bool {
        let line = exchange.ledger.iter().find(|line| line.slot == *slot);
        line.is_some_and(|line| self.belongs_to_noticing_target(exchange, (slot, line.by)))
    }

    /// Builds the log message of an answered choice or roll.
    fn answer_message(
        &self,
        exchange: &Exchange,
        line: &LedgerLine,
        answer: &Answer,
    ) -> LogMessage {
        let name = self.full_name_of(exchange.combatant_of(line.by));
        let Some(rolled) = &line.rolled else {
            return LogMessage::Chose {
                name,
                what: line.title.clone(),
                chose: line.chose.clone().unwrap_or_default(),
            };
        };
        let reading = line.reading.clone().unwrap_or_default();
        LogMessage::Rolled {
            name,
            what: line.title.clone(),
            terms: line.terms.clone(),
            pool: term::sum_terms(&line.terms),
            reading,
            rolled: rolled.clone(),
            typed: matches!(answer, Answer::Rolled { typed: true, .. }),
        }
    }
}

/// Returns the party to which the sum, roll or choice of a slot belongs.
pub(super) fn party_of(exchange: &Exchange, slot: &Slot) -> Option<Party> {
    let line = exchange.ledger.iter().find(|line| line.slot == *slot);
    let asked = || {
        exchange
            .find_question(slot)?
            .slot_and_party()
            .map(|(_, party)| party)
    };
    line.map(|line| line.by).or_else(asked)
}
