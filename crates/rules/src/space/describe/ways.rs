//! Ways between two places as typed: `Taproom 12 Gallery by stairs`, `Gallery -> Street by a drop, hidden`.

use super::marks::read_number;
use super::problem::{Problem, SceneLineProblem};
use crate::space::link::{Door, Link, Passage};

/// Greatest distance of a way, in the unit of the rules.
const MOST_DISTANCE: u16 = 10_000;

/// The parts of a line about a way.
pub(super) struct SplitWay<'a> {
    /// The name of the place at which it begins.
    pub(super) from: &'a str,
    /// The distance in digits.
    distance: Option<&'a str>,
    /// Whether it can only be gone in the order of the names.
    one_way: bool,
    /// The name of the place at which it ends.
    pub(super) to: &'a str,
    /// What is in between, with the word that begins it.
    more: &'a str,
    /// Whether both places were known before.
    pub(super) is_known: bool,
}

/// Distance and direction between two names, and where the second name begins.
struct Connector<'a> {
    distance: Option<&'a str>,
    one_way: bool,
    rest: &'a str,
}

/// Splits a line about a way; `None` if it is about a single place. `known` are names in lower case, the longest
/// first.
pub(super) fn split_way<'a>(line: &'a str, known: &[String]) -> Option<SplitWay<'a>> {
    let named =
        take_known(line, known).and_then(|(from, rest)| Some((from, read_connector(rest)?)));
    let from_known = named.is_some();
    let (from, between) = named.or_else(|| {
        let blanks = line.match_indices(' ').map(|(at, _)| at);
        let mut splits = blanks.filter_map(|at| line.split_at_checked(at));
        splits.find_map(|(from, rest)| {
            Some((from.trim(), read_connector(rest)?)).filter(|(from, _)| !from.is_empty())
        })
    })?;
    let (to, more, to_known) = match take_known(between.rest, known) {
        Some((to, more)) if is_end(more) => (to, more, true),
        _ => {
            let end = find_end(between.rest);
            let (to, more) = between.rest.split_at_checked(end)?;
            (to.trim(), more, false)
        }
    };
    (!to.is_empty()).then_some(SplitWay {
        from,
        distance: between.distance,
        one_way: between.one_way,
        to,
        more,
        is_known: from_known && to_known,
    })
}

/// Splits a text into a known name at its beginning, and the rest.
fn take_known<'a>(text: &'a str, known: &[String]) -> Option<(&'a str, &'a str)> {
    let text = text.trim();
    known.iter().find_map(|name| {
        let (found, rest) = text.split_at_checked(name.len())?;
        let ends = rest.chars().next().is_none_or(|c| !c.is_alphanumeric());
        (ends && found.to_lowercase() == *name).then_some((found, rest))
    })
}

/// Reads the connector between two names, which is a distance, a dash or an arrow.
fn read_connector(text: &str) -> Option<Connector<'_>> {
    let mut rest = text.trim_start();
    let (mut distance, mut one_way, mut joined) = (None, false, false);
    loop {
        let (word, behind) = rest.split_once(' ').unwrap_or((rest, ""));
        match word {
            "-" | "–" | "—" if !joined => joined = true,
            "->" | "→" if !joined => (joined, one_way) = (true, true),
            "yards" | "yard" | "yd" | "squares" | "square" | "sq" if distance.is_some() => {}
            digits if is_number(digits) && distance.is_none() => distance = Some(digits),
            _ => break,
        }
        rest = behind.trim_start();
    }
    let found = joined || distance.is_some();
    (found && !rest.is_empty()).then_some(Connector {
        distance,
        one_way,
        rest,
    })
}

/// Whether a word is a number in digits.
fn is_number(word: &str) -> bool {
    !word.is_empty() && word.chars().all(|c| c.is_ascii_digit())
}

/// Whether the text behind a name ends the name, as a comma, `by` or nothing does.
fn is_end(text: &str) -> bool {
    let text = text.trim();
    text.is_empty() || text.starts_with(',') || starts_with_by(text)
}

/// Whether a text begins with the word `by`.
fn starts_with_by(text: &str) -> bool {
    let (word, _) = text.split_once(' ').unwrap_or((text, ""));
    word.eq_ignore_ascii_case("by")
}

/// Returns the index at which a name that is not known ends, before a comma or the word `by`.
fn find_end(text: &str) -> usize {
    let comma = text.find(',');
    let blanks = text.match_indices(' ').map(|(at, _)| at);
    let mut blanks = blanks.filter(|at| {
        let behind = text.get(*at..).unwrap_or_default();
        starts_with_by(behind.trim_start())
    });
    let by = blanks.next();
    let ends = [comma, by].into_iter().flatten();
    ends.min().unwrap_or(text.len())
}

/// Reads a way between two places with what is in between, and returns with it whether it goes one
/// way only. `more` is what stands behind a colon.
pub(super) fn read_way<'t>(way: &SplitWay<'t>, more: &'t str) -> Result<(Link, bool), Problem<'t>> {
    let mut link = Link::default();
    let mut one_way = way.one_way;
    let distance = way
        .distance
        .map(|digits| read_number(digits, MOST_DISTANCE));
    link.distance = distance.transpose()?;
    let parts = [way.more, more].into_iter().flat_map(|it| it.split(','));
    for part in parts {
        let part = part.trim();
        let part = match starts_with_by(part) {
            true => part.get(2..).unwrap_or_default().trim(),
            false => part,
        };
        for words in part.split(" and ").map(str::trim) {
            if !words.is_empty() {
                read_between(&mut link, &mut one_way, words)?;
            }
        }
    }
    Ok((link, one_way))
}

/// Reads the words for one thing that is between two places, such as a door or stairs.
fn read_between<'t>(
    link: &mut Link,
    one_way: &mut bool,
    words: &'t str,
) -> Result<(), Problem<'t>> {
    let folded = words.to_lowercase();
    let bare = ["a ", "an ", "the "]
        .iter()
        .find_map(|article| folded.strip_prefix(article));
    match bare.unwrap_or(&folded) {
        "door" | "closed door" | "closed" | "door closed" | "gate" => link.door = Door::Closed,
        "open door" | "open" | "door open" => link.door = Door::Open,
        "locked door" | "locked" | "door locked" | "locked gate" => link.door = Door::Locked,
        "stairs" | "staircase" | "steps" => link.passage = Passage::Stairs,
        "ladder" | "rope" | "climb" | "climbing" => link.passage = Passage::Ladder,
        "window" => link.passage = Passage::Window,
        "drop" | "fall" => link.passage = Passage::Drop,
        "wall" | "floor" | "corner" | "solid" | "no line" => link.blind = true,
        "one way" => *one_way = true,
        "hidden" | "secret" | "secret door" => link.hidden = true,
        _ => {
            let word = words.to_owned();
            return Err((words, SceneLineProblem::UnknownWay { word }));
        }
    }
    Ok(())
}
