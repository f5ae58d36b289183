//! `cargo xtask prove`: runs in full what `test` tries a share of, and records the result in docs/proofs.md.

use crate::browser_tests::{BROWSER_PROOFS, BrowserProof, accept_looks};
use crate::cargo::{cargo_command, run_command};
use crate::error::Failure;
use crate::progress::Steps;
use crate::proof_records::{self, ProofStart, record_result};
use crate::target_dir::{Claim, TargetDir};
use crate::test::RNG_SEED;
use crate::{
    artifacts, dist_proof, image, instructions, line_coverage, mutants, nats, postgres, strace,
    switches,
};
use std::time::{SystemTime, UNIX_EPOCH};

/// A proof: tests that are run with many cases.
struct Proof {
    name: &'static str,
    /// Arguments of cargo, and the prefix of the names of the tests.
    cargo_arguments: &'static str,
    test_filter: &'static str,
    /// Environment variable for the number of cases, and its default.
    case_count: (&'static str, &'static str),
    /// Whether cases are random, from a seed that is recorded.
    is_random: bool,
    /// Whether the tests run a release build of the server, because they measure times.
    needs_release: bool,
    /// Statement that is recorded when the proof passes.
    statement: &'static str,
}

/// Cargo arguments for the laws of the rules.
const RULES_LAWS: &str = "test --release --package rules --test laws";
/// Cargo arguments for the server over real sockets and files. A release build would have to embed the browser's
/// files.
const SERVER_SOCKETS: &str = "test --package server --test over_sockets";

/// Cargo arguments for the same in an optimized build, for tests that are bound by computation.
const SERVER_SOCKETS_OPTIMIZED: &str = "test --profile proof --package server --test over_sockets";

/// Cargo arguments for the server's rooms on a simulated disk and network.
const SIMULATION: &str = "test --package simulation";

/// Name of the proof that needs Postgres and NATS.
const NODES_PROOF: &str = "nodes";

