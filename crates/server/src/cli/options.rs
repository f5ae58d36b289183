//! Options of the program, read once at start: flags first, then the environment, then the settings file, then defaults.

mod arguments;
mod parsing;
mod settings_file;

use std::path::PathBuf;

use axum::http::Uri;

pub use self::parsing::{help_text, parse};
use crate::auth::token::Secret;
use crate::cli::order::StoreCommand;
use crate::cluster::{InvalidNatsAddress, NatsAddress};
use crate::http::limits::{MAX_CONNECTIONS, Quotas};
use crate::store::postgres::{Address, InvalidAddress};

/// Configuration of a server, from the command line, the environment and the settings file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Address to listen at, such as `127.0.0.1:3000`; port 0 takes a free one.
    pub listen: String,
    /// Whether to listen for the whole local network, and to print the address for other devices.
    pub lan: bool,
    /// Whether the server is for the person at this computer: no address was named, and nothing stands in front.
    pub is_personal: bool,
    /// Whether to open the browser at start, where there is one.
    pub opens_browser: bool,
    /// Folder of the database and the server's key.
    pub data: PathBuf,
    /// Database that replaces the one in the folder.
    pub database: Option<Address>,
    /// NATS server by which several servers on one database notify each other.
    pub news: Option<NatsAddress>,
    /// Key shared by all servers, where the host sets it.
    pub secret: Option<Secret>,
    /// Certificate and key with which the server speaks https itself.
    pub tls: Option<TlsFiles>,
    /// Address that people type, where a proxy makes it differ from the server's own.
    pub public_url: Option<PublicUrl>,
    /// Whether to believe a proxy's headers about the address and scheme of a request.
    pub trust_proxy: bool,
    /// Most connections open at once, websockets included.
    pub connections: usize,
    /// Whether the number of connections, new tables, tries and demos is limited for each address.
    pub address_limits: bool,
    /// Whether visitors can open demonstrations.
    pub demos: bool,
    /// Quotas of what a table may write.
    pub quotas: Quotas,
    /// Address at which the metrics can be read, if any.
    pub metrics: Option<String>,
    /// Whether the log is written as JSON.
    pub json_logs: bool,
}

impl Options {
    /// Returns the default options with the given data folder.
    #[must_use]
    pub fn new(data: impl Into<PathBuf>) -> Self {
        Self {
            listen: "127.0.0.1:3000".into(),
            lan: false,
            is_personal: false,
            opens_browser: false,
            data: data.into(),
            database: None,
            news: None,
            secret: None,
            tls: None,
            public_url: None,
            trust_proxy: false,
            connections: MAX_CONNECTIONS,
            address_limits: true,
            demos: true,
            quotas: Quotas::default(),
            metrics: None,
            json_logs: false,
        }
    }

    /// Whether people come by HTTPS, as far as the options tell.
    #[must_use]
    pub fn is_https(&self) -> bool {
        match &self.public_url {
            Some(url) => url.is_https(),
            None => self.tls.is_some(),
        }
    }
}

/// Files of a certificate and of its key, both as PEM.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TlsFiles {
    /// Certificate of the server, and behind it those that vouch for it.
    pub certificate: PathBuf,
    /// Private key of the certificate.
    pub key: PathBuf,
}

/// Base URL under which people reach the server, with scheme, host and port and without a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicUrl(String);

impl PublicUrl {
    /// Parses the public address of the server.
    ///
    /// # Errors
    ///
    /// [`OptionsError::Path`] where only a path is too much, else [`OptionsError::Url`] unless it is `http` or
    /// `https`, a host, and nothing behind.
    pub fn read(text: &str) -> Result<Self, OptionsError> {
        let wrong = || OptionsError::Url(text.into());
        let uri: Uri = text.parse().map_err(|_| wrong())?;
        let (Some(scheme @ ("http" | "https")), Some(host)) = (uri.scheme_str(), uri.authority())
        else {
            return Err(wrong());
        };
        if host.as_str().contains('@') || uri.query().is_some() || text.contains('#') {
            return Err(wrong());
        }
        if !matches!(uri.path(), "" | "/") {
            return Err(OptionsError::Path {
                url: text.into(),
                site: format!("{scheme}://{host}"),
            });
        }
        // A browser omits the default port in `Origin`.
        let usual = if scheme == "https" { ":443" } else { ":80" };
        let host = host.as_str().to_lowercase();
        let host = host.strip_suffix(usual).unwrap_or(&host);
        Ok(Self(format!("{scheme}://{host}")))
    }

