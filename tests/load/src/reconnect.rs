//! Measures how long all clients take to reconnect after the server was killed, beside a node program with `ws` that
//! keeps its guests and snapshots in memory.
//!
//! Clients reconnect without delay, in both cases.

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
use crate::figures::{median, tell};
use crate::guest::Guest;
use crate::line::Line;
use crate::plan::Plan;
use crate::program::{Program, free_port};
use crate::table::{FULL, Table};

/// Number of tables in the measurement.
const TABLES: usize = 50;
/// Number of kills of each server; the median counts.
const ROUNDS: usize = 5;
/// Timeout, longer than any round takes.
const PATIENCE: Duration = Duration::from_secs(60);
/// Pause after a failed attempt.
const PAUSE: Duration = Duration::from_millis(2);

/// A seat with its encounter.
#[derive(Clone)]
struct Client {
    guest: Guest,
    encounter: String,
}

/// Measures our server and the baseline in turn.
pub(crate) async fn measure(plan: &Plan) -> Result<(), Trouble> {
    let folder = plan.folder()?;
    let data = folder.path().join("data");
    let mut ours = Program::coterie(&plan.server, &data, &["--no-address-limits"]).await?;
    let (tables, rounds) = plan.either((TABLES, ROUNDS), (2, 1));
    let clients = furnish(&ours, tables).await?;
    let floor = plan.programs.join("floor.mjs").display().to_string();
    let known = folder.path().join("known.json");
    learn(&ours, &clients, &known).await?;
    let address = free_port()?;
    let words = [
        "node",
        &floor,
        &address.port().to_string(),
        &known.display().to_string(),
    ];
    let words = words.map(str::to_owned).to_vec();
    let mut node = Program::start(words, address).await?;
    println!("  {} clients at {tables} tables", clients.len());

    let our_crowd = Crowd::gather(&ours, &clients).await?;
    let node_crowd = Crowd::gather(&node, &clients).await?;
    let (mut took, mut floor_took) = (Vec::new(), Vec::new());
    for round in 1..=rounds {
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
    let seconds = |times: &[Duration]| times.iter().map(Duration::as_secs_f64).collect::<Vec<_>>();
    let (own, floor) = (seconds(&took), seconds(&floor_took));
    let ratios: Vec<f64> = own
        .iter()
        .zip(&floor)
        .map(|(own, floor)| own / floor)
        .collect();
    let [own, floor] = [own, floor].map(|times| format!("{:.2} s", median(&times)));
    tell("reconnect", &own, &floor, &ratios)
}

/// Formats a duration in seconds.
fn shown(time: Duration) -> String {
    format!("{:.3} s", time.as_secs_f64())
}

/// Creates the tables from demos, with all seats taken.
async fn furnish(ours: &Program, tables: usize) -> Result<Vec<Client>, Trouble> {
    let tables = Table::demos(ours.address, tables, FULL).await?;
    let clients = tables.into_iter().flat_map(|table| {
        let encounter = table.encounter;
        table.guests.into_iter().map(move |guest| Client {
            guest,
            encounter: encounter.clone(),
        })
    });
    Ok(clients.collect())
}

/// Writes a file for the baseline: the snapshot of each client, by cookie.
async fn learn(ours: &Program, clients: &[Client], known: &Path) -> Result<(), Trouble> {
    // Everybody joins once, so that all are in the snapshots.
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
        "  {} pictures of {} bytes",
        pictures.len(),
        bytes / pictures.len()
    );
    let text = json!({"protocol": PROTOCOL, "pictures": pictures, "guests": Value::Object(guests)});
    Ok(std::fs::write(known, text.to_string())?)
}

/// All clients of one server, which reconnect whenever their connection is closed.
struct Crowd {
    joins: Arc<(AtomicUsize, Notify)>,
    size: usize,
    _clients: JoinSet<()>,
}

impl Crowd {
    /// Connects all clients and waits for them.
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

    /// Waits until `count` joins have happened since the beginning.
    async fn until(&self, count: usize) -> Result<(), Trouble> {
        let all = async {
            while self.joins.0.load(Ordering::Relaxed) < count {
                self.joins.1.notified().await;
            }
        };
        let waited = timeout(PATIENCE, all).await;
        waited.map_err(|_| "not everybody came back".into())
    }

    /// Kills and restarts the server; returns the time until all clients are back.
    async fn kill_and_count(&self, program: &mut Program) -> Result<Duration, Trouble> {
        let before = self.joins.0.load(Ordering::Relaxed);
        let begun = Instant::now();
        program.kill_and_start().await?;
        self.until(before + self.size).await?;
        Ok(begun.elapsed())
    }
}
