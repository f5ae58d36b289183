//! Undo history: commands that can be undone and commands that can be redone.
//!
//! The unit is what one log line tells: one command, or all clicks of one gesture.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use crate::base::id::{CombatantId, CommandId};
use crate::base::seat::Actor;
use crate::base::shared::Shared;
use crate::character::track::Track;
use crate::encounter::event::Event;
use crate::encounter::feature::{
    Added, Counted, ExchangeDeclared, ExchangeWithdrawn, Marked, Moved, Refreshed, Removed, Veiled,
};
use crate::encounter::limits::{MAX_GESTURE_CLICKS, UNDO_DEPTH};

/// Action in the undo history that undo takes back as a whole: everything that one log line tells of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct UndoEntry {
    /// The entry's number among all entries; later ones have greater numbers.
    no: u64,
    /// The commands, oldest first: one, or the clicks of a gesture.
    commands: Vec<CommandId>,
    /// The actor of the command.
    pub(crate) by: Actor,
    /// The events that can be inverted, in order; those of a gesture are merged.
    pub(crate) events: Vec<Event>,
    /// The numbers of the log entries that tell of it.
    pub(crate) entries: Vec<u32>,
    /// Whether a player did it and may undo it.
    pub(crate) own: bool,
    /// Whether it has dropped out of the storytellers' history, so that only the player who did it may undo it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) beyond: bool,
}

impl UndoEntry {
    /// Creates an entry for one command.
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

    /// Sets the log entries that tell of the action, and whether a player may undo it (`own`).
    pub(crate) fn with_log_entries(self, entries: Vec<u32>, own: bool) -> Self {
        Self {
            entries,
            own,
            ..self
        }
    }

    /// Returns the newest command of the action, by which records name the action.
    pub(crate) fn command(&self) -> CommandId {
        self.commands.last().copied().unwrap_or(CommandId(0))
    }

    /// Whether the entry is a gesture, which consists of several clicks.
    pub(crate) const fn is_gesture(&self) -> bool {
        self.commands.len() > 1
    }

    /// Removes one click of a gesture (clicks in a row on a health track) that was undone on its
    /// own; `before` is the event that sets the track back to before the click.
    fn remove_click(&mut self, command: CommandId, before: Option<&Event>) {
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

/// An action that was undone and may be redone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct UndoneEntry {
    /// The undone action.
    pub(crate) deed: UndoEntry,
    /// The inverse events that undid it.
    back: Vec<Event>,
    /// Whether storytellers can redo it.
    pub(crate) for_all: bool,
    /// Whether the player who did it and undid it can redo it.
    pub(crate) for_own: bool,
}

impl UndoneEntry {
    /// Returns the events that redo the undone action; what the undo removed comes back as it was
    /// at that time.
    pub(crate) fn redo_events(&self) -> Vec<Event> {
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
            // The dice that fell meanwhile come back with the question.
            (Event::AskChanged(back), Event::AskChanged(done)) => back.id == done.id,
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
        // A hold that had changed since was not affected by the undo and is not affected now; a question that waits
        // again keeps waiting; an exchange that did not come back does not end again.
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
        // Tails that were read again after the undo are first restored.
        let reread = self.back.iter().rev();
        let reread = reread.filter(|back| back.is_automatic());
        let before = reread.filter_map(Event::inverse);
        before.chain(done.map(again)).collect()
    }
}

/// Result of undoing a command, either the whole action or a single click of a gesture.
pub(crate) enum UndoResult {
    /// The whole action was undone; the log entries tell of it.
    Whole(Vec<u32>),
    /// A click of a gesture was undone; the log entries tell of the gesture.
    Click(Vec<u32>),
}

/// The commands that can be undone or redone.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct History {
    /// Number of actions ever recorded.
    count: u64,
    /// The actions that can be undone, oldest first.
    pub(crate) deeds: VecDeque<Shared<UndoEntry>>,
    /// The actions that can be redone, newest last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) undone: Vec<UndoneEntry>,
}

