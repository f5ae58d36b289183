//! Running of cargo and other programs.

use crate::error::Failure;
use crate::target_dir::Claim;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::{env, fs};

/// Returns a cargo command with these arguments, in the root of the clone and with the shared target folder.
pub(crate) fn cargo_command(claim: &Claim<'_>, arguments: &str) -> Command {
    let mut command = bare_cargo_command(claim);
    let mut words = arguments.split_whitespace();
    command.args(words.next());
    // `cargo fmt` does not know the option.
    if !arguments.starts_with("fmt") {
        command.arg("--target-dir").arg(claim.shared_dir());
    }
    command.args(words);
    command.env(
        "COTERIE_SITE_DIR",
        site_dir(claim, arguments.contains("--release")),
    );
    command
}

/// Returns a cargo command without arguments and without a target folder.
pub(crate) fn bare_cargo_command(claim: &Claim<'_>) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(claim.root());
    // These variables describe xtask, not what is compiled next.
    for (name, _) in env::vars_os() {
        let text = name.to_string_lossy();
        if text.starts_with("CARGO_PKG_") || text.starts_with("CARGO_MANIFEST_") {
            command.env_remove(&name);
        }
    }
    command.env_remove("CARGO_TARGET_DIR");
    command
}

/// Returns the folder for the browser's files of a build.
pub(crate) fn site_dir(claim: &Claim<'_>, release: bool) -> PathBuf {
    claim.own_path(if release { "site/release" } else { "site/dev" })
}

/// Runs a command to its end, with its output on ours.
pub(crate) fn run_command(mut command: Command) -> Result<(), Failure> {
    let status = command
        .stdin(Stdio::null())
        .status()
        .map_err(|cause| Failure::not_started(&command, &cause))?;
    if status.success() {
        Ok(())
    } else {
        Err(Failure::command_failed(&command, status))
    }
}

/// Runs a command to its end; passes each line of its output to `listen` and prints it.
pub(crate) fn run_with_listener(
    mut command: Command,
    mut listen: impl FnMut(&str),
) -> Result<(), Failure> {
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|cause| Failure::not_started(&command, &cause))?;
    if let Some(output) = child.stdout.take() {
        let mut output = BufReader::new(output);
        let mut line = Vec::new();
        // The output of a test need not be UTF-8.
        while output
            .read_until(b'\n', &mut line)
            .is_ok_and(|read| read > 0)
        {
            let text = String::from_utf8_lossy(&line);
            print!("{text}");
            listen(text.trim_end());
            line.clear();
        }
    }
    let status = child
        .wait()
        .map_err(|cause| Failure::not_started(&command, &cause))?;
    if status.success() {
        Ok(())
    } else {
        Err(Failure::command_failed(&command, status))
    }
}

/// Runs a command and returns its output, or `None` if it failed.
pub(crate) fn read_output(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}

/// Returns the version of a package in Cargo.lock.
pub(crate) fn locked_version(claim: &Claim<'_>, package: &str) -> Option<String> {
    let lock = fs::read_to_string(claim.root().join("Cargo.lock")).ok()?;
    let name = format!("name = \"{package}\"");
    let version = lock.lines().skip_while(|line| *line != name).nth(1)?;
    Some(
        version
            .strip_prefix("version = \"")?
            .trim_end_matches('"')
            .to_owned(),
    )
}
