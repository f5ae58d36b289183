//! `cargo xtask check --reach`: finds items under `crates/rules/src/systems/` that the table never uses.
//!
//! The rules are compiled with `mod systems` private. Then rustc knows that only the rest of the crate (encounter,
//! exchange, sheet) can call what is inside, and reports the rest as unused: rules that only their own tests exercise.
//! `pub` inside of the private folder does not matter. Reported are items, variants, fields and imports that nothing
//! uses at all.

use crate::cargo::cargo_command;
use crate::error::Failure;
use crate::target_dir::Claim;
use std::process::Stdio;

/// Folder of the rule systems, as rustc prints it.
const SYSTEMS_DIR: &str = "crates/rules/src/systems/";

/// Lists every unused item, and fails if there is one.
pub(crate) fn check(claim: &Claim<'_>, says: &mut String) -> Result<(), Failure> {
    let mut compiler = cargo_command(
        claim,
        "rustc --quiet --package rules --lib --profile check --message-format short -- --cfg private_systems \
         --allow unreachable_pub",
    );
    let told = compiler
        .stdin(Stdio::null())
        .output()
        .map_err(|cause| Failure::not_started(&compiler, &cause))?;
    let lines = String::from_utf8_lossy(&told.stderr);
    if !told.status.success() {
        eprintln!("{lines}");
        return Err(Failure::command_failed(&compiler, told.status));
    }
    let unused: Vec<&str> = unused_items(&lines).collect();
    unused.iter().for_each(|line| println!("{line}"));
    *says = format!("{} not reached", unused.len());
    match unused.len() {
        0 => Ok(()),
        count => Err(Failure::new(format!(
            "the table reaches {count} items under {SYSTEMS_DIR} in no way (listed above): connect each, or delete it."
        ))),
    }
}

/// Returns the compiler's lines about the folder.
fn unused_items(lines: &str) -> impl Iterator<Item = &str> {
    lines.lines().filter(|line| line.starts_with(SYSTEMS_DIR))
}

#[cfg(test)]
mod tests {
    use super::unused_items;

    #[test]
    fn only_the_folder_of_the_systems_counts() {
        let lines = "crates/rules/src/ruleset/settings.rs:257:8: warning: method `value` is never used\n\
                     crates/rules/src/systems/tristat/stats.rs:115:12: warning: struct `Skills` is never constructed\n\
                     warning: `rules` (lib) generated 2 warnings\n";
        let found: Vec<&str> = unused_items(lines).collect();
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].contains("Skills"), "{found:?}");
    }
}
