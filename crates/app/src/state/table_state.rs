//! What the page knows. A small handle with verbs: components read its fields and call its
//! verbs, and only the verbs write.

use leptos::prelude::*;
use rules::encounter::log::What;
use rules::encounter::view::{ExchangeView, Line, Row, SeatView};
use rules::encounter::{Change, Class, Command, Offer, Refusal, Turn, View, diff};
use rules::exchange::Step;
use rules::fighter::Fighter;
use rules::house::House;
use rules::id::{CombatantId, CommandId, EncounterId, ExchangeId, SeatId, TableId};
use rules::messages::screen as msg;
use rules::seat::Role;
use rules::sorted::Map;
use rules::system::{Look, SystemId};
use rules::wire::{Epoch, FromServer, Keeps, Seen, Snapshot, Why};

mod waiting;

use crate::connection::{lifecycle, offline_queue};
use crate::page::Opening;
use crate::reactive::memo;
use crate::state::prediction::{Pending, foresee};
use crate::table::undo_buttons::turned;
use crate::words::sentence;

/// How long after a new line what comes is what was missed.
const CATCH_UP_MS: f64 = 500.0;

/// Steps that are remembered while the one before is on its way.
const MAX_STEPS_WAIT: u8 = 4;

/// How the line to the server is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Connection {
    /// The page was printed and its program has not started.
    Asleep,
    /// Connected and up to date.
    Live,
    /// The same, and the server keeps nothing: now, or in this encounter any more.
    Unkept(Keeps),
    /// Not connected since then (milliseconds since 1970); trying again.
    Lost(f64),
    /// The server does not want this browser any more.
    Gone,
    /// The seat has moved to another browser.
    Moved,
    /// The page is of another version than the server.
    Stale,
}

/// Something the page says in passing.
#[derive(Clone, Debug, PartialEq)]
pub struct Notice {
    /// In words.
    pub words: String,
    /// Whether what it says can be made undone with redo.
    pub redo: bool,
    /// Tells two equal notices apart.
    pub no: u32,
}

/// What became of a command.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// Which command.
    pub id: CommandId,
    /// Why it was not done, as a sentence; `None` when it was.
    pub refused: Option<String>,
}

/// Everything that is kept but drawn by nobody.
struct Book {
    /// What the server said last.
    confirmed: View,
    /// What is on the screen: the same with pending commands foreseen.
    shown: View,
    seen: Seen,
    outbox: Vec<Pending>,
    /// What the server said while an answer was awaited.
    heard: Vec<FromServer>,
    /// How often that was taken in.
    settled: u32,
    rows: Map<CombatantId, ArcRwSignal<Row>>,
    notices: u32,
    refresh_waits: bool,
    /// When the server last knew this page anew, in milliseconds since 1970; for ever ahead until it first does.
    welcomed: f64,
    /// The lines of the log that came since the screen was last drawn.
    news: Vec<u32>,
    /// Steps that were asked for before it was known what they are.
    steps_wait: u8,
}

