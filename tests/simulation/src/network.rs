//! Simulated network between a browser and the room: it delays, duplicates and loses messages, and cuts connections.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use rules::base::id::CommandId;
use server::store::EncounterInfo;
use server::testing::{SentCommand, TestRooms, TestSocket, lock};
use tokio::time::{Instant, sleep, sleep_until, timeout};
use tokio_tungstenite::tungstenite::Utf8Bytes;

use super::client::Client;
use super::world::World;

/// Time limit for joining a room, as in a browser.
const JOIN_TIMEOUT: Duration = Duration::from_secs(15);

/// Successive connections of a browser, for as long as the program runs.
pub(crate) struct Network {
    /// Environment of the history.
    pub(crate) world: Arc<World>,
    /// Simulated browser.
    pub(crate) client: Arc<Mutex<Client>>,
    /// Rooms of each server.
    pub(crate) rooms: Vec<TestRooms>,
    /// Encounter the browser joins.
    pub(crate) encounter: EncounterInfo,
}

/// Simulated connection between a browser and a room.
struct Connection {
    socket: TestSocket,
    /// Commands on their way to the room, each with its arrival time.
    outgoing: VecDeque<(Instant, SentCommand)>,
    /// Time of the browser's next action, and time at which the connection is cut.
    acts_at: Instant,
    cut_at: Instant,
}

impl Network {
    /// Draws a duration below `most` milliseconds, or below 5 without faults.
    fn random_delay(&self, most: u64) -> Duration {
        let calm = self.world.is_calm();
        let most = if calm { most.min(5) } else { most };
        Duration::from_millis(self.world.with_rng(|draw| draw.below(most)))
    }

    /// Draws the delay of a message; most are short.
    fn message_delay(&self) -> Duration {
        match self.world.with_rng(|draw| draw.below(20)) {
            0 => self.random_delay(2_000),
            1..=4 => self.random_delay(200),
            _ => self.random_delay(8),
        }
    }

    /// Draws a server and returns its rooms.
    fn pick_server(&self) -> &TestRooms {
        match &self.rooms[..] {
            [one] => one,
            several => {
                let most = several.len() - 1;
                &several[self.world.with_rng(|draw| draw.up_to(most))]
            }
        }
    }

    /// Draws whether a network fault happens.
    fn draw_fault(&self, one_in: u64) -> bool {
        !self.world.is_calm() && self.world.with_rng(|draw| draw.one_in(one_in))
    }

    /// Connects again and again until the simulation ends.
    pub(crate) async fn run(self) {
        loop {
            sleep(self.random_delay(150)).await;
            let (seat, seen) = {
                let mut client = lock(&self.client);
                (client.seat.clone(), client.reconnect())
            };
            let joining = self.pick_server().join(&self.encounter, &seat, seen);
            let Ok(Some(socket)) = timeout(JOIN_TIMEOUT, joining).await else {
                sleep(Duration::from_millis(300)).await;
                continue;
            };
            let now = Instant::now();
            let cut = match self.draw_fault(2) {
                true => now + self.random_delay(3_000),
                false => now + Duration::from_secs(3_600),
            };
            let connection = Connection {
                socket,
                outgoing: VecDeque::new(),
                acts_at: now,
                cut_at: cut,
            };
            self.run_connection(connection).await;
        }
    }

    /// Carries messages both ways until the connection ends.
    async fn run_connection(&self, mut line: Connection) {
        loop {
            let going = line.outgoing.front().map(|(at, _)| *at);
            let coming = lock(&self.client).incoming.front().map(|(at, _)| *at);
            let next = [going, coming].into_iter().flatten();
            let next = next.fold(line.acts_at.min(line.cut_at), Instant::min);
            tokio::select! {
                biased;
                message = line.socket.next_message() => match message {
                    Some(message) => self.queue_incoming(message),
                    None => break,
                },
                () = sleep_until(next) => {
                    if !self.process_due(&mut line).await {
                        return self.cut_connection(line);
                    }
                }
            }
        }
        // The server closed the connection: messages on their way still arrive, or the first of them.
        self.deliver_remaining();
    }

