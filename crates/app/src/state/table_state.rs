//! The state of a table's page. A small handle with verbs: components watch its fields and call its verbs, and only the
//! verbs write.

use leptos::prelude::*;
use rules::combatant_info::CombatantInfo;
use rules::encounter::view::{CombatantRow, ExchangeView, LogLineView, SeatView};
use rules::encounter::{Class, Turn, UndoOffer, View};
use rules::house_rules::HouseRules;
use rules::id::{CombatantId, CommandId, EncounterId, ExchangeId, SeatId, TableId};
use rules::seat::Role;
use rules::sorted_map::Map;
use rules::system::{ClientRules, SystemId};
use rules::wire::{Durability, ResumePoint};

use crate::page::Opening;
use crate::reactive::memo;
use crate::state::prediction::{Pending, Place};
use crate::state::watch::Watch;

/// How the line to the server is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Connection {
    /// The page was printed and its program has not started.
    Asleep,
    /// Connected and up to date.
    Live,
    /// Connected, and the server keeps nothing: now, or in this encounter any more.
    Unkept(Durability),
    /// Not connected since then (milliseconds since 1970); trying again.
    Lost(f64),
    /// The server does not want this browser any more.
    Gone,
    /// The seat has moved to another browser.
    Moved,
    /// The page is of another version than the server.
    Stale,
}

/// A sentence that the page says in passing.
#[derive(Clone, Debug, PartialEq)]
pub struct Notice {
    /// The words of the notice.
    pub words: String,
    /// Whether what it says can be made undone with redo.
    pub redo: bool,
    /// Tells two equal notices apart.
    pub no: u32,
}

/// The outcome of a command.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The id of the command.
    pub id: CommandId,
    /// Why it was not done, as a sentence; `None` when it was.
    pub refused: Option<String>,
}

/// The part of the state that no component watches.
pub(super) struct ModelInner {
    /// The view as the server last said it.
    pub(super) confirmed: View,
    /// The view on the screen: the confirmed one with pending commands foreseen.
    pub(super) shown: View,
    /// How far this page has followed the server.
    pub(super) cursor: ResumePoint,
    /// Commands that wait for their answers, oldest first.
    pub(super) outbox: Vec<Pending>,
    /// The function that sends a command; `None` before the connection started.
    pub(super) sender: Option<Sender>,
    pub(super) rows: Map<CombatantId, ArcRwSignal<CombatantRow>>,
    /// Number of notices shown so far.
    pub(super) notices: u32,
    /// Whether the next frame draws anew.
    pub(super) refresh_waits: bool,
    /// The time when the server last knew this page anew, in milliseconds since 1970; for ever ahead until it first
    /// does.
    pub(super) welcomed: f64,
    /// The lines of the log that came since the screen was last drawn.
    pub(super) news: Vec<u32>,
    /// Steps that were asked for before it was known what they are.
    pub(super) steps_wait: u8,
}

/// Sends a command, and keeps it until it is answered: for whom, which, and behind how many others.
pub type Sender = fn(Place, &Pending, usize);

/// The state of a table's page, and the verbs that change it. Cheap to copy.
#[derive(Clone, Copy)]
pub struct Model {
    pub(super) inner: StoredValue<ModelInner>,
    /// Counts how often the screen was brought to something new.
    pub(super) refreshed: RwSignal<u32>,
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
    /// Whether this is a demonstration.
    pub demo: bool,
    /// Whether the encounter is prepared, and players do not know of it.
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
    /// The exchanges under way and those just over.
    pub exchanges: Watch<Map<ExchangeId, ExchangeView>>,
    /// The line that undo would take back for the reader.
    pub undo: Watch<Option<UndoOffer>>,
    /// The line that redo would bring back for the reader.
    pub redo: Watch<Option<UndoOffer>>,
    /// Rows that wait for an answer.
    pub pending_rows: Watch<Vec<CombatantId>>,
    /// How many commands wait for an answer.
    pub pending: Watch<usize>,
    /// Whether what changes on the screen is made up for, and not happening now: no eye follows it.
    pub catches_up: Watch<bool>,
    /// Goes up with every change of any row: for what looks at many rows at once.
    pub rows_changed: Watch<u32>,
    /// The line to the server.
    pub connection: Watch<Connection>,
    /// The number of the line with the newest roll, while it is news; else 0.
    pub roll: Watch<u32>,
    /// The effects of that roll, in words.
    pub came: Watch<Vec<String>>,
    /// The exchange that is just over, while it is news.
    pub ended: Watch<Option<ExchangeId>>,
    /// The notice that is shown.
    pub notice: Watch<Option<Notice>>,
    /// The outcome of the last command that was answered.
    pub answer: Watch<Option<Answer>>,
    /// The words that are read aloud.
    pub aloud: Watch<String>,
    /// Whether the page's program runs. What only a browser knows is drawn after that.
    pub awake: Watch<bool>,
    /// The line that was typed into the log and waits for its answer.
    pub said: Watch<Option<(CommandId, String)>>,
}

