//! The best other place to act from: where the scene leaves the acting combatant a better first roll.

use crate::base::id::{CombatantId, ExchangeId, LocationId};
use crate::base::late::Late;
use crate::base::roll::Grade;
use crate::encounter::aggregate::dry_run::DryRun;
use crate::encounter::combatant::Combatant;
use crate::encounter::command::{Declaration, SceneDestination};
use crate::encounter::decide::Decision;
use crate::encounter::exchange::Exchange;
use crate::encounter::question::Reply;
use crate::encounter::refusal::Refusal;
use crate::exchange::{Intent, PendingRoll, Scene, first_own_roll};
use crate::messages::Wording;
use crate::space::{SceneReading, Vantage, Way};

/// Least gain in the chance of a success for which a place is named.
const LEAST_GAIN: f64 = 0.005;

/// Prospect of the acting combatant of an exchange from where it stands.
struct Prospect {
    /// The roll that the action begins with.
    check: PendingRoll,
    /// The probability that it succeeds.
    chance: f64,
    /// What the scene says of the acting combatant and the first target.
    readings: Vec<SceneReading>,
}

impl Decision<'_> {
    /// Finds the best other place from which to act as declared.
    pub(in crate::encounter::decide) fn vantage_of_declaration(
        &self,
        asked: &Declaration,
    ) -> Result<Reply, Refusal> {
        let asked = &*self.with_drawn(asked);
        self.resolve_parties(asked)?;
        let exchange =
            build_undeclared_exchange(asked.by, (&asked.at, &asked.others), &asked.intent);
        self.state
            .with_scene(&exchange, |scene| self.check_intent(scene, asked))?;
        Ok(self.best_place(&exchange))
    }

    /// Finds the best other place from which to act in an open exchange, as if it were called off first; none once anything
    /// in it is answered or ruled.
    pub(in crate::encounter::decide) fn vantage_of_exchange(
        &self,
        id: ExchangeId,
    ) -> Result<Reply, Refusal> {
        let exchange = self.find_exchange(id)?;
        if exchange.is_over() {
            return Err(Refusal::ExchangeOver);
        }
        self.find_own_combatant(exchange.by.ok_or(Refusal::NoSuchCombatant)?)?;
        if exchange.step_count() > 0 {
            return Ok(Reply::Vantage(None));
        }
        let mut trial = DryRun::new(self.state);
        trial.extend(self.withdraw_exchange(id)?);
        let before = self.with_state(trial.encounter());
        let parties = (&exchange.at[..], &exchange.others[..]);
        Ok(before.best_place(&build_undeclared_exchange(
            exchange.by,
            parties,
            &exchange.intent,
        )))
    }

    /// Returns the best other place for an exchange as the reply to a question.
    fn best_place(&self, exchange: &Exchange) -> Reply {
        Reply::Vantage(self.find_vantage(exchange).map(Late::new))
    }

    /// Finds the place, among those that the acting combatant gets to in this turn, with the best chance at the first
    /// target, if it is better than from here. Between combatants whom players see, only what players know of counts.
    fn find_vantage(&self, exchange: &Exchange) -> Option<Vantage> {
        let state = self.state;
        let by = state.combatant(exchange.by?)?;
        let target = exchange.at.first().copied()?;
        let public = state.is_visible(by.id) && state.is_visible(target);
        let (here, _) = state.location_of(by.id, public)?;
        state.location_of(target, public)?;
        let now = self.prospect(exchange, by.id);
        let places = state.plan.locations.iter();
        let places = places.filter(|(to, place)| **to != here && !(public && place.hidden));
        let better = places.filter_map(|(to, place)| {
            let found = self.prospect_from(exchange, by, *to)?;
            let gain = now.as_ref().map_or(1.0, |now| found.1.chance - now.chance);
            (gain > LEAST_GAIN).then_some((place.slot, found))
        });
        let best = better.max_by(|(slot, (way, there)), (other_slot, (other_way, other))| {
            let cheap = |it: &Way| (it.action, it.distance.unwrap_or(u32::MAX));
            let chances = there.chance.total_cmp(&other.chance);
            let costs = (cheap(other_way), *other_slot).cmp(&(cheap(way), *slot));
            chances.then(costs)
        });
        best.map(|(_, (way, there))| Vantage {
            way,
            without: now
                .as_ref()
                .map_or_else(Vec::new, |now| now.drawbacks(&there)),
            here: now.map(|now| now.check.sum()),
            there: there.check.sum(),
        })
    }

    /// Returns the way of a combatant to a place and the prospect of an exchange from there; `None` if the combatant does
    /// not get there, or cannot act from there either.
    fn prospect_from(
        &self,
        exchange: &Exchange,
        by: &Combatant,
        to: LocationId,
    ) -> Option<(Way, Prospect)> {
        let way = self.way_to(by, to).ok()?;
        let step = self.plan_step(by, SceneDestination::Place(to)).ok();
        let step = step.filter(|_| way.barred.is_none())?;
        let mut trial = DryRun::new(self.state);
        trial.extend(self.step_events(by.id, &step, false));
        let there = self.with_state(trial.encounter());
        Some((way, there.prospect(exchange, by.id)?))
    }

    /// Returns the prospect of an exchange from where its acting combatant is; `None` if the scene bars it there.
    fn prospect(&self, exchange: &Exchange, by: CombatantId) -> Option<Prospect> {
        let combat = self.state.system.combat();
        self.state.with_scene(exchange, |scene: &Scene<'_>| {
            if self.places_bar(scene, by, &exchange.at).is_some() {
                return None;
            }
            let check = first_own_roll(combat, scene)?;
            let outcomes = combat.distribution(check.sum(), &check.reading, scene.house);
            let succeeds = |grade: Grade| matches!(grade, Grade::Success | Grade::Exceptional);
            let chance = outcomes.iter().filter(|(rolled, _)| succeeds(rolled.grade));
            let readings = scene.separation(0).map(|between| between.readings.clone());
            Some(Prospect {
                chance: chance.map(|(_, chance)| chance).sum(),
                check,
                readings: readings.unwrap_or_default(),
            })
        })
    }
}

/// Returns the exchange that a declaration would begin, before the rules have looked at it.
fn build_undeclared_exchange(
    by: Option<CombatantId>,
    (at, others): (&[CombatantId], &[CombatantId]),
    intent: &Intent,
) -> Exchange {
    let mut exchange = Exchange::new(ExchangeId::FIRST, intent.clone());
    exchange.by = by;
    exchange.at = at.to_vec();
    exchange.others = others.to_vec();
    exchange
}

impl Prospect {
    /// Returns the penalties that the scene puts on the roll from here and not from the other place
    /// `there`, in words; without such a penalty, what else the scene says here and not there.
    fn drawbacks(&self, there: &Self) -> Vec<Wording> {
        let remains = |label: &Wording| there.check.terms.iter().any(|term| term.label == *label);
        let terms = self.check.terms.iter();
        let lost = terms.filter(|term| term.from_scene && term.value < 0 && !remains(&term.label));
        let lost: Vec<Wording> = lost.map(|term| term.label.clone()).collect();
        if !lost.is_empty() {
            return lost;
        }
        let differs =
            |read: &&SceneReading| read.value != read.without && !there.readings.contains(read);
        let read = self.readings.iter().filter(differs);
        read.map(|read| read.words.clone()).collect()
    }
}