    /// Returns the address as a browser writes it into `Origin`.
    #[must_use]
    pub fn origin(&self) -> &str {
        &self.0
    }

    /// Whether people reach the server by HTTPS, by the scheme of the URL.
    #[must_use]
    pub fn is_https(&self) -> bool {
        self.0.starts_with("https:")
    }
}

/// Action that the command line requests, such as running the server or printing the help.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CliAction {
    /// Run the server.
    Run(Options),
    /// Print a text, such as the help.
    Print(String),
    /// Verify the dice in a file.
    Verify(PathBuf),
    /// Run a command on the stored tables, without serving.
    Archive(StoreCommand, Options),
    /// Check the stored data.
    Check(Options),
}

/// Mistake in the command line or the environment.
#[derive(Debug, thiserror::Error)]
pub enum OptionsError {
    /// The command line is not one; the text names the nearest that is.
    #[error("{0}")]
    Arguments(String),
    /// The settings file cannot be read, or something in it is no setting.
    #[error("the settings file `{}`: {why}", path.display())]
    SettingsFile {
        /// Path of the file.
        path: PathBuf,
        /// Reason, and what it may have instead.
        why: String,
    },
    /// There is a certificate without a key.
    #[error("a certificate needs its key: `--tls CERT KEY`, or both in COTERIE_TLS")]
    Tls,
    /// The public address is not a site's address.
    #[error("`{0}` is not the address of a site; it must look like https://example.org")]
    Url(String),
    /// The public address has a path.
    #[error(
        "`{url}` has a path, and Coterie wants a host name of its own and no path: give it one such as \
         https://coterie.example.org, or the whole of {site}"
    )]
    Path {
        /// Address as it was given.
        url: String,
        /// Address without its path.
        site: String,
    },
    /// The number of connections is not a positive number.
    #[error(
        "`{0}` is no number of connections: `--connections` wants a whole number above 0, such as 8192"
    )]
    Connections(String),
    /// A quota is not a positive number of megabytes.
    #[error("`{0}` is no number of megabytes: a quota wants a whole number above 0, such as 64")]
    Quota(String),
    /// The data folder has no name.
    #[error("the data folder needs a name; `--data .` is the folder you are in")]
    NoFolder,
    /// The database's address is not valid.
    #[error("{0} (see --help)")]
    NoAddress(#[from] InvalidAddress),
    /// The NATS address is not valid.
    #[error("{0} (see --help)")]
    NoNewsAddress(#[from] InvalidNatsAddress),
    /// A NATS address without a database.
    #[error(
        "news are for several servers on one Postgres: name that with DATABASE_URL, or leave NATS_URL out \
         (see --help)"
    )]
    NewsWithoutDatabase,
    /// The key is not 64 hexadecimal digits.
    #[error("COTERIE_SECRET must be 64 hexadecimal digits, such as `openssl rand -hex 32` draws")]
    Secret,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn public_addresses() {
        let origin = |text| {
            PublicUrl::read(text)
                .ok()
                .map(|url| url.origin().to_owned())
        };
        assert_eq!(
            origin("https://Example.org/").as_deref(),
            Some("https://example.org")
        );
        assert_eq!(
            origin("https://example.org:443").as_deref(),
            Some("https://example.org")
        );
        assert_eq!(
            origin("http://10.0.0.1:8080").as_deref(),
            Some("http://10.0.0.1:8080")
        );
        for wrong in [
            "",
            "example.org",
            "ftp://example.org",
            "https://a/b",
            "https://u@a",
            "/",
        ] {
            assert_eq!(origin(wrong), None, "{wrong}");
        }
    }
}
