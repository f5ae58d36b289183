//! Parses the settings file, the environment and the command line.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::{CommandFactory as _, FromArgMatches as _};

use super::arguments::{Arguments, CommandWord, MoveTarget, Settings};
use super::settings_file::{SettingsFile, command_line};
use super::{CliAction, Options, OptionsError, PublicUrl, TlsFiles};
use crate::auth::token::Secret;
use crate::cli::order::{Direction, ExportSelection, StoreCommand};
use crate::cluster::NatsAddress;
use crate::store::postgres::Address;

/// Environment variables of the options that have a value.
const VALUE_VARIABLES: [(&str, &str); 11] = [
    ("listen", "COTERIE_LISTEN"),
    ("data", "COTERIE_DATA"),
    ("settings", "COTERIE_SETTINGS"),
    ("database", "DATABASE_URL"),
    ("news", "NATS_URL"),
    ("public-url", "COTERIE_PUBLIC_URL"),
    ("connections", "COTERIE_CONNECTIONS"),
    ("quota-demo", "COTERIE_QUOTA_DEMO"),
    ("quota-table", "COTERIE_QUOTA_TABLE"),
    ("quota-day", "COTERIE_QUOTA_DAY"),
    ("metrics", "COTERIE_METRICS"),
];
/// Environment variables of the options that are switches: on with anything but `0`.
const SWITCH_VARIABLES: [(&str, &str); 6] = [
    ("lan", "COTERIE_LAN"),
    ("no-open", "COTERIE_NO_OPEN"),
    ("trust-proxy", "COTERIE_TRUST_PROXY"),
    ("no-demos", "COTERIE_NO_DEMOS"),
    ("json-logs", "COTERIE_JSON_LOGS"),
    ("no-address-limits", "COTERIE_NO_ADDRESS_LIMITS"),
];
/// Environment variable with the paths of the certificate and its key.
const TLS_VARIABLE: &str = "COTERIE_TLS";

/// Parses the command line (without the program's name), the environment and the settings file. Unless a data folder is
/// named it is the usual one.
///
/// # Errors
///
/// [`OptionsError`].
pub fn parse(
    args: impl IntoIterator<Item = OsString>,
    env: impl Fn(&str) -> Option<String>,
    usual_data: &Path,
) -> Result<CliAction, OptionsError> {
    let set = |name: &str| env(name).filter(|value| !value.is_empty());
    let mut layers = read_environment(set);
    layers.extend(args);
    let first = match read_arguments(&layers)? {
        Ok(arguments) => arguments,
        Err(printed) => return Ok(CliAction::Print(printed)),
    };
    let arguments = match &first.command {
        Some(CommandWord::Verify { file }) => return Ok(CliAction::Verify(file.clone())),
        Some(CommandWord::Completions { shell }) => {
            let mut printed = Vec::new();
            clap_complete::generate(*shell, &mut Arguments::command(), "coterie", &mut printed);
            return Ok(CliAction::Print(
                String::from_utf8_lossy(&printed).into_owned(),
            ));
        }
        Some(CommandWord::Man) => return Ok(CliAction::Print(format_manual())),
        _ => add_settings_file(first, &layers, usual_data)?,
    };
    let options = build_options(arguments.settings, set("COTERIE_SECRET"), usual_data)?;
    Ok(match arguments.command {
        None => CliAction::Run(options),
        Some(CommandWord::Check) => CliAction::Check(options),
        Some(word) => match store_command(word) {
            Some(command) => CliAction::Archive(command, options),
            None => CliAction::Run(options),
        },
    })
}

/// Returns the text that `--help` prints.
#[must_use]
pub fn help_text() -> String {
    Arguments::command().render_long_help().to_string()
}

/// Reads settings from environment variables, as arguments of the command line; an empty variable
/// counts as not set.
fn read_environment(set: impl Fn(&str) -> Option<String>) -> Vec<OsString> {
    let mut words = Vec::new();
    for (option, variable) in VALUE_VARIABLES {
        if let Some(value) = set(variable) {
            words.extend(command_line(option, &[value.into()]));
        }
    }
    for (option, variable) in SWITCH_VARIABLES {
        if let Some(value) = set(variable) {
            let is_on = (value != "0").to_string();
            words.extend(command_line(option, &[is_on.into()]));
        }
    }
    if let Some(value) = set(TLS_VARIABLE) {
        let files: Vec<OsString> = std::env::split_paths(&value)
            .map(PathBuf::into_os_string)
            .collect();
        words.extend(command_line("tls", &files));
    }
    words
}

