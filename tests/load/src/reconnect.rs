//! Measures how long all clients take to reconnect after the server was killed, beside a node program with `ws` that
//! keeps its guests and snapshots in memory.
//!
//! Clients reconnect without delay, in both cases.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use rules::wire::PROTOCOL_VERSION;
use serde_json::{Value, json};
use tokio::sync::Notify;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::BoxError;
use crate::connection::Connection;
use crate::figures::{median, report};
use crate::guest::Guest;
use crate::plan::Plan;
use crate::program::{Program, free_port};
use crate::table::{FULL, Table};

/// Number of tables in the measurement.
const TABLE_COUNT: usize = 50;
/// Number of kills of each server; the median counts.
const ROUNDS: usize = 5;
/// Timeout, longer than any round takes.
const TIMEOUT: Duration = Duration::from_secs(60);
/// Pause after a failed attempt.
const RETRY_PAUSE: Duration = Duration::from_millis(2);

/// A seat with its encounter.
#[derive(Clone)]
struct Client {
    guest: Guest,
    encounter: String,
}

/// Measures our server and the baseline in turn.
pub(crate) async fn measure(plan: &Plan) -> Result<(), BoxError> {
    let folder = plan.temp_dir()?;
    let data = folder.path().join("data");
    let mut ours = Program::start_server(&plan.server, &data, &["--no-address-limits"]).await?;
    let (tables, rounds) = plan.pick((TABLE_COUNT, ROUNDS), (2, 1));
    let clients = create_tables(&ours, tables).await?;
    let floor = plan.baseline_dir.join("floor.mjs").display().to_string();
    let known = folder.path().join("known.json");
    write_snapshots(&ours, &clients, &known).await?;
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

    let our_crowd = ReconnectingClients::join(&ours, &clients).await?;
    let node_crowd = ReconnectingClients::join(&node, &clients).await?;
    let (mut took, mut floor_took) = (Vec::new(), Vec::new());
    for round in 1..=rounds {
        let node = node_crowd.time_kill(&mut node).await?;
        let own = our_crowd.time_kill(&mut ours).await?;
        println!(
            "  {round}: node with ws {}, coterie {}",
            format_seconds(node),
            format_seconds(own)
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
    report("reconnect", &own, &floor, &ratios)
}

/// Formats a duration in seconds.
fn format_seconds(time: Duration) -> String {
    format!("{:.3} s", time.as_secs_f64())
}

/// Creates the tables from demos, with all seats taken.
async fn create_tables(ours: &Program, tables: usize) -> Result<Vec<Client>, BoxError> {
    let tables = Table::new_demos(ours.address, tables, FULL).await?;
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
async fn write_snapshots(ours: &Program, clients: &[Client], known: &Path) -> Result<(), BoxError> {
    // Everybody joins once, so that all are in the snapshots.
    for client in clients {
        Connection::join(
            ours.address,
            &client.guest.upgrade_request(&client.encounter),
        )
        .await?;
    }
    let (mut pictures, mut guests) = (Vec::<String>::new(), serde_json::Map::new());
    for client in clients {
        let request = client.guest.upgrade_request(&client.encounter);
        let (_, text) = Connection::join(ours.address, &request).await?;
        let (head, view) = text.split_once(r#","view":"#).ok_or("no picture")?;
        let (_, you) = head.rsplit_once(r#""you":"#).ok_or("nobody")?;
        let view = view.strip_suffix("}}").ok_or("half a picture")?;
        let known = pictures.iter().position(|picture| picture == view);
        let at = known.unwrap_or_else(|| {
            pictures.push(view.to_owned());
            pictures.len() - 1
        });
        let you: u32 = you.parse()?;
        guests.insert(client.guest.cookie_header(), json!([at, you]));
    }
    let bytes: usize = pictures.iter().map(String::len).sum();
    println!(
        "  {} pictures of {} bytes",
        pictures.len(),
        bytes / pictures.len()
    );
    let text = json!({"protocol": PROTOCOL_VERSION, "pictures": pictures, "guests": Value::Object(guests)});
    Ok(std::fs::write(known, text.to_string())?)
}

/// All clients of one server, which reconnect whenever their connection is closed.
struct ReconnectingClients {
    joins: Arc<(AtomicUsize, Notify)>,
    size: usize,
    _clients: JoinSet<()>,
}

impl ReconnectingClients {
    /// Connects all clients and waits for them.
    async fn join(program: &Program, clients: &[Client]) -> Result<Self, BoxError> {
        let joins = Arc::new((AtomicUsize::new(0), Notify::new()));
        let mut tasks = JoinSet::new();
        for client in clients {
            let request = client.guest.upgrade_request(&client.encounter);
            let (address, joins) = (program.address, Arc::clone(&joins));
            tasks.spawn(async move {
                loop {
                    if let Ok((line, _)) = Connection::join(address, &request).await {
                        joins.0.fetch_add(1, Ordering::Relaxed);
                        joins.1.notify_one();
                        line.read_until_closed().await;
                    } else {
                        sleep(RETRY_PAUSE).await;
                    }
                }
            });
        }
        let crowd = Self {
            joins,
            size: clients.len(),
            _clients: tasks,
        };
        crowd.wait_for_joins(clients.len()).await?;
        Ok(crowd)
    }

    /// Waits until `count` joins have happened since the beginning.
    async fn wait_for_joins(&self, count: usize) -> Result<(), BoxError> {
        let all = async {
            while self.joins.0.load(Ordering::Relaxed) < count {
                self.joins.1.notified().await;
            }
        };
        let waited = timeout(TIMEOUT, all).await;
        waited.map_err(|_| "not everybody came back".into())
    }

    /// Kills and restarts the server; returns the time until all clients are back.
    async fn time_kill(&self, program: &mut Program) -> Result<Duration, BoxError> {
        let before = self.joins.0.load(Ordering::Relaxed);
        let begun = Instant::now();
        program.kill_and_start().await?;
        self.wait_for_joins(before + self.size).await?;
        Ok(begun.elapsed())
    }
}
