//! Viewers, and the combatants and exchanges each of them knows of.

use super::authority::Sender;
use super::class::Class;
use super::combatant::Combatant;
use super::exchange::Exchange;
use super::state::State;
use crate::base::id::{CombatantId, ExchangeId, SeatId};
use crate::base::seat::Actor;

/// Viewer of the encounter, either a whole class or the person in a seat, who may know more than the class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Viewer {
    /// The class whose view and line numbers the viewer reads.
    pub class: Class,
    /// The seat whose own knowledge counts as well; `None` is only what the whole class knows.
    pub seat: Option<SeatId>,
}

impl From<Class> for Viewer {
    fn from(class: Class) -> Self {
        Self { class, seat: None }
    }
}

impl Viewer {
    /// The class of storytellers.
    pub const STORYTELLER: Self = Self {
        class: Class::Storyteller,
        seat: None,
    };
    /// The class of players and spectators.
    pub const PLAYERS: Self = Self {
        class: Class::Table,
        seat: None,
    };

    /// Returns the widest class that sees a combatant, players or, if it is hidden, storytellers.
    pub(crate) const fn for_combatant(who: &Combatant) -> Self {
        if who.hidden {
            Self::STORYTELLER
        } else {
            Self::PLAYERS
        }
    }

    /// Whether this viewer sees hidden things.
    #[must_use]
    pub const fn sees_hidden(self) -> bool {
        match self.class {
            Class::Storyteller => true,
            Class::Table => false,
        }
    }
}

impl Sender {
    /// Returns the viewer that corresponds to this sender.
    #[must_use]
    pub const fn viewer(self) -> Viewer {
        if self.can_run_table() {
            Viewer::STORYTELLER
        } else {
            Viewer::PLAYERS
        }
    }
}

impl State {
    /// Returns the viewer that corresponds to an actor.
    pub(crate) fn viewer_of(&self, by: Actor) -> Viewer {
        Sender::of(self, by).viewer()
    }

    /// Returns a combatant if the viewer knows of it.
    pub(crate) fn known_combatant(&self, viewer: Viewer, id: CombatantId) -> Option<&Combatant> {
        let combatant = self.combatants.get(&id)?;
        (viewer.sees_hidden() || !combatant.hidden).then_some(combatant)
    }

    /// Returns an exchange if the viewer knows all of its parties.
    pub(crate) fn known_exchange(&self, viewer: Viewer, id: ExchangeId) -> Option<&Exchange> {
        let exchange = self.exchange(id)?;
        (viewer.sees_hidden() || self.is_exchange_public(exchange)).then_some(exchange)
    }
}
