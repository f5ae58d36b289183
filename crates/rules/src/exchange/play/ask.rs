//! Questions that the rules put to a play: choices, numbers, rolls and noted sums.

use std::borrow::Cow;

use super::{Choice, Line, Play, Step, Stop};
use crate::exchange::check::{Buy, Check, Fell};
use crate::exchange::effect::Effect;
use crate::exchange::ruling::Ruled;
use crate::exchange::scene::Scene;
use crate::exchange::slot::{Party, Slot};
use crate::messages::{Wording, core as msg};
use crate::roll::Rolled;
use crate::switch;
use crate::term::{self, RuleId, Term};

impl<'a> Play<'a> {
    /// Asks a party to choose. With a single open option nothing is asked; with none, the first option is taken.
    ///
    /// # Errors
    /// [`Stop`] while the choice is not made.
    pub fn choose(
        &mut self,
        slot: Slot,
        by: Party,
        title: impl Into<Wording>,
        rule: &'static str,
        options: Vec<Choice>,
    ) -> Result<String, Stop> {
        let slot = self.counted(&slot);
        let forced = self
            .rulings
            .iter()
            .rev()
            .find_map(|ruling| match &ruling.what {
                Ruled::Choose { slot: at, key } if *at == slot => Some(key.clone()),
                _ => None,
            });
        let forced = forced.filter(|key| options.iter().any(|option| option.key == key.as_str()));
        let title = title.into();
        let mut open = options.iter().filter(|option| option.barred.is_none());
        let (only, more) = (open.next(), open.next());
        let key = match (forced, only, more.filter(|_| !switch::is_off(rule))) {
            (Some(key), ..) => key,
            (None, only, None) => {
                self.source.settled(&slot, &options);
                let taken = only.or(options.first());
                taken.map_or_else(String::new, |it| it.key.to_string())
            }
            (None, _, Some(_)) => {
                let asked = Step::Choose {
                    slot: slot.clone(),
                    by,
                    title: title.clone(),
                    rule: RuleId::new(rule),
                    options: options.clone(),
                };
                self.source.choose(&asked, &options)?
            }
        };
        self.pass(&slot);
        let chosen = options.iter().find(|option| option.key == key.as_str());
        self.ledger.push(Line {
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
    pub fn number(
        &mut self,
        slot: Slot,
        by: Party,
        title: impl Into<Wording>,
        rule: &'static str,
        range: (i32, i32),
    ) -> Result<i32, Stop> {
        let slot = self.counted(&slot);
        let title = title.into();
        let asked = Step::Number {
            slot: slot.clone(),
            by,
            title: title.clone(),
            rule: RuleId::new(rule),
            range,
        };
        let number = if range.0 >= range.1 || switch::is_off(rule) {
            range.0
        } else {
            self.source.number(&asked, range)?
        };
        self.pass(&slot);
        self.ledger.push(Line {
            slot,
            by,
            title,
            terms: vec![Term::of_rule(msg::CHOSEN, number, rule)],
            reading: None,
            rolled: None,
            chose: Some(number.into()),
        });
        Ok(number)
    }

    /// Asks a party to roll.
    ///
    /// # Errors
    /// [`Stop`] while the dice have not fallen.
    pub fn roll(&mut self, slot: Slot, by: Party, check: Check) -> Result<Rolled, Stop> {
        self.roll_buying(slot, by, &[], |_| check.clone())
    }

    /// Asks a party to roll, with benefits that can be bought before the dice fall. `check` gets the keys of those
    /// bought; their cost is spent automatically.
    ///
    /// # Errors
    /// [`Stop`] while the dice have not fallen.
    pub fn roll_buying(
        &mut self,
        slot: Slot,
        by: Party,
        buys: &[Buy],
        check: impl Fn(&[String]) -> Check,
    ) -> Result<Rolled, Stop> {
        let slot = self.counted(&slot);
        let mut buys = Cow::Borrowed(buys);
        if buys.iter().any(|buy| switch::is_off(buy.rule.as_str())) {
            let all = buys.to_mut();
            all.retain(|buy| !switch::is_off(buy.rule.as_str()));
        }
        let buys = buys.as_ref();
        let rulings = self.rulings;
        let ruled = |bought: &[String]| {
            let check = check(bought);
            Check {
                terms: Self::ruled(rulings, &slot, check.terms),
                ..check
            }
        };
        let fell = match self.forced(&slot) {
            Some(rolled) => Fell {
                check: ruled(&[]),
                rolled,
                bought: Vec::new(),
            },
            None => self.source.roll(&slot, by, buys, &ruled)?,
        };
        let Fell {
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
        self.pass(&slot);
        self.ledger.push(Line {
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
            let scene = *self.moments.at_slot(&slot.again(time));
            match ask(self, nth, &scene) {
                Ok(answer) => answers.push(answer),
                Err(Stop::Asks(step)) => missing.extend(step.each().iter().cloned()),
                Err(refused) => return Err(refused),
            }
        }
        match missing.len() {
            0 => Ok(answers),
            1 => Err(Stop::Asks(Box::new(missing.remove(0)))),
            _ => Err(Stop::Asks(Box::new(Step::Several(missing)))),
        }
    }

    /// Notes a sum that needs no dice in the ledger, and returns it after the storyteller's rulings.
    pub fn note(
        &mut self,
        slot: Slot,
        by: Party,
        title: impl Into<Wording>,
        terms: Vec<Term>,
    ) -> i32 {
        let slot = self.counted(&slot);
        let terms = Self::ruled(self.rulings, &slot, terms);
        let sum = term::sum(&terms);
        self.ledger.push(Line {
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
