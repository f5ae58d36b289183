//! What was done and can be taken back, what was taken back and can be brought back.
//!
//! The unit is what a line of the log tells: one command, or all clicks of one gesture.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use super::event::Event;
use super::feature::{
    Added, Counted, ExchangeDeclared, ExchangeWithdrawn, Marked, Moved, Refreshed, Removed, Veiled,
};
use super::limits::{MAX_GESTURE, UNDO_DEPTH};
use crate::id::{CombatantId, CommandId};
use crate::seat::Actor;
use crate::shared::Shared;
use crate::track::Track;

/// What one line of the log tells of, kept so that it can be taken back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Deed {
    /// Its number among all deeds: later ones have greater numbers.
    no: u64,
    /// The commands, oldest first: one, or the clicks of a gesture.
    commands: Vec<CommandId>,
    pub(crate) by: Actor,
    /// The events that can be turned round, as they happened; those of a gesture as one.
    pub(crate) events: Vec<Event>,
    /// The numbers of the log entries that tell of it.
    pub(crate) entries: Vec<u32>,
    /// Whether it is a player's, who may take it back themselves.
    pub(crate) own: bool,
    /// Whether the storyteller's list has forgotten it: only the player who did it takes it
    /// back.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) beyond: bool,
}

impl Deed {
    /// What one command did.
    pub(crate) fn new(command: CommandId, by: Actor, events: Vec<Event>) -> Self {
        Self {
            no: 0,
            commands: vec![command],
            by,
            events,
            entries: Vec::new(),
            own: false,
            beyond: false,
        }
    }

    /// It with the log entries that tell of it; `own` when it is a player's to take back.
    pub(crate) fn told(self, entries: Vec<u32>, own: bool) -> Self {
        Self {
            entries,
            own,
            ..self
        }
    }

    /// The newest of its commands, by which a record names it.
    pub(crate) fn command(&self) -> CommandId {
        self.commands.last().copied().unwrap_or(CommandId(0))
    }

    /// Whether it is several clicks.
    pub(crate) const fn is_gesture(&self) -> bool {
        self.commands.len() > 1
    }

    /// Forgets one click of a gesture, taken back by itself, with the track before it.
    fn lose(&mut self, command: CommandId, before: Option<&Event>) {
        self.commands.retain(|other| *other != command);
        if let (
            [Event::Marked(Marked { after, .. }), ..],
            Some(Event::Marked(Marked { after: left, .. })),
        ) = (&mut self.events[..], before)
        {
            *after = *left;
        }
    }
}

/// A deed that was taken back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct TakenBack {
    pub(crate) deed: Deed,
    /// What taking it back did.
    back: Vec<Event>,
    /// Whether those who run the table can bring it back.
    pub(crate) for_all: bool,
    /// Whether the player whose it is, having taken it back themselves, can.
    pub(crate) for_own: bool,
}

