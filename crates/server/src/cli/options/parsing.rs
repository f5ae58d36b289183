//! Parses the command line and the environment.

use std::ffi::OsString;

use lexopt::Arg::{Long, Short, Value};
use lexopt::{Parser, ValueExt as _};

use super::{CliAction, Options, OptionsError, PublicUrl};
use crate::auth::token::Secret;
use crate::cli::order::{Direction, ExportSelection, StoreCommand};
use crate::cluster::NatsAddress;
use crate::store::postgres::Address;

/// Parses the command line (without the program's name) and the environment.
///
/// # Errors
///
/// [`OptionsError`].
pub fn parse(
    args: impl IntoIterator<Item = OsString>,
    env: impl Fn(&str) -> Option<String>,
) -> Result<CliAction, OptionsError> {
    let mut raw = RawOptions::from_environment(env);
    match raw.take_flags(Parser::from_args(args))? {
        Some(asked) => Ok(asked),
        None => raw.finish(),
    }
}

/// Command-line options while the arguments are read. The values that can still be replaced by a later flag are not
/// parsed yet.
struct RawOptions {
    options: Options,
    url: Option<String>,
    database: Option<String>,
    news: Option<String>,
    secret: Option<String>,
    connections: Option<String>,
    /// Quotas of a demo, of a table, and of a table in a day, in megabytes.
    quotas: [Option<String>; 3],
    order: Option<ParsedCommand>,
    only_check: bool,
}

impl RawOptions {
    /// Reads the environment; an empty variable counts as not set.
    fn from_environment(env: impl Fn(&str) -> Option<String>) -> Self {
        let set = |name: &str| env(name).filter(|value| !value.is_empty());
        let is_on = |name: &str| set(name).is_some_and(|value| value != "0");
        let mut options = Options::new(set("COTERIE_DATA").unwrap_or_else(|| "data".into()));
        if let Some(listen) = set("COTERIE_LISTEN") {
            options.listen = listen;
        }
        options.metrics = set("COTERIE_METRICS");
        options.json_logs = is_on("COTERIE_JSON_LOGS");
        options.lan = is_on("COTERIE_LAN");
        options.trust_proxy = is_on("COTERIE_TRUST_PROXY");
        options.address_limits = !is_on("COTERIE_NO_ADDRESS_LIMITS");
        let quotas = [
            "COTERIE_QUOTA_DEMO",
            "COTERIE_QUOTA_TABLE",
            "COTERIE_QUOTA_DAY",
        ];
        Self {
            options,
            url: set("COTERIE_PUBLIC_URL"),
            database: set("DATABASE_URL"),
            news: set("NATS_URL"),
            secret: set("COTERIE_SECRET"),
            connections: set("COTERIE_CONNECTIONS"),
            quotas: quotas.map(set),
            order: None,
            only_check: false,
        }
    }

    /// Reads the flags and words of the command line. Returns the action of a flag that needs nothing else.
    fn take_flags(&mut self, mut flags: Parser) -> Result<Option<CliAction>, OptionsError> {
        let (options, order) = (&mut self.options, &mut self.order);
        let [of_demo, of_table, of_day] = &mut self.quotas;
        while let Some(flag) = flags.next()? {
            match flag {
                Long("listen") => options.listen = flags.value()?.string()?,
                Long("lan") => options.lan = true,
                Long("data") => options.data = flags.value()?.into(),
                Long("database") => self.database = Some(flags.value()?.string()?),
                Long("news") => self.news = Some(flags.value()?.string()?),
                Long("public-url") => self.url = Some(flags.value()?.string()?),
                Long("connections") => self.connections = Some(flags.value()?.string()?),
                Long("quota-demo") => *of_demo = Some(flags.value()?.string()?),
                Long("quota-table") => *of_table = Some(flags.value()?.string()?),
                Long("quota-day") => *of_day = Some(flags.value()?.string()?),
                Long("metrics") => options.metrics = Some(flags.value()?.string()?),
                Long("json-logs") => options.json_logs = true,
                Long("trust-proxy") => options.trust_proxy = true,
                Long("no-address-limits") => options.address_limits = false,
                Long("help") | Short('h') => return Ok(Some(CliAction::Help)),
                Long("version") | Short('V') => return Ok(Some(CliAction::Version)),
                Value(word) if word == "verify" => {
                    return Ok(Some(CliAction::Verify(flags.value()?.into())));
                }
                Value(word) if word == "check" => self.only_check = true,
                Long("cast") if ParsedCommand::is_export(order.as_ref()) => {
                    *order = order
                        .take()
                        .map(|wish| ParsedCommand { cast: true, ..wish });
                }
                Long("replace") if order.as_ref().is_some_and(|wish| wish.word == "restore") => {
                    *order = order.take().map(|wish| ParsedCommand {
                        replaces: true,
                        ..wish
                    });
                }
                Long("encounter") if ParsedCommand::is_export(order.as_ref()) => {
                    let encounter = Some(flags.value()?.parse()?);
                    *order = order.take().map(|wish| ParsedCommand { encounter, ..wish });
                }
                Value(word) => *order = Some(ParsedCommand::push_word(order.take(), word)?),
                other => return Err(other.unexpected().into()),
            }
        }
        Ok(None)
    }

