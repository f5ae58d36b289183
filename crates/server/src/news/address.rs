//! Where the news go. The password in it is shown to nobody.

use std::fmt;

use async_nats::ServerAddr;

/// The addresses of one NATS, such as `nats://name:password@host:4222`; several, with commas between, are
/// servers of one.
#[derive(Clone, PartialEq, Eq)]
pub struct NewsAddress {
    servers: Vec<ServerAddr>,
}

/// An address that is none. It does not say what was written, for there may be a password in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the address for news between servers is none this program knows: it must look like \
     nats://host:4222. Leave it out where one server keeps everything"
)]
pub struct NoNewsAddress;

impl NewsAddress {
    /// Reads one.
    ///
    /// # Errors
    /// [`NoNewsAddress`] unless each is one of NATS.
    pub fn read(text: &str) -> Result<Self, NoNewsAddress> {
        let one = |text: &str| {
            let text = text.trim();
            let schemes = ["nats://", "tls://"];
            let scheme = schemes.iter().find(|scheme| text.starts_with(**scheme));
            let rest = text.strip_prefix(*scheme.ok_or(NoNewsAddress)?);
            if rest.is_none_or(str::is_empty) {
                return Err(NoNewsAddress);
            }
            text.parse::<ServerAddr>().map_err(|_| NoNewsAddress)
        };
        let servers = text.split(',').map(one).collect::<Result<_, _>>()?;
        Ok(Self { servers })
    }

    pub(super) fn servers(&self) -> Vec<ServerAddr> {
        self.servers.clone()
    }
}

impl fmt::Display for NewsAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (nth, server) in self.servers.iter().enumerate() {
            let comma = if nth == 0 { "" } else { ", " };
            write!(f, "{comma}{}:{}", server.host(), server.port())?;
        }
        Ok(())
    }
}

impl fmt::Debug for NewsAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_shows_no_password() -> Result<(), NoNewsAddress> {
        let address = NewsAddress::read("nats://sam:hunter2@10.0.0.5:4222, tls://sam:hunter2@b")?;
        let shown = format!("{address} {address:?}");
        assert_eq!(shown, "10.0.0.5:4222, b:4222 10.0.0.5:4222, b:4222");
        Ok(())
    }

    #[test]
    fn an_address_of_something_else_is_none() {
        for wrong in [
            "",
            "nats://",
            "10.0.0.5",
            "ws://a:1",
            "postgres://a/b",
            "nats://a:port",
            "nats://a,",
        ] {
            assert_eq!(NewsAddress::read(wrong), Err(NoNewsAddress), "{wrong}");
        }
        assert!(!NoNewsAddress.to_string().contains("hunter2"));
    }
}
