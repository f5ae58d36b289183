//! Undo rules that a single event cannot answer, because they depend on the other events of the same command.

use crate::base::id::{CombatantId, ExchangeId};
use crate::encounter::event::{Event, Record};
use crate::encounter::exchange::ExchangeInput;
use crate::encounter::feature::{ExchangeMoved, Intended, Proposed, Refreshed};
use crate::encounter::state::State;
use crate::encounter::state::proposal::ProposalStatus;
use crate::encounter::viewer::Viewer;
use crate::exchange::Answer;

/// Merges consecutive events that changed the same thing.
pub(super) fn coalesce_events<'a>(events: impl Iterator<Item = &'a Event>) -> Vec<Event> {
    let mut all: Vec<Event> = Vec::new();
    for event in events {
        if !all.iter_mut().any(|before| before.coalesce(event)) {
            all.push(event.clone());
        }
    }
    all
}

/// Whether the result of an event has not been changed since, as far as this viewer knows. `deed` is all events
/// of the action.
pub(super) fn still_holds(state: &State, viewer: Viewer, event: &Event, deed: &[Event]) -> bool {
    match event {
        // An exchange that ended because a combatant was removed comes back with that combatant.
        Event::ExchangeWithdrawn(withdrawn) => {
            let left = |id| deed.iter().any(|event| removes_combatant(event, id));
            withdrawn.can_come_back(state, viewer, left)
        }
        event => event.still_holds(state, viewer) || is_reset_in_secret(state, viewer, event, deed),
    }
}

/// Whether an event reset what was set between a combatant who moved in the scene and one whom this viewer does not
/// see, which is no reason to keep the move from being undone.
fn is_reset_in_secret(state: &State, viewer: Viewer, event: &Event, deed: &[Event]) -> bool {
    let Event::Situated(set) = event else {
        return false;
    };
    let known = |id| state.known_combatant(viewer, id).is_some();
    let moves = |event: &Event| matches!(event, Event::Relocated(_));
    let open = viewer.sees_hidden() || known(set.from) && known(set.to);
    !open && deed.iter().any(moves)
}

/// Whether the state is as it was before an event, as far as this viewer knows. `deed` is all events of the action.
pub(super) fn is_reverted(state: &State, viewer: Viewer, event: &Event, deed: &[Event]) -> bool {
    match event {
        event if is_reset_in_secret(state, viewer, event, deed) => true,
        Event::Removed(removed) => state
            .known_combatant(viewer, removed.combatant.id)
            .is_some(),
        // An exchange that did not come back, or that players do not see, is no reason to refuse.
        Event::ExchangeWithdrawn(withdrawn) => state
            .known_exchange(viewer, withdrawn.exchange.id)
            .is_none_or(|now| now.step_count() == withdrawn.exchange.step_count()),
        event => event
            .inverse()
            .is_none_or(|inverse| inverse.still_holds(state, viewer)),
    }
}

/// Whether an event carries enough to be inverted. A step back of earlier releases does not store the questions
/// before it, and an exchange that goes a step back always has questions.
pub(super) fn is_reversible(event: &Event) -> bool {
    match event {
        Event::ExchangeMoved(moved) => !moved.back || moved.advance.next.is_some(),
        _ => true,
    }
}

/// Whether an event removed a combatant from the encounter.
fn removes_combatant(event: &Event, id: CombatantId) -> bool {
    matches!(event, Event::Removed(removed) if removed.combatant.id == id)
}

/// Thing that several events of one action may change in turn. Only the last of them still holds after the action, and
/// only the first is reverted before it.
#[derive(PartialEq, Eq)]
enum Subject {
    /// An exchange that advances several steps.
    Exchange(ExchangeId),
    /// Plan and timing of a combatant who waits, cuts in, and whose turn or round begins anew.
    Intent(CombatantId),
}

/// Returns the thing that an event shares with other events of its action; `None` if it shares none.
fn subject_of(event: &Event) -> Option<Subject> {
    match event {
        Event::ExchangeMoved(moved) => Some(Subject::Exchange(moved.id)),
        Event::Intended(Intended { id, .. }) | Event::Refreshed(Refreshed { id, .. }) => {
            Some(Subject::Intent(*id))
        }
        _ => None,
    }
}

/// Whether an event changed a thing that one of the others changed, too.
pub(super) fn shares_subject(event: &Event, others: &[Event]) -> bool {
    let subject = subject_of(event);
    subject.is_some() && others.iter().any(|other| subject_of(other) == subject)
}

/// Whether a player may undo these events of a record of theirs.
pub(super) fn can_player_undo(state: &State, record: &Record, events: &[Event]) -> bool {
    let hidden = |id| state.combatants.get(&id).is_some_and(|who| who.hidden);
    let answers = is_single_answer(&record.events);
    let is_a_players = |event: &Event| match event {
        // The end of an exchange that players do not see is irrelevant to them.
        Event::ExchangeWithdrawn(withdrawn) => withdrawn.exchange.parties().any(hidden),
        // Other players' proposals go with a combatant, and its owner does not learn of them.
        Event::Proposed(Proposed { fate, .. }) => *fate == ProposalStatus::Gone,
        event => event.can_be_undone_by_players() || (answers && can_follow_answer(event)),
    };
    events.iter().all(is_a_players)
}

/// Whether events are those of a single answer without dice. Its owner may take it back until dice fall, even
/// where it ended the exchange.
fn is_single_answer(events: &[Event]) -> bool {
    let mut inputs = events.iter().filter_map(|event| match event {
        Event::ExchangeMoved(moved) => Some(&moved.advance.input),
        _ => None,
    });
    let rolled = |input: &ExchangeInput| {
        matches!(
            input,
            ExchangeInput::Ruling(_) | ExchangeInput::Answer(_, Answer::Rolled { .. })
        )
    };
    let first = inputs.next();
    first.is_some_and(|input| !rolled(input)) && inputs.next().is_none()
}

/// Whether an event can follow from an answer in an exchange.
const fn can_follow_answer(event: &Event) -> bool {
    matches!(
        event,
        Event::ExchangeMoved(ExchangeMoved { back: false, .. })
            | Event::ExchangeDeclared(_)
            | Event::Counted(_)
    )
}

/// Whether all that can be undone of a record with dice is what these brought, such as clocks that
/// filled or the consequences of an asked roll; `lasting` are its events that can be inverted.
pub(super) fn brought_only(record: &[Event], lasting: &[Event]) -> bool {
    let asked = record
        .iter()
        .any(|event| matches!(event, Event::AskRolled(_)));
    let fills = matches!(lasting.first(), Some(Event::ClockChanged(_)));
    let brings = fills || asked && lasting.first().is_some_and(Event::can_follow_roll);
    brings && record.iter().any(rolls_dice)
}

/// Whether dice fell with an event, outside of exchanges.
pub(super) const fn rolls_dice(event: &Event) -> bool {
    matches!(event, Event::Rolled(_) | Event::Aborted(_))
}

/// Whether an event serves the dice proof or safety and is therefore no action of anybody.
pub(super) const fn is_nobodys_event(event: &Event) -> bool {
    matches!(
        event,
        Event::Dice(_) | Event::SafetyCalled(_) | Event::BoundariesSet(_)
    )
}

/// Whether an event is an undo or a redo.
pub(super) const fn is_undo_or_redo(event: &Event) -> bool {
    matches!(event, Event::Undone { .. } | Event::Redone { .. })
}