    /// Parses the values that were given, and returns the action they are for.
    fn finish(self) -> Result<CliAction, OptionsError> {
        let mut options = self.options;
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
        options.database = self.database.as_deref().map(Address::parse).transpose()?;
        options.news = self.news.as_deref().map(NatsAddress::parse).transpose()?;
        if options.news.is_some() && options.database.is_none() {
            return Err(OptionsError::NewsWithoutDatabase);
        }
        let secret = self
            .secret
            .map(|text| Secret::read(&text).ok_or(OptionsError::Secret));
        options.secret = secret.transpose()?;
        if self.only_check {
            return Ok(CliAction::Check(options));
        }
        if let Some(text) = self.connections {
            let count = text.parse().ok().filter(|count| *count > 0);
            options.connections = count.ok_or(OptionsError::Connections(text))?;
        }
        let all = &mut options.quotas;
        for (text, quota) in
            self.quotas
                .into_iter()
                .zip([&mut all.demo, &mut all.table, &mut all.day])
        {
            if let Some(text) = text {
                let megabytes = text.parse::<u64>().ok().filter(|count| *count > 0);
                let bytes = megabytes.and_then(|count| count.checked_mul(1_000_000));
                *quota = bytes.ok_or(OptionsError::Quota(text))?;
            }
        }
        options.public_url = self.url.as_deref().map(PublicUrl::read).transpose()?;
        match self.order {
            None => Ok(CliAction::Run(options)),
            Some(wish) => Ok(CliAction::Archive(wish.into_order()?, options)),
        }
    }
}

/// Command as it is read, word by word.
struct ParsedCommand {
    word: String,
    operands: Vec<OsString>,
    cast: bool,
    encounter: Option<usize>,
    replaces: bool,
}

