//! What the log says of an exchange.

use super::exchange::{Exchange, Input};
use super::log::What;
use super::state::{Combatant, Encounter, Side};
use crate::exchange::{Answer, Line, Party, Ruled, Slot};
use crate::id::CombatantId;
use crate::roll::Grade;
use crate::speech::{number, signed};
use crate::term;

impl Encounter {
    /// The full name of a combatant who is there.
    pub(super) fn named(&self, id: Option<CombatantId>) -> Option<String> {
        let combatant = self.combatants.get(&id?)?;
        Some(combatant.full_name())
    }

    pub(super) fn declared(&self, exchange: &Exchange) -> What {
        let at = exchange.at.iter().filter_map(|id| self.named(Some(*id)));
        What::Declared {
            name: self.named(exchange.by),
            at: at.collect(),
            what: exchange.title.clone(),
        }
    }

    /// What an answer or a ruling is to the readers of the log, and whether it is for players.
    pub(super) fn moved_on(&self, exchange: &Exchange, input: &Input) -> Option<(bool, What)> {
        match input {
            Input::Answer(slot, answer) => {
                let line = exchange.ledger.iter().find(|line| line.slot == *slot)?;
                Some((true, self.answered(exchange, line, answer)))
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
                Some((open, what))
            }
        }
    }

    /// A decision in words.
    fn ruled(&self, what: &Ruled) -> String {
        match what {
            Ruled::Add { label, value, .. } => format!("{label} {}", signed(*value)),
            Ruled::Strike { label, .. } => format!("{label} does not count"),
            Ruled::Change { label, value, .. } => format!("{label} is {}", signed(*value)),
            Ruled::Roll {
                successes, grade, ..
            } => match grade {
                Grade::DramaticFailure => "the roll fails badly".to_owned(),
                Grade::Failure => "the roll fails".to_owned(),
                Grade::Success | Grade::Exceptional => {
                    format!(
                        "the roll succeeds with {}",
                        number((*successes).try_into().unwrap_or(i32::MAX))
                    )
                }
            },
            Ruled::Choose { key, .. } => format!("the choice is {key}"),
            Ruled::Damage { packet, .. } if packet.is_empty() => "takes nothing".to_owned(),
            Ruled::Damage { packet, .. } => self.rules().tell_damage(packet),
            Ruled::End => "nothing more comes of it".to_owned(),
        }
    }

    /// Whether everybody may read the numbers of a party.
    fn is_open(&self, exchange: &Exchange, party: Party) -> bool {
        let who: Option<&Combatant> = exchange
            .party(party)
            .and_then(|id| self.combatants.get(&id));
        who.is_some_and(|who| who.side == Side::Character)
    }

    fn answered(&self, exchange: &Exchange, line: &Line, answer: &Answer) -> What {
        let name = self.named(exchange.party(line.by));
        let Some(rolled) = &line.rolled else {
            return What::Chose {
                name,
                what: line.title.to_string(),
                chose: line.chose.clone().unwrap_or_default(),
            };
        };
        // What a foe rolls with is the storyteller's to know; they read it in the exchange.
        let open = self.is_open(exchange, line.by);
        let reading = line.reading.clone().unwrap_or_default();
        What::Rolled {
            name,
            what: line.title.to_string(),
            terms: match open {
                true => line.terms.clone(),
                false => Vec::new(),
            },
            pool: match open {
                true => term::sum(&line.terms),
                false => 0,
            },
            reading,
            rolled: rolled.clone(),
            typed: matches!(answer, Answer::Rolled { typed: true, .. }),
        }
    }
}

/// Whose sum, roll or choice a slot is.
fn party_of(exchange: &Exchange, slot: &Slot) -> Option<Party> {
    let line = exchange.ledger.iter().find(|line| line.slot == *slot);
    let asked = || exchange.asked(slot)?.asked().map(|(_, party)| party);
    line.map(|line| line.by).or_else(asked)
}
