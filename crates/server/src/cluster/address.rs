//! Address of the NATS server. The password in it is never shown.

use std::fmt;

use async_nats::{ConnectOptions, ServerAddr};
use percent_encoding::percent_decode_str;

/// Address of a NATS service, such as `nats://name:password@host:4222`. Several addresses separated by commas are
/// servers of one service.
#[derive(Clone, PartialEq, Eq)]
pub struct NatsAddress {
    servers: Vec<ServerAddr>,
    credentials: Option<Credentials>,
}

/// Token, or name and password, with which the server signs in to a NATS server.
#[derive(Clone, PartialEq, Eq)]
enum Credentials {
    Token(String),
    UserPassword(String, String),
}

/// Error for an invalid NATS address. The text does not quote the input, which may contain a password.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the address for news between servers is none this program knows: it must look like \
     nats://host:4222. Leave it out where one server keeps everything"
)]
pub struct InvalidNatsAddress;

impl NatsAddress {
    /// Parses an address, or several separated by commas.
    ///
    /// # Errors
    /// [`InvalidNatsAddress`] unless every part is a NATS address.
    pub fn parse(text: &str) -> Result<Self, InvalidNatsAddress> {
        let one = |text: &str| {
            let text = text.trim();
            let schemes = ["nats://", "tls://"];
            let scheme = schemes.iter().find(|scheme| text.starts_with(**scheme));
            let rest = text.strip_prefix(*scheme.ok_or(InvalidNatsAddress)?);
            if rest.is_none_or(str::is_empty) {
                return Err(InvalidNatsAddress);
            }
            split_credentials(text.parse().map_err(|_| InvalidNatsAddress)?)
        };
        let all = text.split(',').map(one).collect::<Result<Vec<_>, _>>()?;
        let (servers, passes): (Vec<_>, Vec<_>) = all.into_iter().unzip();
        Ok(Self {
            servers,
            credentials: passes.into_iter().flatten().next(),
        })
    }

    /// Returns the server addresses, without credentials.
    pub(super) fn servers(&self) -> Vec<ServerAddr> {
        self.servers.clone()
    }

    /// Adds the credentials to the connection options.
    pub(super) fn with_credentials(&self, options: ConnectOptions) -> ConnectOptions {
        match self.credentials.clone() {
            Some(Credentials::Token(token)) => options.token(token),
            Some(Credentials::UserPassword(name, password)) => {
                options.user_and_password(name, password)
            }
            None => options,
        }
    }
}

/// Splits the credentials off an address, so that printing the address cannot disclose them.
fn split_credentials(
    address: ServerAddr,
) -> Result<(ServerAddr, Option<Credentials>), InvalidNatsAddress> {
    let name = address.username().map(decode_credential);
    let pass = match (name, address.password().map(decode_credential)) {
        (Some(name), Some(password)) => Some(Credentials::UserPassword(name, password)),
        (Some(token), None) => Some(Credentials::Token(token)),
        (None, _) => None,
    };
    let mut bare = address.into_inner();
    bare.set_username("").map_err(|()| InvalidNatsAddress)?;
    bare.set_password(None).map_err(|()| InvalidNatsAddress)?;
    let bare = ServerAddr::from_url(bare).map_err(|_| InvalidNatsAddress)?;
    Ok((bare, pass))
}

/// Decodes the percent-encoding in the credentials of an address, such as `%40` for `@`.
fn decode_credential(text: &str) -> String {
    percent_decode_str(text).decode_utf8_lossy().into_owned()
}

impl fmt::Display for NatsAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (nth, server) in self.servers.iter().enumerate() {
            let comma = if nth == 0 { "" } else { ", " };
            write!(f, "{comma}{}:{}", server.host(), server.port())?;
        }
        Ok(())
    }
}

impl fmt::Debug for NatsAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_shows_no_password() -> Result<(), InvalidNatsAddress> {
        let address = NatsAddress::parse("nats://sam:hunter2@10.0.0.5:4222, tls://sam:hunter2@b")?;
        let shown = format!("{address} {address:?}");
        assert_eq!(shown, "10.0.0.5:4222, b:4222 10.0.0.5:4222, b:4222");
        Ok(())
    }

    #[test]
    fn what_opens_it_is_taken_out_of_it() -> Result<(), InvalidNatsAddress> {
        for (text, pass) in [
            ("nats://a", None),
            ("nats://t0ken@a", Some(Credentials::Token("t0ken".into()))),
            (
                "nats://sam:p%40ss%25@a:4222",
                Some(Credentials::UserPassword("sam".into(), "p@ss%".into())),
            ),
        ] {
            let address = NatsAddress::parse(text)?;
            assert!(address.credentials == pass, "{text}");
            let servers = format!("{:?}", address.servers());
            assert!(
                !servers.contains("p%40") && !servers.contains("t0ken"),
                "{servers}"
            );
        }
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
            assert_eq!(
                NatsAddress::parse(wrong),
                Err(InvalidNatsAddress),
                "{wrong}"
            );
        }
        assert!(!InvalidNatsAddress.to_string().contains("hunter2"));
    }
}
