//! Finds or unpacks the proxies behind which tests run real servers: Caddy, as in `compose.yaml`, and nginx, as in the
//! manual.

use crate::browsers::{ALL_ENGINES, run_as_root, succeeds};
use crate::debian::unpack_packages;
use crate::error::Failure;
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
    path_in_package: &'static str,
    /// Argument that makes the program print its version.
    version_argument: &'static str,
    missing_failure: fn() -> Failure,
}

/// All proxies that tests need.
const PROXIES: [Proxy; 2] = [
    Proxy {
        name: "caddy",
        variable: "COTERIE_CADDY",
        path_in_package: "usr/bin/caddy",
        version_argument: "version",
        missing_failure: Failure::no_caddy,
    },
    Proxy {
        name: "nginx",
        variable: "COTERIE_NGINX",
        path_in_package: "usr/sbin/nginx",
        version_argument: "-v",
        missing_failure: Failure::no_nginx,
    },
];

/// Makes the proxies available to tests.
pub(crate) fn provide_all(claim: &Claim<'_>, tests: &mut Command) -> Result<(), Failure> {
    PROXIES
        .iter()
        .try_for_each(|proxy| proxy.provide(claim, tests))
}

impl Proxy {
    /// Makes the proxy available to tests.
    ///
    /// Installing the package would start a server, so it is only unpacked. If it cannot be had, tests report what
    /// they skip; with [`ALL_ENGINES`] that is a failure.
    fn provide(&self, claim: &Claim<'_>, tests: &mut Command) -> Result<(), Failure> {
        let name = self.name;
        let is_named = env::var_os(self.variable).is_some_and(|named| !named.is_empty());
        if is_named || self.can_run(Path::new(name)) {
            return Ok(());
        }
        let kept = claim.shared_dir().join(name);
        let program = kept.join(self.path_in_package);
        if cfg!(target_os = "linux") && !self.can_run(&program) {
            eprintln!("No {name} here; fetching it.");
            // The package list may be old. Only root can update it, and it may be new enough.
            _ = run_as_root("apt-get update");
            if let Err(cause) = unpack_packages(&[name], &kept) {
                eprintln!("{name} could not be unpacked: {cause}.");
            }
        }
        if self.can_run(&program) {
            tests.env(self.variable, program);
            return Ok(());
        }
        let missing = (self.missing_failure)();
        if env::var_os(ALL_ENGINES).is_some_and(|all| !all.is_empty()) {
            return Err(missing);
        }
        eprintln!("skipped: {missing}");
        Ok(())
    }

    /// Whether the program can be run.
    fn can_run(&self, program: &Path) -> bool {
        let mut asked = Command::new(program);
        asked
            .arg(self.version_argument)
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        succeeds(&mut asked)
    }
}
