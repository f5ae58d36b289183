//! Running of the program: from its options until it is told to stop.

mod greeting;
mod limits;
mod screen;
mod stop_signal;
mod stored;
mod usual_folder;

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use tokio::net::{TcpListener, TcpStream};

use self::greeting::Greeting;
pub(crate) use self::greeting::{format_way, is_terminal, print_text};
use self::stop_signal::StopSignals;
pub use self::usual_folder::usual_data_folder;
use crate::App;
use crate::chance::Chance;
use crate::cli::options::Options;
use crate::clock::Clock;
use crate::folder::{FolderError, read_noted_address};
use crate::http::health::answer_while_starting;
use crate::http::listener::{Listener, Tls, bind};
use crate::network;

/// Longest time for the program to shut down, whatever the disk does.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(5);
/// Page for the person at this computer.
const OWN_PAGE: &str = "/here";
/// Number of ports after the usual one that a server tries whose address nobody named.
const SPARE_PORTS: u16 = 9;
/// Longest time for a server that is just starting to say where it is.
const NOTING_TIME: Duration = Duration::from_secs(5);

/// Runs the server until it is told to stop.
///
/// # Errors
///
/// The text for the host, where it cannot start or does not end in time.
pub async fn run(
    mut options: Options,
    chance: Arc<dyn Chance>,
    clock: Arc<dyn Clock>,
) -> Result<(), String> {
    // Locked until the end.
    let folder = match stored::lock_folder(&options) {
        Ok(folder) => folder,
        Err(FolderError::InUse) if options.is_personal => return open_running_one(&options).await,
        Err(error) => {
            let data = options.data.display();
            return Err(format!("the data folder `{data}` cannot be used: {error}"));
        }
    };
    options.connections = limits::limit_connections(options.connections);
    let tls = options.tls.as_ref().map(Tls::load).transpose();
    let tls = tls.map_err(|error| format!("no TLS with what `--tls` names: {error}"))?;
    let listener = Listener::new(bind_front_door(&options).await?, tls);
    let watched = match &options.metrics {
        Some(address) => Some(bind_metrics(address).await?),
        None => None,
    };
    let address = listener.local_addr().map_err(|error| error.to_string())?;
    let url = format_url(&options, address, options.lan);
    let here = format_url(&options, address, true);
    let _noted = folder.as_ref().map(|folder| folder.note_address(&here));
    // Opening a large store may take a while: visitors are told so, and a supervisor leaves the program alone.
    let opening = async {
        let store = stored::open_store(&options).await?;
        let secret = stored::load_key(&options, &store).await?;
        Ok::<_, String>((store, secret))
    };
    let (store, secret) = answer_while_starting(&listener, opening).await?;
    let mut stop = StopSignals::listen()
        .map_err(|error| format!("nothing could tell the program to stop: {error}"))?;
    let app = App::new(options, Arc::new(store), chance, clock, secret);
    greet(&app, &listener, &url, watched.as_ref()).await;
    if let Some((listener, _)) = watched {
        tokio::spawn(app.clone().serve_metrics(listener));
    }
    let serving = tokio::spawn(app.clone().serve(listener));
    if app.options.opens_browser {
        screen::open_browser(&format!("{url}{OWN_PAGE}"));
    }
    stop.wait().await;
    tracing::info!("going down");
    let down = async {
        app.shut_down().await;
        _ = serving.await;
    };
    let why = tokio::select! {
        biased;
        () = stop.wait() => "it was told so twice",
        () = down => return Ok(()),
        () = tokio::time::sleep(SHUTDOWN_TIMEOUT) => "the disk or a connection did not answer",
    };
    Err(format!(
        "ended without waiting any longer: {why}; what was confirmed is kept"
    ))
}

/// Opens the local network if it is to be open from the start, and prints where the server is.
async fn greet(
    app: &App,
    listener: &Listener,
    url: &str,
    watched: Option<&(TcpListener, SocketAddr)>,
) {
    let options = &app.options;
    app.set_front_door(listener);
    let keeps_open = options.is_personal && network::opens_at_start(&options.data);
    let way = match (options.lan, keeps_open) {
        (true, _) => app.network.note_open(),
        (false, true) => app.network.open().await,
        (false, false) => None,
    };
    let folder = std::path::absolute(&options.data).unwrap_or_else(|_| options.data.clone());
    let greeting = Greeting {
        url,
        metrics: watched.map(|(_, address)| format!("http://{address}/metrics")),
        way: way.as_ref(),
        wants_network: options.lan || keeps_open,
        personal: options.is_personal.then(|| {
            let beside = usual_folder::beside_notice(&options.data);
            (folder.display().to_string(), beside)
        }),
    };
    print_text(&greeting.format(is_terminal()));
}

/// Formats the URL at which the server is opened; if `from_here`, from this computer.
fn format_url(options: &Options, mut address: SocketAddr, from_here: bool) -> String {
    if from_here && address.ip().is_unspecified() {
        address.set_ip(IpAddr::V4(Ipv4Addr::LOCALHOST));
    }
    match options.tls {
        Some(_) => format!("https://{address}"),
        None => format!("http://{address}"),
    }
}

/// Opens the browser at the server that uses the data folder already, in place of a second one.
async fn open_running_one(options: &Options) -> Result<(), String> {
    let data = options.data.display();
    let noted = async {
        loop {
            if let Some(url) = read_noted_address(&options.data) {
                let host = url.rsplit('/').next().unwrap_or_default();
                if TcpStream::connect(host).await.is_ok() {
                    return url;
                }
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    let url = tokio::time::timeout(NOTING_TIME, noted)
        .await
        .map_err(|_| {
            format!(
                "the data folder `{data}` cannot be used: {}",
                FolderError::InUse
            )
        })?;
    let opened = options.opens_browser && screen::open_browser(&format!("{url}{OWN_PAGE}"));
    let done = match opened {
        true => "and was opened in the browser",
        false => "open it in a browser",
    };
    print_text(&format!("Coterie is running already at {url}: {done}\n"));
    Ok(())
}

/// Binds the main listener, which serves the pages. Where nobody named an address and another
/// program has the usual port, one of the next is taken.
async fn bind_front_door(options: &Options) -> Result<TcpListener, String> {
    let listen = &options.listen;
    let mut bound = bind(listen).await;
    if let (true, Ok(usual)) = (options.is_personal, listen.parse::<SocketAddr>()) {
        for spare in 1..=SPARE_PORTS {
            match &bound {
                Err(error) if error.kind() == io::ErrorKind::AddrInUse => {
                    let next = SocketAddr::new(usual.ip(), usual.port().saturating_add(spare));
                    bound = bind(&next.to_string()).await;
                }
                _ => break,
            }
        }
    }
    bound.map_err(|error| {
        format!(
            "cannot listen on {listen}: {error}. Is it running already? `--listen` names another"
        )
    })
}

/// Binds the listener for reading the metrics, and returns it with its address.
async fn bind_metrics(wanted: &str) -> Result<(TcpListener, SocketAddr), String> {
    let failed =
        |error| format!("cannot listen on {wanted}: {error}. `--metrics` names another address");
    let listener = bind(wanted).await.map_err(failed)?;
    let address = listener.local_addr().map_err(failed)?;
    if !address.ip().is_loopback() {
        tracing::warn!(%address, "the meters can be read by everybody who reaches this address");
    }
    Ok((listener, address))
}
