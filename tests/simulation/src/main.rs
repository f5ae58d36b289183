//! Deterministic simulation of random histories, each reproducible from its seed.
//!
//! A history runs the real rooms and the real writer, and every other one the rooms of two servers that do not hear
//! each other. Simulated browsers keep a list of what was acknowledged, the network delays, duplicates and loses
//! messages, and the disk loses unsynced data. Time is simulated, and everything runs on one thread.
//!
//! [`world`] holds randomness, clock and violations, [`oracle`] the expected log, [`client`] a browser and [`network`]
//! its connections; [`store`] is the store with its disk.
#![expect(
    clippy::print_stdout,
    reason = "a seed that repeats a failure, and what was tried"
)]

mod client;
mod draw;
mod network;
mod oracle;
mod store;
mod tally;
mod tests;
mod world;

use std::cell::Cell;
use std::sync::{Arc, Mutex, Once};
use std::time::Duration;

use rules::base::id::{EncounterId, SeatId, TableId};
use rules::base::seat::Role;
use rules::base::text::Name;
use rules::ruleset::SystemId;
use server::store::{EncounterInfo, Seat, Store as _};
use server::testing::{TestRooms, lock};
use tokio::task::LocalSet;
use tokio::time::{Instant, sleep, timeout};

use self::client::Client;
use self::draw::PlantedFault;
use self::network::{Network, deliver_remaining};
use self::oracle::Oracle;
use self::store::SimulatedStore;
use self::tally::Tally;
use self::world::World;

/// Time limit for the last run, in which no more faults are injected.
const SETTLE_TIMEOUT: Duration = Duration::from_secs(120);

/// Interval at which a server polls for writes of the other one.
const POLL_EVERY: Duration = Duration::from_secs(1);
/// Extra interval for each further server, so that they never poll at the same moment.
const POLL_STAGGER: Duration = Duration::from_millis(37);

/// Result of one simulated history: the violation found, its trace and its counters.
struct HistoryResult {
    wrong: Option<String>,
    trace: u64,
    tally: Tally,
}

/// Way in which a run of the program ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LifeEnd {
    /// The program dies after this time, or at a write before that.
    Dies(Duration),
    /// The program shuts down in order after this time.
    InOrder(Duration),
    /// The program runs until all browsers are done.
    Settled,
}

/// Returns the encounter of all histories.
fn test_encounter() -> Option<EncounterInfo> {
    let title = Name::new("The Wharf").ok()?;
    let (id, table) = (EncounterId(7), TableId(7));
    Some(EncounterInfo::new_current(
        id,
        table,
        title,
        SystemId::FIRST,
    ))
}

/// Creates a browser for each seat.
fn create_clients(world: &Arc<World>, scene: &EncounterInfo) -> Vec<Arc<Mutex<Client>>> {
    let seats = [
        ("Sam", Role::Storyteller),
        ("Ana", Role::Player),
        ("Ben", Role::Player),
        ("Eve", Role::Spectator),
    ];
    let seat = |(id, (name, role)): (u32, (&str, Role))| Seat {
        table: scene.table,
        id: SeatId(id),
        role,
        name: name.into(),
        moves: 0,
        seen_at: 0,
        has_old_token: false,
    };
    let seats = (1..).zip(seats).map(seat);
    seats
        .map(|seat| Arc::new(Mutex::new(Client::new(world, seat))))
        .collect()
}

/// Runs the simulated history of a seed, with some runs of the program with faults, and a last one without.
fn run_history(seed: u64, plant: Option<PlantedFault>) -> Option<HistoryResult> {
    watch_for_panics();
    let scene = test_encounter()?;
    let world = World::new(seed, plant, Oracle::new(&scene));
    let clients = create_clients(&world, &scene);
    let lives = 1 + world.with_rng(|draw| draw.below(4));
    for life in 0..=lives {
        let (time, kind) = world.with_rng(|draw| (draw.below(5_000), draw.below(4)));
        let time = Duration::from_millis(time);
        let end = match kind {
            _ if life == lives => {
                world.stop_faults();
                LifeEnd::Settled
            }
            0 => LifeEnd::InOrder(time),
            _ => LifeEnd::Dies(time),
        };
        // Every other history has two servers.
        let servers = 1 + usize::from(seed % 2 == 1);
        run_life(&world, (&scene, servers), &clients, end)?;
        if world.violation().is_some() {
            break;
        }
        if end == LifeEnd::Settled {
            clients
                .iter()
                .for_each(|client| lock(client).check_final_state());
        }
        end_life(&world, &clients, matches!(end, LifeEnd::Dies(_)));
    }
    let found = world.with_files(|files| files.recover(None));
    world.on_start(&found);
    if let Err(what) = world.with_oracle(|truth| truth.verify_contents(&found)) {
        world.report_violation(what);
    }
    Some(HistoryResult {
        wrong: world.violation(),
        trace: world.trace_hash(),
        tally: world.tally(),
    })
}