/// All proofs that are tests run by cargo.
const PROOFS: [Proof; 16] = [
    Proof {
        name: "odds",
        cargo_arguments: RULES_LAWS,
        test_filter: "odds::",
        case_count: ("ODDS", "1000000"),
        is_random: false,
        needs_release: false,
        statement: "40 set-ups a system: exact odds equal 1,000,000 simulated exchanges each, within 5 standard errors",
    },
    Proof {
        name: "exchanges",
        cargo_arguments: RULES_LAWS,
        test_filter: "exchange::exchanges_of_every_system",
        case_count: ("EXCHANGES", "10000"),
        is_random: false,
        needs_release: false,
        statement: "10,000 exchanges by chance a system: replay equals live, undo leaves the table as it was",
    },
    Proof {
        name: "dice",
        cargo_arguments: RULES_LAWS,
        test_filter: "dice::",
        case_count: ("DICE_ROLLS", "1000000"),
        is_random: false,
        needs_release: false,
        statement: "1,000,000 rolls: a program in another language, written from docs/dice.md, makes the same faces",
    },
    Proof {
        name: "worlds",
        cargo_arguments: RULES_LAWS,
        test_filter: "worlds::",
        case_count: ("PROPTEST_CASES", "100000"),
        is_random: true,
        needs_release: false,
        statement: "100,000 pairs of worlds, and 10,000 long evenings in two: what players may not see reaches them in no way",
    },
    Proof {
        name: "seats",
        cargo_arguments: RULES_LAWS,
        test_filter: "seats::what_one_is_told",
        case_count: ("PROPTEST_CASES", "100000"),
        is_random: true,
        needs_release: false,
        statement: "100,000 pairs of worlds that differ in all that some seats may know beside their class, whispers, handouts and what is covered of them, secret asked rolls and how they went: every message, answer, page and file of every other seat is the same, byte for byte",
    },
    Proof {
        name: "unseen",
        cargo_arguments: RULES_LAWS,
        test_filter: "attackers::who_attacks",
        case_count: ("ATTACKERS", "100000"),
        is_random: true,
        needs_release: false,
        statement: "100,000 pairs of attackers out of sight that differ in all else: where the same comes of both, players read equal bytes, whether the target notices the attack or not, and an unnoticed miss is not a byte",
    },
    Proof {
        name: "histories",
        cargo_arguments: RULES_LAWS,
        test_filter: "evening::histories_replay",
        case_count: ("EVENINGS", "100000"),
        is_random: true,
        needs_release: false,
        statement: "100,000 histories by chance, of every command there is: a snapshot and what came after it equal the replay, what was taken back and brought back never happened",
    },
    Proof {
        name: "rounds",
        cargo_arguments: RULES_LAWS,
        test_filter: "rounds::rounds_are",
        case_count: ("ROUNDS", "100000"),
        is_random: true,
        needs_release: false,
        statement: "100,000 histories of rounds in which initiative is rolled in any order, tokens are dragged, combatants wait, cut in, hide and come late: where a round begins with rolls the order is sorted, rounds begin for all, nobody is held by nobody, those who act at the same moment spare each other, durations are over at their own moment, and what every open exchange asks and rolls is what the rules make of the table as it is",
    },
    Proof {
        name: "offers",
        cargo_arguments: RULES_LAWS,
        test_filter: "offers::what_is_offered",
        case_count: ("OFFERS", "1000000"),
        is_random: true,
        needs_release: false,
        statement: "1,000,000 situations by chance: what a combatant is offered is accepted when it is declared, what is barred is refused for the reason that was given, and what is accepted was offered",
    },
    Proof {
        name: "rooms",
        cargo_arguments: SERVER_SOCKETS,
        test_filter: "pairs::",
        case_count: ("PAIRS", "300"),
        is_random: true,
        needs_release: false,
        statement: "300 pairs of tables on a server that differ in what players may not see: every frame, page, file, answer and error that players get is the same, byte for byte",
    },
    Proof {
        name: "kills",
        cargo_arguments: SERVER_SOCKETS,
        test_filter: "crash::",
        case_count: ("KILLS", "1000"),
        is_random: true,
        needs_release: false,
        statement: "1,000 times the program was killed, at any moment and at writes and syncs: nothing that was acknowledged is lost, nothing is there twice, no number is missing, no die fell otherwise",
    },
    Proof {
        name: "simulation",
        cargo_arguments: SIMULATION,
        test_filter: "tests::",
        case_count: ("HISTORIES", "10000"),
        is_random: true,
        needs_release: false,
        statement: "10,000 simulated histories on disks that lose what was not synced, over lines that delay, double and lose: nothing acknowledged is lost, nothing is done twice, no number is missing, nobody sees what is not kept",
    },
    Proof {
        name: "disk",
        cargo_arguments: SERVER_SOCKETS,
        test_filter: "faults::proof_of_errors_of_the_disk",
        case_count: ("DISK_ERRORS", "500"),
        is_random: true,
        needs_release: false,
        statement: "500 errors of the disk under the real program: none is followed by an acknowledgement, everybody hears of it within 2 s, nobody is cut, and what was acknowledged is there, and nothing else",
    },
    Proof {
        name: "bits",
        cargo_arguments: SERVER_SOCKETS_OPTIMIZED,
        test_filter: "bits::",
        // More than there are, so all of them.
        case_count: ("BITS", "100000000"),
        is_random: false,
        needs_release: false,
        statement: "each bit of a small database of everything that is kept turned alone: whatever changes a row or leaves it unreadable is found by `coterie check`, and no backup of it calls itself whole",
    },
    Proof {
        name: NODES_PROOF,
        cargo_arguments: SERVER_SOCKETS,
        test_filter: "nodes::histories::",
        case_count: ("NODES", "200"),
        is_random: true,
        needs_release: true,
        statement: "200 histories over three nodes on one Postgres, which are killed, paused, sent home, cut off from the news and from a quick database: one order of the log fits every answer, nothing acknowledged is lost, nothing is done twice, everybody sees the same in the end",
    },
    Proof {
        name: "attacks",
        cargo_arguments: SERVER_SOCKETS,
        test_filter: "attacks::",
        case_count: ("ATTACKS", "100"),
        is_random: false,
        needs_release: true,
        statement: "8,250 connections of one address, a hundred readers that never read, a demonstration that writes all it can, a spectator's thousand sockets: who wants to play comes in within 2 s",
    },
];

