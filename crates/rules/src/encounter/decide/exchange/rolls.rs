//! Rolls of an exchange: those of an answer, and those that follow without one.

use super::super::Decision;
use super::play::play_with_answers;
use crate::base::dice::{Dice, VisibleDice};
use crate::base::id::ExchangeId;
use crate::base::roll::MAX_DICE;
use crate::base::seat::Actor;
use crate::encounter::aggregate::dry_run::DryRun;
use crate::encounter::exchange::{Exchange, ExchangeInput};
use crate::encounter::refusal::Refusal;
use crate::encounter::state::State;
use crate::exchange::{Answer, ExchangeStep, Party, Slot};

/// Maximum number of automatic rolls after one answer.
const MAX_AUTOMATIC_ROLLS: usize = 64;

impl Decision<'_> {
    /// Makes the automatic rolls of an exchange; `answering` is the party whose answer let its dice be thrown.
    pub(in crate::encounter::decide) fn roll_automatically(
        &self,
        trial: &mut DryRun<'_>,
        id: ExchangeId,
        answering: Option<Party>,
        dice: &mut dyn Dice,
    ) -> Result<(), Refusal> {
        // Each roll answers a question, and no rules ask more often than this.
        for _ in 0..MAX_AUTOMATIC_ROLLS {
            let now = trial.encounter();
            let Some(slot) = next_automatic_roll(now, id, answering) else {
                break;
            };
            let Some(exchange) = now.exchange(id) else {
                break;
            };
            let decision = self.with_state(now);
            let answer = decision.roll_answer(exchange, &slot, &[], None, dice)?;
            let more = decision.advance(exchange, ExchangeInput::Answer(slot, answer))?;
            trial.extend(more);
        }
        Ok(())
    }

    /// Rolls the dice that a question asks for, with the bought benefits, or takes typed faces.
    pub(super) fn roll_answer(
        &self,
        exchange: &Exchange,
        slot: &Slot,
        bought: &[String],
        typed: Option<&[u16]>,
        dice: &mut dyn Dice,
    ) -> Result<Answer, Refusal> {
        let Some(ExchangeStep::Roll { buys, .. }) = exchange.find_question(slot) else {
            return Err(Refusal::NotAsked);
        };
        for (n, key) in bought.iter().enumerate() {
            let buy = buys.iter().find(|buy| buy.key == key.as_str());
            let buy = buy.filter(|_| !bought[..n].contains(key));
            let buy = buy.ok_or(Refusal::NoSuchChoice)?;
            if let Some(why) = &buy.barred {
                return Err(Refusal::Barred {
                    why: why.to_string(),
                    rule: buy.rule.to_string(),
                });
            }
        }
        // What was bought may change what is rolled.
        let mut answers = exchange.answers.clone();
        let bound = Answer::Rolled {
            faces: Vec::new(),
            bought: bought.to_vec(),
            typed: false,
        };
        answers.insert(slot.clone(), bound);
        let asked = play_with_answers(self.state, exchange, &answers, &exchange.rulings)?.next;
        let steps = asked
            .as_ref()
            .map_or(&[][..], ExchangeStep::questions)
            .iter();
        let mut here = steps.filter(|step| step.slot_and_party().is_some_and(|(at, _)| at == slot));
        let Some(step @ ExchangeStep::Roll { check, .. }) = here.next() else {
            return Err(Refusal::NotAsked);
        };
        let (_, fell) = exchange.fallen_dice(slot);
        let rolled = match typed {
            Some(faces) if fell.is_empty() => {
                self.roll_pool(check.sum(), &check.reading, Some(faces), dice)?
            }
            Some(_) => return Err(Refusal::DiceFell),
            None => {
                let shown = self.state.is_asked_of_players(exchange, step) && !self.state.unseen;
                let dice = &mut VisibleDice::with_visibility(shown, dice);
                let mut bound = PresetDice { fell, dice };
                self.roll_pool(check.sum(), &check.reading, None, &mut bound)?
            }
        };
        let faces = rolled.faces.iter().map(|face| face.0).take(MAX_DICE);
        Ok(Answer::Rolled {
            faces: faces.collect(),
            bought: bought.to_vec(),
            typed: typed.is_some(),
        })
    }
}

/// Returns the slot of the next automatic roll of an exchange, if there is one, never one of a seat
/// that rolls real dice; `answering` is the party whose answer let its dice be thrown.
fn next_automatic_roll(state: &State, id: ExchangeId, answering: Option<Party>) -> Option<Slot> {
    let exchange = state.exchange(id)?;
    let mut steps = exchange.next.as_ref()?.questions().iter();
    steps.find_map(|step| {
        let ExchangeStep::Roll { slot, by, buys, .. } = step else {
            return None;
        };
        let free = answering.is_some() && buys.iter().all(|buy| buy.barred.is_some());
        let owner = exchange.combatant_of(*by);
        let owner = owner.and_then(|id| state.combatants.get(&id)?.owner);
        let own_dice = match owner {
            Some(seat) => state.own_dice.contains(&seat),
            None => state
                .own_dice
                .iter()
                .any(|seat| state.can_run_table(Actor::Seat(*seat))),
        };
        let agreed = exchange.throws && *by == Party::Actor;
        let thrown = (free || agreed || answering == Some(*by)) && !own_dice;
        thrown.then(|| slot.clone())
    })
}

/// Dice whose first faces are preset, as they have fallen before; later ones are rolled.
struct PresetDice<'a> {
    fell: &'a [u16],
    dice: &'a mut dyn Dice,
}

impl Dice for PresetDice<'_> {
    fn roll_die(&mut self, sides: u16) -> u16 {
        match self.fell.split_first() {
            Some((face, rest)) => {
                self.fell = rest;
                *face
            }
            None => self.dice.roll_die(sides),
        }
    }
}
