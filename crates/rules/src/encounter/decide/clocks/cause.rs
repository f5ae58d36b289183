//! Causes that fill clocks, as the events of a command bring them.

use crate::base::id::ExchangeId;
use crate::base::term::Term;
use crate::clock::{Clock, FillTrigger, Moment, RollTrigger};
use crate::encounter::combatant::Combatant;
use crate::encounter::event::Event;
use crate::encounter::exchange::ExchangeInput;
use crate::encounter::feature::{ExchangeMoved, RollRecord, TurnChanged};
use crate::encounter::log::ClockCause;
use crate::encounter::state::State;
use crate::exchange::{Answer, Slot};
use crate::ruleset::is_success;

/// A roll or a moment that may fill clocks.
pub(super) enum Occasion {
    /// A moment, for the clocks that players see, for the hidden ones, or for both.
    Moment {
        /// The moment.
        moment: Moment,
        /// Whether players notice it.
        seen: bool,
        /// Whether it is one to those who see everything.
        real: bool,
    },
    /// A roll.
    Roll(RollOccasion),
    /// A roll of an exchange that was taken back.
    TakenBack(ExchangeId, Slot),
}

/// A roll that may fill clocks.
pub(super) struct RollOccasion {
    /// The name of the combatant who rolled.
    name: Option<String>,
    /// The words under which a trait may be found: the labels of the terms.
    labels: Vec<String>,
    /// The purpose in words.
    what: String,
    /// Whether it failed.
    failed: bool,
    /// Whether players see it.
    public: bool,
    /// The exchange and the slot of the roll.
    pub(super) of: Option<(ExchangeId, Slot)>,
}

impl Occasion {
    /// Returns the cause by which this occasion fills a clock; `None` if it does not fill it.
    pub(super) fn cause_for(&self, clock: &Clock) -> Option<ClockCause> {
        match (self, &clock.fills) {
            (Self::Moment { moment, seen, real }, FillTrigger::Each(each)) => {
                // To players, a turn that they do not see has not passed.
                let passed = if clock.hidden { *real } else { *seen };
                (moment == each && passed).then_some(ClockCause::Moment(*moment))
            }
            (Self::Roll(roll), FillTrigger::Roll(trigger)) => roll.cause_for(trigger),
            _ => None,
        }
    }
}

impl RollOccasion {
    /// Returns the cause by which this roll fills a clock with a trigger; `None` if the clock waits
    /// for another roll.
    fn cause_for(&self, trigger: &RollTrigger) -> Option<ClockCause> {
        let of = trigger.of.to_folded();
        let named = self.labels.iter().any(|label| label.to_lowercase() == of)
            || holds_words(&self.what, &of);
        (named && self.failed == trigger.failed).then(|| ClockCause::Roll {
            name: self.name.clone(),
            of: trigger.of.to_string(),
            failed: self.failed,
            secret: !self.public,
        })
    }
}

/// Whether a text holds these words, which are in lower case, as whole words.
fn holds_words(text: &str, words: &str) -> bool {
    let spread = |text: &str| -> String {
        let plain = |c: char| if c.is_alphanumeric() { c } else { ' ' };
        let text: String = text.to_lowercase().chars().map(plain).collect();
        format!(
            " {} ",
            text.split_whitespace().collect::<Vec<_>>().join(" ")
        )
    };
    let words = spread(words);
    !words.trim().is_empty() && spread(text).contains(&words)
}

/// Returns the labels of the terms of a roll.
fn labels_of(terms: &[Term]) -> Vec<String> {
    terms.iter().map(|term| term.label.to_string()).collect()
}

impl State {
    /// Returns the occasions that an event brings; `self` is the state after it.
    pub(super) fn occasions_of(&self, event: &Event) -> Vec<Occasion> {
        match event {
            Event::Rolled(roll) => vec![Occasion::Roll(self.occasion_of_roll(roll))],
            Event::ExchangeMoved(moved) => self.occasion_of_step(moved).into_iter().collect(),
            Event::TurnChanged(turn) => occasions_of_turn(turn),
            Event::SceneEnded => vec![Occasion::Moment {
                moment: Moment::Scene,
                seen: true,
                real: true,
            }],
            _ => Vec::new(),
        }
    }

    /// Returns the occasion of a roll outside of exchanges.
    fn occasion_of_roll(&self, roll: &RollRecord) -> RollOccasion {
        let who = roll.id.and_then(|id| self.combatant(id));
        RollOccasion {
            name: who.map(Combatant::full_name),
            labels: labels_of(&roll.terms),
            what: roll.what.to_string(),
            failed: !is_success(roll.rolled.grade),
            public: !roll.hidden && who.is_none_or(|who| !who.hidden),
            of: None,
        }
    }

    /// Returns the occasion of an exchange's step that made a roll or took it back; `None` for
    /// other steps.
    fn occasion_of_step(&self, moved: &ExchangeMoved) -> Option<Occasion> {
        let ExchangeInput::Answer(slot, Answer::Rolled { .. }) = &moved.advance.input else {
            return None;
        };
        if moved.back {
            return Some(Occasion::TakenBack(moved.id, slot.clone()));
        }
        let exchange = self.exchange(moved.id)?;
        let line = exchange.ledger.iter().find(|line| line.slot == *slot)?;
        let who = exchange.combatant_of(line.by);
        let who = who.and_then(|id| self.combatant(id));
        Some(Occasion::Roll(RollOccasion {
            name: who.map(Combatant::full_name),
            labels: labels_of(&line.terms),
            what: String::new(),
            failed: !is_success(line.rolled.as_ref()?.grade),
            public: self.is_exchange_public(exchange),
            of: Some((moved.id, slot.clone())),
        }))
    }
}

/// Returns the moments that a change of turn brings. Going back brings none.
fn occasions_of_turn(turn: &TurnChanged) -> Vec<Occasion> {
    if turn.back == Some(true) {
        return Vec::new();
    }
    let (seen, real) = (
        turn.public_before.round > 0 && turn.public_before != turn.public_after,
        turn.before.round > 0 && turn.before != turn.after,
    );
    let step = Occasion::Moment {
        moment: Moment::Step,
        seen: seen && turn.public_before.acting.is_some(),
        real: real && turn.before.acting.is_some(),
    };
    let round = Occasion::Moment {
        moment: Moment::Round,
        seen: seen && turn.public_after.round > turn.public_before.round,
        real: real && turn.after.round > turn.before.round,
    };
    vec![step, round]
}
