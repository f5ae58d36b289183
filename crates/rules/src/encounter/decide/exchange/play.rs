//! Plays an exchange under the rules, as far as it is answered.

use crate::encounter::exchange::{Exchange, Read};
use crate::encounter::refusal::Refusal;
use crate::encounter::state::State;
use crate::exchange::{
    self, Answer, Combat, Effect, Intent, Maneuver, Moments, Party, Progress, Ruling, Scene, Slot,
};
use crate::id::ExchangeId;
use crate::sorted::Map;
use crate::switch::is_off;
use crate::term::Bar;

/// Filters the effects that an exchange keeps as applied: all of them while it goes on, and once it is over only those
/// applied at once (spent, counted, fired).
pub(super) fn kept(effects: &[Effect], over: bool) -> Vec<Effect> {
    let kept = effects.iter().filter(|it| !over || it.is_immediate());
    kept.cloned().collect()
}

/// Plays an exchange as far as these answers go.
pub(super) fn played(
    state: &State,
    exchange: &Exchange,
    answers: &Map<Slot, Answer>,
    rulings: &[Ruling],
) -> Result<Progress, Refusal> {
    let combat: &dyn Combat = state.system.combat();
    let progress = state.stage_all(exchange, |moments| {
        exchange::step(combat, moments, answers, rulings)
    });
    Ok(completed(state, exchange, progress?))
}

/// Completes the progress of an exchange: adds the questions to targets who do not see the acting combatant, and the
/// line that says why it came out of turn.
fn completed(state: &State, exchange: &Exchange, mut progress: Progress) -> Progress {
    state.veil_unseen(exchange, &mut progress);
    if let Some(line) = exchange.overruled_line() {
        progress.ledger.insert(0, line);
    }
    progress
}

/// Records what an exchange reads of the table, and plays it up to its first question.
pub(in crate::encounter::decide) fn begin(
    state: &State,
    exchange: &mut Exchange,
    read: Read,
) -> Result<Progress, Refusal> {
    let combat = state.system.combat();
    let progress = state.stage_read(exchange, &read, |scene| {
        let (answers, rulings) = (&exchange.answers, &exchange.rulings);
        exchange::step(combat, &Moments::only(*scene), answers, rulings)
    })?;
    exchange.declare(read);
    Ok(completed(state, exchange, progress))
}

impl State {
    /// Plays an exchange as far as it is answered, on the table as it is.
    ///
    /// # Errors
    /// Returns the refusal of the rules.
    pub fn play_exchange(&self, exchange: &Exchange) -> Result<Progress, Refusal> {
        played(self, exchange, &exchange.answers, &exchange.rulings)
    }
}

/// Returns what bars the intent of a scene from being started.
pub(in crate::encounter::decide) fn bar_of(state: &State, scene: &Scene<'_>) -> Option<Bar> {
    let bar = state.system.combat().barred(scene);
    bar.filter(|(_, rule)| !is_off(rule.as_str()))
}

/// Finds the maneuver of an intent.
pub(in crate::encounter::decide) fn maneuver_of(
    state: &State,
    intent: &Intent,
) -> Option<&'static Maneuver> {
    maneuvers(state).find(|it| it.key == intent.maneuver)
}

/// Iterates over the maneuvers of the system that no test has switched off.
pub(in crate::encounter::decide) fn maneuvers(
    state: &State,
) -> impl Iterator<Item = &'static Maneuver> {
    let all = state.system.combat().maneuvers().iter();
    all.filter(|it| !is_off(it.rule.as_str()))
}

/// Builds the exchange that follows from another; `None` if its acting party or maneuver is missing.
pub(in crate::encounter::decide) fn follow(
    state: &State,
    from: &Exchange,
    id: ExchangeId,
    (by, at, intent): (Party, &[Party], &Intent),
) -> Option<Exchange> {
    let mut exchange = Exchange::new(id, intent.clone());
    exchange.by = Some(from.party(by)?);
    exchange.at = at.iter().filter_map(|party| from.party(*party)).collect();
    exchange.title = maneuver_of(state, intent)?.title.into();
    Some(exchange)
}
