//! The state of a table's page: a small handle with signals that components read, and methods that write them.

use leptos::prelude::*;
use rules::base::id::{CombatantId, CommandId, EncounterId, ExchangeId, SeatId, TableId};
use rules::base::seat::Role;
use rules::base::sorted_map::Map;
use rules::encounter::view::{CombatantRow, ExchangeView, LogLineView, SeatView};
use rules::encounter::{Class, Turn, UndoOffer, View};
use rules::ruleset::combatant_info::CombatantInfo;
use rules::ruleset::house_rules::HouseRules;
use rules::ruleset::{ClientRules, SystemId};
use rules::wire::{Durability, ResumePoint};

use crate::page::Opening;
use crate::reactive::memo;
use crate::state::prediction::{Pending, Place};
use crate::state::received_private::ReceivedPrivate;
use crate::state::watch::Watch;

/// State of this page's connection to the server, as the header shows it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Connection {
    /// The page was printed and its program has not started.
    Asleep,
    /// Connected and up to date.
    Live,
    /// Connected, but the server cannot store anything: temporarily, or never again in this encounter.
    Unkept(Durability),
    /// Not connected since then (milliseconds since 1970); trying again.
    Lost(f64),
    /// The server no longer accepts this browser.
    Gone,
    /// The seat has moved to another browser.
    Moved,
    /// The page is of another version than the server.
    Stale,
}

/// A short-lived notice to the reader at the edge of the screen.
#[derive(Clone, Debug, PartialEq)]
pub struct Notice {
    /// The words of the notice.
    pub words: String,
    /// Whether the notice is about an undone line that can be redone.
    pub redo: bool,
    /// Number that tells equal notices apart.
    pub no: u32,
}

/// The server's answer to a command: accepted, or refused for a reason.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The id of the command.
    pub id: CommandId,
    /// The reason in words, if it was refused.
    pub refused: Option<String>,
}

/// The part of the state that no component reads reactively.
pub(super) struct ModelInner {
    /// The view as the server confirmed it.
    pub(super) confirmed: View,
    /// The shown view: the confirmed one with predicted effects of pending commands.
    pub(super) shown: View,
    /// Position up to which this page has followed the server.
    pub(super) cursor: ResumePoint,
    /// Pending commands, oldest first.
    pub(super) outbox: Vec<Pending>,
    /// The function that sends a command; `None` before the connection started.
    pub(super) sender: Option<Sender>,
    pub(super) rows: Map<CombatantId, ArcRwSignal<CombatantRow>>,
    /// Number of notices shown so far.
    pub(super) notices: u32,
    /// Whether an update waits for the next frame.
    pub(super) refresh_waits: bool,
    /// Time of the last welcome by the server, in milliseconds since 1970; infinite before the first.
    pub(super) welcomed: f64,
    /// The new lines of the log since the last update of the screen.
    pub(super) news: Vec<u32>,
    /// Number of steps requested before it was known what they are.
    pub(super) steps_wait: u8,
    /// What the reader's seat alone is told; `None` while nothing was received.
    pub(super) private: Option<Box<ReceivedPrivate>>,
}

/// Function that sends a command and stores it until it is answered; the last parameter is the number of pending
/// commands before it.
pub type Sender = fn(Place, &Pending, usize);

