//! Energy that is spent on a roll, before its dice fall (TRI-EN-01, TRI-EN-02).

use crate::messages::{Wording, tristat as msg};
use std::cell::Cell;

use super::bout::Bout;
use crate::exchange::{Buy, Check, Effect, Party, Slot, Stop};
use crate::roll::{Grade, Rolled};
use crate::systems::tristat::asked::{self, ENERGY};
use crate::systems::tristat::roll::Purpose;
use crate::systems::tristat::{energy, numbers, sheet};
use crate::term::{RuleId, Term};

/// The most purchases that are offered for one roll.
const MOST: i32 = 5;

/// What is bought for the third die of a critical.
const CRITICAL: &str = "critical";

/// What can be bought for one roll.
struct Offer {
    buys: Vec<Buy>,
    /// What each purchase adds.
    bonus: i32,
    /// What is left of the pool.
    left: i32,
}

impl Offer {
    /// How often this was bought of what can be.
    fn count(&self, bought: &[String], critical: bool) -> i32 {
        let open = self.buys.iter().filter(|buy| buy.barred.is_none());
        let open = open.filter(|buy| (buy.key == CRITICAL) == critical);
        let taken = open.filter(|buy| bought.iter().any(|key| buy.key == key.as_str()));
        i32::try_from(taken.count()).unwrap_or(0)
    }
}

impl Bout<'_, '_, '_> {
    /// What a party can buy for a roll of theirs.
    fn offer(&self, who: Party, purpose: Purpose) -> Offer {
        let mut offer = Offer {
            buys: Vec::new(),
            bonus: 0,
            left: 0,
        };
        let Some(fighter) = self.scene.party(who) else {
            return offer;
        };
        let Some(pool) = fighter.pools.get(ENERGY) else {
            return offer;
        };
        let left = pool.saturating_sub(self.paid.get(&who).copied().unwrap_or(0));
        offer.left = left;
        let focus = sheet::focus(fighter.sheet);
        let price = |time: i32| time.saturating_mul(numbers::ENERGY_COST);
        let buy = |key: String, title: Wording, barred: Option<Wording>| Buy {
            key: key.into(),
            title,
            rule: RuleId::new("TRI-EN-01"),
            cost: Some((ENERGY.into(), numbers::ENERGY_COST)),
            barred,
        };
        let cost = numbers::ENERGY_COST;
        for time in 0..self.settings.energy_per_roll.min(MOST) {
            let left = left.saturating_sub(price(time));
            let (key, barred) = match energy::spend(left, focus, time, &self.settings) {
                Ok(bought) => {
                    offer.bonus = bought.bonus;
                    (time, None)
                }
                Err(why) => (time, Some(Wording::verbatim(why.to_string()))),
            };
            let key = match key {
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
            offer.buys.push(Buy {
                cost: None,
                ..critical
            });
        }
        offer
    }

    /// Asks a party to roll two dice, with what Energy buys for them. The terms get the bonus.
    /// The second number is what was bought for the third die of a critical.
    pub(super) fn roll(
        &mut self,
        slot: Slot,
        who: Party,
        title: Wording,
        purpose: Purpose,
        terms: &dyn Fn(i32) -> Vec<Term>,
    ) -> Result<(Rolled, i32), Stop> {
        let offer = self.offer(who, purpose);
        let taken = Cell::new((0, 0));
        let rolled = self.play.roll_buying(slot, who, &offer.buys, |bought| {
            let plain = offer.count(bought, false);
            taken.set((plain, offer.count(bought, true)));
            let terms = energy::told(terms(plain.saturating_mul(offer.bonus)), plain);
            Check::new(title.clone(), terms, asked::reading(purpose))
        })?;
        self.reread();
        let (plain, critical) = taken.get();
        let price = |times: i32| times.saturating_mul(numbers::ENERGY_COST);
        let critical = match rolled.grade {
            Grade::Exceptional if price(plain.saturating_add(critical)) <= offer.left => critical,
            _ => 0,
        };
        if critical > 0 {
            self.play.effect(Effect::Spend {
                who,
                pool: ENERGY.into(),
                points: price(critical),
            });
        }
        let paid = self.paid.entry(who).or_insert(0);
        *paid = paid.saturating_add(price(plain.saturating_add(critical)));
        Ok((rolled, critical.saturating_mul(offer.bonus)))
    }
}