/// The page's knowledge and verbs.
#[derive(Clone, Copy)]
pub struct Model {
    book: StoredValue<Book>,
    /// Counts how often the screen was brought to something new.
    refreshed: RwSignal<u32>,
    /// The reader's seat.
    pub you: RwSignal<SeatId>,
    /// What class of viewer they are.
    pub class: Class,
    /// The table.
    pub table: TableId,
    /// The encounter.
    pub encounter: EncounterId,
    /// The rule system.
    pub system: SystemId,
    /// Whether this is a demonstration.
    pub demo: bool,
    /// Whether the encounter is prepared, and players do not know of it.
    pub unseen: bool,
    /// The scene's title.
    pub title: RwSignal<String>,
    /// Where the fight stands.
    pub turn: RwSignal<Turn>,
    /// What comes after that.
    pub next: RwSignal<Option<Turn>>,
    /// Those who act at the same moment.
    pub together: RwSignal<Vec<Vec<CombatantId>>>,
    /// The house rules.
    pub house: RwSignal<House>,
    /// Where the fight stands, in words.
    pub standing: RwSignal<String>,
    /// The order.
    pub order: RwSignal<Vec<CombatantId>>,
    /// The bench.
    pub bench: RwSignal<Vec<CombatantId>>,
    /// Who sits at the table.
    pub seats: RwSignal<Vec<SeatView>>,
    /// Who is here now.
    pub here: RwSignal<Vec<SeatId>>,
    /// The log, newest last.
    pub log: RwSignal<Vec<Line>>,
    /// The exchanges under way and those just over.
    pub exchanges: RwSignal<Map<ExchangeId, ExchangeView>>,
    /// What undo would take back for the reader.
    pub undo: RwSignal<Option<Offer>>,
    /// What redo would bring back for the reader.
    pub redo: RwSignal<Option<Offer>>,
    /// Rows that wait for an answer.
    pub pending_rows: RwSignal<Vec<CombatantId>>,
    /// How many commands wait for an answer.
    pub pending: RwSignal<usize>,
    /// Whether what changes on the screen is made up for, and not happening now: no eye follows it.
    pub catches_up: RwSignal<bool>,
    /// Goes up with every change of any row: for what looks at many rows at once.
    pub rows_changed: RwSignal<u32>,
    /// The line to the server.
    pub connection: RwSignal<Connection>,
    /// The number of the line with the newest roll, while it is news; else 0.
    pub roll: RwSignal<u32>,
    /// What came of that roll, in words.
    pub came: RwSignal<Vec<String>>,
    /// The exchange that is just over, while it is news.
    pub ended: RwSignal<Option<ExchangeId>>,
    /// What the page says in passing.
    pub notice: RwSignal<Option<Notice>>,
    /// What became of the last command that was answered.
    pub answer: RwSignal<Option<Answer>>,
    /// What is read aloud.
    pub aloud: RwSignal<String>,
    /// Whether the page's program runs. What only a browser knows is drawn after that.
    pub awake: RwSignal<bool>,
    /// The line that was typed into the log and waits for its answer.
    pub said: RwSignal<Option<(CommandId, String)>>,
}

impl Model {
    /// The address of one of the table's pages, about the encounter of this one.
    #[must_use]
    pub fn page(&self, page: &str) -> String {
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
        let book = Book {
            confirmed: view.clone(),
            shown: view.clone(),
            seen: Seen {
                epoch: opening.epoch,
                seq: opening.seq,
            },
            outbox: Vec::new(),
            rows,
            notices: 0,
            refresh_waits: false,
            welcomed: f64::INFINITY,
            news: Vec::new(),
            steps_wait: 0,
            heard: Vec::new(),
            settled: 0,
        };
        Self {
            book: StoredValue::new(book),
            refreshed: RwSignal::new(0),
            said: RwSignal::new(None),
            you: RwSignal::new(opening.you),
            class: opening.class,
            table: opening.table,
            encounter: opening.encounter,
            system: view.system,
            demo: opening.demo,
            unseen: opening.unseen,
            title: RwSignal::new(view.title.clone()),
            turn: RwSignal::new(view.turn),
            next: RwSignal::new(view.next),
            together: RwSignal::new(view.together.clone()),
            house: RwSignal::new(view.house.clone()),
            standing: RwSignal::new(crate::words::standing(view, Some(opening.you))),
            order: RwSignal::new(view.order.clone()),
            bench: RwSignal::new(view.bench.clone()),
            seats: RwSignal::new(view.seats.clone()),
            here: RwSignal::new(Vec::new()),
            log: RwSignal::new(view.log.clone()),
            exchanges: RwSignal::new(view.exchanges.clone()),
            undo: RwSignal::new(view.undo.get(&opening.you).copied()),
            redo: RwSignal::new(view.redo.get(&opening.you).copied()),
            pending_rows: RwSignal::new(Vec::new()),
            pending: RwSignal::new(0),
            catches_up: RwSignal::new(true),
            rows_changed: RwSignal::new(0),
            connection: RwSignal::new(Connection::Asleep),
            roll: RwSignal::new(0),
            came: RwSignal::new(Vec::new()),
            ended: RwSignal::new(None),
            notice: RwSignal::new(None),
            answer: RwSignal::new(None),
            aloud: RwSignal::new(String::new()),
            awake: RwSignal::new(false),
        }
    }