/// The reactive state of a live table's page, with the encounter's view and the pending commands. Cheap to copy.
#[derive(Clone, Copy)]
pub struct Model {
    pub(super) inner: StoredValue<ModelInner>,
    /// Number of updates of the screen so far.
    pub(crate) refreshed: RwSignal<u32>,
    /// The reader's seat.
    pub you: Watch<SeatId>,
    /// The reader's class of viewer.
    pub class: Class,
    /// The id of the table.
    pub table: TableId,
    /// The id of the encounter.
    pub encounter: EncounterId,
    /// The rule system.
    pub system: SystemId,
    /// Whether the table is a demo.
    pub demo: bool,
    /// Whether the encounter is prepared, and unknown to players.
    pub unseen: bool,
    /// The scene's title.
    pub title: Watch<String>,
    /// The turn of the fight.
    pub turn: Watch<Turn>,
    /// The turn after that one.
    pub next: Watch<Option<Turn>>,
    /// The groups that act at the same moment.
    pub together: Watch<Vec<Vec<CombatantId>>>,
    /// The house rules.
    pub house: Watch<HouseRules>,
    /// The turn of the fight, in words.
    pub standing: Watch<String>,
    /// The combatants of the order.
    pub order: Watch<Vec<CombatantId>>,
    /// The combatants of the bench.
    pub bench: Watch<Vec<CombatantId>>,
    /// The seats of the table.
    pub seats: Watch<Vec<SeatView>>,
    /// The seats that are connected now.
    pub here: Watch<Vec<SeatId>>,
    /// The log, newest last.
    pub log: Watch<Vec<LogLineView>>,
    /// Number of changes so far of what the reader's seat alone is told.
    pub private: Watch<u32>,
    /// The open exchanges and those just ended.
    pub exchanges: Watch<Map<ExchangeId, ExchangeView>>,
    /// The line that the reader can undo.
    pub undo: Watch<Option<UndoOffer>>,
    /// The line that the reader can redo.
    pub redo: Watch<Option<UndoOffer>>,
    /// The combatants with pending commands.
    pub pending_rows: Watch<Vec<CombatantId>>,
    /// Number of pending commands.
    pub pending: Watch<usize>,
    /// Whether the current update shows missed changes, which are not animated.
    pub catches_up: Watch<bool>,
    /// Number that grows with every change of any row, for components that read many rows at once.
    pub rows_changed: Watch<u32>,
    /// State of the connection to the server.
    pub connection: Watch<Connection>,
    /// The number of the line with the newest roll, while its card is shown; else 0.
    pub roll: Watch<u32>,
    /// The effects of the newest roll, in words.
    pub came: Watch<Vec<String>>,
    /// The exchange that has just ended, while its card is shown.
    pub ended: Watch<Option<ExchangeId>>,
    /// The notice that is shown.
    pub notice: Watch<Option<Notice>>,
    /// The last answer to a command.
    pub answer: Watch<Option<Answer>>,
    /// The text that screen readers announce.
    pub aloud: Watch<String>,
    /// Whether the page's program runs. Parts that only a browser knows are drawn after that.
    pub awake: Watch<bool>,
    /// Whether the second part of the program is here, too. What few need at once is drawn after that.
    pub whole: Watch<bool>,
    /// The typed log line that is pending.
    pub said: Watch<Option<(CommandId, String)>>,
}

impl Model {
    /// Returns the path of one of the table's pages, for this encounter.
    #[must_use]
    pub fn page_path(&self, page: &str) -> String {
        let about = match self.unseen {
            true => format!("?scene={}", self.encounter),
            false => String::new(),
        };
        format!("/t/{}/{page}{about}", self.table)
    }

    /// Creates the model of a table from the data of its page.
    #[must_use]
    pub fn new(opening: &Opening) -> Self {
        let view = &opening.view;
        let rows = view
            .rows
            .iter()
            .map(|(id, row)| (*id, ArcRwSignal::new((**row).clone())))
            .collect();
        let inner = ModelInner {
            confirmed: view.clone(),
            shown: view.clone(),
            cursor: ResumePoint {
                epoch: opening.epoch,
                seq: opening.seq,
            },
            outbox: Vec::new(),
            sender: None,
            rows,
            notices: 0,
            refresh_waits: false,
            welcomed: f64::INFINITY,
            news: Vec::new(),
            steps_wait: 0,
            private: None,
        };
        Self {
            inner: StoredValue::new(inner),
            refreshed: RwSignal::new(0),
            said: Watch::new(None),
            you: Watch::new(opening.you),
            class: opening.class,
            table: opening.table,
            encounter: opening.encounter,
            system: view.system,
            demo: opening.demo,
            unseen: opening.unseen,
            title: Watch::new(view.title.clone()),
            turn: Watch::new(view.turn),
            next: Watch::new(view.next),
            together: Watch::new(view.together.clone()),
            house: Watch::new(view.house.clone()),
            standing: Watch::new(crate::words::fight_status(view, Some(opening.you))),
            order: Watch::new(view.order.clone()),
            bench: Watch::new(view.bench.clone()),
            seats: Watch::new(view.seats.clone()),
            here: Watch::new(Vec::new()),
            log: Watch::new(view.log.clone()),
            private: Watch::new(0),
            exchanges: Watch::new(view.exchanges.clone()),
            undo: Watch::new(view.undo.get(&opening.you).copied()),
            redo: Watch::new(view.redo.get(&opening.you).copied()),
            pending_rows: Watch::new(Vec::new()),
            pending: Watch::new(0),
            catches_up: Watch::new(true),
            rows_changed: Watch::new(0),
            connection: Watch::new(Connection::Asleep),
            roll: Watch::new(0),
            came: Watch::new(Vec::new()),
            ended: Watch::new(None),
            notice: Watch::new(None),
            answer: Watch::new(None),
            aloud: Watch::new(String::new()),
            awake: Watch::new(false),
            whole: Watch::new(false),
        }
    }