/// Environment variable for the file into which a test writes its measurements.
const FIGURES_FILE: &str = "FIGURES";

/// Environment variable for the server that tests start instead of their own.
const SERVER_PROGRAM: &str = "COTERIE_PROGRAM";

/// Names of proofs that have their own way to run.
const IMAGE: &str = "image";
const DIST: &str = "dist";
const INSTRUCTIONS: &str = "instructions";

/// Runs one proof by name, or lists those that have not passed since a commit.
pub(crate) fn prove(words: &[&str]) -> Result<(), Failure> {
    match words {
        ["--since", commit] => return proof_records::check_since(commit, &all_names()),
        ["lines", rest @ ..] => return prove_narrowable(&LINES, rest),
        ["switches", rest @ ..] => return prove_narrowable(&SWITCHES, rest),
        ["mutants", rest @ ..] => return prove_narrowable(&MUTANTS, rest),
        ["looks", "--accept"] => return accept_looks(),
        [IMAGE] => return prove_image(),
        [DIST] => return prove_dist(),
        [INSTRUCTIONS] => return prove_instructions(),
        [name]
            if let Some(shown) = BROWSER_PROOFS
                .iter()
                .find(|shown| shown.suite.name == *name) =>
        {
            return prove_in_browsers(shown);
        }
        _ => {}
    }
    let mut named = PROOFS.iter().filter(|proof| [proof.name] == *words);
    let proof = named.next().ok_or_else(|| Failure::usage(words))?;
    let target = TargetDir::find();
    let claim = target.claim()?;
    let mut steps = Steps::new(if proof.needs_release {
        1 + artifacts::STEPS
    } else {
        1
    });
    let begun = ProofStart::now(&claim);
    let seed = proof.is_random.then(choose_seed);
    let figures = claim.own_path("figures");
    let (much, usual) = proof.case_count;
    let asked = std::env::var(much).ok();
    // Left by another proof.
    _ = std::fs::remove_file(&figures);
    let release = match proof.needs_release {
        true => Some(artifacts::build(&claim, &mut steps, true)?),
        false => None,
    };
    let result = steps.step("Proving", || {
        let mut run = cargo_command(&claim, proof.cargo_arguments);
        run.arg("--").arg(proof.test_filter).arg("--nocapture");
        run.env(much, asked.as_deref().unwrap_or(usual));
        run.env(FIGURES_FILE, &figures);
        if let Some(seed) = &seed {
            println!("{RNG_SEED}={seed}");
            run.env(RNG_SEED, seed);
        }
        if let Some(program) = &release {
            run.env(SERVER_PROGRAM, program);
        }
        if [SERVER_SOCKETS, SERVER_SOCKETS_OPTIMIZED].contains(&proof.cargo_arguments) {
            strace::provide(&claim, &mut run)?;
        }
        if proof.name == NODES_PROOF {
            postgres::provide()?;
            nats::provide(&claim, &mut run)?;
        }
        run_command(run)
    });
    println!("\n{}", steps.summary());
    result?;
    if let Some(asked) = asked.as_deref().filter(|asked| is_less(asked, usual)) {
        println!("{much}={asked} is a share, and written down nowhere.");
        return Ok(());
    }
    let mut says = match seed {
        Some(seed) => format!("{}; seed {seed}", proof.statement),
        None => proof.statement.to_owned(),
    };
    if let Some(asked) = asked {
        says = format!("{says}; {much}={asked}");
    }
    if let Ok(measured) = std::fs::read_to_string(&figures) {
        says = format!("{says}. {}", measured.replace('|', "/"));
    }
    record_result(&claim, proof.name, &says, &begun)
}

/// Returns the names of all proofs.
fn all_names() -> Vec<&'static str> {
    let mut names: Vec<_> = PROOFS.iter().map(|proof| proof.name).collect();
    names.extend([&LINES, &SWITCHES, &MUTANTS].map(|proof| proof.name));
    names.extend([IMAGE, DIST, INSTRUCTIONS]);
    names.extend(BROWSER_PROOFS.iter().map(|proof| proof.suite.name));
    names
}

