//! Options of the program, read once at start: flags first, then the environment, then defaults.

use std::ffi::OsString;
use std::path::PathBuf;

use axum::http::Uri;
use lexopt::ValueExt as _;

use crate::archive::order::{Order, Wanted, Way};
use crate::limits::{MAX_CONNECTIONS, Quotas};
use crate::news::{NewsAddress, NoNewsAddress};
use crate::store::postgres::{Address, NoAddress};
use crate::token::Secret;

/// Text that `--help` prints.
pub const HELP: &str = "\
Coterie: a tabletop for storytelling games in the browser.

Usage: coterie [options]
       coterie verify FILE     check the dice of an encounter: the list that the
                               page of the dice gives out
       coterie tables          list the tables, with their encounters by number
       coterie export TABLE [--cast | --encounter NUMBER] > FILE
                               a table as one file: TABLE is its name, or the
                               beginning of its id; also while a server runs
       coterie import FILE     make a table of such a file, and print the links
       coterie backup FILE     copy everything, also while a server runs
       coterie restore FILE [--replace]
                               bring such a copy back; what the folder holds is
                               put aside, and only if you say --replace
       coterie move postgres, coterie move folder
                               everything from the data folder into the database, or
                               back, with no server on either; what it came from
                               stays as it is
       coterie check          
                               read everything that is kept and say whether it is as
                               it was written; also while a server runs
       (all but the first with --data FOLDER or --database ADDRESS)

  --listen ADDRESS    where to listen                     [127.0.0.1:3000]
                      (COTERIE_LISTEN)
  --lan               listen for the whole network, at the port of --listen, and
                      print the address that phones in the room can open
                      (COTERIE_LAN=1)
  --data FOLDER       where everything is kept            [data]
                      (COTERIE_DATA)
  --database ADDRESS  keep everything in Postgres instead, such as
                      postgres://name:password@host/database; nothing is kept in the
                      folder then. In the environment nobody else on the machine sees
                      the password                            (DATABASE_URL)
  --news ADDRESS      for several servers on one Postgres: the NATS by which they tell
                      each other where something happened, such as
                      nats://host:4222                             (NATS_URL)
  --public-url URL    the address people type, such as https://example.org,
                      when it is not the one above: a host name of its own and
                      no path behind it                   (COTERIE_PUBLIC_URL)
  --trust-proxy       a proxy in front sets X-Forwarded-For and X-Forwarded-Proto
                      (COTERIE_TRUST_PROXY=1)
  --connections COUNT connections at once, websockets included; never more than
                      the limit of open files leaves room for    [8192]
                      (COTERIE_CONNECTIONS)
  --quota-demo, --quota-table, --quota-day MEGABYTES
                      what a demonstration, a table, and a table in a day may
                      write                                  [16, 1000, 64]
                      (COTERIE_QUOTA_DEMO, COTERIE_QUOTA_TABLE, COTERIE_QUOTA_DAY)
  --metrics ADDRESS   an address of its own at which /metrics tells Prometheus how the
                      server is, such as 127.0.0.1:9464; none unless it is named
                      (COTERIE_METRICS)
  --json-logs         each line of the log as JSON      (COTERIE_JSON_LOGS=1)
  --no-address-limits no limits per address: for tests and load, not for the open
                      (COTERIE_NO_ADDRESS_LIMITS=1)
  --help, --version

COTERIE_SECRET is the key that signs invite links, as 64 hexadecimal digits; unless it
is set the program makes one and keeps it beside the tables.
RUST_LOG sets how much is logged, such as `debug` or `server=debug,sqlx=warn`.
";

