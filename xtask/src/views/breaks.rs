//! Where a `view!` block needs a new line: what spans lines spans them at its own brackets, and what is too long is
//! opened from the outside in.

use super::indent::{first_on_line, innermost};
use super::shape::{Range, Shape, What};
use std::collections::BTreeSet;

/// Columns of a line in a view. Longer ones are opened, where there is anything to open.
pub(super) const MOST: usize = 120;
/// Columns nobody reads to the end of. What is longer than this after all wants a person's hand.
pub(super) const TOO_MANY: usize = 140;

/// The tokens that have to begin a line and do not yet.
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

/// The lines of views that are longer than this, but for those that are one long text.
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

/// Whether a range begins on one line and ends on another, in a way that has to show.
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

/// What begins a line when a range is opened.
fn to_open(range: &Range) -> Vec<usize> {
    let parts = match range.what {
        What::Attributes => &range.parts[..],
        _ => &range.parts[..range.parts.len().min(1)],
    };
    parts.iter().copied().chain([range.to]).collect()
}

/// What begins a line so that this one gets shorter: of the outermost thing on it that can be opened.
fn open_one(shape: &Shape<'_>, line: usize) -> BTreeSet<usize> {
    let on_line = |at: usize| shape.tokens.get(at).is_some_and(|token| token.line == line);
    let new = |all: Vec<usize>| -> BTreeSet<usize> {
        let new = all
            .into_iter()
            .filter(|at| on_line(*at) && !first_on_line(shape, *at));
        new.collect()
    };
    // Nodes side by side come first: they are further out than what is in them.
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

/// The text with a new line before each of these tokens.
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
