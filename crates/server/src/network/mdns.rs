//! Name of this computer in the local network, announced by multicast DNS.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr};

use mdns_sd::{ServiceDaemon, ServiceInfo};

/// Name under which phones in the same network find the server.
pub(crate) const HOST_NAME: &str = "coterie.local";
/// Kind of the service, as lists of what is near show it.
const SERVICE: &str = "_http._tcp.local.";

/// Announcement of the server's name in the local network by mDNS, which ends when it is dropped.
pub(super) struct NameAnnouncement(ServiceDaemon);

impl fmt::Debug for NameAnnouncement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("NameAnnouncement")
    }
}

impl NameAnnouncement {
    /// Announces the server's name in the local network for these addresses; `None` where the
    /// system does not let it.
    pub(super) fn start(addresses: &[Ipv4Addr], port: u16) -> Option<Self> {
        let addresses: Vec<IpAddr> = addresses.iter().copied().map(IpAddr::V4).collect();
        let host = format!("{HOST_NAME}.");
        let started = ServiceDaemon::new().and_then(|daemon| {
            let service = ServiceInfo::new(
                SERVICE,
                "Coterie",
                &host,
                addresses.as_slice(),
                port,
                None::<std::collections::HashMap<String, String>>,
            )?;
            daemon.register(service)?;
            Ok(daemon)
        });
        match started {
            Ok(daemon) => Some(Self(daemon)),
            Err(error) => {
                tracing::warn!(%error, "the name {HOST_NAME} is not announced");
                None
            }
        }
    }
}

impl Drop for NameAnnouncement {
    fn drop(&mut self) {
        _ = self.0.shutdown();
    }
}
