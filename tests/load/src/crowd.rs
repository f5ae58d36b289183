//! Measures whether guests can join while one address holds thousands of connections, and what a hundred clients cost
//! that send requests and never read.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::BoxError;
use crate::connection::Connection;
use crate::figures::report;
use crate::guest::Guest;
use crate::plan::Plan;
use crate::program::Program;

/// Number of connections from one address.
const CROWD_SIZE: usize = 8_250;
/// Interval at which each of these connections sends a request.
const REQUEST_INTERVAL: Duration = Duration::from_secs(8);
/// Duration of the crowd.
const DURATION: Duration = Duration::from_secs(30);
/// Number of clients that send requests and never read.
const SILENT_READERS: usize = 100;
/// Number of requests for the program that each of these clients sends.
const REQUESTS_OF_EACH: usize = 40;
/// Timeout, longer than the server lets such a client stay.
const TIMEOUT: Duration = Duration::from_secs(40);
/// Source address of the crowd: another loopback address.
const CROWD_ADDRESS: [u8; 4] = [127, 0, 0, 2];

/// Measures the guests during the crowd, then the clients that never read.
pub(crate) async fn measure(plan: &Plan) -> Result<(), BoxError> {
    let data = plan.temp_dir()?;
    let program = Program::start_server(&plan.server, data.path(), &[]).await?;
    let mut sam = Guest::new(program.address);
    let form = "table=The+Wharf&name=Sam";
    let table = sam.post("/tables", form).await?.location;
    let encounter = sam.encounter_id(&table).await?;

    let open = Arc::new(AtomicUsize::new(0));
    let mut crowd = JoinSet::new();
    let size = plan.pick(CROWD_SIZE, 300);
    for number in 0..size {
        crowd.spawn(keep_requesting(program.address, number, Arc::clone(&open)));
    }
    let begun = Instant::now();
    let mut longest = Duration::ZERO;
    let mut guests = 0;
    while begun.elapsed() < plan.pick(DURATION, Duration::from_secs(5)) {
        let asked = Instant::now();
        sam.encounter_id(&table).await?;
        Connection::join(program.address, &sam.upgrade_request(&encounter)).await?;
        let link = sam.invite_links(&table).await?["player"]
            .as_str()
            .map(str::to_owned);
        let mut guest = Guest::new(program.address);
        // One address may bring twelve guests to a table at once.
        if guests < 12 {
            let form = format!("name=Late+{guests}");
            guest.post(&link.ok_or("no link")?, &form).await?;
            guest.encounter_id(&table).await?;
            Connection::join(program.address, &guest.upgrade_request(&encounter)).await?;
            guests += 1;
        }
        longest = longest.max(asked.elapsed());
        sleep(Duration::from_secs(2)).await;
    }
    let open = open.load(Ordering::Relaxed);
    println!("  {size} connections of one address, {open} of them open");
    crowd.shutdown().await;
    report(
        "crowd-guest",
        &format!("{size} connections"),
        "",
        &[longest.as_secs_f64()],
    )?;
    measure_silent_readers(&program, &mut sam, &table).await
}

/// Sends health requests in intervals, and reconnects when the server closes the connection.
async fn keep_requesting(server: SocketAddr, number: usize, open: Arc<AtomicUsize>) {
    sleep(
        REQUEST_INTERVAL * u32::try_from(number).unwrap_or(0)
            / u32::try_from(CROWD_SIZE).unwrap_or(1),
    )
    .await;
    loop {
        if let Ok(mut stream) = connect_from_crowd(server).await {
            open.fetch_add(1, Ordering::Relaxed);
            let mut answer = [0; 1024];
            while stream.write_all(b"GET /health HTTP/1.1\r\nhost: x\r\n\r\n").await.is_ok()
                && stream.read(&mut answer).await.is_ok_and(|read| read > 0)
                // No data follows; the read ends only when the connection is closed.
                && timeout(REQUEST_INTERVAL, stream.read(&mut answer)).await.is_err()
            {}
            open.fetch_sub(1, Ordering::Relaxed);
        }
        sleep(REQUEST_INTERVAL).await;
    }
}

/// Connects from the address of the crowd.
async fn connect_from_crowd(server: SocketAddr) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    if cfg!(target_os = "linux") {
        socket.bind((CROWD_ADDRESS, 0).into())?;
    }
    socket.connect(server).await
}

/// Measures the memory of clients that send requests and never read, and the time until the server drops them.
async fn measure_silent_readers(
    program: &Program,
    sam: &mut Guest,
    table: &str,
) -> Result<(), BoxError> {
    let page = sam.get(table).await?.body;
    let (_, rest) = page.split_once("\"/pkg/").ok_or("no program in the page")?;
    let (build, _) = rest.split_once('/').ok_or("half a page")?;
    let ask = format!("GET /pkg/{build}/coterie_bg.wasm HTTP/1.1\r\nhost: x\r\n\r\n")
        .repeat(REQUESTS_OF_EACH);
    // Wait until the number of open files no longer falls: then the crowd is gone.
    let mut files = open_file_count(program)?;
    loop {
        sleep(Duration::from_secs(1)).await;
        match open_file_count(program)? {
            now if now < files => files = now,
            _ => break,
        }
    }
    let before = program.memory("VmRSS")?;
    let mut streams = Vec::new();
    for _ in 0..SILENT_READERS {
        let mut stream = connect_from_crowd(program.address).await?;
        stream.write_all(ask.as_bytes()).await?;
        streams.push(stream);
    }
    let begun = Instant::now();
    let mut most = 0;
    while begun.elapsed() < TIMEOUT
        && (most == 0 || open_file_count(program)? > files + SILENT_READERS / 10)
    {
        most = most.max(program.memory("VmRSS")?.saturating_sub(before).max(1));
        sleep(Duration::from_millis(100)).await;
    }
    let gone = begun.elapsed().as_secs_f64();
    let who = format!("{SILENT_READERS} that ask {REQUESTS_OF_EACH} times");
    report("crowd-memory", &who, "", &[most as f64 / 1024.0])?;
    report("crowd-cut", &who, "", &[gone])
}

/// Returns the number of files and sockets that a program has open.
fn open_file_count(program: &Program) -> Result<usize, BoxError> {
    Ok(std::fs::read_dir(format!("/proc/{}/fd", program.pid()))?.count())
}
