//! `coterie verify FILE`: checks that every roll in a list of dice follows from the secret of its epoch.

use std::fmt::Write as _;
use std::path::Path;

use rules::dice_proof::check::{DiceLog, DiceVerdict, FORMAT, FORMAT_WITHOUT_SUM};

/// Result of `coterie verify`, which checks the rolls in a list of dice.
#[derive(Debug, PartialEq, Eq)]
pub struct Verified {
    /// Report for people.
    pub report: String,
    /// Whether no roll differs.
    pub is_right: bool,
}

/// Verifies the rolls in a file with a list of dice, by the secrets it reveals.
///
/// # Errors
///
/// A text for people, where the file cannot be read.
pub fn verify(file: &Path) -> Result<Verified, String> {
    let shown = file.display();
    let text = std::fs::read_to_string(file).map_err(|error| {
        format!(
            "`{shown}` cannot be read: {error}. Name the file that the page of the dice gave out"
        )
    })?;
    let log: DiceLog = serde_json::from_str(&text).map_err(|error| {
        format!("`{shown}` is no list of dice: {error}. Save it once more on the page of the dice")
    })?;
    let is_old = log.format == FORMAT_WITHOUT_SUM;
    if log.format != FORMAT && !is_old {
        let format = &log.format;
        return Err(format!(
            "`{shown}` is of another format: `{format}`. A newer version of Coterie checks it"
        ));
    }
    let verdicts = log.check();
    let mut words = String::new();
    for (name, verdict) in &verdicts.all {
        if let DiceVerdict::Differs(why) = verdict {
            let _ = writeln!(words, "{name} does not match: {why}");
        }
    }
    let (checked, not_yet) = (
        verdicts.count(&DiceVerdict::Checked),
        verdicts.count(&DiceVerdict::NotYet),
    );
    let differ = verdicts.all.len() - checked - not_yet;
    let _ = writeln!(
        words,
        "{checked} checked, {differ} do not match, {not_yet} cannot be checked yet \
         (epochs, rolls and seals)"
    );
    if is_old {
        words.push_str(
            "The list was given out by an older version: not all that may be missing from it can be seen.\n",
        );
    }
    Ok(Verified {
        report: words,
        is_right: verdicts.has_no_differences(),
    })
}