/// Configuration of a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Address to listen at, such as `127.0.0.1:3000`; port 0 takes a free one.
    pub listen: String,
    /// Whether to listen for the whole local network, and to print the address for other devices.
    pub lan: bool,
    /// Folder of the database and the server's key.
    pub data: PathBuf,
    /// Database that replaces the one in the folder.
    pub database: Option<Address>,
    /// NATS server by which several servers on one database notify each other.
    pub news: Option<NewsAddress>,
    /// Key shared by all servers, where the host sets it.
    pub secret: Option<Secret>,
    /// Address that people type, where a proxy makes it differ from the server's own.
    pub public_url: Option<PublicUrl>,
    /// Whether to believe a proxy's headers about the address and scheme of a request.
    pub trust_proxy: bool,
    /// Most connections open at once, websockets included.
    pub connections: usize,
    /// Whether the number of connections, new tables, tries and demos is limited for each address.
    pub address_limits: bool,
    /// Quotas of what a table may write.
    pub quotas: Quotas,
    /// Address at which the metrics can be read, if any.
    pub metrics: Option<String>,
    /// Whether the log is written as JSON.
    pub json_logs: bool,
}

impl Options {
    /// Returns the default options with another data folder.
    #[must_use]
    pub fn new(data: impl Into<PathBuf>) -> Self {
        Self {
            listen: "127.0.0.1:3000".into(),
            lan: false,
            data: data.into(),
            database: None,
            news: None,
            secret: None,
            public_url: None,
            trust_proxy: false,
            connections: MAX_CONNECTIONS,
            address_limits: true,
            quotas: Quotas::default(),
            metrics: None,
            json_logs: false,
        }
    }

    /// Whether people come by HTTPS, as far as the options tell.
    #[must_use]
    pub fn is_https(&self) -> bool {
        self.public_url.as_ref().is_some_and(PublicUrl::is_https)
    }
}

/// Address that people type: scheme, host and port, no path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicUrl(String);

impl PublicUrl {
    /// Parses an address.
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

    /// Whether the scheme is HTTPS.
    #[must_use]
    pub fn is_https(&self) -> bool {
        self.0.starts_with("https:")
    }
}

/// Action that the command line requests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    /// Run the server.
    Run(Options),
    /// Print [`HELP`].
    Help,
    /// Print the version.
    Version,
    /// Verify the dice in a file.
    Verify(PathBuf),
    /// Run a command on the stored tables, without serving.
    Keep(Order, Options),
    /// Check the stored data.
    Check(Options),
}

