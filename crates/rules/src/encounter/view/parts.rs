//! Sources of the parts of a view: the trait that supplies them, and a full rebuild.

use super::exchange::{self, ExchangeView};
use super::pieces::{Line, line_of};
use super::row::{self, Row};
use crate::encounter::combatant::{Combatant, Turn};
use crate::encounter::encounter::Encounter;
use crate::encounter::exchange::Exchange;
use crate::encounter::log::Entry;
use crate::encounter::viewer::Viewer;
use crate::id::CombatantId;
use crate::shared::Shared;

/// The next turn, and the groups of combatants who act at the same moment.
pub(super) type Ahead = (Option<Turn>, Vec<Vec<CombatantId>>);

/// Supplier of the parts of a view, either newly built or reused.
pub(super) trait Parts {
    /// Returns the row of a combatant. Called in ascending order of ids.
    fn row(&mut self, now: &Encounter, who: &Combatant, viewer: Viewer) -> Box<Row>;
    /// Returns the view of an exchange.
    fn exchange(&mut self, now: &Encounter, it: &Shared<Exchange>, viewer: Viewer) -> ExchangeView;
    /// Returns the view of a log entry. Called for the newest entry first.
    fn line(&mut self, no: u32, entry: &Shared<Entry>, viewer: Viewer) -> Line;
    /// Returns the next turn and the groups that act at the same moment.
    fn ahead(&mut self, now: &Encounter, viewer: Viewer) -> Ahead;
    /// Returns the number of the current epoch with the server's commitment.
    fn dice(&mut self, now: &Encounter) -> String;
}

/// Supplier that builds every part anew.
pub(super) struct Anew;

impl Parts for Anew {
    fn row(&mut self, now: &Encounter, who: &Combatant, viewer: Viewer) -> Box<Row> {
        Box::new(row::row(now, who, viewer))
    }

    fn exchange(&mut self, now: &Encounter, it: &Shared<Exchange>, viewer: Viewer) -> ExchangeView {
        exchange::look(now, it, viewer)
    }

    fn line(&mut self, no: u32, entry: &Shared<Entry>, viewer: Viewer) -> Line {
        line_of(no, entry, viewer)
    }

    fn ahead(&mut self, now: &Encounter, viewer: Viewer) -> Ahead {
        let all = viewer.sees_hidden();
        let next = match all {
            true => now.turns_after().map(|next| next.all),
            false => now.known_turn_after(),
        };
        (next, now.level(|id| all || now.is_seen(id)))
    }

    fn dice(&mut self, now: &Encounter) -> String {
        now.fair.binding()
    }
}
