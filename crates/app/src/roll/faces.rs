//! Faces of real dice, as people type them.

use rules::text::parse_whole_number;

/// Faces that such dice have, for a hint.
#[must_use]
pub const fn example_faces(sides: u16) -> &'static str {
    if sides < 10 { "3 5" } else { "8 10 3" }
}

/// The faces in the order they fell; `None` unless there are some and all are faces of such a die.
#[must_use]
pub fn read_faces(text: &str, sides: u16) -> Option<Vec<u16>> {
    let words = text
        .split(|c: char| c.is_whitespace() || [',', ';', '，', '、'].contains(&c))
        .filter(|word| !word.is_empty());
    let faces: Option<Vec<u16>> = words
        .map(|word| {
            u16::try_from(parse_whole_number(word)?)
                .ok()
                .filter(|face| (1..=sides).contains(face))
        })
        .collect();
    faces.filter(|faces| !faces.is_empty())
}