impl ParsedCommand {
    /// Starts a command with its name, or adds an operand to it.
    fn push_word(wish: Option<Self>, word: OsString) -> Result<Self, OptionsError> {
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
            None => Err(Value(word).unexpected().into()),
        }
    }

    /// Whether the command line names the command `export`.
    fn is_export(wish: Option<&Self>) -> bool {
        wish.is_some_and(|wish| wish.word == "export")
    }

    /// Turns the words into a command.
    fn into_order(self) -> Result<StoreCommand, OptionsError> {
        let mut operands = self.operands.into_iter();
        let order = match (self.word.as_str(), operands.next(), operands.next()) {
            ("tables", None, None) => StoreCommand::Tables,
            ("export", Some(table), None) => StoreCommand::Export {
                table: table.string()?,
                part: match (self.cast, self.encounter) {
                    (false, None) => ExportSelection::Table,
                    (true, None) => ExportSelection::Cast,
                    (false, Some(number)) => ExportSelection::Encounter(number),
                    (true, Some(_)) => return Err(OptionsError::Words(self.word)),
                },
            },
            ("import", Some(file), None) => StoreCommand::Import(file.into()),
            ("backup", Some(file), None) => StoreCommand::Backup(file.into()),
            ("restore", Some(file), None) => StoreCommand::Restore {
                file: file.into(),
                replaces: self.replaces,
            },
            ("move", Some(to), None) if to == "postgres" => {
                StoreCommand::Move(Direction::ToPostgres)
            }
            ("move", Some(to), None) if to == "folder" => StoreCommand::Move(Direction::ToFolder),
            _ => return Err(OptionsError::Words(self.word)),
        };
        Ok(order)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::limits::Quotas;
    use crate::store::postgres::InvalidAddress;

    fn check(args: &[&str], env: &[(&str, &str)], expected: Option<CliAction>) {
        let args = args.iter().map(OsString::from);
        let look = |name: &str| {
            let found = env.iter().find(|(key, _)| *key == name);
            found.map(|(_, value)| (*value).to_owned())
        };
        assert_eq!(parse(args, look).ok(), expected);
    }

    #[test]
    fn flags_go_before_the_environment() {
        check(&[], &[], Some(CliAction::Run(Options::new("data"))));
        check(
            &["--data", "here", "--listen=0.0.0.0:80"],
            &[("COTERIE_DATA", "there"), ("COTERIE_TRUST_PROXY", "1")],
            Some(CliAction::Run(Options {
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
        check(&["--lan"], &[], Some(CliAction::Run(lan("0.0.0.0:3000"))));
        check(
            &["--lan", "--listen", "[::1]:81"],
            &[],
            Some(CliAction::Run(lan("0.0.0.0:81"))),
        );
        let env = [("COTERIE_LAN", "1"), ("COTERIE_LISTEN", "127.0.0.1:80")];
        check(&[], &env, Some(CliAction::Run(lan("0.0.0.0:80"))));
    }

    #[test]
    fn commands_take_the_words_behind_them() {
        check(&["--help"], &[], Some(CliAction::Help));
        check(&["--unknown"], &[], None);
        check(&["extra"], &[], None);
        check(&["verify"], &[], None);
        check(
            &["verify", "dice.json"],
            &[],
            Some(CliAction::Verify("dice.json".into())),
        );
        let keep = |order| Some(CliAction::Archive(order, Options::new("here")));
        for (args, order) in [
            (&["tables"][..], StoreCommand::Tables),
            (&["backup", "b.db"], StoreCommand::Backup("b.db".into())),
            (
                &["restore", "b.db"],
                StoreCommand::Restore {
                    file: "b.db".into(),
                    replaces: false,
                },
            ),
            (
                &["restore", "--replace", "b.db"],
                StoreCommand::Restore {
                    file: "b.db".into(),
                    replaces: true,
                },
            ),
            (&["import", "t.json"], StoreCommand::Import("t.json".into())),
            (
                &["move", "postgres"],
                StoreCommand::Move(Direction::ToPostgres),
            ),
            (&["move", "folder"], StoreCommand::Move(Direction::ToFolder)),
            (
                &["export", "The Wharf", "--cast"],
                StoreCommand::Export {
                    table: "The Wharf".into(),
                    part: ExportSelection::Cast,
                },
            ),
            (
                &["export", "--encounter", "2", "3f"],
                StoreCommand::Export {
                    table: "3f".into(),
                    part: ExportSelection::Encounter(2),
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
        let of = |data| Some(CliAction::Check(Options::new(data)));
        check(&["check"], &[], of("data"));
        check(&["check", "--data", "here"], &[], of("here"));
        check(&["--data"], &[], None);
        check(&["--data", ""], &[], None);
        check(&["--data="], &[("COTERIE_DATA", "there")], None);
    }

    #[test]
    fn numbers_and_addresses_are_checked() {
        check(
            &["--connections", "300"],
            &[],
            Some(CliAction::Run(Options {
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
            Some(CliAction::Run(watched("127.0.0.1:9464", true))),
        );
        check(
            &[],
            &[("COTERIE_METRICS", "[::1]:1")],
            Some(CliAction::Run(watched("[::1]:1", false))),
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
            Some(CliAction::Run(Options {
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
    fn the_database_is_elsewhere_or_in_the_folder() -> Result<(), InvalidAddress> {
        let (one, two) = ("postgres://a:b@c/d", "postgresql:///e?host=/run");
        let at = |address| {
            Ok::<_, InvalidAddress>(Options {
                database: Some(Address::parse(address)?),
                ..Options::new("data")
            })
        };
        check(&["--database", one], &[], Some(CliAction::Run(at(one)?)));
        let env = [("DATABASE_URL", two)];
        check(&[], &env, Some(CliAction::Run(at(two)?)));
        check(&["--database", one], &env, Some(CliAction::Run(at(one)?)));
        check(&["check"], &env, Some(CliAction::Check(at(two)?)));
        let tables = Some(CliAction::Archive(StoreCommand::Tables, at(two)?));
        check(&["tables"], &env, tables);
        check(&["--database", ""], &[], None);
        check(&["--database", "data"], &[], None);
        check(&[], &[("DATABASE_URL", "mysql://a:b@c/d")], None);
        check(
            &[],
            &[("DATABASE_URL", "")],
            Some(CliAction::Run(Options::new("data"))),
        );
        Ok(())
    }

    #[test]
    fn news_are_for_several_servers_on_one_database() -> Result<(), Box<dyn std::error::Error>> {
        let (database, news) = ("postgres://a:b@c/d", "nats://e:4222");
        let secret = "7".repeat(64);
        let expected = Options {
            database: Some(Address::parse(database)?),
            news: Some(NatsAddress::parse(news)?),
            secret: Secret::read(&secret),
            ..Options::new("data")
        };
        let env = [
            ("DATABASE_URL", database),
            ("NATS_URL", news),
            ("COTERIE_SECRET", secret.as_str()),
        ];
        check(&[], &env, Some(CliAction::Run(expected.clone())));
        let [database, _, secret] = env;
        let env = [database, ("NATS_URL", "nats://other"), secret];
        check(&["--news", news], &env, Some(CliAction::Run(expected)));
        check(&[], &[("NATS_URL", news)], None);
        check(&["--news", "e:4222"], &[database], None);
        check(&[], &[database, ("COTERIE_SECRET", "77")], None);
        Ok(())
    }
}
