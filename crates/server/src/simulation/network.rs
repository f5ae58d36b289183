//! Simulated network between a browser and the room: it delays, duplicates and loses messages, and cuts connections.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use rules::id::CommandId;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep, sleep_until, timeout};

use super::client::Client;
use super::world::World;
use crate::locked;
use crate::room::{Came, Mail, Request, Rooms, SocketId, Told, outbox};
use crate::store::Scene;

/// Time limit for joining a room, as in a browser.
const PATIENCE: Duration = Duration::from_secs(15);

/// Successive connections of a browser, for as long as the program runs.
pub(crate) struct Network {
    /// Environment of the history.
    pub(crate) world: Arc<World>,
    /// Simulated browser.
    pub(crate) client: Arc<Mutex<Client>>,
    /// Rooms of each server.
    pub(crate) rooms: Vec<Rooms>,
    /// Encounter the browser joins.
    pub(crate) scene: Scene,
}

/// Connection between a browser and a room.
struct Connection {
    socket: SocketId,
    room: mpsc::Sender<Request>,
    mail: Mail,
    /// Requests on their way to the room, each with its arrival time.
    going: VecDeque<(Instant, Request)>,
    /// Time of the browser's next action, and time at which the connection is cut.
    acts: Instant,
    cut: Instant,
}

impl Network {
    /// Draws a duration below `most` milliseconds, or below 5 without faults.
    fn milliseconds(&self, most: u64) -> Duration {
        let calm = self.world.is_calm();
        let most = if calm { most.min(5) } else { most };
        Duration::from_millis(self.world.draw(|draw| draw.below(most)))
    }

    /// Draws the delay of a message; most are short.
    fn delay(&self) -> Duration {
        match self.world.draw(|draw| draw.below(20)) {
            0 => self.milliseconds(2_000),
            1..=4 => self.milliseconds(200),
            _ => self.milliseconds(8),
        }
    }

    /// Draws a server and returns its rooms.
    fn some_rooms(&self) -> &Rooms {
        match &self.rooms[..] {
            [one] => one,
            several => {
                let most = several.len() - 1;
                &several[self.world.draw(|draw| draw.up_to(most))]
            }
        }
    }

    /// Draws whether a network fault happens.
    fn happens(&self, one_in: u64) -> bool {
        !self.world.is_calm() && self.world.draw(|draw| draw.one_in(one_in))
    }

    /// Connects again and again until the simulation ends.
    pub(crate) async fn live(self) {
        loop {
            sleep(self.milliseconds(150)).await;
            let (outbox, mail) = outbox();
            let (seat, seen) = {
                let mut client = locked(&self.client);
                (client.seat.clone(), client.hello())
            };
            let join = |answer| Request::Join {
                seat: seat.clone(),
                seen,
                outbox: outbox.clone(),
                answer,
            };
            let joined = timeout(PATIENCE, self.some_rooms().ask(&self.scene, join)).await;
            drop(outbox);
            let Ok(Ok((socket, room))) = joined else {
                sleep(Duration::from_millis(300)).await;
                continue;
            };
            let now = Instant::now();
            let cut = match self.happens(2) {
                true => now + self.milliseconds(3_000),
                false => now + Duration::from_secs(3_600),
            };
            let connection = Connection {
                socket,
                room,
                mail,
                going: VecDeque::new(),
                acts: now,
                cut,
            };
            self.talk(connection).await;
        }
    }

    /// Carries messages both ways until the connection ends.
    async fn talk(&self, mut line: Connection) {
        loop {
            let going = line.going.front().map(|(at, _)| *at);
            let coming = locked(&self.client).coming.front().map(|(at, _)| *at);
            let next = [going, coming].into_iter().flatten();
            let next = next.fold(line.acts.min(line.cut), Instant::min);
            tokio::select! {
                biased;
                told = line.mail.next() => match told {
                    Told::Message(message) => self.comes(message),
                    Told::Goodbye(_) | Told::Nothing => break,
                },
                () = sleep_until(next) => {
                    if !self.goes_on(&mut line).await {
                        return self.cut(line);
                    }
                }
            }
        }
        // The server closed the connection: messages on their way still arrive, or the first of them.
        self.last_words();
    }

