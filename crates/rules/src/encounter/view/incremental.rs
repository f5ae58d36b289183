//! Incremental update of a view: parts are reused from the earlier view where nothing they depend on has
//! changed.

use std::iter::Peekable;
use std::{mem, vec};

use super::builder::{FullRebuild, Upcoming, ViewParts};
use super::change::{Change, Unchanged, diff_except};
use super::components::LogLineView;
use super::exchange::{self, ExchangeView};
use super::row::CombatantRow;
use super::view::View;
use crate::base::id::CombatantId;
use crate::base::shared::Shared;
use crate::encounter::aggregate::encounter::Encounter;
use crate::encounter::combatant::Combatant;
use crate::encounter::exchange::Exchange;
use crate::encounter::log::LogEntry;
use crate::encounter::viewer::Viewer;

/// The earlier view and encounter, from which unchanged parts are reused.
struct IncrementalUpdate<'a> {
    /// The earlier view.
    view: &'a mut View,
    /// The encounter that the earlier view shows.
    before: &'a Encounter,
    /// Whether everything that the rows of all combatants depend on is unchanged.
    same_rules: bool,
    /// Whether the sealing of plans is unchanged: for visible and for hidden combatants.
    same_seals: [bool; 2],
    /// The old rows not visited yet, ordered by id.
    rows: Peekable<vec::IntoIter<(CombatantId, Box<CombatantRow>)>>,
    /// Old rows that have changed or are gone.
    changed_rows: Vec<(CombatantId, Box<CombatantRow>)>,
    /// Number of old log entries, from the oldest, not visited yet.
    unvisited_entries: usize,
    /// Old lines that have changed or are gone, the newest first.
    changed_lines: Vec<LogLineView>,
    /// The parts reused so far.
    kept: Unchanged,
}

impl IncrementalUpdate<'_> {
    /// Whether everything the row of a combatant depends on is unchanged.
    fn is_row_unchanged(&self, now: &Encounter, who: &Combatant) -> bool {
        self.same_rules
            && self.same_seals[usize::from(who.hidden)]
            && self.before.combatants.shares_combatant(who)
            // Its row also depends on its group and on conditions that follow from holds.
            && who.group.is_none()
            && !self.before.is_in_hold(who.id)
            && !now.is_in_hold(who.id)
    }

    /// Whether an exchange is over and its view unchanged.
    fn is_exchange_unchanged(
        &self,
        now: &Encounter,
        it: &Shared<Exchange>,
        viewer: Viewer,
    ) -> bool {
        let same = |before: &Shared<Exchange>| before.ptr_eq(it);
        let side = |of: &Encounter, id| of.combatants.get(&id).map(|who| who.side);
        let mut parties = it.parties();
        let old = self.view.exchanges.get(&it.id);
        it.is_over()
            && self.before.exchanges.iter().any(same)
            && parties.all(|id| side(self.before, id) == side(now, id))
            && self.before.is_exchange_public(it) == now.is_exchange_public(it)
            && old.is_some_and(|old| old.ended == exchange::ending_line(now, it, viewer))
    }
}

impl ViewParts for IncrementalUpdate<'_> {
    fn row(&mut self, now: &Encounter, who: &Combatant, viewer: Viewer) -> Box<CombatantRow> {
        // Visit rows in order, because removing one from the middle of a long list moves all after it.
        while let Some(gone) = self.rows.next_if(|(id, _)| *id < who.id) {
            self.changed_rows.push(gone);
        }
        match self.rows.next_if(|(id, _)| *id == who.id) {
            Some((id, row)) if self.is_row_unchanged(now, who) => {
                self.kept.rows.insert(id);
                row
            }
            other => {
                self.changed_rows.extend(other);
                FullRebuild.row(now, who, viewer)
            }
        }
    }

    fn exchange(&mut self, now: &Encounter, it: &Shared<Exchange>, viewer: Viewer) -> ExchangeView {
        let same = self.is_exchange_unchanged(now, it, viewer);
        match same.then(|| self.view.exchanges.remove(&it.id)).flatten() {
            Some(view) => {
                self.kept.exchanges.insert(it.id);
                view
            }
            None => FullRebuild.exchange(now, it, viewer),
        }
    }

    fn line(&mut self, no: u32, entry: &Shared<LogEntry>, viewer: Viewer) -> LogLineView {
        let later = |at: &usize| {
            self.before
                .log
                .kept
                .get(*at)
                .is_some_and(|old| old.no > entry.no)
        };
        while self
            .unvisited_entries
            .checked_sub(1)
            .as_ref()
            .is_some_and(later)
        {
            self.unvisited_entries -= 1;
        }
        let newest = self.unvisited_entries.checked_sub(1);
        let newest = newest.and_then(|at| self.before.log.kept.get(at));
        let same = newest.is_some_and(|old| old.ptr_eq(entry));
        while let Some(line) = self.view.log.pop_if(|line| line.no >= no) {
            if same && line.no == no {
                self.kept.lines.insert(no);
                return line;
            }
            self.changed_lines.push(line);
        }
        FullRebuild.line(no, entry, viewer)
    }

    fn upcoming(&mut self, now: &Encounter, viewer: Viewer) -> Upcoming {
        let before = self.before;
        let same = self.same_rules
            && before.turn == now.turn
            && before.order == now.order
            && before.combatants.shares_all(&now.combatants);
        match same {
            true => (self.view.next, self.view.together.clone()),
            false => FullRebuild.upcoming(now, viewer),
        }
    }

    fn dice(&mut self, now: &Encounter) -> String {
        match self.before.fair.has_same_binding(&now.fair) {
            true => self.view.dice.clone(),
            false => FullRebuild.dice(now),
        }
    }
}

impl View {
    /// Updates the view from `before`, which it shows, to `now`, which descends from it, and returns the
    /// changes.
    ///
    /// The result equals [`View::of`] and the changes equal [`diff`](super::diff), but unchanged parts are
    /// neither built nor compared again.
    pub fn update(
        &mut self,
        before: &Encounter,
        now: &Encounter,
        viewer: impl Into<Viewer>,
    ) -> Vec<Change> {
        let viewer = viewer.into();
        let mut parts = IncrementalUpdate {
            same_rules: before.system == now.system
                && before.house == now.house
                && before.table.foe_health == now.table.foe_health,
            same_seals: [false, true]
                .map(|hidden| before.are_plans_sealed(hidden) == now.are_plans_sealed(hidden)),
            rows: mem::take(&mut self.rows).into_iter().peekable(),
            changed_rows: Vec::new(),
            unvisited_entries: before.log.kept.len(),
            changed_lines: Vec::new(),
            kept: Unchanged::default(),
            view: self,
            before,
        };
        let mut new = Self::build(now, viewer, &mut parts);
        new.add_undo_offers(now, viewer);
        let IncrementalUpdate {
            view: old,
            rows,
            changed_rows: other_rows,
            changed_lines: told_anew,
            kept,
            ..
        } = parts;
        old.rows = other_rows.into_iter().chain(rows).collect();
        old.log.extend(told_anew.into_iter().rev());
        let changes = diff_except(old, &new, &kept);
        *self = new;
        changes
    }
}
