//! Simulated browser at the table: its view, its pending commands, and its own list of acknowledged ones.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use rules::encounter::{Class, Command, View};
use rules::id::CommandId;
use rules::seat::Role;
use rules::wire::{Epoch, FromServer, Seen, Why};
use serde_json::{Value, json};
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::Utf8Bytes;

use super::draw::Plant;
use super::world::World;
use crate::store::Seat;

/// Time without an answer after which a command is sent again.
const AGAIN: Duration = Duration::from_secs(3);

/// Command without a final answer.
struct Asked {
    json: Value,
    /// Time at which the command is sent again.
    again: Instant,
}

/// Simulated browser.
pub(crate) struct Client {
    world: Arc<World>,
    /// Seat the browser holds.
    pub(crate) seat: Seat,
    class: Class,
    seen: Option<Seen>,
    view: Option<View>,
    /// Whether the room has sent its state on the current connection.
    welcomed: bool,
    /// Index of the state in the log's history that was last seen.
    moment: usize,
    /// Number of commands still to be sent.
    wants: u64,
    minted: u64,
    asked: BTreeMap<CommandId, Asked>,
    done: BTreeSet<CommandId>,
    /// Texts sent by form and acknowledged.
    by_form: Vec<String>,
    /// Messages on their way to the browser, each with its arrival time.
    pub(crate) coming: VecDeque<(Instant, Utf8Bytes)>,
}

impl Client {
    /// Creates a browser for a seat, with a random number of commands to send.
    pub(crate) fn new(world: &Arc<World>, seat: Seat) -> Self {
        let wants = match seat.role {
            Role::Spectator => 0,
            _ => 8 + world.draw(|draw| draw.below(20)),
        };
        Self {
            world: Arc::clone(world),
            class: Class::of(seat.role),
            seat,
            seen: None,
            view: None,
            welcomed: false,
            moment: 0,
            wants,
            minted: 0,
            asked: BTreeMap::new(),
            done: BTreeSet::new(),
            by_form: Vec::new(),
            coming: VecDeque::new(),
        }
    }

    /// Prepares a new connection and returns the last seen position. Messages on their way are dropped, and every
    /// pending command will be sent again.
    pub(crate) fn hello(&mut self) -> Option<Seen> {
        self.coming.clear();
        self.welcomed = false;
        let now = Instant::now();
        for asked in self.asked.values_mut() {
            asked.again = now;
        }
        self.seen
    }

    /// Whether all commands have been sent and answered.
    pub(crate) fn is_done(&self) -> bool {
        self.wants == 0 && self.asked.is_empty()
    }

    /// Draws a text to be sent by form, now and then.
    pub(crate) fn form(&mut self) -> Option<(String, Command)> {
        if self.wants == 0 || !self.world.draw(|draw| draw.one_in(12)) {
            return None;
        }
        self.wants -= 1;
        self.minted += 1;
        let words = format!("{} writes {}", self.seat.name, self.minted);
        let command = command(&json!({"say": {"line": words}}))?;
        Some((words, command))
    }

    /// Handles the acknowledgement of a form; a violation if its text was not stored.
    pub(crate) fn form_was_kept(&mut self, words: String) {
        if !self.world.truth(|truth| truth.has_words(&words)) {
            self.world
                .wrong(format!("\"{words}\" was acknowledged and is not kept"));
        }
        self.world.count(|tally| tally.acknowledged += 1);
        self.by_form.push(words);
    }

    /// Returns the next command to send, if any: one to repeat or a new one.
    pub(crate) fn says(&mut self) -> Option<(CommandId, Command)> {
        let now = Instant::now();
        let due = self.asked.iter().find(|(_, asked)| asked.again <= now);
        if let Some((id, _)) = due {
            let id = *id;
            return self.says_again(id, now);
        }
        if self.wants == 0 || self.asked.len() > 5 {
            return None;
        }
        self.wants -= 1;
        let json = self.wish();
        let id = self.mint();
        let command = command(&json)?;
        let again = now + AGAIN;
        self.world
            .note(&format!("{} says {id} {json}", self.seat.name));
        self.asked.insert(id, Asked { json, again });
        Some((id, command))
    }

    /// Sends a pending command again.
    fn says_again(&mut self, id: CommandId, now: Instant) -> Option<(CommandId, Command)> {
        let mut asked = self.asked.remove(&id)?;
        asked.again = now + AGAIN;
        self.world.count(|tally| tally.again += 1);
        let id = match self.world.plant() {
            Some(Plant::SaysAgainUnderAnotherId) => self.mint(),
            _ => id,
        };
        let command = command(&asked.json)?;
        self.world
            .note(&format!("{} says again {id}", self.seat.name));
        self.asked.insert(id, asked);
        Some((id, command))
    }