    /// Sends a message from the room to the browser.
    fn comes(&self, message: tokio_tungstenite::tungstenite::Utf8Bytes) {
        if self.happens(150) {
            return self.world.count(|tally| tally.dropped += 1);
        }
        let copies = if self.happens(150) { 2 } else { 1 };
        self.world.count(|tally| tally.doubled += copies - 1);
        for _ in 0..copies {
            let at = Instant::now() + self.delay();
            let mut client = locked(&self.client);
            // Messages arrive in order, as on a wire.
            let last = client.coming.back().map_or(at, |(last, _)| *last);
            client.coming.push_back((at.max(last), message.clone()));
        }
    }

    /// Sends a command from the browser to the room.
    fn goes(&self, line: &mut Connection, (id, command): &(CommandId, rules::encounter::Command)) {
        if self.happens(60) {
            return self.world.count(|tally| tally.dropped += 1);
        }
        let copies = if self.happens(30) { 2 } else { 1 };
        self.world.count(|tally| tally.doubled += copies - 1);
        for _ in 0..copies {
            let at = Instant::now() + self.delay();
            let last = line.going.back().map_or(at, |(last, _)| *last);
            let request = Request::Do {
                socket: line.socket,
                id: *id,
                command: command.clone(),
                came: Came::now(),
            };
            line.going.push_back((at.max(last), request));
        }
    }

    /// Delivers due messages and lets the browser act. Returns `false` if the connection is over.
    async fn goes_on(&self, line: &mut Connection) -> bool {
        let now = Instant::now();
        if line.cut <= now {
            return false;
        }
        while line.going.front().is_some_and(|(at, _)| *at <= now) {
            let Some((_, request)) = line.going.pop_front() else {
                break;
            };
            if line.room.send(request).await.is_err() {
                return false;
            }
        }
        loop {
            let mut client = locked(&self.client);
            if client.coming.front().is_none_or(|(at, _)| *at > now) {
                break;
            }
            let message = client.coming.pop_front();
            if !message.is_none_or(|(_, text)| client.hear(&text)) {
                return false;
            }
        }
        if line.acts <= now {
            line.acts = now + Duration::from_millis(1) + self.milliseconds(250);
            let form = locked(&self.client).form();
            if let Some(form) = form {
                self.fill_in(form);
            }
            let said = locked(&self.client).says();
            if let Some(said) = said {
                self.goes(line, &said);
            }
        }
        true
    }

    /// Submits a form, on a connection of its own.
    fn fill_in(&self, (words, command): (String, rules::encounter::Command)) {
        let (rooms, scene) = (self.some_rooms().clone(), self.scene.clone());
        let client = Arc::clone(&self.client);
        let (there, back) = (self.delay(), self.delay());
        tokio::task::spawn_local(async move {
            sleep(there).await;
            let seat = locked(&client).seat.clone();
            let answer = rooms.give(&scene, &seat, command).await;
            sleep(back).await;
            if matches!(answer, Ok(Ok(()))) {
                locked(&client).form_was_kept(words);
            }
        });
    }

    /// Cuts the connection. The room receives the first of the requests on their way, and only later the information
    /// that the browser is gone, which may have reconnected by then.
    fn cut(&self, line: Connection) {
        self.world.count(|tally| tally.cuts += 1);
        self.last_words();
        let heard = self.world.draw(|draw| draw.up_to(line.going.len()));
        let wait = self.milliseconds(4_000);
        tokio::task::spawn_local(async move {
            // Messages that arrive meanwhile are not read.
            let Connection {
                socket,
                room,
                mail,
                going,
                ..
            } = line;
            for (at, request) in going.into_iter().take(heard) {
                sleep_until(at).await;
                _ = room.send(request).await;
            }
            sleep(wait).await;
            _ = room.send(Request::Leave(socket)).await;
            drop(mail);
        });
    }

    /// Delivers some of the messages on their way to the browser.
    fn last_words(&self) {
        last_words(&self.world, &mut locked(&self.client));
    }
}

/// Delivers a random number of the first messages on their way to a browser, and drops the others.
pub(crate) fn last_words(world: &World, client: &mut Client) {
    let come = world.draw(|draw| draw.up_to(client.coming.len()));
    let coming: Vec<_> = client.coming.drain(..).take(come).collect();
    for (_, text) in coming {
        if !client.hear(&text) {
            break;
        }
    }
}