/// Simulates the end of a run of the program. Messages on their way may still arrive, and the disk may lose data.
fn end_life(world: &World, clients: &[Arc<Mutex<Client>>], dies: bool) {
    for client in clients {
        deliver_remaining(world, &mut lock(client));
    }
    let power = dies && world.with_rng(|draw| draw.one_in(2));
    world.trace_event(match (dies, power) {
        (false, _) => "ended in order",
        (true, false) => "killed",
        (true, true) => "power cut",
    });
    let gone = world.with_rng(|draw| world.with_files(|files| files.crash(power, draw)));
    world.count(|tally| {
        tally.gone += gone as u64;
        tally.ends[if power { 1 } else { usize::from(!dies) * 2 }] += 1;
    });
}

/// Simulates one run of the program with all browsers around it.
fn run_life(
    world: &Arc<World>,
    (scene, servers): (&EncounterInfo, usize),
    clients: &[Arc<Mutex<Client>>],
    end: LifeEnd,
) -> Option<()> {
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = runtime.enable_time().start_paused(true).build().ok()?;
    let steps = match (end, world.with_rng(|draw| draw.below(160))) {
        (LifeEnd::Dies(_), steps @ 1..=80) => steps,
        _ => 0,
    };
    let around = LocalSet::new();
    let life = async {
        let begun = Instant::now();
        world.begin_life(steps);
        let store = Arc::new(SimulatedStore::open(world, scene.clone(), servers > 1));
        let server = || {
            TestRooms::new(
                Arc::clone(&store) as _,
                Arc::clone(world) as _,
                Arc::clone(world) as _,
            )
        };
        let rooms: Vec<TestRooms> = std::iter::repeat_with(server).take(servers).collect();
        if servers > 1 {
            poll_each_other(&rooms);
        }
        for client in clients {
            let network = Network {
                world: Arc::clone(world),
                client: Arc::clone(client),
                rooms: rooms.clone(),
                encounter: scene.clone(),
            };
            tokio::task::spawn_local(network.run());
        }
        tokio::task::spawn_local(wind_the_clock(Arc::clone(world)));
        let ends = async {
            match end {
                LifeEnd::Dies(time) => sleep(time).await,
                LifeEnd::InOrder(time) => {
                    sleep(time).await;
                    let down = async {
                        for rooms in &rooms {
                            rooms.close_all().await;
                        }
                        store.close().await;
                    };
                    // The program itself does not wait longer either.
                    _ = timeout(Duration::from_secs(5), down).await;
                }
                LifeEnd::Settled => wait_until_settled(world, clients).await,
            }
        };
        tokio::select! {
            biased;
            () = world.wait_for_end() => {}
            () = ends => {}
        }
        let lived = begun.elapsed().as_millis();
        world.end_life(u64::try_from(lived).unwrap_or(0));
    };
    runtime.block_on(around.run_until(life));
    if PANICKED.take() {
        world.report_violation("something panicked");
    }
    Some(())
}

/// Makes each server poll for what the others wrote.
fn poll_each_other(servers: &[TestRooms]) {
    // Never at the same moment, because the order of simultaneous events is undefined.
    for (rooms, nth) in servers.iter().zip(1..) {
        let rooms = rooms.clone();
        tokio::task::spawn_local(async move {
            loop {
                sleep(POLL_EVERY + POLL_STAGGER * nth).await;
                rooms.poll().await;
            }
        });
    }
}

/// Moves the wall clock by up to thirty hours now and then, until no more faults are injected.
async fn wind_the_clock(world: Arc<World>) {
    while !world.is_calm() {
        sleep(Duration::from_millis(
            world.with_rng(|draw| draw.below(4_000)),
        ))
        .await;
        let hours = world.with_rng(|draw| draw.below(60)).cast_signed() - 30;
        world.jump_clock(hours * 3_600_000);
    }
}

/// Waits until every browser is done and sees everything; a violation if that takes too long.
async fn wait_until_settled(world: &World, clients: &[Arc<Mutex<Client>>]) {
    let begun = Instant::now();
    let done = || clients.iter().all(|client| lock(client).is_done());
    let seen = || clients.iter().all(|client| lock(client).sees_everything());
    while !(done() && seen()) {
        if begun.elapsed() > SETTLE_TIMEOUT {
            let busy = clients.iter().filter(|client| !lock(client).is_done());
            return world.report_violation(format!(
                "{} are not done, and it does not end",
                busy.count()
            ));
        }
        sleep(Duration::from_millis(100)).await;
    }
}

thread_local! {
    /// Whether any task on this thread has panicked.
    static PANICKED: Cell<bool> = const { Cell::new(false) };
}

/// Installs a panic hook that records panics of each thread.
fn watch_for_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            PANICKED.set(true);
            usual(panic);
        }));
    });
}
