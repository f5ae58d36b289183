//! Updates of the screen: once a frame, and only of parts that changed.

use leptos::prelude::*;
use rules::base::id::ExchangeId;
use rules::encounter::view::LogLineView;
use rules::encounter::{Change, diff};

use crate::state::prediction::predict;
use crate::state::table_state::{Connection, Model};
use crate::{browser, words};

/// Time in milliseconds after a reconnection in which updates count as missed, not as new.
const CATCH_UP_MS: f64 = 500.0;

/// Parts of the page that an update still has to draw.
#[derive(Default)]
struct Redrawn {
    rows: bool,
    standing: bool,
    exchanges: bool,
    log: bool,
    /// The exchange that ends with the update.
    ended: Option<ExchangeId>,
    /// The new question to the reader, in words.
    asked: Option<String>,
    /// The moves in the scene that change who is near the reader, in words.
    moves: Vec<String>,
}

impl Model {
    /// Subscribes the running effect or memo to every change of the shown view.
    pub fn track_view(&self) {
        self.refreshed.track();
    }

    /// Updates the log on the screen if `told`, which means that a line changed, or if lines were
    /// added or dropped.
    fn redraw_log(&self, told: bool) {
        let ends = |log: &[LogLineView]| (log.len(), log.first().map(|line| line.no));
        let shown = self.log.with_untracked(|log| ends(log));
        if told || self.with_view(|view| ends(&view.log)) != shown {
            self.log.set(self.with_view(|view| view.log.clone()));
        }
    }

    /// Updates the screen with the next frame, so that an answer and its changes, which arrive one right after the
    /// other, are shown together.
    pub(super) fn refresh_soon(&self) {
        let first = self
            .inner
            .try_update_value(|inner| !std::mem::replace(&mut inner.refresh_waits, true));
        if first == Some(true) {
            let model = *self;
            browser::on_next_frame(move || _ = model.refresh_waiting());
        }
    }

    /// Updates the screen now if an update waits for the next frame, and returns whether one did.
    pub(super) fn refresh_waiting(&self) -> bool {
        let waits = self
            .inner
            .try_update_value(|inner| std::mem::take(&mut inner.refresh_waits));
        let waits = waits == Some(true);
        if waits {
            self.refresh();
        }
        waits
    }

    /// Updates the shown view to the confirmed state plus the expected effects of pending commands.
    pub(crate) fn refresh(&self) {
        let Some((changes, added, moves)) = self.predict_all() else {
            return;
        };
        let welcomed = self.inner.with_value(|inner| inner.welcomed);
        // What was on its way when the connection was lost is late as well.
        let lost = matches!(self.connection.get_untracked(), Connection::Lost(_));
        let catches_up = lost || browser::now() - welcomed < CATCH_UP_MS;
        self.catches_up.set_if_changed(catches_up);
        let mut drawn = Redrawn {
            rows: added,
            standing: added,
            moves,
            ..Redrawn::default()
        };
        for change in changes {
            self.show_change(change, &mut drawn);
        }
        self.refreshed.update(|n| *n = n.wrapping_add(1));
        self.show_offers();
        self.redraw_log(drawn.log);
        self.announce_news(drawn.ended, drawn.asked, &drawn.moves);
        if drawn.exchanges {
            self.exchanges
                .set(self.with_view(|view| view.exchanges.clone()));
        }
        if drawn.rows {
            let count = self.rows_changed.get_untracked();
            self.rows_changed.set(count.wrapping_add(1));
        }
        if drawn.standing {
            let you = self.you.get_untracked();
            let standing = self.with_view(|view| words::fight_status(view, Some(you)));
            self.standing.set(standing);
        }
        self.show_pending();
        self.take_waiting_step();
    }

    /// Updates the shown view to the confirmed one with the predicted effects of pending commands;
    /// `None` once the page is left. Returns the changes, whether combatants were added, and the
    /// moves in the scene that change who is near the reader, in words.
    fn predict_all(&self) -> Option<(Vec<Change>, bool, Vec<String>)> {
        let you = self.you.get_untracked();
        self.inner.try_update_value(|inner| {
            let mut next = inner.confirmed.clone();
            let sure = inner.outbox.iter().filter(|pending| !pending.unsure);
            for command in sure.filter_map(|pending| pending.command.as_ref()) {
                predict(&mut next, command);
            }
            let changes = diff(&inner.shown, &next);
            let mut added = false;
            for (id, row) in &next.rows {
                if !inner.rows.contains_key(id) {
                    added = true;
                    inner.rows.insert(*id, ArcRwSignal::new((**row).clone()));
                }
            }
            let moves = words::nearby_moves(&inner.shown, &next, you);
            inner.shown = next;
            (changes, added, moves)
        })
    }

    /// Shows a change of the view in its signal, and notes in `drawn` what else has to be drawn.
    fn show_change(&self, change: Change, drawn: &mut Redrawn) {
        match change {
            Change::Title(title) => self.title.set(title),
            Change::Turn(turn) => {
                self.turn.set(turn);
                drawn.standing = true;
            }
            Change::Next(next) => {
                self.next.set(next);
                drawn.standing = true;
            }
            Change::Together(together) => {
                self.together.set(together);
                drawn.standing = true;
            }
            Change::House(house) => {
                self.house.set(house);
                drawn.standing = true;
            }
            Change::Row(row) => {
                drawn.rows = true;
                drawn.standing = true;
                if let Some(signal) = self.row_signal(row.id) {
                    signal.set(*row);
                }
            }
            Change::Health(id, track, health) => {
                drawn.rows = true;
                if let Some(signal) = self.row_signal(id) {
                    signal.update(|row| {
                        row.track = track;
                        row.health = health;
                    });
                }
            }
            Change::Gone(_) => drawn.rows = true,
            Change::Order(order) => {
                self.order.set(order);
                drawn.standing = true;
            }
            Change::Bench(bench) => self.bench.set(bench),
            Change::Seat(_) | Change::SeatGone(_) => {
                self.seats.set(self.with_view(|view| view.seats.clone()));
            }
            Change::Exchange(now) => {
                drawn.exchanges = true;
                if self.ends_with(&now) {
                    drawn.ended = Some(now.id);
                }
                if drawn.asked.is_none() {
                    drawn.asked = self.new_question(&now);
                }
            }
            Change::ExchangeGone(_) => drawn.exchanges = true,
            Change::Line(_) => drawn.log = true,
            // Parts of the view without a signal of their own are read through `select`.
            _ => {}
        }
    }

    /// Shows the log lines that undo and redo would act on.
    fn show_offers(&self) {
        let you = self.you.get_untracked();
        let [undo, redo] =
            self.with_view(|view| [&view.undo, &view.redo].map(|it| it.get(&you).copied()));
        self.undo.set_if_changed(undo);
        self.redo.set_if_changed(redo);
    }

    /// Shows the number of pending commands, and the rows that wait for them.
    fn show_pending(&self) {
        let (rows, count) = self.inner.with_value(|inner| {
            let rows = inner.outbox.iter().filter_map(|pending| pending.row);
            (rows.collect(), inner.outbox.len())
        });
        self.pending_rows.set_if_changed(rows);
        self.pending.set_if_changed(count);
    }

    /// Takes the next step of the fight that was requested before it was known which it is.
    fn take_waiting_step(&self) {
        let goes_on = self.next.get_untracked().is_some()
            && self.inner.try_update_value(|inner| {
                let waits = inner.steps_wait > 0;
                inner.steps_wait = inner.steps_wait.saturating_sub(1);
                waits
            }) == Some(true);
        if goes_on {
            self.next_step();
        }
    }
}
