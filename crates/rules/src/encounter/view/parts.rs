//! What a view is made of, part by part, and each of them made anew.

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

/// The turn that comes next, and who acts at the same moment.
pub(super) type Ahead = (Option<Turn>, Vec<Vec<CombatantId>>);

/// Where the parts of a view come from.
pub(super) trait Parts {
    /// What a class sees of a combatant; they are asked for by their ids, the least first.
    fn row(&mut self, now: &Encounter, who: &Combatant, viewer: Viewer) -> Box<Row>;
    /// What it sees of an exchange.
    fn exchange(&mut self, now: &Encounter, it: &Shared<Exchange>, viewer: Viewer) -> ExchangeView;
    /// What it reads in an entry of the log; the newest is asked for first.
    fn line(&mut self, no: u32, entry: &Shared<Entry>, viewer: Viewer) -> Line;
    /// What is ahead.
    fn ahead(&mut self, now: &Encounter, viewer: Viewer) -> Ahead;
    /// The epoch of the dice and what the server is bound to.
    fn dice(&mut self, now: &Encounter) -> String;
}

/// All is made anew.
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
