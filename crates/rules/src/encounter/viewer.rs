//! Readers of the table, and which combatants and exchanges each of them knows of.

use super::authority::Sender;
use super::class::Class;
use super::combatant::Combatant;
use super::exchange::Exchange;
use super::state::State;
use crate::id::{CombatantId, ExchangeId, SeatId};
use crate::seat::Actor;

/// A reader of the table: one of a class, or the person in a seat, who may know more than their class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Viewer {
    /// Whose view and numbering it is.
    pub class: Class,
    /// The seat whose own knowledge counts besides; `None` is what all of the class know.
    pub seat: Option<SeatId>,
}

impl From<Class> for Viewer {
    fn from(class: Class) -> Self {
        Self { class, seat: None }
    }
}

impl Viewer {
    /// All who run the table.
    pub const STORYTELLER: Self = Self {
        class: Class::Storyteller,
        seat: None,
    };
    /// All players and spectators.
    pub const TABLE: Self = Self {
        class: Class::Table,
        seat: None,
    };

    /// The viewers that follow what a combatant does: players, unless it is hidden from them.
    pub(crate) const fn following(who: &Combatant) -> Self {
        if who.hidden {
            Self::STORYTELLER
        } else {
            Self::TABLE
        }
    }

    /// Whether this viewer sees what is hidden.
    #[must_use]
    pub const fn sees_hidden(self) -> bool {
        match self.class {
            Class::Storyteller => true,
            Class::Table => false,
        }
    }
}

impl Sender {
    /// The viewer that a sender of commands is.
    #[must_use]
    pub const fn viewer(self) -> Viewer {
        if self.runs_the_table() {
            Viewer::STORYTELLER
        } else {
            Viewer::TABLE
        }
    }
}

impl State {
    /// The viewer that an actor is.
    pub(crate) fn viewer(&self, by: Actor) -> Viewer {
        Sender::of(self, by).viewer()
    }

    /// A combatant, if this viewer knows of it.
    pub(crate) fn known(&self, viewer: Viewer, id: CombatantId) -> Option<&Combatant> {
        let combatant = self.combatants.get(&id)?;
        (viewer.sees_hidden() || !combatant.hidden).then_some(combatant)
    }

    /// An exchange, if all of it is known to this viewer.
    pub(crate) fn known_exchange(&self, viewer: Viewer, id: ExchangeId) -> Option<&Exchange> {
        let exchange = self.exchange(id)?;
        (viewer.sees_hidden() || self.exchange_is_public(exchange)).then_some(exchange)
    }
}
