//! Plays an exchange under the rules, as far as it is answered.

use crate::base::id::ExchangeId;
use crate::base::rule_switch::is_rule_off;
use crate::base::sorted_map::Map;
use crate::base::term::BarReason;
use crate::encounter::exchange::{Exchange, TableSnapshot};
use crate::encounter::refusal::Refusal;
use crate::encounter::state::State;
use crate::exchange::{
    self, Answer, CombatRules, Effect, Intent, Maneuver, Party, Progress, Ruling, Scene,
    SceneHistory, Slot,
};

/// Returns the effects that an exchange keeps as applied, which are all of them while it goes on,
/// and once it is `over` only those applied at once (spent, counted, fired).
pub(super) fn effects_to_keep(effects: &[Effect], over: bool) -> Vec<Effect> {
    let kept = effects.iter().filter(|it| !over || it.is_immediate());
    kept.cloned().collect()
}

/// Plays an exchange as far as these answers go.
pub(super) fn play_with_answers(
    state: &State,
    exchange: &Exchange,
    answers: &Map<Slot, Answer>,
    rulings: &[Ruling],
) -> Result<Progress, Refusal> {
    let combat: &dyn CombatRules = state.system.combat();
    let progress = state.with_moments(exchange, |moments| {
        exchange::play_answers(combat, moments, answers, rulings)
    });
    Ok(complete_progress(state, exchange, progress?))
}

/// Completes the progress of an exchange by the questions to targets who do not see the acting
/// combatant, and by the line that says why it came out of turn.
fn complete_progress(state: &State, exchange: &Exchange, mut progress: Progress) -> Progress {
    state.mask_unseen_attack(exchange, &mut progress);
    if let Some(line) = exchange.out_of_turn_line() {
        progress.ledger.insert(0, line);
    }
    progress
}

/// Records what an exchange reads of the table, and plays it up to its first question.
pub(in crate::encounter::decide) fn begin_exchange(
    state: &State,
    exchange: &mut Exchange,
    read: TableSnapshot,
) -> Result<Progress, Refusal> {
    let combat = state.system.combat();
    let progress = state.with_scene_of(exchange, &read, |scene| {
        let (answers, rulings) = (&exchange.answers, &exchange.rulings);
        exchange::play_answers(combat, &SceneHistory::unchanging(*scene), answers, rulings)
    })?;
    exchange.set_declared_snapshot(read);
    Ok(complete_progress(state, exchange, progress))
}

impl State {
    /// Plays an exchange as far as it is answered, on the table as it is.
    ///
    /// # Errors
    /// Returns the refusal of the rules.
    pub fn play_exchange(&self, exchange: &Exchange) -> Result<Progress, Refusal> {
        play_with_answers(self, exchange, &exchange.answers, &exchange.rulings)
    }
}

/// Returns what bars the intent of a scene from being started.
pub(in crate::encounter::decide) fn scene_bar(
    state: &State,
    scene: &Scene<'_>,
) -> Option<BarReason> {
    let bar = state.system.combat().find_bar(scene);
    bar.filter(|(_, rule)| !is_rule_off(rule.as_str()))
}

/// Finds the maneuver of an intent.
pub(in crate::encounter::decide) fn find_maneuver(
    state: &State,
    intent: &Intent,
) -> Option<&'static Maneuver> {
    active_maneuvers(state).find(|it| it.key == intent.maneuver)
}

/// Iterates over the maneuvers of the system that no test has switched off.
pub(in crate::encounter::decide) fn active_maneuvers(
    state: &State,
) -> impl Iterator<Item = &'static Maneuver> {
    let all = state.system.combat().maneuvers().iter();
    all.filter(|it| !is_rule_off(it.rule.as_str()))
}

/// Builds the exchange that follows from another; `None` if its acting party or maneuver is missing.
pub(in crate::encounter::decide) fn follow_up_exchange(
    state: &State,
    from: &Exchange,
    id: ExchangeId,
    (by, at, intent): (Party, &[Party], &Intent),
) -> Option<Exchange> {
    let mut exchange = Exchange::new(id, intent.clone());
    exchange.by = Some(from.combatant_of(by)?);
    exchange.at = at
        .iter()
        .filter_map(|party| from.combatant_of(*party))
        .collect();
    exchange.title = find_maneuver(state, intent)?.title.into();
    Some(exchange)
}
