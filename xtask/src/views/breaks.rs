//! Finds where a `view!` block needs line breaks: brackets that span lines break after the opening and before the
//! closing one, and lines that are too long break from the outside in.

use super::indent::{first_on_line, innermost};
use super::shape::{Range, Shape, What};
use std::collections::BTreeSet;

/// Maximum columns of a line in a view. Longer lines are broken where possible.
pub(super) const MOST: usize = 120;
/// Columns at which a line that could not be broken is an error.
pub(super) const TOO_MANY: usize = 140;

/// Returns the tokens that need a line break before them.
pub(super) fn missing(shape: &Shape<'_>) -> BTreeSet<usize> {
    let mut breaks = BTreeSet::new();
    for range in &shape.ranges {
        if spans(shape, range) {
            breaks.extend(to_open(range));
        }
    }
    breaks.retain(|at| !first_on_line(shape, *at));
    if breaks.is_empty() {
        for line in longer(shape, MOST) {
            breaks.extend(open_one(shape, line));
        }
    }
    breaks
}

/// Returns the lines of views that are longer than `columns`, except those that hold a single token.
pub(super) fn longer(shape: &Shape<'_>, columns: usize) -> Vec<usize> {
    let inner = innermost(shape);
    let mut found = Vec::new();
    let lines: Vec<&str> = shape.text.split('\n').collect();
    for (at, token) in shape.tokens.iter().enumerate() {
        let alone = shape
            .tokens
            .get(at + 1)
            .is_none_or(|next| next.line > token.line);
        let is_first = first_on_line(shape, at);
        if is_first && !alone && inner[at].is_some() && lines[token.line].chars().count() > columns
        {
            found.push(token.line);
        }
    }
    found
}

/// Whether a range spans several lines and has to be broken at its brackets.
fn spans(shape: &Shape<'_>, range: &Range) -> bool {
    let (Some(anchor), Some(end)) = (shape.tokens.get(range.anchor), shape.tokens.get(range.to))
    else {
        return false;
    };
    let apart = anchor.line != end.line;
    match range.what {
        What::Code => false,
        What::View | What::Children => apart && range.from < range.to,
        // A single attribute may stay beside its tag: `<form on:submit=move |event| {`.
        What::Attributes => match &range.parts[..] {
            [] => false,
            [one] => apart && first_on_line(shape, *one),
            _ => apart,
        },
    }
}

/// Returns the tokens that begin a line when a range is broken.
fn to_open(range: &Range) -> Vec<usize> {
    let parts = match range.what {
        What::Attributes => &range.parts[..],
        _ => &range.parts[..range.parts.len().min(1)],
    };
    parts.iter().copied().chain([range.to]).collect()
}

/// Returns the breaks that shorten a line: those of the outermost range on it that can be broken.
fn open_one(shape: &Shape<'_>, line: usize) -> BTreeSet<usize> {
    let on_line = |at: usize| shape.tokens.get(at).is_some_and(|token| token.line == line);
    let new = |all: Vec<usize>| -> BTreeSet<usize> {
        let new = all
            .into_iter()
            .filter(|at| on_line(*at) && !first_on_line(shape, *at));
        new.collect()
    };
    // Adjacent nodes come first: they are further out than their contents.
    let nodes = shape
        .ranges
        .iter()
        .filter(|range| matches!(range.what, What::View | What::Children));
    for range in nodes.filter(|range| !on_line(range.anchor)) {
        let breaks = new(range.parts.clone());
        if !breaks.is_empty() {
            return breaks;
        }
    }
    let mut here: Vec<&Range> = shape
        .ranges
        .iter()
        .filter(|range| on_line(range.anchor))
        .collect();
    here.sort_by_key(|range| (range.anchor, range.what != What::Children));
    for range in here {
        let breaks = match range.what {
            What::Code => continue,
            What::View | What::Children if range.from == range.to => continue,
            _ => new(range.parts.iter().copied().chain([range.to]).collect()),
        };
        if !breaks.is_empty() {
            return breaks;
        }
    }
    BTreeSet::new()
}

/// Returns the text with a line break before each of these tokens.
pub(super) fn broken(shape: &Shape<'_>, breaks: &BTreeSet<usize>) -> String {
    let mut text = String::with_capacity(shape.text.len() + breaks.len());
    let mut from = 0;
    for at in breaks {
        let to = shape.tokens[*at].from;
        text.push_str(shape.text[from..to].trim_end_matches([' ', '\t']));
        text.push('\n');
        from = to;
    }
    text.push_str(&shape.text[from..]);
    text
}