    /// The rules it runs on.
    #[must_use]
    pub fn rules(&self) -> &'static dyn Look {
        self.system.look()
    }

    /// Asks the rules about somebody, and watches the house rules; `None` where the reader may
    /// not know enough.
    pub fn with_fighter<T>(&self, row: &Row, ask: impl FnOnce(&Fighter<'_>) -> T) -> Option<T> {
        let order = self.turn.with(|turn| turn.round > 0)
            && self.order.with(|order| order.contains(&row.id));
        self.house
            .with(|house| row.fighter(house, order).map(|who| ask(&who)))
    }

    /// Whether the reader runs the table.
    #[must_use]
    pub fn runs(&self) -> bool {
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
    pub fn name(&self) -> Option<String> {
        let you = self.you.get();
        self.seats
            .with(|seats| Some(seats.iter().find(|seat| seat.id == you)?.name.clone()))
    }

    /// A row to watch; `None` when there is no such combatant.
    #[must_use]
    pub fn row(&self, id: CombatantId) -> Option<ArcRwSignal<Row>> {
        self.book.with_value(|book| book.rows.get(&id).cloned())
    }

    /// A row as it is now.
    #[must_use]
    pub fn row_now(&self, id: CombatantId) -> Option<Row> {
        self.book
            .with_value(|book| book.shown.rows.get(&id).map(|row| (**row).clone()))
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
            model.look(part)
        })
    }

    /// Looks at everything on the screen at once, without watching it.
    pub fn look<T>(&self, look: impl FnOnce(&View) -> T) -> T {
        self.book.with_value(|book| look(&book.shown))
    }

    /// Whether the reader may mark and move things for this row.
    #[must_use]
    pub fn may_act_for(&self, row: &Row) -> bool {
        self.runs() || (row.owner == Some(self.you.get()) && self.role() == Role::Player)
    }

    /// Asks for something. It shows at once and settles when the server answers.
    pub fn give(&self, command: Command) {
        self.ask(command);
    }

    /// Proposes a command to those who run the table.
    pub fn propose(&self, command: Command) {
        let command = Box::new(command);
        self.give(Command::Propose { command });
        self.say(msg::PROPOSED_TO_THE_STORYTELLER.get());
    }

    /// The same, for whoever waits for the [`Answer`]; `None` when there is nobody to ask.
    pub fn ask(&self, command: Command) -> Option<CommandId> {
        if self.is_over() {
            return None;
        }
        let id = crate::browser::fresh_id();
        let pending = Pending::new(id, command);
        let waiting = self.book.with_value(|book| book.outbox.len());
        offline_queue::keep(self.place(), &pending, waiting);
        lifecycle::give(&pending);
        self.book.update_value(|book| book.outbox.push(pending));
        self.refresh();
        Some(id)
    }

    /// Goes on to the next step; as soon as it is known which that is.
    pub fn go_on(&self) {
        if self.next.get_untracked().is_some() {
            let after = self.turn.get_untracked();
            let anyway = false;
            self.give(Command::NextTurn { after, anyway });
        } else if self.pending.get_untracked() > 0 {
            self.book
                .update_value(|book| book.steps_wait = (book.steps_wait + 1).min(MAX_STEPS_WAIT));
        }
    }

    /// What to say first on a new line: how far this page has followed.
    #[must_use]
    pub fn seen(&self) -> Seen {
        self.settle();
        self.book.with_value(|book| book.seen)
    }

    /// Which number the picture is at and what its sum is, while the line is up.
    #[must_use]
    pub fn sum(&self) -> Option<(u64, u32)> {
        let live = self.connection.get_untracked() == Connection::Live;
        live.then(|| {
            self.book
                .with_value(|book| (book.seen.seq, book.confirmed.sum()))
        })
    }

    /// Says something in passing, and aloud.
    pub fn say(&self, words: impl Into<String>) {
        self.notify(words.into(), false);
    }

    /// Says something in passing, and aloud; with the way to redo, if that is one.
    pub(crate) fn notify(&self, words: String, redo: bool) {
        let no = self
            .book
            .try_update_value(|book| {
                book.notices += 1;
                book.notices
            })
            .unwrap_or_default();
        self.aloud.set(words.clone());
        self.notice.set(Some(Notice { words, redo, no }));
        crate::browser::later(6_000, {
            let notice = self.notice;
            move || {
                if notice.get_untracked().is_some_and(|notice| notice.no == no) {
                    notice.set(None);
                }
            }
        });
    }

    fn take_in(&self, message: FromServer) {
        match message {
            FromServer::Snapshot(snapshot) => self.start_over(*snapshot),
            FromServer::Resumed { you } => self.welcomed(you),
            FromServer::Changes(seq, changes) => self.follow(seq, &changes),
            FromServer::Done(id) => {
                self.tell_step(id);
                self.answer.set(Some(Answer { id, refused: None }));
                self.answered(id);
            }
            FromServer::NotDone(id, why) => {
                let words = match &why {
                    // What the rules answer to a typed command is said as they say it.
                    Why::Refused(Refusal::Chat(error)) => error.text.clone().into_owned(),
                    why => sentence(&why.to_string()),
                };
                self.book.update_value(|book| book.steps_wait = 0);
                // Not kept means not decided: it stays in the outbox and is said again.
                if why == Why::NotKept {
                    return self.say(words);
                }
                // What was typed into the log is answered where it was typed.
                if !self.is_talk(id) {
                    self.say(words.clone());
                }
                let refused = Some(words);
                self.answer.set(Some(Answer { id, refused }));
                self.answered(id);
            }
            FromServer::Unreadable(complaint) => self.say(sentence(&complaint.to_string())),
            FromServer::Here(seats) => self.here.set(seats),
            FromServer::Keeps(Keeps::Everything) => self.live(),
            FromServer::Keeps(keeps) => self.connection.set(Connection::Unkept(keeps)),
            // The browser was wrong when it said that it is offline.
            FromServer::Pong if self.is_lost() => self.connection.set(Connection::Live),
            FromServer::Pong => {}
            FromServer::Reload => self.connection.set(Connection::Stale),
        }
    }

    fn start_over(&self, snapshot: Snapshot) {
        let Snapshot {
            epoch,
            seq,
            you,
            view,
        } = snapshot;
        self.book.update_value(|book| {
            book.seen = Seen { epoch, seq };
            book.confirmed = view;
        });
        self.welcomed(you);
        self.refresh();
    }

    fn follow(&self, seq: u64, changes: &[Change]) {
        let heard = self.book.try_update_value(|book| {
            if seq != book.seen.seq + 1 {
                return None;
            }
            book.seen.seq = seq;
            let turned = turned(&book.confirmed, changes);
            for change in changes {
                book.confirmed.patch(change);
            }
            Some(turned)
        });
        let Some(turned) = heard.flatten() else {
            // A gap must not happen; starting over is always right.
            self.book.update_value(|book| {
                book.seen = Seen {
                    epoch: Epoch(0),
                    seq: 0,
                }
            });
            lifecycle::again();
            return;
        };
        self.book.update_value(|book| {
            for change in changes {
                if let Change::Line(line) = change
                    && !turned.contains(&line.no)
                {
                    book.news.push(line.no);
                }
            }
        });
        self.tell_turned(&turned);
        self.refresh_soon();
    }

    /// Brings the log on the screen to the one of the view, where a change told of a line or one is gone, of which no
    /// change tells.
    fn redraw_log(&self, told: bool) {
        let ends = |log: &[Line]| (log.len(), log.first().map(|line| line.no));
        let shown = self.log.with_untracked(|log| ends(log));
        if told || self.look(|view| ends(&view.log)) != shown {
            self.log.set(self.look(|view| view.log.clone()));
        }
    }

    /// Tells what came since the screen was last drawn: aloud, and in the card of the newest roll or of
    /// the exchange that is over by it. Aloud, what came of something is all that is said, and what is `asked`
    /// of the reader; of those who like it brief no other line is, but that it is their turn.
    fn tell_news(&self, ended: Option<ExchangeId>, asked: Option<String>) {
        let news = self
            .book
            .try_update_value(|book| std::mem::take(&mut book.news));
        let news = news.unwrap_or_default();
        if news.is_empty() && asked.is_none() {
            return;
        }
        let (mut roll, mut came) = (None, self.came.get_untracked());
        let (mut said, mut speaks) = (Vec::new(), false);
        let brief = crate::browser::has_cookie("brief=on");
        for no in &news {
            let line = |line: &Line| {
                let told = self
                    .house
                    .with_untracked(|house| crate::words::line(self.rules(), house, line));
                let hand = self
                    .seats
                    .with_untracked(|seats| crate::words::hand(seats, line));
                let weight = crate::words::weight(&line.what);
                (told, hand, crate::log::entries::speaks(&line.what), weight)
            };
            let Some((told, hand, spoke, weight)) = self.line(*no, line) else {
                continue;
            };
            speaks |= spoke;
            if told.rolled.is_some() {
                roll = Some(*no);
                came.clear();
            } else if spoke {
                came.push(told.head.clone());
            }
            let ends = weight == crate::words::Weight::Outcome;
            if brief && !ends && !self.calls(*no) {
                continue;
            }
            // Whose tap ended an exchange is not who did it.
            let hand = hand.filter(|_| ended.is_none()).unwrap_or_default();
            let words = [told.said(), hand];
            said.push((
                crate::words::spoken(words.iter().map(String::as_str)),
                weight,
            ));
        }
        let heard = crate::words::heard(&said);
        let words = [heard, asked.unwrap_or_default()];
        let aloud = crate::words::spoken(words.iter().map(String::as_str));
        if !(brief && aloud.is_empty()) {
            self.aloud.set(aloud);
        }
        let ended = ended.filter(|_| speaks);
        if ended.is_some() || roll.is_some() {
            self.ended.set(ended);
        }
        if let Some(no) = roll {
            self.roll.set(no);
        }
        self.came.maybe_update(|old| {
            let other = *old != came;
            *old = came;
            other
        });
    }

    /// Whether a line of the log says that it is the reader's turn.
    fn calls(&self, no: u32) -> bool {
        let acting = self.turn.get_untracked().acting;
        let row = acting.and_then(|id| self.row_now(id));
        let is_turn = |line: &Line| matches!(line.what, What::Turn { .. });
        let theirs = row.is_some_and(|row| match row.owner {
            Some(owner) => owner == self.you.get_untracked(),
            None => self.runs(),
        });
        theirs && self.line(no, is_turn) == Some(true)
    }

    /// What an exchange asks of a player's own that it did not ask on the screen, in words, and how long it waits.
    fn asked_anew(&self, now: &ExchangeView) -> Option<String> {
        let (you, runs) = (self.you.get_untracked(), self.runs());
        let steps =
            |it: &ExchangeView| it.next.as_ref().map_or(Vec::new(), |it| it.each().to_vec());
        let before = self
            .exchanges
            .with_untracked(|all| all.get(&now.id).map_or(Vec::new(), steps));
        let before: Vec<_> = before.iter().filter_map(Step::asked).collect();
        steps(now).iter().filter(|_| !runs).find_map(|step| {
            let (asked, title) = (step.asked()?, step.title()?);
            let row = self.row_now(crate::exchange::open_questions::party(now, asked.1)?)?;
            let anew = row.owner == Some(you) && !before.contains(&asked);
            let wait = now.waits.get(asked.0);
            let left = wait.and_then(|wait| {
                let left = msg::seconds_left(&crate::browser::seconds_until(wait.until?));
                Some(format!(". {left}{}", msg::then(&wait.then)))
            });
            anew.then(|| format!("{}: {title}{}", row.full_name(), left.unwrap_or_default()))
        })
    }

    /// Whether an exchange is told to be over that was not on the screen.
    fn is_over_by(&self, now: &ExchangeView) -> bool {
        let over = |it: &ExchangeView| it.next.is_none() && !it.outcome.is_empty();
        over(now)
            && self
                .exchanges
                .with_untracked(|all| !all.get(&now.id).is_some_and(over))
    }

    /// Looks at a line of the log as the server has it.
    pub(crate) fn line<T>(&self, no: u32, look: impl FnOnce(&Line) -> T) -> Option<T> {
        self.book.with_value(|book| {
            let log = &book.confirmed.log;
            let at = log.binary_search_by_key(&no, |line| line.no).ok()?;
            log.get(at).map(look)
        })
    }

    /// Finds something among what waits for its answer.
    pub(crate) fn waiting<T>(&self, find: impl FnMut(&Pending) -> Option<T>) -> Option<T> {
        self.book
            .with_value(|book| book.outbox.iter().find_map(find))
    }

    /// Whether a command that waits for its answer was typed into the log.
    fn is_talk(&self, id: CommandId) -> bool {
        self.said
            .with_untracked(|said| said.as_ref().is_some_and(|(of, _)| *of == id))
    }

    /// Redraws with the next frame: an answer and the changes it belongs to arrive one right
    /// after the other and are shown together, and so are the changes of many.
    fn refresh_soon(&self) {
        let first = self
            .book
            .try_update_value(|book| !std::mem::replace(&mut book.refresh_waits, true));
        if first == Some(true) {
            let model = *self;
            crate::browser::next_frame(move || _ = model.refresh_waiting());
        }
    }

    /// Redraws what waits for the next frame; false where nothing does.
    fn refresh_waiting(&self) -> bool {
        let waits = self
            .book
            .try_update_value(|book| std::mem::take(&mut book.refresh_waits));
        let waits = waits == Some(true);
        if waits {
            self.refresh();
        }
        waits
    }

    /// Brings the screen to what was confirmed, with what is pending foreseen.
    fn refresh(&self) {
        let Some((changes, added, pending, count)) = self.book.try_update_value(|book| {
            let mut next = book.confirmed.clone();
            let sure = book.outbox.iter().filter(|pending| !pending.unsure);
            for command in sure.filter_map(|pending| pending.command.as_ref()) {
                foresee(&mut next, command);
            }
            let changes = diff(&book.shown, &next);
            let mut added = Vec::new();
            for (id, row) in &next.rows {
                if !book.rows.contains_key(id) {
                    added.push(*id);
                    book.rows.insert(*id, ArcRwSignal::new((**row).clone()));
                }
            }
            book.shown = next;
            let rows: Vec<_> = book
                .outbox
                .iter()
                .filter_map(|pending| pending.row)
                .collect();
            (changes, added, rows, book.outbox.len())
        }) else {
            return;
        };
        let welcomed = self.book.with_value(|book| book.welcomed);
        let catches_up = crate::browser::now() - welcomed < CATCH_UP_MS;
        if self.catches_up.get_untracked() != catches_up {
            self.catches_up.set(catches_up);
        }
        let mut rows_changed = !added.is_empty();
        let mut standing_changed = rows_changed;
        let (mut exchanges_changed, mut ended, mut asked) = (false, None, None);
        let mut log_changed = false;
        for change in changes {
            match change {
                Change::Title(title) => self.title.set(title),
                Change::Turn(turn) => {
                    self.turn.set(turn);
                    standing_changed = true;
                }
                Change::Next(next) => {
                    self.next.set(next);
                    standing_changed = true;
                }
                Change::Together(together) => {
                    self.together.set(together);
                    standing_changed = true;
                }
                Change::House(house) => {
                    self.house.set(house);
                    standing_changed = true;
                }
                Change::Row(row) => {
                    rows_changed = true;
                    standing_changed = true;
                    if let Some(signal) = self.row(row.id) {
                        signal.set(*row);
                    }
                }
                Change::Health(id, track, health) => {
                    rows_changed = true;
                    if let Some(signal) = self.row(id) {
                        signal.update(|row| {
                            row.track = track;
                            row.health = health;
                        });
                    }
                }
                Change::Gone(_) => rows_changed = true,
                Change::Order(order) => {
                    self.order.set(order);
                    standing_changed = true;
                }
                Change::Bench(bench) => self.bench.set(bench),
                Change::Seat(_) | Change::SeatGone(_) => {
                    self.seats.set(self.look(|view| view.seats.clone()));
                }
                Change::Exchange(now) => {
                    exchanges_changed = true;
                    if self.is_over_by(&now) {
                        ended = Some(now.id);
                    }
                    asked = asked.or_else(|| self.asked_anew(&now));
                }
                Change::ExchangeGone(_) => exchanges_changed = true,
                Change::Line(_) => log_changed = true,
                // Parts of the view without a signal of their own are read through `select`.
                _ => {}
            }
        }
        self.refreshed.update(|n| *n = n.wrapping_add(1));
        let you = self.you.get_untracked();
        let offers = self.look(|view| [&view.undo, &view.redo].map(|it| it.get(&you).copied()));
        for (signal, now) in [self.undo, self.redo].into_iter().zip(offers) {
            if signal.get_untracked() != now {
                signal.set(now);
            }
        }
        self.redraw_log(log_changed);
        self.tell_news(ended, asked);
        if exchanges_changed {
            self.exchanges.set(self.look(|view| view.exchanges.clone()));
        }
        if rows_changed {
            self.rows_changed.update(|n| *n = n.wrapping_add(1));
        }
        if standing_changed {
            let you = self.you.get_untracked();
            let standing = self.look(|view| crate::words::standing(view, Some(you)));
            self.standing.set(standing);
        }
        if self.pending_rows.with_untracked(|old| *old != pending) {
            self.pending_rows.set(pending);
        }
        if self.pending.get_untracked() != count {
            self.pending.set(count);
        }
        let goes_on = self.next.get_untracked().is_some()
            && self.book.try_update_value(|book| {
                let waits = book.steps_wait > 0;
                book.steps_wait = book.steps_wait.saturating_sub(1);
                waits
            }) == Some(true);
        if goes_on {
            self.go_on();
        }
    }
}
