//! What happens at a table, a room for each topic: its events, and what each of them answers for itself.
//!
//! A new event is a struct here with [`Fact`], and [`Revert`] or [`Edit`] if it can be taken back, and its line in
//! the list of [`event`](super::event).
//!
//! [`Fact`]: super::fact::Fact
//! [`Revert`]: super::fact::Revert
//! [`Edit`]: super::fact::Edit

mod conditions;
mod dues;
mod exchange;
mod fields;
mod gear;
mod groups;
mod health;
mod initiative;
mod inputs;
mod places;
mod plans;
mod pools;
mod proposals;
mod questions;
mod relations;
mod rolls;
mod roster;
mod scene;
mod seats;
mod settings;
mod sheet;
mod turns;

pub use self::conditions::Conditioned;
pub use self::dues::DueChanged;
pub use self::exchange::{
    ExchangeDeclared, ExchangeMoved, ExchangeReread, ExchangeWithdrawn, Told,
};
pub use self::fields::Edited;
pub use self::gear::{CarryChanged, Equipped, ItemChanged};
pub use self::groups::{Grouped, Member};
pub use self::health::{Harmed, Marked, SpareChanged};
pub use self::initiative::{InitiativeOffered, InitiativeRolled, Reranked};
pub use self::places::{Moved, Sorted};
pub use self::plans::{AbortTried, Intended};
pub use self::pools::Spent;
pub use self::proposals::Proposed;
pub use self::questions::TimeUp;
pub use self::relations::{Covered, HoldChanged, Situated};
pub use self::rolls::RollRecord;
pub use self::roster::{Added, Brought, Removed, Renamed, Veiled};
pub use self::scene::{Opened, Said, TimePassed, Titled};
pub use self::seats::{Muted, OwnDice, Seated, Unseated};
pub use self::settings::{HouseRuleSet, TableSet};
pub use self::sheet::SheetChanged;
pub use self::turns::{Counted, Refreshed, TurnChanged};
use super::combatant::{Combatant, FoeHealth, HealthSight, Side};
use super::state::State;
use super::viewer::Viewer;
use crate::id::CombatantId;

/// Whether players know of a combatant.
const fn is_seen(combatant: &Combatant) -> bool {
    !combatant.hidden
}

/// Whether players may read the numbers of a combatant.
fn is_open(combatant: &Combatant) -> bool {
    !combatant.hidden && combatant.side == Side::Character
}

impl State {
    /// Changes a combatant who is there.
    fn with(&mut self, id: CombatantId, change: impl FnOnce(&mut Combatant)) {
        if let Some(combatant) = self.combatants.get_mut(&id) {
            change(combatant);
        }
    }

    /// The full name of a combatant who is there.
    fn named(&self, id: Option<CombatantId>) -> Option<String> {
        let combatant = self.combatant(id?)?;
        Some(combatant.full_name())
    }

    /// A combatant whose numbers this viewer knows: players know nothing of a foe's.
    fn known_numbers(&self, viewer: Viewer, id: CombatantId) -> Option<&Combatant> {
        let who = self.known(viewer, id);
        who.filter(|who| viewer.sees_hidden() || who.side == Side::Character)
    }

    /// A combatant of whom this viewer knows how they are.
    fn known_health(&self, viewer: Viewer, id: CombatantId) -> Option<&Combatant> {
        let who = self.known(viewer, id);
        who.filter(|who| viewer.sees_hidden() || self.health_is_public(who))
    }

    /// Whether players may read a combatant's sheet, and what else is known with it.
    pub(crate) fn sheet_is_public(&self, combatant: &Combatant) -> bool {
        !combatant.hidden && combatant.side == Side::Character
    }

    /// Whether players may see how a combatant is.
    pub(crate) fn health_is_public(&self, combatant: &Combatant) -> bool {
        let shown = || match combatant.sight {
            None => self.table.foe_health == FoeHealth::Shown,
            Some(sight) => sight == HealthSight::Exact,
        };
        !combatant.hidden && (combatant.side == Side::Character || shown())
    }
}