impl TakenBack {
    /// What happens when it is brought back: what taking it back took away comes again as it
    /// was by then.
    pub(crate) fn again(&self) -> Vec<Event> {
        let moves = |of: &CombatantId| {
            let is_one = |done: &&Event| matches!(done, Event::Moved(Moved { id, .. }) if id == of);
            self.deed.events.iter().filter(is_one).count()
        };
        let counts = |of: (&CombatantId, &String)| {
            let is_one = |done: &&Event| matches!(done, Event::Counted(Counted { id, key, .. }) if (id, key) == of);
            self.deed.events.iter().filter(is_one).count()
        };
        let taken = |back: &Event, done: &Event| match (back, done) {
            (
                Event::Removed(Removed {
                    combatant: away, ..
                }),
                Event::Added(Added { combatant, .. }),
            ) => away.id == combatant.id,
            (
                Event::Refreshed(Refreshed { id: of, .. }),
                Event::Refreshed(Refreshed { id, .. }),
            ) => of == id,
            (Event::Moved(Moved { id: of, .. }), Event::Moved(Moved { id, .. })) => {
                of == id && moves(id) == 1
            }
            (Event::Veiled(Veiled { id: of, .. }), Event::Veiled(Veiled { id, .. })) => of == id,
            (
                Event::Counted(Counted {
                    id: of, key: what, ..
                }),
                Event::Counted(Counted { id, key, .. }),
            ) => (of, what) == (id, key) && counts((id, key)) == 1,
            (
                Event::ExchangeWithdrawn(ExchangeWithdrawn { exchange: away }),
                Event::ExchangeDeclared(ExchangeDeclared { exchange }),
            ) => away.id == exchange.id,
            _ => false,
        };
        // A hold that had changed since stayed as it was when this was taken back, and stays now; a question that waited
        // anew goes on waiting; an exchange that did not come back does not end again.
        let stayed = |done: &Event| {
            matches!(
                done,
                Event::Held(_) | Event::TimeUp(_) | Event::ExchangeWithdrawn(_)
            ) && done
                .inverse()
                .is_some_and(|inverse| !self.back.contains(&inverse))
        };
        let again = |done: &Event| {
            let back = self.back.iter().find(|back| taken(back, done));
            back.and_then(Event::inverse)
                .unwrap_or_else(|| done.clone())
        };
        let done = self.deed.events.iter().filter(|done| !stayed(done));
        // What was read again once it was taken back is first as it was before that.
        let reread = self.back.iter().rev();
        let reread = reread.filter(|back| back.follows_by_itself());
        let before = reread.filter_map(Event::inverse);
        before.chain(done.map(again)).collect()
    }
}

/// What became of a deed when a command was taken back.
pub(crate) enum Taken {
    /// All of it is taken back; the entries tell of it.
    Whole(Vec<u32>),
    /// It goes on without one of its clicks.
    Click(Vec<u32>),
}

/// Everything that can be taken back or brought back.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct History {
    /// How many deeds there have been.
    count: u64,
    /// What can be taken back, oldest first.
    pub(crate) deeds: VecDeque<Shared<Deed>>,
    /// What was taken back and can be brought back, newest last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) undone: Vec<TakenBack>,
}

impl History {
    /// Whether a click of this track goes on from the gesture that an entry tells of.
    pub(crate) fn goes_on(&self, entry: u32, whose: CombatantId, before: &Track) -> bool {
        let of_entry = self.gesture(&[entry]).and_then(|at| self.deeds.get(at));
        // A hold that a click ended may be one that players do not see: it ends no gesture.
        let clicks = |deed: &Deed| -> Vec<Event> {
            let events = deed.events.iter();
            let beside = |event: &&Event| {
                matches!(
                    event,
                    Event::Held(_) | Event::ExchangeReread(_) | Event::Spared(_)
                )
            };
            let events = events.filter(|event| !beside(event));
            events.cloned().collect()
        };
        of_entry.is_some_and(|deed| {
            deed.commands.len() < MAX_GESTURE
                && matches!(&clicks(deed)[..], [Event::Marked(Marked { id, after, .. })]
                    if *id == whose && after == before)
        })
    }

    /// The commands of the deed that this one is of: itself, or all clicks of a gesture.
    pub(crate) fn done_with(&self, command: CommandId) -> Vec<CommandId> {
        let mut deeds = self.deeds.iter().rev();
        let deed = deeds.find(|deed| deed.commands.contains(&command));
        deed.map_or_else(Vec::new, |deed| deed.commands.clone())
    }

    /// The same of what was taken back and can be brought back.
    pub(crate) fn undone_with(&self, command: CommandId) -> Vec<CommandId> {
        let mut undone = self.undone.iter().rev().map(|it| &it.deed);
        let deed = undone.find(|deed| deed.commands.contains(&command));
        deed.map_or_else(Vec::new, |deed| deed.commands.clone())
    }

    /// Where the deed stands that these entries tell of.
    fn gesture(&self, entries: &[u32]) -> Option<usize> {
        let told = |deed: &Shared<Deed>| deed.entries.iter().any(|entry| entries.contains(entry));
        self.deeds.iter().rposition(told)
    }

