//! What one accepted command did, as those who look at the table before and after it see it.

use rules::base::id::CombatantId;
use rules::character::phase::Phase;
use rules::encounter::feature::ExchangeMoved;
use rules::encounter::{Class, Combatant, Command, Encounter, Event, Record, Turn, View};
use testkit::table::Table;

/// The table, and what the two classes of viewers see of it.
#[derive(Clone)]
pub(super) struct Picture {
    pub(super) state: Encounter,
    pub(super) all: View,
    pub(super) known: View,
}

impl Picture {
    pub(super) fn of(table: &Table) -> Self {
        Self {
            state: table.encounter.clone(),
            all: table.view(Class::Storyteller),
            known: table.view(Class::Table),
        }
    }

    /// What goes for a combatant: players' view for whom players see.
    pub(super) fn for_one(&self, hidden: bool) -> &View {
        if hidden { &self.all } else { &self.known }
    }

    pub(super) fn who(&self, id: CombatantId) -> Option<&Combatant> {
        self.state.combatant(id)
    }

    pub(super) fn is_out(&self, id: CombatantId) -> bool {
        self.all.rows.get(&id).is_some_and(|row| row.is_out())
    }
}

/// One command that was accepted, and the table before and after it.
pub(super) struct Seen<'a> {
    pub(super) was: &'a Picture,
    pub(super) is: &'a Picture,
    pub(super) command: &'a Command,
    pub(super) record: &'a Record,
}

impl Seen<'_> {
    /// Whether something was taken back or brought back.
    pub(super) fn goes_back(&self) -> bool {
        let back = |event: &Event| {
            matches!(
                event,
                Event::Undone { .. }
                    | Event::Redone { .. }
                    | Event::ExchangeMoved(ExchangeMoved { back: true, .. })
            )
        };
        self.record.events.iter().any(back)
    }

    /// Everything that happened, with what is inside of what was taken back.
    pub(super) fn events(&self) -> impl Iterator<Item = &Event> {
        self.record.events.iter().flat_map(|event| match event {
            Event::Undone { events, .. } | Event::Redone { events, .. } => &events[..],
            event => std::slice::from_ref(event),
        })
    }

    /// The turn before and after, as it goes for a combatant.
    pub(super) fn turns(&self, hidden: bool) -> (Turn, Turn) {
        (self.was.for_one(hidden).turn, self.is.for_one(hidden).turn)
    }
}

/// Whose place in the order comes up in a turn.
pub(super) fn acts(turn: Turn) -> Option<CombatantId> {
    turn.acting.filter(|_| turn.phase == Phase::Act)
}
