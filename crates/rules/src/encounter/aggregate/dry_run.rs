//! Dry run of events on a copy of an encounter, while a decision collects its events.

use std::borrow::Cow;

use super::encounter::Encounter;
use crate::encounter::event::Event;

/// Trial run that collects events and shows the encounter after them, without changing the real
/// one. The encounter is copied, and the events are applied to the copy, only when it is asked for.
pub(in crate::encounter) struct DryRun<'a> {
    /// The encounter after the first `applied` events.
    now: Cow<'a, Encounter>,
    /// The events collected so far.
    events: Vec<Event>,
    /// Number of events applied to `now`.
    applied: usize,
}

impl<'a> DryRun<'a> {
    /// Creates a dry run that starts from this encounter.
    pub(in crate::encounter) const fn new(state: &'a Encounter) -> Self {
        Self {
            now: Cow::Borrowed(state),
            events: Vec::new(),
            applied: 0,
        }
    }

    /// Creates a dry run that starts from this encounter with these events applied.
    pub(in crate::encounter) fn with_applied(state: &'a Encounter, events: &[Event]) -> Self {
        let mut trial = Self::new(state);
        let now = trial.now.to_mut();
        events.iter().for_each(|event| event.apply(&mut now.state));
        trial
    }

    /// Adds an event to the run.
    pub(in crate::encounter) fn push(&mut self, event: Event) {
        self.events.push(event);
    }

    /// Adds several events to the trial, in order.
    pub(in crate::encounter) fn extend<E: Into<Event>>(
        &mut self,
        events: impl IntoIterator<Item = E>,
    ) {
        self.events.extend(events.into_iter().map(Into::into));
    }

    /// Returns the encounter after all events so far.
    pub(in crate::encounter) fn encounter(&mut self) -> &Encounter {
        let new = self.events.get(self.applied..).unwrap_or_default();
        if !new.is_empty() {
            let now = self.now.to_mut();
            new.iter().for_each(|event| event.apply(&mut now.state));
            self.applied = self.events.len();
        }
        &self.now
    }

    /// Returns the encounter after all events so far, together with the events.
    pub(in crate::encounter) fn encounter_and_events(&mut self) -> (&Encounter, &[Event]) {
        self.encounter();
        (&self.now, &self.events)
    }

    /// Whether no event has been added.
    pub(in crate::encounter) const fn is_empty(&self) -> bool {
        self.events.is_empty()
    }

    /// Returns the number of events so far.
    pub(in crate::encounter) const fn len(&self) -> usize {
        self.events.len()
    }

    /// Returns all events of the trial in order, for the decision.
    pub(in crate::encounter) fn into_events(self) -> Vec<Event> {
        self.events
    }
}
