//! Several events that changed the same thing one after the other, as one.

use crate::encounter::event::Event;

/// The events of a record, where several that changed the same thing one after the other are one:
/// so whether it is still so is asked of the last, and what it was before of the first.
pub(super) fn joined<'a>(events: impl Iterator<Item = &'a Event>) -> Vec<Event> {
    let mut joined: Vec<Event> = Vec::new();
    for event in events {
        if !joined.iter_mut().any(|before| goes_on(before, event)) {
            joined.push(event.clone());
        }
    }
    joined
}

/// Whether an event changed again what the one before changed; then that one takes it in.
fn goes_on(before: &mut Event, event: &Event) -> bool {
    match (before, event) {
        (
            Event::Spent {
                id, pool, after, ..
            },
            Event::Spent {
                id: whose,
                pool: of,
                before,
                after: now,
                ..
            },
        ) if id == whose && pool == of && after == before => *after = *now,
        (
            Event::ItemChanged {
                id,
                item,
                key,
                after,
                ..
            },
            Event::ItemChanged {
                id: whose,
                item: which,
                key: of,
                before,
                after: now,
                ..
            },
        ) if (&*id, &*item, &*key, &*after) == (whose, which, of, before) => *after = *now,
        (
            Event::TurnChanged {
                after,
                public_after,
                ..
            },
            Event::TurnChanged {
                before,
                public_before,
                after: now,
                public_after: known,
                ..
            },
        ) if (&*after, &*public_after) == (before, public_before) => {
            (*after, *public_after) = (*now, *known);
        }
        (
            Event::Refreshed { id, after, .. },
            Event::Refreshed {
                id: whose,
                before,
                after: now,
            },
        ) if id == whose && after == before => after.clone_from(now),
        (
            Event::DueChanged { id, after, .. },
            Event::DueChanged {
                id: whose,
                before,
                after: now,
                ..
            },
        ) if id == whose && after == before => after.clone_from(now),
        (
            Event::Carried {
                id, item, after, ..
            },
            Event::Carried {
                id: whose,
                item: which,
                before,
                after: now,
            },
        ) if (&*id, &*item, &*after) == (whose, which, before) => *after = *now,
        (
            Event::Conditioned { id, key, after, .. },
            Event::Conditioned {
                id: whose,
                key: of,
                before,
                after: now,
            },
        ) if (&*id, &*key, &*after) == (whose, of, before) => *after = *now,
        (
            Event::Harmed { id, after, .. },
            Event::Harmed {
                id: whose,
                before,
                after: now,
                ..
            },
        ) if id == whose && after == before => *after = *now,
        (
            Event::Held {
                by, on, key, after, ..
            },
            Event::Held {
                by: who,
                on: whom,
                key: of,
                before,
                after: now,
                ..
            },
        ) if (&*by, &*on, &*key, &*after) == (who, whom, of, before) => *after = *now,
        (
            Event::Situated {
                from,
                to,
                key,
                after,
                ..
            },
            Event::Situated {
                from: who,
                to: whom,
                key: of,
                before,
                after: now,
                ..
            },
        ) if (&*from, &*to, &*key, &*after) == (who, whom, of, before) => *after = *now,
        (
            Event::Covered { cover, after, .. },
            Event::Covered {
                cover: which,
                before,
                after: now,
            },
        ) if (&*cover, &*after) == (which, before) => after.clone_from(now),
        _ => return false,
    }
    true
}
