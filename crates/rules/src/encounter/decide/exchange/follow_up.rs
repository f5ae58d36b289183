//! Events that follow a command by themselves: open exchanges computed anew, and those that the rules now bar.

use super::super::Decision;
use super::play::{effects_to_keep, find_maneuver, scene_bar};
use crate::base::id::ExchangeId;
use crate::base::term::{BarReason, RuleId};
use crate::encounter::aggregate::dry_run::DryRun;
use crate::encounter::aggregate::encounter::Encounter;
use crate::encounter::event::Event;
use crate::encounter::exchange::{Exchange, ExchangeTail};
use crate::encounter::feature::{ConsequenceTold, ExchangeReread, ExchangeWithdrawn};
use crate::encounter::refusal::Refusal;
use crate::encounter::state::State;
use crate::exchange::Progress;
use crate::messages::{Wording, encounter as msg};

impl Decision<'_> {
    /// Brings the question of an open exchange, and the sums up to there, to the progress `by_now`
    /// that the rules find on the table as it is. Returns no event if nothing differs.
    pub(super) fn recompute(
        &self,
        state: &Encounter,
        exchange: &Exchange,
        by_now: Result<Progress, Refusal>,
    ) -> Result<Vec<Event>, Refusal> {
        let Ok(progress) = by_now else {
            return Ok(Vec::new());
        };
        if is_current(exchange, &progress) {
            return Ok(Vec::new());
        }
        let over = progress.next.is_none();
        let unharmed = match over {
            true => state.unharmed_notices(exchange, &progress.effects),
            false => Vec::new(),
        };
        let (all, upshots) = (progress.effects, progress.upshots);
        let effects = exchange.pending_effects(all.clone());
        let before = exchange.tail_since(&progress.ledger);
        let lines = progress.ledger.get(usize::from(before.kept)..);
        let after = ExchangeTail {
            lines: lines.unwrap_or_default().to_vec(),
            next: progress.next,
            landed: effects_to_keep(&effects, over),
            ..before.clone()
        };
        let reread = Event::ExchangeReread(ExchangeReread {
            id: exchange.id,
            before: Box::new(before),
            after: Box::new(after),
        });
        let landed = (&*effects, &*all, &*upshots);
        let mut events = self.apply_effects(state, exchange, reread, landed)?;
        events.extend(unharmed);
        Ok(events)
    }

    /// Adds the events that follow from those of a command by themselves. Every open exchange is
    /// computed anew, and combatants of one moment are spared only until that moment ends. An
    /// action that the rules now bar before its first die is called off.
    pub(in crate::encounter::decide) fn with_follow_ups(
        &self,
        events: Vec<Event>,
    ) -> Result<Vec<Event>, Refusal> {
        let begins = |event: &Event| {
            matches!(
                event,
                Event::ExchangeDeclared(_)
                    | Event::Spared(_)
                    | Event::Undone { .. }
                    | Event::Redone { .. }
            )
        };
        let open = self.state.exchanges.iter().any(|it| !it.is_over());
        if !open && self.state.spared.is_empty() && !events.iter().any(begins) {
            return Ok(events);
        }
        let back_or_forth = matches!(
            events.first(),
            Some(Event::Undone { .. } | Event::Redone { .. })
        );
        let decided = events.len();
        let mut trial = DryRun::new(self.state);
        trial.extend(events);
        let (now, events) = trial.encounter_and_events();
        let moments = self.update_spared(events, now);
        trial.extend(moments);
        let ids: Vec<ExchangeId> = trial.encounter().exchanges.iter().map(|it| it.id).collect();
        // The outcome of one exchange can change what the others read, so repeat until stable.
        for _ in 0..=ids.len() {
            let before = trial.len();
            for id in &ids {
                let now = trial.encounter();
                let Some(open) = now.exchange(*id).filter(|it| !it.is_over()) else {
                    continue;
                };
                let by_now = now.play_exchange(open);
                if !back_or_forth && self.is_unaffected(open, &by_now) {
                    continue;
                }
                let barred = || self.new_bar(now, open, &by_now);
                let more = match (!back_or_forth).then(barred).flatten() {
                    Some((why, rule)) => self.call_off(now, open, why, rule)?,
                    None => self.recompute(now, open, by_now)?,
                };
                // Undo and redo end no exchange by themselves.
                if back_or_forth && !more.iter().all(Event::is_automatic) {
                    continue;
                }
                trial.extend(more);
            }
            if trial.len() == before {
                break;
            }
        }
        let mut events = trial.into_events();
        if back_or_forth {
            let follows = events.split_off(decided);
            if let Some(Event::Undone { events, .. } | Event::Redone { events, .. }) =
                events.first_mut()
            {
                events.extend(follows);
            }
        }
        Ok(events)
    }

    /// Whether an open exchange differs from `by_now`, its progress by the rules, but did so before
    /// the command, too. Undo leaves it like that where it would end otherwise, and it stays so
    /// until something that it depends on changes: a command in secret must not be what ends it.
    fn is_unaffected(&self, exchange: &Exchange, by_now: &Result<Progress, Refusal>) -> bool {
        let Ok(now) = by_now else {
            return false;
        };
        let before = self.state.exchange(exchange.id);
        !is_current(exchange, now)
            && before.is_some_and(|before| {
                let played = self.state.play_exchange(before);
                played.is_ok_and(|was| was.next == now.next && was.ledger == now.ledger)
            })
    }

    /// Returns why the rules now bar an open exchange before its first die, though they did not
    /// before the command; `by_now` is its progress, or the refusal, by the rules as of now.
    fn new_bar(
        &self,
        state: &Encounter,
        exchange: &Exchange,
        by_now: &Result<Progress, Refusal>,
    ) -> Option<BarReason> {
        let before = self.state.exchange(exchange.id)?;
        if exchange.has_roll_answer() {
            return None;
        }
        let why = exchange_bar(state, exchange, by_now)?;
        let played = self.state.play_exchange(before);
        exchange_bar(self.state, before, &played)
            .is_none()
            .then_some(why)
    }

    /// Withdraws an exchange that the rules now bar, and refunds its cost.
    fn call_off(
        &self,
        state: &Encounter,
        exchange: &Exchange,
        why: Wording,
        rule: RuleId,
    ) -> Result<Vec<Event>, Refusal> {
        let mut events = vec![Event::Told(ConsequenceTold {
            id: exchange.by,
            words: msg::wordings::does_not_go_through_with(why),
            rule,
            exchange: exchange.id,
            felt: false,
        })];
        events.extend(
            self.with_state(state)
                .revert_effects(exchange, &exchange.landed)?,
        );
        events.push(Event::ExchangeWithdrawn(ExchangeWithdrawn {
            exchange: Box::new(exchange.clone()),
        }));
        Ok(events)
    }
}

/// Whether an exchange is as the rules would have it now.
fn is_current(exchange: &Exchange, progress: &Progress) -> bool {
    progress.next == exchange.next && progress.ledger == exchange.ledger
}

/// Returns why the rules bar an exchange or, as `played` says, refused to go on with it.
fn exchange_bar(
    state: &State,
    exchange: &Exchange,
    played: &Result<Progress, Refusal>,
) -> Option<BarReason> {
    let maneuver = find_maneuver(state, &exchange.intent)?;
    let bar = state.with_scene(exchange, |scene| scene_bar(state, scene));
    bar.or_else(|| match played {
        Err(Refusal::Chat(why)) => Some((why.text.clone(), maneuver.rule.clone())),
        Ok(_) | Err(_) => None,
    })
}
