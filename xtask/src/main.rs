//! `cargo xtask`: builds, runs, tests, checks and measures this project.
//!
//! ```text
//! main.rs            command line
//! run.rs             `run` and `build`: both parts, then the server in the foreground
//! test.rs            `test`: every check and every test, with a table at the end
//! test_build.rs      everything that is tested on this machine, compiled in one call
//! browser_tests.rs   tests in browsers, and the proofs that run in them
//! check.rs           `check` and `fix`: formatting and lints
//! deep_check.rs      `check --deep`: licenses, versions, advisories, unused dependencies and workflows
//! line_coverage.rs   `prove lines`: share of the lines of the rule systems that the scenes execute
//! dist.rs            `dist`: archives, package and images for people who do not compile
//! dist_proof.rs      `prove dist`: starts and restarts what `dist` made, as each system does
//! dist_starts.rs     starts of what `dist` made, until it is ready and beside a server with one page
//! image.rs           `prove image`: executes the Dockerfile without a container engine
//! dockerfile.rs      parser for the Dockerfile
//! reach.rs           `check --reach`: items of the rule systems that the table never uses
//! expect_lints.rs    a test: every lint that an `#[expect]` names is enabled
//! views/             formatter for `view!` blocks, which rustfmt leaves alone
//! bench/             `bench`: the release build under load, beside simpler servers, and the page with the figures
//! instructions.rs    `bench instructions`: instructions of an evening, compared with the recorded counts
//! chaos.rs           `chaos`: several kinds of faults at once, for any length of time
//! prove.rs           `prove`: runs in full what `test` tries a share of, and records the result
//! proof_records.rs   records of proofs in docs/proofs.md, and `prove --since`
//! mutants.rs         `prove mutants`: mutation testing of the core of the rules
//! switches.rs        `prove switches`: removes rules from the source one at a time; a scene has to fail
//! size.rs            `size`: what a first visit downloads, beside an empty leptos app
//! artifacts.rs       builds the two parts of the program: the browser's files and the server
//! wasm.rs            builds the browser's part: compiled, glued, optimized
//! cargo.rs           running of cargo and other programs
//! tally.rs           reads the output of test runners
//! target_dir.rs      the target folder that all clones share
//! toolchain.rs       finds or installs parts of the Rust toolchain
//! npm.rs             installs npm packages
//! browsers.rs        finds or installs browsers for tests
//! debian.rs          unpacks Debian packages without installing them
//! strace.rs          finds or installs strace for tests
//! postgres.rs        finds or installs Postgres for tests
//! proxies.rs         finds or unpacks Caddy and nginx for tests
//! nats.rs            finds or unpacks the NATS server for tests
//! progress.rs        numbered steps with times
//! error.rs           failures: one sentence, and what to do about it
//! glue/ squeeze/ pack/ programs of their own, because their dependencies take long to compile
//! ```
//!
//! This tool has no dependencies, because every fresh clone compiles it before anything else can happen.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a command line tool answers on its output"
)]

mod artifacts;
mod bench;
mod browser_tests;
mod browsers;
mod cargo;
mod chaos;
mod check;
mod debian;
mod deep_check;
mod dist;
mod dist_proof;
mod dist_starts;
mod dockerfile;
mod error;
#[cfg(test)]
mod expect_lints;
mod image;
mod instructions;
mod line_coverage;
mod mutants;
mod nats;
mod npm;
mod postgres;
mod progress;
mod proof_records;
mod prove;
mod proxies;
mod reach;
mod run;
mod size;
mod strace;
mod switches;
mod tally;
mod target_dir;
mod test;
mod test_build;
mod toolchain;
mod views;
mod wasm;

use error::Failure;
use std::process::ExitCode;

