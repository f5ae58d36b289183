//! Indents the lines of `view!` blocks by their nesting.

use super::shape::{RangeKind, Shape};

/// Spaces for each level, as in rustfmt.
const INDENT: usize = 4;

/// Returns the text with its views indented: nodes and attributes by their nesting; Rust code between brackets keeps
/// its shape and moves as a whole.
pub(super) fn indent_views(text: &str) -> String {
    let shape = Shape::parse(text);
    let lines: Vec<&str> = text.split('\n').collect();
    let old: Vec<usize> = lines.iter().map(|line| leading_spaces(line)).collect();
    let mut new = old.clone();
    let inner = innermost_ranges(&shape);
    for (at, token) in shape.tokens.iter().enumerate() {
        if !is_first_on_line(&shape, at) {
            continue;
        }
        let Some(range) = inner[at].map(|range| &shape.ranges[range]) else {
            continue;
        };
        let line = token.line;
        let line_of = |token: usize| shape.tokens[token].line;
        // Move this line as far as the other one moved.
        let along = |with: usize| (old[line] + new[with]).saturating_sub(old[with]);
        let anchor = line_of(range.anchor);
        let inside = new[anchor] + INDENT;
        new[line] = if at == range.end {
            new[anchor]
        } else {
            match range.kind {
                RangeKind::View | RangeKind::Children => inside,
                RangeKind::Attributes => match range.parts.iter().rfind(|part| **part <= at) {
                    Some(part) if *part < at => along(line_of(*part)),
                    _ => inside,
                },
                RangeKind::Code if at == range.start => inside,
                RangeKind::Code if line_of(range.start) > anchor => along(line_of(range.start)),
                RangeKind::Code => along(anchor),
            }
        };
    }
    let inside_token = lines_inside_tokens(&shape, lines.len());
    let moved = lines.iter().enumerate().map(|(number, line)| {
        if inside_token[number] || new[number] == old[number] {
            (*line).to_owned()
        } else {
            format!("{}{}", " ".repeat(new[number]), line.trim_start())
        }
    });
    moved.collect::<Vec<_>>().join("\n")
}

/// Whether a token is the first on its line.
pub(super) fn is_first_on_line(shape: &Shape<'_>, at: usize) -> bool {
    at == 0 || shape.tokens[at - 1].last_line < shape.tokens[at].line
}

/// Returns the innermost range of each token.
pub(super) fn innermost_ranges(shape: &Shape<'_>) -> Vec<Option<usize>> {
    let mut inner = vec![None; shape.tokens.len()];
    for (number, range) in shape.ranges.iter().enumerate() {
        let end = shape.tokens.len().min(range.end + 1);
        for place in &mut inner[range.start.min(end)..end] {
            *place = Some(number);
        }
    }
    inner
}

/// Returns for each line whether it begins inside of a literal or comment and must not be moved.
fn lines_inside_tokens(shape: &Shape<'_>, lines: usize) -> Vec<bool> {
    let mut covered = vec![false; lines];
    for token in &shape.tokens {
        for line in &mut covered[token.line..token.last_line] {
            *line = true;
        }
    }
    covered.rotate_right(1);
    covered
}

/// Returns the number of leading spaces of a line.
fn leading_spaces(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}
