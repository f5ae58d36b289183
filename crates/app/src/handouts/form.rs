//! Conversions between a handout and the form in which it is typed.

use rules::encounter::command::{HandoutInput, HandoutPictureInput, PassageInput};
use rules::handout::Handout;

/// Marks around covered words in the field where a text is typed.
const COVER: (&str, &str) = ("[[", "]]");

/// Returns the input that would store a handout again as it is.
pub(super) fn input_of(handout: &Handout) -> HandoutInput {
    let text = handout.text.iter().map(|passage| PassageInput {
        words: passage.words.clone(),
        covered: passage.covered,
    });
    let picture = handout.picture.as_ref().map(|picture| HandoutPictureInput {
        id: picture.id,
        words: picture.words.clone(),
        covered: picture.covers.iter().map(|cover| cover.area).collect(),
    });
    HandoutInput {
        kind: handout.kind,
        name: handout.name.to_string(),
        text: text.collect(),
        picture,
        may_show: handout.may_show,
        announced: handout.announced,
    }
}

/// Returns the passages of a text as they are typed, with the covered ones in brackets.
pub(super) fn to_typed(passages: &[PassageInput]) -> String {
    let (open, close) = COVER;
    let typed = passages.iter().map(|passage| match passage.covered {
        true => format!("{open}{}{close}", passage.words),
        false => passage.words.clone(),
    });
    typed.collect()
}

/// Parses typed text as passages, of which those between two pairs of brackets are covered.
pub(super) fn read_typed(typed: &str) -> Vec<PassageInput> {
    let (open, close) = COVER;
    let mut passages = Vec::new();
    let mut push = |words: &str, covered| {
        if !words.is_empty() {
            let words = words.to_owned();
            passages.push(PassageInput { words, covered });
        }
    };
    let mut rest = typed;
    while let Some((before, after)) = rest.split_once(open) {
        let Some((inside, behind)) = after.split_once(close) else {
            break;
        };
        push(before, false);
        push(inside, true);
        rest = behind;
    }
    push(rest, false);
    passages
}

/// Covers a part of a typed text with brackets, from one character to another, or takes its cover
/// off. Blanks at the ends of the part stay uncovered.
pub(super) fn toggle_cover(typed: &str, (from, to): (usize, usize)) -> String {
    let (open, close) = COVER;
    let all: Vec<char> = typed.chars().collect();
    let text = |part: &[char]| part.iter().collect::<String>();
    let (from, to) = (from.min(all.len()), to.min(all.len()));
    let (Some(before), Some(inside), Some(after)) =
        (all.get(..from), all.get(from..to), all.get(to..))
    else {
        return typed.to_owned();
    };
    let (before, inside, after) = (text(before), text(inside), text(after));
    if inside.contains(open) || inside.contains(close) {
        return format!(
            "{before}{}{after}",
            inside.replace(open, "").replace(close, "")
        );
    }
    let words = inside.trim();
    if words.is_empty() {
        return typed.to_owned();
    }
    let (lead, tail) = inside.split_once(words).unwrap_or_default();
    format!("{before}{lead}{open}{words}{close}{tail}{after}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_in_brackets_is_covered() {
        let typed = "where your [[sister drowned]], after [[the bells";
        let passages = read_typed(typed);
        let covered: Vec<_> = passages.iter().map(|passage| passage.covered).collect();
        assert_eq!(covered, [false, true, false]);
        assert_eq!(to_typed(&passages), typed);
    }

    #[test]
    fn a_selection_is_covered_and_uncovered() {
        let covered = toggle_cover("the bells toll", (3, 10));
        assert_eq!(covered, "the [[bells]] toll");
        assert_eq!(toggle_cover(&covered, (0, 13)), "the bells toll");
        assert_eq!(toggle_cover("the bells", (3, 4)), "the bells");
    }
}