/// Text of `cargo xtask help`.
const HELP: &str = "\
cargo xtask run     build what is needed and start the server
                      --release        the small, fast build
                      --lan            for the whole network; prints the address for phones
                      --listen ADDR    where to listen (127.0.0.1:3000)
                      --data DIR       where tables are kept (./data)
                      -- ARGS          anything else, for the server itself
cargo xtask test    every check and every test; or one of:
                      check, rules, switches, server, app, xtask, browser, engines
                      browser              everything, in Chromium
                      engines              the main job in Chromium, Firefox and WebKit
                      browser --release    the same against the release build
                      browser -- ARGS      ARGS for Playwright, for instance a file name
cargo xtask check   formatting and lints, for the server and for the browser, and links in docs
                      --reach          only which items of the rule systems nothing at the table uses
                      --deep           and licenses, versions, known holes, unused dependencies and workflows
cargo xtask fix     what can be formatted: all of Rust, and the `view!` blocks that rustfmt leaves alone
cargo xtask size    what a first visit downloads, next to an empty app
cargo xtask bench   the release build under load, beside what could be had for less; written into
                    docs/performance.md (needs Node, strace, valgrind); all but the last three, or one of:
                      fanout paced acks lone writers       changes, told to many or acknowledged to many
                      private                              the same beside whispers, secret rolls and handouts
                      idle stalled crowd reconnect         sockets: idle, not read, too many, coming back
                      clicks load                          bytes of a click, bytes of a first load
                      taps                                 from a tap to all screens, in browsers
                      costs rules waking                   instructions, the rules alone, long logs
                      --quick          small numbers, to see that it goes: nothing is written
                      soak --minutes N           load for so long (30): whether anything grows or slows down
                      nodes            commands a second over one, two and three nodes on one Postgres
                      instructions  how many an evening takes, counted and written down (needs valgrind)
cargo xtask chaos   the program is killed, its disk fails, its clock is set, its lines are cut: all at once, a minute
                      --minutes N      for so long
                      --seed S         with the faults that were drawn before
cargo xtask prove   what test tries a little of, a great deal; passing is written into docs/proofs.md; one of:
                      odds       exact odds equal a million simulated exchanges
                      exchanges  10,000 exchanges by chance replay and can be undone
                      dice       a program in another language makes the faces of a million rolls
                      worlds     100,000 pairs of worlds that differ in what players may not see
                      seats      100,000 pairs of worlds that differ in what single seats are told
                      histories  100,000 histories by chance replay, go back and come forth; EVENINGS=1000 for fewer
                      kills      1,000 kills, at any moment and at system calls, lose nothing that was acknowledged
                      rounds     100,000 histories of rounds: the order is sorted, exchanges ask of the table as it is
                      unseen     100,000 pairs of attackers out of sight: players read equal bytes, noticed or not
                      simulation 10,000 histories on a disk that loses what was not synced; no violation
                      disk       500 errors of the disk are told at once and followed by no acknowledgement (needs strace)
                      nodes      200 histories over three nodes that are killed, paused and cut off: one order fits all
                                 answers (needs Postgres and NATS)
                      bits       each bit of a database that changes a row is found, and no copy of it is called whole
                      attacks    people play on while one address, a demonstration, a spectator do what they can
                      instructions         an evening takes at most a tenth more than was written down (needs valgrind)
                      lines      the scenes execute 90 % of the lines of the rule systems; lists those they do not
                      lines SYSTEM         lists those of one system
                      disturb    every way to disturb a page ends in a table or a sentence, in Chromium and Firefox
                      examples   every worked example of the five texts, through the screen
                      looks      every page and state that tests look at, in every theme, width and system;
                                 with --accept, takes the pictures anew with which some screens are compared
                      axe        every page and state of a fight is accessible, at four widths in three themes
                      first-load the first load of a release: within its limit, and nothing is needed too early
                      image      the Dockerfile's last stage line by line, and the program started in it (needs root)
                      dist       what `dist` has made is started, stopped and started again: the archives as they are,
                                 under qemu and Wine, the package and the image in roots of their own (needs root)
                      rooms      300 pairs of tables on a server: players of both get the same bytes
                      mutants    90 % of 300 mistakes made in the core of the rules are noticed; `mutants 60` for fewer
                      mutants again        makes only what stayed unnoticed, after tests were added
                      switches   rules taken out of the source are missed by a scene; `switches SYSTEM` for one
                      --since COMMIT       lists what has no passing record at the commit or a descendant of it
