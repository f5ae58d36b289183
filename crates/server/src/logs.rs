//! What is logged: `RUST_LOG` read once at start, and refused when nobody can read it.

use std::io::{self, IsTerminal as _};

use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::LevelFilter;

/// Why `RUST_LOG` cannot be followed.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` in RUST_LOG says nothing about how much is logged; it must look like `debug` or \
     `server=debug,sqlx=warn` (off, error, warn, info, debug, trace)"
)]
pub struct UnreadableFilter(String);

/// The client of the news says at `trace` what it shows to its server, the password too.
const QUIETER: &str = ",async_nats=debug";

/// The filter `RUST_LOG` asks for; `info` when it is not set or empty.
///
/// # Errors
/// [`UnreadableFilter`] with the part that means nothing.
pub fn filter(wanted: Option<&str>) -> Result<EnvFilter, UnreadableFilter> {
    let parts = wanted.unwrap_or_default().split(',').map(str::trim);
    let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
    if parts.is_empty() {
        return Ok(EnvFilter::new("info"));
    }
    // The library takes a lone word that is no level for the name of a target, and logs nothing
    // else: a slip of the pen would turn the log off.
    let lone = |part: &&str| !part.contains(['=', '[', ']', '{', '}']);
    let mut lone = parts.iter().copied().filter(lone);
    if let Some(part) = lone.find(|part| part.parse::<LevelFilter>().is_err()) {
        return Err(UnreadableFilter(part.into()));
    }
    let mut wanted = parts.join(",");
    if parts.iter().any(|part| part.eq_ignore_ascii_case("trace")) {
        wanted.push_str(QUIETER);
    }
    EnvFilter::builder()
        .parse(&wanted)
        .map_err(|_| UnreadableFilter(wanted))
}

/// Starts the log on the error output: lines for people, or one JSON object each.
pub fn start(filter: EnvFilter, json: bool) {
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        // Colors are for people; a file or a journal gets plain lines.
        .with_ansi(io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none())
        .with_writer(io::stderr);
    match json {
        // The spans around a line stand in it as a list, the outermost first.
        true => log
            .json()
            .flatten_event(true)
            .with_current_span(false)
            .init(),
        false => log.with_target(false).init(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_help_shows_is_understood() {
        for (wanted, understood) in [
            (None, "info"),
            (Some(""), "info"),
            (Some("debug"), "debug"),
            (Some("OFF"), "off"),
            (Some("trace"), "async_nats=debug,trace"),
            (Some("server=debug,sqlx=warn"), "server=debug,sqlx=warn"),
            (Some("warn, server=trace"), "server=trace,warn"),
        ] {
            let filter = filter(wanted).map(|filter| filter.to_string());
            assert_eq!(filter.as_deref(), Ok(understood), "{wanted:?}");
        }
    }

    #[test]
    fn what_means_nothing_is_refused_and_named() {
        for (wanted, named) in [
            ("loud", "loud"),
            ("server=debug,quiet", "quiet"),
            ("server=loud", "server=loud"),
        ] {
            let refused = filter(Some(wanted)).map(|filter| filter.to_string());
            assert_eq!(refused, Err(UnreadableFilter(named.into())));
        }
    }
}
