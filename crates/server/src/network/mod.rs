//! Doors for the phones in the local network: opened and closed while the server runs, on a page for the person at this
//! computer.

mod mdns;

use std::fmt;
use std::fs;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::Mutex;

use tokio_util::sync::CancellationToken;

pub(crate) use self::mdns::HOST_NAME;
use self::mdns::NameAnnouncement;
use crate::cli::lan;
use crate::folder::open_private_file;
use crate::http::listener::{Listener, Tls, bind};
use crate::lock;

/// File in the data folder that says that the network is opened at the next start, too.
const KEEP_FILE: &str = "network-open";

/// Function that serves a listener until the token is cancelled.
type ServeListener = Box<dyn Fn(Listener, CancellationToken) + Send + Sync>;

/// Listeners by which phones in the local network reach this server.
#[derive(Debug, Default)]
pub(crate) struct NetworkDoors {
    /// Facts about the listener that is always open; `None` before the server starts and after it ends.
    front: Mutex<Option<FrontDoor>>,
    open: Mutex<Option<OpenDoors>>,
}

/// Settings of the main listener, which those for the local network copy.
struct FrontDoor {
    port: u16,
    tls: Option<Tls>,
    serve: ServeListener,
    /// Signals that the server shuts down.
    shutdown: CancellationToken,
}

impl fmt::Debug for FrontDoor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FrontDoor({})", self.port)
    }
}

/// Addresses at which the server is open to the local network, and their announcement.
#[derive(Debug)]
struct OpenDoors {
    addresses: Vec<Ipv4Addr>,
    port: u16,
    scheme: &'static str,
    /// Closes the doors; `None` where the front door itself is open to the network.
    closing: Option<CancellationToken>,
    name: Option<NameAnnouncement>,
}

/// URLs under which phones in the local network reach the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NetworkWay {
    /// Addresses with scheme and port, the likeliest first; the last may be by name.
    pub(crate) urls: Vec<String>,
    /// Whether the doors can be closed while the server runs.
    pub(crate) can_close: bool,
}

impl OpenDoors {
    /// Returns the URLs under which phones reach these listeners.
    fn way(&self) -> NetworkWay {
        let hosts = self.addresses.iter().map(ToString::to_string);
        let name = self.name.as_ref().map(|_| HOST_NAME.to_owned());
        let urls = hosts
            .chain(name)
            .map(|host| format!("{}://{host}:{}", self.scheme, self.port));
        NetworkWay {
            urls: urls.collect(),
            can_close: self.closing.is_some(),
        }
    }
}

impl NetworkDoors {
    /// Sets the main listener, whose port and certificate those for the local network copy, and how
    /// they are served.
    pub(crate) fn set_front_door(
        &self,
        listener: &Listener,
        serve: ServeListener,
        shutdown: CancellationToken,
    ) {
        if let Ok(address) = listener.local_addr() {
            *lock(&self.front) = Some(FrontDoor {
                port: address.port(),
                tls: listener.tls().cloned(),
                serve,
                shutdown,
            });
        }
    }

    /// Ends the announcement of the name and closes the listeners for the local network.
    pub(crate) fn end(&self) {
        *lock(&self.open) = None;
        *lock(&self.front) = None;
    }

    /// Returns the address at which other devices reach this server; `None` if the network is not
    /// open.
    pub(crate) fn address(&self) -> Option<Ipv4Addr> {
        lock(&self.open).as_ref()?.addresses.first().copied()
    }

    /// Returns the URLs under which phones reach the server; `None` if the network is not open.
    pub(crate) fn way(&self) -> Option<NetworkWay> {
        lock(&self.open).as_ref().map(OpenDoors::way)
    }

    /// Opens the server to the local network by listening at each address that phones can reach,
    /// and announcing the name. It is `None` if there is no such address.
    pub(crate) async fn open(&self) -> Option<NetworkWay> {
        if let Some(way) = self.way() {
            return Some(way);
        }
        let port = lock(&self.front).as_ref()?.port;
        let mut bound = Vec::new();
        for address in lan::lan_addresses() {
            match bind(&SocketAddr::from((address, port)).to_string()).await {
                Ok(listener) => bound.push((address, listener)),
                Err(error) => {
                    tracing::warn!(%error, "the network cannot come in at one of the addresses");
                }
            }
        }
        let front = lock(&self.front);
        let front = front.as_ref()?;
        let closing = front.shutdown.child_token();
        let mut addresses = Vec::new();
        for (address, listener) in bound {
            let listener = Listener::new(listener, front.tls.clone());
            (front.serve)(listener, closing.clone());
            addresses.push(address);
        }
        self.set_doors(front, addresses, Some(closing))
    }

    /// Notes that the main listener is open to the local network already, and announces the name.
    pub(crate) fn note_open(&self) -> Option<NetworkWay> {
        let front = lock(&self.front);
        self.set_doors(front.as_ref()?, lan::lan_addresses(), None)
    }

    /// Sets the addresses that are open to the local network; `closing` ends their listeners.
    /// `None` if there are no addresses.
    fn set_doors(
        &self,
        front: &FrontDoor,
        addresses: Vec<Ipv4Addr>,
        closing: Option<CancellationToken>,
    ) -> Option<NetworkWay> {
        if addresses.is_empty() {
            return None;
        }
        let doors = OpenDoors {
            name: NameAnnouncement::start(&addresses, front.port),
            addresses,
            port: front.port,
            scheme: front.tls.as_ref().map_or("http", |_| "https"),
            closing,
        };
        let way = doors.way();
        *lock(&self.open) = Some(doors);
        Some(way)
    }

    /// Closes the server to the local network, so that nobody new comes in and open pages end.
    /// Whoever is at a table stays until they reload.
    pub(crate) fn close(&self) {
        let mut open = lock(&self.open);
        if let Some(closing) = open.as_ref().and_then(|doors| doors.closing.as_ref()) {
            closing.cancel();
            *open = None;
        }
    }
}

/// Whether the server is to be opened to the local network at its start, as the data folder says.
pub(crate) fn opens_at_start(data: &Path) -> bool {
    data.join(KEEP_FILE).exists()
}

/// Sets whether the server is opened to the local network at its next start, too.
///
/// # Errors
///
/// Error of the operating system.
pub(crate) fn set_opens_at_start(data: &Path, opens: bool) -> io::Result<()> {
    let file = data.join(KEEP_FILE);
    match opens {
        true => open_private_file(&file).map(drop),
        false if file.exists() => fs::remove_file(&file),
        false => Ok(()),
    }
}