cargo xtask dist    archives, package and images with their sums, in target/dist; or only for some of:
                      linux-x86_64 linux-arm64 windows-x86_64
cargo xtask build   what run does, without starting (--release for the small, fast build)
cargo xtask help    this; with --help behind it, a command tells its own part

Compiled things are kept in $COTERIE_TARGET_DIR, or else in ~/.cache/coterie/target, for all clones together.
";

/// Whether the arguments of a command ask for help. Arguments after `--` are for other programs.
fn asks_for_help(rest: &[&str]) -> bool {
    let own = rest.iter().take_while(|word| **word != "--");
    own.into_iter().any(|word| matches!(*word, "--help" | "-h"))
}

/// Returns the part of [`HELP`] about a command.
fn help_of(command: &str) -> Option<String> {
    const START: &str = "cargo xtask ";
    let is_of = |line: &str| {
        line.strip_prefix(START)
            .and_then(|rest| rest.split(' ').next())
            .is_some_and(|word| word == command)
    };
    let mut lines = HELP.lines().skip_while(|line| !is_of(line));
    let first = lines.next()?;
    let rest = lines.take_while(|line| line.starts_with(' '));
    Some(
        std::iter::once(first)
            .chain(rest)
            .fold(String::new(), |all, line| all + line + "\n"),
    )
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words.split_first() {
        Some((command, rest)) if asks_for_help(rest) => match help_of(command) {
            Some(help) => {
                print!("{help}");
                Ok(())
            }
            None => Err(Failure::usage(&words)),
        },
        Some((&"run", rest)) => run::run(rest),
        Some((&"build", rest)) => run::build(rest),
        Some((&"test", rest)) => test::test(rest),
        Some((&"bench", rest)) => bench::bench(rest),
        Some((&"dist", rest)) => dist::dist(rest),
        Some((&"chaos", rest)) => chaos::chaos(rest),
        Some((&"prove", rest)) => prove::prove(rest),
        Some((&"check", rest)) => check::check(rest),
        Some((&"fix", [])) => check::fix(),
        Some((&"size", [])) => size::compare_with_empty_app(),
        None | Some((&("help" | "--help" | "-h"), _)) => {
            print!("{HELP}");
            Ok(())
        }
        _ => Err(Failure::usage(&words)),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("\nxtask: {failure}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_says_what_it_does() {
        let commands = [
            "run", "test", "check", "fix", "size", "bench", "chaos", "prove", "dist", "build",
            "help",
        ];
        let listed: Vec<_> = HELP
            .lines()
            .filter_map(|line| line.strip_prefix("cargo xtask ")?.split(' ').next())
            .collect();
        assert_eq!(listed.len(), commands.len(), "{listed:?}");
        for command in commands {
            let help = help_of(command).unwrap_or_default();
            assert!(
                help.starts_with(&format!("cargo xtask {command} ")),
                "{help}"
            );
            assert_eq!(help.matches("cargo xtask ").count(), 1, "{help}");
        }
        assert!(
            help_of("prove").is_some_and(|help| help.contains("odds") && !help.contains("soak"))
        );
        assert!(help_of("nothing").is_none() && help_of("").is_none());
        assert!(asks_for_help(&["--help"]) && asks_for_help(&["odds", "-h"]));
        assert!(
            !asks_for_help(&[])
                && !asks_for_help(&["--", "--help"])
                && !asks_for_help(&["browser"])
        );
    }
}
