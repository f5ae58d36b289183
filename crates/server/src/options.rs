//! Options, read once at start: flags first, then the environment, then what is usual.

use std::ffi::OsString;
use std::path::PathBuf;

use axum::http::Uri;
use lexopt::ValueExt as _;

use crate::limits::MAX_CONNECTIONS;

/// What `--help` prints.
pub const HELP: &str = "\
Coterie: a tabletop for storytelling games in the browser.

Usage: coterie [options]

  --listen ADDRESS    where to listen                     [127.0.0.1:3000]
                      (COTERIE_LISTEN)
  --lan               listen for the whole network, at the port of --listen, and
                      print the address that phones in the room can open
                      (COTERIE_LAN=1)
  --data FOLDER       where everything is kept            [data]
                      (COTERIE_DATA)
  --public-url URL    the address people type, such as https://example.org,
                      when it is not the one above        (COTERIE_PUBLIC_URL)
  --trust-proxy       a proxy in front sets X-Forwarded-For and X-Forwarded-Proto
                      (COTERIE_TRUST_PROXY=1)
  --connections COUNT connections at once, websockets included; never more than
                      the limit of open files leaves room for    [8192]
                      (COTERIE_CONNECTIONS)
  --no-address-limits no limits per address: for tests and load, not for the open
                      (COTERIE_NO_ADDRESS_LIMITS=1)
  --help, --version

RUST_LOG sets how much is logged, such as `debug` or `server=debug,sqlx=warn`.
";

/// How this server is set up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Where to listen, such as `127.0.0.1:3000`; port 0 takes a free one.
    pub listen: String,
    /// Whether it listens for the whole network it is in, and says where others find it.
    pub lan: bool,
    /// The folder of the database and the server's key.
    pub data: PathBuf,
    /// The address people type, when a proxy makes it another than ours.
    pub public_url: Option<PublicUrl>,
    /// Whether a proxy in front can be believed about the address and scheme of a request.
    pub trust_proxy: bool,
    /// Connections open at once, websockets included.
    pub connections: usize,
    /// Whether an address may have only so many connections and make only so many tables,
    /// tries and demonstrations.
    pub address_limits: bool,
}

impl Options {
    /// The usual options with another data folder.
    #[must_use]
    pub fn new(data: impl Into<PathBuf>) -> Self {
        Self {
            listen: "127.0.0.1:3000".into(),
            lan: false,
            data: data.into(),
            public_url: None,
            trust_proxy: false,
            connections: MAX_CONNECTIONS,
            address_limits: true,
        }
    }

    /// Whether people come by https, as far as the options know.
    #[must_use]
    pub fn is_https(&self) -> bool {
        self.public_url.as_ref().is_some_and(PublicUrl::is_https)
    }
}

/// The address people type: scheme, host and port, nothing behind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicUrl(String);

impl PublicUrl {
    /// Reads one.
    ///
    /// # Errors
    /// [`OptionsError::Url`] unless it is `http` or `https`, a host, and nothing behind.
    pub fn read(text: &str) -> Result<Self, OptionsError> {
        let wrong = || OptionsError::Url(text.into());
        let uri: Uri = text.parse().map_err(|_| wrong())?;
        let (Some(scheme @ ("http" | "https")), Some(host)) = (uri.scheme_str(), uri.authority())
        else {
            return Err(wrong());
        };
        if host.as_str().contains('@') || !matches!(uri.path(), "" | "/") || uri.query().is_some() {
            return Err(wrong());
        }
        // A browser leaves the usual port out of `Origin`.
        let usual = if scheme == "https" { ":443" } else { ":80" };
        let host = host.as_str().to_lowercase();
        let host = host.strip_suffix(usual).unwrap_or(&host);
        Ok(Self(format!("{scheme}://{host}")))
    }

    /// As a browser writes it into `Origin`.
    #[must_use]
    pub fn origin(&self) -> &str {
        &self.0
    }

    /// Whether it is encrypted.
    #[must_use]
    pub fn is_https(&self) -> bool {
        self.0.starts_with("https:")
    }
}

/// What the command line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    /// To run.
    Run(Options),
    /// [`HELP`].
    Help,
    /// The version.
    Version,
}

