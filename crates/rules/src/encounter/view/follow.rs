//! Incremental update of a view: parts are reused from the earlier view where nothing they depend on has
//! changed.

use std::iter::Peekable;
use std::{mem, vec};

use super::change::{Change, Kept, changes};
use super::exchange::{self, ExchangeView};
use super::parts::{Ahead, Anew, Parts};
use super::pieces::Line;
use super::row::Row;
use super::view::View;
use crate::encounter::combatant::Combatant;
use crate::encounter::encounter::Encounter;
use crate::encounter::exchange::Exchange;
use crate::encounter::log::Entry;
use crate::encounter::viewer::Viewer;
use crate::id::CombatantId;
use crate::shared::Shared;

/// The earlier view and encounter, from which unchanged parts are reused.
struct Before<'a> {
    /// The earlier view.
    old: &'a mut View,
    /// The encounter that the earlier view shows.
    before: &'a Encounter,
    /// Whether everything that the rows of all combatants depend on is unchanged.
    same_rules: bool,
    /// Whether the sealing of plans is unchanged: for visible and for hidden combatants.
    same_seals: [bool; 2],
    /// The old rows not visited yet, ordered by id.
    rows: Peekable<vec::IntoIter<(CombatantId, Box<Row>)>>,
    /// Old rows that have changed or are gone.
    other_rows: Vec<(CombatantId, Box<Row>)>,
    /// Number of old log entries, from the oldest, not visited yet.
    entries: usize,
    /// Old lines that have changed or are gone, the newest first.
    told_anew: Vec<Line>,
    /// The parts reused so far.
    kept: Kept,
}

impl Before<'_> {
    /// Whether everything the row of a combatant depends on is unchanged.
    fn is_same(&self, now: &Encounter, who: &Combatant) -> bool {
        self.same_rules
            && self.same_seals[usize::from(who.hidden)]
            && self.before.combatants.shares(who)
            // Its row also depends on its group and on conditions that follow from holds.
            && who.group.is_none()
            && !self.before.is_tied(who.id)
            && !now.is_tied(who.id)
    }

    /// Whether an exchange is over and its view unchanged.
    fn is_same_exchange(&self, now: &Encounter, it: &Shared<Exchange>, viewer: Viewer) -> bool {
        let same = |before: &Shared<Exchange>| before.is_with(it);
        let side = |of: &Encounter, id| of.combatants.get(&id).map(|who| who.side);
        let mut parties = it.parties();
        let old = self.old.exchanges.get(&it.id);
        it.is_over()
            && self.before.exchanges.iter().any(same)
            && parties.all(|id| side(self.before, id) == side(now, id))
            && self.before.exchange_is_public(it) == now.exchange_is_public(it)
            && old.is_some_and(|old| old.ended == exchange::ended(now, it, viewer))
    }
}

impl Parts for Before<'_> {
    fn row(&mut self, now: &Encounter, who: &Combatant, viewer: Viewer) -> Box<Row> {
        // Visit rows in order, because removing one from the middle of a long list moves all after it.
        while let Some(gone) = self.rows.next_if(|(id, _)| *id < who.id) {
            self.other_rows.push(gone);
        }
        match self.rows.next_if(|(id, _)| *id == who.id) {
            Some((id, row)) if self.is_same(now, who) => {
                self.kept.rows.insert(id);
                row
            }
            other => {
                self.other_rows.extend(other);
                Anew.row(now, who, viewer)
            }
        }
    }

    fn exchange(&mut self, now: &Encounter, it: &Shared<Exchange>, viewer: Viewer) -> ExchangeView {
        let same = self.is_same_exchange(now, it, viewer);
        match same.then(|| self.old.exchanges.remove(&it.id)).flatten() {
            Some(view) => {
                self.kept.exchanges.insert(it.id);
                view
            }
            None => Anew.exchange(now, it, viewer),
        }
    }

    fn line(&mut self, no: u32, entry: &Shared<Entry>, viewer: Viewer) -> Line {
        let later = |at: &usize| {
            self.before
                .log
                .kept
                .get(*at)
                .is_some_and(|old| old.no > entry.no)
        };
        while self.entries.checked_sub(1).as_ref().is_some_and(later) {
            self.entries -= 1;
        }
        let newest = self.entries.checked_sub(1);
        let newest = newest.and_then(|at| self.before.log.kept.get(at));
        let same = newest.is_some_and(|old| old.is_with(entry));
        while let Some(line) = self.old.log.pop_if(|line| line.no >= no) {
            if same && line.no == no {
                self.kept.lines.insert(no);
                return line;
            }
            self.told_anew.push(line);
        }
        Anew.line(no, entry, viewer)
    }

    fn ahead(&mut self, now: &Encounter, viewer: Viewer) -> Ahead {
        let before = self.before;
        let same = self.same_rules
            && before.turn == now.turn
            && before.order == now.order
            && before.combatants.are_shared(&now.combatants);
        match same {
            true => (self.old.next, self.old.together.clone()),
            false => Anew.ahead(now, viewer),
        }
    }

    fn dice(&mut self, now: &Encounter) -> String {
        match self.before.fair.is_bound_like(&now.fair) {
            true => self.old.dice.clone(),
            false => Anew.dice(now),
        }
    }
}

impl View {
    /// Updates the view from `before`, which it shows, to `now`, which descends from it, and returns the
    /// changes.
    ///
    /// The result equals [`View::of`] and the changes equal [`diff`](super::diff), but unchanged parts are
    /// neither built nor compared again.
    pub fn follow(
        &mut self,
        before: &Encounter,
        now: &Encounter,
        viewer: impl Into<Viewer>,
    ) -> Vec<Change> {
        let viewer = viewer.into();
        let mut parts = Before {
            same_rules: before.system == now.system
                && before.house == now.house
                && before.table.foe_health == now.table.foe_health,
            same_seals: [false, true].map(|hidden| before.seals(hidden) == now.seals(hidden)),
            rows: mem::take(&mut self.rows).into_iter().peekable(),
            other_rows: Vec::new(),
            entries: before.log.kept.len(),
            told_anew: Vec::new(),
            kept: Kept::default(),
            old: self,
            before,
        };
        let mut new = Self::made(now, viewer, &mut parts);
        new.offer(now, viewer);
        let Before {
            old,
            rows,
            other_rows,
            told_anew,
            kept,
            ..
        } = parts;
        old.rows = other_rows.into_iter().chain(rows).collect();
        old.log.extend(told_anew.into_iter().rev());
        let changes = changes(old, &new, &kept);
        *self = new;
        changes
    }
}
