//! Rolls of an exchange, and the Energy that is spent on them before their dice fall (TRI-EN-01,
//! TRI-EN-02).

use std::cell::Cell;

use super::bout::Bout;
use crate::base::roll::{Grade, RollResult};
use crate::base::term::{RuleId, Term};
use crate::exchange::{Effect, ExchangeStep, Party, PendingRoll, RollBenefit, Slot, Stop};
use crate::messages::{Text, Wording, tristat as msg};
use crate::systems::tristat::roll::Purpose;
use crate::systems::tristat::roll_request::{self as requests, ENERGY};
use crate::systems::tristat::{energy, numbers, sheet};

/// The most purchases that are offered for one roll.
const MOST: i32 = 5;

/// The key of what is bought for the third die of a critical.
const CRITICAL: &str = "critical";

/// Terms of a roll in Tri-Stat, those before what Energy buys for it, and those after.
#[derive(Default)]
pub(super) struct Sum {
    pub(super) before: Vec<Term>,
    pub(super) after: Vec<Term>,
}

impl Sum {
    /// Returns all terms of the roll, with a `bonus` of Energy that was bought so many `times`.
    pub(super) fn terms(&self, bonus: i32, times: i32) -> Vec<Term> {
        let mut terms = self.before.clone();
        terms.extend(energy::terms(bonus, times));
        terms.extend(self.after.iter().cloned());
        terms
    }
}

impl From<Vec<Term>> for Sum {
    fn from(before: Vec<Term>) -> Self {
        Self {
            before,
            after: Vec::new(),
        }
    }
}

/// Side of a contest in Tri-Stat, with its slot, its party, its title and its terms.
pub(super) type Side = (Slot, Party, Text, Vec<Term>);

/// Offer of what Energy can buy for one roll.
struct Offer {
    buys: Vec<RollBenefit>,
    /// What each purchase adds.
    bonus: i32,
    /// Points left in the pool.
    left: i32,
}

impl Offer {
    /// Returns how many of the offered purchases were `bought`, for the critical die or for the
    /// roll.
    fn count(&self, bought: &[String], critical: bool) -> i32 {
        let open = self.buys.iter().filter(|buy| buy.barred.is_none());
        let open = open.filter(|buy| (buy.key == CRITICAL) == critical);
        let taken = open.filter(|buy| bought.iter().any(|key| buy.key == key.as_str()));
        i32::try_from(taken.count()).unwrap_or(0)
    }
}

/// Returns a purchase of Energy for a roll, with its price.
fn buy(key: String, title: Wording, barred: Option<Wording>) -> RollBenefit {
    RollBenefit {
        key: key.into(),
        title,
        rule: RuleId::new("TRI-EN-01"),
        cost: Some((ENERGY.into(), numbers::ENERGY_COST)),
        barred,
    }
}

/// Returns the points of Energy that so many purchases cost.
const fn price(times: i32) -> i32 {
    times.saturating_mul(numbers::ENERGY_COST)
}

impl Bout<'_, '_, '_> {
    /// Returns the offer of what a party can buy for a roll of theirs.
    fn offer(&self, who: Party, purpose: Purpose) -> Offer {
        let mut offer = Offer {
            buys: Vec::new(),
            bonus: 0,
            left: 0,
        };
        let Some(fighter) = self.scene.find_party(who) else {
            return offer;
        };
        let Some(pool) = fighter.pools.get(ENERGY) else {
            return offer;
        };
        offer.left = pool.saturating_sub(self.paid.get(&who).copied().unwrap_or(0));
        let focus = sheet::focus(fighter.sheet);
        let cost = numbers::ENERGY_COST;
        for time in 0..self.settings.energy_per_roll.min(MOST) {
            let left = offer.left.saturating_sub(price(time));
            let barred = match energy::bonus(left, focus, time, &self.settings) {
                Ok(bonus) => {
                    offer.bonus = bonus;
                    None
                }
                Err(why) => Some(Wording::verbatim(why.to_string())),
            };
            let key = match time {
                0 => ENERGY.to_owned(),
                later => format!("{ENERGY}{}", later.saturating_add(1)),
            };
            let title = match offer.bonus {
                0 => msg::wordings::energy_2(cost),
                bonus => msg::wordings::energy_for_plus(cost, bonus),
            };
            offer.buys.push(buy(key, title, barred));
        }
        if purpose == Purpose::Attack
            && let Some(first) = offer.buys.first()
        {
            let title = msg::wordings::energy_for_the_critical_die(cost);
            let critical = buy(CRITICAL.to_owned(), title, first.barred.clone());
            // It is spent where that die falls (TRI-CRIT-02).
            offer.buys.push(RollBenefit {
                cost: None,
                ..critical
            });
        }
        offer
    }

    /// Asks a party to roll two dice, with what Energy buys for them. The second number is what
    /// was bought for the third die of a critical.
    ///
    /// # Errors
    /// [`Stop`] when an answer is needed first.
    pub(super) fn roll(
        &mut self,
        slot: Slot,
        who: Party,
        title: Wording,
        purpose: Purpose,
        sum: &Sum,
    ) -> Result<(RollResult, i32), Stop> {
        let offer = self.offer(who, purpose);
        let taken = Cell::new((0, 0));
        let rolled = self
            .play
            .ask_roll_with_benefits(slot, who, &offer.buys, |bought| {
                let plain = offer.count(bought, false);
                taken.set((plain, offer.count(bought, true)));
                let terms = sum.terms(plain.saturating_mul(offer.bonus), plain);
                PendingRoll::new(title.clone(), terms, requests::reading(purpose))
            })?;
        self.reread();
        let (plain, critical) = taken.get();
        let critical = match rolled.grade {
            Grade::Exceptional if price(plain.saturating_add(critical)) <= offer.left => critical,
            _ => 0,
        };
        if critical > 0 {
            self.play.add_effect(Effect::Spend {
                who,
                pool: ENERGY.into(),
                points: price(critical),
            });
        }
        let paid = self.paid.entry(who).or_insert(0);
        *paid = paid.saturating_add(price(plain.saturating_add(critical)));
        Ok((rolled, critical.saturating_mul(offer.bonus)))
    }

    /// Asks two parties to roll, in any order, and returns both margins (TRI-CRIT-04).
    ///
    /// # Errors
    /// [`Stop`] when an answer is needed first.
    pub(super) fn roll_contest(&mut self, one: Side, other: Side) -> Result<[i32; 2], Stop> {
        let first = self.margin(one);
        let second = self.margin(other);
        match (first, second) {
            (Ok(first), Ok(second)) => Ok([first, second]),
            (Err(Stop::Asks(first)), Err(Stop::Asks(second))) => {
                Err(Stop::Asks(Box::new(ExchangeStep::Several(vec![
                    *first, *second,
                ]))))
            }
            (Err(stop), _) | (_, Err(stop)) => Err(stop),
        }
    }

    /// Rolls a Stat check for one side and returns the margin under its target.
    fn margin(&mut self, (slot, who, title, terms): Side) -> Result<i32, Stop> {
        let (rolled, _) = self.roll(slot, who, title.into(), Purpose::Stat, &terms.into())?;
        Ok(rolled.margin.unwrap_or(0))
    }
}
