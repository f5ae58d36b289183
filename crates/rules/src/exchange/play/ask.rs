//! Questions that the rules put to a play: choices, numbers, rolls and noted sums.

use std::borrow::Cow;

use super::{ChoiceOption, ExchangeStep, LedgerLine, Play, Stop};
use crate::base::roll::RollResult;
use crate::base::rule_switch;
use crate::base::term::{self, RuleId, Term};
use crate::exchange::effect::Effect;
use crate::exchange::pending_roll::{CompletedRoll, PendingRoll, RollBenefit};
use crate::exchange::ruling::RulingKind;
use crate::exchange::scene::Scene;
use crate::exchange::slot::{Party, Slot};
use crate::messages::{Wording, core as msg};

impl<'a> Play<'a> {
    /// Asks a party of the exchange to choose an option, and returns the key of the choice. With a single open option
    /// nothing is asked; with none, the first option is taken.
    ///
    /// # Errors
    /// [`Stop`] while the choice is not made.
    pub fn ask_choice(
        &mut self,
        slot: Slot,
        by: Party,
        title: impl Into<Wording>,
        rule: &'static str,
        options: Vec<ChoiceOption>,
    ) -> Result<String, Stop> {
        let slot = self.next_occurrence(&slot);
        let forced = self
            .rulings
            .iter()
            .rev()
            .find_map(|ruling| match &ruling.what {
                RulingKind::Choose { slot: at, key } if *at == slot => Some(key.clone()),
                _ => None,
            });
        let forced = forced.filter(|key| options.iter().any(|option| option.key == key.as_str()));
        let title = title.into();
        let mut open = options.iter().filter(|option| option.barred.is_none());
        let (only, more) = (open.next(), open.next());
        let key = match (
            forced,
            only,
            more.filter(|_| !rule_switch::is_rule_off(rule)),
        ) {
            (Some(key), ..) => key,
            (None, only, None) => {
                self.source.skip_choice(&slot, &options);
                let taken = only.or(options.first());
                taken.map_or_else(String::new, |it| it.key.to_string())
            }
            (None, _, Some(_)) => {
                let asked = ExchangeStep::Choose {
                    slot: slot.clone(),
                    by,
                    title: title.clone(),
                    rule: RuleId::new(rule),
                    options: options.clone(),
                };
                self.source.choose(&asked, &options)?
            }
        };
        self.move_past(&slot);
        let chosen = options.iter().find(|option| option.key == key.as_str());
        self.ledger.push(LedgerLine {
            slot,
            by,
            title,
            terms: Vec::new(),
            reading: None,
            rolled: None,
            chose: chosen.map(|option| option.title.clone()),
        });
        Ok(key)
    }

    /// Asks a party for a number.
    ///
    /// # Errors
    /// [`Stop`] while no number is named.
    pub fn ask_number(
        &mut self,
        slot: Slot,
        by: Party,
        title: impl Into<Wording>,
        rule: &'static str,
        range: (i32, i32),
    ) -> Result<i32, Stop> {
        let slot = self.next_occurrence(&slot);
        let title = title.into();
        let asked = ExchangeStep::Number {
            slot: slot.clone(),
            by,
            title: title.clone(),
            rule: RuleId::new(rule),
            range,
        };
        let number = if range.0 >= range.1 || rule_switch::is_rule_off(rule) {
            range.0
        } else {
            self.source.number(&asked, range)?
        };
        self.move_past(&slot);
        self.ledger.push(LedgerLine {
            slot,
            by,
            title,
            terms: vec![Term::from_rule(msg::CHOSEN, number, rule)],
            reading: None,
            rolled: None,
            chose: Some(number.into()),
        });
        Ok(number)
    }

    /// Asks a party of the exchange to roll, and returns the result.
    ///
    /// # Errors
    /// [`Stop`] while the dice have not fallen.
    pub fn ask_roll(
        &mut self,
        slot: Slot,
        by: Party,
        check: PendingRoll,
    ) -> Result<RollResult, Stop> {
        self.ask_roll_with_benefits(slot, by, &[], |_| check.clone())
    }

