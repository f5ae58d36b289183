//! `cargo xtask run` and `cargo xtask build`: build both parts, and run the server in the foreground.

use crate::artifacts;
use crate::error::Failure;
use crate::progress::Steps;
use crate::target_dir::TargetDir;
use std::env;
use std::path::PathBuf;
use std::process::Command;

/// Builds the program and replaces this process by the server, so that Ctrl-C and exit status are the server's own.
pub(crate) fn run(words: &[&str]) -> Result<(), Failure> {
    let wanted = RunOptions::parse(words)?;
    let target = TargetDir::find();
    let program = build_program(&target, wanted.release)?;
    let mut server = Command::new(program);
    // A flag, else the environment variable (which the server reads itself), else the default of the README.
    let settings = [
        (
            "--listen",
            "COTERIE_LISTEN",
            wanted.listen,
            PathBuf::from("127.0.0.1:3000"),
        ),
        (
            "--data",
            "COTERIE_DATA",
            wanted.data,
            target.root().join("data"),
        ),
    ];
    for (flag, variable, given, usual) in settings {
        match given {
            Some(value) => _ = server.arg(flag).arg(value),
            None if env::var_os(variable).is_some() => {}
            None => _ = server.arg(flag).arg(usual),
        }
    }
    if wanted.lan {
        server.arg("--lan");
    }
    server.args(wanted.server_arguments);
    Err(exec_server(server))
}

/// Builds the program and prints its path.
pub(crate) fn build(words: &[&str]) -> Result<(), Failure> {
    let release = match words {
        [] => false,
        ["--release"] => true,
        _ => return Err(Failure::usage(words)),
    };
    let program = build_program(&TargetDir::find(), release)?;
    println!("{}", program.display());
    Ok(())
}

/// Builds the program in one turn on the shared folder.
fn build_program(target: &TargetDir, release: bool) -> Result<PathBuf, Failure> {
    let claim = target.claim()?;
    artifacts::build(&claim, &mut Steps::new(artifacts::STEPS), release)
}

/// Options of `cargo xtask run`.
#[derive(Debug, Default, PartialEq)]
struct RunOptions<'a> {
    release: bool,
    lan: bool,
    listen: Option<&'a str>,
    data: Option<&'a str>,
    server_arguments: Vec<&'a str>,
}

impl<'a> RunOptions<'a> {
    /// Parses the command line.
    fn parse(words: &[&'a str]) -> Result<Self, Failure> {
        let mut wanted = Self::default();
        let mut rest = words.iter().copied();
        while let Some(word) = rest.next() {
            let (name, joined) = match word.split_once('=') {
                Some((name, value)) => (name, Some(value)),
                None => (word, None),
            };
            match name {
                "--release" if joined.is_none() => wanted.release = true,
                "--lan" if joined.is_none() => wanted.lan = true,
                "--listen" | "--data" => {
                    let value = joined.or_else(|| rest.next());
                    let value = value.ok_or_else(|| {
                        Failure::new(format!("`{name}` needs a value behind it."))
                    })?;
                    let place = if name == "--listen" {
                        &mut wanted.listen
                    } else {
                        &mut wanted.data
                    };
                    *place = Some(value);
                }
                "--" => wanted.server_arguments = rest.by_ref().collect(),
                _ => return Err(Failure::usage(&[word])),
            }
        }
        Ok(wanted)
    }
}

/// Replaces this process by the server; returns only if that failed.
#[cfg(unix)]
fn exec_server(mut server: Command) -> Failure {
    use std::os::unix::process::CommandExt;
    let cause = server.exec();
    Failure::not_started(&server, &cause)
}

/// Runs the server and exits with its status; returns only if it could not be started.
#[cfg(not(unix))]
fn exec_server(mut server: Command) -> Failure {
    match server.status() {
        Ok(status) => std::process::exit(status.code().unwrap_or(1)),
        Err(cause) => Failure::not_started(&server, &cause),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_are_read_in_any_order_and_the_rest_is_the_servers() {
        let words = [
            "--data=/tmp/x",
            "--release",
            "--lan",
            "--listen",
            "0.0.0.0:80",
            "--",
            "--log",
            "debug",
        ];
        let wanted = RunOptions {
            release: true,
            lan: true,
            listen: Some("0.0.0.0:80"),
            data: Some("/tmp/x"),
            server_arguments: vec!["--log", "debug"],
        };
        assert_eq!(RunOptions::parse(&words).expect("known words"), wanted);
        assert!(RunOptions::parse(&["--lan=yes"]).is_err());
        assert!(RunOptions::parse(&["--listen"]).is_err());
        assert!(RunOptions::parse(&["--releas"]).is_err());
    }
}
