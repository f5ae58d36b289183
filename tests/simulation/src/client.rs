//! Simulated browser at the table: its view, its pending commands, and its own list of acknowledged ones.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use rules::base::id::CommandId;
use rules::base::seat::Role;
use rules::encounter::{Class, Command, View};
use rules::wire::{NotDoneReason, ResumePoint, RoomEpoch, ServerMessage};
use serde_json::{Value, json};
use server::store::Seat;
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::Utf8Bytes;

use super::draw::PlantedFault;
use super::world::World;

/// Time without an answer after which a command is sent again.
const RESEND_AFTER: Duration = Duration::from_secs(3);

/// Command of a simulated browser that has no final answer yet.
struct PendingRequest {
    json: Value,
    /// Time at which the command is sent again.
    resend_at: Instant,
}

/// Simulated browser of one seat, which sends commands over the simulated network.
pub(crate) struct Client {
    world: Arc<World>,
    /// Seat the browser holds.
    pub(crate) seat: Seat,
    class: Class,
    seen: Option<ResumePoint>,
    view: Option<View>,
    /// Whether the room has sent its state on the current connection.
    welcomed: bool,
    /// Index of the state in the log's history that was last seen.
    moment: usize,
    /// Number of commands still to be sent.
    remaining: u64,
    minted: u64,
    pending: BTreeMap<CommandId, PendingRequest>,
    done: BTreeSet<CommandId>,
    /// Texts sent by form and acknowledged.
    by_form: Vec<String>,
    /// Messages on their way to the browser, each with its arrival time.
    pub(crate) incoming: VecDeque<(Instant, Utf8Bytes)>,
}

impl Client {
    /// Creates a browser for a seat, with a random number of commands to send.
    pub(crate) fn new(world: &Arc<World>, seat: Seat) -> Self {
        let wants = match seat.role {
            Role::Spectator => 0,
            _ => 8 + world.with_rng(|draw| draw.below(20)),
        };
        Self {
            world: Arc::clone(world),
            class: Class::of(seat.role),
            seat,
            seen: None,
            view: None,
            welcomed: false,
            moment: 0,
            remaining: wants,
            minted: 0,
            pending: BTreeMap::new(),
            done: BTreeSet::new(),
            by_form: Vec::new(),
            incoming: VecDeque::new(),
        }
    }

    /// Prepares a new connection and returns the last seen position. Messages on their way are dropped, and every
    /// pending command will be sent again.
    pub(crate) fn reconnect(&mut self) -> Option<ResumePoint> {
        self.incoming.clear();
        self.welcomed = false;
        let now = Instant::now();
        for asked in self.pending.values_mut() {
            asked.resend_at = now;
        }
        self.seen
    }

    /// Whether all commands have been sent and answered.
    pub(crate) fn is_done(&self) -> bool {
        self.remaining == 0 && self.pending.is_empty()
    }

    /// Draws a text to be sent by form, now and then.
    pub(crate) fn next_form(&mut self) -> Option<(String, Command)> {
        if self.remaining == 0 || !self.world.with_rng(|draw| draw.one_in(12)) {
            return None;
        }
        self.remaining -= 1;
        self.minted += 1;
        let words = format!("{} writes {}", self.seat.name, self.minted);
        let command = parse_command(&json!({"say": {"line": words}}))?;
        Some((words, command))
    }

    /// Handles the acknowledgement of a form; a violation if its text was not stored.
    pub(crate) fn on_form_accepted(&mut self, words: String) {
        if !self.world.with_oracle(|truth| truth.has_words(&words)) {
            self.world
                .report_violation(format!("\"{words}\" was acknowledged and is not kept"));
        }
        self.world.count(|tally| tally.acknowledged += 1);
        self.by_form.push(words);
    }

    /// Returns the next command to send, if any: one to repeat or a new one.
    pub(crate) fn next_command(&mut self) -> Option<(CommandId, Command)> {
        let now = Instant::now();
        let due = self
            .pending
            .iter()
            .find(|(_, asked)| asked.resend_at <= now);
        if let Some((id, _)) = due {
            let id = *id;
            return self.resend(id, now);
        }
        if self.remaining == 0 || self.pending.len() > 5 {
            return None;
        }
        self.remaining -= 1;
        let json = self.draw_command();
        let id = self.mint_id();
        let command = parse_command(&json)?;
        let again = now + RESEND_AFTER;
        self.world
            .trace_event(&format!("{} says {id} {json}", self.seat.name));
        self.pending.insert(
            id,
            PendingRequest {
                json,
                resend_at: again,
            },
        );
        Some((id, command))
    }

    /// Sends a command that has no final answer again, with the same id.
    fn resend(&mut self, id: CommandId, now: Instant) -> Option<(CommandId, Command)> {
        let mut asked = self.pending.remove(&id)?;
        asked.resend_at = now + RESEND_AFTER;
        self.world.count(|tally| tally.again += 1);
        let id = match self.world.planted_fault() {
            Some(PlantedFault::SaysAgainUnderAnotherId) => self.mint_id(),
            _ => id,
        };
        let command = parse_command(&asked.json)?;
        self.world
            .trace_event(&format!("{} says again {id}", self.seat.name));
        self.pending.insert(id, asked);
        Some((id, command))
    }

