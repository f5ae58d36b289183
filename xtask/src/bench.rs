//! `cargo xtask bench`: many clients at once against the release build, measured and held to a limit.

use crate::cargo::{cargo, finish};
use crate::need::Failure;
use crate::progress::Steps;
use crate::target_dir::TargetDir;
use crate::{instructions, nats, npm, parts, postgres};
use std::process::Command;

/// The server that `reconnect` compares with.
const FLOOR: &str = "tests/load/floor.mjs";

/// One measurement by its name.
pub(crate) fn bench(words: &[&str]) -> Result<(), Failure> {
    let what = match words {
        ["instructions"] => return instructions::bench(),
        [what @ ("reconnect" | "crowd" | "nodes")] => *what,
        _ => return Err(Failure::usage(words)),
    };
    let target = TargetDir::find();
    let claim = target.claim()?;
    let mut steps = Steps::new(parts::STEPS + 2);
    let server = parts::build(&claim, &mut steps, true)?;
    let load = steps.step("Compiling the load", || {
        npm::parts(&claim)?;
        finish(cargo(&claim, "build --package load --release"))?;
        parts::own_copy(
            &claim.shared().join("release/load"),
            &claim.own("bin/release/load"),
        )
    })?;
    let mut run = Command::new(load);
    run.current_dir(claim.root())
        .arg(what)
        .arg("--server")
        .arg(server);
    if what == "reconnect" {
        run.arg("--floor").arg(FLOOR);
    }
    if what == "nodes" {
        postgres::lend()?;
        nats::lend(&claim, &mut run)?;
    }
    // Nothing is compiled from here on: other clones may go on.
    drop(claim);
    let result = steps.step("Measuring", || finish(run));
    println!("\n{}", steps.summary());
    result
}
