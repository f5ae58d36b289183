//! A player who plays on, whichever node is there: says things, says them again at another node, gives up some, and
//! writes down what was answered and seen, and when.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use futures_util::SinkExt as _;
use rules::base::id::{CombatantId, CommandId, EncounterId, SeatId};
use rules::encounter::{Class, View};
use rules::wire::{ClientMessage, NotDoneReason, ResumePoint, ServerMessage, close};
use serde_json::{Value, json};
use tokio::time::{Instant, sleep, timeout};
use tokio_tungstenite::tungstenite::Message;

use super::judge::{Answer, Glimpse, Operation, Watched};
use super::service::Service;
use crate::client::{End, Guest, Line, command, fresh_id};
use crate::crash::Chance;
use crate::proxy::come_back;

/// Longer than it takes to come in.
const DIALS: Duration = Duration::from_millis(800);
/// Without an answer for so long it tries another node.
const PATIENCE: Duration = Duration::from_millis(700);
/// How much is under way at once.
const AT_ONCE: usize = 3;
/// How long it listens at a time.
const LISTENS: Duration = Duration::from_millis(12);

/// Somebody.
pub(crate) struct Player {
    pub(crate) name: String,
    pub(crate) class: Class,
    seat: SeatId,
    guest: Guest,
    encounter: EncounterId,
    chance: Chance,
    /// When the history began.
    zero: Instant,
    said: u32,
    pub(crate) operations: BTreeMap<CommandId, Operation>,
    /// What was said on this line and not answered …
    open: BTreeSet<CommandId>,
    /// … and what is to be said again.
    again: BTreeSet<CommandId>,
    line: Option<Line>,
    /// When it last heard anything, or had nothing to wait for.
    heard: Instant,
    /// Where it got to on the line before.
    before: Option<(ResumePoint, View)>,
    pub(crate) watched: Vec<Watched>,
    /// The last of its commands that was acknowledged.
    last_done: Option<CommandId>,
    /// Whether it now and then waits no more for what it said.
    gives_up: bool,
    /// How often its line ended without a goodbye.
    pub(crate) cut: u32,
    /// How often it came to a node, and how often a command went to more than one.
    pub(crate) came: u32,
    pub(crate) repeated: u32,
}

impl Player {
    /// A player who has not come yet.
    pub(crate) fn new(
        name: impl Into<String>,
        (class, seat): (Class, SeatId),
        (guest, encounter): (Guest, EncounterId),
        (seed, zero): (u64, Instant),
    ) -> Self {
        Self {
            name: name.into(),
            class,
            seat,
            guest,
            encounter,
            chance: Chance(seed),
            zero,
            said: 0,
            operations: BTreeMap::new(),
            open: BTreeSet::new(),
            again: BTreeSet::new(),
            line: None,
            heard: zero,
            before: None,
            watched: Vec::new(),
            last_done: None,
            gives_up: true,
            cut: 0,
            came: 0,
            repeated: 0,
        }
    }

    fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.chance.below(end.max(1) as u64)).expect("small")
    }

    /// The same who never gives anything up.
    pub(crate) fn steady(
        name: impl Into<String>,
        who: (Class, SeatId),
        at: (Guest, EncounterId),
        chance: (u64, Instant),
    ) -> Self {
        Self {
            gives_up: false,
            ..Self::new(name, who, at, chance)
        }
    }

    /// Plays until then.
    pub(crate) async fn play(mut self, service: &Service, until: Instant) -> Self {
        while Instant::now() < until {
            self.turn(service, true).await;
        }
        // Some turn their back on what they have said, and never hear what came of it.
        if self.below(5) == 0 && self.gives_up {
            self.give_up();
        }
        self
    }

    /// Whether everything is answered that it waits for; if not, it goes on asking for that.
    pub(crate) async fn is_answered(&mut self, service: &Service) -> bool {
        if self.open.is_empty() && self.again.is_empty() {
            return true;
        }
        self.turn(service, false).await;
        false
    }

    /// Looks until it sees this, or until then. Whether it does.
    pub(crate) async fn sees(&mut self, service: &Service, view: &View, until: Instant) -> bool {
        loop {
            // What it saw before it was welcomed is of another line.
            let welcomed = self.line.as_ref().filter(|line| line.you.is_some());
            let is_so = welcomed.is_some_and(|line| line.view.as_ref() == Some(view));
            if is_so || Instant::now() > until {
                self.glance();
                if let Some(line) = self.watched.last_mut() {
                    line.to_the_end = true;
                }
                return is_so;
            }
            self.turn(service, false).await;
        }
    }

    /// What it waits for on a line that is gone is never heard of again.
    fn give_up(&mut self) {
        self.hang_up();
        self.open.clear();
        self.again.clear();
    }

    fn hang_up(&mut self) {
        if let Some(line) = self.line.take() {
            self.before = line.seen.zip(line.view);
        }
    }

    /// Comes, says something, hears something.
    async fn turn(&mut self, service: &Service, says: bool) {
        if self.line.is_none() {
            return self.come(service).await;
        }
        let went = match self.say(says).await {
            Ok(()) => self.hear().await,
            Err(end) => Err(end),
        };
        let waits = !self.open.is_empty() && self.heard.elapsed() > PATIENCE;
        match went {
            Err(End::Code(close::SEAT_GONE | close::SEAT_MOVED | close::PROTOCOL_VERSION)) => {
                panic!("{} was shown out", self.name)
            }
            Err(end) => {
                self.cut += u32::from(end == End::Cut);
                self.hang_up();
            }
            Ok(()) if waits => self.hang_up(),
            Ok(()) => {}
        }
    }

    async fn come(&mut self, service: &Service) {
        if self.gives_up && !self.open.is_empty() && self.below(16) == 0 {
            self.give_up();
        }
        let all = service.nodes.iter().filter_map(|node| node.address());
        let all: Vec<_> = all.collect();
        let drawn = self.below(all.len());
        let Some(address) = all.get(drawn) else {
            return sleep(Duration::from_millis(30)).await;
        };
        self.guest.address = *address;
        let coming = come_back(&self.guest, self.encounter, self.before.clone());
        let Some(line) = timeout(DIALS, coming).await.ok().flatten() else {
            return sleep(Duration::from_millis(20)).await;
        };
        self.line = Some(line);
        self.heard = Instant::now();
        self.came += 1;
        self.repeated += u32::try_from(self.open.len()).expect("few");
        self.again.append(&mut self.open);
        self.watched.push(Watched {
            name: self.name.clone(),
            class: self.class,
            glimpses: Vec::new(),
            knew: self.last_done,
            to_the_end: false,
        });
    }

    async fn say(&mut self, says: bool) -> Result<(), End> {
        let is_welcome = self.line.as_ref().is_some_and(|line| line.you.is_some());
        let id = match self.again.pop_first() {
            Some(id) => id,
            None if says && is_welcome && self.open.len() < AT_ONCE && self.below(3) > 0 => {
                self.mint()
            }
            None => return Ok(()),
        };
        if self.open.is_empty() {
            self.heard = Instant::now();
        }
        self.open.insert(id);
        let command = self.operations[&id].command.clone();
        let message = ClientMessage::Do { id, command };
        let text = serde_json::to_string(&message).expect("data");
        let line = self.line.as_mut().expect("a line");
        let sent = timeout(PATIENCE, line.socket.send(Message::text(text))).await;
        sent.map_err(|_| End::Cut)?.map_err(|_| End::Cut)
    }

    fn mint(&mut self) -> CommandId {
        self.said += 1;
        let (id, wish) = (fresh_id(), self.wish());
        let operation = Operation {
            id,
            seat: self.seat,
            command: command(&wish),
            begun: self.zero.elapsed(),
            answer: Answer::Unknown,
        };
        self.operations.insert(id, operation);
        id
    }

    async fn hear(&mut self) -> Result<(), End> {
        let until = Instant::now() + LISTENS;
        loop {
            let line = self.line.as_mut().expect("a line");
            let Ok(message) = timeout(until - Instant::now(), line.hear()).await else {
                break;
            };
            let message = message?;
            self.heard = Instant::now();
            match message {
                ServerMessage::Done(id) => {
                    self.answered(id, Answer::Done(self.zero.elapsed()));
                    self.last_done = Some(id);
                    self.glance();
                }
                ServerMessage::NotDone(id, NotDoneReason::Refused(refusal)) => {
                    self.answered(id, Answer::Refused(self.zero.elapsed(), refusal));
                }
                ServerMessage::NotDone(id, NotDoneReason::TooFast | NotDoneReason::NotKept) => {
                    assert!(self.open.remove(&id), "{id} was not under way");
                    self.again.insert(id);
                }
                ServerMessage::NotDone(id, why) => panic!("{id}: {why}"),
                ServerMessage::Unreadable(complaint) => panic!("{complaint}"),
                ServerMessage::Reload => panic!("another version"),
                _ => {}
            }
        }
        if self.below(6) == 0 {
            self.glance();
        }
        Ok(())
    }

    fn answered(&mut self, id: CommandId, answer: Answer) {
        assert!(self.open.remove(&id), "{id} was not under way");
        let of = self.operations.get_mut(&id).expect("it was said");
        of.answer = answer;
    }

    /// Writes down what it sees.
    fn glance(&mut self) {
        let (Some(line), Some(watched)) = (&self.line, self.watched.last_mut()) else {
            return;
        };
        // What it saw before it was welcomed is of another line.
        if let (Some(view), true) = (&line.view, line.you.is_some()) {
            watched.glimpses.push(Glimpse {
                view: view.clone(),
                knows: self.last_done.filter(|id| watched.knew != Some(*id)),
            });
        }
    }

    /// Something to do, with the right to it or without.
    fn wish(&mut self) -> Value {
        let words = format!("{} {}", self.name, self.said);
        let view = self.line.as_ref().and_then(|line| line.view.clone());
        let (rows, turn): (Vec<CombatantId>, _) = match &view {
            Some(view) => (
                view.rows.values().map(|row| row.id).collect(),
                json!(view.turn),
            ),
            None => (Vec::new(), Value::Null),
        };
        let at = self.below(rows.len());
        let Some(id) = rows.get(at) else {
            return json!({"say": {"line": words}});
        };
        let runs = self.class == Class::Storyteller;
        match self.below(22) {
            0..=2 => json!({"next_turn": {"after": turn}}),
            3..=4 => json!({"title": {"title": words}}),
            5..=6 => json!({"harm": {"id": id, "packet": {"b": 1}}}),
            7 => json!({"turn": {"id": id, "shifts": [{"to": "l"}]}}),
            8 => json!({"spend": {"id": id, "pool": "willpower", "by": -1}}),
            9 => json!({"note": {"id": id, "text": words}}),
            10 => json!({"rename": {"id": id, "name": words}}),
            11 => json!({"afflict": {"id": id, "key": "prone", "condition": {}}}),
            12 => json!({"lift": {"id": id, "key": "prone"}}),
            13 => json!("undo"),
            14 => json!("redo"),
            15 if runs && rows.len() < 8 => {
                json!({"add": {"line": "ghoul dex 3 comp 2 stam 2 size 5"}})
            }
            15 if runs => json!({"remove": {"id": id}}),
            16 => json!({"roll_initiative": {"whose": {"one": id}}}),
            17..=18 => json!({"roll": {
                "what": words,
                "terms": [{"label": "Wits", "value": 3}],
                "reading": {},
            }}),
            _ => json!({"say": {"line": words}}),
        }
    }
}
