//! Plays a scene from a file and compares what each class of viewers sees with what is expected.
//!
//! People at a table give commands, and dice show the faces that the file lists. No rule lives here: commands go to
//! [`rules::encounter::decide`], views come from [`rules::encounter::View`]. The format is described in
//! `docs/scenes.md`.

mod expect;
mod format;
mod names;
mod path;
mod screen_checks;
mod setup;
mod table;

pub use format::{Scene, parse_scenes};

use format::SceneStep;
use serde_json::Value;
use table::{CommandOutcome, SceneTable};

/// Plays a scene; returns a line for every expectation that fails.
pub fn play(scene: &Scene) -> Vec<String> {
    let mut table = match setup::set_up_table(scene) {
        Ok(table) => table,
        Err(why) => return vec![format!("before the first step: {why}")],
    };
    let mut wrong = Vec::new();
    for (number, step) in (1..).zip(&scene.steps) {
        let at = match step.note.as_str() {
            "" => format!("step {number}"),
            note => format!("step {number} ({note})"),
        };
        let found = play_step(scene, step, &mut table);
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
fn play_step(
    scene: &Scene,
    step: &SceneStep,
    table: &mut SceneTable,
) -> Result<Vec<String>, String> {
    step.check()?;
    let mut told = Vec::new();
    let mut wrong = Vec::new();
    if let (Some(by), Some(command)) = (&step.by, &step.command) {
        let seat = table.seat(by)?;
        let command = table.resolve_names(&command.0, seat)?;
        let outcome = table.give(seat, &command, &step.dice)?;
        match (&step.refused, outcome) {
            (
                None,
                CommandOutcome::Done {
                    changes,
                    exchanges,
                    odd,
                },
            ) => {
                told = changes;
                wrong.extend(odd);
                table.name_exchanges(&step.named.0, &exchanges)?;
            }
            (None, CommandOutcome::Refused(why, _)) => {
                return Err(format!("{command} was refused: {why}"));
            }
            (Some(expected), CommandOutcome::Done { .. }) => {
                return Err(format!(
                    "{command}: expected to be refused with {}, found that it was done",
                    expected.0
                ));
            }
            (Some(expected), CommandOutcome::Refused(why, fell)) => {
                fell?;
                let expected = table.resolve_names(&expected.0, seat)?;
                if !expect::includes(&expected, &why) {
                    return Ok(vec![format!("refused: expected {expected}, found {why}")]);
                }
            }
        }
    }
    wrong.extend(expect::check_views(&step.see, table)?);
    wrong.extend(table.check_screens());
    let mut hidden = scene.unseen.clone();
    hidden.extend(step.unseen.iter().cloned());
    wrong.extend(expect::find_leaks(&hidden, table, &told)?);
    if step.quiet && !told.is_empty() {
        let told = Value::from(told);
        wrong.push(format!(
            "quiet: expected that the table is told nothing, found {}",
            expect::shorten(&told)
        ));
    }
    Ok(wrong)
}
