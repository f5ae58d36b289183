//! Sources of the parts of a view: the trait that supplies them, and a full rebuild.

use super::components::{LogLineView, build_log_line};
use super::exchange::{self, ExchangeView};
use super::row::{self, CombatantRow};
use crate::base::id::CombatantId;
use crate::base::shared::Shared;
use crate::encounter::aggregate::encounter::Encounter;
use crate::encounter::combatant::{Combatant, Turn};
use crate::encounter::exchange::Exchange;
use crate::encounter::log::LogEntry;
use crate::encounter::viewer::Viewer;

/// The next turn, and the groups of combatants who act at the same moment.
pub(super) type Upcoming = (Option<Turn>, Vec<Vec<CombatantId>>);

/// Supplier of the parts of a view, either newly built or reused.
pub(super) trait ViewParts {
    /// Returns the row of a combatant. Called in ascending order of ids.
    fn row(&mut self, now: &Encounter, who: &Combatant, viewer: Viewer) -> Box<CombatantRow>;
    /// Returns the view of an exchange.
    fn exchange(&mut self, now: &Encounter, it: &Shared<Exchange>, viewer: Viewer) -> ExchangeView;
    /// Returns the view of a log entry. Called for the newest entry first.
    fn line(&mut self, no: u32, entry: &Shared<LogEntry>, viewer: Viewer) -> LogLineView;
    /// Returns the next turn and the groups that act at the same moment.
    fn upcoming(&mut self, now: &Encounter, viewer: Viewer) -> Upcoming;
    /// Returns the number of the current epoch with the server's commitment.
    fn dice(&mut self, now: &Encounter) -> String;
}

/// Supplier of parts of a view that builds every part anew.
pub(super) struct FullRebuild;

impl ViewParts for FullRebuild {
    fn row(&mut self, now: &Encounter, who: &Combatant, viewer: Viewer) -> Box<CombatantRow> {
        Box::new(row::build_row(now, who, viewer))
    }

    fn exchange(&mut self, now: &Encounter, it: &Shared<Exchange>, viewer: Viewer) -> ExchangeView {
        exchange::build_exchange_view(now, it, viewer)
    }

    fn line(&mut self, no: u32, entry: &Shared<LogEntry>, viewer: Viewer) -> LogLineView {
        build_log_line(no, entry, viewer)
    }

    fn upcoming(&mut self, now: &Encounter, viewer: Viewer) -> Upcoming {
        let all = viewer.sees_hidden();
        let next = match all {
            true => now.next_turns().map(|next| next.all),
            false => now.players_next_turn(),
        };
        (
            next,
            now.simultaneous_groups_shown(|id| all || now.is_visible(id)),
        )
    }

    fn dice(&mut self, now: &Encounter) -> String {
        now.fair.binding_text()
    }
}
