//! Announcements of log lines: which lines are read aloud, and how their parts are joined.

use rules::base::text::capitalize;
use rules::encounter::log::LogMessage;
use rules::messages::Wording;

/// Importance of a line among those that arrive at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Weight {
    /// A line that is announced only when no other line came with it or after it.
    Passing,
    /// The start of a turn or of an action.
    Step,
    /// The outcome of an action.
    Outcome,
}

/// Returns how important a log line is for a screen reader's announcement.
#[must_use]
pub const fn weight_of(what: &LogMessage) -> Weight {
    match what {
        LogMessage::Turn { .. } | LogMessage::Declared { .. } => Weight::Step,
        _ if is_outcome(what) => Weight::Outcome,
        _ => Weight::Passing,
    }
}

/// Whether a log line reports the outcome of an action or damage.
#[must_use]
pub const fn is_outcome(what: &LogMessage) -> bool {
    matches!(what, LogMessage::Outcome { .. } | LogMessage::Harmed { .. })
}

/// Returns the screen reader's announcement for lines that arrived at once, the most important of
/// them, or the newest if all are unimportant.
#[must_use]
pub fn announcement(lines: &[(String, Weight)]) -> String {
    let most = lines.iter().map(|(_, weight)| *weight).max();
    match (most, lines.last()) {
        (Some(Weight::Passing), Some((newest, _))) => newest.clone(),
        (most, _) => {
            let heaviest = lines.iter().filter(|(_, weight)| Some(*weight) == most);
            join_spoken(heaviest.map(|(said, _)| said.as_str()))
        }
    }
}

/// Joins parts of a line that a screen reader speaks; a part in lower case follows a comma, any
/// other begins a sentence.
pub fn join_spoken<'a>(parts: impl IntoIterator<Item = &'a str>) -> String {
    let mut said = String::new();
    for part in parts.into_iter().filter(|part| !part.is_empty()) {
        let goes_on = part.starts_with(char::is_lowercase);
        said = match said.as_str() {
            "" => part.to_owned(),
            before if before.ends_with(['.', '!', '?', '…']) => {
                format!("{before} {}", capitalize(part))
            }
            before if goes_on => format!("{before}, {part}"),
            before => format!("{before}. {part}"),
        };
    }
    said
}

/// Joins sentences; the last one has no period, as lines of the log do.
#[must_use]
pub fn join_sentences(words: &[Wording]) -> String {
    let words: Vec<&str> = words.iter().map(|words| &**words).collect();
    words.join(". ")
}
