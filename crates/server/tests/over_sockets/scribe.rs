//! A seat at the table that keeps its own list of what was acknowledged, and the log to compare it with.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use futures_util::SinkExt as _;
use rules::base::id::{CommandId, EncounterId};
use rules::encounter::Event;
use rules::encounter::feature::Said;
use rules::wire::{ClientMessage, Durability, NotDoneReason, ServerMessage};
use serde_json::{Value, json};
use server::store::check::check_folder;
use server::store::{SqlStore, Store as _, sqlite};
use tokio::time::{Instant, timeout};
use tokio_tungstenite::tungstenite::Message;

use crate::client::{End, Line, command, fresh_id};

/// Within so long everybody must have heard of an error. The clients share two cores with the server.
const TOLD_WITHIN: f64 = 2.0;
/// A line that takes nothing for so long is given up.
const PATIENCE: Duration = Duration::from_secs(5);

pub(crate) fn now() -> f64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.expect("a clock").as_secs_f64()
}

/// A seat at the table that says things and writes down what is answered, and when.
pub(crate) struct Scribe {
    pub(crate) line: Line,
    pub(crate) name: String,
    said: u32,
    /// What was said and not answered …
    pub(crate) open: BTreeMap<CommandId, Value>,
    /// … and what is to be said again.
    pub(crate) not_kept: BTreeMap<CommandId, Value>,
    /// What was said on a line that was cut: it may be known, and is confirmed also while nothing is kept.
    known: BTreeSet<CommandId>,
    /// What was acknowledged.
    pub(crate) done: BTreeSet<CommandId>,
    /// What was told about what is kept, and when.
    pub(crate) told: Vec<(f64, Durability)>,
}

impl Scribe {
    pub(crate) fn new(line: Line, name: impl Into<String>) -> Self {
        Self {
            line,
            name: name.into(),
            said: 0,
            open: BTreeMap::new(),
            not_kept: BTreeMap::new(),
            known: BTreeSet::new(),
            done: BTreeSet::new(),
            told: Vec::new(),
        }
    }

    /// Goes on on another line: what was not answered is said again.
    pub(crate) fn go_on(&mut self, line: Line) {
        self.line = line;
        self.known.extend(self.open.keys());
        self.not_kept.append(&mut self.open);
        self.told.clear();
    }

    pub(crate) fn keeps(&self) -> bool {
        self.told
            .last()
            .is_none_or(|(_, keeps)| *keeps == Durability::Everything)
    }

    async fn tell(&mut self, id: CommandId, asked: Value) -> Result<(), End> {
        let command = command(&asked);
        self.open.insert(id, asked);
        let message = ClientMessage::Do { id, command };
        let text = serde_json::to_string(&message).expect("data");
        let sent = timeout(PATIENCE, self.line.socket.send(Message::text(text))).await;
        sent.map_err(|_| End::Cut)?.map_err(|_| End::Cut)
    }

    /// Says the next thing, if not too many wait; what was not kept goes first.
    pub(crate) async fn say(&mut self) -> Result<(), End> {
        if self.keeps()
            && let Some((id, asked)) = self.not_kept.pop_first()
        {
            return self.tell(id, asked).await;
        }
        if self.open.len() < 4 {
            self.said += 1;
            let text = format!("{} {}", self.name, self.said);
            self.tell(fresh_id(), json!({"say": {"line": text}}))
                .await?;
        }
        Ok(())
    }

    /// Hears what is said for a while, on a line that nobody cuts.
    pub(crate) async fn listen(&mut self, time: Duration) {
        self.hear(time).await.expect("nobody is cut");
    }

    /// Hears what is said for a while.
    pub(crate) async fn hear(&mut self, time: Duration) -> Result<(), End> {
        let until = Instant::now() + time;
        while let Ok(message) = timeout(until - Instant::now(), self.line.hear()).await {
            match message? {
                ServerMessage::Done(id) => {
                    assert!(
                        self.keeps() || self.known.contains(&id),
                        "{id} was acknowledged while nothing is kept"
                    );
                    assert!(self.open.remove(&id).is_some());
                    self.done.insert(id);
                }
                ServerMessage::NotDone(id, NotDoneReason::NotKept | NotDoneReason::TooFast) => {
                    let asked = self.open.remove(&id).expect("something that was asked");
                    self.not_kept.insert(id, asked);
                }
                ServerMessage::NotDone(_, why) => panic!("{why}"),
                ServerMessage::Keeps(keeps) => self.told.push((now(), keeps)),
                _ => {}
            }
        }
        Ok(())
    }

    /// Whether this one heard in time of an error at this moment.
    pub(crate) fn heard_of(&self, error: f64) -> bool {
        let before = self.told.iter().rev().find(|(at, _)| *at <= error);
        let knew = before.is_some_and(|(_, keeps)| *keeps == Durability::NothingNow);
        let heard = |(at, keeps): &(f64, Durability)| {
            *keeps == Durability::NothingNow && (error..error + TOLD_WITHIN).contains(at)
        };
        knew || self.told.iter().any(heard)
    }
}

/// What was said, as the log has it: its numbers have no gaps, and nothing is there twice.
pub(crate) async fn said(store: &SqlStore, encounter: EncounterId) -> BTreeSet<CommandId> {
    let (mut kept, mut words) = (BTreeSet::new(), BTreeSet::new());
    let mut last = 0;
    loop {
        let page = store.records(encounter, last, 500).await;
        let page = page.expect("a whole log");
        if page.is_empty() {
            return kept;
        }
        for (number, record) in page {
            last += 1;
            assert_eq!(number, last, "numbers without gaps");
            if let [Event::Said(Said { text })] = &record.events[..] {
                let id = record.command;
                assert!(kept.insert(id), "{id} is there twice");
                assert!(words.insert(text.clone()), "\"{text}\" is there twice");
            }
        }
    }
}

/// Everything that was acknowledged is there.
pub(crate) fn check_done<'a>(
    kept: &BTreeSet<CommandId>,
    scribes: impl IntoIterator<Item = &'a Scribe>,
) {
    assert_eq!(all_done(kept, scribes), Ok(()));
}

/// Who was told of something that is not there.
fn all_done<'a>(
    kept: &BTreeSet<CommandId>,
    scribes: impl IntoIterator<Item = &'a Scribe>,
) -> Result<(), String> {
    for scribe in scribes {
        let lost: Vec<_> = scribe.done.difference(kept).collect();
        if !lost.is_empty() {
            return Err(format!("{}: acknowledged and lost: {lost:?}", scribe.name));
        }
    }
    Ok(())
}

/// What everybody was told is true: exactly what was acknowledged is there, each once.
pub(crate) async fn check_kept(data: &Path, encounter: EncounterId, scribes: &[Scribe]) {
    assert_eq!(verdict(data, encounter, scribes).await, Ok(()));
}

/// What is wrong with a log, compared with what everybody was told.
pub(crate) async fn verdict(
    data: &Path,
    encounter: EncounterId,
    scribes: &[Scribe],
) -> Result<(), String> {
    let checked = check_folder(data).await.expect("a folder");
    if !checked.is_intact {
        return Err(checked.text);
    }
    let store = sqlite::open(data).await.expect("a store");
    let kept = said(&store, encounter).await;
    store.close().await;
    all_done(&kept, scribes)?;
    let done = scribes.iter().flat_map(|scribe| &scribe.done);
    let done: BTreeSet<_> = done.copied().collect();
    let more: Vec<_> = kept.difference(&done).collect();
    match more.is_empty() {
        true => Ok(()),
        false => Err(format!("there, and nobody was told: {more:?}")),
    }
}
