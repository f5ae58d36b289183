//! How long until everybody is back after the server was killed, next to a server that keeps
//! nothing: a node program with `ws` that knows its guests and its pictures by heart.
//!
//! Clients come back at once, all of them, without waiting between two tries: on both alike.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use rules::wire::PROTOCOL;
use serde_json::{Value, json};
use tokio::sync::Notify;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::Trouble;
use crate::guest::Guest;
use crate::line::Line;
use crate::program::{Program, free_port, take_core};

const TABLES: usize = 50;
/// Links, and how many come by each. With the storyteller that is forty.
const GUESTS: [(&str, usize); 3] = [("player", 24), ("spectator", 12), ("co_storyteller", 3)];
/// Kills of each; the middle one counts.
const ROUNDS: usize = 5;
/// How much longer than the floor it may take.
const LIMIT: f64 = 2.0;
/// Longer than any round takes.
const PATIENCE: Duration = Duration::from_secs(60);
/// Between two tries of a client that finds nobody.
const PAUSE: Duration = Duration::from_millis(2);

/// One seat and its encounter.
#[derive(Clone)]
struct Client {
    guest: Guest,
    encounter: String,
}

/// Measures both, and says whether ours is within the limit.
pub(crate) async fn measure(server: &str, floor: &str) -> Result<bool, Trouble> {
    let pinned = take_core().await?;
    let folder = tempfile::tempdir()?;
    let data = folder.path().join("data");
    let mut ours = Program::coterie(server, &data, &["--no-address-limits"]).await?;
    let clients = furnish(&ours).await?;
    let known = folder.path().join("known.json");
    learn(&ours, &clients, &known).await?;
    let address = free_port()?;
    let words = [
        "node",
        floor,
        &address.port().to_string(),
        &known.display().to_string(),
    ];
    let words = words.map(str::to_owned).to_vec();
    let mut node = Program::start(words, address).await?;
    let cores = if pinned {
        "a core each"
    } else {
        "no cores of their own"
    };
    println!(
        "{} clients at {TABLES} tables, {cores}, killed {ROUNDS} times",
        clients.len()
    );

    let our_crowd = Crowd::gather(&ours, &clients).await?;
    let node_crowd = Crowd::gather(&node, &clients).await?;
    let (mut took, mut floor_took) = (Vec::new(), Vec::new());
    for round in 1..=ROUNDS {
        let node = node_crowd.kill_and_count(&mut node).await?;
        let own = our_crowd.kill_and_count(&mut ours).await?;
        println!(
            "  {round}: node with ws {}, coterie {}",
            shown(node),
            shown(own)
        );
        floor_took.push(node);
        took.push(own);
    }
    let (own, floor) = (middle(took), middle(floor_took));
    let ratio = own.as_secs_f64() / floor.as_secs_f64();
    println!(
        "everybody back after kill -9: node with ws {}, coterie {}: {ratio:.2} times, at most {LIMIT}",
        shown(floor),
        shown(own)
    );
    Ok(ratio <= LIMIT)
}

fn shown(time: Duration) -> String {
    format!("{:.3} s", time.as_secs_f64())
}

fn middle(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

/// Makes the tables, each in the middle of a fight, and seats everybody.
async fn furnish(ours: &Program) -> Result<Vec<Client>, Trouble> {
    let address = ours.address;
    let mut tables = JoinSet::new();
    for _ in 0..TABLES {
        tables.spawn(async move {
            let mut storyteller = Guest::new(address);
            let table = storyteller.get("/demo").await?.location;
            let encounter = storyteller.encounter(&table).await?;
            let links = storyteller.links(&table).await?;
            let mut guests = vec![storyteller];
            for (role, count) in GUESTS {
                let link = links[role].as_str().ok_or("no link")?;
                for number in 0..count {
                    let mut guest = Guest::new(address);
                    guest.post(link, &format!("name={role}+{number}")).await?;
                    guests.push(guest);
                }
            }
            let at = |guest| Client {
                guest,
                encounter: encounter.clone(),
            };
            Ok::<_, Trouble>(guests.into_iter().map(at).collect::<Vec<_>>())
        });
    }
    let mut clients = Vec::new();
    while let Some(table) = tables.join_next().await {
        clients.extend(table??);
    }
    Ok(clients)
}

/// Writes down for the floor what each client is told: whose cookie sees which picture.
async fn learn(ours: &Program, clients: &[Client], known: &Path) -> Result<(), Trouble> {
    // Everybody comes once, so that all of them are seated in the pictures.
    for client in clients {
        Line::join(ours.address, &client.guest.upgrade(&client.encounter)).await?;
    }
    let (mut pictures, mut guests) = (Vec::<String>::new(), serde_json::Map::new());
    for client in clients {
        let request = client.guest.upgrade(&client.encounter);
        let (_, text) = Line::join(ours.address, &request).await?;
        let (head, view) = text.split_once(r#","view":"#).ok_or("no picture")?;
        let (_, you) = head.rsplit_once(r#""you":"#).ok_or("nobody")?;
        let view = view.strip_suffix("}}").ok_or("half a picture")?;
        let known = pictures.iter().position(|picture| picture == view);
        let at = known.unwrap_or_else(|| {
            pictures.push(view.to_owned());
            pictures.len() - 1
        });
        let you: u32 = you.parse()?;
        guests.insert(client.guest.cookie(), json!([at, you]));
    }
    let bytes: usize = pictures.iter().map(String::len).sum();
    println!(
        "{} pictures of {} bytes",
        pictures.len(),
        bytes / pictures.len()
    );
    let text = json!({"protocol": PROTOCOL, "pictures": pictures, "guests": Value::Object(guests)});
    Ok(std::fs::write(known, text.to_string())?)
}

/// All clients of one server. They stay, and come back whenever they are cut off.
struct Crowd {
    joins: Arc<(AtomicUsize, Notify)>,
    size: usize,
    _clients: JoinSet<()>,
}

impl Crowd {
    async fn gather(program: &Program, clients: &[Client]) -> Result<Self, Trouble> {
        let joins = Arc::new((AtomicUsize::new(0), Notify::new()));
        let mut tasks = JoinSet::new();
        for client in clients {
            let request = client.guest.upgrade(&client.encounter);
            let (address, joins) = (program.address, Arc::clone(&joins));
            tasks.spawn(async move {
                loop {
                    if let Ok((line, _)) = Line::join(address, &request).await {
                        joins.0.fetch_add(1, Ordering::Relaxed);
                        joins.1.notify_one();
                        line.hold().await;
                    } else {
                        sleep(PAUSE).await;
                    }
                }
            });
        }
        let crowd = Self {
            joins,
            size: clients.len(),
            _clients: tasks,
        };
        crowd.until(clients.len()).await?;
        Ok(crowd)
    }

    /// Waits until so many have come since the beginning.
    async fn until(&self, count: usize) -> Result<(), Trouble> {
        let all = async {
            while self.joins.0.load(Ordering::Relaxed) < count {
                self.joins.1.notified().await;
            }
        };
        let waited = timeout(PATIENCE, all).await;
        waited.map_err(|_| "not everybody came back".into())
    }

    /// Kills the server, starts it at once, and waits until everybody is back.
    async fn kill_and_count(&self, program: &mut Program) -> Result<Duration, Trouble> {
        let before = self.joins.0.load(Ordering::Relaxed);
        let begun = Instant::now();
        program.kill_and_start().await?;
        self.until(before + self.size).await?;
        Ok(begun.elapsed())
    }
}
