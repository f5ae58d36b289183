//! Finds where a `view!` block needs line breaks: brackets that span lines break after the opening and before the
//! closing one, and lines that are too long break from the outside in.

use super::indent::{innermost_ranges, is_first_on_line};
use super::shape::{RangeKind, Shape, TokenRange};
use std::collections::BTreeSet;

/// Maximum columns of a line in a view. Longer lines are broken where possible.
pub(super) const MAX_COLUMNS: usize = 120;
/// Columns at which a line that could not be broken is an error.
pub(super) const ERROR_COLUMNS: usize = 140;

/// Returns the tokens that need a line break before them.
pub(super) fn missing_breaks(shape: &Shape<'_>) -> BTreeSet<usize> {
    let mut breaks = BTreeSet::new();
    for range in &shape.ranges {
        if must_be_broken(shape, range) {
            breaks.extend(breaking_tokens(range));
        }
    }
    breaks.retain(|at| !is_first_on_line(shape, *at));
    if breaks.is_empty() {
        for line in lines_longer_than(shape, MAX_COLUMNS) {
            breaks.extend(break_outermost(shape, line));
        }
    }
    breaks
}

/// Returns the lines of views that are longer than `columns`, except those that hold a single token.
pub(super) fn lines_longer_than(shape: &Shape<'_>, columns: usize) -> Vec<usize> {
    let inner = innermost_ranges(shape);
    let mut found = Vec::new();
    let lines: Vec<&str> = shape.text.split('\n').collect();
    for (at, token) in shape.tokens.iter().enumerate() {
        let alone = shape
            .tokens
            .get(at + 1)
            .is_none_or(|next| next.line > token.line);
        let is_first = is_first_on_line(shape, at);
        if is_first && !alone && inner[at].is_some() && lines[token.line].chars().count() > columns
        {
            found.push(token.line);
        }
    }
    found
}

/// Whether a range spans several lines and has to be broken at its brackets.
fn must_be_broken(shape: &Shape<'_>, range: &TokenRange) -> bool {
    let (Some(anchor), Some(end)) = (shape.tokens.get(range.anchor), shape.tokens.get(range.end))
    else {
        return false;
    };
    let apart = anchor.line != end.line;
    match range.kind {
        RangeKind::Code => false,
        RangeKind::View | RangeKind::Children => apart && range.start < range.end,
        // A single attribute may stay beside its tag: `<form on:submit=move |event| {`.
        RangeKind::Attributes => match &range.parts[..] {
            [] => false,
            [one] => apart && is_first_on_line(shape, *one),
            _ => apart,
        },
    }
}

/// Returns the tokens that begin a line when a range is broken.
fn breaking_tokens(range: &TokenRange) -> Vec<usize> {
    let parts = match range.kind {
        RangeKind::Attributes => &range.parts[..],
        _ => &range.parts[..range.parts.len().min(1)],
    };
    parts.iter().copied().chain([range.end]).collect()
}

/// Returns the breaks that shorten a line: those of the outermost range on it that can be broken.
fn break_outermost(shape: &Shape<'_>, line: usize) -> BTreeSet<usize> {
    let on_line = |at: usize| shape.tokens.get(at).is_some_and(|token| token.line == line);
    let new = |all: Vec<usize>| -> BTreeSet<usize> {
        let new = all
            .into_iter()
            .filter(|at| on_line(*at) && !is_first_on_line(shape, *at));
        new.collect()
    };
    // Adjacent nodes come first: they are further out than their contents.
    let nodes = shape
        .ranges
        .iter()
        .filter(|range| matches!(range.kind, RangeKind::View | RangeKind::Children));
    for range in nodes.filter(|range| !on_line(range.anchor)) {
        let breaks = new(range.parts.clone());
        if !breaks.is_empty() {
            return breaks;
        }
    }
    let mut here: Vec<&TokenRange> = shape
        .ranges
        .iter()
        .filter(|range| on_line(range.anchor))
        .collect();
    here.sort_by_key(|range| (range.anchor, range.kind != RangeKind::Children));
    for range in here {
        let breaks = match range.kind {
            RangeKind::Code => continue,
            RangeKind::View | RangeKind::Children if range.start == range.end => continue,
            _ => new(range.parts.iter().copied().chain([range.end]).collect()),
        };
        if !breaks.is_empty() {
            return breaks;
        }
    }
    BTreeSet::new()
}

/// Returns the text with a line break before each of these tokens.
pub(super) fn insert_breaks(shape: &Shape<'_>, breaks: &BTreeSet<usize>) -> String {
    let mut text = String::with_capacity(shape.text.len() + breaks.len());
    let mut from = 0;
    for at in breaks {
        let to = shape.tokens[*at].start;
        text.push_str(shape.text[from..to].trim_end_matches([' ', '\t']));
        text.push('\n');
        from = to;
    }
    text.push_str(&shape.text[from..]);
    text
}
