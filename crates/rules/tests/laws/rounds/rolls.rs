//! The terms of a roll are those that the rules make of the table when it is thrown, and stay.

use std::collections::BTreeMap;

use rules::base::id::{CombatantId, ExchangeId};
use rules::base::term::Term;
use rules::encounter::exchange::ExchangeInput;
use rules::encounter::feature::ExchangeMoved;
use rules::encounter::{Class, Command, Event};
use rules::exchange::{Answer, Effect, ExchangeStep, Slot};

use super::seen::{Picture, Seen};

/// What was thrown with which terms, by exchange and question.
#[derive(Debug, Default)]
pub(super) struct Thrown {
    terms: BTreeMap<(ExchangeId, String), Vec<Term>>,
    /// How many rolls were compared.
    pub(super) often: usize,
}

/// The terms of what the rules would roll under a slot, of the table as it is.
fn afresh(now: &Picture, id: ExchangeId, slot: &Slot) -> Option<Vec<Term>> {
    let exchange = now.state.exchange(id)?;
    let next = now.state.play_exchange(exchange).ok()?.next?;
    next.questions().iter().find_map(|step| match step {
        ExchangeStep::Roll {
            slot: of, check, ..
        } if of == slot => Some(check.terms.clone()),
        _ => None,
    })
}

impl Thrown {
    pub(super) fn judge(&mut self, seen: &Seen<'_>) {
        let of = match seen.command {
            Command::Rule { exchange, .. }
            | Command::TakeBack { exchange }
            | Command::RunAgain { exchange, .. } => Some(*exchange),
            _ => None,
        };
        // A ruling may change what stands there, and what is taken back is thrown again.
        self.terms
            .retain(|(id, _), _| Some(*id) != of && seen.is.state.exchange(*id).is_some());
        for event in &seen.record.events {
            let Event::ExchangeMoved(ExchangeMoved {
                id,
                back: false,
                advance,
                ..
            }) = event
            else {
                continue;
            };
            let ExchangeInput::Answer(slot, Answer::Rolled { .. }) = &advance.input else {
                continue;
            };
            // Asked again, a roll says what was bought for it before, until it is thrown anew.
            let before = seen.was.state.exchange(*id);
            if before.is_some_and(|before| before.answers.contains_key(slot)) {
                continue;
            }
            let fresh = afresh(seen.was, *id, slot).expect("it was asked");
            self.often += 1;
            let exchange = seen.is.state.exchange(*id).expect("kept");
            let mut lines = exchange.ledger.iter();
            let line = lines.find(|line| line.slot == *slot);
            let terms = line.expect("a roll has its line").terms.clone();
            // What was bought for it comes on top.
            assert!(
                fresh.iter().all(|term| terms.contains(term)),
                "{slot:?}: {terms:?} and not {fresh:?} after {:?}",
                seen.record
            );
            self.terms.insert((*id, slot.as_str().to_owned()), terms);
        }
        for ((id, slot), terms) in &self.terms {
            let exchange = seen.is.state.exchange(*id).expect("kept");
            let mut lines = exchange.ledger.iter();
            let line = lines.find(|line| line.slot.as_str() == slot);
            let line = line.expect("a roll has its line");
            assert_eq!(
                line.terms, *terms,
                "{slot} of {id:?} after {:?}",
                seen.record
            );
        }
    }
}

/// Open exchanges read of each who takes part what its viewers read in their row, but for what they
/// have worn down themselves.
pub(super) fn read_the_rows(now: &Picture, what: &str) {
    for id in now.all.exchanges.keys() {
        let exchange = now.state.exchange(*id).expect("it is there");
        if exchange.is_over() {
            continue;
        }
        let public = now.state.is_exchange_public(exchange);
        let view = match public {
            true => &now.known,
            false => &now.all,
        };
        let others = exchange.at.iter().chain(&exchange.others);
        let unworn = |of: CombatantId| {
            let mut gear = now.all.rows[&of].gear.clone();
            for effect in &exchange.landed {
                if let Effect::Wear { who, item, key, by } = effect
                    && exchange.combatant_of(*who) == Some(of)
                    && let Some(item) = gear.get_mut(item)
                {
                    let worn = item.number(key).unwrap_or(0);
                    item.numbers.insert(key.to_string(), worn - by);
                }
            }
            gear
        };
        now.state.with_scene(exchange, |scene| {
            let read = scene.targets.iter().chain(scene.bystanders);
            for (id, read) in others.zip(read) {
                let row = &now.all.rows[id];
                assert_eq!(Some(*read.track), row.track, "after {what}");
                assert_eq!(read.gear, &unworn(*id), "after {what}");
                let shown = &view.rows[id].conditions;
                assert_eq!(read.conditions, shown, "{:?} after {what}", Class::ALL);
            }
        });
    }
}
