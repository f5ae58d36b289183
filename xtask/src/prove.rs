//! `cargo xtask prove`: what `test` tries a little of, tried a great deal, and written down.

use crate::cargo::{cargo, finish};
use crate::need::Failure;
use crate::progress::Steps;
use crate::target_dir::{Claim, TargetDir};
use crate::test::RNG_SEED;
use crate::{lines, switches};
use std::fs::OpenOptions;
use std::io::Write;
use std::process::Command;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// Something to prove: which tests, and how much of it.
struct Proof {
    name: &'static str,
    /// The tests of the rules whose names begin so.
    tests: &'static str,
    /// The variable that says how much, and how much that is.
    much: (&'static str, &'static str),
    /// Whether its cases are drawn anew each time, by a seed that is written down.
    drawn: bool,
    /// What holds when it passes.
    says: &'static str,
}

const PROOFS: [Proof; 3] = [
    Proof {
        name: "odds",
        tests: "odds::",
        much: ("ODDS", "1000000"),
        drawn: false,
        says: "40 set-ups a system: exact odds equal 1,000,000 simulated exchanges each, within 5 standard errors",
    },
    Proof {
        name: "exchanges",
        tests: "exchange::exchanges_of_every_system",
        much: ("EXCHANGES", "10000"),
        drawn: false,
        says: "10,000 exchanges by chance a system: replay equals live, undo leaves the table as it was",
    },
    Proof {
        name: "worlds",
        tests: "worlds::",
        much: ("PROPTEST_CASES", "10000"),
        drawn: true,
        says: "10,000 pairs of worlds: what players may not see reaches them in no way",
    },
];

/// Where results are kept.
const RECORD: &str = "docs/proofs.md";

/// One proof by its name.
pub(crate) fn prove(words: &[&str]) -> Result<(), Failure> {
    match words {
        ["lines", rest @ ..] => return of_systems(&LINES, rest),
        ["switches", rest @ ..] => return of_systems(&SWITCHES, rest),
        _ => {}
    }
    let proof = match words {
        [name] => PROOFS.iter().find(|proof| proof.name == *name),
        _ => None,
    };
    let proof = proof.ok_or_else(|| Failure::usage(words))?;
    let target = TargetDir::find();
    let claim = target.claim()?;
    let mut steps = Steps::new(1);
    let begun = Begun::at(&claim);
    let seed = proof.drawn.then(drawn_seed);
    let result = steps.step("Proving", || {
        let mut run = cargo(&claim, "test --release --package rules --test laws");
        run.arg("--").arg(proof.tests).arg("--nocapture");
        run.env(proof.much.0, proof.much.1);
        if let Some(seed) = &seed {
            println!("{RNG_SEED}={seed}");
            run.env(RNG_SEED, seed);
        }
        finish(run)
    });
    println!("\n{}", steps.summary());
    result?;
    let says = match seed {
        Some(seed) => format!("{}; seed {seed}", proof.says),
        None => proof.says.to_owned(),
    };
    write_down(&claim, proof.name, &says, &begun)
}

/// The seed that was asked for, or another each time.
fn drawn_seed() -> String {
    std::env::var(RNG_SEED).unwrap_or_else(|_| {
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        now.map_or(0, |now| now.as_secs()).to_string()
    })
}

/// Something to prove of all systems, which can also be looked at for one.
struct OfSystems {
    name: &'static str,
    says: &'static str,
    steps: usize,
    prove: fn(&Claim<'_>, &mut Steps, Option<&str>) -> Result<(), Failure>,
}

const LINES: OfSystems = OfSystems {
    name: "lines",
    says: lines::SAYS,
    steps: lines::STEPS,
    prove: lines::prove,
};

const SWITCHES: OfSystems = OfSystems {
    name: "switches",
    says: switches::SAYS,
    steps: switches::STEPS,
    prove: switches::prove,
};

/// One of those, of all systems or of one; only that of all is written down.
fn of_systems(proof: &OfSystems, words: &[&str]) -> Result<(), Failure> {
    let only = match words {
        [] => None,
        [system] => Some(*system),
        _ => return Err(Failure::usage(words)),
    };
    let target = TargetDir::find();
    let claim = target.claim()?;
    let mut steps = Steps::new(proof.steps);
    let begun = Begun::at(&claim);
    let result = (proof.prove)(&claim, &mut steps, only);
    println!("\n{}", steps.summary());
    result?;
    match only {
        Some(_) => Ok(()),
        None => write_down(&claim, proof.name, proof.says, &begun),
    }
}

/// What is proved, and since when: a proof takes long, and meanwhile work goes on.
struct Begun {
    commit: String,
    at: Instant,
}

impl Begun {
    /// The commit that is there now, and whether anything differs from it.
    fn at(claim: &Claim<'_>) -> Self {
        let git = |arguments: &[&str]| {
            let mut git = Command::new("git");
            let said = git.current_dir(claim.root()).args(arguments).output();
            let said = said.map(|said| String::from_utf8_lossy(&said.stdout).trim().to_owned());
            said.unwrap_or_default()
        };
        let commit = git(&["log", "-1", "--format=%h, %as"]);
        let changed = match git(&["status", "--porcelain"]).is_empty() {
            true => "",
            false => " and changes",
        };
        Self {
            commit: format!("{commit}{changed}"),
            at: Instant::now(),
        }
    }
}

/// Adds a line about a proof that passed.
fn write_down(claim: &Claim<'_>, name: &str, says: &str, begun: &Begun) -> Result<(), Failure> {
    let minutes = begun.at.elapsed().as_secs().div_ceil(60);
    let line = format!("| {name} | {says} | {} | {minutes} min |\n", begun.commit);
    let record = claim.root().join(RECORD);
    let opened = OpenOptions::new().append(true).open(&record);
    opened
        .and_then(|mut file| file.write_all(line.as_bytes()))
        .map_err(|cause| Failure::new(format!("{RECORD} could not be written: {cause}.")))
}
