//! The first roll of an exchange: what the acting party would roll, with the first open option wherever one is chosen
//! before.

use super::CombatRules;
use super::pending_roll::{CompletedRoll, PendingRoll, RollBenefit};
use super::play::{AnswerSource, ChoiceOption, ExchangeStep, Play, Stop};
use super::scene::{Scene, SceneHistory};
use super::slot::{Party, Slot};

/// Returns what the acting party of a scene would roll; `None` if another party rolls before, or nobody does.
#[must_use]
pub fn first_own_roll(combat: &dyn CombatRules, scene: &Scene<'_>) -> Option<PendingRoll> {
    let moments = SceneHistory::unchanging(*scene);
    let mut source = FirstRoll(None);
    let mut play = Play::new(&mut source, &[], &moments);
    // It stops at the roll that is looked for.
    _ = combat.resolve(scene, &mut play);
    source.0
}

/// Answer source that stops at the first roll and keeps it if the acting party makes it.
struct FirstRoll(Option<PendingRoll>);

impl AnswerSource for FirstRoll {
    fn choose(&mut self, _: &ExchangeStep, options: &[ChoiceOption]) -> Result<String, Stop> {
        let mut open = options.iter().filter(|option| option.barred.is_none());
        let taken = open.next().or(options.first());
        Ok(taken.map_or_else(String::new, |option| option.key.to_string()))
    }

    fn number(&mut self, _: &ExchangeStep, (least, _): (i32, i32)) -> Result<i32, Stop> {
        Ok(least)
    }

    fn roll(
        &mut self,
        slot: &Slot,
        by: Party,
        buys: &[RollBenefit],
        check: &dyn Fn(&[String]) -> PendingRoll,
    ) -> Result<CompletedRoll, Stop> {
        let check = check(&[]);
        if by == Party::Actor && self.0.is_none() {
            self.0 = Some(check.clone());
        }
        Err(Stop::Asks(Box::new(ExchangeStep::Roll {
            slot: slot.clone(),
            by,
            check,
            buys: buys.to_vec(),
        })))
    }
}