/// What is wrong with the command line or the environment.
#[derive(Debug, thiserror::Error)]
pub enum OptionsError {
    /// The flags.
    #[error("{0} (see --help)")]
    Flags(#[from] lexopt::Error),
    /// The public address.
    #[error("`{0}` is not the address of a site; it must look like https://example.org")]
    Url(String),
    /// The number of connections.
    #[error("`{0}` is no number of connections (see --help)")]
    Connections(String),
    /// The data folder.
    #[error("the data folder needs a name; `--data .` is the folder you are in")]
    NoFolder,
}

/// Reads the command line (without the program's name) and the environment.
///
/// # Errors
/// [`OptionsError`].
pub fn read(
    args: impl IntoIterator<Item = OsString>,
    env: impl Fn(&str) -> Option<String>,
) -> Result<Asked, OptionsError> {
    use lexopt::Arg::Long;
    let set = |name: &str| env(name).filter(|value| !value.is_empty());
    let is_on = |name: &str| set(name).is_some_and(|value| value != "0");
    let mut options = Options::new(set("COTERIE_DATA").unwrap_or_else(|| "data".into()));
    if let Some(listen) = set("COTERIE_LISTEN") {
        options.listen = listen;
    }
    let mut url = set("COTERIE_PUBLIC_URL");
    options.lan = is_on("COTERIE_LAN");
    options.trust_proxy = is_on("COTERIE_TRUST_PROXY");
    options.address_limits = !is_on("COTERIE_NO_ADDRESS_LIMITS");
    let mut connections = set("COTERIE_CONNECTIONS");
    let mut flags = lexopt::Parser::from_args(args);
    while let Some(flag) = flags.next()? {
        match flag {
            Long("listen") => options.listen = flags.value()?.string()?,
            Long("lan") => options.lan = true,
            Long("data") => options.data = flags.value()?.into(),
            Long("public-url") => url = Some(flags.value()?.string()?),
            Long("connections") => connections = Some(flags.value()?.string()?),
            Long("trust-proxy") => options.trust_proxy = true,
            Long("no-address-limits") => options.address_limits = false,
            Long("help") | lexopt::Arg::Short('h') => return Ok(Asked::Help),
            Long("version") | lexopt::Arg::Short('V') => return Ok(Asked::Version),
            other => return Err(other.unexpected().into()),
        }
    }
    if options.lan {
        let port = options
            .listen
            .rsplit_once(':')
            .map_or("3000", |(_, port)| port);
        options.listen = format!("0.0.0.0:{port}");
    }
    if options.data.as_os_str().is_empty() {
        return Err(OptionsError::NoFolder);
    }
    if let Some(text) = connections {
        let count = text.parse().ok().filter(|count| *count > 0);
        options.connections = count.ok_or(OptionsError::Connections(text))?;
    }
    options.public_url = url.as_deref().map(PublicUrl::read).transpose()?;
    Ok(Asked::Run(options))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(args: &[&str], env: &[(&str, &str)], expected: Option<Asked>) {
        let args = args.iter().map(OsString::from);
        let look = |name: &str| {
            let found = env.iter().find(|(key, _)| *key == name);
            found.map(|(_, value)| (*value).to_owned())
        };
        assert_eq!(read(args, look).ok(), expected);
    }

    #[test]
    fn flags_go_before_the_environment() {
        check(&[], &[], Some(Asked::Run(Options::new("data"))));
        check(
            &["--data", "here", "--listen=0.0.0.0:80"],
            &[("COTERIE_DATA", "there"), ("COTERIE_TRUST_PROXY", "1")],
            Some(Asked::Run(Options {
                listen: "0.0.0.0:80".into(),
                trust_proxy: true,
                ..Options::new("here")
            })),
        );
        let lan = |listen: &str| Options {
            listen: listen.into(),
            lan: true,
            ..Options::new("data")
        };
        check(&["--lan"], &[], Some(Asked::Run(lan("0.0.0.0:3000"))));
        check(
            &["--lan", "--listen", "[::1]:81"],
            &[],
            Some(Asked::Run(lan("0.0.0.0:81"))),
        );
        let env = [("COTERIE_LAN", "1"), ("COTERIE_LISTEN", "127.0.0.1:80")];
        check(&[], &env, Some(Asked::Run(lan("0.0.0.0:80"))));
        check(&["--help"], &[], Some(Asked::Help));
        check(&["--unknown"], &[], None);
        check(&["extra"], &[], None);
        check(&["--data"], &[], None);
        check(&["--data", ""], &[], None);
        check(&["--data="], &[("COTERIE_DATA", "there")], None);
        check(
            &["--connections", "300"],
            &[],
            Some(Asked::Run(Options {
                connections: 300,
                ..Options::new("data")
            })),
        );
        check(&["--connections", "0"], &[], None);
        check(&[], &[("COTERIE_CONNECTIONS", "many")], None);
        check(&[], &[("COTERIE_PUBLIC_URL", "example.org")], None);
    }

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