    /// Keeps what was done so that it can be taken back. A click of a gesture joins the ones
    /// before.
    pub(crate) fn remember(&mut self, mut done: Deed) {
        let before = self.gesture(&done.entries);
        let gesture = before.and_then(|at| self.deeds.remove(at));
        if let Some(mut gesture) = gesture.map(Shared::own) {
            if let (
                Some(Event::Marked(Marked { before, .. })),
                [Event::Marked(Marked { before: first, .. }), ..],
            ) = (done.events.first_mut(), &gesture.events[..])
            {
                *before = *first;
                done.events.splice(1..1, gesture.events.drain(1..));
            }
            gesture.commands.append(&mut done.commands);
            done.commands = gesture.commands;
        }
        self.count = self.count.saturating_add(1);
        done.no = self.count;
        let by = done.by;
        self.deeds.push_back(done.into());
        self.forget_old_deeds(by);
    }

    /// What a player did is forgotten when they did enough themselves, not when another
    /// person did.
    fn forget_old_deeds(&mut self, by: Actor) {
        let within = self.deeds.iter().filter(|deed| !deed.beyond).count();
        if within > UNDO_DEPTH
            && let Some(oldest) = self.deeds.iter_mut().find(|deed| !deed.beyond)
        {
            oldest.beyond = true;
        }
        let own = |deed: &Shared<Deed>| deed.by == by;
        if self.deeds.iter().filter(|deed| own(deed)).count() > UNDO_DEPTH
            && let Some(oldest) = self.deeds.iter().position(own)
        {
            self.deeds.remove(oldest);
        }
    }

    /// Takes a deed off the list, or one click off a gesture; `own` says whether a player
    /// did so, who takes back their own only.
    pub(crate) fn take_back(
        &mut self,
        command: CommandId,
        inverse: &[Event],
        whole: bool,
        own: bool,
    ) -> Option<Taken> {
        let holds = |deed: &Shared<Deed>| deed.commands.contains(&command);
        let at = self.deeds.iter().rposition(holds)?;
        if let Some(deed) = self.deeds.get_mut(at)
            && deed.is_gesture()
            && !whole
        {
            let mut back = inverse.iter().rev();
            deed.lose(
                command,
                back.find(|event| matches!(event, Event::Marked(_))),
            );
            return Some(Taken::Click(deed.entries.clone()));
        }
        let deed = self.deeds.remove(at)?;
        let entries = deed.entries.clone();
        self.undone.push(TakenBack {
            for_all: true,
            for_own: own && deed.own,
            back: inverse.to_vec(),
            deed: deed.own(),
        });
        Some(Taken::Whole(entries))
    }

    /// Puts a deed back where it was in the list; returns the entries that tell of it.
    pub(crate) fn bring_back(&mut self, command: CommandId, events: &[Event]) -> Vec<u32> {
        let holds = |it: &TakenBack| it.deed.commands.contains(&command);
        let Some(at) = self.undone.iter().rposition(holds) else {
            return Vec::new();
        };
        let mut deed = self.undone.remove(at).deed;
        // A combatant who left again left as they were by then.
        for pair in deed.events.iter_mut().zip(events) {
            if let (
                Event::Removed(Removed {
                    combatant, ties, ..
                }),
                Event::Removed(Removed {
                    combatant: now,
                    ties: ties_now,
                    ..
                }),
            ) = pair
            {
                (*combatant, *ties) = (now.clone(), ties_now.clone());
            }
        }
        let (by, entries) = (deed.by, deed.entries.clone());
        let at = self.deeds.partition_point(|other| other.no < deed.no);
        self.deeds.insert(at, deed.into());
        self.forget_old_deeds(by);
        entries
    }

    /// Whether a player could bring something back.
    pub(crate) fn players_may_bring_back(&self) -> bool {
        self.undone.iter().any(|it| it.for_own)
    }

    /// Something new happened: those who run the table, who see everything, no longer bring
    /// back what was taken back before it.
    pub(crate) fn end_for_all(&mut self) {
        self.undone.iter_mut().for_each(|it| it.for_all = false);
        self.undone.retain(|it| it.for_own);
    }

    /// Players saw something happen: no seat but `but` brings back what they took back before.
    pub(crate) fn end_for_players(&mut self, but: Option<Actor>) {
        let others = self.undone.iter_mut().filter(|it| Some(it.deed.by) != but);
        others.for_each(|it| it.for_own = false);
        self.undone.retain(|it| it.for_all || it.for_own);
    }
}
