//! Exchanges, dice, and what stands between two combatants.

use super::seen;
use crate::encounter::combatant::{Combatant, Side};
use crate::encounter::countdown::Then;
use crate::encounter::event::{Event, RollRecord};
use crate::encounter::exchange::{Exchange, Input};
use crate::encounter::log::What;
use crate::encounter::log_line::LogLine;
use crate::encounter::state::State;
use crate::exchange::{Answer, Line, Party, Ruled, Slot};
use crate::id::{CombatantId, ExchangeId};
use crate::roll::Grade;
use crate::settings::Value;
use crate::speech::{number, signed};
use crate::term;

impl State {
    pub(super) fn exchange_wording(&self, event: &Event) -> Option<LogLine> {
        match event {
            Event::Rolled(roll) => Some(self.dice_wording(roll)),
            Event::Situated {
                from, to, words, ..
            } => {
                let what = What::Situated {
                    from: self.named(Some(*from))?,
                    to: self.named(Some(*to))?,
                    words: words.clone(),
                };
                let open = self.is_seen(*from) && self.is_seen(*to);
                Some(LogLine::new(open, what))
            }
            Event::Covered {
                cover,
                before,
                after,
            } => {
                let words = self.cover_words(before.as_deref(), after.as_deref())?;
                let what = What::Set {
                    key: "cover".to_owned(),
                    to: Value::Yes(after.is_some()),
                    words,
                    rule: None,
                };
                Some(LogLine::new(self.cover_is_seen(*cover), what))
            }
            Event::Held { key, .. } if self.is_mark(key) => None,
            Event::Held {
                by,
                on,
                word,
                after,
                ..
            } => {
                let what = What::Held {
                    by: self.named(Some(*by))?,
                    on: self.named(Some(*on))?,
                    word: word.clone(),
                    amount: *after,
                };
                let open = self.is_seen(*by) && self.is_seen(*on);
                Some(LogLine::new(open, what))
            }
            Event::ExchangeDeclared { exchange } => {
                let open = self.exchange_is_public(exchange);
                Some(LogLine::new(open, self.declared(exchange)))
            }
            Event::ExchangeWithdrawn { exchange } => {
                let what = What::Withdrawn {
                    name: self.named(exchange.by),
                    what: exchange.title.clone(),
                };
                Some(LogLine::new(self.exchange_is_public(exchange), what))
            }
            Event::ExchangeMoved {
                id, back, advance, ..
            } => {
                let exchange = self.exchange(*id)?;
                let what = exchange.title.clone();
                let mut wording = match back {
                    true => LogLine::open(What::TakenBack { what }),
                    false => self.moved_on(exchange, &advance.input)?,
                };
                let own = match &advance.input {
                    Input::Answer(slot, _) if !back => self.is_own_line(exchange, slot),
                    _ => false,
                };
                wording.public &= own || self.exchange_is_public(exchange);
                Some(wording)
            }
            Event::Told {
                id,
                words,
                rule,
                exchange,
                felt,
            } => {
                let exchange = self.exchange(*exchange);
                let what = What::Told {
                    name: self.named(*id),
                    words: words.clone(),
                    rule: rule.clone(),
                };
                let open = exchange.is_some_and(|it| match felt {
                    true => self.exchange_is_known(it),
                    false => self.exchange_is_public(it),
                });
                Some(LogLine::new(open, what))
            }
            _ => None,
        }
    }

    /// That a question waited too long. It brings its words along as what is said does.
    pub(super) fn time_up_wording(
        &self,
        exchange: ExchangeId,
        slot: &Slot,
        then: Then,
    ) -> Option<LogLine> {
        let exchange = self.exchange(exchange)?;
        let name = self.named(exchange.party(party_of(exchange, slot)?))?;
        let text = match then {
            Then::Storyteller => format!("{name}: time is up, the storyteller is asked"),
            Then::First => format!("{name}: time is up, the first open answer is taken"),
        };
        let what = What::Said { text };
        let asked = exchange.asked(slot);
        let open = asked.is_some_and(|step| self.is_put_to_players(exchange, step));
        Some(LogLine::new(open, what))
    }

    fn dice_wording(&self, roll: &RollRecord) -> LogLine {
        let combatant = roll.id.and_then(|id| self.combatant(id));
        let what = What::Rolled {
            name: combatant.map(Combatant::full_name),
            what: roll.what.to_string(),
            terms: roll.terms.clone(),
            pool: roll.pool,
            reading: roll.reading.clone(),
            rolled: roll.rolled.clone(),
            typed: roll.typed,
        };
        LogLine::new(!roll.hidden && combatant.is_none_or(seen), what)
    }

    /// The full name of a combatant who is there.
    fn named(&self, id: Option<CombatantId>) -> Option<String> {
        let combatant = self.combatant(id?)?;
        Some(combatant.full_name())
    }

    fn declared(&self, exchange: &Exchange) -> What {
        let at = exchange.at.iter().filter_map(|id| self.named(Some(*id)));
        What::Declared {
            name: self.named(exchange.by),
            at: at.collect(),
            what: exchange.title.clone(),
        }
    }

    /// What an answer or a ruling is to the readers of the log, and whether it is for players.
    fn moved_on(&self, exchange: &Exchange, input: &Input) -> Option<LogLine> {
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

    /// Whether players may read the numbers of a party.
    fn is_open(&self, exchange: &Exchange, party: Party) -> bool {
        let who: Option<&Combatant> = exchange
            .party(party)
            .and_then(|id| self.combatants.get(&id));
        who.is_some_and(|who| who.side == Side::Character)
    }

    /// Whether a line of the ledger of a noticed attack is its target's own.
    fn is_own_line(&self, exchange: &Exchange, slot: &Slot) -> bool {
        let line = exchange.ledger.iter().find(|line| line.slot == *slot);
        line.is_some_and(|line| self.is_own(exchange, (slot, line.by)))
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
        let reading = line.reading.clone().unwrap_or_default();
        What::Rolled {
            name,
            what: line.title.to_string(),
            terms: line.terms.clone(),
            pool: term::sum(&line.terms),
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