    /// Returns a new command id.
    fn mint(&mut self) -> CommandId {
        self.minted += 1;
        CommandId(u128::from(self.seat.id.0) << 64 | u128::from(self.minted))
    }

    /// Draws a random command, as JSON.
    fn wish(&self) -> Value {
        let what = format!("{} {}", self.seat.name, self.minted + 1);
        let runs = self.seat.role == Role::Storyteller;
        match self.world.draw(|draw| draw.below(12)) {
            0 | 1 if runs => json!({"title": {"title": what}}),
            2 if runs => json!({"add": {"line": "ghoul dex 3 comp 2 stam 2 size 5"}}),
            3 => json!("undo"),
            4..=6 => json!({"roll": {
                "what": what,
                "terms": [{"label": "Wits", "value": 3}],
                "reading": {},
            }}),
            _ => json!({"say": {"line": what}}),
        }
    }

    /// Handles a message. Returns `false` if the browser has to reconnect and start over.
    pub(crate) fn hear(&mut self, text: &str) -> bool {
        self.world.note(&format!("{} hears {text}", self.seat.name));
        let Ok(message) = serde_json::from_str(text) else {
            self.world.wrong(format!("nobody can read {text}"));
            return true;
        };
        match message {
            FromServer::Snapshot(snapshot) => {
                let (epoch, seq) = (snapshot.epoch, snapshot.seq);
                self.seen = Some(Seen { epoch, seq });
                self.view = Some(snapshot.view);
                self.welcomed = true;
                self.look();
            }
            FromServer::Changes(number, changes) => {
                let (Some(seen), Some(view)) = (&mut self.seen, &mut self.view) else {
                    return false;
                };
                if number != seen.seq + 1 || !self.welcomed {
                    // A message was lost or duplicated: start over, as the page does.
                    let (epoch, seq) = (Epoch(0), 0);
                    self.seen = Some(Seen { epoch, seq });
                    return false;
                }
                seen.seq = number;
                changes.iter().for_each(|change| view.patch(change));
                self.look();
            }
            FromServer::Done(id) => self.acknowledged(id),
            FromServer::NotDone(id, why) => self.refused(id, &why),
            FromServer::Unreadable(complaint) => self.world.wrong(complaint.to_string()),
            FromServer::Reload => self.world.wrong("a page of another version"),
            FromServer::Resumed { .. } => self.welcomed = true,
            FromServer::Here(_) | FromServer::Keeps(_) | FromServer::Pong => {}
        }
        true
    }

    /// Checks that the current view was durable and is not older than the previous one.
    fn look(&mut self) {
        let Some(view) = &self.view else { return };
        let moment = self
            .world
            .truth(|truth| truth.moment(self.class, self.moment, view));
        match moment {
            Some(moment) => self.moment = moment,
            None => self.world.wrong(format!(
                "{} sees what was never kept, or is over",
                self.seat.name
            )),
        }
    }

    /// Handles an acknowledgement; a violation if the command is not on disk.
    fn acknowledged(&mut self, id: CommandId) {
        if !self.world.files(|files| files.is_on_disk(id)) {
            self.world
                .wrong(format!("{id} was acknowledged and is not on disk"));
        }
        self.asked.remove(&id);
        if self.done.insert(id) {
            self.world.count(|tally| tally.acknowledged += 1);
        }
    }

    /// Handles a refusal; a violation if the command had been acknowledged.
    fn refused(&mut self, id: CommandId, why: &Why) {
        if self.done.contains(&id) {
            self.world
                .wrong(format!("{id} was acknowledged and refused: {why}"));
        }
        match why {
            Why::Refused(_) => _ = self.asked.remove(&id),
            Why::TooFast | Why::NotKept => {
                if let Some(asked) = self.asked.get_mut(&id) {
                    asked.again = Instant::now() + Duration::from_millis(300);
                }
            }
            Why::Full { .. } | Why::Damaged => self.world.wrong(why.to_string()),
        }
    }

    /// Checks at the end that everything acknowledged is in the log and that the view is complete.
    pub(crate) fn check(&self) {
        let world = &self.world;
        for id in &self.done {
            if !world.truth(|truth| truth.has(*id)) {
                world.wrong(format!("{id} was acknowledged and is lost"));
            }
        }
        for words in &self.by_form {
            if !world.truth(|truth| truth.has_words(words)) {
                world.wrong(format!("\"{words}\" was acknowledged and is lost"));
            }
        }
        if !self.sees_everything() {
            world.wrong(format!("{} does not see what is kept", self.seat.name));
        }
    }

    /// Whether the view equals the final state of the log.
    pub(crate) fn sees_everything(&self) -> bool {
        let all = self.world.truth(|truth| truth.view(self.class));
        self.view.as_ref() == Some(&all)
    }
}

/// Parses a command from JSON.
fn command(json: &Value) -> Option<Command> {
    serde_json::from_value(json.clone()).ok()
}