    /// Returns a new command id, which no other simulated browser uses.
    fn mint_id(&mut self) -> CommandId {
        self.minted += 1;
        CommandId(u128::from(self.seat.id.0) << 64 | u128::from(self.minted))
    }

    /// Draws a random command, as JSON.
    fn draw_command(&self) -> Value {
        let what = format!("{} {}", self.seat.name, self.minted + 1);
        let runs = self.seat.role == Role::Storyteller;
        match self.world.with_rng(|draw| draw.below(12)) {
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

    /// Handles a message from the server. Returns `false` if the browser has to reconnect and start over.
    pub(crate) fn receive(&mut self, text: &str) -> bool {
        self.world
            .trace_event(&format!("{} hears {text}", self.seat.name));
        let Ok(message) = serde_json::from_str(text) else {
            self.world
                .report_violation(format!("nobody can read {text}"));
            return true;
        };
        match message {
            ServerMessage::Snapshot(snapshot) => {
                let (epoch, seq) = (snapshot.epoch, snapshot.seq);
                self.seen = Some(ResumePoint { epoch, seq });
                self.view = Some(snapshot.view);
                self.welcomed = true;
                self.check_view();
            }
            ServerMessage::Changes(number, changes) => {
                let (Some(seen), Some(view)) = (&mut self.seen, &mut self.view) else {
                    return false;
                };
                if number != seen.seq + 1 || !self.welcomed {
                    // A message was lost or duplicated: start over, as the page does.
                    let (epoch, seq) = (RoomEpoch(0), 0);
                    self.seen = Some(ResumePoint { epoch, seq });
                    return false;
                }
                seen.seq = number;
                changes.iter().for_each(|change| view.apply_change(change));
                self.check_view();
            }
            ServerMessage::Done(id) => self.on_acknowledged(id),
            ServerMessage::NotDone(id, why) => self.on_refused(id, &why),
            ServerMessage::Unreadable(complaint) => {
                self.world.report_violation(complaint.to_string())
            }
            ServerMessage::Reload => self.world.report_violation("a page of another version"),
            ServerMessage::Resumed { .. } => self.welcomed = true,
            ServerMessage::Here(_)
            | ServerMessage::Reading(_)
            | ServerMessage::Keeps(_)
            | ServerMessage::Private(..)
            | ServerMessage::Safety(_)
            | ServerMessage::Pong => {}
        }
        true
    }

    /// Checks that the current view was durable and is not older than the previous one.
    fn check_view(&mut self) {
        let Some(view) = &self.view else { return };
        let moment = self
            .world
            .with_oracle(|truth| truth.find_moment(self.class, self.moment, view));
        match moment {
            Some(moment) => self.moment = moment,
            None => self.world.report_violation(format!(
                "{} sees what was never kept, or is over",
                self.seat.name
            )),
        }
    }

    /// Handles an acknowledgement; a violation if the command is not on disk.
    fn on_acknowledged(&mut self, id: CommandId) {
        if !self.world.with_files(|files| files.is_on_disk(id)) {
            self.world
                .report_violation(format!("{id} was acknowledged and is not on disk"));
        }
        self.pending.remove(&id);
        if self.done.insert(id) {
            self.world.count(|tally| tally.acknowledged += 1);
        }
    }

    /// Handles a refusal; a violation if the command had been acknowledged.
    fn on_refused(&mut self, id: CommandId, why: &NotDoneReason) {
        if self.done.contains(&id) {
            self.world
                .report_violation(format!("{id} was acknowledged and refused: {why}"));
        }
        match why {
            NotDoneReason::Refused(_) => _ = self.pending.remove(&id),
            NotDoneReason::TooFast | NotDoneReason::NotKept => {
                if let Some(asked) = self.pending.get_mut(&id) {
                    asked.resend_at = Instant::now() + Duration::from_millis(300);
                }
            }
            NotDoneReason::Full { .. } | NotDoneReason::Damaged => {
                self.world.report_violation(why.to_string())
            }
        }
    }

    /// Checks at the end that everything acknowledged is in the log and that the view is complete.
    pub(crate) fn check_final_state(&self) {
        let world = &self.world;
        for id in &self.done {
            if !world.with_oracle(|truth| truth.has_command(*id)) {
                world.report_violation(format!("{id} was acknowledged and is lost"));
            }
        }
        for words in &self.by_form {
            if !world.with_oracle(|truth| truth.has_words(words)) {
                world.report_violation(format!("\"{words}\" was acknowledged and is lost"));
            }
        }
        if !self.sees_everything() {
            world.report_violation(format!("{} does not see what is kept", self.seat.name));
        }
    }

    /// Whether the view equals the final state of the log.
    pub(crate) fn sees_everything(&self) -> bool {
        let all = self.world.with_oracle(|truth| truth.final_view(self.class));
        self.view.as_ref() == Some(&all)
    }
}

/// Parses a command of the rules from JSON; `None` if it is none.
fn parse_command(json: &Value) -> Option<Command> {
    serde_json::from_value(json.clone()).ok()
}