    /// Sends a message from the room to the browser.
    fn queue_incoming(&self, message: Utf8Bytes) {
        if self.draw_fault(150) {
            return self.world.count(|tally| tally.dropped += 1);
        }
        let copies = if self.draw_fault(150) { 2 } else { 1 };
        self.world.count(|tally| tally.doubled += copies - 1);
        for _ in 0..copies {
            let at = Instant::now() + self.message_delay();
            let mut client = lock(&self.client);
            // Messages arrive in order, as on a wire.
            let last = client.incoming.back().map_or(at, |(last, _)| *last);
            client.incoming.push_back((at.max(last), message.clone()));
        }
    }

    /// Sends a command from the browser to the room.
    fn queue_outgoing(
        &self,
        line: &mut Connection,
        (id, command): &(CommandId, rules::encounter::Command),
    ) {
        if self.draw_fault(60) {
            return self.world.count(|tally| tally.dropped += 1);
        }
        let copies = if self.draw_fault(30) { 2 } else { 1 };
        self.world.count(|tally| tally.doubled += copies - 1);
        for _ in 0..copies {
            let at = Instant::now() + self.message_delay();
            let last = line.outgoing.back().map_or(at, |(last, _)| *last);
            let command = line.socket.create_command(*id, command.clone());
            line.outgoing.push_back((at.max(last), command));
        }
    }

    /// Delivers due messages and lets the browser act. Returns `false` if the connection is over.
    async fn process_due(&self, line: &mut Connection) -> bool {
        let now = Instant::now();
        if line.cut_at <= now {
            return false;
        }
        while line.outgoing.front().is_some_and(|(at, _)| *at <= now) {
            let Some((_, command)) = line.outgoing.pop_front() else {
                break;
            };
            if !line.socket.deliver_command(command).await {
                return false;
            }
        }
        loop {
            let mut client = lock(&self.client);
            if client.incoming.front().is_none_or(|(at, _)| *at > now) {
                break;
            }
            let message = client.incoming.pop_front();
            if !message.is_none_or(|(_, text)| client.receive(&text)) {
                return false;
            }
        }
        if line.acts_at <= now {
            line.acts_at = now + Duration::from_millis(1) + self.random_delay(250);
            let form = lock(&self.client).next_form();
            if let Some(form) = form {
                self.submit_form(form);
            }
            let said = lock(&self.client).next_command();
            if let Some(said) = said {
                self.queue_outgoing(line, &said);
            }
        }
        true
    }

    /// Submits a form, on a connection of its own.
    fn submit_form(&self, (words, command): (String, rules::encounter::Command)) {
        let (rooms, scene) = (self.pick_server().clone(), self.encounter.clone());
        let client = Arc::clone(&self.client);
        let (there, back) = (self.message_delay(), self.message_delay());
        tokio::task::spawn_local(async move {
            sleep(there).await;
            let seat = lock(&client).seat.clone();
            let is_committed = rooms.submit_form(&scene, &seat, command).await;
            sleep(back).await;
            if is_committed {
                lock(&client).on_form_accepted(words);
            }
        });
    }

    /// Cuts the connection of a simulated browser to its room. The room receives the first of the commands on their
    /// way, and only later the information that the browser is gone, which may have reconnected by then.
    fn cut_connection(&self, line: Connection) {
        self.world.count(|tally| tally.cuts += 1);
        self.deliver_remaining();
        let heard = self.world.with_rng(|draw| draw.up_to(line.outgoing.len()));
        let wait = self.random_delay(4_000);
        tokio::task::spawn_local(async move {
            // Messages that arrive meanwhile are not read.
            for (at, command) in line.outgoing.into_iter().take(heard) {
                sleep_until(at).await;
                _ = line.socket.deliver_command(command).await;
            }
            sleep(wait).await;
            line.socket.close().await;
        });
    }

    /// Delivers some of the messages on their way to the browser.
    fn deliver_remaining(&self) {
        deliver_remaining(&self.world, &mut lock(&self.client));
    }
}

/// Delivers a random number of the first messages on their way to a browser, and drops the others.
pub(crate) fn deliver_remaining(world: &World, client: &mut Client) {
    let come = world.with_rng(|draw| draw.up_to(client.incoming.len()));
    let coming: Vec<_> = client.incoming.drain(..).take(come).collect();
    for (_, text) in coming {
        if !client.receive(&text) {
            break;
        }
    }
}
