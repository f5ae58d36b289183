//! Log lines of answers and rulings.

use crate::encounter::combatant::{Combatant, Side};
use crate::encounter::exchange::{Exchange, Input};
use crate::encounter::log::What;
use crate::encounter::log_line::LogLine;
use crate::encounter::state::State;
use crate::exchange::{Answer, Line, Party, Ruled, Slot};
use crate::messages::{Wording, encounter as msg};
use crate::roll::Grade;
use crate::speech::{number, signed};
use crate::term;

impl State {
    /// Builds the log line of an answer or a ruling, and whether players may read it.
    pub(super) fn input_line(&self, exchange: &Exchange, input: &Input) -> Option<LogLine> {
        match input {
            Input::Answer(slot, answer) => {
                let line = exchange.ledger.iter().find(|line| line.slot == *slot)?;
                let what = match self.is_own_line(exchange, slot) {
                    true => self.answered(exchange, &self.felt_line(line), answer),
                    false => self.answered(exchange, line, answer),
                };
                Some(LogLine {
                    veiled: !self.is_open(exchange, line.by),
                    ..LogLine::open(what)
                })
            }
            Input::Ruling(ruling) => {
                let about = match &ruling.what {
                    Ruled::Add { slot, .. }
                    | Ruled::Strike { slot, .. }
                    | Ruled::Change { slot, .. }
                    | Ruled::Roll { slot, .. }
                    | Ruled::Choose { slot, .. } => party_of(exchange, slot),
                    Ruled::Damage { to, .. } => Some(*to),
                    Ruled::End => None,
                };
                let open = about.is_none_or(|party| self.is_open(exchange, party));
                let what = What::Ruled {
                    what: exchange.title.clone(),
                    words: self.ruled(&ruling.what),
                    why: ruling.why.as_ref().map(ToString::to_string),
                    name: about.and_then(|party| self.named(exchange.party(party))),
                };
                Some(LogLine::new(open, what))
            }
        }
    }

    /// Whether an input is an answer of a noticed attack's target to a question of their own.
    pub(super) fn is_own_input(&self, exchange: &Exchange, input: &Input) -> bool {
        match input {
            Input::Answer(slot, _) => self.is_own_line(exchange, slot),
            Input::Ruling(_) => false,
        }
    }

    /// Describes a ruling in words.
    fn ruled(&self, what: &Ruled) -> Wording {
        match what {
            Ruled::Add { label, value, .. } => {
                msg::wordings::label_and_value(label, Wording::verbatim(signed(*value)))
            }
            Ruled::Strike { label, .. } => msg::wordings::does_not_count(label),
            Ruled::Change { label, value, .. } => {
                msg::wordings::is(label, Wording::verbatim(signed(*value)))
            }
            Ruled::Roll {
                successes, grade, ..
            } => match grade {
                Grade::DramaticFailure => msg::THE_ROLL_FAILS_BADLY.into(),
                Grade::Failure => msg::THE_ROLL_FAILS.into(),
                Grade::Success | Grade::Exceptional => msg::wordings::the_roll_succeeds_with(
                    Wording::verbatim(number((*successes).try_into().unwrap_or(i32::MAX))),
                ),
            },
            Ruled::Choose { key, .. } => {
                msg::wordings::the_choice_is(Wording::verbatim(key.clone()))
            }
            Ruled::Damage { packet, .. } if packet.is_empty() => msg::TAKES_NOTHING.into(),
            Ruled::Damage { packet, .. } => Wording::verbatim(self.rules().tell_damage(packet)),
            Ruled::End => msg::NOTHING_MORE_COMES_OF_IT.into(),
        }
    }

    /// Whether players may read the numbers of a party.
    fn is_open(&self, exchange: &Exchange, party: Party) -> bool {
        let who: Option<&Combatant> = exchange
            .party(party)
            .and_then(|id| self.combatants.get(&id));
        who.is_some_and(|who| who.side == Side::Character)
    }

    /// Whether a ledger line of a noticed attack is its target's own.
    fn is_own_line(&self, exchange: &Exchange, slot: &Slot) -> bool {
        let line = exchange.ledger.iter().find(|line| line.slot == *slot);
        line.is_some_and(|line| self.is_own(exchange, (slot, line.by)))
    }

    /// Builds the log message of an answered choice or roll.
    fn answered(&self, exchange: &Exchange, line: &Line, answer: &Answer) -> What {
        let name = self.named(exchange.party(line.by));
        let Some(rolled) = &line.rolled else {
            return What::Chose {
                name,
                what: line.title.clone(),
                chose: line.chose.clone().unwrap_or_default(),
            };
        };
        let reading = line.reading.clone().unwrap_or_default();
        What::Rolled {
            name,
            what: line.title.clone(),
            terms: line.terms.clone(),
            pool: term::sum(&line.terms),
            reading,
            rolled: rolled.clone(),
            typed: matches!(answer, Answer::Rolled { typed: true, .. }),
        }
    }
}

/// Returns the party to which the sum, roll or choice of a slot belongs.
pub(super) fn party_of(exchange: &Exchange, slot: &Slot) -> Option<Party> {
    let line = exchange.ledger.iter().find(|line| line.slot == *slot);
    let asked = || exchange.asked(slot)?.asked().map(|(_, party)| party);
    line.map(|line| line.by).or_else(asked)
}