/// Reads the words of a command line. The inner result is the text to print where the words ask for help or the version.
fn read_arguments(words: &[OsString]) -> Result<Result<Arguments, String>, OptionsError> {
    let program = OsString::from("coterie");
    let all = std::iter::once(program).chain(words.iter().cloned());
    let read = Arguments::command()
        .try_get_matches_from(all)
        .and_then(|matches| Arguments::from_arg_matches(&matches));
    match read {
        Ok(arguments) => Ok(Ok(arguments)),
        Err(error) if !error.use_stderr() => Ok(Err(error.render().to_string())),
        Err(error) => {
            let said = error.render().to_string();
            let said = said.strip_prefix("error: ").unwrap_or(&said);
            Err(OptionsError::Arguments(said.trim_end().to_owned()))
        }
    }
}

/// Parses the command line once more with the words of the settings file before it, where there is
/// one.
fn add_settings_file(
    first: Arguments,
    layers: &[OsString],
    usual_data: &Path,
) -> Result<Arguments, OptionsError> {
    let data = first.settings.data.as_ref();
    let data = data.map_or(usual_data, Path::new);
    let file = SettingsFile::choose(first.settings.settings.clone(), data);
    let settings = file.read_arguments()?;
    if settings.is_empty() {
        return Ok(first);
    }
    let mut words: Vec<OsString> = settings
        .iter()
        .flat_map(|(name, values)| command_line(name, values))
        .collect();
    words.extend_from_slice(layers);
    Ok(read_arguments(&words)?.unwrap_or(first))
}

/// Builds the server's options from the given settings, a signing secret and the usual data folder.
fn build_options(
    given: Settings,
    secret: Option<String>,
    usual_data: &Path,
) -> Result<Options, OptionsError> {
    let is_on = |switch: Option<bool>| switch == Some(true);
    let data = given
        .data
        .map_or_else(|| usual_data.to_owned(), PathBuf::from);
    if data.as_os_str().is_empty() {
        return Err(OptionsError::NoFolder);
    }
    let mut options = Options::new(data);
    options.lan = is_on(given.lan);
    options.trust_proxy = is_on(given.trust_proxy);
    options.json_logs = is_on(given.json_logs);
    options.address_limits = !is_on(given.no_address_limits);
    options.demos = !is_on(given.no_demos);
    options.database = given.database.as_deref().map(Address::parse).transpose()?;
    options.news = given.news.as_deref().map(NatsAddress::parse).transpose()?;
    if options.news.is_some() && options.database.is_none() {
        return Err(OptionsError::NewsWithoutDatabase);
    }
    let secret = secret.map(|text| Secret::read(&text).ok_or(OptionsError::Secret));
    options.secret = secret.transpose()?;
    options.tls = match given.tls.as_slice() {
        [] => None,
        // What was given last counts.
        [.., certificate, key] => Some(TlsFiles {
            certificate: certificate.clone(),
            key: key.clone(),
        }),
        [_] => return Err(OptionsError::Tls),
    };
    if let Some(text) = given.connections {
        let count = text.parse().ok().filter(|count| *count > 0);
        options.connections = count.ok_or(OptionsError::Connections(text))?;
    }
    let all = &mut options.quotas;
    for (text, quota) in [
        (given.quota_demo, &mut all.demo),
        (given.quota_table, &mut all.table),
        (given.quota_day, &mut all.day),
    ] {
        if let Some(text) = text {
            let megabytes = text.parse::<u64>().ok().filter(|count| *count > 0);
            let bytes = megabytes.and_then(|count| count.checked_mul(1_000_000));
            *quota = bytes.ok_or(OptionsError::Quota(text))?;
        }
    }
    options.public_url = given
        .public_url
        .as_deref()
        .map(PublicUrl::read)
        .transpose()?;
    options.is_personal = given.listen.is_none()
        && options.public_url.is_none()
        && options.database.is_none()
        && !options.trust_proxy;
    options.opens_browser = options.is_personal && !is_on(given.no_open);
    options.metrics = given.metrics;
    if let Some(listen) = given.listen {
        options.listen = listen;
    }
    if options.lan {
        let port = options.listen.rsplit_once(':');
        let port = port.map_or("3000", |(_, port)| port);
        options.listen = format!("0.0.0.0:{port}");
    }
    Ok(options)
}

/// Returns the command on stored data that a command word stands for; `None` for other words.
fn store_command(word: CommandWord) -> Option<StoreCommand> {
    Some(match word {
        CommandWord::Tables => StoreCommand::Tables,
        CommandWord::Export {
            table,
            cast,
            encounter,
        } => StoreCommand::Export {
            table,
            part: match encounter {
                Some(number) => ExportSelection::Encounter(number),
                None if cast => ExportSelection::Cast,
                None => ExportSelection::Table,
            },
        },
        CommandWord::Import { file } => StoreCommand::Import(file),
        CommandWord::Backup { file } => StoreCommand::Backup(file),
        CommandWord::Restore { file, replace } => StoreCommand::Restore {
            file,
            replaces: replace,
        },
        CommandWord::Move { to } => StoreCommand::Move(match to {
            MoveTarget::Postgres => Direction::ToPostgres,
            MoveTarget::Folder => Direction::ToFolder,
        }),
        CommandWord::Verify { .. }
        | CommandWord::Check
        | CommandWord::Completions { .. }
        | CommandWord::Man => return None,
    })
}