impl History {
    /// Whether a click on the health track of `whose`, which was `before`, continues the gesture
    /// (clicks in a row that are undone as one) that the log entry numbered `entry` tells of.
    pub(crate) fn extends_gesture(&self, entry: u32, whose: CombatantId, before: &Track) -> bool {
        let of_entry = self
            .find_by_log_entries(&[entry])
            .and_then(|at| self.deeds.get(at));
        // A click may have ended a hold that players do not see; that does not end the gesture.
        let clicks = |deed: &UndoEntry| -> Vec<Event> {
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
            deed.commands.len() < MAX_GESTURE_CLICKS
                && matches!(&clicks(deed)[..], [Event::Marked(Marked { id, after, .. })]
                    if *id == whose && after == before)
        })
    }

    /// Returns all commands of the undoable action that includes this command.
    pub(crate) fn commands_undone_with(&self, command: CommandId) -> Vec<CommandId> {
        let mut deeds = self.deeds.iter().rev();
        let deed = deeds.find(|deed| deed.commands.contains(&command));
        deed.map_or_else(Vec::new, |deed| deed.commands.clone())
    }

    /// Returns all commands of the redoable action that includes this command.
    pub(crate) fn commands_redone_with(&self, command: CommandId) -> Vec<CommandId> {
        let mut undone = self.undone.iter().rev().map(|it| &it.deed);
        let deed = undone.find(|deed| deed.commands.contains(&command));
        deed.map_or_else(Vec::new, |deed| deed.commands.clone())
    }

    /// Returns the index of the action that one of these log entries tells of.
    fn find_by_log_entries(&self, entries: &[u32]) -> Option<usize> {
        let told =
            |deed: &Shared<UndoEntry>| deed.entries.iter().any(|entry| entries.contains(entry));
        self.deeds.iter().rposition(told)
    }

    /// Adds an action to the history. A click of a gesture is merged with the ones before.
    pub(crate) fn push(&mut self, mut done: UndoEntry) {
        let before = self.find_by_log_entries(&done.entries);
        let gesture = before.and_then(|at| self.deeds.remove(at));
        if let Some(mut gesture) = gesture.map(Shared::into_owned) {
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
        let (by, own) = (done.by, done.own);
        self.deeds.push_back(done.into());
        self.drop_old_entries(by, own);
    }

    /// Drops the oldest actions beyond the limits, among them those of the actor `by` who just did
    /// one; `is_own` says whether a player may undo that one. A player's actions are dropped when
    /// they did enough themselves, not when another person did. Those that only storytellers can
    /// undo are counted apart, since the others may not know of them.
    fn drop_old_entries(&mut self, by: Actor, is_own: bool) {
        let within = self.deeds.iter().filter(|deed| !deed.beyond).count();
        if within > UNDO_DEPTH
            && let Some(oldest) = self.deeds.iter_mut().find(|deed| !deed.beyond)
        {
            oldest.beyond = true;
        }
        let own = |deed: &Shared<UndoEntry>| deed.by == by && deed.own == is_own;
        if self.deeds.iter().filter(|deed| own(deed)).count() > UNDO_DEPTH
            && let Some(oldest) = self.deeds.iter().position(own)
        {
            self.deeds.remove(oldest);
        }
    }

    /// Moves an action, or without `whole` one click of a gesture, from the undoable to the
    /// redoable actions; `None` if no action holds the command. `own` tells whether a player does
    /// so, who undoes only their own actions.
    pub(crate) fn undo_command(
        &mut self,
        command: CommandId,
        inverse: &[Event],
        whole: bool,
        own: bool,
    ) -> Option<UndoResult> {
        let holds = |deed: &Shared<UndoEntry>| deed.commands.contains(&command);
        let at = self.deeds.iter().rposition(holds)?;
        if let Some(deed) = self.deeds.get_mut(at)
            && deed.is_gesture()
            && !whole
        {
            let mut back = inverse.iter().rev();
            deed.remove_click(
                command,
                back.find(|event| matches!(event, Event::Marked(_))),
            );
            return Some(UndoResult::Click(deed.entries.clone()));
        }
        let deed = self.deeds.remove(at)?;
        let entries = deed.entries.clone();
        self.undone.push(UndoneEntry {
            for_all: true,
            for_own: own && deed.own,
            back: inverse.to_vec(),
            deed: deed.into_owned(),
        });
        Some(UndoResult::Whole(entries))
    }

    /// Puts a redone action back to its place in the history; returns the log entries that tell of it.
    pub(crate) fn redo_command(&mut self, command: CommandId, events: &[Event]) -> Vec<u32> {
        let holds = |it: &UndoneEntry| it.deed.commands.contains(&command);
        let Some(at) = self.undone.iter().rposition(holds) else {
            return Vec::new();
        };
        let mut deed = self.undone.remove(at).deed;
        // A combatant who is removed again is kept in their current state.
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
        let (by, own, entries) = (deed.by, deed.own, deed.entries.clone());
        let at = self.deeds.partition_point(|other| other.no < deed.no);
        self.deeds.insert(at, deed.into());
        self.drop_old_entries(by, own);
        entries
    }

    /// Whether any player could redo something.
    pub(crate) fn can_players_redo(&self) -> bool {
        self.undone.iter().any(|it| it.for_own)
    }

    /// Ends redo for storytellers, who see everything, because something new happened.
    pub(crate) fn end_redo_for_storytellers(&mut self) {
        self.undone.iter_mut().for_each(|it| it.for_all = false);
        self.undone.retain(|it| it.for_own);
    }

    /// Ends redo for all players except `but`, because players saw something happen.
    pub(crate) fn end_redo_for_players(&mut self, but: Option<Actor>) {
        let others = self.undone.iter_mut().filter(|it| Some(it.deed.by) != but);
        others.for_each(|it| it.for_own = false);
        self.undone.retain(|it| it.for_all || it.for_own);
    }
}
