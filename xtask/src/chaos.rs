//! `cargo xtask chaos`: runs the chaos test, in which several kinds of faults happen at once, for any length of time.

use crate::cargo::{cargo_command, run_command};
use crate::error::Failure;
use crate::progress::Steps;
use crate::prove::choose_seed;
use crate::strace;
use crate::target_dir::TargetDir;
use crate::test::RNG_SEED;

/// Name of the test. `cargo xtask test` runs it for twenty seconds.
const CHAOS_TEST: &str = "chaos::everything_goes_wrong_at_once_and_nothing_is_lost";

/// Runs the chaos test for the given minutes, with the faults of a seed.
pub(crate) fn chaos(words: &[&str]) -> Result<(), Failure> {
    let (minutes, seed) = parse_options(words)?;
    let seed = seed.map_or_else(choose_seed, |seed| seed.to_string());
    let target = TargetDir::find();
    let claim = target.claim()?;
    let mut steps = Steps::new(1);
    let result = steps.step("Chaos", || {
        let mut run = cargo_command(&claim, "test --package server --test over_sockets");
        run.args(["--", "--exact", CHAOS_TEST, "--nocapture"]);
        run.env("CHAOS_SECONDS", (minutes * 60).to_string());
        run.env(RNG_SEED, &seed);
        strace::provide(&claim, &mut run)?;
        run_command(run)
    });
    println!("\n{}", steps.summary());
    if result.is_err() {
        println!("`cargo xtask chaos --seed {seed}` draws the same faults again.");
    }
    result
}

/// Parses the command line; returns minutes and seed.
fn parse_options(words: &[&str]) -> Result<(u64, Option<u64>), Failure> {
    let (mut minutes, mut seed, mut rest) = (1, None, words);
    while let [option, value, more @ ..] = rest {
        let number = value.parse().map_err(|_| Failure::usage(words))?;
        match *option {
            "--minutes" if number > 0 => minutes = number,
            "--seed" => seed = Some(number),
            _ => return Err(Failure::usage(words)),
        }
        rest = more;
    }
    match rest {
        [] => Ok((minutes, seed)),
        _ => Err(Failure::usage(words)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_come_in_any_order_and_with_numbers() {
        let asked = |words: &[&str]| parse_options(words).ok();
        assert_eq!(asked(&[]), Some((1, None)));
        assert_eq!(
            asked(&["--seed", "7", "--minutes", "30"]),
            Some((30, Some(7)))
        );
        for bad in [
            &["--minutes"][..],
            &["--minutes", "0"],
            &["--minutes", "many"],
            &["--hours", "1"],
            &["5"],
        ] {
            assert_eq!(asked(bad), None, "{bad:?}");
        }
    }
}
