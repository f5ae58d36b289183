//! Events of the table, one module for each topic, and how each of them is applied, logged and undone.
//!
//! To add an event, write a struct here with `EventPayload`, and with `Revertible` or `Edit` if it can be undone, and add its line
//! to the list in [`event`](super::event).

mod asks;
mod clocks;
mod conditions;
mod dues;
pub(super) mod event_payload;
mod exchange;
mod fields;
mod gear;
mod groups;
mod handouts;
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
mod safety;
mod scene;
mod seats;
mod settings;
mod sheet;
mod space;
mod turns;
mod whispers;

pub use self::asks::*;
pub use self::clocks::*;
pub use self::conditions::*;
pub use self::dues::*;
pub use self::exchange::*;
pub use self::fields::*;
pub use self::gear::*;
pub use self::groups::*;
pub use self::handouts::*;
pub use self::health::*;
pub use self::initiative::*;
pub use self::places::*;
pub use self::plans::*;
pub use self::pools::*;
pub use self::proposals::*;
pub use self::questions::*;
pub use self::relations::*;
pub use self::rolls::*;
pub use self::roster::*;
pub use self::safety::*;
pub use self::scene::*;
pub use self::seats::*;
pub use self::settings::*;
pub use self::sheet::*;
pub use self::space::*;
pub use self::turns::*;
pub use self::whispers::*;
use super::combatant::{Combatant, FoeHealth, HealthSight, Side};
use super::state::State;
use super::viewer::Viewer;
use crate::base::id::CombatantId;

/// Whether players know of a combatant.
const fn is_seen(combatant: &Combatant) -> bool {
    !combatant.hidden
}

/// Whether players may read the numbers of a combatant.
fn has_public_numbers(combatant: &Combatant) -> bool {
    !combatant.hidden && combatant.side == Side::Character
}

impl State {
    /// Changes a combatant, if there is one of this id.
    fn update_combatant(&mut self, id: CombatantId, change: impl FnOnce(&mut Combatant)) {
        if let Some(combatant) = self.combatants.get_mut(&id) {
            change(combatant);
        }
    }

    /// Returns the full name of a combatant; `None` without an id, or if the combatant is gone.
    fn full_name_of(&self, id: Option<CombatantId>) -> Option<String> {
        let combatant = self.combatant(id?)?;
        Some(combatant.full_name())
    }

    /// Finds a combatant whose numbers this viewer knows: players know none of a foe's.
    fn find_with_known_numbers(&self, viewer: Viewer, id: CombatantId) -> Option<&Combatant> {
        let who = self.known_combatant(viewer, id);
        who.filter(|who| viewer.sees_hidden() || who.side == Side::Character)
    }

    /// Finds a combatant whose health this viewer knows.
    fn find_with_known_health(&self, viewer: Viewer, id: CombatantId) -> Option<&Combatant> {
        let who = self.known_combatant(viewer, id);
        who.filter(|who| viewer.sees_hidden() || self.health_is_public(who))
    }

    /// Whether players may read a combatant's sheet and gear.
    pub(crate) fn sheet_is_public(&self, combatant: &Combatant) -> bool {
        !combatant.hidden && combatant.side == Side::Character
    }

    /// Whether players may see the exact health of a combatant.
    pub(crate) fn health_is_public(&self, combatant: &Combatant) -> bool {
        let shown = || match combatant.sight {
            None => self.table.foe_health == FoeHealth::Shown,
            Some(sight) => sight == HealthSight::Exact,
        };
        !combatant.hidden && (combatant.side == Side::Character || shown())
    }
}