    /// Returns the client's part of the rule system.
    #[must_use]
    pub fn rules(&self) -> &'static dyn ClientRules {
        self.system.client_rules()
    }

    /// Calls a function with what the rules need to know of a combatant; `None` if the reader may not know enough.
    /// Reacts to changes of house rules.
    pub fn with_combatant_info<T>(
        &self,
        row: &CombatantRow,
        ask: impl FnOnce(&CombatantInfo<'_>) -> T,
    ) -> Option<T> {
        let order = self.turn.with(|turn| turn.round > 0)
            && self.order.with(|order| order.contains(&row.id));
        self.house
            .with(|house| row.fighter(house, order).map(|who| ask(&who)))
    }

    /// Whether the reader runs the table.
    #[must_use]
    pub fn can_run_table(&self) -> bool {
        self.class == Class::Storyteller
    }

    /// Returns the reader's role at the table.
    #[must_use]
    pub fn role(&self) -> Role {
        let you = self.you.get_untracked();
        self.seats.with_untracked(|seats| {
            seats
                .iter()
                .find(|seat| seat.id == you)
                .map_or(Role::Spectator, |seat| seat.role)
        })
    }

    /// Returns the reader's name at the table.
    #[must_use]
    pub fn own_name(&self) -> Option<String> {
        let you = self.you.get();
        self.seats
            .with(|seats| Some(seats.iter().find(|seat| seat.id == you)?.name.clone()))
    }

    /// Returns the reactive row of a combatant; `None` if there is no such combatant.
    #[must_use]
    pub fn row(&self, id: CombatantId) -> Option<ArcReadSignal<CombatantRow>> {
        self.row_signal(id).map(|row| row.read_only())
    }

    /// Returns the writable signal of a row.
    pub(super) fn row_signal(&self, id: CombatantId) -> Option<ArcRwSignal<CombatantRow>> {
        self.inner.with_value(|inner| inner.rows.get(&id).cloned())
    }

    /// Returns the current row of a combatant.
    #[must_use]
    pub fn current_row(&self, id: CombatantId) -> Option<CombatantRow> {
        self.inner
            .with_value(|inner| inner.shown.rows.get(&id).map(|row| (**row).clone()))
    }

    /// Returns a reactive part of the shown view.
    #[must_use]
    pub fn select<T>(&self, part: fn(&View) -> T) -> Memo<T>
    where
        T: PartialEq + Send + Sync + 'static,
    {
        let model = *self;
        memo(move || {
            model.refreshed.track();
            model.with_view(part)
        })
    }

    /// Reads the shown view once, without reacting to its changes.
    pub fn with_view<T>(&self, look: impl FnOnce(&View) -> T) -> T {
        self.inner.with_value(|inner| look(&inner.shown))
    }

    /// Whether the reader may act for the combatant of this row.
    #[must_use]
    pub fn may_act_for(&self, row: &CombatantRow) -> bool {
        self.can_run_table() || (row.owner == Some(self.you.get()) && self.role() == Role::Player)
    }

    /// Reads a line of the confirmed log.
    pub(crate) fn with_line<T>(&self, no: u32, look: impl FnOnce(&LogLineView) -> T) -> Option<T> {
        self.inner.with_value(|inner| {
            let log = &inner.confirmed.log;
            let at = log.binary_search_by_key(&no, |line| line.no).ok()?;
            log.get(at).map(look)
        })
    }

    /// Finds something among the pending commands.
    pub(crate) fn find_pending<T>(&self, find: impl FnMut(&Pending) -> Option<T>) -> Option<T> {
        self.inner
            .with_value(|inner| inner.outbox.iter().find_map(find))
    }

    /// Returns the encounter and seat to which this reader's pending commands belong.
    pub(crate) fn queue_place(&self) -> Place {
        (self.encounter, self.you.get_untracked())
    }

    /// Whether the command with this id waits for the server's answer.
    #[must_use]
    pub fn is_pending(&self, id: CommandId) -> bool {
        self.inner
            .with_value(|inner| inner.outbox.iter().any(|pending| pending.id == id))
    }

    /// Whether any command waits for the server's answer.
    #[must_use]
    pub fn has_pending(&self) -> bool {
        self.inner.with_value(|inner| !inner.outbox.is_empty())
    }

    /// Whether the connection is lost and being retried.
    #[must_use]
    pub fn is_lost(&self) -> bool {
        matches!(self.connection.get_untracked(), Connection::Lost(_))
    }

    /// Whether the session is closed, so that no more messages arrive.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        matches!(
            self.connection.get_untracked(),
            Connection::Gone | Connection::Moved | Connection::Stale
        )
    }

    /// Returns the position up to which this page has followed the server.
    #[must_use]
    pub(crate) fn cursor(&self) -> ResumePoint {
        self.inner.with_value(|inner| inner.cursor)
    }

    /// Returns the sequence number and checksum of the confirmed view, while the page is connected.
    #[must_use]
    pub fn checksum(&self) -> Option<(u64, u32)> {
        let live = self.connection.get_untracked() == Connection::Live;
        live.then(|| {
            self.inner
                .with_value(|inner| (inner.cursor.seq, inner.confirmed.checksum()))
        })
    }
}