/// Mistake in the command line or the environment.
#[derive(Debug, thiserror::Error)]
pub enum OptionsError {
    /// An unknown or incomplete flag.
    #[error("{0} (see --help)")]
    Flags(#[from] lexopt::Error),
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
    #[error("`{0}` is no number of connections (see --help)")]
    Connections(String),
    /// A command has too few words, or too many.
    #[error("`coterie {0}` needs another number of words behind it (see --help)")]
    Words(String),
    /// A quota is not a positive number of megabytes.
    #[error("`{0}` is no number of megabytes (see --help)")]
    Quota(String),
    /// The data folder has no name.
    #[error("the data folder needs a name; `--data .` is the folder you are in")]
    NoFolder,
    /// The database's address is not valid.
    #[error("{0} (see --help)")]
    NoAddress(#[from] NoAddress),
    /// The NATS address is not valid.
    #[error("{0} (see --help)")]
    NoNewsAddress(#[from] NoNewsAddress),
    /// A NATS address without a database.
    #[error(
        "news are for several servers on one Postgres: name that with DATABASE_URL, or leave NATS_URL out \
         (see --help)"
    )]
    NewsToNobody,
    /// The key is not 64 hexadecimal digits.
    #[error("COTERIE_SECRET must be 64 hexadecimal digits, such as `openssl rand -hex 32` draws")]
    Secret,
}

/// Parses the command line (without the program's name) and the environment.
///
/// # Errors
///
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
    let mut database = set("DATABASE_URL");
    let mut news = set("NATS_URL");
    let secret = set("COTERIE_SECRET");
    options.metrics = set("COTERIE_METRICS");
    options.json_logs = is_on("COTERIE_JSON_LOGS");
    options.lan = is_on("COTERIE_LAN");
    options.trust_proxy = is_on("COTERIE_TRUST_PROXY");
    options.address_limits = !is_on("COTERIE_NO_ADDRESS_LIMITS");
    let mut connections = set("COTERIE_CONNECTIONS");
    let mut order: Option<Wish> = None;
    let mut quotas = [
        "COTERIE_QUOTA_DEMO",
        "COTERIE_QUOTA_TABLE",
        "COTERIE_QUOTA_DAY",
    ]
    .map(set);
    let [of_demo, of_table, of_day] = &mut quotas;
    let mut only_check = false;
    let mut flags = lexopt::Parser::from_args(args);
    while let Some(flag) = flags.next()? {
        match flag {
            Long("listen") => options.listen = flags.value()?.string()?,
            Long("lan") => options.lan = true,
            Long("data") => options.data = flags.value()?.into(),
            Long("database") => database = Some(flags.value()?.string()?),
            Long("news") => news = Some(flags.value()?.string()?),
            Long("public-url") => url = Some(flags.value()?.string()?),
            Long("connections") => connections = Some(flags.value()?.string()?),
            Long("quota-demo") => *of_demo = Some(flags.value()?.string()?),
            Long("quota-table") => *of_table = Some(flags.value()?.string()?),
            Long("quota-day") => *of_day = Some(flags.value()?.string()?),
            Long("metrics") => options.metrics = Some(flags.value()?.string()?),
            Long("json-logs") => options.json_logs = true,
            Long("trust-proxy") => options.trust_proxy = true,
            Long("no-address-limits") => options.address_limits = false,
            Long("help") | lexopt::Arg::Short('h') => return Ok(Asked::Help),
            Long("version") | lexopt::Arg::Short('V') => return Ok(Asked::Version),
            lexopt::Arg::Value(word) if word == "verify" => {
                return Ok(Asked::Verify(flags.value()?.into()));
            }
            lexopt::Arg::Value(word) if word == "check" => only_check = true,
            Long("cast") if Wish::exports(order.as_ref()) => {
                order = order.map(|wish| Wish { cast: true, ..wish });
            }
            Long("replace") if order.as_ref().is_some_and(|wish| wish.word == "restore") => {
                order = order.map(|wish| Wish {
                    replaces: true,
                    ..wish
                });
            }
            Long("encounter") if Wish::exports(order.as_ref()) => {
                let encounter = Some(flags.value()?.parse()?);
                order = order.map(|wish| Wish { encounter, ..wish });
            }
            lexopt::Arg::Value(word) => order = Some(Wish::read(order, word)?),
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
    options.database = database.as_deref().map(Address::read).transpose()?;
    options.news = news.as_deref().map(NewsAddress::read).transpose()?;
    if options.news.is_some() && options.database.is_none() {
        return Err(OptionsError::NewsToNobody);
    }
    let secret = secret.map(|text| Secret::read(&text).ok_or(OptionsError::Secret));
    options.secret = secret.transpose()?;
    if only_check {
        return Ok(Asked::Check(options));
    }
    if let Some(text) = connections {
        let count = text.parse().ok().filter(|count| *count > 0);
        options.connections = count.ok_or(OptionsError::Connections(text))?;
    }
    let all = &mut options.quotas;
    for (text, quota) in quotas
        .into_iter()
        .zip([&mut all.demo, &mut all.table, &mut all.day])
    {
        if let Some(text) = text {
            let megabytes = text.parse::<u64>().ok().filter(|count| *count > 0);
            let bytes = megabytes.and_then(|count| count.checked_mul(1_000_000));
            *quota = bytes.ok_or(OptionsError::Quota(text))?;
        }
    }
    options.public_url = url.as_deref().map(PublicUrl::read).transpose()?;
    match order {
        None => Ok(Asked::Run(options)),
        Some(wish) => Ok(Asked::Keep(wish.order()?, options)),
    }
}

/// Command as it is read, word by word.
struct Wish {
    word: String,
    operands: Vec<OsString>,
    cast: bool,
    encounter: Option<usize>,
    replaces: bool,
}

impl Wish {
    /// Starts a command with its name, or adds an operand to it.
    fn read(wish: Option<Self>, word: OsString) -> Result<Self, OptionsError> {
        let mut words = ["tables", "export", "import", "backup", "restore", "move"].iter();
        match wish {
            Some(mut wish) => {
                wish.operands.push(word);
                Ok(wish)
            }
            None if words.any(|known| word == **known) => Ok(Self {
                word: word.string()?,
                operands: Vec::new(),
                cast: false,
                encounter: None,
                replaces: false,
            }),
            None => Err(lexopt::Arg::Value(word).unexpected().into()),
        }
    }

    /// Whether the command is `export`.
    fn exports(wish: Option<&Self>) -> bool {
        wish.is_some_and(|wish| wish.word == "export")
    }

    /// Turns the words into a command.
    fn order(self) -> Result<Order, OptionsError> {
        let mut operands = self.operands.into_iter();
        let order = match (self.word.as_str(), operands.next(), operands.next()) {
            ("tables", None, None) => Order::Tables,
            ("export", Some(table), None) => Order::Export {
                table: table.string()?,
                part: match (self.cast, self.encounter) {
                    (false, None) => Wanted::Table,
                    (true, None) => Wanted::Cast,
                    (false, Some(number)) => Wanted::Encounter(number),
                    (true, Some(_)) => return Err(OptionsError::Words(self.word)),
                },
            },
            ("import", Some(file), None) => Order::Import(file.into()),
            ("backup", Some(file), None) => Order::Backup(file.into()),
            ("restore", Some(file), None) => Order::Restore {
                file: file.into(),
                replaces: self.replaces,
            },
            ("move", Some(to), None) if to == "postgres" => Order::Move(Way::ToPostgres),
            ("move", Some(to), None) if to == "folder" => Order::Move(Way::ToFolder),
            _ => return Err(OptionsError::Words(self.word)),
        };
        Ok(order)
    }
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
        check(&["verify"], &[], None);
        check(
            &["verify", "dice.json"],
            &[],
            Some(Asked::Verify("dice.json".into())),
        );
        let keep = |order| Some(Asked::Keep(order, Options::new("here")));
        for (args, order) in [
            (&["tables"][..], Order::Tables),
            (&["backup", "b.db"], Order::Backup("b.db".into())),
            (
                &["restore", "b.db"],
                Order::Restore {
                    file: "b.db".into(),
                    replaces: false,
                },
            ),
            (
                &["restore", "--replace", "b.db"],
                Order::Restore {
                    file: "b.db".into(),
                    replaces: true,
                },
            ),
            (&["import", "t.json"], Order::Import("t.json".into())),
            (&["move", "postgres"], Order::Move(Way::ToPostgres)),
            (&["move", "folder"], Order::Move(Way::ToFolder)),
            (
                &["export", "The Wharf", "--cast"],
                Order::Export {
                    table: "The Wharf".into(),
                    part: Wanted::Cast,
                },
            ),
            (
                &["export", "--encounter", "2", "3f"],
                Order::Export {
                    table: "3f".into(),
                    part: Wanted::Encounter(2),
                },
            ),
        ] {
            let with_data = [args, &["--data", "here"]].concat();
            check(&with_data, &[], keep(order.clone()));
            check(&[&["--data", "here"], args].concat(), &[], keep(order));
        }
        for wrong in [
            &["export"][..],
            &["import"],
            &["backup"],
            &["restore"],
            &["restore", "a", "b"],
            &["backup", "a", "--replace"],
            &["--replace", "restore", "a"],
            &["tables", "x"],
            &["move"],
            &["move", "elsewhere"],
            &["move", "folder", "postgres"],
            &["export", "a", "b"],
            &["export", "a", "--cast", "--encounter", "1"],
            &["import", "a", "--cast"],
            &["--cast", "export", "a"],
            &["export", "a", "--encounter", "x"],
        ] {
            check(wrong, &[], None);
        }
        let of = |data| Some(Asked::Check(Options::new(data)));
        check(&["check"], &[], of("data"));
        check(&["check", "--data", "here"], &[], of("here"));
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
        let watched = |metrics: &str, json_logs| Options {
            metrics: Some(metrics.into()),
            json_logs,
            ..Options::new("data")
        };
        check(
            &["--metrics", "127.0.0.1:9464", "--json-logs"],
            &[("COTERIE_METRICS", "[::1]:1")],
            Some(Asked::Run(watched("127.0.0.1:9464", true))),
        );
        check(
            &[],
            &[("COTERIE_METRICS", "[::1]:1")],
            Some(Asked::Run(watched("[::1]:1", false))),
        );
        check(&["--metrics"], &[], None);
        check(&["--connections", "0"], &[], None);
        let quotas = Quotas {
            demo: 2_000_000,
            day: 3_000_000,
            ..Quotas::default()
        };
        check(
            &["--quota-demo", "2"],
            &[("COTERIE_QUOTA_DEMO", "1"), ("COTERIE_QUOTA_DAY", "3")],
            Some(Asked::Run(Options {
                quotas,
                ..Options::new("data")
            })),
        );
        for wrong in ["0", "-1", "many", "99999999999999"] {
            check(&["--quota-table", wrong], &[], None);
        }
        check(&[], &[("COTERIE_CONNECTIONS", "many")], None);
        check(&[], &[("COTERIE_PUBLIC_URL", "example.org")], None);
    }

    #[test]
    fn the_database_is_elsewhere_or_in_the_folder() -> Result<(), NoAddress> {
        let (one, two) = ("postgres://a:b@c/d", "postgresql:///e?host=/run");
        let at = |address| {
            Ok::<_, NoAddress>(Options {
                database: Some(Address::read(address)?),
                ..Options::new("data")
            })
        };
        check(&["--database", one], &[], Some(Asked::Run(at(one)?)));
        let env = [("DATABASE_URL", two)];
        check(&[], &env, Some(Asked::Run(at(two)?)));
        check(&["--database", one], &env, Some(Asked::Run(at(one)?)));
        check(&["check"], &env, Some(Asked::Check(at(two)?)));
        let tables = Some(Asked::Keep(Order::Tables, at(two)?));
        check(&["tables"], &env, tables);
        check(&["--database", ""], &[], None);
        check(&["--database", "data"], &[], None);
        check(&[], &[("DATABASE_URL", "mysql://a:b@c/d")], None);
        check(
            &[],
            &[("DATABASE_URL", "")],
            Some(Asked::Run(Options::new("data"))),
        );
        Ok(())
    }

    #[test]
    fn news_are_for_several_servers_on_one_database() -> Result<(), Box<dyn std::error::Error>> {
        let (database, news) = ("postgres://a:b@c/d", "nats://e:4222");
        let secret = "7".repeat(64);
        let expected = Options {
            database: Some(Address::read(database)?),
            news: Some(NewsAddress::read(news)?),
            secret: Secret::read(&secret),
            ..Options::new("data")
        };
        let env = [
            ("DATABASE_URL", database),
            ("NATS_URL", news),
            ("COTERIE_SECRET", secret.as_str()),
        ];
        check(&[], &env, Some(Asked::Run(expected.clone())));
        let [database, _, secret] = env;
        let env = [database, ("NATS_URL", "nats://other"), secret];
        check(&["--news", news], &env, Some(Asked::Run(expected)));
        check(&[], &[("NATS_URL", news)], None);
        check(&["--news", "e:4222"], &[database], None);
        check(&[], &[database, ("COTERIE_SECRET", "77")], None);
        Ok(())
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