/// Whether the requested number of cases is smaller than the default.
fn is_less(asked: &str, usual: &str) -> bool {
    let number = |text: &str| text.parse::<u64>().unwrap_or(0);
    number(asked) < number(usual)
}

/// Returns the seed from the environment, or a new one.
pub(crate) fn choose_seed() -> String {
    std::env::var(RNG_SEED).unwrap_or_else(|_| {
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        now.map_or(0, |now| now.as_secs()).to_string()
    })
}

/// A proof that can be narrowed to one system, or to a smaller sample.
struct NarrowableProof {
    name: &'static str,
    statement: &'static str,
    steps: usize,
    prove: fn(&Claim<'_>, &mut Steps, Option<&str>) -> Result<(), Failure>,
}

/// The proof of line coverage.
const LINES: NarrowableProof = NarrowableProof {
    name: "lines",
    statement: line_coverage::STATEMENT,
    steps: line_coverage::STEPS,
    prove: line_coverage::prove,
};

/// The proof that removes rules.
const SWITCHES: NarrowableProof = NarrowableProof {
    name: "switches",
    statement: switches::STATEMENT,
    steps: switches::STEPS,
    prove: switches::prove,
};

/// The proof by mutation testing.
const MUTANTS: NarrowableProof = NarrowableProof {
    name: "mutants",
    statement: mutants::STATEMENT,
    steps: mutants::STEPS,
    prove: mutants::prove,
};

/// Runs a proof that can be narrowed. Only the result of the whole proof is recorded.
fn prove_narrowable(proof: &NarrowableProof, words: &[&str]) -> Result<(), Failure> {
    let only = match words {
        [] => None,
        [system] => Some(*system),
        _ => return Err(Failure::usage(words)),
    };
    let target = TargetDir::find();
    let claim = target.claim()?;
    let mut steps = Steps::new(proof.steps);
    let begun = ProofStart::now(&claim);
    let result = (proof.prove)(&claim, &mut steps, only);
    println!("\n{}", steps.summary());
    result?;
    match only {
        None | Some(mutants::AGAIN) => record_result(&claim, proof.name, proof.statement, &begun),
        Some(_) => Ok(()),
    }
}

/// Runs the proof of the container image.
fn prove_image() -> Result<(), Failure> {
    let target = TargetDir::find();
    let claim = target.claim()?;
    let mut steps = Steps::new(image::STEPS);
    let begun = ProofStart::now(&claim);
    let result = image::prove(&claim, &mut steps);
    println!("\n{}", steps.summary());
    let says = format!("{}. {}", image::STATEMENT, result?);
    record_result(&claim, IMAGE, &says, &begun)
}

/// Runs the proof of what people download.
fn prove_dist() -> Result<(), Failure> {
    let target = TargetDir::find();
    let claim = target.claim()?;
    let mut steps = Steps::new(dist_proof::STEPS);
    let begun = ProofStart::now(&claim);
    let result = dist_proof::prove(&claim, &mut steps);
    println!("\n{}", steps.summary());
    let says = format!("{}. {}", dist_proof::STATEMENT, result?);
    record_result(&claim, DIST, &says, &begun)
}

/// Runs the proof that counts instructions.
fn prove_instructions() -> Result<(), Failure> {
    let target = TargetDir::find();
    let claim = target.claim()?;
    let mut steps = Steps::new(instructions::STEPS);
    let begun = ProofStart::now(&claim);
    let result = instructions::compare(&claim, &mut steps);
    println!("\n{}", steps.summary());
    let says = format!("{}. {}", instructions::STATEMENT, result?);
    record_result(&claim, INSTRUCTIONS, &says, &begun)
}

/// Runs a proof in browsers.
fn prove_in_browsers(shown: &BrowserProof) -> Result<(), Failure> {
    let target = TargetDir::find();
    let claim = target.claim()?;
    let mut steps = Steps::new(shown.step_count());
    let begun = ProofStart::now(&claim);
    let result = shown.prove(&target, claim, &mut steps);
    println!("\n{}", steps.summary());
    result?;
    record_result(&target.claim()?, shown.suite.name, shown.statement, &begun)
}