/// Formats the program's manual page in the markup of `man`.
fn format_manual() -> String {
    let mut page = Vec::new();
    let written = clap_mangen::Man::new(Arguments::command()).render(&mut page);
    match written {
        Ok(()) => String::from_utf8_lossy(&page).into_owned(),
        Err(error) => format!("{error}\n"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::settings_file::setting_names;
    use super::*;
    use crate::http::limits::Quotas;
    use crate::store::postgres::InvalidAddress;

    fn read(args: &[&str], env: &[(&str, &str)]) -> Result<CliAction, OptionsError> {
        let args = args.iter().map(OsString::from);
        let look = |name: &str| {
            let found = env.iter().find(|(key, _)| *key == name);
            found.map(|(_, value)| (*value).to_owned())
        };
        parse(args, look, Path::new("data"))
    }

    fn check(args: &[&str], env: &[(&str, &str)], expected: Option<CliAction>) {
        let mut found = read(args, env).ok();
        // Whether a browser is opened has a test of its own.
        if let Some(
            CliAction::Run(options) | CliAction::Archive(_, options) | CliAction::Check(options),
        ) = &mut found
        {
            options.is_personal = false;
            options.opens_browser = false;
        }
        assert_eq!(found, expected);
    }

    fn options(args: &[&str], env: &[(&str, &str)]) -> Options {
        match read(args, env) {
            Ok(CliAction::Run(options)) => options,
            other => panic!("{other:?}"),
        }
    }

    fn refusal(args: &[&str], env: &[(&str, &str)]) -> String {
        match read(args, env) {
            Err(error) => error.to_string(),
            Ok(action) => panic!("{action:?}"),
        }
    }

    #[test]
    fn the_browser_opens_for_who_sits_here_and_names_no_address() {
        let opens = |args: &[&str], env: &[(&str, &str)]| {
            let options = options(args, env);
            (options.is_personal, options.opens_browser)
        };
        for args in [&[][..], &["--lan"], &["--data", "here"]] {
            assert_eq!(opens(args, &[]), (true, true), "{args:?}");
        }
        assert_eq!(opens(&["--no-open"], &[]), (true, false));
        assert_eq!(opens(&[], &[("COTERIE_NO_OPEN", "1")]), (true, false));
        for args in [
            &["--listen", "127.0.0.1:3000"][..],
            &["--public-url", "https://example.org"],
            &["--trust-proxy"],
            &["--database", "postgres://a:b@c/d"],
        ] {
            assert_eq!(opens(args, &[]), (false, false), "{args:?}");
        }
        let env = [("COTERIE_LISTEN", "0.0.0.0:3000")];
        assert_eq!(opens(&[], &env), (false, false));
    }

    #[test]
    fn the_command_line_goes_before_the_environment_and_that_before_the_file()
    -> Result<(), Box<dyn std::error::Error>> {
        let place = tempfile::tempdir()?;
        let file = place.path().join("mine.toml");
        let path = file.to_str().ok_or("a plain path")?;
        std::fs::write(
            &file,
            "listen = \"127.0.0.1:1\"\nlan = false\ntrust-proxy = true\nconnections = 7\n\
             tls = [\"a.pem\", \"b.pem\"]\n",
        )?;
        let by_file = options(&["--settings", path], &[]);
        let tls = |certificate: &str, key: &str| {
            Some(TlsFiles {
                certificate: certificate.into(),
                key: key.into(),
            })
        };
        assert_eq!(by_file.listen, "127.0.0.1:1");
        assert_eq!(by_file.tls, tls("a.pem", "b.pem"));
        assert!(by_file.trust_proxy && by_file.connections == 7 && !by_file.lan);
        let env = [
            ("COTERIE_SETTINGS", path),
            ("COTERIE_LISTEN", "127.0.0.1:2"),
            ("COTERIE_TRUST_PROXY", "0"),
            ("COTERIE_CONNECTIONS", "8"),
        ];
        let by_env = options(&[], &env);
        assert_eq!(
            (by_env.listen.as_str(), by_env.connections),
            ("127.0.0.1:2", 8)
        );
        assert!(!by_env.trust_proxy);
        let args = ["--listen", "127.0.0.1:3", "--tls", "c.pem", "d.pem"];
        let by_flag = options(&[&args[..], &["--trust-proxy"]].concat(), &env);
        assert_eq!(
            (by_flag.listen.as_str(), by_flag.connections),
            ("127.0.0.1:3", 8)
        );
        assert!(by_flag.trust_proxy && by_flag.tls == tls("c.pem", "d.pem"));
        let off = options(&["--trust-proxy=false", "--settings", path], &[]);
        assert!(!off.trust_proxy);
        Ok(())
    }

    #[test]
    fn a_file_in_the_data_folder_is_read_and_a_wrong_one_is_told()
    -> Result<(), Box<dyn std::error::Error>> {
        let place = tempfile::tempdir()?;
        let folder = place.path().to_str().ok_or("a plain path")?;
        let file = place.path().join("settings.toml");
        assert_eq!(options(&["--data", folder], &[]).connections, 8192);
        std::fs::write(&file, "connections = 9\n")?;
        assert_eq!(options(&["--data", folder], &[]).connections, 9);
        for (text, words) in [
            (
                "lisen = 1\n",
                "`lisen` is no setting of it. It may have: listen, lan",
            ),
            ("data = \"x\"\n", "`data` is no setting of it"),
            ("settings = \"x\"\n", "`settings` is no setting of it"),
            ("\nlan\n", "line 2 is no TOML"),
            ("lan = \"perhaps\"\n", "`lan` wants what `--lan` does"),
            ("tls = \"a.pem\"\n", "`tls` wants what `--tls` does"),
            (
                "listen = { at = 1 }\n",
                "`listen` wants what `--listen` does",
            ),
        ] {
            std::fs::write(&file, text)?;
            let said = refusal(&["--data", folder], &[]);
            assert!(said.contains(words) && said.contains(folder), "{said}");
        }
        let said = refusal(&["--settings", "/no/such/file.toml"], &[]);
        assert!(
            said.contains("`/no/such/file.toml`") && said.contains("cannot be read"),
            "{said}"
        );
        Ok(())
    }

    #[test]
    fn each_option_has_its_variable_and_its_line_in_the_help() {
        let mut command = Arguments::command();
        let mut variables: Vec<(&str, &str)> = VALUE_VARIABLES.to_vec();
        variables.extend(SWITCH_VARIABLES);
        variables.push(("tls", TLS_VARIABLE));
        let help = command.render_long_help().to_string();
        for name in setting_names(&command) {
            let variable = variables.iter().find(|(option, _)| *option == name);
            let (_, variable) = variable.unwrap_or_else(|| panic!("{name}"));
            assert!(help.contains(&format!("--{name}")), "{name}");
            assert!(help.contains(variable), "{variable}");
        }
        assert_eq!(setting_names(&command).len(), variables.len());
        command.debug_assert();
    }

    #[test]
    fn every_mistake_says_what_to_do() {
        for (args, words) in [
            (&["--lisen", "x"][..], "'--listen'"),
            (&["--listen"], "--listen <ADDRESS>"),
            (&["tabels"], "'tables'"),
            (&["export"], "Usage: coterie export"),
            (&["export", "a", "--encounter", "x"], "--encounter <NUMBER>"),
            (&["move", "elsewhere"], "possible values: postgres, folder"),
            (&["move"], "Usage: coterie move <TO>"),
            (&["--lan=perhaps"], "possible values: true, false"),
            (&["--tls", "cert.pem"], "--tls <CERT> <KEY>"),
            (&["--connections", "many"], "such as 8192"),
            (&["--quota-day", "many"], "such as 64"),
            (&["--public-url", "example.org"], "https://example.org"),
            (&["--database", "mysql://a"], "postgres://"),
            (&["--news", "x"], "nats://host:4222"),
            (&["--data", ""], "`--data .`"),
        ] {
            let said = refusal(args, &[]);
            assert!(said.contains(words), "{args:?}: {said}");
            assert!(!said.starts_with("error:"), "{said}");
        }
    }

    #[test]
    fn help_completions_and_the_manual_come_from_one_definition() {
        let printed = |args: &[&str]| match read(args, &[]) {
            Ok(CliAction::Print(text)) => text,
            other => panic!("{other:?}"),
        };
        let version = format!("coterie {}\n", env!("CARGO_PKG_VERSION"));
        assert_eq!(printed(&["--version"]), version);
        for args in [
            &["--help"][..],
            &["-h"],
            &["man"],
            &["completions", "bash"],
            &["completions", "zsh"],
            &["completions", "fish"],
            &["completions", "powershell"],
        ] {
            let text = printed(args).replace('\\', "");
            for word in ["public-url", "quota-day", "restore"] {
                assert!(text.contains(word), "{word} in {args:?}");
            }
        }
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
        let without_demos = Options {
            demos: false,
            ..Options::new("data")
        };
        check(
            &[],
            &[("COTERIE_NO_DEMOS", "1")],
            Some(CliAction::Run(without_demos)),
        );
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
