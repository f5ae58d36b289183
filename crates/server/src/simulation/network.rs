//! The network between a browser and the room: it delays, doubles and loses messages, and cuts connections.

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

/// A message does not wait longer for a room than a browser does.
const PATIENCE: Duration = Duration::from_secs(15);

/// A browser's connections, one after another, as long as the program lives.
pub(crate) struct Network {
    pub(crate) world: Arc<World>,
    pub(crate) client: Arc<Mutex<Client>>,
    /// Those of each server.
    pub(crate) rooms: Vec<Rooms>,
    pub(crate) scene: Scene,
}

/// One connection.
struct Connection {
    socket: SocketId,
    room: mpsc::Sender<Request>,
    mail: Mail,
    /// On the way to the room.
    going: VecDeque<(Instant, Request)>,
    /// When the browser does something, and when the connection is cut.
    acts: Instant,
    cut: Instant,
}

impl Network {
    fn milliseconds(&self, most: u64) -> Duration {
        let calm = self.world.is_calm();
        let most = if calm { most.min(5) } else { most };
        Duration::from_millis(self.world.draw(|draw| draw.below(most)))
    }

    /// How long a message is on its way: most are fast.
    fn delay(&self) -> Duration {
        match self.world.draw(|draw| draw.below(20)) {
            0 => self.milliseconds(2_000),
            1..=4 => self.milliseconds(200),
            _ => self.milliseconds(8),
        }
    }

    /// The rooms of one of the servers.
    fn some_rooms(&self) -> &Rooms {
        match &self.rooms[..] {
            [one] => one,
            several => {
                let most = several.len() - 1;
                &several[self.world.draw(|draw| draw.up_to(most))]
            }
        }
    }

    fn happens(&self, one_in: u64) -> bool {
        !self.world.is_calm() && self.world.draw(|draw| draw.one_in(one_in))
    }

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
        // The program said goodbye: what was on the way still comes, or the beginning of it.
        self.last_words();
    }

    /// A message leaves the room.
    fn comes(&self, message: tokio_tungstenite::tungstenite::Utf8Bytes) {
        if self.happens(150) {
            return self.world.count(|tally| tally.dropped += 1);
        }
        let copies = if self.happens(150) { 2 } else { 1 };
        self.world.count(|tally| tally.doubled += copies - 1);
        for _ in 0..copies {
            let at = Instant::now() + self.delay();
            let mut client = locked(&self.client);
            // One behind the other, as on a wire.
            let last = client.coming.back().map_or(at, |(last, _)| *last);
            client.coming.push_back((at.max(last), message.clone()));
        }
    }

    /// A command leaves the browser.
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

    /// Does what is due. `false` when the connection is over.
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

    /// A form has a connection of its own.
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

    /// The connection is cut. The room hears the beginning of what was on the way, and only later that the
    /// browser is gone, which may be back by then.
    fn cut(&self, line: Connection) {
        self.world.count(|tally| tally.cuts += 1);
        self.last_words();
        let heard = self.world.draw(|draw| draw.up_to(line.going.len()));
        let wait = self.milliseconds(4_000);
        tokio::task::spawn_local(async move {
            // Nobody reads what comes for it meanwhile.
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

    fn last_words(&self) {
        last_words(&self.world, &mut locked(&self.client));
    }
}

/// Of what was on the way to a browser the beginning may come.
pub(crate) fn last_words(world: &World, client: &mut Client) {
    let come = world.draw(|draw| draw.up_to(client.coming.len()));
    let coming: Vec<_> = client.coming.drain(..).take(come).collect();
    for (_, text) in coming {
        if !client.hear(&text) {
            break;
        }
    }
}