    /// Asks a party to roll, with benefits that can be bought before the dice fall. `check` gets the keys of those
    /// bought; their cost is spent automatically.
    ///
    /// # Errors
    /// [`Stop`] while the dice have not fallen.
    pub fn ask_roll_with_benefits(
        &mut self,
        slot: Slot,
        by: Party,
        buys: &[RollBenefit],
        check: impl Fn(&[String]) -> PendingRoll,
    ) -> Result<RollResult, Stop> {
        let slot = self.next_occurrence(&slot);
        let mut buys = Cow::Borrowed(buys);
        if buys
            .iter()
            .any(|buy| rule_switch::is_rule_off(buy.rule.as_str()))
        {
            let all = buys.to_mut();
            all.retain(|buy| !rule_switch::is_rule_off(buy.rule.as_str()));
        }
        let buys = buys.as_ref();
        let (rulings, scene) = (self.rulings, self.scene());
        let ruled = |bought: &[String]| {
            let check = check(bought);
            PendingRoll {
                terms: Self::apply_rulings(&scene, rulings, &slot, check.terms),
                ..check
            }
        };
        let fell = match self.ruled_roll(&slot) {
            Some(rolled) => CompletedRoll {
                check: ruled(&[]),
                rolled,
                bought: Vec::new(),
            },
            None => self.source.roll(&slot, by, buys, &ruled)?,
        };
        let CompletedRoll {
            check,
            rolled,
            bought,
        } = fell;
        for buy in buys
            .iter()
            .filter(|buy| buy.barred.is_none() && bought.iter().any(|key| buy.key == key.as_str()))
        {
            if let Some((pool, points)) = &buy.cost {
                self.effects.push(Effect::Spend {
                    who: by,
                    pool: pool.clone(),
                    points: *points,
                });
            }
        }
        self.move_past(&slot);
        self.ledger.push(LedgerLine {
            slot,
            by,
            title: check.title,
            terms: check.terms,
            reading: Some(check.reading),
            rolled: Some(rolled.clone()),
            chose: None,
        });
        Ok(rolled)
    }

    /// Asks several parties, who may answer in any order. `ask` asks for the slot at an index of `slots`, with the
    /// table as its party reads it; results come in the order of `slots`.
    ///
    /// # Errors
    /// [`Stop`] until all have answered.
    pub fn ask_each<T>(
        &mut self,
        slots: &[Slot],
        ask: impl Fn(&mut Self, usize, &Scene<'a>) -> Result<T, Stop>,
    ) -> Result<Vec<T>, Stop> {
        let mut answers = Vec::new();
        let mut missing = Vec::new();
        for (nth, slot) in slots.iter().enumerate() {
            let time = self.times.get(slot).copied().unwrap_or(0).saturating_add(1);
            let scene = *self.moments.at_slot(&slot.nth_occurrence(time));
            match ask(self, nth, &scene) {
                Ok(answer) => answers.push(answer),
                Err(Stop::Asks(step)) => missing.extend(step.questions().iter().cloned()),
                Err(refused) => return Err(refused),
            }
        }
        match missing.len() {
            0 => Ok(answers),
            1 => Err(Stop::Asks(Box::new(missing.remove(0)))),
            _ => Err(Stop::Asks(Box::new(ExchangeStep::Several(missing)))),
        }
    }

    /// Notes a sum that needs no dice in the ledger, and returns it after the storyteller's rulings.
    pub fn note_sum(
        &mut self,
        slot: Slot,
        by: Party,
        title: impl Into<Wording>,
        terms: Vec<Term>,
    ) -> i32 {
        let slot = self.next_occurrence(&slot);
        let terms = Self::apply_rulings(&self.scene(), self.rulings, &slot, terms);
        let sum = term::sum_terms(&terms);
        self.ledger.push(LedgerLine {
            slot,
            by,
            title: title.into(),
            terms,
            reading: None,
            rolled: None,
            chose: None,
        });
        sum
    }
}
