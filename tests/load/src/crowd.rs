//! Whether those who only want to play come in while one address holds thousands of
//! connections, and what a hundred readers cost that ask and never read.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::Trouble;
use crate::guest::Guest;
use crate::line::Line;
use crate::program::{Program, take_core};

/// Connections of one address, and how often each asks.
const CROWD: usize = 8_250;
const EVERY: Duration = Duration::from_secs(8);
/// How long they go on.
const LASTS: Duration = Duration::from_secs(30);
/// How long somebody may have to wait who only wants to play.
const PROMPT: Duration = Duration::from_secs(2);
/// Readers that ask so many times for the program and never read.
const READERS: usize = 100;
const ASKS: usize = 40;
/// What they may cost together.
const MOST_MIB: u64 = 64;
/// After how long they must be gone.
const CUT: Duration = Duration::from_secs(20);
/// The crowd's address: another one of this machine.
const ELSEWHERE: [u8; 4] = [127, 0, 0, 2];

/// Measures both, and says whether they are within the limits.
pub(crate) async fn measure(server: &str) -> Result<bool, Trouble> {
    take_core().await?;
    let data = tempfile::tempdir()?;
    let program = Program::coterie(server, data.path(), &[]).await?;
    let mut sam = Guest::new(program.address);
    let form = "table=The+Wharf&name=Sam";
    let table = sam.post("/tables", form).await?.location;
    let encounter = sam.encounter(&table).await?;

    let open = Arc::new(AtomicUsize::new(0));
    let mut crowd = JoinSet::new();
    for number in 0..CROWD {
        crowd.spawn(ask_on(program.address, number, Arc::clone(&open)));
    }
    let begun = Instant::now();
    let mut longest = Duration::ZERO;
    let mut guests = 0;
    while begun.elapsed() < LASTS {
        let asked = Instant::now();
        sam.encounter(&table).await?;
        Line::join(program.address, &sam.upgrade(&encounter)).await?;
        let link = sam.links(&table).await?["player"]
            .as_str()
            .map(str::to_owned);
        let mut guest = Guest::new(program.address);
        // Twelve at once are what one address may bring to a table.
        if guests < 12 {
            let form = format!("name=Late+{guests}");
            guest.post(&link.ok_or("no link")?, &form).await?;
            guest.encounter(&table).await?;
            Line::join(program.address, &guest.upgrade(&encounter)).await?;
            guests += 1;
        }
        longest = longest.max(asked.elapsed());
        sleep(Duration::from_secs(2)).await;
    }
    println!(
        "{CROWD} connections of one address, {} of them open: a guest and the storyteller came in \
         within {:.3} s, at most {}",
        open.load(Ordering::Relaxed),
        longest.as_secs_f64(),
        PROMPT.as_secs()
    );
    crowd.shutdown().await;
    let cost = readers(&program, &mut sam, &table).await?;
    Ok(longest <= PROMPT && cost)
}

/// Asks now and then whether the server is well, and comes back when it is shown out.
async fn ask_on(server: SocketAddr, number: usize, open: Arc<AtomicUsize>) {
    sleep(EVERY * u32::try_from(number).unwrap_or(0) / u32::try_from(CROWD).unwrap_or(1)).await;
    loop {
        if let Ok(mut stream) = dial(server).await {
            open.fetch_add(1, Ordering::Relaxed);
            let mut answer = [0; 1024];
            while stream.write_all(b"GET /health HTTP/1.1\r\nhost: x\r\n\r\n").await.is_ok()
                && stream.read(&mut answer).await.is_ok_and(|read| read > 0)
                // Nothing comes, unless it is the end.
                && timeout(EVERY, stream.read(&mut answer)).await.is_err()
            {}
            open.fetch_sub(1, Ordering::Relaxed);
        }
        sleep(EVERY).await;
    }
}

async fn dial(server: SocketAddr) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    if cfg!(target_os = "linux") {
        socket.bind((ELSEWHERE, 0).into())?;
    }
    socket.connect(server).await
}

/// A hundred that ask and do not read.
async fn readers(program: &Program, sam: &mut Guest, table: &str) -> Result<bool, Trouble> {
    let page = sam.get(table).await?.body;
    let (_, rest) = page.split_once("\"/pkg/").ok_or("no program in the page")?;
    let (build, _) = rest.split_once('/').ok_or("half a page")?;
    let ask = format!("GET /pkg/{build}/coterie_bg.wasm HTTP/1.1\r\nhost: x\r\n\r\n").repeat(ASKS);
    let (before, files) = (memory(program)?, handles(program)?);
    let mut streams = Vec::new();
    for _ in 0..READERS {
        let mut stream = dial(program.address).await?;
        stream.write_all(ask.as_bytes()).await?;
        streams.push(stream);
    }
    let begun = Instant::now();
    let mut most = 0;
    while begun.elapsed() < CUT && (most == 0 || handles(program)? > files + READERS / 10) {
        most = most.max(memory(program)?.saturating_sub(before).max(1));
        sleep(Duration::from_millis(100)).await;
    }
    let gone = begun.elapsed();
    println!(
        "{READERS} that ask {ASKS} times and never read: {most} MiB, at most {MOST_MIB}; cut off \
         after {:.1} s, at most {}",
        gone.as_secs_f64(),
        CUT.as_secs()
    );
    Ok(most <= MOST_MIB && gone < CUT)
}

/// Mebibytes of memory a program holds.
fn memory(program: &Program) -> Result<u64, Trouble> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", program.pid()))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let number = line.and_then(|line| line.split_whitespace().next());
    Ok(number.ok_or("no number")?.parse::<u64>()? / 1024)
}

/// Files and sockets a program has open.
fn handles(program: &Program) -> Result<usize, Trouble> {
    Ok(std::fs::read_dir(format!("/proc/{}/fd", program.pid()))?.count())
}
