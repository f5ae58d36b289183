//! Plays a scene from a file and compares what each class of viewers sees with what is expected.
//!
//! People at a table give commands, and dice show the faces that the file lists. No rule lives here: commands go to
//! [`rules::encounter::decide`], views come from [`rules::encounter::View`]. The format is described in
//! `docs/scenes.md`.

mod expect;
mod format;
mod names;
mod path;
mod screen;
mod setting;
mod table;

pub use format::{Scene, scenes};

use format::Step;
use serde_json::Value;
use table::{Outcome, Table};

/// Plays a scene; returns a line for every expectation that fails.
pub fn play(scene: &Scene) -> Vec<String> {
    let mut table = match setting::laid(scene) {
        Ok(table) => table,
        Err(why) => return vec![format!("before the first step: {why}")],
    };
    let mut wrong = Vec::new();
    for (number, step) in (1..).zip(&scene.steps) {
        let at = match step.note.as_str() {
            "" => format!("step {number}"),
            note => format!("step {number} ({note})"),
        };
        let found = one(scene, step, &mut table);
        let (lines, goes_on) = match found {
            Ok(lines) => (lines, true),
            Err(why) => (vec![why], false),
        };
        wrong.extend(lines.into_iter().map(|line| format!("{at}: {line}")));
        if !goes_on {
            break;
        }
    }
    wrong
}

/// Plays one step and returns the expectations that fail.
///
/// # Errors
/// The scene cannot go on.
fn one(scene: &Scene, step: &Step, table: &mut Table) -> Result<Vec<String>, String> {
    step.check()?;
    let mut told = Vec::new();
    let mut wrong = Vec::new();
    if let (Some(by), Some(command)) = (&step.by, &step.command) {
        let seat = table.seat(by)?;
        let command = table.filled(&command.0, seat)?;
        let outcome = table.give(seat, &command, &step.dice)?;
        match (&step.refused, outcome) {
            (
                None,
                Outcome::Done {
                    changes,
                    exchanges,
                    odd,
                },
            ) => {
                told = changes;
                wrong.extend(odd);
                table.name_exchanges(&step.named.0, &exchanges)?;
            }
            (None, Outcome::Refused(why, _)) => {
                return Err(format!("{command} was refused: {why}"));
            }
            (Some(expected), Outcome::Done { .. }) => {
                return Err(format!(
                    "{command}: expected to be refused with {}, found that it was done",
                    expected.0
                ));
            }
            (Some(expected), Outcome::Refused(why, fell)) => {
                fell?;
                let expected = table.filled(&expected.0, seat)?;
                if !expect::holds(&expected, &why) {
                    return Ok(vec![format!("refused: expected {expected}, found {why}")]);
                }
            }
        }
    }
    wrong.extend(expect::seen(&step.see, table)?);
    wrong.extend(table.looked());
    let mut hidden = scene.unseen.clone();
    hidden.extend(step.unseen.iter().cloned());
    wrong.extend(expect::unseen(&hidden, table, &told)?);
    if step.quiet && !told.is_empty() {
        let told = Value::from(told);
        wrong.push(format!(
            "quiet: expected that the table is told nothing, found {}",
            expect::short(&told)
        ));
    }
    Ok(wrong)
}