impl Model {
    /// The address of one of the table's pages, about the encounter of this one.
    #[must_use]
    pub fn page_path(&self, page: &str) -> String {
        let about = match self.unseen {
            true => format!("?scene={}", self.encounter),
            false => String::new(),
        };
        format!("/t/{}/{page}{about}", self.table)
    }

    /// The model of a table as it was printed.
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
        }
    }

    /// The rules it runs on.
    #[must_use]
    pub fn rules(&self) -> &'static dyn ClientRules {
        self.system.client_rules()
    }

    /// Asks the rules about somebody, and watches the house rules; `None` where the reader may
    /// not know enough.
    pub fn with_fighter<T>(
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

    /// The reader's role, as the seats say.
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

    /// The reader's name at this table.
    #[must_use]
    pub fn own_name(&self) -> Option<String> {
        let you = self.you.get();
        self.seats
            .with(|seats| Some(seats.iter().find(|seat| seat.id == you)?.name.clone()))
    }

    /// A row to watch; `None` when there is no such combatant.
    #[must_use]
    pub fn row(&self, id: CombatantId) -> Option<ArcReadSignal<CombatantRow>> {
        self.row_signal(id).map(|row| row.read_only())
    }

    /// The signal of a row.
    pub(super) fn row_signal(&self, id: CombatantId) -> Option<ArcRwSignal<CombatantRow>> {
        self.inner.with_value(|inner| inner.rows.get(&id).cloned())
    }

    /// A row as it is now.
    #[must_use]
    pub fn current_row(&self, id: CombatantId) -> Option<CombatantRow> {
        self.inner
            .with_value(|inner| inner.shown.rows.get(&id).map(|row| (**row).clone()))
    }

    /// A part of what is on the screen, to be watched.
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

    /// Looks at everything on the screen at once, without watching it.
    pub fn with_view<T>(&self, look: impl FnOnce(&View) -> T) -> T {
        self.inner.with_value(|inner| look(&inner.shown))
    }

    /// Whether the reader may mark and move things for this row.
    #[must_use]
    pub fn may_act_for(&self, row: &CombatantRow) -> bool {
        self.can_run_table() || (row.owner == Some(self.you.get()) && self.role() == Role::Player)
    }

    /// Looks at a line of the log as the server has it.
    pub(crate) fn with_line<T>(&self, no: u32, look: impl FnOnce(&LogLineView) -> T) -> Option<T> {
        self.inner.with_value(|inner| {
            let log = &inner.confirmed.log;
            let at = log.binary_search_by_key(&no, |line| line.no).ok()?;
            log.get(at).map(look)
        })
    }

    /// Finds something among what waits for its answer.
    pub(crate) fn find_pending<T>(&self, find: impl FnMut(&Pending) -> Option<T>) -> Option<T> {
        self.inner
            .with_value(|inner| inner.outbox.iter().find_map(find))
    }

    /// The place where this reader's commands wait.
    pub(crate) fn queue_place(&self) -> Place {
        (self.encounter, self.you.get_untracked())
    }

    /// Whether a command waits for its answer.
    #[must_use]
    pub fn is_pending(&self, id: CommandId) -> bool {
        self.inner
            .with_value(|inner| inner.outbox.iter().any(|pending| pending.id == id))
    }

    /// Whether any command waits for its answer.
    #[must_use]
    pub fn has_pending(&self) -> bool {
        self.inner.with_value(|inner| !inner.outbox.is_empty())
    }

    /// Whether the line is lost and tried again.
    #[must_use]
    pub fn is_lost(&self) -> bool {
        matches!(self.connection.get_untracked(), Connection::Lost(_))
    }

    /// Whether nothing more will come on this page.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        matches!(
            self.connection.get_untracked(),
            Connection::Gone | Connection::Moved | Connection::Stale
        )
    }

    /// How far this page has followed the server.
    #[must_use]
    pub(crate) fn cursor(&self) -> ResumePoint {
        self.inner.with_value(|inner| inner.cursor)
    }

    /// The number and the sum of the confirmed view, while the page is connected.
    #[must_use]
    pub fn checksum(&self) -> Option<(u64, u32)> {
        let live = self.connection.get_untracked() == Connection::Live;
        live.then(|| {
            self.inner
                .with_value(|inner| (inner.cursor.seq, inner.confirmed.checksum()))
        })
    }
}
