//! Finds or unpacks the proxies behind which tests run real servers: Caddy, as in `compose.yaml`, and nginx, as in the
//! manual.

use crate::browsers::{ALL_ENGINES, as_root, run};
use crate::debian::unpack;
use crate::need::Failure;
use crate::target_dir::Claim;
use std::env;
use std::path::Path;
use std::process::{Command, Stdio};

/// A proxy program from a Debian package.
struct Proxy {
    name: &'static str,
    /// Environment variable in which tests look for the program.
    variable: &'static str,
    /// Path of the program in the package.
    place: &'static str,
    /// Argument that makes the program print its version.
    asked: &'static str,
    missing: fn() -> Failure,
}

/// All proxies that tests need.
const ALL: [Proxy; 2] = [
    Proxy {
        name: "caddy",
        variable: "COTERIE_CADDY",
        place: "usr/bin/caddy",
        asked: "version",
        missing: Failure::caddy,
    },
    Proxy {
        name: "nginx",
        variable: "COTERIE_NGINX",
        place: "usr/sbin/nginx",
        asked: "-v",
        missing: Failure::nginx,
    },
];

/// Makes the proxies available to tests.
pub(crate) fn lend(claim: &Claim<'_>, tests: &mut Command) -> Result<(), Failure> {
    ALL.iter().try_for_each(|proxy| proxy.lend(claim, tests))
}

impl Proxy {
    /// Makes the proxy available to tests.
    ///
    /// Installing the package would start a server, so it is only unpacked. If it cannot be had, tests report what
    /// they skip; with [`ALL_ENGINES`] that is a failure.
    fn lend(&self, claim: &Claim<'_>, tests: &mut Command) -> Result<(), Failure> {
        let name = self.name;
        let is_named = env::var_os(self.variable).is_some_and(|named| !named.is_empty());
        if is_named || self.answers(Path::new(name)) {
            return Ok(());
        }
        let kept = claim.shared().join(name);
        let program = kept.join(self.place);
        if cfg!(target_os = "linux") && !self.answers(&program) {
            eprintln!("No {name} here; fetching it.");
            // The package list may be old. Only root can update it, and it may be new enough.
            _ = as_root("apt-get update");
            if let Err(cause) = unpack(&[name], &kept) {
                eprintln!("{name} could not be unpacked: {cause}.");
            }
        }
        if self.answers(&program) {
            tests.env(self.variable, program);
            return Ok(());
        }
        let missing = (self.missing)();
        if env::var_os(ALL_ENGINES).is_some_and(|all| !all.is_empty()) {
            return Err(missing);
        }
        eprintln!("skipped: {missing}");
        Ok(())
    }

    /// Whether the program can be run.
    fn answers(&self, program: &Path) -> bool {
        let mut asked = Command::new(program);
        asked
            .arg(self.asked)
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        run(&mut asked)
    }
}
