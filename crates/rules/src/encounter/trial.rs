//! The table as it would be by now, while a decision collects its events one after the other.

use std::borrow::Cow;

use super::encounter::Encounter;
use super::event::Event;

/// Events that would happen, and the encounter in which they have. Whatever is kept is applied: on a copy, which is
/// made when somebody asks.
pub(super) struct Trial<'a> {
    now: Cow<'a, Encounter>,
    events: Vec<Event>,
    /// How many of the events `now` holds.
    applied: usize,
}

impl<'a> Trial<'a> {
    /// A trial that begins on this table.
    pub(super) const fn on(state: &'a Encounter) -> Self {
        Self {
            now: Cow::Borrowed(state),
            events: Vec::new(),
            applied: 0,
        }
    }

    /// A trial that begins on this table once these events have happened.
    pub(super) fn after(state: &'a Encounter, events: &[Event]) -> Self {
        let mut trial = Self::on(state);
        let now = trial.now.to_mut();
        events.iter().for_each(|event| event.apply(&mut now.state));
        trial
    }

    /// Keeps an event.
    pub(super) fn push(&mut self, event: Event) {
        self.events.push(event);
    }

    /// Keeps events, in their order.
    pub(super) fn extend<E: Into<Event>>(&mut self, events: impl IntoIterator<Item = E>) {
        self.events.extend(events.into_iter().map(Into::into));
    }

    /// The encounter after all events kept so far.
    pub(super) fn now(&mut self) -> &Encounter {
        let new = self.events.get(self.applied..).unwrap_or_default();
        if !new.is_empty() {
            let now = self.now.to_mut();
            new.iter().for_each(|event| event.apply(&mut now.state));
            self.applied = self.events.len();
        }
        &self.now
    }

    /// The encounter after all events kept so far, and those.
    pub(super) fn now_and_events(&mut self) -> (&Encounter, &[Event]) {
        self.now();
        (&self.now, &self.events)
    }

    /// Whether nothing is kept yet.
    pub(super) const fn is_empty(&self) -> bool {
        self.events.is_empty()
    }

    /// How many events are kept.
    pub(super) const fn len(&self) -> usize {
        self.events.len()
    }

    /// All events, in their order.
    pub(super) fn into_events(self) -> Vec<Event> {
        self.events
    }
}
